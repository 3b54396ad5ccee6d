//! Tables of a device that are handed over to the server.

use std::time::Duration;

use serde_json::{Value, json};
use server::{Config, Limits, Rate, TimeSource};
use session::config_cache::ConfigCache;
use session::protocol::{Look, Terms, Word};
use session::table::change::{Change, ChangeKind};
use session::table::history::History;
use session::table::seat_clocks::RemainingTime;
use session::table::seed::SeedState;
use session::table::setup::{Sitter, TableSetup};
use session::table::stored::{StoredSetup, write_change};
use zashiki_core::{Bytes32, Seat};

use crate::common::{Guest, Whim, assert_done};
use crate::server::TestServer;

const ME: session::guest::Guest = session::guest::Guest([0; 32]);

/// A table on a device: a person against bots.
struct DeviceTable {
    id: &'static str,
    setup: TableSetup,
    sitters: Vec<Sitter>,
    changes: Vec<Change>,
}

impl DeviceTable {
    fn new(game: &str) -> DeviceTable {
        let info = registry::info(game).unwrap();
        let seats = usize::from(info.seats.0);
        let person =
            Sitter::Person { guest: ME, name: "Ada".into(), look: Look::default(), program: false };
        let mut sitters = vec![Sitter::Bot { bot: "greedy".into() }; seats];
        sitters[0] = person;
        let setup = TableSetup {
            id: "local".into(),
            game: game.into(),
            rules_version: info.rules_version,
            options: info.complete_options(&json!({})).unwrap(),
            components: None,
            deal: SeedState::Yes(42, None),
            created: 1_700_000_000_000,
            rematch_of: None,
            program: None,
            opened_by: Some(ME),
            position: None,
            terms: Terms { listed: true, ..Terms::default() },
            begun_at: 1_700_000_000_000,
            cancelled: false,
            arranged: 0,
            compacted: None,
        };
        DeviceTable { id: "local-game-abcdefghij", setup, sitters, changes: Vec::new() }
    }

    fn replayed(&self) -> History {
        let cache = ConfigCache::default();
        History::replay(&self.setup, &self.sitters, self.changes.clone(), &cache).unwrap()
    }

    fn push(&mut self, seat: Seat, kind: ChangeKind) {
        let number = i64::try_from(self.changes.len()).unwrap() + 1;
        let at = self.setup.begun_at + 60_000 * number;
        let client_id = format!("c{number}");
        self.changes.push(Change { seat, kind, client_id, at, time: Some(at) });
    }

    /// Lets all seats play pseudo-random actions.
    fn play(mut self, decisions: usize) -> DeviceTable {
        let mut whim = Whim(7);
        let mut history = self.replayed();
        for _ in 0..decisions {
            let Some(seat) = history.table().turn().awaited().iter().next() else { break };
            let action = whim.pick(&history.table().legal(seat)).action.clone();
            self.push(seat, ChangeKind::Act(action));
            history.apply(self.changes.last().unwrap().clone()).unwrap();
        }
        self
    }

    fn data(&self) -> String {
        StoredSetup::data(&self.setup, &self.sitters, None)
    }

    fn body(&self) -> Value {
        let changes: Vec<String> = self.changes.iter().map(write_change).collect();
        json!({ "table": self.id, "game": self.setup.game, "data": self.data(), "changes": changes })
    }
}

async fn import(guest: &mut Guest, table: &DeviceTable) -> String {
    let reply = guest.post("/api/tables/import", &table.body()).await;
    assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
    reply.json()["table"].as_str().unwrap().to_owned()
}

#[tokio::test]
async fn a_game_of_a_device_continues_at_the_server() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut tables = Vec::new();
    for game in registry::ids() {
        let mut guest = Guest::new(server.address);
        let device = DeviceTable::new(game).play(9);
        let table = import(&mut guest, &device).await;
        let mut client = guest.join(&table).await;
        let history = device.replayed();
        let state = &client.state;
        assert_eq!(state["started"], true, "{game}");
        assert_eq!(client.steps.len(), history.steps(), "{game}");
        assert_eq!(state["terms"]["rated"], false);
        assert_eq!(state["terms"]["listed"], false, "only people with its link find the table");
        assert_eq!(state["seats"][0]["name"], "Ada", "{}", state["seats"]);
        // The person and the server's bots play on.
        let decided = client.version();
        let mut whim = Whim(3);
        while client.version() < decided + 6 && !client.over() {
            client.wait(|state| !state["outcome"].is_null() || state["legal"] != json!([])).await;
            if client.over() {
                break;
            }
            let action = whim.pick(&client.legal()).clone();
            assert_done(&client.act(&action).await);
        }
        tables.push((guest, table, client.version(), client.steps.len()));
    }
    server.stop().await;

    // Everything is stored.
    let server = TestServer::start(data.path()).await;
    for (guest, table, version, steps) in tables {
        let guest = Guest { address: server.address, ..guest };
        let client = guest.join(&table).await;
        assert!(client.version() >= version && client.steps.len() >= steps);
    }
    server.stop().await;
}

