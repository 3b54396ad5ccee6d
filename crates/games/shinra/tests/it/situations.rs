//! The situations on which the advice in a first match depends: each is true, and ends with its cause.

use conformance::situations::{actions_of_first, check, ids};
use serde_json::{Value, json};
use shinra::{Action, Position, Shinra};
use zashiki_core::{GameState, GameStateExt as _, Situation, Turn};

use crate::support::*;

const FIRST: Seat = Seat(0);

fn after(game: &Shinra, seat: Seat, action: Action) -> Shinra {
    let mut after = game.clone();
    after.play_unchecked(seat, action, None);
    after
}

fn wins(game: &Shinra, seat: Seat) -> bool {
    matches!(game.turn(), Turn::Over(outcome) if outcome.winners.contains(seat))
}

fn json_of(game: &Shinra) -> Value {
    serde_json::to_value(game.position()).unwrap()
}

/// Returns true if the seat to move can win with one action.
fn can_win(game: &Shinra, seat: Seat) -> bool {
    game.legal(seat).into_iter().any(|action| wins(&after(game, seat, action), seat))
}

/// Returns true if the seat can complete its turn so that the other seat cannot win with one action.
fn is_safe(game: &Shinra, seat: Seat) -> bool {
    let Turn::Awaiting(awaited) = game.turn() else { return !wins(game, seat.other()) };
    let mover = awaited.first().unwrap();
    if mover != seat && json_of(game)["stage"]["kind"] == "act" {
        return !can_win(game, mover);
    }
    let legal = game.legal(mover);
    legal.into_iter().any(|action| is_safe(&after(game, mover, action), seat))
}

/// The square of a seat's King; empty if he is captured.
fn king_of(game: &Shinra, seat: Seat) -> String {
    let squares = json_of(game)["squares"].clone();
    let king = |(_, piece): &(&String, &Value)| {
        piece["seat"] == json!(seat) && piece["cards"].as_array().unwrap().contains(&json!("king"))
    };
    squares.as_object().unwrap().iter().find(king).map_or_else(String::new, |(at, _)| at.clone())
}

/// Returns true if the seat to move can attack the other seat's King.
fn attacks_king(game: &Shinra, seat: Seat) -> bool {
    let target = format!(">{}", king_of(game, seat.other()));
    game.legal(seat).into_iter().any(|action| action.to_string().ends_with(&target))
}

/// Returns true if the seat can complete its turn so that the other seat cannot attack its King.
fn is_unchecked(game: &Shinra, seat: Seat) -> bool {
    let Turn::Awaiting(awaited) = game.turn() else { return true };
    let mover = awaited.first().unwrap();
    if mover != seat {
        return json_of(game)["stage"]["kind"] != "act" || !attacks_king(game, mover);
    }
    game.legal(mover).into_iter().any(|action| is_unchecked(&after(game, mover, action), seat))
}

/// Returns true if the seat can complete its turn so that the other King does not capture its own.
fn escapes_king(game: &Shinra, seat: Seat) -> bool {
    let Turn::Awaiting(awaited) = game.turn() else { return true };
    let mover = awaited.first().unwrap();
    let mut legal = game.legal(mover).into_iter();
    if mover == seat {
        return legal.any(|action| escapes_king(&after(game, mover, action), seat));
    }
    let from = format!("{}>", king_of(game, mover));
    !legal.any(|action| {
        action.to_string().starts_with(&from) && wins(&after(game, mover, action), mover)
    })
}

/// The same position with the turn of the other seat.
fn passed(game: &Shinra, seat: Seat) -> Shinra {
    let mut position = json_of(game);
    position["stage"] = json!({ "kind": "act", "seat": seat.other() });
    let position: Position = serde_json::from_value(position).unwrap();
    Shinra::from_position(game.config(), position).unwrap()
}

/// Number of a seat's pieces on the sheet.
fn pieces(game: &Shinra, seat: Seat) -> usize {
    let squares = json_of(game)["squares"].clone();
    let squares = squares.as_object().unwrap();
    squares.values().filter(|piece| piece["seat"] == json!(seat)).count()
}

