//! The addresses.

use std::collections::BTreeMap;
use std::convert::Infallible;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Extension, Path, Query, Request, State};
use axum::http::header::CONTENT_TYPE;
use axum::http::{HeaderName, HeaderValue, StatusCode};
use axum::middleware::{self, Next};
use axum::response::sse::{Event, KeepAlive};
use axum::response::{IntoResponse, Response, Sse};
use axum::routing::{get, post};
use axum::{Json, Router};
use external_engines::Engines;
use futures_util::{StreamExt, stream};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use serde_json::Value;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use zashiki_core::{
    Bytes32, COMMON_ENDINGS, InputError, LegalAction, Move, Puzzle, PuzzleHeading, Seat, SeatSet,
    Tutorial, Viewer, common_rules, decode_text, read_json,
};

use crate::analysis;
use crate::analysis_board;
use crate::app::{App, Arrival};
use crate::assets;
use crate::bots::bot_pool;
use crate::client_addr::{Address, check_origin};
use crate::error::{BREAKING_OFF, LEAVING, Refused, other_rules};
use crate::hosts::check_host;
use crate::ids;
use crate::limit_hits::TopNetworks;
use crate::limits::networks;
use crate::listener::Counted;
use crate::packed;
use crate::policy;
use crate::program;
use crate::protocol::{
    Catalogue, Foreseen, GamePage, GameRules, HouseRules, LobbyTable, Look, MyTables, OpenTable,
    Opened, Quick, QuickStart, SeatPlan, StoredTable, TableCard, TableState, Terms,
};
use crate::push;
use crate::room::command::StepRequest;
use crate::store::{Entry, Sitter, StoredTableRow, TableSetup};
use crate::table::history::{History, plays};
use crate::table::seats::{Requester, called, check_rated, seats_of};
use crate::table::seed_exchange::{Contribution, SeedState};
use crate::users::bot_accounts;
use crate::users::guest::{self, Guest};
use crate::users::names::{NAME_LENGTH, clean_name, personal};
use crate::users::passkeys;
use crate::users::profile;
use crate::ws::socket;

/// The addresses of health checks. Programs that watch over the server ask there, by whichever name and from
/// whichever network.
const HEALTH: [&str; 2] = ["/healthz", "/readyz"];

/// Returns true if the request is a health check.
pub(crate) fn is_health(request: &Request) -> bool {
    HEALTH.contains(&request.uri().path())
}

/// The largest body of a request.
pub(crate) const MAX_BODY: usize = 64 * 1024;
/// The most tables in a guest's list.
const MAX_LISTED: u32 = 50;

/// The least time between two pictures of the lobby.
const LOBBY_EVERY: Duration = Duration::from_millis(250);
/// How often somebody who looks at the lobby hears that the server is still there.
const LOBBY_ALIVE: Duration = Duration::from_secs(20);

/// The milliseconds of a day.
const DAY: i64 = 24 * 60 * 60 * 1000;

/// The connection on which a request came.
#[derive(Clone)]
pub(crate) struct Peer {
    /// The address at its other end.
    pub(crate) ip: IpAddr,
    /// What it counts as; kept for as long as the connection is, also where it becomes a socket.
    pub(crate) counted: Arc<Counted>,
}

