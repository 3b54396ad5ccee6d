//! `zashiki lab`: for people who design games and bots.

mod balance;
mod calibrate;
mod compare;
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
    /// Writes a page for designers: the effects of a game's rules and components.
    Balance(balance::BalanceArgs),
    /// Plays the same deals with two components files or two sets of options.
    Compare(compare::CompareArgs),
    /// Plays the same deals with several values of a field or an option.
    Sweep(compare::SweepArgs),
    /// Measures how search values map to chances of winning.
    Calibrate(calibrate::CalibrateArgs),
    /// Improves the weights of a game's heuristic by self-play.
    Tune(tune::TuneArgs),
    /// Trains a network that corrects a game's heuristic, by self-play.
    Train(tune::TrainArgs),
    /// Plays heuristic weights against other weights with the same bot.
    MatchWeights(match_weights::MatchWeightsArgs),
    /// Composes puzzles from games of bots, or verifies those of a game.
    Puzzles(puzzles::PuzzlesArgs),
}

/// Runs the study.
pub fn run(args: &LabArgs, lang: Lang) -> Result<(), Failure> {
    match &args.command {
        Command::Ladder(args) => ladder::run(args, lang),
        Command::Balance(args) => balance::run(args, lang),
        Command::Compare(args) => compare::compare(args, lang),
        Command::Sweep(args) => compare::sweep(args, lang),
        Command::Calibrate(args) => calibrate::run(args),
        Command::Tune(args) => tune::tune(args),
        Command::Train(args) => tune::train(args),
        Command::MatchWeights(args) => match_weights::run(args),
        Command::Puzzles(args) => puzzles::run(args, lang),
    }
}
