//! `zashiki position`.

use std::path::PathBuf;

use lab::{Envelope, Move};

use crate::commands::print_json;
use crate::failure::Failure;
use crate::input;

/// Arguments of `position`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// File of the position; `-` for standard input.
    file: PathBuf,
    /// Actions separated by commas, such as `place 5, place 7`; repeatable. The seat to move plays
    /// them; `1:place 5` names the seat.
    #[arg(long, value_name = "ACTIONS")]
    play: Vec<String>,
    /// Counts the sequences of one decision, of two, and so on up to this number of decisions.
    #[arg(long, value_name = "DEPTH", default_value_t = 0, hide_default_value = true)]
    count: u32,
}

/// Checks a position, plays the actions and prints where they lead.
pub fn run(args: &Args) -> Result<(), Failure> {
    let envelope = Envelope::from_json(&input::text(&args.file)?)?;
    let moves: Vec<Move> = args.play.iter().flat_map(|list| Move::list(list)).collect();
    print_json(&lab::play_position(envelope, &moves, args.count)?)
}
