//! Numbers formatted as texts of the balance page.

use crate::stats::{Mean, Share};

/// A share formatted as a percentage.
pub(super) fn percent(share: f64) -> String {
    format!("{:.1} %", 100.0 * share)
}

pub(super) fn interval(share: &Share) -> String {
    format!("{} ({:.1}–{:.1})", percent(share.share), 100.0 * share.low, 100.0 * share.high)
}

pub(super) fn mean(mean: &Mean) -> String {
    format!("{:.2} ({:.2}–{:.2})", mean.mean, mean.low, mean.high)
}
