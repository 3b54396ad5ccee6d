//! Law 7 for positions: whatever is written into one, it is refused in words or it is a play
//! that can be played to its end.

use std::sync::Arc;

use serde_json::Value;
use table::{Dice, Game, Setup, Silent, Turn};

/// How many changed positions are tried for each number of seats.
const TRIES: usize = 150;

/// Changes positions from random plays: their numbers and words, to numbers about the limits and
/// to words that stand elsewhere in positions; their lists, which lose, gain and change places;
/// their fields, which are left out.
///
/// # Panics
/// When a position that was read breaks the play, or a refusal says nothing.
pub fn changed<G: Game>() {
    let info = G::info();
    let options = info.complete_options(&Value::Null).expect("the defaults are possible");
    let mut dice = Dice::from_seed(7);
    let (mut stood, mut refused) = (0, 0);
    for seats in info.seats.0..=info.seats.1 {
        let setup = G::Setup::new(seats, &options, None).expect("a listed setup is possible");
        let positions: Vec<Value> =
            (0..8).map(|seed| after::<G>(&setup, seed, &mut dice)).collect();
        let mut words = positions.clone();
        let mut pool: Vec<Value> = Vec::new();
        words.iter_mut().for_each(|position| {
            let mut found = Vec::new();
            scalars(position, &mut found);
            pool.extend(found.into_iter().map(|value| value.clone()));
        });
        pool.extend((0..25).map(Value::from));
        pool.extend([-1, 255, 256, 65_535].map(Value::from));
        pool.extend(["", "x"].map(Value::from));
        pool.extend([Value::Null, true.into(), false.into()]);
        for _ in 0..TRIES {
            let mut position = dice.pick(&positions).clone();
            for _ in 0..dice.below(4) {
                change(&mut position, &pool, &mut dice);
            }
            let shown = position.to_string();
            let Ok(read) = serde_json::from_value::<G::Position>(position) else { continue };
            match G::from_position(&setup, read) {
                Ok(game) => {
                    stood += 1;
                    play_on(game, &mut dice, &shown);
                }
                Err(no) => {
                    refused += 1;
                    let text = no.text();
                    assert!(!text.ja.is_empty() && !text.en.is_empty(), "law 7: {shown}");
                }
            }
        }
    }
    assert!(stood > 0 && refused > 0, "law 7: {stood} positions stood, {refused} were refused");
}

/// The position after some decisions of a random play that still goes on.
fn after<G: Game>(setup: &Arc<G::Setup>, seed: u64, dice: &mut Dice) -> Value {
    let mut game = G::deal(setup, Dice::from_seed(seed), &mut Silent);
    for _ in 0..dice.below(60) {
        let mut next = game.clone();
        let Turn::Awaiting(awaited) = next.turn() else { break };
        let seat = awaited.first().expect("somebody is awaited");
        next.play_unchecked(seat, *dice.pick(&next.legal(seat)), &mut Silent);
        if matches!(next.turn(), Turn::Over(_)) {
            break;
        }
        game = next;
    }
    serde_json::to_value(game.position()).expect("positions are plain data")
}

fn change(position: &mut Value, pool: &[Value], dice: &mut Dice) {
    match dice.below(8) {
        0 => {
            if let Some(fields) = position.as_object_mut().filter(|fields| !fields.is_empty()) {
                let names: Vec<String> = fields.keys().cloned().collect();
                fields.remove(dice.pick(&names));
            }
        }
        1 | 2 => {
            let mut places = Vec::new();
            lists(position, &mut places);
            if places.is_empty() {
                return;
            }
            let place = dice.below(places.len() as u32) as usize;
            let items = &mut *places[place];
            match dice.below(3) {
                0 => drop(items.pop()),
                1 => items.push(dice.pick(pool).clone()),
                _ => items.reverse(),
            }
        }
        _ => {
            let mut places = Vec::new();
            scalars(position, &mut places);
            if !places.is_empty() {
                let place = dice.below(places.len() as u32) as usize;
                *places[place] = dice.pick(pool).clone();
            }
        }
    }
}

/// Every number, word and truth value in the JSON.
pub fn scalars<'a>(value: &'a mut Value, out: &mut Vec<&'a mut Value>) {
    match value {
        Value::Array(items) => items.iter_mut().for_each(|item| scalars(item, out)),
        Value::Object(fields) => fields.values_mut().for_each(|field| scalars(field, out)),
        scalar => out.push(scalar),
    }
}

/// Every list in the JSON whose items are not lists or objects themselves.
pub fn lists<'a>(value: &'a mut Value, out: &mut Vec<&'a mut Vec<Value>>) {
    let nested = |item: &Value| item.is_array() || item.is_object();
    match value {
        Value::Array(items) => {
            if items.iter().any(nested) {
                items.iter_mut().for_each(|item| lists(item, out));
            } else {
                out.push(items);
            }
        }
        Value::Object(fields) => fields.values_mut().for_each(|field| lists(field, out)),
        _ => {}
    }
}

fn play_on<G: Game>(mut game: G, dice: &mut Dice, from: &str) {
    let bound = game.setup().max_decisions();
    for _ in 0..=bound {
        if let Err(fault) = game.census() {
            panic!("law 7: {from}: {fault}");
        }
        let Turn::Awaiting(awaited) = game.turn() else { return };
        let seats: Vec<_> = awaited.iter().collect();
        let seat = *dice.pick(&seats);
        let legal = game.legal(seat);
        assert!(!legal.is_empty(), "law 7: {from}: seat {seat} can do nothing");
        game.play_unchecked(seat, *dice.pick(&legal), &mut Silent);
    }
    panic!("law 7: {from}: the play does not end within {bound} decisions");
}
