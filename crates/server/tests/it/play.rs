//! Playing at a table: the messages to each client, from taking seats to the rematch.

use std::io::Read;

use crate::common::{Client, Guest, Whim, assert_done, assert_refused, play, soon, two_seated};
use crate::server::TestServer;
use crate::stored_state::{StoredState, json_of, scan};
use flate2::read::GzDecoder;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use tokio_tungstenite::tungstenite::Message;

#[tokio::test]
async fn two_guests_play_to_the_end_and_every_client_sees_only_its_view() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, mut guests, mut clients) = two_seated(server.address).await;
    let mut watcher = Guest::new(server.address).join(&table).await;
    assert_eq!(watcher.state["you"], Value::Null);
    assert_eq!(clients[0].state["you"], 0);
    assert_eq!(clients[1].state["you"], 1);

    // The record is not available before the end, because it contains the seed.
    let early = guests[0].get(&format!("/api/tables/{table}/record")).await;
    assert_eq!(early.status, 409);
    early.problem();

    // The spectator must read meanwhile, or it would be disconnected.
    let mut whim = Whim(1);
    let playing = play(&mut clients, &mut whim, |_, _| false);
    let (moves, _) = tokio::join!(playing, watcher.wait(|state| !state["outcome"].is_null()));
    assert!(moves > 10);
    assert_eq!(watcher.steps.len(), moves + 1);
    let [one, two] = &clients;
    assert_eq!((one.steps.len(), two.steps.len()), (moves + 1, moves + 1));
    // Each event of a single change has its own view.
    let framed = |client: &Client| {
        client.steps[1..].iter().all(|step| {
            step["told"].as_array().unwrap().iter().all(|message| !message["view"].is_null())
        })
    };
    assert!(framed(one) && framed(two) && framed(&watcher));

    let stored = StoredState::read(data.path(), &table).await;
    for client in [one, two, &watcher] {
        assert!(client.received.len() > moves);
        assert!(scan(&stored, client) > 0, "the game hides some order");
    }

    let record = guests[0].get(&format!("/api/tables/{table}/record")).await;
    assert_eq!(record.status, 200);
    let text = String::from_utf8(record.body).unwrap();
    let record = zashiki_core::Record::from_json(&text).unwrap();
    assert_eq!(record.seed, stored.seed);
    assert_eq!(record.names, ["Opener", "Second"]);
    assert!(record.times.len() == 2 && record.times.iter().all(|time| time.ends_with('Z')));
    let replayed = registry::replay(&record).unwrap();
    assert_eq!(json_of(replayed.turn().outcome()), one.state["outcome"]);
    server.stop().await;
}

#[tokio::test]
async fn against_bots_alone_a_takeback_needs_no_consent() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    let bot = json!({ "kind": "bot", "bot": "random" });
    let table = guest.open(json!([{ "kind": "me" }, bot])).await;
    let mut client = guest.join(&table).await;
    let mine = |state: &Value| state["awaiting"] == json!([0]);
    client.wait(mine).await;
    let (steps, legal) = (client.steps.len(), client.legal());
    assert_eq!(client.state["can_undo"], false, "nothing has been decided");

    assert_done(&client.act(&legal[0]).await);
    client.wait(|state| mine(state) && state["can_undo"] == true).await;
    let answered = client.steps.iter().any(|step| step["seat"] == 1);
    assert!(answered, "the bot has decided as well");
    assert_done(&client.undo().await);
    assert_eq!((client.steps.len(), &client.legal()), (steps, &legal));

    // The takeback is stored, and the match continues from there.
    server.stop().await;
    let server = TestServer::start(data.path()).await;
    guest.address = server.address;
    let mut again = guest.join(&table).await;
    assert_eq!((again.steps.len(), &again.legal()), (steps, &legal));
    assert_done(&again.act(&legal[1]).await);
}

