//! Routes for signing in and out on devices.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{Extension, Path, State};
use axum::response::Response;
use axum::routing::{delete, post};
use axum::{Json, Router};
use session::guest::Guest;

use crate::app::App;
use crate::client_addr::Address;
use crate::error::Refused;
use crate::http::body::{MAX_BODY, read_body};
use crate::http::guests::Caller;
use crate::http::sign_in::{SignIn, sign_in_by};
use crate::protocol::{Enter, Me, RecoveryCode};
use crate::store::{Key, UserWrite};
use crate::users::guest::Token;
use crate::users::recovery;

/// The routes of devices and the recovery code.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/me/code", post(code))
        .route("/me/recover", post(recover))
        .route("/me/devices", delete(sign_out_others))
        .route("/me/devices/{id}", delete(sign_out))
}

async fn code(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    Extension(token): Extension<Token>,
    Extension(address): Extension<Address>,
) -> Result<Json<RecoveryCode>, Refused> {
    app.users.check_change_rate(address)?;
    let code = recovery::new();
    let hash = recovery::read(&code).ok_or_else(Refused::broken)?;
    app.users.write(UserWrite::Code { person, token, code: hash, now: app.clock.day() }).await?;
    Ok(Json(RecoveryCode { code }))
}

async fn recover(
    State(app): State<Arc<App>>,
    Extension(before): Extension<Guest>,
    Extension(token): Extension<Token>,
    Extension(caller): Extension<Caller>,
    Extension(address): Extension<Address>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Refused> {
    let Enter { code, sure } = read_body(body, MAX_BODY)?;
    app.users.check_credential_rate(address)?;
    let code = recovery::read(&code).ok_or_else(Refused::mistyped)?;
    let sign_in = SignIn { before, token, caller, sure };
    sign_in_by(&app, Key::Code(code), sign_in, Refused::no_code).await
}

async fn sign_out(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    Extension(token): Extension<Token>,
    Extension(address): Extension<Address>,
    id: Result<Path<i64>, PathRejection>,
) -> Result<Json<Me>, Refused> {
    app.users.check_change_rate(address)?;
    let Path(device) = id.map_err(|_| Refused::no_address())?;
    let devices = app.store.devices(person, token).await?;
    let found = devices.into_iter().find(|(known, _)| known.id == device);
    let (_, signed_out) = found.ok_or_else(Refused::no_address)?;
    app.users.write(UserWrite::SignOut { person, device }).await?;
    app.users.sign_outs.close_everywhere(signed_out);
    app.users.me(person, token, address).await.map(Json)
}

async fn sign_out_others(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    Extension(token): Extension<Token>,
    Extension(address): Extension<Address>,
) -> Result<Json<Me>, Refused> {
    app.users.check_change_rate(address)?;
    let devices = app.store.devices(person, token).await?;
    app.users.write(UserWrite::SignOutOthers { person, token }).await?;
    app.users.close_all_but(token, devices);
    app.users.me(person, token, address).await.map(Json)
}
