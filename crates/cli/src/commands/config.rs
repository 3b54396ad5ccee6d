//! `zashiki config`: the settings in effect.

use crate::failure::Failure;
use crate::output;
use crate::settings::{self, Flags};

/// Prints a settings file with the same effect.
///
/// # Errors
/// Returns an error if a setting is invalid.
pub fn run(flags: &Flags) -> Result<(), Failure> {
    let (all, sources) = settings::settings(flags)?;
    output::text(&settings::to_file(&all, &sources))
}
