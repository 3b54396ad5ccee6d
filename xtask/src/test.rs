//! `cargo xtask test`, and what else concerns the page.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::run::{cargo, npm, root};
use crate::{rules, tools};

/// Where the tests of the Rust types write their TypeScript twins (`.cargo/config.toml`
/// says the same).
const GENERATED: &str = "web/src/generated";

/// Everything, in the order in which a mistake is found soonest.
pub fn everything() -> Result<()> {
    tools::need_node()?;
    let chromium = tools::chromium()?;
    cargo(&["fmt", "--all", "--check"]).go()?;
    rules::table()?;
    install_page()?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"]).go()?;
    let before = generated()?;
    cargo(&["test", "--workspace"]).go()?;
    drift(&before)?;
    npm(&["run", "format:check"]).go()?;
    npm(&["run", "check"]).go()?;
    npm(&["test"]).go()?;
    npm(&["run", "e2e"]).env("CHROMIUM", chromium).env("ZASHIKI_BIN", binary()?).go()?;
    println!("\nEverything holds.");
    Ok(())
}

/// `cargo xtask types`: each exported type comes with a test that writes it.
pub fn write_types() -> Result<()> {
    cargo(&["test", "--workspace", "--lib", "--quiet", "export_bindings"]).go()
}

/// `cargo xtask shots`: plays the page and photographs it into `target/shots`.
pub fn screenshots() -> Result<()> {
    tools::need_node()?;
    install_page()?;
    let chromium = tools::chromium()?;
    let folder = root().join("target/shots");
    npm(&["run", "shots"])
        .env("CHROMIUM", chromium)
        .env("ZASHIKI_BIN", binary()?)
        .env("SHOTS", &folder)
        .go()?;
    println!("screenshots are in {}", folder.display());
    Ok(())
}

/// The page's packages, unless they are there as the lock file wants them.
fn install_page() -> Result<()> {
    let modified = |path: &str| root().join(path).metadata().ok()?.modified().ok();
    let installed = modified("web/node_modules/.package-lock.json");
    if installed.is_none() || installed < modified("web/package-lock.json") {
        npm(&["ci", "--no-audit", "--no-fund"]).go()?;
    }
    Ok(())
}

/// The program the browser tests play against.
fn binary() -> Result<PathBuf> {
    cargo(&["build", "--package", "zashiki"]).go()?;
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), PathBuf::from);
    Ok(target.join("debug").join(format!("zashiki{}", std::env::consts::EXE_SUFFIX)))
}

fn generated() -> Result<BTreeMap<PathBuf, String>> {
    let mut files = BTreeMap::new();
    if Path::new(GENERATED).is_dir() {
        for entry in std::fs::read_dir(GENERATED)? {
            let path = entry?.path();
            files.insert(path.clone(), std::fs::read_to_string(path)?);
        }
    }
    Ok(files)
}

/// Fails when the tests have just written other types than were there.
fn drift(before: &BTreeMap<PathBuf, String>) -> Result<()> {
    let after = generated()?;
    let changed: Vec<String> = after
        .iter()
        .filter(|(path, text)| before.get(*path) != Some(text))
        .map(|(path, _)| path.display().to_string())
        .collect();
    if !changed.is_empty() {
        bail!(
            "the page's types were out of date and have been written anew: {}; commit them",
            changed.join(", ")
        );
    }
    Ok(())
}
