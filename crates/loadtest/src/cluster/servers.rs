//! The servers of a cluster, and the services they use.

use std::net::{Ipv4Addr, SocketAddr};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

use super::proxy::Proxy;
use super::services::{Nats, Postgres, free_port};
use crate::process::Process;

/// Number of servers in the cluster.
pub const SERVERS: usize = 3;
/// Minutes by which the clock of each server is wrong, if `faketime` is installed.
const CLOCK_ERRORS: [i32; SERVERS] = [0, 7, -4];
/// Library that changes the time that a program sees.
pub const FAKETIME: &str = "/usr/lib/x86_64-linux-gnu/faketime/libfaketime.so.1";

/// A server, and the proxy through which it reaches NATS.
pub struct Server {
    address: SocketAddr,
    process: Option<Process>,
    pub nats: Proxy,
}

impl Server {
    /// The server's process. Returns an error if the server is not running.
    pub fn process(&self) -> Result<&Process> {
        self.process.as_ref().context("the server is not running")
    }
}

/// Three servers with their services.
pub struct Cluster {
    /// True if the clocks of the servers differ by minutes.
    wrong_clocks: bool,
    programs: [PathBuf; SERVERS],
    // Fields are dropped in order: servers end before the services that they use.
    pub servers: Vec<Server>,
    pub postgres: Postgres,
    pub nats: Nats,
}

impl Cluster {
    /// Starts services and servers. Returns `None` if PostgreSQL or NATS is not installed.
    pub async fn new(
        program: &Path,
        third_program: Option<&Path>,
        wrong_clocks: bool,
    ) -> Result<Option<Cluster>> {
        let (Some(postgres), Some(nats)) = (Postgres::start().await?, Nats::start().await?) else {
            return Ok(None);
        };
        let mut programs = [const { PathBuf::new() }; SERVERS].map(|_| program.to_owned());
        programs[SERVERS - 1] = third_program.unwrap_or(program).to_owned();
        let mut cluster = Cluster { wrong_clocks, programs, postgres, nats, servers: Vec::new() };
        for number in 0..SERVERS {
            let address = SocketAddr::from((Ipv4Addr::LOCALHOST, free_port()?));
            let nats = Proxy::to(vec![cluster.nats.address()]).await?;
            cluster.servers.push(Server { address, process: None, nats });
            cluster.start(number).await?;
        }
        Ok(Some(cluster))
    }

    /// Addresses of the servers.
    pub fn addresses(&self) -> Vec<SocketAddr> {
        self.servers.iter().map(|server| server.address).collect()
    }

    /// Starts the server with this index.
    pub async fn start(&mut self, number: usize) -> Result<()> {
        let server = &self.servers[number];
        let (port, postgres) = (server.address.port().to_string(), self.postgres.address());
        let nats = self.nats.url(server.nats.address);
        let args = ["serve", "--port", &port, "--database", &postgres, "--nats", &nats];
        let mut environment = Vec::new();
        let error = CLOCK_ERRORS[number];
        if self.wrong_clocks && Path::new(FAKETIME).exists() && error != 0 {
            environment.push(("LD_PRELOAD", FAKETIME.to_owned()));
            environment.push(("FAKETIME", format!("{error:+}m")));
            environment.push(("DONT_FAKE_MONOTONIC", "1".to_owned()));
        }
        let program = &self.programs[number];
        let process = Process::start_with(program, &args, &environment).await?;
        self.servers[number].process = Some(process);
        Ok(())
    }

    /// Kills the server with this index by SIGKILL.
    pub async fn kill(&mut self, number: usize) -> Result<()> {
        self.servers[number].process.take().context("the server is not running")?.kill().await
    }
}
