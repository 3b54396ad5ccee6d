//! Resignation, draw offers and takeback requests.

use crate::common::{Client, Guest, Whim, assert_done, assert_refused, play, seated, two_seated};
use crate::server::TestServer;
use crate::stored_state::{StoredState, scan};
use registry::GameVisitor;
use serde_json::{Value, json};
use zashiki_core::{
    DynMatch, Game, GameInfo, Match, MatchStart, Record, SearchHintsExt as _, Seat,
};

/// The first two-player game for which `may` returns true.
fn game(may: fn(&GameInfo) -> bool) -> &'static str {
    let fits = |info: &GameInfo| info.seats.0 == 2 && may(info);
    registry::ids()
        .into_iter()
        .find(|id| registry::info(id).is_ok_and(fits))
        .expect("some game for two knows it")
}

fn knows_draws(info: &GameInfo) -> bool {
    info.agreed_draw.is_some() && info.resignation.is_some()
}

/// A table of two people whose match has had some moves, in a game with draws by agreement.
async fn midgame(server: &TestServer) -> (String, Vec<Guest>, [Client; 2]) {
    let game = game(knows_draws);
    let (table, guests, clients) = seated(server.address, game, &json!({}), 2).await;
    let mut clients: [Client; 2] = clients.try_into().unwrap_or_else(|_| panic!("two"));
    play(&mut clients, &mut Whim(9), |moves, _| moves == 8).await;
    (table, guests, clients)
}

/// Waits until both clients have the newest version.
async fn together(clients: &mut [Client; 2]) {
    let newest = clients.iter().map(Client::version).max();
    for client in clients {
        client.wait(|state| state["version"].as_u64() == newest).await;
    }
}

/// A draw offer of the seat, as all clients see it.
fn draw_offered(by: usize) -> Value {
    let rule = registry::info(game(knows_draws)).unwrap().agreed_draw.unwrap();
    json!({ "matter": "draw", "rule": rule.0, "by": by, "agreed": [by] })
}

fn mover(clients: &[Client; 2]) -> usize {
    clients.iter().position(|client| !client.legal().is_empty()).expect("somebody may decide")
}

#[tokio::test]
async fn a_resignation_loses_and_is_announced_and_stored() {
    for resigns_on_turn in [true, false] {
        let data = tempfile::tempdir().unwrap();
        let server = TestServer::start(data.path()).await;
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
            let rule = registry::info(game(knows_draws)).unwrap().resignation.unwrap();
            assert_eq!(last["told"][0]["rule"], rule.0);
        }
        // The same id again is accepted without effect, and no other action is possible.
        assert_done(&clients[seat].ask(message.clone()).await);
        assert_refused(&clients[1 - seat].resign().await, Some("T-1"));
        assert_refused(&clients[seat].undo().await, Some("T-5"));
        assert_refused(&clients[seat].talk("offer").await, Some("T-1"));
        assert_eq!(clients[seat].version(), version + 1);
        let stored = StoredState::read(data.path(), &table).await;
        for client in clients.iter().chain([&watcher]) {
            scan(&stored, client);
        }

        let mut guest = guests[seat].clone();
        let reply = guest.get(&format!("/api/tables/{table}/record")).await;
        let record = Record::from_json(&String::from_utf8(reply.body).unwrap()).unwrap();
        let conclusion = serde_json::to_value(record.conclusion).unwrap();
        assert_eq!(conclusion, json!({ "kind": "resigned", "seat": seat }));
        let replayed = registry::replay(&record).unwrap();
        assert_eq!(replayed.turn().outcome().unwrap().reason, "resigned");

        // The result survives a restart, and a rematch is possible.
        server.stop().await;
        let server = TestServer::start(data.path()).await;
        guest.address = server.address;
        let mut back = guest.join(&table).await;
        assert_eq!(back.state["outcome"], clients[seat].state["outcome"]);
        assert_done(&back.ask(message).await);
        assert_eq!(back.version(), version + 1);
        assert_done(&back.rematch(true).await);
        server.stop().await;
    }
}

