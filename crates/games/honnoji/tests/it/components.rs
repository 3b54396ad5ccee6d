//! Components, options and positions from files and clients: which ones are accepted, the errors for
//! the others, and matches with unusual components that are accepted.

use std::sync::Arc;

use crate::support::*;
use conformance::scenario::play_on;
use honnoji::{Action, Config, Honnoji, Kind};
use proptest::prelude::*;
use serde_json::{Value, json};
use zashiki_core::{Action as _, GameConfig as _, GameRng, GameState, Provenance, Seat};

fn with_file(seats: u8, file: &str) -> Result<Arc<Config>, zashiki_core::InputError> {
    setup_of(seats, json!({}), Some(file))
}

/// The `[[card]]` entry of a face in the built-in file.
fn entry(face: &str) -> &'static str {
    let from = FILE.find(&format!("[[card]]\nface = \"{face}\"")).expect("an entry");
    let rest = &FILE[from..];
    let end = rest[1..].find("[[card]]").map_or(rest.len(), |end| end + 1);
    // A comment between two entries belongs to the later one.
    let end = rest[..end].find("\n#").map_or(end, |comment| comment + 1);
    &rest[..end]
}

/// The built-in file with a change in one entry.
fn changed(face: &str, from: &str, to: &str) -> String {
    let entry = entry(face);
    assert!(entry.contains(from), "{entry} has no {from:?}");
    FILE.replace(entry, &entry.replacen(from, to, 1))
}

// The components of the rules, face by face.

#[test]
fn the_built_in_file_is_the_game_of_the_rules() {
    let config = setup_with(5, json!({})).unwrap();
    let cards = &config.components.card;
    assert_eq!(cards.iter().map(|card| card.face.word()).collect::<Vec<_>>(), model::FACES);
    for card in cards {
        let word = card.face.word();
        assert_eq!(i32::from(card.points), model::points(word), "{word}");
        let count = match word {
            "katana" => 4,
            "gun" => 2,
            "fire" => 5,
            _ => 1,
        };
        assert_eq!(card.count, count, "{word}");
        let icons: Vec<(String, (i8, i8))> = card
            .icons
            .iter()
            .map(|spec| {
                let icon = serde_json::to_value(spec.icon).unwrap();
                let direction = serde_json::to_value(spec.direction).unwrap();
                let cell = match direction.as_str().unwrap() {
                    "up" => (0, 1),
                    "right" => (1, 0),
                    "down" => (0, -1),
                    "left" => (-1, 0),
                    other => panic!("{other}"),
                };
                (icon.as_str().unwrap().to_owned(), cell)
            })
            .collect();
        let wanted: Vec<(String, (i8, i8))> =
            model::icons(word).iter().map(|(icon, cell)| ((*icon).to_owned(), *cell)).collect();
        assert_eq!(icons, wanted, "{word}");
        let kind = match card.kind {
            Kind::Crest | Kind::Number => model::is_basic(word),
            Kind::Treasure => model::is_treasure(word),
            Kind::Weapon | Kind::Person => model::is_action(word),
            Kind::Fire => word == "fire",
        };
        assert!(kind, "{word}");
    }
}

#[test]
fn only_entries_of_the_rulebook_have_it_as_their_source() {
    let config = setup_with(3, json!({})).unwrap();
    for card in &config.components.card {
        // The crest, the koban and the fire card exist by the rulebook; the print of every card is
        // reconstructed.
        let named = matches!(card.face.word(), "crest" | "koban");
        assert_eq!(card.source == Provenance::Rulebook, named, "{}", card.face);
        assert_eq!(card.print, Provenance::Reconstructed, "{}", card.face);
    }
    // The view of the components has the source of every entry.
    let json = config.components();
    let cards = json["card"].as_array().unwrap();
    assert_eq!(cards.len(), 24);
    assert!(cards.iter().all(|card| card["source"].is_string() && card["print"].is_string()));
}

