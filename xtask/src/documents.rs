//! Checks of the documents against the repository: links, and the diagram of the crates.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use crate::run::{cargo, listed, root};
use crate::{COMMANDS, balance, rules};

/// The text of a Markdown document without code blocks and inline code.
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

/// The headings of a document, with their signs.
fn headings(text: &str) -> impl Iterator<Item = &str> {
    let mut in_block = false;
    text.lines().filter(move |line| {
        in_block ^= line.starts_with("```");
        !in_block && line.starts_with('#')
    })
}

/// Describes the headings that are more than one level below the one before.
fn too_deep(path: &str, text: &str) -> Vec<String> {
    let level = |heading: &str| heading.bytes().take_while(|it| *it == b'#').count();
    let before = std::iter::once(0).chain(headings(text).map(level));
    let deep = headings(text).zip(before).filter(|(heading, before)| level(heading) > before + 1);
    deep.map(|(heading, _)| format!("{path}: \"{heading}\" skips a level of headings")).collect()
}

/// The anchors that GitHub generates for a document's headings.
fn anchors(text: &str) -> BTreeSet<String> {
    let anchor = |heading: &str| {
        let words = heading.trim_start_matches('#').trim().to_lowercase();
        let kept = words.chars().filter(|it| it.is_alphanumeric() || " -_".contains(*it));
        kept.map(|it| if it == ' ' { '-' } else { it }).collect()
    };
    headings(text).map(anchor).collect()
}

/// Describes the links in a document whose file or heading does not exist.
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
fn links_in_documents_lead_to_files_and_headings_skip_no_level() {
    let found = too_deep("a.md", "# A\n### B\n## C\n### D\n```\n##### E\n```\n# F\n");
    assert_eq!(found, ["a.md: \"### B\" skips a level of headings"]);
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
            problems.extend(too_deep(&path, &text));
            documents += 1;
        }
    }
    assert!(documents > 80, "{documents}");
    assert!(problems.is_empty(), "{problems:#?}");
}

/// The document with the diagrams of the crates and of a move.
const ARCHITECTURE: &str = "docs/reference/architecture.md";

/// Pairs of crates, the first of which depends on the second.
type Edges = BTreeSet<(String, String)>;

/// The crates of the workspace with their folders, and their dependencies on each other. A node has
/// the name of the crate's folder; the games are one node, and so are their `dyn` crates.
fn workspace() -> (BTreeMap<String, String>, Edges) {
    let arguments = ["metadata", "--offline", "--no-deps", "--format-version", "1"];
    let text = cargo(&arguments).within(root()).output().expect("cargo prints the workspace");
    let metadata: serde_json::Value = serde_json::from_str(&text).expect("it is JSON");
    let home = root();
    let packages = metadata["packages"].as_array().expect("packages are a list");
    let folder = |package: &serde_json::Value| {
        let manifest = package["manifest_path"].as_str().expect("a package has a manifest");
        let folder = Path::new(manifest).parent().expect("a manifest is in a folder");
        folder.strip_prefix(&home).unwrap_or(folder).to_string_lossy().replace('\\', "/")
    };
    let node = |package: &serde_json::Value| match folder(package).strip_prefix("crates/games/") {
        Some(game) if game.ends_with("/dyn") => "games/dyn".to_owned(),
        Some(_) => "games".to_owned(),
        None => folder(package).rsplit('/').next().unwrap_or_default().to_owned(),
    };
    let nodes: BTreeMap<&str, String> =
        packages.iter().filter_map(|it| Some((it["name"].as_str()?, node(it)))).collect();
    let mut edges = Edges::new();
    for package in packages {
        for dependency in package["dependencies"].as_array().into_iter().flatten() {
            let to = dependency["name"].as_str().and_then(|name| nodes.get(name));
            if let (Some(to), true) = (to, dependency["kind"] != "dev") {
                edges.insert((node(package), to.clone()));
            }
        }
    }
    (packages.iter().map(|it| (node(it), folder(it))).collect(), edges)
}

