//! What happens in a play, as data and in words.

mod text;

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{LocalizedText, RuleId, Seat, SeatSet, Viewer};

use crate::components::Icon;
use crate::config::Config;
use crate::face::{Cards, Face};
use crate::grid::{Cells, Layout};
use crate::layout_effects::{Path, Stay};
use crate::types::Reason;

/// What set a square on fire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum FireCause {
    /// A fire card was dealt to it.
    FireCard,
    /// A fourth card was dealt to it.
    FourthCard,
}

/// Why an icon designated a number in vain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Why {
    /// Movement: the pawn stood on the square already.
    OwnSquare,
    /// Movement: both neighbours are designated.
    BothNeighbours,
    /// Movement: the square is not on the way the pawn could go.
    OffTheWay,
    /// Movement: in round 1 another icon's square counts.
    Overruled,
    /// The sword does not reach the square.
    OutOfReach,
    /// Nobody else stands on the attacked square.
    NobodyThere,
    /// Nobody on the attacked square has a card that can be stolen.
    NothingToTake,
    /// There is no card to recover.
    NothingToRecover,
}

impl From<Stay> for Why {
    fn from(stay: Stay) -> Why {
        match stay {
            Stay::OwnSquare => Why::OwnSquare,
            Stay::BothNeighbours => Why::BothNeighbours,
            Stay::NotDesignated | Stay::Unreachable => Why::OffTheWay,
            Stay::Overruled => Why::Overruled,
        }
    }
}

/// One thing that happened.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "event")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Event {
    /// The game is laid out; this seat holds the first-player marker.
    Began {
        /// Who.
        seat: Seat,
    },
    /// A round begins.
    RoundBegan {
        /// Its number.
        round: u8,
    },
    /// Neither deck nor discards have a card for the squares.
    NothingToDeal,
    /// The discards were shuffled into a new deck.
    DeckRebuilt {
        /// Of how many cards.
        count: u8,
    },
    /// A card was dealt to a square.
    Dealt {
        /// Where.
        square: u8,
        /// Which.
        face: Face,
    },
    /// A square became a fire square: all its cards but the fire card are turned face down.
    CaughtFire {
        /// Which.
        square: u8,
        /// Why.
        cause: FireCause,
        /// How many cards were turned face down.
        turned: u8,
    },
    /// A seat laid out its cards. Only the seat itself gets to know this.
    Laid {
        /// Who.
        seat: Seat,
        /// What.
        #[ts(as = "Vec<crate::LaidCard>")]
        layout: Layout,
    },
    /// A seat declared its layout.
    Declared {
        /// Who.
        seat: Seat,
        /// Where its cards lie; `null` in the variant, where that is hidden.
        #[ts(as = "Option<Vec<crate::Cell>>")]
        cells: Option<Cells>,
    },
    /// A layout was turned up. All are, before the first of these events.
    Revealed {
        /// Whose.
        seat: Seat,
        /// What.
        #[ts(as = "Vec<crate::LaidCard>")]
        layout: Layout,
    },
    /// A pawn moved, or in round 1 was put on its first square.
    Moved {
        /// Whose.
        seat: Seat,
        /// From where; `null` in round 1.
        from: Option<u8>,
        /// The squares it entered; it stands on the last.
        #[ts(as = "Vec<u8>")]
        path: Path,
    },
    /// A pawn stayed.
    Stayed {
        /// Whose.
        seat: Seat,
        /// Where.
        square: u8,
        /// Why.
        why: Stay,
    },
    /// A card was picked up.
    PickedUp {
        /// By whom.
        seat: Seat,
        /// Where.
        square: u8,
        /// Which.
        face: Face,
        /// Whether several players stood there and took one card each (H-82).
        shared: bool,
        /// Whether there was nothing to choose, so that nobody was asked.
        forced: bool,
    },
    /// There are fewer cards than players on a square: nobody takes any.
    TooFew {
        /// Which.
        square: u8,
        /// How many cards.
        cards: u8,
        /// How many players.
        players: u8,
    },
    /// A seat carries out an attack.
    Attacked {
        /// Who.
        seat: Seat,
        /// Which square.
        square: u8,
        /// Sword or gun.
        icon: Icon,
    },
    /// An icon designated a number, and nothing comes of it (A-H53).
    InVain {
        /// Whose.
        seat: Seat,
        /// Which icon.
        icon: Icon,
        /// The number.
        number: u8,
        /// Why.
        why: Why,
    },
    /// One of several victims has no card that can be stolen.
    NothingToSteal {
        /// Who attacked.
        seat: Seat,
        /// Who was attacked.
        victim: Seat,
    },
    /// A card was stolen.
    Stole {
        /// By whom.
        seat: Seat,
        /// From whom.
        victim: Seat,
        /// On which square.
        square: u8,
        /// Which.
        face: Face,
        /// By sword or gun.
        icon: Icon,
        /// Whether there was nothing to choose, so that nobody was asked.
        forced: bool,
    },
    /// A card was discarded on a fire square.
    Burnt {
        /// By whom.
        seat: Seat,
        /// Where.
        square: u8,
        /// Which.
        face: Face,
        /// Whether there was nothing to choose, so that nobody was asked.
        forced: bool,
    },
    /// A player on a fire square has no card to discard.
    NothingToBurn {
        /// Who.
        seat: Seat,
        /// Where.
        square: u8,
    },
    /// Exposed cards were taken back to hand.
    Recovered {
        /// By whom.
        seat: Seat,
        /// Which; maybe none.
        faces: Cards,
    },
    /// What was laid goes back to hand or is exposed.
    Exhausted {
        /// Whose.
        seat: Seat,
        /// What returns to hand.
        to_hand: Cards,
        /// What is exposed.
        to_exposed: Cards,
    },
    /// The cards of a fire square were discarded.
    Cleared {
        /// Which.
        square: u8,
        /// What lay there.
        faces: Cards,
    },
    /// The first-player marker went to the seat with the most points exposed.
    MarkerMoved {
        /// Who has it now.
        seat: Seat,
        /// Who had it.
        from: Seat,
        /// How many points are exposed.
        points: i32,
        /// Whether others have as many points exposed (H-138).
        tied: bool,
    },
    /// The first-player marker stays.
    MarkerStayed {
        /// Where.
        seat: Seat,
        /// How many points are exposed.
        points: i32,
        /// Whether others have as many points exposed (H-138).
        tied: bool,
    },
    /// The play ended.
    Ended {
        /// Why.
        reason: Reason,
        /// Who won; several in a draw.
        winners: SeatSet,
        /// Each seat's points.
        points: Vec<i32>,
        /// Each seat's cards, exposed and in hand.
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

    /// A declaration counts as revealing: it cannot be taken back (H-42).
    fn reveals(&self) -> bool {
        matches!(self, Event::Declared { .. } | Event::Revealed { .. } | Event::Dealt { .. })
    }

    fn describe(&self, config: &Config) -> (LocalizedText, RuleId) {
        self.text(config)
    }
}
