//! Many matches of a game in which all seats act at once, stepped in parallel.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use zashiki_core::{
    Action, ActionDecoder, Game, GameRng, GameStateExt as _, MAX_SUB_ACTIONS, RngState, Seat, Turn,
    load_position,
};

use super::bits;
use super::errors::{all_at_once, at_seat, impossible, in_play};
use super::rows::{self, Row};
use super::saved::unreadable;
use super::slot::{KEPT_ACTIONS, NOT_CHOSEN, Shared};
use crate::dyn_batch::{BatchPlan, DynBatch, Rows, WAIT, Widths, Workers};
use crate::errors::ApiError;
use crate::typed::config::ConfiguredGame;

/// Many matches of a game in which all seats act at once. Seats that are not to decide wait. Simultaneous
/// decisions take effect when the last seat has chosen, so that no seat can count the sub-actions of
/// another.
pub struct ParallelBatch<G: Game> {
    shared: Shared<G>,
    matches: Vec<ParallelMatch<G>>,
    /// The legal numbers of each seat of each match, as sets of [`bits`].
    legal: Vec<u64>,
}

/// One match in which all seats act at once.
struct ParallelMatch<G: Game> {
    /// Random numbers for the deals of this match's successors.
    rng: GameRng,
    state: G,
    seats: Vec<Choosing<G::Action>>,
}

/// The sub-actions that a seat has chosen for its next action.
struct Choosing<A> {
    /// True if the seat has to choose a number.
    awaited: bool,
    decoder: ActionDecoder<A>,
    /// The chosen action, if the seats that decide at the same time are still to choose theirs.
    action: Option<A>,
    /// The numbers chosen so far for the action.
    numbers: Vec<u64>,
}

/// A saved match.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct SavedMatch {
    rng: RngState,
    position: Value,
    numbers: Vec<Vec<u64>>,
}

impl<G: Game> ParallelBatch<G> {
    /// A batch whose matches [`DynBatch::begin`] is still to start.
    ///
    /// # Errors
    /// Returns an error if the plan has bots, or if the game's actions have no indices.
    pub fn new(
        game: Arc<ConfiguredGame<G>>,
        plan: &BatchPlan,
    ) -> Result<ParallelBatch<G>, ApiError> {
        let shared = Shared::new(game, plan)?;
        let mut rng = GameRng::from_seed(plan.seed);
        let matches = (0..plan.plays).map(|_| ParallelMatch::new(&shared, rng.fork())).collect();
        let Widths { mask, acting, .. } = shared.widths;
        let legal = vec![0; plan.plays * acting * bits::words(mask)];
        Ok(ParallelBatch { shared, matches, legal })
    }

    /// Restores a batch whose matches were [saved](DynBatch::save); its arrays are still to be
    /// [written](DynBatch::show).
    ///
    /// # Errors
    /// Returns an error if the matches were saved with another configuration or version.
    pub fn resumed(
        game: Arc<ConfiguredGame<G>>,
        plan: &BatchPlan,
        saved: &str,
    ) -> Result<ParallelBatch<G>, ApiError> {
        let saved: Vec<SavedMatch> = serde_json::from_str(saved).map_err(|_| unreadable())?;
        let mut batch =
            ParallelBatch::new(game, &BatchPlan { plays: saved.len(), ..plan.clone() })?;
        let shared = &batch.shared;
        for (one, saved) in batch.matches.iter_mut().zip(saved) {
            one.state = load_position::<G>(&shared.game.config, &saved.position, 0)?;
            one.rng = GameRng::from_state(&saved.rng);
            one.ask(shared, &mut Vec::new());
            if saved.numbers.len() != one.seats.len() {
                return Err(unreadable().into());
            }
            for (choosing, numbers) in one.seats.iter_mut().zip(saved.numbers) {
                for number in numbers {
                    let possible = choosing.is_open() && choosing.choose(shared.by_choices, number);
                    if !possible {
                        return Err(unreadable().into());
                    }
                }
            }
        }
        Ok(batch)
    }

