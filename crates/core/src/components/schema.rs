//! The form of a components file as data.

use std::ops::RangeInclusive;

use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use crate::{Localize, LocalizedText, Provenance};

/// The form of a game's components file: its groups of entries, in the order of the file.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct ComponentsSchema {
    /// The game's id.
    pub game: &'static str,
    /// The groups of entries.
    pub groups: Vec<ComponentGroup>,
}

/// A group of equal entries, such as cards, or a single entry with numbers.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct ComponentGroup {
    /// The name of the table in the file.
    pub key: &'static str,
    /// The name of the group.
    pub name: LocalizedText,
    /// The name of one entry.
    pub entry: LocalizedText,
    /// The number of entries.
    pub entries: Entries,
    /// The fields of each entry. Several fields may have the same key under different conditions.
    pub fields: Vec<ComponentField>,
    /// Rules about several fields or entries at once, in words.
    pub rules: Vec<LocalizedText>,
}

/// The entries of a group.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
#[ts(export, export_to = "core.ts")]
pub enum Entries {
    /// A single entry: a table of the file.
    One,
    /// One entry for each of these values of a field, in this order.
    Fixed {
        /// The field that identifies an entry.
        field: &'static str,
        /// The values of that field.
        #[ts(type = "(string | number)[]")]
        keys: Vec<Value>,
    },
    /// A list.
    List {
        /// Minimum number of entries.
        min: usize,
        /// Maximum number of entries.
        max: usize,
        /// The field by which an entry is named; `ja` stands for the fields `ja` and `en`. `null` if
        /// entries are only numbered.
        title: Option<&'static str>,
    },
}

/// A field of an entry.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct ComponentField {
    /// The name of the field in the file.
    pub key: &'static str,
    /// The name of the field for people.
    pub name: LocalizedText,
    /// An explanation, if the name does not suffice.
    pub hint: Option<LocalizedText>,
    /// The possible values.
    pub kind: FieldKind,
    /// True if the field cannot be left out.
    pub required: bool,
    /// The value if the field is left out; `null` if it then has no value.
    #[ts(type = "unknown")]
    pub default: Value,
    /// The condition under which an entry has the field; `null` if it always has.
    pub when: Option<Condition>,
}

/// A condition on another field of the same entry, which has a choice of named values.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct Condition {
    /// The other field.
    pub field: &'static str,
    /// The values of the other field that fulfil the condition.
    pub values: Vec<String>,
}

/// The possible values of a field.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[serde(tag = "type", rename_all = "snake_case")]
#[ts(export, export_to = "core.ts")]
pub enum FieldKind {
    /// A whole number.
    Number {
        /// The lowest number.
        #[ts(type = "number")]
        min: i64,
        /// The highest number.
        #[ts(type = "number")]
        max: i64,
    },
    /// True or false.
    Flag,
    /// One of several named values.
    Choice {
        /// The values.
        choices: Vec<ComponentChoice>,
    },
    /// Any number of different named values.
    Several {
        /// The values.
        choices: Vec<ComponentChoice>,
        /// The arrangement in a form.
        layout: Layout,
    },
    /// One line of text that is the same in both languages.
    Text {
        /// Maximum number of characters.
        max: usize,
    },
    /// One line of text in Japanese and in English.
    Localized {
        /// Maximum number of characters in each language.
        max: usize,
    },
    /// Different offsets from a square, each as [squares forward, squares to the right].
    Offsets {
        /// Maximum number of squares in each direction.
        #[ts(type = "number")]
        most: i64,
    },
    /// A list of records.
    Records {
        /// The name of one record.
        item: LocalizedText,
        /// Maximum number of records.
        max: usize,
        /// The fields of each record.
        fields: Vec<ComponentField>,
    },
    /// The evidence for other fields of the entry.
    Source {
        /// The keys of those fields.
        of: Vec<&'static str>,
    },
}

/// The arrangement of the values of [`FieldKind::Several`] in a form.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "core.ts")]
pub enum Layout {
    /// One after the other.
    List,
    /// The values are squares such as `A3`: a column as a letter and a row as a number.
    Board,
    /// The values are the eight directions `F`, `FR`, `R`, `BR`, `B`, `BL`, `L`, `FL`.
    Compass,
}

