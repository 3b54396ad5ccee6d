//! Resigning, and what is said about a draw.

use crate::common::{Client, Guest, Whim, assert_done, assert_refused, play, seated, two_seated};
use crate::server::Server;
use crate::truth::{Truth, scan};
use serde_json::{Value, json};
use table::{GameInfo, Record};

/// A game for two that has a rule for it.
fn game(may: fn(&GameInfo) -> bool) -> &'static str {
    let fits = |info: &GameInfo| info.seats.0 == 2 && may(info);
    shelf::ids()
        .into_iter()
        .find(|id| shelf::info(id).is_ok_and(fits))
        .expect("some game for two knows it")
}

fn knows_draws(info: &GameInfo) -> bool {
    info.agreed_draw.is_some() && info.resignation.is_some()
}

/// Two people who have played a little.
async fn midgame(server: &Server) -> (String, Vec<Guest>, [Client; 2]) {
    let game = game(knows_draws);
    let (table, guests, clients) = seated(server.address, game, &json!({}), 2).await;
    let mut clients: [Client; 2] = clients.try_into().unwrap_or_else(|_| panic!("two"));
    play(&mut clients, &mut Whim(9), |moves, _| moves == 8).await;
    (table, guests, clients)
}

/// Both have heard of the newest version.
async fn together(clients: &mut [Client; 2]) {
    let newest = clients.iter().map(Client::version).max();
    for client in clients {
        client.wait(|state| state["version"].as_u64() == newest).await;
    }
}

fn mover(clients: &[Client; 2]) -> usize {
    clients.iter().position(|client| !client.legal().is_empty()).expect("somebody may decide")
}

#[tokio::test]
async fn whoever_resigns_has_lost_and_it_is_told_and_kept() {
    for resigns_on_turn in [true, false] {
        let data = tempfile::tempdir().unwrap();
        let server = Server::start(data.path()).await;
        let (table, guests, mut clients) = midgame(&server).await;
        let mut watcher = Guest::new(server.address).join(&table).await;
        assert_refused(&watcher.resign().await, Some("T-8"));
        let seat = if resigns_on_turn { mover(&clients) } else { 1 - mover(&clients) };
        let (version, steps) = (clients[seat].version(), clients[seat].steps.len());
        let message = json!({ "type": "resign", "id": "enough", "version": version });
        assert_done(&clients[seat].ask(message.clone()).await);
        together(&mut clients).await;
        watcher.wait(|state| !state["outcome"].is_null()).await;
        for client in [&clients[0], &clients[1], &watcher] {
            let outcome = json!({ "winners": [1 - seat], "reason": "resigned" });
            assert_eq!(client.state["outcome"], outcome);
            assert_eq!(client.state["awaiting"], json!([]));
            assert_eq!(client.state["legal"], json!([]));
            assert_eq!(client.state["can_undo"], false);
            assert_eq!(client.steps.len(), steps + 1);
            let last = client.steps.last().unwrap();
            assert_eq!(last["seat"], seat);
            assert_eq!(last["told"][0]["event"], json!({ "kind": "resigned", "seat": seat }));
            let rule = shelf::info(game(knows_draws)).unwrap().resignation.unwrap();
            assert_eq!(last["told"][0]["rule"], rule.0);
        }
        // Again under the same id it is done already, and nothing more can be done.
        assert_done(&clients[seat].ask(message.clone()).await);
        assert_refused(&clients[1 - seat].resign().await, Some("T-1"));
        assert_refused(&clients[seat].undo().await, Some("T-5"));
        assert_refused(&clients[seat].draw("offer").await, Some("T-1"));
        assert_eq!(clients[seat].version(), version + 1);
        let truth = Truth::read(data.path(), &table).await;
        for client in clients.iter().chain([&watcher]) {
            scan(&truth, client);
        }

        let mut guest = guests[seat].clone();
        let reply = guest.get(&format!("/api/tables/{table}/record")).await;
        let record = Record::from_json(&String::from_utf8(reply.body).unwrap()).unwrap();
        let conclusion = serde_json::to_value(record.conclusion).unwrap();
        assert_eq!(conclusion, json!({ "kind": "resigned", "seat": seat }));
        let replayed = shelf::resume(&record).unwrap();
        assert_eq!(replayed.turn().outcome().unwrap().reason, "resigned");

        // It outlives the server, and a rematch follows.
        server.stop().await;
        let server = Server::start(data.path()).await;
        guest.address = server.address;
        let mut back = guest.join(&table).await;
        assert_eq!(back.state["outcome"], clients[seat].state["outcome"]);
        assert_done(&back.ask(message).await);
        assert_eq!(back.version(), version + 1);
        assert_done(&back.rematch().await);
        server.stop().await;
    }
}

