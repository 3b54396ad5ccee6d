//! The effects of layouts. The layout list, drafts, the reveal and the phases all read layouts with
//! this module.

mod chain;
mod orders;
mod reading;

use crate::face::{Cards, Face};

pub use chain::ChainEnd;
pub(crate) use chain::{chain, each_designated};
pub use orders::{Attack, Order, Path, StayReason};
pub(crate) use orders::{Orders, Plan, Tally};
pub use reading::{Effect, IconReading, Reading};

/// The laid cards that return to the hand in the exhaustion phase: the crest and the smallest number
/// (H-126, H-127; A-H30, A-H31).
#[inline]
pub(crate) fn returning(laid: Cards) -> Cards {
    let mut returns = Cards::NONE;
    if laid.contains(Face::CREST) {
        returns.add(Face::CREST);
    }
    if let Some(smallest) = laid.only(Cards::NUMBERS).kinds().next() {
        returns.add(smallest);
    }
    returns
}
