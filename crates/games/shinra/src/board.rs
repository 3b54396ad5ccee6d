//! The board (called the sheet), the hands and the stage of a game as plain arrays, so that searches
//! copy them cheaply.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::Seat;

use crate::kind::{Cards, Item, KINDS, Kind};
use crate::square::{Square, squares};

/// The seat that lays each of the seven cards of the deployment, in order: two into the gaps of the
/// territories, four in turn onto row 3, and one onto the middle square (K-35, K-36, K-42).
pub(crate) const PLACES: [Seat; 7] =
    [Seat(0), Seat(1), Seat(0), Seat(1), Seat(0), Seat(1), Seat(0)];

/// Index of the last card of the deployment in [`PLACES`].
pub(crate) const LAST_PLACE: u8 = PLACES.len() as u8 - 1;

/// The decision that the game waits for, and the seat that must make it.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
#[ts(export, export_to = "shinra.ts")]
pub enum Stage {
    /// Set-up: both seats arrange their cards. A seat with pieces on the sheet has finished.
    Setup,
    /// Deployment: a seat lays a card.
    Deploy {
        /// The seat that lays the card.
        seat: Seat,
        /// Index of the card in the deployment: 0 and 1 fill the gaps, 2 to 5 row 3, 6 the middle
        /// square.
        place: u8,
    },
    /// Battle: the seat chooses its action for the turn.
    Act {
        /// The seat whose turn it is.
        seat: Seat,
    },
    /// An attacker has not captured its target and must return to its territory, join a piece of its
    /// seat or go to the hand.
    Follow {
        /// The seat that owns the attacker.
        seat: Seat,
        /// The square from which the attacker attacked.
        from: Square,
        /// True if the target was the king: a stack may then not choose the hand (K-85).
        king: bool,
    },
    /// The king has stepped onto a piece of his seat. That piece is off the sheet and must be placed
    /// on an empty square of its territory.
    Settle {
        /// The owner of the king and the piece.
        seat: Seat,
        /// The cards of the piece that must be placed.
        cards: Cards,
        /// Life points of the piece that must be placed.
        points: u8,
    },
    /// A seat has captured the enemy's queen and decides if it returns her at once.
    Queen {
        /// The seat that captured the queen.
        seat: Seat,
        /// The captured queen, or the stack that contains her; it is in the seat's hand.
        item: Item,
    },
    /// A seat may exchange two of its pieces.
    Switch {
        /// The seat that may switch.
        seat: Seat,
        /// Index of the deployment's card that was laid before the offer (6: the middle square); `null`
        /// after a turn of the battle.
        place: Option<u8>,
    },
    /// The game is over.
    Over {
        /// The seat that captured the king; `null` at the turn limit.
        winner: Option<Seat>,
    },
}

impl Stage {
    /// The seat whose decision is awaited; `None` in the set-up, where both seats decide, and after the
    /// end.
    pub(crate) const fn seat(&self) -> Option<Seat> {
        match self {
            Stage::Setup | Stage::Over { .. } => None,
            Stage::Deploy { seat, .. }
            | Stage::Act { seat }
            | Stage::Follow { seat, .. }
            | Stage::Settle { seat, .. }
            | Stage::Queen { seat, .. }
            | Stage::Switch { seat, .. } => Some(*seat),
        }
    }
}

/// The contents of a square, packed into 16 bits: the cards, points and owner of the piece; 0 for an
/// empty square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) struct Piece(u16);

impl Piece {
    pub(crate) const NONE: Piece = Piece(0);

    #[inline]
    pub(crate) const fn new(seat: Seat, cards: Cards, points: u8) -> Piece {
        Piece(cards.0 as u16 | (points as u16 & 15) << 8 | (seat.0 as u16) << 12)
    }

    #[inline]
    pub(crate) const fn is_some(self) -> bool {
        self.0 != 0
    }

    #[inline]
    pub(crate) const fn cards(self) -> Cards {
        Cards(self.0 as u8)
    }

    #[inline]
    pub(crate) const fn points(self) -> u8 {
        (self.0 >> 8 & 15) as u8
    }

    #[inline]
    pub(crate) const fn seat(self) -> Seat {
        Seat((self.0 >> 12 & 1) as u8)
    }

    /// The owner; `None` for an empty square.
    #[inline]
    pub(crate) const fn owner(self) -> Option<Seat> {
        if self.is_some() { Some(self.seat()) } else { None }
    }

    #[inline]
    pub(crate) const fn with_points(self, points: u8) -> Piece {
        Piece::new(self.seat(), self.cards(), points)
    }

