//! Tests of components files, options and positions: valid ones, and the errors for invalid ones.

use std::sync::Arc;

use crate::support::*;
use conformance::scenario::play_on;
use proptest::prelude::*;
use sengoku::{
    Components, Config, Declared, Ending, Placed, Position, Quarter, Removed, Sengoku, Settlement,
    Tile, Why,
};
use serde_json::{Value, json};
use zashiki_core::{
    GameConfig as _, GameRng, GameState, GameStateExt as _, Provenance, Seat, Turn,
};

fn built_in(seats: u8) -> Arc<Config> {
    config_with(seats, json!({}), None).unwrap()
}

#[test]
fn the_built_in_file_is_the_game_of_the_rules() {
    let components = built_in(2).components();
    assert_eq!(components["game"], "sengoku");
    let quarters: Vec<&str> = (components["field"].as_array().unwrap().iter())
        .map(|field| field["quarter"].as_str().unwrap())
        .collect();
    assert_eq!(quarters, ["top_left", "top_right", "bottom_left", "bottom_right"]);
    assert_eq!(components["hand"]["size"], 5);
    assert_eq!(components["victory"]["flowers"], 13);
    assert_eq!(components["victory"]["castles"], 2);
    let names: Vec<String> = colour(&built_in(2)).iter().map(ToString::to_string).collect();
    let wanted = "12 13 14 15 16 16 23 24 25 25 26 34 34 35 36 45 46 56";
    assert_eq!(names.join(" "), wanted);
}

/// The components file gives "rulebook" as source only for facts for which RULES.md does so too.
#[test]
fn sources_say_rulebook_only_for_facts_printed_in_it() {
    let components = &built_in(2).components;
    let tiles = |known: Provenance| {
        let specs = components.tiles.iter().filter(|spec| spec.source == known);
        let names: Vec<String> = specs.map(|spec| spec.marks.to_string()).collect();
        names.join(" ")
    };
    // The text of the rulebook names these eight tiles.
    assert_eq!(tiles(Provenance::Rulebook), "12 15 16 24 26 34 35 56");
    assert_eq!(tiles(Provenance::Published), "13 14 23 25 36 45 46");
    assert_eq!(tiles(Provenance::Reconstructed), "16 25 34");
    assert!(components.fields.iter().all(|field| field.source == Provenance::Reconstructed));
    assert_eq!(components.hand.source, Provenance::Rulebook);
    assert_eq!(components.victory.source, Provenance::Rulebook);
}

/// The error with which a components file is rejected, in English and Japanese.
fn refused(file: &str) -> (String, String) {
    let bad = config_with(2, json!({}), Some(file)).expect_err("the file should be refused");
    (bad.text().en.to_string(), bad.text().ja.to_string())
}

#[test]
fn a_broken_file_is_refused_with_the_reason() {
    let first = "marks = \"12\"\ncopies = 1";
    let cases: [(&[(&str, &str)], &str); 18] = [
        (&[("game = \"sengoku\"", "game = \"kokyu\"")], "it is the file of \"kokyu\""),
        (&[("game = \"sengoku\"", "")], "it has no line `game"),
        (&[("marks = \"12\"", "marks = \"11\"")], "`11` is not one of"),
        (&[("marks = \"12\"", "marks = \"21\"")], "`21` is not one of"),
        (&[("marks = \"12\"", "marks = \"17\"")], "`17` is not one of"),
        (&[("marks = \"12\"", "marks = \"general\"")], "`general` is not one of"),
        (&[(first, "marks = \"12\"\ncopies = 0")], "a whole number from 1 to 24 is needed, not 0"),
        (&[(first, "marks = \"12\"\ncopies = -1")], "copies"),
        (&[(first, "marks = \"12\"\ncopies = 8")], "at most 24"),
        (&[(first, "marks = \"12\"\ncopies = 5")], "fewer `copies`"),
        (&[("top_right", "top_left")], "each of the four quarters"),
        (&[("\"top_right\"", "\"middle\"")], "`middle` is not one of"),
        (&[("size = 5", "size = 1")], "a whole number from 2 to 8"),
        (&[("size = 5", "size = 9")], "a whole number from 2 to 8"),
        (&[("flowers = 13", "flowers = 0")], "from 1 to 40"),
        (&[("castles = 2", "castles = 5")], "from 1 to 4"),
        (&[("castles = 2", "castles = 2\nfloods = 1")], "there is no field `floods`"),
        (&[("[victory]", "[victory")], "line "),
    ];
    for (changes, wanted) in cases {
        let (en, ja) = refused(&file_with(changes));
        assert!(en.contains(wanted), "wanted {wanted:?} in {en:?}");
        assert!(en.starts_with("The components file for Sengoku Domino is wrong"), "{en}");
        assert!(!en.contains('\n') && !ja.contains('\n'), "one paragraph: {en}");
        assert!(ja.contains("内容物ファイル") && ja.contains("直して"), "{ja}");
    }
    // One battlefield is missing.
    let missing =
        FILE.replacen("[[field]]\nquarter = \"top_left\"\nsource = \"reconstructed\"", "", 1);
    assert!(refused(&missing).0.contains("must be 4 `[[field]]`, not 3"));
    assert!(refused("").0.contains("it has no line `game"));
    // Fewer tiles than a hand.
    let few = &FILE[..FILE.find("[[tile]]").unwrap()];
    let few = format!("{few}[[tile]]\nmarks = \"12\"\ncopies = 4\nsource = \"reconstructed\"\n");
    assert!(refused(&few).0.contains("at least as many"));
}

