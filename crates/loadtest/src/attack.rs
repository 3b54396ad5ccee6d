//! Attacks of strangers on our own server, on loopback, bounded in time and number: each measures what
//! a bystander experiences before it and during it. A new attack is a module with an [`Attack`], and a
//! line in [`ATTACKS`].

mod addresses;
mod bots;
mod deals;
mod lobby;
mod names;
mod play;
mod ratings;
mod readers;
mod reviews;
mod visitor;

use std::fmt::{self, Display, Formatter};
use std::net::SocketAddr;
use std::path::PathBuf;
use std::time::Duration;

use anyhow::{Context, Result, ensure};
use futures_util::future::LocalBoxFuture;
use serde::Serialize;
use serde_json::Value;
use tokio::time::timeout;

use crate::process::Process;
use crate::report;

/// All attacks.
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

/// The longest an attack may take, with what it prepares.
const LONGEST: Duration = Duration::from_secs(300);

/// An attack that can be played.
struct Attack {
    name: &'static str,
    /// What the attacker does.
    summary: &'static str,
    /// Settings of the server, as environment variables, besides the usual ones.
    settings: &'static [(&'static str, &'static str)],
    play: for<'a> fn(&'a Target) -> LocalBoxFuture<'a, Result<Report>>,
}

/// The server under attack.
struct Target {
    process: Process,
    address: SocketAddr,
    /// How long the attack lasts.
    lasts: Duration,
}

/// Which attack is played.
#[derive(clap::Args)]
pub struct AttackArgs {
    /// The attack; without it, all are listed.
    name: Option<String>,
    /// The program that serves.
    #[arg(long)]
    server: PathBuf,
    /// For how many seconds the attack lasts.
    #[arg(long, default_value_t = 15, value_parser = clap::value_parser!(u64).range(1..=120))]
    seconds: u64,
    /// For programs.
    #[arg(long)]
    json: bool,
}

/// Result of an attack.
#[derive(Default, Serialize)]
struct Report {
    attack: &'static str,
    /// What the bystander experiences.
    bystander: Vec<Row>,
    /// What the attacker did, and got.
    attacker: Vec<(&'static str, Value)>,
}

/// One thing that the bystander experiences.
#[derive(Serialize)]
struct Row {
    what: &'static str,
    before: Value,
    during: Value,
}

impl Report {
    fn row(&mut self, what: &'static str, before: impl Into<Value>, during: impl Into<Value>) {
        self.bystander.push(Row { what, before: before.into(), during: during.into() });
    }

    fn did(&mut self, what: &'static str, result: impl Into<Value>) {
        self.attacker.push((what, result.into()));
    }
}

impl Display for Report {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        writeln!(out, "{:<56}{:>12}{:>12}", self.attack, "before", "during")?;
        for Row { what, before, during } in &self.bystander {
            writeln!(out, "{what:<56}{:>12}{:>12}", shown(before), shown(during))?;
        }
        let lines = self.attacker.iter().map(|(what, result)| {
            let what = format!("attacker: {what}");
            format!("{what:<68}{:>12}", shown(result))
        });
        write!(out, "{}", lines.collect::<Vec<_>>().join("\n"))
    }
}

/// A figure in a table.
fn shown(value: &Value) -> String {
    match value {
        Value::Bool(true) => "yes".to_owned(),
        Value::Bool(false) => "no".to_owned(),
        Value::String(text) => text.clone(),
        Value::Number(number) if number.is_f64() => {
            format!("{:.2}", number.as_f64().unwrap_or_default())
        }
        other => other.to_string(),
    }
}

/// Starts a server with a new data folder and plays an attack on it.
///
/// # Errors
/// When there is no such attack, the server does not start, or a step of it fails that has to
/// succeed.
pub async fn attack(args: &AttackArgs) -> Result<()> {
    let names = ATTACKS.map(|attack| attack.name).join(", ");
    let Some(name) = &args.name else {
        for Attack { name, summary, .. } in ATTACKS {
            println!("{name:12}{summary}");
        }
        return Ok(());
    };
    let found = ATTACKS.into_iter().find(|attack| attack.name == name);
    let attack = found.with_context(|| format!("no attack \"{name}\"; there is: {names}"))?;
    let folder = tempfile::tempdir_in(args.server.parent().context("a program in a folder")?)?;
    let data = folder.path().to_str().context("a path that is no text")?;
    // What it refuses it would tell of in a line each.
    let quiet = ["--log-level", "error"];
    let words =
        ["serve", "--host", "127.0.0.1", "--port", "0", "--data-dir", data, "--trust-proxy"];
    let words = [&words[..], &quiet].concat();
    let settings: Vec<(&str, String)> =
        attack.settings.iter().map(|(name, value)| (*name, (*value).to_owned())).collect();
    let process = Process::start_with(&args.server, &words, &settings).await?;
    let address = process.address;
    ensure!(address.ip().is_loopback(), "attacks are for this machine alone");
    let target = Target { process, address, lasts: Duration::from_secs(args.seconds) };
    let played = timeout(LONGEST, (attack.play)(&target)).await;
    let played = played.context("the attack took too long")??;
    report::print(&Report { attack: attack.name, ..played }, args.json)
}
