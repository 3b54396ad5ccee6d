//! The situations on which the advice in a first match depends: each is true, and ends with its cause.

use conformance::situations::{check, ids};
use sengoku::{Action, Sengoku, Stage};
use zashiki_core::{GameState, Seat, Situation, Turn, Viewer};

use crate::ending::flowers_to_win;
use crate::support::*;

fn judge(game: &Sengoku, seat: Seat, situation: &Situation<Action>) -> Result<(), String> {
    let view = game.view(Viewer::Seat(seat));
    let own = seat.index();
    match situation.id {
        "tile_without_place" => {
            let in_hand = |tile| view.hands[own].tiles.as_ref().is_some_and(|t| t.contains(&tile));
            let fits = || view.fits.iter().filter(|fit| in_hand(fit.tile));
            if fits().all(|fit| !fit.places.is_empty()) {
                return Err("every tile has a place".into());
            }
            for action in &situation.actions {
                let sure = fits().any(|fit| Action::Declare(fit.tile) == *action && fit.sure);
                if !sure {
                    return Err(format!("{action} is not sure"));
                }
            }
        }
        "rival_near_victory" => {
            // Two castles win, so that the leader of a second castle is near.
            let near = |other: &Seat| {
                view.flowers[other.index()] >= 12 || view.castles[other.index()] >= 1
            };
            if !Seat::all(2).any(|other| other != seat && near(&other)) {
                return Err(format!("{:?}, {:?}", view.flowers, view.castles));
            }
        }
        id => {
            for action in &situation.actions {
                let mut after = game.clone();
                after.play_unchecked(seat, *action, None);
                let now = after.view(Viewer::Spectator);
                let holds = match id {
                    "winning_place" => {
                        matches!(after.turn(), Turn::Over(end) if end.winners.contains(seat))
                    }
                    "place_wins_castle" => now.castles[own] > view.castles[own],
                    "place_wins_path" => now.flowers[own] > view.flowers[own],
                    _ => return Err(format!("{id} has no judge")),
                };
                if !holds {
                    return Err(format!("{action} does not do it"));
                }
            }
        }
    }
    Ok(())
}

#[test]
fn every_situation_is_true() {
    check::<Sengoku>(60, &[], judge);
}

/// The situations of Oda, with their actions.
fn of(played: &Played) -> Vec<(&'static str, Vec<String>)> {
    let situations = played.game.situations(ODA).into_iter();
    situations
        .map(|each| (each.id, each.actions.iter().map(ToString::to_string).collect()))
        .collect()
}

/// Row 1 lacks only E1, and Oda leads there if `first` belongs to it.
fn row_1(first: Seat, last: Seat) -> Scene {
    let rest = [(ODA, "15"), (TAKEDA, "56")];
    Scene::new(2).lies(first, "34 A1 B1").lies(last, "45 C1 D1").declared(&rest)
}

#[test]
fn a_place_that_wins_a_path_is_announced() {
    let [(id, actions)] = &of(&row_1(TAKEDA, ODA).play())[..] else { panic!("one situation") };
    assert_eq!(*id, "place_wins_path");
    assert!(
        actions.contains(&"place E2 E1".to_owned()) && !actions.contains(&"place C2 D2".into())
    );
    // Without a lead the same place wins nothing.
    let behind = of(&row_1(TAKEDA, TAKEDA).play());
    assert!(behind.iter().all(|(_, actions)| !actions.contains(&"place E2 E1".to_owned())));
}

#[test]
fn a_place_that_wins_the_castle_or_the_game_is_announced() {
    let gains = |before: &[u32], after: &[u32]| before[0] < after[0];
    let announced = |config: &_, castle: bool| {
        let (scene, tile, action) = arranged(config, 0, |before, after| {
            gains(before, after) && (after[0] > after[1]) == castle
        });
        let played = scene.declared(&[(ODA, &tile), (TAKEDA, "56")]).play();
        let with = |id: &str| {
            of(&played).iter().any(|(found, actions)| *found == id && actions.contains(&action))
        };
        ["winning_place", "place_wins_castle", "place_wins_path"].map(with)
    };
    assert_eq!(announced(&config(2), true), [false, true, true]);
    assert_eq!(announced(&config(2), false), [false, false, true]);
    assert!(announced(&flowers_to_win(2, 6), true)[0]);
}

#[test]
fn a_tile_without_a_place_is_announced_while_others_have_one() {
    // Takeda places later, so that every place that Oda has now is sure.
    let scene = || {
        let begun = Scene::new(2).lies(TAKEDA, "12 B3 B2").order(&[TAKEDA, ODA]);
        begun.declared(&[(TAKEDA, "56")])
    };
    let [(id, actions)] = &of(&scene().hand(ODA, "13 14 15 34 45").play())[..] else {
        panic!("one situation")
    };
    assert_eq!((*id, actions.len()), ("tile_without_place", 3));
    assert!(actions.contains(&"declare 13".into()) && !actions.contains(&"declare 34".into()));
    assert_eq!(of(&scene().hand(ODA, "13 14 15 16 23").play()), []);
    assert_eq!(of(&scene().hand(ODA, "34 35 36 45 46").play()), [], "no other helps");
}

#[test]
fn a_rival_one_flower_or_castle_from_victory_is_announced() {
    let near = |scene: Scene| {
        let played = scene.play();
        assert!(matches!(played.position().board.stage(), Stage::Declare { seat: ODA }));
        ids(&played.game, ODA).contains(&"rival_near_victory")
    };
    let flowers = |second: &str| {
        let past = Scene::new(2).field(2).lines(0, "1111111110").castle(0, TAKEDA);
        past.lines(1, second).castle(1, ODA)
    };
    assert!(near(flowers("111-000000")));
    assert!(!near(flowers("11--000000")));
    // Three paths of the second battlefield are open, and Takeda leads there.
    let castle = |holder: Seat, lines: &str| {
        let (scene, ..) = arranged(&config(2), 1, |before, _| before[1] > before[0]);
        scene.lines(0, lines).castle(0, holder)
    };
    assert!(near(castle(TAKEDA, "111-------")));
    assert!(!near(castle(ODA, "000-------")));
}
