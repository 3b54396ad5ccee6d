//! The view, which is the same for both players and for spectators, and determinizations: full
//! states sampled from it.

use std::sync::Arc;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::GameRng;

use crate::board::Board;
use crate::limits::MAX_PLOTS;
use crate::{Config, Kokyu};

/// The information of every viewer: the board, and the number of cards in the pile.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "kokyu.ts")]
pub struct View {
    /// The board: all public information about the match.
    pub board: Board,
    /// Number of plot cards in the pile. The board implies which ones; their order is unknown.
    pub pile: u8,
}

impl Kokyu {
    /// The view of the state, which is the same for every viewer.
    pub(crate) fn to_view(&self) -> View {
        View { board: self.board.clone(), pile: self.pile.len() as u8 }
    }
}

impl View {
    /// Samples a state consistent with the view (a determinization): the pile is shuffled.
    pub(crate) fn determinize(&self, config: &Arc<Config>, mut rng: GameRng) -> Kokyu {
        let board = self.board.clone();
        let out = |plot: &u8| board.discards.contains(plot) || board.resolving.contains(plot);
        let plots = 0..config.components.plots.len() as u8;
        let mut pile: ArrayVec<u8, MAX_PLOTS> = plots.filter(|plot| !out(plot)).collect();
        rng.shuffle(&mut pile);
        Kokyu { config: config.clone(), board, pile, rng }
    }
}
