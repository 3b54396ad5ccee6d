//! Start data of a match.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::{GameConfig as _, GameState, InputError, RngState, read_position};

/// Start data of a match. Together with the decisions that follow, they determine every state of the
/// match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchStart {
    /// The rules version of a match that started earlier; `None` for a new one.
    pub rules_version: Option<u32>,
    /// Number of seats.
    pub seats: usize,
    /// The options. For a new match, missing ones (or null for all) have their defaults; for an older
    /// match they are complete for its rules version.
    pub options: Value,
    /// The text of a components file; `None` for the game's own.
    pub components: Option<String>,
    /// The RNG seed.
    pub seed: u64,
    /// The start position in the game's own format; `None` for a deal. If the position contains no RNG,
    /// that of the seed is used.
    pub position: Option<Value>,
}

impl MatchStart {
    /// A deal with this seed, the game's own components and default options.
    pub fn dealt(seats: usize, seed: u64) -> MatchStart {
        let (rules_version, options) = (None, Value::Null);
        MatchStart { rules_version, seats, options, components: None, seed, position: None }
    }

    /// The configuration of game `G` for this start, and the completed start data: with rules version,
    /// and for a new match all options.
    ///
    /// # Errors
    /// Returns an error if the game cannot be played with these seats, options or components.
    pub fn config<G: GameState>(&self) -> Result<(Arc<G::Config>, MatchStart), InputError> {
        let info = G::info();
        let rules_version = self.rules_version.unwrap_or(info.rules_version);
        // The version is checked first: the rest of an unsupported version has no known meaning.
        info.later_options(rules_version)?;
        let seats = info.check_seats(self.seats)?;
        let options = match self.rules_version {
            None => info.complete_options(&self.options)?,
            Some(version) => info.options_of(version, &self.options)?,
        };
        let components = self.components.as_deref();
        let config = G::Config::for_rules_version(rules_version, seats, &options, components)?;
        let options = match self.rules_version {
            None => options,
            // Options as in their version, without later ones.
            Some(_) => self.options.clone(),
        };
        Ok((config, MatchStart { rules_version: Some(rules_version), options, ..self.clone() }))
    }
}

/// Creates a state from a position as JSON. If the position contains no RNG, that of the seed is used.
///
/// # Errors
/// Returns an error if the JSON is not a position of the game, or an impossible one.
pub fn load_position<G: GameState>(
    config: &Arc<G::Config>,
    position: &Value,
    seed: u64,
) -> Result<G, InputError> {
    let info = G::info();
    let mut position = position.clone();
    if let Some(fields) = position.as_object_mut().filter(|_| info.chance) {
        fields.entry("dice").or_insert_with(|| {
            serde_json::to_value(RngState { seed, drawn: 0 }).expect("an RNG state is plain data")
        });
    }
    G::from_position(config, read_position(&position, info)?)
}
