//! One module for each command.

pub mod admin;
pub mod analyze;
pub mod backup;
pub mod config;
pub mod create_bot_account;
pub mod engine;
pub mod games;
pub mod games_out;
#[cfg(feature = "push")]
pub mod generate_push_key;
pub mod lab;
pub mod long;
pub mod migrate_database;
pub mod position;
pub mod replay;
pub mod review;
pub mod simulate;
pub mod trace;
pub mod which;
pub mod with_engines;

use std::io::{BufWriter, StdoutLock, Write};

use serde::Serialize;

use crate::failure::Failure;

/// The standard output, buffered. A command that writes to it flushes it in the end, since
/// only then is it known to have been read.
fn out() -> BufWriter<StdoutLock<'static>> {
    BufWriter::new(std::io::stdout().lock())
}

/// Writes one JSON document for people and programs alike.
fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let mut out = out();
    serde_json::to_writer_pretty(&mut out, value)?;
    writeln!(out)?;
    Ok(out.flush()?)
}
