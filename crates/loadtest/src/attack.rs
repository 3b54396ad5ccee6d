//! `loadtest attack`: simulated attacks by a stranger on a server of this machine, limited in time and
//! number. Each measures the service that a bystander (an ordinary user) gets before and during the
//! attack. A new attack is a module with an [`Attack`] and a line in [`ATTACKS`].

mod addresses;
mod bots;
mod deals;
mod lobby;
mod names;
mod player;
mod ratings;
mod readers;
mod report;
mod reviews;
mod target;
mod visitor;

use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use tokio::time::timeout;

use crate::output;
use crate::process::{Process, data_folder, text};
use target::{Attack, Target};

const ATTACKS: [&Attack; 8] = [
    &addresses::ATTACK,
    &bots::ATTACK,
    &deals::ATTACK,
    &lobby::ATTACK,
    &names::ATTACK,
    &ratings::ATTACK,
    &readers::ATTACK,
    &reviews::ATTACK,
];

/// Maximum duration of an attack, including its preparation.
const TIMEOUT: Duration = Duration::from_secs(300);

#[derive(clap::Args)]
pub struct AttackArgs {
    /// Name of the attack. Without it, all attacks are listed.
    name: Option<String>,
    /// Program of the server.
    #[arg(long)]
    server: PathBuf,
    /// Duration of the attack, in seconds.
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..=120))]
    seconds: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// Starts a server with a new data folder, runs an attack on it and prints the report.
pub async fn run(args: &AttackArgs) -> Result<()> {
    let Some(name) = &args.name else {
        for Attack { name, summary, .. } in ATTACKS {
            println!("{name:12}{summary}");
        }
        return Ok(());
    };
    let names = ATTACKS.map(|attack| attack.name).join(", ");
    let found = ATTACKS.into_iter().find(|attack| attack.name == name);
    let attack = found.with_context(|| format!("no attack \"{name}\"; there are: {names}"))?;
    let folder = data_folder(&args.server)?;
    let arguments = [
        "serve",
        "--host",
        "127.0.0.1",
        "--port",
        "0",
        "--data-dir",
        text(folder.path())?,
        "--trust-proxy",
        // At lower levels the server logs every refused request.
        "--log-level",
        "error",
    ];
    let settings: Vec<(&str, String)> =
        attack.settings.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    let process = Process::start_with(&args.server, &arguments, &settings).await?;
    let address = process.address;
    ensure!(address.ip().is_loopback(), "attacks run only against this machine");
    let target = Target { process, address, duration: Duration::from_secs(args.seconds) };
    let report = timeout(TIMEOUT, (attack.run)(&target)).await;
    let mut report = report.context("the attack took too long")??;
    report.attack = attack.name;
    output::print(&report, args.json)
}
