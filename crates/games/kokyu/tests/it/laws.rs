//! The laws every game keeps, and what only this game can show of them.

use kokyu::{Kokyu, Setup};
use serde_json::json;
use table::{Dice, Game, Seat, Setup as _, Silent, Turn, Viewer};
use testkit::laws;

testkit::game_tests!(Kokyu, games = 6);
testkit::book_test!(Kokyu);

/// Law 4: whatever has been drawn, every order of what is left is equally likely.
#[test]
fn every_order_of_the_pile_is_equally_likely() {
    let options = Kokyu::info().complete_options(&json!({"firstSeat": "seat0"})).unwrap();
    let setup = Setup::new(2, &options, None).unwrap();
    let mut sizes_seen = Vec::new();
    for seed in 0..20 {
        let mut dice = Dice::from_seed(seed);
        let mut game = Kokyu::deal(&setup, dice.fork(), &mut Silent);
        while let Turn::Awaiting(awaited) = game.turn() {
            let size = game.position().pile.len();
            if !sizes_seen.contains(&size) {
                sizes_seen.push(size);
                let orders = (1..=size).product();
                laws::equal_frequencies(&game, Viewer::Seat(Seat(0)), orders, |world| {
                    world.position().pile
                });
            }
            let seat = awaited.first().unwrap();
            let legal = game.legal(seat);
            game.play_unchecked(seat, *dice.pick(&legal), &mut Silent);
        }
    }
    sizes_seen.sort_unstable();
    assert_eq!(sizes_seen, [1, 2, 3, 4, 5]);
}
