//! Failures of commands: each prints one paragraph on standard error and determines the exit code.

use std::io::{self, Write as _};
use std::process::ExitCode;

use server::system;
use zashiki_core::{InputError, LocalizedText, ReplayError, text};

use crate::lang::Lang;

/// The reason why a command ended early.
#[derive(Debug)]
pub enum Failure {
    /// An error, with a message for the user.
    Message(LocalizedText),
    /// Standard output was closed by the program that reads it, such as `head` in `zashiki trace r.json
    /// | head`. This does not count as an error.
    OutputClosed,
}

impl Failure {
    /// Prints the message, if there is one, and returns the exit code.
    pub fn report(self, lang: Lang) -> ExitCode {
        match self {
            Failure::OutputClosed => ExitCode::SUCCESS,
            Failure::Message(message) => {
                print_message(&format!("zashiki: {}", lang.of(&message)));
                ExitCode::FAILURE
            }
        }
    }
}

/// Prints a line on standard error. Does nothing if standard error is closed, for example with its
/// terminal.
pub fn print_message(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// The error for a program that the operating system refuses to start.
pub fn cannot_start(error: &io::Error) -> InputError {
    let why = system::why(error);
    text!(
        "プログラムを始められません({why})。ほかのプログラムを終了してからお試しください。",
        "Zashiki cannot start ({why}); close other programs and try again.",
        why
    )
    .into()
}

impl From<InputError> for Failure {
    fn from(error: InputError) -> Failure {
        Failure::Message(error.into())
    }
}

impl From<ReplayError> for Failure {
    fn from(error: ReplayError) -> Failure {
        Failure::Message(error.message)
    }
}

/// Converts errors of writing to standard output. Errors of files have messages that name the file; see
/// `input`.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure::OutputClosed;
        }
        let why = system::why(&error);
        Failure::Message(text!(
            "結果を書き出せません: {why}。",
            "The result cannot be written to standard output: {why}.",
            why
        ))
    }
}

/// Converts errors of writing JSON to standard output.
impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        io::Error::from(error).into()
    }
}
