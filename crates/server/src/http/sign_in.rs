//! Signing a browser in as another person.

use axum::Json;
use axum::http::header::SET_COOKIE;
use axum::response::{AppendHeaders, IntoResponse, Response};
use session::guest::Guest;

use crate::app::App;
use crate::error::Refused;
use crate::http::guests::Caller;
use crate::protocol::Entering;
use crate::store::{Before, Key, UserWrite, WriteResult};
use crate::users::guest::Token;

/// A browser that wants to sign in as another person.
pub(crate) struct SignIn {
    /// The person to whom the browser belongs until then.
    pub(crate) before: Guest,
    pub(crate) token: Token,
    pub(crate) caller: Caller,
    /// True if the user has confirmed the consequences.
    pub(crate) sure: bool,
}

/// Signs a browser in as the owner of `key`, a recovery code or a passkey. If the user has not confirmed the
/// consequences yet, only reports them. Returns an error if they change meanwhile. `unknown_key` makes the
/// error for a key without an owner.
pub(crate) async fn sign_in_by(
    app: &App,
    key: Key,
    sign_in: SignIn,
    unknown_key: fn() -> Refused,
) -> Result<Response, Refused> {
    let SignIn { before, token, caller, sure } = sign_in;
    let person = app.store.owner_of(&key).await?.ok_or_else(unknown_key)?;
    if person == before {
        return Err(Refused::same_person());
    }
    if app.store.devices(person, token).await?.len() >= app.limits.devices {
        return Err(Refused::too_many_devices());
    }
    let (profile, _) = app.store.profile(person).await?;
    let back = !app.store.is_only_credential(before, token).await?;
    let tables = app.store.shared_tables(before, person).await?;
    let moved: Vec<&String> =
        tables.iter().filter(|(_, shared)| !back && !shared).map(|(table, _)| table).collect();
    let joining = moved.len();
    let entering =
        Entering { profile, done: sure, come: joining, stay: tables.len() - joining, back };
    if !sure {
        return Ok(Json(entering).into_response());
    }
    let new = caller.with_new_token(&app.users.seal);
    let before = Before { person: before, token, only: !back };
    let entry = UserWrite::Enter { person, key, token: new.hash(), before, now: app.clock.day() };
    if app.users.write(entry).await? == WriteResult::Conflict {
        return Err(Refused::changed_meanwhile());
    }
    app.users.played.forget(person);
    app.rooms.reload_occupants(moved.into_iter()).await;
    app.users.sign_outs.close_everywhere(token);
    Ok((AppendHeaders([(SET_COOKIE, new.cookie())]), Json(entering)).into_response())
}
