//! The situations on which the advice in a first match depends: each is true, and ends with its cause.

use conformance::situations::{actions_of_first, check, ids};
use kokyu::{Action, Kokyu, Task};
use serde_json::json;
use zashiki_core::{GameState, GameStateExt as _, Seat, Situation, Turn};

use crate::support::*;

/// Returns true for a placement on Advance.
fn advances(action: &Action) -> bool {
    matches!(
        action.to_string().as_str(),
        "place 4" | "place 5" | "place 4 strong" | "place 5 strong"
    )
}

/// Plays the round to its end. `seat` places on Advance whenever it can, the other seat only if there is
/// nothing else.
fn finish_round(mut game: Kokyu, seat: Seat) -> Kokyu {
    let round = game.position().board.round;
    while let Turn::Awaiting(awaited) = game.turn() {
        let board = game.position().board;
        let mover = awaited.first().unwrap();
        if board.round > round {
            break;
        }
        let legal = game.legal(mover);
        let wanted = legal.iter().find(|action| advances(action) == (mover == seat));
        game.play_unchecked(mover, *wanted.unwrap_or(&legal[0]), None);
    }
    game
}

fn winner(game: &Kokyu) -> Option<Seat> {
    match game.turn() {
        Turn::Over(outcome) => outcome.winners.first(),
        Turn::Awaiting(_) => None,
    }
}

fn judge(game: &Kokyu, seat: Seat, situation: &Situation<Action>) -> Result<(), String> {
    let (before, rival) = (game.position().board, seat.other());
    match situation.id {
        "winning_lap" => {
            for action in &situation.actions {
                let mut after = game.clone();
                after.play_unchecked(seat, *action, None);
                // The rival does not place on Advance, so that nothing comes before the lap.
                let after = finish_round(after, seat);
                if winner(&after).is_none() {
                    return Err(format!("{action} does not win"));
                }
            }
        }
        "threatened_lap" => {
            let Some(idle) = game.legal(seat).into_iter().find(|action| !advances(action)) else {
                return Ok(());
            };
            let mut after = game.clone();
            after.play_unchecked(seat, idle, None);
            let after = finish_round(after, rival);
            let laps = |board: &kokyu::Board| board.consorts[rival.index()].laps;
            if winner(&after).is_none() && laps(&after.position().board) == laps(&before) {
                return Err("the rival completes no lap".into());
            }
        }
        "lap_under_way" => {
            let on = |numbers: &[usize]| {
                let cards = numbers.iter().flat_map(|number| &before.cards[number - 1].eunuchs);
                cards.filter(|eunuch| eunuch.seat == rival).count()
            };
            let steps = on(&[4, 5]) + if on(&[4, 5]) > 0 { on(&[3]) } else { 0 };
            if usize::from(before.consorts[rival.index()].square) + steps < 12 {
                return Err(format!("{steps} squares do not suffice"));
            }
        }
        "ripe_palace" => {
            let stands =
                |seat: Seat, square: usize| before.palace[square][seat.index()].total() > 0;
            let good = [CHOICE, PLUS_FIVE, POINT];
            let ripe = good.iter().any(|square| stands(seat, *square));
            let acts = good.iter().chain(&[PLUS_ONE]).any(|square| stands(rival, *square));
            if !ripe || acts {
                return Err(format!("the palace is {:?}", before.palace));
            }
        }
        "last_point_of_kohi" => {
            if before.kohi != 2 || game.position().pile.len() > 2 {
                return Err(format!("{} points", before.kohi));
            }
        }
        "choice_of_sides" => {
            let hand = before.hands[seat.index()];
            if hand.weak == 0 || hand.strong == 0 {
                return Err(format!("{hand:?}"));
            }
        }
        other => return Err(format!("{other} has no judge")),
    }
    Ok(())
}

#[test]
fn every_situation_is_true() {
    check::<Kokyu>(120, &[], judge);
}

/// The ids of Blue's situations, and the actions of the first.
fn of(scene: Scene) -> (Vec<&'static str>, Vec<String>) {
    let game = scene.play().game;
    (ids(&game, BLUE), actions_of_first(&game, BLUE))
}

