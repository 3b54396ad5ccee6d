//! `zashiki lab`: studies for designers of games and bots.

mod balance;
mod calibrate;
mod compare;
mod design;
mod ladder;
mod match_weights;
mod puzzles;
mod tune;

use clap::Subcommand;

use crate::failure::Failure;
use crate::lang::Lang;

/// Arguments of `lab`.
#[derive(clap::Args, Debug)]
pub struct LabArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Plays bots against each other on the same deals until it is certain which one is stronger.
    Ladder(ladder::LadderArgs),
    /// Measures the effects of a game's rules and components, and writes a page for its designers.
    Balance(balance::BalanceArgs),
    /// Compares two components files or two sets of options on the same deals.
    Compare(compare::CompareArgs),
    /// Compares several values of a component field or an option on the same deals.
    Sweep(compare::SweepArgs),
    /// Searches component fields and options for values that bring the game near its designer's aims.
    Design(design::DesignArgs),
    /// Measures how search values map to chances of winning, and prints `calibration.toml`.
    Calibrate(calibrate::CalibrateArgs),
    /// Improves the weights of a game's heuristic by self-play, and prints `weights.toml`.
    Tune(tune::TuneArgs),
    /// Trains a network that corrects a game's heuristic by self-play, and prints its file.
    Train(tune::TrainArgs),
    /// Tests heuristic weights in games against other weights, and prints the result as TOML.
    MatchWeights(match_weights::MatchWeightsArgs),
    /// Composes puzzles from games of bots, or verifies the built-in ones.
    Puzzles(puzzles::PuzzlesArgs),
}

/// Runs a study.
///
/// # Errors
/// Returns an error if an argument is invalid or a file cannot be read or written.
pub fn run(args: &LabArgs, lang: Lang) -> Result<(), Failure> {
    match &args.command {
        Command::Ladder(args) => ladder::run(args, lang),
        Command::Balance(args) => balance::run(args, lang),
        Command::Compare(args) => compare::compare(args, lang),
        Command::Sweep(args) => compare::sweep(args, lang),
        Command::Design(args) => design::run(args, lang),
        Command::Calibrate(args) => calibrate::run(args),
        Command::Tune(args) => tune::tune(args),
        Command::Train(args) => tune::train(args),
        Command::MatchWeights(args) => match_weights::run(args),
        Command::Puzzles(args) => puzzles::run(args, lang),
    }
}
