//! Bots choose by what their seat may know and by nothing else.

use bots::Spec;
use kokyu::Kokyu;
use table::{Dice, Game, Seen, Silent, Turn, Viewer};

/// At every moment of a few plays, other truths are put in the place of the real one: the
/// same to the eyes of the seat, but with another order of the hidden pile and other dice.
/// A bot that could tell them apart would choose differently sooner or later.
#[test]
fn truths_that_look_the_same_are_answered_the_same() {
    let options = Kokyu::info().complete_options(&Default::default()).unwrap();
    let setup = Kokyu::setup(2, &options, None).unwrap();
    let mut poisoned = 0;
    for seed in 0..3 {
        let mut dice = Dice::from_seed(seed);
        let mut game = Kokyu::deal(&setup, dice.fork(), &mut Silent);
        while let Turn::Awaiting(seats) = game.turn() {
            let seat = seats.first().unwrap();
            let view = game.view(Viewer::Seat(seat));
            let other = Kokyu::imagine(&setup, &view, dice.fork());
            poisoned += u32::from(other.position().pile != game.position().pile);
            for text in ["random", "greedy", "ismcts:sims=40"] {
                let spec = Spec::parse(text).unwrap();
                let choices = [&game, &other]
                    .map(|truth| spec.make::<Kokyu>(9).choose(&Seen::new(truth, seat)));
                assert_eq!(choices[0], choices[1], "{text} sees more than its view");
            }
            let mut legal = Vec::new();
            game.legal(seat, &mut legal);
            game.apply(seat, *dice.pick(&legal), &mut Silent);
        }
    }
    assert!(poisoned > 100, "only {poisoned} truths differed");
}
