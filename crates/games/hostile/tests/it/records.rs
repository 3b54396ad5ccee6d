//! Tests of undo, and of components files in match records. The tests that altered records are
//! rejected are shared by all games (`crates/registry/tests/it/records.rs`).

use hostile::Hostile;
use serde_json::{Value, json};
use zashiki_core::{DynMatch, GameRng, Match, Seat, Turn};

/// A whole match, played with random actions.
fn played(seed: u64) -> Match<Hostile> {
    let mut play = Match::<Hostile>::new(3, &json!({"firstSeat": "seat1"}), None, seed).unwrap();
    let mut rng = GameRng::from_seed(seed);
    while let Turn::Awaiting(awaited) = play.turn() {
        let seat = awaited.first().unwrap();
        let choice = rng.pick(&play.legal(seat)).action.clone();
        DynMatch::play(&mut play, seat, &choice).unwrap();
    }
    play
}

#[test]
fn replaced_components_travel_with_the_record() {
    let file = include_str!("../../components.toml");
    let changed = file.replace("points = 2", "points = 3");
    assert_ne!(changed, file);
    let mut play = Match::<Hostile>::new(2, &Value::Null, Some(&changed), 1).unwrap();
    let first = play.turn().awaited().first().unwrap();
    let choice = play.legal(first)[0].action.clone();
    DynMatch::play(&mut play, first, &choice).unwrap();
    let again = Match::<Hostile>::from_record(&play.record()).unwrap();
    assert_eq!(again.components()["turn"]["points"], 3);
    assert_eq!(again.position(), play.position());
}

#[test]
fn undo_stops_at_another_seats_action_at_what_was_revealed_and_at_the_end() {
    let mut play = Match::<Hostile>::new(2, &json!({"firstSeat": "seat0"}), None, 1).unwrap();
    assert!(!play.can_undo(Seat(0)), "nothing was done");
    let mut act = |seat: u8, action: &str| {
        DynMatch::play(&mut play, Seat(seat), action).unwrap_or_else(|no| panic!("{action}: {no}"));
        play.can_undo(Seat(seat))
    };
    let first = act(0, "skill king");
    let second = act(1, "skill quick");
    assert!(first && second);
    assert!(!play.can_undo(Seat(0)), "the other seat has acted");
    // Seat 1 has drafted a skill and may undo it, then drafts its two tiles.
    play.undo(Seat(1)).unwrap();
    assert_eq!(play.length(), 1);
    // The rest of the round, by the first listed way to keep a tile or to end. Tiles revealed by
    // the next round cannot be undone.
    let mut ended_round = false;
    while !ended_round {
        let seat = play.turn().awaited().first().unwrap();
        let legal = play.legal(seat);
        let choice = legal.iter().find(|c| c.action == "end").unwrap_or(&legal[0]).action.clone();
        DynMatch::play(&mut play, seat, &choice).unwrap();
        ended_round = play.view(zashiki_core::Viewer::Spectator).value()["round"] == 2;
        assert_eq!(play.can_undo(seat), !ended_round, "{choice}");
    }
    let mut over = played(5);
    let last = over.played().last().unwrap().seat;
    assert!(over.undo(last).is_err());
}
