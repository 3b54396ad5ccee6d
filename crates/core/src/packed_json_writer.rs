//! Serialization of any value into a [`PackedJson`].

use std::fmt::Display;

use serde::Serialize;
use serde::ser::{
    self, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant, SerializeTuple,
    SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

use crate::packed_json::{LENGTH, PackedJson, PackedRef, kind};

/// Builds a [`PackedJson`] by appending its values one after another.
pub struct PackedJsonWriter(Vec<u8>);

/// Initial capacity in bytes; views of many games fit into it.
const ROOM: usize = 2048;

/// A list or object that was opened and not yet closed.
#[derive(Clone, Copy)]
pub struct Begun(usize);

impl Default for PackedJsonWriter {
    fn default() -> PackedJsonWriter {
        PackedJsonWriter(Vec::with_capacity(ROOM))
    }
}

impl PackedJson {
    /// Serializes a value of any type.
    ///
    /// # Panics
    /// Panics if the value cannot be represented in JSON (such as a map whose keys are not strings) or
    /// exceeds 4 GiB.
    pub fn of(value: &impl Serialize) -> PackedJson {
        PackedJsonWriter::default().data(value)
    }
}

impl PackedJsonWriter {
    /// Appends a value of any type.
    ///
    /// # Panics
    /// Panics if the value cannot be represented in JSON.
    pub fn value(&mut self, value: &(impl Serialize + ?Sized)) {
        value.serialize(&mut *self).expect("a value that JSON can represent");
    }

    /// Appends a copy of a value of another [`PackedJson`].
    pub fn part(&mut self, part: PackedRef<'_>) {
        self.0.extend_from_slice(part.0);
    }

    /// Opens a list; its items follow.
    pub fn list(&mut self) -> Begun {
        self.begin(kind::LIST)
    }

    /// Opens an object; its keys follow, each a string before its value.
    pub fn object(&mut self) -> Begun {
        self.begin(kind::OBJECT)
    }

    /// Closes a list or object.
    pub fn end(&mut self, Begun(at): Begun) {
        let length = u32::try_from(self.0.len() - at - LENGTH).expect("less than 4 GiB");
        self.0[at..at + LENGTH].copy_from_slice(&length.to_le_bytes());
    }

    /// Number of bytes written.
    pub fn size(&self) -> usize {
        self.0.len()
    }

    /// Discards everything written after the first `size` bytes.
    pub fn back_to(&mut self, size: usize) {
        self.0.truncate(size);
    }

    /// Returns the data written, which is one value or nothing, and empties the writer. The capacity remains.
    pub fn take(&mut self) -> PackedJson {
        let data = PackedJson(self.0.as_slice().into());
        self.0.clear();
        data
    }

    /// Serializes a value of any type on its own.
    ///
    /// # Panics
    /// As for [`value`](PackedJsonWriter::value).
    pub fn data(&mut self, value: &(impl Serialize + ?Sized)) -> PackedJson {
        self.value(value);
        self.take()
    }

    fn begin(&mut self, kind: u8) -> Begun {
        self.0.push(kind);
        let at = self.0.len();
        self.0.extend_from_slice(&[0; LENGTH]);
        Begun(at)
    }

    fn text(&mut self, text: &str) {
        if let Ok(short) = u8::try_from(text.len()) {
            self.0.extend_from_slice(&[kind::SHORT, short]);
            return self.0.extend_from_slice(text.as_bytes());
        }
        let begun = self.begin(kind::TEXT);
        self.0.extend_from_slice(text.as_bytes());
        self.end(begun);
    }
}

/// The reason that a value cannot be represented in JSON.
#[derive(Debug, thiserror::Error)]
#[error("{0}")]
pub struct Formless(String);

impl ser::Error for Formless {
    fn custom<T: Display>(why: T) -> Formless {
        Formless(why.to_string())
    }
}

/// Serializes the parts of a list or object.
pub struct Inside<'a> {
    writer: &'a mut PackedJsonWriter,
    begun: Begun,
    /// The enclosing object of an enum variant.
    around: Option<Begun>,
}

