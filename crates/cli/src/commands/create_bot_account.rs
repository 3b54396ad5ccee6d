//! The command `zashiki create-bot-account`: creates the token with which an external program joins
//! tables.

use std::io::Write as _;
use std::path::PathBuf;

use serde::Serialize;
use server::BotAccounts;

use crate::failure::Failure;
use crate::output::Format;

/// Creates a bot account for an external program: prints its token and adds the account to a file.
///
/// The server reads the file with `--bot-accounts`. The file has only the SHA-256 of the token, so keep the
/// token. To revoke it, delete its line.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// Name of the program at the tables.
    name: String,
    /// File of the bot accounts; created if it does not exist.
    #[arg(long, value_name = "FILE", default_value = "bots.toml")]
    file: PathBuf,
    #[command(flatten)]
    format: Format,
}

/// The new bot account, as a line of the file.
#[derive(Serialize)]
struct Account<'a> {
    name: &'a str,
    token: &'a str,
}

/// Adds the account and prints its token.
///
/// # Errors
/// Returns an error if the name is invalid or has a token already, or the file cannot be read or written.
pub fn run(args: &Args) -> Result<(), Failure> {
    let token = BotAccounts::add(&args.file, &args.name)?;
    let account = Account { name: &args.name, token: &token };
    args.format.print(&account, |out| Ok(writeln!(out, "{token}")?))
}