#[test]
fn the_limits_themselves_are_allowed() {
    let first = "marks = \"12\"\ncopies = 1";
    for changes in [
        &[(first, "marks = \"12\"\ncopies = 4")][..],
        &[("size = 5", "size = 8")],
        // With a hand of three, no pair may occur three times.
        &[("size = 5", "size = 3")],
        &[("flowers = 13", "flowers = 40"), ("castles = 2", "castles = 4")],
        &[("flowers = 13", "flowers = 1"), ("castles = 2", "castles = 1")],
    ] {
        let config = config_with(4, json!({}), Some(&file_with(changes)))
            .unwrap_or_else(|no| panic!("{changes:?}: {no}"));
        for seed in 0..4 {
            conformance::scenario::play_at_random::<Sengoku>(&config, seed, |_| ());
        }
    }
    assert!(Components::read(FILE).is_ok());
}

#[test]
fn replaced_components_change_play() {
    // With battlefields in another order, the first tile is placed next to another castle.
    let file = file_with(&[
        ("\"top_left\"", "\"top_left_\""),
        ("\"bottom_right\"", "\"top_left\""),
        ("\"top_left_\"", "\"bottom_right\""),
    ]);
    let config = config_with(2, json!({ "firstSeat": "seat0" }), Some(&file)).unwrap();
    assert_eq!(config.quarter(0), Quarter::BottomRight);
    let played = Scene::on(config).declared(&[(ODA, "12"), (TAKEDA, "56")]).play();
    assert!(played.may("place G8 G7"));
    assert_eq!(played.refused("place B3 B2"), "S-20");
    // A larger hand is filled to its size.
    let config = config_with(2, json!({}), Some(&file_with(&[("size = 5", "size = 7")]))).unwrap();
    let position = Sengoku::deal(&config, GameRng::from_seed(1), None).position();
    assert_eq!((position.hands[0].len(), position.piles[0].len()), (7, 11));
    // Other tiles are dealt.
    let file = file_with(&[("marks = \"56\"", "marks = \"13\"")]);
    let config = config_with(2, json!({}), Some(&file)).unwrap();
    assert!(!colour(&config).contains(&tile("56")));
    let played = Played::dealt(&config, 1).strict();
    assert_eq!(played.refused("declare 56"), "S-10");
    // One castle is enough to win.
    let config = config_with(
        2,
        json!({ "firstSeat": "seat0" }),
        Some(&file_with(&[("castles = 2", "castles = 1")])),
    )
    .unwrap();
    let (scene, tile, action) = arranged(&config, 0, |_, after| {
        model::best(after).is_some() && after.iter().max() < Some(&13)
    });
    let won = scene.declared(&[(ODA, &tile), (TAKEDA, "56")]).acts(&[&action]);
    assert_eq!(won.end().unwrap().1, "castles");
    // All battlefields are played when no seat can win early.
    let never = file_with(&[("castles = 2", "castles = 4"), ("flowers = 13", "flowers = 40")]);
    let config = config_with(3, json!({}), Some(&never)).unwrap();
    let mut played = Played::dealt(&config, 1).strict();
    while played.awaited().is_some() {
        let action = played.sorted()[0].clone();
        played.act(&action);
    }
    assert_eq!(played.castles().len(), 4);
}

