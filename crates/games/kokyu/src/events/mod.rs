//! The events of a match, as data. Their texts are in `text.rs`, their episodes in `narrate.rs`.

mod narrate;
mod sentence;
mod text;

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{
    Episode, Localize as _, LocalizedText, ReceivedComponent, RuleId, ScoreChange, Seat,
};

use crate::Config;
use crate::board::Eunuch;
use crate::components::{Icon, Square};

/// The source of a gained point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "kokyu.ts")]
pub enum Source {
    /// The point comes from the stock.
    Stock,
    /// The point comes from a player: the opponent of the gaining seat, or the player from whom
    /// Xiang Fei takes it.
    Player(Seat),
    /// The point comes from Xiang Fei (香妃).
    Kohi,
}

/// The reason for taking a point from one of two possible holders and not from the other.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "kokyu.ts")]
pub enum Precedence {
    /// The holder that loses the point has more points than the other.
    More,
    /// In a tie: the holder that loses the point does not have the first-move tile.
    Tie,
    /// In a tie, if neither holder has the first-move tile: the gaining seat chose.
    Choice,
}

/// The reason for which a player gains a point.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "kokyu.ts")]
pub enum Gain {
    /// The consort completed a lap.
    Lap,
    /// A palace eunuch acted on the point square.
    Square,
    /// A plot card (策謀) gives a point.
    Plot,
}

impl Gain {
    /// The id of the score cause.
    const fn cause(self) -> &'static str {
        match self {
            Gain::Lap => "lap",
            Gain::Square => "square",
            Gain::Plot => "plot",
        }
    }
}

