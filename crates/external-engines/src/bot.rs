//! The bot that requests its actions from an external engine.

use std::sync::Arc;

use bots::{Bot, BotError};
use serde_json::Value;
use zashiki_core::{Action as _, Game, GameRng, GameStateExt as _, InfoState, InputError};

use crate::engine::{Engine, Options};
use crate::error::EngineError;
use crate::pool::Slot;
use crate::protocol::{NewGame, PositionMessage};

/// The public data at the start of a game, for an engine.
#[derive(Clone, PartialEq, Debug)]
pub struct GameStart {
    /// The version of the rules.
    pub rules_version: u32,
    /// All options of the game, with defaults filled in.
    pub options: Value,
    /// The text of a components file; `None` for the game's own components.
    pub components: Option<String>,
}

impl GameStart {
    /// The data of a new game of `G` with its current rules. Omitted options have their default values.
    ///
    /// # Errors
    /// Returns an error if the options are not options of the game.
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
    start: GameStart,
    slot: Arc<Slot>,
    /// The failure after which the bot cannot be used any more.
    failure: Option<BotError>,
}

impl EngineBot {
    /// A bot whose process of the engine has these options. The process is started at the first decision.
    pub(crate) fn new(engine: Arc<Engine>, options: Options, start: GameStart) -> EngineBot {
        engine.counter().count_game();
        EngineBot { engine, options, start, slot: Arc::default(), failure: None }
    }

    /// A state that is consistent with the information state (a determinization), and the position message
    /// for the engine as JSON.
    pub(crate) fn position<G: Game>(info_state: &InfoState<G>) -> (G, String) {
        // By law 3 the listed and legal actions are the same in every determinization of the view.
        let state = info_state.determinize(&mut GameRng::from_seed(0));
        let message = PositionMessage {
            view: info_state.view(),
            legal: state.legal(info_state.seat()).iter().map(ToString::to_string).collect(),
            complete: state.lists_all(info_state.seat()),
        };
        let position = serde_json::to_string(&message).expect("a view is plain data");
        (state, position)
    }

    /// Requests an action from the engine.
    ///
    /// # Errors
    /// Returns the failure of the engine.
    pub(crate) fn request_action<G: Game>(
        &self,
        info_state: &InfoState<G>,
    ) -> Result<G::Action, EngineError> {
        let seat = info_state.seat();
        let (state, position) = EngineBot::position(info_state);
        let mut slot = self.slot.lock();
        if slot.process.is_none() {
            let GameStart { rules_version, options, components } = self.start.clone();
            let start = NewGame {
                game: G::info().id.to_owned(),
                rules_version,
                seats: info_state.seats(),
                seat,
                options,
                components,
            };
            let process = self.engine.start_process(&self.slot, &self.options, &start)?;
            slot.process = Some(process);
        }
        let notation = self.engine.request_action(&mut slot, position)?;
        let action = G::Action::parse(&notation);
        let legal = action.and_then(|action| state.is_legal(seat, action).map(|()| action));
        legal.map_err(|error| {
            // The engine's knowledge of the game is unreliable now.
            slot.process = None;
            EngineError::illegal(&notation, &error.message.named(G::info().seat_names, None))
        })
    }
}

impl<G: Game> Bot<G> for EngineBot {
    /// Returns the first legal action if the engine fails, for callers that cannot handle a failure.
    fn choose(&mut self, info_state: &InfoState<G>) -> G::Action {
        let action = self.decide(info_state);
        action.unwrap_or_else(|_| info_state.choices(&mut GameRng::from_seed(0))[0])
    }

    fn decide(&mut self, info_state: &InfoState<G>) -> Result<G::Action, BotError> {
        if let Some(failure) = &self.failure {
            return Err(failure.clone());
        }
        self.engine.counter().count_request();
        let action = self.request_action(info_state);
        self.engine.notify_idle();
        action.map_err(|error| {
            let failure = self.engine.count_failure(error);
            self.failure.insert(failure).clone()
        })
    }
}
