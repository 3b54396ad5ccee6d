//! Snapshots of external forms: everything that other programs exchange, store or type, which must not change
//! when Rust items are renamed.
//!
//! A snapshot is a file in a `tests/frozen` folder. With `ZASHIKI_FREEZE=1` the tests write the current
//! forms instead of comparing them; `cargo xtask update-golden` does not, so that no external form
//! changes by accident.

use std::collections::BTreeSet;
use std::path::Path;

use serde_json::Value;

/// Compares a text with the snapshot at a path, line by line.
///
/// # Panics
/// Panics if they differ, and lists the removed and added lines.
pub fn compare(path: &Path, now: &str) {
    if std::env::var_os("ZASHIKI_FREEZE").is_some() {
        std::fs::create_dir_all(path.parent().expect("a snapshot lies in a folder")).unwrap();
        std::fs::write(path, now).unwrap();
        return;
    }
    let frozen = std::fs::read_to_string(path).unwrap_or_default();
    if frozen == now {
        return;
    }
    let lines = |text: &str| text.lines().map(str::to_owned).collect::<BTreeSet<_>>();
    let (old, new) = (lines(&frozen), lines(now));
    let listed = |mark: &str, lines: Vec<&String>| {
        lines.iter().take(40).map(|line| format!("{mark} {line}\n")).collect::<String>()
    };
    panic!(
        "{} is not what it was: an external form has changed.\n{}{}\
         If it is to change, run this test with ZASHIKI_FREEZE=1 and read the difference.",
        path.display(),
        listed("-", old.difference(&new).collect()),
        listed("+", new.difference(&old).collect()),
    );
}

/// The shape of JSON values: which keys hold which types, as one line for each path.
///
/// The path of an object with a variant's name (under `type`, `kind` or `what`) contains that name.
#[derive(Default)]
pub struct Shapes {
    lines: BTreeSet<String>,
    maps: &'static [&'static str],
    opaque: &'static [&'static str],
    words: bool,
}

impl Shapes {
    /// Creates an empty collection. Objects under the keys `maps` are keyed by ids instead of field names,
    /// and values under the keys `opaque` are ignored.
    pub fn new(maps: &'static [&'static str], opaque: &'static [&'static str]) -> Shapes {
        Shapes { maps, opaque, ..Shapes::default() }
    }

    /// Writes short lower-case strings, which name variants, verbatim instead of as `string`.
    #[must_use]
    pub fn with_words(self) -> Shapes {
        Shapes { words: true, ..self }
    }

    /// Adds the shape of a value that is found at this path.
    pub fn add(&mut self, path: &str, value: &Value) {
        match value {
            Value::Null => self.line(path, "null"),
            Value::Bool(_) => self.line(path, "boolean"),
            Value::Number(_) => self.line(path, "number"),
            Value::String(text) if self.words && is_word(text) => {
                self.line(path, &format!("{text:?}"));
            }
            Value::String(_) => self.line(path, "string"),
            Value::Array(items) => {
                if items.is_empty() {
                    self.line(path, "[]");
                }
                let path = format!("{path}[]");
                items.iter().for_each(|item| self.add(&path, item));
            }
            Value::Object(fields) => {
                let tag = |key: &&&str| fields.get(**key).is_some_and(Value::is_string);
                let path = match ["type", "kind", "what"].iter().find(tag) {
                    Some(key) => format!("{path}<{}>", fields[*key].as_str().unwrap_or_default()),
                    None => path.to_owned(),
                };
                if fields.is_empty() {
                    self.line(&path, "{}");
                }
                for (key, value) in fields {
                    let path = format!("{path}.{key}");
                    if self.opaque.contains(&key.as_str()) {
                        self.line(&path, "…");
                    } else if let (true, Value::Object(entries)) =
                        (self.maps.contains(&key.as_str()), value)
                    {
                        let path = format!("{path}.*");
                        entries.values().for_each(|entry| self.add(&path, entry));
                    } else {
                        self.add(&path, value);
                    }
                }
            }
        }
    }

    fn line(&mut self, path: &str, kind: &str) {
        self.lines.insert(format!("{path}: {kind}"));
    }

    /// The collected lines as one text, sorted.
    pub fn text(&self) -> String {
        self.lines.iter().map(|line| format!("{line}\n")).collect()
    }
}

/// Returns true if a string looks like the name of a variant.
fn is_word(text: &str) -> bool {
    let plain = |byte: u8| byte.is_ascii_lowercase() || byte == b'_' || byte == b'-';
    (2..=32).contains(&text.len()) && text.bytes().all(plain)
}

/// The definitions of exported TypeScript types, independent of the types' names: one line per type, in which
/// `_` replaces the name of any type.
pub fn types(source: &str) -> BTreeSet<String> {
    let source = without_comments(source);
    let words = |text: &str| -> Vec<String> {
        let mut words = Vec::new();
        let mut rest = text;
        while let Some(first) = rest.chars().next() {
            let name = |c: char| c.is_alphanumeric() || c == '_';
            let end = if first == '"' {
                rest[1..].find('"').map_or(rest.len(), |end| end + 2)
            } else if name(first) {
                rest.find(|c| !name(c)).unwrap_or(rest.len())
            } else {
                first.len_utf8()
            };
            if !first.is_whitespace() {
                words.push(rest[..end].to_owned());
            }
            rest = &rest[end..];
        }
        words
    };
    let declared = source.split(';').map(str::trim).filter(|part| !part.is_empty());
    let mut statements: Vec<Vec<String>> = Vec::new();
    let mut names: BTreeSet<String> = BTreeSet::new();
    for part in declared {
        let part = words(part);
        match &part[..] {
            [export, kind, name, ..] if export == "export" && kind == "type" => {
                names.insert(name.clone());
                statements.push(part);
            }
            [import, ..] if import == "import" => {
                let quoted = |word: &&String| !word.starts_with('"');
                names.extend(part.iter().filter(quoted).cloned());
            }
            other => panic!("neither an import nor a type: {other:?}"),
        }
    }
    let anonymous = |statement: Vec<String>| {
        let word = |(place, word): (usize, &String)| {
            let field = statement.get(place + 1).is_some_and(|next| next == ":" || next == "?");
            if names.contains(word) && !field { "_".to_owned() } else { word.clone() }
        };
        statement.iter().enumerate().skip(2).map(word).collect::<Vec<_>>().join(" ")
    };
    statements.into_iter().map(anonymous).collect()
}

fn without_comments(source: &str) -> String {
    let mut text = String::new();
    let mut rest = source;
    while let Some(start) = rest.find("/*") {
        text += &rest[..start];
        rest = rest[start..].split_once("*/").map_or("", |(_, after)| after);
    }
    text += rest;
    let code = |line: &&str| !line.trim_start().starts_with("//");
    text.lines().filter(code).collect::<Vec<_>>().join("\n")
}