#[test]
fn the_options_and_their_defaults() {
    let info = Sengoku::info();
    let complete = info.complete_options(&Value::Null).unwrap();
    assert_eq!(
        complete,
        json!({ "firstSeat": "random", "neighbours": "sheet", "straddleOnlyIfForced": false })
    );
}

/// A scenario in which Oda places next, and Takeda after that.
fn placing() -> Scene {
    Scene::new(2).lies(TAKEDA, "24 B3 B2").declared(&[(ODA, "23"), (TAKEDA, "56")])
}

#[test]
fn a_tile_or_a_square_that_does_not_exist_is_refused() {
    let position = serde_json::to_value(placing().play().position()).unwrap();
    for (pointer, value, wanted) in [
        ("/board/placed/0/tile", "22", "\"22\" is not a tile"),
        ("/board/placed/0/tile", "42", "\"42\" is not a tile"),
        ("/board/declared/0/tile", "67", "\"67\" is not a tile"),
        ("/hands/0/0", "00", "\"00\" is not a tile"),
        ("/board/placed/0/low", "K1", "\"K1\" is not a square"),
        ("/board/placed/0/high", "A11", "\"A11\" is not a square"),
        ("/board/placed/0/high", "", "\"\" is not a square"),
        ("/board/lines/0/0", "lost", "unknown variant `lost`"),
    ] {
        let mut changed = position.clone();
        *changed.pointer_mut(pointer).unwrap() = json!(value);
        let refused = serde_json::from_value::<Position>(changed).unwrap_err().to_string();
        assert!(refused.contains(wanted), "wanted {wanted:?} in {refused:?}");
    }
    let mut more = position.clone();
    more["board"]["weather"] = json!("rain");
    assert!(serde_json::from_value::<Position>(more).is_err());
    let mut fewer = position;
    fewer["board"]["lines"].as_array_mut().unwrap().pop();
    assert!(serde_json::from_value::<Position>(fewer).is_err());
}

