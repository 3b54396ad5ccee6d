//! Previews over HTTP: they predict the actual events, are rejected like actions, and change nothing.

use crate::common::{Client, Guest, Whim, assert_done, assert_refused, play, two_seated};
use crate::server::TestServer;
use serde_json::{Value, json};

/// A notation escaped for a URL.
fn escaped(notation: &str) -> String {
    notation.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

async fn preview(guest: &mut Guest, table: &str, action: &str) -> Value {
    let path = format!("/api/tables/{table}/preview?action={}", escaped(action));
    let reply = guest.get(&path).await;
    assert_eq!(reply.status, 200, "{action}");
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    reply.json()
}

/// Checks that a preview is rejected exactly like the action.
async fn assert_refused_alike(
    guest: &mut Guest,
    client: &mut Client,
    table: &str,
    action: &str,
    rule: &str,
) {
    let foreseen = preview(guest, table, action).await;
    let answer = client.act(action).await;
    assert_refused(&answer, Some(rule));
    assert_eq!(foreseen["refused"]["rule"], rule);
    assert_eq!(foreseen["refused"]["message"], answer["message"], "{action}");
    assert_eq!(foreseen["told"], json!([]), "{action}");
    assert_eq!(foreseen["version"], client.version(), "{action}");
}

#[tokio::test]
async fn previews_match_the_actual_events() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, mut guests, mut clients) = two_seated(server.address).await;
    let mut whim = Whim(31);
    let mut told = 0;
    while !clients[0].over() {
        let mover = clients.iter().position(|client| !client.legal().is_empty()).unwrap();
        let action = whim.pick(&clients[mover].legal()).clone();
        let version = clients[mover].version();
        let foreseen = preview(&mut guests[mover], &table, &action).await;
        assert_eq!(foreseen["refused"], Value::Null, "{action}");
        assert_eq!(foreseen["version"], version);
        assert_done(&clients[mover].act(&action).await);
        let happened = clients[mover].steps.last().unwrap()["told"].as_array().unwrap();
        let foreseen = foreseen["told"].as_array().unwrap();
        assert_eq!(foreseen[..], happened[..foreseen.len()], "{action}");
        assert!(foreseen.iter().all(|told| told["view"].is_object()), "{action}");
        told += foreseen.len();
        assert_eq!(clients[mover].version(), version + 1, "a preview is not an action");
        clients[1 - mover].wait(|state| state["version"] == version + 1).await;
    }
    assert!(told > 0, "no preview succeeded");
    server.stop().await;
}

#[tokio::test]
async fn previews_are_rejected_like_actions() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut first = Guest::new(server.address);
    let table = first.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    let mut one = first.join(&table).await;
    assert_refused_alike(&mut first, &mut one, &table, "x", "T-7").await;
    let mut stranger = Guest::new(server.address);
    stranger.get("/").await;
    let mut looking_on = stranger.join(&table).await;
    assert_refused_alike(&mut stranger, &mut looking_on, &table, "x", "T-8").await;
    drop((one, looking_on));

    let (table, mut guests, mut clients) = two_seated(server.address).await;
    let mover = clients.iter().position(|client| !client.legal().is_empty()).unwrap();
    let legal = clients[mover].legal()[0].clone();
    for (seat, action, rule) in [
        (mover, "no such thing", "T-3"),
        (mover, "", "T-3"),
        (mover, "\u{0}\u{202e}\"; 席", "T-3"),
        (1 - mover, legal.as_str(), "T-2"),
    ] {
        let (guest, client) = (&mut guests[seat], &mut clients[seat]);
        assert_refused_alike(guest, client, &table, action, rule).await;
    }
    // Actions of the game that are not legal now: the game's rules reject them.
    let mut known = std::collections::BTreeSet::new();
    play(&mut clients, &mut Whim(23), |moves, clients| {
        let now: Vec<String> = clients.iter().flat_map(Client::legal).collect();
        known.extend(now.iter().cloned());
        moves > 10 && known.iter().filter(|action| !now.contains(action)).count() > 2
    })
    .await;
    let mover = clients.iter().position(|client| !client.legal().is_empty()).unwrap();
    let now = clients[mover].legal();
    for action in known.iter().filter(|action| !now.contains(action)) {
        let foreseen = preview(&mut guests[mover], &table, action).await;
        let rule = foreseen["refused"]["rule"].as_str().expect("a rule refuses it").to_owned();
        let (guest, client) = (&mut guests[mover], &mut clients[mover]);
        assert_refused_alike(guest, client, &table, action, &rule).await;
    }
    play(&mut clients, &mut Whim(5), |_, _| false).await;
    let (guest, client) = (&mut guests[mover], &mut clients[mover]);
    assert_refused_alike(guest, client, &table, &now[0], "T-1").await;
    server.stop().await;
}

#[tokio::test]
async fn previews_work_at_unloaded_tables() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, guests, clients) = two_seated(server.address).await;
    let mover = clients.iter().position(|client| !client.legal().is_empty()).unwrap();
    let action = clients[mover].legal()[0].clone();
    let version = clients[mover].version();
    drop(clients);
    server.stop().await;

    let server = TestServer::start(data.path()).await;
    let mut guest = Guest { address: server.address, ..guests[mover].clone() };
    let foreseen = preview(&mut guest, &table, &action).await;
    assert_eq!(foreseen["refused"], Value::Null);
    assert_eq!(foreseen["version"], version);
    server.stop().await;
}

#[tokio::test]
async fn malformed_requests_are_rejected() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, [mut guest, _], _clients) = two_seated(server.address).await;
    for (method, path, status) in [
        ("GET", format!("/api/tables/{table}/preview"), 400),
        ("GET", format!("/api/tables/{table}/preview?act=x"), 400),
        ("GET", format!("/api/tables/{table}/preview?action=a&action=b"), 400),
        ("GET", "/api/tables/none/preview?action=x".to_owned(), 404),
        ("POST", format!("/api/tables/{table}/preview?action=x"), 405),
    ] {
        let reply = guest.request(method, &path, &[], b"").await;
        assert_eq!(reply.status, status, "{method} {path}");
        reply.problem();
    }
    server.stop().await;
}
