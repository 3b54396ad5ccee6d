//! Words of a notation, and what is said about one that does not exist.

use serde::de::{Deserialize, Deserializer, Error};

/// Something written as one word, in notation and in JSON alike.
pub trait Token: Sized + Copy + 'static {
    /// What the words name, in Japanese and in English.
    const WHAT: (&'static str, &'static str);

    /// Everything there is.
    fn all() -> impl Iterator<Item = Self>;

    /// The word.
    fn word(self) -> String;

    /// What the word names, if anything.
    fn from_word(word: &str) -> Option<Self> {
        Self::all().find(|item| item.word() == word)
    }

    /// Reads the word; the error says what would be one, in both languages.
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        Self::from_word(&word).ok_or_else(|| {
            let word: String = word.chars().take(20).collect();
            let (ja, en) = Self::WHAT;
            D::Error::custom(format!("「{word}」という{ja} / \"{word}\" is not {en}"))
        })
    }
}

/// An enum each of whose variants is one word: the TypeScript file it is exported to, its name,
/// what the words name in Japanese and in English, and the variants. The crate that uses it
/// needs `serde` and `ts-rs`.
#[macro_export]
macro_rules! words {
    (
        $(#[$meta:meta])*
        $file:literal, $name:ident, $ja:literal, $en:literal,
        { $($(#[$doc:meta])* $variant:ident = $word:literal),+ $(,)? }
    ) => {
        $(#[$meta])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, serde::Serialize, ts_rs::TS)]
        #[ts(export, export_to = $file)]
        #[repr(u8)]
        pub enum $name {
            $($(#[$doc])* #[serde(rename = $word)] $variant),+
        }

        impl $name {
            /// All of them, in order.
            pub const ALL: [$name; [$($word),+].len()] = [$($name::$variant),+];

            /// The word for it, in notation and in JSON.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }

        impl $crate::Token for $name {
            const WHAT: (&'static str, &'static str) = ($ja, $en);

            fn all() -> impl Iterator<Item = $name> {
                $name::ALL.into_iter()
            }

            fn word(self) -> String {
                $name::word(self).to_owned()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.word())
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<$name, D::Error> {
                $crate::Token::read(deserializer)
            }
        }
    };
}
