//! Checks of the content of a components file against its schema.

use serde_json::{Map, Value};

use super::schema::{ComponentChoice, applicable, shown};
use super::{ComponentField, ComponentGroup, ComponentsSchema, Entries, FieldKind};
use crate::{FieldFault, LocalizedText, Provenance, text};

/// Maximum number of possible values that a message lists.
const MAX_LISTED: usize = 32;

/// Maximum number of faults that are reported.
const MAX_FAULTS: usize = 100;

impl ComponentsSchema {
    /// Checks all fields; returns the faults in the order of the schema, and adds the fields that are left
    /// out with their defaults.
    pub(super) fn check(&self, file: &mut Value) -> Vec<FieldFault> {
        let mut faults = Vec::new();
        let Value::Object(tables) = file else {
            return vec![FieldFault::new("", needed(fields_set(), file))];
        };
        let known: Vec<&str> =
            std::iter::once("game").chain(self.groups.iter().map(|group| group.key)).collect();
        for key in tables.keys().filter(|key| !known.contains(&&***key)) {
            faults.push(FieldFault::new(short(key), unknown_field(key, &known)));
        }
        for group in &self.groups {
            match tables.get_mut(group.key) {
                Some(entries) => check_group(group, entries, &mut faults),
                None => {
                    let key = group.key;
                    faults.push(FieldFault::new(key, missing(key)));
                }
            }
        }
        faults.truncate(MAX_FAULTS);
        faults
    }
}

fn check_group(group: &ComponentGroup, entries: &mut Value, faults: &mut Vec<FieldFault>) {
    if group.entries == Entries::One {
        check_record(&group.fields, entries, group.key, faults);
        return;
    }
    let key = group.key;
    let Value::Array(list) = entries else {
        let wanted = LocalizedText::fixed("リスト", "a list");
        faults.push(FieldFault::new(key, needed(wanted, entries)));
        return;
    };
    for (index, entry) in list.iter_mut().enumerate() {
        if faults.len() >= MAX_FAULTS {
            break;
        }
        check_record(&group.fields, entry, &group.path(index), faults);
    }
    let count = list.len();
    match &group.entries {
        Entries::List { min, max, .. } if !(*min..=*max).contains(&count) => {
            let (min, max) = (*min, *max);
            let message = if min == max {
                text!(
                    "[[{key}]] は{min}個必要です({count}個あります)",
                    "there must be {min} `[[{key}]]`, not {count}"
                )
            } else {
                text!(
                    "[[{key}]] は{min}〜{max}個です({count}個あります)",
                    "there must be {min} to {max} `[[{key}]]`, not {count}"
                )
            };
            faults.push(FieldFault::new(key, message));
        }
        Entries::Fixed { field, keys } => {
            let found = list.iter().map(|entry| entry.get(field));
            if !found.eq(keys.iter().map(Some)) {
                let all: Vec<String> = keys.iter().map(|key| shown(key).ja.into_owned()).collect();
                let all = all.join(", ");
                let message = text!(
                    "[[{key}]] は {field} が {all} のものが、この順に1つずつ必要です",
                    "there must be one `[[{key}]]` for each `{field}`, in this order: {all}"
                );
                faults.push(FieldFault::new(key, message));
            }
        }
        _ => {}
    }
}

