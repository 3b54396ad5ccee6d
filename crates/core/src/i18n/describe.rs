//! Sentences in both languages, formatted from the same values.
//!
//! ```
//! use zashiki_core::{LocalizedText, RuleId, describe, names, plural};
//!
//! let (seat, square, gems) = (LocalizedText::fixed("赤", "Red"), "C4", 2);
//! let (text, rule) = describe!(
//!     "X-28",
//!     "{seat}が{square}でジェムを{gems}個獲得。",
//!     "{seat} gains {gems} on {square}.",
//!     seat,
//!     gems = plural(gems, "gem", "gems")
//! );
//! assert_eq!(text.ja, "赤がC4でジェムを2個獲得。");
//! assert_eq!(text.en, "Red gains 2 gems on C4.");
//! assert_eq!(rule, RuleId("X-28"));
//!
//! let all = names([seat, LocalizedText::fixed("青", "Blue")]);
//! assert_eq!((&*all.ja, &*all.en), ("赤・青", "Red and Blue"));
//! ```

use std::borrow::Cow;
use std::fmt::Display;

use crate::{LocalizedText, RuleId};

/// A value with a name in both languages: a seat, a card, a square, a number.
pub trait Localize {
    /// The name, in the form used within a sentence.
    fn name(&self) -> LocalizedText;
}

impl Localize for LocalizedText {
    fn name(&self) -> LocalizedText {
        self.clone()
    }
}

impl<T: Localize + ?Sized> Localize for &T {
    fn name(&self) -> LocalizedText {
        (**self).name()
    }
}

macro_rules! same_in_both_languages {
    ($($type:ty),+) => {$(
        impl Localize for $type {
            fn name(&self) -> LocalizedText {
                LocalizedText::same(self.to_string())
            }
        }
    )+};
}

same_in_both_languages!(u8, u16, u32, u64, usize, i8, i16, i32, i64, isize, str, String, RuleId);

/// A count of things: the bare number in Japanese, where the sentence has the counter, and "1 card" or
/// "2 cards" in English.
pub fn plural<N: Copy + Display + PartialEq + From<u8>>(
    number: N,
    one: &str,
    many: &str,
) -> LocalizedText {
    let things = if number == N::from(1) { one } else { many };
    LocalizedText::new(number.to_string(), format!("{number} {things}"))
}

/// Names joined as one group, such as seats that win together: 赤・青・黄, "Red, Blue and Yellow".
pub fn names(items: impl IntoIterator<Item: Localize>) -> LocalizedText {
    join(items, "・", " and ")
}

/// Names in sequence, such as cards laid out: 桂、香、歩, "knight, lance, pawn".
pub fn list(items: impl IntoIterator<Item: Localize>) -> LocalizedText {
    join(items, "、", ", ")
}

/// Names as alternatives: 赤か青, "Red or Blue".
pub fn either(items: impl IntoIterator<Item: Localize>) -> LocalizedText {
    join(items, "か", " or ")
}

/// Whole sentences, one after the other: with a blank between them in English alone.
pub fn sentences(items: impl IntoIterator<Item = LocalizedText>) -> LocalizedText {
    let all: Vec<LocalizedText> = items.into_iter().collect();
    let en: Vec<&str> = all.iter().map(|text| &*text.en).collect();
    LocalizedText::new(all.iter().map(|text| &*text.ja).collect::<String>(), en.join(" "))
}

/// An English text with a capital letter at its beginning.
pub fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn join(items: impl IntoIterator<Item: Localize>, ja: &str, last: &str) -> LocalizedText {
    let names: Vec<LocalizedText> = items.into_iter().map(|item| item.name()).collect();
    let en: Vec<&str> = names.iter().map(|name| &*name.en).collect();
    let en = match en.split_last() {
        Some((end, start)) if !start.is_empty() => format!("{}{last}{end}", start.join(", ")),
        _ => en.concat(),
    };
    let names: Vec<Cow<str>> = names.into_iter().map(|name| name.ja).collect();
    LocalizedText::new(names.join(ja), en)
}

