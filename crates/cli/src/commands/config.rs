//! `zashiki config`: the settings in effect.

use std::io::Write;

use crate::failure::Failure;
use crate::settings::{self, Flags};

/// Prints them as a file of settings that would have the same effect.
///
/// # Errors
/// When a setting cannot be used.
pub fn run(flags: &Flags) -> Result<(), Failure> {
    let (all, sources) = settings::settings(flags)?;
    let mut out = std::io::stdout().lock();
    Ok(out.write_all(settings::to_file(&all, &sources).as_bytes())?)
}