/// Checks an entry or a record within a field.
fn check_record(
    fields: &[ComponentField],
    record: &mut Value,
    path: &str,
    faults: &mut Vec<FieldFault>,
) {
    if !record.is_object() {
        faults.push(FieldFault::new(path, needed(fields_set(), record)));
        return;
    }
    let own = applicable(fields, record);
    // Which fields an entry has is unknown if the field on which it depends is wrong.
    let decided = fields.iter().filter_map(|field| field.when.as_ref()).all(|when| {
        let decides = own.iter().find(|field| field.key == when.field);
        decides.is_some_and(|field| field.fault(&record[when.field]).is_none())
    });
    let Value::Object(values) = record else { return };
    let known: Vec<&str> = own.iter().map(|field| field.key).collect();
    // A field that the entry does not have may be given with the value that means its absence.
    values.retain(|key, value| {
        known.contains(&&**key)
            || !fields
                .iter()
                .any(|field| field.key == key && !value.is_null() && field.default == *value)
    });
    for key in values.keys() {
        let listed = known.contains(&&**key);
        let elsewhere = fields.iter().any(|field| field.key == key);
        if !listed && (decided || !elsewhere) {
            faults.push(FieldFault::new(
                format!("{path}.{}", short(key)),
                inapplicable(fields, values, key).unwrap_or_else(|| unknown_field(key, &known)),
            ));
        }
    }
    for field in &own {
        match values.get_mut(field.key) {
            Some(value) => field.check(value, &format!("{path}.{}", field.key), faults),
            None if field.required => {
                faults.push(FieldFault::new(format!("{path}.{}", field.key), missing(field.key)));
            }
            None if field.default.is_null() => {}
            None => {
                values.insert(field.key.to_owned(), field.default.clone());
            }
        }
    }
}

/// The fault that a field is given although the value of another one excludes it.
fn inapplicable(
    fields: &[ComponentField],
    values: &Map<String, Value>,
    key: &str,
) -> Option<LocalizedText> {
    let when = fields.iter().find(|field| field.key == key)?.when.as_ref()?;
    let (field, value) = (when.field, shown(values.get(when.field)?));
    Some(text!(
        "{field} が {value} のとき、{key} は書けません。消してください",
        "an entry with {field} `{value}` has no `{key}`; leave it out",
        value
    ))
}

impl ComponentField {
    /// Checks the value of the field.
    fn check(&self, value: &mut Value, path: &str, faults: &mut Vec<FieldFault>) {
        if let (FieldKind::Records { fields, .. }, Value::Array(records)) =
            (&self.kind, &mut *value)
        {
            for (index, record) in records.iter_mut().enumerate().take(MAX_FAULTS) {
                check_record(fields, record, &format!("{path}[{index}]"), faults);
            }
        }
        if let Some((place, message)) = self.fault(value) {
            faults.push(FieldFault::new(format!("{path}{place}"), message));
        }
    }

    /// The first fault of the value itself, with the rest of its path.
    fn fault(&self, value: &Value) -> Option<(String, LocalizedText)> {
        let whole = |message| Some((String::new(), message));
        match (&self.kind, value) {
            (FieldKind::Number { min, max }, value) => {
                let fits = value.as_i64().is_some_and(|number| (*min..=*max).contains(&number));
                if fits { None } else { whole(needed(number(*min, *max), value)) }
            }
            (FieldKind::Flag, Value::Bool(_)) => None,
            (FieldKind::Flag, value) => {
                whole(needed(LocalizedText::fixed("true か false ", "true or false"), value))
            }
            (FieldKind::Choice { choices }, value) => one_of(choices, value).map(nowhere),
            (FieldKind::Source { .. }, value) => {
                let sources = super::choices(Provenance::ALL);
                one_of(&sources, value).map(nowhere)
            }
            (FieldKind::Text { max }, value) => line(value, *max).map(nowhere),
            (FieldKind::Localized { max }, Value::Object(texts)) => {
                for lang in ["ja", "en"] {
                    match texts.get(lang) {
                        None => return Some((format!(".{lang}"), missing(lang))),
                        Some(text) => {
                            if let Some(message) = line(text, *max) {
                                return Some((format!(".{lang}"), message));
                            }
                        }
                    }
                }
                let extra = texts.keys().find(|key| !["ja", "en"].contains(&&***key))?;
                Some((format!(".{}", short(extra)), unknown_field(extra, &["ja", "en"])))
            }
            (FieldKind::Localized { .. }, value) => whole(needed(fields_set(), value)),
            (FieldKind::Several { choices, .. }, Value::Array(words)) => {
                each(words, |word| one_of(choices, word))
            }
            (FieldKind::Offsets { most }, Value::Array(offsets)) => {
                each(offsets, |offset| self::offset(offset, *most))
            }
            (FieldKind::Records { max, .. }, Value::Array(records)) => {
                let count = records.len();
                (count > *max).then(|| {
                    nowhere(text!(
                        "{max}個までです({count}個あります)",
                        "there may be {max} at most, not {count}"
                    ))
                })
            }
            (_, value) => whole(needed(LocalizedText::fixed("リスト", "a list"), value)),
        }
    }
}

