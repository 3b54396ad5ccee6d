//! The reader's language.

use table::Text;

/// A language the house speaks.
#[derive(Clone, Copy, PartialEq, Eq, Debug, clap::ValueEnum)]
pub enum Lang {
    /// Japanese.
    Ja,
    /// English.
    En,
}

impl Lang {
    /// The language the environment asks for, as programs agree to ask: the first of
    /// `LC_ALL`, `LC_MESSAGES` and `LANG` that says anything.
    pub fn of_environment() -> Lang {
        let asked = ["LC_ALL", "LC_MESSAGES", "LANG"]
            .iter()
            .find_map(|name| std::env::var(name).ok().filter(|value| !value.is_empty()));
        match asked {
            Some(value) if value.starts_with("ja") => Lang::Ja,
            _ => Lang::En,
        }
    }

    /// The text in this language.
    pub fn of(self, text: &Text) -> &str {
        self.pick(&text.ja, &text.en)
    }

    /// One of two words.
    pub fn pick<'a>(self, ja: &'a str, en: &'a str) -> &'a str {
        match self {
            Lang::Ja => ja,
            Lang::En => en,
        }
    }
}
