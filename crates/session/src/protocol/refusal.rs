//! Errors in answers to requests.

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{LocalizedText, RuleId};

/// An error: the body of every HTTP answer with a 4xx or 5xx status, and the error part of WebSocket messages
/// and previews. The request changed nothing.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct Refusal {
    /// The rule that forbids the request, if a rule of the game or a common rule does.
    pub rule: Option<RuleId>,
    /// The error, its cause and the remedy.
    pub message: LocalizedText,
}
