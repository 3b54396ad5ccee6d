//! Tests of components files, options and positions given by users: accepted and rejected input, the
//! error messages, and games with accepted input.

use crate::support::*;
use serde_json::{Value, json};
use shinra::{Components, Position, Shinra};
use zashiki_core::{GameConfig as _, GameState, Provenance};

// The components file.

#[test]
fn the_built_in_file_is_the_game_of_the_rules() {
    let config = setup_with(json!({}), None).unwrap();
    let components = &config.components;
    let deck: Vec<(String, u8, u8)> = components
        .cards
        .iter()
        .map(|card| (card.kind.to_string(), card.count, card.points))
        .collect();
    let wanted = [
        ("king", 1, 0),
        ("queen", 1, 3),
        ("general", 1, 3),
        ("shu", 6, 1),
        ("ko", 6, 1),
        ("dai", 6, 1),
        ("hachitobi", 1, 3),
        ("joker", 1, 4),
    ];
    assert_eq!(deck, wanted.map(|(kind, count, points)| (kind.to_owned(), count, points)));
    let points = &components.points;
    assert_eq!((points.king, points.king_most), (10, 15));
    assert_eq!((points.stack_base, points.stack_most), (1, 8));
    assert_eq!((points.single_life, points.single_attack, points.strong_single), (1, 2, 3));
    assert_eq!((points.joker_king, points.queen_return), (6, 3));
    assert_eq!((points.step_single, points.step_stack), (1, 2));
    let lay = &components.setup;
    assert_eq!((lay.king, lay.single, lay.stack2, lay.stack3), (1, 3, 3, 2));
    let sheet = &components.sheet;
    assert_eq!((sheet.rows, sheet.columns, sheet.territory), (5, 5, 2));
    // The arrows equal those of the reference model.
    let json = config.components();
    for (kind, card) in
        crate::support::model::KINDS.into_iter().zip(json["card"].as_array().unwrap())
    {
        assert_eq!(card["kind"], kind);
        let ways = |field: &str| {
            let mut ways: Vec<(i8, i8)> =
                words(&card[field]).iter().map(|dir| offset(dir)).collect();
            ways.sort_unstable();
            ways
        };
        let arrows = crate::support::model::arrows(kind);
        let sorted = |mut ways: Vec<(i8, i8)>| {
            ways.sort_unstable();
            ways
        };
        assert_eq!(ways("step"), sorted(arrows.steps), "{kind}");
        assert_eq!(ways("slide"), sorted(arrows.slides), "{kind}");
        let leaps = card["leap"].as_array().unwrap().iter().map(|leap| {
            let number = |index: usize| leap[index].as_i64().unwrap() as i8;
            (number(1), number(0))
        });
        assert_eq!(sorted(leaps.collect()), sorted(arrows.leaps), "{kind}");
    }
}

/// The offset of a direction such as `FR`: squares to the right and squares forward.
fn offset(dir: &str) -> (i8, i8) {
    let has = |letter| i8::from(dir.contains(letter));
    (has('R') - has('L'), has('F') - has('B'))
}

/// The components file with the former reconstruction differs from the built-in one only in arrows, and
/// a game can be played with it.
#[test]
fn the_former_arrows_are_a_components_file() {
    let former = Components::read(FORMER_ARROWS).unwrap();
    let built_in = Components::read(FILE).unwrap();
    let mut mended = former.clone();
    let mut changed = Vec::new();
    for (card, other) in mended.cards.iter_mut().zip(&built_in.cards) {
        if (&card.step, &card.slide, &card.leap) != (&other.step, &other.slide, &other.leap) {
            changed.push(card.kind.word());
            (card.step, card.slide) = (other.step.clone(), other.slide.clone());
        }
    }
    assert_eq!(changed, ["queen", "shu", "ko"]);
    assert_eq!(mended, built_in);
    let config = setup_with(json!({ "turnLimit": 60 }), Some(FORMER_ARROWS)).unwrap();
    let reach = |card| Scene::on(config.clone()).lay(0, "c3", card).play().reach("c3");
    assert_eq!(reach("shu"), ["b4", "c2", "c4", "d4"]);
    assert_eq!(reach("ko"), ["b2", "c1", "c2", "c4", "c5", "d2"]);
    for seed in 0..4 {
        play_at_random(&config, seed, |game| game.check_invariants().unwrap());
    }
}

