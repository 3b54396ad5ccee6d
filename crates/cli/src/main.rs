//! The program `zashiki`: its command line and subcommands.

mod commands;
mod failure;
mod features;
mod input;
mod lang;
mod log;
mod progress;
mod serve;
mod service;
mod settings;
mod signals;
#[cfg(feature = "otel")]
mod traces;
mod usage;
mod version;

use std::process::ExitCode;

use clap::{Parser, Subcommand};
use zashiki_core::LocalizedText;

use crate::failure::Failure;
use crate::features::Feature;
use crate::lang::Lang;
use crate::settings::{CommonFlags, ServeFlags};

/// Every move allocates and frees dozens of short strings.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// 座敷 Zashiki: Japanese tabletop games in your browser, honest bots and research tools.
///
/// Without a command it runs the server with the given settings, like `zashiki serve`, whose help lists
/// all of them.
#[derive(Parser, Debug)]
#[command(name = "zashiki", version = version::PROGRAM, long_version = version::LONG.as_str())]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: CommonFlags,
    /// Language of output and errors: ja or en; without it that of the environment (LANG).
    #[arg(long, global = true, value_parser = lang::parser(), value_name = "LANG")]
    lang: Option<Lang>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Runs the server: people create tables and play in their browsers.
    Serve(ServeFlags),
    /// Prints the effective settings as a settings file, with the source of each.
    Config(ServeFlags),
    /// Operator commands: tables, users, networks, announcements, modes, reports, the audit log.
    Admin(commands::admin::AdminArgs),
    /// Copies the database of a server, which may be running, to one file.
    Backup(commands::backup::BackupArgs),
    /// Restores a backup to the data folder of a stopped server.
    Restore(commands::backup::RestoreArgs),
    /// Copies all stored data to another database and verifies it.
    MigrateDatabase(commands::migrate_database::MigrateDatabaseArgs),
    /// Lists the games and the bots.
    Games(commands::games::Args),
    /// Simulates games between bots and reports statistics.
    Simulate(commands::simulate::Args),
    /// Studies: the strength of bots, and the effects of a game's rules and components.
    Lab(commands::lab::LabArgs),
    /// Replays a record, verifying and showing every step.
    Replay(commands::replay::Args),
    /// Replays a record and prints every step as one line of JSON, for other programs.
    Trace(commands::trace::Args),
    /// Checks a position, plays actions from it and prints the result as JSON.
    Position(commands::position::Args),
    /// Analyzes a decision: the best actions, their chances of winning, and reasons.
    Analyze(commands::analyze::Args),
    /// Reviews a record: each player's chances, better actions, skill and luck.
    Review(commands::review::Args),
    /// Plays as an engine by the protocol of docs/reference/engines.md, or checks another engine against it.
    Engine(commands::engine::EngineArgs),
    /// Generates the key with which the server sends push notifications.
    #[cfg(feature = "push")]
    GeneratePushKey(commands::generate_push_key::Args),
    #[cfg(not(feature = "push"))]
    #[command(about = Feature::Push.help("Generates the key with which the server sends push notifications"))]
    GeneratePushKey(Anything),
    /// Creates a bot account: a token with which an external program joins tables.
    CreateBotAccount(commands::create_bot_account::Args),
}

/// The arguments of a command that this program was built without.
#[cfg(not(feature = "push"))]
#[derive(clap::Args, Debug)]
#[command(disable_help_flag = true)]
struct Anything {
    #[arg(hide = true, num_args = 0.., trailing_var_arg = true, allow_hyphen_values = true)]
    _arguments: Vec<std::ffi::OsString>,
}

fn main() -> ExitCode {
    server::set_version(version::PROGRAM);
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(error) => return usage::report(&error),
    };
    let lang = cli.lang.unwrap_or_else(usage::lang);
    let done = match &cli.command {
        None => serve::run(cli.serve.flags(), lang).map_err(Failure::Other),
        Some(Command::Serve(args)) => serve::run(args.flags(), lang).map_err(Failure::Other),
        Some(Command::Config(args)) => commands::config::run(args.flags()),
        Some(Command::Admin(args)) => commands::admin::run(args, lang),
        Some(Command::Backup(args)) => commands::backup::backup(args, lang),
        Some(Command::Restore(args)) => commands::backup::restore(args, lang),
        Some(Command::MigrateDatabase(args)) => commands::migrate_database::run(args, lang),
        Some(Command::Games(args)) => commands::games::run(args, lang),
        Some(Command::Simulate(args)) => commands::simulate::run(args, lang),
        Some(Command::Lab(args)) => commands::lab::run(args, lang),
        Some(Command::Replay(args)) => commands::replay::run(args, lang),
        Some(Command::Trace(args)) => commands::trace::run(args),
        Some(Command::Position(args)) => commands::position::run(args),
        Some(Command::Analyze(args)) => commands::analyze::run(args, lang),
        Some(Command::Review(args)) => commands::review::run(args, lang),
        Some(Command::Engine(args)) => commands::engine::run(args, lang),
        #[cfg(feature = "push")]
        Some(Command::GeneratePushKey(args)) => {
            push_key().and_then(|()| commands::generate_push_key::run(args))
        }
        #[cfg(not(feature = "push"))]
        Some(Command::GeneratePushKey(_)) => push_key(),
        Some(Command::CreateBotAccount(args)) => commands::create_bot_account::run(args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(lang),
    }
}

/// Returns an error for the command `generate-push-key` if this program was built without it.
fn push_key() -> Result<(), Failure> {
    Ok(features::need(LocalizedText::same("zashiki generate-push-key"), Feature::Push)?)
}