/// A named value.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct ComponentChoice {
    /// The value in the file.
    pub value: String,
    /// The name for people.
    pub name: LocalizedText,
}

/// Values with their names: the words of these items in files, and their names.
pub fn choices<T: Serialize + Localize>(
    items: impl IntoIterator<Item = T>,
) -> Vec<ComponentChoice> {
    let choice = |item: T| {
        let value = serde_json::to_value(&item).expect("a named value is plain data");
        let value = value.as_str().expect("a named value is written as a word").to_owned();
        ComponentChoice { value, name: item.name() }
    };
    items.into_iter().map(choice).collect()
}

impl ComponentChoice {
    /// The choice with this word and name.
    pub fn new(value: impl Into<String>, name: impl Into<LocalizedText>) -> ComponentChoice {
        ComponentChoice { value: value.into(), name: name.into() }
    }
}

impl ComponentGroup {
    fn new(key: &'static str, name: LocalizedText, entry: LocalizedText, entries: Entries) -> Self {
        ComponentGroup { key, name, entry, entries, fields: Vec::new(), rules: Vec::new() }
    }

    /// A single entry.
    pub fn one(key: &'static str, name: impl Into<LocalizedText>) -> ComponentGroup {
        let name = name.into();
        ComponentGroup::new(key, name.clone(), name, Entries::One)
    }

    /// One entry for each of `keys`, the values of `field`, in this order.
    pub fn fixed<K: Into<Value>>(
        key: &'static str,
        name: impl Into<LocalizedText>,
        entry: impl Into<LocalizedText>,
        field: &'static str,
        keys: impl IntoIterator<Item = K>,
    ) -> ComponentGroup {
        let keys = keys.into_iter().map(Into::into).collect();
        ComponentGroup::new(key, name.into(), entry.into(), Entries::Fixed { field, keys })
    }

    /// A list; each entry is named by its field `title`, if there is one.
    pub fn list(
        key: &'static str,
        name: impl Into<LocalizedText>,
        entry: impl Into<LocalizedText>,
        count: RangeInclusive<usize>,
        title: Option<&'static str>,
    ) -> ComponentGroup {
        let (min, max) = count.into_inner();
        ComponentGroup::new(key, name.into(), entry.into(), Entries::List { min, max, title })
    }

    /// The group with these fields.
    #[must_use]
    pub fn fields(self, fields: impl IntoIterator<Item = ComponentField>) -> ComponentGroup {
        ComponentGroup { fields: fields.into_iter().collect(), ..self }
    }

    /// The group with another rule in words.
    #[must_use]
    pub fn rule(mut self, rule: impl Into<LocalizedText>) -> ComponentGroup {
        self.rules.push(rule.into());
        self
    }

    /// The field by which an entry is named.
    pub(super) fn title(&self) -> Option<&'static str> {
        match self.entries {
            Entries::One => None,
            Entries::Fixed { field, .. } => Some(field),
            Entries::List { title, .. } => title,
        }
    }

    /// The path of an entry.
    pub(super) fn path(&self, index: usize) -> String {
        match self.entries {
            Entries::One => self.key.to_owned(),
            _ => format!("{}[{index}]", self.key),
        }
    }

    /// The name of an entry: 「紫禁城カード 4」.
    pub(super) fn entry_name(&self, index: usize, entry: &Value) -> LocalizedText {
        let what = &self.entry;
        if self.entries == Entries::One {
            return what.clone();
        }
        let title = self.title().and_then(|key| {
            let field = self.fields_of(entry).into_iter().find(|field| field.key == key)?;
            let value = entry.get(key)?;
            let name = field.value_name(value);
            let both = Some(key).filter(|key| *key == "ja").and_then(|_| entry.get("en")?.as_str());
            let name = match both {
                Some(en) => LocalizedText::new(name.ja, en),
                None => name,
            };
            Some((value.is_number(), name))
        });
        match title {
            Some((false, title)) => {
                crate::text!("{what}「{title}」", "{what} {title}", what, title)
            }
            Some((true, title)) => crate::text!("{what} {title}", "{what} {title}", what, title),
            None => {
                let number = index + 1;
                crate::text!("{what} {number}", "{what} {number}", what)
            }
        }
    }

    /// The fields that this entry has.
    pub(super) fn fields_of(&self, entry: &Value) -> Vec<&ComponentField> {
        applicable(&self.fields, entry)
    }

    /// The entries of the group in a file.
    pub(super) fn entries_of<'a>(&self, file: &'a Value) -> &'a [Value] {
        match (file.get(self.key), &self.entries) {
            (Some(entry), Entries::One) => std::slice::from_ref(entry),
            (Some(Value::Array(entries)), _) => entries,
            _ => &[],
        }
    }
}

