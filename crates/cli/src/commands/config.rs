//! `zashiki config`: prints the settings that are in effect.

use crate::failure::Failure;
use crate::output;
use crate::settings::{self, Flags};

/// Prints a settings file that has the same effect as the flags, environment and settings file that are
/// now used.
///
/// # Errors
/// Returns an error if a setting is invalid.
pub fn run(flags: &Flags) -> Result<(), Failure> {
    let (all, sources) = settings::settings(flags)?;
    output::text(&settings::to_file(&all, &sources))
}
