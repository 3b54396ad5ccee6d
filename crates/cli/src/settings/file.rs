//! The file of settings: TOML, with the same names as the flags.

use std::collections::HashMap;
use std::path::Path;

use toml::de::{DeTable, DeValue};
use zashiki_core::{InputError, LocalizedText, text};

use super::{SETTINGS, Setting, Source, Takes, variable};
use crate::input;

/// What a file says of settings: values and their line, by the setting's name.
pub(super) fn read(
    file: &Path,
) -> Result<HashMap<&'static str, (Vec<String>, Source)>, InputError> {
    let text = input::text(file)?;
    let called = || {
        let file = file.display();
        text!("設定ファイル「{file}」", "The settings file \"{file}\"")
    };
    let values: toml::Table = zashiki_core::read_toml(&text, called())?;
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
        let setting = SETTINGS.iter().find(|setting| setting.name == name);
        let setting = setting.ok_or_else(|| unknown(&source, &name))?;
        let given = given(setting, value).ok_or_else(|| no_value(&source, setting))?;
        found.insert(setting.name, (given, source));
    }
    Ok(found)
}

/// Every key with all those above it, and what it says.
fn flatten<'a>(above: &str, table: &'a toml::Table, found: &mut Vec<(String, &'a toml::Value)>) {
    for (key, value) in table {
        match (under(above, key), value) {
            (name, toml::Value::Table(table)) => flatten(&name, table, found),
            (name, value) => found.push((name, value)),
        }
    }
}

fn find_lines(above: &str, table: &DeTable<'_>, text: &str, lines: &mut HashMap<String, usize>) {
    for (key, value) in table {
        let name = under(above, key.get_ref());
        if let DeValue::Table(table) = value.get_ref() {
            find_lines(&name, table, text, lines);
        }
        let before = text.get(..key.span().start).unwrap_or_default();
        lines.insert(name, before.matches('\n').count() + 1);
    }
}

fn under(above: &str, key: &str) -> String {
    if above.is_empty() { key.to_owned() } else { format!("{above}.{key}") }
}

/// What is given, as it would be on the command line; none if it is of another kind.
fn given(setting: &Setting, value: &toml::Value) -> Option<Vec<String>> {
    match (setting.takes, value) {
        (Takes::Many(_), toml::Value::Array(values)) => values.iter().map(plain).collect(),
        (_, value) => plain(value).map(|value| vec![value]),
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
    let alike = |setting: &&Setting| strsim::jaro_winkler(setting.name, name);
    let nearest = SETTINGS.iter().max_by(|a, b| alike(a).total_cmp(&alike(b)));
    let nearest = nearest.filter(|setting| alike(setting) > 0.8).map(|setting| setting.name);
    let LocalizedText { ja, en } = source.named();
    let (did_ja, did_en) = match nearest {
        Some(near) => {
            (format!("「{near}」ではありませんか。"), format!(" Did you mean \"{near}\"?"))
        }
        None => (String::new(), String::new()),
    };
    InputError::new(
        format!(
            "{ja}: 「{name}」という設定はありません。{did_ja}使えるものは zashiki config で見られます。"
        ),
        format!(
            "{en}: there is no setting \"{name}\".{did_en} The command zashiki config lists those there are."
        ),
    )
}

fn no_value(source: &Source, setting: &Setting) -> InputError {
    let LocalizedText { ja, en } = source.named();
    let name = setting.name;
    let like = variable(name);
    InputError::new(
        format!("{ja}: 「{name}」には一つの値を書いてください(環境変数 {like} と同じ形です)。"),
        format!("{en}: give \"{name}\" a plain value, as in the environment's {like}."),
    )
}
