//! `cargo xtask test`, and what else concerns the page.

use std::collections::{BTreeMap, BTreeSet};
use std::fs::File;
use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::python::Extent;
use crate::run::{Run, cargo, npm, npm_aside, program, release, root};
use crate::selections::FULL;
use crate::{python, tools};

/// Where the page has the TypeScript twins of the Rust types.
const GENERATED: &str = "web/src/generated";

/// Tests of the parlour that show what bots do, what is said and shown and what is refused, and little
/// of what is stored: unless all is tested they are run with one store only.
const OF_NO_STORE: [&str; 11] = [
    "engines::",
    "foresee::",
    "help::",
    "limits::",
    "page::",
    "positions::",
    "refusals::",
    "secrecy::",
    "study::",
    "play::every_kind_of_bot_plays_a_person_to_the_end",
    "talk::a_bot_that_sees_that_it_is_lost_resigns",
];

/// Everything, in the order in which a mistake is found soonest. All cargo commands select the
/// whole workspace with all features: they are resolved for each selection, and another one compiles
/// anew.
/// Neither compiling nor browsers keep all cores busy all the time, so the page is tested beside
/// the rest: its sources at once, the browser tests as soon as there is a program to play against.
/// It gives way, since it uses all cores at any time, and the tests of Rust often one. What is to be
/// installed comes while Rust is compiled, which needs none of it.
pub fn everything(extent: Extent) -> Result<()> {
    let mut clock = Clock::new();
    tools::need_node()?;
    cargo(&["fmt", "--all", "--check"]).go()?;
    install_page()?;
    clock.lap("formatting, the page's packages");
    let (send, program) = channel();
    let (installed, services) = channel();
    let page = move |log: &File| {
        let mut clock = Clock::new();
        let go = |run: Run| run.into_file(log);
        let chromium = tools::chromium(go);
        tools::services(go);
        let _ = installed.send(());
        clock.lap("Chromium, fonts, PostgreSQL and NATS");
        test_page(log, &chromium?, &program, extent, clock)
    };
    let rust = || {
        let mut clock = Clock::new();
        let built = Built::new(move |program| drop(send.send(program)))?;
        // Without a Chromium the page fails, and says so.
        let _ = services.recv();
        clock.lap("compiling with lints");
        // Most of the servers' is waiting, and tests of Rust often keep one core busy.
        let parlour = |log: &File| built.test_parlour(log);
        let servers = |log: &File| built.test_servers(log, extent);
        let python = |log: &File| {
            let go = |run: Run| run.into_file(log);
            python::test(&built.extension, &built.program, extent, go)
        };
        beside("parlour", parlour, || {
            beside("servers", servers, || {
                beside("python", python, || {
                    built.test_rust(extent)?;
                    check_types(&built)
                })
            })
        })?;
        clock.lap("Rust tests, beside them Python's, PostgreSQL, NATS and faults");
        Ok(clock)
    };
    let (page, rust) = beside("page", page, rust)?;
    clock.lap("the page beside Rust");
    println!("\nWhere the time went:");
    for part in [page, rust, clock] {
        part.print();
    }
    println!("\nEverything holds.");
    Ok(())
}

/// Does two things at once. What the first prints goes into `target/NAME.log` and comes when both
/// have ended, unless only the second failed: what failed is to be seen last.
fn beside<A: Send, B>(
    name: &str,
    first: impl FnOnce(&File) -> Result<A> + Send,
    second: impl FnOnce() -> Result<B>,
) -> Result<(A, B)> {
    let path = root().join("target").join(format!("{name}.log"));
    std::fs::create_dir_all(root().join("target"))?;
    let log = File::create(&path)?;
    let (first, second) = std::thread::scope(|both| {
        let first = both.spawn(|| first(&log));
        let second = second();
        (first.join().expect("nothing panics while programs run"), second)
    });
    if first.is_err() || second.is_ok() {
        println!("{}", std::fs::read_to_string(&path)?);
    }
    match (first, second) {
        (Ok(first), Ok(second)) => Ok((first, second)),
        // Without a program there are no browser tests; why there is none is to be told.
        (_, Err(failed)) | (Err(failed), _) => Err(failed),
    }
}

