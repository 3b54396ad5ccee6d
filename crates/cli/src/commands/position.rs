//! The command `zashiki position`: checks a position and plays actions from it.

use std::path::PathBuf;

use lab::{Envelope, Move};

use crate::failure::Failure;
use crate::input;
use crate::output;

/// Arguments of `position`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// File of the position; `-` for standard input.
    file: PathBuf,
    /// Actions of the seats to move, separated by commas, such as `place 5, place 7`; `1:place 5` names
    /// the seat. Repeatable.
    #[arg(long, value_name = "ACTIONS")]
    play: Vec<String>,
    /// Counts the sequences of decisions of each length up to this one (perft).
    #[arg(long, value_name = "DEPTH", default_value_t = 0, hide_default_value = true)]
    count: u32,
}

/// Checks a position, plays the actions and prints the resulting position.
///
/// # Errors
/// Returns an error if the file cannot be read, the position is impossible or an action is illegal.
pub fn run(args: &Args) -> Result<(), Failure> {
    let envelope = Envelope::from_json(&input::text(&args.file)?)?;
    let moves: Vec<Move> = args.play.iter().flat_map(|list| Move::list(list)).collect();
    output::json(&lab::play_position(envelope, &moves, args.count)?)
}