    fn for_each(
        &mut self,
        rows: Rows<'_>,
        workers: Workers<'_>,
        work: impl Fn(&Shared<G>, usize, &mut ParallelMatch<G>, Row<'_>, &mut Vec<G::Action>) + Sync,
    ) {
        let ParallelBatch { shared, matches, legal } = self;
        let shared = &*shared;
        rows::for_each(matches, legal, shared.widths, rows, workers, |index, one, row, buffer| {
            work(shared, index, one, row, buffer);
        });
    }
}

impl<A: Action> Choosing<A> {
    /// Returns true if the seat has to choose a number now.
    fn is_open(&self) -> bool {
        self.awaited && self.action.is_none()
    }

    /// Chooses a number; returns false if it is not possible.
    fn choose(&mut self, by_choices: bool, number: u64) -> bool {
        self.numbers.push(number);
        if by_choices {
            let possible = self.decoder.choose(number as usize);
            self.action = self.decoder.action().filter(|_| possible);
            return possible;
        }
        self.action = A::from_index(number as usize);
        self.action.is_some()
    }
}

impl<G: Game> ParallelMatch<G> {
    fn new(shared: &Shared<G>, mut rng: GameRng) -> ParallelMatch<G> {
        let state = G::deal(&shared.game.config, rng.fork(), None);
        let seat = |_| Choosing {
            awaited: false,
            decoder: ActionDecoder::default(),
            action: None,
            numbers: Vec::new(),
        };
        let seats = (0..shared.widths.seats).map(seat).collect();
        ParallelMatch { rng, state, seats }
    }

    /// Begins the decisions of the seats that are to decide now.
    fn ask(&mut self, shared: &Shared<G>, buffer: &mut Vec<G::Action>) {
        let turn = self.state.turn();
        for (seat, choosing) in Seat::all(self.state.seats()).zip(&mut self.seats) {
            choosing.awaited = matches!(turn, Turn::Awaiting(awaited) if awaited.contains(seat));
            choosing.action = None;
            choosing.numbers.clear();
            if shared.by_choices && choosing.awaited {
                choosing.decoder.begin(seat, self.state.choices(seat, buffer));
                choosing.decoder.shrink_to(KEPT_ACTIONS);
            }
        }
    }

    /// Takes the numbers of the seats, and applies their actions if no seat has to choose any more.
    fn step(
        &mut self,
        shared: &Shared<G>,
        numbers: &[i64],
        row: &mut Row<'_>,
        buffer: &mut Vec<G::Action>,
    ) {
        for (choosing, number) in self.seats.iter_mut().zip(numbers) {
            if choosing.is_open() && *number != WAIT {
                let possible = choosing.choose(shared.by_choices, *number as u64);
                assert!(possible, "the number was checked");
            }
        }
        if self.seats.iter().any(Choosing::is_open) {
            self.show_choices(shared, row, buffer);
            return;
        }
        for (seat, choosing) in Seat::all(self.state.seats()).zip(&self.seats) {
            if let Some(action) = choosing.action {
                self.state.play_unchecked(seat, action, None);
            }
        }
        if let Turn::Over(outcome) = self.state.turn() {
            let finals = row.final_observation.chunks_mut(shared.widths.observation);
            let seats = Seat::all(self.state.seats());
            for ((seat, reward), values) in seats.zip(&mut *row.rewards).zip(finals) {
                *reward = outcome.payoff(seat) as f32;
                shared.observe(&self.state, seat, values);
            }
            *row.done = true;
            self.state = G::deal(&shared.game.config, self.rng.fork(), None);
        }
        self.ask(shared, buffer);
        self.show(shared, row, buffer);
    }

    /// Writes the current state to the row, except to rewards and done.
    fn show(&mut self, shared: &Shared<G>, row: &mut Row<'_>, buffer: &mut Vec<G::Action>) {
        let observations = row.observation.chunks_mut(shared.widths.observation);
        for (seat, values) in Seat::all(self.state.seats()).zip(observations) {
            shared.observe(&self.state, seat, values);
        }
        self.show_choices(shared, row, buffer);
    }

