//! The text of a `calibration.toml`.

use std::fmt::Write as _;

use zashiki_core::{Calibration, Reliability};

/// The text of a game's `calibration.toml` with these calibrations, and the command that makes them.
pub fn calibration_file(game: &str, measured: &[Calibration]) -> String {
    let mut text = String::new();
    // Writing to a string cannot fail.
    if let [first, ..] = measured {
        let Calibration { games, seed, bot, players, .. } = first;
        let _ = writeln!(
            text,
            "# Measured in the games that this command plays; see docs/reference/review.md:\n\
             # zashiki lab calibrate {game} --games {games} --seed {seed} --bot {bot} --players {players}"
        );
    }
    for calibration in measured {
        let Calibration { seats, steepness, growth, curvature, .. } = calibration;
        let Calibration { bot, players, seed, games, moments, .. } = calibration;
        let Calibration { log_loss, log_loss_of_constant, log_loss_of_equals, .. } = calibration;
        let Calibration { off, off_of_constant, .. } = calibration;
        let _ = write!(
            text,
            "\n[[calibration]]\nseats = {seats}\nsteepness = {steepness:?}\ngrowth = {growth:?}\n\
             curvature = {curvature:?}\nbot = {bot:?}\nplayers = {players:?}\nseed = {seed}\n\
             games = {games}\nmoments = {moments}\nlog_loss = {log_loss:?}\n\
             log_loss_of_constant = {log_loss_of_constant:?}\n\
             log_loss_of_equals = {log_loss_of_equals:?}\noff = {off:?}\n\
             off_of_constant = {off_of_constant:?}\n"
        );
        groups(&mut text, "reliability", &calibration.reliability);
        groups(&mut text, "reliability_of_constant", &calibration.reliability_of_constant);
    }
    text
}

fn groups(text: &mut String, name: &str, groups: &[Reliability]) {
    let _ = writeln!(text, "{name} = [");
    for Reliability { said, came, error, count } in groups {
        let error = error.map(|error| format!("error = {error:?}, ")).unwrap_or_default();
        let _ = writeln!(text, "  {{ said = {said:?}, came = {came:?}, {error}count = {count} }},");
    }
    text.push_str("]\n");
}
