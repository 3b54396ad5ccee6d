//! Storage: reload, conflicts between tabs, failed writes, damaged and newer data.

use serde_json::json;

use crate::device::{Storage, Tab, damage, stored};
use crate::play::against;

/// Lets seat 0 of a table take its first legal action, by client 1.
fn act(tab: &mut Tab, storage: &mut Storage, table: &str, id: &str) -> serde_json::Value {
    let state = tab.state(storage, table, 0);
    let action = &state["legal"][0]["action"];
    let version = &state["version"];
    tab.send(storage, 1, json!({"type": "act", "id": id, "version": version, "action": action}))
}

#[test]
fn a_table_is_as_it_was_after_a_reload() {
    for game in registry::ids() {
        let seats = registry::info(game).expect("it exists").seats.0;
        let (mut tab, mut storage) = (Tab::new(), Storage::default());
        let table = tab.open(&mut storage, game, against("beginner", seats), json!({}));
        tab.connect(&mut storage, &table, 1, "");
        // The tab ends while bots think.
        tab.bots_wait = true;
        act(&mut tab, &mut storage, &table, "a");
        let before = tab.state(&mut storage, &table, 0);
        drop(tab);
        let mut tab = Tab::new();
        tab.bots_wait = true;
        let after = tab.state(&mut storage, &table, 0);
        for field in ["version", "view", "legal", "steps", "awaiting", "options", "seats"] {
            assert_eq!(after[field], before[field], "{game}: {field}");
        }
    }
}

#[test]
fn a_conflict_with_another_tab_is_resolved_from_what_is_stored() {
    let (mut one, mut other, mut storage) = (Tab::new(), Tab::new(), Storage::default());
    let seats = json!([{"kind": "me"}, {"kind": "here", "name": "Ren"}]);
    let table = one.open(&mut storage, "kokyu", seats, json!({}));
    one.connect(&mut storage, &table, 1, "seat=0");
    other.connect(&mut storage, &table, 1, "seat=0");
    let state = one.state(&mut storage, &table, 0);
    let seat = state["awaiting"][0].as_u64().expect("a seat is to move");
    let state = one.state(&mut storage, &table, seat as u8);
    one.connect(&mut storage, &table, 1, &format!("seat={seat}"));
    other.connect(&mut storage, &table, 1, &format!("seat={seat}"));
    let action = |place: usize| {
        let action = &state["legal"][place]["action"];
        json!({"type": "act", "id": format!("m{place}"), "version": 0, "action": action})
    };
    assert_eq!(one.send(&mut storage, 1, action(0))["type"], "done");
    // The other tab knows nothing of it yet; its decision comes too late.
    assert_eq!(other.send(&mut storage, 1, action(1))["type"], "refused");
    assert_eq!(storage.0[&table].1.len(), 1);
    let seen = [&mut one, &mut other].map(|tab| tab.state(&mut storage, &table, seat as u8));
    assert_eq!(seen[0]["view"], seen[1]["view"]);
    // A tab that is notified of a change takes it.
    let mut third = Tab::new();
    third.connect(&mut storage, &table, 1, "");
    let load = stored(&storage, &table);
    third.input(&mut storage, load);
    assert_eq!(third.state(&mut storage, &table, seat as u8)["version"], 1);
}

#[test]
fn a_message_sent_in_two_tabs_takes_effect_once() {
    let (mut one, mut other, mut storage) = (Tab::new(), Tab::new(), Storage::default());
    let seats = json!([{"kind": "me"}, {"kind": "here", "name": "Ren"}]);
    let table = one.open(&mut storage, "kokyu", seats, json!({}));
    let seat = one.state(&mut storage, &table, 0)["awaiting"][0].as_u64().expect("a seat");
    one.connect(&mut storage, &table, 1, &format!("seat={seat}"));
    other.connect(&mut storage, &table, 1, &format!("seat={seat}"));
    let state = one.state(&mut storage, &table, seat as u8);
    let action = &state["legal"][0]["action"];
    let act = json!({"type": "act", "id": "same", "version": 0, "action": action});
    assert_eq!(one.send(&mut storage, 1, act.clone())["type"], "done");
    assert_eq!(other.send(&mut storage, 1, act)["type"], "done");
    assert_eq!(storage.0[&table].1.len(), 1);
}

#[test]
fn a_full_storage_changes_nothing_and_the_table_goes_on_afterwards() {
    let (mut tab, mut storage) = (Tab::new(), Storage::default());
    let table = tab.open(&mut storage, "kokyu", against("novice", 2), json!({}));
    tab.connect(&mut storage, &table, 1, "");
    let before = tab.state(&mut storage, &table, 0);
    tab.storage_full = true;
    assert_eq!(act(&mut tab, &mut storage, &table, "a")["type"], "refused");
    assert_eq!(tab.state(&mut storage, &table, 0)["view"], before["view"]);
    let order = json!({"game": "kokyu", "seats": against("novice", 2)}).to_string();
    assert_eq!(tab.ask(&mut storage, "POST", "/api/tables", &order).0, 500);
    tab.storage_full = false;
    assert_eq!(act(&mut tab, &mut storage, &table, "a")["type"], "done");
}

#[test]
fn damaged_and_newer_tables_are_refused_and_kept() {
    let (mut tab, mut storage) = (Tab::new(), Storage::default());
    let table = tab.open(&mut storage, "kokyu", against("novice", 2), json!({}));
    let good = storage.clone();
    let path = format!("/api/tables/{table}");
    for (data, said) in
        [("{", "damaged"), ("{\"form\":1}", "damaged"), ("{\"form\":99}", "newer version")]
    {
        damage(&mut storage, &table, data);
        let (status, error) = Tab::new().ask(&mut storage, "GET", &path, "");
        assert_eq!(status, 409);
        assert!(error["message"]["en"].as_str().unwrap().contains(said), "{data}: {error}");
        let mut tab = Tab::new();
        tab.connect(&mut storage, &table, 1, "");
        assert_eq!(tab.refused[&1], 409);
    }
    let mut changed = good.clone();
    changed.0.get_mut(&table).unwrap().1.push("{}".to_owned());
    changed.0.get_mut(&table).unwrap().0.versions.version += 1;
    assert_eq!(Tab::new().ask(&mut changed, "GET", &path, "").0, 409);
    let mut storage = good;
    assert_eq!(Tab::new().ask(&mut storage, "GET", &path, "").0, 200);
    assert_eq!(Tab::new().ask(&mut storage, "GET", "/api/tables/local-kokyu-no", "").0, 404);
    // A copy under another id, as an import makes it.
    let (mut row, changes) = storage.0[&table].clone();
    row.table = "local-kokyu-copy".to_owned();
    storage.0.insert(row.table.clone(), (row, changes));
    assert_eq!(Tab::new().ask(&mut storage, "GET", "/api/tables/local-kokyu-copy", "").0, 200);
}