/// All HTTP routes of the server.
pub(crate) fn router(app: Arc<App>) -> Router {
    let personal = Router::new()
        .route("/quickstart", post(quickstart))
        .route("/me/push", get(push::key).post(push::subscribe).delete(push::unsubscribe))
        .merge(profile::router())
        .merge(passkeys::router())
        .merge(policy::router())
        .layer(middleware::from_fn_with_state(app.clone(), bot_accounts::people_only));
    let unchanging = Router::new()
        .route("/games", get(games))
        .route("/games/{id}", get(game))
        .route("/games/{id}/rules", get(rules))
        .route("/games/{id}/book", get(tutorial))
        .route("/games/{id}/puzzles", get(puzzles))
        .route("/games/{id}/puzzles/{puzzle}", get(puzzle))
        .route("/games/{id}/puzzles/{puzzle}/solution", get(solution))
        .route("/games/{id}/puzzles/{puzzle}/hint", get(hint))
        .layer(middleware::from_fn_with_state(app.clone(), packed::cache_answers));
    let api = Router::new()
        .merge(unchanging)
        .route("/games/{id}/puzzles/{puzzle}/reply", get(reply))
        .route("/tables", get(my_tables).post(open_table))
        .route("/lobby", get(lobby))
        .route("/lobby/live", get(lobby_live))
        .route("/tables/{id}", get(stored))
        .route("/tables/{id}/preview", get(preview))
        .route("/tables/{id}/steps/{number}", get(step))
        .route("/tables/{id}/record", get(record))
        .route("/tables/{id}/live", get(socket::live))
        .merge(analysis::router())
        .merge(personal)
        .fallback(async || Refused::no_address())
        .method_not_allowed_fallback(async || Refused::wrong_method())
        .layer(middleware::from_fn_with_state(app.clone(), policy::admit_person))
        .layer(middleware::from_fn(guest::introduce))
        // Who brings a play along leaves nothing here, and so needs no seat and no cookie.
        .merge(analysis_board::router())
        .layer(middleware::from_fn_with_state(app.clone(), check_origin))
        .layer(middleware::from_fn(never_kept));
    Router::new()
        .nest("/api", api)
        .route(HEALTH[0], get(health))
        .route(HEALTH[1], get(ready))
        .fallback(assets::page)
        .method_not_allowed_fallback(async || Refused::wrong_method())
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn(guest::welcome))
        .layer(middleware::from_fn_with_state(app.clone(), guest::recognise))
        .layer(middleware::from_fn_with_state(app.clone(), in_time))
        .layer(middleware::from_fn_with_state(app.clone(), policy::admit_network))
        .layer(middleware::from_fn_with_state(app.clone(), with_address))
        .layer(middleware::from_fn(readable))
        .layer(middleware::from_fn_with_state(app.clone(), check_host))
        // What is compressed for one answer alone is so at the fastest level.
        .layer(CompressionLayer::new().quality(CompressionLevel::Fastest))
        .layer(CatchPanicLayer::custom(|_| Refused::broken().into_response()))
        .layer(middleware::map_response(protect))
        .layer(middleware::from_fn_with_state(app.clone(), count_refused))
        .with_state(app)
}

/// Headers of every answer: nothing is taken for what it is not sent as, and no other site's page
/// can load it.
const ALWAYS: [(&str, &str); 2] =
    [("x-content-type-options", "nosniff"), ("cross-origin-resource-policy", "same-origin")];

