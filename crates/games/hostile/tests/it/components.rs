//! Tests of components files, options and positions: valid ones and their effects, invalid ones and
//! the errors for them.

use std::sync::Arc;

use crate::support::*;
use conformance::scenario::play_on;
use hostile::{Config, Hostile, Kind};
use serde_json::json;
use zashiki_core::{GameConfig as _, GameRng, GameState, InputError, Provenance};

/// The built-in components file.
const FILE: &str = include_str!("../../components.toml");

fn with_file(seats: u8, file: &str) -> Result<Arc<Config>, InputError> {
    conformance::scenario::config::<Hostile>(seats, &json!({}), Some(file))
}

/// The built-in components file with every `from`, which must occur, replaced by `to`.
fn replaced(from: &str, to: &str) -> String {
    conformance::scenario::replaced(FILE, &[(from, to)])
}

/// The built-in components file with the first occurrence of `from` replaced by `to`.
fn replaced_once(from: &str, to: &str) -> String {
    assert!(FILE.contains(from), "the components file has no {from:?}");
    FILE.replacen(from, to, 1)
}

// The components file.

#[test]
fn the_built_in_file_is_the_game_of_the_rules() {
    let config = config_with(4, json!({})).unwrap();
    let components = &config.components;
    let kinds: Vec<(&str, usize)> =
        components.floor.iter().map(|spec| (spec.kind.word(), spec.count.into())).collect();
    assert_eq!(kinds, FLOOR);
    let squares: Vec<String> =
        components.gem_tiles.squares.iter().map(ToString::to_string).collect();
    assert_eq!(squares, gem_squares());
    assert_eq!(components.skills.cards.len(), 7);
    let numbers = (
        components.skills.removed,
        components.emission.count,
        components.line.gem,
        components.line.floor,
        components.hand.limit,
        components.turn.points,
    );
    assert_eq!(numbers, (2, 5, 2, 10, 4, 2));
    let goal = &components.goal;
    assert_eq!((goal.two, goal.three, goal.team), (20, 15, 20));
}

#[test]
fn sources_say_rulebook_only_for_facts_printed_in_it() {
    let config = config_with(4, json!({})).unwrap();
    let components = &config.components;
    // Counts and names are printed as text; arrows and open sides were pictures.
    for spec in &components.floor {
        assert_eq!(spec.source, Provenance::Rulebook);
        let pictured = !matches!(spec.kind, Kind::Ice | Kind::Stop | Kind::Box);
        assert_eq!(spec.face == Provenance::Reconstructed, pictured, "{}", spec.kind);
    }
    // The source of every entry is public.
    let json = config.components();
    assert!(json["floor"].as_array().unwrap().iter().all(|entry| entry["source"].is_string()));
    for entry in ["gem_tiles", "skills", "emission", "line", "hand", "turn", "goal"] {
        assert!(json[entry]["source"].is_string(), "{entry}");
    }
}

