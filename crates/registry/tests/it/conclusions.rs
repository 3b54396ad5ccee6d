//! Terminations of matches: games with a rule for them end permanently and record it; other games return
//! an error.

use serde_json::{Value, json};
use zashiki_core::{DynMatch, GameRng, Record, Seat, Termination, Viewer};

/// A match after `actions` random actions, with the maximum number of seats.
fn begun(id: &str, actions: usize) -> Box<dyn DynMatch> {
    let seats = registry::info(id).expect("a listed game is there").seats.1;
    let mut play =
        registry::new_match(id, seats.into(), &Value::Null, None, 3).expect("it can be opened");
    let mut rng = GameRng::from_seed(3);
    for _ in 0..actions {
        let seat = play.turn().awaited().first().expect("it goes on");
        let choice = rng.pick(&play.legal(seat)).action.clone();
        play.play(seat, &choice).expect("a listed action is legal");
    }
    play
}

/// The ids of the games for whose description `may` returns true.
fn games(may: fn(&zashiki_core::GameInfo) -> bool) -> Vec<&'static str> {
    let ids = registry::ids().into_iter();
    ids.filter(|id| may(registry::info(id).expect("a listed game is there"))).collect()
}

fn resigned(seat: u8) -> Termination {
    Termination::Resigned { seat: Seat(seat) }
}

/// The whole state of a match as JSON, with everything that each viewer can see of it.
fn seen(play: &dyn DynMatch) -> Value {
    let viewers: Vec<Viewer> = Viewer::all(play.seats()).collect();
    let view = |viewer: &Viewer| {
        let steps = (0..=play.length()).map(|number| play.step(number, *viewer));
        json!([play.view(*viewer), steps.collect::<Vec<_>>()])
    };
    let legal = |seat| json!([play.legal(seat), play.prompt(seat), play.can_undo(seat)]);
    json!({
        "truth": play.position(),
        "turn": play.turn(),
        "scores": play.scores(),
        "views": viewers.iter().map(view).collect::<Vec<_>>(),
        "legal": Seat::all(play.seats()).map(legal).collect::<Vec<_>>(),
        "record": play.record(),
    })
}

#[test]
fn some_game_knows_them_and_some_does_not() {
    assert!(!games(|info| info.resignation.is_some()).is_empty());
    assert!(!games(|info| info.agreed_draw.is_some()).is_empty());
    assert!(!games(|info| info.resignation.is_none()).is_empty());
    assert!(!games(|info| info.agreed_draw.is_none()).is_empty());
}

#[test]
fn a_game_without_a_rule_for_it_refuses_and_nothing_changes() {
    for id in games(|info| info.resignation.is_none()) {
        let mut play = begun(id, 4);
        let before = seen(play.as_ref());
        assert_eq!(play.terminate(resigned(0)).unwrap_err().rule.0, "T-12", "{id}");
        assert_eq!(seen(play.as_ref()), before, "{id}");
    }
    for id in games(|info| info.agreed_draw.is_none()) {
        let mut play = begun(id, 4);
        let before = seen(play.as_ref());
        assert_eq!(play.terminate(Termination::Agreed).unwrap_err().rule.0, "T-13", "{id}");
        assert_eq!(seen(play.as_ref()), before, "{id}");
    }
}

#[test]
fn whoever_resigns_loses_to_all_others_whoever_is_to_decide() {
    for id in games(|info| info.resignation.is_some()) {
        for (actions, seat) in [(0, 0), (0, 1), (7, 0), (7, 1)] {
            let mut play = begun(id, actions);
            let length = play.length();
            play.terminate(resigned(seat)).unwrap();
            let outcome = play.turn().outcome().expect("it is over");
            assert_eq!(outcome.reason, "resigned", "{id}");
            let winners: Vec<Seat> = outcome.winners.iter().collect();
            let others: Vec<Seat> = Seat::all(play.seats()).filter(|s| s.0 != seat).collect();
            assert_eq!(winners, others, "{id}");
            // All viewers receive it as a step of its own, with the game's rule.
            assert_eq!(play.length(), length + 1, "{id}");
            for viewer in Viewer::all(play.seats()) {
                for step in [play.step(length + 1, viewer), play.frames(length + 1, viewer)] {
                    let step = step.expect("the last step");
                    assert_eq!((step.number, step.seat), (length + 1, Some(Seat(seat))), "{id}");
                    assert_eq!(step.told.len(), 1, "{id}");
                    assert_eq!(step.told[0].rule, play.info().resignation, "{id}");
                    assert!(step.told[0].text.ja.contains("投了"), "{id}");
                }
                let framed = play.frames(length + 1, viewer).unwrap();
                assert_eq!(framed.told[0].view, Some(play.view(viewer)), "{id}");
                assert_eq!(play.step(length + 2, viewer), None, "{id}");
            }
        }
    }
}

#[test]
fn whose_program_fails_loses_in_every_game_to_all_other_sides() {
    let mut in_teams = false;
    for id in games(|_| true) {
        let seats = registry::info(id).unwrap().seats.1;
        for (options, of_default) in with_teams(id) {
            let mut play = registry::new_match(id, seats.into(), &options, None, 3).unwrap();
            let sides = play.sides();
            in_teams |= sides.iter().any(|side| side.len() > 1);
            play.terminate(Termination::Forfeited { seat: Seat(1) }).unwrap();
            let outcome = play.turn().outcome().expect("it is over");
            assert_eq!(outcome.reason, "forfeited", "{id}");
            let own = sides.iter().find(|side| side.contains(Seat(1))).unwrap();
            for seat in Seat::all(play.seats()) {
                assert_eq!(outcome.winners.contains(seat), !own.contains(seat), "{id}: {seat}");
            }
            assert!(of_default || own.len() > 1, "{id}");
            let step = play.step(1, Viewer::Spectator).expect("the last step");
            assert_eq!(step.told[0].rule.unwrap().0, "T-22", "{id}");
            let record = play.record();
            let kept = serde_json::to_string(&record).unwrap();
            let read = Record::from_json(&kept).unwrap();
            let again = registry::replay(&read).unwrap();
            assert_eq!(again.turn().outcome(), Some(outcome), "{id}");
        }
    }
    assert!(in_teams, "some game is played in teams");
}

