//! `cargo xtask bench-peer`: compares the speed of Zashiki's search with that of other programs, in one run
//! on one machine.

use anyhow::Result;

use crate::run::{cargo, root};
use crate::tools;

/// Compares the speed of search with OpenSpiel's in C++. Downloads OpenSpiel into a virtual environment in
/// `target`.
pub fn openspiel() -> Result<()> {
    let folder = root().join("target/peer/openspiel");
    let peer = root().join("crates/bench/peer");
    let (pinned, script) = (peer.join("requirements.txt"), peer.join("openspiel.py"));
    let text = |path: &std::path::Path| path.to_string_lossy().into_owned();
    let python = text(&tools::venv(&folder, &[pinned])?.join("python"));
    let ours = ["run", "--release", "--package", "bench", "--example", "openspiel", "--"];
    cargo(&[&ours[..], &[&python, &text(&script)]].concat()).go()
}
