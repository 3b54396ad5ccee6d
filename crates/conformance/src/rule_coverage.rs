//! Coverage of rule statements by tests: a test covers the statements whose ids its name begins with.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::path::Path;

use zashiki_core::{Game, Rule};

/// Prints the game's statements with the tests that cover them (`cargo xtask rules`). Checks that each
/// statement has a test or a reason why software cannot show it, and that tests name existing
/// statements. The tests are those below `tests` in the `package`'s folder: `fn q12_q13_one_eunuch()`
/// Tests of rulings among the statements (`A-…`) are optional.
///
/// # Panics
/// Panics if statements have no test, or tests name unknown statements, and lists all of them.
pub fn check<G: Game>(package: &str) {
    let tests = tests(&Path::new(package).join("tests"));
    let statements = G::assets().rules().iter().filter(|rule| is_statement(rule.id));
    let mut table = format!("\n{}\n", G::info().id);
    let mut faults = Vec::new();
    let mut known = BTreeSet::new();
    for Rule { id, en, ja, not_applicable, .. } in statements {
        known.insert(*id);
        let held = match (tests.get(*id), *not_applicable) {
            (Some(names), _) => names.join(", "),
            (None, "") => {
                faults.push(format!("{id} has no test: {en}"));
                "NO TEST".to_owned()
            }
            (None, reason) => format!("not applicable: {reason}"),
        };
        writeln!(table, "{id:<6} {en}\n       {ja}\n       -> {held}").expect("a text takes all");
    }
    println!("{table}");
    for id in tests.keys().filter(|id| !known.contains(id.as_str())) {
        faults.push(format!("tests name {id}, which is not stated"));
    }
    assert!(faults.is_empty(), "{}:\n  {}", G::info().id, faults.join("\n  "));
}

/// Returns true for the id of a statement, such as Q-12, and false for that of a ruling, such as A-Q15.
fn is_statement(id: &str) -> bool {
    id.split_once('-').is_some_and(|(_, number)| number.bytes().all(|it| it.is_ascii_digit()))
}

/// The names of the tests below a folder, by the ids of the statements that they cover.
fn tests(folder: &Path) -> BTreeMap<String, Vec<String>> {
    let mut tests: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for text in sources(folder) {
        let mut attributed = false;
        for line in text.lines().map(str::trim) {
            attributed |= line == "#[test]";
            let Some(rest) = line.strip_prefix("fn ").filter(|_| attributed) else { continue };
            attributed = false;
            let name = rest.split('(').next().unwrap_or_default();
            for id in name.split('_').map_while(statement) {
                tests.entry(id).or_default().push(name.to_owned());
            }
        }
    }
    tests
}

/// The contents of all Rust files below a folder, ordered by file name.
fn sources(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).expect("a game has a folder of tests");
    let mut paths: Vec<_> = entries.map(|entry| entry.expect("it can be read").path()).collect();
    paths.sort();
    let mut files = Vec::new();
    for path in paths {
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(std::fs::read_to_string(&path).expect("it can be read"));
        }
    }
    files
}

/// The id of the statement that a word of a test's name stands for: `q12` for Q-12.
fn statement(word: &str) -> Option<String> {
    let mut chars = word.chars();
    let letter = chars.next().filter(char::is_ascii_lowercase)?;
    let number: u32 = chars.as_str().parse().ok()?;
    Some(format!("{}-{number}", letter.to_ascii_uppercase()))
}

#[cfg(test)]
mod tests {
    use super::statement;

    #[test]
    fn a_test_name_begins_with_the_ids_it_holds() {
        let name = "q12_q13_aq4_one_eunuch_per_2_cards";
        let ids: Vec<String> = name.split('_').map_while(statement).collect();
        assert_eq!(ids, ["Q-12", "Q-13"]);
    }
}
