//! Results of rated tables: they count once, for the people who take part.

use std::time::Duration;

use crate::common::{Client, Guest, Whim, assert_done, assert_refused, play, soon};
use crate::server::{TestServer, stored};
use conformance::documents::document;
use serde_json::{Value, json};
use server::{Config, TimeSource};
use zashiki_core::Level;

const GAME: &str = "shinra";

/// The settings of a table with a time limit, rated if `rated` is true.
fn terms(rated: bool) -> Value {
    json!({ "rated": rated, "time": { "kind": "decision", "seconds": 600 }, "late": "lost" })
}

/// Plays until both people have made enough decisions for a win to count.
async fn some_decisions(clients: &mut [Client; 2]) {
    play(clients, &mut Whim(7), |moves, _| moves == 24).await;
}

/// Two people at a table, with or without taking part in ratings; the first has created it.
async fn two(
    server: &TestServer,
    rated: bool,
    want: [bool; 2],
) -> (String, [Guest; 2], [Client; 2]) {
    let mut guests = [Guest::new(server.address), Guest::new(server.address)];
    for (guest, want) in guests.iter_mut().zip(want) {
        guest.get("/").await;
        let name = if want { "Rated" } else { "Unrated" };
        guest.post("/api/me", &json!({ "name": name, "rated": want })).await;
    }
    let (table, clients) = again(&mut guests, rated).await;
    (table, guests, clients)
}

async fn again(guests: &mut [Guest; 2], rated: bool) -> (String, [Client; 2]) {
    let [one, two] = guests;
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let body = json!({ "game": GAME, "seats": seats, "terms": terms(rated) });
    let table = one.post("/api/tables", &body).await.json()["table"].clone();
    let table = table.as_str().unwrap().to_owned();
    let mut first = one.join(&table).await;
    let mut second = two.join(&table).await;
    assert_done(&second.sit(1, "").await);
    first.wait(|state| state["started"] == true).await;
    second.wait(|state| state["started"] == true).await;
    (table, [first, second])
}

/// The people in the list of ratings.
async fn list(guest: &mut Guest) -> Vec<Value> {
    let reply = guest.get(&format!("/api/ratings?game={GAME}&seats=2")).await;
    assert_eq!(reply.status, 200);
    let list = reply.json()["list"].as_array().unwrap().clone();
    list.into_iter().filter(|line| line["bot"].is_null()).collect()
}

/// Waits until the list of ratings contains `number` people, because results are counted in the background.
async fn listed(guest: &mut Guest, number: usize) -> Vec<Value> {
    soon("the result to count", async {
        loop {
            let list = list(guest).await;
            if list.len() == number {
                return list;
            }
        }
    })
    .await
}

