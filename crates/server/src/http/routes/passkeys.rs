//! Routes for passkeys (Web Authentication Level 3), by which a person signs in on other devices. Creation
//! options and signature checks are in [`crate::users::passkeys::ceremony`].

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, PathRejection};
use axum::extract::{Extension, Path, State};
use axum::http::HeaderMap;
use axum::http::header::ORIGIN;
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
use crate::protocol::{EnterByPasskey, MadePasskey, Me, PasskeyOptions};
use crate::store::{Key, UserWrite, WriteResult};
use crate::users::guest::Token;
use crate::users::passkeys::ceremony::{self, Challenges, Operation, Site, bytes};

/// The routes for passkeys.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/me/passkeys", post(add))
        .route("/me/passkeys/begin", post(begin))
        .route("/me/passkeys/ask", post(ask))
        .route("/me/passkeys/enter", post(enter))
        .route("/me/passkeys/{id}", delete(remove))
}

/// The site whose page sent the request.
fn site(headers: &HeaderMap) -> Result<Site, Refused> {
    let origin = headers.get(ORIGIN).and_then(|origin| origin.to_str().ok());
    origin.and_then(Site::of).ok_or_else(Refused::no_site)
}

async fn begin(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    Extension(token): Extension<Token>,
    Extension(address): Extension<Address>,
    headers: HeaderMap,
) -> Result<Json<PasskeyOptions>, Refused> {
    app.users.check_change_rate(address)?;
    let site = site(&headers)?;
    let (profile, _) = app.store.profile(person).await?;
    let passkeys = app.store.passkeys(person).await?;
    if passkeys.len() >= app.limits.devices {
        return Err(Refused::too_many_passkeys());
    }
    let challenges = Challenges { seal: &app.users.seal, token, now: app.clock.day() };
    Ok(Json(PasskeyOptions(challenges.to_make(&site, person, &profile.name, &passkeys))))
}

async fn add(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    Extension(token): Extension<Token>,
    Extension(address): Extension<Address>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Me>, Refused> {
    let MadePasskey { client_data, authenticator_data, public_key } = read_body(body, MAX_BODY)?;
    app.users.check_change_rate(address)?;
    let site = site(&headers)?;
    let challenges = Challenges { seal: &app.users.seal, token, now: app.clock.day() };
    challenges.check(Operation::Make, &site, &bytes(&client_data)?)?;
    let id = site.made(&bytes(&authenticator_data)?)?;
    let key = ceremony::public_key(&bytes(&public_key)?)?;
    if app.store.passkeys(person).await?.len() >= app.limits.devices {
        return Err(Refused::too_many_passkeys());
    }
    let entry = UserWrite::Passkey { person, token, id, key, now: app.clock.day() };
    if app.users.write(entry).await? == WriteResult::Conflict {
        return Err(Refused::known_passkey());
    }
    app.users.me(person, token, address).await.map(Json)
}

async fn ask(
    State(app): State<Arc<App>>,
    Extension(token): Extension<Token>,
    headers: HeaderMap,
) -> Result<Json<PasskeyOptions>, Refused> {
    let challenges = Challenges { seal: &app.users.seal, token, now: app.clock.day() };
    Ok(Json(PasskeyOptions(challenges.to_sign(&site(&headers)?))))
}

async fn enter(
    State(app): State<Arc<App>>,
    Extension(before): Extension<Guest>,
    Extension(token): Extension<Token>,
    Extension(caller): Extension<Caller>,
    Extension(address): Extension<Address>,
    headers: HeaderMap,
    body: Result<Bytes, BytesRejection>,
) -> Result<Response, Refused> {
    let EnterByPasskey { id, client_data, authenticator_data, signature, sure } =
        read_body(body, MAX_BODY)?;
    app.users.check_credential_rate(address)?;
    let site = site(&headers)?;
    let challenges = Challenges { seal: &app.users.seal, token, now: app.clock.day() };
    let client_data = bytes(&client_data)?;
    challenges.check(Operation::Sign, &site, &client_data)?;
    let id = bytes(&id)?;
    let key = app.store.passkey(&id).await?.ok_or_else(Refused::unknown_passkey)?;
    site.signed(&key, &bytes(&authenticator_data)?, &client_data, &bytes(&signature)?)?;
    let sign_in = SignIn { before, token, caller, sure };
    sign_in_by(&app, Key::Passkey(id), sign_in, Refused::unknown_passkey).await
}

async fn remove(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    Extension(token): Extension<Token>,
    Extension(address): Extension<Address>,
    id: Result<Path<String>, PathRejection>,
) -> Result<Json<Me>, Refused> {
    app.users.check_change_rate(address)?;
    let Path(id) = id.map_err(|_| Refused::no_address())?;
    if app.store.passkeys(person).await?.iter().all(|passkey| passkey.id != id) {
        return Err(Refused::no_address());
    }
    app.users.write(UserWrite::DropPasskey { person, id: bytes(&id)? }).await?;
    app.users.me(person, token, address).await.map(Json)
}