fn nowhere(message: LocalizedText) -> (String, LocalizedText) {
    (String::new(), message)
}

/// The first faulty item, or the first that occurs twice.
fn each(
    items: &[Value],
    fault: impl Fn(&Value) -> Option<LocalizedText>,
) -> Option<(String, LocalizedText)> {
    items.iter().enumerate().find_map(|(index, item)| {
        let twice = || {
            let what = shown(item);
            let repeated = items[..index].contains(item);
            repeated.then(|| text!("{what} が2度書かれています", "{what} is named twice", what))
        };
        fault(item).or_else(twice).map(|message| (format!("[{index}]"), message))
    })
}

fn one_of(choices: &[ComponentChoice], value: &Value) -> Option<LocalizedText> {
    let words = || choices.iter().map(|choice| &*choice.value);
    if value.as_str().is_some_and(|word| words().any(|known| known == word)) {
        return None;
    }
    let all: Vec<&str> = words().collect();
    let all = match &all[..] {
        [first, second, .., last] if all.len() > MAX_LISTED => {
            format!("{first}, {second}, …, {last}")
        }
        _ => all.join(", "),
    };
    let value = shown(value);
    Some(text!(
        "「{value}」は使えません(使えるもの: {all})",
        "`{value}` is not one of: {all}",
        value
    ))
}

fn line(value: &Value, max: usize) -> Option<LocalizedText> {
    let Some(text) = value.as_str() else {
        return Some(needed(LocalizedText::fixed("文字列", "a string"), value));
    };
    let fits = (1..=max).contains(&text.chars().count())
        && text.trim() == text
        && !text.contains(char::is_control);
    let message = || {
        text!(
            "1〜{max}文字の1行で、前後に空白を置けません",
            "it must be one line of 1 to {max} characters, without blanks around them"
        )
    };
    (!fits).then(message)
}

fn offset(value: &Value, most: i64) -> Option<LocalizedText> {
    let numbers: Option<Vec<i64>> =
        value.as_array().and_then(|pair| pair.iter().map(Value::as_i64).collect());
    let fits = numbers.is_some_and(|pair| {
        pair.len() == 2
            && pair.iter().all(|number| (-most..=most).contains(number))
            && pair.iter().any(|number| *number != 0)
    });
    let message = || {
        let value = shown(value);
        text!(
            "[前, 右] の2つの整数で、[0, 0] でなく{most}マス以内です(書かれているもの: {value})",
            "it is [forward, right], two whole numbers, not [0, 0], and at most {most} squares far, not {value}",
            value
        )
    };
    (!fits).then(message)
}

fn number(min: i64, max: i64) -> LocalizedText {
    if min == max {
        text!("整数{min}", "the number {min}")
    } else {
        text!("{min}から{max}までの整数", "a whole number from {min} to {max}")
    }
}

fn fields_set() -> LocalizedText {
    LocalizedText::fixed("項目の組", "a set of named fields")
}

fn needed(wanted: LocalizedText, value: &Value) -> LocalizedText {
    let value = match value {
        Value::Array(items) => {
            let count = items.len();
            text!("{count}個のリスト", "a list of {count}")
        }
        Value::Object(_) => fields_set(),
        other => shown(other),
    };
    text!(
        "{wanted}が必要です(書かれているもの: {value})",
        "{wanted} is needed, not {value}",
        wanted,
        value
    )
}

fn missing(field: &str) -> LocalizedText {
    text!("「{field}」がありません", "`{field}` is missing")
}

fn unknown_field(field: &str, known: &[&str]) -> LocalizedText {
    let (field, known) = (short(field), known.join(", "));
    text!(
        "「{field}」という項目はありません(使えるもの: {known})",
        "there is no field `{field}`; the fields are: {known}"
    )
}

fn short(key: &str) -> String {
    key.chars().take(40).collect()
}
