//! Routes for announcements, invitations and reports of names.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Extension, State};
use axum::http::StatusCode;
use axum::routing::{get, post};
use axum::{Json, Router};
use session::guest::Guest;
use session::request_error::RequestError;
use session::table::setup::Sitter;

use crate::app::App;
use crate::client_addr::Address;
use crate::error::Refused;
use crate::http::body::{MAX_BODY, read_body};
use crate::policy::hash_of;
use crate::protocol::{Notice, ReportName, UseInvitation};
use crate::store::Report;

/// Maximum number of reports that the operator has not yet handled.
const OPEN_REPORTS: u32 = 1000;

/// Maximum length of a report's text, in characters.
const REPORT_LENGTH: usize = 500;

/// The routes for announcements, invitations and reports.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/notice", get(notice))
        .route("/invite", post(invite))
        .route("/reports", post(report))
}

async fn notice(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
) -> Result<Json<Notice>, Refused> {
    app.policy.notice(person).await.map(Json)
}

async fn invite(
    State(app): State<Arc<App>>,
    Extension(person): Extension<Guest>,
    Extension(address): Extension<Address>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Notice>, Refused> {
    let UseInvitation { code } = read_body(body, MAX_BODY)?;
    app.users.check_credential_rate(address)?;
    if !app.store.is_invited(person).await?
        && !app.store.invite(person, hash_of(&code), app.clock.day()).await?
    {
        return Err(Refused::no_invitation());
    }
    app.policy.notice(person).await.map(Json)
}

async fn report(
    State(app): State<Arc<App>>,
    Extension(reporter): Extension<Guest>,
    Extension(address): Extension<Address>,
    body: Result<Bytes, BytesRejection>,
) -> Result<StatusCode, Refused> {
    let ReportName { table, seat, text } = read_body(body, MAX_BODY)?;
    let text: String = text.chars().filter(|letter| !letter.is_control()).collect();
    if text.chars().count() > REPORT_LENGTH {
        return Err(Refused::report_too_long(REPORT_LENGTH));
    }
    app.store.setup(&table).await?.ok_or_else(RequestError::no_table)?;
    let sitters = app.store.sitters(&table).await?;
    let Some(Sitter::Person { guest: person, name, .. }) = sitters.into_iter().nth(seat.into())
    else {
        return Err(Refused::nobody_to_report());
    };
    app.users.check_change_rate(address)?;
    app.users.check_report_rate(reporter)?;
    let report = Report { reporter, table, seat, person, name, text };
    match app.store.report(&report, app.clock.day(), OPEN_REPORTS).await? {
        true => Ok(StatusCode::NO_CONTENT),
        false => Err(Refused::too_many_reports()),
    }
}
