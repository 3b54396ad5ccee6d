//! The query parameters of a request for a preview of an action.

use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use serde::Deserialize;
use session::request_error::RequestError;
use zashiki_core::Seat;

use crate::error::Refused;

/// The query parameters of a request for a preview of an action.
#[derive(Debug, Deserialize)]
pub(crate) struct Intention {
    /// The action to preview, in notation.
    pub(crate) action: String,
    /// The seat to act for, if the guest has several.
    pub(crate) seat: Option<Seat>,
}

impl Intention {
    /// Parses the query parameters; returns an error if they name no action.
    pub(crate) fn read(
        asked: Result<Query<Intention>, QueryRejection>,
    ) -> Result<Intention, Refused> {
        let Query(intention) = asked.map_err(|_| RequestError::no_action())?;
        Ok(intention)
    }
}
