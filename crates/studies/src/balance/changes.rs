//! Differences of a components file from the game's own.

use std::collections::BTreeMap;

use serde::Serialize;
use toml::{Table, Value};

/// A field of a components file whose value differs from that of the game's own file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct ComponentChange {
    /// The field, as error messages name it: `points.total`, `card[3].icon`.
    pub field: String,
    /// The value in the game's own file; `null` if it has no such field.
    pub own: Option<String>,
    /// The value in this file; `null` if it has no such field.
    pub here: Option<String>,
}

/// The fields in which two components files differ, in the order of their names. Both must be TOML: a file that
/// cannot be parsed has no fields.
pub(super) fn changes(own: &str, here: &str) -> Vec<ComponentChange> {
    let (own, here) = (fields(own), fields(here));
    let names: std::collections::BTreeSet<&String> = own.keys().chain(here.keys()).collect();
    let change = |field: &String| {
        let (own, here) = (own.get(field).cloned(), here.get(field).cloned());
        (own != here).then(|| ComponentChange { field: field.clone(), own, here })
    };
    names.into_iter().filter_map(change).collect()
}

/// The values of all fields, by their names.
fn fields(text: &str) -> BTreeMap<String, String> {
    let mut fields = BTreeMap::new();
    let table = text.parse::<Table>().unwrap_or_default();
    for (name, value) in &table {
        add(name.clone(), value, &mut fields);
    }
    fields
}

fn add(name: String, value: &Value, fields: &mut BTreeMap<String, String>) {
    match value {
        Value::Table(table) => {
            table.iter().for_each(|(key, value)| add(format!("{name}.{key}"), value, fields));
        }
        Value::Array(values) if values.iter().any(Value::is_table) => {
            let values = values.iter().enumerate();
            values.for_each(|(at, value)| add(format!("{name}[{at}]"), value, fields));
        }
        value => {
            fields.insert(name, value.to_string());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn changes_are_named_as_in_error_messages() {
        let own = "goal = 3\nsizes = [1, 2]\n[points]\ntotal = 7\n[[card]]\nicon = \"fly\"\n";
        let here = "goal = 3\nsizes = [1, 3]\n[points]\n[[card]]\nicon = \"draw\"\n[[card]]\nicon = \"x\"\n";
        let change = |field: &str, own: Option<&str>, here: Option<&str>| ComponentChange {
            field: field.to_owned(),
            own: own.map(str::to_owned),
            here: here.map(str::to_owned),
        };
        let expected = [
            change("card[0].icon", Some("\"fly\""), Some("\"draw\"")),
            change("card[1].icon", None, Some("\"x\"")),
            change("points.total", Some("7"), None),
            change("sizes", Some("[1, 2]"), Some("[1, 3]")),
        ];
        assert_eq!(changes(own, here), expected);
        assert!(changes(own, own).is_empty());
    }
}
