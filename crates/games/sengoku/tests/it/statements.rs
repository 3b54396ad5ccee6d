//! Tests of the list of rule statements and rulings.

use sengoku::Sengoku;
use zashiki_core::GameState;

const RULES: &str = include_str!("../../RULES.md");

#[test]
fn every_statement_can_be_observed() {
    for rule in Sengoku::assets().rules() {
        assert_eq!(rule.not_applicable, "", "{}", rule.id);
    }
}

#[test]
fn the_rulings_are_complete() {
    let rows: Vec<Vec<&str>> = (RULES.lines())
        .filter(|line| line.starts_with("| AS"))
        .map(|line| line.trim_matches('|').split('|').map(str::trim).collect())
        .collect();
    let numbers: Vec<String> = rows.iter().map(|row| row[0].to_owned()).collect();
    // AS21 was replaced by AS23, AS22 by AS7 and AS35.
    let wanted: Vec<String> =
        (1..=37).filter(|n| ![21, 22].contains(n)).map(|number| format!("AS{number}")).collect();
    assert_eq!(numbers, wanted);
    for row in &rows {
        assert_eq!(row.len(), 6, "{}", row[0]);
        assert!(row.iter().all(|cell| !cell.is_empty()), "{} has an empty cell", row[0]);
    }
    // Every ruling that a source names exists.
    for rule in Sengoku::assets().rules() {
        for word in rule.source.split(|c: char| !c.is_alphanumeric()) {
            let named = word.starts_with("AS") && word.len() > 2;
            assert!(!named || numbers.iter().any(|n| n == word), "{}: {word}", rule.id);
        }
    }
}

#[test]
fn rules_md_has_every_ending_and_option() {
    let info = Sengoku::info();
    for reason in info.end_reasons {
        assert!(RULES.contains(&format!("| `{}` |", reason.id)), "{}", reason.id);
    }
    for option in info.options {
        assert!(RULES.contains(&format!("| `{}` |", option.id)), "{}", option.id);
    }
}
