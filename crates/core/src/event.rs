//! Events: what happened in a match, in words and as each viewer may know it.

use std::fmt::Debug;

use serde::Serialize;

use crate::{Episode, LocalizedText, RuleId, ScoreChange, Seat, Viewer};

/// A component (a card, a tile or a piece) that a seat received.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct ReceivedComponent {
    /// The seat that received it.
    pub seat: Seat,
    /// The name of the component. Components of one name are counted together.
    pub component: LocalizedText,
}

/// Something that happened in a match with the configuration `S`.
pub trait Event<S>: Clone + PartialEq + Debug + Serialize + Send + Sync + 'static {
    /// The event in words, and the rule it follows from (see [`describe!`](crate::describe)).
    fn describe(&self, config: &S) -> (LocalizedText, RuleId);

    /// The event as the viewer may know it, or `None` if the viewer must not notice it.
    fn for_viewer(&self, viewer: Viewer) -> Option<Self> {
        let _ = viewer;
        Some(self.clone())
    }

    /// Returns true if the event shows a seat something that was hidden from it (law 8).
    fn reveals(&self) -> bool {
        false
    }

    /// Returns true if later events may depend on what this event reveals. A preview ends before such an
    /// event; it continues past a draw on which nothing else depends.
    fn affects_later_events(&self) -> bool {
        self.reveals()
    }

    /// The changes of scores that this event causes, as every viewer may know them. In a game with
    /// [score causes](crate::GameInfo::score_causes), the changes of a step add up to the difference of the
    /// scores (law 15).
    fn score_changes(&self, config: &S) -> Vec<ScoreChange> {
        let _ = config;
        Vec::new()
    }

    /// The component that a seat receives with this event, such as a card that it draws. The laboratory counts
    /// by it how the seats that received a component fared. `None` for all other events.
    fn received(&self, config: &S) -> Option<ReceivedComponent> {
        let _ = config;
        None
    }

    /// The round that begins with this event, from 1. `None` for all other events, and in games without
    /// rounds.
    fn begins_round(&self) -> Option<u16> {
        None
    }

    /// Tells consecutive events of one step, as a viewer may know them, in few sentences: one
    /// [episode](Episode) for each card, attack, turn or phase. The episodes cover all events in their order
    /// (law 16); they may begin or end anywhere in a step, as in a preview. Each event is an episode of its
    /// own unless the game groups them.
    fn narrate(config: &S, events: &[Self]) -> Vec<Episode> {
        events.iter().map(|event| Episode::new(1, None, event.describe(config).0)).collect()
    }
}
