//! Matches of every game that start from a position.

use serde_json::Value;
use zashiki_core::{DynMatch, GameRng, MatchStart, Record, Seat, Viewer};

/// A match of a game after some random decisions.
fn begun(id: &str, decisions: usize) -> Box<dyn DynMatch> {
    let seats = registry::info(id).expect("a listed game is there").seats.1;
    let beginning = MatchStart::dealt(seats.into(), 4);
    let mut play = registry::start(id, &beginning).expect("the default options are possible");
    advance(play.as_mut(), decisions);
    play
}

fn advance(play: &mut dyn DynMatch, decisions: usize) {
    let mut rng = GameRng::from_seed(8);
    for _ in 0..decisions {
        let Some(seat) = play.turn().awaited().first() else { return };
        let choice = rng.pick(&play.legal(seat)).action.clone();
        play.play(seat, &choice).expect("a listed action is legal");
    }
}

fn from(id: &str, position: Value, seed: u64) -> Box<dyn DynMatch> {
    let seats = registry::info(id).expect("a listed game is there").seats.1.into();
    let position = Some(position);
    let beginning = MatchStart { position, ..MatchStart::dealt(seats, seed) };
    registry::start(id, &beginning).unwrap_or_else(|no| panic!("{id}: {no}"))
}

#[test]
fn a_play_goes_on_from_a_position_as_from_the_moment_it_shows() {
    for id in registry::ids() {
        let mut dealt = begun(id, 12);
        let mut placed = from(id, dealt.position(), 99);
        assert_eq!(placed.length(), 0, "{id}");
        advance(dealt.as_mut(), 10);
        advance(placed.as_mut(), 10);
        assert_eq!(placed.position(), dealt.position(), "{id}");
        for viewer in Viewer::all(dealt.seats()) {
            assert_eq!(placed.view(viewer), dealt.view(viewer), "{id}");
            let opening = placed.frames(0, viewer).expect("there is an opening");
            assert!(opening.told.is_empty(), "{id}: nothing was dealt");
        }
    }
}

#[test]
fn its_record_replays_and_one_with_another_position_does_not() {
    for id in registry::ids() {
        let mut play = from(id, begun(id, 12).position(), 99);
        advance(play.as_mut(), 10);
        let text = serde_json::to_string(&play.record()).expect("a record is plain data");
        let mut record = Record::from_json(&text).expect("a record can be read");
        let again = registry::replay(&record).unwrap_or_else(|no| panic!("{id}: {no}"));
        assert_eq!(again.position(), play.position(), "{id}");
        record.position = Some(begun(id, 11).position());
        assert!(registry::replay(&record).is_err(), "{id}");
    }
}

#[test]
fn dice_are_stated_where_they_are_thrown_and_else_those_of_the_seed() {
    for id in registry::ids() {
        let play = begun(id, 12);
        let mut position = play.position();
        let stated = position.as_object_mut().expect("a position is an object").remove("dice");
        assert_eq!(stated.is_some(), play.info().chance, "{id}");
        if stated.is_none() {
            continue;
        }
        let rng = |seed| from(id, position.clone(), seed).position()["dice"]["seed"].clone();
        assert_eq!((rng(1), rng(2)), ("1".into(), "2".into()), "{id}");
    }
}

#[test]
fn an_impossible_position_is_refused_in_both_languages() {
    for id in registry::ids() {
        let seats = registry::info(id).expect("a listed game is there").seats.0.into();
        for position in [Value::Null, "nonsense".into(), serde_json::json!({"nonsense": 1})] {
            let position = Some(position);
            let beginning = MatchStart { position, ..MatchStart::dealt(seats, 1) };
            let no = registry::start(id, &beginning).err().expect("it is refused");
            assert!(no.text().en.contains(id) && no.text().ja.contains(id), "{id}: {no}");
        }
    }
}

#[test]
fn what_was_done_before_a_position_cannot_be_taken_back() {
    for id in registry::ids() {
        let play = from(id, begun(id, 12).position(), 1);
        assert!((0..play.seats()).all(|seat| !play.can_undo(Seat(seat))), "{id}");
    }
}