#[tokio::test]
async fn a_repeated_request_finds_the_first_table() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    let device = DeviceTable::new(registry::ids()[0]).play(4);
    let table = import(&mut guest, &device).await;
    let again = guest.post("/api/tables/import", &device.body()).await;
    assert_eq!((again.status, &again.json()["table"]), (200, &json!(table)));
    server.stop().await;

    let server = TestServer::start(data.path()).await;
    guest.address = server.address;
    let again = guest.post("/api/tables/import", &device.body()).await;
    assert_eq!((again.status, &again.json()["table"]), (200, &json!(table)), "after a restart");
    // The device's game has continued meanwhile: the device must keep it.
    let later = DeviceTable::new(registry::ids()[0]).play(5);
    let refused = guest.post("/api/tables/import", &later.body()).await;
    assert_eq!(refused.status, 409);
    assert!(refused.problem().contains(&table));
    assert_eq!(guest.get("/api/tables").await.json()["tables"].as_array().unwrap().len(), 1);
    // Another person's table of the same name is another table.
    let other = import(&mut Guest::new(server.address), &device).await;
    assert_ne!(other, table);
    server.stop().await;
}

#[tokio::test]
async fn a_finished_game_keeps_its_result_and_can_be_reviewed() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    let device = DeviceTable::new(registry::ids()[0]).play(10_000);
    assert!(device.replayed().over());
    let table = import(&mut guest, &device).await;
    let card = guest.get("/api/tables").await.json()["tables"][0].clone();
    assert_eq!((&card["table"], &card["over"]), (&json!(table), &json!(true)));
    let record = guest.get(&format!("/api/tables/{table}/record")).await;
    assert_eq!(record.status, 200);
    let record = record.json();
    assert_eq!(record["actions"].as_array().unwrap().len(), device.changes.len());
    assert!(record.get("deal").is_none(), "nobody can check the origin of the seed");
    assert_eq!(guest.get(&format!("/api/tables/{table}/review")).await.status, 200);
    let log = guest.get(&format!("/api/tables/{table}")).await.json();
    assert_eq!(log["log"].as_array().unwrap().len(), device.changes.len() + 1);
    server.stop().await;
}

#[tokio::test]
async fn takebacks_and_offers_are_part_of_the_game() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    let mut device = DeviceTable::new(registry::ids()[0]).play(6);
    device.push(Seat(0), ChangeKind::Undo);
    device.push(Seat(0), ChangeKind::Leave);
    device.push(Seat(0), ChangeKind::Return);
    let steps = device.replayed().steps();
    let table = import(&mut guest, &device).await;
    let client = guest.join(&table).await;
    assert_eq!(client.steps.len(), steps);
    server.stop().await;
}

