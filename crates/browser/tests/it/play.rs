//! Whole games, clients, take-back, advice and reviews.

use serde_json::{Value, json};

use crate::device::{Storage, Tab};

/// Seats for one person and bots of this level.
pub fn against(bot: &str, seats: u8) -> Value {
    let bots = (1..seats).map(|_| json!({"kind": "bot", "bot": bot}));
    Value::Array([json!({"kind": "me"})].into_iter().chain(bots).collect())
}

/// Plays the first legal action of seat 0 as long as it is to move. Returns the number of its decisions.
pub fn play_on(tab: &mut Tab, storage: &mut Storage, table: &str, most: usize) -> usize {
    for made in 0..most {
        let state = tab.state(storage, table, 0);
        let Some(legal) = state["legal"].as_array().filter(|legal| !legal.is_empty()) else {
            return made;
        };
        // Not always the first: some games could last very long.
        let action = &legal[made * 7 % legal.len()]["action"];
        let act = json!({
            "type": "act", "id": format!("a{made}"), "version": state["version"], "action": action,
        });
        let answer = tab.send(storage, 1, act);
        assert_eq!(answer["type"], "done", "{answer}");
    }
    most
}

#[test]
fn every_game_is_played_to_its_end() {
    for game in registry::ids() {
        let seats = registry::info(game).expect("it exists").seats.0;
        let (mut tab, mut storage) = (Tab::new(), Storage::default());
        let table = tab.open(&mut storage, game, against("novice", seats), json!({"advice": true}));
        assert!(table.starts_with(&format!("local-{game}-")), "{table}");
        tab.connect(&mut storage, &table, 1, "seen=0&lang=en");
        play_on(&mut tab, &mut storage, &table, 2000);
        let state = tab.state(&mut storage, &table, 0);
        assert!(!state["outcome"].is_null(), "{game} has not ended");
        let (status, record) =
            tab.ask(&mut storage, "GET", &format!("/api/tables/{table}/record"), "");
        assert_eq!(status, 200);
        let record = zashiki_core::Record::from_json(&record.to_string()).expect("it is a record");
        assert_eq!(registry::replay(&record).expect("it replays").record().actions, record.actions);
        let card = &storage.0[&table].0.card;
        assert!(card.as_ref().is_some_and(|card| card.over && card.names[0].en == "Aki"));
    }
}

#[test]
fn a_review_is_computed_once_and_shows_its_progress() {
    let (mut tab, mut storage) = (Tab::new(), Storage::default());
    let table = tab.open(&mut storage, "kokyu", against("novice", 2), json!({}));
    tab.connect(&mut storage, &table, 1, "");
    let path = format!("/api/tables/{table}/review");
    assert_eq!(tab.ask(&mut storage, "GET", &path, "").0, 409, "the game is not over");
    play_on(&mut tab, &mut storage, &table, 2000);
    tab.bots_wait = true;
    let first = tab.ask(&mut storage, "GET", &path, "").1;
    assert_eq!(first, json!({"done": 0, "of": 0, "review": null}));
    let (job, request) = tab.jobs.pop().expect("a job was given");
    tab.input(&mut storage, json!({"type": "progress", "job": job, "done": 2, "of": 9}));
    assert_eq!(tab.ask(&mut storage, "GET", &path, "").1["done"], 2);
    assert!(tab.jobs.is_empty(), "it is computed once");
    // Less than the game's own budget, which takes a debug build minutes.
    let mut request: Value = serde_json::from_str(&request).expect("a job is JSON");
    request["task"]["review"]["spec"] = json!("ismcts:sims=5");
    let thought = tab.think(job, &request.to_string());
    tab.input(&mut storage, thought);
    let review = tab.ask(&mut storage, "GET", &path, "").1;
    assert_eq!((&review["done"], &review["review"]["game"]), (&json!(9), &json!("kokyu")));
}

#[test]
fn advice_is_given_only_at_a_table_that_allows_it() {
    let (mut tab, mut storage) = (Tab::new(), Storage::default());
    tab.bots_wait = true;
    for allowed in [true, false] {
        let terms = json!({"advice": allowed});
        let seats = json!([{"kind": "me"}, {"kind": "here", "name": "Ren"}]);
        let table = tab.open(&mut storage, "kokyu", seats, terms);
        let seat = tab.state(&mut storage, &table, 0)["awaiting"][0].clone();
        let path = format!("/api/tables/{table}/advice?seat={seat}");
        let request =
            json!({"type": "request", "id": 9, "method": "GET", "path": path, "body": ""});
        tab.input(&mut storage, request);
        if !allowed {
            let refused = &tab.replies.remove(&9).expect("it is answered").1["refused"];
            assert!(!refused.is_null() && tab.jobs.is_empty());
            continue;
        }
        assert!(tab.replies.is_empty(), "it is answered when a bot has thought");
        let (job, request) = tab.jobs.pop().expect("a bot advises");
        let mut request: Value = serde_json::from_str(&request).expect("a job is JSON");
        request["task"]["advice"]["spec"] = json!("ismcts:sims=20");
        let thought = tab.think(job, &request.to_string());
        tab.input(&mut storage, thought);
        let (status, advised) = tab.replies.remove(&9).expect("it is answered");
        assert_eq!((status, &advised["advice"]["seat"]), (200, &seat), "{advised}");
    }
}

