//! `zashiki trace`.

use std::io::Write;
use std::path::PathBuf;

use crate::commands::out;
use crate::failure::Failure;
use crate::input;

/// Arguments of `trace`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// File of the record; `-` for standard input.
    record: PathBuf,
}

/// Replays a record and prints every step as a line of JSON.
pub fn run(args: &Args) -> Result<(), Failure> {
    let record = input::record(&args.record)?;
    let mut out = out();
    lab::trace(&record, &mut out)??;
    Ok(out.flush()?)
}
