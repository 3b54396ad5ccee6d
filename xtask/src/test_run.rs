//! The parts of a test run with their times and output.

use std::fs::File;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::parts::{Narrowed, PROGRAMS, Part, Scope};
use crate::passed::{Inputs, Passed};
use crate::run::root;

/// One test run: the results of former runs, and its own.
pub struct TestRun {
    passed: Passed,
    results: Mutex<Results>,
}

#[derive(Default)]
struct Results {
    /// A line for each part, with the time that it took.
    parts: Vec<(Duration, String)>,
    /// Failures, each with all output of its part.
    failed: Vec<(anyhow::Error, String)>,
}

impl TestRun {
    /// Starts a run: of all parts, or of those that changes since former runs can break.
    pub fn new(all: bool) -> TestRun {
        TestRun { passed: Passed::new(all), results: Mutex::default() }
    }

    fn results(&self) -> std::sync::MutexGuard<'_, Results> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The inputs of a part that runs these programs; `None` if one cannot be read.
    pub fn programs(&self, programs: &[&Path]) -> Option<Inputs> {
        match self.passed.digest_of(programs) {
            Ok(digest) => Some(Inputs::from([(PROGRAMS.to_owned(), digest)])),
            Err(error) => {
                self.results().failed.push((error, String::new()));
                None
            }
        }
    }

    /// Runs the tests of a part that a change can break, unless a part has failed. The output goes to a
    /// file in `target/test` and is printed when the part has ended.
    pub fn run(
        &self,
        part: Part,
        inputs: Inputs,
        check: impl FnOnce(&File, Option<&Narrowed>) -> Result<()>,
    ) {
        let name = part.name();
        let scope = self.passed.scope(&part, &inputs);
        let only = match &scope {
            Scope::Nothing => {
                let line = format!("{name}: not run, because no input changed");
                return self.results().parts.push((Duration::ZERO, line));
            }
            Scope::Only(narrowed) => Some(narrowed),
            Scope::Everything => None,
        };
        let line = match only {
            Some(narrowed) => format!("{name}: only {}", narrowed.shown()),
            None => name.clone(),
        };
        let _ = self.timed(&name, &line, |log| {
            check(log, only)?;
            self.passed.remember(&part, &inputs)
        });
    }

    /// Runs a step that parts need, for example an installation.
    pub fn prepare<T>(&self, name: &str, work: impl FnOnce(&File) -> Result<T>) -> Option<T> {
        self.timed(name, name, work)
    }

    fn timed<T>(&self, name: &str, line: &str, work: impl FnOnce(&File) -> Result<T>) -> Option<T> {
        if !self.results().failed.is_empty() {
            return None;
        }
        let started = Instant::now();
        let folder = root().join("target/test");
        let path = folder.join(name.replace([':', ' '], "-")).with_extension("log");
        let log = std::fs::create_dir_all(&folder).and_then(|()| File::create(&path));
        let done = log.map_err(anyhow::Error::from).and_then(|log| work(&log));
        let printed = std::fs::read_to_string(&path).unwrap_or_default();
        let mut results = self.results();
        results.parts.push((started.elapsed(), line.to_owned()));
        match done {
            Ok(done) => {
                print!("{printed}");
                Some(done)
            }
            Err(error) => {
                results.failed.push((error, printed));
                None
            }
        }
    }

    /// Prints the time of each part, then the failures.
    pub fn conclude(&self, started: Instant) -> Result<()> {
        let mut results = self.results();
        results.parts.sort_by(|one, other| other.0.cmp(&one.0).then(one.1.cmp(&other.1)));
        println!("\nTime of each part (many run in parallel):");
        for (took, part) in &results.parts {
            println!("{:>6.1} s  {part}", took.as_secs_f64());
        }
        println!("{:>6.1} s  in total", started.elapsed().as_secs_f64());
        let Some((last, _)) = results.failed.last() else {
            println!("\nAll tests passed.");
            return Ok(());
        };
        let last = format!("{last:#}");
        for (_, printed) in &results.failed {
            println!("{printed}");
        }
        for (error, _) in &results.failed[..results.failed.len() - 1] {
            eprintln!("error: {error:#}");
        }
        bail!(last)
    }
}