#[tokio::test]
async fn games_without_resignation_and_draws_reject_them() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let id = game(|info| info.resignation.is_none() && info.agreed_draw.is_none());
    let (_, _, mut clients) = seated(server.address, id, &json!({}), 2).await;
    let before = clients[0].state.clone();
    assert_refused(&clients[0].resign().await, Some("T-12"));
    assert_eq!(before["can_offer"], false);
    assert_refused(&clients[0].talk("offer").await, Some("T-13"));
    for word in ["accept", "decline", "withdraw"] {
        assert_refused(&clients[0].talk(word).await, Some("T-15"));
    }
    clients[0].send(r#"{"type":"talk","id":"x","version":0,"word":"perhaps"}"#).await;
    assert_refused(&clients[0].next().await.unwrap(), None);
    assert_eq!(clients[0].state, before);
    server.stop().await;
}

#[tokio::test]
async fn resignations_and_offers_before_the_start_are_rejected() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut first = Guest::new(server.address);
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let table = first.open_game(game(knows_draws), &json!({}), seats).await;
    let mut one = first.join(&table).await;
    assert_eq!(one.state["can_offer"], false);
    assert_refused(&one.resign().await, Some("T-7"));
    assert_refused(&one.talk("offer").await, Some("T-7"));
    server.stop().await;
}

#[tokio::test]
async fn an_accepted_draw_ends_the_match() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, guests, mut clients) = midgame(&server).await;
    let mut watcher = Guest::new(server.address).join(&table).await;
    assert_refused(&watcher.talk("offer").await, Some("T-8"));
    let legal = [clients[0].legal(), clients[1].legal()];
    assert_eq!(clients[0].state["can_offer"], true);
    assert_done(&clients[0].talk("offer").await);
    together(&mut clients).await;
    watcher.wait(|state| !state["offer"].is_null()).await;
    for client in [&clients[0], &clients[1], &watcher] {
        assert_eq!(client.state["offer"], draw_offered(0));
        assert_eq!(client.state["can_offer"], false);
    }
    // The position is unchanged, and the offer survives a restart.
    assert_eq!([clients[0].legal(), clients[1].legal()], legal);
    server.stop().await;
    let server = TestServer::start(data.path()).await;
    let mut back = Vec::new();
    for guest in &guests {
        back.push(Guest { address: server.address, ..guest.clone() }.join(&table).await);
    }
    let mut clients: [Client; 2] = back.try_into().unwrap_or_else(|_| panic!("two"));
    assert_eq!(clients[1].state["offer"], draw_offered(0));

    assert_refused(&clients[0].talk("accept").await, Some("T-15"));
    assert_refused(&clients[0].talk("decline").await, Some("T-15"));
    assert_refused(&clients[1].talk("withdraw").await, Some("T-15"));
    assert_refused(&clients[1].talk("offer").await, Some("T-14"));
    let steps = clients[1].steps.len();
    assert_done(&clients[1].talk("accept").await);
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
    let stored = StoredState::read(data.path(), &table).await;
    for client in &clients {
        scan(&stored, client);
    }
    server.stop().await;
}

#[tokio::test]
async fn an_offer_is_made_once_between_decisions_and_ends_with_the_answer() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (_, _, mut clients) = midgame(&server).await;
    let seat = mover(&clients);
    let other = 1 - seat;

    // Withdrawn; no new offer before the next decision.
    assert_done(&clients[seat].talk("offer").await);
    assert_done(&clients[seat].talk("withdraw").await);
    assert_eq!(clients[seat].state["offer"], Value::Null);
    assert_eq!(clients[seat].state["can_offer"], false);
    assert_refused(&clients[seat].talk("offer").await, Some("T-14"));
    assert_refused(&clients[seat].talk("withdraw").await, Some("T-15"));
    together(&mut clients).await;
    assert_refused(&clients[other].talk("accept").await, Some("T-15"));

    // The other player's offers are separate.
    assert_done(&clients[other].talk("offer").await);
    together(&mut clients).await;
    assert_done(&clients[seat].talk("decline").await);
    together(&mut clients).await;
    assert_eq!(clients[other].state["offer"], Value::Null);
    assert_eq!(clients[other].state["can_offer"], false);

    // After deciding, a player may offer again. The offer stays while its maker decides; a decision of
    // another seat declines it.
    let whim = &mut Whim(77);
    while mover(&clients) == seat {
        let action = whim.pick(&clients[seat].legal()).clone();
        assert_done(&clients[seat].act(&action).await);
        together(&mut clients).await;
    }
    assert_eq!(clients[seat].state["can_offer"], true);
    assert_eq!(clients[other].state["can_offer"], false);
    assert_done(&clients[seat].talk("offer").await);
    together(&mut clients).await;
    let action = whim.pick(&clients[other].legal()).clone();
    assert_done(&clients[other].act(&action).await);
    together(&mut clients).await;
    assert_eq!(clients[seat].state["offer"], Value::Null);

    // The maker's own decision does not end the offer.
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
    assert_done(&clients[seat].talk("offer").await);
    let action = whim.pick(&clients[seat].legal()).clone();
    assert_done(&clients[seat].act(&action).await);
    assert_eq!(clients[seat].state["offer"]["by"], seat);
    // A takeback ends the offer.
    if clients[seat].state["can_undo"] == true {
        assert_done(&clients[seat].undo().await);
        assert_eq!(clients[seat].state["offer"], Value::Null);
    }
    server.stop().await;
}

