//! The query of a preview.

use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use serde::Deserialize;
use zashiki_core::Seat;

use crate::error::Refused;

/// What a preview is asked.
#[derive(Debug, Deserialize)]
pub(crate) struct Intention {
    /// An action's notation.
    pub(crate) action: String,
    /// The seat to act for, if the guest has several.
    pub(crate) seat: Option<Seat>,
}

impl Intention {
    /// Refuses an address that names none.
    pub(crate) fn read(
        asked: Result<Query<Intention>, QueryRejection>,
    ) -> Result<Intention, Refused> {
        asked.map(|Query(intention)| intention).map_err(|_| {
            Refused::bad(
                "action に行動を一つ指定してください。例: ?action=place%205",
                "Name one action in \"action\", such as ?action=place%205.",
            )
        })
    }
}
