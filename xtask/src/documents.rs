//! Checks of the documents against the repository: links, and the diagram of the crates.

use std::collections::BTreeSet;
use std::path::Path;

use crate::run::{listed, root};

/// The text of a document without blocks of code and without code in lines.
fn prose(text: &str) -> String {
    let mut prose = String::new();
    let mut in_block = false;
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            in_block = !in_block;
        } else if !in_block {
            let outside = line.split('`').step_by(2);
            prose.extend(outside.chain(["\n"]));
        }
    }
    prose
}

/// The anchors of a document's headings, as GitHub makes them.
fn anchors(text: &str) -> BTreeSet<String> {
    let mut in_block = false;
    let headings = text.lines().filter(|line| {
        in_block ^= line.starts_with("```");
        !in_block && line.starts_with('#')
    });
    let anchor = |heading: &str| {
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter(|it| it.is_alphanumeric() || " -_".contains(*it));
        kept.map(|it| if it == ' ' { '-' } else { it }).collect()
    };
    headings.map(anchor).collect()
}

/// The links of a document that lead nowhere.
fn broken(path: &str, text: &str) -> Vec<String> {
    let folder = Path::new(path).parent().expect("a file is in a folder");
    let prose = prose(text).replace("](\n", "](");
    let targets = prose.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    let leads_nowhere = |target: &&str| {
        let (file, anchor) = target.split_once('#').unwrap_or((target, ""));
        if file.contains("://") || file.starts_with("mailto:") {
            return false;
        }
        let file = if file.is_empty() { root().join(path) } else { root().join(folder).join(file) };
        let found = std::fs::read_to_string(&file);
        let has = |text: String| anchors(&text).contains(anchor);
        !file.exists() || !anchor.is_empty() && !found.is_ok_and(has)
    };
    targets.filter(leads_nowhere).map(|target| format!("{path} links to {target}")).collect()
}

#[test]
fn links_in_documents_lead_to_files_and_headings() {
    let found = broken("docs/README.md", "[a](nothing.md) [b](README.md#nothing) `[c](code.md)`");
    assert_eq!(
        found,
        ["docs/README.md links to nothing.md", "docs/README.md links to README.md#nothing"]
    );
    let mut documents = 0;
    let mut problems = Vec::new();
    for path in listed(&["."]).expect("git lists files") {
        if path.ends_with(".md") {
            let text = std::fs::read_to_string(root().join(&path)).expect("a document is readable");
            problems.extend(broken(&path, &text));
            documents += 1;
        }
    }
    assert!(documents > 80, "{documents}");
    assert!(problems.is_empty(), "{problems:#?}");
}