#[test]
fn an_invalid_file_is_rejected_with_the_reason() {
    let cases = [
        (FILE.replace("game = \"honnoji\"", "game = \"kokyu\""), "it is the file of \"kokyu\""),
        (FILE.replace("game = \"honnoji\"", ""), "it has no line `game = \"honnoji\"`"),
        (FILE.replace(entry("koban"), ""), "there is no [[card]] of koban"),
        (FILE.replace(entry("4"), ""), "there is no [[card]] of 4"),
        (FILE.replace(entry("gun"), &entry("gun").repeat(2)), "there are 2 [[card]] of gun"),
        (changed("gun", "face = \"gun\"", "face = \"katana\""), "2 [[card]] of katana"),
        (FILE.replace(entry("fire"), ""), "`count`s make 20"),
        (changed("3", "kind = \"number\"", "kind = \"weapon\""), "`weapon` is not one of: number"),
        (
            changed("gun", "kind = \"weapon\"", "kind = \"fire\""),
            "is not one of: treasure, weapon, person",
        ),
        (changed("gun", "name = { ja = \"銃\", en = \"gun\" }", ""), "`name` is missing"),
        (changed("gun", "ja = \"銃\"", "ja = \" 銃\""), "without blanks around"),
        (changed("gun", "en = \"gun\"", "en = \"\""), "1 to 40 characters"),
        (changed("gun", "en = \"gun\"", "en = \"katana\""), "katana and gun have the same `name`"),
        (changed("gun", "face = \"gun\"", "face = \"bow\""), "bow"),
        (
            changed("koban", "count = 1", "count = 2"),
            "`card[6].count` (card koban, copies of each player): the number 1 is needed, not 2",
        ),
        (changed("crest", "count = 1", "count = 0"), "the number 1 is needed, not 0"),
        (changed("3", "count = 1", "count = 2"), "`card[3].count`"),
        (
            changed("tsukumo", "count = 1", "count = 2"),
            "must have 25 cards, but the `count`s make 26",
        ),
        (
            changed("tsukumo", "count = 1", "count = 0"),
            "must have 25 cards, but the `count`s make 24",
        ),
        (changed("fire", "count = 5", "count = 6"), "must have 25 cards, but the `count`s make 26"),
        (changed("fire", "count = 5", "count = 4"), "must have 25 cards, but the `count`s make 24"),
        (
            changed("fire", "count = 5", "count = 16"),
            "a whole number from 0 to 15 is needed, not 16",
        ),
        (
            changed("katana", "count = 4", "count = 14"),
            "17 action cards (weapons and persons) at most, not 18",
        ),
        (changed("gun", "count = 2", "count = -1"), "-1"),
        (changed("gun", "count = 2", "count = 256"), "256"),
        (changed("gun", "count = 2", "count = 2\ncolour = \"red\""), "colour"),
        (
            changed("gun", "points = 1", "points = 101"),
            "`card[20].points` (card gun, points): a whole number from 0 to 100 is needed, not 101",
        ),
        (changed("gun", "points = 1", "points = -1"), "-1"),
        (
            changed(
                "enza",
                "points = 3",
                "points = 3\nicons = [{ icon = \"move\", direction = \"up\" }]",
            ),
            "an entry with kind `treasure` has no `icons`",
        ),
        (
            changed(
                "4",
                "points = 0",
                "points = 0\nicons = [{ icon = \"move\", direction = \"up\" }]",
            ),
            "an entry with kind `number` has no `icons`",
        ),
        (changed("gun", "icon = \"gun\"", "icon = \"cannon\""), "cannon"),
        (changed("gun", "direction = \"up\"", "direction = \"north\""), "north"),
        (changed("gun", "direction = \"up\"", "direction = \"up\", luck = 1"), "luck"),
        (changed("crest", "icon = \"move\"", "icon = \"sword\""), "need a \"move\""),
        (
            changed(
                "gun",
                "icons = [",
                &format!("icons = [{}", "{ icon = \"gun\", direction = \"up\" }, ".repeat(4)),
            ),
            "there may be 4 at most",
        ),
        (changed("gun", "source = \"reconstructed\"", "source = \"hearsay\""), "hearsay"),
        (changed("gun", "print = \"reconstructed\"", ""), "`print` is missing"),
        (format!("{FILE}\n[extra]\nx = 1\n"), "extra"),
        ("<html>".to_owned(), "wrong"),
        (String::new(), "it has no line `game = \"honnoji\"`"),
    ];
    for (file, wanted) in cases {
        let no = with_file(4, &file).expect_err(wanted).text().clone();
        assert!(no.en.contains(wanted), "wanted {wanted:?} in {:?}", no.en);
        assert!(no.ja.contains("内容物ファイル"), "{}", no.ja);
        assert!(no.en.contains("Correct it") && no.ja.contains("直して"), "{} {}", no.en, no.ja);
    }
}

