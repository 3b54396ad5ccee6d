//! Routes for the lobby and quick start.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::BytesRejection;
use axum::extract::{Extension, State};
use axum::http::header::CONTENT_TYPE;
use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Response, Sse};
use axum::routing::{get, post};
use axum::{Json, Router};
use futures_util::{StreamExt, stream};
use serde_json::Value;
use session::guest::Guest;
use session::table::seats::seats_of;
use zashiki_core::SeatSet;

use crate::app::App;
use crate::client_addr::Address;
use crate::error::Refused;
use crate::http::body::{MAX_BODY, read_body};
use crate::http::peer::Peer;
use crate::protocol::{LobbyTable, OpenTable, Quick, QuickStart, SeatPlan, Terms};

/// The routes of the lobby.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new().route("/lobby", get(lobby)).route("/lobby/live", get(lobby_live))
}

/// The quick start route.
pub(crate) fn personal() -> Router<Arc<App>> {
    Router::new().route("/quickstart", post(quickstart))
}

/// Minimum interval between two updates of the lobby to a client.
const LOBBY_EVERY: Duration = Duration::from_millis(250);

/// Interval of keep-alive comments on the lobby's event stream.
const LOBBY_ALIVE: Duration = Duration::from_secs(20);

/// A table of the game for a person who wants to play soon: a waiting table from the lobby, or a new listed
/// one.
async fn quickstart(
    State(app): State<Arc<App>>,
    Extension(guest): Extension<Guest>,
    Extension(address): Extension<Address>,
    body: Result<Bytes, BytesRejection>,
) -> Result<Json<Quick>, Refused> {
    let QuickStart { game, name } = read_body(body, MAX_BODY)?;
    let info = registry::info(&game)?;
    let plain = info.complete_options(&Value::Null)?;
    let suits = |table: &LobbyTable| {
        let plain = table.options == plain && !table.from_position && !table.own_components;
        let usual = plain && !table.terms.slow();
        // Quick start never leads people to bot accounts.
        let people = table.seats.iter().all(|seat| !seat.bot_account);
        let free = table.seats.iter().any(|seat| seat.name.is_empty());
        table.game == game && usual && people && free
    };
    let mut own = None;
    for table in app.lobby.find(suits) {
        // A person's own waiting table is not offered to that person.
        let sitters = app.store.sitters(&table).await?;
        if seats_of(&sitters, guest) == SeatSet::EMPTY {
            return Ok(Json(Quick { table, opened: false }));
        }
        own = own.or(Some(table));
    }
    if let Some(table) = own {
        return Ok(Json(Quick { table, opened: true }));
    }
    let mut seats = vec![SeatPlan::Open; info.seats.0.into()];
    seats[0] = SeatPlan::Me;
    let terms = Terms { listed: true, ..Terms::default() };
    // A person who joins a waiting table commits to a share when taking the seat.
    let (options, position, components, hash) = (Value::Null, None, None, None);
    let asked = OpenTable { game, options, seats, name, position, components, terms, hash };
    let table = app.table_creation.open(guest, address, asked).await?;
    Ok(Json(Quick { table, opened: true }))
}

async fn lobby(State(app): State<Arc<App>>) -> Response {
    let listed = app.lobby.written().to_string();
    ([(CONTENT_TYPE, "application/json")], listed).into_response()
}

/// The lobby as an event stream, with an event for every change.
async fn lobby_live(
    State(app): State<Arc<App>>,
    Extension(guest): Extension<Guest>,
    Extension(address): Extension<Address>,
    Extension(peer): Extension<Peer>,
) -> Result<Response, Refused> {
    let guard = app.shutdown.hold().ok_or_else(Refused::closing)?;
    let ticket = app.connections.open_for_address(address)?;
    let mut listed = app.lobby.watch();
    listed.mark_changed();
    let held = (guard, ticket, peer.counted);
    let lobby = app.clone();
    let changes = stream::unfold((listed, held), move |(mut listed, held)| {
        let app = lobby.clone();
        async move {
            // This fails only after the shutdown.
            listed.changed().await.ok()?;
            let event = Event::default().data(&*app.lobby.written());
            Some((Ok::<_, Infallible>(event), (listed, held)))
        }
    });
    // Frequent changes are combined.
    let seldom = changes.then(async |event| {
        tokio::time::sleep(LOBBY_EVERY).await;
        event
    });
    let notices =
        stream::unfold((app.clone(), app.policy.watch(), true), move |watched| async move {
            let (app, mut changed, first) = watched;
            if !first {
                // This fails only after the shutdown.
                changed.changed().await.ok()?;
            }
            let notice = app.policy.notice(guest).await.ok()?;
            let event = Event::default().event("notice").json_data(notice).ok()?;
            Some((Ok(event), (app, changed, false)))
        });
    let until = stream::select(seldom, notices).take_until(app.shutdown.started());
    Ok(Sse::new(until).keep_alive(KeepAlive::new().interval(LOBBY_ALIVE)).into_response())
}
