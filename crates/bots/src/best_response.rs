//! Best response to a model of the other seats: measures how exploitable a bot is.
//!
//! At [simultaneous](zashiki_core::GameState::is_simultaneous) decisions it plays the best response to
//! its model of the others within the round (local best response: Lisý and Bowling, "Equilibrium
//! Approximation Quality of Current No-Limit Poker Bots", AAAI Workshop 2017). Like every bot it receives
//! only its own information state.

use std::sync::Arc;

use serde_json::Value;
use zashiki_core::{
    GameRng, GameState, InfoState, InputError, RngState, SearchHints, SearchHintsExt as _, Seat,
};

use crate::bot::Bot;
use crate::greedy::Greedy;
use crate::ismcts::{Ismcts, Settings};
use crate::search::budget::Clock;
use crate::search::heuristic::finish_round;
use crate::search::saved;
use crate::simultaneous::possible_choices;

/// Maximum number of choices that are compared: those with the best heuristic values.
const CANDIDATES: usize = 30;
/// Number of determinizations for one decision; in each of them the model chooses for the other seats.
const DETERMINIZATIONS: usize = 6;
/// Choices whose value is within this margin (of 2000) of the best are choices that the model may have made.
const MODEL_MARGIN: i32 = 25;

/// Actions with the seats that choose them.
type Choices<G> = Vec<(Seat, <G as GameState>::Action)>;

/// A bot that plays the best response to a model of the other seats at simultaneous decisions. At all other
/// decisions it chooses as the model does.
pub struct Responder<G: SearchHints> {
    rng: GameRng,
    model: Box<dyn Bot<G>>,
}

impl<G: SearchHints> Responder<G> {
    /// A bot whose model of the other seats is an [`Ismcts`] bot with these settings, or a [`Greedy`] bot for
    /// `None`.
    pub fn new(others: Option<Settings>, seed: u64, clock: Clock) -> Responder<G> {
        let mut rng = GameRng::from_seed(seed);
        let seed = u64::from(rng.below(u32::MAX));
        let model: Box<dyn Bot<G>> = match others {
            Some(settings) => Box::new(Ismcts::new(settings, seed, clock)),
            None => Box::new(Greedy::new(4, 0, seed)),
        };
        Responder { rng, model }
    }

    /// The model's choice for a seat in the current simultaneous decision. If the seat has already chosen,
    /// `taken` are its possible hidden choices, and the model picks one of them.
    fn model(&mut self, state: &G, seat: Seat, taken: &[G::Action]) -> G::Action {
        if taken.is_empty() {
            return self.model.choose(&InfoState::new(state, seat));
        }
        let values_after: Vec<i32> =
            taken.iter().map(|action| state.value_after(seat, *action)).collect();
        let most = values_after.iter().copied().max().unwrap_or_default();
        let about: Vec<G::Action> = (taken.iter().zip(values_after))
            .filter(|(_, value_after)| *value_after > most - MODEL_MARGIN)
            .map(|(action, _)| *action)
            .collect();
        *self.rng.pick(&about)
    }

    /// A determinization of the state before the simultaneous decision, and the choices that the model makes
    /// in it for all seats.
    fn decision(&mut self, info_state: &InfoState<G>) -> Option<(G, Choices<G>)> {
        let now = info_state.determinize(&mut self.rng);
        let before = now.state_before_hidden()?;
        let mut state = before.clone();
        let mut choices: Choices<G> = Vec::new();
        while state.is_simultaneous()
            && let Some(seat) = state.turn().awaited().first()
            && choices.iter().all(|(decided, _)| *decided != seat)
        {
            // The own choice is not known yet, so the model chooses here too.
            let choice = self.model(&state, seat, &possible_choices(&now, seat));
            choices.push((seat, choice));
            state.play_unchecked(seat, choice, None);
        }
        Some((before, choices))
    }
}

/// Value for the seat at the end of the round, if the seat takes this action and the others take the choices
/// of the model.
fn value_against<G: SearchHints>(
    (before, choices): &(G, Choices<G>),
    seat: Seat,
    action: G::Action,
    legal: &mut Vec<G::Action>,
) -> i32 {
    let mut state = before.clone();
    let round = state.round();
    for (other, choice) in choices {
        let choice = if *other == seat { action } else { *choice };
        state.play_unchecked(*other, choice, None);
    }
    finish_round(&mut state, round, legal);
    state.value(seat)
}

impl<G: SearchHints> Bot<G> for Responder<G> {
    fn choose(&mut self, info_state: &InfoState<G>) -> G::Action {
        let seat = info_state.seat();
        let decisions: Vec<_> =
            (0..DETERMINIZATIONS).map_while(|_| self.decision(info_state)).collect();
        if decisions.is_empty() {
            return self.model.choose(info_state);
        }
        let mut legal = info_state.choices(&mut self.rng);
        legal.sort_by_cached_key(|action| {
            let values_after =
                decisions.iter().map(|(before, _)| before.value_after(seat, *action));
            std::cmp::Reverse(values_after.sum::<i32>())
        });
        legal.truncate(CANDIDATES);
        let mut buffer = Vec::new();
        let best = legal.iter().max_by_key(|action| {
            let values = decisions
                .iter()
                .map(|decision| value_against(decision, seat, **action, &mut buffer));
            values.sum::<i32>()
        });
        *best.expect("the seat is to decide")
    }

    #[cfg(not(target_family = "wasm"))]
    fn save(&self) -> Option<Value> {
        saved::save((self.rng.state(), self.model.save()?))
    }

    #[cfg(not(target_family = "wasm"))]
    fn restore(&mut self, saved: Value, config: &Arc<G::Config>) -> Result<(), InputError> {
        let (rng, model): (RngState, Value) = saved::read(saved)?;
        self.rng = GameRng::from_state(&rng);
        self.model.restore(model, config)
    }
}
