//! Several servers of one cluster: people at one table are connected to different servers, the database is
//! authoritative, and lost bus messages cost only time.

use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

use crate::common::{Client, Guest, Whim, assert_done, play, seated, soon};
use crate::server::{TestServer, place, stored};
use crate::stored_state::StoredState;
use opentelemetry::trace::TracerProvider as _;
use opentelemetry_sdk::trace::{InMemorySpanExporter, SdkTracerProvider};
use serde_json::{Value, json};
use server::{
    Bus, Config, InProcess, Limits, ManualTime, Messages, Nats, NatsConfig, Place, Server, TRACES,
    TimeSource,
};
use tokio::runtime::{Builder, Runtime};
use tokio::sync::broadcast;
use tracing::Dispatch;
use tracing::subscriber::NoSubscriber;
use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::layer::{Layer as _, SubscriberExt as _};
use tracing_subscriber::util::SubscriberInitExt as _;
use zashiki_core::{Bytes32, Seat, Viewer};

/// A server on this database and bus.
async fn start(data: &Path, bus: impl Bus + 'static) -> TestServer {
    let config = Config { bus: Some(Arc::new(bus)), ..Config::new(data) };
    TestServer::start_with(config).await
}

/// Environment variable with the address of a NATS server, such as `nats://127.0.0.1:4222`. If set, the
/// servers communicate through it.
const NATS: &str = "ZASHIKI_TEST_NATS";

/// Two servers of one cluster.
async fn two(data: &Path) -> (TestServer, TestServer) {
    if let Ok(address) = std::env::var(NATS) {
        let config = NatsConfig { address, ..NatsConfig::default() };
        let bus = async || Nats::connect(&config).await.expect("NATS is there");
        return (start(data, bus().await).await, start(data, bus().await).await);
    }
    let bus = InProcess::new();
    (start(data, bus.clone()).await, start(data, bus).await)
}

/// The same guest, who now sends requests to this server.
fn at(guest: &Guest, server: &TestServer) -> Guest {
    Guest { address: server.address, ..guest.clone() }
}

/// A started table of two people, one at each server.
async fn apart(one: &TestServer, other: &TestServer) -> (String, [Guest; 2], [Client; 2]) {
    let mut first = Guest::new(one.address);
    let table = first.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    let mut second = Guest::new(other.address);
    second.get("/").await;
    let mut clients = [first.join(&table).await, second.join(&table).await];
    assert_done(&clients[1].sit(1, "Second").await);
    for client in &mut clients {
        client.wait(|state| state["started"] == true).await;
    }
    (table, [first, second], clients)
}

/// A server with a separate runtime, so that it can be killed.
struct Apart {
    server: TestServer,
    runtime: Runtime,
}

impl Apart {
    async fn start(data: &Path, bus: InProcess) -> Apart {
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let data = data.to_owned();
        let starting = move || Apart { server: runtime.block_on(start(&data, bus)), runtime };
        tokio::task::spawn_blocking(starting).await.unwrap()
    }

    /// Kills the server without a shutdown, at an arbitrary point of its work.
    fn kill(self) {
        self.runtime.shutdown_background();
    }
}

#[tokio::test]
async fn people_on_different_servers_play_one_game() {
    let data = tempfile::tempdir().unwrap();
    let (one, other) = two(data.path()).await;
    let (table, _, mut clients) = apart(&one, &other).await;
    let mut watcher = Guest::new(other.address).join(&table).await;
    clients[0].wait(|state| state["onlookers"] == 1).await;
    let moves = play(&mut clients, &mut Whim(3), |_, _| false).await;
    assert!(moves > 20, "{moves}");
    let stored = StoredState::read(data.path(), &table).await;
    let end = stored.at(clients[0].version());
    for (seat, client) in (0..).map(Seat).zip(&clients) {
        assert_eq!(client.state["view"], end.view(Viewer::Seat(seat)).value());
        assert_eq!(client.steps.len(), end.length() + 1);
    }
    watcher.wait(|state| !state["outcome"].is_null()).await;
    assert_eq!(watcher.state["view"], end.view(Viewer::Spectator).value());
    // Both accept the rematch, and each sees the other's answer.
    assert_done(&clients[0].rematch(true).await);
    clients[1].wait(|state| state["rematch"]["coming"] == json!([0])).await;
    assert_done(&clients[1].rematch(true).await);
    let both = |state: &Value| state["rematch"]["coming"] == json!([0, 1]);
    clients[0].wait(both).await;
    clients[1].wait(both).await;
    one.stop().await;
    other.stop().await;
}

