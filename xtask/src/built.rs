//! Compilation of all tests of the workspace in one step, with the lints of Clippy.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};
use serde_json::Value;

use crate::run::{Run, cargo};
use crate::selections::FULL;

/// The packages and features that every cargo command for tests selects. Cargo resolves features for each
/// selection, so another selection would compile everything again.
pub const SELECTION: [&str; 3] = ["--workspace", FULL[0], FULL[1]];

/// Paths of the programs and libraries that the compilation of all tests produced.
pub struct Built {
    /// The `zashiki` program, which runs the server for the browser tests.
    pub program: PathBuf,
    /// The load test program, which can start PostgreSQL and NATS.
    pub load: PathBuf,
    /// The extension module of the Python package.
    pub extension: PathBuf,
    /// The unit tests of each library, by the library's name.
    pub unit_tests: BTreeMap<String, PathBuf>,
    /// The libraries with examples in doc comments.
    pub examples: Vec<PathBuf>,
    /// All test programs.
    pub tests: Vec<Tests>,
}

/// A test program.
pub struct Tests {
    /// The folder of the program's package, in which Cargo would run it.
    pub folder: PathBuf,
    /// The Cargo target: `lib`, or the name of a program or of a test.
    pub target: String,
    pub program: PathBuf,
}

impl Tests {
    /// The name of the package's folder, such as `server`.
    pub fn package(&self) -> String {
        self.folder.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }
}

/// A Cargo command that compiles the workspace with Clippy instead of rustc, so that linting needs no second
/// compilation.
pub fn linting(args: &[&str]) -> Run {
    cargo(args).env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver")
}

impl Built {
    /// Compiles all tests; a warning is an error. Calls `ready` with the path of the server as soon as it and
    /// the program `decisions` beside it are compiled.
    pub fn new(ready: impl FnOnce(PathBuf)) -> Result<Built> {
        // Not `--all-targets`, `--bins` or `--benches`, which also compile targets without tests as tests.
        // Cargo compiles the programs because tests of their packages run them.
        let targets = ["--tests", "--examples", "--bench", "engine"];
        let tests = ["test", "--no-run", "--message-format=json"];
        let tests = [&tests[..], &SELECTION, &targets].concat();
        let (mut program, mut ready, mut warnings) = (None, Some(ready), 0);
        let (mut load, mut extension, mut decisions) = (None, None, None);
        let (mut unit_tests, mut examples, mut all_tests) =
            (BTreeMap::new(), Vec::new(), Vec::new());
        let succeeded = linting(&tests).lines(|line| {
            let message: Value = serde_json::from_str(line).context("cargo's messages are JSON")?;
            if let Some(warning) = message["message"]["rendered"].as_str() {
                eprintln!("{warning}");
                warnings += 1;
            }
            let (target, test) = (&message["target"], &message["profile"]["test"]);
            let kind = target["kind"][0].as_str().unwrap_or_default();
            let files = message["filenames"].as_array().into_iter().flatten();
            let mut files = files.filter_map(|file| file.as_str().map(PathBuf::from));
            let mut ending_in =
                |ending: &str| files.find(|file| file.extension().is_some_and(|it| it == ending));
            // Packages of the registry are in other folders.
            let ours =
                package_folder(&message).is_some_and(|it| it.starts_with(crate::run::root()));
            if kind == "cdylib" && test == false {
                extension = ending_in(std::env::consts::DLL_EXTENSION);
            } else if ours && kind == "lib" && test == false && target["doctest"] == true {
                examples.extend(ending_in("rlib"));
            }
            let Some(executable) = message["executable"].as_str() else { return Ok(()) };
            let name = target["name"].as_str().unwrap_or_default();
            match (kind, test.as_bool()) {
                ("lib" | "bin" | "test", Some(true)) => {
                    let folder = package_folder(&message).context("a package has a folder")?.into();
                    let named = if kind == "lib" { "lib" } else { name };
                    let (target, program) = (named.to_owned(), executable.into());
                    all_tests.push(Tests { folder, target, program });
                    if kind == "lib" {
                        unit_tests.insert(name.to_owned(), executable.into());
                    }
                }
                ("bin", Some(false)) if name == "zashiki" => program = Some(executable.into()),
                ("bin", Some(false)) if name == "decisions" => decisions = Some(()),
                ("bin", Some(false)) if name == "loadtest" => load = Some(executable.into()),
                _ => {}
            }
            // The browser tests run both.
            if let (Some(program), Some(())) = (&program, decisions)
                && let Some(ready) = ready.take()
            {
                ready(PathBuf::clone(program));
            }
            Ok(())
        })?;
        if warnings > 0 || !succeeded {
            bail!("the code does not compile without warnings");
        }
        let program = program.context("cargo did not say where the program zashiki is")?;
        let load = load.context("cargo did not say where the program load is")?;
        let extension = extension.context("cargo did not say where Python's extension is")?;
        examples.sort();
        Ok(Built { program, load, extension, unit_tests, examples, tests: all_tests })
    }
}

/// The folder of the package that a JSON message of Cargo is about.
fn package_folder(message: &Value) -> Option<&Path> {
    message["manifest_path"].as_str().and_then(|path| Path::new(path).parent())
}
