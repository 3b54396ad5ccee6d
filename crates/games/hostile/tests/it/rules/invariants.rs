//! Tests by random games with every number of seats: the invariants, the bound A-X65
//! and the order of events in a round.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Value, json};
use zashiki_core::{FrameRecorder, GameRng, GameState, Turn};

use crate::support::*;

/// The number of seats, the options and the seed of each random game.
fn games() -> impl Iterator<Item = (u8, Value, u64)> {
    let options = [json!({}), json!({ "teams": "top_bottom", "twoPlayerKeepFirstSkill": true })];
    (2..=4).flat_map(move |seats| {
        let options = options.clone();
        (0..2)
            .map(move |seed| (seats, options[seed as usize].clone(), seed + 10 * u64::from(seats)))
    })
}

/// Calls `look` with each event of the random games and with the view after it.
fn every_event(mut look: impl FnMut(&Value, &Value)) {
    for (seats, options, seed) in games() {
        let config = config_with(seats, options).unwrap();
        let mut rng = GameRng::from_seed(seed);
        let mut frames = FrameRecorder(Vec::new());
        let mut game = hostile::Hostile::deal(&config, rng.fork(), Some(&mut frames));
        let mut legal = Vec::new();
        loop {
            for (event, after) in std::mem::take(&mut frames.0) {
                look(&serde_json::to_value(event).unwrap(), &view_of(&after));
            }
            let Turn::Awaiting(awaited) = game.turn() else { break };
            let seat = awaited.first().unwrap();
            legal.clear();
            game.legal_into(seat, &mut legal);
            game.play_unchecked(seat, pick(&legal, &mut rng), Some(&mut frames));
        }
    }
}

#[test]
fn x158_one_tile_on_a_square_and_none_on_a_start() {
    let mut most = 0;
    every_event(|event, view| {
        let tiles = view["floor"].as_array().unwrap();
        let squares: BTreeSet<&str> =
            tiles.iter().map(|tile| tile["square"].as_str().unwrap()).collect();
        assert_eq!(squares.len(), tiles.len(), "after {event}");
        assert!(["A1", "A8", "H8", "H1"].iter().all(|start| !squares.contains(start)));
        most = most.max(tiles.len());
    });
    assert!(most > 15, "{most} tiles at most");
}

#[test]
fn x159_two_pawns_never_share_a_square() {
    let mut moves = 0;
    every_event(|event, view| {
        let seats = view["seats"].as_array().unwrap();
        let pawns: BTreeSet<&str> =
            seats.iter().map(|seat| seat["pawn"].as_str().unwrap()).collect();
        assert_eq!(pawns.len(), seats.len(), "after {event}");
        // Nor does a pawn stand on another seat's start.
        let starts = |of: usize| seats[of]["start"].as_str().unwrap();
        for (seat, pawn) in
            seats.iter().enumerate().map(|(n, seat)| (n, seat["pawn"].as_str().unwrap()))
        {
            let corner = ["A1", "A8", "H8", "H1"].contains(&pawn);
            assert!(!corner || pawn == starts(seat), "after {event}");
        }
        moves += usize::from(event["event"] == "moved");
    });
    assert!(moves > 200, "{moves} moves");
}

#[test]
fn x160_every_tile_is_somewhere_once() {
    for (seats, options, seed) in games() {
        play_at_random(seats, options, seed, |game| {
            let position = serde_json::to_value(game.position()).unwrap();
            let mut count: BTreeMap<String, usize> = BTreeMap::new();
            let mut add = |tile: String, number: usize| *count.entry(tile).or_default() += number;
            for list in ["line", "gem_discards", "floor_deck", "gem_deck"] {
                words(&position[list]).into_iter().for_each(|tile| add(tile, 1));
            }
            for seat in position["seats"].as_array().unwrap() {
                words(&seat["hand"]).into_iter().for_each(|tile| add(tile, 1));
            }
            for tile in position["floor"].as_array().unwrap() {
                add(tile["kind"].as_str().unwrap().to_owned(), 1);
            }
            for (kind, number) in position["floor_discards"].as_object().unwrap() {
                add(kind.clone(), number.as_u64().unwrap() as usize);
            }
            let floor = FLOOR.into_iter().map(|(kind, number)| (kind.to_owned(), number));
            let gems = gem_squares().into_iter().map(|square| (square, 1));
            assert_eq!(count, floor.chain(gems).collect());
            game.check_invariants().unwrap();
        });
    }
}

#[test]
fn x161_no_hand_has_more_than_four_tiles() {
    let mut full = 0;
    every_event(|event, view| {
        for seat in view["seats"].as_array().unwrap() {
            let held = seat["hand"].as_array().unwrap().len();
            assert!(held <= 4, "after {event}");
            full += usize::from(held == 4);
        }
    });
    assert!(full > 0, "no hand was ever full");
}

