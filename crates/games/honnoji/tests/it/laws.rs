//! The laws for all games, and checks of them that need this game.

use conformance::laws;
use honnoji::{Config, Honnoji, Position};
use serde_json::{Value, json};
use zashiki_core::{GameConfig as _, GameState, Seat, Viewer};

conformance::game_tests!(Honnoji);
conformance::tutorial_test!(Honnoji);

/// A position of three seats. Seat 0 has declared `laid` and has `hand`; its other numbers are
/// exposed.
fn position(
    round: u8,
    placing: &str,
    hand: Value,
    exposed: Value,
    laid: &[(&str, i8, i8)],
) -> Honnoji {
    let options = json!({ "placing": placing });
    let options = Honnoji::info().complete_options(&options).unwrap();
    let config = Config::new(3, &options, None).unwrap();
    let square = |seat: u8| if round == 1 { json!(null) } else { json!(seat + 1) };
    let laid: Vec<Value> = laid
        .iter()
        .map(|(face, x, y)| json!({ "face": face, "cell": { "x": x, "y": y } }))
        .collect();
    let position = json!({
        "round": round,
        "players": [
            { "square": square(0), "hand": hand, "exposed": exposed, "laid": laid },
            { "square": square(1) },
            { "square": square(2) },
        ],
    });
    let position: Position = serde_json::from_value(position).unwrap();
    Honnoji::from_position(&config, position).unwrap()
}

fn laid_by_seat_0(world: &Honnoji) -> String {
    format!("{:?}", world.position().players[0].laid)
}

/// Law 4: two of four cards are face down, in 4 × 3 possible ways. Their owner knows which.
#[test]
fn every_possible_face_down_layout_is_equally_likely() {
    let laid = [("crest", 0, 0), ("2", 0, 1)];
    let exposed = json!(["koban", "4", "5"]);
    let game = position(4, "in_turn", json!(["1", "3"]), exposed, &laid);
    laws::equal_frequencies(&game, Viewer::Seat(Seat(1)), 12, laid_by_seat_0);
    laws::equal_frequencies(&game, Viewer::Spectator, 12, laid_by_seat_0);
    laws::equal_frequencies(&game, Viewer::Seat(Seat(0)), 1, laid_by_seat_0);
}

/// Law 4: in round 1 a destination is designated, so the crest is below one of five numbers, and one
/// of the four other numbers is on the third cell.
#[test]
fn in_round_1_only_layouts_with_a_destination_are_sampled() {
    let laid = [("crest", 0, 0), ("2", 0, 1), ("5", 3, 0)];
    let game = position(1, "in_turn", json!(["1", "3", "4"]), json!(["koban"]), &laid);
    laws::equal_frequencies(&game, Viewer::Seat(Seat(2)), 20, laid_by_seat_0);
}

/// Law 4: if nothing is known of a layout, every listed one is equally likely.
#[test]
fn layouts_declared_together_are_sampled_from_the_list() {
    let (hand, exposed) = (json!(["crest", "1", "3"]), json!(["koban", "2", "4", "5"]));
    let game = position(3, "together", hand.clone(), exposed.clone(), &[]);
    let mut before = Vec::new();
    // Seat 0 has laid nothing, so its possible layouts are the list of its whole hand.
    let undeclared = {
        let config = game.config();
        let mut position = serde_json::to_value(game.position()).unwrap();
        position["players"][0]["laid"] = json!(null);
        Honnoji::from_position(config, serde_json::from_value(position).unwrap()).unwrap()
    };
    undeclared.legal_into(Seat(0), &mut before);
    assert!(before.len() > 10, "{} layouts", before.len());
    laws::equal_frequencies(&game, Viewer::Seat(Seat(1)), before.len(), laid_by_seat_0);
}

/// Law 4: the deck of round 4 has five different cards in 120 orders.
#[test]
fn every_order_of_the_deck_is_equally_likely() {
    let game =
        position(4, "in_turn", json!(["crest", "1", "2", "3", "4", "5"]), json!(["koban"]), &[]);
    let config = game.config();
    let mut position = serde_json::to_value(game.position()).unwrap();
    position["deck"] = json!(["enza", "joo", "gun", "fire", "katana"]);
    position["discards"] = json!(null);
    position["players"][0]["laid"] = json!(null);
    let game = Honnoji::from_position(config, serde_json::from_value(position).unwrap()).unwrap();
    laws::equal_frequencies(&game, Viewer::Seat(Seat(0)), 120, |world| world.position().deck);
}
