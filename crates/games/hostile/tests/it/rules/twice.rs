//! A second, simple implementation of movement and endless movement, written from the rulebook and
//! compared with the engine on crowded boards.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use zashiki_core::GameRng;

use crate::support::*;

const DIRECTIONS: [&str; 8] = ["n", "ne", "e", "se", "s", "sw", "w", "nw"];
const CORNERS: [&str; 4] = ["A1", "A8", "H8", "H1"];

/// The board as one pawn sees it: the tiles by square, and the squares that the pawn may not enter.
struct PawnBoard {
    floor: BTreeMap<String, (String, String)>,
    pawns: BTreeSet<String>,
    start: String,
}

impl PawnBoard {
    fn of(view: &Value, seat: usize) -> PawnBoard {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let tiles = view["floor"].as_array().unwrap().iter();
        let seats = view["seats"].as_array().unwrap();
        let others = seats.iter().enumerate().filter(|(other, _)| *other != seat);
        PawnBoard {
            floor: tiles
                .map(|tile| (text(&tile["square"]), (text(&tile["kind"]), text(&tile["facing"]))))
                .collect(),
            pawns: others.map(|(_, seat)| text(&seat["pawn"])).collect(),
            start: text(&seats[seat]["start"]),
        }
    }

    /// Returns true for a forbidden square (進入禁止マス): outside the board, another pawn's square, or a
    /// start square of another seat.
    fn forbidden(&self, square: Option<&String>) -> bool {
        square.is_none_or(|square| {
            self.pawns.contains(square)
                || CORNERS.contains(&square.as_str()) && *square != self.start
        })
    }

    /// Returns true if the square has no wall or its wall is open on this side. Walls are closed at
    /// their corners.
    fn open(&self, square: &str, side: &str) -> bool {
        match self.floor.get(square) {
            Some((kind, _)) if kind == "box" => false,
            Some((kind, sides)) if kind == "corner" || kind == "para" => {
                side.len() == 1 && sides.contains(side)
            }
            _ => true,
        }
    }

    /// The square to which the tile moves a pawn that entered in this direction, and the direction
    /// of that movement.
    fn next(&self, square: &str, entered: &str) -> Option<(String, String)> {
        let (kind, facing) = self.floor.get(square)?;
        let way = if kind == "ice" { entered } else { facing.as_str() };
        match kind.as_str() {
            "slide" | "diagonal" | "ice" => {
                let to = step(square, way, 1);
                if self.forbidden(to.as_ref()) {
                    return None;
                }
                let to = to.unwrap();
                self.open(&to, opposite(way)).then(|| (to, way.to_owned()))
            }
            "spring" => {
                let landings = [step(square, way, 2), step(square, way, 1)];
                let landing = landings.into_iter().find(|to| !self.forbidden(to.as_ref()))?;
                Some((landing.unwrap(), way.to_owned()))
            }
            _ => None,
        }
    }

    /// All squares that a pawn enters when it moves in this direction; none if the move is
    /// impossible.
    fn path(&self, from: &str, direction: &str, ghost: bool) -> Vec<String> {
        let first = step(from, direction, 1);
        if self.forbidden(first.as_ref()) {
            return Vec::new();
        }
        let first = first.unwrap();
        if ghost {
            return vec![first];
        }
        if !self.open(from, direction) || !self.open(&first, opposite(direction)) {
            return Vec::new();
        }
        let mut path = vec![(first, direction.to_owned())];
        while let Some((square, entered)) = path.last() {
            let Some(next) = self.next(square, entered) else { break };
            let again = path.contains(&next);
            path.push(next);
            if again {
                break;
            }
        }
        path.into_iter().map(|(square, _)| square).collect()
    }

    /// The same board without other pawns.
    fn without_pawns(&self) -> PawnBoard {
        PawnBoard { floor: self.floor.clone(), pawns: BTreeSet::new(), start: self.start.clone() }
    }

    /// The steps of all circles in which this pawn can move.
    fn circles(&self) -> BTreeSet<Step> {
        let mut circles = BTreeSet::new();
        let free = self.floor.keys().filter(|square| !self.forbidden(Some(square)));
        for start in
            free.flat_map(|square| DIRECTIONS.map(|entered| (square.clone(), entered.into())))
        {
            let mut way: Vec<Entry> = vec![start];
            while let Some(next) = way.last().and_then(|at| self.next(&at.0, &at.1)) {
                if way.contains(&next) {
                    let mut circle: Vec<Entry> =
                        way.iter().skip_while(|at| **at != next).cloned().collect();
                    circle.push(next);
                    circles
                        .extend(circle.windows(2).map(|step| (step[0].clone(), step[1].clone())));
                    break;
                }
                way.push(next);
            }
        }
        circles
    }
}

/// A square and the direction in which it is entered.
type Entry = (String, String);
/// A step from one entry to the next.
type Step = (Entry, Entry);