/// The sources of facts in the components file are the same as those listed in RULES.md.
#[test]
fn only_facts_of_the_rulebook_have_the_source_rulebook() {
    let config = setup_with(json!({}), None).unwrap();
    let components = &config.components;
    for card in &components.cards {
        assert_eq!(card.arrows_source, Provenance::Reconstructed, "{}", card.kind);
        // The rulebook gives only the count of the king, and only the points of the two kinds that
        // never combine.
        let points = ["king", "hachitobi", "joker"].contains(&card.kind.word());
        assert_eq!(card.points_source == Provenance::Rulebook, points, "{}", card.kind);
        assert_eq!(card.count_source == Provenance::Rulebook, card.kind.word() == "king");
    }
    assert_eq!(components.points.source, Provenance::Rulebook);
    assert_eq!(components.sheet.source, Provenance::Reconstructed);
    assert_eq!(components.setup.source, Provenance::Reconstructed);
    assert!(components.formations.iter().all(|one| one.source == Provenance::Reconstructed));
}

/// The error for an invalid components file, in English and Japanese.
fn refused(file: &str) -> (String, String) {
    let bad = setup_with(json!({}), Some(file)).expect_err("the file should be refused");
    (bad.text().en.to_string(), bad.text().ja.to_string())
}

#[test]
fn an_invalid_components_file_is_refused_with_its_fault() {
    let card = |kind: &str| format!("kind = \"{kind}\"\ncount = ");
    let six = |kind| format!("{}6", card(kind));
    let count = |kind, number: &str| (six(kind), format!("{}{number}", card(kind)));
    let cases: Vec<(&str, &str, &str)> = vec![
        ("game = \"shinra\"", "game = \"kokyu\"", "it is the file of \"kokyu\""),
        ("game = \"shinra\"", "", "has no line `game"),
        ("rows = 5", "rows = 6", "the number 5 is needed"),
        ("columns = 5", "columns = 7", "the number 5 is needed"),
        ("territory = 2", "territory = 1", "the number 2 is needed"),
        ("king = 1\nsingle", "king = 2\nsingle", "the number 1 is needed"),
        ("single = 3", "single = 4", "one king and nine pieces"),
        ("stack3 = 2", "stack3 = 1", "one king and nine pieces"),
        ("king = 10", "king = 0", "a whole number from 1 to 15"),
        ("king = 10", "king = 16", "a whole number from 1 to 15"),
        ("king_most = 15", "king_most = 9", "`king` ≤ `king_most`"),
        ("king_most = 15", "king_most = 16", "`points.king_most`"),
        ("stack_most = 8", "stack_most = 0", "stack_most`"),
        ("stack_most = 8", "stack_most = 16", "stack_most`"),
        ("stack_base = 1", "stack_base = 9", "`stack_base`"),
        ("single_life = 1", "single_life = 0", "`points.single_life`"),
        ("single_attack = 2", "single_attack = 0", "`points.single_attack`"),
        ("strong_single = 3", "strong_single = 16", "`points.strong_single`"),
        ("joker_king = 6", "joker_king = 16", "`points.joker_king`"),
        ("queen_return = 3", "queen_return = 16", "`points.queen_return`"),
        ("step_single = 1", "step_single = -1", "-1"),
        ("kind = \"shu\"", "kind = \"ko\"", "one `[[card]]` for each"),
        ("kind = \"shu\"", "kind = \"horse\"", "horse"),
        ("points = 1\n", "points = 0\n", "a whole number from 1 to 15"),
        ("points = 1\n", "points = 16\n", "a whole number from 1 to 15"),
        ("step = [\"BR\", \"BL\"]", "step = [\"BR\", \"F\"]", "two arrows in one direction"),
        ("step = [\"BR\", \"BL\"]", "step = [\"BR\", \"BR\"]", "BR is named twice"),
        ("step = [\"BR\", \"BL\"]", "step = [\"BR\", \"up\"]", "up"),
        ("leap = [[2, -1],", "leap = [[0, 0],", "it is [forward, right]"),
        ("leap = [[2, -1],", "leap = [[5, -1],", "it is [forward, right]"),
        ("leap = [[2, -1],", "leap = [[2],", "leap"),
        ("id = \"fortress\"", "id = \"fortress\"\nmoat = true", "moat"),
        ("[points]", "[points", "line "),
        ("arrows_source = \"reconstructed\"", "arrows_source = \"hearsay\"", "hearsay"),
    ];
    for (from, to, wanted) in cases {
        check_refused(&file_with(&[(from, to)]), wanted);
    }
    for (change, wanted) in [
        (count("shu", "5"), "the deployment could not be completed"),
        (count("shu", "200"), "from 0 to 24"),
        (count("shu", "11"), "at most 24"),
        (count("shu", "-1"), "-1"),
        (
            (format!("{}1", card("king")), format!("{}2", card("king"))),
            "the number 1 is needed, not 2",
        ),
        ((format!("{}1", card("queen")), format!("{}3", card("queen"))), "two queens"),
        (
            (format!("{}1", card("joker")), format!("{}4", card("joker"))),
            "four hachitobi and jokers",
        ),
    ] {
        check_refused(&file_with(&[(&change.0, &change.1)]), wanted);
    }
    // A king without arrows.
    let all = "step = [\"F\", \"FR\", \"R\", \"BR\", \"B\", \"BL\", \"L\", \"FL\"]\nslide = []";
    check_refused(&file_with(&[(all, "step = []\nslide = []")]), "the king needs an arrow");
    // A king that could not move from every square (AK40).
    for stuck in ["step = [\"F\"]\nslide = []", "step = [\"F\", \"FL\"]\nslide = [\"L\"]"] {
        check_refused(&file_with(&[(all, stuck)]), "king");
    }
    check_refused(&FILE[..FILE.find("[[formation]]").unwrap()], "formation");
    check_refused("", "has no line `game");
    check_refused("<html>", "wrong");
}

