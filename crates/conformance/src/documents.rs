//! Reading the documents of the repository in tests.

use std::path::Path;

/// Reads a document, such as `docs/reference/formats.md`, when the test runs, so that changing the document
/// recompiles nothing. If only documents have changed, `cargo xtask test` runs just the tests whose names
/// contain the [`key`] of a changed one.
///
/// # Panics
/// Panics if the document is missing, or the name of the calling test does not contain its key.
#[must_use]
pub fn document(path: &str) -> String {
    let thread = std::thread::current();
    let (key, test) = (key(path), thread.name().unwrap_or("main"));
    // Tests without parallelism run in the main thread.
    assert!(
        test == "main" || test.contains(&key),
        "{test} reads {path}: its name has to contain {key}, or changes of {path} will not run it"
    );
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").join(path);
    std::fs::read_to_string(&file).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

/// The part of a test's name that declares that it reads a document: `docs_formats` for
/// `docs/reference/formats.md`, without the subfolder of `docs`, and `docs_decisions` for all decision
/// records.
#[must_use]
pub fn key(path: &str) -> String {
    let path = if path.starts_with("docs/decisions/") { "docs/decisions" } else { path };
    let stem = path.strip_suffix(".md").unwrap_or(path).to_lowercase();
    let stem = match (stem.strip_prefix("docs/"), stem.rsplit_once('/')) {
        (Some(_), Some((_, name))) => format!("docs/{name}"),
        _ => stem,
    };
    stem.chars().map(|sign| if sign.is_alphanumeric() { sign } else { '_' }).collect()
}

/// The text in each encoding that [`decode_text`](zashiki_core::decode_text) accepts: with a byte order mark,
/// in UTF-16, with CR LF line ends.
pub fn encodings(text: &str) -> Vec<Vec<u8>> {
    let windows = text.replace('\n', "\r\n");
    let marked = format!("\u{feff}{windows}");
    let units: Vec<u16> = marked.encode_utf16().collect();
    vec![
        windows.as_bytes().to_vec(),
        marked.as_bytes().to_vec(),
        units.iter().copied().flat_map(u16::to_le_bytes).collect(),
        units.into_iter().flat_map(u16::to_be_bytes).collect(),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_key_of_a_document_is_its_path_in_a_name() {
        assert_eq!(key("docs/getting-started/add-a-game.md"), "docs_add_a_game");
        assert_eq!(
            key("docs/decisions/0010-alpha-beta-search-and-mixed-strategies.md"),
            "docs_decisions"
        );
        assert_eq!(key("README.md"), "readme");
    }

    #[test]
    fn docs_readme_is_read_by_a_test_that_names_it() {
        assert!(document("docs/README.md").starts_with('#'));
    }

    /// File names of the decision records, in order.
    fn decisions() -> Vec<String> {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/decisions");
        let entries = std::fs::read_dir(&folder).expect("docs/decisions exists");
        let mut names: Vec<String> = entries
            .map(|entry| entry.expect("a readable entry").file_name().into_string().expect("UTF-8"))
            .filter(|name| name != "README.md")
            .collect();
        names.sort();
        names
    }

    #[test]
    fn docs_decisions_have_one_form_and_are_listed_in_their_index() {
        let index = document("docs/decisions/README.md");
        let names = decisions();
        assert!(names.len() >= 60, "{names:?}");
        for (number, name) in (1..).zip(&names) {
            let number = format!("{number:04}");
            assert!(name.starts_with(&format!("{number}-")), "{name}: {number} was expected");
            let text = document(&format!("docs/decisions/{name}"));
            let title = text.lines().next().and_then(|line| line.strip_prefix("# "));
            let title = title.unwrap_or_else(|| panic!("{name} begins with a heading"));
            assert!(title.starts_with(&format!("{number}: ")), "{name}: {title}");
            let entries = index.matches(&format!("\n- [{title}]({name}): ")).count();
            assert_eq!(entries, 1, "lines `- [{title}]({name}): SUMMARY` in the index");
            let sections: Vec<&str> = text.lines().filter(|line| line.starts_with("## ")).collect();
            assert_eq!(sections, ["## Context", "## Decision", "## Consequences"], "{name}");
        }
        assert_eq!(index.lines().filter(|line| line.starts_with("- ")).count(), names.len());
    }

    #[test]
    #[should_panic(expected = "has to contain docs_readme")]
    fn a_test_that_does_not_name_a_document_may_not_read_it() {
        let _ = document("docs/README.md");
    }
}
