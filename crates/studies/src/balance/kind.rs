//! Statistics of one kind of action.

use super::kinds::Use;
use crate::stats::{Sample, Share, holm};

/// Statistics of one kind of action.
pub(super) struct Kind {
    pub name: String,
    pub uses: Use,
    /// Shares of wins of the seats that took such an action, and of those that could have and did not.
    pub with: Sample,
    pub without: Sample,
    pub denied: Option<Denied>,
}

/// Effect of denying one side a kind of action where it has alternatives.
pub(super) struct Denied {
    /// The side's share of the wins.
    pub won: Share,
    /// Probability of a deviation from a fair share at least this large by chance.
    pub p_value: f64,
    /// True if the effect is significant after correction for the number of denied kinds.
    pub shown: bool,
}

/// Minimum number of offers for statements about a kind.
pub(super) const OFFERS: u64 = 50;

impl Kind {
    pub fn is_detail(&self) -> bool {
        self.name.contains(' ')
    }

    /// Difference between the shares of wins with and without the kind.
    pub fn gain(&self) -> f64 {
        self.with.mean() - self.without.mean()
    }

    /// The gain in standard errors; 0 for small samples.
    pub fn weight(&self) -> f64 {
        let error = |sample: &Sample| sample.variance() / sample.count().max(1) as f64;
        let both = error(&self.with) + error(&self.without);
        let few = self.with.count() < 20 || self.without.count() < 20;
        if few || both == 0.0 { 0.0 } else { self.gain() / both.sqrt() }
    }
}

/// Sets `shown` of each denied kind, by the correction of Holm for all of them.
pub(super) fn judge(kinds: &mut [Kind]) {
    let denied: Vec<&mut Denied> =
        kinds.iter_mut().filter_map(|kind| kind.denied.as_mut()).collect();
    let p_values: Vec<f64> = denied.iter().map(|denied| denied.p_value).collect();
    for (denied, shown) in denied.into_iter().zip(holm(&p_values)) {
        denied.shown = shown;
    }
}
