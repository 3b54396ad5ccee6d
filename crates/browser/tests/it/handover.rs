//! Tables of a device, as a server reads them to continue them.

use serde_json::json;
use session::config_cache::ConfigCache;
use session::guest::Guest;
use session::protocol::{ImportTable, Look};
use session::table::history::History;
use session::table::setup::Sitter;
use session::{Arrival, Host, ImportedTable, Now};
use zashiki_core::{GameInfo, InputError};

use crate::device::{Storage, Tab};
use crate::play::{against, play_on};

/// A server, whose service time is shorter than the game.
struct Server;

impl Host for Server {
    fn now(&self) -> Now {
        Now { day: 1_800_000_000_000, service: 1_000, ..Now::default() }
    }

    fn random(&self) -> [u8; 32] {
        [0; 32]
    }

    fn check_bot(&self, _: &GameInfo, _: &str) -> Result<(), InputError> {
        Ok(())
    }

    fn clean_name(&self, name: &str, _: &[String]) -> String {
        name.to_owned()
    }
}

/// The table that a server makes of a stored one.
fn handed_over(storage: &Storage, table: &str) -> ImportedTable {
    let (row, changes) = &storage.0[table];
    let order = json!({
        "table": table, "game": row.game, "data": row.data, "changes": changes,
    });
    let order: ImportTable = serde_json::from_value(order).expect("it is an order");
    let guest = Guest([9; 32]);
    let opener = Arrival { guest, name: String::new(), look: Look::default(), program: false };
    ImportedTable::read(&order, "there", &opener, &ConfigCache::default(), &Server)
        .unwrap_or_else(|error| panic!("{table}: {}", error.message.en))
}

#[test]
fn a_server_continues_the_same_match() {
    for game in registry::ids() {
        let seats = registry::info(game).expect("it exists").seats.0;
        let (mut tab, mut storage) = (Tab::new(), Storage::default());
        let table = tab.open(&mut storage, game, against("novice", seats), json!({}));
        tab.connect(&mut storage, &table, 1, "seen=0&lang=en");
        play_on(&mut tab, &mut storage, &table, 5);
        let version = tab.state(&mut storage, &table, 0)["version"].clone();
        let undo = json!({"type": "undo", "id": "u", "version": version});
        assert_eq!(tab.send(&mut storage, 1, undo)["type"], "done");
        tab.now += 60_000;
        let here = tab.state(&mut storage, &table, 0);

        let ImportedTable { table: there, changes, record } = handed_over(&storage, &table);
        assert_eq!(json!(changes.len()), here["version"]);
        assert!(record.is_none());
        let person = |sitter: &Sitter| match sitter {
            Sitter::Person { guest, name, .. } => Some((*guest, name.clone())),
            _ => None,
        };
        let people: Vec<_> = there.sitters.iter().filter_map(person).collect();
        assert_eq!(people, [(Guest([9; 32]), "Aki".to_owned())]);
        let changes = changes.into_iter().map(|(change, _)| change).collect();
        let cache = ConfigCache::default();
        let history = History::replay(&there.setup, &there.sitters, changes, &cache)
            .unwrap_or_else(|error| panic!("{game}: {}", error.message.en));
        let view = history.table().view(zashiki_core::Viewer::Seat(zashiki_core::Seat(0)));
        assert_eq!(serde_json::to_value(view).expect("a view is data"), here["view"], "{game}");
    }
}

#[test]
fn a_finished_game_is_handed_over_with_its_record() {
    let (mut tab, mut storage) = (Tab::new(), Storage::default());
    let table = tab.open(&mut storage, "kokyu", against("novice", 2), json!({}));
    tab.connect(&mut storage, &table, 1, "");
    play_on(&mut tab, &mut storage, &table, 2000);
    let (_, here) = tab.ask(&mut storage, "GET", &format!("/api/tables/{table}/record"), "");
    let record = handed_over(&storage, &table).record.expect("the match has ended");
    let there: serde_json::Value = serde_json::from_str(&record).expect("a record is JSON");
    assert_eq!(there["actions"], here["actions"]);
    assert_eq!(there["seed"], here["seed"]);
    assert!(there.get("deal").is_none());
}

#[test]
fn a_game_in_which_a_bot_has_resigned_is_handed_over() {
    let (mut tab, mut storage) = (Tab::new(), Storage::default());
    let table = tab.open(&mut storage, "shinra", against("novice", 2), json!({}));
    tab.bots_wait = true;
    tab.connect(&mut storage, &table, 1, "");
    let (job, _) = tab.jobs.last().expect("the bot sets up its pieces, too").clone();
    let resigns = json!({"type": "thought", "job": job, "result": "\"resign\""});
    tab.input(&mut storage, resigns);
    assert_ne!(tab.state(&mut storage, &table, 0)["outcome"], json!(null));
    assert!(handed_over(&storage, &table).record.is_some());
}
