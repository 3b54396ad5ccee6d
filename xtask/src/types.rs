//! The page's TypeScript types, generated from the Rust types.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use anyhow::{Context as _, Result, bail};

use crate::built::Built;
use crate::run::{Run, program, root};

/// The folder of the page's TypeScript types, which are generated from the Rust types.
const GENERATED: &str = "web/src/generated";

/// `cargo xtask types`: generates the page's TypeScript types.
pub fn write() -> Result<()> {
    export(&Built::new(drop)?, &root().join(GENERATED), Run::go)
}

/// Returns an error if the page's TypeScript types differ from the Rust types.
pub fn check(built: &Built, go: impl Fn(Run) -> Result<()>) -> Result<()> {
    let fresh = root().join("target/types");
    export(built, &fresh, go)?;
    let (fresh, kept) = (files(&fresh)?, files(&root().join(GENERATED))?);
    let differs = |name: &&String| fresh.get(*name) != kept.get(*name);
    let changed: BTreeSet<&String> = fresh.keys().chain(kept.keys()).filter(differs).collect();
    if !changed.is_empty() {
        bail!("{GENERATED} is out of date ({changed:?}); run `cargo xtask types` and commit it");
    }
    Ok(())
}

/// Writes all exported types into a folder. ts-rs generates a test for each exported type that writes it and
/// the types to which it refers. The tests of a library overwrite files of other libraries, so those of the
/// core library, to which all others refer, run last.
fn export(built: &Built, folder: &Path, go: impl Fn(Run) -> Result<()>) -> Result<()> {
    if folder.is_dir() {
        std::fs::remove_dir_all(folder)?;
    }
    let others = built.unit_tests.keys().map(String::as_str).filter(|name| *name != "zashiki_core");
    for library in others.chain(["zashiki_core"]) {
        let tests = built.unit_tests.get(library).context("every library has unit tests")?;
        let export = program(tests, &["--quiet", "export_bindings"]);
        go(export.env("TS_RS_EXPORT_DIR", folder).env("TS_RS_LARGE_INT", "number"))?;
    }
    Ok(())
}

/// The contents of the files in a folder, by file name.
fn files(folder: &Path) -> Result<BTreeMap<String, String>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        files.insert(name, std::fs::read_to_string(entry.path())?);
    }
    Ok(files)
}
