//! What changed between two JSON texts, as JSON: what a client has to do to the one it has.
//!
//! What a patch looks like is said at [`Patch`](crate::wire::Patch). RFC 6902 says the same with the whole path at every single change, which here is several times
//! as long. The texts are compared as they are, without trees of either.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

use table::Json;

/// What changed from `old` to `new`; nothing if they are equal.
pub(crate) fn patch(old: &Json, new: &Json) -> Option<Json> {
    let mut out = String::new();
    write(old.text(), new.text(), &mut out);
    (!out.is_empty()).then(|| Json::written(out).expect("a patch is JSON"))
}

/// The patch that leaves everything as it is.
pub(crate) fn unchanged() -> Json {
    Json::of(&BTreeMap::<&str, ()>::new())
}

/// Writes what changed, if anything did.
fn write(old: &str, new: &str, out: &mut String) {
    if old == new {
        return;
    }
    let begins = out.len();
    let inside = match (old.as_bytes().first(), new.as_bytes().first()) {
        (Some(b'{'), Some(b'{')) => within_object(old, new, out),
        (Some(b'['), Some(b'[')) => within_list(old, new, out),
        _ => false,
    };
    // To say what it is now may be shorter than to say what changed.
    if !inside || out.len() - begins > new.len() + "[]".len() {
        out.truncate(begins);
        out.push('[');
        out.push_str(new);
        out.push(']');
    }
}

/// Writes what changed in an object, if its keys are the same.
fn within_object(old: &str, new: &str, out: &mut String) -> bool {
    let (mut olds, mut news) = (Parts::of(old), Parts::of(new));
    let mut before = '{';
    loop {
        let (key, value) = match (olds.next(), news.next()) {
            (None, None) => break,
            (Some(old_key), Some(key)) if old[old_key.clone()] == new[key.clone()] => {
                let (Some(old_value), Some(value)) = (olds.next(), news.next()) else {
                    return false;
                };
                (key, (old_value, value))
            }
            _ => return false,
        };
        let (old, new) = (&old[value.0], &new[value.1]);
        if old != new {
            out.push(before);
            before = ',';
            let key = &news.text[key];
            out.push_str(key);
            out.push(':');
            write(old, new, out);
        }
    }
    out.push('}');
    true
}

/// Writes what changed in a list.
fn within_list(old: &str, new: &str, out: &mut String) -> bool {
    let (olds, news): (Vec<_>, Vec<_>) = (Parts::of(old).collect(), Parts::of(new).collect());
    let same = |(a, b): &(&Range<usize>, &Range<usize>)| old[(*a).clone()] == new[(*b).clone()];
    let from = olds.iter().zip(&news).take_while(same).count();
    let behind = olds[from..].iter().rev().zip(news[from..].iter().rev()).take_while(same).count();
    let (gone, come) = (&olds[from..olds.len() - behind], &news[from..news.len() - behind]);
    if gone.len() == come.len() {
        let mut before = '{';
        for (place, both) in (from..).zip(gone.iter().zip(come)) {
            if !same(&both) {
                let _ = write!(out, "{before}\"{place}\":");
                before = ',';
                write(&old[both.0.clone()], &new[both.1.clone()], out);
            }
        }
        out.push('}');
    } else {
        let _ = write!(out, "[{from},{}", gone.len());
        for item in come {
            out.push(',');
            out.push_str(&new[item.clone()]);
        }
        out.push(']');
    }
    true
}

/// The parts of an object or a list: keys and values, or items.
struct Parts<'a> {
    text: &'a str,
    at: usize,
}

impl<'a> Parts<'a> {
    fn of(text: &'a str) -> Parts<'a> {
        Parts { text, at: 1 }
    }
}

impl Iterator for Parts<'_> {
    type Item = Range<usize>;

    fn next(&mut self) -> Option<Range<usize>> {
        let text = self.text.as_bytes();
        if matches!(text.get(self.at), Some(b',' | b':')) {
            self.at += 1;
        }
        if matches!(text.get(self.at), None | Some(b']' | b'}')) {
            return None;
        }
        let begins = self.at;
        self.at = end(text, begins);
        Some(begins..self.at)
    }
}

/// Where the value ends that begins here.
fn end(text: &[u8], begins: usize) -> usize {
    let mut at = begins;
    let mut depth = 0;
    while let Some(byte) = text.get(at) {
        match byte {
            b'"' => at = after_string(text, at),
            b'{' | b'[' => {
                depth += 1;
                at += 1;
            }
            b'}' | b']' if depth > 0 => {
                depth -= 1;
                at += 1;
            }
            b',' | b'}' | b']' | b':' if depth == 0 => break,
            _ => {
                at += 1;
                continue;
            }
        }
        if depth == 0 {
            break;
        }
    }
    at
}

/// Where the string ends that begins here.
fn after_string(text: &[u8], begins: usize) -> usize {
    let mut at = begins + 1;
    loop {
        match text.get(at) {
            Some(b'\\') => at += 2,
            Some(b'"') | None => return at + 1,
            Some(_) => at += 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;
    use crate::wire::Patch;

    fn between(old: &Value, new: &Value) -> Option<Value> {
        patch(&Json::of(old), &Json::of(new)).map(|patch| patch.value())
    }

    #[test]
    fn only_what_changed_is_said() {
        let old =
            json!({"a": [{"b": 1, "c": "\"],"}, {"b": 2, "c": "x"}], "d": null, "e": [1, 2, 3]});
        let mut new = old.clone();
        assert_eq!(between(&old, &new), None);
        new["a"][1]["b"] = json!(3);
        new["d"] = json!({"f": []});
        assert_eq!(between(&old, &new), Some(json!({"a": {"1": {"b": [3]}}, "d": [{"f": []}]})));
        new = old.clone();
        new["e"] = json!([1, 5, 6, 3]);
        assert_eq!(between(&old, &new), Some(json!({"e": [1, 1, 5, 6]})));
        new["e"] = json!([3]);
        assert_eq!(between(&old, &new), Some(json!({"e": [0, 2]})));
        new["e"] = json!([4]);
        assert_eq!(between(&old, &new), Some(json!({"e": [[4]]})));
    }

    fn values() -> impl Strategy<Value = Value> {
        let leaf = prop_oneof![
            Just(Value::Null),
            any::<bool>().prop_map(Value::from),
            (-3..3).prop_map(Value::from),
            "[a\"\\\\{\\[,:座]{0,3}".prop_map(Value::from),
        ];
        leaf.prop_recursive(4, 40, 5, |inner| {
            prop_oneof![
                prop::collection::vec(inner.clone(), 0..5).prop_map(Value::from),
                prop::collection::btree_map("[a-c]", inner, 0..3)
                    .prop_map(|map| Value::Object(map.into_iter().collect())),
            ]
        })
    }

    proptest! {
        #[test]
        fn a_patch_leads_from_the_old_to_the_new(old in values(), new in values()) {
            match between(&old, &new) {
                None => prop_assert_eq!(old, new),
                Some(patch) => prop_assert_eq!(Patch::apply(&patch, &old), Some(new)),
            }
        }
    }
}
