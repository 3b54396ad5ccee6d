//! The ring of squares.

/// Number of squares on the ring (H-5).
pub(crate) const SQUARES: u8 = 5;

/// The next square clockwise, 1..=5.
#[inline]
pub(crate) const fn next(square: u8) -> u8 {
    square % SQUARES + 1
}

/// The next square counterclockwise, 1..=5.
#[inline]
pub(crate) const fn previous(square: u8) -> u8 {
    (square + SQUARES - 2) % SQUARES + 1
}

/// The squares within reach of a sword, one bit each: the square itself and its neighbours (H-95).
/// No bit is set for 0, which stands for a pawn off the board.
#[inline]
pub(crate) const fn reach(square: u8) -> u8 {
    if square == 0 { 0 } else { 1 << square | 1 << next(square) | 1 << previous(square) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_ring_goes_round_both_ways() {
        for square in 1..=SQUARES {
            assert_eq!(previous(next(square)), square);
            assert_eq!((0..5).fold(square, |at, _| next(at)), square);
        }
        assert_eq!((next(5), previous(1)), (1, 5));
        assert_eq!(reach(1), 0b10_0110);
    }
}
