//! Unfinished decisions.

use table::{Draft, Illegal, Seat};

use crate::Shinra;

impl Shinra {
    pub(crate) fn read_draft(&self, _seat: Seat, _draft: &str) -> Result<Draft, Illegal> {
        Err(Illegal::no_draft())
    }
}
