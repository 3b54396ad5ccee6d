//! The games that the conformance test plays with an engine.

use std::sync::Arc;

use bots::Spec;
use serde_json::Value;
use zashiki_core::{
    Game, GameRng, InfoState, InputError, LocalizedText, MatchStart, Seat, Turn, configure, text,
};

use crate::bot::{EngineBot, GameStart};
use crate::engine::Engine;
use crate::error::EngineError;
use crate::protocol::NewGame;

/// Approximate number of decisions that are requested from the engine in one game; the actual number is at
/// most twice as large. Without this limit, a game with an engine that uses all of its time would take hours.
const REQUESTS: usize = 12;

/// The new-game message of the game `G`, for the first seat to decide, and that seat's first position as
/// JSON.
pub(crate) fn first_position<G: Game>() -> Result<(NewGame, String), InputError> {
    let seats = G::info().seats.0;
    let GameStart { rules_version, options, components } = GameStart::new::<G>(&Value::Null, None)?;
    let (config, _) = configure::<G>(&MatchStart::dealt(seats.into(), 1))?;
    let game = G::deal(&config, GameRng::from_seed(1), None);
    let seat = game.turn().awaited().first().unwrap_or_default();
    let id = G::info().id.to_owned();
    let start = NewGame { game: id, rules_version, seats, seat, options, components };
    Ok((start, EngineBot::position(&InfoState::new(&game, seat)).1))
}

/// Plays a game of `G` in which the engine takes some decisions of every seat and a random bot the others.
pub(crate) fn play_against_random<G: Game>(
    engine: &Arc<Engine>,
    seats: u8,
    seed: u64,
) -> Result<(), LocalizedText> {
    let message = |error: InputError| error.text().clone();
    let start = GameStart::new::<G>(&Value::Null, None).map_err(message)?;
    let deal = MatchStart::dealt(seats.into(), seed);
    let (config, _) = configure::<G>(&deal).map_err(message)?;
    let mut game = G::deal(&config, GameRng::from_seed(seed), None);
    let bot = |_| EngineBot::new(engine.clone(), Vec::new(), start.clone());
    let engines: Vec<EngineBot> = Seat::all(seats).map(bot).collect();
    let mut random = Spec::Random.make::<G>(seed, bots::clock);
    let (mut requests, mut at) = (0, 0);
    // At regular intervals, so that the end of the game is covered as well as its start.
    let interval = (random_game_length::<G>(&config, seed) / REQUESTS).max(1);
    while let Turn::Awaiting(awaited) = game.turn() {
        let seat = awaited.first().expect("a seat is to decide");
        let info_state = InfoState::new(&game, seat);
        let action = if at % interval == 0 && requests < 2 * REQUESTS {
            requests += 1;
            engines[seat.index()].request_action(&info_state).map_err(
                |EngineError { why, .. }| {
                    text!("{at}手目、席{seat}: {why}", "decision {at}, seat {seat}: {why}", why)
                },
            )?
        } else {
            random.choose(&info_state)
        };
        game.play_unchecked(seat, action, None);
        at += 1;
    }
    Ok(())
}

/// The number of decisions in one game of random choices.
fn random_game_length<G: Game>(config: &Arc<G::Config>, seed: u64) -> usize {
    let mut game = G::deal(config, GameRng::from_seed(seed), None);
    let mut bot = Spec::Random.make::<G>(seed, bots::clock);
    let mut decisions = 0;
    while let Some(seat) = game.turn().awaited().first() {
        let action = bot.choose(&InfoState::new(&game, seat));
        game.play_unchecked(seat, action, None);
        decisions += 1;
    }
    decisions
}