#[test]
fn files_at_the_limits_are_accepted() {
    let four = format!("icons = [{}", "{ icon = \"gun\", direction = \"up\" }, ".repeat(3));
    let without = |face: &str| changed(face, "count = 1", "count = 0");
    let more_fire = |file: String| {
        file.replace(entry("fire"), &entry("fire").replace("count = 5", "count = 6"))
    };
    for file in [
        changed("gun", "points = 1", "points = 100"),
        changed("gun", "icons = [", &four),
        more_fire(without("tsukumo")),
        more_fire(without("ranmaru")),
        changed("crest", "direction = \"up\"", "direction = \"down\""),
        // All icons in one direction, and no icons except movement.
        FILE.replace("direction = \"right\"", "direction = \"left\""),
        FILE.replace("    { icon = \"sword\", direction = \"right\" },\n    { icon = \"recover\", direction = \"left\" },\n", ""),
    ] {
        for seats in 3..=5 {
            let config = with_file(seats, &file).unwrap_or_else(|error| panic!("{error}"));
            let game = Honnoji::deal(&config, GameRng::from_seed(1), None);
            play_on(game, &mut GameRng::from_seed(3), &file);
        }
    }
}

#[test]
fn changed_components_change_the_game() {
    // Change of points.
    let file = changed("koban", "points = 1", "points = 7");
    let config = with_file(3, &file).unwrap();
    assert_eq!(Honnoji::deal(&config, GameRng::from_seed(1), None).scores(), [7, 7, 7]);
    // Change of a direction: the crest's movement icon points down.
    let file = changed("crest", "direction = \"up\"", "direction = \"down\"");
    let scene = Scene::of(with_file(3, &file).unwrap()).round(1);
    let played = scene.play();
    assert_eq!(played.refused("lay crest@0:0 2@0:1"), "H-59");
    let layout = "crest@0:0 4@0:-1";
    assert_eq!(scene.lay(&[layout; 3]).pawn(0), 4);
    // The listed layouts follow the changed icons.
    for layout in played.legal() {
        assert!(!played.draft(Seat(0), &layout).reading["destination"].is_null(), "{layout}");
    }
    // Change of an icon: a sword that moves.
    let file = changed("katana", "icon = \"sword\"", "icon = \"move\"");
    let scene =
        Scene::of(with_file(3, &file).unwrap()).round(4).hand(0, &format!("{BASIC} katana"));
    let played = scene.lay(&["katana@0:0 2@0:-1", "nothing", "nothing"]);
    assert_eq!(played.pawn(0), 2);
    // Change of a count: the deck follows.
    let file = changed("tsukumo", "count = 1", "count = 0");
    let file = file.replace(entry("fire"), &entry("fire").replace("count = 5", "count = 6"));
    let config = with_file(3, &file).unwrap();
    let played = Played::dealt(&config, 1);
    let mut all = played.deck();
    (1..=5).for_each(|square| all.extend(played.pile(square)));
    assert_eq!(all.iter().filter(|face| *face == "fire").count(), 6);
    assert!(!all.contains(&"tsukumo".to_owned()));
}

/// Components that differ from the built-in ones: other counts, equal treasures, more persons and
/// weapons, icons in other directions, fewer fire cards.
const OTHER_BOX: &str = "tsukumo treasure 3 8
enza treasure 2 0
joo treasure 4 100
fire fire 2 0
katana weapon 3 3 sword:left
gun weapon 1 2 gun:down gun:down
ranmaru person 1 4 move:up recover:right
card1 person 1 5 move:down sword:up recover:left gun:right
card2 person 2 6 recover:up
card3 weapon 1 1
card4 person 1 2 move:left
card8 treasure 4 7";

