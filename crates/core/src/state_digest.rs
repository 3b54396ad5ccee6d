//! Digest of a value's content, independent of field names.

use std::fmt::{Display, Formatter};

use serde::Serialize;
use serde::ser::{self, Serializer};

/// CRC-32 over the values in `value`, in order. Names of fields, structs and enums do not count, nor do
/// integer widths. Lists are delimited, so that different nestings differ. Strings (enum variants, map
/// keys) count as written.
///
/// A field added later may be omitted (`skip_serializing_if`) while it has the value that matches the
/// former behaviour: the digest then stays the same.
///
/// # Panics
/// Panics if the value contains a float, which may differ between machines.
pub fn digest(value: &impl Serialize) -> u32 {
    let mut digest = Digest(crc32fast::Hasher::new());
    value.serialize(&mut digest).expect("a state contains only integers, strings and lists");
    digest.0.finalize()
}

struct Digest(crc32fast::Hasher);

/// Bytes that the digest inserts before each value, for its kind, and after each list or object.
mod mark {
    pub(super) const NUMBER: u8 = 1;
    pub(super) const WORD: u8 = 2;
    pub(super) const NOTHING: u8 = 3;
    pub(super) const BEGIN: u8 = 4;
    pub(super) const END: u8 = 5;
}

impl Digest {
    fn mark(&mut self, mark: u8) {
        self.0.update(&[mark]);
    }

    fn number(&mut self, number: i128) -> Result<(), Float> {
        self.mark(mark::NUMBER);
        self.0.update(&number.to_le_bytes());
        Ok(())
    }

    fn word(&mut self, word: &str) -> Result<(), Float> {
        self.mark(mark::WORD);
        self.0.update(&(word.len() as u64).to_le_bytes());
        self.0.update(word.as_bytes());
        Ok(())
    }

    fn begin(&mut self) -> Result<&mut Digest, Float> {
        self.mark(mark::BEGIN);
        Ok(self)
    }

    fn finish(&mut self) -> Result<(), Float> {
        self.mark(mark::END);
        Ok(())
    }
}

/// An unsupported value: a float, or another type that states do not contain.
#[derive(Debug)]
struct Float(String);

impl Display for Float {
    fn fmt(&self, f: &mut Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for Float {}

impl ser::Error for Float {
    fn custom<T: Display>(message: T) -> Float {
        Float(message.to_string())
    }
}

macro_rules! numbers {
    ($($method:ident: $number:ty),+) => {
        $(fn $method(self, number: $number) -> Result<(), Float> {
            self.number(number.into())
        })+
    };
}

impl<'a> Serializer for &'a mut Digest {
    type Ok = ();
    type Error = Float;
    type SerializeSeq = &'a mut Digest;
    type SerializeTuple = &'a mut Digest;
    type SerializeTupleStruct = &'a mut Digest;
    type SerializeTupleVariant = &'a mut Digest;
    type SerializeMap = &'a mut Digest;
    type SerializeStruct = &'a mut Digest;
    type SerializeStructVariant = &'a mut Digest;

    numbers!(
        serialize_bool: bool, serialize_i8: i8, serialize_i16: i16, serialize_i32: i32,
        serialize_i64: i64, serialize_u8: u8, serialize_u16: u16, serialize_u32: u32,
        serialize_u64: u64, serialize_i128: i128
    );

    fn serialize_f32(self, number: f32) -> Result<(), Float> {
        Err(Float(format!("{number} is a float")))
    }

    fn serialize_f64(self, number: f64) -> Result<(), Float> {
        Err(Float(format!("{number} is a float")))
    }

    fn serialize_char(self, char: char) -> Result<(), Float> {
        self.word(char.encode_utf8(&mut [0; 4]))
    }

    fn serialize_str(self, word: &str) -> Result<(), Float> {
        self.word(word)
    }

    fn serialize_bytes(self, bytes: &[u8]) -> Result<(), Float> {
        bytes.serialize(self)
    }

    fn serialize_none(self) -> Result<(), Float> {
        self.mark(mark::NOTHING);
        Ok(())
    }

    fn serialize_some<T: ?Sized + Serialize>(self, value: &T) -> Result<(), Float> {
        value.serialize(self)
    }

    fn serialize_unit(self) -> Result<(), Float> {
        self.serialize_none()
    }

    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Float> {
        self.serialize_none()
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Float> {
        self.word(variant)
    }

    fn serialize_newtype_struct<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Float> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: ?Sized + Serialize>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        value: &T,
    ) -> Result<(), Float> {
        self.word(variant)?;
        value.serialize(self)
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<&'a mut Digest, Float> {
        self.begin()
    }

    fn serialize_tuple(self, _: usize) -> Result<&'a mut Digest, Float> {
        self.begin()
    }

    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<&'a mut Digest, Float> {
        self.begin()
    }

    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<&'a mut Digest, Float> {
        self.word(variant)?;
        self.begin()
    }

    fn serialize_map(self, _: Option<usize>) -> Result<&'a mut Digest, Float> {
        self.begin()
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<&'a mut Digest, Float> {
        self.begin()
    }

    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<&'a mut Digest, Float> {
        self.word(variant)?;
        self.begin()
    }
}