#[test]
fn one_square_before_the_winning_lap_advance_is_advised() {
    let scene = |square| Scene::new().points(2, 0, 0).consort(BLUE, square, 1);
    assert_eq!(
        of(scene(11).hand(BLUE, 1)),
        (vec!["winning_lap"], vec!["place 4".into(), "place 5".into()])
    );
    // A eunuch on Advance already takes the consort one square further.
    assert_eq!(
        of(scene(10).hand(BLUE, 1).card(4, BLUE)),
        (vec!["winning_lap"], vec!["place 5".into()])
    );
    assert_eq!(of(scene(11).hand(BLUE, 1).card(4, BLUE)).0, [""; 0]);
    assert_eq!(of(scene(10).hand(BLUE, 1)).0, [""; 0]);
    assert_eq!(of(scene(11).points(1, 0, 0).hand(BLUE, 1)).0, [""; 0]);
    assert_eq!(of(scene(11).hand(BLUE, 1).card(4, RED).card(5, RED)).0, [""; 0]);
    // The rival, who waits on the lower card, wins before.
    let race = scene(11).points(2, 2, 0).consort(RED, 11, 1).hand(BLUE, 1).card(4, RED);
    assert_eq!(of(race).0, ["lap_under_way"]);
    assert_eq!(ids(&scene(11).hand(BLUE, 1).play().game, RED), [""; 0]);
}

#[test]
fn a_rival_whose_next_lap_wins_is_announced_while_advance_is_free() {
    let scene = |square| Scene::new().points(0, 2, 0).consort(RED, square, 1).hand(BLUE, 1);
    assert_eq!(of(scene(11).hand(RED, 1)).0, ["threatened_lap"]);
    assert_eq!(of(scene(10).hand(RED, 2)).0, ["threatened_lap"]);
    assert_eq!(of(scene(10).hand(RED, 1)).0, [""; 0]);
    assert_eq!(of(scene(9).hand(RED, 2)).0, [""; 0]);
    assert_eq!(of(scene(11).points(0, 1, 0).hand(RED, 1)).0, [""; 0]);
    assert_eq!(of(scene(11).hand(RED, 1).card(4, BLUE).card(5, BLUE)).0, [""; 0]);
}

#[test]
fn a_rival_that_completes_the_winning_lap_in_this_round_is_announced() {
    let scene = |square| Scene::new().points(0, 2, 0).consort(RED, square, 1).hand(BLUE, 1);
    assert_eq!(of(scene(11).card(4, RED)), (vec!["lap_under_way"], Vec::new()));
    assert_eq!(of(scene(10).card(4, RED).card(5, RED)).0, ["lap_under_way"]);
    // A eunuch that flies to Advance takes the consort one square further.
    assert_eq!(of(scene(10).card(3, RED).card(4, RED)).0, ["lap_under_way"]);
    assert_eq!(of(scene(10).card(3, RED).hand(RED, 1)).0, [""; 0]);
    assert_eq!(of(scene(11).points(0, 1, 0).card(4, RED)).0, [""; 0]);
    assert_eq!(winner(&scene(11).card(4, RED).acts(&["place 9"]).game), Some(RED));
}

#[test]
fn a_good_place_in_the_palace_is_announced_while_activate_is_free() {
    let scene = || Scene::new().palace(PLUS_FIVE, BLUE).hand(BLUE, 1);
    assert_eq!(of(scene()), (vec!["ripe_palace"], vec!["place 9".into()]));
    assert_eq!(of(scene().palace(POINT, RED)).0, [""; 0]);
    assert_eq!(of(scene().palace(PLUS_ONE, RED)).0, [""; 0]);
    assert_eq!(of(scene().card(9, RED)).0, [""; 0]);
    assert_eq!(of(Scene::new().palace(PLUS_ONE, BLUE).hand(BLUE, 1)).0, [""; 0]);
}

#[test]
fn the_last_point_of_xiang_fei_is_announced_when_the_pile_runs_low() {
    let scene = |kohi, pile: &[u8]| Scene::new().points(0, 0, kohi).hand(BLUE, 1).pile(pile);
    assert_eq!(of(scene(2, &[SUMMONS, SLANDER])).0, ["last_point_of_kohi"]);
    assert_eq!(of(scene(2, &[SUMMONS, SLANDER, GUIDANCE])).0, [""; 0]);
    assert_eq!(of(scene(1, &[SUMMONS, SLANDER])).0, [""; 0]);
}

#[test]
fn that_both_sides_work_alike_is_said_while_they_do() {
    assert_eq!(of(Scene::new().hand(BLUE, 1).strong_hand(BLUE)).0, ["choice_of_sides"]);
    assert_eq!(of(Scene::new().hand(BLUE, 2)).0, [""; 0]);
    let variant = Scene::with(json!({ "strongEntersOn": 1 }), None);
    assert_eq!(of(variant.hand(BLUE, 1).strong_hand(BLUE)).0, [""; 0]);
}

#[test]
fn only_placing_has_situations() {
    let mut scene =
        Scene::new().points(2, 0, 0).consort(BLUE, 11, 1).palace(CHOICE, BLUE).card(9, RED);
    scene.position.board.tasks[0] = Task::Place { seat: RED };
    let game = scene.hand(RED, 1).acts(&["place 6"]).game;
    assert!(game.prompt(BLUE).is_some_and(|(_, rule)| rule.0 != "Q-11"));
    assert_eq!(ids(&game, BLUE), [""; 0]);
}
