//! Three servers of one cluster on one PostgreSQL and one NATS of their own, behind a balancer.

mod measure;
mod proxy;
mod services;

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};
use std::process::ExitStatus;
use std::time::Duration;

use anyhow::{Context, Result, bail};

use crate::faults;
use crate::process::Process;
use crate::report;
pub use proxy::{Proxy, Way};
use services::{Nats, Postgres, free_port};

/// How many servers there are.
const SERVERS: usize = 3;
/// By how many minutes the clock of each is wrong, where that can be done.
const WRONG: [i32; SERVERS] = [0, 7, -4];
/// What tells a program a wrong time.
const FAKETIME: &str = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

/// Three servers by hand, or under faults.
#[derive(clap::Args)]
pub struct ClusterArgs {
    /// The program that serves.
    #[arg(long)]
    server: PathBuf,
    /// Another program, such as that of another version, for one of the servers.
    #[arg(long)]
    other: Option<PathBuf>,
    /// For how many seconds things go wrong while people and bots play; without it the servers
    /// wait for you.
    #[arg(long)]
    faults: Option<u64>,
    /// For how many seconds each of one server on SQLite, one on PostgreSQL and three is measured.
    #[arg(long, conflicts_with = "faults")]
    load: Option<u64>,
    /// How many tables of each kind are played at under faults (2), and in all under load (100).
    #[arg(long)]
    tables: Option<usize>,
    /// From which the faults follow.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// For programs.
    #[arg(long)]
    json: bool,
}

/// A program that is run while the services are there.
#[derive(clap::Args)]
pub struct ServicesArgs {
    /// The program and its arguments. It finds PostgreSQL at `ZASHIKI_TEST_POSTGRES` and NATS at
    /// `ZASHIKI_TEST_NATS`.
    #[arg(trailing_var_arg = true, required = true)]
    command: Vec<String>,
}

/// Runs a program with services of its own. Without them it says what is left out.
///
/// # Errors
/// When a service does not start, or the program fails.
pub async fn with_services(args: &ServicesArgs) -> Result<()> {
    let (postgres, nats) = (Postgres::start().await?, Nats::start().await?);
    let Some(postgres) = postgres else {
        println!("Left out, since PostgreSQL is not installed: {}", args.command.join(" "));
        return Ok(());
    };
    let mut command = tokio::process::Command::new(&args.command[0]);
    command.args(&args.command[1..]).env("ZASHIKI_TEST_POSTGRES", postgres.address());
    match &nats {
        Some(nats) => drop(command.env("ZASHIKI_TEST_NATS", nats.url(nats.address()))),
        None => println!("NATS is not installed: servers hear each other within the process."),
    }
    let ended: ExitStatus = command.status().await?;
    if ended.success() { Ok(()) } else { bail!("{} failed: {ended}", args.command.join(" ")) }
}

/// A server, and the way to it of the bus.
pub struct Server {
    address: SocketAddr,
    process: Option<Process>,
    pub bus: Proxy,
}

impl Server {
    /// Its process.
    ///
    /// # Errors
    /// When it does not run.
    pub fn process(&self) -> Result<&Process> {
        self.process.as_ref().context("the server does not run")
    }
}

/// Three servers.
pub struct Cluster {
    /// Whether the clocks of the servers are minutes apart.
    wrong_times: bool,
    programs: [PathBuf; SERVERS],
    // They end before what they need does.
    pub servers: Vec<Server>,
    pub postgres: Postgres,
    pub nats: Nats,
}

impl Cluster {
    /// Starts all of it. None where PostgreSQL or NATS is not installed.
    async fn new(
        program: &Path,
        other: Option<&Path>,
        wrong_times: bool,
    ) -> Result<Option<Cluster>> {
        let (Some(postgres), Some(nats)) = (Postgres::start().await?, Nats::start().await?) else {
            return Ok(None);
        };
        let mut programs = [const { PathBuf::new() }; SERVERS].map(|_| program.to_owned());
        programs[SERVERS - 1] = other.unwrap_or(program).to_owned();
        let mut cluster = Cluster { wrong_times, programs, postgres, nats, servers: Vec::new() };
        for number in 0..SERVERS {
            let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
            let bus = Proxy::to(vec![cluster.nats.address()], 0).await?;
            cluster.servers.push(Server { address, process: None, bus });
            cluster.start(number).await?;
        }
        Ok(Some(cluster))
    }

    /// Where the servers listen.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.servers.iter().map(|server| server.address).collect()
    }

    /// Starts a server.
    ///
    /// # Errors
    /// When it does not start.
    pub async fn start(&mut self, number: usize) -> Result<()> {
        let server = &self.servers[number];
        let (port, postgres) = (server.address.port().to_string(), self.postgres.address());
        let bus = self.nats.url(server.bus.address);
        let args = ["serve", "--port", &port, "--database", &postgres, "--nats", &bus];
        let mut environment = Vec::new();
        if self.wrong_times && Path::new(FAKETIME).exists() && WRONG[number] != 0 {
            environment.push(("LD_PRELOAD", FAKETIME.to_owned()));
            environment.push(("FAKETIME", format!("{:+}m", WRONG[number])));
            environment.push(("DONT_FAKE_MONOTONIC", "1".to_owned()));
        }
        let program = &self.programs[number];
        let process = Process::start_with(program, &args, &environment).await?;
        self.servers[number].process = Some(process);
        Ok(())
    }

    /// Kills a server.
    ///
    /// # Errors
    /// When it does not run.
    pub async fn kill(&mut self, number: usize) -> Result<()> {
        self.servers[number].process.take().context("the server does not run")?.kill().await
    }
}

/// Starts three servers, and waits or has things go wrong.
///
/// # Errors
/// When something does not start, or anything was lost, doubled or stuck.
pub async fn cluster(args: &ClusterArgs) -> Result<()> {
    let Some(mut cluster) =
        Cluster::new(&args.server, args.other.as_deref(), args.faults.is_some()).await?
    else {
        println!(
            "Left out: three servers need PostgreSQL and nats-server, and one is not installed."
        );
        return Ok(());
    };
    if args.faults.is_some() && !Path::new(FAKETIME).exists() {
        println!("Left out, since faketime is not installed: clocks that are minutes apart.");
    }
    if let Some(seconds) = args.faults {
        let lasts = Duration::from_secs(seconds);
        let tables = args.tables.unwrap_or(2);
        let report = faults::run(&mut cluster, lasts, tables, args.seed).await?;
        return report::print(&report, args.json);
    }
    if let Some(seconds) = args.load {
        let tables = args.tables.unwrap_or(100);
        let report = measure::measure(&args.server, cluster, tables, seconds).await?;
        return report::print(&report, args.json);
    }
    let balancer = Proxy::to(cluster.addresses(), 0).await?;
    println!("Three servers:");
    for server in &cluster.servers {
        println!("  http://{}", server.address);
    }
    println!(
        "PostgreSQL is at {}, NATS at {}.",
        cluster.postgres.address(),
        cluster.nats.address()
    );
    println!("Play at http://{}, behind a balancer. Ctrl-C ends all of it.", balancer.address);
    tokio::signal::ctrl_c().await?;
    Ok(())
}
