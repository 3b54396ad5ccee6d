//! What a play begins with.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;

use crate::{GameConfig as _, GameState, InputError, RngState, read_position};

/// All that a play begins with: with the decisions that followed it gives every moment of the
/// play again.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchStart {
    /// The version of the rules, for a play that was begun before; `None` for a new one.
    pub rules_version: Option<u32>,
    /// How many seats.
    pub seats: usize,
    /// The options. In a new play those left out (or null for all) have their defaults; of one
    /// that was begun before they are complete for its version.
    pub options: Value,
    /// The text of a components file; `None` for the game's own.
    pub components: Option<String>,
    /// The seed of the dice.
    pub seed: u64,
    /// The position to begin from, in the game's own form; `None` to deal. Where it states no
    /// dice, those of the seed are thrown.
    pub position: Option<Value>,
}

impl MatchStart {
    /// A play dealt by the dice of this seed, with the game's own components and the default
    /// options.
    pub fn dealt(seats: usize, seed: u64) -> MatchStart {
        let (rules_version, options) = (None, Value::Null);
        MatchStart { rules_version, seats, options, components: None, seed, position: None }
    }

    /// What plays of the game `G` that begin so have in common, and the beginning with all that it
    /// leaves out: the version of the rules, and in a new play the options.
    ///
    /// # Errors
    /// When the game cannot be set up with these seats, options or components.
    pub fn config<G: GameState>(&self) -> Result<(Arc<G::Config>, MatchStart), InputError> {
        let info = G::info();
        let rules_version = self.rules_version.unwrap_or(info.rules_version);
        // The version first: of what another program plays, this one understands nothing else.
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
            // As its version had them, without those that came later.
            Some(_) => self.options.clone(),
        };
        Ok((config, MatchStart { rules_version: Some(rules_version), options, ..self.clone() }))
    }
}

/// The play that stands at a position given as JSON. Where the position states no dice, the
/// play goes on with those of the seed.
///
/// # Errors
/// When it is not a position of the game, or an impossible one.
pub fn load_position<G: GameState>(
    config: &Arc<G::Config>,
    position: &Value,
    seed: u64,
) -> Result<G, InputError> {
    let info = G::info();
    let mut position = position.clone();
    if let Some(fields) = position.as_object_mut().filter(|_| info.chance) {
        fields.entry("dice").or_insert_with(|| {
            serde_json::to_value(RngState { seed, drawn: 0 }).expect("dice are plain data")
        });
    }
    G::from_position(config, read_position(&position, info)?)
}
