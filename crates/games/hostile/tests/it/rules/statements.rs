//! The statements themselves.

use hostile::Hostile;
use zashiki_core::GameState;

/// What is left of a source without the rulebook's words in 「」, which may be nested.
fn outside_quotes(source: &str) -> String {
    let mut depth = 0;
    let mut rest = String::new();
    for letter in source.chars() {
        match letter {
            '「' => depth += 1,
            '」' => depth -= 1,
            _ if depth == 0 => rest.push(letter),
            _ => {}
        }
    }
    rest
}

#[test]
fn players_read_the_rulebooks_words_or_that_there_are_none() {
    for rule in Hostile::assets().rules() {
        let rest = outside_quotes(rule.source);
        let said = match rest.trim() {
            "" => !rule.source.is_empty(),
            "reconstructed" | "ruling" => rule.source == rest,
            _ => false,
        };
        assert!(said, "{}: {}", rule.id, rule.source);
    }
}

/// What follows from other statements says why it cannot be seen, and has a test of what can.
#[test]
fn two_statements_cannot_be_seen_by_themselves() {
    let derived = Hostile::assets().rules().iter().filter(|rule| !rule.not_applicable.is_empty());
    assert_eq!(derived.map(|rule| rule.id).collect::<Vec<_>>(), ["X-8", "X-15"]);
}

#[test]
fn a_game_ends_by_gems_or_a_shortage_or_both() {
    let reasons: Vec<&str> = Hostile::info().end_reasons.iter().map(|reason| reason.id).collect();
    assert_eq!(reasons, ["gems", "shortage", "gems_and_shortage"]);
}
