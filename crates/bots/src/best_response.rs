//! Best response to a model of the other seats: measures how exploitable a bot is.
//!
//! Wherever decisions are [concealed](GameState::is_simultaneous) it answers its model of the others as well
//! as can be seen in the round (local best response: Lisý and Bowling, "Equilibrium Approximation
//! Quality of Current No-Limit Poker Bots", AAAI Workshop 2017). Like every bot it knows its own
//! view only.

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
use crate::simultaneous::may_have_chosen;

/// Maximum number of best-looking choices that are compared.
const CANDIDATES: usize = 30;
/// Number of determinizations, in each of which the model chooses for the others.
const WORLDS: usize = 6;
/// Choices whose value is within this margin (of 2000) of the best count as possible choices of the model.
const ABOUT: i32 = 25;

/// Choices of seats.
type Choices<G> = Vec<(Seat, <G as GameState>::Action)>;

/// Answers what a model of the others would choose where nobody sees the others' choices; decides
/// everything else as the model would.
pub struct Responder<G: SearchHints> {
    rng: GameRng,
    model: Box<dyn Bot<G>>,
}

impl<G: SearchHints> Responder<G> {
    /// Takes the others to search with these settings, or for a [`Greedy`] player if there are none.
    pub fn new(others: Option<Settings>, seed: u64, clock: Clock) -> Responder<G> {
        let mut rng = GameRng::from_seed(seed);
        let seed = u64::from(rng.below(u32::MAX));
        let model: Box<dyn Bot<G>> = match others {
            Some(settings) => Box::new(Ismcts::new(settings, seed, clock)),
            None => Box::new(Greedy::new(4, 0, seed)),
        };
        Responder { rng, model }
    }

    /// The model's choice for a seat in the current simultaneous decision: one of its possible hidden choices
    /// if it has already chosen.
    fn model(&mut self, world: &G, seat: Seat, taken: &[G::Action]) -> G::Action {
        if taken.is_empty() {
            return self.model.choose(&InfoState::new(world, seat));
        }
        let values_after: Vec<i32> =
            taken.iter().map(|action| world.value_after(seat, *action)).collect();
        let most = values_after.iter().copied().max().unwrap_or_default();
        let about: Vec<G::Action> = (taken.iter().zip(values_after))
            .filter(|(_, value_after)| *value_after > most - ABOUT)
            .map(|(action, _)| *action)
            .collect();
        *self.rng.pick(&about)
    }

    /// A determinization before anybody's decision, and the choices of the others in it.
    fn moment(&mut self, seen: &InfoState<G>) -> Option<(G, Choices<G>)> {
        let now = seen.determinize(&mut self.rng);
        let before = now.state_before_hidden()?;
        let mut world = before.clone();
        let mut choices: Choices<G> = Vec::new();
        while world.is_simultaneous()
            && let Some(seat) = world.turn().awaited().first()
            && choices.iter().all(|(decided, _)| *decided != seat)
        {
            // What the searcher itself will choose is not known yet; the model stands in for it.
            let choice = self.model(&world, seat, &may_have_chosen(&now, seat));
            choices.push((seat, choice));
            world.play_unchecked(seat, choice, None);
        }
        Some((before, choices))
    }
}

/// Value for the seat at the end of the round, if it takes this choice and the others take the assumed ones.
fn answered<G: SearchHints>(
    (before, choices): &(G, Choices<G>),
    seat: Seat,
    action: G::Action,
    legal: &mut Vec<G::Action>,
) -> i32 {
    let mut world = before.clone();
    let round = world.round();
    for (other, choice) in choices {
        let choice = if *other == seat { action } else { *choice };
        world.play_unchecked(*other, choice, None);
    }
    finish_round(&mut world, round, legal);
    world.value(seat)
}

impl<G: SearchHints> Bot<G> for Responder<G> {
    fn choose(&mut self, seen: &InfoState<G>) -> G::Action {
        let seat = seen.seat();
        let moments: Vec<_> = (0..WORLDS).map_while(|_| self.moment(seen)).collect();
        if moments.is_empty() {
            return self.model.choose(seen);
        }
        let mut legal = seen.choices(&mut self.rng);
        legal.sort_by_cached_key(|action| {
            let values_after = moments.iter().map(|(before, _)| before.value_after(seat, *action));
            std::cmp::Reverse(values_after.sum::<i32>())
        });
        legal.truncate(CANDIDATES);
        let mut room = Vec::new();
        let best = legal.iter().max_by_key(|action| {
            let values = moments.iter().map(|moment| answered(moment, seat, **action, &mut room));
            values.sum::<i32>()
        });
        *best.expect("a seat that is asked has something to decide")
    }

    fn save(&self) -> Option<Value> {
        saved::save((self.rng.state(), self.model.save()?))
    }

    fn restore(&mut self, saved: Value, config: &Arc<G::Config>) -> Result<(), InputError> {
        let (rng, model): (RngState, Value) = saved::read(saved)?;
        self.rng = GameRng::from_state(&rng);
        self.model.restore(model, config)
    }
}
