//! Records: what holds replays, and what does not is refused at the step that is wrong.

use hostile::Hostile;
use serde_json::{Value, json};
use table::{Dice, Play, Record, ReplayError, Seat, Table, Turn};

/// A whole play, by random actions.
fn played(seed: u64) -> Play<Hostile> {
    let mut play = Play::<Hostile>::new(3, &json!({"firstSeat": "seat1"}), None, seed).unwrap();
    let mut dice = Dice::from_seed(seed);
    while let Turn::Awaiting(awaited) = play.turn() {
        let seat = awaited.first().unwrap();
        let choice = dice.pick(&play.legal(seat)).action.clone();
        Table::play(&mut play, seat, &choice).unwrap();
    }
    play
}

/// The record of a whole play after a change to its JSON, replayed.
fn replayed(change: impl FnOnce(&mut Value)) -> Result<Play<Hostile>, ReplayError> {
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
    assert!(play.outcome().is_some());
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
    // The third seat to draft takes what the first has taken, or dances.
    let error = refusal(|record| {
        let first = record["actions"][0]["action"].clone();
        record["actions"][2]["action"] = first;
    });
    assert_eq!(error.step, Some(3), "{error}");
    let error = refusal(|record| record["actions"][2]["action"] = "dance".into());
    assert_eq!(error.step, Some(3), "{error}");
    // Legal, but not what was played.
    let error = refusal(|record| {
        let skills = ["crash", "rotate", "recall", "king", "steal", "ghost", "quick"];
        let taken: Vec<Value> = (0..3).map(|n| record["actions"][n]["action"].clone()).collect();
        let opening = Play::<Hostile>::new(3, &json!({"firstSeat": "seat1"}), None, 5).unwrap();
        let legal = opening.legal(Seat(1));
        let other = skills
            .iter()
            .map(|skill| format!("skill {skill}"))
            .find(|action| {
                legal.iter().any(|choice| choice.action == *action)
                    && !taken.contains(&json!(action))
            })
            .unwrap();
        record["actions"][2]["action"] = other.into();
    });
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
}

#[test]
fn another_outcome_is_refused() {
    let error = refusal(|record| record["outcome"]["scores"] = json!([9, 9, 9]));
    assert_eq!(error.step, Some(played(5).length()), "{error}");
}

#[test]
fn what_cannot_be_set_up_names_no_step() {
    let faults: [(&str, Value, &str); 6] = [
        ("game", json!("chess"), "chess"),
        ("rules_version", json!(99), "version 99"),
        ("seats", json!(5), "not 5"),
        ("options", json!({"teams": "diagonal"}), "teams"),
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
    let file = include_str!("../components.toml");
    let changed = file.replace("points = 2", "points = 3");
    assert_ne!(changed, file);
    let mut play = Play::<Hostile>::new(2, &Value::Null, Some(&changed), 1).unwrap();
    let first = play.turn().awaited().first().unwrap();
    let choice = play.legal(first)[0].action.clone();
    Table::play(&mut play, first, &choice).unwrap();
    let again = Play::<Hostile>::from_record(&play.record()).unwrap();
    assert_eq!(again.components()["turn"]["points"], 3);
    assert_eq!(again.truth(), play.truth());
}

#[test]
fn undo_stops_at_another_seats_action_at_what_was_revealed_and_at_the_end() {
    let mut play = Play::<Hostile>::new(2, &json!({"firstSeat": "seat0"}), None, 1).unwrap();
    assert!(!play.can_undo(Seat(0)), "nothing was done");
    let mut act = |seat: u8, action: &str| {
        Table::play(&mut play, Seat(seat), action).unwrap_or_else(|no| panic!("{action}: {no}"));
        play.can_undo(Seat(seat))
    };
    let first = act(0, "skill king");
    let second = act(1, "skill quick");
    assert!(first && second);
    assert!(!play.can_undo(Seat(0)), "the other seat has acted");
    // Seat 1 has drafted a skill and may take it back, then drafts its two tiles.
    play.undo(Seat(1)).unwrap();
    assert_eq!(play.length(), 1);
    // On to the end of the round by the first listed keeps and ends: what the next round
    // reveals cannot be taken back.
    let mut ended_round = false;
    while !ended_round {
        let seat = play.turn().awaited().first().unwrap();
        let legal = play.legal(seat);
        let choice = legal.iter().find(|c| c.action == "end").unwrap_or(&legal[0]).action.clone();
        Table::play(&mut play, seat, &choice).unwrap();
        ended_round = play.view(table::Viewer::Spectator)["round"] == 2;
        assert_eq!(play.can_undo(seat), !ended_round, "{choice}");
    }
    let mut over = played(5);
    let last = over.taken().last().unwrap().seat;
    assert!(over.undo(last).is_err());
}
