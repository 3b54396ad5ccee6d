//! How a command fails: one clear paragraph, or silence when nobody listens any more.

use std::io::{self, Write as _};
use std::process::ExitCode;

use server::system;
use zashiki_core::{InputError, LocalizedText, ReplayError, text};

use crate::lang::Lang;

/// Why a command did not do what it was asked.
#[derive(Debug)]
pub enum Failure {
    /// To be said in the reader's language.
    Said(LocalizedText),
    /// The reader of the output has gone, as in `zashiki trace r.json | head`.
    Unheard,
    /// Anything else.
    Other(anyhow::Error),
}

impl Failure {
    /// Says why and gives the exit code.
    pub fn report(self, lang: Lang) -> ExitCode {
        match self {
            Failure::Unheard => return ExitCode::SUCCESS,
            Failure::Said(text) => say(&format!("zashiki: {}", lang.of(&text))),
            Failure::Other(error) => match error.downcast_ref::<InputError>() {
                Some(bad) => say(&format!("zashiki: {}", lang.of(bad.text()))),
                None => say(&format!("zashiki: {error:#}")),
            },
        }
        ExitCode::FAILURE
    }
}

/// Says something on the standard error, if it is still open: a terminal may have been closed.
pub fn say(line: &str) {
    let _ = writeln!(io::stderr(), "{line}");
}

impl From<InputError> for Failure {
    fn from(bad: InputError) -> Failure {
        Failure::Said(bad.into())
    }
}

impl From<ReplayError> for Failure {
    fn from(error: ReplayError) -> Failure {
        Failure::Said(error.message)
    }
}

/// Errors of writing to the standard output; files have their own words in `input`.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        if error.kind() == io::ErrorKind::BrokenPipe {
            return Failure::Unheard;
        }
        let why = system::why(&error);
        Failure::Said(text!(
            "結果を書き出せません: {why}。",
            "The result cannot be written out: {why}.",
            why
        ))
    }
}

/// Errors of writing JSON to the standard output.
impl From<serde_json::Error> for Failure {
    fn from(error: serde_json::Error) -> Failure {
        io::Error::from(error).into()
    }
}
