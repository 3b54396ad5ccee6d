//! A filter for unwanted words in the names of people.

use std::path::Path;

use zashiki_core::{InputError, text};

use crate::error::Refused;
use crate::system;
use crate::users::names::look_of;

/// Words that a person's name must not contain, in any spelling. They are stored in a normal form that
/// ignores differences of spelling.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct UnwantedWords(Vec<String>);

impl UnwantedWords {
    /// Reads a file of words, one per line; lines that begin with `#` are comments.
    ///
    /// # Errors
    /// Returns an error if the file cannot be read, or a line contains no letter.
    pub fn read(file: &Path) -> Result<UnwantedWords, InputError> {
        let name = file.display();
        let label = text!("言葉のファイル「{name}」", "The file \"{name}\" of words");
        let text = system::read(file, &label)?;
        let lines = (1..).zip(text.lines().map(str::trim));
        let words = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
        let folded = words.map(|(number, line)| match folded(line) {
            word if word.is_empty() => Err(text!(
                "「{name}」の{number}行目に文字がありません。言葉を一行に一つ書いてください。",
                "Line {number} of \"{name}\" has no letter; write one word per line."
            )
            .into()),
            word => Ok(word),
        });
        folded.collect::<Result<_, InputError>>().map(UnwantedWords)
    }

    /// Returns an error if a name contains one of the unwanted words.
    pub(crate) fn check(&self, name: &str) -> Result<(), Refused> {
        if self.0.is_empty() {
            return Ok(());
        }
        let name = folded(name);
        match self.0.iter().any(|word| name.contains(word.as_str())) {
            true => Err(Refused::unwanted_name()),
            false => Ok(()),
        }
    }
}

/// The letters and digits of a text, in the normal form that is the same for characters that look alike.
fn folded(text: &str) -> String {
    look_of(text).chars().filter(|letter| letter.is_alphanumeric()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_word_is_found_in_any_spelling() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(file.path(), "# not these\nBad Word\n\n馬鹿\n").unwrap();
        let words = UnwantedWords::read(file.path()).unwrap();
        for name in ["badword", "B.a.d w-o-r-d!", "xxBADWORDxx", "bаdwоrd", "お馬 鹿さん"] {
            assert!(words.check(name).is_err(), "{name}");
        }
        for name in ["bad", "word", "馬", "鹿", "", "Ada"] {
            assert!(words.check(name).is_ok(), "{name}");
        }
        std::fs::write(file.path(), "ok\n...\n").unwrap();
        assert!(UnwantedWords::read(file.path()).unwrap_err().text().en.contains("Line 2"));
    }
}
