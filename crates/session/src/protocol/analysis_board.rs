//! Wire types of previews, advice, reviews, and the analysis board (matches supplied by the client).

use bots::{Advice, Review};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use zashiki_core::{
    Deal, DescribedEvent, Draft, Episode, PreviewedAction, Seat, Termination, Viewer,
};

use super::refusal::Refusal;
use super::socket::TableState;

/// `GET /api/tables/{id}/preview?action=…`: the consequences of an action that the caller's seat could take
/// now. They are computed in a determinization of the seat's own view, so they reveal nothing hidden, and the
/// match is unchanged.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct Foreseen {
    /// The table version (its number of changes) that the preview refers to.
    #[ts(type = "number")]
    pub version: u64,
    /// The predicted events, in order. The list ends with the first event after which the events depend on
    /// hidden information. Each event has the view after it, until hidden information is revealed.
    pub told: Vec<DescribedEvent>,
    /// The same events in few sentences.
    pub episodes: Vec<Episode>,
    /// The error, if the action is not possible; then there are no events.
    pub refused: Option<Refusal>,
}

impl Foreseen {
    /// Builds a preview for a table version from the predicted events or an error.
    pub fn new(version: u64, foreseen: Result<PreviewedAction, Refusal>) -> Foreseen {
        match foreseen {
            Ok(PreviewedAction { told, episodes }) => {
                Foreseen { version, told, episodes, refused: None }
            }
            Err(refusal) => {
                Foreseen { version, told: Vec::new(), episodes: Vec::new(), refused: Some(refusal) }
            }
        }
    }
}

/// `GET /api/tables/{id}/advice`: advice on the decision of the caller's seat, if the table's settings allow
/// it. It is based on the seat's information state alone.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct Advised {
    /// The table version (its number of changes) that the advice refers to.
    #[ts(type = "number")]
    pub version: u64,
    /// The advice; none if there is an error.
    pub advice: Option<Advice>,
    /// The error, if there is no advice.
    pub refused: Option<Refusal>,
}

/// `GET /api/tables/{id}/review`: the review of a finished match. The first request starts the computation.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct Reviewed<'a> {
    /// The number of steps reviewed so far.
    #[ts(type = "number")]
    pub done: usize,
    /// The number of steps in total; 0 before the review has started.
    #[ts(type = "number")]
    pub of: usize,
    /// The review, once it is finished.
    #[ts(as = "Option<Review>")]
    pub review: Option<&'a Review>,
}

/// Body of `POST /api/analysis`: a match supplied by the client for analysis. The server stores nothing of
/// it. The answer is [`Studied`].
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "session.ts")]
pub struct Study {
    /// The game's id.
    pub game: String,
    /// The rules version of an older match; `options` must then contain every option of that version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rules_version: Option<u32>,
    /// The number of seats.
    pub seats: u8,
    /// The game's options; missing ones get their defaults.
    #[serde(default)]
    #[ts(optional, type = "Record<string, unknown>")]
    pub options: Value,
    /// The text of a components file that replaces the built-in components.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub components: Option<String>,
    /// The starting position, in the game's own format; if missing, the match is set up from the seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub position: Option<Value>,
    /// The RNG seed, in decimal; 0 if missing.
    #[serde(default, with = "zashiki_core::decimal")]
    #[ts(optional, as = "Option<String>")]
    pub seed: u64,
    /// The actions in order; at most 2,000.
    #[serde(default)]
    pub actions: Vec<Deed>,
    /// The end of the match after the actions, if it was not ended by the game's rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub conclusion: Option<Termination>,
    /// The viewpoint to show; a spectator's if missing.
    #[serde(default)]
    pub eyes: Viewer,
    /// The number of steps that the caller already has (step 0, the setup, counts).
    #[serde(default)]
    #[ts(optional, as = "Option<u32>")]
    pub seen: usize,
    /// True to include the complete position in the answer.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub truth: bool,
}

impl Study {
    /// A new match of the game without actions, from a spectator's viewpoint.
    pub fn of(game: String, seats: u8, options: serde_json::Value) -> Study {
        Study {
            game,
            rules_version: None,
            seats,
            options,
            components: None,
            position: None,
            seed: 0,
            actions: Vec::new(),
            conclusion: None,
            eyes: Viewer::Spectator,
            seen: 0,
            truth: false,
        }
    }
}

/// The answer to `POST /api/records`, whose body is the text of a record or a position: the validated match.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct ReadPlay {
    /// The match, as input for `POST /api/analysis`.
    pub play: Study,
    /// The origin of the seed (the seed exchange), if the record contains it.
    pub deal: Option<Deal>,
    /// Each seat's player, where known.
    pub names: Vec<String>,
    /// Start and end time (RFC 3339), where known.
    pub times: Vec<String>,
}

/// An action of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "session.ts")]
pub struct Deed {
    /// The seat that acted.
    pub seat: Seat,
    /// The action in the game's notation.
    pub action: String,
}

/// The answer to [`Study`].
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct Studied {
    /// The match after the supplied actions, up to the first illegal one; `version` is the number of actions
    /// played. The last step has the view after each event.
    pub state: TableState,
    /// The error for the first illegal action, with the rule that forbids it.
    pub refused: Option<Refusal>,
    /// The complete position in the game's own format, if requested.
    #[ts(type = "unknown")]
    pub position: Option<Value>,
}

/// `POST /api/analysis/draft?draft=…` with a [`Study`]: the interpretation of an unfinished decision of the
/// viewing seat.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct StudiedDraft {
    /// The game's interpretation of the draft.
    pub draft: Option<Draft>,
    /// The error, if the draft has no meaning.
    pub refused: Option<Refusal>,
}