#[test]
fn ah54_ah44_an_owners_box_is_played_as_the_file_says() {
    let file = own_box(OTHER_BOX);
    for seats in 3..=5 {
        let config = with_file(seats, &file).unwrap();
        for seed in 0..3 {
            let game = Honnoji::deal(&config, GameRng::from_seed(seed), None);
            play_on(game, &mut GameRng::from_seed(seed), "an owner's box");
        }
    }
    let scene = || Scene::of(with_file(3, &file).unwrap()).round(4);
    // Equal treasures are one choice (A-H44).
    let shared = scene().pawns(&[1, 1, 2]).pile(1, "tsukumo tsukumo enza");
    let mut played = shared.lay(&["nothing"; 3]);
    assert_eq!(played.legal(), ["take tsukumo", "take enza"]);
    played.act("take tsukumo");
    assert_eq!(
        played.words(json!({ "event": "picked_up", "seat": 0 }))[0].0,
        "Red picks up TSUKUMO (8 points) on square 1."
    );
    // A third person moves, recovers and attacks as its icons say.
    let hand = format!("{BASIC} card1");
    let layout = "card1@0:0 2@0:-1 1@0:1 3@-1:0 4@1:0";
    let rich = scene()
        .hand(0, &hand)
        .exposed(0, "koban katana")
        .exposed(1, "koban card8 joo")
        .exposed(2, "");
    let played = rich.lay(&[layout, "nothing", "nothing"]);
    assert_eq!(played.pawn(0), 2);
    assert_eq!(played.in_vain(), ["0 sword 1 nobody_there", "0 gun 4 nobody_there"]);
    assert!(played.may("recover katana"));
    // A card without an icon may be placed, and has no orders.
    let played =
        scene().hand(0, &format!("{BASIC} card3")).lay(&["card3@0:0 2@0:1", "nothing", "nothing"]);
    assert_eq!((played.round(), played.in_vain()), (5, vec![]));
    // Points.
    let played = scene().exposed(0, "koban joo card8").exposed(1, "").play();
    assert_eq!(played.game.scores(), [108, 0, 1]);
    // Cards that the components do not have are rejected.
    assert!(scene().pile(1, "seitaka").refusal().0.contains("these components do not have"));
    assert_eq!(played.refused("lay card5@0:0"), "H-38");
}

/// The largest possible hand: persons with one icon each.
#[test]
fn ah45_the_largest_hand_has_a_place_and_a_list() {
    let persons: Vec<String> =
        ["katana", "gun", "ranmaru", "mitsuhide", "card1", "card2", "card3", "card4"]
            .iter()
            .zip(["move:left", "sword:down", "gun:up", "recover:right"].iter().cycle())
            .map(|(face, icon)| format!("{face} person 2 1 {icon}"))
            .collect();
    let file =
        own_box(&format!("{}\ncard5 weapon 1 1 gun:left\nfire fire 8 0", persons.join("\n")));
    let config = with_file(3, &file).unwrap();
    let hand =
        format!("{BASIC} {0} {0} card5", "katana gun ranmaru mitsuhide card1 card2 card3 card4");
    let scene = Scene::of(config).round(4).hand(0, &hand);
    let played = scene.play();
    let legal = played.legal();
    assert!(legal.len() > 100 && legal.len() < 50_000, "{} layouts", legal.len());
    // All 23 cards in a row, from the left edge and as far right as possible.
    for left in [-15, -7] {
        let cards: Vec<String> =
            split(&hand).iter().zip(left..).map(|(face, x)| format!("{face}@{x}:0")).collect();
        assert!(played.may(&format!("lay {}", cards.join(" "))), "from {left}");
    }
    assert_eq!(scene.lay(&["nothing"; 3]).round(), 5);
}

