//! Law 7 for positions: any position is either rejected with a message or playable to the end.

use std::sync::Arc;

use serde_json::Value;
use zashiki_core::{Game, GameConfig, GameRng, GameStateExt as _, Turn};

use crate::scenario::play_on;

/// Number of mutated positions tried for each number of seats.
const TRIES: usize = 500;

/// Checks that mutated positions of random matches are rejected with a message or playable to the end.
/// Numbers and strings become numbers near the limits and strings from elsewhere in positions; lists lose,
/// gain and reorder items; fields are omitted.
///
/// # Panics
/// Panics if an accepted position breaks the match, or an error has no message.
pub fn changed<G: Game>() {
    let info = G::info();
    let options = info.complete_options(&Value::Null).expect("the default options are valid");
    let mut rng = GameRng::from_seed(7);
    let (mut stood, mut refused) = (0, 0);
    for seats in info.seats.0..=info.seats.1 {
        let config =
            G::Config::new(seats, &options, None).expect("a listed configuration is valid");
        let positions: Vec<Value> =
            (0..8).flat_map(|seed| moments::<G>(&config, seed, &mut rng)).collect();
        let mut pool: Vec<Value> = Vec::new();
        for position in &positions {
            let places = paths(position, is_scalar).into_iter();
            pool.extend(places.filter_map(|path| position.pointer(&path).cloned()));
        }
        pool.extend((0..25).map(Value::from));
        pool.extend([-1, 255, 256, 65_535].map(Value::from));
        pool.extend([u64::MAX.into(), 1.5.into(), "".into(), "x".into()]);
        pool.extend([Value::Null, true.into(), false.into()]);
        for _ in 0..TRIES {
            let mut position = rng.pick(&positions).clone();
            for _ in 0..rng.below(4) {
                change(&mut position, &pool, &mut rng);
            }
            let shown = position.to_string();
            let Ok(read) = serde_json::from_value::<G::Position>(position) else { continue };
            match G::from_position(&config, read) {
                Ok(game) => {
                    stood += 1;
                    play_on(game, &mut rng, &format!("law 7: {shown}"));
                }
                Err(no) => {
                    refused += 1;
                    let text = no.text();
                    assert!(!text.ja.is_empty() && !text.en.is_empty(), "law 7: {shown}");
                }
            }
        }
    }
    assert!(stood > 0 && refused > 0, "law 7: {stood} positions were accepted, {refused} rejected");
}

/// The positions at three random steps of a random match, and at its end.
fn moments<G: Game>(config: &Arc<G::Config>, seed: u64, rng: &mut GameRng) -> Vec<Value> {
    let mut moments = vec![G::deal(config, GameRng::from_seed(seed), None)];
    let end = loop {
        let mut game = moments[moments.len() - 1].clone();
        let Turn::Awaiting(awaited) = game.turn() else { break moments.pop() };
        let seat = awaited.first().expect("a seat is to move");
        game.play_unchecked(seat, *rng.pick(&game.legal(seat)), None);
        moments.push(game);
    };
    let picked = (0..3).map(|_| rng.pick(&moments).clone());
    let json = |game: G| serde_json::to_value(game.position()).expect("positions are plain data");
    picked.chain(end).map(json).collect()
}

fn change(position: &mut Value, pool: &[Value], rng: &mut GameRng) {
    match rng.below(8) {
        0 => {
            if let Some(fields) = position.as_object_mut().filter(|fields| !fields.is_empty()) {
                let names: Vec<String> = fields.keys().cloned().collect();
                fields.remove(rng.pick(&names));
            }
        }
        1 | 2 => {
            let lists = paths(position, Value::is_array);
            if lists.is_empty() {
                return;
            }
            let list =
                position.pointer_mut(rng.pick(&lists[..]).as_str()).and_then(Value::as_array_mut);
            let items = list.expect("the path leads to a list");
            match rng.below(4) {
                0 => drop(items.pop()),
                1 => items.push(rng.pick(pool).clone()),
                2 => items.extend(items.first().cloned()),
                _ => items.reverse(),
            }
        }
        _ => {
            let scalars = paths(position, is_scalar);
            if !scalars.is_empty() {
                let scalar = position.pointer_mut(rng.pick(&scalars[..]).as_str());
                *scalar.expect("the path leads somewhere") = rng.pick(pool).clone();
            }
        }
    }
}

/// Returns true if the value is a number, a string, a boolean or null.
fn is_scalar(value: &Value) -> bool {
    !value.is_array() && !value.is_object()
}

/// The JSON pointers of all values within `value`, itself included, for which `wanted` returns true.
fn paths(value: &Value, wanted: fn(&Value) -> bool) -> Vec<String> {
    let inner: Vec<(String, &Value)> = match value {
        Value::Array(items) => {
            items.iter().enumerate().map(|(index, item)| (index.to_string(), item)).collect()
        }
        Value::Object(fields) => {
            let key = |name: &str| name.replace('~', "~0").replace('/', "~1");
            fields.iter().map(|(name, field)| (key(name), field)).collect()
        }
        _ => Vec::new(),
    };
    let own = wanted(value).then(String::new);
    let below = inner.into_iter().flat_map(|(key, value)| {
        paths(value, wanted).into_iter().map(move |path| format!("/{key}{path}"))
    });
    own.into_iter().chain(below).collect()
}
