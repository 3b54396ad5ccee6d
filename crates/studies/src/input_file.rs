//! Input files of a study.

use zashiki_core::{InputError, LocalizedText, Weights};

/// A file and its text.
#[derive(Clone, Debug)]
pub struct InputFile {
    /// The name of the file in messages, within a sentence.
    pub name: LocalizedText,
    /// The text.
    pub text: String,
}

impl InputFile {
    /// The weights in the file, which may be of any game.
    ///
    /// # Errors
    /// Returns an error if the file has no weights.
    pub fn weights(&self) -> Result<Weights, InputError> {
        Weights::read_as(&self.name, &self.text)
    }
}
