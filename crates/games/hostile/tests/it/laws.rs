//! Laws that every game obeys, checked for this game.

use conformance::laws;
use hostile::{Config, Hostile, Position};
use serde_json::json;
use zashiki_core::{GameConfig as _, GameState, Seat, Viewer};

conformance::game_tests!(Hostile);
conformance::tutorial_test!(Hostile);
conformance::puzzle_test!(Hostile);

fn position(value: serde_json::Value) -> Hostile {
    let config = Config::new(2, &Hostile::info().complete_options(&json!({})).unwrap(), None);
    let position: Position = serde_json::from_value(value).unwrap();
    Hostile::from_position(&config.unwrap(), position).unwrap()
}

/// Law 4: every order of the gem deck is equally likely.
#[test]
fn every_order_of_the_gem_deck_is_equally_likely() {
    let discards = |left: &[&str]| -> Vec<String> {
        let components = position(json!({})).config().components();
        let squares = components["gem_tiles"]["squares"].as_array().unwrap().clone();
        let names = squares.iter().map(|name| name.as_str().unwrap().to_owned());
        names.filter(|name| !left.contains(&&**name)).collect()
    };
    for (left, orders) in [(&["C1"][..], 1), (&["C1", "H4"], 2), (&["C1", "D8", "F5", "A3"], 24)] {
        let game = position(json!({ "gem_discards": discards(left) }));
        laws::equal_frequencies(&game, Viewer::Seat(Seat(0)), orders, |world| {
            world.position().gem_deck
        });
    }
}

/// Law 4: every distinct order of the floor deck is equally likely. Equal tiles are not
/// distinguished: two slides, an ice and a box have twelve orders.
#[test]
fn every_order_of_the_floor_deck_is_equally_likely() {
    let discards = json!({
        "slide": 10, "diagonal": 6, "spring": 6, "ice": 7, "stop": 8, "box": 4, "corner": 6,
        "para": 6,
    });
    let game = position(json!({ "floor_discards": discards }));
    assert_eq!(game.position().floor_deck.unwrap().len(), 4);
    laws::equal_frequencies(&game, Viewer::Spectator, 12, |world| world.position().floor_deck);
}