#[test]
fn names_and_effects_shown_to_players_come_from_the_file() {
    let described = |file: &str| with_file(3, file).unwrap().components();
    let own = described(FILE);
    let faces: Vec<&Value> =
        own["card"].as_array().unwrap().iter().map(|card| &card["face"]).collect();
    assert_eq!(faces, model::FACES.map(|face| json!(face)).iter().collect::<Vec<_>>());
    let known: Vec<&str> = Honnoji::assets().rules().iter().map(|rule| rule.id).collect();
    for card in own["card"].as_array().unwrap() {
        for text in [&card["name"], &card["does"]] {
            assert!(
                !text["ja"].as_str().unwrap().is_empty()
                    && !text["en"].as_str().unwrap().is_empty()
            );
            assert!(
                text["en"].as_str().unwrap().chars().all(|letter| letter < '\u{2e80}'),
                "{text}"
            );
        }
        for rule in card["rules"].as_array().unwrap() {
            assert!(known.contains(&rule.as_str().unwrap()), "{rule}");
        }
    }
    for thing in own["icon"].as_array().unwrap().iter().chain(own["phase"].as_array().unwrap()) {
        let rules = words(&thing["rules"]);
        assert!(!rules.is_empty() && rules.iter().all(|rule| known.contains(&&**rule)), "{thing}");
    }
    let other = described(&own_box(OTHER_BOX));
    let card = |face: &str| {
        other["card"]
            .as_array()
            .unwrap()
            .iter()
            .find(|card| card["face"] == json!(face))
            .unwrap()
            .clone()
    };
    assert_eq!(card("card1")["name"]["en"], json!("CARD1"));
    let does = card("card1")["does"]["en"].as_str().unwrap().to_owned();
    assert!(
        does.contains("movement, sword attack, recovery, gun attack")
            && does.contains("add a step"),
        "{does}"
    );
    assert_eq!(card("card1")["rules"], json!(["H-121", "H-69", "H-95", "H-118", "H-98"]));
    assert!(card("card3")["does"]["en"].as_str().unwrap().contains("no icons"));
    assert_eq!(card("joo")["points"], json!(100));
}

// Options and seats.

#[test]
fn the_options_and_their_defaults() {
    let complete = Honnoji::info().complete_options(&json!({})).unwrap();
    assert_eq!(complete, json!({ "placing": "in_turn", "firstPlayer": "random" }));
}

// Positions.

/// The scene with its stage replaced.
fn stage(scene: Scene, stage: Value) -> Scene {
    scene.set("stage", stage)
}

