//! Components in records, and undo. That altered records are rejected is tested for all games
//! (`crates/registry/tests/it/records.rs`).

#![allow(clippy::disallowed_methods, reason = "tests may read files")]

use kokyu::Kokyu;
use serde_json::{Value, json};
use zashiki_core::{DynMatch, GameRng, Match, Seat, Turn};

/// A complete match with random decisions.
fn played(seed: u64) -> Match<Kokyu> {
    let mut play = Match::<Kokyu>::new(2, &json!({"kohiGoal": 2}), None, seed).unwrap();
    let mut rng = GameRng::from_seed(seed);
    while let Turn::Awaiting(awaited) = play.turn() {
        let seat = awaited.first().unwrap();
        let choice = rng.pick(&play.legal(seat)).action.clone();
        DynMatch::play(&mut play, seat, &choice).unwrap();
    }
    play
}

#[test]
fn a_record_contains_its_own_components() {
    let longer = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/components.toml"))
        .unwrap()
        .replace("squares = 12", "squares = 8")
        .replace("tea = 6", "tea = 4");
    let mut play = Match::<Kokyu>::new(2, &Value::Null, Some(&longer), 1).unwrap();
    let first = play.turn().awaited().first().unwrap();
    DynMatch::play(&mut play, first, "place 9").unwrap();
    let again = Match::<Kokyu>::from_record(&play.record()).unwrap();
    assert_eq!(again.components()["bedroom"]["squares"], 8);
    assert_eq!(again.position(), play.position());
}

#[test]
fn undo_stops_at_the_other_seats_action_and_at_the_end() {
    let mut play = Match::<Kokyu>::new(2, &json!({"firstSeat": "seat0"}), None, 1).unwrap();
    assert!(!play.can_undo(Seat(0)), "nothing was done");
    DynMatch::play(&mut play, Seat(0), "place 5").unwrap();
    DynMatch::play(&mut play, Seat(1), "place 7").unwrap();
    assert_eq!(play.undo(Seat(0)).unwrap_err().rule.0, "T-5");
    play.undo(Seat(1)).unwrap();
    play.undo(Seat(0)).unwrap();
    assert_eq!(play.length(), 0);
    let mut over = played(5);
    let last = over.played().last().unwrap().seat;
    assert!(over.undo(last).is_err());
}
