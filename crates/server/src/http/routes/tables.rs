//! Tables: the list of a person's tables, opening, previews, earlier steps and records.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{Extension, Path, Query, State};
use axum::http::StatusCode;
use axum::http::header::CONTENT_TYPE;
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use external_engines::Engines;
use serde::Deserialize;
use zashiki_core::{Bytes32, Seat, Viewer};

use crate::app::{App, Arrival};
use crate::bots::catalog;
use crate::client_addr::Address;
use crate::error::Refused;
use crate::http::body::{MAX_BODY, read_body};
use crate::http::routes::preview_query::Intention;
use crate::ids;
use crate::limits::networks;
use crate::program;
use crate::protocol::{
    Foreseen, Look, MyTables, OpenTable, Opened, SeatPlan, StoredTable, TableCard, TableState,
};
use crate::store::{Entry, StoredTableRow};
use crate::table::history::{History, plays};
use crate::table::seats::{Requester, all_taken, called, check_rated, seats_of};
use crate::table::seed::{Contribution, SeedState};
use crate::table::setup::{Sitter, TableSetup};
use crate::table::snapshot::StepRequest;
use crate::users::guest::Guest;
use crate::users::names::{clean_name, personal};
use crate::ws::socket;

/// The routes of tables.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/tables", get(my_tables).post(open_table))
        .route("/tables/{id}", get(stored))
        .route("/tables/{id}/preview", get(preview))
        .route("/tables/{id}/steps/{number}", get(step))
        .route("/tables/{id}/record", get(record))
        .route("/tables/{id}/live", get(socket::live))
}

/// The most tables in a guest's list.
const MAX_LISTED: u32 = 50;

/// The milliseconds of a day.
const DAY: i64 = 24 * 60 * 60 * 1000;

