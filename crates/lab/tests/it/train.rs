//! Tests of the training of networks.

use lab::{Control, Stop, TuneConfig, WorkMode, train};
use zashiki_core::{Tuning, ValueNetwork};

fn trained(games: u64, threads: usize, stop: bool) -> Option<String> {
    let plan = TuneConfig {
        game: "kokyu".to_owned(),
        seats: None,
        bot: "greedy:worlds=1".to_owned(),
        games,
        seed: 3,
        weights: None,
        command: "zashiki lab train kokyu".to_owned(),
        date: "2026-11-25".to_owned(),
    };
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
    let inputs = <kokyu::Kokyu as zashiki_core::SearchHints>::NETWORK_INPUTS;
    let network = ValueNetwork::read(&text, inputs).unwrap();
    let Tuning { loss_before, loss_after, .. } = network.tuning;
    assert!(loss_after < loss_before - 0.003, "{loss_before} {loss_after}");
    assert_eq!(network.source, "zashiki lab train kokyu");
}

#[test]
fn a_game_without_a_network_cannot_be_trained() {
    let plan = TuneConfig {
        game: "sengoku".to_owned(),
        seats: None,
        bot: "greedy".to_owned(),
        games: 20,
        seed: 1,
        weights: None,
        command: String::new(),
        date: String::new(),
    };
    let stop = Stop::default();
    let control =
        Control { threads: None, stop: &stop, progress: &|_, _| (), work: WorkMode::Local };
    assert!(train(&plan, &control).unwrap_err().to_string().contains("Networks cannot correct"));
}
