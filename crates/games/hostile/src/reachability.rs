//! Reachability: the squares that a pawn can enter with a given number of action points, including
//! movement by tiles. The search works on sets of squares: `u64` with a bit for each square.
//!
//! The evaluation searches many boards that differ in at most a few squares, because a bot tries
//! every action of a decision on the same board. So recent searches are cached. A search has a
//! level for each number of action points, and each level is stored with the squares on which it
//! depends. If a new board differs only on other squares, the stored level is used; only levels
//! that depend on a changed square are computed again. Results are the same with and without the
//! cache.

use std::cell::RefCell;

use zashiki_core::Seat;

use crate::board::{Board, Ground, SEATS};
use crate::square::{Dir, squares};
use crate::tile::Kind;

/// Maximum number of action points that are searched.
pub(crate) const MAX_POINTS: usize = 8;

/// Maximum number of tiles that are followed one after another in one step.
const LONGEST_CHAIN: usize = 12;

/// Number of cached searches per seat.
const CACHE_SIZE: usize = 6;

/// Input of a reachability search for one pawn.
#[derive(Clone, Copy, Debug)]
pub(crate) struct SearchInput<'a> {
    pub board: &'a Board,
    /// The floor tiles that have an effect on the pawn.
    pub ground: &'a Ground,
    /// Set of squares from which the pawn may start.
    pub starts: u64,
    /// Set of squares that the pawn cannot enter.
    pub blocked: u64,
}

thread_local! {
    /// The cached searches of each seat.
    static CACHES: RefCell<[SearchCache; SEATS]> = const { RefCell::new([SearchCache::NONE; SEATS]) };
}

/// Calls `each` for one action point after another. Its arguments are the number of points and the
/// set of squares that the seat's pawn can enter with the last of them; a square can be in several
/// of these sets. Stops when `each` returns false or no further square can be reached. Returns the
/// squares on which the reported results depend.
#[inline]
pub(crate) fn for_each_level(
    seat: Seat,
    input: &SearchInput,
    each: impl FnMut(usize, u64) -> bool,
) -> u64 {
    CACHES.with_borrow_mut(|caches| caches[seat.index()].search(input, each))
}

/// A level of a search: the result for one number of action points.
#[derive(Clone, Copy, Debug)]
struct Level {
    /// Squares that the pawn can enter with the last point, in passing or at the end of the
    /// movement.
    entered: u64,
    /// Squares on which the pawn ends the last point, and from which the next level continues.
    frontier: u64,
    /// Squares on which the pawn has ended some point, the last or an earlier one.
    rested: u64,
    /// Squares with a stop tile that the pawn entered with the last point. It can move on from them
    /// one point later than from other squares.
    stopped: u64,
    /// Squares with arrows that this search has followed, so that their targets are already
    /// included.
    followed: u64,
    /// True if a chain of tiles was too long to be followed, so that arrows must be followed again.
    truncated: bool,
    /// All squares that the search has examined so far, at this and lower levels.
    examined: u64,
}

impl Level {
    /// The level before the first action point, for no pawn.
    const NONE: Level = Level {
        entered: 0,
        frontier: 0,
        rested: 0,
        stopped: 0,
        followed: 0,
        truncated: false,
        examined: 0,
    };
}

/// A cached search for one pawn: its input and its levels.
#[derive(Clone, Copy, Debug)]
struct CachedSearch {
    blocked: u64,
    pieces: [u64; 5],
    /// For each level, the squares on which it or a lower level depends. A level that is not
    /// computed yet counts as depending on all squares.
    examined: [u64; MAX_POINTS + 1],
    levels: [Level; MAX_POINTS + 1],
}

/// The most recent searches for one seat's pawn.
struct SearchCache {
    /// Start squares of each cached search.
    starts: [u64; CACHE_SIZE],
    /// For each cached search, the value of `clock` when it was last used.
    last_used: [u32; CACHE_SIZE],
    /// Number of searches made so far.
    clock: u32,
    searches: [CachedSearch; CACHE_SIZE],
}

impl CachedSearch {
    /// A search without any computed level.
    const NONE: CachedSearch = CachedSearch {
        blocked: 0,
        pieces: [0; 5],
        examined: [u64::MAX; MAX_POINTS + 1],
        levels: [Level::NONE; MAX_POINTS + 1],
    };

    /// Squares on which the new input differs from that of this cached search.
    #[inline]
    fn difference(&self, input: &SearchInput) -> u64 {
        let [a, b, c, d, e] = self.pieces;
        let [v, w, x, y, z] = *input.ground.pieces();
        (a ^ v) | (b ^ w) | (c ^ x) | (d ^ y) | (e ^ z) | (self.blocked ^ input.blocked)
    }

    /// Number of levels that are still valid after changes on these squares.
    #[inline]
    fn valid_levels(&self, changed: u64) -> usize {
        self.examined.iter().map(|examined| usize::from(examined & changed == 0)).sum()
    }

    /// Resets the search to a new input.
    #[inline]
    fn reset(&mut self, input: &SearchInput) {
        (self.blocked, self.pieces) = (input.blocked, *input.ground.pieces());
        self.examined = [u64::MAX; MAX_POINTS + 1];
    }

    #[inline]
    fn set_level(&mut self, points: usize, level: Level) {
        self.examined[points] = level.examined;
        self.levels[points] = level;
    }
}

impl SearchCache {
    const NONE: SearchCache = SearchCache {
        starts: [0; CACHE_SIZE],
        last_used: [0; CACHE_SIZE],
        clock: 0,
        searches: [CachedSearch::NONE; CACHE_SIZE],
    };

