//! Movement and endless places written down a second time, from the rulebook alone and as
//! plainly as possible, and held against the engine on crowded boards.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use zashiki_core::GameRng;

use crate::support::*;

const DIRECTIONS: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
const CORNERS: [&str; 4] = ["A1", "A8", "H8", "H1"];

/// What a movement meets: the floor by square, and what this pawn may not enter.
struct World {
    floor: BTreeMap<String, (String, String)>,
    pawns: BTreeSet<String>,
    start: String,
}

impl World {
    fn of(view: &Value, seat: usize) -> World {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let tiles = view["floor"].as_array().unwrap().iter();
        let seats = view["seats"].as_array().unwrap();
        let others = seats.iter().enumerate().filter(|(other, _)| *other != seat);
        World {
            floor: tiles
                .map(|tile| (text(&tile["square"]), (text(&tile["kind"]), text(&tile["facing"]))))
                .collect(),
            pawns: others.map(|(_, seat)| text(&seat["pawn"])).collect(),
            start: text(&seats[seat]["start"]),
        }
    }

    /// 進入禁止マス: off the board, another pawn, a start that is not the own.
    fn forbidden(&self, square: Option<&String>) -> bool {
        square.is_none_or(|square| {
            self.pawns.contains(square)
                || CORNERS.contains(&square.as_str()) && *square != self.start
        })
    }

    /// Whether the wall, if one is there, has an opening on this side (a corner is not a side).
    fn open(&self, square: &str, side: &str) -> bool {
        match self.floor.get(square) {
            Some((kind, _)) if kind == "box" => false,
            Some((kind, sides)) if kind == "corner" || kind == "para" => {
                side.len() == 1 && sides.contains(side)
            }
            _ => true,
        }
    }

    /// Where the tile on this square sends a pawn that came in this direction.
    fn next(&self, square: &str, came: &str) -> Option<(String, String)> {
        let (kind, facing) = self.floor.get(square)?;
        let way = if kind == "ice" { came } else { facing.as_str() };
        match kind.as_str() {
            "slide" | "diagonal" | "ice" => {
                let to = step(square, way, 1);
                if self.forbidden(to.as_ref()) {
                    return None;
                }
                let to = to.unwrap();
                self.open(&to, back(way)).then(|| (to, way.to_owned()))
            }
            "spring" => {
                let landings = [step(square, way, 2), step(square, way, 1)];
                let landing = landings.into_iter().find(|to| !self.forbidden(to.as_ref()))?;
                Some((landing.unwrap(), way.to_owned()))
            }
            _ => None,
        }
    }

    /// All squares entered by a move in this direction; none if it is impossible.
    fn path(&self, from: &str, direction: &str, ghost: bool) -> Vec<String> {
        let first = step(from, direction, 1);
        if self.forbidden(first.as_ref()) {
            return Vec::new();
        }
        let first = first.unwrap();
        if ghost {
            return vec![first];
        }
        if !self.open(from, direction) || !self.open(&first, back(direction)) {
            return Vec::new();
        }
        let mut path = vec![(first, direction.to_owned())];
        while let Some((square, came)) = path.last() {
            let Some(next) = self.next(square, came) else { break };
            let again = path.contains(&next);
            path.push(next);
            if again {
                break;
            }
        }
        path.into_iter().map(|(square, _)| square).collect()
    }

    /// The same floor with no other pawn on it.
    fn alone(&self) -> World {
        World { floor: self.floor.clone(), pawns: BTreeSet::new(), start: self.start.clone() }
    }

