//! A whole play, small enough to store, share and replay.

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{
    Deal, InputError, InputErrorKind, LocalizedText, MatchStart, Termination, read_json,
    rng::decimal, text,
};

/// Everything needed to rebuild any moment of a play. The format is documented, with an
/// example, in `docs/reference/formats.md`.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Record {
    /// The game's id.
    pub game: String,
    /// The rules it was played by.
    pub rules_version: u32,
    /// How many seats.
    pub seats: u8,
    /// The complete options.
    pub options: Value,
    /// The components file, if the game's own was replaced.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub components: Option<String>,
    /// The seed of the dice.
    #[serde(with = "decimal")]
    pub seed: u64,
    /// What the seed follows from, if it was drawn so that anyone can check it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<Deal>,
    /// The position it began from, if it was not dealt.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub position: Option<Value>,
    /// The [`digest`](crate::digest()) of what it began with and of the position before the first
    /// decision, in eight hex digits.
    pub check: String,
    /// The decisions, in order.
    pub actions: Vec<RecordedAction>,
    /// How the table ended it, where the game did not: after the last action.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conclusion: Option<Termination>,
    /// How it ended; absent while it goes on.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<RecordedOutcome>,
    /// Who sat at each seat, where known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub names: Vec<String>,
    /// When it began and ended (RFC 3339), where known.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub times: Vec<String>,
    /// The time that the seats had, where it was limited.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub timing: Option<Timing>,
}

/// The time of the seats. It tells how a play came about; a replay does not need it.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Timing {
    /// How it was limited, as `docs/reference/formats.md` says.
    pub control: Value,
    /// When each decision was taken, in milliseconds since the beginning, without the time in which
    /// the server was down.
    pub at: Vec<u64>,
    /// The decisions, by their places among the actions, that were taken since the time of the seat
    /// had run out.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub expired: Vec<usize>,
}

/// One decision of a record.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedAction {
    /// Who decided.
    pub seat: u8,
    /// What, in notation.
    pub action: String,
    /// The [`digest`](crate::digest()) of the position after the action, in eight hex digits. It
    /// shows at which step an altered record or changed rules part from what was played.
    pub check: String,
}

/// The outcome as stored, readable even if a later program no longer knows the reason.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RecordedOutcome {
    /// The seats that won.
    pub winners: Vec<u8>,
    /// The id of the reason.
    pub reason: String,
    /// Each seat's score.
    pub scores: Vec<i32>,
}

/// A record that does not hold.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReplayError {
    /// The first step (1 is the first action) that does not hold; `None` when the record
    /// cannot even be set up.
    pub step: Option<usize>,
    /// What, why and what to do.
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
    /// What the play began with.
    pub fn beginning(&self) -> MatchStart {
        MatchStart {
            rules_version: Some(self.rules_version),
            seats: self.seats.into(),
            options: self.options.clone(),
            components: self.components.clone(),
            seed: self.seed,
            position: self.position.clone(),
        }
    }

    /// Reads a record's JSON.
    ///
    /// # Errors
    /// When it is not a whole record: what is wrong with it.
    pub fn from_json(text: &str) -> Result<Record, InputError> {
        read_json(text).map_err(|fault| {
            let text = text!(
                "記録を読めません: {fault}。途中で切れているか、書き換えられています。もう一度書き出してください。",
                "This is not a whole record: {fault}. It is cut off or was altered. Export it again.",
                fault
            );
            InputError::from(text).of(InputErrorKind::Record)
        })
    }
}
