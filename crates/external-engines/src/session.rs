//! A game that the built-in bots play as an engine.

use std::sync::Arc;
use std::time::Duration;

use bots::{Bot, Budget, Spec};
use serde_json::Value;
use zashiki_core::{
    Action as _, Game, GameRng, GameStateExt as _, InfoState, InputError, Match, MatchStart,
    Record, ReplayError, Seat, configure, read_json,
};

use crate::protocol::{NewGame, Position};

/// The initial options of this program as an engine; a host may change the bot and the seed.
#[derive(Clone, Debug)]
pub struct ServeOptions {
    /// The spec of the bot that plays.
    pub bot: String,
    /// RNG seed of the bot.
    pub seed: u64,
    /// The version of this program, for the introduction.
    pub version: String,
}

/// A game that the engine plays.
pub trait EngineSession {
    /// Sets the position from the protocol's JSON.
    ///
    /// # Errors
    /// Returns an error if the JSON is no position of the game.
    fn set_position(&mut self, json: &str) -> Result<(), String>;
    /// Chooses an action within this time; returns the spec of the bot and the notation of the action.
    ///
    /// # Errors
    /// Returns an error if no position was set, or if the seat has nothing to decide in it.
    fn choose(&mut self, time: Duration) -> Result<(String, String), String>;
}

/// Starts a session of the game `G`.
///
/// # Errors
/// Returns an error if the game cannot start or the bot cannot play it.
pub(crate) fn start<G: Game>(
    game: &NewGame,
    serve: &ServeOptions,
) -> Result<Box<dyn EngineSession>, InputError> {
    let start = MatchStart {
        rules_version: Some(game.rules_version),
        options: game.options.clone(),
        components: game.components.clone(),
        // An engine receives no seed, and nothing is dealt here.
        ..MatchStart::dealt(game.seats.into(), 0)
    };
    let (config, _) = configure::<G>(&start)?;
    if game.seat.0 >= game.seats {
        let (seat, seats) = (game.seat, game.seats);
        return Err(InputError::new(
            format!("席は{seats}つで、席{seat}はありません。"),
            format!("There is no seat {seat}: there are {seats} seats, counted from 0."),
        ));
    }
    let spec = Spec::parse_for(&serve.bot, G::info())?.with_seats::<G>(game.seats)?;
    let (seed, seat) = (serve.seed, game.seat);
    // Slow initialization happens here, outside the time of a decision.
    let bot = (spec, spec.make(seed, bots::clock));
    Ok(Box::new(Session::<G> { config, seat, spec, seed, bot, info_state: None }))
}

/// The session of one game of type `G`.
struct Session<G: Game> {
    config: Arc<G::Config>,
    seat: Seat,
    spec: Spec,
    seed: u64,
    /// The bot and its spec. The budget in the spec fits into the time limit of the last request.
    bot: (Spec, Box<dyn Bot<G>>),
    info_state: Option<InfoState<G>>,
}

impl<G: Game> EngineSession for Session<G> {
    fn set_position(&mut self, json: &str) -> Result<(), String> {
        self.info_state = None;
        let Position { view, record, step } = read_json(json).map_err(|error| error.en)?;
        let info_state = match (view, record) {
            (Some(view), None) => InfoState::of_view(&self.config, self.seat, &view),
            (None, Some(record)) => self.of_record(record, step),
            _ => return Err("a position has either a view or a record".to_owned()),
        };
        self.info_state = Some(info_state.map_err(|error| error.text().en.to_string())?);
        Ok(())
    }

    fn choose(&mut self, time: Duration) -> Result<(String, String), String> {
        let info_state =
            self.info_state.as_ref().ok_or("no position was given; send position first")?;
        let state = info_state.determinize(&mut GameRng::from_seed(0));
        state.turn().check_awaited(self.seat).map_err(|error| error.message.en.to_string())?;
        let spec = within(self.spec, time);
        if self.bot.0 != spec {
            self.bot = (spec, spec.make(self.seed, bots::clock));
        }
        let action = self.bot.1.choose(info_state);
        debug_assert!(G::Action::parse(&action.to_string()).is_ok_and(|parsed| parsed == action));
        Ok((format!("{spec:?}"), action.to_string()))
    }
}

impl<G: Game> Session<G> {
    /// The information state of the seat after `step` steps of a record; after all steps if `None`.
    fn of_record(&self, record: Value, step: Option<usize>) -> Result<InfoState<G>, InputError> {
        let record = Record::from_json(&record.to_string()).map_err(ReplayError::from);
        let match_ = record.and_then(|record| Match::<G>::from_record(&record));
        let match_ = match_.map_err(|error| InputError::from(error.message))?;
        let step = step.unwrap_or(match_.played().len());
        let game = match match_.played().get(step) {
            Some(next) => &next.before,
            None if step == match_.played().len() => match_.state(),
            None => {
                let steps = match_.played().len();
                return Err(InputError::new(
                    format!("この記録は{steps}手で、{step}手目はありません。"),
                    format!("There is no step {step}: the record has {steps} steps."),
                ));
            }
        };
        if self.seat.0 >= game.seats() {
            return Err(InputError::new(
                "記録の席数が newgame と違います。",
                "The record and newgame have different numbers of seats.",
            ));
        }
        Ok(InfoState::new(game, self.seat))
    }
}

/// Limits a budget in time to nine tenths of `time`, so that some time is left for other work. A budget in
/// simulations does not change.
fn within(mut spec: Spec, time: Duration) -> Spec {
    if let Some(Budget::Time(own)) = spec.budget_mut() {
        *own = (*own).min(time.mul_f64(0.9));
    }
    spec
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn budgets_in_time_fit_into_the_requested_time() {
        let spec = |text: &str| Spec::parse(text).unwrap();
        for bot in ["ismcts", "alphabeta", "planner"] {
            let long = spec(&format!("{bot}:time=5s"));
            let (short, shorter) = (Duration::from_secs(1), spec(&format!("{bot}:time=900ms")));
            assert_eq!(within(long, short), shorter);
            assert_eq!(within(shorter, Duration::from_secs(5)), shorter);
        }
        let counted = spec("planner:nodes=300:threads=2");
        assert_eq!(within(counted, Duration::from_millis(1)), counted);
    }
}
