//! Tests of saving and restoring the state of bots.

use bots::{Bot, Spec};
use honnoji::Honnoji;
use hostile::Hostile;
use kokyu::Kokyu;
use sengoku::Sengoku;
use shinra::Shinra;
use zashiki_core::{GameConfig as _, GameRng, GameState as _, InfoState, SearchHints};

/// Two seats play with the same bot. Before every third decision a bot is replaced by a copy restored from
/// its saved state, and the choices of both are compared. The whole game must be the same as without
/// replacements.
fn check<G: SearchHints>(seats: u8, bots: &[&str], decisions: usize) {
    let options = G::info().complete_options(&Default::default()).unwrap();
    let config = G::Config::new(seats, &options, None).unwrap();
    for text in bots {
        let make = |seat: u64| Spec::parse(text).unwrap().make::<G>(7 + seat, bots::clock);
        let play = |copied: bool| {
            let mut players: Vec<Box<dyn Bot<G>>> = (0..u64::from(seats)).map(make).collect();
            let mut game = G::deal(&config, GameRng::from_seed(11), None);
            let mut chosen = Vec::new();
            while let Some(seat) = game.turn().awaited().first()
                && chosen.len() < decisions
            {
                let info_state = InfoState::new(&game, seat);
                let player = &mut players[seat.index()];
                let state = player.save().expect("every built-in bot can be copied");
                let action = player.choose(&info_state);
                if copied && chosen.len().is_multiple_of(3) {
                    // As a file has it.
                    let state = serde_json::from_str(&state.to_string()).unwrap();
                    let mut copy = make(u64::from(seat.0));
                    copy.restore(state, &config).unwrap();
                    assert_eq!(copy.choose(&info_state), action, "{text} after {}", chosen.len());
                    assert_eq!(copy.save(), player.save(), "{text} after {}", chosen.len());
                    *player = copy;
                }
                chosen.push(action);
                game.play_unchecked(seat, action, None);
            }
            chosen
        };
        assert_eq!(play(true), play(false), "{text}");
    }
}

#[test]
fn a_restored_bot_of_every_game_chooses_as_the_original() {
    let any = ["random", "greedy", "novice", "ismcts:sims=30", "ismcts:sims=20:trees=2"];
    check::<Kokyu>(2, &any, 24);
    check::<Sengoku>(3, &any, 15);
    check::<Honnoji>(3, &any, 9);
    check::<Honnoji>(3, &["responder:sims=10"], 6);
    check::<Hostile>(2, &any, 9);
    check::<Hostile>(2, &["planner:nodes=200"], 18);
    check::<Shinra>(2, &any[..3], 12);
    check::<Shinra>(2, &["alphabeta:nodes=200", "alphabeta:nodes=200:threads=2"], 12);
}

#[test]
fn restoring_an_invalid_state_is_an_error() {
    let options = Kokyu::info().complete_options(&Default::default()).unwrap();
    let config = kokyu::Config::new(2, &options, None).unwrap();
    let make = |text: &str| Spec::parse(text).unwrap().make::<Kokyu>(1, bots::clock);
    let of_one_tree = make("ismcts:sims=10").save().unwrap();
    for text in ["random", "greedy", "master", "responder", "ismcts:trees=2"] {
        let refused = make(text).restore(of_one_tree.clone(), &config).unwrap_err();
        assert!(refused.to_string().contains("not the saved state"), "{refused:?}");
    }
    let mut cut = of_one_tree.clone();
    cut["searches"][0][1]["nodes"][0][5] = 9.into();
    assert!(make("ismcts:sims=10").restore(cut, &config).is_err(), "an edge to nowhere");
}
