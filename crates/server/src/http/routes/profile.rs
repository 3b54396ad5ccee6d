//! Routes for the caller's profile.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Extension, State};
use axum::routing::get;
use axum::{Json, Router};
use session::guest::Guest;

use crate::app::App;
use crate::client_addr::Address;
use crate::error::Refused;
use crate::http::body::{MAX_BODY, read_body};
use crate::http::routes::export::export;
use crate::protocol::{Me, Profile};
use crate::store::UserWrite;
use crate::users::guest::Token;
use crate::users::names::personal;

/// The routes of the caller's profile.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new().route("/me", get(me).post(set).delete(forget)).route("/me/export", get(export))
}

async fn me(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    Extension(token): Extension<Token>,
    Extension(address): Extension<Address>,
) -> Result<Json<Me>, Refused> {
    app.users.me(person, token, address).await.map(Json)
}

async fn set(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    Extension(token): Extension<Token>,
    Extension(address): Extension<Address>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Me>, Refused> {
    let profile: Profile = read_body(body, MAX_BODY)?;
    app.users.check_change_rate(address)?;
    app.policy.may_change()?;
    app.users.unwanted_words.check(&profile.name)?;
    let profile = Profile { name: personal(&profile.name), ..profile };
    app.users.write(UserWrite::Profile { person, profile, now: app.clock.day() }).await?;
    app.users.me(person, token, address).await.map(Json)
}

async fn forget(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    Extension(token): Extension<Token>,
    Extension(address): Extension<Address>,
) -> Result<Json<Me>, Refused> {
    app.users.check_change_rate(address)?;
    let devices = app.store.devices(person, token).await?;
    // The deletion continues even if the client disconnects.
    let forgetting = tokio::spawn({
        let app = app.clone();
        async move { app.departure.forget_person(person).await }
    });
    forgetting.await.map_err(|_| Refused::broken())??;
    app.users.close_all_but(token, devices);
    let person = app.store.person_of(token).await?.unwrap_or(Guest(token.0));
    app.users.me(person, token, address).await.map(Json)
}