#[test]
fn a_broken_file_is_refused_with_the_reason() {
    let last = &FILE
        [FILE.find("[[floor]]\nkind = \"para\"").unwrap()..FILE.find("# ジェムタイル").unwrap()];
    let cases = [
        (replaced("game = \"hostile\"", "game = \"kokyu\""), "it is the file of"),
        (replaced("game = \"hostile\"", ""), "no line `game = \"hostile\"`"),
        (replaced(last, ""), "one `[[floor]]` for each"),
        (replaced(last, &last.repeat(2)), "one `[[floor]]` for each"),
        (replaced("kind = \"para\"", "kind = \"box\""), "one `[[floor]]` for each"),
        (replaced("kind = \"para\"", "kind = \"lava\""), "lava"),
        (replaced("count = 12", "count = 30"), "add up to 1 to 64"),
        (replaced("count = 12", "count = 256"), "256"),
        (replaced("count = 12", "count = -1"), "-1"),
        (replaced_once("count = 12", "count = 12\ncolour = \"red\""), "colour"),
        (replaced("\"A3\"", "\"A4\""), "A4 is named twice"),
        (replaced("\"A3\"", "\"A1\""), "`A1` is not one of: B1, C1, …, G8"),
        (replaced("\"A3\"", "\"A9\""), "A9"),
        (replaced("\"A3\"", "\"I3\""), "I3"),
        (replaced("\"A3\"", "3"), "3"),
        (replaced("\"crash\", ", ""), "each of the seven skills once"),
        (replaced("\"crash\"", "\"king\""), "king is named twice"),
        (replaced("\"crash\"", "\"smash\""), "smash"),
        (
            replaced("removed = 2", "removed = 3"),
            "`skills.removed` (skill cards, cards removed each round): a whole number from 0 to 2",
        ),
        (
            replaced(
                "count = 5\nsource = \"rulebook\"\n\n# ライン",
                "count = 7\nsource = \"rulebook\"\n\n# ライン",
            ),
            "`emission.count`",
        ),
        (replaced("gem = 2", "gem = 4"), "a whole number from 0 to 3"),
        (replaced("floor = 10", "floor = 3"), "a whole number from 4 to 12"),
        (replaced("floor = 10", "floor = 13"), "a whole number from 4 to 12"),
        (replaced("limit = 4", "limit = 0"), "a whole number from 1 to 4"),
        (replaced("limit = 4", "limit = 5"), "a whole number from 1 to 4"),
        (replaced("points = 2", "points = 0"), "a whole number from 1 to 6"),
        (replaced("points = 2", "points = 7"), "a whole number from 1 to 6"),
        (
            replaced("team = 20", "team = 0"),
            "`goal.team` (goal of gems, four players, each team): a whole number from 1 to 100",
        ),
        (replaced("three = 15", "three = 101"), "`goal.three`"),
        (replaced_once("source = \"rulebook\"\nface", "source = \"hearsay\"\nface"), "hearsay"),
        (replaced_once("face = \"reconstructed\"", ""), "`face` is missing"),
        (replaced("[line]", "[row]"), "row"),
        ("<html>".to_owned(), "wrong"),
        (String::new(), "no line `game = \"hostile\"`"),
    ];
    let mut wrong = Vec::new();
    for (file, wanted) in cases {
        let no = with_file(4, &file).expect_err(wanted).text().clone();
        if !no.en.contains(wanted) {
            wrong.push(format!("wanted {wanted:?} in {:?}", no.en));
        }
        assert!(no.ja.contains("内容物ファイル"), "{}", no.ja);
        assert!(no.en.contains("Correct it") && no.ja.contains("直して"), "{} {}", no.en, no.ja);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn the_limits_themselves_are_allowed() {
    for (from, to) in [
        ("count = 12", "count = 19"),
        ("count = 12", "count = 0"),
        ("removed = 2", "removed = 0"),
        ("gem = 2", "gem = 0"),
        ("gem = 2", "gem = 3"),
        ("floor = 10", "floor = 4"),
        ("floor = 10", "floor = 12"),
        ("limit = 4", "limit = 1"),
        ("points = 2", "points = 1"),
        ("points = 2", "points = 6"),
        ("two = 20", "two = 1"),
        ("three = 15", "three = 100"),
        ("\"A3\", ", ""),
        ("\"A3\"", "\"A2\""),
    ] {
        let file = replaced(from, to);
        for seats in 2..=4 {
            let config = with_file(seats, &file).unwrap_or_else(|no| panic!("{to}: {no}"));
            let game = Hostile::deal(&config, GameRng::from_seed(1), None);
            play_on(game, &mut GameRng::from_seed(3), &format!("{to} with {seats} seats"));
        }
    }
}

#[test]
fn replaced_components_change_play() {
    let deal = |from: &str, to: &str| {
        let config = with_file(2, &replaced(from, to)).unwrap();
        view_of(&Hostile::deal(&config, GameRng::from_seed(1), None))
    };
    assert_eq!(words(&deal("floor = 10", "floor = 6")["line"]).len(), 8);
    assert_eq!(words(&deal("gem = 2", "gem = 3")["line"]).len(), 13);
    assert_eq!(words(&deal("removed = 2", "removed = 1")["removed"]).len(), 1);
    assert_eq!(deal("two = 20", "two = 7")["sides"][0]["goal"], json!(7));
    assert_eq!(deal("count = 12", "count = 10")["floor_deck"], json!(45));
    let emission = "count = 5\nsource = \"rulebook\"\n\n# ライン";
    assert_eq!(words(&deal(emission, &emission.replace('5', "3"))["gem_discards"]).len(), 3);
    // Limits of turns and hands.
    let scene = |from: &str, to: &str| {
        let mut scene = Scene::on("D4").line(&["box", "box"]).hand(0, &["ice"]);
        scene.config = with_file(2, &replaced(from, to)).unwrap();
        scene
    };
    assert_eq!(scene("points = 2", "points = 3").play().points(), 3);
    let played = scene("limit = 4", "limit = 2").acts(&["take box", "take box"]);
    assert_eq!((played.hand(0).len(), played.floor_discards("box")), (2, 1));
    // A goal, which is checked at the end of the round.
    let mut short = Scene::new(3).gems(1, 4).last_turn();
    short.config = with_file(3, &replaced("three = 15", "three = 4")).unwrap();
    assert_eq!(short.acts(&["end"]).end(), Some((vec![Seat(1)], "gems")));
}

// Options and seats.

#[test]
fn the_options_and_their_defaults() {
    let complete = Hostile::info().complete_options(&json!({})).unwrap();
    let wanted =
        json!({ "teams": "left_right", "firstSeat": "random", "twoPlayerKeepFirstSkill": false });
    assert_eq!(complete, wanted);
}

// Positions.

#[test]
fn impossible_positions_are_refused_with_the_reason() {
    let scene = || Scene::new(3);
    let full_hand = ["ice"; 5];
    let cases = [
        // Unknown tiles, orientations that a tile does not have, squares off the board.
        (scene().tile("D4", "lava"), "\"lava\" is not a floor tile"),
        (scene().hand(0, &["lava"]), "\"lava\" is not a tile"),
        (scene().line(&["A9"]), "\"A9\" is not a tile"),
        (scene().tile("D4", "slide up"), "\"up\" is not an orientation"),
        (scene().tile("D4", "slide ne"), "`facing` of a slide is one of n, e, s, w"),
        (scene().tile("D4", "slide"), "`facing` of a slide is one of n, e, s, w"),
        (scene().tile("D4", "diagonal n"), "one of ne, se, sw, nw"),
        (scene().tile("D4", "spring ew"), "one of n, e, s, w"),
        (scene().tile("D4", "corner e"), "one of ne, se, sw, nw"),
        (scene().tile("D4", "para n"), "one of ns, ew"),
        (scene().tile("D4", "ice n"), "has no `facing`"),
        (scene().tile("D4", "box ns"), "has no `facing`"),
        (scene().tile("D9", "ice"), "\"D9\" is not a square of the board"),
        (scene().tile("i4", "ice"), "\"i4\" is not a square of the board"),
        (scene().pawn(0, "D0"), "\"D0\" is not a square of the board"),
        (scene().gem("Z1", 1), "\"Z1\" is not a square of the board"),
        (scene().seat(0, "start", json!("D4")), "do not fit the seating"),
        // Tiles, gems and pawns on forbidden squares.
        (scene().tile("A1", "ice"), "A1, a start square"),
        (scene().tile("H8", "ice"), "H8, a start square"),
        (scene().tile("D4", "ice").tile("D4", "box"), "two tiles on D4"),
        (scene().gem("B2", 1), "B2, where no gem can lie"),
        (scene().gem("D4", 0), "the `count` of `gems` on D4 must be 1 to 99"),
        (scene().gem("D4", 100), "the `count` of `gems` on D4 must be 1 to 99"),
        (scene().gem("D4", 1).gem("D4", 1), "`gems` names D4 twice"),
        (scene().pawn(0, "D4").gem("D4", 1), "a gem under the pawn of Red on D4"),
        (scene().pawn(0, "D4").pawn(1, "D4"), "two `pawn`s stand on D4"),
        (scene().pawn(0, "A8"), "the `pawn` of Red stands on A8"),
        (scene().pawn(0, "A8").pawn(1, "D4"), "the `pawn` of Red stands on A8, a start square"),
        (scene().pawn(0, "H8"), "the `pawn` of Red stands on H8, a start square"),
        (scene().tiles(&[("C4", "slide e"), ("D4", "slide w")]), "would never end"),
        (scene().tiles(&[("A3", "spring s"), ("A2", "slide n")]), "would never end"),
        // Numbers of tiles and cards.
        (
            scene().hand(0, &["box"; 4]).hand(1, &["box", "box"]),
            "6 tiles of the kind \"box\" in all instead of 5",
        ),
        (scene().hand(0, &["C5"]).hand(1, &["C5"]), "gem tile C5 2 times in all instead of 1"),
        (scene().hand(0, &["B2"]), "gem tile B2 1 time in all instead of 0"),
        (scene().hand(0, &["C5"]).set("gem_discards", json!(["C5"])), "gem tile C5 2 times"),
        (scene().set("gem_discards", json!(["C5", "C5"])), "`gem_discards` names C5 twice"),
        (scene().set("floor_deck", json!(["ice"])), "of the kind \"slide\" in all instead of 12"),
        (scene().set("floor_deck", json!(vec!["ice"; 70])), "`floor_deck` has too many tiles"),
        (scene().set("gem_deck", json!([])), "gem tile C1 0 times in all instead of 1"),
        (scene().set("gem_deck", json!(vec!["A3"; 70])), "`gem_deck` has too many tiles"),
        (
            scene().set("floor_discards", json!({ "ice": 9 })),
            "9 tiles of the kind \"ice\" in all instead of 8",
        ),
        (scene().hand(0, &full_hand), "5 tiles; the limit is 4"),
        (scene().line(&["D1", "D2", "D3"]), "2 gem tiles and 10 floor tiles at most"),
        (scene().line(&["slide"; 11]), "2 gem tiles and 10 floor tiles at most"),
        (scene().line(&["slide"; 16]), "15 tiles at most"),
        // Skills.
        (scene().skill(0, "king").skill(1, "king"), "`skills` names a card twice"),
        (scene().skill(0, "fly"), "\"fly\" is not a skill"),
        (scene().skills(0, &["crash", "king"]), "too many `skills`: 1 at most"),
        (
            scene()
                .skill(0, "crash")
                .skill(1, "quick")
                .skill(2, "steal")
                .set("removed", json!(["king", "ghost"])),
            "King, which is never removed",
        ),
        (scene().set("removed", json!(["ghost", "ghost"])), "`removed` names a skill twice"),
        (
            scene().set("removed", json!(["ghost", "crash", "quick"])),
            "`removed` has 2 cards at most",
        ),
        (scene().skill(0, "ghost").set("removed", json!(["ghost"])), "also in a seat's `skills`"),
        (scene().skill_draft(1), "Red has 0 cards in `skills`; at this point it is 1"),
        (
            scene().skill_draft(0).skill(2, "king"),
            "Yellow has 1 card in `skills`; at this point it is 0",
        ),
        // Numbers and stages.
        (scene().gems(0, 100), "seats[0] (Red) are more than 99"),
        (scene().set("round", json!(0)), "`round` must be 1 or more"),
        (scene().set("pass", json!(2)), "`pass` must be 1 to 1"),
        (Scene::new(2).set("pass", json!(3)), "`pass` must be 1 to 2"),
        (scene().set("start_seat", json!(3)), "`start_seat` is 3, but the seats are 0 to 2"),
        (scene().turn(3), "the `seat` of `stage` is 3, but the seats are 0 to 2"),
        (scene().set("seats", json!([{}, {}, {}, {}])), "4 entries instead of 3"),
        (scene().set("reached", json!([1, 2])), "`reached` has 2 entries; there are 3 sides"),
        (scene().points(3), "`points` of `stage` must be 0 to 2"),
        (scene().skill(0, "quick").points(4), "`points` of `stage` must be 0 to 3"),
        (
            scene().skill(0, "king").turn_with(0, json!({ "crashes": 1 })),
            "`crashes` of `stage` must be 0 to 0",
        ),
        (
            scene().skill(0, "rotate").turn_with(0, json!({ "rotations": 3 })),
            "`rotations` of `stage` must be 0 to 2",
        ),
        (scene().tile_draft(0, 3).line(&["ice"]), "`left` of `stage` must be 1 or 2"),
        (scene().tile_draft(0, 0).line(&["ice"]), "`left` of `stage` must be 1 or 2"),
        (scene().tile_draft(0, 2), "`line` is empty"),
        (scene().set("stage", json!({ "kind": "over" })), "no end condition holds"),
        (scene().gems(0, 15).round_start(), "an end condition holds, so no round begins"),
        (scene().set("stage", json!({ "kind": "feast" })), "feast"),
        (scene().set("stage", json!({ "kind": "turn", "seat": 0, "luck": 1 })), "luck"),
        (scene().set("weather", json!("fine")), "weather"),
        (scene().seat(0, "colour", json!("red")), "colour"),
        (scene().set("dice", json!({ "seed": 7, "drawn": 0 })), "invalid type"),
    ];
    let mut wrong = Vec::new();
    for (number, (scene, wanted)) in cases.into_iter().enumerate() {
        let (en, ja) = scene.refusal();
        if !en.contains(wanted) {
            wrong.push(format!("case {number}: wanted {wanted:?} in {en:?}"));
        }
        assert_ne!(ja, "");
        if en != ja {
            assert!(en.starts_with("This position is impossible"), "{en}");
            assert!(ja.starts_with("この局面は成り立ちません"), "{ja}");
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// An unknown word in a position gives an error in both languages, although the position cannot be
/// parsed.
#[test]
fn unreadable_words_are_explained_in_both_languages() {
    for scene in [
        Scene::new(2).tile("D4", "lava"),
        Scene::new(2).tile("D9", "ice"),
        Scene::new(2).tile("D4", "slide up"),
        Scene::new(2).hand(0, &["lava"]),
        Scene::new(2).skill(0, "fly"),
    ] {
        let (said, _) = scene.refusal();
        assert!(said.contains("ありません") && said.contains("is not a"), "{said}");
    }
}

#[test]
fn a_position_may_leave_everything_out() {
    for seats in 2..=4 {
        let config = config_with(seats, json!({})).unwrap();
        let game =
            Hostile::from_position(&config, serde_json::from_value(json!({})).unwrap()).unwrap();
        game.check_invariants().unwrap();
        let view = view_of(&game);
        assert_eq!((&view["stage"]["kind"], &view["stage"]["points"]), (&json!("turn"), &json!(2)));
        assert_eq!((&view["floor_deck"], &view["gem_deck"]), (&json!(57), &json!(48)));
        play_on(game, &mut GameRng::from_seed(1), "nothing said");
    }
    // Decks that are omitted are shuffled by the position's generator.
    let deck = |seed: u64| Scene::new(2).rng(seed).play().json()["floor_deck"].clone();
    assert_eq!(deck(1), deck(1));
    assert_ne!(deck(1), deck(2));
}
