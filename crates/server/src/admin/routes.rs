//! The HTTP interface through which a running server accepts operator commands.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{DefaultBodyLimit, State};
use axum::http::HeaderMap;
use axum::http::header::ORIGIN;
use axum::routing::post;
use axum::{Json, Router};

use super::call::{Answer, Request};
use super::run::run as run_command;
use super::token::AdminToken;
use crate::app::App;
use crate::error::Refused;
use crate::http::body::{MAX_BODY, read_body};
use crate::http::guests::bearer;

/// The router of the operator interface: `POST /run` with a [`Request`], answered with an [`Answer`].
pub(crate) fn router(app: Arc<App>, token: AdminToken) -> Router {
    Router::new()
        .route("/run", post(run))
        .fallback(async || Refused::no_address())
        .method_not_allowed_fallback(async || Refused::wrong_method())
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .with_state((app, token))
}

async fn run(
    State((app, token)): State<(Arc<App>, AdminToken)>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Answer>, Refused> {
    let given = bearer(&headers).unwrap_or_default();
    // Requests from a browser's page are rejected.
    if headers.contains_key(ORIGIN) || !token.is(given) {
        tracing::warn!("the operator's address received a wrong token");
        return Err(Refused::wrong_admin_token());
    }
    let request: Request = read_body(body, MAX_BODY)?;
    run_command(&app, request, false).await.map(Json)
}