/// An event of a match. All events are public.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "event")]
#[ts(export, export_to = "kokyu.ts")]
pub enum Event {
    /// The match begins.
    Dealt {
        /// The first holder of the first-move tile (始動権).
        seat: Seat,
    },
    /// A round begins.
    Round {
        /// The round that begins, counted from 1.
        round: u16,
        /// The seat that places the first eunuch: the holder of the first-move tile (始動権), or the
        /// other one if the holder has no eunuch in hand.
        first: Seat,
    },
    /// All eunuchs are in the palace, so every palace eunuch advances (AQ17).
    Unblocked,
    /// A eunuch was placed on a card.
    Placed {
        /// The placed eunuch.
        eunuch: Eunuch,
        /// The number of the card, 1..=9.
        card: u8,
        /// True if the placement was the only choice, so that the seat had no decision.
        forced: bool,
    },
    /// Placing is over; the cards are processed.
    Processing,
    /// The processing of a eunuch on a card begins.
    Reached {
        /// The eunuch that is processed.
        eunuch: Eunuch,
        /// The number of the card, 1..=9.
        card: u8,
        /// The icon of the card.
        icon: Icon,
    },
    /// A processed eunuch returned to the hand.
    WentHome {
        /// The eunuch that returned.
        eunuch: Eunuch,
        /// The number of the card that the eunuch left, 1..=9.
        card: u8,
    },
    /// Reshuffle (混): the pile and the discards became a new pile.
    Reshuffled,
    /// First move (権): a seat took the first-move tile.
    TookInitiative {
        /// The new holder of the tile.
        seat: Seat,
    },
    /// First move (権): the seat had the first-move tile already.
    KeptInitiative {
        /// The seat that keeps the tile.
        seat: Seat,
    },
    /// Fly (飛): a eunuch flew to another card.
    Flew {
        /// The eunuch that flew.
        eunuch: Eunuch,
        /// The number of the card that it left, 1..=9.
        from: u8,
        /// The number of its destination, 1..=9.
        to: u8,
    },
    /// Fly (飛): a eunuch stayed, since it had no destination.
    Grounded {
        /// The eunuch that stayed.
        eunuch: Eunuch,
    },
    /// Enter (入): a eunuch entered the palace.
    Entered {
        /// The eunuch that entered.
        eunuch: Eunuch,
        /// Index of the palace square on which it entered, from 0.
        square: u8,
    },
    /// The palace eunuchs of one seat, or of both, advanced.
    PalaceAdvanced {
        /// The owner of the eunuchs; `null` for both seats.
        seat: Option<Seat>,
        /// Number of squares by which the eunuchs advanced.
        steps: u8,
    },
    /// There was no palace eunuch to advance or to return.
    PalaceEmpty {
        /// The owner of the eunuchs; `null` for both seats.
        seat: Option<Seat>,
    },
    /// Forced return (強制送還): a eunuch that reached the last palace square returned to the hand.
    SentBack {
        /// The eunuch that returned.
        eunuch: Eunuch,
    },
    /// Activation (発動) begins.
    Activated,
    /// Activation (発動) had no effect: the palace is empty.
    NobodyToActivate,
    /// A second activation (発動) in a round had no effect.
    ActivatedAgain,
    /// The square of a palace eunuch is resolved.
    Executes {
        /// The eunuch whose square is resolved.
        eunuch: Eunuch,
        /// Index of the eunuch's palace square, from 0.
        square: u8,
        /// The kind of the square.
        kind: Square,
    },
    /// The palace eunuch whose square has been resolved returned to the hand.
    Executed {
        /// The eunuch that returned.
        eunuch: Eunuch,
    },
    /// Strong (強): the eunuch was turned to its strong side.
    Promoted {
        /// The owner of the eunuch.
        seat: Seat,
    },
    /// Strong (強): the eunuch was strong already.
    AlreadyStrong {
        /// The owner of the eunuch.
        seat: Seat,
    },
    /// A consort begins to advance.
    Advances {
        /// The owner of the consort.
        seat: Seat,
        /// The consort's square before the advance.
        from: u8,
        /// Number of squares to advance.
        steps: u8,
    },
    /// A consort was moved back. On the start square (開始) it stays.
    PushedBack {
        /// The owner of the consort.
        seat: Seat,
        /// The consort's square before it was moved back.
        from: u8,
        /// The consort's square afterwards; equal to `from` on the start square.
        to: u8,
    },
    /// A consort completed a lap.
    Lap {
        /// The owner of the consort.
        seat: Seat,
        /// Number of laps that the consort has completed.
        laps: u8,
    },
    /// Strife in the harem (後宮闘争): the face-down cards were turned up.
    Opened,
    /// Bonus (寵愛ボーナス) for the first visit to the tea square (茶休憩).
    TeaBonus {
        /// The owner of the consort.
        seat: Seat,
    },
    /// A later visit to the tea square (茶休憩): a plot card will be drawn.
    TeaRest {
        /// The owner of the consort.
        seat: Seat,
    },
    /// A plot card (策謀) was drawn and revealed.
    Drew {
        /// The drawing seat.
        seat: Seat,
        /// Index of the drawn plot card, from 0.
        plot: u8,
    },
    /// There was no plot card (策謀) to draw.
    NothingToDraw {
        /// The seat that should have drawn a card.
        seat: Seat,
    },
    /// A plot card (策謀) was discarded.
    Discarded {
        /// Index of the discarded plot card, from 0.
        plot: u8,
    },
    /// Banishment (追放): all palace eunuchs of a seat returned to its hand.
    Banished {
        /// The owner of the eunuchs.
        seat: Seat,
    },
    /// The pile was empty: the discards were shuffled into a new pile.
    Recycled,
    /// A player gained a point.
    Gained {
        /// The gaining seat.
        seat: Seat,
        /// The reason for which the seat gains it.
        gain: Gain,
        /// The source of the point.
        from: Source,
        /// The reason for taking the point from this source; `null` if it came from the stock.
        by: Option<Precedence>,
    },
    /// There was no point to gain.
    NothingToGain {
        /// The seat that should have gained a point; `null` for Xiang Fei (香妃).
        seat: Option<Seat>,
    },
    /// Xiang Fei (香妃) gained a point.
    KohiGained {
        /// The source of the point.
        from: Source,
        /// The reason for taking the point from this source; `null` if it came from the stock.
        by: Option<Precedence>,
        /// Number of points that she then has.
        points: u8,
    },
    /// A player won by reaching the goal.
    Won {
        /// The winner.
        seat: Seat,
    },
    /// Xiang Fei (香妃) reached her goal: nobody wins.
    KohiWon,
    /// The maximum number of rounds was played: nobody wins.
    RoundsOver,
}

impl zashiki_core::Event<Config> for Event {
    fn reveals(&self) -> bool {
        matches!(self, Event::Drew { .. })
    }

    fn describe(&self, config: &Config) -> (LocalizedText, RuleId) {
        self.text(config)
    }

    fn score_changes(&self, _: &Config) -> Vec<ScoreChange> {
        let change = |seat, amount, cause| ScoreChange { seat, amount, cause };
        match *self {
            Event::TeaBonus { seat } => vec![change(seat, 1, "tea")],
            Event::Gained { seat, gain, from, .. } => {
                let mut changes = vec![change(seat, 1, gain.cause())];
                if let Source::Player(holder) = from {
                    changes.push(change(holder, -1, "taken"));
                }
                changes
            }
            Event::KohiGained { from: Source::Player(holder), .. } => {
                vec![change(holder, -1, "kohi")]
            }
            _ => Vec::new(),
        }
    }

    fn received(&self, config: &Config) -> Option<ReceivedComponent> {
        let Event::Drew { seat, plot } = *self else { return None };
        let component = config.components.plots[usize::from(plot)].name.name();
        Some(ReceivedComponent { seat, component })
    }

    fn begins_round(&self) -> Option<u16> {
        match *self {
            Event::Round { round, .. } => Some(round),
            _ => None,
        }
    }

    fn narrate(config: &Config, events: &[Event]) -> Vec<Episode> {
        Event::episodes(config, events)
    }
}
