//! The command `zashiki show`: the board of a position or of a step of a record.

use std::path::PathBuf;

use lab::{AdviceRequest, BoardForm};
use zashiki_core::Seat;

use crate::failure::Failure;
use crate::input;
use crate::lang::Lang;
use crate::output;

/// Arguments of `show`.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// File of a position or a record; `-` for standard input.
    file: PathBuf,
    /// Number of steps of the record to replay before the board is shown; without it all.
    #[arg(long, value_name = "STEP")]
    at: Option<usize>,
    /// Seat whose view is shown; without it what all seats know together.
    #[arg(long, value_name = "N")]
    seat: Option<u8>,
    /// Prints the board as a picture, an SVG document, instead of plain text.
    #[arg(long)]
    svg: bool,
}

/// Shows the board.
///
/// # Errors
/// Returns an error if the file cannot be read, or if there is no such step or seat.
pub fn run(args: &Args, lang: Lang) -> Result<(), Failure> {
    let request = AdviceRequest::from_json(&input::text(&args.file)?, args.at)?;
    let form = if args.svg { BoardForm::Svg } else { BoardForm::Text };
    output::text(&lab::show(&request, args.seat.map(Seat), lang, form)?)
}
