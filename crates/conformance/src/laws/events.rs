//! Laws 8 and 9: revealing events, undo and previews.

use zashiki_core::{
    DynMatch, Event as _, FrameRecorder, Game, GameRng, GameStateExt as _, InfoState, Match,
    PackedJson, Seat, Viewer,
};

use super::trial::{Trial, json, probes, text};

/// Number of each seat's legal actions that are previewed at each step.
const PREVIEWED_ACTIONS: usize = 6;

/// Number of further actions per step, legal or not, for which the errors of the preview and of the rules are
/// compared.
const SAMPLED_ERRORS: usize = 24;

impl<G: Game> Trial<'_, G> {
    /// Checks the first half of law 8: an action without a revealing event shows only what was already known.
    pub fn revealing_events(
        &self,
        match_: &Match<G>,
        seat: Seat,
        action: G::Action,
        rng: &mut GameRng,
    ) {
        let state = match_.state();
        let mut actual = FrameRecorder(Vec::new());
        state.clone().play_unchecked(seat, action, Some(&mut actual));
        if actual.0.iter().any(|(event, _)| event.reveals()) {
            return;
        }
        for viewer in self.viewers() {
            let mut determinization = G::determinize(self.config, &state.view(viewer), rng.fork());
            if determinization.is_legal(seat, action).is_err() {
                // In this determinization the action itself, not its consequences, informs the viewer.
                continue;
            }
            let mut possible = FrameRecorder(Vec::new());
            determinization.play_unchecked(seat, action, Some(&mut possible));
            let visible = |frames: &FrameRecorder<G>| -> Vec<(Option<G::Event>, G::View)> {
                let frames = frames.0.iter();
                frames
                    .map(|(event, state)| (event.for_viewer(viewer), state.view(viewer)))
                    .collect()
            };
            assert_eq!(
                visible(&possible),
                visible(&actual),
                "law 8: {}: {action} shows {viewer:?} something without a revealing event",
                self.at(match_)
            );
        }
    }

    /// Checks law 9: a preview agrees with the events that the seat then receives, and returns the same
    /// errors.
    pub fn previews(&self, match_: &Match<G>, rng: &mut GameRng) {
        let state = match_.state();
        for seat in Seat::all(self.seats) {
            let info_state = InfoState::new(state, seat);
            let mut legal = state.legal(seat);
            rng.shuffle(&mut legal);
            for (number, action) in legal.into_iter().take(PREVIEWED_ACTIONS).enumerate() {
                let mut actual = FrameRecorder(Vec::new());
                state.clone().play_unchecked(seat, action, Some(&mut actual));
                let visible = actual.certain(Viewer::Seat(seat));
                let preview = info_state.preview(action).unwrap_or_else(|illegal| {
                    panic!("law 9: {}: {action} is refused: {illegal}", self.at(match_))
                });
                assert_eq!(
                    preview,
                    visible,
                    "law 9: {}: the preview of {action} by seat {seat} differs",
                    self.at(match_)
                );
                // The type-erased match writes the same as JSON, in one function for all games.
                if number > 0 {
                    continue;
                }
                let events = DynMatch::preview(match_, seat, &action.to_string());
                let events = events.expect("the action is legal");
                assert_eq!(
                    events.told.len(),
                    visible.len(),
                    "law 9: {}: {action}",
                    self.at(match_)
                );
                for (described, (event, view)) in events.told.iter().zip(&visible) {
                    assert_eq!(
                        described.event.value(),
                        json(event),
                        "law 9: {}: {action}",
                        self.at(match_)
                    );
                    let view = view.as_ref().map(json);
                    assert_eq!(
                        described.view.as_ref().map(PackedJson::value),
                        view,
                        "law 9: {}: {action}",
                        self.at(match_)
                    );
                }
            }
            if seat != self.seat_for_errors(match_) {
                continue;
            }
            let mut actions = probes::<G>(rng);
            rng.shuffle(&mut actions);
            for action in actions.into_iter().take(SAMPLED_ERRORS) {
                assert_eq!(
                    info_state.preview(action).err(),
                    state.is_legal(seat, action).err(),
                    "law 9: {}: seat {seat}, {action}",
                    self.at(match_)
                );
            }
        }
    }

    /// Checks the second half of law 8: undo restores exactly the previous state, and only for the seat that
    /// acted. `before` and `after` are the states around the last action.
    pub fn undo(&self, match_: &mut Match<G>, before: &str, after: &str) {
        let Some(last) = match_.played().last() else { return };
        let (seat, action) = (last.seat, last.action);
        let over = match_.outcome().is_some();
        let is_final = over || last.events.iter().any(|event| event.reveals());
        for other in Seat::all(self.seats).filter(|other| *other != seat) {
            assert!(match_.undo(other).is_err(), "law 8: {}: undone by {other}", self.at(match_));
        }
        assert_eq!(match_.undo(seat).is_ok(), !is_final, "law 8: {}", self.at(match_));
        if !is_final {
            assert_eq!(text(&match_.state().position()), before, "law 8: {}", self.at(match_));
            match_.play(seat, action).expect("an action legal before undo is legal after it");
            assert_eq!(text(&match_.state().position()), after, "law 8: {}", self.at(match_));
        }
    }
}
