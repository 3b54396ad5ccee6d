//! A TOML or JSON text as a tree, from which every type is deserialized.
//!
//! The tree is the only [`Deserializer`] for texts from outside. So the code that reads a type is compiled once
//! and not once per format, which matters for the size of the browser's modules, and errors have the path of
//! their field and their place in the text in one form.

use std::fmt::{self, Display, Write as _};

use serde::de::{
    self, Deserialize, DeserializeOwned, DeserializeSeed, Deserializer, EnumAccess, MapAccess,
    SeqAccess, Unexpected, VariantAccess, Visitor,
};
use serde::forward_to_deserialize_any;
use serde_json::Value;
use toml::de::{DeInteger, DeTable, DeValue};

/// A value in a text.
#[derive(Debug)]
pub(crate) struct Node {
    /// The byte of the text at which the value begins, if it is known.
    start: Option<usize>,
    content: Content,
}

#[derive(Debug)]
enum Content {
    /// `null`. TOML has none.
    Null,
    Bool(bool),
    Unsigned(u64),
    Signed(i64),
    Float(f64),
    Text(String),
    List(Vec<Node>),
    /// The fields in the order of the text. A JSON text may repeat a key.
    Fields(Vec<(Key, Node)>),
}

#[derive(Debug)]
struct Key {
    start: Option<usize>,
    name: String,
}

/// An error in a document.
#[derive(Debug)]
pub(crate) struct Fault {
    /// The message of serde.
    message: String,
    /// The byte of the text at which the smallest value with the error begins, if it is known.
    start: Option<usize>,
    /// The steps from the value with the error to the root of the tree.
    path: Vec<Step>,
}

#[derive(Debug)]
enum Step {
    Field(String),
    Index(usize),
}

impl Node {
    /// The tree of a parsed TOML text.
    pub(crate) fn of_toml(table: DeTable<'_>) -> Node {
        Node { start: Some(0), content: fields_of(table) }
    }

    /// Deserializes the tree.
    ///
    /// # Errors
    /// Returns an error if the tree is not a `T`.
    pub(crate) fn read<T: DeserializeOwned>(&self) -> Result<T, Fault> {
        T::deserialize(self)
    }

    fn new(content: Content) -> Node {
        Node { start: None, content }
    }

    /// The content for error messages.
    fn unexpected(&self) -> Unexpected<'_> {
        match &self.content {
            Content::Null => Unexpected::Unit,
            Content::Bool(value) => Unexpected::Bool(*value),
            Content::Unsigned(value) => Unexpected::Unsigned(*value),
            Content::Signed(value) => Unexpected::Signed(*value),
            Content::Float(value) => Unexpected::Float(*value),
            Content::Text(text) => Unexpected::Str(text),
            Content::List(_) => Unexpected::Seq,
            Content::Fields(_) => Unexpected::Map,
        }
    }

    /// The error for a value of another kind than `expected`.
    #[cold]
    fn wrong(&self, expected: &dyn de::Expected) -> Fault {
        let fault: Fault = de::Error::invalid_type(self.unexpected(), expected);
        Fault { start: self.start, ..fault }
    }

    /// Adds the place of this node to an error that has none.
    fn placed<T>(&self, result: Result<T, Fault>) -> Result<T, Fault> {
        result.map_err(|fault| Fault { start: fault.start.or(self.start), ..fault })
    }
}

fn fields_of(table: DeTable<'_>) -> Content {
    let fields = table.into_iter().map(|(key, value)| {
        let key = Key { start: Some(key.span().start), name: key.into_inner().into_owned() };
        let start = Some(value.span().start);
        let content = match value.into_inner() {
            DeValue::Table(table) => fields_of(table),
            value => content_of(value),
        };
        (key, Node { start, content })
    });
    Content::Fields(fields.collect())
}

fn content_of(value: DeValue<'_>) -> Content {
    match value {
        DeValue::String(text) => Content::Text(text.into_owned()),
        DeValue::Integer(number) => integer(&number),
        DeValue::Float(number) => Content::Float(number.as_str().parse().unwrap_or(f64::NAN)),
        DeValue::Boolean(value) => Content::Bool(value),
        DeValue::Datetime(time) => Content::Text(time.to_string()),
        DeValue::Array(values) => {
            let nodes = values.into_iter().map(|value| Node {
                start: Some(value.span().start),
                content: content_of(value.into_inner()),
            });
            Content::List(nodes.collect())
        }
        DeValue::Table(table) => fields_of(table),
    }
}

