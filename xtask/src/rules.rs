//! `cargo xtask rules`: the rule statements of all games and their tests.

use anyhow::Result;

use crate::run::{cargo, root};

/// Prints a table of all rule statements and the tests that check them. A test of each game prints the game's
/// part.
pub fn print() -> Result<()> {
    let games = games()?;
    let packages = games.iter().flat_map(|game| ["--package", game]);
    let test = ["every_statement_has_a_test", "--", "--nocapture"];
    let args = ["test", "--quiet", "--tests"].into_iter().chain(packages).chain(test);
    cargo(&args.collect::<Vec<_>>()).go()
}

/// The ids of all games.
pub fn games() -> Result<Vec<String>> {
    let mut games = Vec::new();
    for entry in std::fs::read_dir(root().join("crates/games"))? {
        let entry = entry?;
        if entry.path().join("Cargo.toml").is_file() {
            games.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    games.sort();
    Ok(games)
}
