//! Errors of the database, and internal errors.

use axum::http::StatusCode;
use session::request_error::RequestError;

use super::refused::{Refused, errors};
use crate::protocol::Refusal;

errors! {
    closing: SERVICE_UNAVAILABLE,
        "サーバーを終了しています。少し待ってからお試しください。",
        "The server is shutting down; try again in a moment.";

    /// The database cannot be written at the moment.
    not_ready: SERVICE_UNAVAILABLE,
        "データベースに書き込めません。空き容量と、データフォルダーの権限を確かめてください。",
        "The database cannot be written; check that its disk has free space and that the data folder is writable.";
}

/// Logs the error of a failed write, and returns the refusal to send to the client.
pub(crate) fn not_saved(error: &sqlx::Error) -> Refusal {
    tracing::error!(%error, "a change could not be saved");
    if is_lost(error) { Refusal::NOT_SAVED_YET } else { Refusal::NOT_SAVED }
}

impl Refused {
    /// An error of the program.
    pub(crate) fn broken() -> Refused {
        RequestError::broken().into()
    }

    pub(crate) fn not_saved(error: &sqlx::Error) -> Refused {
        let message = not_saved(error).message;
        let status = match is_lost(error) {
            true => StatusCode::SERVICE_UNAVAILABLE,
            false => StatusCode::INSUFFICIENT_STORAGE,
        };
        Refused { status, message, limit: None }
    }
}

/// Converts a database error to an error answer. Its details are written to the log; the client receives a
/// general message.
impl From<sqlx::Error> for Refused {
    fn from(error: sqlx::Error) -> Self {
        if is_lost(&error) {
            return Refused::not_saved(&error);
        }
        tracing::error!(%error, "the store failed");
        Refused::broken()
    }
}

/// Returns true if the error means that the connection to the database is lost, so that the outcome of
/// pending operations is unknown. Connections to SQLite cannot be lost.
pub(crate) fn is_lost(error: &sqlx::Error) -> bool {
    match error {
        // Connection exceptions and operator intervention: PostgreSQL, Appendix A.
        sqlx::Error::Database(error) => error.code().is_some_and(|code| {
            code.len() == 5 && (code.starts_with("08") || code.starts_with("57P"))
        }),
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::WorkerCrashed => true,
        _ => false,
    }
}
