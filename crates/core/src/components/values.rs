//! Components files as TOML and as JSON.

use serde_json::{Map, Value};
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::{ComponentField, ComponentsSchema, Entries, FieldKind};
use crate::LocalizedText;

/// A TOML value as JSON. Dates, which no components file contains, become their text.
pub(super) fn to_json(value: toml::Value) -> Value {
    match value {
        toml::Value::String(text) => Value::String(text),
        toml::Value::Integer(number) => number.into(),
        toml::Value::Float(number) => {
            serde_json::Number::from_f64(number).map_or(Value::Null, Value::Number)
        }
        toml::Value::Boolean(flag) => Value::Bool(flag),
        toml::Value::Datetime(date) => Value::String(date.to_string()),
        toml::Value::Array(items) => items.into_iter().map(to_json).collect(),
        toml::Value::Table(table) => table_to_json(table),
    }
}

/// A TOML table as JSON.
pub(super) fn table_to_json(table: toml::Table) -> Value {
    let fields = table.into_iter().map(|(key, value)| (key, to_json(value)));
    Value::Object(fields.collect::<Map<_, _>>())
}

/// The line of a field, or of the innermost table or list around it, in a components file.
pub(super) fn line_of(text: &str, path: &str) -> Option<usize> {
    let parsed = DeTable::parse(text).ok()?;
    let mut steps = steps(path);
    let mut value: &Spanned<DeValue<'_>> = parsed.get_ref().get(&*steps.next()?)?;
    for step in steps {
        let inner = match value.get_ref() {
            DeValue::Array(items) => step.parse::<usize>().ok().and_then(|index| items.get(index)),
            DeValue::Table(table) => table.get(&*step),
            _ => None,
        };
        match inner {
            Some(inner) => value = inner,
            None => break,
        }
    }
    let start = value.span().start.min(text.len());
    Some(1 + text[..start].matches('\n').count())
}

/// The steps of a path: `card[3].icon` has card, 3 and icon.
pub(super) fn steps(path: &str) -> impl Iterator<Item = String> {
    path.split(['.', '[', ']']).filter(|step| !step.is_empty()).map(str::to_owned)
}

impl ComponentsSchema {
    /// The components as the text of a components file, without fields that equal their defaults. The
    /// content must conform to the schema.
    pub(super) fn to_toml(&self, file: &Value) -> String {
        let mut text = format!("game = \"{}\"\n", self.game);
        for group in &self.groups {
            for entry in group.entries_of(file) {
                let key = group.key;
                text += &match group.entries {
                    Entries::One => format!("\n[{key}]\n"),
                    _ => format!("\n[[{key}]]\n"),
                };
                let mut written = Vec::new();
                for field in group.fields_of(entry) {
                    let value = &entry[field.key];
                    if !written.contains(&field.key) && *value != field.default {
                        text += &format!("{} = {}\n", field.key, inline(field, value));
                        written.push(field.key);
                    }
                }
            }
        }
        text
    }

    /// The names of the entry and of the field with this path: 「紫禁城カード 4・アイコン」.
    pub(super) fn place<'a>(&'a self, file: &Value, path: &str) -> Option<LocalizedText> {
        let mut steps = steps(path).peekable();
        let key = steps.next()?;
        let group = self.groups.iter().find(|group| group.key == key)?;
        let index = match group.entries {
            Entries::One => 0,
            _ => match steps.next() {
                Some(index) => index.parse().ok()?,
                None => return Some(group.name.clone()),
            },
        };
        let entry = group.entries_of(file).get(index)?;
        let name = group.entry_name(index, entry);
        let named = |fields: Vec<&'a ComponentField>, key: &str| {
            fields.into_iter().find(|field| field.key == key)
        };
        let field = steps.next().and_then(|key| {
            named(group.fields_of(entry), &key)
                .or_else(|| named(group.fields.iter().collect(), &key))
        });
        Some(match field {
            Some(field) => {
                let field = &field.name;
                crate::text!("{name}・{field}", "{name}, {field}", name, field)
            }
            None => name,
        })
    }
}

fn inline(field: &ComponentField, value: &Value) -> String {
    match (&field.kind, value) {
        (FieldKind::Localized { .. }, Value::Object(_)) => {
            format!("{{ ja = {}, en = {} }}", plain(&value["ja"]), plain(&value["en"]))
        }
        (FieldKind::Records { fields, .. }, Value::Array(records)) => {
            let record = |record: &Value| {
                let fields =
                    super::schema::applicable(fields, record).into_iter().filter_map(|field| {
                        let value =
                            record.get(field.key).filter(|value| **value != field.default)?;
                        Some(format!("{} = {}", field.key, inline(field, value)))
                    });
                format!("{{ {} }}", fields.collect::<Vec<_>>().join(", "))
            };
            format!("[{}]", records.iter().map(record).collect::<Vec<_>>().join(", "))
        }
        (_, value) => plain(value),
    }
}

/// A string, number, flag or list of these in TOML.
fn plain(value: &Value) -> String {
    match value {
        Value::String(text) => toml::Value::String(text.clone()).to_string(),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(plain).collect::<Vec<_>>().join(", "))
        }
        other => other.to_string(),
    }
}
