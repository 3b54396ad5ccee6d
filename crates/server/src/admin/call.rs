//! Requests for operator commands, and their answers.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use session::guest::Guest;
use zashiki_core::{InputError, LocalizedText, text};

use crate::app::App;
use crate::error::Refused;

/// A request to execute an operator command with these arguments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Name of the command, such as `table list`.
    pub command: String,
    /// Arguments by parameter name.
    #[serde(default)]
    pub arguments: BTreeMap<String, String>,
    /// The name of the operator who requests the command, for the audit log.
    #[serde(default)]
    pub actor: String,
}

/// The answer to an operator command: a sentence and, for lists, a table of values.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The result of the command in one sentence.
    pub message: LocalizedText,
    /// The names of the columns of `rows`.
    pub columns: Vec<String>,
    /// The rows of the result, each with one value per column.
    pub rows: Vec<Vec<Value>>,
}

impl Answer {
    pub(super) fn said(message: LocalizedText) -> Answer {
        Answer { message, columns: Vec::new(), rows: Vec::new() }
    }

    pub(super) fn listed(columns: &[&str], rows: Vec<Vec<Value>>) -> Answer {
        let found = rows.len();
        let message = LocalizedText::new(format!("{found}件"), format!("{found} found"));
        let columns = columns.iter().map(|column| (*column).to_owned()).collect();
        Answer { message, columns, rows }
    }
}

/// The answer to a command, and the person whom the command concerned, if any.
pub(super) struct Done {
    pub(super) answer: Answer,
    pub(super) person: Option<Guest>,
}

impl From<Answer> for Done {
    fn from(answer: Answer) -> Done {
        Done { answer, person: None }
    }
}

/// A command being executed: the application and the command's arguments.
pub(super) struct Call {
    pub(super) app: Arc<App>,
    pub(super) arguments: BTreeMap<String, String>,
    /// True if no server runs on the database while the command is executed.
    pub(super) alone: bool,
}

impl Call {
    /// The value of the argument with this name, if given.
    pub(super) fn get(&self, name: &str) -> Option<&str> {
        self.arguments.get(name).map(String::as_str)
    }

    /// The value of a required argument. `CommandInfo::check` has already ensured that it is present.
    pub(super) fn need(&self, name: &str) -> Result<&str, Refused> {
        self.get(name).ok_or_else(Refused::broken)
    }

    /// Returns true if the flag without a value (switch) of this name is given.
    pub(super) fn has(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| value != "false")
    }

    /// The value of a numeric argument, if given.
    pub(super) fn number(&self, name: &str) -> Result<Option<u32>, InputError> {
        let read = |given: &str| {
            given.parse().map_err(|_| {
                InputError::from(text!(
                    "{name} の「{given}」は使えません。0以上の整数を指定してください。",
                    "{name}: \"{given}\" is invalid; give a whole number."
                ))
            })
        };
        self.get(name).map(read).transpose()
    }

    /// The time that is a given number of days from now, in milliseconds since 1970. The number is the value
    /// of the argument `name`; `None` if the argument is not given.
    pub(super) fn until(&self, name: &str) -> Result<Option<i64>, InputError> {
        let days = self.number(name)?;
        Ok(days.map(|days| self.app.clock.day() + i64::from(days) * 24 * 60 * 60 * 1000))
    }
}
