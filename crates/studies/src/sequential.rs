//! Sequential tests: they end a series of games as soon as the result is certain enough.

use serde::Serialize;

use crate::stats::Sample;

/// Result of a sequential test: is one bot stronger than another by the tested margin?
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Verdict {
    /// The bot is better by the tested margin; the hypothesis that the bots are equal is rejected.
    Better,
    /// The bot is equal or worse; the hypothesis that it is better by the margin is rejected.
    NotBetter,
    /// The test is not decided yet.
    Open,
}

/// Minimum number of deals of a decided test. With fewer the normal approximation is too coarse.
const FIRST_DEALS: u64 = 16;

/// A generalised sequential probability ratio test of a mean share, as in Stockfish's fishtest. It uses the
/// normal approximation of the log-likelihood ratio with the sample variance (Van den Bergh, "A Practical
/// Introduction to the GSPRT", 2019). The probability of an error of either kind is at most 5 %.
pub(crate) struct Gsprt {
    null: f64,
    alternative: f64,
    sample: Sample,
    /// The sample with one lost and one won deal added, so that the variance is never 0.
    spread: Sample,
}

impl Gsprt {
    /// A test of the hypothesis "the share is `alternative`" against "the share is `null`". `null` must be
    /// smaller.
    pub(crate) fn new(null: f64, alternative: f64) -> Gsprt {
        let mut spread = Sample::default();
        spread.add(0.0);
        spread.add(1.0);
        Gsprt { null, alternative, sample: Sample::default(), spread }
    }

    /// Adds the share of the win in one deal.
    pub(crate) fn add(&mut self, share: f64) {
        self.sample.add(share);
        self.spread.add(share);
    }

    pub(crate) fn sample(&self) -> &Sample {
        &self.sample
    }

    /// The log-likelihood ratio of the two hypotheses; positive if the alternative is more likely.
    pub(crate) fn ratio(&self) -> f64 {
        let between = self.alternative - self.null;
        let middle = (self.alternative + self.null) / 2.0;
        self.sample.count() as f64 * between * (self.sample.mean() - middle)
            / self.spread.variance()
    }

    pub(crate) fn verdict(&self) -> Verdict {
        if self.sample.count() < FIRST_DEALS {
            return Verdict::Open;
        }
        let bound = 19f64.ln();
        match self.ratio() {
            ratio if ratio >= bound => Verdict::Better,
            ratio if ratio <= -bound => Verdict::NotBetter,
            _ => Verdict::Open,
        }
    }
}

#[cfg(test)]
mod tests {
    use zashiki_core::GameRng;

    use super::*;

    /// Result of the test, and the number of deals, if each game is won with a probability of `chance`
    /// thousandths.
    fn run(chance: u32, seed: u64) -> (Verdict, u64) {
        let mut rng = GameRng::from_seed(seed);
        let mut test = Gsprt::new(0.5, 0.6);
        while test.verdict() == Verdict::Open && test.sample().count() < 5000 {
            let won = |rng: &mut GameRng| f64::from(u8::from(rng.below(1000) < chance));
            test.add((won(&mut rng) + won(&mut rng)) / 2.0);
        }
        (test.verdict(), test.sample().count())
    }

    #[test]
    fn few_deals_decide_nothing() {
        let mut test = Gsprt::new(0.5, 0.9);
        (1..FIRST_DEALS).for_each(|_| test.add(1.0));
        assert!(test.ratio() > 19f64.ln(), "the ratio alone would decide it");
        assert_eq!(test.verdict(), Verdict::Open);
        test.add(1.0);
        assert_eq!(test.verdict(), Verdict::Better);
    }

    #[test]
    fn errors_are_as_rare_as_promised_and_clear_cases_are_short() {
        let wrong =
            |chance, verdict| (0..400).filter(|seed| run(chance, *seed).0 == verdict).count();
        assert!(wrong(500, Verdict::Better) <= 30);
        assert!(wrong(600, Verdict::NotBetter) <= 30);
        let deals = |chance| (0..50).map(|seed| run(chance, seed).1).sum::<u64>() / 50;
        assert!(deals(950) < 30 && deals(600) > 60, "{} {}", deals(950), deals(600));
    }
}