fn domino(seat: u8, name: &str, low: &str, high: &str) -> Placed {
    Placed { seat: Seat(seat), tile: tile(name), low: square(low), high: square(high) }
}

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    type Start = fn() -> Scene;
    type Change = fn(&mut Position);
    let declaring: Start = || Scene::new(2).lies(TAKEDA, "24 B3 B2");
    let cases: [(Start, Change, &str); 47] = [
        // Squares of dominoes.
        (placing, |p| p.board.placed[0].high = square("D3"), "share an edge"),
        (placing, |p| p.board.placed[0].high = square("B3"), "share an edge"),
        (placing, |p| p.board.placed[0].high = square("C3"), "C3 holds a castle"),
        (
            placing,
            |p| (p.board.placed[0].low, p.board.placed[0].high) = (square("G3"), square("G2")),
            "has not begun",
        ),
        (placing, |p| p.board.placed.push(domino(0, "12", "B3", "A3")), "B3 holds"),
        (placing, |p| p.board.placed.push(domino(0, "12", "A2", "B2")), "B2 holds"),
        (
            || placing().lies(TAKEDA, "general A3 A4"),
            |p| {
                let general = &mut p.board.placed[1];
                (general.low, general.high) = (general.high, general.low);
            },
            "come in order",
        ),
        // Numbers of tiles and generals.
        (placing, |p| p.board.placed[0].tile = tile("34"), "of the tile 24 instead of 1"),
        (placing, |p| p.board.placed[0].seat = ODA, "of the tile 24 instead of 1"),
        (placing, |p| p.hands[0][0] = tile("56"), "instead of"),
        (placing, |p| p.piles[0].truncate(3), "instead of"),
        (placing, |p| p.piles[1].push(tile("12")), "2 of the tile 12 instead of 1"),
        (
            placing,
            |p| p.board.removed.push(Removed { seat: ODA, tile: tile("12"), why: Why::NoPlace }),
            "2 of the tile 12 instead of 1",
        ),
        (placing, |p| p.board.declared[0].tile = tile("34"), "instead of"),
        (placing, |p| p.board.generals[0] = false, "exactly one general"),
        (placing, |p| p.board.placed.push(domino(0, "general", "A3", "A4")), "exactly one general"),
        (placing, |p| p.hands[0][0] = Tile::GENERAL, "a general is in no hand"),
        (placing, |p| p.piles[1][0] = Tile::GENERAL, "a general is in no hand"),
        (placing, |p| p.piles[0] = vec![tile("12"); 30], "too many tiles"),
        // Hands.
        (placing, |p| p.hands[0].push(tile("12")), "Oda Nobunaga holds 5 tiles instead of 4"),
        (placing, |p| p.hands[1].truncate(3), "Takeda Shingen holds 3 tiles instead of 4"),
        (placing, |p| p.hands.push(Vec::new()), "for 2 seats"),
        (placing, |p| drop(p.piles.pop()), "for 2 seats"),
        // Seats and rounds.
        (placing, |p| p.board.generals.push(true), "for 2 seats"),
        (placing, |p| p.board.placed[0].seat = Seat(2), "there is no 2"),
        (placing, |p| p.board.order[1] = Seat(7), "there is no 7"),
        (placing, |p| p.board.lines[0][0] = Settlement::Won(Seat(3)), "there is no 3"),
        (placing, |p| p.board.order[1] = ODA, "names a seat twice"),
        (placing, |p| p.board.declared.swap(0, 1), "must follow `order`"),
        (placing, |p| p.board.resolved = 3, "`resolved`"),
        (placing, |p| p.board.resolved = 2, "the round is over"),
        (declaring, |p| p.board.resolved = 1, "`resolved`"),
        (declaring, |p| p.board.order.clear(), "`order` is empty"),
        (declaring, |p| p.board.anyone_placed = true, "`anyone_placed`"),
        (placing, |p| p.board.field = 4, "`field` must be 0 to 3"),
        (placing, |p| p.board.round = 0, "`round` must be 1"),
        (placing, |p| p.board.round = 21, "`round` must be 1 to 20"),
        // Decided paths and castles.
        (placing, |p| p.board.lines[1][0] = Settlement::Nobody, "battlefield 2 has not begun"),
        (placing, |p| p.board.castles[3] = Settlement::Won(ODA), "battlefield 4 has not begun"),
        (placing, |p| p.board.lines[0][0] = Settlement::Won(ODA), "does not fit the sheet"),
        (placing, |p| p.board.lines[0] = [Settlement::Nobody; 10], "so its castle is too"),
        (
            || placing().field(1),
            |p| p.board.lines[0][4] = Settlement::Open,
            "battlefield 1 is over",
        ),
        (
            || placing().field(1),
            |p| p.board.castles[0] = Settlement::Won(TAKEDA),
            "does not fit its flower paths",
        ),
        (
            || placing().field(2).lines(0, "0---------").castle(0, ODA).lines(1, "1---------"),
            |p| {
                p.board.lines[1][0] = Settlement::Won(ODA);
                p.board.castles[1] = Settlement::Won(ODA);
            },
            "the game is decided",
        ),
        (
            placing,
            |p| {
                p.board.lines[0] = [Settlement::Nobody; 10];
                p.board.castles[0] = Settlement::Nobody;
            },
            "must be the next battlefield",
        ),
        (placing, |p| p.board.winners.push(ODA), "`end` and `winners`"),
        (
            placing,
            |p| {
                p.board.end = Some(Ending::Flowers);
                p.board.winners.push(ODA);
            },
            "`end` and `winners`",
        ),
    ];
    for (number, (scene, change, wanted)) in cases.into_iter().enumerate() {
        let scene = scene();
        let config = scene.config.clone();
        let mut position = scene.finished();
        change(&mut position);
        let refusal = refusal(&config, position);
        assert!(refusal.contains(wanted), "case {number}: wanted {wanted:?} in {refusal:?}");
        assert!(refusal.starts_with("This position is impossible"), "{refusal}");
    }
}

/// A seat with tiles must be in the order: otherwise it would never play them, and the rounds would
/// never end.
#[test]
fn a_seat_with_tiles_left_is_in_the_order() {
    Scene::new(2).order(&[ODA, TAKEDA]).play();
    let refused = Scene::new(2).order(&[ODA]).refusal();
    assert!(refused.contains("must be in `order`"), "{refused}");
}