#[test]
fn impossible_positions_are_rejected_with_the_reason() {
    let scene = || Scene::new(3).round(4);
    // After the reveal every seat has a layout and a square before the movement.
    let revealed = || {
        (0..3).fold(scene(), |scene, seat| {
            scene.laid(seat, "nothing").seat(seat, "from", json!(seat + 1))
        })
    };
    let cases = [
        // Faces and cells that do not exist.
        (scene().pile(1, "lava"), "\"lava\" is not a card"),
        (scene().exposed(0, "lava"), "\"lava\" is not a card"),
        (scene().laid(0, "6@0:0"), "\"6\" is not a card"),
        (scene().laid(0, "2@16:0"), "-15 to 15"),
        (scene().laid(0, "2@0:-16"), "-15 to 15"),
        (scene().laid(0, "2@999:0"), "invalid value"),
        (scene().pawns(&[0, 1, 2]), "a square from 1 to 5"),
        (scene().pawns(&[1, 6, 2]), "a square from 1 to 5"),
        (scene().set("squares", json!([[], [], [], [], [], []])), "5 entries at most"),
        // Layouts.
        (scene().laid(0, "1@3:3 2@3:3"), "lie on (3:3)"),
        (scene().laid(0, "koban@0:0"), "has koban, which is never in a hand"),
        (scene().laid(0, "card1@0:0"), "these components do not have"),
        (scene().laid(0, "2@0:0").hand(0, BASIC), "2 cards of this kind instead of one"),
        (
            scene().set("players", json!([{ "square": 1, "laid": [{ "face": "2", "cell": { "x": 0, "y": 0 }, "turned": true }] }, { "square": 1 }, { "square": 1 }])),
            "turned",
        ),
        (scene().laid(1, "2@0:0"), "clockwise from the first player"),
        (scene().first(1).laid(0, "2@0:0"), "clockwise from the first player"),
        (Scene::new(3).round(1).laid(0, "2@0:0"), "designates no destination"),
        (Scene::new(3).round(1).laid(0, "nothing"), "designates no destination"),
        (scene().stage("preparation").laid(0, "2@0:0"), "nothing is `laid`"),
        (scene().seat(0, "from", json!(2)), "no `from` at this stage"),
        (stage(scene(), json!({ "kind": "fire", "seat": 0 })), "everybody has `laid`"),
        (
            stage(revealed(), json!({ "kind": "fire", "seat": 0 })).pawns(&[2, 2, 3]),
            "to which its layout moves it",
        ),
        // Squares.
        (scene().pile(1, "enza joo bandai chosho gun"), "4 cards at most"),
        (scene().pile(2, "fire fire"), "two fire cards"),
        (scene().pile(2, "crest"), "cannot lie on square 2"),
        (scene().pile(2, "koban"), "cannot lie on square 2"),
        (scene().pile(2, "fire enza"), "fire card"),
        // Numbers of cards.
        (scene().pile(1, "enza").pile(2, "enza"), "more of a card than they have"),
        (scene().exposed(0, "koban tsukumo").pile(1, "tsukumo"), "more of a card than they have"),
        (scene().exposed(0, "koban koban koban koban"), "more of a card than they have"),
        (scene().exposed(0, "katana katana katana katana katana"), "more of a card than they have"),
        (scene().discards("enza").pile(1, "enza"), "more of a card than they have"),
        (scene().discards("crest"), "more of a card than they have"),
        (scene().deck("enza enza joo gun chosho"), "more of a card than they have"),
        (scene().deck("enza joo gun chosho"), "the deck has 5 cards, not 4"),
        (scene().deck("enza joo gun chosho bandai mokkei"), "the deck has 5 cards, not 6"),
        (scene().deck("enza joo gun chosho bandai").discards("fire"), "do not add up"),
        (scene().set("deck", json!(vec!["fire"; 300])), "too many cards"),
        (scene().exposed(0, &"katana ".repeat(20)), "too many cards"),
        (scene().hand(0, "crest 1 2 3 4"), "0 cards of this kind instead of one"),
        (scene().hand(0, BASIC).exposed(0, "koban 3"), "2 cards of this kind instead of one"),
        (scene().hand(0, "crest 1 2 3 4 5 tsukumo"), "never in Red's hand"),
        (scene().hand(1, "crest 1 2 3 4 5 koban"), "never in Blue's hand"),
        (scene().exposed(2, "koban fire"), "ever exposed by Yellow"),
        (scene().hand(0, "1 2 3 4 5").exposed(0, "crest"), "ever exposed by Red"),
        (scene().hand(0, "crest").exposed(0, "1 2 3 4 5"), "at least one number"),
        // Seats, rounds and stages.
        (scene().set("round", json!(0)), "`round` must be 1 to 6"),
        (scene().set("round", json!(7)), "`round` must be 1 to 6"),
        (scene().first(3), "`first_player` is 3, but seats are 0 to 2"),
        (scene().set("players", json!([{}, {}])), "2 entries instead of 3"),
        (scene().set("round", json!(1)), "stands nowhere before the first movement"),
        (scene().seat(1, "square", json!(null)), "the `square` of Blue's pawn is missing"),
        (stage(scene(), json!({ "kind": "over" })), "over after round 6"),
        (stage(scene().round(6).pile(1, "fire"), json!({ "kind": "over" })), "over after round 6"),
        (scene().stage("preparation").pile(1, "fire"), "fire squares are cleared"),
        (stage(revealed(), json!({ "kind": "pick_up", "square": 6, "seat": 0 })), "`square` must be 1 to 5"),
        (stage(revealed(), json!({ "kind": "pick_up", "square": 1, "seat": 3 })), "seats are 0 to 2"),
        (stage(revealed(), json!({ "kind": "pick_up", "square": 1, "seat": 0 })), "nothing to choose on square 1"),
        (
            stage(revealed(), json!({ "kind": "attack", "seat": 0, "attack": 0, "victim": 1 })),
            "does not attack",
        ),
        (stage(revealed(), json!({ "kind": "fire", "seat": 0 })), "not on a fire square"),
        (stage(revealed(), json!({ "kind": "recovery", "seat": 0 })), "has requested no recovery"),
        (stage(scene(), json!({ "kind": "feast" })), "feast"),
        (stage(scene(), json!({ "kind": "decision", "luck": 1 })), "luck"),
        (scene().set("weather", json!("fine")), "weather"),
        (scene().seat(0, "colour", json!("red")), "colour"),
        (scene().set("dice", json!({ "seed": 7, "drawn": 0 })), "invalid type"),
    ];
    for (number, (scene, wanted)) in cases.into_iter().enumerate() {
        let (en, ja) = scene.refusal();
        assert!(en.contains(wanted), "case {number}: wanted {wanted:?} in {en:?}");
        assert_ne!(ja, "");
        if en != ja {
            assert!(en.starts_with("This position is impossible"), "{en}");
            assert!(ja.starts_with("この局面は成り立ちません"), "{ja}");
        }
    }
}