#[tokio::test]
async fn presence_phrases_drafts_and_the_lobby_are_shared() {
    let data = tempfile::tempdir().unwrap();
    let (one, other) = two(data.path()).await;
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let terms = json!({ "listed": true });
    let body = json!({ "game": "shinra", "seats": seats, "name": "Opener", "terms": terms });
    let mut first = Guest::new(one.address);
    let table = first.post("/api/tables", &body).await.json()["table"].clone();
    let table = table.as_str().unwrap();
    let mut clients = vec![first.join(table).await];
    // The lobby of the other server lists the table, and quick start there finds it.
    let mut second = Guest::new(other.address);
    listed(&mut second, 1).await;
    let quick = second.post("/api/quickstart", &json!({ "game": "shinra", "name": "" })).await;
    assert_eq!(quick.json(), json!({ "table": table, "opened": false }));
    clients.push(second.join(table).await);
    assert_done(&clients[1].sit(1, "Second").await);
    clients[0].wait(|state| state["started"] == true).await;
    clients[0].wait(|state| state["seats"][1]["online"] == true).await;
    clients[1].wait(|state| state["seats"][0]["online"] == true).await;
    let phrase = json!({ "type": "phrase", "phrase": "hello" });
    assert_done(&clients[0].order(phrase).await);
    assert_eq!(clients[1].hear("said").await["seat"], 0);
    // A public draft is shown on the other server, also to clients that connect later.
    let mover = usize::from(clients[0].legal().is_empty());
    let draft = clients[mover].legal()[0].clone();
    let reading = clients[mover].draft(&draft).await["draft"]["reading"].clone();
    let told = clients[1 - mover].hear("drafting").await;
    assert_eq!(told["draft"], json!({ "seat": mover, "reading": reading }));
    let elsewhere = if mover == 0 { &other } else { &one };
    let late = Guest::new(elsewhere.address).join(table).await;
    assert_eq!(late.state["drafts"], json!([{ "seat": mover, "reading": reading }]));
    // The drafting person finds the draft on another server.
    let own = at([&first, &second][mover], elsewhere).join(table).await;
    assert_eq!(own.state["draft"], draft);
    drop(own);
    // A client that disconnects is gone on all servers.
    let [mut here, there]: [Client; 2] = clients.try_into().unwrap_or_else(|_| panic!("two"));
    drop(there);
    here.wait(|state| state["seats"][1]["online"] == false).await;
    one.stop().await;
    // The tables of a stopped server are no longer listed.
    listed(&mut second, 0).await;
    other.stop().await;
}

/// Waits until the lobby lists `count` tables.
async fn listed(guest: &mut Guest, count: usize) {
    soon("the lobby", async {
        while guest.get("/api/lobby").await.json()["tables"].as_array().unwrap().len() != count {}
    })
    .await;
}

#[tokio::test]
async fn people_on_all_servers_contribute_to_the_seed() {
    let data = tempfile::tempdir().unwrap();
    let (one, other) = two(data.path()).await;
    let shares = [Bytes32([1; 32]), Bytes32([2; 32])];
    let mut first = Guest::new(one.address);
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let table = first.open_with(seats, shares[0]).await;
    let mut second = Guest::new(other.address);
    second.get("/").await;
    let mut clients = [first.join(&table).await, second.join(&table).await];
    assert_done(&clients[1].sit_with(1, "Second", shares[1]).await);
    for (client, share) in clients.iter_mut().zip(shares) {
        client.asked().await;
        assert_done(&client.share(share).await);
    }
    for client in &mut clients {
        client.wait(|state| state["started"] == true).await;
        let promises = client.state["deal"]["promises"].as_array().unwrap();
        assert!(promises.len() == 2 && promises.iter().all(|it| it["added"] == true));
    }
    assert_eq!(clients[0].state["deal"], clients[1].state["deal"]);
    one.stop().await;
    other.stop().await;
}

