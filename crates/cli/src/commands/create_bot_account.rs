//! `zashiki create-bot-account`: a token with which an external program joins tables.

use std::io::Write;
use std::path::PathBuf;

use server::BotAccounts;

use crate::failure::Failure;

/// Creates a bot account: prints the token with which an external program joins tables, and adds the
/// account to a file for `serve --bot-accounts`. The file has only the SHA-256 of the token; delete that
/// line to revoke it.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Name of the program at the tables.
    name: String,

    /// File of the bot accounts; created if it does not exist.
    #[arg(long, value_name = "FILE", default_value = "bots.toml")]
    file: PathBuf,
}

/// Adds the account and prints its token.
///
/// # Errors
/// When the name is none or has a token already, or the file cannot be read or written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let token = BotAccounts::add(&args.file, &args.name)?;
    let mut out = super::out();
    writeln!(out, "{token}")?;
    out.flush()?;
    Ok(())
}