fn check_refused(file: &str, wanted: &str) {
    let (en, ja) = refused(file);
    assert!(en.contains(wanted), "wanted {wanted:?} in {en:?}");
    assert!(en.starts_with("The components file for Shinra Bansho is wrong"), "{en}");
    assert!(en.contains("Correct it"), "{en}");
    assert!(ja.contains("内容物ファイル") && ja.contains("直して"), "{ja}");
    // The message is one paragraph.
    assert!(!en.contains('\n') && !ja.contains('\n'), "{en}");
}

/// Invalid formations are rejected: a stack of four cards, two cards of the same kind in a stack, an
/// incomplete formation.
#[test]
fn an_invalid_formation_in_a_components_file_is_refused() {
    let fortress = "a1=shu b1=shu+ko+general c1=king d1=shu+ko+queen e1=shu \
                    a2=shu+dai b2=ko+dai d2=ko+dai e2=ko";
    for (from, to, wanted) in [
        ("b1=shu+ko+general", "b1=shu+ko+general+dai", "3 at most"),
        ("b1=shu+ko+general", "b1=shu+shu+general", "same name"),
        ("b1=shu+ko+general", "b1=shu+ko+king", "cannot be combined"),
        ("a1=shu", "a1=joker", "Joker"),
        ("a1=shu", "a1=hachitobi", "The Leaper"),
        ("a1=shu", "a1=general", "General"),
        ("a1=shu ", "", "not complete"),
        ("a1=shu ", "a1=shu c2=ko ", "one square left empty"),
        ("a1=shu", "a3=shu", "a3"),
        ("a1=shu", "b1=shu", "named twice"),
        ("a1=shu", "a1=horse", "horse"),
        ("c1=king", "c1=dai", "king"),
    ] {
        assert!(fortress.contains(from));
        let file = file_with(&[(fortress, &fortress.replacen(from, to, 1))]);
        let (en, ja) = refused(&file);
        assert!(en.contains("fortress") && en.contains(wanted), "wanted {wanted:?} in {en:?}");
        assert!(ja.contains("陣形"), "{ja}");
    }
}

