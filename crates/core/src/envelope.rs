//! Files with positions.

use serde::de::IgnoredAny;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::error::InputError;
use crate::i18n::LocalizedText;
use crate::parse::read_json;
use crate::text;

/// A position with its game, seats, options and components. The JSON of a report on a position can also be parsed
/// as an envelope; its other fields are ignored.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Envelope {
    /// The game's id.
    pub game: String,
    /// Number of seats.
    pub seats: u8,
    /// Options of the game; omitted ones have their default values.
    #[serde(default)]
    pub options: Value,
    /// The text of the components file, if it replaces the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub components: Option<String>,
    /// The complete state, as JSON in the format of the game's positions.
    pub position: Value,
    #[serde(default, skip_serializing, rename = "awaiting")]
    _awaiting: IgnoredAny,
    #[serde(default, skip_serializing, rename = "legal")]
    _legal: IgnoredAny,
    #[serde(default, skip_serializing, rename = "scores")]
    _scores: IgnoredAny,
    #[serde(default, skip_serializing, rename = "events")]
    _events: IgnoredAny,
    #[serde(default, skip_serializing, rename = "outcome")]
    _outcome: IgnoredAny,
    #[serde(default, skip_serializing, rename = "counts")]
    _counts: IgnoredAny,
}

impl Envelope {
    /// Parses the JSON of an envelope.
    ///
    /// # Errors
    /// Returns an error if the JSON is no envelope.
    pub fn from_json(text: &str) -> Result<Envelope, InputError> {
        let explained = |fault: LocalizedText| {
            text!(
                "局面のJSONを読めません: {fault}。docs/reference/formats.md の例を見てください。",
                "This is not the JSON of a position: {fault}. See the example in docs/reference/formats.md.",
                fault
            )
        };
        Ok(read_json(text).map_err(explained)?)
    }
}