/// Plays, with bots at all other seats, until a person is to move again after `moves` moves.
async fn play_with_bots(client: &mut Client, moves: usize) {
    for _ in 0..moves {
        client.wait(|state| !state["legal"].as_array().unwrap().is_empty()).await;
        if client.over() {
            return;
        }
        let action = client.legal()[0].clone();
        assert_done(&client.act(&action).await);
    }
}

/// Checks that every change of a table is stored once and was made by a seat to move.
async fn check_changes(data: &Path, table: &str) {
    let stored = StoredState::read(data, table).await;
    stored.at(stored.changes.len() as u64);
}

#[tokio::test]
async fn another_server_takes_over_from_a_killed_one() {
    let data = tempfile::tempdir().unwrap();
    let bus = InProcess::new();
    let home = Apart::start(data.path(), bus.clone()).await;
    let other = start(data.path(), bus).await;
    // One table with people on both servers and a bot, and one where only a clock runs.
    let mut first = Guest::new(home.server.address);
    let bots = json!([{ "kind": "me" }, { "kind": "open" }, { "kind": "bot", "bot": "random" }]);
    let table = first.open_game("honnoji", &json!({}), bots).await;
    let _at_home = first.join(&table).await;
    let mut away = at(&first, &other).join(&table).await;
    let mut second = Guest::new(other.address);
    second.get("/").await;
    let mut there = second.join(&table).await;
    assert_done(&there.sit(1, "Second").await);
    for client in [&mut away, &mut there] {
        client.wait(|state| state["started"] == true).await;
    }
    let alone = json!({ "time": { "kind": "decision", "seconds": 5 } });
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "random" }]);
    // The person moves first: a bot waits until a client is connected, and no clock runs for it.
    let options = json!({ "firstSeat": "seat0" });
    let body =
        json!({ "game": "kokyu", "options": options, "seats": seats, "name": "", "terms": alone });
    let mut clocked = Guest::new(home.server.address);
    let timed = clocked.post("/api/tables", &body).await.json()["table"].clone();
    let timed = timed.as_str().unwrap();
    drop(clocked.join(timed).await);
    let was_home = lease_holder(data.path(), &table).await;
    assert_eq!(lease_holder(data.path(), timed).await.len(), 16);
    home.kill();
    let killed = std::time::Instant::now();
    soon("another home", async { while lease_holder(data.path(), &table).await == was_home {} })
        .await;
    assert!(killed.elapsed() < Duration::from_secs(10), "{:?}", killed.elapsed());
    for _ in 0..6 {
        // Bots decide in between.
        let asked = |state: &Value| ![json!([]), json!([2])].contains(&state["awaiting"]);
        let seat = away.wait(asked).await["awaiting"][0].clone();
        let mover = if seat == 0 { &mut away } else { &mut there };
        mover.wait(|state| !state["legal"].as_array().unwrap().is_empty()).await;
        let action = mover.legal()[0].clone();
        assert_done(&mover.act(&action).await);
        let version = away.version().max(there.version());
        for client in [&mut away, &mut there] {
            client.wait(|state| state["version"].as_u64() >= Some(version)).await;
        }
    }
    check_changes(data.path(), &table).await;
    // The clock of the table without connected people runs out on the other server.
    soon("a bot that decides for who is late", async {
        while StoredState::read(data.path(), timed).await.changes.is_empty() {}
    })
    .await;
    other.stop().await;
}

/// The server that holds a table's lease; empty if none.
async fn lease_holder(data: &Path, table: &str) -> String {
    let pool = stored(data).await;
    let home = sqlx::query_scalar("SELECT server FROM homes WHERE table_id = $1");
    let home: Option<String> = home.bind(table).fetch_optional(&pool).await.unwrap();
    pool.close().await;
    home.unwrap_or_default()
}