#[test]
fn components_at_their_limits_are_accepted() {
    for changes in [
        &[("king = 10", "king = 15")][..],
        &[("king = 10", "king = 1")],
        &[("king = 10", "king = 1"), ("king_most = 15", "king_most = 1")],
        &[("stack_most = 8", "stack_most = 15")],
        &[("stack_most = 8", "stack_most = 1")],
        &[("stack_base = 1", "stack_base = 0")],
        &[("single_attack = 2", "single_attack = 15")],
        &[("strong_single = 3", "strong_single = 1")],
        &[("queen_return = 3", "queen_return = 0")],
        &[("joker_king = 6", "joker_king = 15")],
        &[("kind = \"joker\"\ncount = 1", "kind = \"joker\"\ncount = 0")],
        &[("kind = \"joker\"\ncount = 1", "kind = \"joker\"\ncount = 3")],
        &[("kind = \"shu\"\ncount = 6", "kind = \"shu\"\ncount = 10")],
        &[("leap = [[2, -1],", "leap = [[4, -4],")],
    ] {
        let config = setup_with(json!({ "turnLimit": 60 }), Some(&file_with(changes)))
            .unwrap_or_else(|no| panic!("{changes:?}: {no}"));
        for seed in 0..6 {
            let game = play_at_random(&config, seed, |game| game.check_invariants().unwrap());
            let again: Position =
                serde_json::from_value(serde_json::to_value(game.position()).unwrap()).unwrap();
            Shinra::from_position(&config, again).unwrap_or_else(|no| panic!("{changes:?}: {no}"));
        }
    }
    assert!(Components::read(FILE).is_ok());
}

#[test]
fn replaced_components_change_the_game() {
    let on = |from: &str, to: &str| {
        Scene::on(setup_with(json!({}), Some(&file_with(&[(from, to)]))).unwrap())
    };
    // Life points and attacks.
    let strong = on("single_attack = 2", "single_attack = 5");
    let strong = strong.lay(0, "c2", "shu").lay(1, "c3", "queen+general+ko").acts(&["c2>c3"]);
    assert_eq!(strong.piece("c3"), "1 queen+general+ko=3");
    let court = on("strong_single = 3", "strong_single = 5").lay(0, "c2", "queen");
    let court = court.lay(1, "c3", "general+shu+ko").acts(&["c2>c3"]);
    assert_eq!(court.piece("c3"), "1 general+shu+ko=1");
    let base = on("stack_base = 1", "stack_base = 2").hand(0, &["shu+ko", "dai"]);
    assert_eq!(base.acts(&["put shu+ko a1"]).piece("a1"), "0 shu+ko=4");
    let joker =
        on("joker_king = 6", "joker_king = 9").kings("e1=9", "a5").hand(0, &["joker", "shu"]);
    assert!(joker.play().may("put joker c3"));
    let queen =
        on("queen_return = 3", "queen_return = 1").lay(0, "c2", "queen").lay(1, "c3", "queen");
    assert_eq!(queen.acts(&["c2>c3", "return queen"]).king(0), 11);
    for (from, to, points) in
        [("step_single = 1", "step_single = 4", 14), ("step_stack = 2", "step_stack = 4", 11)]
    {
        let step = on(from, to).lay(1, "e4", "ko").lay(0, "d1", "shu").acts(&["e1>d1"]);
        assert_eq!(step.king(0), points);
    }
    let eight = on("points = 3\nstep = []", "points = 6\nstep = []").lay(0, "c2", "hachitobi");
    let eight = eight.lay(1, "c4", "queen+general+ko").acts(&["c2>c4"]);
    assert_eq!(eight.piece("c4"), "1 queen+general+ko=2");
    // Counts of cards, and a king's points at the start.
    let config = setup_with(json!({}), Some(&file_with(&[("king = 10", "king = 12")]))).unwrap();
    let played = Played::deal_on(&config).both_arrange(FORMATION, FORMATION);
    assert_eq!(played.king(0), 12);
    let more = file_with(&[("kind = \"shu\"\ncount = 6", "kind = \"shu\"\ncount = 9")]);
    let config = setup_with(json!({}), Some(&more)).unwrap();
    let seven = FORMATION.replace("b1=dai", "b1=shu").replace("d1=ko", "d1=shu");
    let played = Played::deal_on(&config).both_arrange(&seven, &seven);
    assert_eq!(played.piece("d1"), "0 shu");
    // Stacks of other sizes.
    let fewer = file_with(&[("single = 3", "single = 4"), ("stack2 = 3", "stack2 = 2")]);
    let fewer = &fewer[..fewer.find("[[formation]]").unwrap()];
    let formation = FORMATION.replace("a1=shu+ko", "a1=shu");
    let fewer = format!(
        "{fewer}[[formation]]\nid = \"own\"\nja = \"自作\"\nen = \"Own\"\nsquares = \"{formation}\"\nsource = \"reconstructed\"\n"
    );
    let config = setup_with(json!({}), Some(&fewer)).unwrap();
    let played = Played::deal_on(&config);
    assert_eq!(played.sorted().len(), 2, "the formation and its mirror image");
    let rule = played.refused_to(Seat(0), &format!("arrange {FORMATION}"));
    assert_eq!(rule, "K-33");
}

