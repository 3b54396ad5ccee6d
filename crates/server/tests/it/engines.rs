//! External engines at tables: no failing engine may affect the server.
// The test engines are shell scripts.
#![cfg(unix)]

use std::path::Path;
use std::time::Duration;

use external_engines::{EngineLimits, Engines};
use serde_json::{Value, json};
use server::Config;
use zashiki_core::Level;

use crate::common::{Client, Guest, assert_done};
use crate::server::TestServer;

/// An engine that plays the first legal action, and at its request number `at` executes the shell command
/// `fails`. Returns its name and its command line.
fn engine(folder: &Path, name: &str, at: usize, fails: &str) -> (String, Vec<String>) {
    let script = format!(
        r#"n=0
while IFS= read -r line; do
  case $line in
    zashiki*) echo id name Shell; echo id author Nobody; echo ready ;;
    newgame*) echo "$line" >> '{received}'; echo ready ;;
    position*) echo "$line" >> '{received}'; echo ready; rest=${{line#*'"legal":["'}}; action=${{rest%%'"'*}} ;;
    go*) n=$((n + 1)); if [ $n = {at} ]; then {fails}; else echo "bestaction $action"; fi ;;
    quit) exit ;;
  esac
done
"#,
        received = folder.join("received").display(),
    );
    let file = folder.join(format!("{name}.sh"));
    std::fs::write(&file, script).unwrap();
    (name.to_owned(), vec!["sh".to_owned(), file.display().to_string()])
}

fn terms() -> EngineLimits {
    EngineLimits { time: Duration::from_secs(5), ..EngineLimits::default() }
}

async fn server(data: &Path, engines: Engines) -> TestServer {
    TestServer::start_with(Config { engines, ..Config::new(data) }).await
}

/// A table with a guest and this bot, and the guest's connected client.
async fn against(server: &TestServer, bot: &str) -> (Guest, String, Client) {
    let mut guest = Guest::new(server.address);
    let table = guest.open(json!([{ "kind": "me" }, { "kind": "bot", "bot": bot }])).await;
    let client = guest.join(&table).await;
    (guest, table, client)
}

/// Plays until the state satisfies `wish`; returns true if the match ended before that.
async fn play_until(client: &mut Client, wish: impl Fn(&Value) -> bool) -> bool {
    loop {
        client
            .wait(|state| {
                wish(state)
                    || !state["outcome"].is_null()
                    || !state["legal"].as_array().unwrap().is_empty()
            })
            .await;
        if wish(&client.state) || client.over() {
            return !wish(&client.state);
        }
        let action = client.legal()[0].clone();
        assert_done(&client.act(&action).await);
    }
}

#[tokio::test]
async fn an_engine_plays_a_whole_game_and_receives_only_its_own_view() {
    let data = tempfile::tempdir().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let list = [engine(folder.path(), "plays", 0, "exit")];
    let server =
        server(data.path(), Engines::start(&list, &terms(), &registry::ids()).unwrap()).await;
    let (_, _, mut client) = against(&server, "plays").await;
    assert_eq!(client.state["seats"][1]["bot"], "plays");
    assert_eq!(client.state["seats"][1]["replaced_by"], Value::Null);
    play_until(&mut client, |_| false).await;
    assert!(client.over());
    assert_ne!(client.state["outcome"]["reason"], "forfeited");
    let received = std::fs::read_to_string(folder.path().join("received")).unwrap();
    let begun: Vec<&str> = received.lines().filter(|line| line.starts_with("newgame ")).collect();
    assert_eq!(begun.len(), 1, "one process, for one seat");
    let begun: Value = serde_json::from_str(&begun[0]["newgame ".len()..]).unwrap();
    assert_eq!((&begun["seat"], &begun["seats"]), (&json!(1), &json!(2)));
    assert_eq!(begun.get("seed"), None);
    server.stop().await;
}

#[tokio::test]
async fn a_failing_engine_loses_its_game_and_the_table_shows_the_reason() {
    let data = tempfile::tempdir().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let list = [
        engine(folder.path(), "dies", 2, "exit 1"),
        engine(folder.path(), "cheats", 2, "echo bestaction everything"),
    ];
    let server =
        server(data.path(), Engines::start(&list, &terms(), &registry::ids()).unwrap()).await;
    for bot in ["dies", "cheats"] {
        let (mut guest, table, mut client) = against(&server, bot).await;
        play_until(&mut client, |_| false).await;
        assert_eq!(client.state["outcome"]["reason"], "forfeited", "{bot}");
        assert_eq!(client.state["outcome"]["winners"], json!([0]), "{bot}");
        let last = &client.steps.last().unwrap()["told"][0];
        assert_eq!(last["rule"], "T-22");
        let record = guest.get(&format!("/api/tables/{table}/record")).await.json();
        assert_eq!(record["conclusion"], json!({ "kind": "forfeited", "seat": 1 }));
    }
    server.stop().await;
}

