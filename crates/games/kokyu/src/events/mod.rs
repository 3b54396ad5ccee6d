//! What happens in a play, as data and in words.

mod text;

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{LocalizedText, RuleId, Seat};

use crate::Config;
use crate::board::Eunuch;
use crate::components::{Icon, Square};

/// Where a point came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "kokyu.ts")]
pub enum Source {
    /// The stock.
    Stock,
    /// The opponent of the one who takes (for 香妃: the player she takes from is named).
    Player(Seat),
    /// 香妃's card.
    Kohi,
}

/// Reason why a point is taken from one holder and not from the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "kokyu.ts")]
pub enum Precedence {
    /// This holder has more points.
    More,
    /// Both have the same number, and this holder is without 始動権.
    Tie,
    /// Both have the same number and neither holds 始動権: the taker chose.
    Choice,
}

/// One thing that happened. All of them happen in the open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "event")]
#[ts(export, export_to = "kokyu.ts")]
pub enum Event {
    /// The table is laid; this seat was given 始動権.
    Dealt {
        /// Who begins.
        seat: Seat,
    },
    /// A round of placing begins.
    Round {
        /// Its number.
        round: u16,
    },
    /// Nobody could place: every palace eunuch advanced (ruling AQ17).
    Unblocked,
    /// A eunuch was placed.
    Placed {
        /// Which.
        eunuch: Eunuch,
        /// On which card, 1–9.
        card: u8,
        /// Whether it was the only possibility, so that nobody was asked.
        forced: bool,
    },
    /// Placing has ended and the cards are processed.
    Processing,
    /// A eunuch's turn on a card has come.
    Reached {
        /// Which.
        eunuch: Eunuch,
        /// The card, 1–9.
        card: u8,
        /// What the card does.
        icon: Icon,
    },
    /// A eunuch went home from a card.
    WentHome {
        /// Which.
        eunuch: Eunuch,
        /// From which card, 1–9.
        card: u8,
    },
    /// 混: pile and discards became a new pile.
    Reshuffled,
    /// 権: the seat took 始動権.
    TookInitiative {
        /// Who.
        seat: Seat,
    },
    /// 権: the seat held 始動権 already.
    KeptInitiative {
        /// Who.
        seat: Seat,
    },
    /// 飛: a eunuch flew to another card.
    Flew {
        /// Which.
        eunuch: Eunuch,
        /// From which card, 1–9.
        from: u8,
        /// To which card, 1–9.
        to: u8,
    },
    /// 飛: there was nowhere to fly.
    Grounded {
        /// Which.
        eunuch: Eunuch,
    },
    /// 入: a eunuch entered the palace.
    Entered {
        /// Which.
        eunuch: Eunuch,
        /// On which palace square.
        square: u8,
    },
    /// Palace eunuchs advanced: everybody's, or one seat's.
    PalaceAdvanced {
        /// Whose; nobody named means everybody's.
        seat: Option<Seat>,
        /// How many squares.
        steps: u8,
    },
    /// There was nobody in the palace to be advanced or banished.
    PalaceEmpty {
        /// Whose eunuchs it was about; nobody named means everybody's.
        seat: Option<Seat>,
    },
    /// 強制送還: a eunuch that reached the last palace square went home.
    SentBack {
        /// Which.
        eunuch: Eunuch,
    },
    /// 発動 begins.
    Activated,
    /// 発動 without anybody in the palace.
    NobodyToActivate,
    /// 発動 a second time in the round does nothing.
    ActivatedAgain,
    /// A palace eunuch's square is executed.
    Executes {
        /// Which.
        eunuch: Eunuch,
        /// The palace square.
        square: u8,
        /// What the square does.
        kind: Square,
    },
    /// The executed eunuch went home.
    Executed {
        /// Which.
        eunuch: Eunuch,
    },
    /// 強: the eunuch was turned over.
    Promoted {
        /// Whose.
        seat: Seat,
    },
    /// 強: the eunuch was strong already.
    AlreadyStrong {
        /// Whose.
        seat: Seat,
    },
    /// A consort sets out.
    Advances {
        /// Whose.
        seat: Seat,
        /// From which square.
        from: u8,
        /// How many squares.
        steps: u8,
    },
    /// A consort was pushed back, unless it stood on 開始 and stays there.
    PushedBack {
        /// Whose.
        seat: Seat,
        /// From which square.
        from: u8,
        /// To which square.
        to: u8,
    },
    /// A consort completed a lap.
    Lap {
        /// Whose.
        seat: Seat,
        /// How many laps it has now.
        laps: u8,
    },
    /// 後宮闘争: the closed cards were turned over.
    Opened,
    /// 寵愛ボーナス: the first visit to 茶休憩.
    TeaBonus {
        /// Whose.
        seat: Seat,
    },
    /// A later visit to 茶休憩: a 策謀 card is to be drawn.
    TeaRest {
        /// Whose.
        seat: Seat,
    },
    /// A 策謀 card was drawn and shown.
    Drew {
        /// Who.
        seat: Seat,
        /// Its number from 0.
        plot: u8,
    },
    /// There was no 策謀 card to draw.
    NothingToDraw {
        /// Who.
        seat: Seat,
    },
    /// The 策謀 card was discarded.
    Discarded {
        /// Its number from 0.
        plot: u8,
    },
    /// 追放: all of a seat's palace eunuchs went home.
    Banished {
        /// Whose.
        seat: Seat,
    },
    /// The discards were shuffled into a new pile.
    Recycled,
    /// A player gained a point.
    Gained {
        /// Who.
        seat: Seat,
        /// From where.
        from: Source,
        /// Reason for taking it from this holder; nothing for a point of the stock.
        by: Option<Precedence>,
    },
    /// There was no point to be had.
    NothingToGain {
        /// Who; nobody named means 香妃.
        seat: Option<Seat>,
    },
    /// 香妃 gained a point.
    KohiGained {
        /// From where.
        from: Source,
        /// Reason for taking it from this player; nothing for a point of the stock.
        by: Option<Precedence>,
    },
    /// A player won.
    Won {
        /// Who.
        seat: Seat,
    },
    /// 香妃 won: nobody else does.
    KohiWon,
    /// The agreed number of rounds was played.
    RoundsOver,
}

impl zashiki_core::Event<Config> for Event {
    fn reveals(&self) -> bool {
        matches!(self, Event::Drew { .. })
    }

    fn describe(&self, config: &Config) -> (LocalizedText, RuleId) {
        self.text(config)
    }
}