/// Headers that let the page do what it needs and nothing else. Style attributes are
/// allowed because the page moves pieces by them; style sheets and scripts come from here.
const PROTECTION: [(&str, &str); 5] = [
    (
        "content-security-policy",
        "default-src 'self'; img-src 'self' data:; style-src-attr 'unsafe-inline'; \
         object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    ("x-frame-options", "DENY"),
    // The address of a table is its invitation: other sites must not learn it.
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
    // The page copies links, shares them, and knows people by passkeys.
    (
        "permissions-policy",
        "accelerometer=(), autoplay=(), camera=(), display-capture=(), encrypted-media=(), \
         fullscreen=(), geolocation=(), gyroscope=(), hid=(), idle-detection=(), magnetometer=(), \
         microphone=(), midi=(), payment=(), screen-wake-lock=(), serial=(), usb=(), \
         xr-spatial-tracking=()",
    ),
];

/// Headers of every event stream. Proxies and caches on the way are to pass each event on at once:
/// nginx keeps small ones back until a record of TLS is full, others to compress them.
const STREAMED: [(&str, &str); 2] =
    [("x-accel-buffering", "no"), ("cache-control", "no-store, no-transform")];

/// A browser heeds [`PROTECTION`] in what it shows; the parts that a page loads obey the page's.
async fn protect(mut response: Response) -> Response {
    let shown = if assets::is_part(&response) { &[][..] } else { &PROTECTION[..] };
    let kind = response.headers().get(CONTENT_TYPE).map(HeaderValue::as_bytes);
    let streams = kind.is_some_and(|kind| kind.starts_with(b"text/event-stream"));
    let streamed = if streams { &STREAMED[..] } else { &[][..] };
    for (name, value) in shown.iter().chain(&ALWAYS).chain(streamed) {
        let (name, value) = (HeaderName::from_static(name), HeaderValue::from_static(value));
        response.headers_mut().insert(name, value);
    }
    response
}

/// Answers about tables are of one moment and for one guest.
async fn never_kept(request: Request, next: Next) -> Response {
    let mut response = next.run(request).await;
    let no_store = HeaderValue::from_static("no-store");
    response.headers_mut().insert("cache-control", no_store);
    response
}

/// Counts who is over a limit.
async fn count_refused(State(app): State<Arc<App>>, request: Request, next: Next) -> Response {
    let client = client(&app, &request);
    let response = next.run(request).await;
    app.count_refused(&response, client);
    response
}

/// The address from which a request comes, where it is known.
pub(crate) fn client(app: &App, request: &Request) -> Option<IpAddr> {
    let peer = request.extensions().get::<Peer>()?;
    app.proxy.client(peer.ip, request.headers())
}

/// Refuses addresses that no handler can read.
async fn readable(request: Request, next: Next) -> Result<Response, Refused> {
    let mut bytes = request.uri().path().bytes();
    let digit = |byte: Option<u8>| char::from(byte?).to_digit(16);
    let mut path = Vec::new();
    while let Some(byte) = bytes.next() {
        let mut ahead = bytes.clone();
        match (byte, digit(ahead.next()), digit(ahead.next())) {
            (b'%', Some(high), Some(low)) => {
                path.extend(u8::try_from(high * 16 + low));
                bytes = ahead;
            }
            _ => path.push(byte),
        }
    }
    std::str::from_utf8(&path).map_err(|_| Refused::bad_address())?;
    Ok(next.run(request).await)
}

/// Finds the address by which the client is counted.
async fn with_address(State(app): State<Arc<App>>, mut request: Request, next: Next) -> Response {
    let peer = request.extensions().get::<Peer>().map(|peer| peer.ip);
    let of = |peer| app.proxy.address(peer, request.headers());
    let address = peer.map_or(Address::Local, of);
    request.extensions_mut().insert::<Address>(address);
    next.run(request).await
}

/// Answers requests whose body does not come.
async fn in_time(
    State(app): State<Arc<App>>,
    request: Request,
    next: Next,
) -> Result<Response, Refused> {
    let late = app.clock.now() + app.limits.request;
    tokio::select! {
        response = next.run(request) => Ok(response),
        () = app.clock.reaches(late) => Err(Refused::too_slow()),
    }
}

/// What the operator alone sees: the metrics, and the health as everybody may ask for it.
pub(crate) fn metrics(app: Arc<App>) -> Router {
    Router::new()
        .route("/metrics", get(measured))
        .route("/limits", get(over_limits))
        .route(HEALTH[0], get(health))
        .route(HEALTH[1], get(ready))
        .fallback(async || Refused::no_address())
        .with_state(app)
}

/// How the server is doing, in the text form of OpenMetrics, which Prometheus reads.
async fn measured(State(app): State<Arc<App>>) -> Response {
    let kind = "application/openmetrics-text; version=1.0.0; charset=utf-8";
    ([(CONTENT_TYPE, kind)], app.measured()).into_response()
}

/// Which networks exceed limits.
async fn over_limits(State(app): State<Arc<App>>) -> Json<TopNetworks> {
    Json(app.limit_hits.top(app.clock.now()))
}

/// For programs that watch over the server: whether it lives, and can still read.
async fn health(State(app): State<Arc<App>>) -> Result<String, Refused> {
    app.store.setup("").await?;
    Ok(format!("ok {}\n", program::version()))
}

/// For programs that choose where to send people: whether it can play, which is to write.
async fn ready(State(app): State<Arc<App>>) -> Result<&'static str, Refused> {
    if app.is_closing() {
        return Err(Refused::closing());
    }
    if !app.can_write().await {
        return Err(Refused::not_ready());
    }
    Ok("ok\n")
}

async fn games(State(app): State<Arc<App>>) -> Result<Json<Catalogue>, Refused> {
    let games: Result<_, InputError> = registry::ids().into_iter().map(registry::info).collect();
    let mut facts = BTreeMap::new();
    for id in registry::ids() {
        facts.extend(registry::tutorial(id)?.map(|book| (id, &book.facts)));
    }
    let bots = bot_pool::catalogue(&app.engines);
    Ok(Json(Catalogue { games: games?, facts, bots, name_length: NAME_LENGTH }))
}

async fn tutorial(Path(id): Path<String>) -> Result<Json<Option<&'static Tutorial>>, Refused> {
    Ok(Json(registry::tutorial(&id).map_err(Refused::unknown_game)?))
}

