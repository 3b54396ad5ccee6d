//! One match of a batch: its state, its bots, and the decision that the caller must make next.

use std::sync::Arc;

use bots::{Bot, Spec, is_stopped};
use zashiki_core::{
    Action, ActionDecoder, Game, GameConfig as _, GameRng, GameStateExt as _, InfoState,
    MAX_SUB_ACTIONS, Seat, SubAction, Turn,
};

use super::bits;
use super::errors::{all_at_once, no_learner, open_decisions, wrong_bots};
use super::rows::Row;
use crate::dyn_batch::{BatchPlan, Rotation, Widths};
use crate::errors::ApiError;
use crate::typed::config::{self, ConfiguredGame};

/// Maximum capacity, in actions, of the list of legal actions that each match keeps. Longer lists are
/// freed after use; otherwise the list of every match would grow to the maximum length.
pub const KEPT_ACTIONS: usize = 256;

/// The value that fills the array of sub-actions after those chosen so far.
pub const NOT_CHOSEN: i16 = -1;

/// Data shared by all matches of a batch.
pub struct Shared<G: Game> {
    pub game: Arc<ConfiguredGame<G>>,
    /// Bot of each seat in the first match, before the bots move from seat to seat.
    pub specs: Vec<Option<Spec>>,
    pub by_choices: bool,
    pub rotation: Rotation,
    /// The player whose view the final observations have; see [`BatchPlan`](crate::dyn_batch::BatchPlan).
    pub learner: Option<usize>,
    /// Factors that scale the values of an observation to 0 to 1; `None` if they are not scaled.
    pub scales: Option<Vec<f32>>,
    /// Number of possible actions or sub-actions.
    pub numbers: usize,
    pub widths: Widths,
}

impl<G: Game> Shared<G> {
    /// The data that the matches of a batch with this plan share.
    ///
    /// # Errors
    /// Returns an error if a bot does not exist, or if the game's actions have no indices.
    pub fn new(game: Arc<ConfiguredGame<G>>, plan: &BatchPlan) -> Result<Shared<G>, ApiError> {
        let BatchPlan { ref bots, rotation, learner, flat, by_choices, parallel, .. } = *plan;
        if !by_choices && !G::Action::ALL_INDEXED {
            return Err(open_decisions(G::info()));
        }
        let seats = usize::from(game.config.seats());
        if parallel
            && (bots.iter().any(Option::is_some)
                || learner.is_some()
                || rotation != Rotation::Fixed)
        {
            return Err(all_at_once());
        }
        let bots = if bots.is_empty() { vec![None; seats] } else { bots.clone() };
        if bots.len() != seats || bots.iter().all(Option::is_some) {
            return Err(wrong_bots(seats, &bots));
        }
        let spec =
            |bot: Option<String>| bot.map(|bot| Ok(Spec::parse_for(&bot, G::info())?)).transpose();
        let specs: Vec<_> = bots.into_iter().map(spec).collect::<Result<_, ApiError>>()?;
        if let Some(player) = learner.filter(|player| *player >= seats || specs[*player].is_some())
        {
            return Err(no_learner(player));
        }
        let numbers = match by_choices {
            false => G::Action::COUNT,
            true => G::Action::SUB_ACTIONS.iter().map(|kind| kind.size).max().unwrap_or(0),
        };
        let of_sub_actions = match flat && by_choices {
            true => G::Action::SUB_ACTIONS.len() + MAX_SUB_ACTIONS,
            false => 0,
        };
        let observation = game.encoder.size() + of_sub_actions;
        let (mask, acting) = if parallel { (numbers + 1, seats) } else { (numbers, 1) };
        let widths = Widths { observation, mask, seats, acting };
        let scales =
            flat.then(|| game.encoder.features().maxima().map(|max| 1.0 / max as f32).collect());
        Ok(Shared { game, specs, by_choices, rotation, learner, scales, numbers, widths })
    }

