//! Laws 15 and 16: changes of scores, and episodes.

use zashiki_core::{
    Episode, Event as _, Game, GameConfig as _, GameRng, Match, ScoreChange, Seat, Turn, episodes,
};

use super::configurations::configurations;
use super::trial::Trial;

/// The scores after these changes.
///
/// # Errors
/// Returns a change whose cause the game does not declare.
fn changed<G: Game>(
    mut scores: Vec<i32>,
    changes: impl IntoIterator<Item = ScoreChange>,
) -> Result<Vec<i32>, ScoreChange> {
    for change in changes {
        if G::info().score_causes.iter().all(|cause| cause.id != change.cause) {
            return Err(change);
        }
        scores[change.seat.index()] += change.amount;
    }
    Ok(scores)
}

impl<G: Game> Trial<'_, G> {
    /// Checks laws 15 and 16 at every step of a match, as every viewer may know it.
    pub fn story(&self, match_: &Match<G>) {
        for viewer in self.viewers() {
            let mut scores = vec![0; usize::from(self.seats)];
            let played = match_.played();
            for number in 0..=played.len() {
                let at = || format!("{}, events of step {number}, {viewer:?}", self.at(match_));
                let events = match number.checked_sub(1) {
                    None => match_.opening(),
                    Some(index) => &played[index].events,
                };
                let known: Vec<G::Event> =
                    events.iter().filter_map(|event| event.for_viewer(viewer)).collect();
                let reached = played.get(number).map_or(match_.state(), |next| &next.before);
                self.narration(&known, &at);
                let told = episodes::<G>(self.config, &known);
                let changes = told.iter().flat_map(|episode| episode.changes.iter().copied());
                let after = changed::<G>(scores, changes)
                    .unwrap_or_else(|change| panic!("law 15: {}: unknown {change:?}", at()));
                if !G::info().score_causes.is_empty() {
                    assert_eq!(after, reached.scores(), "law 15: {}: scores", at());
                }
                scores = reached.scores();
            }
        }
    }

    /// Checks law 16: the episodes of the events, and of any beginning of them, cover exactly these events
    /// and have a text in both languages.
    fn narration(&self, events: &[G::Event], at: &impl Fn() -> String) {
        for most in 0..=events.len() {
            let told = G::Event::narrate(self.config, &events[..most]);
            let covered: usize = told.iter().map(|episode| episode.events).sum();
            assert_eq!(covered, most, "law 16: {}: events covered by {told:?}", at());
            let empty = |episode: &Episode| {
                episode.events == 0 || episode.text.ja.is_empty() || episode.text.en.is_empty()
            };
            let found = told.iter().find(|episode| empty(episode));
            assert!(found.is_none(), "law 16: {}: an empty episode: {found:?}", at());
            for episode in &told {
                assert!(
                    episode.seat.is_none_or(|seat| seat.0 < self.seats),
                    "law 16: {}: a seat that does not exist: {episode:?}",
                    at()
                );
            }
        }
    }
}

/// Plays this many random matches in each configuration and checks at every step that the announced changes
/// add up to the scores (law 15). It checks nothing else, so that it can play thousands.
///
/// # Panics
/// Panics at the first difference; the message names the configuration, the seed and the step.
pub fn ledgers<G: Game>(games: u64) {
    for (seats, options) in configurations::<G>() {
        let config =
            G::Config::new(seats, &options, None).expect("a listed configuration is valid");
        for seed in 0..games {
            let mut rng = GameRng::from_seed(seed);
            let mut events = Vec::new();
            let mut state = G::deal(&config, rng.fork(), Some(&mut events));
            let mut legal = Vec::new();
            let mut ledger = vec![0; usize::from(seats)];
            for step in 0.. {
                let changes = events.drain(..).flat_map(|event| event.score_changes(&config));
                let at = || format!("{} ({seats} seats, {options}, seed {seed})", G::info().id);
                ledger = changed::<G>(ledger, changes)
                    .unwrap_or_else(|change| panic!("law 15: {}: unknown {change:?}", at()));
                assert_eq!(ledger, state.scores(), "law 15: {}, step {step}", at());
                let Turn::Awaiting(awaited) = state.turn() else { break };
                let seats: Vec<Seat> = awaited.iter().collect();
                let seat = *rng.pick(&seats);
                state.legal_into(seat, &mut legal);
                state.play_unchecked(seat, *rng.pick(&legal), Some(&mut events));
            }
        }
    }
}