/// The game's puzzles, for a list.
async fn puzzles(Path(id): Path<String>) -> Result<Json<Vec<PuzzleHeading>>, Refused> {
    let puzzles = registry::puzzles(&id).map_err(Refused::unknown_game)?;
    Ok(Json(puzzles.iter().map(Puzzle::heading).collect()))
}

fn find_puzzle(game: &str, id: &str) -> Result<&'static Puzzle, Refused> {
    let puzzles = registry::puzzles(game).map_err(Refused::unknown_game)?;
    puzzles.iter().find(|puzzle| puzzle.id == id).ok_or_else(Refused::no_puzzle)
}

/// A puzzle, without its solution.
async fn puzzle(
    Path((game, id)): Path<(String, String)>,
) -> Result<Json<&'static Puzzle>, Refused> {
    Ok(Json(find_puzzle(&game, &id)?))
}

/// The decisions that solve a puzzle, for who gives up.
async fn solution(
    Path((game, id)): Path<(String, String)>,
) -> Result<Json<&'static [String]>, Refused> {
    Ok(Json(&find_puzzle(&game, &id)?.solution))
}

/// A few choices of which one begins the solution.
async fn hint(Path((game, id)): Path<(String, String)>) -> Result<Json<Vec<LegalAction>>, Refused> {
    let puzzle = find_puzzle(&game, &id)?;
    let table = registry::start(&game, &puzzle.beginning())?;
    let mut choices = table.sample_legal(puzzle.seat, HINTED);
    let first = puzzle.solution.first();
    if choices.iter().all(|choice| Some(&choice.action) != first) {
        let all = table.legal(puzzle.seat);
        choices.pop();
        choices.extend(all.into_iter().find(|choice| Some(&choice.action) == first));
        choices.sort_by(|one, other| one.action.cmp(&other.action));
    }
    Ok(Json(choices))
}

/// So many choices are named by a hint.
const HINTED: usize = 3;

/// What a [`reply`] answers.
#[derive(Debug, Deserialize)]
struct Decided {
    /// All that was decided to solve the puzzle so far, separated by commas.
    #[serde(default)]
    to: String,
}

/// What the others decide then; nothing where the goal is missed.
async fn reply(
    Path((game, id)): Path<(String, String)>,
    decided: Result<Query<Decided>, QueryRejection>,
) -> Result<Json<&'static [Move]>, Refused> {
    let puzzle = find_puzzle(&game, &id)?;
    let Ok(Query(Decided { to })) = decided else {
        return Err(Refused::bad(
            "to に、そこまでの手をコンマで区切って指定してください。",
            "Name the decisions so far in \"to\", separated by commas.",
        ));
    };
    let decisions: Vec<&str> = to.split(',').map(str::trim).collect();
    Ok(Json(puzzle.replies_to(&decisions)))
}

