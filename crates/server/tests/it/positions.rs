//! Tables that start from a custom position.

use crate::common::{Client, Guest, Whim, assert_done, play};
use crate::server::TestServer;
use crate::stored_state::{StoredState, scan};
use serde_json::{Value, json};
use zashiki_core::{MatchStart, Record};

/// A mid-game position of a two-player game with hidden information.
fn midgame() -> (&'static str, Value) {
    let hides = |id: &&str| {
        let info = registry::info(id).unwrap();
        info.seats.0 == 2 && info.hidden_information
    };
    let game = registry::ids().into_iter().find(hides).unwrap();
    let mut play = registry::start(game, &MatchStart::dealt(2, 71)).unwrap();
    let mut whim = Whim(71);
    for _ in 0..8 {
        let seat = play.turn().awaited().first().unwrap();
        let action = whim.pick(&play.legal(seat)).action.clone();
        play.play(seat, &action).unwrap();
    }
    (game, play.position())
}

#[tokio::test]
async fn a_table_begins_from_a_position_and_keeps_it_secret() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (game, mut position) = midgame();
    // The position has no RNG state, so its creator does not know the future dice.
    position.as_object_mut().unwrap().remove("dice");
    let (mut first, mut second) = (Guest::new(server.address), Guest::new(server.address));
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let body = json!({ "game": game, "seats": seats, "position": position });
    let reply = first.post("/api/tables", &body).await;
    assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
    let table = reply.json()["table"].as_str().unwrap().to_owned();
    second.get("/").await;
    let mut one = first.join(&table).await;
    let mut two = second.join(&table).await;
    let early = Guest::new(server.address).join(&table).await;
    // The table announces the custom position to everybody before they take a seat.
    for client in [&one, &two, &early] {
        assert_eq!(client.state["from_position"], true);
        assert_eq!(
            (&client.state["view"], &client.state["started"]),
            (&Value::Null, &json!(false))
        );
    }
    assert_done(&two.sit(1, "Second").await);
    one.wait(|state| state["started"] == true).await;
    let start = StoredState::read(data.path(), &table).await;
    assert_eq!(start.position, Some(position.clone()));
    let begun = start.at(0);
    assert_eq!(one.state["scores"], json!(begun.scores()));
    assert_eq!(
        begun.position()["dice"]["seed"],
        start.seed.to_string(),
        "the seed determines the dice"
    );

    let mut clients: [Client; 2] = [one, two];
    play(&mut clients, &mut Whim(72), |moves, _| moves == 4).await;
    let record = format!("/api/tables/{table}/record");
    assert_eq!(first.get(&record).await.status, 409, "it holds the position");
    drop(clients);
    server.stop().await;

    let server = TestServer::start(data.path()).await;
    for guest in [&mut first, &mut second] {
        guest.address = server.address;
    }
    let mut clients = [first.join(&table).await, second.join(&table).await];
    let mut watcher = Guest::new(server.address).join(&table).await;
    let mut whim = Whim(73);
    let playing = play(&mut clients, &mut whim, |_, _| false);
    // The spectator must read meanwhile, or it would be disconnected.
    tokio::join!(playing, watcher.wait(|state| !state["outcome"].is_null()));
    let stored = StoredState::read(data.path(), &table).await;
    for client in [&clients[0], &clients[1], &watcher] {
        scan(&stored, client);
    }
    let reply = first.get(&record).await;
    let record = Record::from_json(std::str::from_utf8(&reply.body).unwrap()).unwrap();
    assert_eq!(record.position, Some(position.clone()));
    registry::replay(&record).unwrap();
    let card = first.get("/api/tables").await.json()["tables"][0].clone();
    assert_eq!((&card["from_position"], &card["over"]), (&json!(true), &json!(true)));

    // The rematch starts from the same position, with other dice and swapped seats.
    assert_done(&clients[0].rematch(true).await);
    let next = clients[0].state["rematch"]["table"].as_str().unwrap().to_owned();
    let again = first.join(&next).await;
    assert_eq!((&again.state["from_position"], &again.state["you"]), (&json!(true), &json!(1)));
    let rematch = StoredState::read(data.path(), &next).await;
    assert_eq!(rematch.position, Some(position));
    assert_ne!(rematch.seed, stored.seed);
    server.stop().await;
}

#[tokio::test]
async fn an_invalid_position_creates_no_table() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (game, position) = midgame();
    let mut guest = Guest::new(server.address);
    let mut without = position.clone();
    let fields = without.as_object_mut().unwrap();
    let first = fields.keys().find(|key| *key != "dice").unwrap().clone();
    fields.remove(&first);
    for (position, seats) in [
        (json!({}), 2),
        (json!([1]), 2),
        (json!("x"), 2),
        (without, 2),
        (json!({ "nonsense": position }), 2),
    ] {
        let mut plan = vec![json!({ "kind": "open" }); seats];
        plan[0] = json!({ "kind": "me" });
        let body = json!({ "game": game, "seats": plan, "position": position });
        let reply = guest.post("/api/tables", &body).await;
        assert_eq!(reply.status, 400, "{body}");
        reply.problem();
    }
    assert_eq!(guest.get("/api/tables").await.json()["tables"], json!([]));
    server.stop().await;
}
