//! Components that an owner of a game enters: their form, their check, and their use at a table.

use zashiki_core::{ComponentsForm, ComponentsInput, ComponentsReport};

use crate::protocol::CheckComponents;
use crate::request_error::RequestError;

/// The form in which an owner enters the components of a game; `None` if it has no components file.
///
/// # Errors
/// Returns an error if the game does not exist.
pub fn form(game: &str) -> Result<Option<ComponentsForm>, RequestError> {
    let game = registry::game(game).map_err(RequestError::unknown_game)?;
    Ok(game.components_form())
}

/// Checks components.
///
/// # Errors
/// Returns an error if the game does not exist or has no components file, or if the input is too long or no
/// components file of this game.
pub fn check(request: &CheckComponents) -> Result<ComponentsReport, RequestError> {
    Ok(registry::game(&request.game)?.check_components(&request.components)?)
}

/// The text to store for a table with these components: without comments, so that its length is bounded by
/// the form.
///
/// # Errors
/// Returns an error if the game does not exist or the components have faults.
pub fn for_table(game: &str, components: &str) -> Result<String, RequestError> {
    let game = registry::game(game)?;
    let report = game.check_components(&ComponentsInput::Text(components.to_owned()))?;
    Ok(report.into_text(game.info())?)
}