    /// Writes what each seat can choose and has chosen to the row.
    fn show_choices(&mut self, shared: &Shared<G>, row: &mut Row<'_>, buffer: &mut Vec<G::Action>) {
        let Widths { observation, mask, .. } = shared.widths;
        let wait = shared.numbers;
        let parts = (row.mask.chunks_mut(mask))
            .zip(row.legal.chunks_mut(bits::words(mask)))
            .zip(row.choices.chunks_mut(MAX_SUB_ACTIONS))
            .zip(row.observation.chunks_mut(observation));
        for ((seat, choosing), part) in Seat::all(self.state.seats()).zip(&self.seats).zip(parts) {
            let (((mask, legal), choices), values) = part;
            let (open, index) = (choosing.is_open(), seat.index());
            let number = if open { index as i64 } else { WAIT };
            (row.seats[index], row.players[index]) = (number, number);
            row.factors[index] = G::Action::SUB_ACTIONS.len() as i64;
            choices.fill(NOT_CHOSEN);
            if !open {
                bits::mark(mask, legal, std::iter::once(wait));
                if shared.by_choices {
                    shared.observe_no_sub_action(values);
                }
            } else if shared.by_choices {
                let kind = choosing.decoder.asked().expect("an action has at least one sub-action");
                row.factors[index] = kind as i64;
                for (place, chosen) in choices.iter_mut().zip(choosing.decoder.made()) {
                    *place = chosen.number as i16;
                }
                shared.observe_sub_actions(kind, choosing.decoder.made(), values);
                choosing.decoder.mask(mask);
                bits::replace(legal, choosing.decoder.next_numbers());
            } else {
                let actions = self.state.choices(seat, buffer);
                let numbers = actions.iter().filter_map(|action| action.index());
                bits::mark(mask, legal, numbers);
            }
        }
    }
}

impl<G: Game> DynBatch for ParallelBatch<G> {
    fn widths(&self) -> Widths {
        self.shared.widths
    }

    fn begin(&mut self, rows: Rows<'_>, workers: Workers<'_>) {
        self.for_each(rows, workers, |shared, _, one, mut row, buffer| {
            row.clear_result();
            one.state = G::deal(&shared.game.config, one.rng.fork(), None);
            one.ask(shared, buffer);
            one.show(shared, &mut row, buffer);
        });
    }

    fn first_illegal(&self, actions: &[i64]) -> Option<usize> {
        rows::first_illegal(&self.legal, self.shared.widths.mask, actions)
    }

    fn why_illegal(&self, index: usize, action: i64) -> ApiError {
        let seats = self.shared.widths.acting;
        let (play, seat) = (index / seats, Seat((index % seats) as u8));
        let ParallelMatch { state, seats, .. } = &self.matches[play];
        let whole = usize::try_from(action).ok().and_then(G::Action::from_index);
        let forbidden = whole
            .filter(|_| !self.shared.by_choices && seats[seat.index()].is_open())
            .and_then(|action| state.is_legal(seat, action).err());
        in_play(G::info(), play, at_seat(seat, forbidden.unwrap_or_else(|| impossible(action))))
    }

    fn step(&mut self, actions: &[i64], rows: Rows<'_>, workers: Workers<'_>) {
        let seats = self.shared.widths.acting;
        self.for_each(rows, workers, |shared, index, one, mut row, buffer| {
            row.clear_result();
            one.step(shared, &actions[index * seats..][..seats], &mut row, buffer);
        });
    }

    fn check_bots(&self, _: usize, _: &[String], _: &[i64]) -> Result<(), ApiError> {
        Err(all_at_once())
    }

    fn seat_bots(&mut self, _: usize, _: &[String], _: &[i64], _: Rows<'_>, _: Workers<'_>) {
        unreachable!("the caller has checked");
    }

    fn show(&mut self, rows: Rows<'_>, workers: Workers<'_>) {
        self.for_each(rows, workers, |shared, _, one, mut row, buffer| {
            one.show(shared, &mut row, buffer);
        });
    }

    fn save(&self) -> String {
        let saved = self.matches.iter().map(|one| SavedMatch {
            rng: one.rng.state(),
            position: serde_json::to_value(one.state.position()).expect("a position is plain data"),
            numbers: one.seats.iter().map(|choosing| choosing.numbers.clone()).collect(),
        });
        serde_json::to_string(&saved.collect::<Vec<_>>()).expect("saved matches are plain data")
    }
}
