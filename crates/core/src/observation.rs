//! Observations: what a seat sees of a play as a fixed number of numbers, for learners.
//!
//! A game names its [`Features`] once for a setup and fills them from a view, so that what is
//! hidden cannot get in: [`GameState::observe`] is never shown the truth. Where a view has much that only
//! people need, a game also writes them [without it](GameState::observe_state).

use std::sync::Arc;

use serde::Serialize;

use crate::{GameState, Seat};

/// A named group of numbers of an observation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Feature {
    /// What it is called, in snake case; no other feature of the game has the name.
    pub name: &'static str,
    /// How many numbers it has in each dimension, the last dimension lying closest together: planes,
    /// rows and columns for boards.
    pub shape: Vec<usize>,
    /// What the numbers mean, in a sentence.
    pub meaning: &'static str,
}

impl Feature {
    /// A feature with up to [`DIMENSIONS`](Feature::DIMENSIONS) dimensions.
    pub fn new<const N: usize>(
        name: &'static str,
        shape: [usize; N],
        meaning: &'static str,
    ) -> Feature {
        const { assert!(N > 0 && N <= Feature::DIMENSIONS) }
        Feature { name, shape: shape.to_vec(), meaning }
    }

    /// The most dimensions a feature has.
    pub const DIMENSIONS: usize = 4;

    /// How many numbers it has.
    pub fn size(&self) -> usize {
        self.shape.iter().product()
    }
}

/// The features of a game with one setup, in the order in which they lie in an observation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct Features(Vec<Feature>);

impl<T: Into<Vec<Feature>>> From<T> for Features {
    fn from(features: T) -> Features {
        Features(features.into())
    }
}

impl Features {
    /// Each of them.
    pub fn iter(&self) -> impl Iterator<Item = &Feature> {
        self.0.iter()
    }

    /// How many numbers an observation has.
    pub fn size(&self) -> usize {
        self.iter().map(Feature::size).sum()
    }
}

/// An observation that is being written, feature by feature in their order. All numbers are 0 to
/// begin with.
#[derive(Debug)]
pub struct Observation<'a> {
    features: &'a [Feature],
    rest: &'a mut [f32],
}

impl<'a> Observation<'a> {
    /// The next feature. Its name is given for the reader, and in debug builds compared.
    ///
    /// # Panics
    /// When all have been written.
    #[inline]
    pub fn next(&mut self, name: &'static str) -> FeatureWriter<'a> {
        let (feature, features) = self.features.split_first().expect("a feature that was named");
        debug_assert_eq!(feature.name, name, "features are written in their order");
        self.features = features;
        let (values, rest) = std::mem::take(&mut self.rest).split_at_mut(feature.size());
        self.rest = rest;
        FeatureWriter { shape: &feature.shape, values }
    }
}

/// The numbers of one feature, and no others. Debug builds, in which laws are tested, hold a place to
/// every dimension of the shape.
#[derive(Debug)]
pub struct FeatureWriter<'a> {
    shape: &'a [usize],
    values: &'a mut [f32],
}

impl FeatureWriter<'_> {
    /// Writes a number.
    ///
    /// # Panics
    /// When the place lies beyond the feature.
    #[inline]
    pub fn set<const N: usize>(&mut self, place: [usize; N], value: impl Into<f32>) {
        *self.at(place) = value.into();
    }

    /// Writes 1: it is so.
    ///
    /// # Panics
    /// When the place lies beyond the feature.
    #[inline]
    pub fn mark<const N: usize>(&mut self, place: [usize; N]) {
        *self.at(place) = 1.0;
    }

    /// Writes 1 if it is so, and leaves 0 if it is not.
    ///
    /// # Panics
    /// When the place lies beyond the feature.
    #[inline]
    pub fn mark_if<const N: usize>(&mut self, place: [usize; N], so: bool) {
        *self.at(place) = f32::from(u8::from(so));
    }

    /// Adds a number to what is there.
    ///
    /// # Panics
    /// When the place lies beyond the feature.
    #[inline]
    pub fn add<const N: usize>(&mut self, place: [usize; N], value: impl Into<f32>) {
        *self.at(place) += value.into();
    }

    /// Adds 1: there is one more.
    ///
    /// # Panics
    /// When the place lies beyond the feature.
    #[inline]
    pub fn one_more<const N: usize>(&mut self, place: [usize; N]) {
        *self.at(place) += 1.0;
    }

    #[inline]
    fn at<const N: usize>(&mut self, place: [usize; N]) -> &mut f32 {
        debug_assert_eq!(N, self.shape.len(), "a place has as many dimensions as its feature");
        let mut flat = 0;
        for (at, size) in place.into_iter().zip(self.shape) {
            debug_assert!(at < *size, "{place:?} does not lie in {:?}", self.shape);
            flat = flat * size + at;
        }
        &mut self.values[flat]
    }
}

/// Observes plays of one setup.
#[derive(Debug)]
pub struct ObservationEncoder<G: GameState> {
    config: Arc<G::Config>,
    features: Features,
    size: usize,
}

impl<G: GameState> ObservationEncoder<G> {
    /// For plays with this setup.
    pub fn new(config: &Arc<G::Config>) -> ObservationEncoder<G> {
        let features = G::features(config);
        let size = features.size();
        ObservationEncoder { config: config.clone(), features, size }
    }

    /// What the numbers are.
    pub fn features(&self) -> &Features {
        &self.features
    }

    /// How many numbers an observation has.
    pub fn size(&self) -> usize {
        self.size
    }

    /// Writes what the seat sees, `view` being its view. Nothing is allocated.
    ///
    /// # Panics
    /// When `out` does not have [`size`](ObservationEncoder::size) places.
    #[inline]
    pub fn observe(&self, view: &G::View, seat: Seat, out: &mut [f32]) {
        self.write(out, |observation| G::observe(&self.config, view, seat, observation));
    }

    /// Writes what the seat sees of this play: the same as of its view, where a game can do so
    /// without making the view first.
    ///
    /// # Panics
    /// When `out` does not have [`size`](ObservationEncoder::size) places.
    #[inline]
    pub fn observe_state(&self, game: &G, seat: Seat, out: &mut [f32]) {
        self.write(out, |observation| game.observe_state(seat, observation));
    }

    #[inline]
    fn write(&self, out: &mut [f32], observe: impl FnOnce(&mut Observation<'_>)) {
        assert_eq!(out.len(), self.size, "an observation has its size");
        out.fill(0.0);
        let mut observation = Observation { features: &self.features.0, rest: out };
        observe(&mut observation);
        assert!(observation.features.is_empty(), "every feature is written");
    }
}
