//! Faults in the fields of components files.

use serde::Serialize;
use ts_rs::TS;

use crate::LocalizedText;

/// A fault in a field of a components file.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct FieldFault {
    /// The path of the field, such as `card[3].icon`; the key of a group for a fault in the whole group,
    /// empty for a fault in the whole file.
    pub path: String,
    /// The problem and what is allowed, as part of a sentence.
    pub message: LocalizedText,
}

impl FieldFault {
    /// A fault in the field with this path.
    pub fn new(path: impl Into<String>, message: LocalizedText) -> FieldFault {
        FieldFault { path: path.into(), message }
    }
}

/// Returns `Err` of a [`FieldFault`] from the enclosing function: the path of the field,
/// as for [`format!`], then the arguments of [`text!`](crate::text). Used for errors in components files.
#[macro_export]
macro_rules! field_fault {
    ($path:literal, $($sentence:tt)+) => {
        return ::std::result::Result::Err($crate::FieldFault::new(
            ::std::format!($path),
            $crate::text!($($sentence)+),
        ))
    };
}
