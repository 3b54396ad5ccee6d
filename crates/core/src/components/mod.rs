//! Components files: their form as data, for the parser, the page's forms and error messages alike; and
//! what an edition with other components than the built-in ones changes.
//!
//! A game describes its file once, as a [`ComponentsSchema`]. [`read_components`] checks every file
//! against it before it is deserialized, so that the types of the game and the form on the page cannot
//! disagree. What depends on several fields at once is checked by the game, with the path of a field.

mod check;
mod differences;
mod read;
mod report;
mod schema;
mod values;

pub use differences::ComponentDifference;
pub use read::{MAX_COMPONENTS, read_components};
pub use report::{ComponentsForm, ComponentsInput, ComponentsReport, Edition};
pub(crate) use report::{edition, form, report};
pub use schema::{
    ComponentChoice, ComponentField, ComponentGroup, ComponentsSchema, Condition, Entries,
    FieldKind, Layout, choices,
};
