//! Data that is readable from the store without the game's rules: lists, results, logs and records.

use std::path::Path;

use crate::common::{Client, Guest, Whim, assert_done, play, two_seated};
use crate::server::{TestServer, of_sqlite, place, stored};
use crate::stored_state::{StoredState, json_of};
use serde_json::{Value, json};
use zashiki_core::{DynMatch, Record, Viewer};

/// Alters the database directly.
async fn alter(data: &Path, statement: &'static str) {
    let pool = stored(data).await;
    sqlx::query(statement).execute(&pool).await.unwrap();
    pool.close().await;
}

/// The log of a match as text, as spectators see it.
fn log(play: &dyn DynMatch) -> Value {
    let words = |step: zashiki_core::Step| {
        let line = |episode: &zashiki_core::Episode| json!({ "text": episode.text });
        let words: Vec<Value> = step.episodes.iter().map(line).collect();
        json!({ "number": step.number, "seat": step.seat, "words": words })
    };
    (0..=play.length()).map(|number| words(play.step(number, Viewer::Spectator).unwrap())).collect()
}

#[tokio::test]
async fn tables_with_other_rules_versions_are_readable() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (ended, guests, mut clients) = two_seated(server.address).await;
    play(&mut clients, &mut Whim(61), |_, _| false).await;
    let outcome = clients[0].state["outcome"].clone();
    let mut guest = guests[0].clone();
    let going_on = guest.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    let mut pair = [guest.join(&going_on).await, guests[1].join(&going_on).await];
    assert_done(&pair[1].sit(1, "Second").await);
    pair[0].wait(|state| state["started"] == true).await;
    // A takeback, whose actions the log must not contain.
    let undoer = |pair: &[Client; 2]| pair.iter().position(|it| it.state["can_undo"] == true);
    play(&mut pair, &mut Whim(62), |moves, pair| moves > 3 && undoer(pair).is_some()).await;
    let undoer = undoer(&pair).expect("a decision that may be taken back");
    assert_done(&pair[undoer].undo().await);
    let version = pair[undoer].version();
    pair[1 - undoer].wait(|state| state["version"] == version).await;
    play(&mut pair, &mut Whim(63), |moves, _| moves == 3).await;
    drop((clients, pair));
    let record = guest.get(&format!("/api/tables/{ended}/record")).await;
    assert_eq!(record.header("content-type"), Some("application/json"));
    server.stop().await;
    let (stored, other) = (
        StoredState::read(data.path(), &ended).await,
        StoredState::read(data.path(), &going_on).await,
    );
    let whole = stored.at(stored.changes.len().try_into().unwrap());
    let part = other.at(other.changes.len().try_into().unwrap());

    alter(data.path(), "UPDATE tables SET rules_version = 0, options = '{\"gone\":1}'").await;
    let server = TestServer::start(data.path()).await;
    guest.address = server.address;
    let list = guest.get("/api/tables").await.json();
    let cards = list["tables"].as_array().unwrap();
    assert_eq!(cards.len(), 2);
    for (card, id, play) in [(&cards[0], &going_on, &part), (&cards[1], &ended, &whole)] {
        assert_eq!(card["table"], **id);
        assert_eq!(card["playable"], false);
        assert_eq!(card["scores"], json_of(play.scores()));
        assert_eq!(card["over"], play.turn().outcome().is_some());
        let awaited = play.turn().awaited().contains(zashiki_core::Seat(0));
        assert_eq!(card["your_turn"], awaited);
        let awaited: Vec<u8> = play.turn().awaited().iter().map(|seat| seat.0).collect();
        assert_eq!(card["awaiting"], json!(awaited));
    }
    assert_eq!(cards[1]["outcome"]["winners"], outcome["winners"]);
    assert_eq!(cards[1]["outcome"]["reason"], outcome["reason"]);
    let words = registry::info(&stored.game).unwrap();
    let words = words.end_reason(outcome["reason"].as_str().unwrap()).unwrap();
    assert_eq!(cards[1]["outcome"]["text"], json_of(&words.text));
    let person = |name: &str| json!({ "ja": name, "en": name });
    assert_eq!(cards[1]["names"], json!([person("Opener"), person("Second")]));

    for (id, play) in [(&going_on, &part), (&ended, &whole)] {
        let stored = guest.get(&format!("/api/tables/{id}")).await.json();
        assert_eq!(stored["log"], log(play.as_ref()));
        assert_eq!(stored["rules_version"], 0);
        assert_eq!(stored["you"], 0);
        assert!(stored["advice"]["en"].as_str().unwrap().contains("rules version 0"), "{stored}");
        // The table cannot be continued here; the message names the program that can.
        let live = guest.connect(id, "seen=0", None).await;
        let Err(tokio_tungstenite::tungstenite::Error::Http(refused)) = live else {
            panic!("it was opened")
        };
        assert_eq!(refused.status().as_u16(), 409);
        let body: Value = serde_json::from_slice(refused.body().as_ref().unwrap()).unwrap();
        assert_eq!(body["message"], stored["advice"]);
    }
    let again = guest.get(&format!("/api/tables/{ended}/record")).await;
    assert_eq!((again.status, &again.body), (200, &record.body));
    let record = Record::from_json(std::str::from_utf8(&again.body).unwrap()).unwrap();
    assert_eq!(record.names, ["Opener", "Second"]);
    registry::replay(&record).unwrap();
    let early = guest.get(&format!("/api/tables/{going_on}/record")).await;
    assert_eq!(early.status, 409);
    early.problem();
    server.stop().await;
}

