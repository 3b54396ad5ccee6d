//! The lobby: publicly listed tables while a player is connected.

use std::time::Duration;

use crate::common::{Client, Guest, assert_done, soon};
use crate::server::TestServer;
use serde_json::{Value, json};
use server::{Config, TimeSource};
use tokio::io::{AsyncBufReadExt, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;

const GAME: &str = "kokyu";

async fn listed(guest: &mut Guest) -> Vec<Value> {
    guest.get("/api/lobby").await.json()["tables"].as_array().unwrap().clone()
}

async fn open(guest: &mut Guest, terms: Value) -> String {
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let body = json!({ "game": GAME, "seats": seats, "name": "Opener", "terms": terms });
    guest.post("/api/tables", &body).await.json()["table"].as_str().unwrap().to_owned()
}

/// A client of the lobby's event stream.
struct Watch(BufReader<TcpStream>);

impl Watch {
    async fn new(guest: &Guest) -> Watch {
        let mut stream = TcpStream::connect(guest.address).await.unwrap();
        let head = format!("GET /api/lobby/live HTTP/1.1\r\nHost: {}\r\n\r\n", guest.address);
        stream.write_all(head.as_bytes()).await.unwrap();
        let mut stream = BufReader::new(stream);
        let mut head = String::new();
        while !head.ends_with("\r\n\r\n") {
            assert_ne!(soon("the head", stream.read_line(&mut head)).await.unwrap(), 0, "{head}");
        }
        assert!(head.contains("x-accel-buffering: no\r\n"), "{head}");
        assert!(head.contains("cache-control: no-store, no-transform\r\n"), "{head}");
        Watch(stream)
    }

    /// Reads events until the lobby's tables satisfy `wish`.
    async fn until(&mut self, wish: impl Fn(&[Value]) -> bool) {
        let seen = async {
            loop {
                let mut line = String::new();
                assert_ne!(self.0.read_line(&mut line).await.unwrap(), 0, "it goes on");
                if let Some(data) = line.strip_prefix("data:") {
                    let lobby: Value = serde_json::from_str(data).unwrap();
                    // The operator's announcements arrive on the same stream.
                    if lobby["tables"].is_array() && wish(lobby["tables"].as_array().unwrap()) {
                        return;
                    }
                }
            }
        };
        soon("the lobby", seen).await;
    }
}

#[tokio::test]
async fn a_table_is_listed_while_a_player_is_connected() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut host = Guest::new(server.address);
    let mut watch = Watch::new(&host).await;
    watch.until(<[Value]>::is_empty).await;
    let private = open(&mut host, json!({})).await;
    let table = open(&mut host, json!({ "listed": true })).await;
    let _private = host.join(&private).await;
    assert_eq!(listed(&mut host).await, [] as [Value; 0]);
    let client = host.join(&table).await;
    watch.until(|tables| tables.len() == 1 && tables[0]["table"] == table.as_str()).await;
    let card = listed(&mut host).await.remove(0);
    assert_eq!(card["seats"][0]["name"], "Opener");
    assert_eq!(card["seats"][1]["name"], "");
    assert_eq!(card["started"], false);
    // The creator disconnects.
    drop(client);
    watch.until(<[Value]>::is_empty).await;
    let mut client = host.join(&table).await;
    watch.until(|tables| tables.len() == 1).await;
    // The match has started, so the table is listed only for spectators until its end.
    let mut other = Guest::new(server.address);
    other.get("/").await;
    let mut second = other.join(&table).await;
    assert_done(&second.sit(1, "Ada").await);
    watch.until(|tables| tables[0]["started"] == true).await;
    client.wait(|state| state["started"] == true).await;
    assert_eq!(card["progress"], Value::Null, "nothing has begun");
    let progress = json!({ "decisions": 0, "scores": client.state["scores"] });
    assert_eq!(listed(&mut host).await[0]["progress"], progress);
    assert_done(&client.talk("abandon").await);
    let version = client.version();
    second.wait(|state| state["version"] == version).await;
    assert_done(&second.talk("accept").await);
    watch.until(<[Value]>::is_empty).await;
    server.stop().await;
}

/// Two people at a started table that is listed, with these settings besides.
async fn started(server: &TestServer, more: Value) -> (String, [Guest; 2], [Client; 2]) {
    let mut guests = [Guest::new(server.address), Guest::new(server.address)];
    let mut terms = json!({ "listed": true });
    terms.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let body = json!({ "game": GAME, "seats": seats, "name": "Opener", "terms": terms });
    let table = guests[0].post("/api/tables", &body).await.json()["table"].clone();
    let table = table.as_str().unwrap().to_owned();
    let mut one = guests[0].join(&table).await;
    guests[1].get("/").await;
    let mut two = guests[1].join(&table).await;
    assert_done(&two.sit(1, "Ada").await);
    one.wait(|state| state["started"] == true).await;
    two.wait(|state| state["started"] == true).await;
    (table, guests, [one, two])
}

