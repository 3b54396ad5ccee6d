//! Events: what happened in a match, in words and as each viewer may know it.

use std::fmt::Debug;

use serde::Serialize;

use crate::{LocalizedText, RuleId, Viewer};

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
}
