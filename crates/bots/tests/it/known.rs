//! Tests of search in games with known solutions.

use bots::Spec;
use reference_games::{Exact, Goofspiel, Kuhn, Leduc, Rules, Small};

/// The exploitability of a bot, measured from `times` choices in each situation: the value that a best
/// response wins against it.
fn beaten<R: Rules>(spec: &str, times: u64) -> f64 {
    let exact = Exact::<R>::new();
    let spec = Spec::parse(spec).unwrap();
    let plans = exact.asked(times, |info_state, seed| {
        spec.make::<Small<R>>(seed, bots::clock).choose(info_state)
    });
    exact.exploitability(&plans)
}

/// The exploitability of search is far below that of random play. In its determinizations a single observer
/// assumes that the other seat knows its card, so in Kuhn poker it never bluffs with the jack. Search
/// therefore cannot come closer to the solution than these bounds.
#[test]
fn search_is_much_stronger_than_random_play() {
    for (name, found, chance, most) in [
        ("Kuhn", beaten::<Kuhn>("ismcts:sims=200", 40), 0.458, 0.25),
        ("Leduc", beaten::<Leduc>("ismcts:sims=100", 6), 2.374, 1.9),
        ("goofspiel", beaten::<Goofspiel<3>>("ismcts:sims=200", 12), 1.333, 0.9),
    ] {
        println!("{name}: {found:.3}; chance {chance}");
        assert!(found < most, "{name}: {found}");
    }
    assert!(beaten::<Kuhn>("random", 100) > 0.3);
}
