//! JSON values in one contiguous buffer.

use std::fmt::{self, Display, Formatter};
use std::sync::Arc;

use serde::ser::{SerializeMap, SerializeSeq};
use serde::{Serialize, Serializer};
use serde_json::Value;

/// A JSON value in one contiguous, immutable buffer: the form of views and events once the types of
/// their game are erased. It is serialized once, cheap to compare and pass on, and cheap to clone
/// because clones share the buffer.
#[derive(Clone)]
pub struct PackedJson(pub(crate) Arc<[u8]>);

/// One value within a [`PackedJson`].
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct PackedRef<'a>(pub(crate) &'a [u8]);

/// The decoded form of a [`PackedRef`].
#[derive(Clone, Copy)]
pub enum JsonNode<'a> {
    /// JSON `null`.
    Null,
    /// A JSON boolean.
    Bool(bool),
    /// An integer from 0 on.
    Unsigned(u64),
    /// A negative integer.
    Negative(i64),
    /// A floating-point number.
    Float(f64),
    /// A JSON string.
    Text(&'a str),
    /// The items of a list.
    List(PackedIter<'a>),
    /// The keys (strings) and values of an object, alternating.
    Object(PackedIter<'a>),
}

/// An iterator over adjacent values.
#[derive(Clone, Copy)]
pub struct PackedIter<'a>(&'a [u8]);

/// The kinds of values, each stored as the value's first byte. Strings, lists and objects store their length
/// next, in four bytes or, for short strings, one; numbers store eight bytes or, if small, one.
pub(crate) mod kind {
    pub const NULL: u8 = 0;
    pub const NO: u8 = 1;
    pub const YES: u8 = 2;
    pub const SMALL: u8 = 3;
    pub const UNSIGNED: u8 = 4;
    pub const NEGATIVE: u8 = 5;
    pub const FLOAT: u8 = 6;
    pub const TEXT: u8 = 7;
    pub const LIST: u8 = 8;
    pub const OBJECT: u8 = 9;
    pub const SHORT: u8 = 10;
}

/// Number of bytes in which the length of a list, an object or a long string is stored.
pub(crate) const LENGTH: usize = 4;

impl PackedJson {
    /// The complete value, for reading.
    pub fn whole(&self) -> PackedRef<'_> {
        PackedRef(&self.0)
    }

    /// Returns true if both values share one buffer, which is cheaper to check than equality.
    pub fn is(&self, other: &PackedJson) -> bool {
        Arc::ptr_eq(&self.0, &other.0)
    }

    /// The value as a `serde_json` tree.
    pub fn value(&self) -> Value {
        serde_json::to_value(self).expect("packed values are valid JSON")
    }
}

impl PartialEq for PackedJson {
    fn eq(&self, other: &PackedJson) -> bool {
        self.is(other) || self.0 == other.0
    }
}

impl Eq for PackedJson {}

impl<'a> PackedRef<'a> {
    /// Decodes the value.
    pub fn node(self) -> JsonNode<'a> {
        let Some((kind, rest)) = self.0.split_first() else { return JsonNode::Null };
        let eight = || rest.try_into().unwrap_or_default();
        match *kind {
            kind::NO => JsonNode::Bool(false),
            kind::YES => JsonNode::Bool(true),
            kind::SMALL => JsonNode::Unsigned(rest.first().copied().unwrap_or_default().into()),
            kind::UNSIGNED => JsonNode::Unsigned(u64::from_le_bytes(eight())),
            kind::NEGATIVE => JsonNode::Negative(i64::from_le_bytes(eight())),
            kind::FLOAT => JsonNode::Float(f64::from_le_bytes(eight())),
            kind::TEXT | kind::SHORT => JsonNode::Text(self.text()),
            kind::LIST => JsonNode::List(PackedIter(&rest[LENGTH..])),
            kind::OBJECT => JsonNode::Object(PackedIter(&rest[LENGTH..])),
            _ => JsonNode::Null,
        }
    }

    /// Size in bytes.
    pub fn size(self) -> usize {
        self.0.len()
    }

    fn text(self) -> &'a str {
        let begins = if self.0[0] == kind::SHORT { 2 } else { 1 + LENGTH };
        std::str::from_utf8(&self.0[begins..]).expect("strings were written as UTF-8")
    }
}

impl<'a> Iterator for PackedIter<'a> {
    type Item = PackedRef<'a>;

    fn next(&mut self) -> Option<PackedRef<'a>> {
        let size = match *self.0.first()? {
            kind::NULL | kind::NO | kind::YES => 1,
            kind::SMALL => 2,
            kind::UNSIGNED | kind::NEGATIVE | kind::FLOAT => 9,
            kind::SHORT => 2 + usize::from(self.0[1]),
            _ => {
                let length = self.0[1..=LENGTH].try_into().expect("a length has LENGTH bytes");
                1 + LENGTH + u32::from_le_bytes(length) as usize
            }
        };
        let (part, rest) = self.0.split_at(size);
        self.0 = rest;
        Some(PackedRef(part))
    }
}

impl Serialize for PackedRef<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.node() {
            JsonNode::Null => serializer.serialize_unit(),
            JsonNode::Bool(it) => serializer.serialize_bool(it),
            JsonNode::Unsigned(it) => serializer.serialize_u64(it),
            JsonNode::Negative(it) => serializer.serialize_i64(it),
            JsonNode::Float(it) => serializer.serialize_f64(it),
            JsonNode::Text(it) => serializer.serialize_str(it),
            JsonNode::List(items) => {
                let mut list = serializer.serialize_seq(None)?;
                for item in items {
                    list.serialize_element(&item)?;
                }
                list.end()
            }
            JsonNode::Object(mut parts) => {
                let mut object = serializer.serialize_map(None)?;
                while let (Some(key), Some(value)) = (parts.next(), parts.next()) {
                    object.serialize_entry(key.text(), &value)?;
                }
                object.end()
            }
        }
    }
}

impl Serialize for PackedJson {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.whole().serialize(serializer)
    }
}

/// Formats as JSON text.
impl Display for PackedJson {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(&serde_json::to_string(self).map_err(|_| fmt::Error)?)
    }
}

impl fmt::Debug for PackedJson {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        Display::fmt(self, f)
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Serialize)]
    enum Kind {
        Unit,
        New(u8),
        Pair(i8, bool),
        Fields { a: Option<u64>, b: &'static str },
    }

    #[test]
    fn it_is_what_json_is() {
        let kinds = [
            Kind::Unit,
            Kind::New(255),
            Kind::Pair(-3, true),
            Kind::Fields { a: None, b: "座\"" },
            Kind::Fields { a: Some(u64::MAX), b: "" },
        ];
        let map: BTreeMap<u16, (f64, char, [u8; 0])> = [(300, (0.5, 'x', []))].into();
        let all = (kinds, map, i64::MIN, 256, (), "長".repeat(100));
        let data = PackedJson::of(&all);
        assert_eq!(data.value(), serde_json::to_value(&all).unwrap());
        assert_eq!(data.to_string(), serde_json::to_string(&all).unwrap());
        // Serializing the decoded value again gives the same bytes.
        assert!(
            PackedJson::of(&data) == data && PackedJson::of(&data.value()) != PackedJson::of(&())
        );
    }
}