#[tokio::test]
async fn an_undo_shortens_all_logs_and_is_reserved_for_the_acting_seat() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, guests, mut clients) = two_seated(server.address).await;
    let mut watcher = Guest::new(server.address).join(&table).await;
    let can_undo =
        |clients: &[Client; 2]| clients.iter().position(|client| client.state["can_undo"] == true);
    play(&mut clients, &mut Whim(3), |moves, clients| moves > 3 && can_undo(clients).is_some())
        .await;
    let mover = can_undo(&clients).expect("somebody may take an action back");
    let version = clients[mover].version();
    watcher.wait(|state| state["version"] == version).await;
    let steps = clients[mover].steps.len();
    let taken_back = clients[mover].steps[steps - 1].clone();

    let other = 1 - mover;
    assert_refused(&clients[other].undo().await, Some("T-5"));
    assert_refused(&watcher.undo().await, Some("T-8"));

    // Both have all steps; one of them disconnects during the undo.
    let before = clients[other].version();
    let known = clients[other].steps.len();
    clients[other].socket.close(None).await.unwrap();
    assert_done(&clients[mover].undo().await);
    assert_eq!(clients[mover].steps.len(), steps - 1);
    assert_eq!(clients[mover].version(), version + 1);
    watcher.wait(|state| state["version"] == version + 1).await;
    assert_eq!(watcher.steps.len(), steps - 1);

    let again = clients[mover].legal();
    let different = again.iter().find(|action| {
        let message = taken_back["told"].to_string();
        !message.contains(&format!("\"{action}\""))
    });
    let different = different.unwrap_or(&again[0]).clone();
    assert_done(&clients[mover].act(&different).await);

    // It reconnects with and without its version: only the replaced step is sent again.
    for query in [format!("seen={known}&version={before}"), format!("seen={known}")] {
        let back = guests[other].join_seen(&table, &query).await;
        assert_eq!(back.state["steps_from"], steps - 1, "{query}");
        assert_eq!(back.steps.len(), steps);
        assert_eq!(back.state["steps"][0]["number"], steps - 1);
    }
    let stored = StoredState::read(data.path(), &table).await;
    scan(&stored, &clients[mover]);
    scan(&stored, &watcher);
    server.stop().await;
}

#[tokio::test]
async fn a_reconnecting_client_receives_exactly_the_missed_steps() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, guests, mut clients) = two_seated(server.address).await;
    play(&mut clients, &mut Whim(5), |moves, _| moves == 6).await;
    for seen in 0..=7 {
        let back = guests[0].join_seen(&table, &format!("seen={seen}")).await;
        assert_eq!(back.state["steps_from"], seen);
        let numbers: Vec<u64> = back.state["steps"]
            .as_array()
            .unwrap()
            .iter()
            .map(|step| step["number"].as_u64().unwrap())
            .collect();
        assert_eq!(numbers, (seen..7).collect::<Vec<u64>>());
        // Missed steps are sent without a view for each event.
        assert!(back.state["steps"].as_array().unwrap().iter().all(|step| {
            step["told"].as_array().unwrap().iter().all(|message| message.get("view").is_none())
        }));
        assert_eq!(back.state["view"], clients[0].state["view"]);
    }
    // A client that claims to have more steps than exist gets the actual number.
    let back = guests[0].join_seen(&table, "seen=99").await;
    assert_eq!((back.state["steps_from"].as_u64(), back.steps.len()), (Some(7), 7));
    server.stop().await;
}

