//! Checks of seat placeholders: texts name seats by placeholders and are correct with a name or with
//! "you".

use zashiki_core::{Game, LocalizedText, Seat};

use crate::rule_texts::GameText;
use crate::terminology::stands_in;

/// Checks all [`match_texts`](crate::rule_texts::match_texts) texts: none names a seat in plain text, no placeholder
/// remains when names are filled in, words with two forms occur only in English and after a seat, and
/// none produces a form like "you takes".
///
/// # Panics
/// Panics if a text fails; the message shows the first ten.
pub fn check<G: Game>(match_texts: &[GameText]) {
    let names = G::info().seat_names;
    let mut faults: Vec<String> = (match_texts.iter())
        .filter_map(|GameText { what, text, .. }| Some(format!("{what}: {}", fault(names, text)?)))
        .collect();
    faults.sort();
    faults.dedup();
    let count = faults.len();
    faults.truncate(10);
    assert!(
        faults.is_empty(),
        "{count} texts use seat placeholders wrongly:\n{}",
        faults.join("\n")
    );
}

/// Describes what is wrong with a text when these seat names are filled in; `None` if it is right.
pub fn fault(names: &[LocalizedText], text: &LocalizedText) -> Option<String> {
    if text.ja.contains('|') {
        return Some(format!("Japanese has no forms: \"{}\"", text.ja));
    }
    if let Some((before, _)) = text.en.split_once('|') {
        let seat = before.rsplit_once('⟦').is_some_and(|(before, _)| before.contains('⟦'));
        if !seat {
            return Some(format!("a form agrees with nobody: \"{}\"", text.en));
        }
    }
    for name in names {
        if stands_in(&text.en, &name.en) || text.ja.contains(&*name.ja) {
            return Some(format!("{name} is typed: {text:#}"));
        }
    }
    let said = text.named(names, None);
    let marked = |words: &str| words.contains(['⟦', '⟧', '|']);
    if marked(&said.ja) || marked(&said.en) {
        return Some(format!("a placeholder remains: {said:#}"));
    }
    (0..names.len() as u8).find_map(|seat| {
        let en = text.named(names, Some(Seat(seat))).en;
        let disagrees = |(at, you): (usize, &str)| {
            let rest = &en[at + you.len()..];
            let next = rest.trim_start().split(|c: char| !c.is_alphabetic()).next();
            let verb = rest.starts_with(' ') && next.is_some_and(third_person);
            verb || rest.starts_with("'s")
        };
        let wrong = ["You", "you"].iter().any(|you| en.match_indices(you).any(disagrees));
        wrong.then(|| format!("\"{en}\""))
    })
}

/// Returns true if the word looks like a verb in the third person singular.
fn third_person(word: &str) -> bool {
    word.ends_with('s') && !word.ends_with("ss")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_would_be_wrong_to_somebody_is_found() {
        let names = [LocalizedText::fixed("青", "Blue"), LocalizedText::fixed("赤", "Red")];
        let wrong = |ja: &str, en: &str| fault(&names, &LocalizedText::new(ja, en)).is_some();
        assert!(!wrong("⟦0⟧が⟦1⟧から取る。", "⟦0⟧ ⟦takes|take⟧ from ⟦1⟧."));
        assert!(!wrong("⟦0⟧の番。", "⟦0⟧⟦'s|r⟧ turn. ⟦1⟧ ⟦passes|pass⟧."));
        assert!(wrong("⟦0⟧が⟦1⟧から取る。", "⟦0⟧ takes from ⟦1⟧."));
        assert!(wrong("⟦0⟧の番。", "⟦0⟧'s turn."));
        assert!(wrong("⟦0⟧が取る。", "Blue takes it."));
        assert!(wrong("青が取る。", "⟦0⟧ ⟦takes|take⟧ it."));
        assert!(wrong("⟦2⟧が取る。", "⟦2⟧ ⟦takes|take⟧ it."));
        assert!(wrong("取る。", "⟦Takes|Take⟧ it."));
        assert!(wrong("⟦0⟧⟦が|は⟧取る。", "⟦0⟧ ⟦takes|take⟧ it."));
        assert!(wrong("⟦0⟧が取る。", "⟦0⟧ ⟦takes|takes⟧ it."));
    }
}
