//! Errors and texts that only HONNOJI has. Tests for all games check the rest.

use honnoji::{Action, Honnoji};
use serde_json::json;
use zashiki_core::{Action as _, GameRng, GameState};

use crate::support::*;

#[test]
fn one_statement_has_no_effect_in_a_match() {
    let apart = Honnoji::assets().rules().iter().filter(|rule| !rule.not_applicable.is_empty());
    assert_eq!(apart.map(|rule| rule.id).collect::<Vec<_>>(), ["H-4"]);
}

#[test]
fn a_game_ends_after_six_rounds_only() {
    let info = Honnoji::info();
    let reasons: Vec<&str> = info.end_reasons.iter().map(|reason| reason.id).collect();
    assert_eq!(reasons, ["points", "fewer_cards", "draw"]);
    assert_eq!((info.resignation, info.agreed_draw), (None, None));
}

/// Layouts have no index, so the tests for all games try no layout.
#[test]
fn rejected_layouts_cite_statements() {
    let config = setup_with(3, json!({})).unwrap();
    let game = Honnoji::deal(&config, GameRng::from_seed(1), None);
    let seat = game.turn().awaited().first().unwrap();
    let mut named = Vec::new();
    for layout in ["nothing", "2@0:0 5@0:0", "katana@0:0", "2@0:0 2@1:0"] {
        let action = Action::parse(&format!("lay {layout}")).unwrap();
        let no = game.is_legal(seat, action).expect_err(layout);
        assert!(Honnoji::assets().rules().iter().any(|rule| rule.id == no.rule.0), "{no}");
        assert!(no.message.ja.ends_with('。') && no.message.en.ends_with('.'), "{no}");
        named.push(no.rule.0);
    }
    named.dedup();
    assert!(named.len() > 1, "all are refused for one reason: {named:?}");
}

/// The page groups layouts by the words before the parenthesis.
#[test]
fn the_label_of_a_layout_has_its_orders_and_then_its_cards() {
    let config = setup_with(3, json!({})).unwrap();
    let game = Honnoji::deal(&config, GameRng::from_seed(1), None);
    let layout = Action::parse("lay crest@0:0 2@0:1 3@0:2 1@1:0 4@-1:0").unwrap();
    let zashiki_core::LocalizedText { ja, en } = game.label(layout);
    assert!(en.starts_with("Move to 5, sword attack on 1, take back up to 4 cards ("), "{en}");
    assert!(ja.starts_with("5へ移動・1へ刀攻撃・4枚まで手札に戻す("), "{ja}");
}

/// The page names suggested layouts by their orders, and computes no chains itself.
#[test]
fn the_orders_of_a_layout_are_part_of_its_choice() {
    let config = setup_with(3, json!({})).unwrap();
    let game = Honnoji::deal(&config, GameRng::from_seed(1), None);
    let reading = |notation: &str| game.reading(Action::parse(notation).unwrap());
    assert_eq!(
        reading("lay crest@0:0 2@0:1 3@0:2 1@1:0 4@-1:0"),
        Some(json!([["move", 5], ["sword", 1], ["recover", 4]]))
    );
    // Movements by square, whichever card designates it; attacks and recoveries by icon.
    assert_eq!(
        reading("lay crest@0:0 2@0:1 4@0:2 mitsuhide@5:0 1@6:0 3@5:1"),
        Some(json!([["move", 1], ["move", 2], ["gun", 3]]))
    );
    assert_eq!(reading("lay nothing"), Some(json!([])));
    assert_eq!(reading("take gun"), None);
}
