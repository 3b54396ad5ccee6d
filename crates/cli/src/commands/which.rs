//! Which game a command is about, and what it is begun with.

use std::path::PathBuf;

use serde_json::Value;
use zashiki_core::InputError;

use crate::input;

/// Which game, for how many.
#[derive(clap::Args, Clone, Debug)]
pub struct Which {
    /// The game's id (see `zashiki games`).
    pub game: String,
    /// How many seats; otherwise the fewest the game is played with.
    #[arg(long, value_name = "N")]
    seats: Option<usize>,
}

impl Which {
    /// How many seats.
    ///
    /// # Errors
    /// When there is no such game.
    pub fn seats(&self) -> Result<usize, InputError> {
        self.seats.map_or_else(|| lab::seats_of(&self.game), Ok)
    }
}

/// What it is played with.
#[derive(clap::Args, Clone, Debug)]
pub struct With {
    /// Options of the game as a JSON object; those left out have their defaults.
    #[arg(long, value_name = "JSON")]
    options: Option<String>,
    /// A components file to play with in place of the game's own.
    #[arg(long, value_name = "FILE")]
    components: Option<PathBuf>,
}

impl With {
    /// The options as they are given.
    ///
    /// # Errors
    /// When they are not JSON.
    pub fn options(&self) -> Result<Value, InputError> {
        input::options(self.options.as_deref())
    }

    /// The text of the components file, if one is given.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn components(&self) -> Result<Option<String>, InputError> {
        self.components.as_deref().map(input::text).transpose()
    }
}
