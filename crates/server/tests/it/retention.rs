//! Retention: periods of tables, compaction of finished matches, and protection against other deletions.

use std::path::Path;
use std::time::Duration;

use crate::common::{Client, Guest, Whim, assert_done, play, seated, soon, two_seated};
use crate::server::{TestServer, stored};
use serde_json::{Value, json};
use server::{Config, Retained, Retention};
use sqlx::AssertSqlSafe;

/// Retention settings without any period, so that no table is deleted or compacted.
const NEVER: Retention = Retention {
    waiting: None,
    cancelled: None,
    abandoned: None,
    compact: None,
    finished: None,
    every: Duration::from_secs(3600),
};

async fn start(data: &Path, retention: Retention) -> TestServer {
    TestServer::start_with(Config { retention, ..Config::new(data) }).await
}

async fn count(data: &Path, of: &str, table: &str) -> i64 {
    let pool = stored(data).await;
    let column = if of == "tables" { "id" } else { "table_id" };
    let count = format!("SELECT COUNT(*) FROM {of} WHERE {column} = $1");
    let count =
        sqlx::query_scalar(AssertSqlSafe(count)).bind(table).fetch_one(&pool).await.unwrap();
    pool.close().await;
    count
}

async fn refused(data: &Path, statement: &str) -> String {
    let pool = stored(data).await;
    let done = sqlx::query(AssertSqlSafe(statement.to_owned())).execute(&pool).await;
    pool.close().await;
    done.expect_err(statement).to_string()
}

/// All answers about a finished table, without the parts that depend on the time of the request and on
/// connected clients.
async fn read(guest: &mut Guest, table: &str) -> Vec<Value> {
    let mut all = Vec::new();
    let stored = guest.get(&format!("/api/tables/{table}")).await;
    assert_eq!(stored.status, 200);
    all.push(stored.json());
    all.push(guest.get(&format!("/api/tables/{table}/record")).await.json());
    all.push(guest.get("/api/tables").await.json());
    all.push(guest.get("/api/me").await.json());
    let steps = all[0]["log"].as_array().unwrap().len();
    for number in [0, steps / 2, steps - 1] {
        for eyes in ["0", "all"] {
            let path = format!("/api/tables/{table}/steps/{number}?eyes={eyes}");
            let moment = guest.get(&path).await;
            assert_eq!(moment.status, 200, "{}", String::from_utf8_lossy(&moment.body));
            all.push(moment.json());
        }
    }
    let client = guest.join(table).await;
    let mut state = client.state.clone();
    // These depend on the time of the request and the connected clients, or on changes that a record replaces.
    for part in ["seats", "onlookers", "now", "people"] {
        state[part].take();
    }
    all.push(state);
    all.push(client.steps.clone().into());
    all
}

/// Waits until this many finished matches are due for compaction: the server counts results for ratings
/// in the background, and matches that it has not counted yet stay.
async fn until_due(server: &TestServer, matches: u64) {
    let due = async { while server.handle.retain(true).await.unwrap().compacted != matches {} };
    soon("the finished matches are due", due).await;
}

#[tokio::test]
async fn a_compacted_match_reads_as_before_in_every_game() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path(), NEVER).await;
    let mut tables = Vec::new();
    for game in registry::ids() {
        let info = registry::info(game).unwrap();
        let (table, mut guests, mut clients) =
            seated(server.address, game, &json!({}), info.seats.0.into()).await;
        for _ in 0..8 {
            let Some(mover) = clients.iter().position(|client| !client.legal().is_empty()) else {
                break;
            };
            let action = clients[mover].legal()[0].clone();
            assert_done(&clients[mover].act(&action).await);
            let version = clients[mover].version();
            for client in &mut clients {
                client.wait(|state| state["version"] == version).await;
            }
        }
        assert_done(&clients[0].talk("abandon").await);
        for client in clients.iter_mut().skip(1) {
            client.wait(|state| !state["offer"].is_null()).await;
            assert_done(&client.talk("accept").await);
        }
        clients[0].wait(|state| !state["outcome"].is_null()).await;
        tables.push((table, guests.remove(0)));
    }
    // One match is played to its regular end, with a takeback on the way.
    let (table, guests, mut clients) = two_seated(server.address).await;
    let undoer = |pair: &[Client; 2]| pair.iter().position(|it| it.state["can_undo"] == true);
    play(&mut clients, &mut Whim(92), |moves, pair| moves > 3 && undoer(pair).is_some()).await;
    let undoer = undoer(&clients).expect("a decision that may be taken back");
    assert_done(&clients[undoer].undo().await);
    let version = clients[undoer].version();
    clients[1 - undoer].wait(|state| state["version"] == version).await;
    play(&mut clients, &mut Whim(7), |_, _| false).await;
    let [guest, _] = guests;
    tables.push((table, guest));
    drop(clients);
    server.stop().await;

    let server = start(data.path(), NEVER).await;
    let mut before = Vec::new();
    for (table, guest) in &mut tables {
        guest.address = server.address;
        before.push(read(guest, table).await);
    }
    server.stop().await;

    let due = Retention { compact: Some(Duration::ZERO), ..NEVER };
    let server = start(data.path(), due).await;
    let compacted = Retained { compacted: tables.len() as u64, ..Retained::default() };
    until_due(&server, tables.len() as u64).await;
    assert_eq!(server.handle.retain(true).await.unwrap(), compacted, "it is only counted");
    for (table, _) in &tables {
        assert!(count(data.path(), "changes", table).await > 1);
    }
    assert_eq!(server.handle.retain(false).await.unwrap(), compacted);
    assert_eq!(server.handle.retain(false).await.unwrap(), Retained::default(), "and once");
    for ((table, guest), before) in tables.iter_mut().zip(before) {
        assert_eq!(count(data.path(), "changes", table).await, 1);
        guest.address = server.address;
        let after = read(guest, table).await;
        for (place, (before, after)) in before.iter().zip(&after).enumerate() {
            assert_eq!(before, after, "part {place} of {table}");
        }
    }
    // A page that stayed open over the compaction receives all steps again, including those taken back.
    let (table, guest) = tables.last().unwrap();
    let client = guest.join_seen(table, "seen=3&version=2").await;
    assert_eq!(client.state["steps_from"], 0);
    server.stop().await;
}

