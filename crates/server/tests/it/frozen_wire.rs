//! Frozen wire formats: renaming Rust items must not change what pages and other people's programs send and
//! receive. See [`conformance::frozen`].

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use conformance::frozen::{Shapes, compare, types};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};
use server::protocol::{
    Enter, EnterByPasskey, LobbyTable, MadePasskey, OpenTable, Profile, PushSubscription,
    QuickStart, ReportName, SeatPlan, Study, ToServer, UseInvitation,
};
use server::{AdminRequest, Config};
use zashiki_core::{Bytes32, Share};

use crate::common::{Client, Guest, Whim, assert_done, play};
use crate::server::TestServer;

fn frozen(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/frozen").join(name)
}

fn read(name: &str) -> Value {
    let text = std::fs::read_to_string(frozen(name)).expect("the samples are there");
    serde_json::from_str(&text).expect("the samples are JSON")
}

/// Checks that the sample is parsed and serialized without a change.
fn unchanged<T: DeserializeOwned + Serialize>(sample: &Value) {
    let value: T = taken(sample);
    assert_eq!(serde_json::to_value(value).unwrap(), *sample);
}

fn taken<T: DeserializeOwned>(sample: &Value) -> T {
    serde_json::from_value(sample.clone()).unwrap_or_else(|no| panic!("{no}: {sample}"))
}

/// Compares all types in the page's generated files, with the names of their fields and variants.
#[test]
fn frozen_types_of_the_page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../web/src/generated");
    let mut all = BTreeSet::new();
    for entry in std::fs::read_dir(folder).expect("the page's types are there") {
        let path = entry.unwrap().path();
        all.extend(types(&std::fs::read_to_string(path).unwrap()));
    }
    let text: String = all.iter().map(|one| format!("{one}\n")).collect();
    compare(&frozen("types.txt"), &text);
}

#[test]
fn frozen_messages_to_the_server() {
    let samples = read("sent.json");
    samples.as_array().unwrap().iter().for_each(unchanged::<ToServer>);
}

#[test]
fn frozen_bodies_of_requests() {
    let bodies = read("bodies.json");
    taken::<OpenTable>(&bodies["open_table"]);
    for plan in bodies["open_table"]["seats"].as_array().unwrap() {
        unchanged::<SeatPlan>(plan);
    }
    taken::<QuickStart>(&bodies["quick_start"]);
    unchanged::<Profile>(&bodies["profile"]);
    taken::<Enter>(&bodies["enter"]);
    taken::<MadePasskey>(&bodies["made_passkey"]);
    taken::<EnterByPasskey>(&bodies["enter_by_passkey"]);
    taken::<PushSubscription>(&bodies["push_subscription"]);
    taken::<UseInvitation>(&bodies["use_invitation"]);
    taken::<ReportName>(&bodies["report_name"]);
    bodies["studies"].as_array().unwrap().iter().for_each(unchanged::<Study>);
    unchanged::<AdminRequest>(&bodies["admin"]);
    unchanged::<LobbyTable>(&bodies["lobby_table"]);
}

/// Records the shapes of all answers to a script of requests and messages.
struct Recorder {
    shapes: Shapes,
}

impl Recorder {
    fn new() -> Recorder {
        // Facts, glossaries, tutorials and rules are texts of the games, and views are frozen with the games.
        let maps = &["facts", "glossary"];
        let opaque = &["components", "event", "now", "options", "position", "statement", "view"];
        Recorder { shapes: Shapes::new(maps, opaque) }
    }

    fn add(&mut self, name: &str, value: &Value) {
        self.shapes.add(name, value);
    }

    async fn get(&mut self, guest: &mut Guest, name: &str, path: &str) -> Value {
        let mut value = guest.get(path).await.json();
        // They are there if they were built; their form is frozen among the types.
        if let Some(catalogue) = value.as_object_mut() {
            catalogue.remove("modules");
        }
        self.add(name, &value);
        value
    }

    async fn post(&mut self, guest: &mut Guest, name: &str, path: &str, body: &Value) -> Value {
        let value = guest.post(path, body).await.json();
        self.add(name, &value);
        value
    }

    fn received(&mut self, clients: &[Client]) {
        for message in clients.iter().flat_map(|client| &client.received) {
            self.add("socket", &serde_json::from_str(message).unwrap());
        }
    }
}

