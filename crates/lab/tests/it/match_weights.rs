//! Tests of matches between weights of the heuristic.

use lab::{Control, Stop, WeightMatchConfig, WorkMode, match_weights};
use zashiki_core::{GameState, WeightMatch};

use crate::support;

fn kokyu(bot: &str, change: impl Fn(&mut i32), threads: usize) -> WeightMatch {
    let own = kokyu::Kokyu::assets().weights().unwrap();
    let mut values = own.values();
    values.iter_mut().for_each(change);
    let plan = WeightMatchConfig {
        game: "kokyu".to_owned(),
        seats: 2,
        bot: bot.to_owned(),
        games: 40,
        seed: 1,
        weights: Some(support::given(own.file())),
        networks: Vec::new(),
        against: support::given(own.with_values(&values).file()),
        against_networks: Vec::new(),
    };
    let stop = Stop::default();
    let control = Control {
        threads: Some(threads),
        stop: &stop,
        progress: &|_, _| (),
        work: WorkMode::Local,
    };
    match_weights(&plan, &control).unwrap().unwrap()
}

#[test]
fn equal_weights_draw_even_and_worse_weights_lose() {
    for bot in ["greedy", "ismcts:sims=10"] {
        let same = kokyu(bot, |_| (), 1);
        assert_eq!((same.games, same.fair, same.won), (40, 50.0, 50.0), "{bot}");
        let backwards = kokyu(bot, |value| *value = -*value, 1);
        assert!(backwards.low > 60.0, "{bot}: {backwards:?}");
        assert_eq!(backwards, kokyu(bot, |value| *value = -*value, 3));
    }
}

#[test]
fn an_invalid_match_of_weights_is_an_error() {
    let refused = |plan: WeightMatchConfig| {
        let stop = Stop::default();
        let control =
            Control { threads: None, stop: &stop, progress: &|_, _| (), work: WorkMode::Local };
        match_weights(&plan, &control).unwrap_err().to_string()
    };
    let own = kokyu::Kokyu::assets().weights().unwrap().file();
    let fine = WeightMatchConfig {
        game: "kokyu".to_owned(),
        seats: 2,
        bot: "greedy".to_owned(),
        games: 2,
        seed: 1,
        weights: None,
        networks: Vec::new(),
        against: support::given(own.clone()),
        against_networks: Vec::new(),
    };
    let unknown = support::given(own.replace("palace_advance", "palace_retreat"));
    assert!(
        refused(WeightMatchConfig { against: unknown, ..fine.clone() }).contains("palace_retreat")
    );
    assert!(
        refused(WeightMatchConfig { games: 0, ..fine.clone() })
            .contains("games must be at least 1")
    );
    assert!(refused(WeightMatchConfig { game: "go".to_owned(), ..fine }).contains("go"));
}
