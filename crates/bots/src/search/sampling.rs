//! Weighted random choices.

use zashiki_core::GameRng;

/// An index sampled with probability proportional to its weight; `None` if all weights are 0.
pub(crate) fn sample_weighted<W: Iterator<Item = u32>>(
    weights: impl Fn() -> W,
    rng: &mut GameRng,
) -> Option<usize> {
    let whole = weights().sum();
    let mut drawn = (whole > 0).then(|| rng.below(whole))?;
    weights().position(|weight| match drawn.checked_sub(weight) {
        Some(left) => {
            drawn = left;
            false
        }
        None => true,
    })
}

/// An index sampled with its probability; the probabilities must add to 1.
pub(crate) fn sample_by_share(shares: impl Iterator<Item = f64>, rng: &mut GameRng) -> usize {
    const WHOLE: u32 = 1 << 30;
    let mut left = f64::from(rng.below(WHOLE)) / f64::from(WHOLE);
    let mut last = 0;
    for (place, share) in shares.enumerate().filter(|(_, share)| *share > 0.0) {
        if left < share {
            return place;
        }
        left -= share;
        last = place;
    }
    last
}