#[tokio::test]
async fn a_stopping_server_releases_its_tables() {
    let data = tempfile::tempdir().unwrap();
    let (one, other) = two(data.path()).await;
    let mut guest = Guest::new(one.address);
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "random" }]);
    let table = guest.open_game("kokyu", &json!({}), seats).await;
    let here = guest.join(&table).await;
    let mut there = at(&guest, &other).join(&table).await;
    play_with_bots(&mut there, 3).await;
    drop(here);
    one.stop().await;
    play_with_bots(&mut there, 10).await;
    check_changes(data.path(), &table).await;
    other.stop().await;
}

/// Unused tables leave no lease, and stopped servers no row.
#[tokio::test]
async fn released_leases_and_closed_servers_leave_no_rows() {
    let data = tempfile::tempdir().unwrap();
    let bus = InProcess::new();
    let start = async || {
        let limits = Limits { linger: Duration::ZERO, ..Limits::default() };
        let bus = Some(Arc::new(bus.clone()) as Arc<dyn Bus>);
        TestServer::start_with(Config { bus, limits, ..Config::new(data.path()) }).await
    };
    let count = async |rows: &'static str, expected: i64| {
        let database = stored(data.path()).await;
        soon(rows, async {
            while sqlx::query_scalar::<_, i64>(rows).fetch_one(&database).await.unwrap() != expected
            {
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        })
        .await;
        database.close().await;
    };
    let (one, other) = (start().await, start().await);
    let (table, guests, clients) = apart(&one, &other).await;
    count("SELECT count(*) FROM homes", 1).await;
    drop(clients);
    count("SELECT count(*) FROM homes", 0).await;
    // A person who returns acquires the lease again, and plays.
    let mut back = [guests[0].join(&table).await, guests[1].join(&table).await];
    count("SELECT count(*) FROM homes", 1).await;
    let moves = play(&mut back, &mut Whim(5), |moves, _| moves == 4).await;
    assert_eq!(moves, 4);
    drop(back);
    one.stop().await;
    other.stop().await;
    let again = start().await;
    count("SELECT count(*) FROM servers", 1).await;
    count("SELECT count(*) FROM homes", 0).await;
    again.stop().await;
}

#[tokio::test]
async fn writes_without_the_lease_are_not_stored() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path(), InProcess::new()).await;
    let mut guest = Guest::new(server.address);
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "random" }]);
    let table = guest.open_game("kokyu", &json!({}), seats).await;
    let mut client = guest.join(&table).await;
    play_with_bots(&mut client, 2).await;
    client.wait(|state| !state["legal"].as_array().unwrap().is_empty()).await;
    // Another server takes over the lease without notice.
    let pool = stored(data.path()).await;
    let day = "(SELECT MAX(beat) FROM servers) + 3600000";
    let other = format!("INSERT INTO servers VALUES ('other', {day}, TRUE, FALSE, 'x')");
    sqlx::query(sqlx::AssertSqlSafe(other)).execute(&pool).await.unwrap();
    let taken = "UPDATE homes SET server = 'other', fence = fence + 1";
    sqlx::query(taken).execute(&pool).await.unwrap();
    // People's moves are stored from any server; the bot's reply is not stored from here.
    let mut version = client.version();
    while !client.legal().is_empty() {
        let action = client.legal()[0].clone();
        assert_done(&client.act(&action).await);
        version += 1;
    }
    assert_eq!(client.version(), version);
    let unwritten = |table: String| {
        let pool = pool.clone();
        async move {
            let count = sqlx::query_scalar("SELECT COUNT(*) FROM changes WHERE table_id = $1");
            let count: i64 = count.bind(table).fetch_one(&pool).await.unwrap();
            count.cast_unsigned() == version
        }
    };
    assert!(unwritten(table.clone()).await);
    // Once the other server is gone, this one acquires the lease, and the bot decides.
    sqlx::query("DELETE FROM servers WHERE id = 'other'").execute(&pool).await.unwrap();
    assert!(unwritten(table.clone()).await, "not before");
    client.until(|state| state["version"].as_u64() > Some(version)).await;
    pool.close().await;
    server.stop().await;
}

