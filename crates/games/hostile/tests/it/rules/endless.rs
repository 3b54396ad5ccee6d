//! Endless movement, A-X14 to A-X16, A-X62, A-X63.

use serde_json::json;

use crate::support::*;

/// Places the tile from the hand of seat 0, and returns true if it was discarded as endless. In
/// both cases the placement is legal and the tile leaves the hand.
fn discarded(scene: Scene, place: &str) -> bool {
    let words: Vec<&str> = place.split(' ').collect();
    let [kind, square] = [words[0], words[1]];
    let played = scene.hand(0, &[kind]).acts(&[&format!("place {place}")]);
    let endless = json!({ "event": "endless", "square": square, "kind": kind });
    let gone = played.has(endless);
    assert_eq!(played.tile(square).is_none(), gone, "{place}");
    assert_eq!(played.floor_discards(kind), u64::from(gone), "{place}");
    assert_eq!(played.hand(0), [""; 0]);
    assert_eq!(played.points(), 2);
    gone
}

#[test]
fn x103_ax63_an_endless_placing_is_legal_and_its_result_is_the_discard() {
    let scene = Scene::on("F6").hand(0, &["slide", "box"]).tile("C4", "slide e");
    assert!(scene.play().may("place slide D4 w"));
    let played = scene.acts(&["place slide D4 w"]);
    played.assert_order(&[
        json!({ "event": "placed", "square": "D4", "kind": "slide", "facing": "w" }),
        json!({ "event": "endless", "square": "D4", "kind": "slide" }),
    ]);
    // The tile placed last is discarded; the other stays, and the square is free again.
    assert_eq!((played.tile("C4"), played.tile("D4")), (Some("slide e".into()), None));
    assert_eq!((played.hand(0), played.floor_discards("slide")), (vec!["box".into()], 1));
    assert!(played.may("place box D4"));
}

#[test]
fn x103_ax14_a_turned_tile_goes_too_and_the_turn_is_spent() {
    let played = Scene::on("F6")
        .skill(0, "rotate")
        .tiles(&[("C4", "slide e"), ("D4", "slide n")])
        .acts(&["rotate D4 left"]);
    played.assert_order(&[
        json!({ "event": "rotated", "square": "D4", "facing": "w" }),
        json!({ "event": "endless", "square": "D4", "kind": "slide" }),
    ]);
    assert_eq!((played.tile("C4"), played.tile("D4")), (Some("slide e".into()), None));
    assert_eq!(played.view()["stage"]["rotations"], json!(1));
    assert_eq!(played.floor_discards("slide"), 1);
    // Turned in the other direction, it stays.
    let played = Scene::on("F6")
        .skill(0, "rotate")
        .tiles(&[("C4", "slide e"), ("D4", "slide n")])
        .acts(&["rotate D4 right"]);
    assert_eq!(played.tile("D4"), Some("slide e".into()));
}

#[test]
fn x103_a_tile_placed_in_the_draft_goes_too() {
    let played = Scene::on("F6")
        .tile("C4", "slide e")
        .line(&["slide", "ice", "ice", "box"])
        .tile_draft(0, 2)
        .acts(&["draft slide place D4 w"]);
    assert!(played.has(json!({ "event": "endless", "square": "D4" })));
    assert_eq!(played.floor_discards("slide"), 1);
    // The tile counts as drafted: one more is to be drafted.
    assert_eq!(played.view()["stage"], json!({ "kind": "tile_draft", "seat": 0, "left": 1 }));
}

#[test]
fn x104_two_slides_that_face_each_other() {
    for (facing, other) in [("e", "w"), ("w", "e"), ("n", "s"), ("s", "n")] {
        let at = step("D4", facing, 1).unwrap();
        let scene = || Scene::on("F6").tile("D4", &format!("slide {facing}"));
        for last in SIDES {
            assert_eq!(
                discarded(scene(), &format!("slide {at} {last}")),
                last == other,
                "{facing} {last}"
            );
        }
    }
    // The same for diagonal slides.
    assert!(discarded(Scene::on("F6").tile("C3", "diagonal ne"), "diagonal D4 sw"));
    assert!(!discarded(Scene::on("F6").tile("C3", "diagonal ne"), "diagonal D4 ne"));
}

