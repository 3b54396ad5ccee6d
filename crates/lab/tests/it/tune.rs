//! Tests of the tuning of weights.

use std::sync::Arc;

use lab::{Control, Stop, TuneConfig, WorkMode, tune};
use registry::GameVisitor;
use serde_json::Value;
use zashiki_core::{Game, GameConfig as _, GameRng, GameState, GameStateExt as _, Seat, Tuning};

use crate::support;

fn plan(games: u64) -> TuneConfig {
    TuneConfig {
        game: "kokyu".to_owned(),
        seats: None,
        bot: "greedy:worlds=1".to_owned(),
        games,
        seed: 3,
        weights: None,
        command: "zashiki lab tune kokyu".to_owned(),
        date: "2026-11-25".to_owned(),
    }
}

/// Tuning finds and corrects a deliberately wrong weight, with the same result for any number of threads.
#[test]
fn tuning_corrects_a_wrong_weight() {
    let own = kokyu::Kokyu::assets().weights().unwrap();
    let at = own.names().iter().position(|name| name == "progress").unwrap();
    let mut wrong = own.values();
    wrong[at] = 5;
    let stop = Stop::default();
    let tuned = |threads| {
        let control = Control {
            threads: Some(threads),
            stop: &stop,
            progress: &|_, _| (),
            work: WorkMode::Local,
        };
        let wrong = own.with_values(&wrong).file();
        let plan = TuneConfig { weights: Some(support::given(wrong)), ..plan(60) };
        tune(&plan, &control).unwrap()
    };
    let one = tuned(1).unwrap();
    assert_eq!(Some(&one), tuned(3).as_ref());
    assert!(one.values()[at] > 40, "{one:?}");
    let Tuning { loss_before, loss_after, positions, .. } = one.tuning.clone().unwrap();
    assert!(loss_after < loss_before - 0.01 && positions > 200, "{one:?}");
    assert_eq!(one.source, "zashiki lab tune kokyu");
    stop.set();
    assert_eq!(tuned(2), None);
}

#[test]
fn an_invalid_tuning_is_an_error() {
    let refused = |plan: TuneConfig| {
        let stop = Stop::default();
        let control =
            Control { threads: None, stop: &stop, progress: &|_, _| (), work: WorkMode::Local };
        tune(&plan, &control).unwrap_err().to_string()
    };
    assert!(refused(plan(19)).contains("at least 20"));
    assert!(refused(TuneConfig { bot: "alphabeta".to_owned(), ..plan(20) }).contains("hidden"));
    assert!(refused(TuneConfig { seats: Some(7), ..plan(20) }).contains('7'));
}

/// Every game's weights file states its source. Tuned weights are included in the program only if matches did
/// not find them to be worse.
#[test]
fn every_game_has_the_source_of_its_weights() {
    for game in registry::games() {
        let id = game.info().id;
        let weights = game.assets().weights().unwrap_or_else(|| panic!("{id} has weights"));
        let found = weights.source.starts_with(&format!("zashiki lab tune {id} "));
        assert_eq!(found, weights.source != "set by hand", "{id}: {}", weights.source);
        assert_eq!((found, found), (weights.tuning.is_some(), !weights.matches.is_empty()));
        assert!(weights.matches.iter().all(|held| held.high >= held.fair), "{id}");
        let networks = [game.assets().value_network(), game.assets().search_network()];
        for value_network in networks.into_iter().flatten() {
            assert!(value_network.source.starts_with(&format!("zashiki lab train {id} ")));
            let mut timed =
                value_network.matches.iter().filter(|held| held.command.contains("time="));
            assert!(timed.any(|held| held.low > held.fair && held.games >= 100), "{id}");
        }
    }
}

/// With all weights 0, most positions of every game have another heuristic value than with the game's own
/// weights.
#[test]
fn every_game_evaluates_by_its_weights() {
    struct Check;
    impl GameVisitor for Check {
        type Out = ();
        fn visit<G: Game>(self) {
            let info = G::info();
            let options = info.complete_options(&Value::Null).unwrap();
            let own = G::Config::new(info.seats.0, &options, None).unwrap();
            let weights = G::assets().weights().unwrap();
            let nothing = weights.with_values(&vec![0; weights.values().len()]);
            let nothing = own.with_weights(&nothing).unwrap();
            let looks = |game: &G, setup: &Arc<G::Config>| {
                game.clone().with_config(setup.clone()).evaluate(Seat(0))
            };
            let mut rng = GameRng::from_seed(1);
            let mut game = G::deal(&own, rng.fork(), None);
            let (mut judged, mut differ) = (0, 0);
            while let Some(seat) = game.turn().awaited().first() {
                let action = *rng.pick(&game.legal(seat));
                game.play_unchecked(seat, action, None);
                if game.turn().outcome().is_none() && !game.is_noisy(action) {
                    judged += 1;
                    differ += usize::from(looks(&game, &own) != looks(&game, &nothing));
                }
            }
            assert!(differ > judged / 2, "{}: {differ} of {judged}", info.id);
        }
    }
    for id in registry::ids() {
        registry::visit(id, Check).unwrap();
    }
}
