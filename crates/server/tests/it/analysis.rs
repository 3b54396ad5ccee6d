//! Advice and reviews over HTTP: allowed by the table's settings, based on the seat's information state, and
//! rate-limited.

use std::time::Duration;

use registry::GameVisitor;
use serde_json::{Value, json};
use server::{Config, Limits, Rate, TimeSource};
use zashiki_core::{
    Game, GameConfig as _, GameRng, GameStateExt as _, Match, MatchStart, Seat, Viewer,
};

use crate::common::{
    Client, Guest, Reply, Whim, assert_done, assert_in_both_languages, play, seated, two_seated,
};
use crate::server::TestServer;

/// A started table of two people, created with the settings in `body`.
async fn with_terms(server: &TestServer, body: Value) -> (String, Vec<Guest>, Vec<Client>) {
    let mut guests = vec![Guest::new(server.address); 2];
    let mut asked = json!({ "game": "kokyu", "seats": [{ "kind": "me" }, { "kind": "open" }] });
    asked.as_object_mut().unwrap().extend(body.as_object().unwrap().clone());
    let reply = guests[0].post("/api/tables", &asked).await;
    assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
    let table = reply.json()["table"].as_str().unwrap().to_owned();
    let mut clients = vec![guests[0].join(&table).await];
    guests[1].get("/").await;
    let mut second = guests[1].join(&table).await;
    assert_done(&second.sit(1, "Second").await);
    clients.push(second);
    for client in &mut clients {
        client.wait(|state| state["started"] == true).await;
    }
    (table, guests, clients)
}

async fn advice(guest: &mut Guest, table: &str) -> Reply {
    let reply = guest.get(&format!("/api/tables/{table}/advice")).await;
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    reply
}

async fn refused(guest: &mut Guest, table: &str, rule: &str) {
    let answer = advice(guest, table).await.json();
    assert_eq!(answer["refused"]["rule"], rule);
    assert_eq!(answer["advice"], Value::Null);
    assert_in_both_languages(&answer["refused"]["message"]);
}

#[tokio::test]
async fn advice_is_given_if_the_settings_allow_it_to_the_seat_to_move() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, mut guests, clients) = two_seated(server.address).await;
    let mover = clients.iter().position(|client| !client.legal().is_empty()).unwrap();
    refused(&mut guests[mover], &table, "T-21").await;

    let terms = json!({ "terms": { "advice": true } });
    let (table, mut guests, clients) = with_terms(&server, terms).await;
    let watcher = Guest::new(server.address).join(&table).await;
    for client in clients.iter().chain([&watcher]) {
        assert_eq!(client.state["terms"]["advice"], true, "everybody is informed");
    }
    let mover = clients.iter().position(|client| !client.legal().is_empty()).unwrap();
    let answer = advice(&mut guests[mover], &table).await.json();
    assert_eq!(
        (&answer["refused"], &answer["version"]),
        (&Value::Null, &json!(clients[mover].version()))
    );
    let choices = answer["advice"]["choices"].as_array().unwrap();
    assert_eq!(choices.len(), 3);
    for choice in choices {
        let action = choice["action"].as_str().unwrap();
        assert!(clients[mover].legal().iter().any(|legal| legal == action), "{action}");
        let chances = choice["chances"].as_array().unwrap();
        assert_eq!(chances.iter().map(|chance| chance.as_i64().unwrap()).sum::<i64>(), 1000);
        assert_in_both_languages(&choice["why"]);
    }
    refused(&mut guests[1 - mover], &table, "T-2").await;
    let mut stranger = Guest::new(server.address);
    refused(&mut stranger, &table, "T-8").await;
    assert_eq!(stranger.get("/api/tables/none/advice").await.status, 404);
    let path = format!("/api/tables/{table}/advice?seat=x");
    assert_eq!(guests[mover].get(&path).await.status, 400);

    let both = json!({
        "game": "kokyu", "seats": [{ "kind": "me" }, { "kind": "open" }],
        "terms": { "advice": true, "rated": true },
    });
    let reply = guests[0].post("/api/tables", &both).await;
    assert_eq!(reply.status, 400);
    assert!(reply.problem().contains("cannot both be rated"));
    server.stop().await;
}

/// A visitor of games that returns two states which look identical to the seat to move, and this seat.
struct Twins {
    seed: u64,
    seats: u8,
}

impl GameVisitor for Twins {
    type Out = ([Value; 2], Seat);
    fn visit<G: Game>(self) -> Self::Out {
        let beginning = MatchStart::dealt(self.seats.into(), self.seed);
        let mut play = Match::<G>::start(&beginning).unwrap();
        let mut rng = GameRng::from_seed(self.seed);
        loop {
            let seat = play.state().turn().awaited().first().unwrap();
            let legal = play.state().legal(seat);
            if play.played().len() >= 2 && legal.len() > 2 {
                let view = play.state().view(Viewer::Seat(seat));
                let other = G::determinize(play.state().config(), &view, rng.fork());
                assert_eq!(play.state().config().seats(), self.seats);
                let states = [play.state(), &other]
                    .map(|state| serde_json::to_value(state.position()).unwrap());
                return (states, seat);
            }
            play.play(seat, *rng.pick(&legal)).unwrap();
        }
    }
}