#[tokio::test]
async fn a_rated_result_counts_for_both() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, mut guests, mut clients) = two(&server, true, [true, true]).await;
    some_decisions(&mut clients).await;
    assert_done(&clients[0].resign().await);
    let list = listed(&mut guests[0], 2).await;
    let points: Vec<_> = list.iter().map(|line| line["points"].as_i64().unwrap()).collect();
    assert_eq!(points, [1658, 1342]);
    assert_eq!((&list[0]["you"], &list[1]["you"]), (&json!(false), &json!(true)));
    for line in &list {
        assert_eq!((&line["rank"], &line["provisional"]), (&Value::Null, &json!(true)));
        assert_eq!((&line["name"]["en"], &line["plays"]), (&json!("Rated"), &json!(1)));
    }
    let me = guests[1].get("/api/me").await.json();
    assert_eq!(
        (&me["ratings"][0]["game"], &me["ratings"][0]["points"]),
        (&json!(GAME), &json!(1658))
    );
    assert_eq!(me["played"], json!([{ "game": GAME, "plays": 1, "won": 1 }]));
    // Other games have no ratings.
    let others = guests[0].get("/api/ratings?game=hostile&seats=2").await.json();
    assert!(others["list"].as_array().unwrap().iter().all(|line| !line["bot"].is_null()));
    // Each person has a separate history.
    for (guest, points) in guests.iter_mut().zip([1342, 1658]) {
        let history = guest.get("/api/ratings/history?game=shinra&seats=2").await.json();
        let [step] = &history["steps"].as_array().unwrap()[..] else { panic!("{history}") };
        assert_eq!((&step["points"], &step["table"]), (&json!(points), &json!(table)));
        assert!(step["at"].as_i64() > Some(1_600_000_000_000) && step["provisional"] == true);
        let others = guest.get("/api/ratings/history?game=hostile&seats=2").await.json();
        assert_eq!(others, json!({ "steps": [] }));
    }
    // A person who opts out is no longer listed.
    guests[1].post("/api/me", &json!({ "name": "Rated", "rated": false })).await;
    assert_eq!(self::list(&mut guests[0]).await.len(), 1);
    for bad in ["?game=chess&seats=2", "?game=shinra&seats=9", "?game=shinra", ""] {
        for path in ["/api/ratings", "/api/ratings/history"] {
            let reply = guests[0].get(&format!("{path}{bad}")).await;
            assert_eq!(reply.status, 400, "{path}{bad}");
            reply.problem();
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn results_count_only_if_all_people_take_part() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (_, mut guests, [mut one, _]) = two(&server, true, [true, false]).await;
    let action = one.legal()[0].clone();
    assert_done(&one.act(&action).await);
    // Opting in during the match is too late.
    guests[1].post("/api/me", &json!({ "name": "Late", "rated": true })).await;
    assert_done(&one.resign().await);
    // The table was not rated.
    let (_, [mut one, _two]) = again(&mut guests, false).await;
    assert_done(&one.resign().await);
    // An abandoned match has no result.
    let (_, [mut one, mut two_]) = again(&mut guests, true).await;
    assert_done(&two_.talk("abandon").await);
    one.wait(|state| !state["offer"].is_null()).await;
    assert_done(&one.talk("accept").await);
    assert!(one.over());
    // Only the last of all matches counts.
    let (_, mut clients) = again(&mut guests, true).await;
    some_decisions(&mut clients).await;
    assert_done(&clients[0].resign().await);
    let list = listed(&mut guests[0], 2).await;
    assert!(list.iter().all(|line| line["plays"] == 1), "{list:?}");
    server.stop().await;
}

#[tokio::test]
async fn a_rated_seat_cannot_be_given_up() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (_, _guests, [mut one, _two]) = two(&server, true, [true, true]).await;
    let leave = |gives_up: bool| json!({ "type": "leave", "gives_up": gives_up });
    assert_refused(&one.order(leave(true)).await, Some("T-18"));
    assert_done(&one.order(leave(false)).await);
    server.stop().await;
}

/// A rated table with a bot and a person who takes part in ratings.
async fn against(server: &TestServer, bot: &str) -> (Guest, Client) {
    let mut guest = Guest::new(server.address);
    guest.get("/").await;
    guest.post("/api/me", &json!({ "rated": true })).await;
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": bot }]);
    let body = json!({ "game": GAME, "seats": seats, "terms": terms(true) });
    let table = guest.post("/api/tables", &body).await.json()["table"].clone();
    let client = guest.join(table.as_str().unwrap()).await;
    (guest, client)
}

#[tokio::test]
async fn a_bots_rating_does_not_change() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let bots = async |guest: &mut Guest| {
        let list = guest.get("/api/ratings?game=shinra&seats=2").await.json()["list"].clone();
        let mut list = list.as_array().unwrap().clone();
        list.retain(|line| !line["bot"].is_null());
        list
    };
    let before = bots(&mut Guest::new(server.address)).await;
    let levels: Vec<&str> = before.iter().map(|line| line["bot"].as_str().unwrap()).collect();
    let strongest_first: Vec<&str> = Level::ALL.iter().rev().map(|level| level.id()).collect();
    assert_eq!(levels, strongest_first);
    assert!(before.iter().all(|line| line["rank"].is_null() && line["provisional"] == false));
    for _ in 0..2 {
        let (mut guest, mut client) = against(&server, "novice").await;
        client.wait(|state| !state["legal"].as_array().unwrap().is_empty()).await;
        assert_done(&client.resign().await);
        soon("the loss to count", async {
            while guest.get("/api/me").await.json()["ratings"] == json!([]) {}
        })
        .await;
        let points = guest.get("/api/me").await.json()["ratings"][0]["points"].as_i64();
        assert!(points < Some(1500), "{points:?}");
        assert_eq!(bots(&mut guest).await, before);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_loss_to_a_bot_cannot_be_taken_back() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (mut guest, mut client) = against(&server, "novice").await;
    assert_eq!(client.state["can_abandon"], false);
    // Otherwise the normal takeback could undo every loss.
    let mut refused = 0;
    for _ in 0..40 {
        client.wait(|state| !state["legal"].as_array().unwrap().is_empty()).await;
        if client.steps.last().unwrap()["seat"] == 1 && client.steps.len() > 3 {
            assert_eq!(
                (&client.state["can_undo"], &client.state["can_ask"]),
                (&json!(false), &json!(false))
            );
            assert_refused(&client.undo().await, Some("T-5"));
            assert_refused(&client.talk("ask").await, Some("T-5"));
            assert_refused(&client.talk("abandon").await, Some("T-17"));
            refused += 1;
        }
        if refused == 3 {
            break;
        }
        let action = client.legal()[0].clone();
        assert_done(&client.act(&action).await);
    }
    assert_eq!(refused, 3, "the bot has answered");
    assert_done(&client.resign().await);
    soon("the loss to count", async {
        while guest.get("/api/me").await.json()["ratings"] == json!([]) {}
    })
    .await;
    server.stop().await;
}

