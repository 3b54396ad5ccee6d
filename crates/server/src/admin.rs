//! Operator commands (ADR 57): a single list of commands from which the command line, its help and the
//! listener of a running server are derived, with one implementation of each command.
//!
//! | module | contents |
//! |---|---|
//! | `list` | the commands: names, arguments, help |
//! | `actions` | what each does |
//! | `listener` | the operator's own address of a running server, and its token |

mod actions;
mod list;
mod listener;

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use zashiki_core::{InputError, LocalizedText, text};

use crate::app::App;
use crate::error::Refused;
use crate::store::Audited;
use crate::users::guest::Guest;

pub use list::{COMMANDS, CommandInfo, Parameter, Takes};
pub use listener::AdminToken;
pub(crate) use listener::router;

/// An operator command with its arguments.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Request {
    /// Name of the command, such as `table list`.
    pub command: String,
    /// Arguments by parameter name.
    #[serde(default)]
    pub arguments: BTreeMap<String, String>,
    /// The name of the operator, for the audit log.
    #[serde(default)]
    pub actor: String,
}

/// The answer to a command.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Answer {
    /// The result in one sentence.
    pub message: LocalizedText,
    /// Names of the columns of `rows`.
    pub columns: Vec<String>,
    /// The rows of the result.
    pub rows: Vec<Vec<Value>>,
}

impl Answer {
    fn said(message: LocalizedText) -> Answer {
        Answer { message, columns: Vec::new(), rows: Vec::new() }
    }

    fn listed(columns: &[&str], rows: Vec<Vec<Value>>) -> Answer {
        let found = rows.len();
        let message = LocalizedText::new(format!("{found}件"), format!("{found} found"));
        let columns = columns.iter().map(|column| (*column).to_owned()).collect();
        Answer { message, columns, rows }
    }
}

/// The result of a command and the person concerned, if any.
struct Done {
    answer: Answer,
    person: Option<Guest>,
}

impl From<Answer> for Done {
    fn from(answer: Answer) -> Done {
        Done { answer, person: None }
    }
}

/// A command being executed.
struct Call {
    app: Arc<App>,
    arguments: BTreeMap<String, String>,
    /// True if no server runs on the database meanwhile.
    alone: bool,
}

impl Call {
    /// The value of an argument, if given.
    fn get(&self, name: &str) -> Option<&str> {
        self.arguments.get(name).map(String::as_str)
    }

    /// The value of a required argument; its presence was checked before.
    fn need(&self, name: &str) -> Result<&str, Refused> {
        self.get(name).ok_or_else(Refused::broken)
    }

    /// Returns true if a switch is given.
    fn has(&self, name: &str) -> bool {
        self.get(name).is_some_and(|value| value != "false")
    }

    /// The value of a number argument, if given.
    fn number(&self, name: &str) -> Result<Option<u32>, InputError> {
        let read = |given: &str| {
            given.parse().map_err(|_| {
                InputError::from(text!(
                    "{name} の「{given}」は使えません。0以上の整数を指定してください。",
                    "{name}: \"{given}\" cannot be used; give a whole number."
                ))
            })
        };
        self.get(name).map(read).transpose()
    }

    /// An argument in days, converted to a time in milliseconds since 1970.
    fn until(&self, name: &str) -> Result<Option<i64>, InputError> {
        let days = self.number(name)?;
        Ok(days.map(|days| self.app.day() + i64::from(days) * 24 * 60 * 60 * 1000))
    }
}

/// Executes a command, and adds it to the audit log if it changes anything.
///
/// # Errors
/// Returns an error if the command does not exist, an argument is invalid, or the command fails; the message
/// names the remedy.
pub(crate) async fn run(app: &Arc<App>, request: Request, alone: bool) -> Result<Answer, Refused> {
    let command = COMMANDS.iter().find(|command| command.name == request.command);
    let Some(command) = command else {
        let name = &request.command;
        return Err(InputError::from(text!(
            "「{name}」という操作はありません。zashiki admin --help で一覧を見られます。",
            "There is no command \"{name}\"; zashiki admin --help lists them."
        ))
        .into());
    };
    command.check(&request.arguments)?;
    let details = serde_json::to_string(&request.arguments).expect("arguments are plain data");
    let call = Call { app: app.clone(), arguments: request.arguments, alone };
    let Done { answer, person } = actions::carry_out(command.action, call).await?;
    if command.changes {
        // The arguments are not logged for commands about a person, so that the person's id in `person`,
        // which is deleted with the person, is the log's only reference.
        let details = if person.is_some() { "{}".to_owned() } else { details };
        let actor: String = request.actor.chars().filter(|it| !it.is_control()).take(64).collect();
        let (at, command) = (app.day(), command.name.to_owned());
        app.store.audit(&Audited { id: 0, at, actor, command, person, details }).await?;
    }
    Ok(answer)
}