/// The transitive closure: all pairs in which the second crate is reachable from the first.
fn closed(edges: &Edges) -> Edges {
    let mut all = edges.clone();
    loop {
        let steps = all.iter().flat_map(|(from, over)| {
            edges.iter().filter(move |(it, _)| it == over).map(|(_, to)| (from.clone(), to.clone()))
        });
        let new: Edges = steps.filter(|edge| !all.contains(edge)).collect();
        if new.is_empty() {
            return all;
        }
        all.extend(new);
    }
}

#[test]
fn diagram_in_documents_has_every_crate_and_its_dependencies() {
    let text = std::fs::read_to_string(root().join(ARCHITECTURE)).expect("the page is there");
    let (_, diagram) = text.split_once("```mermaid\n").expect("a diagram of the crates");
    let (diagram, _) = diagram.split_once("```").expect("its end");
    let drawn: Edges = diagram
        .lines()
        .filter_map(|line| line.trim().split_once(" --> "))
        .flat_map(|(from, to)| to.split(" & ").map(move |to| (from.to_owned(), to.to_owned())))
        .collect();
    let (crates, edges) = workspace();
    let invented: Vec<_> = drawn.difference(&edges).collect();
    assert!(invented.is_empty(), "{ARCHITECTURE} draws what is no dependency: {invented:?}");
    let all = closed(&drawn);
    let missing: Vec<_> = edges.difference(&all).collect();
    assert!(missing.is_empty(), "{ARCHITECTURE} lacks these dependencies: {missing:?}");
    for (node, folder) in crates {
        let folder = if node == "games" { "crates/games/<id>" } else { &folder };
        let folder = if node == "games/dyn" { "crates/games/<id>/dyn" } else { folder };
        assert!(
            text.contains(&format!("| `{folder}` |")),
            "{ARCHITECTURE} has no row for {folder}"
        );
    }
}

/// Checks that the sources contain every name in inline code of these documents: a `Type`, a `Type::item` or
/// a path.
#[test]
fn names_in_documents_of_the_architecture_exist() {
    let files = listed(&["."]).expect("git lists files");
    let source = |path: &&String| {
        (path.ends_with(".rs") || path.ends_with(".ts")) && !path.starts_with("xtask/")
    };
    let sources: String = files
        .iter()
        .filter(source)
        .filter_map(|path| std::fs::read_to_string(root().join(path)).ok())
        .collect();
    let words = |text: &str| -> Vec<String> {
        let parts = text.split(|it: char| !it.is_alphanumeric() && it != '_' && it != '!');
        parts.filter(|it| !it.is_empty()).map(str::to_owned).collect()
    };
    let definers =
        ["struct", "enum", "trait", "type", "fn", "interface", "class", "macro_rules!", "const"];
    let words = words(&sources);
    let defined: BTreeSet<&str> = words
        .windows(2)
        .filter(|pair| definers.contains(&pair[0].as_str()))
        .map(|pair| pair[1].as_str())
        .collect();
    let mut checked = 0;
    for document in [ARCHITECTURE, "docs/reference/http.md"] {
        let text = std::fs::read_to_string(root().join(document)).expect("a document is readable");
        for name in text.lines().flat_map(|line| line.split('`').skip(1).step_by(2)) {
            let is_path = ["crates/", "web/", "deploy/"].iter().any(|it| name.starts_with(it));
            if is_path {
                let known = |path: &String| {
                    path == name || path.starts_with(&format!("{}/", name.trim_end_matches('/')))
                };
                let exists = name.contains(['<', '*', '{']) || files.iter().any(known);
                assert!(exists, "{document}: there is no {name}");
            } else if name.starts_with(char::is_uppercase)
                && name.contains(char::is_lowercase)
                && name.chars().all(|it| it.is_alphanumeric() || it == '_' || it == ':')
            {
                for part in name.split("::") {
                    assert!(defined.contains(part), "{document}: nothing is called {name}");
                }
            } else {
                continue;
            }
            checked += 1;
        }
    }
    assert!(checked > 50, "{checked}");
}

