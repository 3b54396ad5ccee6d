//! `zashiki trace`.

use std::io::Write;
use std::path::PathBuf;

use crate::commands::out;
use crate::failure::Failure;
use crate::input;

/// What to trace.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// The record's file; `-` for the standard input.
    record: PathBuf,
}

/// Rebuilds a record and writes every step as a line of JSON.
pub fn run(args: &Args) -> Result<(), Failure> {
    let record = input::record(&args.record)?;
    let mut out = out();
    lab::trace(&record, &mut out)??;
    Ok(out.flush()?)
}
