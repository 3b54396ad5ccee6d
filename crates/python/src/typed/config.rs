//! A configured game, generic over the game's type.

use std::sync::Arc;

use bots::{Bot, Spec};
use serde_json::Value;
use zashiki_core::{Action, Game, ObservationEncoder};

/// A game with seats, options and components.
pub struct ConfiguredGame<G: Game> {
    pub config: Arc<G::Config>,
    pub encoder: ObservationEncoder<G>,
    /// Version of the rules. It is older than the current one only if the game comes from an older
    /// record.
    pub rules_version: u32,
    /// All options of the game, including defaults.
    pub options: Value,
    /// Text of the components file that replaces the game's own; `None` if the game uses its own.
    pub components: Option<String>,
}

impl<G: Game> ConfiguredGame<G> {
    pub fn new(
        config: Arc<G::Config>,
        rules_version: u32,
        options: Value,
        components: Option<String>,
    ) -> ConfiguredGame<G> {
        let encoder = ObservationEncoder::new(&config);
        ConfiguredGame { config, encoder, rules_version, options, components }
    }
}

/// The registry's entry of the game, through which its bots and studies are used. They are compiled in
/// another crate.
pub fn compiled<G: Game>() -> &'static dyn registry::DynGame {
    registry::game(G::info().id).expect("a game that was opened is registered")
}

/// Creates the bot of this spec.
pub fn bot<G: Game>(spec: Spec, seed: u64) -> Box<dyn Bot<G>> {
    let bot = compiled::<G>().typed_bot(spec, seed, bots::clock);
    *bot.downcast().expect("the bot is of this game")
}

/// The number of an action for Python: its index, or, if it has none, the number of indices plus its
/// `place` in the list of legal actions.
pub fn action_number<A: Action>(action: A, place: usize) -> i64 {
    action.index().unwrap_or(A::COUNT + place) as i64
}
