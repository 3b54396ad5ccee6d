//! The state of a game.

use std::sync::Arc;

use crate::board::Board;
use crate::config::Config;
use crate::search_inputs::SearchSums;

/// Complete state of a game of 森羅万象 (Shinra Bansho): configuration and board.
#[derive(Clone, Debug)]
pub struct Shinra {
    pub(crate) config: Arc<Config>,
    pub(crate) board: Board,
    /// The sums of the search network, in the states of a search.
    pub(crate) search_sums: Option<SearchSums>,
}

impl Shinra {
    /// A state without the sums of a search.
    pub(crate) const fn new(config: Arc<Config>, board: Board) -> Shinra {
        Shinra { config, board, search_sums: None }
    }
}