impl<'a> Inside<'a> {
    fn new(
        writer: &'a mut PackedJsonWriter,
        begin: fn(&mut PackedJsonWriter) -> Begun,
    ) -> Inside<'a> {
        let begun = begin(writer);
        Inside { writer, begun, around: None }
    }

    /// Opens an enum variant: an object whose only key is the variant's name.
    fn variant(
        writer: &'a mut PackedJsonWriter,
        name: &str,
        begin: fn(&mut PackedJsonWriter) -> Begun,
    ) -> Inside<'a> {
        let around = Some(writer.object());
        writer.text(name);
        Inside { around, ..Inside::new(writer, begin) }
    }

    fn add(&mut self, value: &(impl Serialize + ?Sized)) -> Result<(), Formless> {
        value.serialize(&mut *self.writer)
    }

    fn close(self) -> Result<(), Formless> {
        self.writer.end(self.begun);
        if let Some(around) = self.around {
            self.writer.end(around);
        }
        Ok(())
    }
}

impl<'a> Serializer for &'a mut PackedJsonWriter {
    type Ok = ();
    type Error = Formless;
    type SerializeSeq = Inside<'a>;
    type SerializeTuple = Inside<'a>;
    type SerializeTupleStruct = Inside<'a>;
    type SerializeTupleVariant = Inside<'a>;
    type SerializeMap = Inside<'a>;
    type SerializeStruct = Inside<'a>;
    type SerializeStructVariant = Inside<'a>;

    fn serialize_bool(self, it: bool) -> Result<(), Formless> {
        self.0.push(if it { kind::YES } else { kind::NO });
        Ok(())
    }
    fn serialize_i8(self, it: i8) -> Result<(), Formless> {
        self.serialize_i64(it.into())
    }
    fn serialize_i16(self, it: i16) -> Result<(), Formless> {
        self.serialize_i64(it.into())
    }
    fn serialize_i32(self, it: i32) -> Result<(), Formless> {
        self.serialize_i64(it.into())
    }
    fn serialize_i64(self, it: i64) -> Result<(), Formless> {
        if let Ok(unsigned) = u64::try_from(it) {
            return self.serialize_u64(unsigned);
        }
        self.0.push(kind::NEGATIVE);
        self.0.extend_from_slice(&it.to_le_bytes());
        Ok(())
    }
    fn serialize_u8(self, it: u8) -> Result<(), Formless> {
        self.0.extend_from_slice(&[kind::SMALL, it]);
        Ok(())
    }
    fn serialize_u16(self, it: u16) -> Result<(), Formless> {
        self.serialize_u64(it.into())
    }
    fn serialize_u32(self, it: u32) -> Result<(), Formless> {
        self.serialize_u64(it.into())
    }
    fn serialize_u64(self, it: u64) -> Result<(), Formless> {
        if let Ok(small) = u8::try_from(it) {
            return self.serialize_u8(small);
        }
        self.0.push(kind::UNSIGNED);
        self.0.extend_from_slice(&it.to_le_bytes());
        Ok(())
    }
    fn serialize_f32(self, it: f32) -> Result<(), Formless> {
        self.serialize_f64(it.into())
    }
    fn serialize_f64(self, it: f64) -> Result<(), Formless> {
        // JSON has no infinities and no NaN.
        if !it.is_finite() {
            return self.serialize_unit();
        }
        self.0.push(kind::FLOAT);
        self.0.extend_from_slice(&it.to_le_bytes());
        Ok(())
    }
    fn serialize_char(self, it: char) -> Result<(), Formless> {
        self.text(it.encode_utf8(&mut [0; 4]));
        Ok(())
    }
    fn serialize_str(self, it: &str) -> Result<(), Formless> {
        self.text(it);
        Ok(())
    }
    fn serialize_bytes(self, it: &[u8]) -> Result<(), Formless> {
        it.serialize(self)
    }
    fn serialize_none(self) -> Result<(), Formless> {
        self.serialize_unit()
    }
    fn serialize_some<T: Serialize + ?Sized>(self, it: &T) -> Result<(), Formless> {
        it.serialize(self)
    }
    fn serialize_unit(self) -> Result<(), Formless> {
        self.0.push(kind::NULL);
        Ok(())
    }
    fn serialize_unit_struct(self, _: &'static str) -> Result<(), Formless> {
        self.serialize_unit()
    }
    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Formless> {
        self.serialize_str(variant)
    }
    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        it: &T,
    ) -> Result<(), Formless> {
        it.serialize(self)
    }
    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        it: &T,
    ) -> Result<(), Formless> {
        let around = self.object();
        self.text(variant);
        it.serialize(&mut *self)?;
        self.end(around);
        Ok(())
    }
    fn serialize_seq(self, _: Option<usize>) -> Result<Inside<'a>, Formless> {
        Ok(Inside::new(self, PackedJsonWriter::list))
    }
    fn serialize_tuple(self, _: usize) -> Result<Inside<'a>, Formless> {
        Ok(Inside::new(self, PackedJsonWriter::list))
    }
    fn serialize_tuple_struct(self, _: &'static str, _: usize) -> Result<Inside<'a>, Formless> {
        Ok(Inside::new(self, PackedJsonWriter::list))
    }
    fn serialize_tuple_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Inside<'a>, Formless> {
        Ok(Inside::variant(self, variant, PackedJsonWriter::list))
    }
    fn serialize_map(self, _: Option<usize>) -> Result<Inside<'a>, Formless> {
        Ok(Inside::new(self, PackedJsonWriter::object))
    }
    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Inside<'a>, Formless> {
        Ok(Inside::new(self, PackedJsonWriter::object))
    }
    fn serialize_struct_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: usize,
    ) -> Result<Inside<'a>, Formless> {
        Ok(Inside::variant(self, variant, PackedJsonWriter::object))
    }
}

