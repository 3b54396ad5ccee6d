//! `cargo xtask test`, and what else concerns the page.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::run::{cargo, npm, root};
use crate::{rules, tools};

/// Where the page has the TypeScript twins of the Rust types.
const GENERATED: &str = "web/src/generated";

/// Everything, in the order in which a mistake is found soonest.
pub fn everything() -> Result<()> {
    tools::need_node()?;
    let chromium = tools::chromium()?;
    cargo(&["fmt", "--all", "--check"]).go()?;
    rules::table()?;
    install_page()?;
    cargo(&["clippy", "--workspace", "--all-targets", "--", "--deny", "warnings"]).go()?;
    cargo(&["test", "--workspace"]).go()?;
    check_types()?;
    npm(&["run", "format:check"]).go()?;
    npm(&["run", "check"]).go()?;
    npm(&["test"]).go()?;
    npm(&["run", "e2e"]).env("CHROMIUM", chromium).env("ZASHIKI_BIN", binary()?).go()?;
    println!("\nEverything holds.");
    Ok(())
}

/// `cargo xtask types`.
pub fn write_types() -> Result<()> {
    export_types(&root().join(GENERATED))
}

/// Fails when the page has other types than Rust.
fn check_types() -> Result<()> {
    let fresh = root().join("target/types");
    export_types(&fresh)?;
    let (fresh, kept) = (files(&fresh)?, files(&root().join(GENERATED))?);
    let differs = |name: &&String| fresh.get(*name) != kept.get(*name);
    let changed: BTreeSet<&String> = fresh.keys().chain(kept.keys()).filter(differs).collect();
    if !changed.is_empty() {
        bail!("{GENERATED} is out of date ({changed:?}); run `cargo xtask types` and commit it");
    }
    Ok(())
}

/// Each exported type comes with a test that writes it and what it refers to. A crate's
/// tests begin the files anew, so `table`, which the others refer to, comes last.
fn export_types(folder: &Path) -> Result<()> {
    if folder.is_dir() {
        std::fs::remove_dir_all(folder)?;
    }
    let games: Vec<String> = rules::games()?
        .iter()
        .filter_map(|game| Some(game.file_name()?.to_str()?.to_owned()))
        .collect();
    for package in games.iter().map(String::as_str).chain(["parlour", "table"]) {
        cargo(&["test", "--quiet", "--package", package, "--lib", "export_bindings"])
            .env("TS_RS_EXPORT_DIR", folder)
            .go()?;
    }
    Ok(())
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

fn files(folder: &Path) -> Result<BTreeMap<String, String>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        files.insert(name, std::fs::read_to_string(entry.path())?);
    }
    Ok(files)
}
