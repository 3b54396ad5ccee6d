//! The narration of a step: its events, as a viewer may know them, grouped into [episodes](Episode).

use crate::{Episode, Event as _, GameState};

/// The episodes of consecutive events of one step. Callers first hide secrets by
/// [`Event::for_viewer`](crate::Event::for_viewer).
///
/// If the game's [`narrate`](crate::Event::narrate) does not cover exactly these events, which law 16
/// forbids, the events left over are episodes of their own, so that no match stops for a sentence.
pub fn episodes<G: GameState>(config: &G::Config, events: &[G::Event]) -> Vec<Episode> {
    let mut told = G::Event::narrate(config, events);
    let mut rest = events;
    for episode in &mut told {
        let (covered, later) = rest.split_at(episode.events.min(rest.len()));
        episode.events = covered.len();
        episode.changes = covered.iter().flat_map(|event| event.score_changes(config)).collect();
        episode.round = covered.iter().find_map(|event| event.begins_round());
        rest = later;
    }
    told.extend(rest.iter().map(|event| Episode {
        changes: event.score_changes(config),
        round: event.begins_round(),
        ..Episode::new(1, None, event.describe(config).0)
    }));
    told
}
