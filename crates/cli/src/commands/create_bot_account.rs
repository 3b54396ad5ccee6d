//! `zashiki create-bot-account`: lets somebody's program come to the tables.

use std::io::Write;
use std::path::PathBuf;

use server::BotAccounts;

use crate::failure::Failure;

/// Makes a bot account: prints the token with which somebody's program comes to the tables, and adds
/// the account to a file for `serve --bot-accounts`. The token is kept nowhere; the file has its
/// SHA-256, and who deletes that line has let the program go.
#[derive(clap::Args, Debug)]
pub struct Args {
    /// What the program is called at the tables.
    name: String,

    /// The file of the bot accounts, which is made if it is not there.
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