/// Returns true if a pawn of any seat could move without end if it were alone on the board.
fn endless_for_any_seat(view: &Value) -> bool {
    let seats = view["seats"].as_array().unwrap().len();
    (0..seats).any(|seat| !PawnBoard::of(view, seat).without_pawns().circles().is_empty())
}

/// The steps of the circles of one seat: without and with the other pawns on the board.
type Circles = [BTreeSet<Step>; 2];

/// The steps of the circles on this board, for each seat.
fn circles(view: &Value) -> Vec<Circles> {
    let boards = (0..view["seats"].as_array().unwrap().len()).map(|seat| PawnBoard::of(view, seat));
    boards.map(|board| [board.without_pawns().circles(), board.circles()]).collect()
}

/// The test (without or with pawns) that finds a new circle, and the seats for which it finds one.
fn made_endless(before: &[Circles], after: &[Circles]) -> Option<(&'static str, Vec<usize>)> {
    ["without_pawns", "with_pawns"].into_iter().enumerate().find_map(|(judgement, name)| {
        let is_new = |seat: &usize| !after[*seat][judgement].is_subset(&before[*seat][judgement]);
        let seats: Vec<usize> = (0..before.len()).filter(is_new).collect();
        (!seats.is_empty()).then_some((name, seats))
    })
}

/// A random board with many tiles on few squares.
fn crowded_board(rng: &mut GameRng, seats: u8, tiles: usize) -> Scene {
    let mut scene = Scene::new(seats);
    let mut free: Vec<String> =
        squares().into_iter().filter(|square| !CORNERS.contains(&square.as_str())).collect();
    // On half of the boards all tiles are in a corner, near starts and edges.
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
    // Pawns on any squares, with or without tiles.
    rng.shuffle(&mut free);
    for (seat, square) in free.iter().take(seats.into()).enumerate() {
        scene = scene.pawn(seat, square);
    }
    scene
}

/// The position in the form of a view. Positions with floors that the engine would reject are
/// allowed.
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
fn x98_x101_x108_x112_x116_x120_x127_x132_moves_agree_with_the_second_implementation() {
    let mut rng = GameRng::from_seed(712);
    let [mut moves, mut chains, mut caught] = [0; 3];
    for _ in 0..1500 {
        let seats = 2 + rng.below(3) as u8;
        let tiles = 4 + rng.below(26) as usize;
        let ghost = rng.below(8) == 0;
        let scene =
            crowded_board(&mut rng, seats, tiles).skill(0, if ghost { "ghost" } else { "king" });
        if endless_for_any_seat(&as_view(&scene)) {
            continue;
        }
        let played = scene.play();
        let view = played.view();
        let board = PawnBoard::of(&view, 0);
        for side in SIDES {
            let expected = board.path(&played.pawn(0), side, ghost);
            let action = format!("move {side}");
            assert_eq!(played.may(&action), !expected.is_empty(), "{action} in {view:#}");
            if expected.is_empty() {
                continue;
            }
            let mut after = played.clone();
            after.act(&action);
            assert_eq!(after.path(), expected, "{action} in {view:#}");
            moves += 1;
            chains += usize::from(expected.len() > 2);
            caught += after.count(json!({ "event": "caught" }));
        }
    }
    assert!(moves > 2000 && chains > 100 && caught > 0, "{moves} {chains} {caught}");
}

#[test]
fn x103_ax14_ax16_ax66_ax67_endless_movement_agrees_with_the_second_implementation() {
    let mut rng = GameRng::from_seed(2018);
    let [mut endless, mut placed, mut turned, mut alone, mut among] = [0; 5];
    for _ in 0..600 {
        let seats = 2 + rng.below(3) as u8;
        let tiles = 4 + rng.below(20) as usize;
        let scene = crowded_board(&mut rng, seats, tiles).skill(0, "rotate");
        if endless_for_any_seat(&as_view(&scene)) {
            // Such positions are impossible.
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
        for verb in ["place", "rotate"] {
            let legal = played.legal_with(verb);
            if legal.is_empty() {
                continue;
            }
            for _ in 0..8 {
                let action = rng.pick(&legal).clone();
                let mut after = played.clone();
                after.act(&action);
                // The floor with the placed or turned tile, before any discard.
                let event = if verb == "place" { "placed" } else { "rotated" };
                let mut floor = before["floor"].as_array().unwrap().clone();
                let changed_tile = &after.all(json!({ "event": event }))[0];
                floor.retain(|tile| tile["square"] != changed_tile["square"]);
                floor.push(changed_tile.clone());
                let with = json!({ "floor": floor, "seats": before["seats"] });
                let discards = after.all(json!({ "event": "endless" }));
                let found = discards.first().map(|event| (&event["judged"], &event["seats"]));
                let made = made_endless(&circles_before, &circles(&with));
                let expected = made.as_ref().map(|(judged, seats)| (json!(judged), json!(seats)));
                let expected = expected.as_ref().map(|(judged, seats)| (judged, seats));
                assert_eq!(found, expected, "{action} in {before:#}");
                placed += 1;
                turned += usize::from(verb == "rotate") * discards.len();
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
