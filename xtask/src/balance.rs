//! `cargo xtask balance`: writes the balance pages of the games by the commands in docs/balance/README.md.

use anyhow::{Context as _, Result, bail};

use crate::run::{cargo, program, release, root};

/// The document that lists the commands.
pub const DOCUMENT: &str = "docs/balance/README.md";

/// The folder of the balance pages, as written in the commands.
pub const FOLDER: &str = "target/balance/";

/// Builds `zashiki` in release mode and writes the balance pages of these games; of all games if the list is
/// empty.
pub fn pages(games: &[&str]) -> Result<()> {
    let text = std::fs::read_to_string(root().join(DOCUMENT)).context(DOCUMENT)?;
    let commands = commands(&text);
    for game in games {
        if commands.iter().all(|arguments| arguments.get(2) != Some(game)) {
            bail!("{DOCUMENT} has no command for {game}");
        }
    }
    cargo(&["build", "--release", "--package", "cli", "--features", "cli/charts"]).go()?;
    std::fs::create_dir_all(root().join(FOLDER))?;
    for arguments in commands {
        if games.is_empty() || arguments.get(2).is_some_and(|game| games.contains(game)) {
            program(release("zashiki"), &arguments).within(root()).go()?;
        }
    }
    println!("the pages are in {}", root().join(FOLDER).display());
    Ok(())
}

/// The arguments of each `zashiki lab balance` command in a document.
pub fn commands(document: &str) -> Vec<Vec<&str>> {
    let lines = document.lines().filter_map(|line| line.strip_prefix("zashiki "));
    let commands = lines.map(|line| line.split_whitespace().collect::<Vec<_>>());
    commands.filter(|arguments| arguments.starts_with(&["lab", "balance"])).collect()
}
