//! The events of a match, as data. Their texts are in `text.rs`, the sentences of episodes in
//! `narrate.rs`.

mod narrate;
mod phrases;
mod text;

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{
    Episode, LocalizedText, ReceivedComponent, RuleId, ScoreChange, Seat, SeatSet, Viewer,
};

use crate::components::Icon;
use crate::config::Config;
use crate::face::{Cards, Face};
use crate::grid::{Cells, Layout};
use crate::layout_effects::{Path, StayReason};
use crate::types::Reason;

/// The cause of a fire square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum FireCause {
    /// A fire card was dealt to the square.
    FireCard,
    /// A fourth card was dealt to the square.
    FourthCard,
}

/// The reason why an icon that designates a number has no effect.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum NoEffectReason {
    /// Movement: the pawn is on the square already.
    OwnSquare,
    /// Movement: both neighbouring squares are designated.
    BothNeighbours,
    /// Movement: the square is not on the pawn's path.
    OffTheWay,
    /// Movement in round 1: an earlier icon designates another square.
    Overruled,
    /// Sword attack: the square is out of reach.
    OutOfReach,
    /// Attack: no other seat's pawn is on the square.
    NobodyThere,
    /// Attack: no seat on the square has a card that can be stolen.
    NothingToTake,
    /// Recovery: the seat has no card to recover.
    NothingToRecover,
}

impl From<StayReason> for NoEffectReason {
    fn from(stay: StayReason) -> NoEffectReason {
        match stay {
            StayReason::OwnSquare => NoEffectReason::OwnSquare,
            StayReason::BothNeighbours => NoEffectReason::BothNeighbours,
            StayReason::NotDesignated | StayReason::Unreachable => NoEffectReason::OffTheWay,
            StayReason::Overruled => NoEffectReason::Overruled,
        }
    }
}

/// An event of a match.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "event")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Event {
    /// The match begins.
    Began {
        /// The first player of round 1.
        seat: Seat,
    },
    /// A round begins.
    RoundBegan {
        /// The round that begins, 1..=6.
        round: u8,
    },
    /// No card can be dealt: the deck and the discards are empty.
    NothingToDeal,
    /// The discards were shuffled into a new deck.
    DeckRebuilt {
        /// Number of cards in the new deck.
        count: u8,
    },
    /// A card was dealt to a square.
    Dealt {
        /// The square that gets the card, 1..=5.
        square: u8,
        /// The dealt card.
        face: Face,
    },
    /// A square became a fire square: all its cards but the fire card are turned face down.
    CaughtFire {
        /// The square that caught fire, 1..=5.
        square: u8,
        /// The cause of the fire.
        cause: FireCause,
        /// Number of cards that were turned face down.
        turned: u8,
    },
    /// A seat laid out its cards. Visible to this seat only.
    Laid {
        /// The seat that laid out the cards.
        seat: Seat,
        /// The laid cards and their cells.
        #[ts(as = "Vec<crate::LaidCard>")]
        layout: Layout,
    },
    /// A seat declared its layout.
    Declared {
        /// The seat that declared its layout.
        seat: Seat,
        /// The cells of the laid cards. `null` in the variant with simultaneous layouts, which
        /// hides the cells.
        #[ts(as = "Option<Vec<crate::Cell>>")]
        cells: Option<Cells>,
    },
    /// A layout was revealed. All layouts are revealed at once, before the first of these events.
    Revealed {
        /// The owner of the layout.
        seat: Seat,
        /// The revealed cards and their cells.
        #[ts(as = "Vec<crate::LaidCard>")]
        layout: Layout,
    },
    /// A pawn moved, or in round 1 entered its first square.
    Moved {
        /// The owner of the pawn.
        seat: Seat,
        /// The square before the movement; `null` in round 1.
        from: Option<u8>,
        /// The squares that the pawn entered; the last is its new square.
        #[ts(as = "Vec<u8>")]
        path: Path,
    },
    /// A pawn did not move.
    Stayed {
        /// The owner of the pawn.
        seat: Seat,
        /// The square on which the pawn stays, 1..=5.
        square: u8,
        /// The reason why the pawn does not move.
        why: StayReason,
    },
    /// A card was picked up.
    PickedUp {
        /// The seat that picked up the card.
        seat: Seat,
        /// The square from which the card was taken, 1..=5.
        square: u8,
        /// The card that was picked up.
        face: Face,
        /// True if several seats were on the square and took one card each (H-82).
        shared: bool,
        /// True if the card was the only choice, so that the seat had no decision.
        forced: bool,
    },
    /// A square has fewer cards than seats on it, so that no seat takes any.
    TooFew {
        /// The square with too few cards, 1..=5.
        square: u8,
        /// Number of cards on the square.
        cards: u8,
        /// Number of seats on the square.
        players: u8,
        /// The seats on the square.
        seats: SeatSet,
    },
    /// A seat begins to carry out an attack.
    Attacked {
        /// The attacking seat.
        seat: Seat,
        /// The attacked square, 1..=5.
        square: u8,
        /// The icon of the attack: sword or gun.
        icon: Icon,
    },
    /// An icon designates a number, but has no effect (A-H53).
    InVain {
        /// The owner of the layout.
        seat: Seat,
        /// The icon without effect.
        icon: Icon,
        /// The number that the icon designates, 1..=5.
        number: u8,
        /// The reason why the icon has no effect.
        why: NoEffectReason,
    },
    /// A victim of an attack has no card that can be stolen.
    NothingToSteal {
        /// The attacking seat.
        seat: Seat,
        /// The attacked seat.
        victim: Seat,
    },
    /// A card was stolen.
    Stole {
        /// The attacking seat, which gains the card.
        seat: Seat,
        /// The attacked seat, which loses the card.
        victim: Seat,
        /// The attacked square, 1..=5.
        square: u8,
        /// The stolen card.
        face: Face,
        /// The icon of the attack: sword or gun.
        icon: Icon,
        /// True if the card was the only choice, so that the seat had no decision.
        forced: bool,
    },
    /// A card was discarded on a fire square.
    Burnt {
        /// The seat that discarded the card.
        seat: Seat,
        /// The fire square on which the seat's pawn is, 1..=5.
        square: u8,
        /// The discarded card.
        face: Face,
        /// True if the card was the only choice, so that the seat had no decision.
        forced: bool,
    },
    /// A seat on a fire square has no card to discard.
    NothingToBurn {
        /// The seat without a card to discard.
        seat: Seat,
        /// The fire square on which the seat's pawn is, 1..=5.
        square: u8,
    },
    /// A seat took exposed cards back to its hand.
    Recovered {
        /// The seat that recovered cards.
        seat: Seat,
        /// The recovered cards; may be empty.
        faces: Cards,
    },
    /// In the exhaustion phase, the cards of a layout return to the hand or are exposed.
    Exhausted {
        /// The owner of the layout.
        seat: Seat,
        /// The cards that return to the hand.
        to_hand: Cards,
        /// The cards that are exposed.
        to_exposed: Cards,
    },
    /// The cards of a fire square were discarded.
    Cleared {
        /// The fire square that was cleared, 1..=5.
        square: u8,
        /// The cards that were discarded from the square.
        faces: Cards,
    },
    /// The first-player marker moved to the seat with the most exposed points.
    MarkerMoved {
        /// The new first player.
        seat: Seat,
        /// The previous first player.
        from: Seat,
        /// Exposed points of the new first player.
        points: i32,
        /// True if several seats have the most exposed points (H-138).
        tied: bool,
    },
    /// The first-player marker stays with the first player.
    MarkerStayed {
        /// The first player, who keeps the marker.
        seat: Seat,
        /// Exposed points of the first player.
        points: i32,
        /// True if several seats have the most exposed points (H-138).
        tied: bool,
    },
    /// The match ended.
    Ended {
        /// The criterion that decided the result: points, number of cards, or neither (a draw).
        reason: Reason,
        /// The winning seats; several in a draw.
        winners: SeatSet,
        /// Final points by seat.
        points: Vec<i32>,
        /// Number of cards by seat, in hand and exposed.
        cards: Vec<u8>,
    },
}

