//! Seats: arranging a table before the match, leaving and returning, abandoning, several people at one
//! device, and spectators.

use std::time::Duration;

use crate::common::{Client, Guest, assert_done, assert_refused, seated};
use crate::server::TestServer;
use serde_json::{Value, json};
use server::{Config, TimeSource};

/// A game for two without resignation. `RESIGNABLE` is a game for two with resignation, and `MANY` a game for
/// three to five.
const TWO: &str = "kokyu";
const RESIGNABLE: &str = "shinra";
const MANY: &str = "honnoji";

/// The seat to move.
fn awaited(state: &Value) -> u64 {
    state["awaiting"][0].as_u64().expect("somebody is to decide")
}

async fn arrange(client: &mut Client, change: Value) -> Value {
    client.order(json!({ "type": "arrange", "change": change })).await
}

#[tokio::test]
async fn seats_may_be_left_and_changed_until_the_match_starts() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (mut host, mut other) = (Guest::new(server.address), Guest::new(server.address));
    other.get("/").await;
    let seats = json!([{ "kind": "me" }, { "kind": "open" }, { "kind": "open" }]);
    let table = host.open_game(MANY, &json!({}), seats).await;
    let (mut one, mut two) = (host.join(&table).await, other.join(&table).await);
    assert_eq!((&one.state["host"], &two.state["host"]), (&json!(true), &json!(false)));

    assert_done(&two.sit(1, "Ada").await);
    assert_done(&two.sit(2, "Ada").await);
    let names = |state: &Value| -> Vec<String> {
        let seats = state["seats"].as_array().unwrap();
        seats.iter().map(|seat| seat["name"].as_str().unwrap().to_owned()).collect()
    };
    assert_eq!(names(&two.state), ["Opener", "", "Ada"]);
    assert_eq!(two.state["you"], 2);
    assert_done(&two.order(json!({ "type": "stand" })).await);
    assert_eq!(names(&two.state), ["Opener", "", ""]);
    assert_eq!(two.state["you"], Value::Null);
    assert_refused(&two.order(json!({ "type": "stand" })).await, Some("T-8"));
    one.wait(|state| names(state) == ["Opener", "", ""]).await;
    drop(two);

    // Adding a seat, seating a bot, and removing a seat.
    assert_done(&arrange(&mut one, json!({ "what": "add_seat" })).await);
    assert_eq!(one.state["seats"].as_array().unwrap().len(), 4);
    let bot = json!({ "what": "seat", "seat": 1, "bot": "greedy" });
    assert_done(&arrange(&mut one, bot).await);
    assert_eq!(one.state["seats"][1]["bot"], "greedy");
    assert_done(&arrange(&mut one, json!({ "what": "remove_seat", "seat": 3 })).await);
    let least = json!({ "what": "remove_seat", "seat": 2 });
    assert_refused(&arrange(&mut one, least.clone()).await, None);
    assert_refused(&arrange(&mut one, json!({ "what": "remove_seat", "seat": 7 })).await, None);
    let nobody = json!({ "what": "seat", "seat": 1, "bot": "nobody" });
    assert_refused(&arrange(&mut one, nobody).await, None);
    assert_eq!(one.state["started"], false);

    // The table's settings and the game's options.
    let option = registry::info(MANY).unwrap().options.first().expect("an option");
    let value = option.samples().pop().unwrap();
    let options = json!({ "what": "options", "options": { option.id: value } });
    assert_done(&arrange(&mut one, options).await);
    assert_eq!(one.state["options"][option.id], value);
    let terms = json!({ "time": { "kind": "decision", "seconds": 60 }, "onlookers": false });
    assert_done(&arrange(&mut one, json!({ "what": "terms", "terms": terms })).await);
    assert_eq!(one.state["terms"]["time"], json!({ "kind": "decision", "seconds": 60 }));
    assert_eq!(one.state["terms"]["late"], "bot");
    let never = json!({ "time": { "kind": "decision", "seconds": 1 } });
    assert_refused(&arrange(&mut one, json!({ "what": "terms", "terms": never })).await, None);

    // All changes are stored, and filling the last open seat starts the match.
    drop(one);
    server.stop().await;
    let server = TestServer::start(data.path()).await;
    (host.address, other.address) = (server.address, server.address);
    let mut one = host.join(&table).await;
    assert_eq!(one.state["options"][option.id], value);
    assert_eq!(one.state["terms"]["onlookers"], false);
    assert_eq!(one.state["seats"][1]["bot"], "greedy");
    let mut two = other.join(&table).await;
    assert_done(&two.sit(2, "Ada").await);
    one.wait(|state| state["started"] == true).await;
    assert_refused(&two.order(json!({ "type": "stand" })).await, Some("T-19"));
    assert_refused(&arrange(&mut one, json!({ "what": "add_seat" })).await, Some("T-19"));
    server.stop().await;
}