#[tokio::test]
async fn abandoning_a_rated_game_needs_everyones_consent() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (_, mut guests, [mut one, mut two]) = two(&server, true, [true, true]).await;
    assert_eq!(one.state["can_abandon"], true);
    // A player who has left does not accept.
    assert_done(&two.order(json!({ "type": "leave", "gives_up": false })).await);
    one.wait(|state| state["seats"][1]["deserted"] == true).await;
    assert_eq!(one.state["can_abandon"], false);
    assert_refused(&one.talk("abandon").await, Some("T-17"));
    // A player who has left at the end has lost, even if the opponent resigns.
    assert_done(&one.resign().await);
    let list = listed(&mut guests[0], 1).await;
    assert!(list[0]["you"] == false && list[0]["points"].as_i64() < Some(1500), "{list:?}");
    server.stop().await;
}

#[tokio::test]
async fn leaving_a_rated_game_loses_it() {
    let data = tempfile::tempdir().unwrap();
    let (clock, hand) = TimeSource::manual();
    let mut config = Config::new(data.path());
    config.clock = clock;
    let server = TestServer::start_with(config).await;
    let (_, mut guests, mut clients) = two(&server, true, [true, true]).await;
    some_decisions(&mut clients).await;
    let mover = clients.iter().position(|client| !client.legal().is_empty()).unwrap();
    let [one, two] = clients;
    let (gone, mut here) = if mover == 0 { (one, two) } else { (two, one) };
    drop(gone);
    hand.advance(Duration::from_secs(600));
    here.wait(|state| !state["outcome"].is_null()).await;
    let list = listed(&mut guests[1 - mover], 2).await;
    assert_eq!(list[0]["you"], true);
    assert!(list[0]["points"].as_i64() > Some(1500) && list[1]["points"].as_i64() < Some(1500));
    server.stop().await;
}

#[tokio::test]
async fn an_early_end_raises_no_rating() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (_, mut guests, [mut one, _two]) = two(&server, true, [true, true]).await;
    assert_done(&one.resign().await);
    let list = listed(&mut guests[0], 1).await;
    assert_eq!((&list[0]["you"], &list[0]["points"]), (&json!(true), &json!(1342)));
    assert_eq!(guests[1].get("/api/me").await.json()["ratings"], json!([]));
    server.stop().await;
}

#[tokio::test]
async fn the_same_pair_again_counts_less() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (_, mut guests, mut clients) = two(&server, true, [true, true]).await;
    let mut points = vec![1500];
    for number in 1..=4 {
        some_decisions(&mut clients).await;
        assert_done(&clients[0].resign().await);
        let history = soon("the result to count", async {
            loop {
                let path = "/api/ratings/history?game=shinra&seats=2";
                let steps = guests[1].get(path).await.json()["steps"].clone();
                let steps = steps.as_array().unwrap().clone();
                if steps.len() == number {
                    return steps;
                }
            }
        })
        .await;
        points.push(history[number - 1]["points"].as_i64().unwrap());
        clients = again(&mut guests, true).await.1;
    }
    let gains: Vec<i64> = points.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert!(
        gains[0] == 158 && gains[1] < 80 && gains[2] < gains[1] && gains[3] < gains[2],
        "{gains:?}"
    );
    server.stop().await;
}

