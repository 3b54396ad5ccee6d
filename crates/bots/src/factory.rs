//! Making bots from specs.

use zashiki_core::{GameInfo, InputError, Level, Levels, SearchHints};

use crate::alphabeta::AlphaBeta;
use crate::analysis::action_values::Adviser;
use crate::best_response::Responder;
use crate::bot::Bot;
use crate::catalog::kinds_for;
use crate::difficulty::LevelBot;
use crate::dyn_bot::{DynBot, erased};
use crate::greedy::Greedy;
use crate::ismcts::{Ismcts, Settings};
use crate::random::Random;
use crate::search::budget::{Budget, Clock};
use crate::spec::{Spec, unknown_bot};
use crate::turn_search::Planner;

impl Spec {
    /// Parses the spec of a bot that can play this game.
    ///
    /// # Errors
    /// Returns an error if [`parse`](Spec::parse) does, or if the bot cannot play this game.
    pub fn parse_for(text: &str, info: &GameInfo) -> Result<Spec, InputError> {
        let spec = Spec::parse(text)?;
        if spec.suits(info) {
            return Ok(spec);
        }
        let known: Vec<&str> = kinds_for(info).map(|kind| kind.id).collect();
        let known = known.join(", ");
        let text: String = text.chars().take(40).collect();
        let (needs_ja, needs) = match spec {
            Spec::Planner { .. } => {
                ("自分だけが知るもののないゲーム専用です", "a game in which no seat has secrets")
            }
            _ => (
                "二人用で、隠れたもののないゲーム専用です",
                "a game for two in which nothing is hidden",
            ),
        };
        Err(InputError::new(
            format!(
                "ボット「{text}」は「{}」で対局できません({needs_ja})。使えるもの: {known}",
                info.name.ja
            ),
            format!(
                "Bot \"{text}\" cannot play {}: it needs {needs}. There is: {known}.",
                info.name.en
            ),
        ))
    }

    /// The bot of a level for `seats` seats, from the levels that a game defines.
    ///
    /// # Errors
    /// Returns an error if that bot cannot play the game.
    pub fn of_level(
        level: Level,
        levels: &Levels,
        info: &GameInfo,
        seats: u8,
    ) -> Result<Spec, InputError> {
        match Spec::parse_for(levels.bot(seats, level), info)? {
            // A level that names a level would be resolved forever.
            Spec::Level(other) => Err(unknown_bot(other.id())),
            spec => Ok(spec),
        }
    }

    /// Resolves a level to the spec of its bot for `seats` seats; other specs do not change.
    ///
    /// # Errors
    /// Returns an error if [`of_level`](Spec::of_level) does.
    pub fn with_seats<G: SearchHints>(self, seats: u8) -> Result<Spec, InputError> {
        match self {
            Spec::Level(level) => Spec::of_level(level, G::assets().levels(), G::info(), seats),
            spec => Ok(spec),
        }
    }

    /// Computes the game's slow one-time data now if the bot has a budget in time, so that no decision waits
    /// for it.
    fn prepare<G: SearchHints>(mut self) {
        if matches!(self.budget_mut(), Some(Budget::Time(_))) {
            G::prepare();
        }
    }

    /// Makes the bot for a game that it [suits](Spec::suits). `clock` measures budgets in time.
    pub fn make<G: SearchHints>(&self, seed: u64, clock: Clock) -> Box<dyn Bot<G>> {
        self.prepare::<G>();
        match *self {
            Spec::Level(_) => {
                let spec = *self;
                Box::new(LevelBot::<G>::new(move |seats| {
                    let spec = spec.with_seats::<G>(seats);
                    // A test checks the levels of every game.
                    spec.unwrap_or_else(|error| panic!("{error}")).make(seed, clock)
                }))
            }
            Spec::Random => Box::new(Random::new(seed)),
            Spec::Greedy { worlds, noise } => Box::new(Greedy::new(worlds, noise, seed)),
            Spec::Ismcts(settings) => Box::new(Ismcts::<G>::new(settings, seed, clock)),
            Spec::AlphaBeta { budget, threads } => {
                Box::new(AlphaBeta::<G>::new(budget, threads, seed, clock))
            }
            Spec::Planner { budget, threads } => {
                Box::new(Planner::<G>::new(budget, threads, seed, clock))
            }
            Spec::Responder(sims) => {
                let budget = Budget::Simulations(sims);
                let searching = (sims > 0).then(|| Settings { budget, ..Settings::default() });
                Box::new(Responder::<G>::new(searching, seed, clock))
            }
        }
    }

    /// Makes the bot for evaluating actions in a game that it [suits](Spec::suits).
    ///
    /// # Errors
    /// Returns an error if the bot does not search, or is a level: [resolve](Spec::with_seats) levels first.
    pub fn adviser<G: SearchHints>(
        &self,
        seed: u64,
        clock: Clock,
    ) -> Result<Box<dyn Adviser<G>>, InputError> {
        self.prepare::<G>();
        match *self {
            Spec::Ismcts(settings) => Ok(Box::new(Ismcts::<G>::new(settings, seed, clock))),
            Spec::AlphaBeta { budget, threads } => {
                Ok(Box::new(AlphaBeta::<G>::new(budget, threads, seed, clock)))
            }
            Spec::Planner { budget, threads } => {
                Ok(Box::new(Planner::<G>::new(budget, threads, seed, clock)))
            }
            Spec::Level(_) | Spec::Random | Spec::Greedy { .. } | Spec::Responder(_) => {
                Err(InputError::new(
                    "このボットは先を調べないため、助言できません。「ismcts:sims=2000」のように、探索するボットを指定してください。",
                    "This bot does not search, so it has no advice to give; name one that does, like ismcts:sims=2000.",
                ))
            }
        }
    }
}

/// Makes a bot from the text of a spec, without the type of its game.
///
/// The same spec and seed make the same choices, unless the budget is a time.
///
/// # Errors
/// Returns an error if the bot or the setting is unknown, or the bot cannot play the game; the message lists
/// the possible values.
pub fn build<G: SearchHints>(
    spec: &str,
    seed: u64,
    clock: Clock,
) -> Result<Box<dyn DynBot>, InputError> {
    Ok(erased(Spec::parse_for(spec, G::info())?.make::<G>(seed, clock)))
}