#[tokio::test]
async fn an_answer_applies_only_to_the_offer_it_was_based_on() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (_, _, mut clients) = midgame(&server).await;
    assert_done(&clients[0].talk("offer").await);
    together(&mut clients).await;
    let seen = clients[1].version();
    assert_done(&clients[0].talk("withdraw").await);
    let accept = |id: &str, version| json!({ "type": "talk", "id": id, "version": version, "word": "accept" });
    assert_refused(&clients[1].ask(accept("late", seen)).await, Some("T-15"));
    // An answer does not apply to a later offer either.
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
    assert_done(&clients[0].talk("offer").await);
    assert_refused(&clients[1].ask(accept("later", seen)).await, Some("T-15"));
    together(&mut clients).await;
    let seen = clients[1].version();
    assert_done(&clients[1].ask(accept("now", seen)).await);
    assert_done(&clients[1].ask(accept("now", seen)).await);
    assert!(clients[1].over());
    server.stop().await;
}

#[tokio::test]
async fn draw_offers_make_no_decision_stale() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (_, _, mut clients) = midgame(&server).await;
    let seat = mover(&clients);
    let (version, action) = (clients[seat].version(), clients[seat].legal()[0].clone());
    assert_done(&clients[seat].talk("offer").await);
    let act = json!({ "type": "act", "id": "a", "version": version, "action": action });
    assert_done(&clients[seat].ask(act).await);
    server.stop().await;
}

#[tokio::test]
async fn a_bot_accepts_a_draw_only_when_clearly_behind() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let game = game(knows_draws);
    let mut guest = Guest::new(server.address);
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "random" }]);
    // After the opening, where random play has not yet done harm.
    let position = registry::visit(game, Begun(24)).unwrap();
    let body = json!({ "game": game, "seats": seats, "position": position });
    let reply = guest.post("/api/tables", &body).await;
    assert_eq!(reply.status, 201, "{}", reply.problem());
    let table = reply.json()["table"].as_str().unwrap().to_owned();
    let mut me = guest.join(&table).await;
    let mut adviser = registry::visit(game, Adviser).unwrap();
    let mut answers = [0, 0];
    while !me.over() {
        me.wait(|state| {
            !state["legal"].as_array().unwrap().is_empty() || !state["outcome"].is_null()
        })
        .await;
        if me.over() {
            break;
        }
        let stored = StoredState::read(data.path(), &table).await.at(me.version());
        if me.state["can_offer"] == true {
            let accepts = adviser.accepts_draw(&stored.info_state(zashiki_core::Seat(1)));
            assert_done(&me.talk("offer").await);
            me.wait(|state| state["offer"].is_null()).await;
            assert_eq!(me.over(), accepts, "it answers by its evaluation");
            answers[usize::from(accepts)] += 1;
            continue;
        }
        let action = adviser.choose(&stored.info_state(zashiki_core::Seat(0))).unwrap();
        assert_done(&me.act(&action).await);
    }
    assert_eq!(me.state["outcome"]["reason"], "agreed", "it loses, and sees it: {answers:?}");
    assert!(answers[0] > 0, "not from the beginning");
    server.stop().await;
}

