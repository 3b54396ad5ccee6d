//! A lint of prose in comments, documentation and messages: it finds patterns that a reader does not
//! understand at first reading, and names the standard term for each.

mod passages;
mod patterns;

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::Write as _;

use anyhow::{Context as _, Result, bail};

use crate::run::{listed, root};
use patterns::Hit;

/// The file with hits that are allowed because the text is right as it is.
const EXCEPTIONS: &str = "xtask/prose/exceptions.txt";

/// Parts of the paths of files that are not checked, because their words are not ours: the rules, which
/// follow the rulebooks, and generated files.
const LEFT_OUT: [&str; 4] =
    ["/RULES.md", "web/src/generated/", "/node_modules/", "xtask/src/prose/"];

/// Maximum number of hits in the error of [`check`].
const SHOWN: usize = 30;

/// Hits by path of the file.
type Found = BTreeMap<String, Vec<Hit>>;

/// `cargo xtask prose`: prints the hits in the files below these paths. `--count` prints their number by
/// folder, and `--check` fails if there is any.
pub fn print(words: &[&str]) -> Result<()> {
    if words == ["--check"] {
        return check();
    }
    let (options, paths): (Vec<&str>, Vec<&str>) =
        words.iter().partition(|it| it.starts_with("--"));
    let below = |file: &str| {
        paths.is_empty()
            || paths.iter().any(|path| {
                let path = path.trim_start_matches("./").trim_end_matches('/');
                path == "." || file == path || file.starts_with(&format!("{path}/"))
            })
    };
    if let Some(missing) = paths.iter().find(|path| !root().join(path).exists()) {
        bail!("there is no {missing}");
    }
    let found = found(&below)?;
    let mut out = String::new();
    match options[..] {
        [] => {
            for (path, hits) in &found {
                out.extend(hits.iter().map(|hit| line(path, hit)));
            }
            let count: usize = found.values().map(Vec::len).sum();
            let _ = writeln!(out, "{count} in {} files", found.len());
        }
        ["--count"] => {
            let counts = counts(&found);
            for (folder, count) in &counts {
                let _ = writeln!(out, "{count:>6} {folder}");
            }
            let _ = writeln!(out, "{:>6} in all", counts.values().sum::<usize>());
        }
        _ => bail!("`cargo xtask prose` takes paths and --count, or --check"),
    }
    // A reader that closes the pipe early (`| head`) is no error.
    let _ = std::io::stdout().write_all(out.as_bytes());
    Ok(())
}

/// Fails if there is any hit.
pub fn check() -> Result<()> {
    let report = report(&found(&|_| true)?);
    if report.is_empty() { Ok(()) } else { bail!("prose\n{report}") }
}

/// Returns true if a change of this file can change the result of [`check`].
pub fn is_read(path: &str) -> bool {
    path == EXCEPTIONS || path.starts_with("xtask/src/prose") || has_prose(path)
}

fn has_prose(path: &str) -> bool {
    passages::is_known(path) && !LEFT_OUT.iter().any(|it| path.contains(it))
}

/// The first hits, and their number; empty if there are none.
fn report(found: &Found) -> String {
    let count: usize = found.values().map(Vec::len).sum();
    if count == 0 {
        return String::new();
    }
    let lines = found.iter().flat_map(|(path, hits)| hits.iter().map(|hit| line(path, hit)));
    let lines: String = lines.take(SHOWN).collect();
    format!("{count} phrases to write differently (all: cargo xtask prose)\n{lines}")
}

fn line(path: &str, hit: &Hit) -> String {
    format!("{path}:{}: \"{}\": write {}\n", hit.line, hit.found, hit.instead)
}

/// The hits in all files for which `chosen` returns true, without the exceptions.
fn found(chosen: &dyn Fn(&str) -> bool) -> Result<Found> {
    let exceptions = std::fs::read_to_string(root().join(EXCEPTIONS))?;
    let exceptions = parse_exceptions(&exceptions)?;
    let files = listed(&["."]).context("Git lists the files of the repository")?;
    let mut found = Found::new();
    let mut used = BTreeSet::new();
    for path in files {
        if !chosen(&path) || !has_prose(&path) {
            continue;
        }
        // A file that is listed and missing has no content; nor has one that is no text.
        let Ok(text) = std::fs::read_to_string(root().join(&path)) else { continue };
        let Some(passages) = passages::passages(&path, &text) else { continue };
        let lines: Vec<&str> = text.lines().collect();
        let mut hits: Vec<Hit> = passages.iter().flat_map(patterns::hits).collect();
        hits.retain(|hit| {
            let at = lines.get(hit.line - 1).copied().unwrap_or_default();
            let excepted = exceptions
                .iter()
                .position(|exception| exception.path == path && at.contains(exception.text));
            used.extend(excepted);
            excepted.is_none()
        });
        if !hits.is_empty() {
            found.insert(path, hits);
        }
    }
    for (index, exception) in exceptions.iter().enumerate() {
        if chosen(exception.path) && !used.contains(&index) {
            bail!(
                "{EXCEPTIONS}: nothing in {} needs the exception \"{}\"; remove it",
                exception.path,
                exception.text
            );
        }
    }
    Ok(found)
}

