//! Tests of the training of networks.

use lab::{Control, Stop, TrainConfig, TuneConfig, WorkMode, train};
use zashiki_core::{NetworkPurpose, SearchHints, Tuning, ValueNetwork};

use crate::support;

fn trained(games: u64, threads: usize, stop: bool) -> Option<String> {
    let plan = TrainConfig::new(TuneConfig {
        game: "kokyu".to_owned(),
        seats: None,
        bot: "greedy:worlds=1".to_owned(),
        games,
        seed: 3,
        weights: None,
        command: "zashiki lab train kokyu".to_owned(),
        date: "2026-11-25".to_owned(),
    });
    let switch = Stop::default();
    if stop {
        switch.set();
    }
    let control = Control {
        threads: Some(threads),
        stop: &switch,
        progress: &|_, _| (),
        work: WorkMode::Local,
    };
    train(&plan, &control).unwrap()
}

#[test]
fn training_improves_predictions_and_does_not_depend_on_the_threads() {
    let text = trained(100, 1, false).unwrap();
    assert_eq!(Some(&text), trained(100, 3, false).as_ref());
    assert_eq!(trained(100, 2, true), None);
    let inputs = <kokyu::Kokyu as SearchHints>::NETWORK_INPUTS;
    let network = ValueNetwork::read(&text, |_| inputs).unwrap();
    let Tuning { loss_before, loss_after, .. } = network.tuning;
    assert!(loss_after < loss_before - 0.003, "{loss_before} {loss_after}");
    assert_eq!(network.source, "zashiki lab train kokyu");
}

/// Every game can be trained. Those that include a network were. For the others, a few games between random bots
/// are enough for a network that predicts games that were held out about as well as the heuristic, or better.
#[test]
fn every_game_can_be_trained() {
    for game in registry::games() {
        let id = game.info().id;
        assert!(game.network_inputs() > 0, "{id}");
        if game.assets().value_network().is_some() {
            continue;
        }
        let play = TuneConfig { game: id.to_owned(), games: 60, ..few("random") };
        let text = run(&TrainConfig::new(play), 2).unwrap().unwrap();
        let network = ValueNetwork::read(&text, |_| game.network_inputs()).unwrap();
        let Tuning { positions, loss_before, loss_after, .. } = network.tuning;
        assert!(
            positions > 0 && loss_after < loss_before + 0.003,
            "{id}: {loss_before} {loss_after}"
        );
    }
}

#[test]
fn a_game_without_search_networks_cannot_be_trained_for_one() {
    let plan = TrainConfig::new(TuneConfig { game: "sengoku".to_owned(), ..few("greedy") });
    let plan = TrainConfig { purpose: NetworkPurpose::Search, ..plan };
    assert!(refused(&plan).contains("no networks for searches, only: shinra"));
}

fn few(bot: &str) -> TuneConfig {
    TuneConfig {
        game: "shinra".to_owned(),
        seats: None,
        bot: bot.to_owned(),
        games: 20,
        seed: 1,
        weights: None,
        command: "zashiki lab train shinra".to_owned(),
        date: "2026-11-28".to_owned(),
    }
}

fn run(plan: &TrainConfig, threads: usize) -> Result<Option<String>, zashiki_core::InputError> {
    let stop = Stop::default();
    let control = Control {
        threads: Some(threads),
        stop: &stop,
        progress: &|_, _| (),
        work: WorkMode::Local,
    };
    train(plan, &control)
}

fn refused(plan: &TrainConfig) -> String {
    run(plan, 1).unwrap_err().to_string()
}

#[test]
fn an_invalid_training_is_an_error() {
    let fine = || TrainConfig::new(few("greedy"));
    for units in [0, 8, 24, 80] {
        assert!(refused(&TrainConfig { units, ..fine() }).contains("a multiple of 16"), "{units}");
    }
    for search_share in [-0.1, 1.5, f64::NAN] {
        assert!(refused(&TrainConfig { search_share, ..fine() }).contains("from 0 to 1"));
    }
    assert!(refused(&TrainConfig { rounds: 0, ..fine() }).contains("from 1 to 100"));
    let networks = vec![support::given(kokyu_network())];
    assert!(refused(&TrainConfig { networks, ..fine() }).contains("no network for"));
}

fn kokyu_network() -> String {
    <kokyu::Kokyu as zashiki_core::GameState>::assets().value_network().unwrap().file()
}
