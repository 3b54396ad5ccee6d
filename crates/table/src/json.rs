//! JSON that is passed on and not looked into.

use std::fmt::{self, Display, Formatter};

use serde::{Serialize, Serializer};
use serde_json::Value;
use serde_json::value::RawValue;

/// JSON as text: what views and events become once the types of their game are left behind. It is
/// written once, in the order of the game's own fields, and passed on as it is.
#[derive(Clone, Debug)]
pub struct Json(Box<RawValue>);

impl Json {
    /// Plain data as JSON.
    ///
    /// # Panics
    /// If it has no form in JSON, as a map whose keys are no texts.
    pub fn of(value: &impl Serialize) -> Json {
        Json(serde_json::value::to_raw_value(value).expect("it is plain data"))
    }

    /// A text that somebody else has written.
    ///
    /// # Errors
    /// If it is not JSON.
    pub fn written(text: String) -> serde_json::Result<Json> {
        RawValue::from_string(text).map(Json)
    }

    /// As text.
    pub fn text(&self) -> &str {
        self.0.get()
    }

    /// As a tree, for those who look into it.
    pub fn value(&self) -> Value {
        serde_json::from_str(self.text()).expect("it is JSON")
    }
}

/// By their texts: the same fields in another order are not equal.
impl PartialEq for Json {
    fn eq(&self, other: &Json) -> bool {
        self.text() == other.text()
    }
}

impl Eq for Json {}

impl Display for Json {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}

impl Serialize for Json {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}