#[test]
fn options_have_their_documented_defaults() {
    let info = Shinra::info();
    let complete = info.complete_options(&Value::Null).unwrap();
    let wanted = json!({
        "turnLimit": 300, "setupMinutes": 3, "jumpNeedsCombinable": true, "check": "attack",
        "handicap": 0,
    });
    assert_eq!(complete, wanted);
}

// Positions.

/// A valid scene with pieces of both seats, a hand and flags.
fn scene() -> Scene {
    let scene = Scene::new().lay(0, "c2", "shu+ko=2").lay(1, "c4", "queen+general+ko=5");
    scene
        .lay(0, "d2", "hachitobi")
        .lay(1, "b4", "dai")
        .hand(0, &["shu~", "dai", "ko+dai@2", "joker"])
}

/// The error for the scene's position after `change` has modified it.
fn changed(change: impl FnOnce(&mut Value)) -> (String, String) {
    let scene = scene();
    let mut json = scene.json();
    change(&mut json);
    refusal::<Shinra>(&scene.config, &json)
}

#[test]
fn the_unchanged_scene_is_accepted() {
    let played = scene().play();
    let again: Position = serde_json::from_value(played.json()).unwrap();
    let game = Shinra::from_position(played.game.config(), again).unwrap();
    assert_eq!(serde_json::to_value(game.position()).unwrap(), played.json());
}

/// Sets a stage before the battle in a position.
fn set_early_stage(position: &mut Value, stage: Value) {
    position["stage"] = stage;
    position["switches"] = json!(true);
    position["turns"] = json!(0);
    position.as_object_mut().unwrap().remove("hands");
}

