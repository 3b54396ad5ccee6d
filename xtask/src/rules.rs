//! The rules table: every statement of every game, and the tests that hold it.

use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use table::{Rule, parse_rules};

/// Prints the table of all games; fails when a statement has no test, a test names no
/// statement, or the numbering has a gap.
pub fn table() -> Result<()> {
    let mut faults = Vec::new();
    let mut out = String::new();
    for game in games()? {
        let text = std::fs::read_to_string(game.join("RULES.md"))
            .with_context(|| format!("{} has no RULES.md", game.display()))?;
        // The table lives as long as this short program.
        let rules = statements(text.leak());
        let tests = tests(&game.join("tests"))?;
        out += &format!("\n{}: {} statements\n", game.display(), rules.len());
        for (index, rule) in rules.iter().enumerate() {
            let names = tests.get(rule.id).cloned().unwrap_or_default();
            let held = match (names.is_empty(), rule.not_applicable) {
                (false, _) => names.join(", "),
                (true, "") => {
                    faults.push(format!("{} has no test: {}", rule.id, rule.en));
                    "NO TEST".to_owned()
                }
                (true, reason) => format!("not applicable: {reason}"),
            };
            let Rule { id, en, ja, .. } = rule;
            out += &format!("{id:<6} {en}\n       {ja}\n       -> {held}\n");
            if !rule.id.ends_with(&format!("-{}", index + 1)) {
                faults.push(format!("{} stands where number {} belongs", rule.id, index + 1));
            }
        }
        for id in tests.keys().filter(|id| rules.iter().all(|rule| rule.id != **id)) {
            faults.push(format!("tests name {id}, which {} does not state", game.display()));
        }
    }
    match std::io::stdout().write_all(out.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => return Err(error.into()),
        _ => {}
    }
    if !faults.is_empty() {
        bail!("the rules table does not hold:\n  {}", faults.join("\n  "));
    }
    Ok(())
}

/// The statements of a RULES.md, whatever letter their ids have.
fn statements(markdown: &'static str) -> Vec<Rule> {
    let letter = |letter: char| parse_rules(markdown, &letter.to_string());
    ('A'..='Z').map(letter).max_by_key(Vec::len).unwrap_or_default()
}

/// The tests of a folder by the ids their names begin with: `fn q12_q13_one_eunuch()`
/// holds.
fn tests(folder: &Path) -> Result<BTreeMap<String, Vec<String>>> {
    let mut tests: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in sources(folder)? {
        let text = std::fs::read_to_string(&file)?;
        let mut attributed = false;
        for line in text.lines().map(str::trim) {
            attributed |= line == "#[test]";
            let Some(rest) = line.strip_prefix("fn ").filter(|_| attributed) else { continue };
            attributed = false;
            let name = rest.split('(').next().unwrap_or_default();
            for id in name.split('_').map_while(rule_id) {
                tests.entry(id).or_default().push(name.to_owned());
            }
        }
    }
    Ok(tests)
}

/// `q12` names Q-12.
fn rule_id(word: &str) -> Option<String> {
    let mut chars = word.chars();
    let letter = chars.next().filter(char::is_ascii_lowercase)?;
    let number: u32 = chars.as_str().parse().ok()?;
    Some(format!("{}-{number}", letter.to_ascii_uppercase()))
}

/// The folders of the games.
pub fn games() -> Result<Vec<PathBuf>> {
    let mut folders: Vec<PathBuf> = std::fs::read_dir("crates/games")?
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.join("Cargo.toml").is_file())
        .collect();
    folders.sort();
    Ok(folders)
}

fn sources(folder: &Path) -> Result<Vec<PathBuf>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            files.extend(sources(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}

#[cfg(test)]
mod tests {
    use super::rule_id;

    #[test]
    fn a_test_name_begins_with_the_ids_it_holds() {
        let name = "q12_q13_aq4_one_eunuch_per_2_cards";
        let ids: Vec<String> = name.split('_').map_while(rule_id).collect();
        assert_eq!(ids, ["Q-12", "Q-13"]);
    }
}