#[test]
fn a_line_that_is_full_cannot_still_be_open() {
    let scene = || {
        Scene::new(2)
            .lies(TAKEDA, "34 A1 B1, 15 E1 E2")
            .lies(ODA, "45 C1 D1")
            .declared(&[(ODA, "12"), (TAKEDA, "56")])
    };
    scene().play();
    let refused = scene().lines(0, "..........").refusal();
    assert!(refused.contains("flower path 0"), "{refused}");
}

/// The position after this number of random decisions.
fn after(seats: u8, seed: u64, decisions: usize) -> Value {
    let mut rng = GameRng::from_seed(seed);
    let mut game = Sengoku::deal(&built_in(seats), rng.fork(), None);
    for _ in 0..decisions {
        let Turn::Awaiting(awaited) = game.turn() else { break };
        let seat = awaited.first().unwrap();
        let legal = game.legal(seat);
        game.play_unchecked(seat, *rng.pick(&legal), None);
    }
    serde_json::to_value(game.position()).unwrap()
}

proptest! {
    #![proptest_config(ProptestConfig { cases: ProptestConfig::default().cases.max(1500), failure_persistence: None, ..ProptestConfig::default() })]

    /// Law 7 for altered positions with correct numbers of tiles: tiles are exchanged, dominoes
    /// moved, squares and orders swapped. Each is rejected, or can be played to the end.
    #[test]
    fn rearranged_positions_never_break_a_game(
        seats in 2u8..5,
        seed in 0u64..200,
        decisions in 0usize..110,
        moves in prop::collection::vec((any::<prop::sample::Index>(), any::<prop::sample::Index>(), 0u8..6), 1..5),
    ) {
        let mut position: Position =
            serde_json::from_value(after(seats, seed, decisions)).unwrap();
        for (one, other, how) in moves {
            rearrange(&mut position, one, other, how);
        }
        try_position(seats, serde_json::to_value(position).unwrap(), seed);
    }
}

fn rearrange(
    position: &mut Position,
    one: prop::sample::Index,
    other: prop::sample::Index,
    how: u8,
) {
    let Position { board, hands, piles, .. } = position;
    let squares: Vec<(i8, i8)> = model::all_squares();
    match how {
        // A domino is moved.
        0 if !board.placed.is_empty() => {
            let domino = one.index(board.placed.len());
            let low = squares[other.index(squares.len())];
            if let Some(high) = model::beside(low).into_iter().next() {
                let domino = &mut board.placed[domino];
                (domino.low, domino.high) = (square(&model::name(low)), square(&model::name(high)));
            }
        }
        // A pile is removed, so that the end is near.
        1 => {
            let seat = one.index(piles.len());
            let room = board.removed.remaining_capacity();
            for tile in piles[seat].drain(..).take(room) {
                let seat = Seat(seat as u8);
                board.removed.push(Removed { seat, tile, why: Why::NoPlace });
            }
        }
        // A tile is exchanged for another of the same seat.
        2 => {
            let seat = one.index(hands.len());
            if !hands[seat].is_empty() && !piles[seat].is_empty() {
                let (a, b) = (other.index(hands[seat].len()), other.index(piles[seat].len()));
                std::mem::swap(&mut hands[seat][a], &mut piles[seat][b]);
            }
        }
        3 => board.order.reverse(),
        // Every seat has declared the first tile of its hand.
        4 if board.declared.is_empty() => {
            for seat in board.order.clone() {
                if hands[seat.index()].is_empty() {
                    return;
                }
                let tile = hands[seat.index()].remove(0);
                board.declared.push(Declared { seat, tile });
            }
        }
        // A domino returns to its owner's pile.
        5 if !board.placed.is_empty() => {
            let domino = board.placed.remove(one.index(board.placed.len()));
            if domino.tile.is_general() {
                board.generals[domino.seat.index()] = true;
            } else {
                piles[domino.seat.index()].push(domino.tile);
            }
        }
        _ => {}
    }
}

/// Plays to the end at random from the position, if it can be parsed and is accepted.
fn try_position(seats: u8, position: Value, seed: u64) {
    let Ok(position) = serde_json::from_value::<Position>(position) else { return };
    match Sengoku::from_position(&built_in(seats), position) {
        Ok(game) => {
            play_on(game, &mut GameRng::from_seed(seed), "a changed position");
        }
        Err(no) => assert!(!no.text().ja.is_empty() && !no.text().en.is_empty()),
    }
}