/// A bus that delivers no messages, as if it were disconnected.
#[derive(Debug)]
struct Deaf;

impl Bus for Deaf {
    fn publish(&self, _: &str, _: Vec<u8>) {}

    fn subscribe(&self, _: &str) -> Messages {
        Box::pin(futures_util::stream::pending())
    }

    fn is_connected(&self) -> bool {
        false
    }
}

#[tokio::test]
async fn a_disconnected_bus_costs_only_time() {
    let data = tempfile::tempdir().unwrap();
    let one = start(data.path(), Deaf).await;
    let other = start(data.path(), Deaf).await;
    let (table, _, mut clients) = apart(&one, &other).await;
    play(&mut clients, &mut Whim(5), |moves, _| moves >= 6).await;
    let (a, b) = (&clients[0].state["version"], &clients[1].state["version"]);
    assert_eq!(a, b);
    check_changes(data.path(), &table).await;
    // A move based on an outdated version is rejected without loss.
    one.stop().await;
    other.stop().await;
}

/// A bus that delivers every message twice, and repeats the first one after later ones.
#[derive(Clone, Debug)]
struct Doubling(InProcess, broadcast::Sender<()>);

impl Bus for Doubling {
    fn publish(&self, subject: &str, message: Vec<u8>) {
        self.0.publish(subject, message.clone());
        self.0.publish(subject, message.clone());
        let (bus, subject, mut later) = (self.0.clone(), subject.to_owned(), self.1.subscribe());
        tokio::spawn(async move {
            // The repetition comes after twelve more messages.
            for _ in 0..12 {
                if later.recv().await.is_err() {
                    return;
                }
            }
            bus.publish(&subject, message);
        });
        // There may be no receiver.
        let _ = self.1.send(());
    }

    fn subscribe(&self, subject: &str) -> Messages {
        self.0.subscribe(subject)
    }
}

#[tokio::test]
async fn duplicated_and_delayed_messages_change_nothing() {
    let data = tempfile::tempdir().unwrap();
    let bus = Doubling(InProcess::new(), broadcast::Sender::new(1024));
    let one = start(data.path(), bus.clone()).await;
    let other = start(data.path(), bus).await;
    let (table, _, mut clients) = apart(&one, &other).await;
    play(&mut clients, &mut Whim(6), |_, _| false).await;
    let end = StoredState::read(data.path(), &table).await.at(clients[0].version());
    for (seat, client) in (0..).map(Seat).zip(&clients) {
        assert_eq!(client.state["view"], end.view(Viewer::Seat(seat)).value());
    }
    one.stop().await;
    other.stop().await;
}

/// A bus that records all messages.
#[derive(Clone, Debug, Default)]
struct Tapped(InProcess, Arc<Mutex<Vec<Recorded>>>);

/// A message on the bus: its subject and its content.
type Recorded = (String, Vec<u8>);

impl Bus for Tapped {
    fn publish(&self, subject: &str, message: Vec<u8>) {
        self.1.lock().unwrap().push((subject.to_owned(), message.clone()));
        self.0.publish(subject, message);
    }

    fn subscribe(&self, subject: &str) -> Messages {
        self.0.subscribe(subject)
    }
}

#[tokio::test]
async fn bus_messages_reveal_nothing() {
    let data = tempfile::tempdir().unwrap();
    let bus = Tapped::default();
    let one = start(data.path(), bus.clone()).await;
    let other = start(data.path(), bus.clone()).await;
    let (table, guests, mut clients) = apart(&one, &other).await;
    let draft = clients[0].legal().first().or(clients[1].legal().first()).unwrap().clone();
    let mover = usize::from(clients[0].legal().is_empty());
    clients[mover].draft(&draft).await;
    play(&mut clients, &mut Whim(7), |moves, _| moves >= 10).await;
    one.stop().await;
    other.stop().await;
    let received = bus.1.lock().unwrap();
    assert!(received.len() > 12, "{}", received.len());
    let mut hidden = vec![table, "Second".to_owned(), draft, "guests".to_owned()];
    hidden.extend(guests.iter().filter_map(|guest| guest.cookie.clone()));
    for (subject, message) in received.iter() {
        for word in &hidden {
            let told = |text: &[u8]| text.windows(word.len()).any(|part| part == word.as_bytes());
            assert!(!told(subject.as_bytes()) && !told(message), "{word}");
        }
    }
}

