//! Tests that the choices of bots depend only on the information state of their seat.

use std::collections::HashSet;

use bots::Spec;
use honnoji::Honnoji;
use hostile::Hostile;
use kokyu::Kokyu;
use serde_json::{Value, json};
use zashiki_core::{
    GameConfig as _, GameRng, GameState as _, GameStateExt as _, InfoState, SearchHints, Seat,
    Turn, Viewer,
};

/// Specs of bots of every kind that can play any game.
const BOTS: &[&str] =
    &["ismcts:sims=40", "random", "greedy", "ismcts:sims=20:trees=2", "responder:sims=20"];

#[test]
fn states_with_the_same_view_have_the_same_choice() {
    compare::<Kokyu>(2, &Value::Null, BOTS);
    compare::<Hostile>(2, &Value::Null, &["planner:nodes=300"]);
}

/// In this game the hidden information is the layouts that the other seats choose at the same time.
#[test]
fn choices_do_not_depend_on_hidden_layouts() {
    for placing in ["in_turn", "together"] {
        compare::<Honnoji>(3, &json!({ "placing": placing }), BOTS);
    }
}

/// Replaces the true state, at every step of a few games, by another state with the same view of the seat,
/// but other hidden cards and another RNG. A bot that could tell them apart would choose differently sooner
/// or later.
///
/// The first of the bots also plays as one bot for the whole game, which remembers its earlier searches.
fn compare<G: SearchHints>(seats: u8, options: &Value, bots: &[&str]) {
    let options = G::info().complete_options(options).unwrap();
    let config = G::Config::new(seats, &options, None).unwrap();
    let mut poisoned = 0;
    for seed in 0..2 {
        let mut rng = GameRng::from_seed(seed);
        let mut game = G::deal(&config, rng.fork(), None);
        // For each seat two bots with memory: one gets the true state, the other the replaced ones.
        let make = |text: &str| Spec::parse(text).unwrap().make::<G>(9, bots::clock);
        let mut lasting: Vec<_> =
            (0..game.seats()).map(|_| [make(bots[0]), make(bots[0])]).collect();
        while let Turn::Awaiting(seats) = game.turn() {
            let seat = seats.first().unwrap();
            let view = game.view(Viewer::Seat(seat));
            let other = G::determinize(&config, &view, rng.fork());
            let hidden = [&game, &other].map(|state| {
                let mut position = serde_json::to_value(state.position()).unwrap();
                position.as_object_mut().unwrap().remove("dice");
                position
            });
            poisoned += u32::from(hidden[0] != hidden[1]);
            for text in bots {
                let choices =
                    [&game, &other].map(|state| make(text).choose(&InfoState::new(state, seat)));
                assert_eq!(choices[0], choices[1], "{text} depends on more than the view");
            }
            let [real, determinized] = &mut lasting[seat.index()];
            let choice = real.choose(&InfoState::new(&game, seat));
            let other_choice = determinized.choose(&InfoState::new(&other, seat));
            assert_eq!(choice, other_choice, "earlier searches depend on more than the view");
            let any = *rng.pick(&game.legal(seat));
            game.play_unchecked(seat, *rng.pick(&[choice, any]), None);
        }
    }
    assert!(poisoned > 40, "only {poisoned} states differed");
}

/// Bots choose among several layouts, so that an opponent who sees the board cannot predict the layout.
#[test]
fn a_layout_cannot_be_predicted_from_the_board() {
    let options = Honnoji::info().complete_options(&json!({ "placing": "together" })).unwrap();
    let config = honnoji::Config::new(4, &options, None).unwrap();
    for seed in 0..3 {
        let game = Honnoji::deal(&config, GameRng::from_seed(seed), None);
        for text in ["greedy", "ismcts:sims=100"] {
            let spec = Spec::parse(text).unwrap();
            let info_state = InfoState::new(&game, Seat(1));
            let layouts: HashSet<String> = (0..12)
                .map(|seed| spec.make::<Honnoji>(seed, bots::clock).choose(&info_state).to_string())
                .collect();
            assert!(layouts.len() >= 3, "{text}: {layouts:?}");
        }
    }
}