#[tokio::test]
async fn a_rematch_is_created_once_with_seats_rotated() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, mut guests, mut clients) = two_seated(server.address).await;
    assert_refused(&clients[0].rematch(true).await, Some("T-9"));
    play(&mut clients, &mut Whim(7), |_, _| false).await;
    let mut watcher = Guest::new(server.address).join(&table).await;
    assert_refused(&watcher.rematch(true).await, Some("T-8"));
    let [one, two] = &mut clients;
    let (first, second) = tokio::join!(one.rematch(true), two.rematch(true));
    assert_done(&first);
    assert_done(&second);
    let next = one.state["rematch"]["table"].as_str().unwrap().to_owned();
    assert_ne!(next, table);
    for client in [&mut *one, &mut *two, &mut watcher] {
        client.wait(|state| state["rematch"]["coming"] == json!([0, 1])).await;
        assert_eq!(
            client.state["rematch"],
            json!({ "table": next, "coming": [0, 1], "declined": [] })
        );
    }
    let mut one = guests[0].join(&next).await;
    let two = guests[1].join(&next).await;
    assert_eq!((&one.state["you"], &two.state["you"]), (&json!(1), &json!(0)));
    one.wait(|state| state["seats"][0]["online"] == true).await;
    let names: Vec<&str> =
        (0..2).map(|seat| one.state["seats"][seat]["name"].as_str().unwrap()).collect();
    assert_eq!(names, ["Second", "Opener"]);
    assert_eq!(one.state["started"], true);
    assert_eq!(one.state["options"], watcher.state["options"]);
    // Both tables are in the list, the rematch first.
    let list = guests[0].get("/api/tables").await.json();
    let ids: Vec<&str> = list["tables"]
        .as_array()
        .unwrap()
        .iter()
        .map(|card| card["table"].as_str().unwrap())
        .collect();
    assert_eq!(ids, [next.as_str(), table.as_str()]);
    assert_eq!(list["tables"][1]["over"], true);
    assert_eq!(list["tables"][0]["over"], false);
    assert_eq!(list["tables"][0]["you"], 1);
    server.stop().await;
}

#[tokio::test]
async fn rematch_answers_are_shown_to_all_players() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, guests, mut clients) = two_seated(server.address).await;
    assert_refused(&clients[0].rematch(false).await, Some("T-9"));
    play(&mut clients, &mut Whim(7), |_, _| false).await;
    let mut watcher = Guest::new(server.address).join(&table).await;
    assert_refused(&watcher.rematch(false).await, Some("T-8"));
    // Nobody has requested a rematch yet.
    assert_done(&clients[1].rematch(false).await);
    assert_eq!(clients[1].state["rematch"], Value::Null);
    let [one, two] = &mut clients;
    assert_done(&one.rematch(true).await);
    let next = one.state["rematch"]["table"].as_str().unwrap().to_owned();
    two.wait(|state| state["rematch"]["coming"] == json!([0])).await;
    assert_done(&two.rematch(false).await);
    for client in [&mut *one, &mut *two, &mut watcher] {
        client.wait(|state| state["rematch"]["declined"] == json!([1])).await;
        assert_eq!(client.state["rematch"]["coming"], json!([0]));
    }
    // Players may change their answers. Answers do not survive a restart; the rematch's table does.
    assert_done(&two.rematch(true).await);
    let both = json!({ "table": next, "coming": [0, 1], "declined": [] });
    assert_eq!(two.state["rematch"], both);
    server.stop().await;
    let server = TestServer::start(data.path()).await;
    let guest = Guest { address: server.address, ..guests[0].clone() };
    let back = guest.join(&table).await;
    let rematch = json!({ "table": next, "coming": [], "declined": [] });
    assert_eq!(back.state["rematch"], rematch);
    server.stop().await;
}

#[tokio::test]
async fn every_kind_of_bot_plays_a_person_to_the_end() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    // Bots that think for seconds would only make the test slow.
    let bots = guest.get("/api/games").await.json()["bots"].clone();
    let bots = bots.as_array().unwrap().iter().map(|bot| bot["id"].as_str().unwrap().to_owned());
    for bot in bots.filter(|bot| !bot.contains("time") && bot != "master") {
        let seats = json!([{ "kind": "bot", "bot": bot }, { "kind": "me" }]);
        let table = guest.open(seats).await;
        let mut me = guest.join(&table).await;
        assert_eq!(me.state["seats"][0]["bot"], bot);
        let mut whim = Whim(11);
        loop {
            me.wait(|state| {
                !state["legal"].as_array().unwrap().is_empty() || !state["outcome"].is_null()
            })
            .await;
            if me.over() {
                break;
            }
            let action = whim.pick(&me.legal()).clone();
            assert_done(&me.act(&action).await);
        }
        let stored = StoredState::read(data.path(), &table).await;
        assert!(stored.changes.iter().any(|(seat, _, _)| *seat == 0), "{bot} acted");
        scan(&stored, &me);
    }
    server.stop().await;
}