#[tokio::test]
async fn signing_out_a_browser_affects_all_servers() {
    let data = tempfile::tempdir().unwrap();
    let (one, other) = two(data.path()).await;
    let mut desk = Guest::new(one.address);
    let table = desk.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    let code = desk.post("/api/me/code", &json!({})).await.json()["code"].clone();
    let mut phone = Guest::new(other.address);
    phone.get("/").await;
    let body = json!({ "code": code, "sure": true });
    assert_eq!(phone.post("/api/me/recover", &body).await.status, 200);
    let mut there = phone.join(&table).await;
    assert_eq!(there.state["you"], 0);
    let devices = desk.get("/api/me").await.json()["devices"].clone();
    let other_device = devices.as_array().unwrap().iter().find(|it| it["this"] == false).unwrap();
    let path = format!("/api/me/devices/{}", other_device["id"]);
    assert!(desk.request("DELETE", &path, &[], b"").await.status < 300);
    there.close_code().await;
    one.stop().await;
    other.stop().await;
}

async fn manual(data: &Path, bus: &InProcess) -> (TestServer, ManualTime) {
    let (clock, hand) = TimeSource::manual();
    let limits = Limits { linger: Duration::from_millis(50), ..Limits::default() };
    let config = Config { bus: Some(Arc::new(bus.clone())), clock, limits, ..Config::new(data) };
    (TestServer::start_with(config).await, hand)
}

#[tokio::test]
async fn a_draft_survives_moving_to_another_server() {
    let data = tempfile::tempdir().unwrap();
    let bus = InProcess::new();
    let ((one, _hand), (other, _other_hand)) =
        (manual(data.path(), &bus).await, manual(data.path(), &bus).await);
    let mut guest = Guest::new(one.address);
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let terms = json!({ "time": { "kind": "decision", "seconds": 600 } });
    let body = json!({ "game": "shinra", "seats": seats, "name": "", "terms": terms });
    let table = guest.post("/api/tables", &body).await.json()["table"].clone();
    let table = table.as_str().unwrap();
    let mut second = Guest::new(one.address);
    second.get("/").await;
    let mut clients = [guest.join(table).await, second.join(table).await];
    assert_done(&clients[1].sit(1, "Second").await);
    clients[0].wait(|state| state["started"] == true).await;
    clients[1].wait(|state| state["started"] == true).await;
    let mover = usize::from(clients[0].legal().is_empty());
    let draft = clients[mover].legal()[0].clone();
    clients[mover].draft(&draft).await;
    drop(clients);
    soon("the table leaves the memory", async {
        while one.handle.live_tables() > 0 {
            tokio::task::yield_now().await;
        }
    })
    .await;
    let back = at([&guest, &second][mover], &other).join(table).await;
    assert_eq!(back.state["draft"], draft);
    drop(back);
    one.stop().await;
    other.stop().await;
}

#[tokio::test]
async fn clocks_agree_on_all_servers_and_stop_while_none_runs() {
    let data = tempfile::tempdir().unwrap();
    let bus = InProcess::new();
    let (one, hand) = manual(data.path(), &bus).await;
    let (other, _) = manual(data.path(), &bus).await;
    let mut guest = Guest::new(one.address);
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "random" }]);
    let terms = json!({ "time": { "kind": "decision", "seconds": 100 } });
    let body = json!({ "game": "kokyu", "seats": seats, "name": "", "terms": terms });
    let table = guest.post("/api/tables", &body).await.json()["table"].clone();
    let table = table.as_str().unwrap();
    let mut here = guest.join(table).await;
    here.wait(|state| !state["legal"].as_array().unwrap().is_empty()).await;
    hand.advance(Duration::from_secs(60));
    let left = |state: &Value| state["clocks"][0]["left_ms"].as_u64().unwrap();
    // The other server's clock does not advance by itself: it receives the time with a heartbeat.
    soon("the time of the other server", async {
        while left(&at(&guest, &other).join(table).await.state) > 40_000 {}
    })
    .await;
    drop(here);
    one.stop().await;
    other.stop().await;
    let (one, _hand) = manual(data.path(), &bus).await;
    let back = at(&guest, &one).join(table).await;
    assert_eq!(left(&back.state), 40_000);
    one.stop().await;
}