#[test]
fn x105_four_slides_in_a_circle() {
    // Clockwise and anticlockwise, with each of the tiles placed last.
    let clockwise = [("C4", "n"), ("C5", "e"), ("D5", "s"), ("D4", "w")];
    let anticlockwise = [("C4", "e"), ("D4", "n"), ("D5", "w"), ("C5", "s")];
    for circle in [clockwise, anticlockwise] {
        for last in 0..4 {
            let scene = || {
                let others = circle.iter().enumerate().filter(|(index, _)| *index != last);
                others.fold(Scene::on("F7"), |scene, (_, (square, facing))| {
                    scene.tile(square, &format!("slide {facing}"))
                })
            };
            let (square, closing) = circle[last];
            assert!(discarded(scene(), &format!("slide {square} {closing}")));
            // Turned so that it leads out of the circle, the tile stays.
            let before = circle[(last + 3) % 4].1;
            assert!(!discarded(scene(), &format!("slide {square} {before}")));
            // Another kind of tile in the gap breaks the circle.
            assert!(!discarded(scene(), &format!("stop {square}")));
            assert!(!discarded(scene(), &format!("box {square}")));
        }
    }
    // Diagonal slides can form circles too.
    let tiles = [("C4", "diagonal ne"), ("D5", "diagonal se"), ("E4", "diagonal sw")];
    assert!(discarded(Scene::on("F7").tiles(&tiles), "diagonal D3 nw"));
    assert!(!discarded(Scene::on("F7").tiles(&tiles), "diagonal D3 sw"));
}

#[test]
fn x106_two_slides_that_face_each_other_across_ice() {
    let scene = || Scene::on("F6").tiles(&[("C4", "slide e"), ("D4", "ice")]);
    assert!(discarded(scene(), "slide E4 w"));
    assert!(!discarded(scene(), "slide E4 e"));
    // Across several ice tiles.
    let long = || scene().tiles(&[("E4", "ice"), ("F4", "ice")]);
    assert!(discarded(long(), "slide G4 w"));
    // If the ice tile is placed last, it is discarded.
    let gap = || Scene::on("F6").tiles(&[("C4", "slide e"), ("E4", "slide w")]);
    assert!(discarded(gap(), "ice D4"));
    assert!(!discarded(gap(), "stop D4"));
    // The same diagonally.
    let tiles = [("C3", "diagonal ne"), ("D4", "ice")];
    assert!(discarded(Scene::on("F6").tiles(&tiles), "diagonal E5 sw"));
}

#[test]
fn x107_two_springs_two_apart_that_point_at_each_other() {
    for (facing, other) in [("e", "w"), ("n", "s")] {
        let [near, far] = [1, 2].map(|steps| step("C3", facing, steps).unwrap());
        let scene = || Scene::on("G7").tile("C3", &format!("spring {facing}"));
        assert!(discarded(scene(), &format!("spring {far} {other}")));
        assert!(!discarded(scene(), &format!("spring {far} {facing}")));
        // On adjacent squares, springs jump over each other.
        assert!(!discarded(scene(), &format!("spring {near} {other}")));
    }
    // A spring, and slides that lead back.
    let tiles = [("C3", "spring e"), ("E3", "slide w")];
    assert!(discarded(Scene::on("G7").tiles(&tiles), "slide D3 w"));
    assert!(!discarded(Scene::on("G7").tiles(&tiles), "slide D3 n"));
}

#[test]
fn x103_x127_a_wall_between_ends_the_movement() {
    // A circle of 2 by 3 squares, with a wall instead of a slide.
    let tiles = [("C4", "slide e"), ("D4", "corner se")];
    assert!(!discarded(Scene::on("F6").tiles(&tiles), "slide E4 w"));
    let tiles = [("C4", "slide e"), ("D4", "para ew")];
    assert!(!discarded(Scene::on("F6").tiles(&tiles), "slide E4 w"));
}

#[test]
fn x103_ax14_it_is_judged_without_any_pawn() {
    // A pawn on C4 blocks the movement now, but the tiles alone are endless.
    let played = Scene::on("F6")
        .pawn(1, "C4")
        .tile("C4", "slide e")
        .hand(0, &["slide"])
        .acts(&["place slide D4 w"]);
    let endless = json!({ "event": "endless", "judged": "without_pawns", "seats": [0, 1] });
    assert!(played.has(endless), "{:#?}", played.events());
}