/// A word that does not exist is explained in both languages, even if the notation cannot be parsed.
#[test]
fn unreadable_words_are_explained_in_both_languages() {
    for scene in [Scene::new(3).pile(1, "lava"), Scene::new(3).hand(0, "lava")] {
        let (said, _) = scene.refusal();
        assert!(said.contains("ありません") && said.contains("is not a"), "{said}");
    }
    let (said, _) = Scene::new(3).laid(0, "2@16:0").refusal();
    assert!(said.contains("座標") && said.contains("coordinates"), "{said}");
}

#[test]
fn all_fields_of_a_position_are_optional() {
    for seats in 3..=5 {
        let config = setup_with(seats, json!({})).unwrap();
        let game =
            Honnoji::from_position(&config, serde_json::from_value(json!({})).unwrap()).unwrap();
        game.check_invariants().unwrap();
        let view = view_of(&game);
        assert_eq!((&view["round"], &view["phase"]), (&json!(1), &json!("decision")));
        assert_eq!(view["deck"], json!(20));
        play_on(game, &mut GameRng::from_seed(1), "nothing said");
    }
    // A default deck is shuffled by the position's random number generator.
    let deck = |seed: u64| Scene::new(3).rng(seed).play().deck();
    assert_eq!(deck(1), deck(1));
    assert_ne!(deck(1), deck(2));
}

/// The position in docs/reference/formats.md can be loaded, and is as described there.
#[test]
fn the_position_of_docs_formats_is_possible() {
    let book = conformance::documents::document("docs/reference/formats.md");
    let from = book.find("<!-- file: honnoji.json -->").expect("the position of HONNOJI");
    let json = book[from..].split("```json").nth(1).and_then(|rest| rest.split("```").next());
    let file: Value = serde_json::from_str(json.unwrap()).unwrap();
    let scene =
        Scene { config: setup_with(3, json!({})).unwrap(), position: file["position"].clone() };
    let mut played = scene.lay(&["crest@0:0 2@1:0", "nothing", "nothing"]);
    assert_eq!(played.legal(), ["steal koban", "steal tsukumo"]);
    played.act("steal tsukumo");
    assert_eq!(played.legal(), ["steal koban", "steal enza"]);
}

/// The deck of round 6 has room for any discards.
#[test]
fn all_cards_may_be_discarded_before_round_6() {
    for seats in 3..=5 {
        let scene = (0..seats)
            .fold(Scene::new(seats).round(5), |scene, seat| scene.exposed(seat.into(), ""));
        let played = scene.deck("").lay(&["nothing"; 5]);
        let count = 25 + seats;
        assert!(played.has(json!({ "event": "deck_rebuilt", "count": count })));
        assert_eq!(played.deck().len(), usize::from(count) - 5);
        played.game.check_invariants().unwrap();
    }
}

proptest! {
    /// Law 7 for notation: every text is either rejected with a reason or parsed as written.
    #[test]
    fn notation_never_panics(text in "(lay|take|steal|burn|recover)? ?([a-z0-9_]{1,8}(@-?[0-9]{1,3},-?[0-9]{1,3})? ?){0,4}") {
        match Action::parse(&text) {
            Ok(action) => assert_eq!(Action::parse(&action.to_string()), Ok(action)),
            Err(error) => drop(said(error)),
        }
    }
}
