//! The board: all public information of a match. Hidden information (hands, piles, the random
//! number generator) is not part of it.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{Seat, SeatSet};

use crate::limits::{MAX_PLACED, MAX_REMOVED, MAX_SEATS};
use crate::square::{BATTLEFIELDS, LINES, Square};
use crate::tile::Tile;

/// A domino on the sheet.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Placed {
    /// Owner of the domino.
    pub seat: Seat,
    /// The placed domino.
    pub tile: Tile,
    /// Square of the lower mark. A general has equal halves: then the first of its two squares.
    pub low: Square,
    /// Square of the higher mark. A general has equal halves: then the second of its two squares.
    pub high: Square,
}

/// The reason why a domino left the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "sengoku.ts")]
pub enum Why {
    /// There was no place for it (S-31; AS35 for a general).
    NoPlace,
    /// Its owner placed the general instead of it (S-37).
    Replaced,
}

/// A domino that left the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Removed {
    /// Owner of the domino.
    pub seat: Seat,
    /// The domino that left the game.
    pub tile: Tile,
    /// The reason why it left the game.
    pub why: Why,
}

/// A domino that was declared in this round (出陣).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Declared {
    /// The seat that declared it.
    pub seat: Seat,
    /// The declared domino.
    pub tile: Tile,
}

/// The decision on a flower path or a castle.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "sengoku.ts")]
pub enum Settlement {
    /// Not decided yet.
    #[default]
    Open,
    /// Decided: no seat has won it.
    Nobody,
    /// Decided: this seat has won it.
    Won(Seat),
}

/// The way in which a game ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "sengoku.ts")]
pub enum Ending {
    /// A seat has enough flowers on flower paths (S-63).
    Flowers,
    /// Several seats have enough flowers and are equal in all comparisons: they share the victory
    /// (S-72, AS37).
    FlowersShared,
    /// A seat has enough castles (S-62).
    Castles,
    /// After the last battlefield, a seat has the most castles (S-65).
    MostCastles,
    /// Castles are tied; a seat has the most flower paths (S-66).
    MostFlowers,
    /// Castles and flower paths are tied; of the tied seats, one has the highest total strength of
    /// the tiles in hand (S-67).
    Hands,
    /// After the last battlefield, all comparisons are tied: the victory is shared (AS19, AS37).
    FourthBattlefieldShared,
}

/// All public information of a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Board {
    /// Number of the round, from 1.
    pub round: u8,
    /// The current battlefield, from 0.
    pub field: u8,
    /// The seats that declare a domino in this round, in order. A seat with neither tile nor
    /// general left is not among them (AS23).
    #[ts(as = "Vec<Seat>")]
    pub order: ArrayVec<Seat, MAX_SEATS>,
    /// The dominoes declared in this round, in order.
    #[ts(as = "Vec<Declared>")]
    pub declared: ArrayVec<Declared, MAX_SEATS>,
    /// Number of dominoes declared in this round that have been placed or lost, in the order of
    /// placing.
    pub resolved: u8,
    /// True if a seat has placed a domino in this round.
    pub anyone_placed: bool,
    /// For each seat, true if it has neither declared nor placed its general yet.
    #[ts(as = "Vec<bool>")]
    pub generals: ArrayVec<bool, MAX_SEATS>,
    /// The dominoes on the sheet, in the order of placing.
    #[ts(as = "Vec<Placed>")]
    pub placed: ArrayVec<Placed, MAX_PLACED>,
    /// The dominoes that left the game, in order.
    #[ts(as = "Vec<Removed>")]
    pub removed: ArrayVec<Removed, MAX_REMOVED>,
    /// For each battlefield, the decisions on its flower paths: rows from the top, then columns
    /// from the left.
    pub lines: [[Settlement; LINES]; BATTLEFIELDS],
    /// For each battlefield, the decision on its castle.
    pub castles: [Settlement; BATTLEFIELDS],
    /// The way in which the game ended; `null` before its end.
    pub end: Option<Ending>,
    /// The winners; empty before the end of the game.
    #[ts(as = "Vec<Seat>")]
    pub winners: ArrayVec<Seat, MAX_SEATS>,
}

