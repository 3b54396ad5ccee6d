//! Builds the page with npm into `OUT_DIR/page`, from where it is embedded. With
//! `ZASHIKI_PAGE` set, the page in that folder, built elsewhere, is taken instead: for
//! machines without Node.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

/// The first Node the page's tools run on.
const NODE: u32 = 20;

/// What the page is made of, below `web`.
const SOURCES: [&str; 10] = [
    "src",
    "worker",
    "build",
    "public",
    "index.html",
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
];

fn main() {
    if let Err(why) = build() {
        // One line; a panic would bury it under a backtrace.
        eprintln!("error: {why}");
        std::process::exit(1);
    }
}

fn build() -> Result<(), String> {
    let crate_folder = PathBuf::from(variable("CARGO_MANIFEST_DIR")?);
    let page = PathBuf::from(variable("OUT_DIR")?).join("page");
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=migrations");
    println!("cargo::rerun-if-env-changed=ZASHIKI_PAGE");
    if let Some(built) = env::var_os("ZASHIKI_PAGE").map(PathBuf::from) {
        println!("cargo::rerun-if-changed={}", built.display());
        return take(&built, &page)
            .map_err(|error| format!("ZASHIKI_PAGE names no page ({}: {error})", built.display()));
    }
    let web = crate_folder.join("../../web");
    let web = web.canonicalize().map_err(|error| {
        format!(
            "the page's sources are missing ({}: {error}); check out the whole repository",
            web.display()
        )
    })?;
    for source in SOURCES {
        println!("cargo::rerun-if-changed={}", web.join(source).display());
    }
    check_node()?;
    // A debug and a release build may run at once, and both use web/node_modules.
    let _lock = lock(&web).map_err(|error| format!("cannot lock {}: {error}", web.display()))?;
    if !is_installed(&web) {
        npm(&web, &["ci", "--no-audit", "--no-fund"])?;
    }
    let page = page.to_str().ok_or("the build folder's path is not UTF-8")?;
    npm(&web, &["run", "build", "--", "--outDir", page, "--emptyOutDir"])
}

/// Takes over a page that was built elsewhere.
fn take(from: &Path, to: &Path) -> io::Result<()> {
    fs::metadata(from.join("index.html"))?;
    if to.exists() {
        fs::remove_dir_all(to)?;
    }
    copy(from, to)
}

fn copy(from: &Path, to: &Path) -> io::Result<()> {
    fs::create_dir_all(to)?;
    for entry in fs::read_dir(from)? {
        let entry = entry?;
        let target = to.join(entry.file_name());
        if entry.file_type()?.is_dir() {
            copy(&entry.path(), &target)?;
        } else {
            fs::copy(entry.path(), target)?;
        }
    }
    Ok(())
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|_| format!("{name} is not set; build with cargo"))
}

fn check_node() -> Result<(), String> {
    let needed = format!("Node {NODE} or newer is needed to build the page");
    let asked = Command::new("node").arg("--version").output();
    let asked = asked.map_err(|error| {
        format!("{needed}: node cannot be run ({error}); install it from https://nodejs.org")
    })?;
    let version = String::from_utf8_lossy(&asked.stdout).trim().to_owned();
    let major = version.strip_prefix('v').and_then(|version| version.split('.').next());
    match major.and_then(|major| major.parse::<u32>().ok()) {
        Some(major) if major >= NODE => Ok(()),
        _ => {
            Err(format!("{needed}: this is {version}; install a newer one from https://nodejs.org"))
        }
    }
}

/// Held until the returned file is closed. It lies outside `web`, where `npm ci` would
/// delete it and git would see it.
fn lock(web: &Path) -> io::Result<File> {
    let name: String = web
        .to_string_lossy()
        .chars()
        .map(|letter| if letter.is_alphanumeric() { letter } else { '-' })
        .collect();
    let file = File::create(env::temp_dir().join(format!("zashiki{name}.lock")))?;
    file.lock()?;
    Ok(file)
}

/// Whether `node_modules` is whole and at least as new as the lock file; npm writes
/// `.package-lock.json` there last.
fn is_installed(web: &Path) -> bool {
    let changed = |path: PathBuf| fs::metadata(path).and_then(|about| about.modified());
    let installed = changed(web.join("node_modules/.package-lock.json"));
    let wanted = changed(web.join("package-lock.json"));
    matches!((installed, wanted), (Ok(installed), Ok(wanted)) if installed >= wanted)
}

fn npm(web: &Path, arguments: &[&str]) -> Result<(), String> {
    let program = if cfg!(windows) { "npm.cmd" } else { "npm" };
    let done = Command::new(program).args(arguments).current_dir(web).output();
    let done = done.map_err(|error| {
        format!("npm is needed to build the page: it cannot be run ({error}); it comes with Node from https://nodejs.org")
    })?;
    if done.status.success() {
        return Ok(());
    }
    let said = [done.stdout, done.stderr].concat();
    eprintln!("{}", String::from_utf8_lossy(&said));
    Err(format!(
        "the page was not built: `npm {}` failed in {}",
        arguments.join(" "),
        web.display()
    ))
}