    /// All circles for this pawn: each as the steps it is made of.
    fn circles(&self) -> BTreeSet<Step> {
        let mut circles = BTreeSet::new();
        let free = self.floor.keys().filter(|square| !self.forbidden(Some(square)));
        for start in free.flat_map(|square| DIRECTIONS.map(|came| (square.clone(), came.into()))) {
            let mut way: Vec<Entry> = vec![start];
            while let Some(next) = way.last().and_then(|at| self.next(&at.0, &at.1)) {
                if way.contains(&next) {
                    let mut there: Vec<Entry> =
                        way.iter().skip_while(|at| **at != next).cloned().collect();
                    there.push(next);
                    circles.extend(there.windows(2).map(|step| (step[0].clone(), step[1].clone())));
                    break;
                }
                way.push(next);
            }
        }
        circles
    }
}

/// A square with the direction in which it was entered.
type Entry = (String, String);
/// From one entry to the next.
type Step = (Entry, Entry);

/// Whether some movement on this floor never ends for somebody, alone on the board.
fn endless_for_anybody(view: &Value) -> bool {
    let seats = view["seats"].as_array().unwrap().len();
    (0..seats).any(|seat| !World::of(view, seat).alone().circles().is_empty())
}

/// The circles of one seat: alone on the board, and among the other pawns.
type Circles = [BTreeSet<Step>; 2];

/// The circles on this floor, by seat.
fn circles(view: &Value) -> Vec<Circles> {
    let worlds = (0..view["seats"].as_array().unwrap().len()).map(|seat| World::of(view, seat));
    worlds.map(|world| [world.alone().circles(), world.circles()]).collect()
}

/// By which judgement, and for whom, there is a circle after that was not there before.
fn made_endless(before: &[Circles], after: &[Circles]) -> Option<(&'static str, Vec<usize>)> {
    ["without_pawns", "with_pawns"].into_iter().enumerate().find_map(|(judgement, name)| {
        let is_new = |seat: &usize| !after[*seat][judgement].is_subset(&before[*seat][judgement]);
        let seats: Vec<usize> = (0..before.len()).filter(is_new).collect();
        (!seats.is_empty()).then_some((name, seats))
    })
}

/// A random floor: few squares, many tiles, so that they meet.
fn crowded(rng: &mut GameRng, seats: u8, tiles: usize) -> Scene {
    let mut scene = Scene::new(seats);
    let mut free: Vec<String> =
        squares().into_iter().filter(|square| !CORNERS.contains(&square.as_str())).collect();
    // Half of the boards are crowded in a corner, where starts and edges matter.
    if rng.below(2) == 0 {
        free.retain(|square| square.as_bytes()[0] <= b'D' && square.as_bytes()[1] <= b'4');
    }
    rng.shuffle(&mut free);
    let mut left: Vec<&str> =
        FLOOR.into_iter().flat_map(|(kind, count)| vec![kind; count]).collect();
    rng.shuffle(&mut left);
    for (square, kind) in free.iter().zip(left).take(tiles) {
        let facings: &[&str] = match kind {
            "slide" | "spring" => &SIDES,
            "diagonal" | "corner" => &["ne", "se", "sw", "nw"],
            "para" => &["ns", "ew"],
            _ => &[""],
        };
        scene = scene.tile(square, format!("{kind} {}", rng.pick(facings)).trim());
    }
    // Pawns anywhere, also on tiles.
    rng.shuffle(&mut free);
    for (seat, square) in free.iter().take(seats.into()).enumerate() {
        scene = scene.pawn(seat, square);
    }
    scene
}

/// The position as a view would show it, for floors that are refused.
fn as_view(scene: &Scene) -> Value {
    let position = scene.json();
    let mut seats = position["seats"].clone();
    let corners: &[&str] = match seats.as_array().unwrap().len() {
        2 => &["A1", "H8"],
        3 => &["A1", "A8", "H1"],
        _ => &CORNERS,
    };
    for (seat, corner) in seats.as_array_mut().unwrap().iter_mut().zip(corners) {
        seat["start"] = json!(corner);
    }
    json!({ "floor": position["floor"], "seats": seats })
}

