//! Durability: answered writes survive, failed writes are reported, and the second of two conflicting writers
//! rereads the store.

use std::path::Path;
use std::time::Duration;

use crate::common::{Guest, Whim, assert_done, assert_refused, play, soon, two_seated};
use crate::server::{TestServer, of_sqlite};
use serde_json::json;
use server::{Config, Limits, Server};
use sqlx::migrate::Migrator;
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};

#[tokio::test]
async fn shutdown_closes_sockets_cleanly_and_a_restart_loses_nothing() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, guests, mut clients) = two_seated(server.address).await;
    play(&mut clients, &mut Whim(31), |moves, _| moves == 12).await;
    let before: Vec<_> = clients.iter().map(|client| client.state.clone()).collect();
    let (_, codes) = tokio::join!(server.stop(), async {
        let [one, two] = &mut clients;
        tokio::join!(one.close_code(), two.close_code())
    });
    assert_eq!(codes, (Some(1001), Some(1001)));

    let server = TestServer::start(data.path()).await;
    let mut clients = Vec::new();
    for (guest, before) in guests.iter().zip(&before) {
        let guest = Guest { address: server.address, ..guest.clone() };
        let client = guest.join(&table).await;
        for key in ["view", "version", "legal", "you", "awaiting", "scores", "options", "can_undo"]
        {
            assert_eq!(client.state[key], before[key], "{key}");
        }
        clients.push(client);
    }
    let mut clients: [_; 2] = clients.try_into().unwrap_or_else(|_| panic!("two"));
    play(&mut clients, &mut Whim(32), |_, _| false).await;
    assert!(clients[0].over());
    server.stop().await;
}

#[tokio::test]
async fn a_table_without_clients_is_unloaded_and_loaded_again() {
    let data = tempfile::tempdir().unwrap();
    let mut config = Config::new(data.path());
    config.limits = Limits { linger: Duration::ZERO, ..Limits::default() };
    let server = TestServer::start_with(config).await;
    let (table, guests, mut clients) = two_seated(server.address).await;
    play(&mut clients, &mut Whim(37), |moves, _| moves == 5).await;
    let view = clients[0].state["view"].clone();
    assert_eq!(server.handle.live_tables(), 1);
    drop(clients);
    soon("the table to leave", async {
        while server.handle.live_tables() > 0 {
            tokio::task::yield_now().await;
        }
    })
    .await;
    let back = guests[0].join(&table).await;
    assert_eq!(back.state["view"], view);
    server.stop().await;
}

#[tokio::test]
async fn two_servers_on_one_folder_agree() {
    let data = tempfile::tempdir().unwrap();
    let (one, two) = (TestServer::start(data.path()).await, TestServer::start(data.path()).await);
    let (table, guests, [first, mut left_behind]) = two_seated(one.address).await;
    // The second person connects to the other server.
    let elsewhere = Guest { address: two.address, ..guests[1].clone() };
    let second = elsewhere.join(&table).await;
    let mut clients = [first, second];
    let mut whim = Whim(41);
    let mut crossings = 0;
    for _ in 0..40 {
        if clients.iter().any(|client| client.over()) {
            break;
        }
        // Neither server receives the other's changes, so its idea of the seat to move may be outdated until
        // an answer corrects it.
        let mover = clients.iter().position(|client| !client.legal().is_empty());
        let Some(mover) = mover else { break };
        let version = clients[mover].version();
        let action = whim.pick(&clients[mover].legal()).clone();
        let answer = clients[mover].act(&action).await;
        if answer["type"] == "done" {
            assert_eq!(clients[mover].version(), version + 1);
        }
        let other = 1 - mover;
        if clients[mover].legal().is_empty() {
            // The other player's server does not know of the move yet; any message there makes it reread the
            // store.
            crossings += 1;
            assert_refused(&clients[other].act("look again").await, Some("T-3"));
        }
        let newest = clients[mover].version();
        if clients[other].version() == newest {
            assert_eq!(clients[other].state["scores"], clients[mover].state["scores"]);
        }
    }
    assert!(crossings > 1, "both moved");
    // Finally the player left behind at the first server catches up too.
    assert_refused(&left_behind.act("look again").await, Some("T-6"));
    let newest = clients.iter().map(|client| client.version()).max().unwrap();
    assert_eq!(left_behind.version(), newest);
    one.stop().await;
    two.stop().await;
}

