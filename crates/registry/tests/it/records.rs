//! Records of every game: valid ones replay, and for invalid ones the error names the wrong step.

use serde_json::{Value, json};
use zashiki_core::{DynMatch, GameRng, Record, ReplayError, Turn};

/// A new match of a game, with the minimum number of seats.
fn opened(id: &str) -> Box<dyn DynMatch> {
    opened_with(id, 5)
}

fn opened_with(id: &str, seed: u64) -> Box<dyn DynMatch> {
    let seats = registry::info(id).expect("a listed game is there").seats.0;
    let table = registry::new_match(id, seats.into(), &Value::Null, None, seed);
    table.expect("the default options are possible")
}

/// A random match of a game, played to the end.
fn played(id: &str) -> Box<dyn DynMatch> {
    let mut play = opened(id);
    let mut rng = GameRng::from_seed(5);
    while let Turn::Awaiting(awaited) = play.turn() {
        let seat = awaited.first().expect("somebody is awaited");
        let choice = rng.pick(&play.legal(seat)).action.clone();
        play.play(seat, &choice).expect("a listed action is legal");
    }
    play
}

/// Replays the record of a whole match after a change to its JSON.
fn replayed(id: &str, change: impl FnOnce(&mut Value)) -> Result<Box<dyn DynMatch>, ReplayError> {
    let mut json = serde_json::to_value(played(id).record()).expect("a record is plain data");
    change(&mut json);
    let record = Record::from_json(&json.to_string()).map_err(ReplayError::from)?;
    registry::replay(&record)
}

fn refusal(id: &str, change: impl FnOnce(&mut Value)) -> ReplayError {
    replayed(id, change).err().unwrap_or_else(|| panic!("{id}: the record should be refused"))
}

#[test]
fn an_untouched_record_replays() {
    for id in registry::ids() {
        let play = replayed(id, |_| {}).unwrap();
        assert_eq!(play.position(), played(id).position(), "{id}");
        assert!(play.turn().outcome().is_some(), "{id}");
    }
}

#[test]
fn an_unfinished_record_replays_as_far_as_it_goes() {
    for id in registry::ids() {
        let play = replayed(id, |record| {
            record["actions"].as_array_mut().unwrap().truncate(10);
            record.as_object_mut().unwrap().remove("outcome");
        })
        .unwrap();
        assert_eq!(play.length(), 10, "{id}");
        assert!(play.turn().outcome().is_none(), "{id}");
    }
}

#[test]
fn an_altered_action_is_found_where_it_stands() {
    for id in registry::ids() {
        let error = refusal(id, |record| record["actions"][2]["action"] = "dance".into());
        assert_eq!(error.step, Some(3), "{id}: {error}");
        // A legal action, but not the recorded one.
        let error = refusal(id, |record| {
            let mut play = opened(id);
            for number in 0..2 {
                let seat = play.turn().awaited().first().unwrap();
                play.play(seat, record["actions"][number]["action"].as_str().unwrap()).unwrap();
            }
            let taken = &record["actions"][2]["action"];
            let seat = play.turn().awaited().first().unwrap();
            let others = play.legal(seat).into_iter().map(|choice| choice.action);
            let other = others.into_iter().find(|action| action != taken).unwrap();
            record["actions"][2]["action"] = other.into();
        });
        assert_eq!(error.step, Some(3), "{id}: {error}");
    }
}

#[test]
fn another_seat_is_found_at_its_step() {
    for id in registry::ids() {
        let error = refusal(id, |record| record["actions"][0]["seat"] = 77.into());
        assert_eq!(error.step, Some(1), "{id}: {error}");
    }
}

#[test]
fn another_beginning_is_refused_even_where_it_makes_no_difference() {
    for id in registry::ids() {
        let begins = |error: ReplayError| {
            assert_eq!(error.step, None, "{id}: {error}");
            assert!(error.message.en.contains("start data"), "{id}: {error}");
        };
        begins(refusal(id, |record| record["seed"] = "6".into()));
        begins(refusal(id, |record| record["check"] = "00000000".into()));
        begins(refusal(id, |record| record["position"] = played(id).position()));
        let info = registry::info(id).expect("a listed game is there");
        for option in info.options {
            for value in option.samples() {
                if value != option.default.to_json() {
                    let error = refusal(id, |record| record["options"][option.id] = value.clone());
                    assert_eq!(error.step, None, "{id}: {} {value}: {error}", option.id);
                }
            }
            let error = refusal(id, |record| {
                record["options"].as_object_mut().unwrap().remove(option.id);
            });
            assert_eq!(error.step, None, "{id}: {error}");
            assert!(error.message.en.contains(option.id), "{id}: {error}");
        }
    }
}

#[test]
fn a_record_cut_short_is_not_taken_for_a_finished_one() {
    for id in registry::ids() {
        let error = refusal(id, |record| {
            record["actions"].as_array_mut().unwrap().pop();
        });
        assert_eq!(error.step, Some(played(id).length() - 1), "{id}: {error}");
        let whole = serde_json::to_string(&played(id).record()).unwrap();
        let error = Record::from_json(&whole[..whole.len() / 2]).err().unwrap();
        assert!(error.text().en.contains("cut off"), "{id}: {error}");
    }
}

#[test]
fn another_outcome_is_refused() {
    for id in registry::ids() {
        let play = played(id);
        let scores: Vec<i32> = play.scores().iter().map(|score| score + 1).collect();
        let error = refusal(id, |record| record["outcome"]["scores"] = json!(scores));
        assert_eq!(error.step, Some(play.length()), "{id}: {error}");
        let error = refusal(id, |record| record["outcome"]["reason"] = "boredom".into());
        assert_eq!(error.step, Some(play.length()), "{id}: {error}");
    }
}

#[test]
fn what_cannot_be_set_up_names_no_step() {
    let faults: [(&str, Value, &str); 6] = [
        ("game", json!("chess"), "chess"),
        ("rules_version", json!(99), "version 99"),
        ("seats", json!(9), "not 9"),
        ("options", json!({"handicap": 7}), "handicap"),
        ("components", json!("game = 1"), "components"),
        ("seed", json!("x"), "seed"),
    ];
    for id in registry::ids() {
        for (key, value, named) in faults.clone() {
            let error = refusal(id, |record| record[key] = value);
            assert_eq!(error.step, None, "{id}: {key}");
            assert!(error.message.en.contains(named), "{id}: {key}: {error}");
            assert!(!error.message.ja.is_empty());
        }
    }
}
