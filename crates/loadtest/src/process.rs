//! A server in a process of its own, so that what it uses can be told from what the load uses.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// A server that runs until this is dropped.
pub struct Process {
    child: Child,
    /// Where it listens.
    pub address: SocketAddr,
}

impl Process {
    /// Starts a program that prints one line ending with its `http://` address.
    ///
    /// # Errors
    /// When it cannot be started or prints no address.
    pub async fn start(program: &Path, args: &[&str]) -> Result<Process> {
        Process::start_with(program, args, &[]).await
    }

    /// The same in this environment besides.
    ///
    /// # Errors
    /// As of [`Process::start`].
    pub async fn start_with(
        program: &Path,
        args: &[&str],
        environment: &[(&str, String)],
    ) -> Result<Process> {
        let shown = program.display();
        let mut child = Command::new(program)
            .args(args)
            .envs(environment.iter().map(|(name, value)| (*name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("cannot run {shown}"))?;
        let out = child.stdout.take().context("its output is piped")?;
        let mut lines = BufReader::new(out).lines();
        loop {
            let line = lines.next_line().await?.with_context(|| format!("{shown} has ended"))?;
            if let Some((_, address)) = line.split_once("http://") {
                let address = address.trim().parse().with_context(|| line.clone())?;
                tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
                return Ok(Process { child, address });
            }
        }
    }

    /// Ends it at once: SIGKILL, with no chance to save anything.
    ///
    /// # Errors
    /// When it has ended by itself.
    pub async fn kill(&mut self) -> Result<()> {
        if let Some(ended) = self.child.try_wait()? {
            bail!("the server has ended by itself: {ended}");
        }
        Ok(self.child.kill().await?)
    }

    /// Stops it in its tracks, or lets it go on.
    ///
    /// # Errors
    /// When it has ended.
    pub async fn hold(&self, held: bool) -> Result<()> {
        let id = self.child.id().context("the server has ended")?.to_string();
        let signal = if held { "-STOP" } else { "-CONT" };
        let sent = Command::new("kill").args([signal, &id]).status().await?;
        if sent.success() { Ok(()) } else { bail!("kill {signal} failed: {sent}") }
    }

    /// The memory it holds, in bytes.
    ///
    /// # Errors
    /// Where the system does not say.
    pub fn memory(&self) -> Result<u64> {
        let status = self.read("status")?;
        let held = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let held =
            held.and_then(|held| held.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
        Ok(held.context("the system does not say how much memory a process holds")? * 1024)
    }

    /// The processor time it has used, in seconds.
    ///
    /// # Errors
    /// Where the system does not say.
    pub fn cpu(&self) -> Result<f64> {
        cpu_of(self.child.id().context("the server has ended")?)
    }

    fn read(&self, file: &str) -> Result<String> {
        let id = self.child.id().context("the server has ended")?;
        let path = format!("/proc/{id}/{file}");
        std::fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))
    }
}

/// The processor time that a process has used, in seconds.
///
/// # Errors
/// Where the system does not say.
pub fn cpu_of(process: u32) -> Result<f64> {
    let path = format!("/proc/{process}/stat");
    let stat = std::fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
    // What follows the name in brackets begins with the third field; user and system time
    // are the 14th and 15th, in hundredths of a second.
    let after = stat.rsplit_once(')').map_or("", |(_, after)| after);
    let fields: Vec<&str> = after.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field - 3)?.parse::<f64>().ok();
    let used = ticks(14).zip(ticks(15)).map(|(user, system)| (user + system) / 100.0);
    used.context("the system does not say how much processor time a process used")
}