    #[inline]
    fn search(&mut self, input: &SearchInput, mut each: impl FnMut(usize, u64) -> bool) -> u64 {
        self.clock = self.clock.wrapping_add(1);
        let (mut best, mut valid, mut difference) = (0, 0, 0);
        for (index, starts) in self.starts.iter().enumerate() {
            if *starts == input.starts {
                let search = &self.searches[index];
                let changed = search.difference(input);
                let levels = search.valid_levels(changed);
                if levels > valid {
                    (best, valid, difference) = (index, levels, changed);
                }
                if changed == 0 {
                    break;
                }
            }
        }
        if valid == 0 {
            best = self.least_recent();
            self.starts[best] = input.starts;
            let search = &mut self.searches[best];
            search.reset(input);
            let starts = input.starts;
            let level = Level { frontier: starts, rested: starts, examined: starts, ..Level::NONE };
            search.set_level(0, level);
            valid = 1;
        } else if difference == 0 {
            valid = self.searches[best]
                .examined
                .iter()
                .filter(|examined| **examined != u64::MAX)
                .count();
        }
        self.last_used[best] = self.clock;
        for points in 1..=MAX_POINTS {
            let last = &self.searches[best].levels[points - 1];
            if last.frontier | last.stopped == 0 {
                return last.examined;
            }
            if points >= valid {
                if difference != 0 {
                    (best, difference) = (self.branch(best, valid, input), 0);
                }
                let search = &mut self.searches[best];
                search.set_level(points, search.levels[points - 1].next(input));
            }
            let level = &self.searches[best].levels[points];
            if !each(points, level.entered) {
                return level.examined;
            }
        }
        self.searches[best].levels[MAX_POINTS].examined
    }

    /// Index of the search whose last use is longest ago.
    #[inline]
    fn least_recent(&self) -> usize {
        let (mut least_recent, mut age) = (0, 0);
        for (index, last_used) in self.last_used.iter().enumerate() {
            let unused = self.clock.wrapping_sub(*last_used);
            if unused > age {
                (least_recent, age) = (index, unused);
            }
        }
        least_recent
    }

    /// Copies the first `valid` levels of a search to the least recently used entry, and returns the
    /// index of that entry.
    #[inline]
    fn branch(&mut self, best: usize, valid: usize, input: &SearchInput) -> usize {
        // `best` was used just now, so it is never the least recently used.
        let other = self.least_recent();
        self.starts[other] = input.starts;
        self.last_used[other] = self.clock;
        if let Ok([best, other]) = self.searches.get_disjoint_mut([best, other]) {
            other.reset(input);
            other.examined[..valid].copy_from_slice(&best.examined[..valid]);
            other.levels[..valid].copy_from_slice(&best.levels[..valid]);
        }
        other
    }
}

/// For each direction, the squares that are entered in this direction.
type Entries = [u64; Dir::ALL.len()];

impl Level {
    /// The level after one more action point.
    #[inline]
    fn next(&self, input: &SearchInput) -> Level {
        let SearchInput { ground, blocked, .. } = *input;
        let mut level = Level { entered: 0, frontier: self.stopped, stopped: 0, ..*self };
        let mut entries = Entries::default();
        for dir in Dir::STRAIGHT {
            let to = shift(self.frontier & !ground.closed(dir), dir);
            level.examined |= to;
            entries[dir as usize] = to & !(blocked | ground.closed(dir.opposite()));
        }
        level.follow(input, entries);
        level.frontier &= !self.rested;
        level.rested |= level.frontier;
        level
    }

    /// Enters these squares and follows the tiles on them. Arrows that were followed before are
    /// left out.
    #[inline]
    fn follow(&mut self, input: &SearchInput, mut entries: Entries) {
        let SearchInput { board, ground, blocked, .. } = *input;
        let followed = if self.truncated { 0 } else { self.followed };
        // Longer chains are rare, and a circle has no end.
        for _ in 0..LONGEST_CHAIN {
            let at = union(&entries);
            let (ice, arrows) = (at & ground.ice, at & ground.arrows & !followed);
            self.entered |= at;
            self.stopped |= at & ground.stops;
            self.frontier |= at & !ground.effective();
            if ice | arrows == 0 {
                return;
            }
            let mut next = Entries::default();
            self.followed |= arrows;
            for square in squares(arrows) {
                let Some(piece) = board.piece(square) else { continue };
                let Some(dir) = piece.arrow() else { continue };
                let near = shift(square.bit(), dir);
                let mut to = near & !(blocked | ground.closed(dir.opposite()));
                self.examined |= near;
                if piece.kind() == Kind::Spring {
                    // The second square or, if it is forbidden, the first. Walls have no effect on
                    // springs.
                    let far = shift(near, dir);
                    self.examined |= far;
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
                    self.examined |= near;
                    next[dir as usize] |= to;
                    self.frontier |= ice & !shift(to, dir.opposite());
                }
            }
            entries = next;
        }
        self.frontier |= union(&entries);
        self.truncated = true;
    }
}

#[inline]
fn union(entries: &Entries) -> u64 {
    entries.iter().fold(0, |set, of_dir| set | of_dir)
}

/// The squares of the set moved by one step. Squares that leave the board are dropped.
#[inline]
pub(crate) fn shift(set: u64, dir: Dir) -> u64 {
    /// Change of a square's index by one step in each direction, modulo 64.
    const BY: [u32; 8] = [8, 9, 1, 57, 56, 55, 63, 7];
    /// For each direction, the squares that a step in this direction can reach.
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