#[tokio::test]
async fn a_failing_engine_is_replaced_permanently_and_the_table_names_the_replacement() {
    let data = tempfile::tempdir().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let list = [engine(folder.path(), "dies", 2, "exit 1")];
    let terms = EngineLimits { stand_in: Some(Level::Beginner), ..terms() };
    let engines = Engines::start(&list, &terms, &registry::ids()).unwrap();
    let server = server(data.path(), engines.clone()).await;
    let (guest, table, mut client) = against(&server, "dies").await;
    let ended = play_until(&mut client, |state| !state["seats"][1]["replaced_by"].is_null()).await;
    assert!(!ended);
    assert_eq!(client.state["seats"][1]["replaced_by"], "beginner");
    assert_eq!(client.state["seats"][1]["bot"], "dies");
    server.stop().await;
    // The replacement survives a restart.
    let server = self::server(data.path(), engines.clone()).await;
    let guest = Guest { address: server.address, ..guest };
    let mut client = guest.join(&table).await;
    assert_eq!(client.state["seats"][1]["replaced_by"], "beginner");
    play_until(&mut client, |_| false).await;
    assert_ne!(client.state["outcome"]["reason"], "forfeited");
    let tally = &engines.stats()[0];
    assert_eq!((tally.asked, tally.replaced), (2, 1));
    server.stop().await;
}

#[tokio::test]
async fn a_table_whose_engine_was_removed_continues_with_a_bot() {
    let data = tempfile::tempdir().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let list = [engine(folder.path(), "plays", 0, "exit")];
    let server =
        server(data.path(), Engines::start(&list, &terms(), &registry::ids()).unwrap()).await;
    let (guest, table, client) = against(&server, "plays").await;
    drop(client);
    server.stop().await;
    let server = self::server(data.path(), Engines::default()).await;
    let mut guest = Guest { address: server.address, ..guest };
    let mut client = guest.join(&table).await;
    let ended = play_until(&mut client, |state| !state["seats"][1]["replaced_by"].is_null()).await;
    assert!(!ended);
    assert_eq!(client.state["seats"][1]["replaced_by"], "beginner");
    // The removed engine cannot be chosen for new tables either.
    let body = json!({
        "game": registry::ids()[0],
        "seats": [{ "kind": "me" }, { "kind": "bot", "bot": "plays" }],
    });
    let refused = guest.post("/api/tables", &body).await;
    assert_eq!(refused.status, 400);
    assert!(refused.problem().contains("There is no bot \"plays\""));
    server.stop().await;
}

#[tokio::test]
async fn an_engine_never_replaces_people_and_its_options_are_the_operators() {
    let data = tempfile::tempdir().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let list = [engine(folder.path(), "plays", 0, "exit")];
    let engines = Engines::start(&list, &terms(), &registry::ids()).unwrap();
    let server = server(data.path(), engines.clone()).await;
    let mut guest = Guest::new(server.address);
    let bots = guest.get("/api/games").await.json()["bots"].clone();
    let listed = bots.as_array().unwrap().last().unwrap().clone();
    assert_eq!(listed["id"], "plays");
    assert_eq!(listed["engine"], true);
    assert!(listed["summary"]["en"].as_str().unwrap().contains("Shell, by Nobody"), "{listed}");
    let body = json!({
        "game": registry::ids()[0],
        "seats": [{ "kind": "me" }, { "kind": "bot", "bot": "plays:depth=9" }],
    });
    assert_eq!(guest.post("/api/tables", &body).await.status, 400);
    let (_, _, mut client) = against(&server, "plays").await;
    let leave = json!({ "type": "leave", "gives_up": false });
    assert_done(&client.order(leave).await);
    client.wait(|state| !state["outcome"].is_null()).await;
    // A built-in bot made the absent person's decisions.
    let steps = client.steps.iter().filter(|step| step["seat"] == 1).count();
    assert!(engines.stats()[0].asked >= steps as u64);
    assert_eq!(engines.stats()[0].plays, 1, "for its own seat alone");
    server.stop().await;
}
