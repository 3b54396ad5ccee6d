//! The effects of a layout: the one place where layouts are read. Used by the list of layouts, by
//! drafts, by the reveal and by the phases that carry layouts out.

mod chain;
mod orders;
mod reading;

use crate::face::{Cards, Face};

pub use chain::ChainEnd;
pub(crate) use chain::{chain, each_designated};
pub use orders::{Attack, Order, Path, Stay};
pub(crate) use orders::{Orders, Plan, Tally};
pub use reading::{Effect, IconReading, Reading};

/// What returns to hand of the cards that were laid: the crest and the smallest number (H-126,
/// H-127; A-H30, A-H31).
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