#[test]
fn commands_in_documents_of_balance_write_a_page_of_every_game() {
    let text = std::fs::read_to_string(root().join(balance::DOCUMENT)).expect("it is readable");
    let written: BTreeSet<String> = balance::commands(&text)
        .into_iter()
        .map(|arguments| {
            let game = arguments[2].to_owned();
            let page = format!("{}{game}.html", balance::FOLDER);
            assert_eq!(arguments[arguments.len() - 2..], ["--out", &page]);
            game
        })
        .collect();
    let games = rules::games().expect("the games have folders");
    assert_eq!(written, games.into_iter().collect());
}

#[test]
fn commands_of_xtask_are_in_documents() {
    let text = std::fs::read_to_string(root().join("CONTRIBUTING.md")).expect("it is readable");
    for command in COMMANDS.iter().filter(|command| command.name != "help") {
        let mention = format!("`cargo xtask {}", command.name);
        assert!(text.contains(&mention), "CONTRIBUTING.md: {mention}");
    }
}

/// The commands that call `program` in code blocks or inline code of a text. Each is a list of words up to a
/// comment, a pipe or the end of the code.
fn commands<'a>(text: &'a str, program: &str) -> Vec<Vec<&'a str>> {
    let starts = text.match_indices(program).filter(|(at, _)| {
        let before = text[..*at].trim_end_matches(['$', ' ']);
        before.is_empty() || before.ends_with(['\n', '`'])
    });
    let rest = starts.map(|(at, _)| text[at + program.len()..].trim_start_matches(' '));
    rest.map(|rest| {
        let end = rest.find(['\n', '`', '#', '|', '"', '\'']).unwrap_or(rest.len());
        rest[..end].split_whitespace().collect()
    })
    .collect()
}

/// Checks that the commands and flags of `zashiki` and `cargo xtask` in documents occur in the sources of
/// these programs.
#[test]
fn commands_in_documents_exist() {
    let files = listed(&["."]).expect("git lists files");
    let read = |path: &String| std::fs::read_to_string(root().join(path)).unwrap_or_default();
    let sources_in = |folder: &str| -> String {
        let sources = files.iter().filter(|it| it.starts_with(folder) && it.ends_with(".rs"));
        sources.filter(|it| !it.ends_with("documents.rs")).map(read).collect()
    };
    let mut problems = BTreeSet::new();
    let mut checked = 0;
    // The commands of the operator are defined in the server, the load tests' options in their crate.
    for (program, folders) in [
        ("zashiki ", ["crates/cli/src", "crates/server/src"]),
        ("cargo xtask ", ["xtask/src", "crates/loadtest/src"]),
    ] {
        let sources = folders.map(sources_in).concat().to_lowercase();
        let words: BTreeSet<&str> =
            sources.split(|it: char| !it.is_alphanumeric() && it != '_' && it != '-').collect();
        let known = |word: &str| {
            let field = word.replace('-', "_");
            let variant = word.replace('-', "");
            words.contains(word) || words.contains(&field[..]) || words.contains(&variant[..])
        };
        for document in files.iter().filter(|path| path.ends_with(".md")) {
            let text = read(document);
            for words in commands(&text, program) {
                // Such as `zashiki commitment 1`, a line of a text that is hashed.
                if words.get(1) == Some(&"1") {
                    continue;
                }
                let name = words.first().into_iter().copied();
                let name =
                    name.filter(|it| it.chars().all(|it| it.is_ascii_lowercase() || it == '-'));
                let flags = words.iter().filter_map(|it| it.strip_prefix("--"));
                let flags = flags.map(|it| it.split('=').next().unwrap_or_default());
                for word in name.chain(flags).filter(|it| !it.is_empty()) {
                    checked += 1;
                    if !known(word.trim_start_matches('-').trim_end_matches([',', '.', ':', ')'])) {
                        problems.insert(format!("{document}: {program}has no {word}"));
                    }
                }
            }
        }
    }
    assert!(checked > 200, "{checked}");
    assert!(problems.is_empty(), "{problems:#?}");
}
