//! Files that are given to a study.

use zashiki_core::{InputError, LocalizedText, Weights};

/// The text of a file.
#[derive(Clone, Debug)]
pub struct InputFile {
    /// The name of the file in messages, within a sentence.
    pub name: LocalizedText,
    /// The text.
    pub text: String,
}

impl InputFile {
    /// The weights in the file; whether they are of the right game is not checked.
    ///
    /// # Errors
    /// Returns an error if it is no file of weights.
    pub fn weights(&self) -> Result<Weights, InputError> {
        Weights::read_as(&self.name, &self.text)
    }
}
