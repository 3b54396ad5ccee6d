//! Everything on the table.

use zashiki_core::{Seat, SeatSet};

use crate::config::Config;
use crate::face::{Cards, Face, Row};
use crate::grid::Layout;
use crate::layout_effects::{Orders, Plan};
use crate::limits::{DECK, MAX_SEATS};
use crate::ring::SQUARES;
use crate::types::{End, Phase, Placing};

/// How many cards a square holds at most: with the fourth it burns (H-30).
pub(crate) const PILE: usize = 4;

/// How many cards the deck can have at most: kobans may be discarded and shuffled in.
pub(crate) const DECK_ROOM: usize = DECK + MAX_SEATS;

/// Where the play stands. `turn`s count clockwise from the first player.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stage {
    Preparation,
    Decision,
    Movement,
    /// On this square everybody before this turn has taken a card.
    PickUp {
        square: u8,
        turn: u8,
    },
    /// The attack with this number among those of the seat, and the turn of the victim.
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

/// The table. It is copied as a whole.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Board {
    /// From 1 to 6.
    pub round: u8,
    /// Who holds the first-player marker.
    pub first: Seat,
    pub stage: Stage,
    /// Whether the play waits; not while things happen by themselves.
    pub asking: bool,
    /// The cards on the squares 1 to 5, oldest first.
    pub squares: [Row<PILE>; SQUARES as usize],
    /// Where the pawns stand; 0 before the first movement.
    pub pawns: [u8; MAX_SEATS],
    /// Where they stood before the movement of this round.
    pub from: [u8; MAX_SEATS],
    /// The hands, without what is laid.
    pub hands: [Cards; MAX_SEATS],
    pub exposed: [Cards; MAX_SEATS],
    /// What is laid, from the declaration to the exhaustion phase.
    pub laid: [Layout; MAX_SEATS],
    /// Who has declared; nobody from the exhaustion phase on.
    pub declared: SeatSet,
    /// Whether the layouts are turned up.
    pub revealed: bool,
    /// What the revealed layouts come to.
    pub plans: [Plan; MAX_SEATS],
    /// The last card is dealt first.
    pub deck: Row<DECK_ROOM>,
    pub discards: Cards,
    pub end: Option<End>,
}

impl Board {
    /// The table before the first round.
    pub fn new(config: &Config, first: Seat) -> Board {
        let mut board = Board {
            round: 1,
            first,
            stage: Stage::Preparation,
            asking: false,
            squares: [Row::EMPTY; SQUARES as usize],
            pawns: [0; MAX_SEATS],
            from: [0; MAX_SEATS],
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

    /// The seat whose turn it is, counted clockwise from the first player (H-22, A-H46).
    #[inline]
    pub fn at(&self, config: &Config, turn: u8) -> Seat {
        let seat = self.first.0 + turn;
        Seat(if seat >= config.seats { seat - config.seats } else { seat })
    }

    /// The turn of a seat.
    #[inline]
    pub fn turn_of(&self, config: &Config, seat: Seat) -> u8 {
        (seat.0 + config.seats - self.first.0) % config.seats
    }

    /// The cards of a square from 1 to 5.
    #[inline]
    pub fn pile(&self, square: u8) -> &Row<PILE> {
        &self.squares[usize::from(square) - 1]
    }

    /// Whether it is a fire square in this round: cards of such squares are never picked up,
    /// and the squares are cleared at the end of the round (H-29, H-30, H-34).
    #[inline]
    pub fn burns(&self, square: u8) -> bool {
        let pile = self.pile(square);
        pile.len() == PILE || pile.as_slice().contains(&Face::FIRE)
    }

    /// Whether a seat's pawn stands on the square.
    #[inline]
    pub fn stands(&self, seat: Seat, square: u8) -> bool {
        self.pawns[seat.index()] == square
    }

    /// Whose decisions are awaited.
    #[inline]
    pub fn awaited(&self, config: &Config) -> SeatSet {
        match self.stage {
            Stage::Decision => match config.options.placing {
                Placing::InTurn => (0..config.seats)
                    .map(|turn| self.at(config, turn))
                    .find(|seat| !self.declared.contains(*seat))
                    .map_or(SeatSet::EMPTY, SeatSet::one),
                Placing::Together => {
                    Seat::all(config.seats).filter(|seat| !self.declared.contains(*seat)).collect()
                }
            },
            Stage::PickUp { turn, .. }
            | Stage::Attack { turn, .. }
            | Stage::Fire { turn }
            | Stage::Recovery { turn } => SeatSet::one(self.at(config, turn)),
            _ => SeatSet::EMPTY,
        }
    }

    /// What others may steal of a seat, and what it may have to discard: exposed cards that
    /// are not basic (H-102, H-103, H-113; A-H23, A-H37).
    #[inline]
    pub fn losable(&self, seat: Seat) -> Cards {
        let exposed = self.exposed[seat.index()];
        exposed.minus(exposed.only(Cards::BASIC))
    }

    /// What a seat may recover: exposed cards that are not treasures (H-120, H-121).
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

    /// What a seat's layout comes to.
    pub fn plan_of(&self, config: &Config, seat: Seat, from: u8) -> Plan {
        Orders::read(&self.laid[seat.index()], &config.icons).plan(from)
    }
}

/// The six basic cards of a player (H-8).
pub(crate) fn basic_cards() -> Cards {
    Face::ALL.into_iter().filter(|face| face.is_basic()).collect()
}
