//! Advice on decisions and reviews of finished matches.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Extension, Path, Query, State};
use axum::response::Response;
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use zashiki_core::{Record, Seat};

use crate::analysis::Helpers;
use crate::app::App;
use crate::bots::fair_queue::QueueAccount;
use crate::client_addr::Address;
use crate::error::Refused;
use crate::protocol::Advised;
use crate::room::command::Decision;
use crate::table::seats::Requester;
use crate::users::guest::Guest;

/// The routes of advice and reviews.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/tables/{id}/advice", get(advice))
        .route("/tables/{id}/review", get(review))
}

/// The seat for which advice is requested, if the guest has several.
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
    let Query(OfSeat { seat }) = of.map_err(|_| Refused::no_such_seat())?;
    let requester = Requester { guest, seat, lang: None };
    let Decision { version, seen, game } = app.decision(&id, requester).await?;
    let seen = match seen {
        Ok(seen) => seen,
        Err(refusal) => return Ok(Json(Advised { version, advice: None, refused: Some(refusal) })),
    };
    app.check_help_rate(guest, address)?;
    let asking = app.asking_help.open(guest, 1).ok_or_else(Refused::helped_too_often)?;
    let Helpers { adviser: bot, .. } = Helpers::of(&game)?;
    let account = QueueAccount::new(guest, address);
    let turn = app.bot_pool.queue(bot).turn(account).await;
    let task = tokio::task::spawn_blocking(move || {
        let _held = (turn, asking);
        registry::game(&game)?.advise(&seen, bot, bots::clock)
    });
    let advice = task.await.map_err(|_| Refused::broken())??;
    Ok(Json(Advised { version, advice: Some(advice), refused: None }))
}

async fn review(
    State(app): State<Arc<App>>,
    Extension(guest): Extension<Guest>,
    Extension(address): Extension<Address>,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    if let Some(job) = app.reviews.find(&id) {
        return job.response();
    }
    let record = Record::from_json(&app.finished(&id).await?)?;
    let permit = app.check_review_rate(guest, address)?;
    let (job, first) = app.reviews.begin(&id, app.limits.reviews)?;
    if first {
        let (app, job) = (app.clone(), job.clone());
        let account = QueueAccount::new(guest, address);
        // The review continues if the client disconnects: the next request finds the result.
        tokio::spawn(async move {
            app.run_review(account, record, job).await;
            drop(permit);
        });
    }
    job.response()
}