/// The number of hits in each folder that has any.
fn counts(found: &Found) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    for (path, hits) in found {
        *counts.entry(group(path).to_owned()).or_default() += hits.len();
    }
    counts
}

/// The folder for which the hits of a file are counted: a crate, a folder of the page or of the documents.
fn group(path: &str) -> &str {
    let depth = match path.split('/').collect::<Vec<_>>()[..] {
        ["crates", "games" | "examples", _, _, ..] => 3,
        ["web", "src", _, _, ..] => 3,
        [_, _, _, ..] => 2,
        [_, _] => 1,
        _ => return ".",
    };
    path.match_indices('/').nth(depth - 1).map_or(path, |(index, _)| &path[..index])
}

/// An allowed hit: prose that is right as it is.
struct Exception<'a> {
    path: &'a str,
    /// A part of the line with the hit.
    text: &'a str,
}

/// Parses lines of the form `path | text | reason`.
fn parse_exceptions(text: &str) -> Result<Vec<Exception<'_>>> {
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|line| {
            let parts: Vec<&str> = line.split(" | ").collect();
            match parts[..] {
                [path, text, reason] if !reason.trim().is_empty() => Ok(Exception { path, text }),
                _ => bail!("{EXCEPTIONS}: \"{line}\" is not `path | text | reason`"),
            }
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hits(count: usize) -> Vec<Hit> {
        (1..=count).map(|line| Hit { line, found: "anew".to_owned(), instead: "again" }).collect()
    }

    #[test]
    fn files_are_counted_by_crate_and_by_folder() {
        for (path, expected) in [
            ("README.md", "."),
            ("crates/bots/src/spec/mod.rs", "crates/bots"),
            ("crates/games/kokyu/src/lib.rs", "crates/games/kokyu"),
            ("crates/examples/connect-four/src/lib.rs", "crates/examples/connect-four"),
            ("crates/python/README.md", "crates/python"),
            ("docs/lab.md", "docs"),
            ("docs/decisions/0001-determinization-from-views.md", "docs/decisions"),
            ("web/src/lib/i18n/messages/en.ts", "web/src/lib"),
            ("web/vite.config.ts", "web"),
            ("web/e2e/fairDeal.spec.ts", "web/e2e"),
        ] {
            assert_eq!(group(path), expected, "{path}");
        }
    }

    #[test]
    fn every_hit_is_reported_with_its_line_and_the_standard_term() {
        let found = Found::from([("docs/lab.md".to_owned(), hits(2))]);
        let expected = "2 phrases to write differently (all: cargo xtask prose)\n\
                        docs/lab.md:1: \"anew\": write again\ndocs/lab.md:2: \"anew\": write again\n";
        assert_eq!(report(&found), expected);
        assert_eq!(report(&Found::new()), "");
    }

    #[test]
    fn exceptions_are_lines_with_comments() {
        let exceptions = parse_exceptions("# Why\na.md | the house | a house of wood\n");
        let exceptions = exceptions.expect("it is valid");
        assert_eq!((exceptions[0].path, exceptions[0].text), ("a.md", "the house"));
        assert!(parse_exceptions("a.md | the house").is_err());
    }

    #[test]
    fn the_project_has_prose_in_every_language() {
        let files = listed(&["."]).expect("Git lists the files");
        let with_prose = |ending: &str| {
            files
                .iter()
                .filter(|path| path.ends_with(ending))
                .filter_map(|path| {
                    let text = std::fs::read_to_string(root().join(path)).ok()?;
                    passages::passages(path, &text).filter(|found| !found.is_empty())
                })
                .count()
        };
        for ending in [".rs", ".md", ".ts", ".svelte", ".py"] {
            assert!(with_prose(ending) > 10, "{ending}: {}", with_prose(ending));
        }
    }
}