#[tokio::test]
async fn only_the_creator_may_change_a_table() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (mut host, mut other) = (Guest::new(server.address), Guest::new(server.address));
    other.get("/").await;
    let open = json!([{ "kind": "me" }, { "kind": "open" }, { "kind": "open" }]);
    let table = host.open_game(MANY, &json!({}), open).await;
    let (mut one, mut two) = (host.join(&table).await, other.join(&table).await);
    assert_done(&two.sit(1, "Ada").await);
    for change in [
        json!({ "what": "seat", "seat": 0, "bot": null }),
        json!({ "what": "add_seat" }),
        json!({ "what": "remove_seat", "seat": 2 }),
        json!({ "what": "options", "options": {} }),
        json!({ "what": "terms", "terms": {} }),
        json!({ "what": "cancel" }),
    ] {
        assert_refused(&arrange(&mut two, change).await, Some("T-19"));
    }
    // The creator cannot give a person's seat to another occupant.
    assert_refused(
        &arrange(&mut one, json!({ "what": "remove_seat", "seat": 1 })).await,
        // Too few seats would remain.
        None,
    );
    assert_done(&arrange(&mut one, json!({ "what": "add_seat" })).await);
    let occupied = json!({ "what": "remove_seat", "seat": 1 });
    assert_refused(&arrange(&mut one, occupied).await, Some("T-19"));
    assert_done(&arrange(&mut one, json!({ "what": "seat", "seat": 1, "bot": null })).await);
    two.wait(|state| state["you"] == Value::Null).await;

    assert_done(&arrange(&mut one, json!({ "what": "cancel" })).await);
    assert_eq!(one.state["cancelled"], true);
    two.wait(|state| state["cancelled"] == true).await;
    assert_refused(&two.sit(1, "Ada").await, Some("T-19"));
    assert_eq!(host.get("/api/tables").await.json()["tables"], json!([]));
    assert_eq!(host.get(&format!("/api/tables/{table}")).await.json()["cancelled"], true);
    server.stop().await;
}

#[tokio::test]
async fn a_bot_takes_over_until_the_player_returns() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, mut guests, mut clients) = seated(server.address, TWO, &json!({}), 2).await;
    let mover = usize::try_from(awaited(&clients[0].state)).unwrap();
    let action = clients[mover].legal()[0].clone();
    let leaving = json!({ "type": "leave", "id": "bye", "gives_up": false });
    assert_done(&clients[mover].ask(leaving.clone()).await);
    assert_done(&clients[mover].ask(leaving).await);
    assert_eq!(clients[mover].state["seats"][mover]["deserted"], true);
    assert_eq!(clients[mover].state["legal"], json!([]));
    assert_refused(&clients[mover].act(&action).await, Some("T-18"));

    // The opponent is informed, and gets to move sooner or later.
    let other = 1 - mover;
    clients[other].wait(|state| state["seats"][mover]["deserted"] == true).await;
    clients[other].wait(|state| awaited(state) == other as u64).await;
    let version = clients[other].version();
    assert!(version >= 2, "the bot has decided");

    // It stays so after a restart.
    drop(clients);
    server.stop().await;
    let server = TestServer::start(data.path()).await;
    for guest in &mut guests {
        guest.address = server.address;
    }
    let (mut gone, mut here) = (guests[mover].join(&table).await, guests[other].join(&table).await);
    assert_eq!(gone.state["seats"][mover]["deserted"], true);
    assert_done(&gone.order(json!({ "type": "return" })).await);
    assert_eq!(gone.state["seats"][mover]["deserted"], false);
    assert_refused(&gone.order(json!({ "type": "return" })).await, Some("T-18"));
    here.wait(|state| state["seats"][mover]["deserted"] == false).await;
    // The bot no longer plays for them.
    let mut moves = 0;
    while awaited(&here.state) == other as u64 && moves < 100 {
        let action = here.legal()[0].clone();
        assert_done(&here.act(&action).await);
        moves += 1;
    }
    let version = here.version();
    gone.wait(|state| state["version"] == version).await;
    let action = gone.legal()[0].clone();
    assert_done(&gone.act(&action).await);
    assert_eq!(gone.version(), version + 1);
    server.stop().await;
}

