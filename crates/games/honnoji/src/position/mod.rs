//! Positions: complete states as JSON. Loading one checks it and sets up the state.

mod checks;
mod setup;

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{InputError, NoLog, RngState, Seat};

use crate::board::Stage;
use crate::face::Face;
use crate::grid::LaidCard;
use crate::view::on_board;
use crate::{Config, Honnoji};

/// A seat's pawn and cards in a [`Position`].
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(export, export_to = "honnoji.ts", optional_fields)]
pub struct PlayerPosition {
    /// The square of the pawn. Omitted in round 1 before the movement.
    pub square: Option<u8>,
    /// The square of the pawn before the movement of this round, once the layouts are revealed.
    /// Omitted in round 1.
    pub from: Option<u8>,
    /// The hand without the layout. Default: the basic cards that are neither laid nor exposed.
    pub hand: Option<Vec<Face>>,
    /// The exposed cards. Default: the koban.
    pub exposed: Option<Vec<Face>>,
    /// The layout. Omitted if the seat has not declared.
    pub laid: Option<Vec<LaidCard>>,
}

/// The stage of a [`Position`]. Variants without fields have braces too, so that unknown fields are
/// rejected in all variants.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
#[ts(export, export_to = "honnoji.ts")]
pub enum StagePosition {
    /// A round is about to begin. Loading the position deals the cards and continues to the first
    /// decision.
    Preparation {},
    /// Layouts are declared. After the last declaration they are revealed and carried out.
    Decision {},
    /// A seat takes a card from a square shared with other pawns.
    PickUp {
        /// The shared square, 1..=5.
        square: u8,
        /// The seat to move.
        seat: Seat,
    },
    /// A seat steals a card.
    Attack {
        /// The attacking seat, which is to move.
        seat: Seat,
        /// Index of the attack among those of the attacking seat.
        attack: u8,
        /// The seat that loses a card.
        victim: Seat,
    },
    /// A seat discards a card on a fire square.
    Fire {
        /// The seat to move.
        seat: Seat,
    },
    /// A seat recovers cards.
    Recovery {
        /// The seat to move.
        seat: Seat,
    },
    /// The match is over.
    Over {},
}

/// A complete state as JSON. All fields are optional: the default is the decision phase of round 1
/// with empty squares.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(export, export_to = "honnoji.ts", optional_fields)]
pub struct Position {
    /// The round, 1..=6.
    #[ts(as = "Option<u8>")]
    pub round: u8,
    /// The stage. Default: layouts are declared.
    pub stage: Option<StagePosition>,
    /// The seat with the first-player marker.
    #[ts(as = "Option<Seat>")]
    pub first_player: Seat,
    /// The cards on the squares 1 to 5, oldest first. Default: none.
    #[ts(as = "Option<Vec<Vec<Face>>>")]
    pub squares: Vec<Vec<Face>>,
    /// The deck; the last card is dealt first. Default: cards that are nowhere else, shuffled, in
    /// the number that the round requires.
    pub deck: Option<Vec<Face>>,
    /// The discarded cards in any order. Default: the cards that are nowhere else.
    pub discards: Option<Vec<Face>>,
    /// The seats' pawns and cards, by seat. Default: as at the start.
    #[ts(as = "Option<Vec<PlayerPosition>>")]
    pub players: Vec<PlayerPosition>,
    /// State of the random number generator.
    #[ts(as = "Option<RngState>")]
    #[serde(rename = "dice")]
    pub rng: RngState,
}

impl Default for Position {
    fn default() -> Position {
        Position {
            round: 1,
            stage: None,
            first_player: Seat(0),
            squares: Vec::new(),
            deck: None,
            discards: None,
            players: Vec::new(),
            rng: RngState { seed: 0, drawn: 0 },
        }
    }
}

impl Honnoji {
    /// The position that describes this state.
    pub(crate) fn to_position(&self) -> Position {
        let board = &self.board;
        let seat = |turn| board.seat_at(&self.config, turn);
        let stage = match board.stage {
            Stage::PickUp { square, turn } => StagePosition::PickUp { square, seat: seat(turn) },
            Stage::Attack { turn, attack, victim } => {
                StagePosition::Attack { seat: seat(turn), attack, victim: seat(victim) }
            }
            Stage::Fire { turn } => StagePosition::Fire { seat: seat(turn) },
            Stage::Recovery { turn } => StagePosition::Recovery { seat: seat(turn) },
            Stage::Over => StagePosition::Over {},
            // The other stages await no decision, so no position is taken in them.
            Stage::Decision
            | Stage::Preparation
            | Stage::Movement
            | Stage::Exhaustion
            | Stage::RoundEnd => StagePosition::Decision {},
        };
        let player = |seat: Seat| {
            let index = seat.index();
            PlayerPosition {
                square: on_board(board.pawns[index]),
                from: on_board(board.squares_before[index]),
                hand: Some(board.hands[index].to_vec()),
                exposed: Some(board.exposed[index].to_vec()),
                laid: board.declared.contains(seat).then(|| board.laid[index].iter().collect()),
            }
        };
        Position {
            round: board.round,
            stage: Some(stage),
            first_player: board.first,
            squares: board.squares.iter().map(|row| row.as_slice().to_vec()).collect(),
            deck: Some(board.deck.as_slice().to_vec()),
            discards: Some(board.discards.to_vec()),
            players: Seat::all(self.config.seats).map(player).collect(),
            rng: self.rng.state(),
        }
    }

    /// Loads a position and continues to the next decision.
    pub(crate) fn load_position(
        config: &Arc<Config>,
        position: Position,
    ) -> Result<Honnoji, InputError> {
        let mut state = Honnoji::build(config, position).map_err(InputError::impossible)?;
        state.run(&mut NoLog);
        Ok(state)
    }
}
