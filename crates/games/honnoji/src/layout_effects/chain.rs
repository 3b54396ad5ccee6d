//! Chains of numbers: an icon designates the sum of the numbers in its direction.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::components::{Icon, Icons};
use crate::face::Face;
use crate::grid::{Cell, Direction, Layout};

/// Limit of a chain: the sum of its numbers is always below 6 (H-52).
const SIX: u8 = 6;

/// The reason why a chain of numbers ends.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum ChainEnd {
    /// The next cell is empty, or outside the placement area.
    Empty,
    /// The card on the next cell has no number.
    NotANumber,
    /// The next number would make the sum 6 or more.
    Six,
}
/// The chain of numbers that an icon reads: its sum, length and end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Chain {
    /// The sum of the numbers, 1..=5; 0 if there are none.
    pub number: u8,
    /// Number of cards in the chain.
    pub cards: u8,
    pub end: ChainEnd,
    /// The cell at which the chain ends; `None` at the edge of the placement area.
    pub stop: Option<Cell>,
}

/// The chain of an icon on cell `icon` (H-46, H-51, H-52, H-58; A-H4, A-H5, A-H6).
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

/// Calls `each` with every icon that designates a number, and that number, in the order of the
/// cards.
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