#[tokio::test]
async fn a_table_to_watch_has_a_picture_of_what_everybody_may_see() {
    let data = tempfile::tempdir().unwrap();
    let (clock, hand) = TimeSource::manual();
    let config = Config { clock, ..Config::new(data.path()) };
    let server = TestServer::start_with(config).await;
    let (table, [mut host, _guest], mut clients) = started(&server, json!({})).await;
    let path = format!("/api/tables/{table}/picture?lang=en");
    let picture = host.get(&path).await;
    assert_eq!(picture.status, 200, "{picture:?}");
    assert_eq!(picture.header("content-type"), Some("image/svg+xml"));
    assert!(picture.body.starts_with(b"<svg"), "{picture:?}");
    // A player receives the same picture as a stranger: neither sees a hand.
    let mut stranger = Guest::new(server.address);
    assert_eq!(stranger.get(&path).await.body, picture.body);
    let japanese = stranger.get(&format!("/api/tables/{table}/picture?lang=ja")).await.body;
    assert_ne!(japanese, picture.body);
    // A move is shown after the interval at which the list shows progress.
    let mover = clients.iter().position(|client| !client.legal().is_empty()).unwrap();
    let action = clients[mover].legal()[0].clone();
    assert_done(&clients[mover].act(&action).await);
    assert_eq!(stranger.get(&path).await.body, picture.body, "the kept picture");
    hand.advance(Duration::from_secs(10));
    let next = stranger.get(&path).await.body;
    assert_ne!(next, picture.body);
    assert_eq!(stranger.get(&path).await.body, next);

    // There are no pictures of tables that are private, refuse spectators, or have not started.
    let waiting = open(&mut host, json!({ "listed": true })).await;
    let _here = host.join(&waiting).await;
    let (private, _, _clients) = started(&server, json!({ "listed": false })).await;
    let (closed, _, _others) = started(&server, json!({ "onlookers": false })).await;
    for id in [&*waiting, &*private, &*closed, "nowhere"] {
        let refused = host.get(&format!("/api/tables/{id}/picture?lang=en")).await;
        assert_eq!(refused.status, 404, "{id}");
        refused.problem();
    }
    server.stop().await;
}

#[tokio::test]
async fn the_board_of_every_game_has_a_picture() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    for game in registry::ids() {
        let mut host = Guest::new(server.address);
        let mut seats = vec![json!({ "kind": "bot", "bot": "random" }); 5];
        seats.truncate(registry::info(game).unwrap().seats.0.into());
        seats[0] = json!({ "kind": "me" });
        let body = json!({ "game": game, "seats": seats, "terms": { "listed": true } });
        let table = host.post("/api/tables", &body).await.json()["table"].clone();
        let table = table.as_str().unwrap();
        let mut client = host.join(table).await;
        client.wait(|state| state["started"] == true).await;
        let picture = host.get(&format!("/api/tables/{table}/picture?lang=ja")).await;
        assert!(picture.body.starts_with(b"<svg"), "{game}: {picture:?}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_correspondence_table_stays_listed_after_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut host = Guest::new(server.address);
    let days = json!({ "listed": true, "time": { "kind": "decision", "seconds": 172_800 } });
    let table = open(&mut host, days).await;
    drop(host.join(&table).await);
    server.stop().await;
    let server = TestServer::start(data.path()).await;
    let mut somebody = Guest::new(server.address);
    let mut watch = Watch::new(&somebody).await;
    watch.until(|tables| tables.len() == 1).await;
    let card = listed(&mut somebody).await.remove(0);
    assert_eq!(card["table"], table.as_str());
    assert_eq!(card["seats"][0]["online"], false);
    server.stop().await;
}

#[tokio::test]
async fn quick_start_brings_two_players_together() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (mut one, mut two) = (Guest::new(server.address), Guest::new(server.address));
    two.get("/").await;
    let quick = json!({ "game": GAME, "name": "Quick" });
    let first = one.post("/api/quickstart", &quick).await.json();
    assert_eq!(first["opened"], true);
    let table = first["table"].as_str().unwrap().to_owned();
    let _here = one.join(&table).await;
    assert_eq!(
        one.post("/api/quickstart", &quick).await.json()["table"],
        table.as_str(),
        "asked twice"
    );
    let second = two.post("/api/quickstart", &quick).await.json();
    assert_eq!(second, json!({ "table": table, "opened": false }));
    let mut client = two.join(&table).await;
    assert_done(&client.sit(1, "Ada").await);
    client.wait(|state| state["started"] == true).await;
    // The next player gets a new table; tables of other games and options do not match.
    let mut three = Guest::new(server.address);
    three.get("/").await;
    let third = three.post("/api/quickstart", &quick).await.json();
    assert_eq!(third["opened"], true);
    assert_eq!(two.post("/api/quickstart", &json!({ "game": "go" })).await.status, 400);
    server.stop().await;
}
