//! Parsing of request bodies.

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::http::StatusCode;
use serde::de::DeserializeOwned;
use session::request_error::RequestError;
use zashiki_core::{decode_text, read_json};

use crate::error::Refused;

/// Maximum size of a request's body, in bytes.
pub(crate) const MAX_BODY: usize = 64 * 1024;

/// Parses a JSON body of at most `most` bytes.
pub(crate) fn read_body<Asked: DeserializeOwned>(
    body: Result<Bytes, BytesRejection>,
    most: usize,
) -> Result<Asked, Refused> {
    let body = body.map_err(|rejected| match rejected.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refused::too_large(most),
        _ => Refused::bad(
            "リクエストを最後まで受け取れませんでした。もう一度送ってください。",
            "The request was incomplete; send it again.",
        ),
    })?;
    let body = decode_text(&body).map_err(RequestError::unreadable)?;
    Ok(read_json(&body).map_err(RequestError::unreadable)?)
}
