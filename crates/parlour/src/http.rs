//! The addresses.

use std::sync::Arc;

use axum::body::Bytes;
use axum::extract::rejection::{BytesRejection, QueryRejection};
use axum::extract::{DefaultBodyLimit, Extension, Path, Query, Request, State};
use axum::http::header::{HOST, ORIGIN};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use serde::Deserialize;
use serde_json::Value;
use shelf::Visitor;
use table::{BadInput, Game, Glossary, Record, Rule, house_rules};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;

use crate::guest::{self, Guest, clean_name};
use crate::house::House;
use crate::refusal::Refused;
use crate::room::seat_of;
use crate::store::{Setup, Sitter};
use crate::wire::{
    Catalogue, Foreseen, GamePage, MyTables, OpenTable, Opened, SeatPlan, TableCard,
};
use crate::{ids, live, page, thinking};

/// The largest body of a request.
const MAX_BODY: usize = 64 * 1024;
/// The most tables in a guest's list.
const MAX_LISTED: u32 = 50;

/// Every address of the parlour.
pub(crate) fn router(house: Arc<House>) -> Router {
    let api = Router::new()
        .route("/games", get(games))
        .route("/games/{id}", get(game))
        .route("/tables", get(my_tables).post(open_table))
        .route("/tables/{id}/foresee", get(foresee))
        .route("/tables/{id}/record", get(record))
        .route("/tables/{id}/live", get(live::live))
        .fallback(async || Refused::no_address())
        .method_not_allowed_fallback(async || Refused::wrong_method())
        .layer(middleware::from_fn_with_state(house.clone(), check_origin))
        .layer(middleware::from_fn(never_kept));
    Router::new()
        .nest("/api", api)
        .route("/healthz", get(health))
        .fallback(page::page)
        .method_not_allowed_fallback(async || Refused::wrong_method())
        .layer(DefaultBodyLimit::max(MAX_BODY))
        .layer(middleware::from_fn(guest::recognise))
        .layer(CompressionLayer::new())
        .layer(CatchPanicLayer::custom(|_| Refused::broken().into_response()))
        .layer(middleware::map_response(protect))
        .with_state(house)
}

