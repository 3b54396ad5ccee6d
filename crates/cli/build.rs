//! Puts the commit into the version of release builds. Debug builds have the plain version, so that a
//! commit does not cause a new build and new test runs.
//!
//! The environment variable `ZASHIKI_COMMIT` names the commit if the repository is not available, as in
//! a container. If there is neither a repository nor this variable, the version is the plain one.

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
