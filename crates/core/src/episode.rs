//! Episodes: what happened in a step, told as a person would tell it.
//!
//! [Events](crate::Event) are small: a card is turned, a pawn moves, a point changes hands. An episode groups
//! the events of one card, one attack, one turn or one phase into one sentence, with the changes of scores
//! that they caused. The log, the ticker of the page, replays, results, screen readers and notifications use
//! episodes.

use serde::Serialize;
use ts_rs::TS;

use crate::{Lang, LocalizedText, Seat};

/// A cause of changes of scores, such as stolen cards. Ledgers list a seat's score by cause.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct ScoreCause {
    /// Stable id of the cause.
    pub id: &'static str,
    /// The cause in a few words that follow a number: "+4 treasures picked up", 「+4 財宝の獲得」.
    pub name: LocalizedText,
    /// Number of the game's points that are shown as 1. It is 1 unless points of one kind outweigh all
    /// points of another, as a castle outweighs flowers.
    pub unit: u16,
}

impl ScoreCause {
    /// A cause whose points are shown as they are.
    pub const fn new(id: &'static str, ja: &'static str, en: &'static str) -> ScoreCause {
        ScoreCause { id, name: LocalizedText::fixed(ja, en), unit: 1 }
    }
}

/// A change of a seat's score.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct ScoreChange {
    /// The seat whose score changes.
    pub seat: Seat,
    /// The difference, in the game's points.
    pub amount: i32,
    /// The id of the [cause](crate::GameInfo::score_causes).
    pub cause: &'static str,
}

/// One or several consecutive events of a step, told in one sentence.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct Episode {
    /// Number of events, at least 1. The episodes of a step cover all its events in their order.
    #[ts(type = "number")]
    pub events: usize,
    /// The seat that acts in the episode; `None` if no single seat does.
    pub seat: Option<Seat>,
    /// The sentence, with placeholders for names of seats.
    #[ts(type = "LocalizedText | string")]
    pub text: LocalizedText,
    /// The changes of scores that the events caused, in their order.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<ScoreChange>>")]
    pub changes: Vec<ScoreChange>,
    /// The round that begins in the episode, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub round: Option<u16>,
}

impl Episode {
    /// An episode of this number of events. [`episodes`] adds the changes of scores and the round.
    pub const fn new(events: usize, seat: Option<Seat>, text: LocalizedText) -> Episode {
        Episode { events, seat, text, changes: Vec::new(), round: None }
    }

    /// The episode with its text in the language `lang` alone (see [`LocalizedText::only`]).
    #[must_use]
    pub fn only(self, lang: Option<Lang>) -> Episode {
        Episode { text: self.text.only(lang), ..self }
    }
}
