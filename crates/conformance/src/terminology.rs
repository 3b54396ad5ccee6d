//! Checks that texts use the terms of the game's glossary.

use zashiki_core::{Game, Glossary, LocalizedText};

use crate::rule_texts::{GameText, static_texts};

/// Checks that no [`match_texts`](crate::rule_texts::match_texts) text contains a word that the glossary avoids, and
/// that English texts contain no Japanese except in names that keep it.
///
/// # Panics
/// Panics if a text fails; the message shows the first ten.
pub fn check<G: Game>(match_texts: &[GameText]) {
    let mut faults: Vec<String> = (static_texts::<G>().iter().chain(match_texts))
        .filter_map(|said| {
            let text = said.text.named(G::info().seat_names, None);
            Some(format!("{}: {}", said.what, fault(G::assets().glossary(), &text)?))
        })
        .collect();
    faults.sort();
    faults.dedup();
    let count = faults.len();
    faults.truncate(10);
    assert!(faults.is_empty(), "{count} texts violate the glossary:\n{}", faults.join("\n"));
}

/// Describes the avoided word or the Japanese in an English text; `None` if there is neither.
pub fn fault(glossary: &Glossary, text: &LocalizedText) -> Option<String> {
    // A word may be right as part of another name, and a name may keep its Japanese.
    let mut names: Vec<&LocalizedText> = glossary.terms().map(|(_, term)| &term.name).collect();
    names.sort_by_key(|name| std::cmp::Reverse(name.en.len()));
    let (mut ja, mut en) = (text.ja.to_string(), text.en.to_lowercase());
    for name in names {
        ja = ja.replace(&*name.ja, "＿");
        en = en.replace(&name.en.to_lowercase(), "_");
    }
    if let Some(letter) = en.chars().find(|letter| is_japanese(*letter)) {
        return Some(format!("{letter} in \"{}\"", text.en));
    }
    for (key, term) in glossary.terms() {
        for avoided in &term.avoid {
            let stands = if avoided.is_ascii() {
                stands_in(&en, &avoided.to_lowercase())
            } else {
                ja.contains(avoided.as_str())
            };
            if stands {
                return Some(format!(
                    "\"{avoided}\" for {key} in \"{}\" / \"{}\"",
                    text.ja, text.en
                ));
            }
        }
    }
    None
}

/// Returns true if the text contains `words` as whole words.
pub(crate) fn stands_in(text: &str, words: &str) -> bool {
    text.match_indices(words).any(|(at, found)| {
        let letter = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        !letter(text[..at].chars().next_back()) && !letter(text[at + found.len()..].chars().next())
    })
}

/// Returns true if the character is kana or kanji.
fn is_japanese(letter: char) -> bool {
    matches!(letter, '\u{3040}'..='\u{30ff}' | '\u{3400}'..='\u{9fff}' | '々')
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn avoided_words_and_japanese_in_english_are_found() {
        let glossary = Glossary::parse(
            "[terms.seal]\nja = \"始動権\"\nen = \"the Seal of Initiative\"\n\
             avoid = [\"tile\", \"初手番\"]\n\
             [terms.rook]\nja = \"飛車\"\nen = \"Hisha 飛車\"\n\
             [terms.floor]\nja = \"フロアタイル\"\nen = \"floor tile\"\n",
        );
        let wrong = |ja: &str, en: &str| fault(&glossary, &LocalizedText::new(ja, en)).is_some();
        assert!(!wrong("始動権を得る。", "You take the Seal of Initiative."));
        assert!(wrong("始動権を得る。", "You take the tile."));
        assert!(!wrong("札", "The floor tile is textile."));
        assert!(wrong("初手番を得る。", "You take it."));
        assert!(wrong("始動権を得る。", "You take 始動権."));
        assert!(
            !wrong("飛車が動く。", "Hisha 飛車 moves.") && wrong("飛車が動く。", "The 飛車 moves.")
        );
    }
}