/// Implements one of serde's traits for lists; the four implementations differ only in names.
macro_rules! items {
    ($kind:ident, $add:ident) => {
        impl $kind for Inside<'_> {
            type Ok = ();
            type Error = Formless;
            fn $add<T: Serialize + ?Sized>(&mut self, item: &T) -> Result<(), Formless> {
                self.add(item)
            }
            fn end(self) -> Result<(), Formless> {
                self.close()
            }
        }
    };
}
items!(SerializeSeq, serialize_element);
items!(SerializeTuple, serialize_element);
items!(SerializeTupleStruct, serialize_field);
items!(SerializeTupleVariant, serialize_field);

/// Implements one of serde's traits for fields; both implementations differ only in names.
macro_rules! fields {
    ($kind:ident) => {
        impl $kind for Inside<'_> {
            type Ok = ();
            type Error = Formless;
            fn serialize_field<T: Serialize + ?Sized>(
                &mut self,
                key: &'static str,
                value: &T,
            ) -> Result<(), Formless> {
                self.writer.text(key);
                self.add(value)
            }
            fn end(self) -> Result<(), Formless> {
                self.close()
            }
        }
    };
}
fields!(SerializeStruct);
fields!(SerializeStructVariant);

impl SerializeMap for Inside<'_> {
    type Ok = ();
    type Error = Formless;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Formless> {
        let begins = self.writer.size();
        self.add(key)?;
        match self.writer.0.get(begins) {
            Some(&(kind::TEXT | kind::SHORT)) => Ok(()),
            Some(&(kind::SMALL | kind::UNSIGNED | kind::NEGATIVE | kind::NO | kind::YES)) => {
                // JSON writes such keys as strings.
                let text = serde_json::to_string(&PackedRef(&self.writer.0[begins..]));
                self.writer.back_to(begins);
                self.writer.text(&text.map_err(ser::Error::custom)?);
                Ok(())
            }
            _ => Err(ser::Error::custom("a key is a text")),
        }
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Formless> {
        self.add(value)
    }

    fn end(self) -> Result<(), Formless> {
        self.close()
    }
}
