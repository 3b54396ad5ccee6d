//! The place that a setting's value comes from.

use std::path::PathBuf;

use zashiki_core::{LocalizedText, text};

/// The place that a setting's value comes from.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Source {
    /// The built-in default.
    Default,
    /// The settings file: its path and the line number.
    File(PathBuf, usize),
    /// An environment variable of this name.
    Environment(String),
    /// A flag of this name on the command line.
    Flag(&'static str),
}

impl Source {
    /// The source as a noun phrase that can begin a sentence.
    pub fn named(&self) -> LocalizedText {
        match self {
            Source::Default => LocalizedText::fixed("既定値", "The default"),
            Source::File(file, line) => {
                let file = file.display();
                text!(
                    "設定ファイル「{file}」の{line}行目",
                    "The settings file \"{file}\", line {line}"
                )
            }
            Source::Environment(name) => {
                text!("環境変数 {name}", "The environment variable {name}")
            }
            Source::Flag(name) => text!("--{name}", "--{name}"),
        }
    }

    /// The source in a short form, for a comment in a settings file.
    pub fn short(&self) -> String {
        match self {
            Source::Default => "default".to_owned(),
            Source::File(file, line) => format!("{}:{line}", file.display()),
            Source::Environment(name) => name.clone(),
            Source::Flag(name) => format!("--{name}"),
        }
    }
}
