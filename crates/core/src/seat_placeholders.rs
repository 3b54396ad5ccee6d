//! Placeholders for players' names within texts. Texts name a seat by a placeholder, and the program
//! that displays the text fills it in: the web page with a person's name or "you", terminals and files
//! with the game's name of the seat.
//!
//! Placeholders are enclosed in `⟦` and `⟧`, which occur nowhere else. They contain the number of a
//! seat, `⟦0⟧`, as written by [`Localize`] for [`Seat`], or the two forms of an English word that agrees
//! with the seat or seats named last, `⟦takes|take⟧`: the first for names, the second if "you" is among
//! them. Possessives use the same form: `⟦'s|r⟧`.
//!
//! ```
//! use zashiki_core::{Seat, LocalizedText, describe};
//!
//! let seat = Seat(1);
//! let (text, _) = describe!("X-1", "{seat}が進む。", "{seat} ⟦moves|move⟧ on.", seat);
//! let names = [LocalizedText::fixed("青", "Blue"), LocalizedText::fixed("赤", "Red")];
//! assert_eq!(text.named(&names, None), LocalizedText::fixed("赤が進む。", "Red moves on."));
//! assert_eq!(text.named(&names, Some(seat)), LocalizedText::fixed("あなたが進む。", "You move on."));
//! ```

use std::borrow::Cow;

use crate::{Localize, LocalizedText, Seat};

const BEGIN: char = '⟦';
const END: char = '⟧';
const OR: char = '|';
/// Separators of an English list (see [`names`](crate::names)).
const JOINTS: [&str; 3] = [", ", " and ", " or "];

impl Localize for Seat {
    fn name(&self) -> LocalizedText {
        LocalizedText::same(format!("{BEGIN}{}{END}", self.0))
    }
}

impl LocalizedText {
    /// The text with placeholders filled in: `names` by seat, and "you" for the seat of the reader.
    /// Names are inserted verbatim. Placeholders of seats without a name remain.
    pub fn named(&self, names: &[LocalizedText], you: Option<Seat>) -> LocalizedText {
        if ![&self.ja, &self.en].iter().any(|words| words.contains(BEGIN)) {
            return self.clone();
        }
        let ja = |seat: Seat| Some(&*names.get(seat.index())?.ja);
        let en = |seat: Seat| Some(&*names.get(seat.index())?.en);
        LocalizedText {
            ja: fill(&self.ja, you, ja, |_| "あなた"),
            en: fill(&self.en, you, en, |said| if begins(said) { "You" } else { "you" }),
        }
    }
}

/// Returns true if the next word after this text begins a sentence.
fn begins(said: &str) -> bool {
    said.trim_end().chars().next_back().is_none_or(|last| ".!?".contains(last))
}

/// Fills in the placeholders of one language for [`LocalizedText::named`]. `other` receives the text so far
/// and returns the word for "you" that fits after it.
fn fill<'a>(
    text: &str,
    you: Option<Seat>,
    name: impl Fn(Seat) -> Option<&'a str>,
    other: impl Fn(&str) -> &'static str,
) -> Cow<'static, str> {
    let (mut said, mut rest) = (String::new(), text);
    // True if "you" is among the names inserted last.
    let mut addressed = false;
    while let Some((before, after)) = rest.split_once(BEGIN) {
        let Some((mark, after)) = after.split_once(END) else { break };
        said += before;
        rest = after;
        let seat = mark.parse().ok().map(Seat);
        if let Some((beside_names, beside_you)) = mark.split_once(OR) {
            said += if addressed { beside_you } else { beside_names };
        } else if let Some(name) = seat.and_then(&name) {
            let listed = JOINTS.contains(&before);
            addressed = seat == you || (listed && addressed);
            said += if seat == you { other(&said) } else { name };
        } else {
            said.extend([BEGIN]);
            said += mark;
            said.extend([END]);
        }
    }
    Cow::Owned(said + rest)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    /// A test case, which the web page's tests also use.
    #[derive(Deserialize)]
    struct Case {
        text: LocalizedText,
        names: Vec<LocalizedText>,
        you: Option<Seat>,
        said: LocalizedText,
    }

    #[test]
    fn marks_are_filled_as_in_every_case_that_the_page_is_held_to() {
        let cases: Vec<Case> =
            serde_json::from_str(include_str!("seat_placeholders.json")).unwrap();
        assert!(cases.len() > 9);
        for Case { text, names, you, said } in cases {
            assert_eq!(text.named(&names, you), said, "{text:#}");
        }
    }

    #[test]
    fn a_seat_is_its_mark_in_both_languages() {
        assert_eq!(Seat(3).name(), LocalizedText::same("⟦3⟧"));
        let seats = crate::names([Seat(0), Seat(1)]);
        assert_eq!(seats, LocalizedText::fixed("⟦0⟧・⟦1⟧", "⟦0⟧ and ⟦1⟧"));
    }
}