/// The page's formatting, types and unit tests; then the browser tests, against the program that
/// comes in.
fn test_page(
    log: &File,
    chromium: &Path,
    program: &Receiver<PathBuf>,
    extent: Extent,
    mut clock: Clock,
) -> Result<Clock> {
    let sources = page_sources();
    unless_passed(log, "checks of the page", sources.as_deref(), || check_page(log))?;
    clock.lap("the page's formatting, lints, types and unit tests");
    let program = program.recv().context("there is no program to play against")?;
    clock.lap("waiting for the program");
    let played = hex(&Sha256::digest(std::fs::read(&program)?));
    let browser = crate::run::program(chromium, &["--version"]).output().unwrap_or_default();
    let read = sources.map(|sources| format!("{sources} {played} {browser}"));
    let tests = npm_aside(&["run", "e2e"]).env("CHROMIUM", chromium).env("ZASHIKI_BIN", &program);
    let (what, tests) = match extent {
        Extent::Short => ("browser tests", tests),
        Extent::Full => ("browser tests with every game", tests.env("ZASHIKI_FULL", "1")),
    };
    unless_passed(log, what, read.as_deref(), || tests.into_file(log))?;
    clock.lap("browser tests");
    Ok(clock)
}

/// The page's formatting, lints, types and unit tests.
fn check_page(log: &File) -> Result<()> {
    npm_aside(&["run", "format:check"]).into_file(log)?;
    npm_aside(&["run", "lint"]).into_file(log)?;
    npm_aside(&["run", "check"]).into_file(log)?;
    npm_aside(&["test"]).into_file(log)
}

/// Checks something, unless all that is read for it is known to be as it was when it passed here: the
/// page and the browser are most of a run, and many changes are of neither.
fn unless_passed(
    mut log: &File,
    what: &str,
    read: Option<&str>,
    check: impl FnOnce() -> Result<()>,
) -> Result<()> {
    let passed = root().join("target/passed").join(what);
    if read.is_some() && std::fs::read_to_string(&passed).ok().as_deref() == read {
        writeln!(
            log,
            "\nNot run again, since nothing has changed for it since it passed: {what}."
        )?;
        return Ok(());
    }
    check()?;
    if let Some(read) = read {
        std::fs::create_dir_all(root().join("target/passed"))?;
        std::fs::write(passed, read)?;
    }
    Ok(())
}

