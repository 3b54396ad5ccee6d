//! Configurations and states from start data and positions.

use std::sync::Arc;

use serde_json::Value;

use crate::{GameConfig as _, GameState, InputError, MatchStart, RngState, read_position};

/// The configuration of a match of the game `G` with these start data, and the start data completed with the
/// rules version and, for a new match, all options.
///
/// # Errors
/// Returns an error if the game cannot be played with these seats, options or components.
pub fn configure<G: GameState>(
    start: &MatchStart,
) -> Result<(Arc<G::Config>, MatchStart), InputError> {
    let info = G::info();
    let rules_version = start.rules_version.unwrap_or(info.rules_version);
    // The version is checked first: the rest of an unsupported version has no known meaning.
    info.later_options(rules_version)?;
    let seats = info.check_seats(start.seats)?;
    let options = match start.rules_version {
        None => info.complete_options(&start.options)?,
        Some(version) => info.options_of(version, &start.options)?,
    };
    let components = start.components.as_deref();
    let config = G::Config::for_rules_version(rules_version, seats, &options, components)?;
    let options = match start.rules_version {
        None => options,
        // Options as in their version, without later ones.
        Some(_) => start.options.clone(),
    };
    Ok((config, MatchStart { rules_version: Some(rules_version), options, ..start.clone() }))
}

/// Creates a state from a position as JSON. If the position contains no RNG, the state has the RNG of the
/// seed.
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
