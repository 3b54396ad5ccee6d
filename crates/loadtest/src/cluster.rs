//! `loadtest cluster`: three servers of one cluster with a temporary PostgreSQL and a temporary NATS, for use
//! by hand, under load or under faults; and `loadtest services`, which runs a program with such services.

mod faults;
mod measure;
mod proxy;
mod servers;
mod services;

use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Result, bail};
use tokio::process::Command;

use crate::output;
use proxy::Proxy;
use servers::{Cluster, FAKETIME};
use services::{Nats, Postgres};

/// Default of `--tables` with `--faults`: the number of tables of each kind.
const FAULT_TABLES: usize = 2;
/// Default of `--tables` with `--load`: the total number of tables.
const LOAD_TABLES: usize = 100;

#[derive(clap::Args)]
pub struct ClusterArgs {
    /// Program of the servers.
    #[arg(long)]
    server: PathBuf,
    /// Program of the third server, such as another version.
    #[arg(long)]
    other: Option<PathBuf>,
    /// Inject faults for this number of seconds while clients and bots play. Without --faults and --load
    /// the servers run until Ctrl-C.
    #[arg(long)]
    faults: Option<u64>,
    /// Measure one server with SQLite, one with PostgreSQL and three servers, for this number of seconds
    /// each.
    #[arg(long, conflicts_with = "faults")]
    load: Option<u64>,
    /// Number of tables: of each kind under faults (2), in all under load (100).
    #[arg(long)]
    tables: Option<usize>,
    /// RNG seed of the faults.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

#[derive(clap::Args)]
pub struct ServicesArgs {
    /// Program and arguments. The environment variables `ZASHIKI_TEST_POSTGRES` and `ZASHIKI_TEST_NATS`
    /// contain the addresses of the services.
    #[arg(trailing_var_arg = true, required = true)]
    command: Vec<String>,
}

/// Runs a program with temporary services. Skips the program if PostgreSQL is not installed. Returns an
/// error if the program fails.
pub async fn run_with_services(args: &ServicesArgs) -> Result<()> {
    let (postgres, nats) = (Postgres::start().await?, Nats::start().await?);
    let Some(postgres) = postgres else {
        println!("Left out, since PostgreSQL is not installed: {}", args.command.join(" "));
        return Ok(());
    };
    let mut command = Command::new(&args.command[0]);
    command.args(&args.command[1..]).env("ZASHIKI_TEST_POSTGRES", postgres.address());
    match &nats {
        Some(nats) => drop(command.env("ZASHIKI_TEST_NATS", nats.url(nats.address()))),
        None => println!("NATS is not installed: servers exchange messages within the process."),
    }
    let status = command.status().await?;
    if status.success() { Ok(()) } else { bail!("{} failed: {status}", args.command.join(" ")) }
}

/// Starts three servers and uses them as the arguments say. Does nothing if PostgreSQL or NATS is not
/// installed.
pub async fn run(args: &ClusterArgs) -> Result<()> {
    let wrong_clocks = args.faults.is_some();
    let cluster = Cluster::new(&args.server, args.other.as_deref(), wrong_clocks).await?;
    let Some(mut cluster) = cluster else {
        println!(
            "Left out: three servers need PostgreSQL and nats-server, and one is not installed."
        );
        return Ok(());
    };
    if let Some(seconds) = args.faults {
        if !Path::new(FAKETIME).exists() {
            println!("Left out, since faketime is not installed: clocks that are minutes apart.");
        }
        let duration = Duration::from_secs(seconds);
        let tables = args.tables.unwrap_or(FAULT_TABLES);
        let report = faults::run(&mut cluster, duration, tables, args.seed).await?;
        return output::print(&report, args.json);
    }
    if let Some(seconds) = args.load {
        let tables = args.tables.unwrap_or(LOAD_TABLES);
        let report = measure::measure(&args.server, cluster, tables, seconds).await?;
        return output::print(&report, args.json);
    }
    serve(&cluster).await
}

/// Serves until Ctrl-C, behind a load balancer.
async fn serve(cluster: &Cluster) -> Result<()> {
    let balancer = Proxy::to(cluster.addresses()).await?;
    println!("Three servers:");
    for address in cluster.addresses() {
        println!("  http://{address}");
    }
    println!("PostgreSQL: {}. NATS: {}.", cluster.postgres.address(), cluster.nats.address());
    println!("Load balancer: http://{}. Ctrl-C stops everything.", balancer.address);
    tokio::signal::ctrl_c().await?;
    Ok(())
}