#[tokio::test]
async fn a_failed_write_is_reported_and_changes_nothing() {
    of_sqlite!();
    let data = tempfile::tempdir().unwrap();
    // The first server determines the size of the file with one table.
    let server = TestServer::start(data.path()).await;
    let (table, guests, clients) = two_seated(server.address).await;
    drop(clients);
    server.stop().await;
    let size = std::fs::metadata(data.path().join("zashiki.db")).unwrap().len();

    let mut config = Config::new(data.path());
    let pages = u32::try_from(size / 4096).unwrap();
    config.limits = Limits { max_pages: Some(pages), ..Limits::default() };
    let server = TestServer::start_with(config).await;
    let mut clients = Vec::new();
    for guest in &guests {
        clients.push(Guest { address: server.address, ..guest.clone() }.join(&table).await);
    }
    // Ids of maximum length fill the remaining pages quickly.
    let mut refused = None;
    let mut done = 0;
    for number in 0..2_000 {
        let mover = clients.iter().position(|client| !client.legal().is_empty()).unwrap();
        let (version, action) = (clients[mover].version(), clients[mover].legal()[0].clone());
        let id = format!("{number:0>64}");
        let act = json!({ "type": "act", "id": id, "version": version, "action": action });
        let before = clients[mover].state.clone();
        let answer = clients[mover].ask(act.clone()).await;
        if answer["type"] == "refused" {
            assert_eq!(clients[mover].state, before, "nothing changed");
            assert_refused(&answer, None);
            assert!(answer["message"]["en"].as_str().unwrap().contains("free space"), "{answer}");
            refused = Some((mover, act));
            break;
        }
        done += 1;
        let version = clients[mover].version();
        for client in &mut clients {
            client.wait(|state| state["version"] == version).await;
        }
    }
    let (mover, act) = refused.expect("the file is full at last");
    let version = clients[mover].version();
    assert_eq!(version, done);
    // Creating another table is rejected with an error message too.
    let mut guest = Guest { address: server.address, ..guests[0].clone() };
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let body = json!({ "game": registry::ids()[0], "seats": seats, "name": "あ".repeat(24) });
    let mut full = false;
    for _ in 0..200 {
        let reply = guest.post("/api/tables", &body).await;
        if reply.status == 507 {
            assert!(reply.problem().contains("free space"));
            full = true;
            break;
        }
    }
    assert!(full);
    server.stop().await;

    // With free space, the identical message succeeds.
    let server = TestServer::start(data.path()).await;
    let guest = Guest { address: server.address, ..guests[mover].clone() };
    let mut back = guest.join(&table).await;
    assert_eq!(back.version(), version);
    assert_done(&back.ask(act).await);
    assert_eq!(back.version(), version + 1);
    server.stop().await;
}

#[tokio::test]
async fn a_folder_that_cannot_be_used_is_named() {
    of_sqlite!();
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("file");
    std::fs::write(&file, "not a folder").unwrap();
    let not_a_database = data.path().join("garbage");
    std::fs::create_dir(&not_a_database).unwrap();
    std::fs::write(not_a_database.join("zashiki.db"), "certainly no database".repeat(100)).unwrap();
    for folder in [file.clone(), file.join("below"), not_a_database] {
        let Err(error) = Server::open(Config::new(&folder)).await else { panic!("it opened") };
        for words in [error.text().en.as_ref(), error.text().ja.as_ref()] {
            assert!(words.contains(folder.to_str().unwrap()), "{words}");
            assert!(words.contains("--data-dir") && !words.contains('\n'), "{words}");
        }
    }
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "not a folder");
}

