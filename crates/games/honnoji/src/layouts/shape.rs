//! Shapes: cards at relative positions, while a group of icon cards grows.

use arrayvec::ArrayVec;

use crate::components::IconSpec;
use crate::face::{Cards, Face};
use crate::grid::{Cell, Direction, MAX_LISTED, PackedLayout};

/// A column and a row, relative to an arbitrary origin.
pub(super) type Coordinates = (i8, i8);

/// Cards, each with its column and row.
pub(super) type Shape = ArrayVec<(Face, i8, i8), MAX_LISTED>;

/// Calls `each` with every shape in which the icon card at `from` reads numbers: for each of its
/// `icons` any chain of new cards from `numbers`, or none. Shapes in which the card reads no number that was
/// there before are left out, unless `shared` is true.
pub(super) fn add_chains(
    shape: &mut Shape,
    icons: &[IconSpec],
    numbers: Cards,
    from: Coordinates,
    shared: bool,
    each: &mut impl FnMut(&Shape),
) {
    match icons.split_first() {
        Some((spec, rest)) => {
            let chain =
                GrowingChain { from, rest, numbers, step: step(spec.direction), sum: 0, shared };
            chain.extend(shape, (from.0 + chain.step.0, from.1 + chain.step.1), each);
        }
        None if shared => each(shape),
        None => {}
    }
}

/// The chain of one icon while numbers are added to it.
#[derive(Clone, Copy)]
struct GrowingChain<'a> {
    /// The cell of the icon card.
    from: Coordinates,
    /// The icons of the card that follow this icon.
    rest: &'a [IconSpec],
    /// The numbers that may be added.
    numbers: Cards,
    /// The change of column and row for one step in the icon's direction.
    step: Coordinates,
    /// The sum of the numbers that the icon has read so far.
    sum: u8,
    /// True if the card reads a number that was in the shape before.
    shared: bool,
}

impl GrowingChain<'_> {
    /// Continues the chain at `cell`: with the card that is there, or, on an empty cell, with each
    /// number that fits and with none.
    fn extend(self, shape: &mut Shape, cell: Coordinates, each: &mut impl FnMut(&Shape)) {
        let beyond = (cell.0 + self.step.0, cell.1 + self.step.1);
        match card_at(shape, cell).map(Face::number) {
            Some(Some(number)) if self.sum + number <= 5 => {
                let chain = GrowingChain { sum: self.sum + number, shared: true, ..self };
                chain.extend(shape, beyond, each);
            }
            Some(_) => add_chains(shape, self.rest, self.numbers, self.from, self.shared, each),
            None => {
                add_chains(shape, self.rest, self.numbers, self.from, self.shared, each);
                for (face, number) in Face::NUMBERS.into_iter().zip(1..) {
                    let fits = self.sum + number <= 5 && self.numbers.contains(face);
                    if fits && shape.iter().all(|card| card.0 != face) {
                        shape.push((face, cell.0, cell.1));
                        let chain = GrowingChain { sum: self.sum + number, ..self };
                        chain.extend(shape, beyond, each);
                        shape.pop();
                    }
                }
            }
        }
    }
}

/// The change of column and row for one step in a direction.
pub(super) fn step(direction: Direction) -> Coordinates {
    let cell = Cell::ORIGIN.step(direction).unwrap_or(Cell::ORIGIN);
    (cell.x(), cell.y())
}

/// The card on a cell of the shape; `None` if the cell is empty.
pub(super) fn card_at(shape: &Shape, cell: Coordinates) -> Option<Face> {
    shape.iter().find(|card| (card.1, card.2) == cell).map(|card| card.0)
}

/// The cards of a layout as a shape that can grow.
pub(super) fn to_shape(layout: &PackedLayout) -> Shape {
    layout.layout().iter().map(|card| (card.face, card.cell.x(), card.cell.y())).collect()
}
