//! Recording of each event with the state after it, for displaying every change.

use crate::{Event as _, EventSink, GameState, Viewer};

/// Collects each event with the state after it, for displaying every change.
#[derive(Clone, Debug)]
pub struct FrameRecorder<G: GameState>(pub Vec<(G::Event, G)>);

impl<G: GameState> FrameRecorder<G> {
    /// The frames that are the same in all determinizations for the viewer: the events up to the first
    /// one that [affects later events](crate::Event::affects_later_events), each as the viewer may know it. A
    /// revealing event is reported as to a spectator, and there are no views after it.
    pub fn certain(&self, viewer: Viewer) -> VisibleFrames<G> {
        let mut frames = Vec::new();
        let mut revealed = false;
        for (event, after) in self.0.iter().take_while(|(event, _)| !event.affects_later_events()) {
            let reveals = event.reveals();
            revealed |= reveals;
            let as_seen_by = if reveals { Viewer::Spectator } else { viewer };
            if let Some(event) = event.for_viewer(as_seen_by) {
                frames.push((event, (!revealed).then(|| after.view(viewer))));
            }
        }
        frames
    }
}

impl<G: GameState> EventSink<G> for FrameRecorder<G> {
    fn push(&mut self, event: G::Event, after: &G) {
        self.0.push((event, after.clone()));
    }
}

/// Events as one viewer may know them, each with the viewer's view after it, if that is certain.
pub type VisibleFrames<G> = Vec<(<G as GameState>::Event, Option<<G as GameState>::View>)>;
