//! Execution of other programs.

use std::ffi::OsStr;
use std::fs::File;
use std::io::{BufRead as _, BufReader, Write as _};
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use anyhow::{Context, Result, bail};

/// The root folder of the repository.
pub fn root() -> PathBuf {
    let xtask = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    xtask.parent().map(PathBuf::from).unwrap_or(xtask)
}

/// The files in these folders that Git tracks or would track (it does not ignore them), sorted; `None`
/// outside a repository.
pub fn listed(folders: &[&str]) -> Option<Vec<String>> {
    let home = root();
    let home = home.to_str()?;
    let listed = ["-C", home, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--"];
    let files = program("git", &[&listed[..], folders].concat()).output()?;
    let mut files: Vec<String> = files.split_terminator('\0').map(str::to_owned).collect();
    files.sort();
    files.dedup();
    // In a folder that a repository ignores Git lists no files either.
    if files.is_empty() { None } else { Some(files) }
}

/// The path at which a release build puts the program with this name.
pub fn release(name: &str) -> PathBuf {
    let target = std::env::var_os("CARGO_TARGET_DIR").map_or(root().join("target"), PathBuf::from);
    target.join("release").join(format!("{name}{}", std::env::consts::EXE_SUFFIX))
}

/// A command to run: a program and its arguments.
pub struct Run {
    command: Command,
    shown: String,
}

/// A command that runs the program `name`.
pub fn program(name: impl AsRef<OsStr>, args: &[&str]) -> Run {
    let shown = format!("{} {}", name.as_ref().to_string_lossy(), args.join(" "));
    let mut command = Command::new(name);
    command.args(args);
    Run { command, shown }
}

/// A command of Cargo: of the same Cargo executable that started this program, if there is one.
pub fn cargo(args: &[&str]) -> Run {
    let cargo = std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into());
    let mut run = program(cargo, args);
    run.shown = format!("cargo {}", args.join(" "));
    run
}

/// A command of npm, run in the page's folder.
pub fn npm(args: &[&str]) -> Run {
    let mut run = program("npm", args);
    run.command.current_dir(root().join("web"));
    run
}

/// A command of npm, run in the page's folder with low priority, while other parts run in parallel.
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
    /// Sets an environment variable of the command.
    pub fn env(mut self, key: &str, value: impl AsRef<OsStr>) -> Run {
        self.command.env(key, value);
        self
    }

    /// Sets the working directory of the command.
    pub fn within(mut self, folder: PathBuf) -> Run {
        self.command.current_dir(folder);
        self
    }

    /// Prints the command and runs it.
    ///
    /// # Errors
    /// Returns an error if the command cannot be started or fails.
    pub fn go(self) -> Result<()> {
        println!("\n=== {}", self.shown);
        self.quietly()
    }

    /// Prints the command, runs it and calls `each` with each line of its standard output as it is printed.
    /// Returns true if it succeeded.
    ///
    /// # Errors
    /// Returns an error if the command cannot be started, or if `each` fails.
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

    /// Starts the command and waits for the first line of its standard output.
    ///
    /// # Errors
    /// Returns an error if the command cannot be started or its output cannot be read.
    pub fn start(mut self) -> Result<(Child, String)> {
        let started = self.command.stdout(Stdio::piped()).spawn();
        let mut child = started.with_context(|| format!("cannot run {}", self.shown))?;
        let out = child.stdout.take().context("its output is piped")?;
        let mut line = String::new();
        BufReader::new(out).read_line(&mut line)?;
        Ok((child, line))
    }

    /// Runs the command with its output redirected to standard error, so that standard output has only the
    /// result of the task.
    ///
    /// # Errors
    /// Returns an error if the command cannot be started or fails.
    pub fn aside(mut self) -> Result<()> {
        eprintln!("\n=== {}", self.shown);
        self.command.stdout(std::io::stderr());
        self.quietly()
    }

    /// Runs the command without printing it first.
    ///
    /// # Errors
    /// Returns an error if the command cannot be started or fails.
    pub fn quietly(mut self) -> Result<()> {
        let status = self.command.status().with_context(|| format!("cannot run {}", self.shown))?;
        if !status.success() {
            bail!("{} failed ({status})", self.shown);
        }
        Ok(())
    }

    /// Runs the command and appends its output to a file.
    ///
    /// # Errors
    /// Returns an error if the command cannot be started or fails.
    pub fn into_file(mut self, mut file: &File) -> Result<()> {
        writeln!(file, "\n=== {}", self.shown)?;
        self.command.stdout(file.try_clone()?).stderr(file.try_clone()?);
        let status = self.command.status().with_context(|| format!("cannot run {}", self.shown))?;
        if !status.success() {
            bail!("{} failed ({status})", self.shown);
        }
        Ok(())
    }

    /// Runs the command and returns its standard output; `None` if it cannot be started or fails.
    pub fn output(mut self) -> Option<String> {
        let output = self.command.output().ok().filter(|output| output.status.success())?;
        String::from_utf8(output.stdout).ok()
    }
}
