//! The results of a test run: the time and the output of each part.

use std::fs::File;
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use anyhow::{Result, bail};

use crate::parts::{Narrowed, PROGRAMS, Part, Scope};
use crate::passed::{Inputs, Passed};
use crate::run::root;

/// One test run: the inputs with which parts passed before, and the results so far.
pub struct TestRun {
    passed: Passed,
    results: Mutex<Results>,
}

#[derive(Default)]
struct Results {
    /// One line of the summary for each part or step, with the time that it took.
    parts: Vec<(Duration, String)>,
    /// Failures, each with all output of the part that failed.
    failed: Vec<(anyhow::Error, String)>,
}

impl TestRun {
    /// Starts a run of all parts, or only of those that changes since they last passed can break.
    pub fn new(all: bool) -> TestRun {
        TestRun { passed: Passed::new(all), results: Mutex::default() }
    }

    fn results(&self) -> std::sync::MutexGuard<'_, Results> {
        self.results.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The input of a part that stands for the content of these programs, which it runs. `None`, with a
    /// failure recorded, if one of them cannot be read.
    pub fn programs(&self, programs: &[&Path]) -> Option<Inputs> {
        match self.passed.digest_of(programs) {
            Ok(digest) => Some(Inputs::from([(PROGRAMS.to_owned(), digest)])),
            Err(error) => {
                self.results().failed.push((error, String::new()));
                None
            }
        }
    }

    /// Runs those tests of a part that a change can break; runs nothing once any part has failed. The output
    /// is written to a file in `target/test` and printed when the part has ended.
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

    /// Runs a step on which later parts depend, such as an installation. Returns `None` if it fails, or if a
    /// part has failed before.
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

    /// Prints the time of each part, then the failures. Fails if there are any.
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
