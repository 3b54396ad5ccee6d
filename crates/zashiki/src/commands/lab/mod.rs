//! `zashiki lab`: for people who design games.

pub mod puzzles;

use clap::Subcommand;

use crate::failure::Failure;
use crate::lang::Lang;

/// The tools of the laboratory.
#[derive(Subcommand, Debug)]
pub enum Command {
    /// Composes puzzles from what bots play, or proves those of a game.
    Puzzles(puzzles::Args),
}

/// Runs one of them.
pub fn run(command: &Command, lang: Lang) -> Result<(), Failure> {
    match command {
        Command::Puzzles(args) => puzzles::run(args, lang),
    }
}
