//! The Python classes that refer to each other: a game starts states, and a state names its game.
//! Their methods are in the modules [`game`](crate::game), [`state`](crate::state),
//! [`chance`](crate::chance) and [`action_decoder`](crate::action_decoder).

use std::sync::Arc;

use pyo3::prelude::*;

use crate::dyn_game::{DynChance, DynDecoder, DynGame, DynState};

/// A game with its seats, options and components.
///
/// Game(id, seats=None, options=None, components=None)
#[pyclass(frozen, module = "zashiki")]
pub struct Game(pub Arc<dyn DynGame>);

/// The complete state of a match, including hidden information. Created by Game.new_initial_state,
/// Game.position, Game.replay and State.determinize.
#[pyclass(module = "zashiki")]
pub struct State(pub Box<dyn DynState>);

/// The random draws of a deal, an action or a determinization, decided one by one by the caller. Created
/// by Game.deal_by_chance, State.step_by_chance and State.redeal_by_chance.
#[pyclass(module = "zashiki")]
pub struct Chance(pub Box<dyn DynChance>);

/// Choice of one action sub-action by sub-action, from State.walk.
#[pyclass(module = "zashiki")]
pub struct Walk(pub Box<dyn DynDecoder>);
