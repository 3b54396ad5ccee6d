//! The configurations in which the laws of a game are checked.

use serde_json::Value;
use zashiki_core::Game;

/// All numbers of seats, each with the default options and with every other value of one option at a time.
pub fn configurations<G: Game>() -> Vec<(u8, Value)> {
    let info = G::info();
    let defaults = info.complete_options(&Value::Null).expect("the default options are valid");
    let mut configurations = Vec::new();
    for seats in info.seats.0..=info.seats.1 {
        configurations.push((seats, defaults.clone()));
        for option in info.options {
            for value in option.samples() {
                let mut options = defaults.clone();
                options[option.id] = value;
                if options != defaults {
                    configurations.push((seats, options));
                }
            }
        }
    }
    configurations
}