#[tokio::test]
async fn advice_reveals_nothing_outside_the_seats_information_state() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    for (game, seats) in [("kokyu", 2), ("sengoku", 2), ("honnoji", 3)] {
        let (states, seat) = registry::visit(game, Twins { seed: 7, seats }).unwrap();
        let hidden = states.clone().map(|mut state| {
            state.as_object_mut().unwrap().remove("dice");
            state
        });
        assert_ne!(hidden[0], hidden[1], "{game}: the states differ");
        let mut told = Vec::new();
        for position in states {
            // One person takes all seats, so that the match starts at once.
            let mut plan = vec![json!({ "kind": "here", "name": "Other" }); seats.into()];
            plan[usize::from(seat.0)] = json!({ "kind": "me" });
            let body = json!({
                "game": game, "seats": plan, "position": position, "terms": { "advice": true },
            });
            let mut guest = Guest::new(server.address);
            let reply = guest.post("/api/tables", &body).await;
            assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
            let table = reply.json()["table"].as_str().unwrap().to_owned();
            let mut client = guest.join(&table).await;
            client.wait(|state| state["started"] == true).await;
            let path = format!("/api/tables/{table}/advice?seat={}", seat.0);
            let reply = guest.get(&path).await;
            assert!(reply.json()["advice"]["choices"][0].is_object(), "{game}: {:?}", reply.json());
            told.push(reply.body);
        }
        assert_eq!(told[0], told[1], "{game}: advice tells more than the view");
    }
    server.stop().await;
}

#[tokio::test]
async fn advice_is_rate_limited() {
    let data = tempfile::tempdir().unwrap();
    let (clock, hand) = TimeSource::manual();
    let every = Duration::from_secs(1);
    let limits = Limits {
        help_per_guest: Rate { at_once: 2, every },
        help_per_address: Rate { at_once: 3, every },
        ..Limits::default()
    };
    let config = Config { trust_proxy: true, limits, clock, ..Config::new(data.path()) };
    let server = TestServer::start_with(config).await;
    let terms = json!({ "terms": { "advice": true }, "options": { "firstSeat": "seat0" } });
    let (table, mut guests, clients) = with_terms(&server, terms).await;
    assert!(!clients[0].legal().is_empty(), "blue begins");
    let path = format!("/api/tables/{table}/advice");
    guests[0].from = Some("192.0.2.1");
    for _ in 0..2 {
        assert_eq!(guests[0].get(&path).await.status, 200);
    }
    let reply = guests[0].get(&path).await;
    assert_eq!(reply.status, 429);
    assert!(reply.problem().contains("too many requests"));
    // Requests rejected for another reason use no thinking time.
    refused(&mut guests[1], &table, "T-2").await;
    hand.advance(every);
    assert_eq!(guests[0].get(&path).await.status, 200);
    server.stop().await;
}

/// Requests the review of a finished table until it is complete.
pub async fn reviewed(guest: &mut Guest, table: &str) -> Reply {
    for _ in 0..100_000 {
        let reply = guest.get(&format!("/api/tables/{table}/review")).await;
        assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
        let told = reply.json();
        assert!(told["done"].as_u64() <= told["of"].as_u64());
        if !told["review"].is_null() {
            return reply;
        }
    }
    panic!("the review never comes");
}

#[tokio::test]
async fn finished_matches_are_reviewed_and_unfinished_ones_are_not() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let options = json!({ "maxRounds": 1 });
    let (table, mut guests, clients) = seated(server.address, "kokyu", &options, 2).await;
    let mut clients: [Client; 2] = clients.try_into().unwrap_or_else(|_| panic!("two"));
    let path = format!("/api/tables/{table}/review");
    let reply = guests[0].get(&path).await;
    assert_eq!(reply.status, 409);
    assert!(reply.problem().contains("not over"));
    play(&mut clients, &mut Whim(3), |_, _| false).await;

    let reply = reviewed(&mut guests[0], &table).await;
    let review = &reply.json()["review"];
    assert_eq!((&review["game"], &review["result"]), (&json!("kokyu"), &json!([500, 500])));
    let decisions = review["decisions"].as_array().unwrap();
    assert!(decisions.len() >= 5);
    for decision in decisions {
        assert_in_both_languages(&decision["taken"]["label"]);
    }
    for account in review["accounts"].as_array().unwrap() {
        let of = |key: &str| account[key].as_i64().unwrap();
        let changes = of("own") + of("others") + of("luck") + of("rest");
        assert_eq!(of("start") + changes, of("end"));
    }
    let mut stranger = Guest::new(server.address);
    assert_eq!(stranger.get(&path).await.body, reply.body, "the same for every caller");
    assert_eq!(stranger.get("/api/tables/none/review").await.status, 404);
    server.stop().await;
}