/// The example of A-X14: spring C3 to the east, another pawn on E3, slide D3 to the west.
#[test]
fn x103_ax14_it_is_judged_with_the_pawns_where_they_stand() {
    let played = Scene::on("F6")
        .pawn(1, "E3")
        .tile("C3", "spring e")
        .hand(0, &["slide"])
        .acts(&["place slide D3 w"]);
    // Only Blue's own pawn, which is ignored for itself, would jump on to E3.
    let endless = json!({
        "event": "endless", "square": "D3", "kind": "slide", "judged": "with_pawns", "seats": [0],
    });
    assert!(played.has(endless), "{:#?}", played.events());
    assert_eq!((played.tile("D3"), played.floor_discards("slide")), (None, 1));
    // Without the pawn the tile stays; when the pawn arrives later, A-X15 applies.
    let mut played = Scene::on("D2")
        .pawn(1, "E2")
        .tile("C3", "spring e")
        .hand(0, &["slide"])
        .acts(&["place slide D3 w", "end"]);
    assert!(!played.has(json!({ "event": "endless" })));
    assert_eq!(played.tile("D3"), Some("slide w".into()));
    played.act("move n");
    let scene = Scene::from(&played).turn(0);
    let played = scene.acts(&["move n"]);
    assert_eq!(played.path(), ["D3", "C3", "D3", "C3"]);
    assert!(played.has(json!({ "event": "caught", "square": "C3" })));
    assert_eq!(played.floor_discards("slide"), 0);
}

#[test]
fn x103_ax14_a_turned_tile_is_judged_with_the_pawns_too() {
    let scene = |pawn| {
        let tiles = [("C3", "spring e"), ("D3", "slide n")];
        Scene::on("F6").skill(0, "rotate").pawn(1, pawn).tiles(&tiles)
    };
    let played = scene("E3").acts(&["rotate D3 left"]);
    assert!(played.has(json!({ "event": "endless", "judged": "with_pawns", "seats": [0] })));
    assert_eq!(played.tile("D3"), None);
    let played = scene("E4").acts(&["rotate D3 left"]);
    assert!(!played.has(json!({ "event": "endless" })));
}

#[test]
fn x103_ax66_the_acting_players_own_pawn_counts_for_the_others() {
    // Red's pawn stands on E3: it would jump there itself, but Blue's would move in a circle.
    let played = Scene::on("E3").tile("C3", "spring e").hand(0, &["slide"]);
    let played = played.acts(&["place slide D3 w"]);
    assert!(played.has(json!({ "event": "endless", "judged": "with_pawns", "seats": [1] })));
    // The same with partners: a partner's pawn is an obstacle like any other.
    let played = Scene::new(4).pawn(0, "E3").tile("C3", "spring e").hand(0, &["slide"]);
    let played = played.acts(&["place slide D3 w"]);
    assert!(played.has(json!({ "event": "endless", "seats": [1, 2, 3] })));
}

#[test]
fn x103_ax66_the_own_start_is_open_in_both_judgements() {
    // Spring A3 to the south and slide A2 to the north form a circle for all seats except Red,
    // whose pawn lands on its own start, A1.
    let played =
        Scene::on("F6").tile("A3", "spring s").hand(0, &["slide"]).acts(&["place slide A2 n"]);
    assert!(played.has(json!({ "event": "endless", "judged": "without_pawns", "seats": [1] })));
    // Red's pawn on its start makes no difference to the test without pawns.
    let played =
        Scene::on("A1").tile("A3", "spring s").hand(0, &["slide"]).acts(&["place slide A2 n"]);
    assert!(played.has(json!({ "event": "endless", "judged": "without_pawns", "seats": [1] })));
}

/// A circle that existed before and that a pawn closes is no reason to discard a tile outside it.
#[test]
fn x103_ax67_an_older_circle_is_no_reason() {
    let older = || Scene::on("F6").pawn(1, "E3").tiles(&[("C3", "spring e"), ("D3", "slide w")]);
    // A slide that leads into the circle, and one that has nothing to do with it.
    for place in ["slide C2 n", "slide B3 e", "spring B3 e", "slide G5 e", "stop D4"] {
        assert!(!discarded(older(), place), "{place}");
    }
    // A tile that closes another circle is discarded.
    assert!(discarded(older().tile("G4", "slide e"), "slide H4 w"));
    // A turned ice tile stays the same, although the older circle contains it.
    let circle = [
        ("B3", "spring e"),
        ("C3", "slide n"),
        ("C4", "ice"),
        ("C5", "slide w"),
        ("B5", "slide s"),
        ("B4", "slide s"),
    ];
    let scene = Scene::on("A3").pawn(1, "D3").skill(0, "rotate").tiles(&circle);
    assert!(scene.acts(&["move e"]).has(json!({ "event": "caught" })));
    for spin in ["left", "right"] {
        let played = scene.acts(&[&format!("rotate C4 {spin}")]);
        assert!(!played.has(json!({ "event": "endless" })));
        assert_eq!(played.tile("C4"), Some("ice".into()));
    }
}