    #[inline]
    pub(crate) const fn bits(self) -> u16 {
        self.0
    }

    /// Returns true for a single 守, 攻 or 台, which every attack captures (K-59).
    #[inline]
    pub(crate) const fn is_ordinary_single(self) -> bool {
        !self.cards().is_stack() && self.cards().is_subset_of(Cards::ORDINARY)
    }

    /// Returns true for a single with fixed points that an attack must reach (K-60, K-84): 王妃, 将軍,
    /// 八とび or ジョーカー.
    #[inline]
    pub(crate) const fn is_fixed(self) -> bool {
        !self.cards().is_stack()
            && self.cards().intersects(Cards(Cards::COURT.0 | Cards::SPECIAL.0))
    }
}

/// The maximum number of stacks in a hand: all combinable cards of both seats in stacks of two.
const MAX_STACKS: usize = crate::limits::MAX_COMBINABLE as usize;

/// The cards a seat holds off the sheet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hand {
    /// Number of plain singles by kind; before the seat has arranged, all its cards.
    pub singles: [u8; KINDS],
    /// Number of remainders by kind. A remainder is the last card of a captured stack whose queen was
    /// returned (AK35).
    pub remainders: [u8; KINDS],
    /// Number of captured enemy queens that are not part of a stack.
    pub queens: u8,
    held: u8,
    stacks: [Item; MAX_STACKS],
}

impl Hand {
    pub(crate) const EMPTY: Hand = Hand {
        singles: [0; KINDS],
        remainders: [0; KINDS],
        queens: 0,
        held: 0,
        stacks: [Item::plain(Cards::NONE); MAX_STACKS],
    };

    /// A hand of plain singles; `singles` is the number of cards by kind.
    pub(crate) const fn of_deck(singles: [u8; KINDS]) -> Hand {
        Hand { singles, ..Hand::EMPTY }
    }

    /// The stacks in ascending order, including captured stacks with the enemy's queen.
    #[inline]
    pub(crate) fn stacks(&self) -> &[Item] {
        &self.stacks[..usize::from(self.held)]
    }

    /// Returns true if the hand contains an enemy queen, alone or in a stack.
    pub(crate) fn holds_captive(&self) -> bool {
        self.queens > 0 || self.stacks().iter().any(|stack| stack.is_captive())
    }

    /// The number of items equal to `item`.
    #[inline]
    pub(crate) fn count(&self, item: Item) -> u8 {
        match item.cards.single() {
            None => self.stacks().iter().filter(|held| **held == item).count() as u8,
            Some(_) if item.is_captive() => self.queens,
            Some(kind) if item.is_remainder() => self.remainders[kind as usize],
            Some(kind) => self.singles[kind as usize],
        }
    }

    #[inline]
    fn counter(&mut self, item: Item) -> Option<&mut u8> {
        let kind = item.cards.single()?;
        Some(if item.is_captive() {
            &mut self.queens
        } else if item.is_remainder() {
            &mut self.remainders[kind as usize]
        } else {
            &mut self.singles[kind as usize]
        })
    }

    /// Adds an item to the hand. There is always room: the total number of cards limits the number of
    /// stacks.
    #[inline]
    pub(crate) fn add(&mut self, item: Item) {
        match self.counter(item) {
            Some(count) => *count += 1,
            None => {
                let held = usize::from(self.held);
                let at = self.stacks[..held].partition_point(|there| *there < item);
                self.stacks.copy_within(at..held, at + 1);
                self.stacks[at] = item;
                self.held += 1;
            }
        }
    }

    /// Removes an item; returns false if the hand does not contain it.
    #[inline]
    pub(crate) fn remove(&mut self, item: Item) -> bool {
        match self.counter(item) {
            Some(count) => {
                let there = *count > 0;
                *count -= u8::from(there);
                there
            }
            None => {
                let held = usize::from(self.held);
                let Some(at) = self.stacks().iter().position(|there| *there == item) else {
                    return false;
                };
                self.stacks.copy_within(at + 1..held, at);
                self.held -= 1;
                true
            }
        }
    }

    /// Every distinct item of the hand with its count, in the order singles, remainders, captured
    /// queens, stacks.
    pub(crate) fn items(&self) -> impl Iterator<Item = (Item, u8)> {
        let singles = Kind::ALL.into_iter().zip(self.singles);
        let remainders = Kind::ALL.into_iter().zip(self.remainders);
        let stacks = self.stacks().chunk_by(|one, other| one == other);
        singles
            .map(|(kind, count)| (Item::plain(Cards::one(kind)), count))
            .chain(remainders.map(|(kind, count)| (Item::remainder(kind), count)))
            .chain([(Item::captive(Cards::one(Kind::Queen)), self.queens)])
            .chain(stacks.map(|alike| (alike[0], alike.len() as u8)))
            .filter(|(_, count)| *count > 0)
    }

