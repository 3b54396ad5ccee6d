//! Positions: complete states as JSON. Loading one checks it.

mod checks;

use std::sync::Arc;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{GameRng, InputError, NoLog, RngState, text};

use crate::board::Board;
use crate::limits::MAX_PLOTS;
use crate::{Config, Kokyu};

/// A complete state of a match as JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Position {
    /// The board: all public information about the match.
    pub board: Board,
    /// The pile of plot cards (策謀), as indices from 0; the last is drawn first.
    pub pile: Vec<u8>,
    /// State of the random number generator.
    #[serde(rename = "dice")]
    pub rng: RngState,
}

impl Kokyu {
    /// The position that describes this state.
    pub(crate) fn to_position(&self) -> Position {
        Position { board: self.board.clone(), pile: self.pile.to_vec(), rng: self.rng.state() }
    }

    /// Loads a position and continues to the next decision.
    pub(crate) fn load_position(
        config: &Arc<Config>,
        position: Position,
    ) -> Result<Kokyu, InputError> {
        let pile: Option<ArrayVec<u8, MAX_PLOTS>> = position.pile[..].try_into().ok();
        let rng = GameRng::from_state(&position.rng);
        let checked = match pile {
            None => Err(text!(
                "pile の策謀カードが{MAX_PLOTS}枚を超えています",
                "`pile` has more than {MAX_PLOTS} cards"
            )),
            Some(pile) => {
                let state = Kokyu { config: config.clone(), board: position.board, pile, rng };
                state.check_board().map(|()| state)
            }
        };
        let mut state = checked.map_err(InputError::impossible)?;
        state.run(&mut NoLog);
        Ok(state)
    }
}