#[test]
fn x98_x101_x108_x112_x116_x120_x127_x132_moves_are_what_the_second_reading_says() {
    let mut rng = GameRng::from_seed(712);
    let [mut moves, mut chains, mut caught] = [0; 3];
    for _ in 0..1500 {
        let seats = 2 + rng.below(3) as u8;
        let tiles = 4 + rng.below(26) as usize;
        let ghost = rng.below(8) == 0;
        let scene = crowded(&mut rng, seats, tiles).skill(0, if ghost { "ghost" } else { "king" });
        if endless_for_anybody(&as_view(&scene)) {
            continue;
        }
        let played = scene.play();
        let view = played.view();
        let world = World::of(&view, 0);
        for side in SIDES {
            let wanted = world.path(&played.pawn(0), side, ghost);
            let action = format!("move {side}");
            assert_eq!(played.may(&action), !wanted.is_empty(), "{action} in {view:#}");
            if wanted.is_empty() {
                continue;
            }
            let mut after = played.clone();
            after.act(&action);
            assert_eq!(after.path(), wanted, "{action} in {view:#}");
            moves += 1;
            chains += usize::from(wanted.len() > 2);
            caught += after.count(json!({ "event": "caught" }));
        }
    }
    assert!(moves > 2000 && chains > 100 && caught > 0, "{moves} {chains} {caught}");
}

#[test]
fn x103_ax14_ax16_ax66_ax67_endless_places_are_what_the_second_reading_says() {
    let mut rng = GameRng::from_seed(2018);
    let [mut endless, mut placed, mut turned, mut alone, mut among] = [0; 5];
    for _ in 0..600 {
        let seats = 2 + rng.below(3) as u8;
        let tiles = 4 + rng.below(20) as usize;
        let scene = crowded(&mut rng, seats, tiles).skill(0, "rotate");
        let there = endless_for_anybody(&as_view(&scene));
        if there {
            // No such position can come about.
            let refusal = scene.refusal().0;
            assert!(refusal.contains("never end"), "{refusal}: {:#}", scene.json());
            endless += 1;
            continue;
        }
        let kind = *rng.pick(&["slide", "slide", "diagonal", "spring", "spring", "ice", "corner"]);
        let held = scene.position["floor"].as_array().unwrap();
        let used = held.iter().filter(|tile| tile["kind"] == kind).count();
        if used >= FLOOR.iter().find(|(name, _)| *name == kind).unwrap().1 {
            continue;
        }
        let played = scene.hand(0, &[kind]).play();
        let before = played.view();
        let circles_before = circles(&before);
        for sort in ["place", "rotate"] {
            let legal = played.legal_with(sort);
            if legal.is_empty() {
                continue;
            }
            for _ in 0..8 {
                let action = rng.pick(&legal).clone();
                let mut after = played.clone();
                after.act(&action);
                // The floor with the tile operated, before any discard.
                let event = if sort == "place" { "placed" } else { "rotated" };
                let mut floor = before["floor"].as_array().unwrap().clone();
                let operated = &after.all(json!({ "event": event }))[0];
                floor.retain(|tile| tile["square"] != operated["square"]);
                floor.push(operated.clone());
                let with = json!({ "floor": floor, "seats": before["seats"] });
                let gone = after.all(json!({ "event": "endless" }));
                let told = gone.first().map(|gone| (&gone["judged"], &gone["seats"]));
                let made = made_endless(&circles_before, &circles(&with));
                let wanted = made.as_ref().map(|(judged, seats)| (json!(judged), json!(seats)));
                let wanted = wanted.as_ref().map(|(judged, seats)| (judged, seats));
                assert_eq!(told, wanted, "{action} in {before:#}");
                placed += 1;
                turned += usize::from(sort == "rotate") * gone.len();
                match made {
                    Some(("without_pawns", _)) => alone += 1,
                    Some(_) => among += 1,
                    None => {}
                }
            }
        }
    }
    assert!(endless > 20 && placed > 800, "{endless} {placed}");
    assert!(alone > 20 && among > 2 && turned > 4, "{alone} {among} {turned}");
}
