//! Statistics of the values that simulations return.

/// Minimum width of a distribution of values, which go from 0 to 2000; smaller differences count as noise.
const LEAST_WIDTH: f32 = 40.0;
/// Ratio of a distribution's width to its standard deviation. It makes the width of a uniform distribution
/// equal to its range.
const DEVIATIONS: f32 = 3.5;

/// Sums for the mean and the variance of the simulation values for one seat.
#[derive(Clone, Copy, Default)]
pub(super) struct Spread {
    pub count: f64,
    pub sum: f64,
    pub squares: f64,
}

impl Spread {
    /// Adds a value, from 0 to 2000.
    pub fn add(&mut self, value: i32) {
        let value = f64::from(value);
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    /// The width of the distribution, in the unit of the values.
    pub fn width(&self) -> f32 {
        let mean = self.sum / self.count.max(1.0);
        let variance = self.squares / self.count.max(1.0) - mean * mean;
        (DEVIATIONS * variance.max(0.0).sqrt() as f32).max(LEAST_WIDTH)
    }
}