/// The fields that an entry with these values has.
pub(super) fn applicable<'a>(
    fields: &'a [ComponentField],
    entry: &Value,
) -> Vec<&'a ComponentField> {
    let has = |field: &&ComponentField| {
        field.when.as_ref().is_none_or(|when| {
            let value = entry.get(when.field).and_then(Value::as_str);
            value.is_some_and(|value| when.values.iter().any(|one| one == value))
        })
    };
    fields.iter().filter(has).collect()
}

impl ComponentField {
    fn new(key: &'static str, name: impl Into<LocalizedText>, kind: FieldKind) -> ComponentField {
        let (name, default) = (name.into(), Value::Null);
        ComponentField { key, name, hint: None, kind, required: true, default, when: None }
    }

    /// A whole number in this range.
    pub fn number<N: Into<i64>>(
        key: &'static str,
        name: impl Into<LocalizedText>,
        range: RangeInclusive<N>,
    ) -> ComponentField {
        let (min, max) = range.into_inner();
        ComponentField::new(key, name, FieldKind::Number { min: min.into(), max: max.into() })
    }

    /// True or false; false if it is left out.
    pub fn flag(key: &'static str, name: impl Into<LocalizedText>) -> ComponentField {
        ComponentField::new(key, name, FieldKind::Flag).or(false)
    }

    /// One of several named values.
    pub fn choice(
        key: &'static str,
        name: impl Into<LocalizedText>,
        choices: Vec<ComponentChoice>,
    ) -> ComponentField {
        ComponentField::new(key, name, FieldKind::Choice { choices })
    }

    /// Any number of different named values.
    pub fn several(
        key: &'static str,
        name: impl Into<LocalizedText>,
        choices: Vec<ComponentChoice>,
        layout: Layout,
    ) -> ComponentField {
        ComponentField::new(key, name, FieldKind::Several { choices, layout })
    }

    /// One line of 1 to `max` characters.
    pub fn text(key: &'static str, name: impl Into<LocalizedText>, max: usize) -> ComponentField {
        ComponentField::new(key, name, FieldKind::Text { max })
    }

    /// One line of 1 to `max` characters in each language.
    pub fn localized(
        key: &'static str,
        name: impl Into<LocalizedText>,
        max: usize,
    ) -> ComponentField {
        ComponentField::new(key, name, FieldKind::Localized { max })
    }

    /// Offsets of at most `most` squares.
    pub fn offsets(key: &'static str, name: impl Into<LocalizedText>, most: i64) -> ComponentField {
        ComponentField::new(key, name, FieldKind::Offsets { most })
    }

    /// A list of at most `max` records.
    pub fn records(
        key: &'static str,
        name: impl Into<LocalizedText>,
        item: impl Into<LocalizedText>,
        max: usize,
        fields: impl IntoIterator<Item = ComponentField>,
    ) -> ComponentField {
        let fields = fields.into_iter().collect();
        ComponentField::new(key, name, FieldKind::Records { item: item.into(), max, fields })
    }

    /// The evidence for all other fields of the entry.
    pub fn source(of: impl IntoIterator<Item = &'static str>) -> ComponentField {
        ComponentField::source_as("source", ("出典", "source"), of)
    }

