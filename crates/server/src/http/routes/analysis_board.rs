//! Routes for the analysis of matches supplied by the client.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Extension, Query, State};
use axum::routing::post;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::Value;
use session::queries;
use session::queries::analysis_board::{AnalysisBoard, read_file};
use session::request_error::RequestError;
use zashiki_core::ComponentsReport;

use crate::app::App;
use crate::client_addr::Address;
use crate::error::Refused;
use crate::http::body::read_body;
use crate::http::routes::preview_query::Intention;
use crate::protocol::{CheckComponents, Foreseen, ReadPlay, Studied, StudiedDraft, Study};

/// Maximum body size of a request: enough for a record with `MAX_ACTIONS` actions.
const MAX_BODY: usize = 256 * 1024;

/// The routes of the analysis board.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/analysis", post(analysis))
        .route("/analysis/preview", post(preview))
        .route("/analysis/draft", post(draft))
        .route("/records", post(read))
        .route("/components", post(check_components))
        .method_not_allowed_fallback(async || Refused::wrong_method())
        .layer(DefaultBodyLimit::max(MAX_BODY))
}

type Body = Result<Bytes, BytesRejection>;

async fn analysis(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    body: Body,
) -> Result<Json<Studied>, Refused> {
    let request: Study = read_body(body, MAX_BODY)?;
    app.analysis_boards.study(address, request, AnalysisBoard::studied).await.map(Json)
}

async fn preview(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    intention: Result<Query<Intention>, QueryRejection>,
    body: Body,
) -> Result<Json<Foreseen>, Refused> {
    let Intention { action, .. } = Intention::read(intention)?;
    let request: Study = read_body(body, MAX_BODY)?;
    app.analysis_boards.study(address, request, move |board| board.preview(&action)).await.map(Json)
}

/// Query parameters of [`draft`].
#[derive(Debug, Deserialize)]
struct Unfinished {
    /// The draft, in the game's draft notation.
    draft: String,
}

async fn draft(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    unfinished: Result<Query<Unfinished>, QueryRejection>,
    body: Body,
) -> Result<Json<StudiedDraft>, Refused> {
    let Query(Unfinished { draft }) = unfinished.map_err(|_| RequestError::no_draft())?;
    let request: Study = read_body(body, MAX_BODY)?;
    let (longest, most) = (app.limits.draft, app.limits.reading);
    app.analysis_boards
        .study(address, request, move |board| board.draft(&draft, longest, most))
        .await
        .map(Json)
}

/// Checks components that an owner of a game enters.
async fn check_components(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    body: Body,
) -> Result<Json<ComponentsReport>, Refused> {
    let request: CheckComponents = read_body(body, MAX_BODY)?;
    let check = move || queries::components::check(&request);
    Ok(Json(app.analysis_boards.run_blocking(address, check).await??))
}

/// Parses and validates a record or position file.
async fn read(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    body: Body,
) -> Result<Json<ReadPlay>, Refused> {
    let file: Value = read_body(body, MAX_BODY)?;
    app.analysis_boards
        .run_blocking(address, move || read_file(&file))
        .await?
        .map(Json)
        .map_err(Refused::from)
}
