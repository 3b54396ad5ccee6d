//! Time that a table has agreed on: it runs while a decision is awaited, stands still while the
//! server is down, and what comes about when it has run out.

use std::path::Path;
use std::time::Duration;

use crate::common::{Client, Guest, assert_done, assert_refused};
use crate::server::Server;
use parlour::{Clock, Config, Hand};
use serde_json::{Value, json};

async fn by_hand(data: &Path) -> (Server, Hand) {
    let (clock, hand) = Clock::by_hand();
    let mut config = Config::new(data);
    config.clock = clock;
    (Server::start_with(config).await, hand)
}

/// A table with these terms at which two people sit.
async fn table(server: &Server, game: &str, terms: Value) -> (String, Vec<Guest>, Vec<Client>) {
    let mut guests = vec![Guest::new(server.address), Guest::new(server.address)];
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let body = json!({ "game": game, "seats": seats, "name": "Opener", "terms": terms });
    let reply = guests[0].post("/api/tables", &body).await;
    assert_eq!(reply.status, 201, "{}", reply.problem());
    let id = reply.json()["table"].as_str().unwrap().to_owned();
    guests[1].get("/").await;
    let mut clients = vec![guests[0].join(&id).await, guests[1].join(&id).await];
    assert_done(&clients[1].sit(1, "Second").await);
    clients[0].wait(|state| state["started"] == true).await;
    (id, guests, clients)
}

fn awaited(state: &Value) -> usize {
    usize::try_from(state["awaiting"][0].as_u64().expect("somebody is to decide")).unwrap()
}

/// The milliseconds that a seat has, and whether they run.
fn left(state: &Value, seat: usize) -> Option<(u64, bool)> {
    let clocks = state["clocks"].as_array().unwrap();
    let clock = clocks.iter().find(|clock| clock["seat"] == seat)?;
    Some((clock["left_ms"].as_u64()?, clock["running"].as_bool()?))
}

#[tokio::test]
async fn a_bot_decides_for_who_is_late() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = by_hand(data.path()).await;
    let terms = json!({ "time": { "kind": "decision", "seconds": 30 } });
    let (id, guests, mut clients) = table(&server, "kokyu", terms).await;
    let mover = awaited(&clients[0].state);
    assert_eq!(left(&clients[0].state, mover), Some((30_000, true)));
    assert_eq!(left(&clients[0].state, 1 - mover), None);
    hand.advance(Duration::from_secs(29));
    let here = guests[mover].join(&id).await;
    assert_eq!(left(&here.state, mover), Some((1_000, true)));
    assert_eq!(here.version(), 0);
    hand.advance(Duration::from_secs(1));
    clients[0].wait(|state| state["version"] == 1).await;
    // The next decision has its own time, and the person decides again.
    let mover = awaited(&clients[0].state);
    assert_eq!(left(&clients[0].state, mover), Some((30_000, true)));
    clients[mover].wait(|state| state["version"] == 1).await;
    let action = clients[mover].legal()[0].clone();
    assert_done(&clients[mover].act(&action).await);
    // Nobody need be there.
    drop((clients, here));
    hand.advance(Duration::from_secs(30));
    let mut back = guests[0].join(&id).await;
    back.wait(|state| state["version"].as_u64() >= Some(3)).await;
    server.stop().await;
}

#[tokio::test]
async fn a_seat_is_lost_where_the_table_chose_so() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = by_hand(data.path()).await;
    let terms = json!({
        "time": { "kind": "total", "seconds": 60, "increment": 10 }, "late": "lost",
    });
    // Where a seat may resign it loses. The set-up of the game has a time of its own.
    let (id, mut guests, mut clients) = table(&server, "shinra", terms.clone()).await;
    hand.advance(Duration::from_secs(60));
    clients[0].wait(|state| !state["outcome"].is_null()).await;
    assert_eq!(clients[0].state["outcome"]["reason"], "out_of_time");
    let record = guests[0].get(&format!("/api/tables/{id}/record")).await.json();
    assert_eq!(record["conclusion"]["kind"], "out_of_time");
    let control = json!({ "kind": "total", "seconds": 60, "increment": 10 });
    assert_eq!(record["timing"], json!({ "control": control, "at": [] }));
    let mut forged = record.clone();
    forged["timing"]["at"] = json!([1]);
    let refused = guests[0].post("/api/records", &forged).await;
    assert!(refused.status == 400 && refused.problem().contains("timing.at"));
    let read = guests[0].post("/api/records", &record).await;
    assert_eq!(read.status, 200, "{}", String::from_utf8_lossy(&read.body));

    // Elsewhere a bot has it for good.
    let (_, _, mut clients) = table(&server, "kokyu", terms).await;
    let mover = awaited(&clients[0].state);
    hand.advance(Duration::from_secs(60));
    for client in &mut clients {
        client.wait(|state| state["seats"][mover]["deserted"] == true).await;
    }
    assert_refused(&clients[mover].order(json!({ "type": "return" })).await, Some("T-20"));
    assert_refused(&clients[mover].act("nothing").await, Some("T-20"));
    clients[1 - mover].wait(|state| awaited(state) == 1 - mover).await;
    let action = clients[1 - mover].legal()[0].clone();
    assert_done(&clients[1 - mover].act(&action).await);
    server.stop().await;
}

#[tokio::test]
async fn time_for_the_whole_play_runs_for_who_is_to_decide_and_grows_with_each_decision() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = by_hand(data.path()).await;
    let terms = json!({ "time": { "kind": "total", "seconds": 100, "increment": 7 } });
    let (id, mut guests, mut clients) = table(&server, "kokyu", terms).await;
    let mover = awaited(&clients[0].state);
    assert_eq!(left(&clients[0].state, 1 - mover), Some((100_000, false)));
    hand.advance(Duration::from_secs(20));
    let action = clients[mover].legal()[0].clone();
    assert_done(&clients[mover].act(&action).await);
    assert_eq!(left(&clients[mover].state, mover).unwrap().0, 87_000);
    assert_eq!(left(&clients[mover].state, 1 - mover).unwrap().0, 100_000);
    let next = awaited(&clients[mover].state);
    let before = left(&clients[mover].state, next).unwrap().0;
    hand.advance(Duration::from_secs(5));

    // While the server is down time stands still.
    drop(clients);
    server.stop().await;
    let (server, hand) = by_hand(data.path()).await;
    for guest in &mut guests {
        guest.address = server.address;
    }
    let here = guests[0].join(&id).await;
    assert_eq!(left(&here.state, next), Some((before - 5_000, true)));

    // Time runs out without anybody having come.
    drop(here);
    server.stop().await;
    drop(hand);
    let (server, hand) = by_hand(data.path()).await;
    hand.advance(Duration::from_millis(before));
    for guest in &mut guests {
        guest.address = server.address;
    }
    let mut here = guests[0].join(&id).await;
    here.wait(|state| state["version"].as_u64() >= Some(2)).await;
    let mut other = guests[1].join(&id).await;
    assert_done(&here.talk("abandon").await);
    let version = here.version();
    other.wait(|state| state["version"] == version).await;
    assert_done(&other.talk("accept").await);
    // The record has when each decision was taken, without the time the server was down.
    let record = guests[1].get(&format!("/api/tables/{id}/record")).await.json();
    let at: Vec<u64> = serde_json::from_value(record["timing"]["at"].clone()).unwrap();
    assert_eq!(at.len(), record["actions"].as_array().unwrap().len());
    assert_eq!(at[0], 20_000);
    assert_eq!(at[1], 25_000 + before);
    server.stop().await;
}