#[test]
fn invalid_positions_are_refused_with_the_reason() {
    type Change = fn(&mut Value);
    let hand = |json: &mut Value, seat: usize, item: &str| {
        json["hands"][seat].as_array_mut().unwrap().push(json!(item));
    };
    fn piece(seat: u8, cards: &[&str]) -> Value {
        json!({ "seat": seat, "cards": cards })
    }
    let cases: Vec<(&str, Change)> = vec![
        // Unknown squares and cards.
        ("f1", |p| p["squares"]["f1"] = piece(0, &["shu"])),
        ("c9", |p| p["squares"]["c9"] = piece(0, &["shu"])),
        ("horse", |p| p["squares"]["c3"] = piece(0, &["horse"])),
        ("horse", |p| p["hands"][0][0] = json!("horse")),
        // Invalid stacks.
        ("3 at most", |p| p["squares"]["c2"] = piece(0, &["shu", "ko", "dai", "general"])),
        ("K-18", |p| p["squares"]["c2"] = piece(0, &["shu", "shu"])),
        ("cannot be combined", |p| p["squares"]["c2"] = piece(0, &["shu", "joker"])),
        ("cannot be combined", |p| p["squares"]["e1"] = piece(0, &["king", "shu"])),
        ("hand", |p| p["hands"][0][0] = json!("shu+ko+dai+general")),
        ("hand", |p| p["hands"][0][0] = json!("shu+shu")),
        ("hand", |p| p["hands"][0][0] = json!("shu+hachitobi")),
        ("3 King cards", |p| p["hands"][0][0] = json!("king")),
        ("is empty", |p| p["squares"]["c3"] = piece(0, &[])),
        // Points.
        ("4 points instead of 1 to 3", |p| p["squares"]["c2"]["points"] = json!(4)),
        ("points", |p| p["squares"]["c2"]["points"] = json!(0)),
        ("16 points instead of 1 to 15", |p| p["squares"]["e1"]["points"] = json!(16)),
        ("points", |p| p["squares"]["a5"]["points"] = json!(0)),
        ("points", |p| p["squares"]["d2"]["points"] = json!(2)),
        ("", |p| p["squares"]["c2"]["points"] = json!(-1)),
        ("no @", |p| p["hands"][0][2] = json!("ko+dai@4")),
        // Kings.
        ("0 kings", |p| _ = p["squares"].as_object_mut().unwrap().remove("e1")),
        ("2 kings", |p| p["squares"]["e3"] = piece(0, &["king"])),
        // A queen of the wrong owner.
        ("queen", |p| p["squares"]["c4"]["seat"] = json!(0)),
        ("queens instead of 1", |p| {
            let hand = p["hands"][1].as_array_mut().unwrap();
            hand.retain(|item| item != "queen!");
            hand.push(json!("queen"));
        }),
        // Stages that contradict the sheet or the hands.
        ("c3", |p| {
            p["stage"] = json!({ "kind": "follow", "seat": 0, "from": "c3", "king": false })
        }),
        ("c4", |p| {
            p["stage"] = json!({ "kind": "follow", "seat": 0, "from": "c4", "king": false })
        }),
        ("`settle` needs `stepped`", |p| {
            p["hands"][0].as_array_mut().unwrap().remove(1);
            p["stage"] = json!({ "kind": "settle", "seat": 0, "cards": ["dai"], "points": 1 });
        }),
        ("captured queen", |p| {
            p["stage"] = json!({ "kind": "queen", "seat": 0, "item": "queen!" })
        }),
        ("switches", |p| p["stage"] = json!({ "kind": "switch", "seat": 0, "place": null })),
        ("before the battle", |p| {
            set_early_stage(p, json!({ "kind": "deploy", "seat": 0, "place": 0 }))
        }),
        ("before the battle", |p| {
            set_early_stage(p, json!({ "kind": "deploy", "seat": 0, "place": 6 }))
        }),
        ("place", |p| set_early_stage(p, json!({ "kind": "deploy", "seat": 0, "place": 9 }))),
        ("place", |p| set_early_stage(p, json!({ "kind": "deploy", "seat": 0, "place": 3 }))),
        ("before the battle", |p| {
            set_early_stage(p, json!({ "kind": "switch", "seat": 0, "place": 2 }))
        }),
        ("deploy", |p| set_early_stage(p, json!({ "kind": "setup", "seats": [0, 1] }))),
        ("1 king on", |p| p["stage"] = json!({ "kind": "over", "winner": 0 })),
        ("limit", |p| p["stage"] = json!({ "kind": "over", "winner": null })),
        ("seats are 0 and 1", |p| p["stage"] = json!({ "kind": "act", "seat": 2 })),
        ("dance", |p| p["stage"] = json!({ "kind": "dance", "seat": 0 })),
        // Turns.
        ("turn", |p| p["turns"] = json!(300)),
        ("", |p| p["turns"] = json!(-1)),
        ("weather", |p| p["weather"] = json!("rain")),
    ];
    for (wanted, change) in cases {
        let scene = scene();
        let mut json = scene.json();
        change(&mut json);
        let (en, ja) = refusal::<Shinra>(&scene.config, &json);
        assert!(en.contains(wanted), "wanted {wanted:?} in {en:?} of {json:#}");
        assert!(!ja.is_empty());
    }
    let (en, _) = changed(|json| {
        json["stage"] = json!({ "kind": "follow", "seat": 0, "from": "d2", "king": false });
    });
    assert!(en.contains("reaches no target"), "{en}");
    // After both arrangements the set-up is over.
    let mut played = Played::deal(json!({}));
    played.act_as(Seat(0), &format!("arrange {FORMATION}"));
    let one = played.json();
    played.act_as(Seat(1), &format!("arrange {}", turned(FORMATION)));
    let mut both = played.json();
    both["stage"] = one["stage"].clone();
    let (en, ja) = refusal::<Shinra>(played.game.config(), &both);
    assert!(en.contains("deploy") && !ja.is_empty(), "{en}");
    // One card too many, one card too few.
    let (en, _) = changed(|json| hand(json, 1, "shu"));
    assert!(en.contains("13 Guard cards"), "{en}");
    let (en, ja) = changed(|json| _ = json["hands"][1].as_array_mut().unwrap().pop());
    assert!(!en.is_empty() && ja.ends_with('。'), "{en} {ja}");
}

