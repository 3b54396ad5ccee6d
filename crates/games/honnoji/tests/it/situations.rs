//! The situations on which the advice in a first match depends: each is true, and ends with its cause.

use conformance::situations::{check, ids};
use honnoji::{Action, Honnoji};
use serde_json::Value;
use zashiki_core::{GameState, Situation};

use crate::support::*;

/// The squares at a distance of at most one on the ring of five.
fn around(square: u64) -> [u64; 3] {
    [(square + 3) % 5 + 1, square, square % 5 + 1]
}

fn judge(game: &Honnoji, seat: Seat, situation: &Situation<Action>) -> Result<(), String> {
    let view = view_of(game);
    let pawn = |seat: usize| view["players"][seat]["square"].as_u64();
    let square = |number: u64| &view["squares"][number as usize - 1];
    // The only effect of each action is to move the pawn to this square.
    let mut goals = Vec::new();
    for action in &situation.actions {
        let reading = game.draft_of(seat, action);
        goals.push(reading["destination"].as_u64().ok_or("it does not move")?);
    }
    match situation.id {
        "last_round" if view["round"] == 6 => Ok(()),
        "in_the_fire" => {
            let burns = pawn(seat.index()).is_some_and(|at| square(at)["fire"] == true);
            let out = goals.iter().all(|goal| square(*goal)["fire"] == false);
            if burns && out { Ok(()) } else { Err(format!("{goals:?}")) }
        }
        "treasure_alone" => {
            let worth = |number: u64| {
                let cards = square(number)["cards"].as_array().unwrap();
                let points = |card: &Value| game.points_of(card["face"].as_str().unwrap());
                if square(number)["fire"] == true { 0 } else { cards.iter().map(points).sum() }
            };
            let [goal] = goals[..] else { return Err(format!("{goals:?}")) };
            let best = (1..=5).map(worth).max();
            let alone = (0..game.scores().len())
                .filter(|other| *other != seat.index())
                .filter_map(pawn)
                .all(|other| !around(other).contains(&goal));
            let near = pawn(seat.index()).is_some_and(|own| around(own).contains(&goal));
            if Some(worth(goal)) == best && alone && near { Ok(()) } else { Err(format!("{goal}")) }
        }
        other => Err(format!("{other} is wrong")),
    }
}

/// Queries of the judge.
trait Queries {
    /// The forecast of a layout.
    fn draft_of(&self, seat: Seat, action: &Action) -> Value;
    /// The points of a card.
    fn points_of(&self, face: &str) -> i64;
}

impl Queries for Honnoji {
    fn draft_of(&self, seat: Seat, action: &Action) -> Value {
        zashiki_core::Drafts::draft(self, seat, &action.to_string()).unwrap().reading
    }

    fn points_of(&self, face: &str) -> i64 {
        use zashiki_core::GameConfig as _;
        let components = self.config().components();
        let cards = components["cards"].as_array().or(components["card"].as_array()).unwrap();
        let card = cards.iter().find(|card| card["face"] == face).unwrap();
        card["points"].as_i64().unwrap()
    }
}

#[test]
fn every_situation_is_true() {
    check::<Honnoji>(40, &[], judge);
}

/// The ids of the situations of seat 0.
fn of(scene: &Scene) -> Vec<&'static str> {
    ids(&scene.play().game, Seat(0))
}

#[test]
fn a_pawn_in_the_fire_is_told_to_leave_while_it_can() {
    let scene = || Scene::new(3).pawns(&[1, 3, 4]).pile(1, "fire");
    let game = scene().play().game;
    let [found] = &game.situations(Seat(0))[..] else { panic!("one situation") };
    assert_eq!((found.id, &found.places[..]), ("in_the_fire", &["pawn-0".to_owned()][..]));
    let ways: Vec<String> = found.actions.iter().map(ToString::to_string).collect();
    assert_eq!(ways, ["lay crest@0:0 5@0:1", "lay crest@0:0 2@0:1"]);
    assert_eq!(
        of(&scene().pile(2, "fire").hand(0, "crest 1 2 3 4").exposed(0, "koban 5")),
        [""; 0]
    );
    assert_eq!(of(&Scene::new(3).pawns(&[2, 3, 4]).pile(1, "fire")), [""; 0]);
    assert_eq!(ids(&scene().play().game, Seat(1)), [""; 0]);
}

#[test]
fn the_last_round_is_announced() {
    assert_eq!(of(&Scene::new(3).round(6)), ["last_round"]);
    assert_eq!(of(&Scene::new(3).round(5)), [""; 0]);
}

#[test]
fn the_richest_square_is_announced_if_no_rival_is_near() {
    let scene = |rivals: [u8; 2]| Scene::new(3).pawns(&[1, rivals[0], rivals[1]]);
    let rich = |scene: Scene| scene.pile(2, "tsukumo").pile(5, "enza");
    assert_eq!(of(&rich(scene([4, 5]))), ["treasure_alone"]);
    assert_eq!(of(&rich(scene([4, 3]))), [""; 0]);
    assert_eq!(of(&rich(scene([4, 5])).pile(4, "seitaka joo")), [""; 0]);
    assert_eq!(of(&rich(scene([4, 5])).hand(0, "crest 1 3").exposed(0, "koban 2 4 5")), [""; 0]);
}