#[tokio::test]
async fn servers_without_a_common_bus_cannot_share_a_database() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path(), InProcess::new()).await;
    let Place::Postgres(address) = place(data.path()).await else {
        // Servers on one SQLite database run on one machine, and each reads what the others write.
        return server.stop().await;
    };
    let config = Config { store: Place::Postgres(address), ..Config::new(data.path()) };
    let refused = Server::open(config).await.map(drop).unwrap_err();
    assert!(refused.text().en.contains("--nats"), "{}", refused.text().en);
    server.stop().await;
}

#[tokio::test]
async fn servers_can_be_upgraded_while_people_play() {
    let data = tempfile::tempdir().unwrap();
    let bus = InProcess::new();
    let one = start(data.path(), bus.clone()).await;
    let other = start(data.path(), bus.clone()).await;
    let (table, guests, mut clients) = apart(&one, &other).await;
    play(&mut clients, &mut Whim(8), |moves, _| moves >= 4).await;
    let later = [start(data.path(), bus.clone()).await, start(data.path(), bus).await];
    // The new version extends the schema, and servers of the previous version continue with it.
    let pool = stored(data.path()).await;
    for added in [
        "ALTER TABLE changes ADD COLUMN later TEXT",
        "ALTER TABLE tables ADD COLUMN later INTEGER NOT NULL DEFAULT 5",
        "ALTER TABLE homes ADD COLUMN later TEXT",
        "CREATE TABLE later (id TEXT PRIMARY KEY)",
    ] {
        sqlx::query(added).execute(&pool).await.unwrap();
    }
    pool.close().await;
    play(&mut clients, &mut Whim(9), |moves, _| moves >= 4).await;
    // The servers shut down one after another, and their clients connect to the remaining ones.
    for (seat, closing) in [one, other].into_iter().enumerate() {
        closing.stop().await;
        assert!(clients[seat].close_code().await.is_some());
        clients[seat] = at(&guests[seat], &later[seat]).join(&table).await;
        let version = clients[1 - seat].version();
        assert!(clients[seat].version() >= version, "nothing is lost");
        play(&mut clients, &mut Whim(10), |moves, _| moves >= 4).await;
    }
    play(&mut clients, &mut Whim(11), |_, _| false).await;
    check_changes(data.path(), &table).await;
    for server in later {
        server.stop().await;
    }
}

#[tokio::test]
async fn a_move_sent_to_two_servers_takes_effect_once() {
    let data = tempfile::tempdir().unwrap();
    let (one, other) = two(data.path()).await;
    let (table, guests, mut clients) = seated_at(&one).await;
    let mover = usize::from(clients[0].legal().is_empty());
    let mut twin = at(&guests[mover], &other).join(&table).await;
    for round in 0..5 {
        if clients[mover].legal().is_empty() {
            break;
        }
        let action = clients[mover].legal()[0].clone();
        let version = clients[mover].version();
        let act =
            |id: String| json!({ "type": "act", "id": id, "version": version, "action": action });
        // The same message over both servers, as a page resends it.
        let same = format!("same {round}");
        let (a, b) = tokio::join!(clients[mover].ask(act(same.clone())), twin.ask(act(same)));
        assert_done(&a);
        assert_done(&b);
        let now = |state: &Value| state["version"] == version + 1;
        clients[mover].wait(now).await;
        twin.wait(now).await;
        // Two different messages: only one is accepted.
        if clients[mover].legal().is_empty() {
            break;
        }
        let action = clients[mover].legal()[0].clone();
        let version = version + 1;
        let act =
            |id: String| json!({ "type": "act", "id": id, "version": version, "action": action });
        let ids = (format!("one {round}"), format!("other {round}"));
        let (a, b) = tokio::join!(clients[mover].ask(act(ids.0)), twin.ask(act(ids.1)));
        let done = [&a, &b].iter().filter(|answer| answer["type"] == "done").count();
        assert_eq!(done, 1, "{a} {b}");
        let refused = if a["type"] == "done" { &b } else { &a };
        assert_eq!(refused["type"], "refused");
        let now = |state: &Value| state["version"] == version + 1;
        clients[mover].wait(now).await;
        twin.wait(now).await;
    }
    check_changes(data.path(), &table).await;
    one.stop().await;
    other.stop().await;
}

