//! Databases of every earlier schema version (`tests/forms`) are migrated, read, and their matches continued.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use crate::common::{Client, Guest, Whim, assert_done, play, seated, two_seated};
use crate::server::{TestServer, of_sqlite};
use crate::stored_state::StoredState;
use serde_json::{Value, json};
use sqlx::sqlite::{SqliteConnectOptions, SqlitePool};
use sqlx::{AssertSqlSafe, Row};
use zashiki_core::Viewer;

fn of_crate(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

async fn open(data: &Path) -> SqlitePool {
    let file = SqliteConnectOptions::new().filename(data.join("zashiki.db"));
    // A dump lists its tables in order of creation, which may violate foreign keys.
    SqlitePool::connect_with(file.create_if_missing(true).foreign_keys(false)).await.unwrap()
}

/// The complete content of a database, as SQL statements.
async fn dump(database: &SqlitePool) -> String {
    let mut text = String::new();
    let made = "SELECT type, name, sql FROM sqlite_schema \
                WHERE sql NOT NULL AND name NOT LIKE 'sqlite_%' ORDER BY type != 'table', rowid";
    for one in sqlx::query(made).fetch_all(database).await.unwrap() {
        let (name, sql): (String, String) = (one.get("name"), one.get("sql"));
        writeln!(text, "{sql};").unwrap();
        if one.get::<String, _>("type") != "table" {
            continue;
        }
        let columns: Vec<String> = sqlx::query_scalar("SELECT name FROM pragma_table_info(?)")
            .bind(&name)
            .fetch_all(database)
            .await
            .unwrap();
        let quoted: Vec<String> = columns.iter().map(|column| format!("quote({column})")).collect();
        let rows = format!("SELECT {} FROM {name}", quoted.join(" || ', ' || "));
        let rows = sqlx::query_scalar(AssertSqlSafe(rows)).fetch_all(database).await.unwrap();
        for row in rows as Vec<String> {
            writeln!(text, "INSERT INTO {name} VALUES ({row});").unwrap();
        }
    }
    text
}

/// A database with an unfinished table of every game, a finished one, one with a takeback, and one with a
/// resignation.
async fn written_today() -> String {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (_, _, mut clients) = two_seated(server.address).await;
    play(&mut clients, &mut Whim(91), |_, _| false).await;
    let (_, _, mut clients) = two_seated(server.address).await;
    let undoer = |pair: &[Client; 2]| pair.iter().position(|it| it.state["can_undo"] == true);
    play(&mut clients, &mut Whim(92), |moves, pair| moves > 3 && undoer(pair).is_some()).await;
    let undoer = undoer(&clients).expect("a decision that may be taken back");
    assert_done(&clients[undoer].undo().await);
    for game in registry::ids() {
        let info = registry::info(game).unwrap();
        let (_, _, mut clients) =
            seated(server.address, game, &json!({}), info.seats.0.into()).await;
        for _ in 0..6 {
            let mover = clients.iter().position(|client| !client.legal().is_empty());
            let Some(mover) = mover else { break };
            let action = clients[mover].legal()[0].clone();
            assert_done(&clients[mover].act(&action).await);
            let version = clients[mover].version();
            for client in &mut clients {
                client.wait(|state| state["version"] == version).await;
            }
        }
        if info.resignation.is_some() {
            let (_, _, mut clients) =
                seated(server.address, game, &json!({}), info.seats.0.into()).await;
            assert_done(&clients[0].resign().await);
        }
    }
    server.stop().await;
    let database = open(data.path()).await;
    let text = dump(&database).await;
    database.close().await;
    text
}

/// Assigns all people's seats to one guest, who can then continue every match.
async fn take_seats(data: &Path, guest: &mut Guest) {
    let own = guest.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    let database = open(data).await;
    let taken = "UPDATE seats SET guest = (SELECT guest FROM seats WHERE table_id = ? AND seat = 0) \
                 WHERE guest IS NOT NULL";
    sqlx::query(taken).bind(own).execute(&database).await.unwrap();
    database.close().await;
}

#[tokio::test]
async fn databases_of_every_schema_version_are_read_and_continued() {
    of_sqlite!();
    let forms = std::fs::read_dir(of_crate("migrations/sqlite")).unwrap().count();
    let newest = of_crate(&format!("tests/forms/{forms:04}.sql"));
    if std::env::var_os("ZASHIKI_UPDATE").is_some() && !newest.exists() {
        std::fs::write(&newest, written_today().await).unwrap();
    }
    for form in 1..=forms {
        let file = of_crate(&format!("tests/forms/{form:04}.sql"));
        let text = std::fs::read_to_string(&file).unwrap_or_else(|_| {
            panic!("{} is missing; with ZASHIKI_UPDATE=1 this test writes it", file.display())
        });
        let data = tempfile::tempdir().unwrap();
        let database = open(data.path()).await;
        sqlx::raw_sql(AssertSqlSafe(text)).execute(&database).await.unwrap();
        let latest = "SELECT max(version) FROM _sqlx_migrations";
        let latest: i64 = sqlx::query_scalar(latest).fetch_one(&database).await.unwrap();
        assert_eq!(latest, form as i64, "the dump is unchanged");
        let ids = sqlx::query_scalar("SELECT id FROM tables ORDER BY created");
        let ids: Vec<String> = ids.fetch_all(&database).await.unwrap();
        assert!(ids.len() > registry::ids().len(), "a table of every game");
        database.close().await;

        let server = TestServer::start(data.path()).await;
        let mut guest = Guest::new(server.address);
        take_seats(data.path(), &mut guest).await;
        for id in &ids {
            read_and_play_on(data.path(), &mut guest, id).await;
        }
        server.stop().await;
    }
}

async fn read_and_play_on(data: &Path, guest: &mut Guest, id: &str) {
    let stored = StoredState::read(data, id).await;
    let version = stored.changes.len() as u64;
    let shown = guest.get(&format!("/api/tables/{id}")).await.json();
    assert_eq!(shown["game"], stored.game);
    assert_eq!(shown["started"], true);
    assert!(!shown["log"].as_array().unwrap().is_empty());
    if shown["playable"] == false {
        // The rules have changed since: the table is readable, and names the program that can continue it.
        assert!(shown["advice"]["en"].is_string());
        return;
    }
    let now = stored.at(version);
    let watcher = Guest::new(guest.address).join(id).await;
    assert_eq!(watcher.version(), version);
    assert_eq!(watcher.state["view"], now.view(Viewer::Spectator).value());
    let Some(seat) = now.turn().awaited().first() else {
        assert!(watcher.over());
        let record = guest.get(&format!("/api/tables/{id}/record")).await;
        assert_eq!(record.status, 200);
        return;
    };
    let mut client = guest.join_seen(id, &format!("seen=0&seat={}", seat.0)).await;
    assert_eq!(client.state["view"], now.view(Viewer::Seat(seat)).value());
    let action = client.legal()[0].clone();
    assert_done(&client.act(&action).await);
    let after = StoredState::read(data, id).await;
    assert_eq!(after.changes.len() as u64, version + 1);
    let seen: Value = after.at(version + 1).view(Viewer::Seat(seat)).value();
    assert_eq!(client.state["view"], seen);
}
