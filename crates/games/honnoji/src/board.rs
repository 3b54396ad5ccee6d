//! The board: everything on the table.

use zashiki_core::{Seat, SeatSet};

use crate::config::Config;
use crate::face::{Cards, Face, Row};
use crate::grid::Layout;
use crate::layout_effects::{Orders, Plan};
use crate::limits::{DECK, MAX_SEATS};
use crate::ring::SQUARES;
use crate::types::{End, Phase, Placing};

/// Number of cards with which a square becomes a fire square (H-30). No square ever has more.
pub(crate) const MAX_PILE: usize = 4;

/// Maximum number of cards in the deck: discarded kobans may be shuffled into it.
pub(crate) const MAX_DECK: usize = DECK + MAX_SEATS;

/// The current stage of the match. In each variant, `turn` is a seat's turn: its distance clockwise
/// from the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    Preparation,
    Decision,
    Movement,
    /// The seats with pawns on `square` pick up cards. Seats with a turn before `turn` have already
    /// taken their card from it.
    PickUp {
        square: u8,
        turn: u8,
    },
    /// Attacks are carried out. `turn` is the attacker's turn, `attack` the index of the attack
    /// among those of the attacker, and `victim` the victim's turn.
    Attack {
        turn: u8,
        attack: u8,
        victim: u8,
    },
    Fire {
        turn: u8,
    },
    Recovery {
        turn: u8,
    },
    Exhaustion,
    RoundEnd,
    Over,
}

impl Stage {
    pub const fn phase(self) -> Phase {
        match self {
            Stage::Preparation => Phase::Preparation,
            Stage::Decision => Phase::Decision,
            Stage::Movement => Phase::Movement,
            Stage::PickUp { .. } => Phase::PickUp,
            Stage::Attack { .. } => Phase::Attack,
            Stage::Fire { .. } => Phase::Fire,
            Stage::Recovery { .. } => Phase::Recovery,
            Stage::Exhaustion => Phase::Exhaustion,
            Stage::RoundEnd => Phase::RoundEnd,
            Stage::Over => Phase::Over,
        }
    }
}

/// Everything on the table, as a plain value: copying it is cheap.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    /// The current round, 1..=6.
    pub round: u8,
    /// The seat with the first-player marker.
    pub first: Seat,
    pub stage: Stage,
    /// True while a decision is awaited; false while the rules advance the match.
    pub awaiting: bool,
    /// The cards on each of the squares 1 to 5, oldest first.
    pub squares: [Row<MAX_PILE>; SQUARES as usize],
    /// The square of each seat's pawn; 0 before the first movement.
    pub pawns: [u8; MAX_SEATS],
    /// The square of each seat's pawn before the movement of this round.
    pub squares_before: [u8; MAX_SEATS],
    /// The cards in each seat's hand, without the cards of its layout.
    pub hands: [Cards; MAX_SEATS],
    pub exposed: [Cards; MAX_SEATS],
    /// Each seat's layout, from its declaration to the exhaustion phase.
    pub laid: [Layout; MAX_SEATS],
    /// The seats that have declared a layout; empty from the exhaustion phase on.
    pub declared: SeatSet,
    /// True if the layouts are face up.
    pub revealed: bool,
    /// The plan of each seat's revealed layout: its effects for the seat's pawn.
    pub plans: [Plan; MAX_SEATS],
    /// The deck, from the bottom; the last card is dealt first.
    pub deck: Row<MAX_DECK>,
    pub discards: Cards,
    pub end: Option<End>,
}