async fn seated_at(server: &TestServer) -> (String, Vec<Guest>, Vec<Client>) {
    seated(server.address, "hostile", &json!({}), 2).await
}

#[tokio::test]
async fn one_move_is_traced_from_socket_to_socket_on_both_servers() {
    let exporter = InMemorySpanExporter::default();
    let provider = SdkTracerProvider::builder().with_simple_exporter(exporter.clone()).build();
    let only = Targets::new().with_target(TRACES, LevelFilter::INFO);
    let layer = tracing_opentelemetry::layer().with_tracer(provider.tracer("test"));
    // With a single subscriber, `tracing` caches the interest of the thread that reaches a span first, which
    // may be another test's thread without a subscriber.
    let _second = Dispatch::new(NoSubscriber::default());
    // Everything runs on this thread.
    let traced = tracing_subscriber::registry().with(layer.with_filter(only)).set_default();
    let data = tempfile::tempdir().unwrap();
    let (one, other) = two(data.path()).await;
    let (table, _, mut clients) = apart(&one, &other).await;
    let mover = usize::from(clients[0].legal().is_empty());
    exporter.reset();
    let action = clients[mover].legal()[0].clone();
    assert_done(&clients[mover].act(&action).await);
    let version = clients[mover].version();
    clients[1 - mover].wait(|state| state["version"] == version).await;
    one.stop().await;
    other.stop().await;
    drop(traced);
    let spans = exporter.get_finished_spans().unwrap();
    let message = spans.iter().find(|span| span.name == "message").expect("it was received");
    let trace = message.span_context.trace_id();
    let of_move: Vec<&str> = spans
        .iter()
        .filter(|span| span.span_context.trace_id() == trace)
        .map(|span| span.name.as_ref())
        .collect();
    for name in ["message", "rules", "store", "tell", "send", "news"] {
        assert!(of_move.contains(&name), "{name} in {of_move:?}");
    }
    // The spans reveal durations, and nothing else.
    let told = format!("{spans:?}");
    assert!(!told.contains(&table) && !told.contains(&action), "{told}");
}

#[tokio::test]
async fn an_unusable_bus_is_named() {
    let refused = async |address: &str| {
        let config = NatsConfig { address: address.to_owned(), ..NatsConfig::default() };
        let bad = Nats::connect(&config).await.map(drop).unwrap_err();
        assert!(!bad.text().ja.is_ascii() && !bad.text().en.contains("secret"), "{bad:?}");
        bad.text().en.to_string()
    };
    let nobody = std::net::TcpListener::bind("127.0.0.1:0").unwrap().local_addr().unwrap();
    assert!(refused(&format!("nats://{nobody}")).await.contains("cannot be reached"));
    assert!(refused("nats://[").await.contains("--nats"));
    let missing = NatsConfig {
        address: format!("nats://{nobody}"),
        ca: Some("no/such.pem".into()),
        ..NatsConfig::default()
    };
    let bad = Nats::connect(&missing).await.map(drop).unwrap_err();
    assert!(bad.text().en.contains("no/such.pem"), "{}", bad.text().en);
    // The test's NATS server requires a password.
    if let Ok(address) = std::env::var(NATS) {
        let (_, host) = address.rsplit_once('@').expect("a name and a password");
        for user in ["", "zashiki:secret@"] {
            let said = refused(&format!("nats://{user}{host}")).await;
            assert!(said.contains("refuses"), "{said}");
        }
    }
}