#[tokio::test]
async fn a_rated_table_has_a_time_limit_and_measured_bots() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let untimed = json!({ "game": GAME, "seats": seats, "terms": { "rated": true } });
    let refused = guest.post("/api/tables", &untimed).await;
    assert_eq!(refused.status, 400);
    assert!(refused.problem().contains("needs a time limit"));
    let greedy = json!([{ "kind": "me" }, { "kind": "bot", "bot": "greedy" }]);
    let unknown = json!({ "game": GAME, "seats": greedy, "terms": terms(true) });
    let refused = guest.post("/api/tables", &unknown).await;
    assert_eq!(refused.status, 400);
    assert!(refused.problem().contains("Novice to Master"));
    // Nor can an existing table be changed to one.
    let body = json!({ "game": GAME, "seats": seats, "terms": terms(false) });
    let table = guest.post("/api/tables", &body).await.json()["table"].clone();
    let mut host = guest.join(table.as_str().unwrap()).await;
    let arrange = |what: Value| json!({ "type": "arrange", "change": what });
    let rated = |time: Value| {
        let mut terms = terms(true);
        terms["time"] = time;
        arrange(json!({ "what": "terms", "terms": terms }))
    };
    assert_refused(&host.order(rated(Value::Null)).await, None);
    let with_time = rated(json!({ "kind": "total", "seconds": 600, "increment": 5 }));
    assert_done(&host.order(with_time).await);
    let bot = arrange(json!({ "what": "seat", "seat": 1, "bot": "greedy" }));
    assert_refused(&host.order(bot).await, Some("T-24"));
    server.stop().await;
}

#[test]
fn docs_bots_contains_the_matches_that_rate_the_levels() {
    let document = document("docs/reference/bots.md");
    let rows: Vec<Vec<&str>> =
        document.lines().map(|line| line.split('|').map(str::trim).collect()).collect();
    for game in registry::games() {
        let (info, levels) = (game.info(), game.assets().levels());
        for seats in levels.counts() {
            let Some(measured) = levels.measured(seats) else { continue };
            let of = measured.sides.map_or(seats.to_string(), |_| "teams".to_owned());
            let name = format!("{}, {of}", info.name.ja.split('(').next().unwrap());
            let below = Level::ALL.iter().map(|level| format!("`{level}`"));
            for ((level, games, won), below) in measured.matches().into_iter().zip(below) {
                let (level, games) = (format!("`{level}`"), games.to_string());
                let row = rows
                    .iter()
                    .find(|row| row.get(1..5) == Some(&[&name[..], &level, &below, &games][..]));
                let row = row.unwrap_or_else(|| panic!("{name}: {level} {below} {games}"));
                let shown: f64 = row[5].split(' ').next().unwrap().parse().unwrap();
                let part = 100.0 * won / games.parse::<f64>().unwrap();
                assert!((part - shown).abs() < 0.051, "{name}, {level}: {part} and {shown}");
            }
        }
    }
}

/// A server killed between a match's end and its counting counts it at the next start; counting twice has no
/// further effect.
#[tokio::test]
async fn uncounted_results_are_counted_once_at_the_next_start() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, mut guests, mut clients) = two(&server, true, [true, true]).await;
    some_decisions(&mut clients).await;
    assert_done(&clients[0].resign().await);
    let before = listed(&mut guests[0], 2).await;
    server.stop().await;
    // The state just before counting.
    let pool = stored(data.path()).await;
    sqlx::query("DELETE FROM counted").execute(&pool).await.unwrap();
    for emptied in ["DELETE FROM ratings", "DELETE FROM rating_history"] {
        sqlx::query(emptied).execute(&pool).await.unwrap();
    }
    pool.close().await;
    for _ in 0..2 {
        let server = TestServer::start(data.path()).await;
        guests[0].address = server.address;
        assert_eq!(listed(&mut guests[0], 2).await, before);
        // Loading the table does not count it again.
        let client = guests[0].join(&table).await;
        assert!(client.over());
        assert_eq!(list(&mut guests[0]).await, before);
        server.stop().await;
    }
}

#[tokio::test]
async fn a_single_win_displaces_nobody_from_the_list() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let pool = stored(data.path()).await;
    for number in 0..=100_u8 {
        let person = vec![number; 32];
        sqlx::query("INSERT INTO people (person, name, rated_from) VALUES ($1, $2, 1)")
            .bind(&person)
            .bind(format!("Player {number}"))
            .execute(&pool)
            .await
            .unwrap();
        // The first person has played for years; the others have won once.
        let (rating, uncertainty) = if number == 0 { (26.0, 1.0) } else { (28.0, 8.0) };
        sqlx::query("INSERT INTO ratings VALUES ($1, 2, $2, '', $3, $4, 1)")
            .bind(GAME)
            .bind(&person)
            .bind(rating)
            .bind(uncertainty)
            .execute(&pool)
            .await
            .unwrap();
    }
    pool.close().await;
    let list = list(&mut Guest::new(server.address)).await;
    assert_eq!(list.len(), 100);
    assert_eq!((&list[0]["name"]["en"], &list[0]["rank"]), (&json!("Player 0"), &json!(1)));
    server.stop().await;
}
