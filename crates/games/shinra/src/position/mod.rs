//! Conversion between states and positions.

mod check;
mod count;
mod types;

use std::collections::BTreeMap;
use std::sync::Arc;

use zashiki_core::{InputError, LocalizedText, Seat, fault};

use crate::board::{Board, Hand, Stage};
use crate::components::part_of;
use crate::square::Square;
use crate::{Config, Shinra};
use check::{check_seats, read_piece};
pub use types::{PiecePosition, Position};

impl Shinra {
    /// The state as a position with all fields set.
    pub(crate) fn to_position(&self) -> Position {
        let board = &self.board;
        let squares: BTreeMap<Square, PiecePosition> = Square::all()
            .filter_map(|square| {
                let piece = board.at(square);
                let seat = piece.owner()?;
                let points = Some(piece.points());
                Some((square, PiecePosition { seat, cards: piece.cards(), points }))
            })
            .collect();
        let hands = board.hands.map(|hand| {
            let items = hand.items();
            items.flat_map(|(item, count)| (0..count).map(move |_| item)).collect()
        });
        Position {
            squares,
            hands: Some(hands),
            stage: Some(board.stage),
            switches: Some(board.switches),
            stepped: board.stepped,
            turns: board.turns,
        }
    }

    /// Builds the state that a position describes.
    ///
    /// # Errors
    /// Returns an error if the rules do not allow the position.
    pub(crate) fn load_position(
        config: &Arc<Config>,
        position: Position,
    ) -> Result<Shinra, InputError> {
        Shinra::build(config, position).map_err(|fault| InputError::impossible(part_of(fault)))
    }

    fn build(config: &Arc<Config>, position: Position) -> Result<Shinra, LocalizedText> {
        let stage = position.stage.unwrap_or(if position.squares.is_empty() {
            Stage::Setup
        } else {
            Stage::Act { seat: Seat(0) }
        });
        check_seats(stage)?;
        let mut board = Board::new([Hand::EMPTY; 2], stage);
        for (square, piece) in &position.squares {
            let piece = read_piece(config, *square, piece)?;
            board.put(*square, piece);
        }
        board.stepped = position.stepped;
        board.turns = position.turns;
        let before_battle = matches!(
            stage,
            Stage::Setup | Stage::Deploy { .. } | Stage::Switch { place: Some(_), .. }
        );
        let offered = matches!(stage, Stage::Switch { .. });
        board.switches = position.switches.unwrap_or(before_battle || offered);
        if (before_battle || offered) && !board.switches {
            fault!(
                "switches が false なのに、まだスイッチのある段階です",
                "`switches` is false, yet the stage still has switches"
            );
        }
        let mut state = Shinra::new(config.clone(), board);
        state.check_kings()?;
        state.fill_hands(position.hands)?;
        state.check_card_counts()?;
        state.check_hands()?;
        state.check_stage(before_battle)?;
        let mut state = state.ready();
        state.skip_forced();
        Ok(state)
    }
}
