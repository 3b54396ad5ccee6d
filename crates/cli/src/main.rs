//! The program `zashiki`: its command line and subcommands.

mod args;
mod chances;
mod commands;
mod failure;
mod features;
mod input;
mod lang;
mod log;
mod output;
mod progress;
mod runtime;
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

/// The allocator. mimalloc is faster than the system's allocator: every move allocates and frees dozens
/// of short strings.
#[global_allocator]
static MEMORY: mimalloc::MiMalloc = mimalloc::MiMalloc;

/// 座敷 Zashiki: Japanese tabletop games in the browser, bots that see no hidden information, and research
/// tools.
///
/// Without a command, runs the server like `zashiki serve`, whose help lists all settings.
#[derive(Parser, Debug)]
#[command(name = "zashiki", version = version::PROGRAM, long_version = version::LONG.as_str())]
struct Cli {
    #[command(subcommand)]
    command: Option<Command>,
    #[command(flatten)]
    serve: CommonFlags,
    /// Language of output and errors; without it that of the environment (LANG).
    #[arg(long, global = true, value_parser = lang::parser(), value_name = "LANG")]
    lang: Option<Lang>,
}

#[derive(Subcommand, Debug)]
enum Command {
    /// Runs the server: people create tables and play in the browser.
    Serve(ServeFlags),
    /// Prints the settings in effect as a settings file, with the source of each.
    Config(ServeFlags),
    /// Commands of the operator: tables, people, bans, networks, announcements, reports, the audit log.
    Admin(commands::admin::AdminArgs),
    /// Copies the database of a server to one file, also while it runs.
    Backup(commands::backup::BackupArgs),
    /// Restores a backup to the data folder of a stopped server.
    Restore(commands::backup::RestoreArgs),
    /// Copies all data of a stopped server to another database, and verifies the copy.
    MigrateDatabase(commands::migrate_database::Args),
    /// Lists the games and the bots.
    Games(commands::games::Args),
    /// Simulates games between bots and reports statistics.
    Simulate(commands::simulate::Args),
    /// Studies: the strength of bots, and the effects of a game's rules and components.
    Lab(commands::lab::LabArgs),
    /// Replays a record: verifies and shows every step.
    Replay(commands::replay::Args),
    /// Replays a record and prints every step as one line of JSON.
    Trace(commands::trace::Args),
    /// Checks a position, plays actions from it and prints the result as JSON.
    Position(commands::position::Args),
    /// Shows the board of a position or of a step of a record, as text or as a picture (SVG).
    Show(commands::show::Args),
    /// Analyzes a decision: the best actions, their chances of winning, and reasons.
    Analyze(commands::analyze::Args),
    /// Reviews a record: each player's chances, better actions, skill and luck.
    Review(commands::review::Args),
    /// Plays as an engine (docs/reference/engines.md describes the protocol), or checks another engine.
    Engine(commands::engine::Args),
    /// Generates the key that identifies the server to push services.
    #[cfg(feature = "push")]
    GeneratePushKey(commands::generate_push_key::Args),
    #[cfg(not(feature = "push"))]
    #[command(about = Feature::Push.help("Generates the key that identifies the server to push services"))]
    GeneratePushKey(AnyArguments),
    /// Creates a bot account, whose token an external program needs to join tables.
    CreateBotAccount(commands::create_bot_account::Args),
}

/// The arguments of a command that this program was built without.
#[cfg(not(feature = "push"))]
#[derive(clap::Args, Debug)]
#[command(disable_help_flag = true)]
struct AnyArguments {
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
    let result = match &cli.command {
        None => serve::run(cli.serve.flags(), lang),
        Some(Command::Serve(args)) => serve::run(args.flags(), lang),
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
        Some(Command::Show(args)) => commands::show::run(args, lang),
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
    match result {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(lang),
    }
}

/// Returns the error for the command `generate-push-key` if this program was built without push
/// notifications.
fn push_key() -> Result<(), Failure> {
    Ok(features::need(LocalizedText::same("zashiki generate-push-key"), Feature::Push)?)
}
