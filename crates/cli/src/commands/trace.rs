//! The command `zashiki trace`: prints every step of a record as one line of JSON.

use std::path::PathBuf;

use crate::failure::Failure;
use crate::input;
use crate::output;

/// Arguments of `trace`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// File of the record; `-` for standard input.
    record: PathBuf,
}

/// Replays a record and prints every step as a line of JSON.
///
/// # Errors
/// Returns an error if the file cannot be read or the record does not conform to the rules.
pub fn run(args: &Args) -> Result<(), Failure> {
    let record = input::record(&args.record)?;
    output::write(|out| Ok(lab::trace(&record, out)??))
}