#[test]
fn two_clients_see_a_change_and_each_only_its_own_hand() {
    let (mut tab, mut storage) = (Tab::new(), Storage::default());
    let seats = json!([{"kind": "me"}, {"kind": "here", "name": "Ren"}]);
    let table = tab.open(&mut storage, "sengoku", seats, json!({}));
    tab.connect(&mut storage, &table, 1, "seat=0");
    tab.connect(&mut storage, &table, 2, "seat=1");
    let states = [0, 1].map(|seat| tab.state(&mut storage, &table, seat));
    assert_ne!(states[0]["view"], states[1]["view"]);
    let mover = if states[0]["legal"].as_array().unwrap().is_empty() { 1 } else { 0 };
    let action = &states[mover]["legal"][0]["action"];
    tab.received.clear();
    let act = json!({"type": "act", "id": "x", "version": 0, "action": action});
    let answer = tab.send(&mut storage, mover as u32 + 1, act.clone());
    assert_eq!(answer["type"], "done");
    for client in [1, 2] {
        let changed = &tab.received[&client][0];
        assert_eq!((&changed["type"], &changed["version"]), (&json!("changed"), &json!(1)));
    }
    // The same message again changes nothing.
    assert_eq!(tab.send(&mut storage, mover as u32 + 1, act)["type"], "done");
    assert_eq!(storage.0[&table].1.len(), 1);
}

#[test]
fn a_decision_against_bots_is_taken_back() {
    let (mut tab, mut storage) = (Tab::new(), Storage::default());
    let table = tab.open(&mut storage, "kokyu", against("beginner", 2), json!({}));
    tab.connect(&mut storage, &table, 1, "");
    let before = tab.state(&mut storage, &table, 0);
    play_on(&mut tab, &mut storage, &table, 1);
    let after = tab.state(&mut storage, &table, 0);
    assert_eq!(after["can_undo"], true);
    let undo = json!({"type": "undo", "id": "u", "version": after["version"]});
    assert_eq!(tab.send(&mut storage, 1, undo)["type"], "done");
    assert_eq!(tab.state(&mut storage, &table, 0)["view"], before["view"]);
}

#[test]
fn a_bot_whose_worker_fails_plays_some_legal_action() {
    let (mut tab, mut storage) = (Tab::new(), Storage::default());
    tab.bots_fail = true;
    let table = tab.open(&mut storage, "kokyu", against("master", 2), json!({}));
    tab.connect(&mut storage, &table, 1, "");
    assert!(play_on(&mut tab, &mut storage, &table, 3) == 3);
    assert!(storage.0[&table].1.len() >= 5);
}

#[test]
fn a_seat_without_time_is_played_for_by_the_clock() {
    let (mut tab, mut storage) = (Tab::new(), Storage::default());
    let terms = json!({"time": {"kind": "decision", "seconds": 30}});
    let table = tab.open(&mut storage, "kokyu", against("novice", 2), terms);
    tab.connect(&mut storage, &table, 1, "");
    let before = tab.state(&mut storage, &table, 0)["version"].clone();
    tab.now = tab.wake.expect("a clock runs");
    tab.input(&mut storage, json!({"type": "time"}));
    assert_ne!(tab.state(&mut storage, &table, 0)["version"], before);
}

#[test]
fn what_needs_a_server_says_so() {
    let (mut tab, mut storage) = (Tab::new(), Storage::default());
    for (seats, terms) in [
        (json!([{"kind": "me"}, {"kind": "open"}]), json!({})),
        (against("novice", 2), json!({"rated": true, "time": {"kind": "decision", "seconds": 60}})),
    ] {
        let order = json!({"game": "kokyu", "seats": seats, "terms": terms}).to_string();
        let (status, error) = tab.ask(&mut storage, "POST", "/api/tables", &order);
        assert_eq!(status, 501);
        assert!(error["message"]["en"].as_str().unwrap().contains("server"), "{error}");
    }
    assert_eq!(tab.ask(&mut storage, "GET", "/api/ratings", "").0, 501);
    assert!(storage.0.is_empty());
}

#[test]
fn a_rematch_is_a_new_table_of_the_same_people() {
    let (mut tab, mut storage) = (Tab::new(), Storage::default());
    let table = tab.open(&mut storage, "kokyu", against("novice", 2), json!({}));
    tab.connect(&mut storage, &table, 1, "");
    play_on(&mut tab, &mut storage, &table, 2000);
    let rematch = json!({"type": "rematch", "id": "r", "comes": true});
    assert_eq!(tab.send(&mut storage, 1, rematch)["type"], "done");
    let other = storage.0.keys().find(|id| **id != table).expect("it is stored").clone();
    assert!(other.starts_with("local-kokyu-"));
    // It is known after a reload as well.
    let state = Tab::new().state(&mut storage, &table, 0);
    assert_eq!(state["rematch"]["table"], json!(other));
}
