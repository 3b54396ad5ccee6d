//! Everything that lies open on the table. What is hidden (the order of the pile, the
//! dice) is not in here, so a board is at the same time what every viewer may know.

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::Seat;

use crate::limits::{CARDS, EUNUCHS, MAX_PALACE, MAX_PLOTS, MAX_TASKS};

/// A eunuch: whose, and whether it shows its strong side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Eunuch {
    /// Its owner.
    pub seat: Seat,
    /// Whether it was turned to 強.
    pub strong: bool,
}

/// One player's eunuchs in one place, by side.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Group {
    /// How many show 弱.
    pub weak: u8,
    /// How many show 強.
    pub strong: u8,
}

impl Group {
    /// How many eunuchs there are.
    #[inline]
    pub const fn total(self) -> u8 {
        self.weak + self.strong
    }

    /// How many show this side.
    #[inline]
    pub const fn count(self, strong: bool) -> u8 {
        if strong { self.strong } else { self.weak }
    }

    /// The count of this side, to change.
    #[inline]
    pub const fn side(&mut self, strong: bool) -> &mut u8 {
        if strong { &mut self.strong } else { &mut self.weak }
    }

    /// Moves everybody from `other` into this group.
    #[inline]
    pub const fn absorb(&mut self, other: &mut Group) {
        self.weak += other.weak;
        self.strong += other.strong;
        *other = Group { weak: 0, strong: 0 };
    }
}

/// One card of the Forbidden City.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Card {
    /// Whether its face is up.
    pub open: bool,
    /// The eunuchs on it, in the order in which they are processed. More than one only
    /// after 飛.
    #[ts(as = "Vec<Eunuch>")]
    pub eunuchs: ArrayVec<Eunuch, { EUNUCHS as usize }>,
}

/// Where a consort stands in the bedroom.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Consort {
    /// The square, counted clockwise; 0 is 開始.
    pub square: u8,
    /// Laps completed.
    pub laps: u8,
}

/// A palace eunuch whose square is being executed by 発動.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Executing {
    /// Which eunuch.
    pub eunuch: Eunuch,
    /// The palace square it stands on.
    pub square: u8,
}

/// Something that is still to be done. The last of [`Board::tasks`] is done first.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "task", deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub enum Task {
    /// 太監配置: the seat places a eunuch (or the other seat, if it has none).
    Place {
        /// Who.
        seat: Seat,
    },
    /// 行動処理: the first eunuch on the card (or on the next occupied one) is processed.
    Process {
        /// The card as an index from 0.
        card: u8,
        /// Whether this card's 発動 has been executed in this round.
        activated: bool,
    },
    /// The first eunuch on the card has been processed and goes home.
    Return {
        /// The card as an index from 0.
        card: u8,
    },
    /// 飛: the seat chooses where to fly.
    Fly {
        /// Who.
        seat: Seat,
        /// From which card, as an index from 0.
        card: u8,
    },
    /// 発動: the seat's palace eunuchs are executed, in the order it chooses.
    Activate {
        /// Who.
        seat: Seat,
        /// Whether the other seat has had its executions.
        last: bool,
    },
    /// The palace eunuch being executed goes home.
    Executed,
    /// The seat chooses between advancing its consort and drawing 策謀 cards.
    Way {
        /// Who.
        seat: Seat,
        /// Squares.
        steps: u8,
        /// Cards.
        draws: u8,
    },
    /// The seat's consort advances, square by square.
    Advance {
        /// Who.
        seat: Seat,
        /// Squares still to go.
        steps: u8,
        /// 策謀 cards to draw afterwards, from visits to 茶休憩.
        draws: u8,
    },
    /// The seat draws and executes 策謀 cards.
    Draw {
        /// Who.
        seat: Seat,
        /// How many.
        count: u8,
    },
    /// The 策謀 card drawn last has been executed and is discarded.
    Discard,
    /// The seat gains 乾隆ポイント, one by one.
    Gain {
        /// Who.
        seat: Seat,
        /// How many.
        count: u8,
    },
    /// The stock is empty: the seat chooses whom to take a point from.
    Source {
        /// Who.
        seat: Seat,
    },
    /// 後宮闘争: the closed cards are turned over.
    Open,
}

/// How a play ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "end", deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub enum End {
    /// A player holds four points.
    Favour {
        /// The winner.
        seat: Seat,
    },
    /// 香妃 reached her goal: nobody wins.
    Kohi,
    /// The agreed number of rounds was played: nobody wins.
    Rounds,
}

/// Everything that lies open on the table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Board {
    /// The round, from 1.
    pub round: u16,
    /// Who holds 始動権.
    pub initiative: Seat,
    /// The cards 1–9, in order.
    pub cards: [Card; CARDS],
    /// Each seat's eunuchs in hand.
    pub hands: [Group; 2],
    /// For each palace square, each seat's eunuchs on it (the one being executed not
    /// counted).
    #[ts(as = "Vec<[Group; 2]>")]
    pub palace: ArrayVec<[Group; 2], MAX_PALACE>,
    /// The palace eunuch being executed.
    pub executing: Option<Executing>,
    /// Each seat's consort.
    pub consorts: [Consort; 2],
    /// Each seat's 乾隆ポイント.
    pub points: [u8; 2],
    /// 香妃's points.
    pub kohi: u8,
    /// Points in the stock.
    pub stock: u8,
    /// Points on 茶休憩.
    pub tea: u8,
    /// 策謀 cards being executed, outermost first, by number from 0.
    #[ts(as = "Vec<u8>")]
    pub resolving: ArrayVec<u8, MAX_PLOTS>,
    /// 策謀 cards discarded, oldest first.
    #[ts(as = "Vec<u8>")]
    pub discards: ArrayVec<u8, MAX_PLOTS>,
    /// What is still to be done; the last is done first. Empty between rounds.
    #[ts(as = "Vec<Task>")]
    pub tasks: ArrayVec<Task, MAX_TASKS>,
    /// How it ended, if it has.
    pub end: Option<End>,
}

impl Board {
    /// The card being processed, as an index from 0.
    pub fn current_card(&self) -> Option<usize> {
        match self.tasks.first() {
            Some(Task::Process { card, .. }) => Some(usize::from(*card)),
            _ => None,
        }
    }
}
