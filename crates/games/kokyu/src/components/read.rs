//! Reading of a components file.

use zashiki_core::{ComponentsSchema, InputError, read_components};

use super::Components;
use super::schema::schema;
use crate::info::INFO;

impl Components {
    /// The form of a components file.
    pub(crate) fn schema() -> &'static ComponentsSchema {
        schema()
    }

    /// Parses and checks a components file.
    ///
    /// # Errors
    /// Returns an error if the text is no components file, or if an entry is out of range or out of
    /// order.
    pub fn read(text: &str) -> Result<Components, InputError> {
        read_components(text, &INFO, schema(), Components::check)
    }
}
