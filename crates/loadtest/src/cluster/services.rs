//! Temporary services: PostgreSQL and NATS on free ports, with a temporary folder.

use std::net::{Ipv4Addr, SocketAddr, TcpListener};
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::time::Duration;

use anyhow::{Context, Result, bail};
use tempfile::TempDir;
use tokio::net::TcpStream;
use tokio::process::{Child, Command};
use tokio::time::{Instant, sleep};

use crate::process::cpu_of;

/// Maximum time to wait for the start of a service.
const START_TIMEOUT: Duration = Duration::from_secs(30);
/// The user as whom PostgreSQL runs if this program runs as root, because PostgreSQL refuses to run as
/// root.
const USER: &str = "postgres";

/// User name for the connection to NATS.
const NATS_USER: &str = "zashiki";
const NATS_PASSWORD: &str = "p@ss/word";
/// User name and password for the connection to NATS, percent-encoded for a URL.
const NATS_USER_INFO: &str = "zashiki:p%40ss%2Fword";

/// PostgreSQL in a temporary folder. It stops on drop.
pub struct Postgres {
    programs: PathBuf,
    data: PathBuf,
    port: u16,
    /// True if PostgreSQL runs as [`USER`].
    as_user: bool,
    _folder: TempDir,
}

impl Postgres {
    /// Creates and starts a database. Returns `None` if PostgreSQL is not installed.
    pub async fn start() -> Result<Option<Postgres>> {
        let Some(programs) = programs() else { return Ok(None) };
        let folder = tempfile::tempdir()?;
        let as_user = is_root()?;
        if as_user {
            let folder = folder.path().to_str().context("the path is not UTF-8")?;
            run(Command::new("chown").args([USER, folder])).await?;
        }
        let data = folder.path().join("data");
        let postgres = Postgres { programs, data, port: free_port()?, as_user, _folder: folder };
        let data = postgres.data.to_str().context("the path is not UTF-8")?;
        let init = ["-D", data, "-U", USER, "-A", "trust", "-E", "UTF8", "--no-locale"];
        run(postgres.command("initdb").args(init)).await?;
        postgres.control("start").await?;
        Ok(Some(postgres))
    }

    /// URL of the database.
    pub fn address(&self) -> String {
        format!("postgres://{USER}@127.0.0.1:{}/postgres", self.port)
    }

    /// Processor time of all running processes of PostgreSQL, in seconds.
    pub fn cpu(&self) -> Result<f64> {
        let first = std::fs::read_to_string(self.data.join("postmaster.pid"))?;
        let first: u32 = first.lines().next().unwrap_or_default().parse()?;
        let children = format!("/proc/{first}/task/{first}/children");
        let children = std::fs::read_to_string(&children)?;
        let all = children.split_whitespace().filter_map(|child| child.parse().ok());
        // A process that has just exited does not count.
        Ok(all.filter_map(|child| cpu_of(child).ok()).sum::<f64>() + cpu_of(first)?)
    }

    /// Stops PostgreSQL without a checkpoint, as after a failure of the machine, and starts it again.
    pub async fn restart(&self) -> Result<()> {
        self.control("stop").await?;
        self.control("start").await
    }

    async fn control(&self, action: &str) -> Result<()> {
        let data = self.data.to_str().context("the path is not UTF-8")?;
        let log = self.data.join("log.txt");
        let options = format!(
            "-p {} -c listen_addresses=127.0.0.1 -c max_connections=400 -k {data}",
            self.port
        );
        let mut command = self.command("pg_ctl");
        command.args(["-D", data, "-w", "-s", "-m", "immediate", "-l"]).arg(log);
        run(command.args(["-o", &options, action])).await
    }

    fn command(&self, program: &str) -> Command {
        let program = self.programs.join(program);
        if !self.as_user {
            return Command::new(program);
        }
        let mut command = Command::new("runuser");
        command.args(["-u", USER, "--"]).arg(program);
        command.current_dir("/");
        command
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        let stop = self
            .command("pg_ctl")
            .into_std()
            .args(["-s", "-m", "immediate", "-D"])
            .arg(&self.data)
            .arg("stop")
            .status();
        if let Err(error) = stop {
            eprintln!("PostgreSQL was not stopped: {error}");
        }
    }
}

/// A NATS server. It stops when this value is dropped.
pub struct Nats {
    port: u16,
    child: Child,
}

impl Nats {
    /// Starts a NATS server. Returns `None` if NATS is not installed.
    pub async fn start() -> Result<Option<Nats>> {
        let port = free_port()?;
        match Nats::spawn(port) {
            Ok(child) => {
                let nats = Nats { port, child };
                nats.wait().await?;
                Ok(Some(nats))
            }
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
            Err(error) => Err(error).context("cannot run nats-server"),
        }
    }

    fn spawn(port: u16) -> std::io::Result<Child> {
        let port = port.to_string();
        Command::new("nats-server")
            .args(["-a", "127.0.0.1", "-p", &port, "--user", NATS_USER, "--pass", NATS_PASSWORD])
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn()
    }

    async fn wait(&self) -> Result<()> {
        let until = Instant::now() + START_TIMEOUT;
        while TcpStream::connect(self.address()).await.is_err() {
            if Instant::now() > until {
                bail!("nats-server does not listen");
            }
            sleep(Duration::from_millis(20)).await;
        }
        Ok(())
    }

    /// Address of the NATS server.
    pub fn address(&self) -> SocketAddr {
        SocketAddr::from((Ipv4Addr::LOCALHOST, self.port))
    }

    /// URL with user name and password for a client that reaches NATS at this address.
    pub fn url(&self, address: SocketAddr) -> String {
        format!("nats://{NATS_USER_INFO}@{address}")
    }

    /// Processor time that NATS has used so far, in seconds.
    pub fn cpu(&self) -> Result<f64> {
        cpu_of(self.child.id().context("nats-server has exited")?)
    }

    /// Kills NATS and starts it again.
    pub async fn restart(&mut self) -> Result<()> {
        self.child.kill().await?;
        self.child = Nats::spawn(self.port)?;
        self.wait().await
    }
}

/// A port that is free now.
pub fn free_port() -> Result<u16> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?.port())
}

/// Folder of PostgreSQL's server programs, which Debian does not put in `PATH`; `None` if there is none.
fn programs() -> Option<PathBuf> {
    let versions = std::fs::read_dir("/usr/lib/postgresql").into_iter().flatten();
    let mut folders: Vec<PathBuf> =
        versions.filter_map(|version| Some(version.ok()?.path().join("bin"))).collect();
    folders.sort();
    folders.reverse();
    let path = std::env::var_os("PATH").unwrap_or_default();
    folders.extend(std::env::split_paths(&path));
    folders.into_iter().find(|folder| folder.join("initdb").is_file())
}

fn is_root() -> Result<bool> {
    use std::os::unix::fs::MetadataExt as _;
    Ok(Path::new("/proc/self").metadata()?.uid() == 0)
}

async fn run(command: &mut Command) -> Result<()> {
    let name = format!("{command:?}");
    // A service that the command starts keeps pipes open, so the command must not have any.
    let status = command.stdin(Stdio::null()).stdout(Stdio::null()).status().await;
    let status = status.with_context(|| format!("cannot run {name}"))?;
    if !status.success() {
        bail!("{name} failed: {status}");
    }
    Ok(())
}
