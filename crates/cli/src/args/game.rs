//! Arguments that select the game of a command, its options and its components.

use std::path::PathBuf;

use serde_json::Value;
use zashiki_core::InputError;

use crate::input;

/// The game and its number of seats.
#[derive(clap::Args, Clone, Debug)]
pub struct GameArgs {
    /// Id of the game (see `zashiki games`).
    pub game: String,
    /// Number of seats; without it the lowest that the game allows.
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
}

impl GameArgs {
    /// The number of seats.
    ///
    /// # Errors
    /// Returns an error if there is no such game.
    pub fn seats(&self) -> Result<usize, InputError> {
        self.seats.map_or_else(|| lab::seats_of(&self.game), Ok)
    }
}

/// Options and components of the game.
#[derive(clap::Args, Clone, Debug)]
pub struct VariantArgs {
    /// Options of the game as a JSON object; missing ones have their defaults.
    #[arg(long, value_name = "JSON")]
    options: Option<String>,
    /// Components file that replaces the game's own.
    #[arg(long, value_name = "FILE")]
    components: Option<PathBuf>,
}

impl VariantArgs {
    /// The options, not yet checked against the game.
    ///
    /// # Errors
    /// Returns an error if they are not JSON.
    pub fn options(&self) -> Result<Value, InputError> {
        input::options(self.options.as_deref())
    }

    /// The text of the components file, if there is one.
    ///
    /// # Errors
    /// Returns an error if it cannot be read.
    pub fn components(&self) -> Result<Option<String>, InputError> {
        self.components.as_deref().map(input::text).transpose()
    }

    /// The name of the components file, without its folder.
    #[cfg(feature = "charts")]
    pub fn components_file(&self) -> Option<String> {
        let name = self.components.as_deref()?.file_name()?;
        Some(name.to_string_lossy().into_owned())
    }
}