#[tokio::test]
async fn presence_is_shown_and_two_tabs_are_one_person() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, guests, [mut one, mut two]) = two_seated(server.address).await;
    one.wait(|state| state["seats"][1]["online"] == true).await;
    let mut tab = guests[1].join(&table).await;
    two.socket.close(None).await.unwrap();
    while two.next().await.is_some() {}
    // The second tab, now the only one, still acts for the same seat.
    assert_eq!(tab.state["you"], 1);
    assert_refused(&tab.act("nonsense").await, Some("T-3"));
    assert_eq!(one.state["seats"][1]["online"], true);
    tab.socket.close(None).await.unwrap();
    one.wait(|state| state["seats"][1]["online"] == false).await;
    let mut back = guests[1].join(&table).await;
    one.wait(|state| state["seats"][1]["online"] == true).await;
    back.wait(|state| state["seats"][0]["online"] == true).await;
    server.stop().await;
}

#[tokio::test]
async fn long_messages_are_compressed_on_request() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, [guest, _], [one, _two]) = two_seated(server.address).await;
    let mut socket = guest.connect(&table, "seen=0&packed=true", None).await.unwrap();
    let Some(Ok(Message::Binary(packed))) = soon("a packed state", socket.next()).await else {
        panic!("the state is not packed");
    };
    let mut text = String::new();
    GzDecoder::new(&packed[..]).read_to_string(&mut text).unwrap();
    let message: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(message["state"]["view"], one.state["view"]);
    assert!(packed.len() * 2 < text.len(), "{} of {}", packed.len(), text.len());
    // Short messages are not compressed.
    soon("sending", socket.send(Message::text("hello"))).await.unwrap();
    let Some(Ok(Message::Text(refused))) = soon("an answer", socket.next()).await else {
        panic!("a short message is packed");
    };
    assert!(refused.contains("refused"));
    server.stop().await;
}

/// Converts a message to the form for clients that read Japanese only.
fn in_japanese(message: &mut Value) {
    match message {
        Value::Object(fields) if fields.len() == 2 && fields.contains_key("ja") => {
            *message = fields["ja"].take();
        }
        Value::Object(fields) => fields.values_mut().for_each(in_japanese),
        Value::Array(items) => items.iter_mut().for_each(in_japanese),
        _ => {}
    }
}

#[tokio::test]
async fn a_client_with_one_language_receives_only_its_texts() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, guests, mut clients) = two_seated(server.address).await;
    // Each seat connects again, and a spectator in both ways.
    let spectator = Guest::new(server.address);
    let mut pairs = Vec::new();
    for guest in guests.iter().chain([&spectator]) {
        let all = guest.join_seen(&table, "seen=0").await;
        pairs.push((all, guest.join_seen(&table, "seen=0&lang=ja").await));
    }
    play(&mut clients, &mut Whim(3), |moves, _| moves == 8).await;
    for (all, one) in &mut pairs {
        for client in [&mut *all, &mut *one] {
            client.wait(|state| state["version"] == 8).await;
        }
        let message = |state: &Value| {
            let mut message = state.clone();
            // The components are sent completely, only once.
            message["components"] = Value::Null;
            message
        };
        let mut steps = Value::from(all.steps.clone());
        in_japanese(&mut steps);
        assert!(steps == Value::from(one.steps.clone()), "the steps differ");
        let mut expected = message(&all.state);
        in_japanese(&mut expected);
        assert!(expected == message(&one.state), "{expected}\n{}", one.state);
    }
    server.stop().await;
}
