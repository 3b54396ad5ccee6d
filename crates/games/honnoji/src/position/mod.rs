//! The complete truth as a position, and positions from outside: checked, counted and set up.

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

/// One seat in a [`Position`].
#[derive(Clone, PartialEq, Debug, Default, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(export, export_to = "honnoji.ts", optional_fields)]
pub struct PlayerPosition {
    /// Where its pawn stands; left out in round 1 before the movement.
    pub square: Option<u8>,
    /// Where its pawn stood before the movement of this round, once the layouts are
    /// revealed; left out in round 1.
    pub from: Option<u8>,
    /// Its hand, without what is laid; left out: the basic cards that are neither laid nor
    /// exposed.
    pub hand: Option<Vec<Face>>,
    /// Its exposed area; left out: the koban.
    pub exposed: Option<Vec<Face>>,
    /// What it has laid; left out: it has not declared.
    pub laid: Option<Vec<LaidCard>>,
}

/// The stage of a [`Position`]. (Those with nothing more to say are written with braces so
/// that unknown fields are refused in them too.)
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
#[ts(export, export_to = "honnoji.ts")]
pub enum StagePosition {
    /// The round is about to begin: cards are dealt, up to the first decision.
    Preparation {},
    /// Layouts are being declared; once all are, they are revealed and carried out.
    Decision {},
    /// A seat takes a card of a shared square.
    PickUp {
        /// Which square.
        square: u8,
        /// Who.
        seat: Seat,
    },
    /// A seat steals a card.
    Attack {
        /// Who.
        seat: Seat,
        /// The number of the attack among the seat's, from 0.
        attack: u8,
        /// From whom.
        victim: Seat,
    },
    /// A seat discards a card on a fire square.
    Fire {
        /// Who.
        seat: Seat,
    },
    /// A seat recovers cards.
    Recovery {
        /// Who.
        seat: Seat,
    },
    /// The play has ended.
    Over {},
}

/// The complete truth, as documented JSON. Everything may be left out: the default is the
/// decision phase of round 1 with empty squares; from it fields can be set one by one.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields, default)]
#[ts(export, export_to = "honnoji.ts", optional_fields)]
pub struct Position {
    /// The round, from 1 to 6.
    #[ts(as = "Option<u8>")]
    pub round: u8,
    /// What is being done; left out: layouts are declared.
    pub stage: Option<StagePosition>,
    /// Who holds the first-player marker.
    #[ts(as = "Option<Seat>")]
    pub first_player: Seat,
    /// The cards on the squares 1 to 5, oldest first; left out: none.
    #[ts(as = "Option<Vec<Vec<Face>>>")]
    pub squares: Vec<Vec<Face>>,
    /// The deck; the last card is dealt first. Left out: of the cards that lie nowhere else as
    /// many as the round leaves, shuffled.
    pub deck: Option<Vec<Face>>,
    /// The discards, in any order. Left out: the cards that lie nowhere else.
    pub discards: Option<Vec<Face>>,
    /// Each seat; left out: everybody as at the beginning.
    #[ts(as = "Option<Vec<PlayerPosition>>")]
    pub players: Vec<PlayerPosition>,
    /// The dice.
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
    /// The complete truth.
    pub(crate) fn truth(&self) -> Position {
        let board = &self.board;
        let seat = |turn| board.at(&self.config, turn);
        let stage = match board.stage {
            Stage::PickUp { square, turn } => StagePosition::PickUp { square, seat: seat(turn) },
            Stage::Attack { turn, attack, victim } => {
                StagePosition::Attack { seat: seat(turn), attack, victim: seat(victim) }
            }
            Stage::Fire { turn } => StagePosition::Fire { seat: seat(turn) },
            Stage::Recovery { turn } => StagePosition::Recovery { seat: seat(turn) },
            Stage::Over => StagePosition::Over {},
            // Nobody is asked in the other stages, so positions are never taken there.
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
                from: on_board(board.from[index]),
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

    /// The play at this position, run on to its next decision.
    pub(crate) fn load_position(
        config: &Arc<Config>,
        position: Position,
    ) -> Result<Honnoji, InputError> {
        let mut play = Honnoji::build(config, position).map_err(InputError::impossible)?;
        play.run(&mut NoLog);
        Ok(play)
    }
}
