//! The [`Observe`] trait: a seat's information as numbers, for machine learning.

use std::sync::Arc;

use crate::{Features, GameState, Observation, Seat, Viewer};

/// Observations of a game for machine learning: the information of a seat as a fixed number of floats.
///
/// [`observe`](Observe::observe) has no access to the state, so that it cannot leak hidden information.
pub trait Observe: GameState {
    /// The layout of a seat's observations in matches with this configuration. Features indexed by seat
    /// begin with the observing seat (0) and continue in order of play.
    #[doc(alias = "observation_tensor_shape")]
    fn features(config: &Self::Config) -> Features;

    /// Writes the seat's observation: all [features](Observe::features) in their order, computed from
    /// the seat's own `view` alone. Callers use an [`ObservationEncoder`](crate::ObservationEncoder).
    #[doc(alias = "observation_tensor")]
    fn observe(config: &Self::Config, view: &Self::View, seat: Seat, out: &mut Observation<'_>);

    /// Writes what [`observe`](Observe::observe) writes for the seat's own view (law 11), without
    /// necessarily building the view. Games with expensive views override this for programs that play
    /// millions of steps.
    fn observe_state(&self, seat: Seat, out: &mut Observation<'_>) {
        Self::observe(self.config(), &self.view(Viewer::Seat(seat)), seat, out);
    }
}

/// Writes observations of matches with one configuration.
#[derive(Debug)]
pub struct ObservationEncoder<G: Observe> {
    config: Arc<G::Config>,
    features: Features,
    size: usize,
}

impl<G: Observe> ObservationEncoder<G> {
    /// An encoder for matches with this configuration.
    pub fn new(config: &Arc<G::Config>) -> ObservationEncoder<G> {
        let features = G::features(config);
        let size = features.size();
        ObservationEncoder { config: config.clone(), features, size }
    }

    /// The layout of an observation.
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// Number of values in an observation.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Writes the observation of a seat from its view, without allocation.
    ///
    /// # Panics
    /// Panics if the length of `out` is not [`size`](ObservationEncoder::size).
    #[inline]
    pub fn observe(&self, view: &G::View, seat: Seat, out: &mut [f32]) {
        self.write(out, |observation| G::observe(&self.config, view, seat, observation));
    }

    /// Writes the observation of a seat in this state: the same values as from its view, often faster.
    ///
    /// # Panics
    /// Panics if the length of `out` is not [`size`](ObservationEncoder::size).
    #[inline]
    pub fn observe_state(&self, game: &G, seat: Seat, out: &mut [f32]) {
        self.write(out, |observation| game.observe_state(seat, observation));
    }

    #[inline]
    fn write(&self, out: &mut [f32], observe: impl FnOnce(&mut Observation<'_>)) {
        assert_eq!(out.len(), self.size, "an observation has its size");
        out.fill(0.0);
        let mut observation = Observation::new(&self.features, out);
        observe(&mut observation);
        assert!(observation.is_complete(), "every feature is written");
    }
}