    /// Writes the observation of a seat that is not to choose a sub-action.
    pub fn observe(&self, state: &G, seat: Seat, observation: &mut [f32]) {
        let encoder = &self.game.encoder;
        let (features, rest) = observation.split_at_mut(encoder.size());
        encoder.observe_state(state, seat, features);
        if let Some(scales) = &self.scales {
            features.iter_mut().zip(scales).for_each(|(value, scale)| *value *= scale);
            rest.fill(0.0);
        }
    }

    /// Removes the sub-actions from a flat observation.
    pub fn observe_no_sub_action(&self, observation: &mut [f32]) {
        if self.scales.is_some() {
            observation[self.game.encoder.size()..].fill(0.0);
        }
    }

    /// Adds the kind of the next sub-action and the sub-actions chosen so far to a flat observation.
    pub fn observe_sub_actions(&self, kind: usize, made: &[SubAction], observation: &mut [f32]) {
        if self.scales.is_none() {
            return;
        }
        let scale = 1.0 / self.numbers as f32;
        let rest = &mut observation[self.game.encoder.size()..];
        let (kinds, choices) = rest.split_at_mut(G::Action::SUB_ACTIONS.len());
        kinds.fill(0.0);
        kinds[kind] = 1.0;
        for (value, chosen) in choices.iter_mut().zip(made) {
            *value = f32::from(chosen.number + 1) * scale;
        }
    }
}

/// One match of the batch.
pub struct Slot<G: Game> {
    /// Random numbers for the deals of this match's successors and for the seeds of bots.
    pub rng: GameRng,
    /// Number of seats by which the bots have moved on.
    pub rotation: usize,
    pub state: G,
    /// The bot of each seat; `None` for seats that the caller decides for.
    pub bots: Vec<Option<Box<dyn Bot<G>>>>,
    /// Specs of the bots that were given to seats for this match alone.
    pub guests: Vec<Option<Arc<str>>>,
    /// The seat whose decision the caller must make next.
    pub seat: Seat,
    /// The sub-actions chosen so far for the next action.
    pub decoder: ActionDecoder<G::Action>,
}

impl<G: Game> Slot<G> {
    /// A match without bots. It gets them when it is [dealt](Slot::deal) or restored.
    pub fn new(game: &ConfiguredGame<G>, mut rng: GameRng, rotation: usize) -> Slot<G> {
        let state = G::deal(&game.config, rng.fork(), None);
        let decoder = ActionDecoder::default();
        let (bots, guests) = (Vec::new(), Vec::new());
        Slot { rng, rotation, state, bots, guests, seat: Seat(0), decoder }
    }

    /// Replaces the match by a new one with new bots.
    pub fn deal(&mut self, shared: &Shared<G>) {
        if shared.rotation == Rotation::Random {
            self.rotation = self.rng.below(shared.specs.len() as u32) as usize;
        }
        self.state = G::deal(&shared.game.config, self.rng.fork(), None);
        self.create_bots(shared);
    }

    /// The seat of a player.
    pub fn seat_of(&self, player: usize) -> Seat {
        Seat(((player + self.rotation) % usize::from(self.state.seats())) as u8)
    }

    /// The player at a seat.
    pub fn player_at(&self, seat: Seat) -> usize {
        let seats = usize::from(self.state.seats());
        // Every step asks, so there is no division.
        match seat.index().checked_sub(self.rotation) {
            Some(player) => player,
            None => seat.index() + seats - self.rotation,
        }
    }

    /// Gives a player a bot for the rest of this match.
    pub fn seat_bot(&mut self, player: usize, spec: Spec, name: Arc<str>) {
        let seat = self.seat_of(player).index();
        self.bots[seat] = Some(config::bot::<G>(spec, self.rng.below(u32::MAX).into()));
        self.guests[seat] = Some(name);
    }

