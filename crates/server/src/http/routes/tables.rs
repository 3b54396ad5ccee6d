//! Routes for tables: the caller's tables, creation, previews, past steps and records.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Extension, Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::{Json, Router};
use serde::Deserialize;
use session::guest::Guest;
use session::request_error::RequestError;
use session::table::card::{card, stored_table};
use session::table::history::plays;
use session::table::seats::{Requester, seats_of};
use session::table::snapshot::StepRequest;
use zashiki_core::{Lang, Seat, Viewer};

use crate::app::App;
use crate::client_addr::Address;
use crate::error::Refused;
use crate::http::body::{MAX_BODY, read_body};
use crate::http::routes::live::live;
use crate::http::routes::preview_query::Intention;
use crate::protocol::{
    Foreseen, ImportTable, MyTables, OpenTable, Opened, StoredTable, TableCard, TableState,
};
use crate::store::StoredTableRow;

/// The routes of tables.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/tables", get(my_tables).post(open_table))
        .route("/tables/import", post(import).layer(DefaultBodyLimit::max(MAX_IMPORT)))
        .route("/tables/{id}", get(stored))
        .route("/tables/{id}/preview", get(preview))
        .route("/tables/{id}/steps/{number}", get(step))
        .route("/tables/{id}/record", get(record))
        .route("/tables/{id}/picture", get(picture))
        .route("/tables/{id}/live", get(live))
}

/// Maximum number of tables in the list of the caller's own tables.
const MAX_LISTED: u32 = 50;

async fn my_tables(
    State(app): State<Arc<App>>,
    Extension(guest): Extension<Guest>,
) -> Result<Json<MyTables>, Refused> {
    let mut tables = Vec::new();
    for row in app.store.tables_of(guest, MAX_LISTED).await? {
        let id = row.setup.id.clone();
        // An unreadable table must not hide the others.
        match table_card(&app, row, guest).await {
            Ok(card) => tables.extend(card),
            Err(refused) => tracing::warn!(?refused, table = id.len(), "a table is left out"),
        }
    }
    Ok(Json(MyTables { tables }))
}

async fn table_card(
    app: &App,
    row: StoredTableRow,
    guest: Guest,
) -> Result<Option<TableCard>, Refused> {
    let sitters = app.store.sitters(&row.setup.id).await?;
    let own = seats_of(&sitters, guest);
    if own.is_empty() {
        return Ok(None);
    }
    let summary = app.archive.summary(&row).await?;
    Ok(Some(card(&row.setup, &sitters, summary, own, row.changed)))
}

async fn stored(
    State(app): State<Arc<App>>,
    Extension(guest): Extension<Guest>,
    Path(id): Path<String>,
) -> Result<Json<StoredTable>, Refused> {
    let row = app.store.row(&id).await?.ok_or_else(RequestError::no_table)?;
    let sitters = app.store.sitters(&id).await?;
    let summary = app.archive.summary(&row).await?;
    let log = match row.setup.begun() {
        // The log of a compacted match can be computed only by a program that supports its rules version.
        true if !plays(&row.setup) && row.setup.compacted.is_some() => Vec::new(),
        true => app.archive.log(&row).await?,
        false => Vec::new(),
    };
    Ok(Json(stored_table(&row.setup, &sitters, summary, log, guest, row.changed)))
}

async fn open_table(
    State(app): State<Arc<App>>,
    Extension(guest): Extension<Guest>,
    Extension(address): Extension<Address>,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<Opened>), Refused> {
    let asked: OpenTable = read_body(body, MAX_BODY)?;
    let table = app.table_creation.open(guest, address, asked).await?;
    Ok((StatusCode::CREATED, Json(Opened { table })))
}

/// Maximum body size of a table that a device hands over.
const MAX_IMPORT: usize = 1024 * 1024;

/// Continues a table of the caller's device at this server.
async fn import(
    State(app): State<Arc<App>>,
    Extension(guest): Extension<Guest>,
    Extension(address): Extension<Address>,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<Opened>), Refused> {
    let order: ImportTable = read_body(body, MAX_IMPORT)?;
    let import = app.table_creation.import(&app.analysis_boards, guest, address, order).await?;
    let status = if import.is_new { StatusCode::CREATED } else { StatusCode::OK };
    Ok((status, Json(Opened { table: import.table })))
}

async fn preview(
    State(app): State<Arc<App>>,
    Extension(guest): Extension<Guest>,
    Path(id): Path<String>,
    asked: Result<Query<Intention>, QueryRejection>,
) -> Result<Json<Foreseen>, Refused> {
    let Intention { action, seat } = Intention::read(asked)?;
    app.rooms.preview(&id, Requester { guest, seat, lang: None }, &action).await.map(Json)
}

/// Query parameters of [`step`]: the viewpoint, and the number of steps that the client already has.
#[derive(Debug, Deserialize)]
struct Looker {
    eyes: Option<String>,
    #[serde(default)]
    seen: usize,
}

async fn step(
    State(app): State<Arc<App>>,
    Extension(guest): Extension<Guest>,
    Extension(address): Extension<Address>,
    Path((id, number)): Path<(String, String)>,
    looker: Result<Query<Looker>, QueryRejection>,
) -> Result<Json<TableState>, Refused> {
    let number = number.parse().map_err(|_| RequestError::no_moment())?;
    let Query(Looker { eyes, seen }) = looker.map_err(|_| RequestError::no_such_seat())?;
    let eyes = match eyes.as_deref() {
        None => Viewer::Spectator,
        Some("all") => Viewer::Omniscient,
        Some(seat) => Viewer::Seat(Seat(seat.parse().map_err(|_| RequestError::no_such_seat())?)),
    };
    let wanted = StepRequest { number, eyes, seen };
    app.analysis_boards.check_analysis_rate(address)?;
    app.rooms.past_step(&id, Requester { guest, seat: None, lang: None }, wanted).await.map(Json)
}

/// Query parameters of [`picture`]: the language of the words on the board.
#[derive(Debug, Deserialize)]
struct Reader {
    lang: Option<Lang>,
}

async fn picture(
    State(app): State<Arc<App>>,
    Extension(address): Extension<Address>,
    Path(id): Path<String>,
    reader: Result<Query<Reader>, QueryRejection>,
) -> Result<Response, Refused> {
    let lang = reader.ok().and_then(|Query(reader)| reader.lang).unwrap_or(Lang::Ja);
    let svg = app.board_pictures.of(&id, lang, address, &app.analysis_boards).await?;
    Ok(([(CONTENT_TYPE, "image/svg+xml")], svg.to_string()).into_response())
}

async fn record(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Refused> {
    let record = app.archive.finished(&id).await?;
    Ok(([(CONTENT_TYPE, "application/json")], record).into_response())
}