/// Stored public data contains only what spectators may know.
#[tokio::test]
async fn stored_logs_contain_only_public_information() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    for game in registry::ids() {
        let seats = usize::from(registry::info(game).unwrap().seats.0);
        let (id, guests, mut clients) =
            crate::common::seated(server.address, game, &json!({}), seats).await;
        for _ in 0..6 {
            let Some(mover) = clients.iter().position(|client| !client.legal().is_empty()) else {
                break;
            };
            let action = clients[mover].legal().pop().unwrap();
            crate::common::assert_done(&clients[mover].act(&action).await);
            let version = clients[mover].version();
            for client in &mut clients {
                client.wait(|state| state["version"].as_u64() >= Some(version)).await;
            }
        }
        let stored = StoredState::read(data.path(), &id).await;
        let now = stored.at(stored.changes.len().try_into().unwrap());
        for guest in [&guests[0], &Guest::new(server.address)] {
            let shown = guest.clone().get(&format!("/api/tables/{id}")).await.json();
            assert_eq!(shown["log"], log(now.as_ref()), "{game}");
            assert!(!shown.to_string().contains(&stored.seed.to_string()));
        }
    }
    // Before the match starts, the log is empty.
    let mut guest = Guest::new(server.address);
    let id = guest.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    let stored = guest.get(&format!("/api/tables/{id}")).await.json();
    assert_eq!((&stored["log"], &stored["scores"]), (&json!([]), &json!([])));
    assert_eq!((&stored["awaiting"], &stored["started"]), (&json!([]), &json!(false)));
    server.stop().await;
}

#[cfg(unix)]
#[tokio::test]
async fn the_database_is_private_to_its_owner() {
    of_sqlite!();
    use std::os::unix::fs::PermissionsExt;
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("zashiki.db");
    for _ in 0..2 {
        let server = TestServer::start(data.path()).await;
        let mut guest = Guest::new(server.address);
        guest.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
        for file in std::fs::read_dir(data.path()).unwrap() {
            let file = file.unwrap();
            let mode = file.metadata().unwrap().permissions().mode();
            assert_eq!(mode & 0o777, 0o600, "{:?}", file.file_name());
        }
        server.stop().await;
        // The permissions of an older program's database are corrected as well.
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
    }
}