/// A number of TOML. One beyond 64 bits becomes a fraction, which no type with whole numbers accepts.
fn integer(number: &DeInteger<'_>) -> Content {
    let (digits, radix) = (number.as_str(), number.radix());
    match (i64::from_str_radix(digits, radix), u64::from_str_radix(digits, radix)) {
        (Ok(value), _) => Content::Signed(value),
        (_, Ok(value)) => Content::Unsigned(value),
        _ => Content::Float(digits.parse().unwrap_or(f64::INFINITY)),
    }
}

impl From<&Value> for Node {
    fn from(value: &Value) -> Node {
        Node::new(match value {
            Value::Null => Content::Null,
            Value::Bool(value) => Content::Bool(*value),
            Value::Number(number) => match (number.as_u64(), number.as_i64()) {
                (Some(value), _) => Content::Unsigned(value),
                (_, Some(value)) => Content::Signed(value),
                _ => Content::Float(number.as_f64().unwrap_or(f64::NAN)),
            },
            Value::String(text) => Content::Text(text.clone()),
            Value::Array(values) => Content::List(values.iter().map(Node::from).collect()),
            Value::Object(fields) => {
                let field = |(name, value): (&String, &Value)| {
                    (Key { start: None, name: name.clone() }, Node::from(value))
                };
                Content::Fields(fields.iter().map(field).collect())
            }
        })
    }
}

/// Reads the tree of a JSON text.
impl<'de> Deserialize<'de> for Node {
    fn deserialize<D: Deserializer<'de>>(source: D) -> Result<Node, D::Error> {
        source.deserialize_any(NodeVisitor).map(Node::new)
    }
}

struct NodeVisitor;

impl<'de> Visitor<'de> for NodeVisitor {
    type Value = Content;

    fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a value")
    }

    fn visit_unit<E>(self) -> Result<Content, E> {
        Ok(Content::Null)
    }

    fn visit_bool<E>(self, value: bool) -> Result<Content, E> {
        Ok(Content::Bool(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Content, E> {
        Ok(Content::Unsigned(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Content, E> {
        Ok(Content::Signed(value))
    }

    fn visit_f64<E>(self, value: f64) -> Result<Content, E> {
        Ok(Content::Float(value))
    }

    fn visit_str<E>(self, text: &str) -> Result<Content, E> {
        Ok(Content::Text(text.to_owned()))
    }

    fn visit_string<E>(self, text: String) -> Result<Content, E> {
        Ok(Content::Text(text))
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut values: A) -> Result<Content, A::Error> {
        let mut nodes = Vec::new();
        while let Some(node) = values.next_element()? {
            nodes.push(node);
        }
        Ok(Content::List(nodes))
    }

    fn visit_map<A: MapAccess<'de>>(self, mut entries: A) -> Result<Content, A::Error> {
        let mut fields = Vec::new();
        while let Some((name, node)) = entries.next_entry()? {
            fields.push((Key { start: None, name }, node));
        }
        Ok(Content::Fields(fields))
    }
}

/// Methods of a deserializer that accept numbers. Each type has only the code for its kind of value.
macro_rules! numbers {
    ($($method:ident)+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            match self.content {
                Content::Unsigned(value) => self.placed(visitor.visit_u64(value)),
                Content::Signed(value) => self.placed(visitor.visit_i64(value)),
                Content::Float(value) => self.placed(visitor.visit_f64(value)),
                _ => Err(self.wrong(&visitor)),
            }
        })+
    };
}

/// Methods of a deserializer that accept texts.
macro_rules! texts {
    ($($method:ident)+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            match &self.content {
                Content::Text(text) => self.placed(visitor.visit_borrowed_str(text)),
                _ => Err(self.wrong(&visitor)),
            }
        })+
    };
}