#[test]
fn x103_ax15_positions_with_circles_that_a_pawn_closes_are_loaded() {
    let tiles = [("C3", "spring e"), ("D3", "slide w")];
    Scene::on("F6").pawn(1, "E3").tiles(&tiles).play();
    // Floors that are endless without pawns are rejected, wherever the pawns stand.
    let scene = Scene::on("F6").pawn(1, "C4").tiles(&[("C4", "slide e"), ("D4", "slide w")]);
    let (en, ja) = scene.refusal();
    assert!(en.contains("never end, even without any pawn"), "{en}");
    assert!(ja.contains("コマがなくても"), "{ja}");
}

#[test]
fn x103_ax14_taking_tiles_away_makes_nothing_endless() {
    // Two slides with a wall between them. Without the wall they do not reach each other.
    let tiles = [("C4", "slide e"), ("D4", "box"), ("E4", "slide w")];
    let played = Scene::on("F6").skill(0, "crash").tiles(&tiles).acts(&["crash D4"]);
    assert!(!played.has(json!({ "event": "endless" })));
    assert_eq!(played.floor_discards("slide"), 0);
    let played = Scene::on("D5").skill(0, "steal").tiles(&tiles).acts(&["steal D4"]);
    assert!(!played.has(json!({ "event": "endless" })));
}

#[test]
fn x103_ax16_endless_for_one_seat_is_endless() {
    // Spring A3 to the south: its owner's pawn lands on A1; those of all other seats fall short
    // onto A2, from where they are sent back to A3.
    let scene = || Scene::on("F6").tile("A3", "spring s");
    assert!(discarded(scene(), "slide A2 n"));
    assert!(!discarded(scene(), "slide A2 e"));
    // The same tiles farther away from a start are harmless.
    assert!(!discarded(Scene::on("F6").tile("B3", "spring s"), "slide B2 n"));
    // At the edge they fall short for all seats.
    assert!(discarded(Scene::on("F6").tile("C2", "spring s"), "slide C1 n"));
    // Around a start that nobody uses it is endless for all.
    assert!(discarded(Scene::on("F6").tile("A6", "spring n"), "slide A7 s"));
}

#[test]
fn x103_ax15_ax62_a_loop_that_a_pawn_closes_stops_at_the_first_repetition() {
    let scene =
        Scene::on("D3").pawn(1, "E3").tiles(&[("C3", "spring e"), ("D3", "slide w")]).gem("C3", 1);
    let mut played = scene.acts(&["move w"]);
    assert_eq!(played.path(), ["C3", "D3", "C3"]);
    assert!(played.has(json!({ "event": "caught", "seat": 0, "square": "C3" })));
    assert_eq!(played.rule_of("caught"), "A-X15");
    assert_eq!((played.pawn(0), played.gems(0)), ("C3".into(), 1));
    // Nothing is discarded, and the turn continues.
    assert_eq!(played.tile("C3"), Some("spring e".into()));
    assert_eq!(played.tile("D3"), Some("slide w".into()));
    assert!(!played.has(json!({ "event": "endless" })));
    played.act("move n");
    assert_eq!(played.pawn(0), "C4");
    // Without the pawn there is no loop.
    let played = Scene::on("D3").tiles(&[("C3", "spring e"), ("D3", "slide w")]).acts(&["move w"]);
    assert_eq!(played.path(), ["C3", "E3"]);
    assert!(!played.has(json!({ "event": "caught" })));
}

#[test]
fn x103_ax62_the_way_of_entry_belongs_to_what_repeats() {
    // Entered from the south first, from the east when it comes round: that is no
    // repetition yet, the next one is.
    let scene = Scene::on("C2").pawn(1, "E3").tiles(&[("C3", "spring e"), ("D3", "slide w")]);
    assert_eq!(scene.acts(&["move n"]).path(), ["C3", "D3", "C3", "D3"]);
    // Ice crossed twice on different ways is not endless either.
    let tiles = [("D4", "ice"), ("E4", "slide n"), ("E5", "slide w"), ("D5", "slide s")];
    let played = Scene::on("C4").tiles(&tiles).acts(&["move e"]);
    assert_eq!(played.path(), ["D4", "E4", "E5", "D5", "D4", "D3"]);
    assert!(!played.has(json!({ "event": "caught" })));
}
