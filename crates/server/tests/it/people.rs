//! Tests of events about people at a table, and of messages in their own words.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use server::{Config, TimeSource};

use crate::common::{Client, Guest, assert_done, assert_refused, two_seated};
use crate::server::TestServer;

/// The kinds of the events that the client has received, each with its seat.
fn events(state: &Value) -> Vec<(u64, &str)> {
    let event = |event: &'_ Value| event["seat"].as_u64().unwrap();
    let people = state["people"].as_array().unwrap();
    people.iter().map(|it| (event(it), it["what"]["kind"].as_str().unwrap())).collect()
}

async fn chat(client: &mut Client, text: &str) -> Value {
    client.order(json!({ "type": "chat", "text": text })).await
}

fn lines(state: &Value) -> Vec<&str> {
    let lines = state["chat"].as_array().unwrap();
    lines.iter().map(|line| line["text"].as_str().unwrap()).collect()
}

/// Returns true if a file below the folder contains the text.
fn is_stored(folder: &Path, text: &str) -> bool {
    let found = |bytes: Vec<u8>| bytes.windows(text.len()).any(|part| part == text.as_bytes());
    std::fs::read_dir(folder).unwrap().any(|entry| {
        let path = entry.unwrap().path();
        if path.is_dir() { is_stored(&path, text) } else { found(std::fs::read(path).unwrap()) }
    })
}

#[tokio::test]
async fn everybody_is_told_who_leaves_and_returns_also_after_a_restart() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, guests, mut clients) = two_seated(server.address).await;
    let mut watcher = Guest::new(server.address).join(&table).await;
    assert_done(&clients[1].order(json!({ "type": "leave", "gives_up": false })).await);
    assert_done(&clients[1].order(json!({ "type": "return" })).await);
    let told = [(1, "left"), (1, "returned")];
    for client in clients.iter_mut().chain([&mut watcher]) {
        client.wait(|state| events(state) == told).await;
    }
    drop((clients, watcher));
    server.stop().await;
    let server = TestServer::start(data.path()).await;
    let back = Guest { address: server.address, ..guests[0].clone() }.join(&table).await;
    assert_eq!(events(&back.state), told);
    server.stop().await;
}

#[tokio::test]
async fn a_connection_that_is_lost_for_a_while_is_told_and_so_is_its_return() {
    let data = tempfile::tempdir().unwrap();
    let (clock, hand) = TimeSource::manual();
    let mut config = Config::new(data.path());
    config.clock = clock;
    let server = TestServer::start_with(config).await;
    let (table, guests, [mut stays, goes]) = two_seated(server.address).await;
    drop(goes);
    stays.wait(|state| state["seats"][1]["online"] == false).await;
    assert_eq!(events(&stays.state), []);
    hand.advance(Duration::from_secs(10));
    stays.wait(|state| events(state) == [(1, "disconnected")]).await;
    let back = guests[1].join(&table).await;
    let told = [(1, "disconnected"), (1, "reconnected")];
    stays.wait(|state| events(state) == told).await;
    drop(back);
    server.stop().await;
}

#[tokio::test]
async fn messages_of_friends_reach_the_seats_and_nobody_else() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, mut guests, mut clients) = two_seated(server.address).await;
    let mut watcher = Guest::new(server.address).join(&table).await;
    let secret = "rendezvous-at-the-well";
    assert_done(&chat(&mut clients[0], &format!("  {secret}\n\u{202e}! ")).await);
    for client in &mut clients {
        client.wait(|state| lines(state) == [format!("{secret} !")]).await;
    }
    // Who came late or lost the connection reads them too, as long as the table is in memory.
    let again = guests[1].join(&table).await;
    assert_eq!(lines(&again.state), lines(&clients[0].state));
    // Spectators neither write nor read.
    assert_refused(&chat(&mut watcher, "psst").await, Some("T-8"));
    assert_eq!(watcher.state["chat"], Value::Null);
    assert_done(&clients[1].talk("abandon").await);
    watcher.wait(|state| !state["offer"].is_null()).await;
    clients[0].wait(|state| !state["offer"].is_null()).await;
    assert!(watcher.received.iter().all(|message| !message.contains(secret)));
    // The record of the match and the store contain none.
    assert_done(&clients[0].talk("accept").await);
    let record = guests[0].get(&format!("/api/tables/{table}/record")).await;
    assert!(!String::from_utf8_lossy(&record.body).contains(secret));
    assert!(!is_stored(data.path(), secret));
    drop((clients, watcher, again));
    server.stop().await;
    assert!(!is_stored(data.path(), secret));
    let server = TestServer::start(data.path()).await;
    let back = Guest { address: server.address, ..guests[0].clone() }.join(&table).await;
    assert_eq!(lines(&back.state), Vec::<&str>::new(), "a restart forgets them");
    server.stop().await;
}

#[tokio::test]
async fn a_message_sent_again_is_shown_once() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, guests, mut clients) = two_seated(server.address).await;
    let message = json!({ "type": "chat", "id": "m1", "text": "see you at the well" });
    let phrase = json!({ "type": "phrase", "id": "p1", "phrase": "hello" });
    for order in [&message, &phrase] {
        assert_done(&clients[0].ask(order.clone()).await);
    }
    // The answers are lost; the page connects again and sends both again.
    let mut again = guests[0].join(&table).await;
    for order in [&message, &phrase] {
        assert_done(&again.ask(order.clone()).await);
    }
    assert_done(&chat(&mut again, "soon").await);
    clients[1].wait(|state| lines(state).last() == Some(&"soon")).await;
    assert_eq!(lines(&clients[1].state), ["see you at the well", "soon"]);
    let said = clients[1].received.iter().filter(|it| it.contains(r#""said""#)).count();
    assert_eq!(said, 1);
    server.stop().await;
}

#[tokio::test]
async fn messages_are_bounded_in_length_and_rate() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (_, _, mut clients) = two_seated(server.address).await;
    for text in ["", " \u{200b}\n", &"あ".repeat(201), &"a".repeat(2000)] {
        assert_refused(&chat(&mut clients[0], text).await, None);
    }
    assert_done(&chat(&mut clients[0], &"あ".repeat(200)).await);
    let mut sent = 1;
    for number in 0..30 {
        let answer = chat(&mut clients[0], &number.to_string()).await;
        sent += usize::from(answer["type"] == "done");
    }
    assert!(sent <= 5, "{sent} messages of a flood were sent");
    // Phrases and messages have one limit together, and the other seat has its own.
    let phrase = clients[0].order(json!({ "type": "phrase", "phrase": "hello" })).await;
    assert_refused(&phrase, None);
    assert_done(&chat(&mut clients[1], "I can still write").await);
    server.stop().await;
}

#[tokio::test]
async fn strangers_of_the_lobby_write_no_messages() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guests = [Guest::new(server.address), Guest::new(server.address)];
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let body = json!({ "game": "kokyu", "seats": seats, "terms": { "listed": true } });
    let table = guests[0].post("/api/tables", &body).await.json()["table"].clone();
    let table = table.as_str().unwrap();
    guests[1].get("/").await;
    let mut clients = [guests[0].join(table).await, guests[1].join(table).await];
    assert_done(&clients[1].sit(1, "").await);
    clients[0].wait(|state| state["started"] == true).await;
    for client in &mut clients {
        assert_refused(&chat(client, "where do you live?").await, None);
        assert_eq!(client.state["chat"], Value::Null);
    }
    // People without a name have numbers.
    let names = [0, 1].map(|seat| clients[0].state["seats"][seat]["name"].clone());
    assert_eq!(names, ["Guest", "Guest (2)"]);
    server.stop().await;
}
