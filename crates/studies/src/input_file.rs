//! Input files of a study.

use zashiki_core::{InputError, LocalizedText, Weights};

/// An input file of a study: its name and its text.
#[derive(Clone, Debug)]
pub struct InputFile {
    /// The name of the file in messages, in a form that fits within a sentence.
    pub name: LocalizedText,
    /// The content of the file.
    pub text: String,
}

impl InputFile {
    /// Parses the file as weights, which may be of any game.
    ///
    /// # Errors
    /// Returns an error if the file contains no weights.
    pub fn weights(&self) -> Result<Weights, InputError> {
        Weights::read_as(&self.name, &self.text)
    }
}
