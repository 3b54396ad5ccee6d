//! Checks of law 11: observations.

use std::collections::HashSet;
use std::collections::hash_map::{Entry, HashMap};
use std::sync::Arc;
use std::sync::atomic::Ordering;

use zashiki_core::{
    Game, GameRng, GameState, GameStateExt as _, Match, ObservationEncoder, Seat, SubActionKind,
    Viewer,
};

use super::trial::{Findings, Trial};

impl<G: Game> Trial<'_, G> {
    /// Checks law 11 at the current step: the observations are valid, and equal ones imply equal legal
    /// actions.
    pub fn observations(
        &self,
        match_: &Match<G>,
        observed: &mut Observed<G>,
        rng: &mut GameRng,
        findings: &Findings,
    ) {
        let state = match_.state();
        for seat in Seat::all(self.seats) {
            let view = state.view(Viewer::Seat(seat));
            let values = observed.of_view(&view, seat);
            let finite = values.iter().all(|bits| f32::from_bits(*bits).is_finite());
            assert!(
                finite,
                "law 11: {}: {seat} observes a value that is not finite",
                self.at(match_)
            );
            if let Some(feature) = observed.beyond_its_maximum(&values) {
                panic!(
                    "law 11: {}: {seat} observes a value of {feature} out of range",
                    self.at(match_)
                );
            }
            let determinization = G::determinize(self.config, &view, rng.fork());
            let same_view = determinization.view(Viewer::Seat(seat));
            assert_eq!(observed.of_view(&same_view, seat), values, "law 11: {}", self.at(match_));
            let of_state = observed.of_state(state, seat);
            assert_eq!(of_state, values, "law 11: {}: {seat} from the state", self.at(match_));
            findings.observations.fetch_add(1, Ordering::Relaxed);
            let legal: HashSet<G::Action> = state.legal(seat).into_iter().collect();
            match observed.entries.entry((seat, values)) {
                Entry::Vacant(new) => drop(new.insert((view, legal))),
                Entry::Occupied(old) => {
                    let (before, listed) = old.get();
                    assert_eq!(
                        *listed,
                        legal,
                        "law 11: {}: {seat} had an equal observation with other legal actions",
                        self.at(match_)
                    );
                    findings
                        .equal_observations
                        .fetch_add(usize::from(*before != view), Ordering::Relaxed);
                }
            }
        }
    }
}

/// All observations of a match so far, bit by bit, each with the seat's view and legal actions.
pub struct Observed<G: Game> {
    encoder: ObservationEncoder<G>,
    entries: HashMap<(Seat, Vec<u32>), ViewAndActions<G>>,
}

/// A seat's view and its legal actions.
type ViewAndActions<G> = (<G as GameState>::View, HashSet<<G as GameState>::Action>);

impl<G: Game> Observed<G> {
    pub fn new(config: &Arc<G::Config>) -> Observed<G> {
        Observed { encoder: ObservationEncoder::new(config), entries: HashMap::new() }
    }

    fn of_view(&self, view: &G::View, seat: Seat) -> Vec<u32> {
        self.bits(|values| self.encoder.observe(view, seat, values))
    }

    fn of_state(&self, state: &G, seat: Seat) -> Vec<u32> {
        self.bits(|values| self.encoder.observe_state(state, seat, values))
    }

    /// The name of the first feature with a value below 0 or above its maximum.
    fn beyond_its_maximum(&self, values: &[u32]) -> Option<&'static str> {
        let mut rest = values;
        self.encoder.features().iter().find_map(|feature| {
            let (values, others) = rest.split_at(feature.size());
            rest = others;
            let possible = |bits: &u32| (0.0..=feature.max as f32).contains(&f32::from_bits(*bits));
            (!values.iter().all(possible)).then_some(feature.name)
        })
    }

    /// The bits of the observation that `write` writes.
    fn bits(&self, write: impl FnOnce(&mut [f32])) -> Vec<u32> {
        // Encoders write every value, regardless of the previous content.
        let mut values = vec![f32::MAX; self.encoder.size()];
        write(&mut values);
        values.into_iter().map(f32::to_bits).collect()
    }
}

/// Checks that every feature and kind of sub-action has a unique name and a meaning.
pub fn check_names<G: Game>(
    encoder: &ObservationEncoder<G>,
    kinds: &[SubActionKind],
) -> Result<(), String> {
    let features = encoder.features().iter().map(|feature| (feature.name, feature.meaning));
    let kinds = kinds.iter().map(|kind| (kind.name, kind.meaning));
    let lists = [("feature", features.collect::<Vec<_>>()), ("sub-action kind", kinds.collect())];
    for (list, entries) in lists {
        let mut names = HashSet::new();
        for (name, meaning) in entries {
            let plain = |letter: char| letter.is_ascii_lowercase() || letter == '_';
            if name.is_empty() || !name.chars().all(plain) || !names.insert(name) {
                return Err(format!("the {list} {name:?} needs a unique name in snake case"));
            }
            if !meaning.ends_with('.') || meaning.contains('|') {
                return Err(format!("the meaning of the {list} {name} must be a sentence"));
            }
        }
    }
    Ok(())
}