/// What the page is made of and tested with, as one digest: its folder, the glossaries and positions
/// of games that its tests share with theirs, and which Node it is. None where Git keeps no list.
fn page_sources() -> Option<String> {
    let home = root();
    let home = home.to_str()?;
    let listed = ["-C", home, "ls-files", "-z", "--cached", "--others", "--exclude-standard"];
    let what = ["--", "web", "crates/*.toml", "crates/*.json"];
    let files = program("git", &[&listed[..], &what].concat()).output()?;
    // A folder that somebody else's repository ignores has no list either.
    if files.is_empty() {
        return None;
    }
    let node = program("node", &["--version"]).output().unwrap_or_default();
    let mut digest = Sha256::new_with_prefix(node);
    for name in files.split_terminator('\0') {
        // A file that is listed and gone counts as well: by its name alone.
        let content = std::fs::read(root().join(name)).unwrap_or_default();
        digest.update(Sha256::digest(name));
        digest.update(Sha256::digest(content));
    }
    Some(hex(&digest.finalize()))
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// How long each part of a run took.
struct Clock {
    laps: Vec<(&'static str, Duration)>,
    since: Instant,
}

impl Clock {
    fn new() -> Clock {
        Clock { laps: Vec::new(), since: Instant::now() }
    }

    /// Ends a part; the next one begins.
    fn lap(&mut self, part: &'static str) {
        self.laps.push((part, self.since.elapsed()));
        self.since = Instant::now();
    }

    fn print(&self) {
        for (part, took) in &self.laps {
            println!("{:>6} s  {part}", took.as_secs());
        }
        let all: Duration = self.laps.iter().map(|(_, took)| *took).sum();
        println!("{:>6} s  in all\n", all.as_secs());
    }
}

/// What compiling all tests of the workspace leaves.
struct Built {
    /// The program, for the browser tests to play against.
    program: PathBuf,
    /// The load, which brings PostgreSQL and NATS with it.
    load: PathBuf,
    /// The tests of the parlour from outside.
    parlour: Tests,
    /// The compiled part of the package for Python.
    extension: PathBuf,
    /// The unit tests of each library, by the library's name.
    unit_tests: BTreeMap<String, PathBuf>,
    /// All tests that `cargo test` would run, but those of the parlour from outside.
    tests: Vec<Tests>,
}

/// A program of tests.
struct Tests {
    /// Where Cargo would run it: the folder of its package.
    folder: PathBuf,
    program: PathBuf,
}

/// Cargo, with every crate of ours compiled by Clippy: it is the compiler that lints as well. A
/// run of its own would compile everything a second time.
fn linting(args: &[&str]) -> Run {
    cargo(args).env("RUSTC_WORKSPACE_WRAPPER", "clippy-driver")
}

impl Built {
    /// Compiles all tests; a warning is an error. The program is handed over as soon as it is
    /// there.
    fn new(ready: impl FnOnce(PathBuf)) -> Result<Built> {
        // Not `--all-targets`, which makes a library's unit tests also where the library says that
        // there are none: that is Python's extension once more.
        let targets = ["--tests", "--bins", "--examples", "--benches"];
        let tests = ["test", "--workspace", "--no-run", "--message-format=json"];
        let tests = [&tests[..], &FULL, &targets].concat();
        let (mut program, mut ready, mut warnings) = (None, Some(ready), 0);
        let (mut load, mut parlour, mut extension) = (None, None, None);
        let (mut unit_tests, mut all_tests) = (BTreeMap::new(), Vec::new());
        let succeeded = linting(&tests).lines(|line| {
            let message: Value = serde_json::from_str(line).context("cargo's messages are JSON")?;
            if let Some(warning) = message["message"]["rendered"].as_str() {
                eprintln!("{warning}");
                warnings += 1;
            }
            let (target, test) = (&message["target"], &message["profile"]["test"]);
            if target["kind"][0] == "cdylib" && test == false {
                let files = message["filenames"].as_array().into_iter().flatten();
                let mut files = files.filter_map(|file| file.as_str().map(PathBuf::from));
                let loaded = std::env::consts::DLL_EXTENSION;
                extension = files.find(|file| file.extension().is_some_and(|it| it == loaded));
            }
            let Some(executable) = message["executable"].as_str() else { return Ok(()) };
            let name = target["name"].as_str().unwrap_or_default();
            if test == true && ["lib", "bin", "test"].iter().any(|kind| target["kind"][0] == *kind)
            {
                let folder = package_folder(&message).context("a package has a folder")?;
                all_tests.push(Tests { folder: folder.into(), program: executable.into() });
            }
            match (target["kind"][0].as_str(), test.as_bool()) {
                (Some("bin"), Some(false)) if name == "zashiki" => {
                    program = Some(PathBuf::from(executable));
                    if let Some(ready) = ready.take() {
                        ready(executable.into());
                    }
                }
                (Some("bin"), Some(false)) if name == "load" => load = Some(executable.into()),
                (Some("test"), _)
                    if package_folder(&message).is_some_and(|it| it.ends_with("parlour")) =>
                {
                    parlour = all_tests.pop();
                }
                (Some("lib"), Some(true)) => {
                    unit_tests.insert(name.to_owned(), executable.into());
                }
                _ => {}
            }
            Ok(())
        })?;
        if warnings > 0 || !succeeded {
            bail!("the code does not compile without a word from the compiler");
        }
        let program = program.context("cargo did not say where the program zashiki is")?;
        let load = load.context("cargo did not say where the program load is")?;
        let parlour = parlour.context("cargo did not say where the parlour's tests are")?;
        let extension = extension.context("cargo did not say where Python's extension is")?;
        Ok(Built { program, load, parlour, extension, unit_tests, tests: all_tests })
    }

    /// All tests of Rust but those of servers, one program after the other, and the examples in
    /// documents. Not by `cargo test`: it would run the parlour's tests in the same row, which wait
    /// most of the time.
    fn test_rust(&self, extent: Extent) -> Result<()> {
        let ignored: &[&str] = if extent == Extent::Full { &["--include-ignored"] } else { &[] };
        for Tests { folder, program: tests } in &self.tests {
            program(tests, ignored).within(folder.clone()).go()?;
        }
        linting(&[&["test", "--workspace", "--doc"][..], &FULL].concat()).go()
    }

    /// The tests of the parlour from outside, with SQLite.
    fn test_parlour(&self, log: &File) -> Result<()> {
        let Tests { folder, program: tests } = &self.parlour;
        program(tests, &["--quiet"]).within(folder.clone()).into_file(log)
    }

    /// Those of them where the store matters once more with PostgreSQL and NATS; and half a minute or
    /// a whole one in which three servers are killed, stopped and cut off.
    fn test_servers(&self, log: &File, extent: Extent) -> Result<()> {
        let tests = self.parlour.program.to_string_lossy();
        let skipped: &[&str] = if extent == Extent::Full { &[] } else { &OF_NO_STORE };
        let skipped = skipped.iter().flat_map(|tests| ["--skip", tests]);
        let services = ["services", "--", &tests, "--quiet"].into_iter().chain(skipped);
        program(&self.load, &services.collect::<Vec<_>>()).into_file(log)?;
        let server = self.program.to_string_lossy();
        let seconds = if extent == Extent::Full { "60" } else { "30" };
        let faults = ["cluster", "--server", &server, "--faults", seconds, "--tables", "1"];
        program(&self.load, &faults).into_file(log)
    }
}

/// The folder of the package that a message of cargo's is of.
fn package_folder(message: &Value) -> Option<&Path> {
    message["manifest_path"].as_str().and_then(|path| Path::new(path).parent())
}

/// `cargo xtask rules`: the test of each game that prints what it finds.
pub fn rules() -> Result<()> {
    let mut games = Vec::new();
    for entry in std::fs::read_dir(root().join("crates/games"))? {
        let entry = entry?;
        if entry.path().join("Cargo.toml").is_file() {
            games.push(entry.file_name().to_string_lossy().into_owned());
        }
    }
    games.sort();
    let packages = games.iter().flat_map(|game| ["--package", game]);
    let test = ["every_statement_has_a_test", "--", "--nocapture"];
    let args = ["test", "--quiet", "--tests"].into_iter().chain(packages).chain(test);
    cargo(&args.collect::<Vec<_>>()).go()
}

/// `cargo xtask types`.
pub fn write_types() -> Result<()> {
    export_types(&Built::new(drop)?, &root().join(GENERATED))
}

/// `cargo xtask python`.
pub fn python(extent: Extent) -> Result<()> {
    let built = Built::new(drop)?;
    python::test(&built.extension, &built.program, extent, Run::go)
}

/// Fails when the page has other types than Rust.
fn check_types(built: &Built) -> Result<()> {
    let fresh = root().join("target/types");
    export_types(built, &fresh)?;
    let (fresh, kept) = (files(&fresh)?, files(&root().join(GENERATED))?);
    let differs = |name: &&String| fresh.get(*name) != kept.get(*name);
    let changed: BTreeSet<&String> = fresh.keys().chain(kept.keys()).filter(differs).collect();
    if !changed.is_empty() {
        bail!("{GENERATED} is out of date ({changed:?}); run `cargo xtask types` and commit it");
    }
    Ok(())
}

/// Each exported type comes with a test that writes it and what it refers to. A library's
/// tests begin the files anew, so `table`, which the others refer to, comes last.
fn export_types(built: &Built, folder: &Path) -> Result<()> {
    if folder.is_dir() {
        std::fs::remove_dir_all(folder)?;
    }
    let others = built.unit_tests.keys().map(String::as_str).filter(|name| *name != "table");
    for library in others.chain(["table"]) {
        let tests = built.unit_tests.get(library).context("every library has unit tests")?;
        program(tests, &["--quiet", "export_bindings"])
            .env("TS_RS_EXPORT_DIR", folder)
            .env("TS_RS_LARGE_INT", "number")
            .go()?;
    }
    Ok(())
}

/// `cargo xtask figures`: the games are many, so the optimised program plays them.
pub fn figures() -> Result<()> {
    cargo(&["build", "--release"]).go()?;
    let figures = ["--test", "it", "figures_are_of_this_version"];
    linting(&[&["test", "--workspace"][..], &FULL, &figures].concat())
        .env("ZASHIKI_BLESS", "1")
        .env("ZASHIKI_BIN", release("zashiki"))
        .go()
}

/// `cargo xtask shots`: plays the page and photographs it into `target/shots`.
pub fn screenshots() -> Result<()> {
    let folder = root().join("target/shots");
    in_browser("shots", &[("SHOTS", &folder)])?;
    println!("screenshots are in {}", folder.display());
    Ok(())
}

/// `cargo xtask pictures`: takes the pictures anew that the tests compare.
pub fn pictures() -> Result<()> {
    in_browser("pictures", &[])?;
    println!("look at what changed in web/e2e/pictures before you commit it");
    Ok(())
}

/// Runs a script of the page's against a program and a browser of its own.
fn in_browser(script: &str, env: &[(&str, &Path)]) -> Result<()> {
    tools::need_node()?;
    install_page()?;
    let mut run = npm(&["run", script])
        .env("CHROMIUM", tools::chromium(Run::go)?)
        .env("ZASHIKI_BIN", Built::new(drop)?.program);
    for (name, value) in env {
        run = run.env(name, value);
    }
    run.go()
}

/// The page's packages, unless they are there as the lock file wants them.
pub fn install_page() -> Result<()> {
    let modified = |path: &str| root().join(path).metadata().ok()?.modified().ok();
    let installed = modified("web/node_modules/.package-lock.json");
    if installed.is_none() || installed < modified("web/package-lock.json") {
        npm(&["ci", "--no-audit", "--no-fund"]).go()?;
    }
    Ok(())
}

fn files(folder: &Path) -> Result<BTreeMap<String, String>> {
    let mut files = BTreeMap::new();
    for entry in std::fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        files.insert(name, std::fs::read_to_string(entry.path())?);
    }
    Ok(files)
}
