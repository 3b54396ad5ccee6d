//! The state of a game.

use std::sync::Arc;

use crate::board::Board;
use crate::config::Config;

/// Complete state of a game of 森羅万象 (Shinra Bansho): configuration and board.
#[derive(Clone, Debug)]
pub struct Shinra {
    pub(crate) config: Arc<Config>,
    pub(crate) board: Board,
}
