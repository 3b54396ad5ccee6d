//! Time controls: clocks run while a decision is pending and stop while no server runs; consequences of
//! running out of time.

use std::path::Path;
use std::time::Duration;

use crate::common::{Client, Guest, Whim, assert_done, assert_refused, play, soon};
use crate::server::TestServer;
use crate::stored_state::StoredState;
use serde_json::{Value, json};
use server::{Config, ManualTime, TimeSource};

async fn manual(data: &Path) -> (TestServer, ManualTime) {
    let (clock, hand) = TimeSource::manual();
    let mut config = Config::new(data);
    config.clock = clock;
    (TestServer::start_with(config).await, hand)
}

/// A started table of two people with these settings.
async fn table(server: &TestServer, game: &str, terms: Value) -> (String, Vec<Guest>, Vec<Client>) {
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

/// A seat's remaining milliseconds, and true if its clock is running.
fn left(state: &Value, seat: usize) -> Option<(u64, bool)> {
    let clocks = state["clocks"].as_array().unwrap();
    let clock = clocks.iter().find(|clock| clock["seat"] == seat)?;
    Some((clock["left_ms"].as_u64()?, clock["running"].as_bool()?))
}

#[tokio::test]
async fn a_bot_decides_for_a_seat_out_of_time() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = manual(data.path()).await;
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
    // No client need be connected.
    drop((clients, here));
    hand.advance(Duration::from_secs(30));
    let mut back = guests[0].join(&id).await;
    back.wait(|state| state["version"].as_u64() >= Some(3)).await;
    server.stop().await;
}

#[tokio::test]
async fn a_seat_out_of_time_loses_if_the_settings_say_so() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = manual(data.path()).await;
    let terms = json!({
        "time": { "kind": "total", "seconds": 60, "increment": 10 }, "late": "lost",
    });
    // Where resignation exists, the seat loses. The game's setup phase has a separate time.
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

    // Otherwise a bot plays for the seat permanently.
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
async fn total_time_runs_for_the_seat_to_move_and_grows_by_the_increment() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = manual(data.path()).await;
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

    // The clock stops while the server is down.
    drop(clients);
    server.stop().await;
    let (server, hand) = manual(data.path()).await;
    for guest in &mut guests {
        guest.address = server.address;
    }
    let here = guests[0].join(&id).await;
    assert_eq!(left(&here.state, next), Some((before - 5_000, true)));

    // The time runs out although no client has connected.
    drop(here);
    server.stop().await;
    drop(hand);
    let (server, hand) = manual(data.path()).await;
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
    // The record contains the time of each decision, without the server's downtime.
    let record = guests[1].get(&format!("/api/tables/{id}/record")).await.json();
    let at: Vec<u64> = serde_json::from_value(record["timing"]["at"].clone()).unwrap();
    assert_eq!(at.len(), record["actions"].as_array().unwrap().len());
    assert_eq!(at[0], 20_000);
    assert_eq!(at[1], 25_000 + before);
    server.stop().await;
}

#[tokio::test]
async fn decisions_after_time_ran_out_are_marked_and_final() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = manual(data.path()).await;
    let terms = json!({ "time": { "kind": "decision", "seconds": 30 } });
    let (id, mut guests, mut clients) = table(&server, "kokyu", terms.clone()).await;
    let mut watcher = Guest::new(server.address).join(&id).await;
    let mover = awaited(&clients[0].state);
    hand.advance(Duration::from_secs(30));
    for client in clients.iter_mut().chain([&mut watcher]) {
        client.wait(|state| state["version"] == 1).await;
        assert_eq!(client.state["expired"], json!([1]));
        assert_eq!(client.steps[1]["seat"], mover);
        let told = &client.state["people"][0];
        assert_eq!((&told["seat"], &told["step"]), (&json!(mover), &json!(1)));
        assert_eq!(told["what"], json!({ "kind": "expired" }));
    }
    let late = &mut clients[mover];
    assert_eq!((&late.state["can_undo"], &late.state["can_ask"]), (&json!(false), &json!(false)));
    assert_refused(&late.talk("ask").await, Some("T-20"));
    let undo = late.undo().await;
    assert!(
        undo["type"] == "refused" && (undo["rule"] == "T-20" || undo["rule"] == "T-5"),
        "{undo}"
    );
    assert_eq!(StoredState::read(data.path(), &id).await.changes[0].1, "expire");
    // The mark survives a restart, and is in the record.
    drop((clients, watcher));
    server.stop().await;
    let (server, _hand) = manual(data.path()).await;
    guests.iter_mut().for_each(|guest| guest.address = server.address);
    let mut clients = [guests[0].join(&id).await, guests[1].join(&id).await];
    assert_eq!(clients[0].state["expired"], json!([1]));
    assert_done(&clients[0].talk("abandon").await);
    clients[1].wait(|state| !state["offer"].is_null()).await;
    assert_done(&clients[1].talk("accept").await);
    let record = guests[0].get(&format!("/api/tables/{id}/record")).await.json();
    assert_eq!(record["timing"]["expired"], json!([0]));
    assert_eq!(guests[0].post("/api/records", &record).await.status, 200);
    let mut forged = record.clone();
    forged["timing"]["expired"] = json!([1]);
    let refused = guests[0].post("/api/records", &forged).await;
    assert!(refused.status == 400 && refused.problem().contains("timing.expired"));
    server.stop().await;
}