    /// A hand of these items; `None` if there are too many stacks.
    pub(crate) fn of(items: impl IntoIterator<Item = Item>) -> Option<Hand> {
        let mut hand = Hand::EMPTY;
        for item in items {
            if item.cards.is_stack() && usize::from(hand.held) == MAX_STACKS {
                return None;
            }
            hand.add(item);
        }
        Some(hand)
    }
}

/// The part of a game's state that changes: the pieces on the board, both hands, the stage and the
/// flags.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    squares: [Piece; Square::COUNT],
    occupied: [u32; 2],
    kings: [Square; 2],
    pub hands: [Hand; 2],
    pub stage: Stage,
    /// True while seats may switch after battle turns (K-44, K-45).
    pub switches: bool,
    /// By seat: true if the king has used his step onto a piece of his seat (K-89).
    pub stepped: [bool; 2],
    /// True if the seat to move was in check at the beginning of its turn. This is a cached value: it
    /// follows from the other fields.
    pub check: bool,
    /// Number of battle turns completed by both seats together.
    pub turns: u16,
}

impl Board {
    /// The seat that takes the next turn of the battle; `None` before the battle and after the end.
    pub(crate) fn next_to_act(&self) -> Option<Seat> {
        match self.stage {
            Stage::Act { seat } => Some(seat),
            Stage::Follow { seat, .. }
            | Stage::Settle { seat, .. }
            | Stage::Queen { seat, .. }
            | Stage::Switch { seat, place: None | Some(LAST_PLACE) } => Some(seat.other()),
            _ => None,
        }
    }

    /// An empty sheet with these hands.
    pub(crate) fn new(hands: [Hand; 2], stage: Stage) -> Board {
        Board {
            squares: [Piece::NONE; Square::COUNT],
            occupied: [0; 2],
            kings: [Square::MIDDLE; 2],
            hands,
            stage,
            switches: true,
            stepped: [false; 2],
            check: false,
            turns: 0,
        }
    }

    /// The piece on a square, or [`Piece::NONE`].
    #[inline]
    pub(crate) fn at(&self, square: Square) -> Piece {
        self.squares[square.index()]
    }

    /// The contents of all squares, by square index.
    #[inline]
    pub(crate) fn pieces(&self) -> &[Piece; Square::COUNT] {
        &self.squares
    }

    /// The set of squares (one bit each) with a seat's pieces.
    #[inline]
    pub(crate) fn occupied(&self, seat: Seat) -> u32 {
        self.occupied[seat.index()]
    }

    /// The set of empty squares, one bit each.
    #[inline]
    pub(crate) fn empty(&self) -> u32 {
        crate::square::SHEET & !(self.occupied[0] | self.occupied[1])
    }

    /// The square on which the seat's king was last put; meaningful only while the king is on the sheet.
    #[inline]
    pub(crate) fn king(&self, seat: Seat) -> Square {
        self.kings[seat.index()]
    }

    /// The square of the seat's king, if it is on the sheet.
    pub(crate) fn king_square(&self, seat: Seat) -> Option<Square> {
        let square = self.king(seat);
        let piece = self.at(square);
        (piece.owner() == Some(seat) && piece.cards() == Cards::KING).then_some(square)
    }

    /// Puts a piece on a square and replaces the piece there.
    #[inline]
    pub(crate) fn put(&mut self, square: Square, piece: Piece) {
        let (seat, bit) = (piece.seat().index(), square.bit());
        self.squares[square.index()] = piece;
        self.occupied[seat] |= bit;
        self.occupied[1 - seat] &= !bit;
        if piece.cards() == Cards::KING {
            self.kings[seat] = square;
        }
    }

    /// Removes the piece from a square and returns it.
    #[inline]
    pub(crate) fn take(&mut self, square: Square) -> Piece {
        let piece = self.at(square);
        self.squares[square.index()] = Piece::NONE;
        self.occupied[0] &= !square.bit();
        self.occupied[1] &= !square.bit();
        piece
    }

    /// A seat's pieces with their squares, in ascending order.
    #[inline]
    pub(crate) fn of(&self, seat: Seat) -> impl Iterator<Item = (Square, Piece)> {
        squares(self.occupied(seat)).map(|square| (square, self.at(square)))
    }
}
