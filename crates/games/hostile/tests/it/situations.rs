//! The situations on which the advice in a first match depends: each is true, and ends with its cause.

use conformance::situations::{check, ids};
use hostile::{Action, Hostile};
use serde_json::{Value, json};
use zashiki_core::{GameState, GameStateExt as _, Situation};

use crate::support::*;

fn after(game: &Hostile, seat: Seat, action: Action) -> Hostile {
    let mut after = game.clone();
    after.play_unchecked(seat, action, None);
    after
}

fn moves(game: &Hostile, seat: Seat) -> Vec<Action> {
    game.legal(seat).into_iter().filter(|action| matches!(action, Action::Move { .. })).collect()
}

fn stage(game: &Hostile) -> Value {
    serde_json::to_value(game.position()).unwrap()["stage"].clone()
}

/// Returns true if the seat can gain a gem on foot before its turn ends.
fn walks_to_gem(game: &Hostile, seat: Seat, before: i32) -> bool {
    game.scores()[seat.index()] > before
        || moves(game, seat)
            .into_iter()
            .any(|action| walks_to_gem(&after(game, seat, action), seat, before))
}

fn judge(game: &Hostile, seat: Seat, situation: &Situation<Action>) -> Result<(), String> {
    let view = view_of(game);
    let fail = |what: &str| Err(what.to_owned());
    match situation.id {
        "points_used_up" if stage(game)["points"] != 0 => return fail("points are left"),
        "last_round" if view["last_round"] != true => return fail("more rounds follow"),
        "rival_near_goal" => {
            let near = |side: &Value| {
                let missing =
                    side["goal"].as_u64().unwrap() as i64 - side["gems"].as_i64().unwrap();
                !side["seats"].as_array().unwrap().contains(&json!(seat)) && missing <= 2
            };
            if view["last_round"] == true || !view["sides"].as_array().unwrap().iter().any(near) {
                return fail("no rival is near the goal");
            }
        }
        "gem_in_reach" => {
            let before = game.scores()[seat.index()];
            for action in &situation.actions {
                if !walks_to_gem(&after(game, seat, *action), seat, before) {
                    return Err(format!("no gem after {action}"));
                }
            }
        }
        id if id.starts_with("walled_in") => {
            if !moves(game, seat).is_empty() || stage(game)["points"] == 0 {
                return fail("the pawn can step");
            }
            for action in &situation.actions {
                let word = action.to_string();
                let word = word.split(' ').next().unwrap();
                let opened = after(game, seat, *action);
                if !id.ends_with(word) || stage(&opened)["seat"] != json!(seat) {
                    return Err(format!("{action} is not meant"));
                }
                // The way is open, even if the action took the last point.
                let mut open = serde_json::to_value(opened.position()).unwrap();
                open["stage"]["points"] = json!(1);
                let open =
                    Hostile::from_position(game.config(), serde_json::from_value(open).unwrap());
                if moves(&open.unwrap(), seat).is_empty() {
                    return Err(format!("{action} does not help"));
                }
            }
        }
        "last_round" | "points_used_up" => {}
        other => return Err(format!("{other} has no judge")),
    }
    Ok(())
}

#[test]
fn every_situation_is_true() {
    check::<Hostile>(40, &["walled_in_rotate", "walled_in_steal", "rival_near_goal"], judge);
}

/// The ids of the situations of seat 0.
fn of(scene: Scene) -> Vec<&'static str> {
    ids(&scene.play().game, Seat(0))
}

#[test]
fn a_walled_in_pawn_is_told_how_to_get_out() {
    let boxed = || Scene::on("C3").tile("C3", "box");
    assert_eq!(of(boxed().skill(0, "crash")), ["walled_in_crash"]);
    assert_eq!(of(boxed().skill(0, "recall")), ["walled_in_recall"]);
    assert_eq!(of(boxed().skill(0, "steal")), ["walled_in_steal"]);
    assert_eq!(of(boxed().skill(0, "king").hand(0, &["slide"])), ["walled_in_return"]);
    assert_eq!(of(boxed().skill(0, "king")), ["walled_in"]);
    assert_eq!(of(boxed().skill(0, "rotate")), ["walled_in"], "a box has no open side to turn");
    assert_eq!(of(boxed().skill(0, "ghost")), [""; 0], "walls do not hold a ghost");
    assert_eq!(of(boxed().skill(0, "crash").points(0)), ["points_used_up"]);
    assert_eq!(of(Scene::on("C3").skill(0, "crash")), [""; 0]);
    let turned = || Scene::on("C3").skill(0, "rotate").tiles(&[("C4", "box"), ("C2", "box")]);
    assert_eq!(of(turned().tile("C3", "para ns")), ["walled_in_rotate"]);
    assert_eq!(of(turned().tile("C3", "para ew")), [""; 0]);
}

#[test]
fn a_gem_within_a_walk_is_announced() {
    let scene = |points| Scene::on("C3").gem("C5", 1).points(points);
    let game = scene(2).play().game;
    let [found] = &game.situations(Seat(0))[..] else { panic!("one situation") };
    assert_eq!((found.id, &found.places[..]), ("gem_in_reach", &["C5".to_owned()][..]));
    assert_eq!(found.actions.iter().map(ToString::to_string).collect::<Vec<_>>(), ["move n"]);
    assert_eq!(of(scene(1)), [""; 0]);
    // A slide carries the pawn on, and a stop tile ends its walk.
    assert_eq!(of(scene(1).tile("C4", "slide n")), ["gem_in_reach"]);
    assert_eq!(of(scene(2).tiles(&[("C4", "stop"), ("B4", "box"), ("D4", "box")])), [""; 0]);
}

#[test]
fn that_all_action_points_are_used_is_announced() {
    assert_eq!(of(Scene::on("C3").points(0)), ["points_used_up"]);
    assert_eq!(of(Scene::on("C3").points(1)), [""; 0]);
}

#[test]
fn the_goal_and_the_last_round_are_announced() {
    let scene = |gems| Scene::on("C3").gems(1, gems);
    let goal = view_of(&scene(0).play().game)["sides"][1]["goal"].as_u64().unwrap();
    assert_eq!(of(scene(goal - 3)), [""; 0]);
    assert_eq!(of(scene(goal - 2)), ["rival_near_goal"]);
    assert_eq!(of(scene(goal)), ["last_round"]);
    assert_eq!(of(Scene::on("C3").gems(0, goal - 2)), [""; 0]);
}