async fn game(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<GamePage>, Refused> {
    let game = registry::game(&id).map_err(Refused::unknown_game)?;
    let (info, glossary) = (game.info(), game.glossary());
    let mut bots = bot_pool::catalogue(&app.engines);
    bots.retain(|bot| bot.games.contains(&info.id));
    let rules = HouseRules { ends: COMMON_ENDINGS, abandoning: BREAKING_OFF, leaving: LEAVING };
    Ok(Json(GamePage { info, bots, glossary, house: rules }))
}

async fn rules(
    State(app): State<Arc<App>>,
    Path(id): Path<String>,
) -> Result<Json<GameRules>, Refused> {
    let game = registry::game(&id).map_err(Refused::unknown_game)?;
    let info = game.info();
    let rules = game.rules().iter().chain(common_rules()).collect();
    let components = app.components.of(info.id);
    let table = registry::new_match(info.id, info.seats.0.into(), &Value::Null, components, 0)?;
    Ok(Json(GameRules { rules, components: table.components() }))
}

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
        advice: (!playable).then(|| other_rules(&row.setup)),
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
async fn open(
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
        deal: SeedState::new(&id, Bytes32(ids::random()), &sitters, &parts),
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

/// A table of the game for somebody who wants to play soon: one that waits in the lobby, or a new
/// one that is listed there.
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
        let usual = table.options == plain && !table.from_position && !table.terms.slow();
        // Who wants to play a program chooses it.
        let people = table.seats.iter().all(|seat| !seat.bot_account);
        let free = table.seats.iter().any(|seat| seat.name.is_empty());
        table.game == game && usual && people && free
    };
    let mut own = None;
    for table in app.lobby.find(suits) {
        // Nobody waits for themselves.
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
    // Whoever comes there promises their share then.
    let (options, position, hash) = (Value::Null, None, None);
    let asked = OpenTable { game, options, seats, name, position, terms, hash };
    let table = open(&app, guest, address, asked).await?;
    Ok(Json(Quick { table, opened: true }))
}

async fn lobby(State(app): State<Arc<App>>) -> Response {
    let listed = app.lobby.written().to_string();
    ([(CONTENT_TYPE, "application/json")], listed).into_response()
}

/// The lobby, again whenever it has changed.
async fn lobby_live(
    State(app): State<Arc<App>>,
    Extension(guest): Extension<Guest>,
    Extension(address): Extension<Address>,
    Extension(peer): Extension<Peer>,
) -> Result<Response, Refused> {
    let guard = app.hold().ok_or_else(Refused::closing)?;
    let ticket = socket::count_address(&app, address)?;
    let mut listed = app.lobby.watch();
    listed.mark_changed();
    let held = (guard, ticket, peer.counted);
    let lobby = app.clone();
    let changes = stream::unfold((listed, held), move |(mut listed, held)| {
        let app = lobby.clone();
        async move {
            // It fails only when the house is gone.
            listed.changed().await.ok()?;
            let event = Event::default().data(&*app.lobby.written());
            Some((Ok::<_, Infallible>(event), (listed, held)))
        }
    });
    // Where much happens it is enough to see it now and then.
    let seldom = changes.then(async |event| {
        tokio::time::sleep(LOBBY_EVERY).await;
        event
    });
    let notices =
        stream::unfold((app.clone(), app.policy.watch(), true), move |watched| async move {
            let (app, mut changed, first) = watched;
            if !first {
                // It fails only when the house is gone.
                changed.changed().await.ok()?;
            }
            let notice = app.notice(guest).await.ok()?;
            let event = Event::default().event("notice").json_data(notice).ok()?;
            Some((Ok(event), (app, changed, false)))
        });
    let until = stream::select(seldom, notices).take_until(app.closing());
    Ok(Sse::new(until).keep_alive(KeepAlive::new().interval(LOBBY_ALIVE)).into_response())
}

/// Reads the JSON of a body that may have `most` bytes.
pub(crate) fn read_body<Asked: DeserializeOwned>(
    body: Result<Bytes, BytesRejection>,
    most: usize,
) -> Result<Asked, Refused> {
    let body = body.map_err(|rejected| match rejected.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refused::too_large(most),
        _ => Refused::bad(
            "リクエストを最後まで受け取れませんでした。もう一度送ってください。",
            "The request did not arrive whole; send it again.",
        ),
    })?;
    let body = decode_text(&body).map_err(Refused::unreadable)?;
    read_json(&body).map_err(Refused::unreadable)
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
        SeatPlan::Bot { bot } => Some(bot_pool::name(bot)),
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
            bot_pool::check(engines, info, bot)?;
            Ok(Sitter::Bot { bot: bot.clone() })
        }
    };
    asked.seats.iter().map(sitter).collect()
}

/// What [`preview`] is asked.
#[derive(Debug, Deserialize)]
pub(crate) struct Intention {
    /// An action's notation.
    pub(crate) action: String,
    /// With which of the guest's seats, where they have several.
    pub(crate) seat: Option<Seat>,
}

impl Intention {
    /// Refuses an address that names none.
    pub(crate) fn read(
        asked: Result<Query<Intention>, QueryRejection>,
    ) -> Result<Intention, Refused> {
        asked.map(|Query(intention)| intention).map_err(|_| {
            Refused::bad(
                "action に行動を一つ指定してください。例: ?action=place%205",
                "Name one action in \"action\", such as ?action=place%205.",
            )
        })
    }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Whatever answers with one, now or later.
    #[tokio::test]
    async fn every_event_stream_is_passed_on_at_once() {
        let sent = protect(Sse::new(stream::empty::<Result<Event, Infallible>>()).into_response());
        let sent = sent.await;
        assert_eq!(sent.headers()["x-accel-buffering"], "no");
        assert_eq!(sent.headers()["cache-control"], "no-store, no-transform");
        let other = protect(Json(()).into_response()).await;
        assert!(!other.headers().contains_key("x-accel-buffering"));
    }
}