fn judge(game: &Shinra, seat: Seat, situation: &Situation<Action>) -> Result<(), String> {
    let fault = |action: &Action| format!("{action} does not do it");
    let mut actions = situation.actions.iter();
    let wrong = match situation.id {
        "king_to_capture" => actions.find(|action| !wins(&after(game, seat, **action), seat)),
        "king_in_danger" => {
            if !can_win(&passed(game, seat), seat.other()) {
                return Err("the enemy cannot capture the King".into());
            }
            actions.find(|action| !is_safe(&after(game, seat, **action), seat))
        }
        "king_in_check" => {
            let idle = passed(game, seat);
            if !attacks_king(&idle, seat.other()) || can_win(&idle, seat.other()) {
                return Err("the enemy does not attack the King, or captures him".into());
            }
            actions.find(|action| !is_unchecked(&after(game, seat, **action), seat))
        }
        "kings_meet" => {
            let from = format!("{}>", king_of(game, seat));
            let mut moves = game.legal(seat).into_iter();
            let meets = |action: Action| {
                action.to_string().starts_with(&from)
                    && !escapes_king(&after(game, seat, action), seat)
            };
            if !moves.any(meets) {
                return Err("no move lets the King capture".into());
            }
            None
        }
        "prize" => {
            let before = pieces(game, seat.other());
            actions.find(|action| {
                let after = after(game, seat, **action);
                pieces(&after, seat.other()) >= before || !is_safe(&after, seat)
            })
        }
        "captive_queen" => {
            let before = game.scores()[seat.index()];
            actions.find(|action| after(game, seat, **action).scores()[seat.index()] != before + 3)
        }
        other => return Err(format!("{other} has no judge")),
    };
    wrong.map_or(Ok(()), |action| Err(fault(action)))
}

#[test]
fn every_situation_is_true() {
    check::<Shinra>(8, &[], judge);
}

/// The ids of the situations of the first seat, and the actions of the first of them.
fn of(scene: &Scene) -> (Vec<&'static str>, Vec<String>) {
    let game = scene.play().game;
    (ids(&game, FIRST), actions_of_first(&game, FIRST))
}

#[test]
fn a_king_that_can_be_captured_is_announced() {
    let scene = |king: &str| Scene::new().kings("e1", king).lay(0, "a2", "ko");
    assert_eq!(of(&scene("a5=2")), (vec!["king_to_capture"], vec!["a2>a5".to_owned()]));
    assert_eq!(of(&scene("a5=3")).0, [""; 0]);
    assert_eq!(of(&scene("b5=2")).0, [""; 0]);
    assert_eq!(ids(&scene("a5=2").play().game, Seat(1)), [""; 0]);
}

#[test]
fn a_king_that_would_be_captured_next_is_announced() {
    let scene = |king: &str| Scene::new().kings(king, "a5").lay(1, "e4", "ko");
    let (found, answers) = of(&scene("e1=2"));
    assert_eq!(found, ["king_in_danger"]);
    assert!(answers.contains(&"e1>d1".to_owned()) && !answers.contains(&"e1>e2".to_owned()));
    assert!(answers.contains(&"put shu e2".to_owned()), "a card stands in the way");
    assert_eq!(of(&scene("d1=2")).0, [""; 0]);
    // With more life points he is in check, but will not be captured.
    let (found, answers) = of(&scene("e1=3"));
    assert_eq!(found, ["king_in_check"]);
    assert!(answers.contains(&"e1>d1".to_owned()) && !answers.contains(&"e1>e2".to_owned()));
}

#[test]
fn a_king_who_could_step_beside_the_other_king_is_warned() {
    assert_eq!(of(&Scene::new().kings("c2", "c4")).0, ["kings_meet"]);
    assert_eq!(of(&Scene::new().kings("c1", "c4")).0, [""; 0]);
}

#[test]
fn a_strong_enemy_that_can_be_captured_is_announced() {
    let scene = |stack: &str| Scene::new().lay(0, "b2", "ko").lay(1, "b4", stack);
    assert_eq!(of(&scene("shu+dai=2")), (vec!["prize"], vec!["b2>b4".to_owned()]));
    assert_eq!(of(&scene("shu+dai=3")).0, [""; 0]);
    assert_eq!(of(&scene("shu")).0, [""; 0]);
    // Not while the own King would be captured afterwards.
    let pinned = scene("shu+dai=2").kings("e1=2", "a5").lay(1, "e4", "ko");
    assert_eq!(of(&pinned).0, ["king_in_danger"]);
}

#[test]
fn a_captive_queen_is_announced_while_the_king_gains_by_her_return() {
    let scene = |king: &str| Scene::new().kings(king, "a5").hand(0, &["queen!"]);
    assert_eq!(of(&scene("e1")), (vec!["captive_queen"], vec!["return queen queen!".to_owned()]));
    assert_eq!(of(&scene("e1=13")).0, [""; 0]);
    assert_eq!(of(&Scene::new()).0, [""; 0]);
}
