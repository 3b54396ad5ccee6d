//! The laws for all games, and checks of them that need this game.

use conformance::laws;
use kokyu::{Config, Kokyu};
use serde_json::json;
use zashiki_core::{GameConfig as _, GameRng, GameState, GameStateExt as _, Seat, Turn, Viewer};

conformance::game_tests!(Kokyu, games = 6);
conformance::tutorial_test!(Kokyu);

/// Law 4: after any draws, every order of the remaining pile is equally likely.
#[test]
fn every_order_of_the_pile_is_equally_likely() {
    let options = Kokyu::info().complete_options(&json!({"firstSeat": "seat0"})).unwrap();
    let config = Config::new(2, &options, None).unwrap();
    let mut sizes_seen = Vec::new();
    for seed in 0..20 {
        let mut rng = GameRng::from_seed(seed);
        let mut game = Kokyu::deal(&config, rng.fork(), None);
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
            game.play_unchecked(seat, *rng.pick(&legal), None);
        }
    }
    sizes_seen.sort_unstable();
    assert_eq!(sizes_seen, [1, 2, 3, 4, 5]);
}

/// The conformance test of tutorials finds faulty advice: advice for a rule that no prompt cites,
/// advice shown too often, too few pieces of advice, advice that is too long, and a praise that asks to watch
/// what was shown before it.
#[test]
fn faulty_texts_in_the_tutorial_are_found() {
    let book = || Kokyu::assets().tutorial().expect("it has a book").clone();
    let faults = |book| conformance::tutorial::faults::<Kokyu>(&book).join("\n");
    let mut never = book();
    never.advice[0].rule = "Q-1".into();
    assert!(faults(never).contains("Q-1: has 1 pieces of advice"));
    let mut often = book();
    often.advice[0].times = 3;
    assert!(faults(often).contains("advice 1: advice is shown once or twice"));
    let mut few = book();
    few.advice.truncate(4);
    assert!(faults(few).contains("advice: 4 are not 5..=9"));
    let mut long = book();
    long.advice[0].say.en = "word ".repeat(30).trim().to_owned().into();
    assert!(faults(long).contains("characters exceed"));
    let mut late = book();
    late.lesson[1].well.as_mut().expect("it has a task").en = "Now watch.".into();
    assert!(faults(late).contains("nothing is left to watch"));
}
