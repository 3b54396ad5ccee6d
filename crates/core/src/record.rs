//! Records of whole matches, to store, share and replay.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    Deal, InputError, InputErrorKind, LocalizedText, MatchStart, Termination, read_json,
    rng::decimal, text,
};

/// Everything needed to rebuild any step of a match. `docs/reference/formats.md` documents the format
/// with an example.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The game's id.
    pub game: String,
    /// The rules version of the match.
    pub rules_version: u32,
    /// Number of seats.
    pub seats: u8,
    /// The complete options.
    pub options: Value,
    /// The text of the components file, if it was not the game's own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub components: Option<String>,
    /// The RNG seed.
    #[serde(with = "decimal")]
    pub seed: u64,
    /// The verifiable origin of the seed, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<Deal>,
    /// The start position, if the match did not start with a deal.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Value>,
    /// The [`digest`](crate::digest()) of the start data and of the position before the first decision,
    /// as eight hex digits.
    pub check: String,
    /// The decisions, in order.
    pub actions: Vec<RecordedAction>,
    /// The termination after the last action, if the match did not end by the game's rules.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conclusion: Option<Termination>,
    /// The outcome; absent while the match continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<RecordedOutcome>,
    /// The players' names by seat, if known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// Start and end times (RFC 3339), if known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<String>,
    /// Time control and thinking times, if the time for decisions was limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timing: Option<Timing>,
}

/// Time control and thinking times of a match. Replays do not need them.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// The time control, as in `docs/reference/formats.md`.
    pub control: Value,
    /// The time of each decision, in milliseconds since the start, not counting server downtime.
    pub at: Vec<u64>,
    /// Indices of the actions that were played after the seat's time had expired.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expired: Vec<usize>,
}

/// One decision of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedAction {
    /// The seat that decided.
    pub seat: u8,
    /// The action's notation.
    pub action: String,
    /// The [`digest`](crate::digest()) of the position after the action, as eight hex digits. It shows
    /// the step at which an altered record, or a replay by changed rules, diverges.
    pub check: String,
}

/// The outcome as stored, readable even if a later program does not know the reason any more.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedOutcome {
    /// The winning seats.
    pub winners: Vec<u8>,
    /// The id of the reason.
    pub reason: String,
    /// The score of each seat.
    pub scores: Vec<i32>,
}

/// A record that fails to replay.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError {
    /// The first step that fails (1 is the first action); `None` if the match cannot even be started.
    pub step: Option<usize>,
    /// The problem, the reason and the way out.
    pub message: LocalizedText,
}

impl ReplayError {
    pub(crate) fn at(step: usize, ja: impl std::fmt::Display, en: impl std::fmt::Display) -> Self {
        ReplayError {
            step: Some(step),
            message: LocalizedText::new(format!("{step}手目: {ja}"), format!("step {step}: {en}")),
        }
    }
}

impl From<InputError> for ReplayError {
    fn from(bad: InputError) -> Self {
        ReplayError { step: None, message: bad.text().clone() }
    }
}

impl std::fmt::Display for ReplayError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.message.fmt(f)
    }
}

impl std::error::Error for ReplayError {}

impl Record {
    /// The start data of the match.
    pub fn start(&self) -> MatchStart {
        MatchStart {
            rules_version: Some(self.rules_version),
            seats: self.seats.into(),
            options: self.options.clone(),
            components: self.components.clone(),
            seed: self.seed,
            position: self.position.clone(),
        }
    }

    /// Parses the JSON text of a record.
    ///
    /// # Errors
    /// Returns an error with the problem if the text is not a complete record.
    pub fn from_json(text: &str) -> Result<Record, InputError> {
        read_json(text).map_err(|fault| {
            let text = text!(
                "棋譜を読めません: {fault}。途中で切れているか、書き換えられています。もう一度保存してください。",
                "This is not a complete record: {fault}. It is cut off or was altered; export it again.",
                fault
            );
            InputError::from(text).of(InputErrorKind::Record)
        })
    }
}
