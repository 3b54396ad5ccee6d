//! Events about the people at a table, apart from the decisions of the match, and their free text.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{Lang, LocalizedText, Seat};

use super::matter::Matter;

/// Something that the person at a seat did outside the match, or that happened to that person.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct PersonEvent {
    /// The seat of the person.
    pub seat: Seat,
    /// The number of the step after which it happened; for a decision after the time ran out, the number of
    /// the step that was made.
    pub step: usize,
    /// Milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
    /// The kind of the event.
    pub what: PersonEventKind,
}

/// The kind of a [`PersonEvent`].
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind")]
#[ts(export, export_to = "session.ts")]
pub enum PersonEventKind {
    /// The seat's time ran out, so that a decision was made for it.
    Expired,
    /// The seat's time ran out, and it lost the game; a bot plays on for it if the game cannot end so.
    LostOnTime,
    /// The seat took back a decision.
    TookBack {
        /// The decision in words, as far as it was public; none if it is no longer known.
        #[ts(type = "LocalizedText | string | null")]
        decision: Option<LocalizedText>,
        /// True if the others had agreed to it.
        agreed: bool,
    },
    /// The person left; a bot plays on.
    Left,
    /// The person returned, or another person took the seat.
    Returned,
    /// The connection to the person has been lost for some time.
    Disconnected,
    /// The connection to the person is back.
    Reconnected,
    /// The seat resigned.
    Resigned,
    /// The seat lost because its external program failed.
    Failed,
    /// The seat declined an offer, or ended it by deciding.
    Declined {
        /// The subject of the offer.
        matter: Matter,
        /// The seat that had made the offer.
        by: Seat,
    },
    /// The seat withdrew its offer.
    Withdrew {
        /// The subject of the offer.
        matter: Matter,
    },
}

impl PersonEvent {
    /// The event with its texts in the language `lang` alone (see [`LocalizedText::only`]).
    #[must_use]
    pub fn only(self, lang: Option<Lang>) -> PersonEvent {
        match self.what {
            PersonEventKind::TookBack { decision, agreed } => {
                let decision = decision.map(|text| text.only(lang));
                PersonEvent { what: PersonEventKind::TookBack { decision, agreed }, ..self }
            }
            _ => self,
        }
    }
}

/// A message in a player's own words. It is kept in memory only, while the table is there.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct ChatLine {
    /// The seat that sent it.
    pub seat: Seat,
    /// The id of the client's message; no two lines of a seat have the same. Empty if an older server sent it.
    #[serde(default)]
    pub id: String,
    /// The message: one line without control characters.
    pub text: String,
    /// Milliseconds since 1970.
    #[ts(type = "number")]
    pub at: i64,
}

/// The name and face of a built-in bot at a seat. No two seats of a table have the same.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct Persona {
    /// The id, from which clients draw the face.
    pub id: String,
    /// The name in Japanese.
    pub ja: String,
    /// The name in English.
    pub en: String,
}
