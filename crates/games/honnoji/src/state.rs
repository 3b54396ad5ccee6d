//! The state of a match.

use std::sync::Arc;

use zashiki_core::GameRng;

use crate::board::Board;
use crate::config::Config;

/// Complete state of a match of HONNOJI.
#[derive(Clone, Debug)]
pub struct Honnoji {
    pub(crate) config: Arc<Config>,
    pub(crate) board: Board,
    pub(crate) rng: GameRng,
}