#[tokio::test]
async fn an_unusable_database_is_reported_with_its_remedy() {
    of_sqlite!();
    let data = tempfile::tempdir().unwrap();
    TestServer::start(data.path()).await.stop().await;
    let newer = "INSERT INTO _sqlx_migrations (version, description, success, checksum, execution_time) VALUES (9999, 'later', 1, x'00', 0)";
    alter(data.path(), newer).await;
    let refused = |folder: &Path| {
        let config = server::Config::new(folder);
        async { server::Server::open(config).await.err().expect("it must not open").text().clone() }
    };
    let advice = refused(data.path()).await;
    assert!(advice.en.contains("newer") && advice.ja.contains("新しい"), "{advice:#}");
    assert!(!advice.en.contains("free space"), "{advice}");

    let damaged = data.path().join("damaged");
    std::fs::create_dir(&damaged).unwrap();
    std::fs::write(damaged.join("zashiki.db"), "certainly no database".repeat(100)).unwrap();
    let advice = refused(&damaged).await;
    assert!(advice.en.contains("backup") && advice.ja.contains("バックアップ"), "{advice:#}");
    assert!(!advice.en.contains("free space"), "{advice}");
}

#[tokio::test]
async fn a_store_is_copied_and_its_matches_continue() {
    let (data, moved) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = TestServer::start(data.path()).await;
    let (ended, guests, mut clients) = two_seated(server.address).await;
    play(&mut clients, &mut Whim(71), |_, _| false).await;
    assert_done(&clients[0].rematch(true).await);
    let mut guest = guests[0].clone();
    let profile = json!({ "name": "Ada", "crest": "plum", "rated": true });
    assert_eq!(guest.post("/api/me", &profile).await.status, 200);
    let going_on = guest.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    let mut pair = [guest.join(&going_on).await, guests[1].join(&going_on).await];
    assert_done(&pair[1].sit(1, "Second").await);
    pair[0].wait(|state| state["started"] == true).await;
    play(&mut pair, &mut Whim(72), |moves, _| moves > 5).await;
    let (record, me) = (
        guest.get(&format!("/api/tables/{ended}/record")).await.body,
        guest.get("/api/me").await.json(),
    );
    let (version, view) = (pair[0].version(), pair[0].state["view"].clone());
    let (from, to) = (place(data.path()).await, place(moved.path()).await);
    // A server runs on the source.
    let refused = server::move_store(&from, &to).await.unwrap_err();
    assert!(refused.text().en.contains("server runs"), "{}", refused.text().en);
    drop((clients, pair));
    server.stop().await;
    let rows =
        server::move_store(&from, &to).await.unwrap_or_else(|bad| panic!("{}", bad.text().en));
    let of = |name: &str| rows.iter().find(|it| it.table == name).unwrap().rows;
    assert_eq!((of("tables"), of("seats"), of("records")), (3, 6, 1));
    assert_eq!((of("time"), of("people")), (1, 1));
    // The target is no longer empty.
    let refused = server::move_store(&from, &to).await.unwrap_err();
    assert!(refused.text().en.contains("not empty"), "{}", refused.text().en);
    // Cookies, tables and records are unchanged, and the match continues.
    let server = TestServer::start(moved.path()).await;
    guest.address = server.address;
    assert_eq!(guest.get("/api/me").await.json(), me);
    assert_eq!(guest.get(&format!("/api/tables/{ended}/record")).await.body, record);
    let second = Guest { address: server.address, ..guests[1].clone() };
    let mut pair = [guest.join(&going_on).await, second.join(&going_on).await];
    assert_eq!((pair[0].version(), &pair[0].state["view"]), (version, &view));
    play(&mut pair, &mut Whim(73), |_, _| false).await;
    assert!(pair[0].over());
    server.stop().await;
}

#[tokio::test]
async fn copying_a_missing_store_creates_nothing() {
    let (data, moved) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let to = place(moved.path()).await;
    let from = server::Place::Folder(data.path().join("none"));
    let refused = server::move_store(&from, &to).await.unwrap_err();
    assert!(refused.text().en.contains("no Zashiki database"), "{}", refused.text().en);
    assert!(!data.path().join("none").exists());
}
