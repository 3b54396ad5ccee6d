//! Statistics of one kind of action in a balance study.

use crate::measures::kinds::Use;
use crate::stats::{Sample, Share, holm};

/// Statistics of one kind of action in a balance study.
pub(super) struct Kind {
    pub name: String,
    pub uses: Use,
    /// Shares of the win: in `with`, of the seats that took such an action in a game; in `without`, of the
    /// seats that could have taken one and did not.
    pub with: Sample,
    pub without: Sample,
    pub denied: Option<Denied>,
}

/// Effect of denying one side a kind of action whenever it has another choice.
pub(super) struct Denied {
    /// The share of the wins of the side to which the kind was denied.
    pub won: Share,
    /// Probability that the share deviates from a fair share by chance at least this much.
    pub p_value: f64,
    /// True if the effect is significant after correction for the number of denied kinds.
    pub shown: bool,
}

impl Kind {
    pub fn is_detail(&self) -> bool {
        self.name.contains(' ')
    }

    /// Difference between the mean shares of wins with and without an action of the kind.
    pub fn gain(&self) -> f64 {
        self.with.mean() - self.without.mean()
    }

    /// The [gain](Kind::gain) divided by its standard error; 0 for small samples.
    pub fn weight(&self) -> f64 {
        let error = |sample: &Sample| sample.variance() / sample.count().max(1) as f64;
        let both = error(&self.with) + error(&self.without);
        let few = self.with.count() < 20 || self.without.count() < 20;
        if few || both == 0.0 { 0.0 } else { self.gain() / both.sqrt() }
    }
}

/// Sets `shown` of each denied kind, corrected for the number of tests by Holm's method.
pub(super) fn judge(kinds: &mut [Kind]) {
    let denied: Vec<&mut Denied> =
        kinds.iter_mut().filter_map(|kind| kind.denied.as_mut()).collect();
    let p_values: Vec<f64> = denied.iter().map(|denied| denied.p_value).collect();
    for (denied, shown) in denied.into_iter().zip(holm(&p_values)) {
        denied.shown = shown;
    }
}
