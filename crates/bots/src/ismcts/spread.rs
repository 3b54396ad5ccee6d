//! The spread of the values of simulations.

/// Values within this width are noise.
const LEAST_WIDTH: f32 = 40.0;
/// The width of values that are spread evenly from 0 to 1 is about 1, which is this many
/// standard deviations.
const DEVIATIONS: f32 = 3.5;

/// Mean and variance of the simulation values for one seat.
#[derive(Clone, Copy, Default)]
pub(super) struct Spread {
    pub count: f64,
    pub sum: f64,
    pub squares: f64,
}

impl Spread {
    pub fn add(&mut self, value: i32) {
        let value = f64::from(value);
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    pub fn width(&self) -> f32 {
        let mean = self.sum / self.count.max(1.0);
        let variance = self.squares / self.count.max(1.0) - mean * mean;
        (DEVIATIONS * variance.max(0.0).sqrt() as f32).max(LEAST_WIDTH)
    }
}
