//! Complete games of random legal decisions. They are generated before a measurement, so that the load
//! only has to send and receive.

use std::rc::Rc;

use anyhow::{Result, anyhow};
use serde_json::Value;
use zashiki_core::{DynMatch, GameRng, MatchStart, Seat};

/// Maximum number of legal actions to sample for a decision with too many to list, the same as at a
/// table.
const SAMPLED_ACTIONS: usize = 60;
/// Maximum number of decisions in a generated game.
const MAX_DECISIONS: usize = 2_000;

/// A generated game, to be played at a table.
pub struct ScriptedGame {
    /// First position, with the state of its random number generator, so that the table deals the same
    /// game.
    pub position: Value,
    /// Decisions in order, each with the seat and the action in notation.
    pub decisions: Vec<(Seat, String)>,
}

/// Generates games with the smallest number of seats. Returns that number and the games.
pub fn generate(game: &str, count: u64) -> Result<(u8, Vec<Rc<ScriptedGame>>)> {
    let info = registry::info(game).map_err(|error| anyhow!("{}", error.text().en))?;
    let seats = info.seats.0;
    let games = (0..count).map(|seed| generate_one(info.id, seats, seed).map(Rc::new));
    Ok((seats, games.collect::<Result<_>>()?))
}

fn generate_one(game: &str, seats: u8, seed: u64) -> Result<ScriptedGame> {
    let mut match_ = registry::start(game, &MatchStart::dealt(seats.into(), seed))
        .map_err(|error| anyhow!("{}", error.text().en))?;
    let mut rng = GameRng::from_seed(seed);
    let position = match_.position();
    let mut decisions = Vec::new();
    while let Some((seat, action)) = random_decision(match_.as_ref(), &mut rng) {
        let played = match_.play(seat, &action);
        played.map_err(|illegal| anyhow!("{action}: {}", illegal.message.en))?;
        decisions.push((seat, action));
        if decisions.len() == MAX_DECISIONS {
            break;
        }
    }
    Ok(ScriptedGame { position, decisions })
}

fn random_decision(match_: &dyn DynMatch, rng: &mut GameRng) -> Option<(Seat, String)> {
    let seat = match_.turn().awaited().first()?;
    let actions = match_.sample_legal(seat, SAMPLED_ACTIONS);
    Some((seat, rng.pick(&actions).action.clone()))
}
