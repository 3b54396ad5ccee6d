//! What a viewer may know. Both players and any spectator know the same.

use std::sync::Arc;

use arrayvec::ArrayVec;
use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::GameRng;

use crate::board::Board;
use crate::limits::MAX_PLOTS;
use crate::{Config, Kokyu};

/// What every viewer may know: all that lies open, and how many cards the pile has.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "kokyu.ts")]
pub struct View {
    /// Everything that lies open.
    pub board: Board,
    /// How many 策謀 cards the pile has. Which they are follows from what is open; in
    /// which order they lie, nobody knows.
    pub pile: u8,
}

impl Kokyu {
    /// What every viewer sees.
    pub(crate) fn seen(&self) -> View {
        View { board: self.board.clone(), pile: self.pile.len() as u8 }
    }
}

impl View {
    /// A truth that looks like this: the pile in any order.
    pub(crate) fn determinize(&self, config: &Arc<Config>, mut rng: GameRng) -> Kokyu {
        let board = self.board.clone();
        let out = |plot: &u8| board.discards.contains(plot) || board.resolving.contains(plot);
        let plots = 0..config.components.plots.len() as u8;
        let mut pile: ArrayVec<u8, MAX_PLOTS> = plots.filter(|plot| !out(plot)).collect();
        rng.shuffle(&mut pile);
        Kokyu { config: config.clone(), board, pile, rng }
    }
}
