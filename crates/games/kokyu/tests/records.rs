//! Records: what holds replays, and what does not is refused at the step that is wrong.

#![allow(clippy::disallowed_methods, reason = "tests may read files")]

use kokyu::Kokyu;
use serde_json::{Value, json};
use table::{Dice, Play, Record, ReplayError, Seat, Table, Turn};

/// A whole play, by random actions.
fn played(seed: u64) -> Play<Kokyu> {
    let mut play = Play::<Kokyu>::new(2, &json!({"kohiGoal": 2}), None, seed).unwrap();
    let mut dice = Dice::from_seed(seed);
    while let Turn::Awaiting(awaited) = play.turn() {
        let seat = awaited.first().unwrap();
        let choice = dice.pick(&play.legal(seat)).action.clone();
        Table::play(&mut play, seat, &choice).unwrap();
    }
    play
}

/// The record of a whole play after a change to its JSON, replayed.
fn replayed(change: impl FnOnce(&mut Value)) -> Result<Play<Kokyu>, ReplayError> {
    let mut json = serde_json::to_value(played(5).record()).unwrap();
    change(&mut json);
    let record = Record::from_json(&json.to_string()).map_err(ReplayError::from)?;
    Play::from_record(&record)
}

fn refusal(change: impl FnOnce(&mut Value)) -> ReplayError {
    replayed(change).expect_err("the record should be refused")
}

#[test]
fn an_untouched_record_replays() {
    let play = replayed(|_| {}).unwrap();
    assert_eq!(play.truth(), played(5).truth());
}

#[test]
fn an_unfinished_record_replays_as_far_as_it_goes() {
    let play = replayed(|record| {
        record["actions"].as_array_mut().unwrap().truncate(10);
        record.as_object_mut().unwrap().remove("outcome");
    })
    .unwrap();
    assert_eq!(play.length(), 10);
    assert!(play.outcome().is_none());
}

#[test]
fn an_altered_action_is_found_where_it_stands() {
    // The first two placements of the other seat's card are exchanged for another card.
    let error = refusal(|record| record["actions"][2]["action"] = "place 4 strong".into());
    assert_eq!(error.step, Some(3), "{error}");
    let error = refusal(|record| record["actions"][2]["action"] = "dance".into());
    assert_eq!(error.step, Some(3), "{error}");
    let free = |record: &Value| {
        let used: Vec<&Value> = (0..3).map(|n| &record["actions"][n]["action"]).collect();
        let open = [2, 4, 5, 6, 7, 8, 9].map(|n| json!(format!("place {n}")));
        open.into_iter().find(|action| !used.contains(&action)).unwrap()
    };
    // Legal, but not what was played.
    let error = refusal(|record| record["actions"][2]["action"] = free(record));
    assert_eq!(error.step, Some(3), "{error}");
}

#[test]
fn another_seat_or_seed_is_found_at_the_first_step_it_changes() {
    let error = refusal(|record| record["actions"][0]["seat"] = 77.into());
    assert_eq!(error.step, Some(1), "{error}");
    let error = refusal(|record| record["seed"] = "6".into());
    assert_eq!(error.step, Some(1), "{error}");
}

#[test]
fn a_record_cut_short_is_not_taken_for_a_finished_one() {
    let error = refusal(|record| {
        record["actions"].as_array_mut().unwrap().pop();
    });
    assert_eq!(error.step, Some(played(5).length() - 1), "{error}");
    let whole = serde_json::to_string(&played(5).record()).unwrap();
    let cut = &whole[..whole.len() / 2];
    let error = Record::from_json(cut).err().unwrap();
    assert!(error.0.en.contains("cut off"), "{error}");
}

#[test]
fn another_outcome_is_refused() {
    let error = refusal(|record| record["outcome"]["scores"] = json!([9, 9]));
    assert_eq!(error.step, Some(played(5).length()), "{error}");
}

#[test]
fn what_cannot_be_set_up_names_no_step() {
    let faults: [(&str, Value, &str); 6] = [
        ("game", json!("chess"), "chess"),
        ("rules_version", json!(99), "version 99"),
        ("seats", json!(3), "not 3"),
        ("options", json!({"kohiGoal": 7}), "kohiGoal"),
        ("components", json!("game = 1"), "components"),
        ("seed", json!("x"), "seed"),
    ];
    for (key, value, named) in faults {
        let error = refusal(|record| record[key] = value);
        assert_eq!(error.step, None, "{key}");
        assert!(error.message.en.contains(named), "{key}: {error}");
        assert!(!error.message.ja.is_empty());
    }
}

#[test]
fn replaced_components_travel_with_the_record() {
    let longer = std::fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/components.toml"))
        .unwrap()
        .replace("squares = 12", "squares = 8")
        .replace("tea = 6", "tea = 4");
    let mut play = Play::<Kokyu>::new(2, &Value::Null, Some(&longer), 1).unwrap();
    let first = play.turn().awaited().first().unwrap();
    Table::play(&mut play, first, "place 9").unwrap();
    let again = Play::<Kokyu>::from_record(&play.record()).unwrap();
    assert_eq!(again.components()["bedroom"]["squares"], 8);
    assert_eq!(again.truth(), play.truth());
}

#[test]
fn undo_stops_at_the_other_seats_action_and_at_the_end() {
    let mut play = Play::<Kokyu>::new(2, &json!({"firstSeat": "blue"}), None, 1).unwrap();
    assert!(!play.can_undo(Seat(0)), "nothing was done");
    Table::play(&mut play, Seat(0), "place 5").unwrap();
    Table::play(&mut play, Seat(1), "place 7").unwrap();
    assert_eq!(play.undo(Seat(0)).unwrap_err().rule.0, "T-5");
    play.undo(Seat(1)).unwrap();
    play.undo(Seat(0)).unwrap();
    assert_eq!(play.length(), 0);
    let mut over = played(5);
    let last = over.taken().last().unwrap().seat;
    assert!(over.undo(last).is_err());
}
