//! Everything that lies open on the table. What is hidden (hands, piles, the dice) is not
//! in here.

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
    /// Its owner.
    pub seat: Seat,
    /// Which.
    pub tile: Tile,
    /// The square of its lower mark; of a general, the square that comes first.
    pub low: Square,
    /// The square of its higher mark; of a general, the other square.
    pub high: Square,
}

/// Why a domino left the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "sengoku.ts")]
pub enum Why {
    /// It had no place (S-31; for a general AS35).
    NoPlace,
    /// The general was placed instead (S-37).
    Replaced,
}

/// A domino that left the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Removed {
    /// Its owner.
    pub seat: Seat,
    /// Which.
    pub tile: Tile,
    /// Why.
    pub why: Why,
}

/// A domino that was declared in this round (出陣).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Declared {
    /// Who.
    pub seat: Seat,
    /// What.
    pub tile: Tile,
}

/// Whether a 花道 or a castle has been decided, and for whom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "sengoku.ts")]
pub enum Settlement {
    /// Not yet.
    #[default]
    Open,
    /// Decided: nobody has it.
    Nobody,
    /// Decided: this seat has it.
    Won(Seat),
}

/// How a play ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "sengoku.ts")]
pub enum Ending {
    /// Enough flowers on 花道 (S-63).
    Flowers,
    /// Enough flowers for several at once, with everything equal: shared (S-72, AS37).
    FlowersShared,
    /// Enough castles (S-62).
    Castles,
    /// After the last battlefield, by castles (S-65).
    MostCastles,
    /// Castles tied: by 花道 (S-66).
    MostFlowers,
    /// 花道 tied too: by the tiles in hand (S-67).
    Hands,
    /// After the last battlefield, all tied: shared (AS19, AS37).
    FourthBattlefieldShared,
}

/// Everything that lies open.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "sengoku.ts")]
pub struct Board {
    /// The round, from 1.
    pub round: u8,
    /// The battlefield that is fought for, from 0.
    pub field: u8,
    /// The seats that declare in this round, in that order. Who has neither tile nor general
    /// left is not among them (AS23).
    #[ts(as = "Vec<Seat>")]
    pub order: ArrayVec<Seat, MAX_SEATS>,
    /// What has been declared in this round, in that order.
    #[ts(as = "Vec<Declared>")]
    pub declared: ArrayVec<Declared, MAX_SEATS>,
    /// How many of the declared dominoes were placed or lost already, in placing order.
    pub resolved: u8,
    /// Whether anybody has placed anything in this round.
    pub anyone_placed: bool,
    /// Whose general has been neither declared nor placed.
    #[ts(as = "Vec<bool>")]
    pub generals: ArrayVec<bool, MAX_SEATS>,
    /// The dominoes on the sheet, in the order in which they were placed.
    #[ts(as = "Vec<Placed>")]
    pub placed: ArrayVec<Placed, MAX_PLACED>,
    /// The dominoes that left the game, in that order.
    #[ts(as = "Vec<Removed>")]
    pub removed: ArrayVec<Removed, MAX_REMOVED>,
    /// The 花道 of each battlefield: its rows from the top, then its columns from the left.
    pub lines: [[Settlement; LINES]; BATTLEFIELDS],
    /// The castles of the battlefields.
    pub castles: [Settlement; BATTLEFIELDS],
    /// How it ended; nothing while it goes on.
    pub end: Option<Ending>,
    /// Who won; nobody while it goes on.
    #[ts(as = "Vec<Seat>")]
    pub winners: ArrayVec<Seat, MAX_SEATS>,
}

/// What the table waits for.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[ts(export, export_to = "sengoku.ts")]
pub enum Stage {
    /// The seat declares a domino.
    Declare {
        /// Who.
        seat: Seat,
    },
    /// The seat places the domino it declared, or its general, or loses it.
    Place {
        /// Who.
        seat: Seat,
        /// What it declared.
        tile: Tile,
    },
    /// Nothing: the round or the play is over.
    Over,
}

impl Board {
    /// The sheet before the first round.
    pub(crate) fn blank(order: ArrayVec<Seat, MAX_SEATS>) -> Board {
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

    /// How many seats there are.
    #[inline]
    pub fn seats(&self) -> u8 {
        self.generals.len() as u8
    }

    /// What the table waits for.
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

    /// Whether a seat's declared strength was declared by another seat too, so that its token
    /// lies on × (S-15, S-17).
    pub fn is_tied(&self, declared: Declared) -> bool {
        let strength = declared.tile.strength();
        self.declared.iter().filter(|other| other.tile.strength() == strength).count() > 1
    }

    /// What was declared in this round in the order of placing: single strengths upwards, then
    /// × from the top, the latest declared first (S-14, S-15, S-16, S-18).
    pub fn placing_order(&self) -> ArrayVec<Declared, MAX_SEATS> {
        let mut order: ArrayVec<(u8, Declared), MAX_SEATS> = (self.declared.iter().zip(0u8..))
            .map(|(declared, index)| {
                let tied = self.is_tied(*declared);
                // Above every strength, and the later the sooner.
                let key = if tied { u8::MAX - index } else { declared.tile.strength() };
                (key, *declared)
            })
            .collect();
        order.sort_unstable_by_key(|(key, _)| *key);
        order.into_iter().map(|(_, declared)| declared).collect()
    }

    /// How many 花道 a seat has taken in this battlefield.
    pub fn flowers_in(&self, field: usize, seat: Seat) -> u8 {
        self.lines[field].iter().filter(|line| **line == Settlement::Won(seat)).count() as u8
    }

    /// How many 花道 a seat has taken in all (S-64).
    pub fn flowers(&self, seat: Seat) -> u8 {
        (0..BATTLEFIELDS).map(|field| self.flowers_in(field, seat)).sum()
    }

    /// How many castles a seat has taken.
    pub fn castles_of(&self, seat: Seat) -> u8 {
        self.castles.iter().filter(|castle| **castle == Settlement::Won(seat)).count() as u8
    }

    /// Who won.
    pub fn winners(&self) -> SeatSet {
        self.winners.iter().copied().collect()
    }
}

impl Board {
    /// The declared dominoes that have been neither placed nor lost yet.
    pub fn unresolved(&self) -> impl Iterator<Item = Declared> {
        let resolved = if self.declared.len() < self.order.len() { 0 } else { self.resolved };
        self.placing_order().into_iter().skip(usize::from(resolved))
    }

    /// The tiles of a seat that everybody has seen: placed, out of the game or declared.
    /// Generals are not among them.
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
