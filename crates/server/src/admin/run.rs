//! Execution of operator commands, and their entries in the audit log.

use std::sync::Arc;

use zashiki_core::{InputError, text};

use super::actions;
use super::call::{Answer, Call, Done, Request};
use super::list::COMMANDS;
use crate::app::App;
use crate::error::Refused;
use crate::store::Audited;

/// Executes an operator command, and adds an entry to the audit log if the command changes anything.
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
        let (at, command) = (app.clock.day(), command.name.to_owned());
        app.store.audit(&Audited { id: 0, at, actor, command, person, details }).await?;
    }
    Ok(answer)
}
