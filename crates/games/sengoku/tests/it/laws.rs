//! Laws that every game obeys, checked for this game.

use conformance::laws;
use sengoku::{Config, Sengoku};
use serde_json::Value;
use zashiki_core::{GameConfig as _, GameRng, GameState, GameStateExt as _, Seat, Turn, Viewer};

conformance::game_tests!(Sengoku);
conformance::tutorial_test!(Sengoku);

/// Law 4: for the viewer in either seat, every possible hand of the other seat has its true
/// probability. The game is played until so few tiles of seat 1 are hidden that all its possible
/// hands can be enumerated.
#[test]
fn every_possible_hand_is_equally_likely() {
    let options = Sengoku::info().complete_options(&Value::Null).unwrap();
    let config = Config::new(2, &options, None).unwrap();
    let mut counted = 0;
    for seed in 0..20 {
        let mut rng = GameRng::from_seed(seed);
        let mut game = Sengoku::deal(&config, rng.fork(), None);
        while let Turn::Awaiting(awaited) = game.turn() {
            let position = game.position();
            let (hand, pile) = (&position.hands[1], &position.piles[1]);
            let mut unseen = [&hand[..], &pile[..]].concat();
            unseen.sort_unstable();
            let distinct = unseen.windows(2).all(|pair| pair[0] != pair[1]);
            if hand.len() == 5 && pile.len() == 2 && distinct {
                // 7 over 5 hands, and the two remaining tiles in either order.
                laws::equal_frequencies(&game, Viewer::Seat(Seat(0)), 42, |world| {
                    let position = world.position();
                    (position.hands[1].clone(), position.piles[1].clone())
                });
                counted += 1;
                break;
            }
            let seat = awaited.first().unwrap();
            let legal = game.legal(seat);
            game.play_unchecked(seat, *rng.pick(&legal), None);
        }
    }
    assert!(counted >= 3, "only {counted} plays came so far");
}
