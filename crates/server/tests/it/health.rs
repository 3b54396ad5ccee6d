//! Health checks, and information for the operator only.

use std::path::Path;
use std::time::Duration;

use crate::common::{Guest, Reply, Whim, assert_done, assert_refused, play, soon, two_seated};
use crate::server::{TestServer, of_sqlite};
use serde_json::json;
use server::{Config, Limits, ManualTime, TimeSource};
use sqlx::Connection;
use sqlx::sqlite::{SqliteConnectOptions, SqliteConnection};
use tokio::net::TcpListener;

/// A server with these limits and a manual clock.
async fn manual(data: &Path, limits: Limits) -> (TestServer, ManualTime) {
    let (clock, hand) = TimeSource::manual();
    let mut config = Config::new(data);
    (config.clock, config.limits) = (clock, limits);
    (TestServer::start_with(config).await, hand)
}

async fn ask(server: &TestServer, path: &str) -> Reply {
    Guest::new(server.address).get(path).await
}

/// Checks that the answer is an error for the operator in both languages.
fn assert_unready(reply: &Reply) {
    assert_eq!(reply.status, 503);
    assert!(reply.problem().contains("cannot be written"), "{}", reply.problem());
}

#[tokio::test]
async fn a_full_disk_is_alive_and_not_ready() {
    of_sqlite!();
    let data = tempfile::tempdir().unwrap();
    TestServer::start(data.path()).await.stop().await;
    let size = std::fs::metadata(data.path().join("zashiki.db")).unwrap().len();
    let pages = u32::try_from(size / 4096).unwrap();
    let limits = Limits {
        max_pages: Some(pages + 8),
        waiting_per_guest: u32::MAX,
        open_per_guest: u32::MAX,
        ..Limits::default()
    };
    let (server, hand) = manual(data.path(), limits).await;
    assert_eq!(ask(&server, "/readyz").await.status, 200);
    let mut guest = Guest::new(server.address);
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let body = json!({ "game": registry::ids()[0], "seats": seats, "name": "あ".repeat(24) });
    let mut opened = 0;
    while guest.post("/api/tables", &body).await.status == 201 {
        opened += 1;
        assert!(opened < 1_000, "the file is full at last");
    }
    // A recent result is reused, so requests cause no extra work.
    assert_eq!(ask(&server, "/readyz").await.status, 200);
    hand.advance(Duration::from_secs(5));
    assert_unready(&ask(&server, "/readyz").await);
    assert_unready(&ask(&server, "/readyz").await);
    assert_eq!(ask(&server, "/healthz").await.status, 200);
    server.stop().await;
    // The write test leaves nothing behind.
    let server = TestServer::start(data.path()).await;
    assert_eq!(ask(&server, "/readyz").await.status, 200);
    server.stop().await;
    let file = SqliteConnectOptions::new().filename(data.path().join("zashiki.db"));
    let mut file = SqliteConnection::connect_with(&file).await.unwrap();
    let names = sqlx::query_scalar("SELECT name FROM house").fetch_all(&mut file);
    assert_eq!(names.await.unwrap() as Vec<String>, ["guests", "imports"]);
}

#[tokio::test]
async fn a_server_with_a_locked_database_is_not_ready_and_rejects_writes() {
    of_sqlite!();
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = manual(data.path(), Limits::default()).await;
    let (_, _, mut clients) = two_seated(server.address).await;
    play(&mut clients, &mut Whim(71), |moves, _| moves == 3).await;
    let file = SqliteConnectOptions::new().filename(data.path().join("zashiki.db"));
    let mut other = SqliteConnection::connect_with(&file).await.unwrap();
    let lock = other.begin_with("BEGIN IMMEDIATE").await.unwrap();
    let mover = clients.iter().position(|client| !client.legal().is_empty()).unwrap();
    let (version, action) = (clients[mover].version(), clients[mover].legal()[0].clone());
    let act = json!({ "type": "act", "id": "locked", "version": version, "action": action });
    let before = clients[mover].state.clone();
    let (answer, ready) = tokio::join!(clients[mover].ask(act.clone()), ask(&server, "/readyz"));
    assert_refused(&answer, None);
    assert_eq!(clients[mover].state, before);
    assert_unready(&ready);
    lock.rollback().await.unwrap();
    hand.advance(Duration::from_secs(5));
    assert_eq!(ask(&server, "/readyz").await.status, 200);
    assert_done(&clients[mover].ask(act).await);
    assert_eq!(clients[mover].version(), version + 1);
    server.stop().await;
}

