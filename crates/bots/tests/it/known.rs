//! Search in games with known solutions.

use bots::Spec;
use reference_games::{Exact, Goofspiel, Kuhn, Leduc, Rules, Small};

/// By how much a bot can be beaten that is asked so often in each situation.
fn beaten<R: Rules>(spec: &str, times: u64) -> f64 {
    let exact = Exact::<R>::new();
    let spec = Spec::parse(spec).unwrap();
    let plans = exact.asked(times, |info_state, seed| {
        spec.make::<Small<R>>(seed, bots::clock).choose(info_state)
    });
    exact.exploitability(&plans)
}

/// Bounds on the exploitability of search, compared with random play. In a single observer's determinizations
/// the other seat knows one's card, so the jack never bluffs: the search cannot come closer than this.
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
