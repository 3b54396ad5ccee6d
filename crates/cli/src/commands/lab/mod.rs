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

/// What to find out.
#[derive(clap::Args, Debug)]
pub struct LabArgs {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Bots against each other on the same deals, until it is sure which is stronger.
    Ladder(ladder::LadderArgs),
    /// Writes a page about what a game's rules and components do, for people who design it.
    Balance(balance::BalanceArgs),
    /// The same deals under two components files or two sets of options.
    Compare(compare::CompareArgs),
    /// The same deals under each of several values of a field or an option.
    Sweep(compare::SweepArgs),
    /// Finds by play how the values of search become chances of winning.
    Calibrate(calibrate::CalibrateArgs),
    /// Finds better weights for a game's rule of thumb, by play of a bot against itself.
    Tune(tune::TuneArgs),
    /// Trains a network that corrects a game's rule of thumb, by play of a bot against itself.
    Train(tune::TuneArgs),
    /// Weights of a rule of thumb against others: the same bot thinks with either.
    MatchWeights(match_weights::MatchWeightsArgs),
    /// Composes puzzles from what bots play, or proves those of a game.
    Puzzles(puzzles::PuzzlesArgs),
}

/// Finds it out.
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
