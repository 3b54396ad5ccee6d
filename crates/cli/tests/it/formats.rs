//! Tests that the examples of `docs/reference/formats.md` are what the program really reads and writes.
//!
//! A comment above a fenced block says what the block contains:
//! - `file: NAME`: a file that the commands read,
//! - `writes NAME: ARGS`: the file that this command writes,
//! - `prints: ARGS`: what this command prints,
//! - `prints the first line of: ARGS`: the first line that this command prints,
//! - `sends: PATH`: a request to the server at this path; the server's tests send it.

use crate::common::{Folder, command, words};
use serde_json::Value;

/// A fenced block of the document, and the comment above it.
struct Example {
    what: String,
    argument: String,
    text: String,
}

fn examples() -> Vec<Example> {
    let document = conformance::documents::document("docs/reference/formats.md");
    let mut lines = document.lines();
    let mut examples = Vec::new();
    while let Some(line) = lines.next() {
        let Some(comment) = line.strip_prefix("<!-- ").and_then(|line| line.strip_suffix(" -->"))
        else {
            assert!(!line.starts_with("```"), "a block without a comment: {line}");
            continue;
        };
        assert!(lines.next().unwrap().starts_with("```"), "no block below: {comment}");
        let text: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        let (what, argument) = comment.split_once(": ").unwrap();
        examples.push(Example {
            what: what.to_owned(),
            argument: argument.to_owned(),
            text: text.join("\n") + "\n",
        });
    }
    examples
}

/// The text as JSON, without the values that differ from run to run; text that is not JSON is unchanged.
fn essence(text: &str) -> Value {
    let Ok(mut value) = serde_json::from_str::<Value>(text) else { return text.into() };
    if let Some(object) = value.as_object_mut() {
        for measured in ["seconds", "games_per_s", "decisions_per_s"] {
            if let Some(value) = object.get_mut(measured) {
                assert!(value.as_f64().unwrap() > 0.0);
                *value = Value::Null;
            }
        }
    }
    value
}

#[test]
fn every_example_of_docs_formats_is_real() {
    let folder = Folder::new("formats");
    let examples = examples();
    assert_eq!(examples.len(), 26);
    for Example { what, argument, text } in &examples {
        match what.as_str() {
            "sends" => continue,
            "file" => {
                folder.file(argument, text);
                continue;
            }
            _ => {}
        }
        let args = words(argument);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let output = command(&args).current_dir(&folder.0).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{argument}: {errors}");
        let printed = String::from_utf8(output.stdout).unwrap();
        let real = match what.as_str() {
            "prints" => printed,
            "prints the first line of" => printed.lines().next().unwrap().to_owned(),
            _ => {
                let file = what.strip_prefix("writes ").unwrap();
                let real = std::fs::read_to_string(folder.path(file)).unwrap();
                // From here on the example itself is read, not what was written.
                folder.file(file, text);
                real
            }
        };
        assert_eq!(
            essence(text),
            essence(&real),
            "docs/reference/formats.md, {argument}; really:\n{real}"
        );
    }
    // A deal that was altered is refused, with the place.
    let dealt = examples.iter().find(|example| example.argument == "dealt.json").unwrap();
    let forged = folder.file("forged.json", &dealt.text.replacen("f81cc0", "f81cc1", 1));
    for (lang, said) in [("en", "`deal.shares[0].share`"), ("ja", "deal.shares[0] の share")] {
        let output = command(&["replay", &forged, "--lang", lang]).output().unwrap();
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(errors.contains(said), "{errors}");
    }
    // The components file has no command of its own.
    let args = ["simulate", "kokyu", "--games", "2", "--components", "components.toml"];
    let output = command(&args).current_dir(&folder.0).output().unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
}
