//! The facts about one game from which its figures are computed.

use std::collections::BTreeMap;

use bots::Stop;
use serde::{Deserialize, Serialize};
use zashiki_core::{COMMON_ENDINGS, EndReason, Event as _, Game, LocalizedText, Seat, SeatSet};

use super::drama::{DramaRecorder, GameDrama};
use crate::match_runner::{MatchRunner, Played, Player, Watch, margin};

/// The facts about one game. A study stores them in its checkpoint.
#[derive(Serialize, Deserialize)]
pub(crate) struct GameFacts {
    /// The seat that took the first decision.
    pub(crate) first: Seat,
    pub(crate) winners: SeatSet,
    /// Index of the end reason in the list of the game's reasons and the common ones.
    reason: usize,
    /// Lead of the best side at the end.
    pub(crate) margin: i32,
    pub(crate) turns: u64,
    pub(crate) decisions: u64,
    pub(crate) drama: GameDrama,
    /// The components that seats received, with these seats.
    pub(crate) received: Vec<Received>,
}

/// A component that seats received in a game.
#[derive(Serialize, Deserialize)]
pub(crate) struct Received {
    pub(crate) component: LocalizedText,
    pub(crate) seats: SeatSet,
}

/// The possible end reasons: the game's own, then those of the common rules.
pub(crate) fn end_reasons<G: Game>() -> impl Iterator<Item = &'static EndReason> {
    G::info().end_reasons.iter().chain(COMMON_ENDINGS)
}

/// Records the data of a game while it is played.
pub(crate) struct FactsRecorder<G: Game> {
    drama: DramaRecorder<G>,
    /// By English name, for a fixed order.
    received: BTreeMap<String, Received>,
}

impl<G: Game> FactsRecorder<G> {
    pub(crate) fn new(seats: u8) -> FactsRecorder<G> {
        FactsRecorder { drama: DramaRecorder::new(seats), received: BTreeMap::new() }
    }

    /// Adds the events before the first decision.
    pub(crate) fn opening(&mut self, game: &G, events: &[G::Event]) {
        self.happened(game, events);
    }

    /// Adds a decision that led from one state to another.
    pub(crate) fn step(
        &mut self,
        before: &G,
        seat: Seat,
        action: G::Action,
        after: &G,
        events: &[G::Event],
    ) {
        self.deciding(before, seat, action);
        self.happened(after, events);
        self.decided(after);
    }

    /// The number of choices of the last decision.
    pub(crate) fn last_choices(&self) -> u32 {
        self.drama.last_choices()
    }

    /// The facts about the finished game.
    pub(crate) fn facts(self, played: Played, sides: &[SeatSet]) -> GameFacts {
        let drama = GameDrama::of(self.drama, &played, sides);
        let Played { first, outcome, scores, turns, decisions, .. } = played;
        let is_reason = |end: &EndReason| end.id == outcome.reason;
        GameFacts {
            first,
            winners: outcome.winners,
            reason: end_reasons::<G>().position(is_reason).expect("a game lists its end reasons"),
            margin: margin(sides, outcome.winners, &scores),
            turns,
            decisions,
            drama,
            received: self.received.into_values().collect(),
        }
    }
}

impl<G: Game> Watch<G> for FactsRecorder<G> {
    fn wants_events(&self) -> bool {
        true
    }

    fn happened(&mut self, game: &G, events: &[G::Event]) {
        for received in events.iter().filter_map(|event| event.received(game.config())) {
            let name = received.component.en.clone().into_owned();
            let none = || Received { component: received.component, seats: SeatSet::default() };
            let seats = &mut self.received.entry(name).or_insert_with(none).seats;
            seats.insert(received.seat);
        }
    }

    fn deciding(&mut self, game: &G, seat: Seat, action: G::Action) {
        self.drama.deciding(game, seat, action);
    }

    fn decided(&mut self, game: &G) {
        self.drama.decided(game);
    }
}

/// Plays a game like [`MatchRunner::play_with`] and returns the facts about it. `None` if it was stopped.
pub(crate) fn play_game<G: Game>(
    runner: &MatchRunner<G>,
    players: &[Player<G>],
    seed: u64,
    choices: u64,
    stop: &Stop,
) -> Option<GameFacts> {
    let mut recorder = FactsRecorder::<G>::new(runner.seats);
    let played = runner.play_with(seed, choices, players, stop, &mut recorder)?;
    Some(recorder.facts(played, &runner.sides))
}

impl GameFacts {
    /// The id of the end reason. `None` if a checkpoint has an index that no reason has.
    pub(crate) fn reason<G: Game>(&self) -> Option<&'static str> {
        end_reasons::<G>().nth(self.reason).map(|end| end.id)
    }

    /// Index of the end reason, as in [`end_reasons`].
    pub(crate) fn reason_index(&self) -> usize {
        self.reason
    }

    /// A seat's share of the win: several winners divide it equally.
    pub(crate) fn portion(&self, seat: Seat) -> f64 {
        if self.winners.contains(seat) { 1.0 / f64::from(self.winners.len()) } else { 0.0 }
    }
}
