//! Prints the result of a command on standard output: text for people, or JSON for programs. Standard
//! output contains nothing else; messages and progress are written to standard error.

use std::io::{BufWriter, StdoutLock, Write as _};

use serde::Serialize;

use crate::failure::Failure;

/// Standard output, buffered.
pub type Out = BufWriter<StdoutLock<'static>>;

/// The flag `--json` of every command that prints a report.
#[derive(clap::Args, Clone, Copy, Debug)]
pub struct Format {
    #[arg(long, help = Format::HELP)]
    json: bool,
}

impl Format {
    /// The help text of the flag `--json`.
    pub const HELP: &str = "Prints the result as one JSON document";

    /// The format for a command that declares the flag `--json` itself.
    pub fn json_if(json: bool) -> Format {
        Format { json }
    }

    /// Returns true if the result is printed as JSON.
    pub fn is_json(self) -> bool {
        self.json
    }

    /// Prints the result: `value` as JSON if `--json` is given, and otherwise the text.
    ///
    /// # Errors
    /// Returns an error if standard output cannot be written to, or if `text` fails.
    pub fn print(
        self,
        value: &impl Serialize,
        text: impl FnOnce(&mut Out) -> Result<(), Failure>,
    ) -> Result<(), Failure> {
        if self.json { json(value) } else { write(text) }
    }
}

/// Prints one JSON document.
///
/// # Errors
/// Returns an error if standard output cannot be written to.
pub fn json(value: &impl Serialize) -> Result<(), Failure> {
    write(|out| {
        serde_json::to_writer_pretty(&mut *out, value)?;
        Ok(writeln!(out)?)
    })
}

/// Prints a complete text, such as the contents of a file.
///
/// # Errors
/// Returns an error if standard output cannot be written to.
pub fn text(text: &str) -> Result<(), Failure> {
    write(|out| Ok(out.write_all(text.as_bytes())?))
}

/// Prints text in several steps. The output is flushed at the end, because only the flush notices a
/// closed pipe or a full disk.
///
/// # Errors
/// Returns an error if standard output cannot be written to, or if `text` fails.
pub fn write(text: impl FnOnce(&mut Out) -> Result<(), Failure>) -> Result<(), Failure> {
    let mut out = BufWriter::new(std::io::stdout().lock());
    text(&mut out)?;
    Ok(out.flush()?)
}