/// Before the battle, a position is valid only if all pieces are where the deployment puts them.
#[test]
fn invalid_deployments_are_refused_with_the_reason() {
    type Change = fn(&mut Value);
    let mut played = Played::arranged();
    played.acts(&["put general c2", "no switch", "put shu c4", "no switch", "put shu a3"]);
    let config = played.game.config().clone();
    fn swap(json: &mut Value, seat: usize, from: &str, to: &str) {
        let hand = json["hands"][seat].as_array_mut().unwrap();
        let at = hand.iter().position(|item| item == from).expect("in hand");
        hand[at] = json!(to);
    }
    let cases: [(&str, Change); 8] = [
        ("plain singles only", |json| {
            let hand = json["hands"][0].as_array_mut().unwrap();
            hand.retain(|item| item != "ko" && item != "dai");
            hand.push(json!("ko+dai"));
        }),
        ("plain singles only", |json| swap(json, 0, "ko", "ko~")),
        ("`turns` is 0", |json| json["turns"] = json!(2)),
        ("`turns` is 0", |json| json["stepped"] = json!([true, false])),
        ("do not match a deployment", |json| {
            let piece = json["squares"].as_object_mut().unwrap().remove("a3").unwrap();
            json["squares"]["b3"] = piece;
            let piece = json["squares"].as_object_mut().unwrap().remove("b1").unwrap();
            json["squares"]["d3"] = piece;
        }),
        ("is laid on a3", |json| {
            json["squares"]["a3"] = json!({ "seat": 0, "cards": ["queen"] });
            swap(json, 0, "queen", "shu");
        }),
        ("wrong number of singles", |json| {
            json["squares"]["a1"] = json!({ "seat": 0, "cards": ["queen", "shu", "ko"] });
            let hand = json["hands"][0].as_array_mut().unwrap();
            hand.retain(|item| item != "queen");
        }),
        ("too few", |json| {
            json["squares"]["c2"] = json!({ "seat": 0, "cards": ["ko"] });
            swap(json, 0, "ko", "general");
        }),
    ];
    let whole = serde_json::from_value(played.json()).unwrap();
    assert!(Shinra::from_position(&config, whole).is_ok());
    for (wanted, change) in cases {
        let mut json = played.json();
        change(&mut json);
        let (en, ja) = refusal::<Shinra>(&config, &json);
        assert!(en.contains(wanted) && !ja.is_empty(), "wanted {wanted:?} in {en:?}: {json:#}");
    }
}
