//! The [`SearchHints`] trait: knowledge of a game that makes search stronger or faster.

use std::sync::Arc;

use crate::{GameRng, GameState, Seat, Turn};

/// Knowledge of a game for bots. The rules do not use it. Every item has a default, so that a game
/// without any needs only `impl SearchHints for MyGame {}`.
pub trait SearchHints: GameState {
    /// Number of inputs of a [value network](crate::Assets::value_network) for the game; 0 if the game does
    /// not support one.
    const NETWORK_INPUTS: usize = 0;
    /// Number of inputs of a [search network](crate::Assets::search_network) for the game; 0 if the game does
    /// not support one.
    const SEARCH_INPUTS: usize = 0;

    /// Builds slow caches shared by all matches before a search with a time limit starts. May take a
    /// second, once. No result depends on whether it was called.
    fn prepare() {}

    /// The heuristic's evaluation of the state for `seat`, from −1000 (lost) to 1000 (won).
    /// Without a heuristic, only finished matches have a value other than 0.
    #[doc(alias = "heuristic")]
    fn evaluate(&self, seat: Seat) -> i32 {
        match self.turn() {
            Turn::Over(outcome) => 1000 * outcome.payoff(seat),
            Turn::Awaiting(_) => 0,
        }
    }

    /// Writes, for each of these legal actions of the seat, the [value](SearchHintsExt::value_after) of the
    /// state after it, as one batch. A game overrides this if it can evaluate many actions faster together;
    /// the values must be the same.
    fn value_after_each(&self, seat: Seat, actions: &[Self::Action], out: &mut Vec<i32>) {
        out.clear();
        out.extend(actions.iter().map(|action| self.value_after(seat, *action)));
    }

    /// For games with [categories](crate::Action::category): samples one legal action per category,
    /// in the order of the list, each drawn by [`GameRng::below`] the size of its category. A game
    /// overrides this if it can sample without building its long list; the draws must be the same.
    fn sample_per_category(
        &self,
        seat: Seat,
        rng: &mut GameRng,
        out: &mut Vec<Self::Action>,
    ) -> bool {
        let _ = (seat, rng, out);
        false
    }

    /// A hash of the state for transposition tables. States with equal hashes develop equally under equal
    /// actions. `None` if the game computes no hash.
    #[doc(alias = "hash")]
    #[doc(alias = "zobrist")]
    fn state_hash(&self) -> Option<u64> {
        None
    }

    /// Returns true if the action changes so much (a capture, for example) that the state
    /// before it cannot be evaluated well. Search extends such actions beyond its depth.
    #[doc(alias = "is_tactical")]
    #[doc(alias = "quiescence")]
    fn is_noisy(&self, action: Self::Action) -> bool {
        let _ = action;
        false
    }

    /// The round number, for games whose heuristic is accurate at the end of a round.
    /// Search then looks no further than the beginning of the next round. `None` if the game has no such
    /// rounds.
    fn round(&self) -> Option<u32> {
        None
    }

    /// Share of the game that is over, from 0 to about 1000, by facts that all seats see: a rough measure, by
    /// which advice judges how much a lead is worth. 0 if the game does not tell.
    fn progress(&self) -> u32 {
        0
    }

    /// While [simultaneous](GameState::is_simultaneous) decisions are awaited, the state
    /// before the first of them. `None` if the game cannot tell or none is awaited.
    ///
    /// Search then models the hidden decisions by what players would choose among
    /// [`possible_hidden_actions`](SearchHints::possible_hidden_actions), instead of what
    /// [`determinize`](GameState::determinize) samples from everything possible.
    fn state_before_hidden(&self) -> Option<Self> {
        None
    }

    /// The candidates for the hidden decision that a seat has already taken, from the point
    /// of view of the other seats; the same in all determinizations of their information. Empty if the
    /// seat has taken none, or if [`state_before_hidden`](SearchHints::state_before_hidden) is `None`.
    fn possible_hidden_actions(&self, seat: Seat) -> Vec<Self::Action> {
        let _ = seat;
        Vec::new()
    }