#[tokio::test]
async fn games_without_a_rule_for_it_refuse() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let id = game(|info| info.resignation.is_none() && info.agreed_draw.is_none());
    let (_, _, mut clients) = seated(server.address, id, &json!({}), 2).await;
    let before = clients[0].state.clone();
    assert_refused(&clients[0].resign().await, Some("T-12"));
    assert_eq!(before["can_offer"], false);
    for word in ["offer", "accept", "decline", "withdraw"] {
        assert_refused(&clients[0].draw(word).await, Some("T-13"));
    }
    clients[0].send(r#"{"type":"draw","id":"x","version":0,"word":"perhaps"}"#).await;
    assert_refused(&clients[0].next().await.unwrap(), None);
    assert_eq!(clients[0].state, before);
    server.stop().await;
}

#[tokio::test]
async fn nobody_resigns_or_offers_before_it_begins() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut first = Guest::new(server.address);
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let table = first.open_game(game(knows_draws), &json!({}), seats).await;
    let mut one = first.join(&table).await;
    assert_eq!(one.state["can_offer"], false);
    assert_refused(&one.resign().await, Some("T-7"));
    assert_refused(&one.draw("offer").await, Some("T-7"));
    server.stop().await;
}

#[tokio::test]
async fn a_draw_that_both_want_ends_it() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let (table, guests, mut clients) = midgame(&server).await;
    let mut watcher = Guest::new(server.address).join(&table).await;
    assert_refused(&watcher.draw("offer").await, Some("T-8"));
    let legal = [clients[0].legal(), clients[1].legal()];
    assert_eq!(clients[0].state["can_offer"], true);
    assert_done(&clients[0].draw("offer").await);
    together(&mut clients).await;
    watcher.wait(|state| !state["offer"].is_null()).await;
    for client in [&clients[0], &clients[1], &watcher] {
        assert_eq!(client.state["offer"], json!({ "by": 0, "agreed": [0] }));
        assert_eq!(client.state["can_offer"], false);
    }
    // The game itself stands as it was, and the offer outlives the server.
    assert_eq!([clients[0].legal(), clients[1].legal()], legal);
    server.stop().await;
    let server = Server::start(data.path()).await;
    let mut back = Vec::new();
    for guest in &guests {
        back.push(Guest { address: server.address, ..guest.clone() }.join(&table).await);
    }
    let mut clients: [Client; 2] = back.try_into().unwrap_or_else(|_| panic!("two"));
    assert_eq!(clients[1].state["offer"], json!({ "by": 0, "agreed": [0] }));

    assert_refused(&clients[0].draw("accept").await, Some("T-15"));
    assert_refused(&clients[0].draw("decline").await, Some("T-15"));
    assert_refused(&clients[1].draw("withdraw").await, Some("T-15"));
    assert_refused(&clients[1].draw("offer").await, Some("T-14"));
    let steps = clients[1].steps.len();
    assert_done(&clients[1].draw("accept").await);
    together(&mut clients).await;
    for client in &clients {
        assert_eq!(client.state["outcome"], json!({ "winners": [], "reason": "agreed" }));
        assert_eq!(client.state["offer"], Value::Null);
        assert_eq!(client.steps.len(), steps + 1);
        let last = client.steps.last().unwrap();
        assert_eq!(
            (&last["seat"], &last["told"][0]["event"]["kind"]),
            (&Value::Null, &json!("agreed"))
        );
    }
    let truth = Truth::read(data.path(), &table).await;
    for client in &clients {
        scan(&truth, client);
    }
    server.stop().await;
}

#[tokio::test]
async fn an_offer_is_made_once_between_decisions_and_goes_with_the_answer() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let (_, _, mut clients) = midgame(&server).await;
    let seat = mover(&clients);
    let other = 1 - seat;

    // Taken back; not again before the next decision.
    assert_done(&clients[seat].draw("offer").await);
    assert_done(&clients[seat].draw("withdraw").await);
    assert_eq!(clients[seat].state["offer"], Value::Null);
    assert_eq!(clients[seat].state["can_offer"], false);
    assert_refused(&clients[seat].draw("offer").await, Some("T-14"));
    assert_refused(&clients[seat].draw("withdraw").await, Some("T-15"));
    together(&mut clients).await;
    assert_refused(&clients[other].draw("accept").await, Some("T-15"));

    // The other's offer is the other's own.
    assert_done(&clients[other].draw("offer").await);
    together(&mut clients).await;
    assert_done(&clients[seat].draw("decline").await);
    together(&mut clients).await;
    assert_eq!(clients[other].state["offer"], Value::Null);
    assert_eq!(clients[other].state["can_offer"], false);

    // After a decision of one's own one may offer again; that goes on standing while the maker
    // decides, and any other seat that decides has declined it.
    let whim = &mut Whim(77);
    while mover(&clients) == seat {
        let action = whim.pick(&clients[seat].legal()).clone();
        assert_done(&clients[seat].act(&action).await);
        together(&mut clients).await;
    }
    assert_eq!(clients[seat].state["can_offer"], true);
    assert_eq!(clients[other].state["can_offer"], false);
    assert_done(&clients[seat].draw("offer").await);
    together(&mut clients).await;
    let action = whim.pick(&clients[other].legal()).clone();
    assert_done(&clients[other].act(&action).await);
    together(&mut clients).await;
    assert_eq!(clients[seat].state["offer"], Value::Null);

    // One's own decision does not end one's own offer.
    while mover(&clients) == other {
        let action = whim.pick(&clients[other].legal()).clone();
        assert_done(&clients[other].act(&action).await);
        together(&mut clients).await;
    }
    while !clients[seat].state["can_offer"].as_bool().unwrap() {
        let action = whim.pick(&clients[mover(&clients)].legal()).clone();
        let who = mover(&clients);
        assert_done(&clients[who].act(&action).await);
        together(&mut clients).await;
    }
    while mover(&clients) != seat {
        let action = whim.pick(&clients[other].legal()).clone();
        assert_done(&clients[other].act(&action).await);
        together(&mut clients).await;
    }
    assert_done(&clients[seat].draw("offer").await);
    let action = whim.pick(&clients[seat].legal()).clone();
    assert_done(&clients[seat].act(&action).await);
    assert_eq!(clients[seat].state["offer"]["by"], seat);
    // A decision taken back is another table.
    if clients[seat].state["can_undo"] == true {
        assert_done(&clients[seat].undo().await);
        assert_eq!(clients[seat].state["offer"], Value::Null);
    }
    server.stop().await;
}