/// The decision that the game waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[ts(export, export_to = "sengoku.ts")]
pub enum Stage {
    /// A seat has to declare a domino.
    Declare {
        /// The seat that declares.
        seat: Seat,
    },
    /// A seat has to place the domino that it declared, or place its general instead, or lose the
    /// domino.
    Place {
        /// The seat that places.
        seat: Seat,
        /// The domino it declared.
        tile: Tile,
    },
    /// There is no decision: the round or the game is over.
    Over,
}

impl Board {
    /// The board before the first round. `order` is the order in which the seats declare.
    pub(crate) fn before_setup(order: ArrayVec<Seat, MAX_SEATS>) -> Board {
        Board {
            round: 1,
            field: 0,
            generals: order.iter().map(|_| true).collect(),
            order,
            declared: ArrayVec::new(),
            resolved: 0,
            anyone_placed: false,
            placed: ArrayVec::new(),
            removed: ArrayVec::new(),
            lines: Default::default(),
            castles: Default::default(),
            end: None,
            winners: ArrayVec::new(),
        }
    }

    /// Number of seats in the match.
    #[inline]
    pub fn seats(&self) -> u8 {
        self.generals.len() as u8
    }

    /// The decision that the game waits for.
    #[inline]
    pub fn stage(&self) -> Stage {
        if self.end.is_some() {
            return Stage::Over;
        }
        if let Some(seat) = self.order.get(self.declared.len()) {
            return Stage::Declare { seat: *seat };
        }
        match self.placing_order().get(usize::from(self.resolved)) {
            Some(Declared { seat, tile }) => Stage::Place { seat: *seat, tile: *tile },
            None => Stage::Over,
        }
    }

    /// Returns true if another seat declared the same strength, so that both tokens move to ×
    /// (S-15, S-17).
    pub fn is_tied(&self, declared: Declared) -> bool {
        let strength = declared.tile.strength();
        self.declared.iter().filter(|other| other.tile.strength() == strength).count() > 1
    }

    /// The dominoes declared in this round, in the order of placing. Dominoes whose strength no
    /// other seat declared come first, in ascending order of strength. Then follow those whose
    /// tokens are on ×, from the top: the latest declared first (S-14, S-15, S-16, S-18).
    pub fn placing_order(&self) -> ArrayVec<Declared, MAX_SEATS> {
        let mut order: ArrayVec<(u8, Declared), MAX_SEATS> = (self.declared.iter().zip(0u8..))
            .map(|(declared, index)| {
                let tied = self.is_tied(*declared);
                // Above every strength; a later declaration has a smaller key.
                let key = if tied { u8::MAX - index } else { declared.tile.strength() };
                (key, *declared)
            })
            .collect();
        order.sort_unstable_by_key(|(key, _)| *key);
        order.into_iter().map(|(_, declared)| declared).collect()
    }

    /// Number of flower paths that a seat has won in this battlefield.
    pub fn flowers_in(&self, field: usize, seat: Seat) -> u8 {
        self.lines[field].iter().filter(|line| **line == Settlement::Won(seat)).count() as u8
    }

    /// Number of flower paths that a seat has won in all battlefields (S-64).
    pub fn flowers(&self, seat: Seat) -> u8 {
        (0..BATTLEFIELDS).map(|field| self.flowers_in(field, seat)).sum()
    }

    /// Number of castles that a seat has won.
    pub fn castles_of(&self, seat: Seat) -> u8 {
        self.castles.iter().filter(|castle| **castle == Settlement::Won(seat)).count() as u8
    }

    /// The winners of the game.
    pub fn winners(&self) -> SeatSet {
        self.winners.iter().copied().collect()
    }

    /// The declared dominoes that have been neither placed nor lost yet, in the order of placing.
    pub fn unresolved(&self) -> impl Iterator<Item = Declared> {
        let resolved = if self.declared.len() < self.order.len() { 0 } else { self.resolved };
        self.placing_order().into_iter().skip(usize::from(resolved))
    }

    /// The tiles of a seat that all players have seen: those on the sheet, out of the game, or
    /// declared. Generals are not included.
    pub fn tiles_shown_by(&self, seat: Seat) -> impl Iterator<Item = Tile> {
        let placed = self.placed.iter().map(|domino| (domino.seat, domino.tile));
        let removed = self.removed.iter().map(|domino| (domino.seat, domino.tile));
        let declared = self.unresolved().map(|domino| (domino.seat, domino.tile));
        placed
            .chain(removed)
            .chain(declared)
            .filter(move |(owner, tile)| *owner == seat && !tile.is_general())
            .map(|(_, tile)| tile)
    }
}
