//! The board: all public information about a match. Only the order of the pile and the random
//! number generator are hidden, so every viewer knows the whole board.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::Seat;

use crate::limits::{CARDS, EUNUCHS, MAX_PALACE, MAX_PLOTS, MAX_TASKS};

/// A eunuch tile: its owner, and the side that is up.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Eunuch {
    /// The seat that owns the eunuch.
    pub seat: Seat,
    /// True if the strong side (強) of the eunuch is up.
    pub strong: bool,
}

/// The number of a seat's eunuchs in one place, by side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Group {
    /// Number of weak (弱) eunuchs.
    pub weak: u8,
    /// Number of strong (強) eunuchs.
    pub strong: u8,
}

impl Group {
    /// Number of all eunuchs in the group, weak and strong.
    #[inline]
    pub const fn total(self) -> u8 {
        self.weak + self.strong
    }

    /// Number of strong eunuchs if `strong` is true, otherwise of weak ones.
    #[inline]
    pub const fn count(self, strong: bool) -> u8 {
        if strong { self.strong } else { self.weak }
    }

    /// Mutable access to the number of strong eunuchs if `strong` is true, otherwise of weak ones.
    #[inline]
    pub const fn side(&mut self, strong: bool) -> &mut u8 {
        if strong { &mut self.strong } else { &mut self.weak }
    }

    /// Moves all eunuchs of `other` into this group.
    #[inline]
    pub const fn absorb(&mut self, other: &mut Group) {
        self.weak += other.weak;
        self.strong += other.strong;
        *other = Group { weak: 0, strong: 0 };
    }
}

/// The state of a card of the Forbidden City.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Card {
    /// True if the card is face up.
    pub open: bool,
    /// The eunuchs on the card, in the order of processing. More than one only after a flight (飛).
    #[ts(as = "Vec<Eunuch>")]
    pub eunuchs: ArrayVec<Eunuch, { EUNUCHS as usize }>,
}

/// A consort's progress in the bedroom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Consort {
    /// The square, counted clockwise from the start square (開始), which is 0.
    pub square: u8,
    /// Number of laps that the consort has completed.
    pub laps: u8,
}

/// A palace eunuch whose square is being resolved, by an activation (発動).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Executing {
    /// The eunuch whose square is being resolved.
    pub eunuch: Eunuch,
    /// Index of the eunuch's palace square, from 0.
    pub square: u8,
}

/// A task of the rules. [`Board::tasks`] is a stack of them: the last one is next.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "task", deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub enum Task {
    /// Placing (太監配置): a seat places a eunuch. If it has none in hand, the other seat places
    /// one.
    Place {
        /// The seat to move.
        seat: Seat,
    },
    /// Processing (行動処理): the first eunuch on a card is processed. If the card has none, the
    /// next card with a eunuch is processed.
    Process {
        /// Index of the card, from 0.
        card: u8,
        /// True if this card has activated (発動) the palace in this round.
        activated: bool,
    },
    /// The first eunuch on a card has been processed and returns to the hand.
    Return {
        /// Index of the card, from 0.
        card: u8,
    },
    /// Fly (飛): a seat chooses the destination of its eunuch.
    Fly {
        /// The seat to move.
        seat: Seat,
        /// Index of the card from which it flies, from 0.
        card: u8,
    },
    /// Activation (発動): the squares of a seat's palace eunuchs are resolved, in the order that it
    /// chooses.
    Activate {
        /// The seat to move.
        seat: Seat,
        /// True if the squares of the other seat's eunuchs have already been resolved.
        last: bool,
    },
    /// The palace eunuch whose square has been resolved returns to the hand.
    Executed,
    /// A seat chooses between advancing its consort and drawing plot cards (策謀).
    Way {
        /// The seat to move.
        seat: Seat,
        /// Number of squares to advance.
        steps: u8,
        /// Number of cards to draw.
        draws: u8,
    },
    /// A seat's consort advances square by square.
    Advance {
        /// The owner of the consort.
        seat: Seat,
        /// Number of squares still to advance.
        steps: u8,
        /// Number of plot cards to draw after the advance, for visits to the tea square (茶休憩).
        draws: u8,
    },
    /// A seat draws and resolves plot cards (策謀).
    Draw {
        /// The drawing seat.
        seat: Seat,
        /// Number of cards still to draw.
        count: u8,
    },
    /// The last drawn plot card has been resolved and is discarded.
    Discard,
    /// A seat gains Qianlong points (乾隆ポイント) one by one.
    Gain {
        /// The gaining seat.
        seat: Seat,
        /// Number of points still to gain.
        count: u8,
    },
    /// The stock is empty: a seat chooses between a point of the opponent and one of Xiang Fei.
    Source {
        /// The seat to move.
        seat: Seat,
    },
    /// Strife in the harem (後宮闘争): the face-down cards are turned up.
    Open,
}

/// The end of a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "end", deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub enum End {
    /// A player has reached the goal, four Qianlong points.
    Favour {
        /// The winner.
        seat: Seat,
    },
    /// Xiang Fei (香妃) has reached her goal: nobody wins.
    Kohi,
    /// The maximum number of rounds was played: nobody wins.
    Rounds,
}

/// The board: all public information about a match.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Board {
    /// The round, from 1; 0 before the first.
    pub round: u16,
    /// The holder of the first-move tile (始動権).
    pub initiative: Seat,
    /// The cards 1 to 9, in order.
    pub cards: [Card; CARDS],
    /// The eunuchs in hand, by seat.
    pub hands: [Group; 2],
    /// The eunuchs on each palace square, by seat, without the one in [`Board::executing`].
    #[ts(as = "Vec<[Group; 2]>")]
    pub palace: ArrayVec<[Group; 2], MAX_PALACE>,
    /// The palace eunuch whose square is being resolved.
    pub executing: Option<Executing>,
    /// The consorts, by seat.
    pub consorts: [Consort; 2],
    /// Qianlong points (乾隆ポイント), by seat.
    pub points: [u8; 2],
    /// Points of Xiang Fei (香妃).
    pub kohi: u8,
    /// Number of points in the stock.
    pub stock: u8,
    /// Points on the tea square (茶休憩).
    pub tea: u8,
    /// The plot cards (策謀) being resolved, outermost first, as indices from 0.
    #[ts(as = "Vec<u8>")]
    pub resolving: ArrayVec<u8, MAX_PLOTS>,
    /// The discarded plot cards, oldest first, as indices from 0.
    #[ts(as = "Vec<u8>")]
    pub discards: ArrayVec<u8, MAX_PLOTS>,
    /// The stack of tasks; the last one is next. Empty between rounds.
    #[ts(as = "Vec<Task>")]
    pub tasks: ArrayVec<Task, MAX_TASKS>,
    /// The end of the match, once it is over.
    pub end: Option<End>,
}

impl Board {
    /// Index of the card being processed, from 0.
    pub fn current_card(&self) -> Option<usize> {
        match self.tasks.first() {
            Some(Task::Process { card, .. }) => Some(usize::from(*card)),
            _ => None,
        }
    }
}