macro_rules! lists {
    ($($list:ident: $method:ident),+) => {
        $(impl ser::$list for &mut Digest {
            type Ok = ();
            type Error = Float;

            fn $method<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), Float> {
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Float> {
                self.finish()
            }
        })+
    };
}

lists!(
    SerializeSeq: serialize_element, SerializeTuple: serialize_element,
    SerializeTupleStruct: serialize_field, SerializeTupleVariant: serialize_field
);

macro_rules! structs {
    ($($list:ident),+) => {
        $(impl ser::$list for &mut Digest {
            type Ok = ();
            type Error = Float;

            fn serialize_field<T: ?Sized + Serialize>(
                &mut self,
                _: &'static str,
                value: &T,
            ) -> Result<(), Float> {
                value.serialize(&mut **self)
            }

            fn end(self) -> Result<(), Float> {
                self.finish()
            }
        })+
    };
}

structs!(SerializeStruct, SerializeStructVariant);

impl ser::SerializeMap for &mut Digest {
    type Ok = ();
    type Error = Float;

    fn serialize_key<T: ?Sized + Serialize>(&mut self, key: &T) -> Result<(), Float> {
        key.serialize(&mut **self)
    }

    fn serialize_value<T: ?Sized + Serialize>(&mut self, value: &T) -> Result<(), Float> {
        value.serialize(&mut **self)
    }

    fn end(self) -> Result<(), Float> {
        self.finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[derive(Serialize)]
    struct Pawn {
        square: u8,
        taken: Vec<u8>,
    }

    #[derive(Serialize)]
    struct Renamed {
        cell: u32,
        captured: Vec<u8>,
        #[serde(skip_serializing_if = "Option::is_none")]
        later: Option<u8>,
    }

    #[derive(Serialize)]
    #[serde(tag = "kind", rename_all = "snake_case")]
    enum Stage {
        Turn { seat: u8 },
        Draw { seat: u8 },
    }

    #[test]
    fn names_of_fields_and_widths_of_numbers_do_not_count() {
        let now = digest(&Pawn { square: 3, taken: vec![1, 2] });
        let renamed = |later| digest(&Renamed { cell: 3, captured: vec![1, 2], later });
        assert_eq!(renamed(None), now);
        assert_ne!(renamed(Some(1)), now);
    }

    #[test]
    fn everything_else_counts() {
        let different = [
            digest(&Pawn { square: 3, taken: vec![1, 2] }),
            digest(&Pawn { square: 3, taken: vec![2, 1] }),
            digest(&Pawn { square: 1, taken: vec![3, 2] }),
            digest(&([3, 1], [2])),
            digest(&([3], [1, 2])),
            digest(&[Some(3), None]),
            digest(&[None, Some(3)]),
            digest(&Stage::Turn { seat: 1 }),
            digest(&Stage::Draw { seat: 1 }),
            digest(&Stage::Turn { seat: 0 }),
            digest(&BTreeMap::from([("ice", 1)])),
            digest(&BTreeMap::from([("slide", 1)])),
            digest(&"12"),
            digest(&12),
            digest(&-12),
        ];
        for (index, one) in different.iter().enumerate() {
            for other in &different[index + 1..] {
                assert_ne!(one, other);
            }
        }
    }

    #[test]
    fn the_digest_of_a_value_never_changes() {
        // Stored records contain digests: this number must never change.
        assert_eq!(digest(&Pawn { square: 3, taken: vec![1, 2] }), 0xf06f_0987);
    }

    #[test]
    #[should_panic(expected = "integers")]
    fn a_float_is_refused() {
        digest(&0.5);
    }
}
