//! `cargo xtask peer`: our search beside that of others, in one run on one machine.

use anyhow::{Context, Result};

use crate::run::{cargo, program, root};

/// Beside OpenSpiel's C++ search: fetches it into a virtual environment in `target`, builds ours, and
/// runs both.
pub fn openspiel() -> Result<()> {
    let folder = root().join("target/peer/openspiel");
    let peer = root().join("crates/bench/peer");
    let (pinned, script) = (peer.join("requirements.txt"), peer.join("openspiel.py"));
    let text = |path: &std::path::Path| path.to_string_lossy().into_owned();
    let tools = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let python = text(&tools.join("python"));
    if !tools.exists() {
        let made = program("python3", &["-m", "venv", &text(&folder)]).go();
        made.context("this needs Python 3.11 or later with its venv module")?;
    }
    let wanted = ["-m", "pip", "install", "--quiet", "--requirement", &text(&pinned)];
    let fetched = program(&python, &wanted).go();
    fetched.context(
        "OpenSpiel could not be fetched: this needs a network and a Python that it has a build for",
    )?;
    let ours = ["run", "--release", "--package", "bench", "--example", "openspiel", "--"];
    cargo(&[&ours[..], &[&python, &text(&script)]].concat()).go()
}
