//! Reads the settings file. It is TOML, and its keys are the names of the flags.

use std::collections::HashMap;
use std::path::Path;

use toml::de::{DeTable, DeValue};
use zashiki_core::{InputError, LocalizedText, text};

use super::setting::{Setting, variable};
use super::source::Source;
use super::table;
use crate::input;

/// Minimum similarity, 0..=1, between an unknown key and a known one that the error message suggests.
const SIMILARITY: f64 = 0.8;

/// Reads a settings file. Returns the values of each setting and their source, by the setting's name.
///
/// # Errors
/// Returns an error if the file cannot be read, is not TOML, or has an unknown key. Returns an error for
/// a value that is neither a plain value nor, if the setting allows several, a list of plain values.
pub fn read(file: &Path) -> Result<HashMap<&'static str, (Vec<String>, Source)>, InputError> {
    let text = input::text(file)?;
    let name = || {
        let file = file.display();
        text!("設定ファイル「{file}」", "The settings file \"{file}\"")
    };
    let values: toml::Table = zashiki_core::read_toml(&text, name())?;
    let mut lines = HashMap::new();
    if let Ok(keys) = DeTable::parse(&text) {
        find_lines("", keys.get_ref(), &text, &mut lines);
    }
    let mut found = HashMap::new();
    let mut flat = Vec::new();
    flatten("", &values, &mut flat);
    for (name, value) in flat {
        let line = lines.get(&name).copied().unwrap_or(1);
        let source = Source::File(file.to_owned(), line);
        let setting = table::all().find(|setting| setting.name == name);
        let setting = setting.ok_or_else(|| unknown(&source, &name))?;
        let given = given(setting, value).ok_or_else(|| not_plain(&source, setting))?;
        found.insert(setting.name, (given, source));
    }
    Ok(found)
}

/// Appends each key of a table and its subtables with its value to `found`. The names of the tables that
/// contain the key precede it, separated by dots.
fn flatten<'a>(prefix: &str, table: &'a toml::Table, found: &mut Vec<(String, &'a toml::Value)>) {
    for (key, value) in table {
        match (join(prefix, key), value) {
            (name, toml::Value::Table(table)) => flatten(&name, table, found),
            (name, value) => found.push((name, value)),
        }
    }
}

/// Finds the line number of each key in the file, counted from 1.
fn find_lines(prefix: &str, table: &DeTable<'_>, text: &str, lines: &mut HashMap<String, usize>) {
    for (key, value) in table {
        let name = join(prefix, key.get_ref());
        if let DeValue::Table(table) = value.get_ref() {
            find_lines(&name, table, text, lines);
        }
        let before = text.get(..key.span().start).unwrap_or_default();
        lines.insert(name, before.matches('\n').count() + 1);
    }
}

fn join(prefix: &str, key: &str) -> String {
    if prefix.is_empty() { key.to_owned() } else { format!("{prefix}.{key}") }
}

/// The values as text, as they would be on the command line; `None` if one of them is not a plain value.
fn given(setting: &Setting, value: &toml::Value) -> Option<Vec<String>> {
    match value {
        toml::Value::Array(values) if setting.is_list() => values.iter().map(plain).collect(),
        value => plain(value).map(|value| vec![value]),
    }
}

fn plain(value: &toml::Value) -> Option<String> {
    match value {
        toml::Value::String(text) => Some(text.clone()),
        toml::Value::Integer(number) => Some(number.to_string()),
        toml::Value::Float(number) => Some(number.to_string()),
        toml::Value::Boolean(is) => Some(is.to_string()),
        _ => None,
    }
}

fn unknown(source: &Source, name: &str) -> InputError {
    let similarity = |known: &&str| strsim::jaro_winkler(known, name);
    let nearest = table::all()
        .map(|setting| setting.name)
        .filter(|known| similarity(known) > SIMILARITY)
        .max_by(|a, b| similarity(a).total_cmp(&similarity(b)));
    let LocalizedText { ja, en } = source.named();
    let (suggestion_ja, suggestion_en) = match nearest {
        Some(near) => {
            (format!("「{near}」ではありませんか。"), format!(" Did you mean \"{near}\"?"))
        }
        None => (String::new(), String::new()),
    };
    InputError::new(
        format!(
            "{ja}: 「{name}」という設定はありません。{suggestion_ja}使えるものは zashiki config で見られます。"
        ),
        format!(
            "{en}: there is no setting \"{name}\".{suggestion_en} To list all settings, run: zashiki config"
        ),
    )
}

fn not_plain(source: &Source, setting: &Setting) -> InputError {
    let LocalizedText { ja, en } = source.named();
    let (name, variable) = (setting.name, variable(setting.name));
    InputError::new(
        format!("{ja}: 「{name}」には一つの値を書いてください(環境変数 {variable} と同じ形です)。"),
        format!(
            "{en}: \"{name}\" needs a plain value: a string, a number, true or false, as in the environment variable {variable}."
        ),
    )
}
