//! Patches between two JSON values, which clients apply to the value they have; the format is documented at
//! [`Patch`](crate::protocol::Patch). RFC 6902 repeats the complete path in every operation, which would be
//! several times as long here.

use zashiki_core::{JsonNode, PackedIter, PackedJson, PackedJsonWriter, PackedRef};

/// The patch from `old` to `new`; `None` if they are equal.
pub fn patch(old: &PackedJson, new: &PackedJson, out: &mut PackedJsonWriter) -> Option<PackedJson> {
    if old.is(new) {
        return None;
    }
    write(old.whole(), new.whole(), out);
    (out.size() > 0).then(|| out.take())
}

/// The patch that changes nothing.
pub fn unchanged(out: &mut PackedJsonWriter) -> PackedJson {
    let object = out.object();
    out.end(object);
    out.take()
}

/// Writes the patch, if anything differs.
fn write(old: PackedRef<'_>, new: PackedRef<'_>, out: &mut PackedJsonWriter) {
    if old == new {
        return;
    }
    let begins = out.size();
    let inside = match (old.node(), new.node()) {
        (JsonNode::Object(old), JsonNode::Object(new)) => within_object(old, new, out),
        (JsonNode::List(old), JsonNode::List(new)) => within_list(old, new, out),
        _ => false,
    };
    // Replacing the value may be shorter than patching it.
    if !inside || out.size() - begins > new.size() {
        out.back_to(begins);
        match new.node() {
            JsonNode::List(_) | JsonNode::Object(_) => {
                let list = out.list();
                out.part(new);
                out.end(list);
            }
            _ => out.part(new),
        }
    }
}

/// Writes the patch of an object; returns false if its keys differ.
fn within_object(
    mut olds: PackedIter<'_>,
    mut news: PackedIter<'_>,
    out: &mut PackedJsonWriter,
) -> bool {
    let object = out.object();
    loop {
        match (olds.next(), news.next()) {
            (None, None) => break,
            (Some(old_key), Some(key)) if old_key == key => {
                let (Some(old), Some(new)) = (olds.next(), news.next()) else { return false };
                if old != new {
                    out.part(key);
                    write(old, new, out);
                }
            }
            _ => return false,
        }
    }
    out.end(object);
    true
}

/// Writes the patch of a list.
fn within_list(olds: PackedIter<'_>, news: PackedIter<'_>, out: &mut PackedJsonWriter) -> bool {
    let same = |(old, new): &(&PackedRef<'_>, &PackedRef<'_>)| old == new;
    let (olds, news): (Vec<_>, Vec<_>) = (olds.collect(), news.collect());
    let from = olds.iter().zip(&news).take_while(same).count();
    let behind = olds[from..].iter().rev().zip(news[from..].iter().rev()).take_while(same).count();
    let (gone, come) = (&olds[from..olds.len() - behind], &news[from..news.len() - behind]);
    if gone.len() == come.len() {
        let object = out.object();
        for (place, (old, new)) in (from..).zip(gone.iter().zip(come)) {
            if old != new {
                out.value(&place.to_string());
                write(*old, *new, out);
            }
        }
        out.end(object);
    } else {
        let list = out.list();
        out.value(&from);
        out.value(&gone.len());
        come.iter().for_each(|item| out.part(*item));
        out.end(list);
    }
    true
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;
    use serde_json::{Value, json};

    use super::*;
    use crate::protocol::Patch;

    fn between(old: &Value, new: &Value) -> Option<Value> {
        patch(&PackedJson::of(old), &PackedJson::of(new), &mut PackedJsonWriter::default())
            .map(|patch| patch.value())
    }

    #[test]
    fn a_patch_contains_only_the_differences() {
        let old =
            json!({"a": [{"b": 1, "c": "\"],"}, {"b": 2, "c": "x"}], "d": null, "e": [1, 2, 3]});
        let mut new = old.clone();
        assert_eq!(between(&old, &new), None);
        new["a"][1]["b"] = json!(3);
        new["d"] = json!({"f": []});
        assert_eq!(between(&old, &new), Some(json!({"a": {"1": {"b": 3}}, "d": [{"f": []}]})));
        new = old.clone();
        new["e"] = json!([1, 5, 6, 3]);
        assert_eq!(between(&old, &new), Some(json!({"e": [1, 1, 5, 6]})));
        new["e"] = json!([3]);
        assert_eq!(between(&old, &new), Some(json!({"e": [[3]]})));
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
        fn applying_a_patch_yields_the_new_value(old in values(), new in values()) {
            match between(&old, &new) {
                None => prop_assert_eq!(old, new),
                Some(patch) => prop_assert_eq!(Patch::apply(&patch, &old), Some(new)),
            }
        }
    }
}