/// A visitor of games that returns a position after at least this many decisions between two equal bots. The
/// first seat is to move in it, and neither side is ahead.
struct Begun(usize);

impl GameVisitor for Begun {
    type Out = Value;
    fn visit<G: Game>(self) -> Self::Out {
        let mut play = Match::<G>::start(&MatchStart::dealt(2, 1)).unwrap();
        let mut player = bots::build::<G>("greedy", 1, bots::clock).unwrap();
        let even = |game: &G| game.evaluate(Seat(0)).abs() < 50;
        loop {
            let awaited = play.state().turn().awaited();
            let seat = awaited.first().expect("it goes on");
            let alone = awaited.len() == 1 && seat == Seat(0);
            if play.length() >= self.0 && alone && even(play.state()) {
                break;
            }
            let action = player.choose(&play.info_state(seat)).unwrap();
            DynMatch::play(&mut play, seat, &action).unwrap();
        }
        serde_json::to_value(play.state().position()).unwrap()
    }
}

/// A visitor of games that builds a bot stronger than a random one.
struct Adviser;

impl registry::GameVisitor for Adviser {
    type Out = Box<dyn bots::DynBot>;
    fn visit<G: zashiki_core::Game>(self) -> Self::Out {
        bots::build::<G>("greedy", 1, bots::clock).expect("greedy plays everything")
    }
}

#[tokio::test]
async fn a_game_without_draws_offers_none() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
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

/// Plays pseudo-random moves until a seat needs the others' consent to take back its last decision; returns
/// the seat.
async fn past_help<const N: usize>(clients: &mut [Client; N], whim: u64) -> usize {
    let asker = |clients: &[Client; N]| clients.iter().position(|it| it.state["can_ask"] == true);
    play(clients, &mut Whim(whim), |moves, clients| moves > 5 && asker(clients).is_some()).await;
    asker(clients).expect("somebody may ask")
}

/// Waits until all clients have the newest version.
async fn all_together(clients: &mut [Client]) {
    loop {
        let newest = clients.iter().map(Client::version).max();
        if clients.iter().all(|client| Some(client.version()) == newest) {
            return;
        }
        // A bot may continue meanwhile.
        for client in clients.iter_mut() {
            client.wait(|state| state["version"].as_u64() >= newest).await;
        }
    }
}

#[tokio::test]
async fn a_takeback_by_consent_includes_all_later_decisions() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let game =
        registry::ids().into_iter().find(|id| registry::info(id).unwrap().seats.1 >= 3).unwrap();
    let (table, guests, clients) = seated(server.address, game, &json!({}), 3).await;
    let mut clients: [Client; 3] = clients.try_into().unwrap_or_else(|_| panic!("three"));
    let mut watcher = Guest::new(server.address).join(&table).await;
    assert_eq!(watcher.state["can_ask"], false);
    assert_refused(&watcher.talk("ask").await, Some("T-8"));
    let asker = past_help(&mut clients, 21).await;
    let others: Vec<usize> = (0..3).filter(|seat| *seat != asker).collect();
    assert_refused(&clients[asker].undo().await, Some("T-5"));

    let (version, steps) = (clients[asker].version(), clients[asker].steps.clone());
    let ask = json!({ "type": "talk", "id": "please", "version": version, "word": "ask" });
    assert_done(&clients[asker].ask(ask.clone()).await);
    assert_done(&clients[asker].ask(ask).await);
    all_together(&mut clients).await;
    watcher.wait(|state| state["version"] == version + 1).await;
    for client in clients.iter().chain([&watcher]) {
        let offer =
            json!({ "matter": "take_back", "rule": "T-16", "by": asker, "agreed": [asker] });
        assert_eq!(client.state["offer"], offer);
        assert_eq!(client.state["can_ask"], false);
        assert_eq!(client.steps.len(), steps.len(), "nothing is taken back yet");
    }
    // The request survives a restart.
    server.stop().await;
    let server = TestServer::start(data.path()).await;
    let mut back = Vec::new();
    for guest in &guests {
        back.push(Guest { address: server.address, ..guest.clone() }.join(&table).await);
    }
    let mut clients: [Client; 3] = back.try_into().unwrap_or_else(|_| panic!("three"));

    assert_refused(&clients[asker].talk("accept").await, Some("T-15"));
    assert_refused(&clients[others[0]].talk("ask").await, Some("T-14"));
    assert_done(&clients[others[0]].talk("accept").await);
    assert_eq!(clients[others[0]].steps.len(), steps.len(), "one has yet to agree");
    all_together(&mut clients).await;
    let version = clients[others[1]].version();
    let accept = json!({ "type": "talk", "id": "yes", "version": version, "word": "accept" });
    assert_done(&clients[others[1]].ask(accept.clone()).await);
    assert_done(&clients[others[1]].ask(accept).await);
    all_together(&mut clients).await;
    let last = steps.iter().rposition(|step| step["seat"] == asker).unwrap();
    for client in &clients {
        assert_eq!(client.version(), version + 1, "repeating has no further effect");
        assert_eq!(client.state["offer"], Value::Null);
        assert_eq!(client.steps.len(), last);
    }
    assert!(!clients[asker].legal().is_empty(), "it is requested again");
    // Until it has decided again, it may not make another request.
    assert_refused(&clients[asker].talk("ask").await, Some("T-14"));
    let stored = StoredState::read(data.path(), &table).await;
    for client in &clients {
        scan(&stored, client);
    }
    // The store yields the same match, and the spectators' log is shortened as well.
    let mut guest = Guest { address: server.address, ..guests[asker].clone() };
    let stored = guest.get(&format!("/api/tables/{table}")).await.json();
    assert_eq!(stored["log"].as_array().unwrap().len(), last);
    server.stop().await;
    let server = TestServer::start(data.path()).await;
    let again = Guest { address: server.address, ..guest }.join(&table).await;
    assert_eq!(again.state["view"], clients[asker].state["view"]);
    assert_eq!(again.legal(), clients[asker].legal());
    server.stop().await;
}

