//! The figures in the documents are what the program of this version prints.
//!
//! A block of text that begins with `$ zashiki simulate …` holds what that command prints, without
//! how long it took. Those by quick bots are played again here; `cargo xtask figures` plays all
//! of them again and rewrites them.

mod common;

use std::path::{Path, PathBuf};

use common::command;

const PROMPT: &str = "$ zashiki ";

/// The documents with figures: the rules of every game, and the page about bots.
fn documents() -> Vec<PathBuf> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let games = shelf::ids().into_iter().map(|id| root.join("crates/games").join(id));
    games.map(|game| game.join("RULES.md")).chain([root.join("docs/bots.md")]).collect()
}

/// Whether a command takes little enough time to be run with every test.
fn is_quick(arguments: &str) -> bool {
    !["ismcts", "alphabeta", "greedy"].iter().any(|bot| arguments.contains(bot))
}

/// What the command prints, without the line that says how long it took.
fn printed(arguments: &str) -> String {
    let words: Vec<&str> = arguments.split_whitespace().collect();
    let output = command(&words).output().expect("the program runs");
    assert!(output.status.success(), "{arguments}: {}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("it prints text");
    text.lines().skip(1).map(|line| format!("{line}\n")).collect()
}

/// The document with every block of figures as `play` gives it for its command.
fn with_figures(text: &str, play: &mut dyn FnMut(&str, &str) -> String) -> String {
    let mut out = String::new();
    let mut lines = text.lines();
    while let Some(line) = lines.next() {
        out += &format!("{line}\n");
        let Some(arguments) = line.strip_prefix(PROMPT) else { continue };
        let mut stood = String::new();
        let end = loop {
            match lines.next().expect("a block of figures ends") {
                end if end.starts_with("```") || end.starts_with(PROMPT) => break end,
                figure => stood += &format!("{figure}\n"),
            }
        };
        out += &play(arguments, &stood);
        // The next command of the same block stands right below.
        match end.strip_prefix(PROMPT) {
            None => out += &format!("{end}\n"),
            Some(_) => {
                let rest: Vec<&str> = std::iter::once(end).chain(lines.by_ref()).collect();
                out += &with_figures(&rest.join("\n"), play);
            }
        }
    }
    out
}

#[test]
fn figures_are_of_this_version() {
    let bless = std::env::var_os("ZASHIKI_BLESS").is_some();
    for path in documents() {
        let text = std::fs::read_to_string(&path).expect("the document is there");
        let mut commands = 0;
        let fresh = with_figures(&text, &mut |arguments, stood| {
            commands += 1;
            if bless || is_quick(arguments) { printed(arguments) } else { stood.to_owned() }
        });
        assert!(commands > 0, "{} has no figures", path.display());
        if bless {
            std::fs::write(&path, fresh).expect("the document can be rewritten");
            continue;
        }
        for (number, (stands, now)) in text.lines().zip(fresh.lines()).enumerate() {
            assert_eq!(stands, now, "{}:{}: run `cargo xtask figures`", path.display(), number + 1);
        }
        assert_eq!(text.lines().count(), fresh.lines().count(), "{}", path.display());
    }
}
