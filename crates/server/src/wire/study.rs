//! What goes over the wire where somebody looks ahead, or looks at a play that they bring along.

use bots::{Advice, Review};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use zashiki_core::{Deal, DescribedEvent, Draft, Seat, Termination, Viewer};

use super::{Refusal, TableState};

/// `GET /api/tables/{id}/preview?action=…`: what would happen if the asker's seat did this
/// now. It is found in a world imagined from the seat's own view: it tells nothing that is
/// hidden from the seat, and nothing has happened.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Foreseen {
    /// The version of the table this is about.
    #[ts(type = "number")]
    pub version: u64,
    /// The events, with the view after each until something hidden is shown, and up to the
    /// first after which it depends on that.
    pub told: Vec<DescribedEvent>,
    /// Why it cannot be done, if it cannot. Then `told` is empty.
    pub refused: Option<Refusal>,
}

impl Foreseen {
    /// What was foreseen at this version, or why nothing was.
    pub(crate) fn new(version: u64, foreseen: Result<Vec<DescribedEvent>, Refusal>) -> Foreseen {
        match foreseen {
            Ok(told) => Foreseen { version, told, refused: None },
            Err(refusal) => Foreseen { version, told: Vec::new(), refused: Some(refusal) },
        }
    }
}

/// `GET /api/tables/{id}/advice`: advice on the decision of the asker's seat, where the table's
/// terms allow it. It follows from what the seat may know and nothing else.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Advised {
    /// The version of the table this is about.
    #[ts(type = "number")]
    pub version: u64,
    /// The advice.
    pub advice: Option<Advice>,
    /// Why there is none, if there is none.
    pub refused: Option<Refusal>,
}

/// `GET /api/tables/{id}/review`: a finished game looked back on. The first to ask sets it going.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Reviewed<'a> {
    /// How many of its steps are done.
    #[ts(type = "number")]
    pub done: usize,
    /// Of how many; 0 before it has begun.
    #[ts(type = "number")]
    pub of: usize,
    /// The review, once all are.
    #[ts(as = "Option<Review>")]
    pub review: Option<&'a Review>,
}

/// Body of `POST /api/analysis`: a play that the asker brings along, to be looked at. Nothing is
/// kept of it. The answer is [`Studied`].
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub struct Study {
    /// The game's id.
    pub game: String,
    /// The version of the rules, for a play that was begun before; then `options` are complete
    /// for it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub rules_version: Option<u32>,
    /// How many seats.
    pub seats: u8,
    /// Options; those left out have their defaults.
    #[serde(default)]
    #[ts(optional, type = "Record<string, unknown>")]
    pub options: Value,
    /// The text of a components file, where the house's own is replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub components: Option<String>,
    /// The position it begins from, in the game's own form; dealt if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub position: Option<Value>,
    /// The seed of the dice, in decimal; 0 if left out.
    #[serde(default, with = "zashiki_core::decimal")]
    #[ts(optional, as = "Option<String>")]
    pub seed: u64,
    /// What was done, in order; at most 2,000.
    #[serde(default)]
    pub actions: Vec<Deed>,
    /// How the table ended it after that, where the game did not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub conclusion: Option<Termination>,
    /// Whose eyes to look with; those of somebody who looks on if left out.
    #[serde(default)]
    pub eyes: Viewer,
    /// How many of the first steps the asker has (step 0, the opening, counts).
    #[serde(default)]
    #[ts(optional, as = "Option<u32>")]
    pub seen: usize,
    /// Whether to answer with the complete position too.
    #[serde(default)]
    #[ts(optional, as = "Option<bool>")]
    pub truth: bool,
}

impl Study {
    /// A play of this game before its first action, as somebody sees it who looks on.
    pub(crate) fn of(game: String, seats: u8, options: serde_json::Value) -> Study {
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

/// The answer to `POST /api/records`, whose body is the text of a record or of a position: it
/// holds, and this is the play.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct ReadPlay {
    /// It, ready to be looked at.
    pub play: Study,
    /// What the seed follows from, where the record has that.
    pub deal: Option<Deal>,
    /// Who sat at each seat, where known.
    pub names: Vec<String>,
    /// When it began and ended (RFC 3339), where known.
    pub times: Vec<String>,
}

/// Something that a seat did.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub struct Deed {
    /// Who.
    pub seat: Seat,
    /// What, in notation.
    pub action: String,
}

/// The answer to [`Study`].
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Studied {
    /// The play after the actions that could be taken; `version` says how many. The last step has
    /// the view after each event.
    pub state: TableState,
    /// Why the next one could not be taken, with the rule that says so.
    pub refused: Option<Refusal>,
    /// The complete position, in the game's own form, where it was asked for.
    #[ts(type = "unknown")]
    pub position: Option<Value>,
}

/// `POST /api/analysis/draft?draft=…` with a [`Study`]: what an unfinished decision of the seat
/// that looks means so far.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct StudiedDraft {
    /// What it means.
    pub draft: Option<Draft>,
    /// Why it means nothing, if it does not.
    pub refused: Option<Refusal>,
}