impl<'de> Deserializer<'de> for &'de Node {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        self.placed(match &self.content {
            Content::Null => visitor.visit_unit(),
            Content::Bool(value) => visitor.visit_bool(*value),
            Content::Unsigned(value) => visitor.visit_u64(*value),
            Content::Signed(value) => visitor.visit_i64(*value),
            Content::Float(value) => visitor.visit_f64(*value),
            Content::Text(text) => visitor.visit_borrowed_str(text),
            Content::List(nodes) => visit_list(nodes, visitor),
            Content::Fields(fields) => {
                visitor.visit_map(Entries { fields: fields.iter(), value: None })
            }
        })
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.content {
            Content::Null => visitor.visit_none(),
            _ => self.placed(visitor.visit_some(self)),
        }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.placed(visitor.visit_newtype_struct(self))
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.placed(match &self.content {
            Content::Text(name) => visitor.visit_enum(Variant { name, start: None, value: None }),
            Content::Fields(fields) => match &fields[..] {
                [(Key { start, name }, value)] => {
                    visitor.visit_enum(Variant { name, start: *start, value: Some(value) })
                }
                _ => Err(de::Error::invalid_value(Unexpected::Map, &"map with a single key")),
            },
            _ => Err(de::Error::invalid_type(self.unexpected(), &"string or map")),
        })
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.content {
            Content::Bool(value) => self.placed(visitor.visit_bool(value)),
            _ => Err(self.wrong(&visitor)),
        }
    }

    numbers! {
        deserialize_i8 deserialize_i16 deserialize_i32 deserialize_i64
        deserialize_u8 deserialize_u16 deserialize_u32 deserialize_u64
        deserialize_f32 deserialize_f64
    }

    texts! {
        deserialize_char deserialize_str deserialize_string deserialize_identifier
    }

    fn deserialize_unit<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match self.content {
            Content::Null => self.placed(visitor.visit_unit()),
            _ => Err(self.wrong(&visitor)),
        }
    }

    fn deserialize_unit_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_unit(visitor)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.content {
            Content::List(nodes) => self.placed(visit_list(nodes, visitor)),
            _ => Err(self.wrong(&visitor)),
        }
    }

    fn deserialize_tuple<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_tuple_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: usize,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_seq(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        match &self.content {
            Content::Fields(fields) => {
                let entries = Entries { fields: fields.iter(), value: None };
                self.placed(visitor.visit_map(entries))
            }
            Content::List(nodes) => {
                self.placed(Err(de::Error::invalid_length(nodes.len(), &visitor)))
            }
            _ => Err(self.wrong(&visitor)),
        }
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.deserialize_map(visitor)
    }

    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_unit()
    }

    forward_to_deserialize_any! { bytes byte_buf }
}

fn visit_list<'de, V: Visitor<'de>>(nodes: &'de [Node], visitor: V) -> Result<V::Value, Fault> {
    let mut values = Values { nodes: nodes.iter(), next: 0 };
    let read = visitor.visit_seq(&mut values)?;
    match values.nodes.len() {
        0 => Ok(read),
        _ => Err(de::Error::invalid_length(nodes.len(), &"fewer elements in array")),
    }
}

/// The elements of a list.
struct Values<'de> {
    nodes: std::slice::Iter<'de, Node>,
    next: usize,
}

impl<'de> SeqAccess<'de> for &mut Values<'de> {
    type Error = Fault;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Fault> {
        let Some(node) = self.nodes.next() else { return Ok(None) };
        let index = self.next;
        self.next += 1;
        seed.deserialize(node).map(Some).map_err(|fault| fault.within(Step::Index(index)))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.nodes.len())
    }
}

/// The fields of a table.
struct Entries<'de> {
    fields: std::slice::Iter<'de, (Key, Node)>,
    value: Option<&'de (Key, Node)>,
}

impl<'de> MapAccess<'de> for Entries<'de> {
    type Error = Fault;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Fault> {
        let Some(field) = self.fields.next() else { return Ok(None) };
        self.value = Some(field);
        let (key, _) = field;
        let read = seed.deserialize(KeyReader(&key.name)).map(Some);
        read.map_err(|fault| {
            let start = fault.start.or(key.start);
            Fault { start, ..fault.within(Step::Field(key.name.clone())) }
        })
    }

    fn next_value_seed<T: DeserializeSeed<'de>>(&mut self, seed: T) -> Result<T::Value, Fault> {
        let (key, node) = self.value.take().expect("a key precedes each value");
        seed.deserialize(node).map_err(|fault| fault.within(Step::Field(key.name.clone())))
    }

    fn size_hint(&self) -> Option<usize> {
        Some(self.fields.len())
    }
}

