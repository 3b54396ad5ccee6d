//! What stands on the sheet and lies in the hands: flat, so that search copies it cheaply.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::Seat;

use crate::kind::{Cards, Item, KINDS, Kind};
use crate::square::{Square, squares};

/// Who lays which card of the deployment: the gaps, row 3 in turn, the middle square (K-35,
/// K-36, K-42).
pub(crate) const PLACES: [Seat; 7] =
    [Seat(0), Seat(1), Seat(0), Seat(1), Seat(0), Seat(1), Seat(0)];

/// The last of them.
pub(crate) const LAST_PLACE: u8 = PLACES.len() as u8 - 1;

/// What is being decided, and by whom.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
#[ts(export, export_to = "shinra.ts")]
pub enum Stage {
    /// Both arrange their cards; a seat that has pieces on the sheet has done so and waits.
    Setup,
    /// Deployment: a card is laid.
    Deploy {
        /// Who lays it.
        seat: Seat,
        /// Which placing it is: 0 and 1 the gaps, 2 to 5 row 3, 6 the middle square.
        place: u8,
    },
    /// Battle: the main action of a turn.
    Act {
        /// Whose turn it is.
        seat: Seat,
    },
    /// An attacker has not taken its target and must go home, join or go to the hand.
    Follow {
        /// Whose it is.
        seat: Seat,
        /// Where it stands.
        from: Square,
        /// Whether the target was the king, so that a stack may not choose the hand (K-85).
        king: bool,
    },
    /// The king has stepped onto a piece of his side, which must be set on an empty square at home.
    Settle {
        /// Whose turn it is.
        seat: Seat,
        /// The piece.
        cards: Cards,
        /// Its points.
        points: u8,
    },
    /// The enemy's queen was taken: is she given back at once?
    Queen {
        /// Who took her.
        seat: Seat,
        /// What was taken; it lies in the hand.
        item: Item,
    },
    /// Two pieces of a seat may change places.
    Switch {
        /// Who is asked.
        seat: Seat,
        /// After which placing of the deployment (6: the middle square); `null` after a turn of
        /// the battle.
        place: Option<u8>,
    },
    /// The play has ended.
    Over {
        /// Who took the king; nobody at the turn limit.
        winner: Option<Seat>,
    },
}

impl Stage {
    /// Whose decision it is; both's in the set-up.
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

/// What stands on a square: cards, points and owner in sixteen bits; 0 for nothing.
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

    /// Its owner, if it is a piece at all.
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

    /// 守, 攻 or 台 alone: taken by every attack (K-59).
    #[inline]
    pub(crate) const fn is_ordinary_single(self) -> bool {
        !self.cards().is_stack() && self.cards().within(Cards::ORDINARY)
    }

    /// Alone and with fixed points that an attack must equal (K-60, K-84).
    #[inline]
    pub(crate) const fn is_fixed(self) -> bool {
        !self.cards().is_stack() && self.cards().meets(Cards(Cards::COURT.0 | Cards::SPECIAL.0))
    }
}

/// The most stacks a hand can hold: all combinable cards of both seats in stacks of two.
const MAX_STACKS: usize = crate::limits::MAX_COMBINABLE as usize;

/// A hand.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Hand {
    /// Plain singles by kind; during the set-up the whole box.
    pub singles: [u8; KINDS],
    /// Remainders by kind (AK35).
    pub remainders: [u8; KINDS],
    /// Enemy queens held alone.
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

    /// The whole box: this many plain singles of each kind.
    pub(crate) const fn of_deck(singles: [u8; KINDS]) -> Hand {
        Hand { singles, ..Hand::EMPTY }
    }

    /// The stacks, captive ones too, in ascending order.
    #[inline]
    pub(crate) fn stacks(&self) -> &[Item] {
        &self.stacks[..usize::from(self.held)]
    }

    /// Whether the enemy's queen is in it, alone or in a stack.
    pub(crate) fn holds_captive(&self) -> bool {
        self.queens > 0 || self.stacks().iter().any(|stack| stack.is_captive())
    }

    /// How many equal things there are.
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

    /// Adds a thing. Stacks beyond what the cards allow are not possible.
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

    /// Takes a thing out, if it is there.
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

    /// Every different thing with how many there are: singles, remainders, captive queens,
    /// stacks.
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

    /// The hand with these things; too many stacks are refused.
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

/// Everything on the table.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    squares: [Piece; Square::COUNT],
    occupied: [u32; 2],
    kings: [Square; 2],
    pub hands: [Hand; 2],
    pub stage: Stage,
    /// Whether the switches go on after battle turns.
    pub switches: bool,
    /// Whether each king has made his step.
    pub stepped: [bool; 2],
    /// Whether the seat whose turn it is began it in check; follows from the rest.
    pub check: bool,
    /// Battle turns completed.
    pub turns: u16,
}

impl Board {
    /// Who takes the next main action of the battle; nobody while cards are being laid.
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

    /// What stands there.
    #[inline]
    pub(crate) fn at(&self, square: Square) -> Piece {
        self.squares[square.index()]
    }

    /// All squares in order.
    #[inline]
    pub(crate) fn pieces(&self) -> &[Piece; Square::COUNT] {
        &self.squares
    }

    /// The squares of a seat's pieces.
    #[inline]
    pub(crate) fn occupied(&self, seat: Seat) -> u32 {
        self.occupied[seat.index()]
    }

    /// The squares on which nothing stands.
    #[inline]
    pub(crate) fn empty(&self) -> u32 {
        crate::square::SHEET & !(self.occupied[0] | self.occupied[1])
    }

    /// Where the seat's king stands, once it does.
    #[inline]
    pub(crate) fn king(&self, seat: Seat) -> Square {
        self.kings[seat.index()]
    }

    /// The king's square, if it is on the sheet.
    pub(crate) fn king_square(&self, seat: Seat) -> Option<Square> {
        let square = self.king(seat);
        let piece = self.at(square);
        (piece.owner() == Some(seat) && piece.cards() == Cards::KING).then_some(square)
    }

    /// Puts a piece on a square, instead of what stands there.
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

    /// Takes what stands there.
    #[inline]
    pub(crate) fn take(&mut self, square: Square) -> Piece {
        let piece = self.at(square);
        self.squares[square.index()] = Piece::NONE;
        self.occupied[0] &= !square.bit();
        self.occupied[1] &= !square.bit();
        piece
    }

    /// A seat's pieces with their squares.
    #[inline]
    pub(crate) fn of(&self, seat: Seat) -> impl Iterator<Item = (Square, Piece)> {
        squares(self.occupied(seat)).map(|square| (square, self.at(square)))
    }
}