fn escaped(notation: &str) -> String {
    notation.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

/// Waits until all clients have the newest version.
async fn together(clients: &mut [Client]) {
    let newest = clients.iter().map(Client::version).max();
    for client in clients {
        client.wait(|state| state["version"].as_u64() == newest).await;
    }
}

fn mover(clients: &[Client]) -> usize {
    clients.iter().position(|client| !client.legal().is_empty()).expect("somebody may decide")
}

/// The sequence of requests is a large future, so it runs in a thread with a larger stack.
#[test]
fn frozen_answers_of_the_server() {
    let run = || {
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
        runtime.expect("a runtime").block_on(ask_for_everything());
    };
    let thread = std::thread::Builder::new().stack_size(32 << 20).spawn(run);
    thread.expect("a thread").join().unwrap_or_else(|panic| std::panic::resume_unwind(panic));
}

async fn ask_for_everything() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start_with(Config::new(data.path())).await;
    let mut said = Recorder::new();
    let (mut ada, mut bo) = (Guest::new(server.address), Guest::new(server.address));
    for guest in [&mut ada, &mut bo] {
        guest.get("/").await;
    }
    said.get(&mut ada, "me, unknown", "/api/me").await;
    said.get(&mut ada, "notice", "/api/notice").await;
    said.get(&mut ada, "games", "/api/games").await;
    for game in ["hostile", "kokyu"] {
        for part in ["", "/rules", "/puzzles"] {
            said.get(&mut ada, &format!("game{part}"), &format!("/api/games/{game}{part}")).await;
        }
    }
    let puzzles = ada.get("/api/games/hostile/puzzles").await.json();
    let puzzle = puzzles[0]["id"].as_str().or(puzzles["puzzles"][0]["id"].as_str());
    let puzzle = format!("/api/games/hostile/puzzles/{}", puzzle.expect("HOSTILE has puzzles"));
    for part in ["", "/solution", "/hint"] {
        said.get(&mut ada, &format!("puzzle{part}"), &format!("{puzzle}{part}")).await;
    }
    said.get(&mut ada, "refusal", "/api/tables/none").await;

    let profile = json!({ "name": "Ada", "crest": "plum", "colour": "moss", "rated": true });
    said.post(&mut ada, "me", "/api/me", &profile).await;
    bo.post("/api/me", &json!({ "name": "Bo", "crest": "well", "colour": "ink", "rated": true }))
        .await;
    said.post(&mut ada, "code", "/api/me/code", &json!({})).await;
    let code = bo.post("/api/me/code", &json!({})).await.json()["code"].clone();
    let enter = json!({ "code": code, "sure": false });
    said.post(&mut Guest::new(server.address), "enter", "/api/me/recover", &enter).await;

    // A rated match with a time control, seed exchange, phrases, drafts, offers and a rematch.
    let (one, two) = (Bytes32([1; 32]), Bytes32([2; 32]));
    let terms = json!({
        "time": { "kind": "total", "seconds": 6000, "increment": 10 }, "late": "lost",
        "listed": true, "rated": true,
    });
    let body = json!({
        "game": "shinra", "seats": [{ "kind": "me" }, { "kind": "open" }], "terms": terms,
        "hash": Share::hash(one),
    });
    let table = said.post(&mut ada, "opened", "/api/tables", &body).await["table"].clone();
    let table = table.as_str().unwrap().to_owned();
    let mut first = ada.join(&table).await;
    said.get(&mut bo, "lobby", "/api/lobby").await;
    let mut second = bo.join(&table).await;
    assert_done(&second.sit_with(1, "", two).await);
    first.asked().await;
    assert_done(&first.share(one).await);
    second.asked().await;
    assert_done(&second.share(two).await);
    let mut clients = [first, second];
    for client in &mut clients {
        client.wait(|state| state["started"] == true).await;
    }
    // Whether a complete state is sent at the start depends on timing; these messages always arrive.
    for guest in [&ada, &bo] {
        said.received(&[guest.join(&table).await]);
    }
    let place = mover(&clients);
    clients[place].draft("").await;
    clients[place].draft("no draft at all").await;
    let guests = [ada.clone(), bo.clone()];
    play(&mut clients, &mut Whim(7), |moves, _| moves == 24).await;
    together(&mut clients).await;
    assert_done(&clients[0].order(json!({ "type": "phrase", "phrase": "thanks" })).await);
    clients[1].hear("said").await;
    clients[0].act("no action at all").await;
    for guest in [&ada, &bo] {
        said.received(&[guest.join(&table).await]);
    }
    let place = mover(&clients);
    let action = clients[place].legal()[0].clone();
    let preview = format!("/api/tables/{table}/preview?action=");
    let mut asker = guests[place].clone();
    said.get(&mut asker, "foreseen", &format!("{preview}{}", escaped(&action))).await;
    said.get(&mut asker, "foreseen", &format!("{preview}nothing")).await;
    said.get(&mut asker, "advice", &format!("/api/tables/{table}/advice")).await;
    said.get(&mut asker, "step", &format!("/api/tables/{table}/steps/1")).await;
    said.get(&mut asker, "stored table", &format!("/api/tables/{table}")).await;
    said.get(&mut asker, "my tables", "/api/tables").await;
    assert_done(&clients[0].resign().await);
    clients[1].wait(|state| !state["outcome"].is_null()).await;
    assert_done(&clients[0].rematch(true).await);
    clients[1].wait(|state| !state["rematch"].is_null()).await;
    said.received(&clients);
    said.get(&mut asker, "stored table", &format!("/api/tables/{table}")).await;
    said.get(&mut asker, "my tables", "/api/tables").await;
    let record = said.get(&mut asker, "record", &format!("/api/tables/{table}/record")).await;
    crate::analysis::reviewed(&mut guests[0].clone(), &table).await;
    said.get(&mut asker, "review", &format!("/api/tables/{table}/review")).await;
    let read = said.post(&mut asker, "read play", "/api/records", &record).await;
    let mut study = read["play"].clone();
    study["truth"] = true.into();
    said.post(&mut asker, "studied", "/api/analysis", &study).await;
    study["actions"] = json!([{ "seat": 0, "action": "nothing" }]);
    study["conclusion"] = Value::Null;
    study["eyes"] = 0.into();
    said.post(&mut asker, "studied", "/api/analysis", &study).await;
    study["actions"] = json!([]);
    said.post(&mut asker, "studied draft", "/api/analysis/draft?draft=", &study).await;
    crate::common::soon("the result to count", async {
        let ratings = "/api/ratings/history?game=shinra&seats=2";
        while guests[0].clone().get(ratings).await.json()["steps"].as_array().unwrap().is_empty() {
            tokio::task::yield_now().await;
        }
    })
    .await;
    said.get(&mut asker, "ratings", "/api/ratings?game=shinra&seats=2").await;
    said.get(&mut asker, "rating history", "/api/ratings/history?game=shinra&seats=2").await;
    said.get(&mut asker, "me", "/api/me").await;
    said.get(&mut asker, "export", "/api/me/export").await;
    said.get(&mut asker, "push key", "/api/me/push").await;

    // A match with bots, advice, an offer and a takeback.
    let body = json!({
        "game": "kokyu", "seats": [{ "kind": "me" }, { "kind": "open" }],
        "terms": { "advice": true, "time": { "kind": "decision", "seconds": 600 }},
    });
    let table = ada.post("/api/tables", &body).await.json()["table"].clone();
    let table = table.as_str().unwrap().to_owned();
    let mut clients = [ada.join(&table).await, bo.join(&table).await];
    let arranged =
        json!({ "type": "arrange", "change": { "what": "seat", "seat": 1, "bot": null } });
    assert_done(&clients[0].order(arranged).await);
    assert_done(&clients[1].sit(1, "").await);
    for client in &mut clients {
        client.wait(|state| state["started"] == true).await;
    }
    play(&mut clients, &mut Whim(9), |moves, _| moves == 8).await;
    together(&mut clients).await;
    let place = mover(&clients);
    let advice = format!("/api/tables/{table}/advice");
    said.get([&mut ada, &mut bo][place], "advice", &advice).await;
    let decided = 1 - place;
    assert_done(&clients[decided].talk("abandon").await);
    clients[place].wait(|state| !state["offer"].is_null()).await;
    assert_done(&clients[place].talk("decline").await);
    clients[decided].wait(|state| state["offer"].is_null()).await;
    assert_done(&clients[0].order(json!({ "type": "leave", "gives_up": false })).await);
    clients[1].wait(|state| state["seats"][0]["deserted"] == true).await;
    said.received(&clients);
    let quick = json!({ "game": "hostile", "name": "Ada" });
    said.post(&mut ada, "quick", "/api/quickstart", &quick).await;
    let list = json!({ "command": "table list", "arguments": {}, "actor": "Tester" });
    let answer = server.handle.administer(taken(&list)).await.expect("the operator may list");
    said.add("admin", &serde_json::to_value(answer).unwrap());
    server.stop().await;
    compare(&frozen("answers.txt"), &said.shapes.text());
}