    /// The evidence for these fields, as a field with this key and name.
    pub fn source_as(
        key: &'static str,
        name: impl Into<LocalizedText>,
        of: impl IntoIterator<Item = &'static str>,
    ) -> ComponentField {
        let of = of.into_iter().collect();
        ComponentField::new(key, name, FieldKind::Source { of })
    }

    /// The field with an explanation.
    #[must_use]
    pub fn hint(self, hint: impl Into<LocalizedText>) -> ComponentField {
        ComponentField { hint: Some(hint.into()), ..self }
    }

    /// The field with the value that it has if it is left out.
    #[must_use]
    pub fn or(self, default: impl Into<Value>) -> ComponentField {
        ComponentField { default: default.into(), ..self.optional() }
    }

    /// The field as one that can be left out.
    #[must_use]
    pub fn optional(self) -> ComponentField {
        ComponentField { required: false, ..self }
    }

    /// The field only for entries in which another field has one of these values.
    #[must_use]
    pub fn when<S: Into<String>>(
        self,
        field: &'static str,
        values: impl IntoIterator<Item = S>,
    ) -> ComponentField {
        let values = values.into_iter().map(Into::into).collect();
        ComponentField { when: Some(Condition { field, values }), ..self }
    }

    /// The value in words. It must be a possible value.
    pub(super) fn value_name(&self, value: &Value) -> LocalizedText {
        match (&self.kind, value) {
            (_, Value::Null) => or_none(Vec::new()),
            (FieldKind::Choice { choices }, Value::String(word)) => named(choices, word),
            (FieldKind::Source { .. }, value) => {
                let read = serde_json::from_value::<Provenance>(value.clone());
                read.map_or_else(|_| shown(value), |source| source.name())
            }
            (FieldKind::Flag, Value::Bool(true)) => LocalizedText::fixed("はい", "yes"),
            (FieldKind::Flag, _) => LocalizedText::fixed("いいえ", "no"),
            (FieldKind::Localized { .. }, Value::Object(_)) => {
                let of = |lang: &str| value[lang].as_str().unwrap_or_default().to_owned();
                LocalizedText::new(of("ja"), of("en"))
            }
            (FieldKind::Several { choices, .. }, Value::Array(words)) => {
                let words = words.iter().filter_map(Value::as_str);
                or_none(words.map(|word| named(choices, word)).collect())
            }
            (FieldKind::Offsets { .. }, Value::Array(offsets)) => {
                or_none(offsets.iter().map(shown).collect())
            }
            (FieldKind::Records { fields, .. }, Value::Array(records)) => {
                let record = |record: &Value| {
                    let names = applicable(fields, record)
                        .into_iter()
                        .filter_map(|field| Some(field.value_name(record.get(field.key)?)));
                    let (ja, en): (Vec<_>, Vec<_>) = names.map(|name| (name.ja, name.en)).unzip();
                    LocalizedText::new(ja.join(" "), en.join(" "))
                };
                or_none(records.iter().map(record).collect())
            }
            _ => shown(value),
        }
    }
}

/// A list of names, or "none".
fn or_none(names: Vec<LocalizedText>) -> LocalizedText {
    if names.is_empty() { LocalizedText::fixed("なし", "none") } else { crate::list(names) }
}

fn named(choices: &[ComponentChoice], word: &str) -> LocalizedText {
    let found = choices.iter().find(|choice| choice.value == word);
    found.map_or_else(|| LocalizedText::same(word.to_owned()), |choice| choice.name.clone())
}

/// A value as written, shortened.
pub(super) fn shown(value: &Value) -> LocalizedText {
    let text = match value {
        Value::String(text) => text.clone(),
        Value::Array(items) if items.iter().all(|item| item.is_i64()) => {
            let items: Vec<String> = items.iter().map(ToString::to_string).collect();
            format!("({})", items.join(", "))
        }
        other => other.to_string(),
    };
    let text = text.replace(char::is_control, " ");
    let short: String = text.chars().take(40).collect();
    LocalizedText::same(if short.len() < text.len() { format!("{short}…") } else { short })
}
