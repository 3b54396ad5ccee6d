//! Observations for machine learning: the information of a seat as a fixed number of floats.
//!
//! A game declares its [`Features`] once per configuration and writes them from a view (see
//! [`Observe`](crate::Observe)).

use serde::Serialize;

/// A named group of numbers within an observation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
pub struct Feature {
    /// Name in snake case, unique within the game.
    pub name: &'static str,
    /// Size of each dimension, in row-major order: planes, rows and columns for boards.
    pub shape: Vec<usize>,
    /// Meaning of the numbers, in a sentence.
    pub meaning: &'static str,
    /// The largest possible value of each of the numbers. The smallest is 0.
    pub max: usize,
    /// The product of the shape. Every observation asks for it, feature by feature.
    #[serde(skip)]
    size: usize,
}

impl Feature {
    /// A feature of marks, 0 or 1, with at most [`DIMENSIONS`](Feature::DIMENSIONS) dimensions.
    pub fn new<const N: usize>(
        name: &'static str,
        shape: [usize; N],
        meaning: &'static str,
    ) -> Feature {
        const { assert!(N > 0 && N <= Feature::DIMENSIONS) }
        let size = shape.iter().product();
        Feature { name, shape: shape.to_vec(), meaning, max: 1, size }
    }

    /// The feature with another largest value, for counts. The largest value is 1 or more.
    #[must_use]
    pub fn up_to(self, max: impl Into<usize>) -> Feature {
        Feature { max: max.into().max(1), ..self }
    }

    /// Maximum number of dimensions of a feature.
    pub const DIMENSIONS: usize = 4;

    /// Number of values: the product of the shape.
    #[inline]
    pub fn size(&self) -> usize {
        self.size
    }
}

/// The features of a game with one configuration, in the order of an observation.
#[derive(Clone, PartialEq, Eq, Debug, Serialize)]
#[serde(transparent)]
pub struct Features(Vec<Feature>);

impl<T: Into<Vec<Feature>>> From<T> for Features {
    fn from(features: T) -> Features {
        Features(features.into())
    }
}

impl Features {
    /// The features, in order.
    pub fn iter(&self) -> impl Iterator<Item = &Feature> {
        self.0.iter()
    }

    /// Number of values in an observation.
    pub fn size(&self) -> usize {
        self.iter().map(Feature::size).sum()
    }

    /// The largest possible value of each number of an observation.
    pub fn maxima(&self) -> impl Iterator<Item = usize> + '_ {
        self.iter().flat_map(|feature| std::iter::repeat_n(feature.max, feature.size()))
    }
}

/// An observation being written, feature by feature in order. All values are 0 initially.
#[derive(Debug)]
pub struct Observation<'a> {
    features: &'a [Feature],
    rest: &'a mut [f32],
}

impl<'a> Observation<'a> {
    /// An observation with these features, to be written into `values`, which are all 0.
    pub(crate) fn new(features: &'a Features, values: &'a mut [f32]) -> Observation<'a> {
        Observation { features: &features.0, rest: values }
    }

    /// Returns true if every feature has been written.
    pub(crate) fn is_complete(&self) -> bool {
        self.features.is_empty()
    }

    /// The writer of the next feature. The name documents the call; debug builds check it.
    ///
    /// # Panics
    /// Panics if all features have been written.
    #[inline]
    pub fn next(&mut self, name: &'static str) -> FeatureWriter<'a> {
        let (feature, features) =
            self.features.split_first().expect("more features written than declared");
        debug_assert_eq!(feature.name, name, "features are written in their order");
        self.features = features;
        let (values, rest) = std::mem::take(&mut self.rest).split_at_mut(feature.size());
        self.rest = rest;
        FeatureWriter { shape: &feature.shape, values }
    }
}

/// Writes the values of one feature. Debug builds check the indices in every dimension.
#[derive(Debug)]
pub struct FeatureWriter<'a> {
    shape: &'a [usize],
    values: &'a mut [f32],
}

impl FeatureWriter<'_> {
    /// Sets the value at an index, given for each dimension.
    ///
    /// # Panics
    /// Panics if the index is beyond the feature.
    #[inline]
    pub fn set<const N: usize>(&mut self, place: [usize; N], value: impl Into<f32>) {
        *self.at(place) = value.into();
    }

    /// Sets the value at an index to 1.
    ///
    /// # Panics
    /// Panics if the index is beyond the feature.
    #[inline]
    pub fn mark<const N: usize>(&mut self, place: [usize; N]) {
        *self.at(place) = 1.0;
    }

    /// Sets the value at an index to 1 if `so` is true, otherwise to 0.
    ///
    /// # Panics
    /// Panics if the index is beyond the feature.
    #[inline]
    pub fn mark_if<const N: usize>(&mut self, place: [usize; N], so: bool) {
        *self.at(place) = f32::from(u8::from(so));
    }

    /// Adds a number to the value at an index.
    ///
    /// # Panics
    /// Panics if the index is beyond the feature.
    #[inline]
    pub fn add<const N: usize>(&mut self, place: [usize; N], value: impl Into<f32>) {
        *self.at(place) += value.into();
    }

    /// Adds 1 to the value at an index.
    ///
    /// # Panics
    /// Panics if the index is beyond the feature.
    #[inline]
    pub fn one_more<const N: usize>(&mut self, place: [usize; N]) {
        *self.at(place) += 1.0;
    }

    #[inline]
    fn at<const N: usize>(&mut self, place: [usize; N]) -> &mut f32 {
        debug_assert_eq!(N, self.shape.len(), "an index has the dimensions of its feature");
        let mut flat = 0;
        for (at, size) in place.into_iter().zip(self.shape) {
            debug_assert!(at < *size, "{place:?} is outside {:?}", self.shape);
            flat = flat * size + at;
        }
        &mut self.values[flat]
    }
}