async fn my_tables(
    State(app): State<Arc<App>>,
    Extension(guest): Extension<Guest>,
) -> Result<Json<MyTables>, Refused> {
    let mut tables = Vec::new();
    for row in app.store.tables_of(guest, MAX_LISTED).await? {
        let id = row.setup.id.clone();
        // One table that cannot be read must not hide the others.
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
    let Some(you) = own.iter().next() else { return Ok(None) };
    let started = row.setup.begun();
    let summary = app.summary(&row).await?;
    Ok(Some(TableCard {
        names: called(&sitters),
        you,
        started,
        your_turn: started && summary.awaiting.iter().any(|seat| own.contains(Seat(*seat))),
        awaiting: if started { summary.awaiting } else { Vec::new() },
        over: summary.outcome.is_some(),
        outcome: summary.outcome,
        scores: if started { summary.scores } else { Vec::new() },
        playable: plays(&row.setup),
        from_position: row.setup.position.is_some(),
        changed: row.changed,
        table: row.setup.id,
        game: row.setup.game,
    }))
}

async fn stored(
    State(app): State<Arc<App>>,
    Extension(guest): Extension<Guest>,
    Path(id): Path<String>,
) -> Result<Json<StoredTable>, Refused> {
    let row = app.store.row(&id).await?.ok_or_else(Refused::no_table)?;
    let sitters = app.store.sitters(&id).await?;
    let started = row.setup.begun();
    let summary = app.summary(&row).await?;
    let playable = plays(&row.setup);
    let log = match started {
        // A compacted game has its words from a program that plays by its rules.
        true if !playable && row.setup.compacted.is_some() => Vec::new(),
        true => app.log(&row).await?,
        false => Vec::new(),
    };
    Ok(Json(StoredTable {
        playable,
        advice: (!playable).then(|| row.setup.other_rules()),
        names: called(&sitters),
        you: seats_of(&sitters, guest).iter().next(),
        started,
        cancelled: row.setup.cancelled,
        awaiting: if started { summary.awaiting } else { Vec::new() },
        outcome: summary.outcome,
        scores: if started { summary.scores } else { Vec::new() },
        log,
        from_position: row.setup.position.is_some(),
        created: row.setup.created,
        changed: row.changed,
        rules_version: row.setup.rules_version,
        options: row.setup.options,
        table: row.setup.id,
        game: row.setup.game,
    }))
}

async fn open_table(
    State(app): State<Arc<App>>,
    Extension(guest): Extension<Guest>,
    Extension(address): Extension<Address>,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<Opened>), Refused> {
    let asked: OpenTable = read_body(body, MAX_BODY)?;
    let table = open(&app, guest, address, asked).await?;
    Ok((StatusCode::CREATED, Json(Opened { table })))
}

/// Opens a table, and gives its id.
pub(crate) async fn open(
    app: &App,
    guest: Guest,
    address: Address,
    asked: OpenTable,
) -> Result<String, Refused> {
    let opener = app.arrival(guest, &asked.name).await?;
    for plan in &asked.seats {
        if let SeatPlan::Here { name } = plan {
            app.unwanted_words.check(name)?;
        }
    }
    let sitters = seat(&app.engines, &asked, &opener)?;
    asked.terms.check()?;
    if asked.terms.rated {
        if opener.program {
            return Err(Refused::bot_unrated());
        }
        check_rated(&asked.game, &sitters)?;
    }
    app.may_begin(guest).await?;
    may_open(app, guest, address).await?;
    let info = registry::info(&asked.game)?;
    let sits = !seats_of(&sitters, guest).is_empty();
    let part = asked.hash.filter(|_| sits).map(|hash| Contribution::new(guest, hash));
    let parts = Vec::from_iter(part);
    let id = ids::table_id();
    let setup = TableSetup {
        deal: SeedState::new(&id, Bytes32(ids::random()), all_taken(&sitters), &parts),
        id,
        game: info.id.to_owned(),
        rules_version: info.rules_version,
        options: info.complete_options(&asked.options)?,
        components: app.components.of(info.id).map(str::to_owned),
        created: app.day(),
        rematch_of: None,
        program: Some(program::version().to_owned()),
        opened_by: Some(guest),
        position: asked.position,
        terms: asked.terms,
        begun_at: app.time(),
        cancelled: false,
        arranged: 0,
        compacted: None,
    };
    // Setting the play up checks the game, the seats, the options and the position.
    let summary = History::new(&setup, &sitters, &app.config_cache)?.summary();
    let table = setup.id.clone();
    let entry = Entry::Table { setup: Box::new(setup), sitters, parts, summary };
    app.store.write(entry).await.map_err(|error| Refused::not_saved(&error))?;
    app.metrics.openings.inc();
    Ok(table)
}

/// Refuses who has opened too many tables lately.
async fn may_open(app: &App, guest: Guest, address: Address) -> Result<(), Refused> {
    let limits = &app.limits;
    let (waiting, open) = app.store.opened(guest, app.day() - DAY).await?;
    if waiting >= limits.waiting_per_guest {
        return Err(Refused::too_many_waiting());
    }
    if open >= limits.open_per_guest {
        return Err(Refused::too_many_tables());
    }
    let parties = networks(address, limits.openings_per_address);
    let may = app.openings.take_for(parties, app.clock.now());
    if may { Ok(()) } else { Err(Refused::opened_too_often()) }
}

fn seat(engines: &Engines, asked: &OpenTable, opener: &Arrival) -> Result<Vec<Sitter>, Refused> {
    let info = registry::info(&asked.game)?;
    info.check_seats(asked.seats.len())?;
    if asked.seats.iter().filter(|plan| **plan == SeatPlan::Me).count() > 1 {
        return Err(Refused::bad(
            "自分の席(me)は一つだけにしてください。ほかの席は open か bot にします。",
            "Only one seat can be your own (\"me\"); make the others \"open\" or \"bot\".",
        ));
    }
    if asked.seats.iter().all(|plan| matches!(plan, SeatPlan::Bot { .. })) {
        return Err(Refused::nobody_there());
    }
    let bots = asked.seats.iter().filter_map(|plan| match plan {
        SeatPlan::Bot { bot } => Some(catalog::name(bot)),
        _ => None,
    });
    let mut names: Vec<String> = bots.collect();
    let mut person = |name: &str, look: Look| {
        let name = clean_name(name, &names);
        names.push(name.clone());
        Sitter::Person { guest: opener.guest, name, look, program: opener.program }
    };
    let sitter = |plan: &SeatPlan| match plan {
        SeatPlan::Me => Ok(person(&opener.name, opener.look)),
        // The crest is of who opens the table, and not of who sits beside them.
        SeatPlan::Here { name } => Ok(person(&personal(name), Look::default())),
        SeatPlan::Open => Ok(Sitter::Nobody),
        SeatPlan::Bot { bot } => {
            catalog::check(engines, info, bot)?;
            Ok(Sitter::Bot { bot: bot.clone() })
        }
    };
    asked.seats.iter().map(sitter).collect()
}

async fn preview(
    State(app): State<Arc<App>>,
    Extension(guest): Extension<Guest>,
    Path(id): Path<String>,
    asked: Result<Query<Intention>, QueryRejection>,
) -> Result<Json<Foreseen>, Refused> {
    let Intention { action, seat } = Intention::read(asked)?;
    app.preview(&id, Requester { guest, seat, lang: None }, &action).await.map(Json)
}

/// With whose eyes [`step`] is to be seen, and what is known.
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
    let number = number.parse().map_err(|_| Refused::no_moment())?;
    let Query(Looker { eyes, seen }) = looker.map_err(|_| Refused::no_such_seat())?;
    let eyes = match eyes.as_deref() {
        None => Viewer::Spectator,
        Some("all") => Viewer::Omniscient,
        Some(seat) => Viewer::Seat(Seat(seat.parse().map_err(|_| Refused::no_such_seat())?)),
    };
    let wanted = StepRequest { number, eyes, seen };
    app.check_analysis_rate(address)?;
    app.past_step(&id, Requester { guest, seat: None, lang: None }, wanted).await.map(Json)
}

async fn record(State(app): State<Arc<App>>, Path(id): Path<String>) -> Result<Response, Refused> {
    let record = app.finished(&id).await?;
    Ok(([(CONTENT_TYPE, "application/json")], record).into_response())
}
