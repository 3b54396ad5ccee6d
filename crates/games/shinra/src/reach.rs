//! Movement: tables computed once from the arrows on the cards, and the squares that a piece reaches.

use zashiki_core::Seat;

use crate::board::{Board, Piece};
use crate::components::Components;
use crate::kind::{Cards, Kind};
use crate::reading::Way;
use crate::square::{Dir, Square, squares};

/// The number of rows of the movement tables, one for each possible set of cards of a piece: the king,
/// every set of combinable cards, 八とび and ジョーカー.
pub(crate) const FORMS: usize = 34;

/// The row of the movement tables for a set of cards, 0..[`FORMS`].
#[inline]
pub(crate) fn form(cards: Cards) -> usize {
    usize::from((cards.0 >> 1).min(FORMS as u8 - 1))
}

/// A table of sets of squares (one bit per square), indexed by row (see [`form`]), seat, and the square
/// of the piece.
type Sets = Vec<[[u32; Square::COUNT]; 2]>;

/// Movement tables. A row is the index of a set of cards (see [`form`]). Directions are from the first
/// seat's viewpoint.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Arrows {
    /// The directions of single arrows (one square), one bit each, by row and seat.
    steps: [[u8; 2]; FORMS],
    /// The directions of double arrows (any number of squares), one bit each, by row and seat.
    slides: [[u8; 2]; FORMS],
    /// The target squares of bent arrows and of squares marked ○.
    leaps: Sets,
    /// The adjacent squares to which a single or double arrow points.
    beside: Sets,
    /// The squares that a piece could reach with some arrangement of the other pieces.
    potential: Sets,
    /// Points of a piece when it is put on the board, by row (K-21, K-24, K-26, K-27; AK3).
    full: [u8; FORMS],
    /// For each row, the rows of the pieces that such a piece may jump over, one bit each.
    jumps: [u64; FORMS],
}

impl Arrows {
    pub(crate) fn new(components: &Components, jump_needs_combinable: bool) -> Arrows {
        let mut arrows = Arrows {
            steps: [[0; 2]; FORMS],
            slides: [[0; 2]; FORMS],
            leaps: vec![[[0; Square::COUNT]; 2]; FORMS],
            beside: vec![[[0; Square::COUNT]; 2]; FORMS],
            potential: vec![[[0; Square::COUNT]; 2]; FORMS],
            full: [0; FORMS],
            jumps: [0; FORMS],
        };
        let pieces = || {
            (1..=u8::MAX)
                .map(Cards)
                .filter(|cards| !cards.is_stack() || cards.is_subset_of(Cards::COMBINABLE))
        };
        for cards in pieces() {
            arrows.add(cards, components);
            for over in pieces() {
                // K-10, K-14; AK32, AK53, AK58.
                let jumps =
                    over != Cards::KING && (!jump_needs_combinable || cards.can_combine_with(over));
                arrows.jumps[form(cards)] |= u64::from(jumps) << form(over);
            }
        }
        arrows
    }

    fn add(&mut self, cards: Cards, components: &Components) {
        let form = form(cards);
        self.full[form] = full_points(cards, components);
        for seat in Seat::all(2) {
            let at = seat.index();
            for kind in cards.iter() {
                let card = components.card(kind);
                for dir in &card.step {
                    self.steps[form][at] |= 1 << dir.for_first_seat(seat) as u8;
                }
                for dir in &card.slide {
                    self.slides[form][at] |= 1 << dir.for_first_seat(seat) as u8;
                }
                for square in Square::all() {
                    for (forward, right) in &card.leap {
                        let turn = if seat.0 == 0 { 1 } else { -1 };
                        if let Some(there) = square.offset(turn * right, turn * forward) {
                            self.leaps[form][at][square.index()] |= there.bit();
                        }
                    }
                }
            }
            // A double arrow includes the single arrow of the same direction.
            self.steps[form][at] &= !self.slides[form][at];
            for square in Square::all() {
                let mut potential = self.leaps[form][at][square.index()];
                let mut beside = 0;
                for dir in Dir::ALL {
                    let single = self.steps[form][at] >> dir as u8 & 1 != 0;
                    let double = self.slides[form][at] >> dir as u8 & 1 != 0;
                    let distance = if double { 4 } else { 2 * u8::from(single) };
                    if single || double {
                        beside |= square.step(dir).map_or(0, Square::bit);
                    }
                    let mut there = Some(square);
                    for _ in 0..distance {
                        there = there.and_then(|square| square.step(dir));
                        potential |= there.map_or(0, Square::bit);
                    }
                }
                self.potential[form][at][square.index()] = potential;
                self.beside[form][at][square.index()] = beside;
            }
        }
    }

    /// Points of a piece of these cards when it is put on the board. Not for kings.
    #[inline]
    pub(crate) fn full(&self, cards: Cards) -> u8 {
        self.full[form(cards)]
    }