#[tokio::test]
async fn the_database_prevents_other_deletions() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path(), NEVER).await;
    let (on, _, mut clients) = two_seated(server.address).await;
    play(&mut clients, &mut Whim(5), |moves, _| moves == 3).await;
    let (over, _, mut ended) = seated(server.address, "shinra", &json!({}), 2).await;
    assert_done(&ended[0].resign().await);
    drop((clients, ended));
    server.stop().await;
    let data = data.path();
    for wrong in [
        "DELETE FROM changes".to_owned(),
        format!("DELETE FROM changes WHERE table_id = '{over}'"),
        // Neither unfinished matches nor all changes of a match can be deleted.
        format!("UPDATE tables SET compacted = 3 WHERE id = '{on}'"),
        format!("UPDATE tables SET compacted = 99 WHERE id = '{over}'"),
        "UPDATE changes SET action = 'x'".to_owned(),
    ] {
        refused(data, &wrong).await;
    }
    let server = start(data, Retention { compact: Some(Duration::ZERO), ..NEVER }).await;
    until_due(&server, 1).await;
    assert_eq!(server.handle.retain(false).await.unwrap().compacted, 1);
    server.stop().await;
    for wrong in [
        format!("DELETE FROM changes WHERE table_id = '{over}'"),
        format!("DELETE FROM records WHERE table_id = '{over}'"),
        format!("UPDATE tables SET compacted = NULL WHERE id = '{over}'"),
    ] {
        refused(data, &wrong).await;
    }
    assert_eq!(count(data, "changes", &on).await, 3);
}

#[tokio::test]
async fn old_tables_are_deleted_unless_clients_are_connected() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path(), NEVER).await;
    let me_and_open = json!([{ "kind": "me" }, { "kind": "open" }]);
    let mut ada = Guest::new(server.address);
    let waiting = ada.open(me_and_open.clone()).await;
    let visited = ada.open(me_and_open.clone()).await;
    let cancelled = ada.open(me_and_open).await;
    let mut client = ada.join(&cancelled).await;
    assert_done(&client.order(json!({ "type": "arrange", "change": { "what": "cancel" } })).await);
    let (abandoned, guests, mut clients) = two_seated(server.address).await;
    play(&mut clients, &mut Whim(5), |moves, _| moves == 3).await;
    let (over, _, mut ended) = seated(server.address, "shinra", &json!({}), 2).await;
    assert_done(&ended[0].resign().await);
    for client in &mut ended {
        client.rematch(true).await;
    }
    ended[0].wait(|state| !state["rematch"].is_null()).await;
    let rematch = ended[0].state["rematch"]["table"].as_str().unwrap().to_owned();
    drop((client, clients, ended));
    server.stop().await;

    let all = Some(Duration::ZERO);
    let each = [
        (Retention { cancelled: all, ..NEVER }, Retained { cancelled: 1, ..Retained::default() }),
        (Retention { abandoned: all, ..NEVER }, Retained { abandoned: 2, ..Retained::default() }),
        (Retention { waiting: all, ..NEVER }, Retained { waiting: 1, ..Retained::default() }),
        (Retention { finished: all, ..NEVER }, Retained { finished: 1, ..Retained::default() }),
    ];
    for (retention, expected) in each {
        let server = start(data.path(), retention).await;
        ada.address = server.address;
        let _stays = ada.join(&visited).await;
        assert_eq!(server.handle.retain(true).await.unwrap(), expected);
        assert_eq!(server.handle.retain(false).await.unwrap(), expected);
        server.stop().await;
    }
    for gone in [&waiting, &cancelled, &abandoned, &over, &rematch] {
        for of in ["tables", "seats", "changes", "records"] {
            assert_eq!(count(data.path(), of, gone).await, 0, "{of}");
        }
    }
    let server = start(data.path(), NEVER).await;
    ada.address = server.address;
    assert_eq!(ada.get(&format!("/api/tables/{waiting}")).await.status, 404);
    assert_eq!(ada.get(&format!("/api/tables/{visited}")).await.status, 200);
    let mut other = guests[0].clone();
    other.address = server.address;
    assert_eq!(other.get("/api/tables").await.json()["tables"], json!([]));
    server.stop().await;
}

#[tokio::test]
async fn the_server_runs_retention_periodically() {
    let data = tempfile::tempdir().unwrap();
    let server = start(data.path(), NEVER).await;
    let mut ada = Guest::new(server.address);
    let table = ada.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    server.stop().await;
    let (clock, hand) = server::TimeSource::manual();
    let retention = Retention { waiting: Some(Duration::ZERO), ..NEVER };
    let config = Config { retention, clock, ..Config::new(data.path()) };
    let server = TestServer::start_with(config).await;
    ada.address = server.address;
    let path = format!("/api/tables/{table}");
    assert_eq!(ada.get(&path).await.status, 200);
    hand.advance(Duration::from_secs(3600));
    let gone = async { while ada.get(&path).await.status != 404 {} };
    soon("the table is deleted", gone).await;
    server.stop().await;
}