#[tokio::test]
async fn damaged_foreign_and_illegal_tables_are_refused_and_nothing_is_stored() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    let game = registry::ids()[0];
    let whole = || DeviceTable::new(game).play(6);
    let next = |history: &History| history.table().turn().awaited().iter().next().unwrap();

    let mut refused: Vec<(&str, u16, Value)> = Vec::new();
    let mut add = |what, status, table: &DeviceTable| refused.push((what, status, table.body()));
    let mut table = whole();
    table.push(Seat(0), ChangeKind::Act("nonsense".into()));
    add("an unknown action", 400, &table);
    let mut table = whole();
    let history = table.replayed();
    let seat = next(&history);
    let other = Seat::all(history.table().seats()).find(|other| *other != seat).unwrap();
    let action = history.table().legal(seat)[0].action.clone();
    table.push(other, ChangeKind::Act(action.clone()));
    add("an action out of turn", 400, &table);
    let mut table = whole();
    table.push(Seat(200), ChangeKind::Leave);
    add("a seat that does not exist", 400, &table);
    let mut table = whole();
    table.push(seat, ChangeKind::Act(action.clone()));
    table.changes[6].client_id = table.changes[5].client_id.clone();
    table.changes[6].seat = table.changes[5].seat;
    add("an id used twice", 400, &table);
    let mut table = whole();
    table.push(seat, ChangeKind::Act(action.clone()));
    table.changes[6].client_id = "x".repeat(65);
    add("a long id", 400, &table);
    for kind in [
        ChangeKind::Close,
        ChangeKind::Forfeit,
        ChangeKind::Late,
        ChangeKind::Return,
        ChangeKind::Expire(action),
        ChangeKind::Talk(Word::Accept),
    ] {
        let mut table = whole();
        table.push(seat, kind);
        add("a change that cannot happen", 400, &table);
    }
    let mut table = whole();
    table.changes.remove(0);
    add("a missing change", 400, &table);
    let mut table = whole();
    table.setup.deal = SeedState::Not(Bytes32([0; 32]));
    table.changes.clear();
    add("a table that has not started", 409, &table);
    let mut table = whole();
    table.setup.rules_version = 999;
    add("newer rules", 409, &table);
    let mut table = whole();
    table.sitters[1] = Sitter::Bot { bot: "Stockfish".into() };
    add("an unknown bot", 400, &table);
    let mut table = whole();
    table.sitters[0] = Sitter::Bot { bot: "greedy".into() };
    add("nobody", 400, &table);
    let mut table = whole();
    table.sitters[1] = Sitter::Nobody;
    add("an open seat", 409, &table);
    let mut table = whole();
    table.sitters = vec![table.sitters[0].clone(); 9];
    add("too many seats", 400, &table);
    let mut table = whole();
    table.setup.options = json!({ "cheat": true });
    add("unknown options", 400, &table);
    let mut table = whole();
    table.setup.components = Some("game = \"no such game\"".into());
    add("foreign components", 400, &table);
    let with = |field: &str, value: Value| {
        let mut body = whole().body();
        body[field] = value;
        body
    };
    let newer = whole().data().replacen("\"form\":1", "\"form\":999", 1);
    refused.extend([
        ("damaged data", 400, with("data", json!("{"))),
        ("data of a newer program", 400, with("data", json!(newer))),
        ("a damaged change", 400, with("changes", json!(["{}"]))),
        (
            "an unknown kind",
            400,
            with("changes", json!([r#"{"seat":0,"kind":"win","id":"1","at":1,"time":1}"#])),
        ),
        ("an unknown game", 400, with("game", json!("chess"))),
        ("an unknown field", 400, with("rated", json!(true))),
        ("too many changes", 400, with("changes", json!(vec!["{}"; 2001]))),
    ]);
    for (what, status, body) in refused {
        let reply = guest.post("/api/tables/import", &body).await;
        assert_eq!(reply.status, status, "{what}: {}", String::from_utf8_lossy(&reply.body));
        reply.problem();
    }
    let large = with("data", json!("x".repeat(1024 * 1024)));
    assert_eq!(guest.post("/api/tables/import", &large).await.status, 413);
    assert_eq!(guest.get("/api/tables").await.json()["tables"], json!([]));
    server.stop().await;
}

#[tokio::test]
async fn tables_of_devices_count_like_opened_ones() {
    let data = tempfile::tempdir().unwrap();
    let (clock, hand) = TimeSource::manual();
    let every = Duration::from_secs(60);
    let openings_per_address = Rate { at_once: 1, every };
    let mut config = Config::new(data.path());
    config.limits = Limits { openings_per_address, ..Limits::default() };
    (config.clock, config.trust_proxy) = (clock, true);
    let server = TestServer::start_with(config).await;
    let mut guest = Guest { from: Some("192.0.2.1"), ..Guest::new(server.address) };
    let device = DeviceTable::new(registry::ids()[0]).play(2);
    import(&mut guest, &device).await;
    let second = DeviceTable { id: "local-game-0123456789", ..device };
    let reply = guest.post("/api/tables/import", &second.body()).await;
    assert_eq!(reply.status, 429);
    reply.problem();
    hand.advance(every);
    import(&mut guest, &second).await;
    server.stop().await;
}

#[tokio::test]
async fn clocks_continue_from_where_they_were() {
    let data = tempfile::tempdir().unwrap();
    let (clock, _hand) = TimeSource::manual();
    let mut config = Config::new(data.path());
    config.clock = clock;
    let server = TestServer::start_with(config).await;
    let mut guest = Guest::new(server.address);
    let mut device = DeviceTable::new(registry::ids()[0]);
    let time = json!({ "kind": "total", "seconds": 3600, "increment": 0 });
    device.setup.terms.time = Some(serde_json::from_value(time).unwrap());
    // Each decision takes a minute.
    let device = device.play(4);
    let left = device.replayed().clocks().left(device.changes.last().unwrap().time.unwrap());
    let table = import(&mut guest, &device).await;
    let client = guest.join(&table).await;
    let clock = |left: &RemainingTime| (json!(left.seat), json!(left.left));
    let expected: Vec<_> = left.iter().map(clock).collect();
    let clocks = client.state["clocks"].as_array().unwrap();
    let clocks: Vec<_> =
        clocks.iter().map(|clock| (clock["seat"].clone(), clock["left_ms"].clone())).collect();
    assert_eq!(clocks, expected);
    assert!(left.iter().any(|clock| clock.left < 3_600_000), "time has passed on the device");
    server.stop().await;
}
