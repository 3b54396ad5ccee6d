//! Checks of law 2 and of the end of a match.

use zashiki_core::{DynMatch as _, Game, GameStateExt as _, Match, Record, Seat, Turn};

use super::trial::{Trial, text};

impl<G: Game> Trial<'_, G> {
    /// Checks that the game declares the end reason, and that no seat can act after the end.
    pub fn ending(&self, match_: &Match<G>) {
        let Turn::Over(outcome) = match_.state().turn() else { unreachable!("the match is over") };
        assert!(
            G::info().end_reason(outcome.reason).is_some(),
            "{}: undeclared end reason {}",
            self.at(match_),
            outcome.reason
        );
        assert_eq!(match_.state().scores().len(), usize::from(self.seats), "{}", self.at(match_));
        for seat in Seat::all(self.seats) {
            assert!(match_.state().legal(seat).is_empty(), "{}: {seat} can act", self.at(match_));
        }
    }

    /// Checks law 2: the record reproduces every state and view, and a match continues identically from a
    /// position.
    pub fn replay(&self, match_: &Match<G>, states: &[String]) {
        let record = match_.record();
        let stored = serde_json::to_string(&record).expect("a record is plain data");
        let read = Record::from_json(&stored).expect("a stored record is readable");
        assert_eq!(read, record, "law 2: {}", self.at(match_));
        let again = Match::<G>::from_record(&read)
            .unwrap_or_else(|error| panic!("law 2: {}: {error}", self.at(match_)));
        assert_eq!(again.length() + 1, states.len(), "law 2: {}", self.at(match_));
        for (step, state) in states.iter().enumerate() {
            let replayed = match again.played().get(step) {
                Some(taken) => &taken.before,
                None => again.state(),
            };
            assert_eq!(
                text(&replayed.position()),
                *state,
                "law 2: {} step {step}",
                self.at(match_)
            );
            let position: G::Position = serde_json::from_str(state).expect("a position reads back");
            let loaded = G::from_position(self.config, position)
                .unwrap_or_else(|error| panic!("law 2: {} step {step}: {error}", self.at(match_)));
            assert_eq!(text(&loaded.position()), *state, "law 2: {} step {step}", self.at(match_));
            assert_eq!(loaded.state_hash(), replayed.state_hash(), "law 2: {}", self.at(match_));
            for viewer in self.viewers() {
                assert_eq!(
                    loaded.view(viewer),
                    replayed.view(viewer),
                    "law 2: {}",
                    self.at(match_)
                );
            }
            let Some(taken) = again.played().get(step) else { continue };
            let mut next = loaded;
            next.play_unchecked(taken.seat, taken.action, None);
            assert_eq!(
                text(&next.position()),
                states[step + 1],
                "law 2: {}: the position of step {step} continues differently",
                self.at(match_)
            );
        }
        for (index, viewer) in self.viewers().enumerate() {
            for number in 0..=match_.length() {
                let step = again.step(number, viewer).expect("a step of the match");
                assert_eq!(Some(&step), match_.step(number, viewer).as_ref(), "law 2");
                // Frames are long, and one function writes them for all games: each step is requested by
                // one viewer, and each viewer requests some steps.
                if number % self.viewers().count() != index {
                    continue;
                }
                let mut frames = again.frames(number, viewer).expect("a step of the match");
                frames.told.iter_mut().for_each(|event| event.view = None);
                assert_eq!(frames, step, "law 2: {}: frames of {number}", self.at(match_));
            }
        }
    }
}
