//! Routes for advice on decisions and reviews of finished matches.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Extension, Path, Query, State};
use axum::response::Response;
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use session::Decision;
use session::guest::Guest;
use session::request_error::RequestError;
use session::table::seats::Requester;
use zashiki_core::{Record, Seat};

use crate::app::App;
use crate::client_addr::Address;
use crate::error::Refused;
use crate::protocol::Advised;

/// The routes of advice and reviews.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/tables/{id}/advice", get(advice))
        .route("/tables/{id}/review", get(review))
}

/// Query parameter: the seat for which advice is requested, if the guest has several.
#[derive(Debug, Deserialize)]
struct OfSeat {
    seat: Option<Seat>,
}

async fn advice(
    State(app): State<Arc<App>>,
    Extension(guest): Extension<Guest>,
    Extension(address): Extension<Address>,
    Path(id): Path<String>,
    of: Result<Query<OfSeat>, QueryRejection>,
) -> Result<Json<Advised>, Refused> {
    let Query(OfSeat { seat }) = of.map_err(|_| RequestError::no_such_seat())?;
    let requester = Requester { guest, seat, lang: None };
    let Decision { version, seen, game, levels } = app.rooms.decision(&id, requester).await?;
    let seen = match seen {
        Ok(seen) => seen,
        Err(refusal) => return Ok(Json(Advised { version, advice: None, refused: Some(refusal) })),
    };
    let advice = app.analysis.advise(guest, address, game, seen, levels).await?;
    Ok(Json(Advised { version, advice: Some(advice), refused: None }))
}

async fn review(
    State(app): State<Arc<App>>,
    Extension(guest): Extension<Guest>,
    Extension(address): Extension<Address>,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    if let Some(job) = app.analysis.find_review(&id) {
        return job.response();
    }
    let record = Record::from_json(&app.archive.finished(&id).await?)?;
    app.analysis.review(guest, address, &id, record)?.response()
}