impl Board {
    /// The board before the first round.
    pub fn new(config: &Config, first: Seat) -> Board {
        let mut board = Board {
            round: 1,
            first,
            stage: Stage::Preparation,
            awaiting: false,
            squares: [Row::EMPTY; SQUARES as usize],
            pawns: [0; MAX_SEATS],
            squares_before: [0; MAX_SEATS],
            hands: [Cards::NONE; MAX_SEATS],
            exposed: [Cards::NONE; MAX_SEATS],
            laid: [Layout::EMPTY; MAX_SEATS],
            declared: SeatSet::EMPTY,
            revealed: false,
            plans: [Plan::default(); MAX_SEATS],
            deck: Row::EMPTY,
            discards: Cards::NONE,
            end: None,
        };
        for seat in Seat::all(config.seats) {
            board.hands[seat.index()] = basic_cards();
            board.exposed[seat.index()] = Cards::one(Face::KOBAN);
        }
        board
    }

    /// The seat that is `turn` seats clockwise from the first player (H-22, A-H46).
    #[inline]
    pub fn seat_at(&self, config: &Config, turn: u8) -> Seat {
        let seat = self.first.0 + turn;
        Seat(if seat >= config.seats { seat - config.seats } else { seat })
    }

    /// The number of seats clockwise from the first player to `seat`.
    #[inline]
    pub fn turn_of(&self, config: &Config, seat: Seat) -> u8 {
        (seat.0 + config.seats - self.first.0) % config.seats
    }

    /// The cards on a square, 1..=5.
    #[inline]
    pub fn pile(&self, square: u8) -> &Row<MAX_PILE> {
        &self.squares[usize::from(square) - 1]
    }

    /// Returns true if the square is a fire square in this round: its cards are never picked up, and
    /// it is cleared at the end of the round (H-29, H-30, H-34).
    #[inline]
    pub fn burns(&self, square: u8) -> bool {
        let pile = self.pile(square);
        pile.len() == MAX_PILE || pile.as_slice().contains(&Face::FIRE)
    }

    /// Returns true if the seat's pawn is on the square.
    #[inline]
    pub fn stands(&self, seat: Seat, square: u8) -> bool {
        self.pawns[seat.index()] == square
    }

    /// The seats whose decisions are awaited.
    #[inline]
    pub fn awaited(&self, config: &Config) -> SeatSet {
        match self.stage {
            Stage::Decision => match config.options.placing {
                Placing::InTurn => (0..config.seats)
                    .map(|turn| self.seat_at(config, turn))
                    .find(|seat| !self.declared.contains(*seat))
                    .map_or(SeatSet::EMPTY, SeatSet::one),
                Placing::Together => {
                    Seat::all(config.seats).filter(|seat| !self.declared.contains(*seat)).collect()
                }
            },
            Stage::PickUp { turn, .. }
            | Stage::Attack { turn, .. }
            | Stage::Fire { turn }
            | Stage::Recovery { turn } => SeatSet::one(self.seat_at(config, turn)),
            _ => SeatSet::EMPTY,
        }
    }

    /// The cards that a seat can lose by theft or fire: exposed cards that are not basic (H-102,
    /// H-103, H-113; A-H23, A-H37).
    #[inline]
    pub fn losable(&self, seat: Seat) -> Cards {
        let exposed = self.exposed[seat.index()];
        exposed.minus(exposed.only(Cards::BASIC))
    }

    /// The cards that a seat may recover: exposed cards that are not treasures (H-120, H-121).
    #[inline]
    pub fn recoverable(&self, config: &Config, seat: Seat) -> Cards {
        let exposed = self.exposed[seat.index()];
        exposed.minus(exposed.only(config.treasures))
    }

    /// All cards of a seat: hand, layout and exposed area.
    #[inline]
    pub fn owned(&self, seat: Seat) -> Cards {
        let index = seat.index();
        self.hands[index].plus(self.laid[index].cards()).plus(self.exposed[index])
    }

    /// The plan of a seat's layout: its effects for a pawn on square `from`.
    pub fn plan_of(&self, config: &Config, seat: Seat, from: u8) -> Plan {
        Orders::read(&self.laid[seat.index()], &config.icons).plan(from)
    }
}

/// The six basic cards that every seat has (H-8).
pub(crate) fn basic_cards() -> Cards {
    Face::ALL.into_iter().filter(|face| face.is_basic()).collect()
}
