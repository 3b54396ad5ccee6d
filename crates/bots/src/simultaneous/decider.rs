//! One seat's part of a simultaneous decision.

use zashiki_core::{GameRng, Seat};

use crate::search::sampling::{sample_by_share, sample_weighted};

/// Choices whose heuristic value is at least this much (of 2000) below the best do not count as about best.
const NAIVE_MARGIN: i32 = 40;

/// One seat's part of a simultaneous decision.
pub(super) struct Decider<A> {
    pub seat: Seat,
    /// The candidate choices, by descending heuristic value.
    pub candidates: Vec<Candidate<A>>,
    /// Number of candidates in use: the first ones of `candidates`.
    pub open: usize,
    /// Number of updates of this seat's strategy.
    pub updates: u64,
}

/// A choice that a seat may make, with its statistics.
pub(super) struct Candidate<A> {
    pub action: A,
    /// Heuristic value directly after the choice, from −1000 to 1000.
    pub value_after: i32,
    /// Accumulated regret; never negative.
    pub regret: f64,
    /// Weight of the choice in the average strategy.
    pub weight: f64,
}

impl<A: Copy> Decider<A> {
    /// The sum of the regrets of the candidates in use.
    pub fn regrets(&self) -> f64 {
        self.candidates[..self.open].iter().map(|candidate| candidate.regret).sum()
    }

    /// The probability of the candidate at index `place` in the current strategy; `regrets` is the sum of all
    /// regrets.
    pub fn share(&self, place: usize, regrets: f64) -> f64 {
        if regrets > 0.0 { self.candidates[place].regret / regrets } else { 1.0 / self.open as f64 }
    }

    /// Samples a candidate with about the best heuristic value; better ones are more probable. Returns its
    /// index.
    pub fn naive(&self, rng: &mut GameRng) -> usize {
        let best = self.candidates[0].value_after;
        let weight =
            |candidate: &Candidate<A>| (candidate.value_after - best + NAIVE_MARGIN).max(0) as u32;
        let about = || self.candidates.iter().map(weight).take_while(|weight| *weight > 0);
        sample_weighted(about, rng).unwrap_or_default()
    }

    /// Samples a candidate from the current strategy; returns its index.
    pub fn draw(&self, rng: &mut GameRng) -> usize {
        let regrets = self.regrets();
        let shares = (0..self.open).map(|place| self.share(place, regrets));
        sample_by_share(shares, rng)
    }

    /// Samples a candidate from the average strategy; returns its index.
    pub fn weight(&self, rng: &mut GameRng) -> usize {
        let whole: f64 = self.candidates.iter().map(|candidate| candidate.weight).sum();
        if whole == 0.0 {
            return self.draw(rng);
        }
        sample_by_share(self.candidates.iter().map(|candidate| candidate.weight / whole), rng)
    }
}