#[tokio::test]
async fn a_takeback_request_ends_when_declined_withdrawn_or_overtaken() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (_, _, mut clients) = midgame(&server).await;
    let whim = &mut Whim(40);
    for ending in ["decline", "withdraw", "act", "late"] {
        play(&mut clients, whim, |_, clients| {
            let mover = mover(clients);
            clients[1 - mover].state["can_ask"] == true
        })
        .await;
        let (decides, asks) = (mover(&clients), 1 - mover(&clients));
        let legal = clients[decides].legal();
        assert_done(&clients[asks].talk("ask").await);
        together(&mut clients).await;
        assert_eq!(clients[decides].legal(), legal, "it hinders nobody");
        let seen = clients[decides].version();
        match ending {
            "decline" => assert_done(&clients[decides].talk("decline").await),
            "withdraw" | "late" => assert_done(&clients[asks].talk("withdraw").await),
            _ => assert_done(&clients[decides].act(&legal[0]).await),
        }
        together(&mut clients).await;
        for client in &clients {
            assert_eq!(client.state["offer"], Value::Null, "{ending}");
        }
        // An answer applies to the version it was based on, and a decision can be requested back only once.
        let accept = json!({ "type": "talk", "id": ending, "version": seen, "word": "accept" });
        assert_refused(&clients[decides].ask(accept).await, Some("T-15"));
        assert_refused(&clients[asks].talk("ask").await, Some("T-14"));
    }
    server.stop().await;
}

#[tokio::test]
async fn no_request_is_needed_for_a_takeback_without_consent() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (_, _, mut clients) = two_seated(server.address).await;
    for client in &mut clients {
        assert_eq!(client.state["can_ask"], false);
        assert_refused(&client.talk("ask").await, Some("T-16"));
    }
    let own = |clients: &[Client; 2]| clients.iter().position(|it| it.state["can_undo"] == true);
    play(&mut clients, &mut Whim(3), |moves, clients| moves > 3 && own(clients).is_some()).await;
    let own = own(&clients).expect("somebody may take a decision back");
    assert_eq!(clients[own].state["can_ask"], false);
    assert_refused(&clients[own].talk("ask").await, Some("T-16"));
    server.stop().await;
}

