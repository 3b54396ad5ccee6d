//! `cargo xtask deploy`: tests the files in `deploy` by starting the systemd unit and the container. Prints
//! the reason for each that this machine cannot start.

use std::path::Path;
use std::thread::sleep;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};

use crate::run::{cargo, program, release, root};

/// Maximum time until a started server reports that it is healthy.
const PATIENCE: Duration = Duration::from_secs(120);
/// Maximum exposure level of the service as computed by `systemd-analyze security`, out of 100.
const EXPOSURE: &str = "--threshold=20";
/// Name of the systemd unit and of the container in these tests.
const NAME: &str = "zashiki-try";

/// Starts and stops the systemd unit and the container.
pub fn deploy() -> Result<()> {
    unit()?;
    container()
}

fn unit() -> Result<()> {
    if program("systemd-analyze", &["--version"]).output().is_none() {
        println!("systemd unit: skipped, since systemd-analyze is not installed");
        return Ok(());
    }
    cargo(&["build", "--release", "--package", "cli"]).go()?;
    let text = std::fs::read_to_string(root().join("deploy/zashiki.service"))?;
    let server = release("zashiki");
    let server = server.to_str().context("a path that is no text")?;
    let text = text.replace("/usr/local/bin/zashiki", server);
    let folder = root().join("target/deploy");
    std::fs::create_dir_all(&folder)?;
    let file = folder.join(format!("{NAME}.service"));
    std::fs::write(&file, text)?;
    let file = file.to_str().context("a path that is no text")?;
    program("systemd-analyze", &["verify", "--man=no", file]).go()?;
    program("systemd-analyze", &["security", "--offline=yes", EXPOSURE, "--no-pager", file])
        .go()?;
    if !Path::new("/run/systemd/system").exists() {
        println!("systemd unit: valid; not started, since this machine does not run systemd");
        return Ok(());
    }
    if program("id", &["-u"]).output().is_none_or(|id| id.trim() != "0") {
        println!("systemd unit: valid; not started, since that needs root");
        return Ok(());
    }
    // In /run, so that it is gone after a restart of the machine.
    let installed = format!("/run/systemd/system/{NAME}.service");
    let unit = std::fs::read_to_string(file)?
        .replace("/etc/zashiki/zashiki.toml", "")
        .replace("%S/zashiki", &format!("%S/{NAME} ZASHIKI_PORT=7797"))
        .replace("StateDirectory=zashiki zashiki-backups", &format!("StateDirectory={NAME}"))
        // The program is in the home folder of the user who built it.
        .replace("ProtectHome=yes", "ProtectHome=no");
    std::fs::write(&installed, unit)?;
    program("systemctl", &["daemon-reload"]).go()?;
    let started = program("systemctl", &["start", NAME]).go().and_then(|()| {
        let asked = || program("curl", &["-fsS", "http://127.0.0.1:7797/readyz"]).output();
        until_healthy("the unit", || asked().is_some())
    });
    program("systemctl", &["stop", NAME]).go()?;
    std::fs::remove_file(installed)?;
    program("systemctl", &["daemon-reload"]).go()?;
    started?;
    println!("systemd unit: started, ready, stopped");
    Ok(())
}

fn container() -> Result<()> {
    let able = |engine: &&str| program(engine, &["info"]).output().is_some();
    let Some(engine) = ["podman", "docker"].into_iter().find(able) else {
        println!("container: skipped, since neither podman nor docker can run containers here");
        return Ok(());
    };
    let commit = program("git", &["rev-parse", "--short=10", "HEAD"]).output().unwrap_or_default();
    let commit = format!("ZASHIKI_COMMIT={}", commit.trim());
    let build = ["build", "--file", "deploy/Containerfile", "--build-arg", &commit];
    program(engine, &[&build[..], &["--tag", NAME, "."]].concat()).go()?;
    let run = ["run", "--detach", "--rm", "--name", NAME, "--read-only", "--cap-drop", "all"];
    let bounds =
        ["--security-opt", "no-new-privileges", "--memory", "2g", "--pids-limit", "1024", NAME];
    program(engine, &[&run[..], &bounds].concat()).go()?;
    let healthy = until_healthy("the container", || {
        let state = ["inspect", "--format", "{{.State.Health.Status}}", NAME];
        program(engine, &state).output().is_some_and(|state| state.trim() == "healthy")
    });
    program(engine, &["stop", NAME]).go()?;
    healthy?;
    println!("container: built, healthy, stopped");
    Ok(())
}

fn until_healthy(what: &str, healthy: impl Fn() -> bool) -> Result<()> {
    let since = Instant::now();
    while !healthy() {
        if since.elapsed() > PATIENCE {
            bail!("{what} was not healthy within {} s", PATIENCE.as_secs());
        }
        sleep(Duration::from_secs(1));
    }
    Ok(())
}
