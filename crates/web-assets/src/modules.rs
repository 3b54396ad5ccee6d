//! The modules of the engine: WebAssembly that `cargo xtask wasm` builds into one folder per game.
//!
//! Also compiled into the build script, so it uses the standard library alone.

use std::io;
use std::path::{Path, PathBuf};

use crate::build::{digest, list};

/// The folder of the modules below the page's folder.
pub(crate) const FOLDER: &str = "wasm";

/// A file of a module: its path below the page's folder, and where it is now.
pub(crate) type Placed = (String, PathBuf);

/// The files of all modules in the folder that `cargo xtask wasm` wrote, sorted by path. The name of a module's
/// folder contains a hash of its content, so that a file at a path never changes.
///
/// # Errors
/// Returns an error if a file cannot be read. A folder that does not exist has no modules.
pub(crate) fn placed(modules: &Path) -> io::Result<Vec<Placed>> {
    let mut placed = Vec::new();
    if !modules.is_dir() {
        return Ok(placed);
    }
    for entry in std::fs::read_dir(modules)? {
        let folder = entry?.path();
        let mut files = Vec::new();
        if folder.is_dir() {
            list(&folder, &mut files)?;
        }
        files.retain(|file| is_module(file));
        files.sort();
        let mut hash = 0;
        for file in &files {
            let named = file.strip_prefix(&folder).unwrap_or(file).to_string_lossy().into_owned();
            let content = digest(&std::fs::read(file)?);
            hash = digest(format!("{hash} {named} {content}").as_bytes());
        }
        let Some(game) = folder.file_name().map(|name| name.to_string_lossy().into_owned()) else {
            continue;
        };
        for file in files {
            let below = file.strip_prefix(&folder).unwrap_or(&file);
            let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
            placed.push((format!("{FOLDER}/{game}-{hash:016x}/{}", parts.join("/")), file));
        }
    }
    placed.sort();
    Ok(placed)
}

/// Returns true for scripts and WebAssembly.
fn is_module(file: &Path) -> bool {
    file.extension().is_some_and(|ending| ending == "js" || ending == "wasm")
}
