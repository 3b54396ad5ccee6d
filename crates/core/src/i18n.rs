//! Texts for people, always in Japanese and English.

mod describe;

use std::borrow::Cow;

use serde::ser::SerializeStruct;
use serde::{Deserialize, Serialize, Serializer};
use ts_rs::TS;

pub use describe::{Localize, capitalized, either, list, names, plural, sentences};

/// A supported language.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Lang {
    /// Japanese.
    Ja,
    /// English.
    En,
}

impl Lang {
    /// The text in this language.
    pub fn of(self, text: &LocalizedText) -> &str {
        self.pick(&text.ja, &text.en)
    }

    /// Returns `ja` or `en`, the one in this language.
    pub fn pick<'a>(self, ja: &'a str, en: &'a str) -> &'a str {
        match self {
            Lang::Ja => ja,
            Lang::En => en,
        }
    }
}

/// A text in Japanese and in English. Seats are placeholders such as `⟦0⟧` until
/// [`LocalizedText::named`] fills in names. Serialized with both languages, or as a plain string if one
/// of them is empty (see [`LocalizedText::only`]).
#[derive(Clone, PartialEq, Eq, Hash, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "core.ts")]
pub struct LocalizedText {
    /// The text in Japanese.
    pub ja: Cow<'static, str>,
    /// The text in English.
    pub en: Cow<'static, str>,
}

impl Serialize for LocalizedText {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match (&*self.ja, &*self.en) {
            ("", one) | (one, "") if !one.is_empty() => serializer.serialize_str(one),
            (ja, en) => {
                let mut both = serializer.serialize_struct("Text", 2)?;
                both.serialize_field("ja", ja)?;
                both.serialize_field("en", en)?;
                both.end()
            }
        }
    }
}

impl LocalizedText {
    /// A text known at compile time, in Japanese and in English.
    pub const fn fixed(ja: &'static str, en: &'static str) -> LocalizedText {
        LocalizedText { ja: Cow::Borrowed(ja), en: Cow::Borrowed(en) }
    }

    /// A text that is the same in both languages, such as a number or the name of a square.
    pub fn same(words: impl Into<Cow<'static, str>>) -> LocalizedText {
        let words = words.into();
        LocalizedText { ja: words.clone(), en: words }
    }

    /// A text built at run time, in Japanese and in English.
    pub fn new(ja: impl Into<String>, en: impl Into<String>) -> LocalizedText {
        LocalizedText { ja: Cow::Owned(ja.into()), en: Cow::Owned(en.into()) }
    }

    /// The text in the language `lang` alone, with the other one empty; unchanged if `lang` is `None`.
    #[must_use]
    pub fn only(self, lang: Option<Lang>) -> LocalizedText {
        const NOTHING: Cow<'static, str> = Cow::Borrowed("");
        match lang {
            None => self,
            Some(Lang::Ja) => LocalizedText { en: NOTHING, ..self },
            Some(Lang::En) => LocalizedText { ja: NOTHING, ..self },
        }
    }
}

impl From<(&'static str, &'static str)> for LocalizedText {
    fn from((ja, en): (&'static str, &'static str)) -> LocalizedText {
        LocalizedText::fixed(ja, en)
    }
}

/// English by default; `{:#}` writes both languages, Japanese first.
impl std::fmt::Display for LocalizedText {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        if f.alternate() { write!(f, "{} / {}", self.ja, self.en) } else { f.write_str(&self.en) }
    }
}
