//! Compares solutions with known values, and with another implementation.

use std::cell::Cell;

use connect_four::ConnectFour;
use reference_games::{Exact, Goofspiel, Kuhn, Leduc, Rules, Small};
use solver::{Algorithm, Cfr, DynSolver as _, GameTree, SolveConfig, Unsolved};
use zashiki_core::{GameHandle, GameState, MatchStart, Seat, configure};

const MOST: usize = 200_000;

fn tree<G: GameState>() -> GameTree<G::Action> {
    let (config, _) = configure::<G>(&MatchStart::dealt(2, 1)).unwrap();
    GameTree::of_deal::<G>(&config, MOST, &|| false).unwrap()
}

/// The tree has the information sets of the other implementation, and random play is worth and loses the
/// same in both. A match is only won or lost, so all values are in units of the highest stake.
fn agrees<R: Rules>(stake: f64) {
    let (tree, exact) = (tree::<Small<R>>(), Exact::<R>::new());
    let id = R::info().id;
    assert_eq!(tree.sets().len(), exact.situations().len(), "{id}");
    let (ours, theirs) = (tree.uniform(), exact.chance());
    let value = tree.values(&ours);
    assert!((stake * value[0] - exact.value(&theirs)).abs() < 1e-9, "{id}: {value:?}");
    assert!((value[0] + value[1]).abs() < 1e-9, "{id}");
    for seat in [Seat(0), Seat(1)] {
        let answer = stake * tree.best_response(seat, &ours);
        assert!((answer - exact.best_answer(seat, &theirs)).abs() < 1e-9, "{id}: {answer}");
    }
    let found = stake * tree.exploitability(&ours);
    assert!((found - exact.exploitability(&theirs)).abs() < 1e-9, "{id}: {found}");
}

#[test]
fn trees_are_those_of_another_implementation() {
    agrees::<Kuhn>(2.0);
    agrees::<Leduc>(13.0);
    agrees::<Goofspiel<3>>(6.0);
    agrees::<Goofspiel<4>>(10.0);
}

/// Solves a game and returns the value for seat 0 and the exploitability.
fn solved<R: Rules>(algorithm: Algorithm, iterations: u32) -> (f64, f64) {
    let tree = tree::<Small<R>>();
    let mut cfr = Cfr::new(&tree, algorithm, 1);
    (0..iterations).for_each(|_| cfr.iterate());
    let strategy = cfr.average();
    (tree.values(&strategy)[0], tree.exploitability(&strategy))
}

#[test]
fn every_algorithm_finds_the_value_of_kuhns_poker() {
    for (algorithm, iterations, close) in [
        (Algorithm::CfrPlus, 1000, 0.0005),
        (Algorithm::Cfr, 3000, 0.005),
        (Algorithm::ExternalSampling, 30_000, 0.02),
    ] {
        let (value, exploitability) = solved::<Kuhn>(algorithm, iterations);
        assert!((2.0 * value + 1.0 / 18.0).abs() < close, "{algorithm:?}: {value}");
        assert!((0.0..close).contains(&exploitability), "{algorithm:?}: {exploitability}");
    }
}

#[test]
fn simultaneous_choices_stay_hidden() {
    // If the second seat saw the first bid, it would win; the value is 0 by symmetry.
    let (value, exploitability) = solved::<Goofspiel<3>>(Algorithm::CfrPlus, 300);
    assert!(value.abs() < 0.001, "{value}");
    assert!(exploitability < 0.001, "{exploitability}");
}

fn config(iterations: u32, most: usize) -> SolveConfig {
    let start = MatchStart::dealt(2, 1);
    SolveConfig { start, algorithm: Algorithm::CfrPlus, iterations, seed: 1, most }
}

#[test]
fn a_solution_reports_its_course() {
    let kuhn = GameHandle::<Small<Kuhn>>::new();
    let solution = kuhn.solve(&config(60, MOST), &|| false).unwrap().unwrap();
    let measured: Vec<u32> = solution.progress.iter().map(|it| it.iterations).collect();
    assert_eq!(measured, [0, 1, 2, 5, 10, 20, 50, 60]);
    // OpenSpiel's value for uniformly random players is 11/24 chips.
    assert!((2.0 * solution.progress[0].exploitability - 11.0 / 24.0).abs() < 1e-9);
    assert_eq!(solution.progress[7].exploitability, solution.exploitability);
    assert!(solution.exploitability < 0.01, "{}", solution.exploitability);
    assert_eq!((solution.information_sets, solution.strategy.len()), (12, 12));
    for set in &solution.strategy {
        assert_eq!(set.actions.len(), set.probabilities.len());
        assert!((set.probabilities.iter().sum::<f64>() - 1.0).abs() < 1e-9);
    }
}

#[test]
fn what_is_too_large_is_refused_and_a_stop_is_heard() {
    let (config_of_game, _) = configure::<ConnectFour>(&MatchStart::dealt(2, 1)).unwrap();
    let tree = GameTree::of_deal::<ConnectFour>(&config_of_game, 500, &|| false);
    assert_eq!(tree.unwrap_err(), Unsolved::TooLarge { most: 500 });
    let refused = GameHandle::<ConnectFour>::new().solve(&config(1, 500), &|| false).unwrap_err();
    assert!(refused.to_string().contains("500"), "{refused}");

    let kuhn = GameHandle::<Small<Kuhn>>::new();
    let asked = Cell::new(0);
    let stop_after = |most: u32| {
        asked.set(0);
        kuhn.solve(&config(1000, MOST), &|| {
            asked.set(asked.get() + 1);
            asked.get() > most
        })
    };
    // While the tree is built, and between iterations.
    assert_eq!(stop_after(3).unwrap(), None);
    assert_eq!(stop_after(100).unwrap(), None);
    assert!(stop_after(u32::MAX).unwrap().is_some());
}