    /// For training: the active inputs of a [value network](crate::Assets::value_network) from the seat's
    /// point of view in this state, each in `0..NETWORK_INPUTS`.
    fn network_inputs(&self, seat: Seat, out: &mut Vec<usize>) {
        let _ = (seat, out);
    }

    /// Like [`evaluate`](SearchHints::evaluate), for a search that follows [noisy](SearchHints::is_noisy)
    /// actions itself and therefore needs no estimate of what they would win. A game overrides this if it
    /// can evaluate faster or better without that estimate.
    fn evaluate_quiet(&self, seat: Seat) -> i32 {
        self.evaluate(seat)
    }

    /// Prepares this state as the root of a search that evaluates with
    /// [`evaluate_quiet`](SearchHints::evaluate_quiet): states that follow from it may then carry parts of
    /// the evaluation along. No value depends on whether it was called.
    fn begin_search(&mut self) {}

    /// The active inputs of a [search network](crate::Assets::search_network) from the seat's point of view in
    /// this state, each in `0..SEARCH_INPUTS`. None if the state is evaluated without the network.
    fn search_inputs(&self, seat: Seat, out: &mut Vec<usize>) {
        let _ = (seat, out);
    }

    /// For training: the group of an input of the search network, if its weights resemble those of other
    /// inputs, such as the same piece with the king elsewhere. Training learns weights of the group and of
    /// the input's difference from them. Groups have numbers from 0 on.
    fn search_input_group(input: usize) -> Option<usize> {
        let _ = input;
        None
    }

    /// The same state with another configuration, which differs only in its
    /// [weights](crate::GameConfig::with_weights); they then evaluate the state. Games with
    /// [weights](crate::Assets::weights) override this.
    fn with_config(self, config: Arc<Self::Config>) -> Self {
        let _ = config;
        self
    }
}

/// Values of states, derived from [`SearchHints`]. They cannot be overridden.
pub trait SearchHintsExt: SearchHints {
    /// The value of the state for a seat, −1000..=1000: the result once the match is over, otherwise
    /// [`evaluate`](SearchHints::evaluate).
    fn value(&self, seat: Seat) -> i32 {
        value_by(self, seat, Self::evaluate)
    }

    /// The [value](SearchHintsExt::value) of the state for a seat after a legal action of the seat. Override
    /// [`value_after_each`](SearchHints::value_after_each) instead.
    fn value_after(&self, seat: Seat, action: Self::Action) -> i32 {
        value_by(&after(self, seat, action), seat, Self::evaluate)
    }

    /// The [value](SearchHintsExt::value) by [`evaluate_quiet`](SearchHints::evaluate_quiet).
    fn quiet_value(&self, seat: Seat) -> i32 {
        value_by(self, seat, Self::evaluate_quiet)
    }

    /// The [quiet value](SearchHintsExt::quiet_value) of the state for a seat after a legal action of the
    /// seat.
    fn quiet_value_after(&self, seat: Seat, action: Self::Action) -> i32 {
        value_by(&after(self, seat, action), seat, Self::evaluate_quiet)
    }
}

/// The value of the state for a seat by the result, or by this evaluation before the end.
#[inline]
fn value_by<G: SearchHints>(state: &G, seat: Seat, evaluate: impl Fn(&G, Seat) -> i32) -> i32 {
    match state.turn() {
        Turn::Over(outcome) => 1000 * outcome.payoff(seat),
        Turn::Awaiting(_) => evaluate(state, seat).clamp(-1000, 1000),
    }
}

/// The state after a legal action of the seat.
#[inline]
fn after<G: SearchHints>(state: &G, seat: Seat, action: G::Action) -> G {
    let mut after = state.clone();
    after.play_unchecked(seat, action, None);
    after
}

impl<G: SearchHints> SearchHintsExt for G {}
