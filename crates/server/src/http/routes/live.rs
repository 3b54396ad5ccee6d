//! The route of a table's WebSocket.

use std::sync::Arc;

use axum::Extension;
use axum::extract::rejection::QueryRejection;
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::ws::rejection::WebSocketUpgradeRejection;
use axum::extract::{Path, Query, State};
use axum::response::Response;
use serde::Deserialize;
use session::guest::Guest;
use session::protocol::MAX_MESSAGE;
use session::request_error::RequestError;
use session::table::seats::Requester;
use zashiki_core::{Lang, Seat};

use crate::app::App;
use crate::client_addr::Address;
use crate::error::Refused;
use crate::http::peer::Peer;
use crate::room::command::{Command, JoinRequest};
use crate::users::guest::Token;
use crate::ws::socket::{self, Client, READ_BUFFER};

/// The query parameters of the request that opens the WebSocket.
#[derive(Debug, Default, Deserialize)]
pub(crate) struct Seen {
    /// The number of steps that the client already has.
    #[serde(default)]
    seen: usize,
    /// The version of the client's last state; steps replaced since then are sent again.
    version: Option<u64>,
    /// True if the client can decompress long messages.
    #[serde(default)]
    packed: bool,
    /// The seat to act for, if the guest has several.
    seat: Option<Seat>,
    /// The only language of texts; all languages if missing.
    lang: Option<Lang>,
}

/// `GET /api/tables/{id}/live`. Errors are answered before the upgrade, so a plain request to the same URL
/// shows the reason.
pub(crate) async fn live(
    State(app): State<Arc<App>>,
    (Extension(guest), Extension(browser)): (Extension<Guest>, Extension<Token>),
    Extension(address): Extension<Address>,
    Extension(peer): Extension<Peer>,
    Path(id): Path<String>,
    seen: Result<Query<Seen>, QueryRejection>,
    upgrade: Result<WebSocketUpgrade, WebSocketUpgradeRejection>,
) -> Result<Response, Refused> {
    let Ok(upgrade) = upgrade else {
        app.store.setup(&id).await?.ok_or_else(RequestError::no_table)?;
        return Err(Refused::no_upgrade());
    };
    let Query(Seen { seen, version, packed, seat, lang }) =
        seen.map_err(|_| RequestError::bad_viewer())?;
    let guard = app.shutdown.hold().ok_or_else(Refused::closing)?;
    let counted = app.connections.open(guest, address)?;
    let requester = Requester { guest, seat, lang };
    let signed_out = app.users.sign_outs.subscribe();
    let (inbox, connection) =
        app.rooms.join(&id, JoinRequest { requester, address, seen, version }).await?;
    let (client, door) = (connection.client, inbox.clone());
    Ok(upgrade
        .on_failed_upgrade(move |error| {
            tracing::debug!(%error, "a socket was not opened");
            tokio::spawn(async move { door.send(Command::Leave { client }).await });
        })
        .read_buffer_size(READ_BUFFER)
        .max_message_size(MAX_MESSAGE)
        .max_frame_size(MAX_MESSAGE)
        .on_upgrade(move |socket| async move {
            let client = Client { guest, browser, requester, packed };
            socket::serve(&app, socket, client, (inbox, connection), signed_out).await;
            drop((guard, counted, peer.counted));
        }))
}
