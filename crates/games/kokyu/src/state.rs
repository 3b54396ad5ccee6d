//! The state of a match.

use std::sync::Arc;

use arrayvec::ArrayVec;
use zashiki_core::GameRng;

use crate::board::Board;
use crate::config::Config;
use crate::limits::MAX_PLOTS;

/// Complete state of a match of 乾隆後宮.
#[derive(Clone, Debug)]
pub struct Kokyu {
    pub(crate) config: Arc<Config>,
    pub(crate) board: Board,
    /// The pile of plot cards (策謀), as indices from 0; the last is drawn first.
    pub(crate) pile: ArrayVec<u8, MAX_PLOTS>,
    pub(crate) rng: GameRng,
}