    /// The squares that a piece of these cards could reach from `from` with some arrangement of the
    /// other pieces.
    #[inline]
    pub(crate) fn potential(&self, seat: Seat, cards: Cards, from: Square) -> u32 {
        self.potential[form(cards)][seat.index()][from.index()]
    }

    /// The arrow of a piece in a direction (from the first seat's viewpoint): `Some(true)` for a double
    /// arrow, `Some(false)` for a single one, `None` for none.
    pub(crate) fn arrow(&self, seat: Seat, cards: Cards, dir: Dir) -> Option<bool> {
        let (form, at, bit) = (form(cards), seat.index(), 1 << dir as u8);
        if self.slides[form][at] & bit != 0 {
            Some(true)
        } else {
            (self.steps[form][at] & bit != 0).then_some(false)
        }
    }

    /// The target squares of bent arrows and of squares marked ○.
    #[inline]
    pub(crate) fn leaps(&self, seat: Seat, cards: Cards, from: Square) -> u32 {
        self.leaps[form(cards)][seat.index()][from.index()]
    }

    /// Returns true if a piece may jump over `over`, an adjacent piece of its seat to which it has an
    /// arrow: by default if they could be combined, by option if `over` is not a king (K-10, K-14;
    /// AK32, AK53, AK58).
    #[inline]
    pub(crate) fn may_jump(&self, mover: Cards, over: Piece) -> bool {
        self.jumps[form(mover)] >> form(over.cards()) & 1 != 0
    }

    /// The squares that the piece on `from` reaches, whether they are empty or hold own or enemy pieces
    /// (K-2 to K-16, K-19).
    #[inline]
    pub(crate) fn reach(&self, board: &Board, from: Square) -> u32 {
        let piece = board.at(from);
        let (cards, seat) = (piece.cards(), piece.seat());
        let (form, at) = (form(cards), seat.index());
        let own = board.occupied(seat);
        let occupied = own | board.occupied(seat.other());
        let beside = self.beside[form][at][from.index()];
        let mut set = beside | self.leaps[form][at][from.index()];
        for next in squares(beside & own) {
            if let Some(beyond) = from.beyond(next)
                && self.may_jump(cards, board.at(next))
            {
                set |= beyond.bit();
            }
        }
        let mut slides = self.slides[form][at];
        while slides != 0 {
            let dir = Dir::ALL[slides.trailing_zeros() as usize];
            slides &= slides - 1;
            let mut square = from;
            while let Some(further) = square.step(dir) {
                set |= further.bit();
                if occupied & further.bit() != 0 {
                    break;
                }
                square = further;
            }
        }
        set
    }

    /// The adjacent squares to which a king on this square has an arrow (AK36).
    #[inline]
    pub(crate) fn beside(&self, seat: Seat, king: Square) -> u32 {
        self.beside[form(Cards::KING)][seat.index()][king.index()]
    }

    /// The kinds of move by which a piece reaches a square, and the square that it jumps over, if any.
    pub(crate) fn ways(
        &self,
        board: &Board,
        from: Square,
        to: Square,
    ) -> (Vec<Way>, Option<Square>) {
        let piece = board.at(from);
        let (cards, seat) = (piece.cards(), piece.seat());
        let mut ways = Vec::new();
        let mut over = None;
        if let Some((dir, distance)) = from.line_to(to)
            && let Some(double) = self.arrow(seat, cards, dir)
            && let Some(next) = from.step(dir)
        {
            let own_beside = board.occupied(seat) & next.bit() != 0;
            let free = || {
                let mut square = next;
                for _ in 1..distance {
                    if board.at(square).is_some() {
                        return false;
                    }
                    square = square.step(dir).unwrap_or(square);
                }
                true
            };
            if distance == 1 {
                ways.push(Way::Step);
            } else if double && free() {
                ways.push(Way::Slide);
            } else if distance == 2 && own_beside && self.may_jump(cards, board.at(next)) {
                ways.push(Way::Jump);
                over = Some(next);
            }
        }
        if self.leaps(seat, cards, from) & to.bit() != 0 {
            ways.push(Way::Leap);
        }
        (ways, over)
    }
}

/// Points of a piece of these cards when it is put on the board (K-21, K-24, K-26, K-27; AK3).
fn full_points(cards: Cards, components: &Components) -> u8 {
    let points = &components.points;
    match cards.single() {
        None => {
            let sum: u32 = cards.iter().map(|kind| u32::from(components.card(kind).points)).sum();
            (u32::from(points.stack_base) + sum).min(u32::from(points.stack_most)) as u8
        }
        Some(Kind::King) => points.king,
        Some(Kind::Queen | Kind::General) => points.strong_single,
        Some(kind @ (Kind::Hachitobi | Kind::Joker)) => components.card(kind).points,
        Some(Kind::Shu | Kind::Ko | Kind::Dai) => points.single_life,
    }
}
