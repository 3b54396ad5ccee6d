//! Selections of packages for Cargo commands, chosen so that the commands share compiled packages.
//!
//! Cargo resolves the features of packages for each selection of members (`--package`), and compiles a
//! package again if it gets other features. Therefore the features of all dependencies are declared in one
//! place, `[workspace.dependencies]`, and the commands have few selections.

/// The option that enables all optional features of the server, with which tests and artifacts are built.
pub const FULL: [&str; 2] = ["--features", "cli/full"];

#[cfg(test)]
mod tests {
    use std::collections::{BTreeMap, BTreeSet};

    use crate::run::{cargo, root};

    /// The packages of the server, the load test, the benchmarks and this program.
    const ALL: [&str; 4] = ["cli", "loadtest", "bench", "xtask"];

    /// The dependencies that are compiled for a selection, each with its sets of features. A package that is
    /// compiled both for build scripts and for the program may have two sets.
    type Features = BTreeMap<String, BTreeSet<String>>;

    /// The dependencies that a selection of packages compiles. `kinds` are the kinds of dependencies to
    /// include.
    fn features(packages: &[&str], kinds: &str) -> Features {
        let tree = ["tree", "--locked", "--offline", "--prefix", "none", "--format", "{p}\t{f}"];
        let packages = packages.iter().flat_map(|package| ["--package", package]);
        let args: Vec<&str> = tree.into_iter().chain(["--edges", kinds]).chain(packages).collect();
        let text = cargo(&args).within(root()).output().expect("cargo tree prints it");
        let mut found = Features::new();
        for line in text.lines() {
            // An empty line separates the trees of two packages.
            let line = line.trim_end_matches(" (*)");
            let Some((package, features)) = line.split_once('\t') else { continue };
            // Members of the workspace are in a folder; their features may differ.
            if !package.contains(['/', '\\']) {
                found.entry(package.to_owned()).or_default().insert(features.to_owned());
            }
        }
        assert!(found.len() > 5, "{text}");
        found
    }

    #[test]
    fn a_package_has_the_same_features_in_every_selection() {
        // Benchmarks are compiled with the dependencies of tests.
        let all = features(&ALL, "normal,build,dev");
        let mut differ = Vec::new();
        for (selection, kinds) in [
            (&["cli"][..], "normal,build"),
            (&["cli", "loadtest"], "normal,build"),
            (&["loadtest", "xtask"], "normal,build"),
            (&["xtask"], "normal,build"),
            (&["cli", "bench"], "normal,build,dev"),
            (&ALL, "normal,build"),
        ] {
            for (package, features) in features(selection, kinds) {
                let among_all = &all[&package];
                if !features.is_subset(among_all) {
                    differ
                        .push(format!("{package}: {features:?} for {selection:?}, {among_all:?}"));
                }
            }
        }
        assert!(differ.is_empty(), "compiled more than once:\n{}", differ.join("\n"));
    }
}