#[tokio::test]
async fn an_abandoned_seat_can_be_taken_by_anybody() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, mut guests, mut clients) = seated(server.address, TWO, &json!({}), 2).await;
    assert_done(&clients[1].order(json!({ "type": "leave", "gives_up": true })).await);
    assert_eq!(clients[1].state["you"], Value::Null);
    assert_refused(&clients[1].order(json!({ "type": "return" })).await, Some("T-8"));
    let vacant = |state: &Value| state["seats"][1]["name"] == "" && state["started"] == true;
    clients[0].wait(vacant).await;
    let mut third = Guest::new(server.address);
    third.get("/").await;
    let mut heir = third.join(&table).await;
    assert_refused(&heir.sit(0, "Heir").await, Some("T-10"));
    assert_done(&heir.sit(1, "Heir").await);
    heir.wait(|state| state["seats"][1]["deserted"] == false && state["you"] == 1).await;
    assert_ne!(heir.state["view"], Value::Null);
    assert_eq!(guests[1].get("/api/tables").await.json()["tables"], json!([]));
    // A person with a seat cannot take another one.
    assert_done(&heir.order(json!({ "type": "leave", "gives_up": true })).await);
    assert_refused(&clients[0].sit(1, "Both").await, Some("T-10"));
    server.stop().await;
}

#[tokio::test]
async fn a_match_is_abandoned_by_consent() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, mut guests, mut clients) = seated(server.address, MANY, &json!({}), 3).await;
    assert_eq!(clients[0].state["can_abandon"], true);
    assert_done(&clients[0].talk("abandon").await);
    assert_eq!(clients[0].state["offer"]["matter"], "abandon");
    assert_eq!(clients[0].state["offer"]["rule"], "T-17");
    let version = clients[0].version();
    clients[1].wait(|state| state["version"] == version).await;
    assert_done(&clients[1].talk("decline").await);
    assert_eq!(clients[1].state["offer"], Value::Null);
    // The consent of a player who has left is not needed.
    assert_done(&clients[2].order(json!({ "type": "leave", "gives_up": false })).await);
    let version = clients[2].version();
    clients[1].wait(|state| state["version"] == version).await;
    assert_done(&clients[1].talk("abandon").await);
    assert_eq!(clients[1].state["offer"]["agreed"], json!([1, 2]));
    let version = clients[1].version();
    clients[0].wait(|state| state["version"] == version).await;
    assert_done(&clients[0].talk("accept").await);
    assert_eq!(clients[0].state["outcome"], json!({ "winners": [], "reason": "abandoned" }));

    let record = guests[0].get(&format!("/api/tables/{table}/record")).await;
    assert_eq!(record.status, 200);
    assert_eq!(record.json()["conclusion"], json!({ "kind": "abandoned" }));
    let read = guests[0].post("/api/records", &record.json()).await;
    assert_eq!(read.status, 200, "{}", String::from_utf8_lossy(&read.body));
    let stored = guests[0].get(&format!("/api/tables/{table}")).await.json();
    assert_eq!(stored["outcome"]["reason"], "abandoned");
    assert_eq!(stored["outcome"]["rule"], "T-17");

    // Against bots alone no consent is needed.
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "greedy" }]);
    let alone = guests[0].open_game(TWO, &json!({}), seats).await;
    let mut client = guests[0].join(&alone).await;
    assert_done(&client.talk("abandon").await);
    client.wait(|state| state["outcome"]["reason"] == "abandoned").await;
    assert_refused(&client.order(json!({ "type": "leave", "gives_up": false })).await, Some("T-1"));
    server.stop().await;
}

