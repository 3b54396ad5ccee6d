//! Routes for browsers' subscriptions to turn notices.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Extension, State};
use axum::routing::get;
use axum::{Json, Router};
use session::guest::Guest;

use crate::app::App;
use crate::error::Refused;
use crate::http::body::read_body;
use crate::protocol::PushKeyShown;
use crate::push::Subscription;
use crate::users::guest::Token;

/// The routes of browsers' subscriptions to turn notices.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new().route("/me/push", get(key).post(subscribe).delete(unsubscribe))
}

/// Maximum size of a request's body, in bytes.
const BODY: usize = 4096;

/// `GET /api/me/push`: the public key for subscriptions.
async fn key(State(app): State<Arc<App>>) -> Json<PushKeyShown> {
    Json(PushKeyShown { key: app.turn_notices.as_ref().map(|pusher| pusher.notifier.public_key()) })
}

/// `POST /api/me/push`: stores the browser's subscription.
async fn subscribe(
    State(app): State<Arc<App>>,
    Extension(guest): Extension<Guest>,
    Extension(browser): Extension<Token>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<()>, Refused> {
    let pusher = app.turn_notices.as_ref().ok_or_else(Refused::no_push)?;
    let subscription = Subscription::read(&*pusher.notifier, read_body(body, BODY)?)?;
    // A cookie costs nothing; a seat proves that the person plays here.
    if app.store.tables_of(guest, 1).await?.is_empty() {
        return Err(Refused::push_without_seat());
    }
    app.store.subscribe(browser, &subscription).await?;
    Ok(Json(()))
}

/// `DELETE /api/me/push`: deletes the browser's subscription.
async fn unsubscribe(
    State(app): State<Arc<App>>,
    Extension(browser): Extension<Token>,
) -> Result<Json<()>, Refused> {
    app.store.unsubscribe(browser).await?;
    Ok(Json(()))
}
