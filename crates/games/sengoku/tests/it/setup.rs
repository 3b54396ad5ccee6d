//! Components and setup: S-1 to S-9.

use std::collections::{BTreeMap, BTreeSet};

use sengoku::{Components, Event, Sengoku, Settlement, Tile};
use serde_json::json;
use zashiki_core::{Event as _, GameRng, GameState, GameStateExt as _, Seat, Token as _, Viewer};

use crate::support::*;

#[test]
fn s1_two_to_four_play() {
    let info = Sengoku::info();
    assert_eq!(info.seats, (2, 4));
    for seats in [0, 1, 5, 8] {
        let refused = info.check_seats(seats).unwrap_err();
        assert!(
            refused.text().en.contains("2–4") && refused.text().ja.contains("2–4人用"),
            "{refused}"
        );
    }
    for seats in 2..=4 {
        assert_eq!(info.check_seats(seats), Ok(seats as u8));
        let played = Played::deal(seats as u8, 1);
        assert_eq!(played.game.seats(), seats as u8);
        assert_eq!(played.position().hands.len(), seats);
        assert_eq!(played.position().board.order.len(), seats);
    }
}

#[test]
fn s2_six_troops_worth_one_to_six() {
    let config = config(2);
    let mut counts = BTreeMap::new();
    for tile in colour(&config) {
        let (low, high) = tile.marks().unwrap();
        assert!(1 <= low && low < high && high <= 6, "{tile}");
        *counts.entry(low).or_insert(0) += 1;
        *counts.entry(high).or_insert(0) += 1;
    }
    // In our reconstruction each mark occurs six times.
    assert_eq!(counts, (1..=6).map(|mark| (mark, 6)).collect());
    for name in ["01", "17", "70", "66", "00", "7"] {
        assert_eq!(Tile::from_word(name), None, "{name} is a tile");
    }
    // A mark counts as much as its number: each as the only half in a row.
    for (tile, low) in [("12", 1), ("26", 2), ("36", 3), ("46", 4), ("56", 5)] {
        let line = Scene::new(2).lies(ODA, &format!("{tile} B3 B2")).play().line(0, 2);
        assert_eq!(line.sums, [2 * low, 0]);
    }
    assert_eq!(Scene::new(2).lies(ODA, "36 B2 B3").play().line(0, 2).sums, [12, 0]);
}

#[test]
fn s3_the_strength_is_the_sum_of_both_halves() {
    for (name, strength) in [("12", 3), ("34", 7), ("56", 11), ("15", 6), ("26", 8)] {
        let played = Scene::new(2)
            .hand(ODA, &format!("{name} 13 14 23 46"))
            .acts(&[&format!("declare {name}")]);
        let declared = Event::Declared { seat: ODA, tile: tile(name), strength, forced: false };
        assert!(played.has(is(declared)), "{:?}", played.events());
    }
}

#[test]
fn s4_eighteen_tiles_alike_for_everybody() {
    let config = config(4);
    let all = colour(&config);
    assert_eq!(all.len(), 18);
    let strengths: Vec<u8> = all.iter().map(|tile| tile.strength()).collect();
    assert_eq!((strengths.iter().min(), strengths.iter().max()), (Some(&3), Some(&11)));
    let kinds: BTreeSet<Tile> = all.iter().copied().collect();
    assert_eq!(kinds.len(), 15, "every pair of different marks");
    let mut strengths_symmetric = strengths.clone();
    strengths_symmetric.iter_mut().for_each(|strength| *strength = 14 - *strength);
    strengths_symmetric.sort_unstable();
    let mut sorted = strengths;
    sorted.sort_unstable();
    assert_eq!(sorted, strengths_symmetric);
    for seed in 0..20 {
        let position = Sengoku::deal(&config, GameRng::from_seed(seed), None).position();
        for seat in 0..4 {
            let mut own = [&position.hands[seat][..], &position.piles[seat]].concat();
            own.sort_unstable();
            assert_eq!(own, all, "seat {seat}");
        }
    }
    // A double is not a tile, neither in a components file nor in notation.
    assert!(Components::read(&file_with(&[("marks = \"12\"", "marks = \"11\"")])).is_err());
    assert_eq!(Played::deal(2, 1).refused("declare 11"), "S-4");
    assert_eq!(Played::deal(2, 1).refused("declare 21"), "S-4");
}

