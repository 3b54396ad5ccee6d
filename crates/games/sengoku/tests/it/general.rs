//! The general (総大将): S-34 to S-43.

use sengoku::{Event, Removed, Square, Tile, Why};
use serde_json::json;
use zashiki_core::{GameState, Viewer};

use crate::support::*;

fn with_24() -> Scene {
    Scene::new(2).lies(TAKEDA, "24 B3 B2")
}

/// A scenario in which Oda places `tile` next; Takeda places 56 after that.
fn placing(scene: Scene, tile: &str) -> Played {
    scene.declared(&[(ODA, tile), (TAKEDA, "56")]).play()
}

#[test]
fn s34_once_a_game() {
    let mut played = placing(with_24(), "23");
    assert!(played.may("general A3 A4"));
    played.act("general A3 A4");
    assert!(!played.position().board.generals[0] && played.position().board.generals[1]);
    // It can neither be declared …
    while played.awaited() != Some(ODA) {
        let action = played.sorted()[0].clone();
        played.act(&action);
    }
    assert_eq!(played.refused("declare general"), "S-34");
    assert!(!played.sorted().contains(&"declare general".to_owned()));
    // … nor placed a second time.
    let played = placing(with_24().no_general(ODA), "23");
    assert_eq!(played.refused("general A3 A4"), "S-34");
    assert!(played.sorted().iter().all(|action| action.starts_with("place ")));
    // A declared general is used as well, and cannot be placed a second time.
    let declared = || with_24().declared(&[(ODA, "general"), (TAKEDA, "56")]);
    assert!(!declared().play().position().board.generals[0]);
    let twice = declared().lies(ODA, "general A3 A4").refusal();
    assert!(twice.contains("exactly one general"), "{twice}");
}

#[test]
fn s35_one_half_on_each_half_and_strength_one() {
    let mut played = with_24().acts(&["declare general"]);
    let declared = Event::Declared { seat: ODA, tile: tile("general"), strength: 1, forced: false };
    assert!(played.has(is(declared)));
    assert_eq!(played.game.view(Viewer::Spectator).track[0].strength, 1);
    let other = played.sorted()[0].clone();
    played.act(&other);
    played.act("general A3 A4");
    assert_eq!(played.line(0, 2).sums, [1, 4], "row 3: half a mark, and the 2");
    assert_eq!(played.line(0, 3).sums, [1, 0]);
    assert_eq!(played.line(0, 5).sums, [2, 0], "column A holds both halves");
}

#[test]
fn s36_beside_any_tile() {
    let played = placing(with_24(), "23");
    let near = ["A2", "A3", "B1", "B4", "C2"].map(square);
    let spots: Vec<String> =
        played.sorted().into_iter().filter(|action| action.starts_with("general")).collect();
    for spot in &spots {
        let squares: Vec<Square> = spot.split(' ').skip(1).map(square).collect();
        assert!(squares.iter().any(|at| near.contains(at)), "{spot}");
        assert!(squares[0] < squares[1], "{spot} is not named from its first square");
    }
    // Pairs of squares: A2–A3; A2 with A1; A3 with A4; B1 with A1 and C1; B4 with A4, C4 and B5; C2
    // with C1 and D2.
    assert_eq!(spots.len(), 10, "{spots:?}");
    // A tile without equal marks has none of these placements.
    assert!(placing(with_24(), "13").sorted().iter().all(|action| !action.starts_with("place")));
}

#[test]
fn as29_the_general_turned_round_is_the_same() {
    let played = placing(with_24(), "23");
    let (one, other) = (played.after("general A3 A4"), played.after("general A4 A3"));
    assert_eq!(one.position(), other.position());
    // A tile in the opposite orientation is another placement.
    let far = placing(with_24(), "12");
    assert!(far.may("place A2 A3") && !far.may("place A3 A2"));
}

#[test]
fn s37_instead_of_the_declared_tile_which_leaves_the_game() {
    // 34 has no placement between 1 and 2.
    let mut played = placing(Scene::new(2).lies(TAKEDA, "12 B3 B2"), "34");
    assert_eq!(played.asked_by(), "S-37");
    played.act("general A3 A4");
    let replaced = played.when(|e: &Event| *e == Event::Replaced { seat: ODA, tile: tile("34") });
    let placed = played.when(|e: &Event| matches!(e, Event::Placed { seat: ODA, .. }));
    assert!(replaced < placed);
    let gone = Removed { seat: ODA, tile: tile("34"), why: Why::Replaced };
    assert_eq!(played.position().board.removed[..], [gone]);
    let last = *played.position().board.placed.last().unwrap();
    assert_eq!((last.tile, last.low, last.high), (tile("general"), square("A3"), square("A4")));
    // The tile was used up: the hand is refilled as after any turn.
    assert_eq!(played.hand(ODA).len(), 5);
    assert_eq!(played.count(|e: &Event| matches!(e, Event::Drew { seat: ODA, .. })), 1);
    // The state between the two events contains both dominoes.
    played.frames[replaced].1.check_invariants().unwrap();
}