/// Option values of a game for tests, each with a flag: the default options (true), and all values that put
/// several seats on one side (false).
fn with_teams(id: &str) -> Vec<(Value, bool)> {
    let info = registry::info(id).unwrap();
    let mut found = vec![(Value::Null, true)];
    for option in info.options {
        for value in option.samples() {
            let options = json!({ option.id: value });
            let play = registry::new_match(id, info.seats.1.into(), &options, None, 3).unwrap();
            if play.sides().iter().any(|side| side.len() > 1) {
                found.push((options, false));
            }
        }
    }
    found
}

#[test]
fn an_agreed_draw_is_won_by_nobody() {
    for id in games(|info| info.agreed_draw.is_some()) {
        let mut play = begun(id, 5);
        play.terminate(Termination::Agreed).unwrap();
        let outcome = play.turn().outcome().expect("it is over");
        assert_eq!((outcome.reason, outcome.winners.len()), ("agreed", 0), "{id}");
        let step = play.step(6, Viewer::Spectator).expect("the last step");
        assert_eq!((step.seat, step.told[0].rule), (None, play.info().agreed_draw), "{id}");
    }
}

#[test]
fn after_it_nothing_can_be_done_any_more() {
    for id in games(|info| info.resignation.is_some()) {
        // Covers states in which undo is possible and states in which it is not.
        for actions in 0..8 {
            let mut play = begun(id, actions);
            let awaited = play.turn().awaited().first().unwrap();
            let action = play.legal(awaited)[0].action.clone();
            play.terminate(resigned(1)).unwrap();
            let before = seen(play.as_ref());
            for seat in Seat::all(play.seats()).chain([Seat(200)]) {
                assert_eq!(play.play(seat, &action).unwrap_err().rule.0, "T-1", "{id}");
                assert_eq!(play.check(seat, &action).unwrap_err().rule.0, "T-1", "{id}");
                assert_eq!(play.preview(seat, &action).unwrap_err().rule.0, "T-1", "{id}");
                assert_eq!(play.draft(seat, "").unwrap_err().rule.0, "T-1", "{id}");
                assert_eq!(play.undo(seat).unwrap_err().rule.0, "T-5", "{id}");
                assert!(
                    play.legal(seat).is_empty() && play.sample_legal(seat, 9).is_empty(),
                    "{id}"
                );
                assert!(play.time_limit(seat).is_none() && play.lists_all(seat), "{id}");
                assert!(!play.can_undo(seat), "{id}");
                let again = play.terminate(Termination::Resigned { seat });
                assert_eq!(again.unwrap_err().rule.0, "T-1", "{id}");
            }
            assert!(!play.drafts_open() && play.decided().is_empty(), "{id}");
            assert_eq!(seen(play.as_ref()), before, "{id}");
        }
    }
}

#[test]
fn nobody_resigns_who_does_not_sit_there() {
    for id in games(|info| info.resignation.is_some()) {
        let mut play = begun(id, 2);
        let before = seen(play.as_ref());
        for seat in [play.seats(), 200] {
            assert!(play.terminate(resigned(seat)).is_err(), "{id}");
        }
        assert_eq!(seen(play.as_ref()), before, "{id}");
    }
}

/// Replays the record of a terminated match after a change to its JSON.
fn replayed(id: &str, change: impl FnOnce(&mut Value)) -> Result<Box<dyn DynMatch>, String> {
    let mut play = begun(id, 9);
    play.terminate(resigned(1)).expect("the game knows resigning");
    let mut json = serde_json::to_value(play.record()).expect("a record is plain data");
    change(&mut json);
    let record = Record::from_json(&json.to_string()).map_err(|bad| bad.to_string())?;
    registry::replay(&record).map_err(|error| error.to_string())
}

#[test]
fn records_keep_it_and_altered_ones_are_refused() {
    for id in games(|info| info.resignation.is_some()) {
        let play = replayed(id, |record| {
            assert_eq!(record["conclusion"], json!({"kind": "resigned", "seat": 1}), "{id}");
        })
        .unwrap();
        let mut original = begun(id, 9);
        original.terminate(resigned(1)).unwrap();
        assert_eq!(seen(play.as_ref()), seen(original.as_ref()), "{id}");

        // Without an outcome the termination still counts.
        let play = replayed(id, |record| {
            record.as_object_mut().unwrap().remove("outcome");
        });
        assert_eq!(play.unwrap().turn(), original.turn(), "{id}");

        let no = |change: fn(&mut Value)| replayed(id, change).err().expect("it is refused");
        no(|record| {
            record.as_object_mut().unwrap().remove("conclusion");
        });
        no(|record| record["conclusion"]["seat"] = 0.into());
        no(|record| record["conclusion"] = json!({"kind": "agreed"}));
        no(|record| record["conclusion"] = json!({"kind": "bored", "seat": 1}));
        no(|record| record["conclusion"]["why"] = "tired".into());
        no(|record| record["conclusion"]["seat"] = 9.into());
        no(|record| record["outcome"]["winners"] = json!([1]));
    }
}