#[tokio::test]
async fn a_server_shutting_down_is_not_ready_and_still_reports_metrics() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let operator = Guest::new(listener.local_addr().unwrap());
    let handle = server.handle.clone();
    let measuring = tokio::spawn(async move { handle.serve_metrics(listener).await });
    assert_eq!(operator.clone().get("/readyz").await.status, 200);
    // A client that does not answer the close frame delays the shutdown briefly.
    let (_, _, silent) = two_seated(server.address).await;
    let closing = tokio::spawn(server.stop());
    let unready = soon("a server that closes", async {
        loop {
            let reply = operator.clone().get("/readyz").await;
            if reply.status != 200 {
                return reply;
            }
        }
    });
    let reply = unready.await;
    assert_eq!(reply.status, 503);
    assert!(reply.problem().contains("shutting down"));
    assert_eq!(operator.clone().get("/metrics").await.status, 200);
    closing.await.unwrap();
    drop(silent);
    measuring.abort();
}

/// The value of a metric, by its name with labels.
fn value(text: &str, name: &str) -> f64 {
    let line = text.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
    line.unwrap_or_else(|| panic!("no {name} in\n{text}")).parse().unwrap()
}

#[tokio::test]
async fn metrics_count_events_and_contain_no_identities() {
    let data = tempfile::tempdir().unwrap();
    let limits = Limits { live_per_guest: 2, ..Limits::default() };
    let (server, _hand) = manual(data.path(), limits).await;
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let operator = Guest::new(listener.local_addr().unwrap());
    let handle = server.handle.clone();
    let measuring = tokio::spawn(async move { handle.serve_metrics(listener).await });
    let (table, guests, mut clients) = two_seated(server.address).await;
    let moves = play(&mut clients, &mut Whim(73), |moves, _| moves == 10).await;
    let idle = clients.iter().position(|client| client.legal().is_empty()).unwrap();
    assert_eq!(clients[idle].act("nonsense").await["type"], "refused");
    let _second = guests[0].join(&table).await;
    let full = guests[0].connect(&table, "seen=0", None).await;
    assert!(full.is_err(), "a third is over the limit");

    let reply = operator.clone().get("/metrics").await;
    assert!(reply.header("content-type").unwrap().starts_with("application/openmetrics-text"));
    let text = String::from_utf8(reply.body).unwrap();
    assert_eq!(value(&text, "zashiki_moves_total{result=\"accepted\"}"), moves as f64);
    assert_eq!(value(&text, "zashiki_moves_total{result=\"refused\"}"), 1.0);
    assert_eq!(value(&text, "zashiki_openings_total"), 1.0);
    assert_eq!(value(&text, "zashiki_tables"), 1.0);
    assert_eq!(value(&text, "zashiki_sockets"), 3.0);
    assert!(value(&text, "zashiki_connections") >= 3.0);
    let limit = "zashiki_refusals_total{limit=\"guest_connections\"}";
    assert_eq!(value(&text, limit), 1.0);
    // Each move, the table's creation and the second player's seat.
    assert!(value(&text, "zashiki_commit_seconds_count") >= moves as f64 + 2.0);
    assert!(value(&text, "zashiki_commit_entries_sum") >= moves as f64 + 2.0);
    assert_eq!(value(&text, "zashiki_failed_writes_total"), 0.0);
    for gauge in [
        "zashiki_queue{queue=\"writes\"}",
        "zashiki_queue{queue=\"bots\"}",
        "zashiki_bots_thinking",
    ] {
        assert_eq!(value(&text, gauge), 0.0);
    }
    let received: usize = clients.iter().flat_map(|client| &client.received).map(String::len).sum();
    assert!(value(&text, "zashiki_sent_bytes_total") >= received as f64);
    let cookie = guests[0].cookie.as_deref().unwrap().split_once('=').unwrap().1;
    for secret in [&table, "Opener", "Second", "127.0.0.1", cookie] {
        assert!(!text.contains(secret), "{secret} in\n{text}");
    }
    // The metrics are not public.
    let public = ask(&server, "/metrics").await;
    assert!(!String::from_utf8_lossy(&public.body).contains("zashiki_moves"));
    server.stop().await;
    measuring.abort();
}