#[test]
fn s38_instead_of_a_tile_that_has_a_place() {
    let mut played = placing(with_24(), "23");
    assert!(played.may("place A3 A4") && played.may("general A3 A4"));
    assert_eq!(played.refused("lose"), "S-32");
    played.act("general A3 A4");
    assert!(played.has(is(Event::Replaced { seat: ODA, tile: tile("23") })));
}

#[test]
fn s39_declared_instead_of_a_tile_of_the_hand() {
    let scene = || with_24().hand(ODA, "12 13 14 15 16").order(&[TAKEDA, ODA]);
    let mut played = scene().declared(&[(TAKEDA, "56")]).acts(&["declare general"]);
    assert_eq!(played.hand(ODA), ["12", "13", "14", "15", "16"]);
    assert_eq!(played.awaited(), Some(ODA));
    assert_eq!(played.asked_by(), "S-36");
    assert_eq!(played.refused("place A3 A4"), "S-39", "it is the general that was declared");
    played.act("general A3 A4");
    assert_eq!(played.hand(ODA), ["12", "13", "14", "15", "16"], "nothing is drawn (AS13)");
    assert_eq!(
        played.count(|e: &Event| matches!(e, Event::Drew { .. } | Event::Replaced { .. })),
        0
    );
    assert!(played.position().board.removed.is_empty());
}

#[test]
fn s40_declared_alone_it_is_placed_first() {
    let mut played = with_24().hand(ODA, "12 13 14 15 23").acts(&["declare 12", "declare general"]);
    assert_eq!(played.placing(), [TAKEDA, ODA], "1 is below every other strength");
    assert_eq!(played.awaited(), Some(TAKEDA));
    played.act("general A3 A4");
    assert_eq!(played.awaited(), Some(ODA));
}

#[test]
fn s41_as7_never_the_first_tile_on_the_sheet() {
    for round in [1, 3] {
        let played = placing(Scene::new(2).round(round), "12");
        assert!(played.sorted().iter().all(|action| action.starts_with("place ")));
        assert_eq!(played.refused("general B3 B2"), "S-41");
    }
    // As soon as a tile lies on the sheet the general may be placed, in the first round too.
    let first = placing(Scene::new(2).round(1), "12").after("place B3 B2");
    assert_eq!(first.awaited(), Some(TAKEDA));
    assert!(first.may("general A3 A4") && first.may("general B4 B5"));
    assert_eq!(first.refused("general D5 E5"), "S-41", "it must touch something");
}

#[test]
fn s41_as33_the_castle_start_is_not_for_the_general() {
    // Battlefield 2 is empty, and no domino on the sheet reaches it.
    let played = placing(Scene::new(2).field(1).lies(TAKEDA, "12 B3 B2"), "34");
    assert!(played.may("place G3 G4") && played.may("place G3 G2"));
    assert_eq!(played.refused("general G3 G4"), "S-41");
    assert!(played.sorted().iter().all(|action| action.starts_with("place ")));
}

#[test]
fn s41_as7_it_may_be_declared_in_the_first_round() {
    let played = Scene::new(3).round(1).hand(UESUGI, "12 13 14 15 23").play();
    assert!(played.may("declare general"));
    assert!(Played::deal(2, 1).may("declare general"));
    // Two generals are tied and wait, so another seat has placed before them.
    let mut played = played;
    played.acts(&["declare general", "declare general", "declare 23", "place B3 B2"]);
    assert_eq!(played.awaited(), Some(TAKEDA));
    assert_eq!(played.asked_by(), "S-36");
    assert!(played.may("general A3 A4"));
}

#[test]
fn s31_as35_declared_alone_in_the_first_round_it_is_lost() {
    let played = Scene::new(2).round(1).hand(TAKEDA, "12 13 14 15 23");
    let played = played.acts(&["declare general", "declare 23"]);
    // It is placed first, and there is nothing to touch.
    assert!(played.has(is(Event::Lost { seat: ODA, tile: Tile::GENERAL })));
    let lost = played.when(|e: &Event| matches!(e, Event::Lost { .. }));
    assert_eq!(played.told(json!({}))[lost].1, "S-41");
    let gone = Removed { seat: ODA, tile: Tile::GENERAL, why: Why::NoPlace };
    assert_eq!(played.position().board.removed[..], [gone]);
    assert!(!played.position().board.generals[0]);
    assert_eq!(played.awaited(), Some(TAKEDA));
    assert!(played.may("place B3 B4"), "the sheet is still empty");
    // With two seats the second general makes no difference: × is resolved from the top.
    let both = Scene::new(2).round(1).acts(&["declare general", "declare general"]);
    assert_eq!(both.count(|e: &Event| matches!(e, Event::Lost { tile: Tile::GENERAL, .. })), 2);
}