/// Early versions stored only actions and undos; a later migration recreates that table.
#[tokio::test]
async fn data_of_an_older_program_is_kept() {
    of_sqlite!();
    let data = tempfile::tempdir().unwrap();
    let file = SqliteConnectOptions::new().filename(data.path().join("zashiki.db"));
    let pool = SqlitePool::connect_with(file.create_if_missing(true)).await.unwrap();
    let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations/sqlite"));
    let mut first = Migrator::new(folder).await.unwrap();
    first.migrations = first.migrations[..1].to_vec().into();
    first.run(&pool).await.unwrap();
    let game = registry::ids()[0];
    let info = registry::info(game).unwrap();
    let options = info.complete_options(&json!({})).unwrap();
    let mut play = registry::new_match(game, 2, &options, None, 7).unwrap();
    sqlx::query("INSERT INTO tables VALUES ('old', ?, ?, ?, NULL, 7, 0, NULL)")
        .bind(game)
        .bind(info.rules_version)
        .bind(options.to_string())
        .execute(&pool)
        .await
        .unwrap();
    for seat in 0..2 {
        sqlx::query("INSERT INTO seats VALUES ('old', ?, zeroblob(32), 'Ada', NULL)")
            .bind(seat)
            .execute(&pool)
            .await
            .unwrap();
    }
    for seq in 1..=5 {
        let seat = play.turn().awaited().first().unwrap();
        let action = play.legal(seat)[0].action.clone();
        play.play(seat, &action).unwrap();
        sqlx::query("INSERT INTO changes VALUES ('old', ?, ?, 'act', ?, ?, 0)")
            .bind(seq)
            .bind(seat.0)
            .bind(action)
            .bind(format!("id {seq}"))
            .execute(&pool)
            .await
            .unwrap();
    }
    // A second table waits for its second player.
    sqlx::query("INSERT INTO tables VALUES ('waiting', ?, ?, ?, NULL, 8, 0, NULL)")
        .bind(game)
        .bind(info.rules_version)
        .bind(options.to_string())
        .execute(&pool)
        .await
        .unwrap();
    let seats = "INSERT INTO seats VALUES ('waiting', 0, zeroblob(32), 'Ada', NULL), \
                 ('waiting', 1, NULL, '', NULL)";
    sqlx::query(seats).execute(&pool).await.unwrap();
    pool.close().await;

    let server = TestServer::start(data.path()).await;
    let mut second = Guest::new(server.address);
    second.get("/").await;
    let mut second = second.join("waiting").await;
    let commitment = second.state["deal"]["commitment"].clone();
    assert_done(&second.sit(1, "Second").await);
    assert_eq!(second.state["started"], true);
    assert_eq!(second.state["deal"]["commitment"], commitment);
    let watcher = Guest::new(server.address).join("old").await;
    assert_eq!(watcher.state["deal"], serde_json::Value::Null, "nothing is known of its deal");
    assert_eq!(watcher.version(), 5);
    assert_eq!(watcher.state["view"], play.view(zashiki_core::Viewer::Spectator).value());
    server.stop().await;
    // Stored changes still cannot be altered or deleted.
    let file = SqliteConnectOptions::new().filename(data.path().join("zashiki.db"));
    let pool = SqlitePool::connect_with(file).await.unwrap();
    for change in ["UPDATE changes SET seat = 1", "DELETE FROM changes"] {
        let refused = sqlx::query(change).execute(&pool).await.unwrap_err();
        let refused = refused.to_string();
        assert!(refused.contains("never") || refused.contains("not otherwise"), "{refused}");
    }
    // The table that had not started gets a verifiable seed exchange, and so a seed other than the stored
    // one.
    let (seed, deal): (i64, String) =
        sqlx::query_as("SELECT seed, deal FROM tables WHERE id = 'waiting' AND secret IS NULL")
            .fetch_one(&pool)
            .await
            .unwrap();
    assert_ne!(seed, 8);
    let deal: zashiki_core::Deal = serde_json::from_str(&deal).unwrap();
    deal.verify(2, seed.cast_unsigned()).unwrap();
    assert_eq!(serde_json::json!(deal.commitment), commitment);
    pool.close().await;
}