/// Formats one sentence in both languages: two format strings, then their [`Localize`] arguments, each
/// as a variable (`seat`) or as a name with a value (`gems = plural(gems, "gem", "gems")`). Each string
/// shows them in its own language. Everything else in braces is captured as by [`format!`].
#[macro_export]
macro_rules! text {
    (@value $name:ident) => { $name };
    (@value $name:ident $value:expr) => { $value };
    ($ja:literal, $en:literal $(,)?) => {
        $crate::LocalizedText::new(::std::format!($ja), ::std::format!($en))
    };
    ($ja:literal, $en:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {{
        let names = [$($crate::Localize::name(&$crate::text!(@value $name $($value)?))),+];
        #[allow(unused_variables)]
        let ja = {
            let [$($name),+] = &names;
            $(let $name = &$name.ja;)+
            ::std::format!($ja)
        };
        #[allow(unused_variables)]
        let en = {
            let [$($name),+] = &names;
            $(let $name = &$name.en;)+
            ::std::format!($en)
        };
        $crate::LocalizedText::new(ja, en)
    }};
}

/// Formats a sentence about an event or a prompt, with the rule it follows from: the rule, then the
/// arguments of [`text!`](crate::text). Returns `(LocalizedText, RuleId)`.
#[macro_export]
macro_rules! describe {
    ($rule:expr, $($sentence:tt)+) => {
        ($crate::text!($($sentence)+), $crate::RuleId::from($rule))
    };
}

/// Returns `Err` of a text from the enclosing function; arguments as for [`text!`](crate::text). Used
/// for errors in positions and components files.
#[macro_export]
macro_rules! fault {
    ($($sentence:tt)+) => {
        return ::std::result::Result::Err($crate::text!($($sentence)+))
    };
}

#[cfg(test)]
mod tests {
    use super::*;

    struct Colour(usize);

    impl Localize for Colour {
        fn name(&self) -> LocalizedText {
            [
                LocalizedText::fixed("赤", "Red"),
                LocalizedText::fixed("青", "Blue"),
                LocalizedText::fixed("黄", "Yellow"),
            ][self.0]
                .clone()
        }
    }

    #[test]
    fn a_listed_name_is_said_in_each_language() {
        let (seat, round) = (Colour(1), 3);
        let (text, rule) = describe!("Q-1", "第{round}巡:{seat}", "Round {round}: {seat}", seat);
        assert_eq!((&*text.ja, &*text.en), ("第3巡:青", "Round 3: Blue"));
        assert_eq!(rule, RuleId("Q-1"));
    }

    #[test]
    fn names_may_trade_places_and_stand_in_one_language_only() {
        let (from, to) = (Colour(0), Colour(2));
        let said = text!("{to}→{from}", "{from}", from = to, to = from);
        assert_eq!((&*said.ja, &*said.en), ("赤→黄", "Yellow"));
        let rule: fn(bool) -> &'static str = |big| if big { "X-2" } else { "X-1" };
        assert_eq!(describe!(rule(true), "a", "b").1, RuleId("X-2"));
    }

    #[test]
    fn numbers_have_plurals_in_english_alone() {
        let said =
            |cards: u8| text!("{cards}枚", "{cards}", cards = plural(cards, "card", "cards"));
        assert_eq!((said(0).ja, said(0).en), ("0枚".into(), "0 cards".into()));
        assert_eq!((said(1).ja, said(1).en), ("1枚".into(), "1 card".into()));
        assert_eq!(said(2).en, "2 cards");
    }

    #[test]
    fn lists_are_joined_as_each_language_joins_them() {
        let of = |count| (0..count).map(Colour);
        assert_eq!(names(of(0)), LocalizedText::fixed("", ""));
        assert_eq!(names(of(1)), LocalizedText::fixed("赤", "Red"));
        assert_eq!(names(of(3)), LocalizedText::fixed("赤・青・黄", "Red, Blue and Yellow"));
        assert_eq!(list(of(3)), LocalizedText::fixed("赤、青、黄", "Red, Blue, Yellow"));
        assert_eq!(either(of(2)), LocalizedText::fixed("赤か青", "Red or Blue"));
    }

    #[test]
    fn sentences_follow_one_another_and_begin_with_a_capital_letter() {
        let said = |ja: &str, en: &str| LocalizedText::new(ja.to_owned(), en.to_owned());
        assert_eq!(sentences([]), LocalizedText::fixed("", ""));
        assert_eq!(sentences([said("一。", "One.")]), LocalizedText::fixed("一。", "One."));
        let both = sentences([said("一。", "One."), said("二。", "Two.")]);
        assert_eq!(both, LocalizedText::fixed("一。二。", "One. Two."));
        assert_eq!(["", "a pawn", "⟦0⟧ moves"].map(capitalized), ["", "A pawn", "⟦0⟧ moves"]);
    }

    #[test]
    fn a_fault_leaves_the_function() {
        fn check(count: u8) -> Result<u8, LocalizedText> {
            if count > 3 {
                fault!(
                    "{count}枚は多すぎます",
                    "{cards} are too many",
                    cards = plural(count, "card", "cards")
                );
            }
            Ok(count)
        }
        assert_eq!(check(3), Ok(3));
        assert_eq!(check(4), Err(LocalizedText::fixed("4枚は多すぎます", "4 cards are too many")));
    }
}
