//! Chains of numbers: the number that an icon designates.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::components::{Icon, Icons};
use crate::face::Face;
use crate::grid::{Cell, Direction, Layout};

/// A chain ends before its sum would reach this (H-52).
const SIX: u8 = 6;

/// Why a chain of numbers ended.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum ChainEnd {
    /// The next cell is empty, or the placement area ends.
    Empty,
    /// On the next cell lies a card without a number.
    NotANumber,
    /// With the next number the sum would be 6 or more.
    Six,
}
/// The numbers an icon reads.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Chain {
    /// The sum; 0 if there is no number.
    pub number: u8,
    /// Of how many cards.
    pub cards: u8,
    pub end: ChainEnd,
    /// Where it ended, unless the area did.
    pub stop: Option<Cell>,
}

/// Follows the numbers from an icon on (H-46, H-51, H-52, H-58; A-H4, A-H5, A-H6).
#[inline]
pub(crate) fn chain(layout: &Layout, icon: Cell, direction: Direction) -> Chain {
    let (mut number, mut cards, mut at) = (0, 0, icon);
    loop {
        let next = at.step(direction);
        let face = next.and_then(|cell| layout.at(cell));
        let end = match face.map(Face::number) {
            None => ChainEnd::Empty,
            Some(None) => ChainEnd::NotANumber,
            Some(Some(more)) if number + more >= SIX => ChainEnd::Six,
            Some(Some(more)) => {
                number += more;
                cards += 1;
                at = next.unwrap_or(at);
                continue;
            }
        };
        return Chain { number, cards, end, stop: next };
    }
}

/// Each icon of a layout that designates a number, with it, in the order of the cards.
#[inline]
pub(crate) fn each_designated(layout: &Layout, icons: &Icons, mut each: impl FnMut(Icon, u8)) {
    for card in layout.iter() {
        for spec in icons.of(card.face) {
            let number = chain(layout, card.cell, spec.direction).number;
            if number > 0 {
                each(spec.icon, number);
            }
        }
    }
}