#[tokio::test]
async fn several_people_share_a_device() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    let seats = json!([{ "kind": "me" }, { "kind": "here", "name": "Opener" }]);
    let table = guest.open_game(TWO, &json!({}), seats).await;
    let mut first = guest.join(&table).await;
    let mut second = guest.join_seen(&table, "seen=0&seat=1").await;
    assert_eq!((&first.state["you"], &second.state["you"]), (&json!(0), &json!(1)));
    assert_eq!(first.state["yours"], json!([0, 1]));
    assert_eq!(first.state["seats"][1]["name"], "Opener (2)");
    // Each person sees only the view of their seat.
    let seats = json!([{ "kind": "me" }, { "kind": "here", "name": "B" }, { "kind": "bot", "bot": "greedy" }]);
    let cards = guest.open_game(MANY, &json!({}), seats).await;
    let mut views = vec![guest.join(&cards).await, guest.join_seen(&cards, "seen=0&seat=1").await];
    // The bot moves first if it is its turn.
    for client in &mut views {
        client.wait(|state| matches!(state["awaiting"][0].as_u64(), Some(0 | 1))).await;
    }
    let lays = usize::try_from(awaited(&views[0].state)).unwrap();
    let action = views[lays].legal()[0].clone();
    assert_done(&views[lays].act(&action).await);
    let version = views[lays].version();
    for client in &mut views {
        client.wait(|state| state["version"].as_u64() >= Some(version)).await;
    }
    let [one, two] = &views[..] else { panic!("two") };
    assert_ne!(one.state["view"], two.state["view"]);
    assert_eq!(two.state["you"], 1);
    for _ in 0..6 {
        let mover = awaited(&first.state);
        let (mover, other) =
            if mover == 0 { (&mut first, &mut second) } else { (&mut second, &mut first) };
        assert_eq!(other.state["legal"], json!([]));
        let action = mover.legal()[0].clone();
        assert_refused(&other.act(&action).await, Some("T-2"));
        assert_done(&mover.act(&action).await);
        let version = mover.version();
        other.wait(|state| state["version"] == version).await;
    }
    // The viewpoint of a seat is available only to its own person.
    let (table, guests, _clients) = seated(server.address, TWO, &json!({}), 2).await;
    let views = guests[0].join_seen(&table, "seen=0&seat=1").await;
    assert_eq!(views.state["you"], 0);
    let moment = format!("/api/tables/{table}/steps/0?eyes=1");
    assert_eq!(guests[0].clone().get(&moment).await.status, 403);
    server.stop().await;
}

#[tokio::test]
async fn spectators_are_counted_and_may_be_excluded() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, _guests, mut clients) = seated(server.address, TWO, &json!({}), 2).await;
    let mut onlooker = Guest::new(server.address);
    onlooker.get("/").await;
    let views = onlooker.join(&table).await;
    assert_eq!(views.state["onlookers"], 1);
    clients[0].wait(|state| state["onlookers"] == 1).await;
    let tab = onlooker.join(&table).await;
    assert_eq!(tab.state["onlookers"], 1, "people are counted, not tabs");
    drop((views, tab));
    clients[0].wait(|state| state["onlookers"] == 0).await;

    let mut host = Guest::new(server.address);
    let body = json!({
        "game": RESIGNABLE, "seats": [{ "kind": "me" }, { "kind": "open" }],
        "terms": { "onlookers": false },
    });
    let private = host.post("/api/tables", &body).await.json()["table"].clone();
    let private = private.as_str().unwrap();
    let mut other = Guest::new(server.address);
    other.get("/").await;
    // Before the match starts anyone with the link may connect and take a seat.
    let mut two = other.join(private).await;
    let mut one = host.join(private).await;
    assert_done(&two.sit(1, "Ada").await);
    assert!(onlooker.connect(private, "seen=0", None).await.is_err());
    one.wait(|state| state["started"] == true).await;
    assert_done(&one.resign().await);
    onlooker.join(private).await;
    server.stop().await;
}

#[tokio::test]
async fn phrases_reach_all_clients_and_are_rate_limited() {
    let data = tempfile::tempdir().unwrap();
    let (clock, hand) = TimeSource::manual();
    let mut config = Config::new(data.path());
    config.clock = clock;
    let server = TestServer::start_with(config).await;
    let (table, _guests, mut clients) = seated(server.address, TWO, &json!({}), 2).await;
    let mut watcher = Guest::new(server.address).join(&table).await;
    let hello = json!({ "type": "phrase", "phrase": "hello" });
    assert_done(&clients[1].order(hello.clone()).await);
    let said = json!({ "type": "said", "seat": 1, "phrase": "hello" });
    assert_eq!(clients[0].hear("said").await, said);
    assert_eq!(watcher.hear("said").await, said);
    assert_refused(&watcher.order(hello.clone()).await, Some("T-8"));
    for _ in 0..3 {
        assert_done(&clients[1].order(hello.clone()).await);
    }
    assert_refused(&clients[1].order(hello.clone()).await, None);
    assert_done(&clients[0].order(hello.clone()).await);
    hand.advance(Duration::from_secs(4));
    assert_done(&clients[1].order(hello).await);
    server.stop().await;
}
