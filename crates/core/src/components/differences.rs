//! Differences between components and the built-in ones, in words.

use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use super::{ComponentField, ComponentGroup, ComponentsSchema, FieldKind};
use crate::{Localize, LocalizedText, Provenance, digest, text};

/// A difference between components and the built-in ones.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct ComponentDifference {
    /// The path of the field, or of an entry that was added; the key of the group for an entry that is
    /// missing and for another order.
    pub path: String,
    /// The difference in words.
    pub text: LocalizedText,
}

impl ComponentsSchema {
    /// The differences of the components `now` from `built_in`; both must conform to the schema. Sources are
    /// not compared.
    pub(super) fn differences(&self, now: &Value, built_in: &Value) -> Vec<ComponentDifference> {
        let mut found = Vec::new();
        for group in &self.groups {
            group.differences(group.entries_of(now), group.entries_of(built_in), &mut found);
        }
        found
    }

    /// A short hash of the components without their sources.
    pub(super) fn fingerprint(&self, file: &Value) -> String {
        let mut bare = file.clone();
        for group in &self.groups {
            let entries = match bare.get_mut(group.key) {
                Some(Value::Array(entries)) => entries.as_mut_slice(),
                Some(entry) => std::slice::from_mut(entry),
                None => continue,
            };
            let sources = group.fields.iter().filter(|field| field.is_source());
            for key in sources.map(|field| field.key) {
                for entry in entries.iter_mut().filter_map(Value::as_object_mut) {
                    entry.remove(key);
                }
            }
        }
        format!("{:08x}", digest(&bare))
    }
}

impl ComponentGroup {
    fn differences(&self, now: &[Value], then: &[Value], found: &mut Vec<ComponentDifference>) {
        let pairs = self.pairs(now, then);
        for (index, entry) in now.iter().enumerate() {
            let (path, name) = (self.path(index), self.entry_name(index, entry));
            let Some(former) = pairs[index].map(|place| &then[place]) else {
                let text = text!("{name}: 追加", "{name}: added", name);
                found.push(ComponentDifference { path, text });
                continue;
            };
            for field in self.fields_of(entry).into_iter().filter(|field| !field.is_source()) {
                let (value, former_value) = (&entry[field.key], former.get(field.key));
                if same(field, value, former_value.unwrap_or(&Value::Null)) {
                    continue;
                }
                let text = field.difference(&name, value, former_value, self.source(former, field));
                found.push(ComponentDifference { path: format!("{path}.{}", field.key), text });
            }
        }
        for (place, former) in then.iter().enumerate() {
            if !pairs.contains(&Some(place)) {
                let name = self.entry_name(place, former);
                let text = text!("{name}: なし", "{name}: not included", name);
                found.push(ComponentDifference { path: self.key.to_owned(), text });
            }
        }
        if !pairs.iter().flatten().is_sorted() {
            let name = &self.name;
            let text = text!("{name}: 順番が違う", "{name}: in another order", name);
            found.push(ComponentDifference { path: self.key.to_owned(), text });
        }
    }

    /// For each entry the index of the built-in entry to which it corresponds: the first one that has the same
    /// title and is not taken by an earlier entry, or the one at the same place if entries have no titles.
    fn pairs(&self, now: &[Value], then: &[Value]) -> Vec<Option<usize>> {
        let Some(title) = self.title() else {
            return (0..now.len()).map(|index| Some(index).filter(|at| *at < then.len())).collect();
        };
        let mut pairs: Vec<Option<usize>> = Vec::new();
        for entry in now {
            let free = |place: &usize| !pairs.contains(&Some(*place));
            let like = |place: &usize| then[*place].get(title) == entry.get(title);
            let pair = (0..then.len()).filter(like).find(free);
            pairs.push(pair);
        }
        pairs
    }

    /// The evidence for the value of a field of a built-in entry.
    fn source(&self, entry: &Value, field: &ComponentField) -> Option<Provenance> {
        let about = |source: &&ComponentField| match &source.kind {
            FieldKind::Source { of } => of.contains(&field.key),
            _ => false,
        };
        let source = self.fields.iter().find(about)?;
        serde_json::from_value(entry.get(source.key)?.clone()).ok()
    }
}

impl ComponentField {
    pub(super) fn is_source(&self) -> bool {
        matches!(self.kind, FieldKind::Source { .. })
    }

    /// The difference between two values of the field in words.
    fn difference(
        &self,
        entry: &LocalizedText,
        now: &Value,
        then: Option<&Value>,
        source: Option<Provenance>,
    ) -> LocalizedText {
        let field = &self.name;
        let (Some(then), FieldKind::Several { .. }, Value::Array(new)) = (then, &self.kind, now)
        else {
            let now = self.value_name(now);
            let Some(then) = then else {
                return text!(
                    "{entry}・{field}: {now}",
                    "{entry}, {field}: {now}",
                    entry,
                    field,
                    now
                );
            };
            let then = self.value_name(then);
            let source =
                source.map_or(LocalizedText::fixed("内蔵", "built-in"), |one| one.name());
            return text!(
                "{entry}・{field}: {now}({source}: {then})",
                "{entry}, {field}: {now} ({source}: {then})",
                entry,
                field,
                now,
                source,
                then
            );
        };
        let old = then.as_array().map_or(&[][..], Vec::as_slice);
        let only = |these: &[Value], those: &[Value]| {
            let rest: Value = these.iter().filter(|one| !those.contains(one)).cloned().collect();
            self.value_name(&rest)
        };
        let (added, removed) = (only(new, old), only(old, new));
        text!(
            "{entry}・{field}: 追加は{added}、除外は{removed}",
            "{entry}, {field}: added {added}; removed {removed}",
            entry,
            field,
            added,
            removed
        )
    }
}

/// Returns true if the values mean the same. The order of named values and of offsets has no meaning.
fn same(field: &ComponentField, a: &Value, b: &Value) -> bool {
    match (&field.kind, a, b) {
        (
            FieldKind::Several { .. } | FieldKind::Offsets { .. },
            Value::Array(these),
            Value::Array(those),
        ) => these.len() == those.len() && these.iter().all(|one| those.contains(one)),
        _ => a == b,
    }
}
