//! Reachability: the squares that a pawn can enter with a number of action points, including
//! movement by tiles. The search works on sets of squares.
//!
//! Evaluation searches many boards that differ in at most a few squares, because every action of a
//! decision is tried on the same board. So recent searches are cached, each level with the squares
//! that it depends on. If a board differs only in other squares, the cached levels are used;
//! otherwise only the levels that depend on a changed square are computed. Results are the same
//! with and without the cache.

use std::cell::RefCell;

use zashiki_core::Seat;

use crate::board::{Board, Ground, SEATS};
use crate::square::{Dir, squares};
use crate::tile::Kind;

/// Maximum number of action points that are searched.
pub(crate) const FAR: usize = 8;

/// Maximum number of tiles that are followed in one step.
const LONGEST_CHAIN: usize = 12;

/// Number of cached searches per seat.
const KEPT: usize = 6;

/// Input of a search.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Source<'a> {
    pub board: &'a Board,
    /// The floor tiles that have an effect on the pawn.
    pub ground: &'a Ground,
    /// Squares from which the pawn may start.
    pub from: u64,
    /// Squares that the pawn cannot enter.
    pub blocked: u64,
}

thread_local! {
    /// The caches by seat.
    static FLOODS: RefCell<[Floods; SEATS]> = const { RefCell::new([Floods::NONE; SEATS]) };
}

/// Calls `each` for one action point after another with the number of points and the squares that
/// the seat's pawn can enter for the last point, possibly again. Stops when `each` returns false or
/// no further square can be reached. Returns the squares on which the reported results depend.
#[inline]
pub(crate) fn flood(seat: Seat, source: &Source, each: impl FnMut(usize, u64) -> bool) -> u64 {
    FLOODS.with_borrow_mut(|floods| floods[seat.index()].lookup(source, each))
}

/// Result of the search for one number of action points.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// Squares entered for the last point, in passing or at its end.
    entered: u64,
    /// Squares on which the pawn ends the last point and from which it can move on.
    frontier: u64,
    /// Squares on which the pawn has ended any point.
    rested: u64,
    /// Squares with a stop tile on which the pawn has to wait for the next turn.
    delayed: u64,
    /// Squares with arrows that have been followed: their targets are known.
    ridden: u64,
    /// True if a chain of tiles was too long to be followed, so that arrows must be followed again.
    broken: bool,
    /// All squares examined so far.
    touched: u64,
}

impl Level {
    /// The level before the first point, without a pawn.
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

/// A cached search for one pawn.
#[derive(Clone, Copy, Debug)]
struct Flood {
    blocked: u64,
    pieces: [u64; 5],
    /// Squares on which each level depends, including those of lower levels. Levels that are not
    /// computed depend on all squares.
    touched: [u64; FAR + 1],
    levels: [Level; FAR + 1],
}

struct Floods {
    /// Start squares of each cached search.
    from: [u64; KEPT],
    used: [u32; KEPT],
    uses: u32,
    kept: [Flood; KEPT],
}

impl Flood {
    /// A search that has not started.
    const NONE: Flood = Flood {
        blocked: 0,
        pieces: [0; 5],
        touched: [u64::MAX; FAR + 1],
        levels: [Level::NONE; FAR + 1],
    };

    /// Squares on which the input differs from that of the cached search.
    #[inline]
    fn differs(&self, source: &Source) -> u64 {
        let [a, b, c, d, e] = self.pieces;
        let [v, w, x, y, z] = *source.ground.pieces();
        (a ^ v) | (b ^ w) | (c ^ x) | (d ^ y) | (e ^ z) | (self.blocked ^ source.blocked)
    }

    /// Number of levels that are still valid if these squares have changed.
    #[inline]
    fn holds(&self, differs: u64) -> usize {
        self.touched.iter().map(|touched| usize::from(touched & differs == 0)).sum()
    }

    /// Resets the search to a new input.
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

    /// Index of the least recently used search.
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

    /// Copies the first levels of a search to the least recently used entry, and returns its index.
    #[inline]
    fn split(&mut self, best: usize, holds: usize, source: &Source) -> usize {
        // `best` was used just now, so it is never the least recently used.
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

/// Squares entered in each direction.
type Entries = [u64; Dir::ALL.len()];

impl Level {
    /// The level after one more action point.
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

    /// Enters these squares and follows the tiles on them, except for arrows followed before.
    #[inline]
    fn follow(&mut self, source: &Source, mut entries: Entries) {
        let Source { board, ground, blocked, .. } = *source;
        let ridden = if self.broken { 0 } else { self.ridden };
        // Longer chains are rare, and a circle has no end.
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
                    // The second square or, if it is forbidden, the first. Walls have no effect on
                    // springs.
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

/// The squares of the set moved by one step. Squares that leave the board are dropped.
#[inline]
pub(crate) fn shift(set: u64, dir: Dir) -> u64 {
    /// Change of the square's index for each direction, modulo 64.
    const BY: [u32; 8] = [8, 9, 1, 57, 56, 55, 63, 7];
    /// Squares that can be targets of a step in each direction.
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