/// Headers that let the page do what it needs and nothing else. Style attributes are
/// allowed because the page moves pieces by them; style sheets and scripts come from here.
const PROTECTION: [(&str, &str); 5] = [
    (
        "content-security-policy",
        "default-src 'self'; img-src 'self' data:; style-src-attr 'unsafe-inline'; \
         object-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    ("x-content-type-options", "nosniff"),
    ("x-frame-options", "DENY"),
    // The address of a table is its invitation: it is not to be told to other sites.
    ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"),
];

async fn protect(mut response: Response) -> Response {
    for (name, value) in PROTECTION {
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

/// Refuses what another site's page sends with the guest's cookie.
async fn check_origin(
    State(house): State<Arc<House>>,
    request: Request,
    next: Next,
) -> Result<Response, Refused> {
    let reads = matches!(*request.method(), Method::GET | Method::HEAD);
    let changes = !reads || request.headers().contains_key("upgrade");
    if changes && !is_our_origin(&house.origins, request.headers()) {
        return Err(Refused::foreign_origin());
    }
    Ok(next.run(request).await)
}

/// Whether the request comes from a page of this server or of an allowed one. Browsers
/// always name the origin where it matters; other programs have no cookie to abuse.
fn is_our_origin(allowed: &[String], headers: &HeaderMap) -> bool {
    let Some(origin) = headers.get(ORIGIN) else { return true };
    let Ok(origin) = origin.to_str() else { return false };
    if allowed.iter().any(|allowed| allowed.eq_ignore_ascii_case(origin)) {
        return true;
    }
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let named = origin.split_once("://").map(|(_, named)| named);
    matches!((host, named), (Some(host), Some(named)) if host.eq_ignore_ascii_case(named))
}

/// For whoever watches over the server: whether it can still read.
async fn health(State(house): State<Arc<House>>) -> Result<&'static str, Refused> {
    house.store.setup("").await?;
    Ok("ok\n")
}

async fn games() -> Result<Json<Catalogue>, Refused> {
    let games: Result<_, BadInput> = shelf::ids().into_iter().map(shelf::info).collect();
    Ok(Json(Catalogue { games: games?, bots: thinking::catalogue() }))
}

async fn game(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
) -> Result<Json<GamePage>, Refused> {
    struct Words;
    impl Visitor for Words {
        type Out = (&'static [Rule], &'static Glossary);
        fn visit<G: Game>(self) -> Self::Out {
            (G::rules(), G::glossary())
        }
    }
    let unknown = |bad: BadInput| Refused::unknown_game(bad);
    let info = shelf::info(&id).map_err(unknown)?;
    let (rules, glossary) = shelf::visit(&id, Words).map_err(unknown)?;
    let rules = rules.iter().chain(house_rules()).collect();
    let components = house.components.of(info.id);
    let table = shelf::open(info.id, info.seats.0.into(), &Value::Null, components, 0)?;
    Ok(Json(GamePage { info, rules, glossary, components: table.components() }))
}

async fn my_tables(
    State(house): State<Arc<House>>,
    Extension(guest): Extension<Guest>,
) -> Result<Json<MyTables>, Refused> {
    let mut tables = Vec::new();
    for id in house.store.tables_of(guest, MAX_LISTED).await? {
        // One table that cannot be replayed must not hide the others.
        match table_card(&house, id, guest).await {
            Ok(card) => tables.extend(card),
            Err(refused) => tracing::warn!(?refused, "a table is left out of a list"),
        }
    }
    Ok(Json(MyTables { tables }))
}

async fn table_card(house: &House, id: String, guest: Guest) -> Result<Option<TableCard>, Refused> {
    let (setup, sitters, ledger) = house.replay(&id).await?;
    let Some(you) = seat_of(&sitters, guest) else { return Ok(None) };
    let started = !sitters.contains(&Sitter::Nobody);
    let turn = ledger.table().turn();
    Ok(Some(TableCard {
        table: id,
        game: setup.game,
        names: names(&sitters),
        you,
        started,
        your_turn: started && turn.awaited().contains(you),
        over: ledger.over(),
        changed: ledger.changed(),
    }))
}

fn names(sitters: &[Sitter]) -> Vec<String> {
    let name = |sitter: &Sitter| match sitter {
        Sitter::Nobody => String::new(),
        Sitter::Person { name, .. } => name.clone(),
        Sitter::Bot { bot } => thinking::name(bot),
    };
    sitters.iter().map(name).collect()
}

async fn open_table(
    State(house): State<Arc<House>>,
    Extension(guest): Extension<Guest>,
    body: Result<Bytes, BytesRejection>,
) -> Result<(StatusCode, Json<Opened>), Refused> {
    let body = body.map_err(|rejected| match rejected.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Refused::too_large(),
        _ => Refused::bad(
            "リクエストを最後まで受け取れませんでした。もう一度送ってください。",
            "The request did not arrive whole; send it again.",
        ),
    })?;
    let asked: OpenTable = serde_json::from_slice(&body).map_err(|error| {
        Refused::bad(
            format!("リクエストを読めません({error})。docs/operating.md の形式で送ってください。"),
            format!(
                "The request cannot be read ({error}); send one in the form of docs/operating.md."
            ),
        )
    })?;
    let sitters = seat(&asked, guest)?;
    let components = house.components.of(&asked.game);
    let seed = ids::seed();
    // Setting the play up checks the game, the seats and the options.
    let table = shelf::open(&asked.game, sitters.len(), &asked.options, components, seed)?;
    let info = table.info();
    let setup = Setup {
        id: ids::table_id(),
        game: info.id.to_owned(),
        rules_version: info.rules_version,
        options: info.complete_options(&asked.options)?,
        components: components.map(str::to_owned),
        seed,
        created: ids::now(),
        rematch_of: None,
    };
    house.store.create(&setup, &sitters).await.map_err(|error| {
        tracing::error!(%error, "a table could not be saved");
        Refused::not_saved()
    })?;
    // The table is there even if it cannot be woken now; whoever joins it wakes it too.
    if let Err(refused) = house.wake(&setup.id).await {
        tracing::warn!(?refused, "a new table sleeps on");
    }
    Ok((StatusCode::CREATED, Json(Opened { table: setup.id })))
}

fn seat(asked: &OpenTable, guest: Guest) -> Result<Vec<Sitter>, Refused> {
    let info = shelf::info(&asked.game)?;
    info.check_seats(asked.seats.len())?;
    if asked.seats.iter().filter(|plan| **plan == SeatPlan::Me).count() > 1 {
        return Err(Refused::bad(
            "自分の席(me)は一つだけにしてください。ほかの席は open か bot にします。",
            "Only one seat can be your own (\"me\"); make the others \"open\" or \"bot\".",
        ));
    }
    let sitter = |plan: &SeatPlan| match plan {
        SeatPlan::Me => Ok(Sitter::Person { guest, name: clean_name(&asked.name) }),
        SeatPlan::Open => Ok(Sitter::Nobody),
        SeatPlan::Bot { bot } => {
            thinking::check(info, bot)?;
            Ok(Sitter::Bot { bot: bot.clone() })
        }
    };
    asked.seats.iter().map(sitter).collect()
}

/// What [`foresee`] is asked.
#[derive(Debug, Deserialize)]
struct Intention {
    /// An action's notation.
    action: String,
}

async fn foresee(
    State(house): State<Arc<House>>,
    Extension(guest): Extension<Guest>,
    Path(id): Path<String>,
    asked: Result<Query<Intention>, QueryRejection>,
) -> Result<Json<Foreseen>, Refused> {
    let Query(Intention { action }) = asked.map_err(|_| {
        Refused::bad(
            "action に行動を一つ指定してください。例: ?action=place%205",
            "Name one action in \"action\", such as ?action=place%205.",
        )
    })?;
    house.foresee(&id, guest, &action).await.map(Json)
}

async fn record(
    State(house): State<Arc<House>>,
    Path(id): Path<String>,
) -> Result<Json<Record>, Refused> {
    let (setup, sitters, ledger) = house.replay(&id).await?;
    // It holds the seed, and with it everything hidden.
    if !ledger.over() {
        return Err(Refused::not_over());
    }
    let record = ledger.table().record();
    let times = vec![ids::rfc3339(setup.created), ids::rfc3339(ledger.changed())];
    Ok(Json(Record { names: names(&sitters), times, ..record }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn origins_are_compared_with_the_host() {
        let check = |origin: Option<&'static str>, host: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert(HOST, HeaderValue::from_static(host));
            if let Some(origin) = origin {
                headers.insert(ORIGIN, HeaderValue::from_static(origin));
            }
            is_our_origin(&["https://allowed.example".to_owned()], &headers)
        };
        assert!(check(None, "127.0.0.1:7777"));
        assert!(check(Some("http://127.0.0.1:7777"), "127.0.0.1:7777"));
        assert!(check(Some("https://Games.example"), "games.example"));
        assert!(check(Some("https://allowed.example"), "127.0.0.1:7777"));
        assert!(!check(Some("http://127.0.0.1:7778"), "127.0.0.1:7777"));
        assert!(!check(Some("http://evil.example"), "127.0.0.1:7777"));
        assert!(!check(Some("http://evil.example/127.0.0.1:7777"), "127.0.0.1:7777"));
        assert!(!check(Some("http://allowed.example"), "127.0.0.1:7777"));
        assert!(!check(Some("null"), "127.0.0.1:7777"));
    }
}