#[tokio::test]
async fn bots_consent_to_takebacks_and_wait_for_the_answer() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let game =
        registry::ids().into_iter().find(|id| registry::info(id).unwrap().seats.1 >= 3).unwrap();
    let mut guests = [Guest::new(server.address), Guest::new(server.address)];
    let seats = json!([{ "kind": "me" }, { "kind": "open" }, { "kind": "bot", "bot": "random" }]);
    let table = guests[0].open_game(game, &json!({}), seats).await;
    guests[1].get("/").await;
    let mut clients = [guests[0].join(&table).await, guests[1].join(&table).await];
    assert_done(&clients[1].sit(1, "Second").await);
    for client in &mut clients {
        client.wait(|state| state["started"] == true).await;
    }
    let whim = &mut Whim(8);
    let asker = loop {
        let asker = clients.iter().position(|client| client.state["can_ask"] == true);
        if let Some(asker) = asker {
            assert_done(&clients[asker].talk("ask").await);
            assert_eq!(clients[asker].state["offer"]["agreed"], json!([asker, 2]));
            break asker;
        }
        for client in &mut clients {
            let legal = client.legal();
            if !legal.is_empty() && client.state["can_ask"] == false {
                let action: &String = whim.pick(&legal);
                assert_done(&client.act(action).await);
            }
        }
        all_together(&mut clients).await;
        if clients.iter().all(|it| it.legal().is_empty() && it.state["can_ask"] == false) {
            let version = clients[0].version();
            clients[0].until(|state| state["version"].as_u64() > Some(version)).await;
            all_together(&mut clients).await;
        }
    };
    let steps = clients[asker].steps.clone();
    all_together(&mut clients).await;
    assert_done(&clients[1 - asker].talk("accept").await);
    all_together(&mut clients).await;
    let last = steps.iter().rposition(|step| step["seat"] == asker).unwrap();
    clients[asker].wait(|state| state["offer"].is_null()).await;
    assert_eq!(clients[asker].steps.len(), last);
    server.stop().await;
}

/// A visitor of games that returns a position of a two-player game in which the seat to move loses whatever
/// it does, and this seat. The bot with this spec judges the position as lost.
struct Lost(&'static str);

impl GameVisitor for Lost {
    type Out = (Value, Seat);
    fn visit<G: Game>(self) -> Self::Out {
        let mut play = Match::<G>::start(&MatchStart::dealt(2, 1)).unwrap();
        let mut weaker = bots::build::<G>("novice", 1, bots::clock).unwrap();
        let mut better = bots::build::<G>("intermediate", 1, bots::clock).unwrap();
        while let Some(seat) = play.state().turn().awaited().first() {
            // The weaker player eventually loses. Only its bad-looking decisions are solved.
            let player = if seat == Seat(0) {
                // The bot at the table uses a different seed.
                let is_lost = |seed| {
                    let mut reader = bots::build::<G>(self.0, seed, bots::clock).unwrap();
                    reader.choose(&play.info_state(seat)).unwrap();
                    reader.is_lost()
                };
                if play.state().value(seat) < -500 && (0..4).all(is_lost) {
                    return (serde_json::to_value(play.state().position()).unwrap(), seat);
                }
                &mut weaker
            } else {
                &mut better
            };
            let action = player.choose(&play.info_state(seat)).unwrap();
            DynMatch::play(&mut play, seat, &action).unwrap();
        }
        panic!("nobody was ever lost");
    }
}

#[tokio::test]
async fn a_bot_in_a_lost_position_resigns() {
    let (data, id) = (tempfile::tempdir().unwrap(), game(knows_draws));
    let server = TestServer::start(data.path()).await;
    let (position, lost) = registry::visit(id, Lost("advanced")).unwrap();
    let mut seats = vec![json!({ "kind": "me" }); 2];
    seats[lost.index()] = json!({ "kind": "bot", "bot": "advanced" });
    let body = json!({ "game": id, "seats": seats, "position": position });
    let mut guest = Guest::new(server.address);
    let reply = guest.post("/api/tables", &body).await;
    assert_eq!(reply.status, 201, "{}", reply.problem());
    let mut client = guest.join(reply.json()["table"].as_str().unwrap()).await;
    let outcome = client.wait(|state| !state["outcome"].is_null()).await["outcome"].clone();
    assert_eq!(outcome, json!({ "winners": [lost.other()], "reason": "resigned" }));
    server.stop().await;
}