#[tokio::test]
async fn against_bots_alone_an_expired_decision_is_final_too() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = manual(data.path()).await;
    let mut guest = Guest::new(server.address);
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "greedy" }]);
    let terms = json!({ "time": { "kind": "decision", "seconds": 30 } });
    let body = json!({ "game": "kokyu", "seats": seats, "terms": terms });
    let id = guest.post("/api/tables", &body).await.json()["table"].clone();
    let mut client = guest.join(id.as_str().unwrap()).await;
    client.wait(|state| !state["legal"].as_array().unwrap().is_empty()).await;
    let before = client.version();
    hand.advance(Duration::from_secs(30));
    client.wait(|state| state["version"].as_u64() > Some(before)).await;
    assert_eq!(client.state["can_undo"], false);
    server.stop().await;
}

/// A started table of a person and a bot with this many seconds for each decision. The person is to decide,
/// and no client is connected any more.
async fn left_to_a_bot(server: &TestServer, seconds: u32) -> (String, Guest) {
    let mut guest = Guest::new(server.address);
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "greedy" }]);
    let terms = json!({ "time": { "kind": "decision", "seconds": seconds } });
    let body = json!({ "game": "kokyu", "seats": seats, "terms": terms });
    let id = guest.post("/api/tables", &body).await.json()["table"].as_str().unwrap().to_owned();
    let mut client = guest.join(&id).await;
    client.wait(|state| !state["legal"].as_array().unwrap().is_empty()).await;
    (id, guest)
}

/// Asks, without connecting to the table, until the seat is to decide.
async fn until_awaited(guest: &mut Guest, seat: u8) -> Value {
    soon("the turn of a seat", async {
        loop {
            let card = guest.get("/api/tables").await.json()["tables"][0].clone();
            if card["awaiting"] == json!([seat]) {
                return card;
            }
        }
    })
    .await
}

#[tokio::test]
async fn a_table_left_to_its_bot_waits_for_its_people() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = manual(data.path()).await;
    let (id, mut guest) = left_to_a_bot(&server, 30).await;
    // The person's decision is taken for them. Nobody asks the bot, whose clock must not end either: the
    // server would be busy with it forever.
    hand.advance(Duration::from_secs(30));
    let left = until_awaited(&mut guest, 1).await;
    hand.advance(Duration::from_secs(3600));
    assert_eq!(guest.get("/healthz").await.status, 200);
    assert_eq!(until_awaited(&mut guest, 1).await["changed"], left["changed"]);
    let mut back = guest.join(&id).await;
    back.wait(|state| !state["legal"].as_array().unwrap().is_empty()).await;
    server.stop().await;
}

#[tokio::test]
async fn at_a_table_that_lasts_for_days_bots_decide_though_nobody_is_connected() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = manual(data.path()).await;
    let day = 24 * 60 * 60;
    let (id, mut guest) = left_to_a_bot(&server, day).await;
    let steps = async |guest: &mut Guest| {
        let stored = guest.get(&format!("/api/tables/{id}")).await.json();
        stored["log"].as_array().unwrap().len()
    };
    let before = steps(&mut guest).await;
    hand.advance(Duration::from_secs(day.into()));
    soon("the decisions of the stand-in and of the bot", async {
        while steps(&mut guest).await < before + 2 {}
    })
    .await;
    until_awaited(&mut guest, 0).await;
    server.stop().await;
}

#[tokio::test]
async fn after_another_clock_has_run_a_takeback_needs_consent_and_returns_its_time() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = manual(data.path()).await;
    let terms = json!({ "time": { "kind": "total", "seconds": 1000, "increment": 0 } });
    let (_, _, clients) = table(&server, "kokyu", terms).await;
    let mut clients: [Client; 2] = clients.try_into().unwrap_or_else(|_| panic!("two"));
    // The seat has passed the turn to the other one and may ask to take that back.
    let handed = |clients: &[Client; 2]| {
        let waits = |client: &Client| client.state["can_ask"] == true && client.legal().is_empty();
        clients.iter().position(waits)
    };
    play(&mut clients, &mut Whim(5), |_, clients| handed(clients).is_some()).await;
    let taker = handed(&clients).expect("a decision that can be taken back");
    let other = 1 - taker;
    let before = [0, 1].map(|seat| left(&clients[taker].state, seat).unwrap().0);
    hand.advance(Duration::from_secs(20));
    assert_refused(&clients[taker].undo().await, Some("T-16"));
    assert_done(&clients[taker].talk("ask").await);
    let version = clients[taker].version();
    clients[other].wait(|state| state["version"] == version).await;
    assert_eq!(left(&clients[other].state, other).unwrap().0, before[other] - 20_000);
    assert_done(&clients[other].talk("accept").await);
    let version = clients[other].version();
    for client in &mut clients {
        client.wait(|state| state["version"] == version).await;
        let after = [0, 1].map(|seat| left(&client.state, seat).unwrap().0);
        assert_eq!(after, before, "the time since the decision counts for nobody");
        let last = client.state["people"].as_array().unwrap().last().unwrap().clone();
        assert_eq!((&last["seat"], &last["what"]["agreed"]), (&json!(taker), &json!(true)));
    }
    server.stop().await;
}

#[tokio::test]
async fn a_correspondence_table_has_days_for_its_setup() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = manual(data.path()).await;
    let day = 24 * 60 * 60;
    let terms = json!({ "time": { "kind": "decision", "seconds": day } });
    let (id, guests, clients) = table(&server, "shinra", terms).await;
    assert_eq!(left(&clients[0].state, 0), Some((day * 1000, true)));
    hand.advance(Duration::from_secs(day - 1));
    let here = guests[0].join(&id).await;
    assert_eq!((here.version(), left(&here.state, 0)), (0, Some((1_000, true))));
    server.stop().await;
}
