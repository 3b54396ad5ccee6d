//! Tokens of notations, with error messages for unknown ones.

use std::fmt::Display;

use serde::de::{Deserialize, Deserializer, Error};

/// A value written as one word, in notation and in JSON alike.
pub trait Token: Sized + Copy + Display + 'static {
    /// The name of this kind of value, in Japanese and English.
    const WHAT: (&'static str, &'static str);

    /// Iterates over all values of the type.
    fn all() -> impl Iterator<Item = Self>;

    /// The word that is written for this value.
    fn word(self) -> String {
        self.to_string()
    }

    /// The value for which this word is written, if there is one.
    fn from_word(word: &str) -> Option<Self> {
        Self::all().find(|item| item.word() == word)
    }

    /// Deserializes the word; the error lists the possible words in both languages.
    fn read<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let word = String::deserialize(deserializer)?;
        Self::from_word(&word).ok_or_else(|| {
            let word: String = word.chars().take(20).collect();
            let (ja, en) = Self::WHAT;
            D::Error::custom(format!("「{word}」という{ja} / \"{word}\" is not {en}"))
        })
    }
}

/// Defines an enum whose variants are words. Arguments: the TypeScript file for the export, the enum's
/// name, the name of this kind of value in Japanese and English, and the variants. The using crate needs
/// `serde` and `ts-rs`.
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
            /// All variants, in order.
            pub const ALL: [$name; [$($word),+].len()] = [$($name::$variant),+];

            /// The word of the variant, in notation and in JSON.
            pub const fn word(self) -> &'static str {
                match self { $($name::$variant => $word),+ }
            }
        }

        impl $crate::Token for $name {
            const WHAT: (&'static str, &'static str) = ($ja, $en);

            fn all() -> impl Iterator<Item = $name> {
                $name::ALL.into_iter()
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

/// Implements `Serialize` and `Deserialize` for a [`Token`] as its word. The using crate needs `serde`.
#[macro_export]
macro_rules! serialize_as_word {
    ($name:ident) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.collect_str(self)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(
                deserializer: D,
            ) -> Result<$name, D::Error> {
                $crate::Token::read(deserializer)
            }
        }
    };
}
