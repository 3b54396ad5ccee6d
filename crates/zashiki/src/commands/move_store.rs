//! `zashiki move-store`.

use std::io::Write;

use parlour::Place;

use super::backup::block_on;
use crate::failure::Failure;
use crate::lang::Lang;

/// Copies everything that is stored from one database to another, both closed, and checks it.
#[derive(clap::Args, Debug)]
pub struct MoveArgs {
    /// Where it is: sqlite:FOLDER or postgres://name:password@host:5432/database. It stays as it is.
    #[arg(long, value_name = "STORE")]
    from: String,
    /// Where it goes, written like --from; nothing may be there yet.
    #[arg(long, value_name = "STORE")]
    to: String,
}

/// # Errors
/// When either cannot be used, a server runs over it, there is something already where it goes, or
/// what was written is not the same.
pub fn run(args: &MoveArgs, lang: Lang) -> Result<(), Failure> {
    let (from, to) = (Place::read(&args.from)?, Place::read(&args.to)?);
    let moved = block_on(parlour::move_store(&from, &to))?;
    let mut out = std::io::stdout().lock();
    for table in moved.iter().filter(|table| table.rows > 0) {
        writeln!(out, "{:>10}  {}", table.rows, table.table)?;
    }
    let all: u64 = moved.iter().map(|table| table.rows).sum();
    let line = lang.pick(
        &format!("{all}行をすべて移し、元と同じであることを確かめました。元のデータはそのままです。"),
        &format!("All {all} rows are moved, and were read again: they are the same. What was there stays as it is."),
    )
    .to_owned();
    Ok(writeln!(out, "{line}")?)
}