#[test]
fn s32_as35_declared_and_with_a_place_it_must_be_placed() {
    let played =
        Scene::new(2).lies(TAKEDA, "24 B3 B2").declared(&[(ODA, "general"), (TAKEDA, "56")]).play();
    assert!(played.sorted().iter().all(|action| action.starts_with("general ")));
    assert_eq!(played.refused("lose"), "S-32");
}

/// A scenario in battlefield 2 with a tile of battlefield 1 next to the border.
fn at_the_border(neighbours: &str, tile: &str) -> Scene {
    Scene::with(2, json!({ "neighbours": neighbours })).field(1).lies(ODA, tile)
}

#[test]
fn s41_as9_as36_it_touches_any_tile_on_the_sheet() {
    // The tile lies completely in battlefield 1.
    let touching = placing(at_the_border("sheet", "16 D4 E4"), "34");
    assert!(touching.may("general F4 F5") && touching.may("general E5 F5"));
    assert_eq!(touching.refused("general G4 G5"), "S-41", "a square away");
    assert_eq!(touching.refused("general E5 D5"), "S-20");
    // With the option this is not enough, but a half in battlefield 2 is.
    let former = |tile| placing(at_the_border("battlefield", tile).lies(TAKEDA, "12 G3 G2"), "34");
    assert_eq!(former("16 D4 E4").refused("general F4 F5"), "S-41");
    assert!(former("16 E4 F4").may("general F5 G5"));
    assert!(former("16 E4 F4").may("general E5 F5"), "it may stick out as any tile");
}

#[test]
fn s31_as35_as36_in_a_battlefield_that_opens_in_mid_round() {
    // Oda fills the last pit; two tied generals are next, and battlefield 2 is empty.
    let behind = |neighbours: &str| {
        let config =
            config_with(3, json!({ "firstSeat": "seat0", "neighbours": neighbours }), None)
                .unwrap();
        let (scene, tile, action) = arranged(&config, 0, |_, _| true);
        let scene = scene.declared(&[(ODA, &tile), (TAKEDA, "general"), (UESUGI, "general")]);
        scene.acts(&[&action])
    };
    let played = behind("sheet");
    assert_eq!((played.position().board.field, played.awaited()), (1, Some(UESUGI)));
    assert!(played.may("general F3 F4"), "beside a tile of 戦場一");
    let former = behind("battlefield");
    assert_eq!(former.position().board.field, 1);
    for seat in [UESUGI, TAKEDA] {
        assert!(former.has(is(Event::Lost { seat, tile: Tile::GENERAL })), "{:?}", former.events());
    }
}

#[test]
fn s42_as8_any_tile_may_be_joined_to_a_general() {
    let scene = || Scene::new(2).lies(TAKEDA, "general B3 B4");
    for name in ["12", "13", "23", "34", "26", "36", "46"] {
        let played = placing(scene(), name);
        assert!(played.may("place A3 A2") && played.may("place A2 A3"), "{name}");
        assert_eq!(played.refused("place D5 E5"), "S-21");
    }
    // A general of one seat next to a tile of another, and two generals side by side.
    assert!(placing(scene(), "12").may("general A3 A4"));
}

#[test]
fn s43_half_a_mark_decides_a_line() {
    // Row 3: 6 for Oda, 6 for Takeda, and Uesugi's half mark closes it.
    let scene = |b3: &str, owner| {
        let scene = Scene::new(3)
            .lies(ODA, "36 A4 A3")
            .lies(TAKEDA, "26 D2 D3")
            .lies(owner, b3)
            .declared(&[(UESUGI, "12"), (ODA, "56"), (TAKEDA, "46")]);
        scene.acts(&["place E3 E2"])
    };
    let row_3 = scene("general B3 B4", ODA).decided();
    assert_eq!(row_3, [(0, 2, vec![13, 12, 2], Some(ODA))]);
    // The other half counts in row 4, and both halves in column B.
    let played = scene("general B3 B4", ODA);
    assert_eq!(played.line(0, 3).sums, [7, 0, 0]);
    assert_eq!(played.line(0, 6).sums, [2, 0, 0]);
    // Without it the seats are tied, and the next wins the path.
    assert_eq!(scene("14 B3 B4", UESUGI).decided(), [(0, 2, vec![12, 12, 4], Some(UESUGI))]);
}