    /// Creates the bots of a new match.
    pub fn create_bots(&mut self, shared: &Shared<G>) {
        let seats = shared.specs.len();
        self.guests.clear();
        self.guests.resize(seats, None);
        let bot = |seat: usize| {
            let spec = shared.specs[(seat + seats - self.rotation) % seats]?;
            Some(config::bot::<G>(spec, self.rng.below(u32::MAX).into()))
        };
        self.bots = (0..seats).map(bot).collect();
    }

    /// Applies the action or sub-action of this number, which must be legal.
    pub fn step(
        &mut self,
        shared: &Shared<G>,
        number: usize,
        row: &mut Row<'_>,
        buffer: &mut Vec<G::Action>,
    ) {
        let action = if shared.by_choices {
            let possible = self.decoder.choose(number);
            assert!(possible, "the number was checked");
            let chosen = self.decoder.made().len();
            row.choices[chosen - 1] = number as i16;
            self.decoder.action()
        } else {
            G::Action::from_index(number)
        };
        match action {
            None => self.show_sub_action(shared, row),
            Some(action) => {
                self.state.play_unchecked(self.seat, action, None);
                self.advance(shared, row, buffer);
            }
        }
    }

    /// Plays the bots' moves until the caller must decide, and writes the row.
    pub fn advance(&mut self, shared: &Shared<G>, row: &mut Row<'_>, buffer: &mut Vec<G::Action>) {
        loop {
            let seat = match self.state.turn() {
                Turn::Awaiting(awaited) => awaited.first().expect("a seat is to decide"),
                Turn::Over(outcome) => {
                    // A match in which the caller decided nothing is none of this step's.
                    if !*row.done {
                        for (seat, reward) in Seat::all(self.state.seats()).zip(&mut *row.rewards) {
                            *reward = outcome.payoff(seat) as f32;
                        }
                        *row.done = true;
                        let seat = shared.learner.map_or(self.seat, |player| self.seat_of(player));
                        shared.observe(&self.state, seat, row.final_observation);
                    }
                    self.deal(shared);
                    continue;
                }
            };
            let Some(bot) = &mut self.bots[seat.index()] else {
                self.seat = seat;
                break;
            };
            let action = match bot.blind() {
                Some(blind) => blind.pick(self.state.choices(seat, buffer)),
                None => {
                    let action = bot.choose(&InfoState::new(&self.state, seat));
                    if is_stopped() {
                        return;
                    }
                    action
                }
            };
            self.state.play_unchecked(seat, action, None);
        }
        if shared.by_choices {
            self.decoder.begin(self.seat, self.state.choices(self.seat, buffer));
            self.decoder.shrink_to(KEPT_ACTIONS);
        }
        self.show(shared, row, buffer);
    }

    /// Writes the current state to the row, except to rewards and done.
    pub fn show(&mut self, shared: &Shared<G>, row: &mut Row<'_>, buffer: &mut Vec<G::Action>) {
        row.seats[0] = self.seat.index() as i64;
        row.players[0] = self.player_at(self.seat) as i64;
        shared.observe(&self.state, self.seat, row.observation);
        if shared.by_choices {
            row.choices.fill(NOT_CHOSEN);
            for (place, chosen) in row.choices.iter_mut().zip(self.decoder.made()) {
                *place = chosen.number as i16;
            }
            self.show_sub_action(shared, row);
        } else {
            let legal = self.state.choices(self.seat, buffer);
            let numbers = legal.iter().filter_map(|action| action.index());
            bits::mark(row.mask, row.legal, numbers);
        }
    }

    /// Writes the kind and the legal numbers of the next sub-action to the row.
    fn show_sub_action(&self, shared: &Shared<G>, row: &mut Row<'_>) {
        let kind = self.decoder.asked().expect("an action has at least one sub-action");
        row.factors[0] = kind as i64;
        shared.observe_sub_actions(kind, self.decoder.made(), row.observation);
        self.decoder.mask(row.mask);
        bits::replace(row.legal, self.decoder.next_numbers());
    }
}
