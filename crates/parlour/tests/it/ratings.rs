//! Results of rated tables count for those who want it, once.

use crate::common::{Client, Guest, assert_done, assert_refused, soon};
use crate::server::{Server, stored};
use serde_json::{Value, json};

const GAME: &str = "shinra";

/// Two people at a table, who want to be rated or not; the first has opened it.
async fn two(server: &Server, rated: bool, want: [bool; 2]) -> (String, [Guest; 2], [Client; 2]) {
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
    let body = json!({ "game": GAME, "seats": seats, "terms": { "rated": rated } });
    let table = one.post("/api/tables", &body).await.json()["table"].clone();
    let table = table.as_str().unwrap().to_owned();
    let mut first = one.join(&table).await;
    let mut second = two.join(&table).await;
    assert_done(&second.sit(1, "").await);
    first.wait(|state| state["started"] == true).await;
    second.wait(|state| state["started"] == true).await;
    (table, [first, second])
}

async fn list(guest: &mut Guest) -> Vec<Value> {
    let reply = guest.get(&format!("/api/ratings?game={GAME}&seats=2")).await;
    assert_eq!(reply.status, 200);
    reply.json()["list"].as_array().unwrap().clone()
}

/// Waits until so many are listed: results are counted behind the answer.
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
    let server = Server::start(data.path()).await;
    let (_, mut guests, [mut one, _two]) = two(&server, true, [true, true]).await;
    assert_done(&one.resign().await);
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
    // At other games nobody has played.
    let others = guests[0].get("/api/ratings?game=hostile&seats=2").await.json();
    assert_eq!(others, json!({ "list": [] }));
    // Who no longer wants to be listed is not.
    guests[1].post("/api/me", &json!({ "name": "Rated", "rated": false })).await;
    assert_eq!(self::list(&mut guests[0]).await.len(), 1);
    for bad in ["?game=chess&seats=2", "?game=shinra&seats=9", "?game=shinra", ""] {
        let reply = guests[0].get(&format!("/api/ratings{bad}")).await;
        assert_eq!(reply.status, 400, "{bad}");
        reply.problem();
    }
    server.stop().await;
}

#[tokio::test]
async fn what_not_everybody_wants_does_not_count() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let (_, mut guests, [mut one, _]) = two(&server, true, [true, false]).await;
    let action = one.legal()[0].clone();
    assert_done(&one.act(&action).await);
    // To want it while one plays is too late.
    guests[1].post("/api/me", &json!({ "name": "Late", "rated": true })).await;
    assert_done(&one.resign().await);
    // The table was not a rated one.
    let (_, [mut one, _two]) = again(&mut guests, false).await;
    assert_done(&one.resign().await);
    // What was agreed to be broken off has no result.
    let (_, [mut one, mut two_]) = again(&mut guests, true).await;
    assert_done(&two_.talk("abandon").await);
    one.wait(|state| !state["offer"].is_null()).await;
    assert_done(&one.talk("accept").await);
    assert!(one.over());
    // Only the last of all counts.
    let (_, [mut one, _two]) = again(&mut guests, true).await;
    assert_done(&one.resign().await);
    let list = listed(&mut guests[0], 2).await;
    assert!(list.iter().all(|line| line["plays"] == 1), "{list:?}");
    server.stop().await;
}

#[tokio::test]
async fn a_rated_seat_cannot_be_given_up() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let (_, _guests, [mut one, _two]) = two(&server, true, [true, true]).await;
    let leave = |gives_up: bool| json!({ "type": "leave", "gives_up": gives_up });
    assert_refused(&one.order(leave(true)).await, Some("T-18"));
    assert_done(&one.order(leave(false)).await);
    server.stop().await;
}

#[tokio::test]
async fn bots_are_rated_too() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    guest.get("/").await;
    guest.post("/api/me", &json!({ "rated": true })).await;
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "greedy" }]);
    let body = json!({ "game": GAME, "seats": seats, "terms": { "rated": true } });
    let table = guest.post("/api/tables", &body).await.json()["table"].clone();
    let mut client = guest.join(table.as_str().unwrap()).await;
    client.wait(|state| !state["legal"].as_array().unwrap().is_empty()).await;
    assert_done(&client.resign().await);
    let list = listed(&mut guest, 2).await;
    assert_eq!((&list[0]["bot"], &list[1]["you"]), (&json!("greedy"), &json!(true)));
    assert!(list[0]["points"].as_i64() > list[1]["points"].as_i64());
    server.stop().await;
}

/// A server that was killed between an end and its counting finds it when it opens again; asked
/// twice, it counts once.
#[tokio::test]
async fn what_was_not_counted_is_made_up_for_once() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let (table, mut guests, [mut one, _two]) = two(&server, true, [true, true]).await;
    assert_done(&one.resign().await);
    let before = listed(&mut guests[0], 2).await;
    server.stop().await;
    // As if it had been killed just before.
    let pool = stored(data.path()).await;
    sqlx::query("DELETE FROM counted").execute(&pool).await.unwrap();
    sqlx::query("DELETE FROM ratings").execute(&pool).await.unwrap();
    pool.close().await;
    for _ in 0..2 {
        let server = Server::start(data.path()).await;
        guests[0].address = server.address;
        assert_eq!(listed(&mut guests[0], 2).await, before);
        // Loading the table again counts nothing again.
        let client = guests[0].join(&table).await;
        assert!(client.over());
        assert_eq!(list(&mut guests[0]).await, before);
        server.stop().await;
    }
}

#[tokio::test]
async fn who_has_won_once_pushes_nobody_off_the_list() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path()).await;
    let pool = stored(data.path()).await;
    for number in 0..=100_u8 {
        let person = vec![number; 32];
        sqlx::query("INSERT INTO people (person, name, rated_from) VALUES ($1, $2, 1)")
            .bind(&person)
            .bind(format!("Player {number}"))
            .execute(&pool)
            .await
            .unwrap();
        // The first has played for years, and the others have won once.
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
    assert_eq!(list[0]["name"]["en"], "Player 0");
    server.stop().await;
}