/// A key of a table. Where a number is needed, its text is one.
struct KeyReader<'de>(&'de str);

macro_rules! number_keys {
    ($($method:ident: $number:ty => $visit:ident,)+) => {
        $(fn $method<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
            match self.0.parse::<$number>() {
                Ok(number) => visitor.$visit(number),
                Err(_) => visitor.visit_borrowed_str(self.0),
            }
        })+
    };
}

impl<'de> Deserializer<'de> for KeyReader<'de> {
    type Error = Fault;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_borrowed_str(self.0)
    }

    number_keys! {
        deserialize_u8: u8 => visit_u8,
        deserialize_u16: u16 => visit_u16,
        deserialize_u32: u32 => visit_u32,
        deserialize_u64: u64 => visit_u64,
        deserialize_i8: i8 => visit_i8,
        deserialize_i16: i16 => visit_i16,
        deserialize_i32: i32 => visit_i32,
        deserialize_i64: i64 => visit_i64,
    }

    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_enum(de::value::BorrowedStrDeserializer::new(self.0))
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Fault> {
        visitor.visit_some(self)
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Fault> {
        visitor.visit_newtype_struct(self)
    }

    forward_to_deserialize_any! {
        bool f32 f64 char str string bytes byte_buf unit unit_struct seq tuple tuple_struct map struct
        identifier ignored_any
    }
}

/// A variant of an enum: its name alone, or a table with the name as its only key.
struct Variant<'de> {
    name: &'de str,
    /// The place of the name.
    start: Option<usize>,
    value: Option<&'de Node>,
}

impl<'de> EnumAccess<'de> for Variant<'de> {
    type Error = Fault;
    type Variant = Variant<'de>;

    fn variant_seed<T: DeserializeSeed<'de>>(
        self,
        seed: T,
    ) -> Result<(T::Value, Variant<'de>), Fault> {
        let read = seed.deserialize(KeyReader(self.name));
        let name = read.map_err(|fault| Fault { start: fault.start.or(self.start), ..fault })?;
        Ok((name, self))
    }
}

impl<'de> Variant<'de> {
    /// Reads the value of the variant.
    fn read<T>(self, read: impl FnOnce(&'de Node) -> Result<T, Fault>) -> Result<T, Fault> {
        match self.value {
            Some(node) => {
                read(node).map_err(|fault| fault.within(Step::Field(self.name.to_owned())))
            }
            None => {
                Err(de::Error::invalid_type(Unexpected::UnitVariant, &"a variant with a value"))
            }
        }
    }
}

impl<'de> VariantAccess<'de> for Variant<'de> {
    type Error = Fault;

    fn unit_variant(self) -> Result<(), Fault> {
        match self.value {
            None => Ok(()),
            Some(_) => self.read(Deserialize::deserialize),
        }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Fault> {
        self.read(|node| seed.deserialize(node))
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Fault> {
        self.read(|node| node.deserialize_seq(visitor))
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Fault> {
        self.read(|node| node.deserialize_map(visitor))
    }
}

impl Fault {
    fn within(mut self, step: Step) -> Fault {
        self.path.push(step);
        self
    }

    /// The message of serde, without the place.
    pub(crate) fn message(&self) -> &str {
        &self.message
    }

    /// The byte of the text at which the value with the error begins, if it is known.
    pub(crate) fn start(&self) -> Option<usize> {
        self.start
    }

    /// The path of the field with the error, such as `card[0].name`; `.` for the whole text.
    pub(crate) fn path(&self) -> String {
        if self.path.is_empty() {
            return ".".to_owned();
        }
        let mut path = String::new();
        for step in self.path.iter().rev() {
            // Writing to a string does not fail.
            let _ = match step {
                Step::Index(index) => write!(path, "[{index}]"),
                Step::Field(name) if path.is_empty() => write!(path, "{name}"),
                Step::Field(name) => write!(path, ".{name}"),
            };
        }
        path
    }
}

impl Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.message)
    }
}

impl std::error::Error for Fault {}

impl de::Error for Fault {
    fn custom<T: Display>(message: T) -> Fault {
        Fault { message: message.to_string(), start: None, path: Vec::new() }
    }
}