impl zashiki_core::Event<Config> for Event {
    fn for_viewer(&self, viewer: Viewer) -> Option<Event> {
        match self {
            Event::Laid { seat, .. } if !viewer.knows(*seat) => None,
            _ => Some(self.clone()),
        }
    }

    /// Returns true if the event shows a seat something that was hidden from it. A declaration
    /// counts too, since it cannot be taken back (H-42).
    fn reveals(&self) -> bool {
        matches!(self, Event::Declared { .. } | Event::Revealed { .. } | Event::Dealt { .. })
    }

    fn describe(&self, config: &Config) -> (LocalizedText, RuleId) {
        self.text(config)
    }

    fn score_changes(&self, config: &Config) -> Vec<ScoreChange> {
        let worth = |face: Face| config.points(Cards::one(face));
        let mut changes = Vec::new();
        let mut add = |seat: Seat, amount: i32, cause: &'static str| {
            if amount != 0 {
                changes.push(ScoreChange { seat, amount, cause });
            }
        };
        match self {
            Event::Began { .. } => {
                Seat::all(config.seats).for_each(|seat| add(seat, worth(Face::KOBAN), "koban"));
            }
            Event::PickedUp { seat, face, .. } => add(*seat, worth(*face), "picked_up"),
            Event::Stole { seat, victim, face, .. } => {
                add(*seat, worth(*face), "stolen");
                add(*victim, -worth(*face), "lost");
            }
            Event::Burnt { seat, face, .. } => add(*seat, -worth(*face), "fire"),
            _ => {}
        }
        changes
    }

    fn received(&self, config: &Config) -> Option<ReceivedComponent> {
        match *self {
            Event::PickedUp { seat, face, .. } | Event::Stole { seat, face, .. } => {
                Some(ReceivedComponent { seat, component: config.name(face) })
            }
            _ => None,
        }
    }

    fn begins_round(&self) -> Option<u16> {
        match self {
            Event::RoundBegan { round } => Some((*round).into()),
            _ => None,
        }
    }

    fn narrate(config: &Config, events: &[Event]) -> Vec<Episode> {
        Event::episodes(config, events)
    }
}
