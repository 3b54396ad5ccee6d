//! Servers in separate processes, whose processor time and memory are measured apart from those of the
//! load.

use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;

use anyhow::{Context, Result, bail};
use tempfile::TempDir;
use tokio::io::{AsyncBufReadExt, BufReader};
use tokio::process::{Child, Command};

/// A server process, which is killed on drop.
pub struct Process {
    child: Child,
    /// Address of the server.
    pub address: SocketAddr,
}

impl Process {
    /// Starts the Zashiki server on a free port with this data folder.
    pub async fn serve(program: &Path, data: &Path) -> Result<Process> {
        Process::start(program, &["serve", "--port", "0", "--data-dir", text(data)?]).await
    }

    /// Starts a program that prints a line ending with its `http://` address.
    pub async fn start(program: &Path, args: &[&str]) -> Result<Process> {
        Process::start_with(program, args, &[]).await
    }

    /// Starts a program like [`Process::start`], with additional environment variables.
    pub async fn start_with(
        program: &Path,
        args: &[&str],
        environment: &[(&str, String)],
    ) -> Result<Process> {
        let name = program.display();
        let mut child = Command::new(program)
            .args(args)
            .envs(environment.iter().map(|(name, value)| (*name, value)))
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .with_context(|| format!("cannot run {name}"))?;
        let stdout = child.stdout.take().context("the output is piped")?;
        let mut lines = BufReader::new(stdout).lines();
        loop {
            let line = lines.next_line().await?.with_context(|| format!("{name} has exited"))?;
            if let Some((_, address)) = line.split_once("http://") {
                let address = address.trim().parse().with_context(|| line.clone())?;
                // Reads on, so that the server never blocks on a full pipe.
                tokio::spawn(async move { while let Ok(Some(_)) = lines.next_line().await {} });
                return Ok(Process { child, address });
            }
        }
    }

    /// Kills the process by SIGKILL. Returns an error if it had exited before.
    pub async fn kill(&mut self) -> Result<()> {
        if let Some(status) = self.child.try_wait()? {
            bail!("the server has exited by itself: {status}");
        }
        Ok(self.child.kill().await?)
    }

    /// Suspends the process by SIGSTOP, or resumes it by SIGCONT.
    pub async fn suspend(&self, suspended: bool) -> Result<()> {
        let id = self.id()?.to_string();
        let signal = if suspended { "-STOP" } else { "-CONT" };
        let status = Command::new("kill").args([signal, &id]).status().await?;
        if status.success() { Ok(()) } else { bail!("kill {signal} failed: {status}") }
    }

    /// Resident memory, in bytes.
    pub fn memory(&self) -> Result<u64> {
        let path = format!("/proc/{}/status", self.id()?);
        let status =
            std::fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
        let resident = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
        let kilobytes =
            resident.and_then(|it| it.trim().strip_suffix(" kB")?.trim().parse::<u64>().ok());
        Ok(kilobytes.with_context(|| format!("no VmRSS in {path}"))? * 1024)
    }

    /// Processor time used so far, in seconds.
    pub fn cpu(&self) -> Result<f64> {
        cpu_of(self.id()?)
    }

    fn id(&self) -> Result<u32> {
        self.child.id().context("the server has exited")
    }
}

/// Processor time that the process with this id has used so far, in seconds.
pub fn cpu_of(process: u32) -> Result<f64> {
    let path = format!("/proc/{process}/stat");
    let stat = std::fs::read_to_string(&path).with_context(|| format!("cannot read {path}"))?;
    // The third field follows the name in parentheses. User and system time are the 14th and 15th, in
    // hundredths of a second.
    let after_name = stat.rsplit_once(')').map_or("", |(_, after)| after);
    let fields: Vec<&str> = after_name.split_whitespace().collect();
    let ticks = |field: usize| fields.get(field - 3)?.parse::<f64>().ok();
    let seconds = ticks(14).zip(ticks(15)).map(|(user, system)| (user + system) / 100.0);
    seconds.with_context(|| format!("no processor time in {path}"))
}

/// A temporary data folder next to the program. It is on the disk of the build, because the folder for
/// temporary files may be in memory.
pub fn data_folder(program: &Path) -> Result<TempDir> {
    Ok(tempfile::tempdir_in(program.parent().unwrap_or(Path::new(".")))?)
}

/// The path as text. Returns an error if it is not UTF-8.
pub fn text(path: &Path) -> Result<&str> {
    path.to_str().with_context(|| format!("{} is not UTF-8", path.display()))
}
