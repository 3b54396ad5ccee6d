//! Where a pawn can get to, by action points: a search over sets of squares that follows the floor
//! tiles.
//!
//! Whoever thinks asks for it again and again of boards that hardly differ: every action of a
//! decision is tried on the same board, and most change one square. So floods are kept, each with
//! the squares that it hangs on. Of a board that differs elsewhere nothing is computed again, and
//! of one that differs there only what lies beyond. What is found is the same with and without.

use std::cell::RefCell;

use zashiki_core::Seat;

use crate::board::{Board, Ground, SEATS};
use crate::square::{Dir, squares};
use crate::tile::Kind;

/// The most action points that are looked ahead.
pub(crate) const FAR: usize = 8;

/// How many tiles one step is followed through.
const LONGEST_CHAIN: usize = 12;

/// How many floods are kept of each seat's pawn.
const KEPT: usize = 6;

/// What a flood hangs on.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    pub board: &'a Board,
    /// The floor tiles that do anything.
    pub ground: &'a Ground,
    /// Where the pawn may set out.
    pub from: u64,
    /// Where it may not go.
    pub blocked: u64,
}

thread_local! {
    /// By seat.
    static FLOODS: RefCell<[Floods; SEATS]> = const { RefCell::new([Floods::NONE; SEATS]) };
}

/// Tells for one action point after the other which squares a seat's pawn can enter, some of them
/// again, until the answer is that it is enough or there are no more. Gives back the squares that
/// what was told hangs on.
#[inline]
pub(crate) fn flood(seat: Seat, source: &Source, each: impl FnMut(usize, u64) -> bool) -> u64 {
    FLOODS.with_borrow_mut(|floods| floods[seat.index()].lookup(source, each))
}

/// What is known after some action points.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// Squares entered for the last point, on the way or at its end.
    entered: u64,
    /// Where the pawn came to rest for the last point and may go on.
    frontier: u64,
    /// Where it has come to rest.
    rested: u64,
    /// Where a stop has held it for the turn.
    delayed: u64,
    /// Arrows it has ridden: wherever they lead has been reached.
    ridden: u64,
    /// Whether a ride has been broken off, so that arrows must be ridden again.
    broken: bool,
    /// All squares that were looked at so far.
    touched: u64,
}

impl Level {
    /// Nobody has set out.
    const NONE: Level = Level {
        entered: 0,
        frontier: 0,
        rested: 0,
        delayed: 0,
        ridden: 0,
        broken: false,
        touched: 0,
    };
}

/// What was found out about one pawn.
#[derive(Clone, Copy, Debug)]
struct Flood {
    blocked: u64,
    pieces: [u64; 5],
    /// The squares that each level hangs on, those before it included. Levels that are not known hang on
    /// all.
    touched: [u64; FAR + 1],
    levels: [Level; FAR + 1],
}

struct Floods {
    /// Where the pawn sets out in each that is kept.
    from: [u64; KEPT],
    used: [u32; KEPT],
    uses: u32,
    kept: [Flood; KEPT],
}

impl Flood {
    /// Nobody sets out.
    const NONE: Flood = Flood {
        blocked: 0,
        pieces: [0; 5],
        touched: [u64::MAX; FAR + 1],
        levels: [Level::NONE; FAR + 1],
    };

    /// The squares where the two are not the same.
    #[inline]
    fn differs(&self, source: &Source) -> u64 {
        let [a, b, c, d, e] = self.pieces;
        let [v, w, x, y, z] = *source.ground.pieces();
        (a ^ v) | (b ^ w) | (c ^ x) | (d ^ y) | (e ^ z) | (self.blocked ^ source.blocked)
    }

    /// How many of its levels hold where there is such a difference.
    #[inline]
    fn holds(&self, differs: u64) -> usize {
        self.touched.iter().map(|touched| usize::from(touched & differs == 0)).sum()
    }

    /// Becomes the flood of another source.
    #[inline]
    fn begin(&mut self, source: &Source) {
        (self.blocked, self.pieces) = (source.blocked, *source.ground.pieces());
        self.touched = [u64::MAX; FAR + 1];
    }

    #[inline]
    fn know(&mut self, points: usize, level: Level) {
        self.touched[points] = level.touched;
        self.levels[points] = level;
    }
}

impl Floods {
    const NONE: Floods =
        Floods { from: [0; KEPT], used: [0; KEPT], uses: 0, kept: [Flood::NONE; KEPT] };

    #[inline]
    fn lookup(&mut self, source: &Source, mut each: impl FnMut(usize, u64) -> bool) -> u64 {
        self.uses = self.uses.wrapping_add(1);
        let (mut best, mut holds, mut differs) = (0, 0, 0);
        for (place, from) in self.from.iter().enumerate() {
            if *from == source.from {
                let flood = &self.kept[place];
                let squares = flood.differs(source);
                let levels = flood.holds(squares);
                if levels > holds {
                    (best, holds, differs) = (place, levels, squares);
                }
                if squares == 0 {
                    break;
                }
            }
        }
        if holds == 0 {
            best = self.oldest();
            self.from[best] = source.from;
            let flood = &mut self.kept[best];
            flood.begin(source);
            let from = source.from;
            flood.know(0, Level { frontier: from, rested: from, touched: from, ..Level::NONE });
            holds = 1;
        } else if differs == 0 {
            holds = self.kept[best].touched.iter().filter(|touched| **touched != u64::MAX).count();
        }
        self.used[best] = self.uses;
        for points in 1..=FAR {
            let last = &self.kept[best].levels[points - 1];
            if last.frontier | last.delayed == 0 {
                return last.touched;
            }
            if points >= holds {
                if differs != 0 {
                    (best, differs) = (self.split(best, holds, source), 0);
                }
                let flood = &mut self.kept[best];
                flood.know(points, flood.levels[points - 1].next(source));
            }
            let level = &self.kept[best].levels[points];
            if !each(points, level.entered) {
                return level.touched;
            }
        }
        self.kept[best].levels[FAR].touched
    }