#[test]
fn x162_no_gem_stays_under_a_pawn() {
    let mut gained = 0;
    for (seats, options, seed) in games() {
        play_at_random(seats, options, seed, |game| {
            let view = view_of(game);
            let gems: BTreeSet<&str> = view["gems"]
                .as_array()
                .unwrap()
                .iter()
                .map(|gems| gems["square"].as_str().unwrap())
                .collect();
            for seat in view["seats"].as_array().unwrap() {
                assert!(!gems.contains(seat["pawn"].as_str().unwrap()));
                gained += usize::from(seat["gems"].as_u64() > Some(0));
            }
        });
    }
    assert!(gained > 0);
}

#[test]
fn x163_ax12_a_pawn_moves_only_in_its_owners_turn() {
    let mut last = Vec::new();
    every_event(|event, view| {
        let pawns: Vec<String> = view["seats"]
            .as_array()
            .unwrap()
            .iter()
            .map(|seat| seat["pawn"].as_str().unwrap().to_owned())
            .collect();
        if event["event"] == "dealt" {
            last = pawns;
            return;
        }
        for (seat, (before, now)) in last.iter().zip(&pawns).enumerate() {
            if before != now {
                assert_eq!((&event["event"], &event["seat"]), (&json!("moved"), &json!(seat)));
                let stage = &view["stage"];
                assert_eq!((&stage["kind"], &stage["seat"]), (&json!("turn"), &json!(seat)));
            }
        }
        last = pawns;
    });
}

/// A-X65: one of the end conditions ends every game within the bound on the number of rounds.
#[test]
fn x20_x21_x22_ax65_every_game_ends_within_the_bound_of_rounds() {
    for seats in 2..=4u8 {
        let goal = if seats == 3 { 15 } else { 20 };
        for seed in 0..6 {
            let end = play_at_random(seats, json!({}), seed, |_| ());
            let view = view_of(&end);
            let rounds = view["round"].as_u64().unwrap();
            assert!(
                rounds <= if seats == 3 { 13 } else { 9 },
                "{rounds} rounds with {seats} seats"
            );
            let most = view["sides"]
                .as_array()
                .unwrap()
                .iter()
                .map(|side| side["gems"].as_u64().unwrap())
                .max()
                .unwrap();
            let reason = view["end"]["reason"].as_str().unwrap();
            let expected = match (most >= goal, view["short"] == json!(true)) {
                (true, false) => "gems",
                (false, true) => "shortage",
                (true, true) => "gems_and_shortage",
                (false, false) => panic!("nothing ended the game with {seats} seats, seed {seed}"),
            };
            assert_eq!(reason, expected);
        }
    }
}

/// A game in which all seats always end their turns at once is the longest.
#[test]
fn x20_ax65_the_longest_game() {
    for (seats, most) in [(2u8, 9), (3, 13), (4, 9)] {
        let config = config_with(seats, json!({})).unwrap();
        let mut game = hostile::Hostile::deal(&config, GameRng::from_seed(1), None);
        let mut legal = Vec::new();
        while let Turn::Awaiting(awaited) = game.turn() {
            let seat = awaited.first().unwrap();
            legal.clear();
            game.legal_into(seat, &mut legal);
            // Gem tiles first, so that as few floor tiles as possible leave the line.
            let gem = legal.iter().position(|action| {
                let text = action.to_string();
                text.ends_with(" keep") && text.as_bytes()[6].is_ascii_uppercase()
            });
            let keep = legal.iter().position(|action| action.to_string().ends_with(" keep"));
            let end = legal.iter().position(|action| action.to_string() == "end");
            let action = legal[end.or(gem).or(keep).unwrap_or(0)];
            game.play_unchecked(seat, action, None);
        }
        let view = view_of(&game);
        assert_eq!(
            (view["round"].as_u64(), &view["end"]["reason"]),
            (Some(most), &json!("shortage"))
        );
    }
}

/// Every round has its events in the same order: emission, line, skills, tiles, turns, end.
#[test]
fn x27_x32_x47_x50_x57_x73_ax27_the_order_of_every_round() {
    let rank = |event: &str| match event {
        "round" => Some(0),
        "gem_tile_revealed" => Some(1),
        "line_refilled" => Some(2),
        "skills_removed" => Some(3),
        "skill_taken" => Some(4),
        "drafted" => Some(5),
        "turn_began" => Some(6),
        "start_seat" | "start_stays" => Some(7),
        _ => None,
    };
    let mut last = 0;
    let mut rounds = 0;
    every_event(|event, view| {
        let Some(now) = rank(event["event"].as_str().unwrap()) else { return };
        let two = view["seats"].as_array().unwrap().len() == 2;
        let again = now == 0 || two && now == 4 && last == 6;
        assert!(again || now >= last, "{event} after rank {last}");
        last = now;
        rounds += usize::from(now == 0);
    });
    assert!(rounds > 30);
}
