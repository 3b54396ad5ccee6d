//! A bot that asks an engine.

use std::sync::Arc;

use bots::{Bot, BotError};
use serde_json::Value;
use zashiki_core::{Action as _, Game, GameRng, GameStateExt as _, InfoState, InputError};

use crate::engine::{Engine, EngineError, Options, Slot};
use crate::protocol::{NewGame, PositionMessage};

/// The public data at the start of a game.
#[derive(Clone, PartialEq, Debug)]
pub struct GameStart {
    /// The version of the rules.
    pub rules_version: u32,
    /// The complete options.
    pub options: Value,
    /// The text of a components file; none for the game's own.
    pub components: Option<String>,
}

impl GameStart {
    /// A new play of the game `G`, by its present rules; options that are left out have their
    /// defaults.
    ///
    /// # Errors
    /// Returns an error if the options are not the game's.
    pub fn new<G: Game>(
        options: &Value,
        components: Option<&str>,
    ) -> Result<GameStart, InputError> {
        let info = G::info();
        let options = info.complete_options(options)?;
        let components = components.map(str::to_owned);
        Ok(GameStart { rules_version: info.rules_version, options, components })
    }
}

/// A bot backed by an engine, for one seat of one game.
pub struct EngineBot {
    engine: Arc<Engine>,
    options: Options,
    begun: GameStart,
    slot: Arc<Slot>,
    /// The failure after which it is of no more use.
    failed: Option<BotError>,
}

impl EngineBot {
    /// Its process is started when it is first asked. The options are those the engine has.
    pub(crate) fn new(engine: Arc<Engine>, options: Options, begun: GameStart) -> EngineBot {
        engine.counter().play();
        EngineBot { engine, options, begun, slot: Arc::default(), failed: None }
    }

    /// The seat's position message as JSON, and a determinization of it.
    pub(crate) fn position<G: Game>(seen: &InfoState<G>) -> (G, String) {
        // By law 3 the listed and legal actions are the same in every determinization of the view.
        let world = seen.determinize(&mut GameRng::from_seed(0));
        let standing = PositionMessage {
            view: seen.view(),
            legal: world.legal(seen.seat()).iter().map(ToString::to_string).collect(),
            complete: world.lists_all(seen.seat()),
        };
        let position = serde_json::to_string(&standing).expect("a view is plain data");
        (world, position)
    }

    /// An action of the engine's.
    ///
    /// # Errors
    /// How it failed.
    pub(crate) fn ask<G: Game>(&self, seen: &InfoState<G>) -> Result<G::Action, EngineError> {
        let seat = seen.seat();
        let (world, position) = EngineBot::position(seen);
        let mut sitting = self.slot.lock();
        if sitting.seated.is_none() {
            let GameStart { rules_version, options, components } = self.begun.clone();
            let begun = NewGame {
                game: G::info().id.to_owned(),
                rules_version,
                seats: seen.seats(),
                seat,
                options,
                components,
            };
            sitting.seated = Some(self.engine.seat(&self.slot, &self.options, &begun)?);
        }
        let notation = sitting.ask(position, self.engine.terms().time)?;
        let action = G::Action::parse(&notation);
        let legal = action.and_then(|action| world.is_legal(seat, action).map(|()| action));
        legal.map_err(|no| {
            // Its knowledge of the game is unreliable after a failure.
            sitting.seated = None;
            EngineError::illegal(&notation, &no.message.named(G::info().seat_names, None))
        })
    }
}

impl<G: Game> Bot<G> for EngineBot {
    /// The first listed action if the engine fails, for callers that cannot handle a failure.
    fn choose(&mut self, seen: &InfoState<G>) -> G::Action {
        self.decide(seen).unwrap_or_else(|_| seen.choices(&mut GameRng::from_seed(0))[0])
    }

    fn decide(&mut self, seen: &InfoState<G>) -> Result<G::Action, BotError> {
        if let Some(fault) = &self.failed {
            return Err(fault.clone());
        }
        self.engine.counter().asked();
        let asked = self.ask(seen);
        self.engine.has_answered();
        asked.map_err(|broken| {
            let fault = self.engine.fault(broken);
            self.failed.insert(fault).clone()
        })
    }
}