#[tokio::test]
async fn an_answer_is_to_the_offer_that_was_seen() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let (_, _, mut clients) = midgame(&server).await;
    assert_done(&clients[0].draw("offer").await);
    together(&mut clients).await;
    let seen = clients[1].version();
    assert_done(&clients[0].draw("withdraw").await);
    let accept = |id: &str, version| json!({ "type": "draw", "id": id, "version": version, "word": "accept" });
    assert_refused(&clients[1].ask(accept("late", seen)).await, Some("T-15"));
    // Nor is it an answer to a later one.
    let whim = &mut Whim(5);
    loop {
        together(&mut clients).await;
        if clients[0].state["can_offer"] == true {
            break;
        }
        let who = mover(&clients);
        let action = whim.pick(&clients[who].legal()).clone();
        assert_done(&clients[who].act(&action).await);
    }
    assert_done(&clients[0].draw("offer").await);
    assert_refused(&clients[1].ask(accept("later", seen)).await, Some("T-15"));
    together(&mut clients).await;
    let seen = clients[1].version();
    assert_done(&clients[1].ask(accept("now", seen)).await);
    assert_done(&clients[1].ask(accept("now", seen)).await);
    assert!(clients[1].over());
    server.stop().await;
}

#[tokio::test]
async fn words_about_a_draw_make_no_decision_stale() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let (_, _, mut clients) = midgame(&server).await;
    let seat = mover(&clients);
    let (version, action) = (clients[seat].version(), clients[seat].legal()[0].clone());
    assert_done(&clients[seat].draw("offer").await);
    let act = json!({ "type": "act", "id": "a", "version": version, "action": action });
    assert_done(&clients[seat].ask(act).await);
    server.stop().await;
}

#[tokio::test]
async fn a_bot_agrees_only_when_it_is_clearly_behind() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let game = game(knows_draws);
    let mut guest = Guest::new(server.address);
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "random" }]);
    let table = guest.open_game(game, &json!({}), seats).await;
    let mut me = guest.join(&table).await;
    let mut adviser = shelf::visit(game, Adviser).unwrap();
    let mut answers = [0, 0];
    while !me.over() {
        me.wait(|state| {
            !state["legal"].as_array().unwrap().is_empty() || !state["outcome"].is_null()
        })
        .await;
        if me.over() {
            break;
        }
        let truth = Truth::read(data.path(), &table).await.at(me.version());
        if me.state["can_offer"] == true {
            let accepts = adviser.accepts_draw(&truth.seen(table::Seat(1)));
            assert_done(&me.draw("offer").await);
            me.wait(|state| state["offer"].is_null()).await;
            assert_eq!(me.over(), accepts, "it answers as it sees the play");
            answers[usize::from(accepts)] += 1;
            continue;
        }
        let action = adviser.choose(&truth.seen(table::Seat(0)));
        assert_done(&me.act(&action).await);
    }
    assert_eq!(me.state["outcome"]["reason"], "agreed", "it loses, and sees it: {answers:?}");
    assert!(answers[0] > 0, "not from the beginning");
    server.stop().await;
}

/// Somebody who plays better than by chance.
struct Adviser;

impl shelf::Visitor for Adviser {
    type Out = Box<dyn bots::AnyBot>;
    fn visit<G: table::Game>(self) -> Self::Out {
        bots::build::<G>("greedy", 1).expect("greedy plays everything")
    }
}

#[tokio::test]
async fn a_table_of_the_first_game_offers_nothing() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let (_, _, clients) = two_seated(server.address).await;
    for client in &clients {
        assert_eq!(client.state["offer"], Value::Null);
        assert_eq!(client.state["clocks"], json!([]));
        assert_eq!(client.state["drafts"], json!([]));
        assert_eq!(client.state["draft"], Value::Null);
        assert_eq!(client.state["complete"], true);
    }
    server.stop().await;
}
