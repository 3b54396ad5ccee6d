//! Commands that rewrite files which tests compare: golden playthroughs, figures and screenshots.

use std::path::Path;

use anyhow::Result;

use crate::built::{Built, SELECTION, linting};
use crate::run::{Run, cargo, npm, release, root};
use crate::tools;

/// `cargo xtask update-golden`: rewrites the golden playthroughs and the stored counts of game tree nodes.
pub fn golden() -> Result<()> {
    let update = |test: &[&str]| cargo(test).env("ZASHIKI_UPDATE", "1").go();
    update(&["test", "--package", "registry", "--test", "it", "playthroughs"])?;
    update(&["test", "--package", "lab", "--test", "it", "counts"])
}

/// `cargo xtask update-figures`: rewrites the figures in the documents. A release build plays the games for
/// them, because they are many.
pub fn figures() -> Result<()> {
    cargo(&["build", "--release"]).go()?;
    linting(&[&["test"], &SELECTION[..], &["--test", "it", "figures_of"]].concat())
        .env("ZASHIKI_UPDATE", "1")
        .env("ZASHIKI_BIN", release("zashiki"))
        .go()
}

/// `cargo xtask screenshots`: takes screenshots of the page into `target/screenshots`.
pub fn screenshots() -> Result<()> {
    let folder = root().join("target/screenshots");
    in_browser("screenshots", &[("SCREENSHOTS", &folder)])?;
    println!("screenshots are in {}", folder.display());
    Ok(())
}

/// `cargo xtask update-screenshots`: takes new versions of the screenshots that the tests compare.
pub fn reference_screenshots() -> Result<()> {
    in_browser("update-screenshots", &[])?;
    println!("look at each changed file in web/e2e/pictures before you commit it");
    Ok(())
}

/// `cargo xtask update-board-pictures`: takes new pictures of the boards for the front page.
pub fn board_pictures() -> Result<()> {
    in_browser("update-board-pictures", &[("BOARD_PICTURES", Path::new("1"))])?;
    println!("look at each changed web/src/games/*/board.*.webp before you commit it");
    Ok(())
}

/// Runs an npm script of the page that needs the server program and a browser.
fn in_browser(script: &str, env: &[(&str, &Path)]) -> Result<()> {
    tools::need_node()?;
    tools::install_page()?;
    let mut run = npm(&["run", script])
        .env("CHROMIUM", tools::chromium(Run::go)?)
        .env("ZASHIKI_BIN", Built::new(drop)?.program);
    for (name, value) in env {
        run = run.env(name, value);
    }
    run.go()
}