    /// The one that has not been used for longest.
    #[inline]
    fn oldest(&self) -> usize {
        let (mut oldest, mut age) = (0, 0);
        for (place, used) in self.used.iter().enumerate() {
            let unused = self.uses.wrapping_sub(*used);
            if unused > age {
                (oldest, age) = (place, unused);
            }
        }
        oldest
    }

    /// Another flood that begins with so many levels of this one.
    #[inline]
    fn split(&mut self, best: usize, holds: usize, source: &Source) -> usize {
        // The best has been used just now.
        let other = self.oldest();
        self.from[other] = source.from;
        self.used[other] = self.uses;
        if let Ok([best, other]) = self.kept.get_disjoint_mut([best, other]) {
            other.begin(source);
            other.touched[..holds].copy_from_slice(&best.touched[..holds]);
            other.levels[..holds].copy_from_slice(&best.levels[..holds]);
        }
        other
    }
}

/// For each direction the squares that are entered in it.
type Entries = [u64; Dir::ALL.len()];

impl Level {
    /// What is known after one more action point.
    #[inline]
    fn next(&self, source: &Source) -> Level {
        let Source { ground, blocked, .. } = *source;
        let mut level = Level { entered: 0, frontier: self.delayed, delayed: 0, ..*self };
        let mut entries = Entries::default();
        for dir in Dir::STRAIGHT {
            let to = shift(self.frontier & !ground.closed(dir), dir);
            level.touched |= to;
            entries[dir as usize] = to & !(blocked | ground.closed(dir.opposite()));
        }
        level.follow(source, entries);
        level.frontier &= !self.rested;
        level.rested |= level.frontier;
        level
    }

    /// Enters these squares and goes where their floor tiles lead, but for those ridden before.
    #[inline]
    fn follow(&mut self, source: &Source, mut entries: Entries) {
        let Source { board, ground, blocked, .. } = *source;
        let ridden = if self.broken { 0 } else { self.ridden };
        // Longer chains are rare, and a circle must end somewhere.
        for _ in 0..LONGEST_CHAIN {
            let at = union(&entries);
            let (ice, arrows) = (at & ground.ice, at & ground.arrows & !ridden);
            self.entered |= at;
            self.delayed |= at & ground.stops;
            self.frontier |= at & !ground.acting();
            if ice | arrows == 0 {
                return;
            }
            let mut next = Entries::default();
            self.ridden |= arrows;
            for square in squares(arrows) {
                let Some(piece) = board.piece(square) else { continue };
                let Some(dir) = piece.arrow() else { continue };
                let near = shift(square.bit(), dir);
                let mut to = near & !(blocked | ground.closed(dir.opposite()));
                self.touched |= near;
                if piece.kind() == Kind::Spring {
                    // Two squares on, or if that is forbidden one; walls do not matter.
                    let far = shift(near, dir);
                    self.touched |= far;
                    to = if far & !blocked == 0 { near & !blocked } else { far };
                }
                next[dir as usize] |= to;
                self.frontier |= square.bit() * u64::from(to == 0);
            }
            if ice != 0 {
                for dir in Dir::ALL {
                    let ice = entries[dir as usize] & ice;
                    let near = shift(ice, dir);
                    let to = near & !(blocked | ground.closed(dir.opposite()));
                    self.touched |= near;
                    next[dir as usize] |= to;
                    self.frontier |= ice & !shift(to, dir.opposite());
                }
            }
            entries = next;
        }
        self.frontier |= union(&entries);
        self.broken = true;
    }
}

#[inline]
fn union(entries: &Entries) -> u64 {
    entries.iter().fold(0, |set, of_dir| set | of_dir)
}

/// All squares of the set moved by one; those that leave the board are gone.
#[inline]
pub(crate) fn shift(set: u64, dir: Dir) -> u64 {
    /// How many squares further each direction leads, round the end of the board.
    const BY: [u32; 8] = [8, 9, 1, 57, 56, 55, 63, 7];
    /// Where one can come to in each direction.
    const TO: [u64; 8] = {
        let (file, rank) = (0x0101_0101_0101_0101, 0xff);
        let (north, south) = (!rank, !(rank << 56));
        let (east, west) = (!file, !(file << 7));
        [north, north & east, east, south & east, south, south & west, west, north & west]
    };
    set.rotate_left(BY[dir as usize]) & TO[dir as usize]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::square::Square;

    #[test]
    fn sets_shift_as_squares_step() {
        for square in Square::all() {
            for dir in Dir::ALL {
                let there = square.step(dir).map_or(0, Square::bit);
                assert_eq!(shift(square.bit(), dir), there, "{square} {dir}");
            }
        }
    }
}
