//! Running other programs.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Command, Stdio};

use anyhow::{Context, Result, bail};

/// The root of the repository.
pub fn root() -> PathBuf {
    let xtask = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().map(PathBuf::from).unwrap_or(xtask)
}

/// The files in these folders that Git lists or would list, sorted; none where it keeps no list.
pub fn listed(folders: &[&str]) -> Option<Vec<String>> {
    let home = root();
    let home = home.to_str()?;
    let listed = ["-C", home, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--"];
    let files = program("git", &[&listed[..], folders].concat()).output()?;
    let mut files: Vec<String> = files.split_terminator('\0').map(str::to_owned).collect();
    files.sort();
    files.dedup();
    // A folder that somebody else's repository ignores has no list either.
    if files.is_empty() { None } else { Some(files) }
}

/// Where a release build leaves a program of ours.
pub fn release(name: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), PathBuf::from);
    target.join("release").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// A program about to be run.
pub struct Run {
    command: Command,
    shown: String,
}

/// A program and its arguments.
pub fn program(name: impl AsRef<OsStr>, args: &[&str]) -> Run {
    let shown = format!("{} {}", name.as_ref().to_string_lossy(), args.join(" "));
    let mut command = Command::new(name);
    command.args(args);
    Run { command, shown }
}

/// Cargo, the one that runs this task.
pub fn cargo(args: &[&str]) -> Run {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut run = program(cargo, args);
    run.shown = format!("cargo {}", args.join(" "));
    run
}

/// An npm command in the page's folder.
pub fn npm(args: &[&str]) -> Run {
    let mut run = program("npm", args);
    run.command.current_dir(root().join("web"));
    run
}

/// An npm command that leaves most of a busy machine to whatever runs beside it.
pub fn npm_aside(args: &[&str]) -> Run {
    if cfg!(not(unix)) {
        return npm(args);
    }
    let mut run = program("nice", &[&["-n", "5", "npm"], args].concat());
    run.command.current_dir(root().join("web"));
    run.shown = format!("npm {}", args.join(" "));
    run
}

impl Run {
    /// With an environment variable.
    pub fn env(mut self, key: &str, value: impl AsRef<OsStr>) -> Run {
        self.command.env(key, value);
        self
    }

    /// In another folder.
    pub fn within(mut self, folder: PathBuf) -> Run {
        self.command.current_dir(folder);
        self
    }

    /// Runs it, saying so first.
    ///
    /// # Errors
    /// When it cannot be started or fails.
    pub fn go(self) -> Result<()> {
        println!("\n=== {}", self.shown);
        self.quietly()
    }

    /// Runs it, saying so first, and hands over each line that it prints on the standard output
    /// as it comes; says whether it succeeded.
    ///
    /// # Errors
    /// When it cannot be started, or a line cannot be used.
    pub fn lines(mut self, mut each: impl FnMut(&str) -> Result<()>) -> Result<bool> {
        println!("\n=== {}", self.shown);
        let started = self.command.stdout(Stdio::piped()).spawn();
        let mut child = started.with_context(|| format!("cannot run {}", self.shown))?;
        let out = child.stdout.take().context("its output is piped")?;
        for line in BufReader::new(out).lines() {
            each(&line?)?;
        }
        Ok(child.wait()?.success())
    }

    /// Runs it with what it prints on the standard error output, for chores whose own output is
    /// what is asked for.
    ///
    /// # Errors
    /// When it cannot be started or fails.
    pub fn aside(mut self) -> Result<()> {
        eprintln!("\n=== {}", self.shown);
        self.command.stdout(std::io::stderr());
        self.quietly()
    }

    /// Runs it without saying so.
    ///
    /// # Errors
    /// When it cannot be started or fails.
    pub fn quietly(mut self) -> Result<()> {
        let status = self.command.status().with_context(|| format!("cannot run {}", self.shown))?;
        if !status.success() {
            bail!("{} failed ({status})", self.shown);
        }
        Ok(())
    }

    /// Runs it, with all that it prints added to a file.
    ///
    /// # Errors
    /// When it cannot be started or fails.
    pub fn into_file(mut self, mut file: &File) -> Result<()> {
        writeln!(file, "\n=== {}", self.shown)?;
        self.command.stdout(file.try_clone()?).stderr(file.try_clone()?);
        let status = self.command.status().with_context(|| format!("cannot run {}", self.shown))?;
        if !status.success() {
            bail!("{} failed ({status})", self.shown);
        }
        Ok(())
    }

    /// What it prints, if it can be run and succeeds.
    pub fn output(mut self) -> Option<String> {
        let output = self.command.output().ok().filter(|output| output.status.success())?;
        String::from_utf8(output.stdout).ok()
    }
}
