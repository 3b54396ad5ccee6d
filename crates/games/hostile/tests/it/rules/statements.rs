//! Tests of the list of rule statements: sources, and statements that cannot be tested.

use hostile::Hostile;
use zashiki_core::GameState;

/// The text of a source without its quotations of the rulebook in 「」, which may be nested.
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
fn sources_are_quotations_or_say_that_there_are_none() {
    for rule in Hostile::assets().rules() {
        let rest = outside_quotes(rule.source);
        let is_stated = match rest.trim() {
            "" => !rule.source.is_empty(),
            "reconstructed" | "ruling" => rule.source == rest,
            _ => false,
        };
        assert!(is_stated, "{}: {}", rule.id, rule.source);
    }
}

/// Each statement that cannot be observed in a game gives the reason; its test covers the part that
/// can be observed.
#[test]
fn two_statements_cannot_be_observed() {
    let derived = Hostile::assets().rules().iter().filter(|rule| !rule.not_applicable.is_empty());
    assert_eq!(derived.map(|rule| rule.id).collect::<Vec<_>>(), ["X-8", "X-15"]);
}

#[test]
fn a_game_ends_by_gems_or_a_shortage_or_both() {
    let reasons: Vec<&str> = Hostile::info().end_reasons.iter().map(|reason| reason.id).collect();
    assert_eq!(reasons, ["gems", "shortage", "gems_and_shortage"]);
}
