//! The commit in the version of release builds. Debug builds have the plain version, so that nothing is
//! compiled, linked and tested again because something was committed.
//!
//! `ZASHIKI_COMMIT` names the commit where its repository is not at hand, as in a container. Without
//! either the version is the plain one.

#[path = "build/commit.rs"]
mod commit;

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=build/commit.rs");
    println!("cargo::rerun-if-env-changed=ZASHIKI_COMMIT");
    let given = env::var("ZASHIKI_COMMIT").ok().filter(|given| !given.is_empty());
    // "release" for every profile that inherits from it.
    let is_release = env::var("PROFILE").is_ok_and(|profile| profile == "release");
    let folder = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let commit = match given {
        Some(given) if !commit::is_metadata(&given) => {
            eprintln!(
                "error: ZASHIKI_COMMIT is \"{given}\"; give letters, digits, dots and hyphens, such as 1234.abcdef0123"
            );
            std::process::exit(1);
        }
        Some(given) => Some(given),
        None if is_release => {
            for file in commit::files(Path::new(&folder)) {
                println!("cargo::rerun-if-changed={}", file.display());
            }
            commit::of(Path::new(&folder))
        }
        None => None,
    };
    let build = commit.map_or_else(String::new, |commit| format!("+{commit}"));
    println!("cargo::rustc-env=ZASHIKI_BUILD={build}");
}
