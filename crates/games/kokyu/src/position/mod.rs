//! Positions, out and in: what comes from outside is counted, checked and set up.

mod checks;

use std::sync::Arc;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{GameRng, InputError, NoLog, RngState, text};

use crate::board::Board;
use crate::limits::MAX_PLOTS;
use crate::{Config, Kokyu};

/// The complete truth, as documented JSON.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "kokyu.ts")]
pub struct Position {
    /// Everything that lies open.
    pub board: Board,
    /// The 策謀 pile by card number from 0; the last is drawn first.
    pub pile: Vec<u8>,
    /// The dice.
    #[serde(rename = "dice")]
    pub rng: RngState,
}

impl Kokyu {
    /// The position this play stands at.
    pub(crate) fn stands(&self) -> Position {
        Position { board: self.board.clone(), pile: self.pile.to_vec(), rng: self.rng.state() }
    }

    /// The play at this position, run on to its next decision.
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