#[test]
fn s5_four_battlefields_around_four_castles() {
    let view = Played::deal(2, 1).game.view(Viewer::Spectator);
    let corners =
        [("A1", "E5", "C3"), ("F1", "J5", "H3"), ("A6", "E10", "C8"), ("F6", "J10", "H8")];
    for (lines, (first, last, castle)) in view.lines.iter().zip(corners) {
        let squares: BTreeSet<_> = lines.iter().flat_map(|line| line.squares.clone()).collect();
        assert_eq!(squares.len(), 25);
        let (first, last) = (square(first), square(last));
        assert!(squares.iter().all(|at| {
            (first.row()..=last.row()).contains(&at.row())
                && (first.column()..=last.column()).contains(&at.column())
        }));
        // The castle is where the middle row and the middle column cross.
        let across = |at: &&sengoku::Square| lines[7].squares.contains(at);
        assert_eq!(lines[2].squares.iter().find(across), Some(&square(castle)));
    }
    // Squares beyond the sheet do not exist.
    let played = Scene::new(2).declared(&[(ODA, "12"), (TAKEDA, "56")]).play();
    for beyond in ["place K1 J1", "place A11 A10", "place A0 A1", "general J11 J10"] {
        assert_eq!(played.refused(beyond), "S-5", "{beyond}");
    }
}

#[test]
fn s6_no_tile_covers_a_castle() {
    for (field, castle, beside) in
        [(0, "C3", "B3"), (1, "H3", "G3"), (2, "C8", "B8"), (3, "H8", "G8")]
    {
        let scene = || Scene::new(2).field(field).declared(&[(ODA, "12"), (TAKEDA, "56")]);
        assert_eq!(scene().play().refused(&format!("place {castle} {beside}")), "S-6");
        assert_eq!(scene().play().refused(&format!("place {beside} {castle}")), "S-6");
        assert_eq!(scene().play().refused(&format!("general {beside} {castle}")), "S-6");
        assert!(scene().play().sorted().iter().all(|action| !action.contains(castle)));
        assert!(scene().lies(TAKEDA, &format!("34 {beside} {castle}")).refusal().contains(castle));
    }
}

#[test]
fn s7_every_seat_leads_a_clan() {
    let names: Vec<&str> = Sengoku::info().seat_names.iter().map(|name| &*name.ja).collect();
    assert_eq!(names, ["織田信長", "武田信玄", "上杉謙信", "毛利元就"]);
    let (text, _) = Event::Lost { seat: TAKEDA, tile: tile("26") }.describe(&config(2));
    let text = text.named(Sengoku::info().seat_names, None);
    assert!(text.ja.contains("武田信玄") && text.en.contains("Takeda Shingen"));
}

#[test]
fn s8_as1_everybody_begins_with_tiles_and_a_general_and_no_flower() {
    for seats in 2..=4 {
        let played = Played::deal(seats, 1);
        let board = played.position().board;
        assert_eq!(board.generals[..], vec![true; usize::from(seats)][..]);
        assert!(board.placed.is_empty() && board.removed.is_empty() && board.declared.is_empty());
        assert!(board.lines.iter().flatten().all(|line| *line == Settlement::Open));
        assert!(board.castles.iter().all(|castle| *castle == Settlement::Open));
        assert_eq!((board.round, board.field), (1, 0));
        let view = played.game.view(Viewer::Spectator);
        assert_eq!(view.flowers, vec![0; usize::from(seats)]);
        assert_eq!(view.castles, vec![0; usize::from(seats)]);
        assert_eq!(view.piles, vec![13; usize::from(seats)]);
    }
    // Thirteen flowers win; the number of tokens in the box does not matter.
    assert_eq!(config(2).components.victory.flowers, 13);
    assert_eq!(config(2).components.victory.castles, 2);
}

#[test]
fn s9_five_are_drawn_and_nobody_else_sees_them() {
    let config = config_with(2, json!({}), None).unwrap();
    let mut held: BTreeMap<Tile, u32> = BTreeMap::new();
    for seed in 0..600 {
        let position = Sengoku::deal(&config, GameRng::from_seed(seed), None).position();
        assert!(position.hands.iter().all(|hand| hand.len() == 5));
        for tile in &position.hands[1] {
            *held.entry(*tile).or_default() += 1;
        }
    }
    // A tile is in hand in 5 of 18 deals: 167 of 600, and twice as often if there are two.
    for (tile, count) in held {
        let copies = colour(&config).iter().filter(|other| **other == tile).count() as u32;
        assert!((copies * 167).abs_diff(count) < copies * 50, "{tile}: {count}");
    }
    let played = Played::deal(2, 3);
    let own = played.seen_by(ODA);
    assert_eq!(own.hands[0].tiles.as_ref().map(Vec::len), Some(5));
    assert_eq!((own.hands[1].tiles.clone(), own.hands[1].count), (None, 5));
    let onlooker = played.game.view(Viewer::Spectator);
    assert!(onlooker.hands.iter().all(|hand| hand.tiles.is_none() && hand.count == 5));
    // Another seat does not see this hand.
    assert_eq!(played.seen_by(Seat(1)).hands[0].tiles, None);
}
