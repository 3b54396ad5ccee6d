//! Tools that the tests need besides Rust: Node, Chromium and Japanese fonts, PostgreSQL and NATS, Python.

use std::path::{Path, PathBuf};
use std::sync::{Mutex, OnceLock};

use anyhow::{Context, Result, bail};

use crate::run::{Run, program, root};

/// File names of browsers, in order of preference: the headless shell takes a third less time.
const BROWSERS: [&str; 6] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
];

/// Returns an error unless Node 20 or newer and npm are installed.
pub fn need_node() -> Result<()> {
    let version = program("node", &["--version"]).output().unwrap_or_default();
    let major = version.trim().trim_start_matches('v').split('.').next().unwrap_or_default();
    let npm = program("npm", &["--version"]).output();
    match (major.parse::<u32>(), npm) {
        (Ok(20..), Some(_)) => Ok(()),
        (Ok(20..), None) => bail!("npm is missing: install it beside Node"),
        (Ok(old), _) => bail!("Node {old} is too old: install Node 20 or newer with npm"),
        (Err(_), _) => bail!("Node is missing: install Node 20 or newer with npm"),
    }
}

/// Installs the page's npm packages, unless the installed ones match the lock file.
pub fn install_page() -> Result<()> {
    web_assets::build::install(&root().join("web")).map_err(anyhow::Error::msg)
}

/// The path of a Chromium for the page's tests. Installs Chromium and Japanese fonts if they are missing and
/// this machine permits it. `go` runs the installing programs.
pub fn chromium(go: impl Fn(Run) -> Result<()>) -> Result<PathBuf> {
    let have_fonts = program("fc-list", &[":lang=ja", "family"])
        .output()
        .is_some_and(|families| !families.trim().is_empty());
    match find_chromium() {
        Some(found) if have_fonts => Ok(found),
        _ => {
            install(go)?;
            find_chromium().ok_or_else(|| {
                anyhow::anyhow!("Chromium was installed but is not found; set CHROMIUM to its path")
            })
        }
    }
}

fn find_chromium() -> Option<PathBuf> {
    let named = std::env::var_os("CHROMIUM").map(PathBuf::from).filter(|path| path.is_file());
    named.or_else(|| {
        let path = std::env::var_os("PATH")?;
        std::env::split_paths(&path)
            .flat_map(|folder| BROWSERS.map(|name| folder.join(name)))
            .find(|candidate| candidate.is_file())
    })
}

/// Installs Chromium and Japanese fonts.
fn install(go: impl Fn(Run) -> Result<()>) -> Result<()> {
    let packages = ["chromium-headless-shell", "fonts-noto-cjk", "fontconfig"];
    if !apt_install(&packages, go) {
        bail!(
            "Chromium and Japanese fonts are needed for the browser tests: install them (Debian: \
             apt-get install {}), or set CHROMIUM to a Chromium you have",
            packages.join(" ")
        );
    }
    Ok(())
}

/// Installs PostgreSQL, NATS, faketime, nginx and OpenSSL unless they are installed. If this machine does not
/// permit that, the tests that need them report that they are skipped. `go` runs the installing programs.
pub fn services(go: impl Fn(Run) -> Result<()>) {
    let there = |path: &str| Path::new(path).exists();
    let needed = [
        ("postgresql", there("/usr/lib/postgresql")),
        ("nats-server", there("/usr/sbin/nats-server") || there("/usr/bin/nats-server")),
        ("faketime", there("/usr/bin/faketime")),
        ("nginx-light", there("/usr/sbin/nginx")),
        ("openssl", there("/usr/bin/openssl")),
    ];
    let missing: Vec<&str> =
        needed.iter().filter(|(_, there)| !there).map(|(name, _)| *name).collect();
    if !missing.is_empty() && !apt_install(&missing, go) {
        println!(
            "\nNot installed, and no permission to install: {}. The tests that need them are skipped \
             (Debian: apt-get install {}).",
            missing.join(", "),
            missing.join(" ")
        );
    }
}

/// Returns true if there is a Python 3 with its `venv` module. Tries to install the module if it is missing.
pub fn python() -> bool {
    let there = || program("python3", &["-m", "ensurepip", "--version"]).output().is_some();
    there() || (apt_install(&["python3-venv"], Run::go) && there())
}

/// Creates a virtual environment in this folder with the packages of these requirement files, and returns its
/// folder of programs. An environment from before is used again unless the requirements have changed.
///
/// # Errors
/// Returns an error if there is no Python, or if the packages cannot be downloaded.
pub fn venv(folder: &Path, lists: &[PathBuf]) -> Result<PathBuf> {
    let tools = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let wanted: String = lists.iter().map(std::fs::read_to_string).collect::<Result<_, _>>()?;
    let made_by = folder.join("made-by.txt");
    if std::fs::read_to_string(&made_by).is_ok_and(|made| made == wanted) {
        return Ok(tools);
    }
    let made = program("python3", &["-m", "venv", "--clear", &folder.to_string_lossy()]).aside();
    made.context("this needs Python 3.11 or later with its venv module")?;
    // Most modules are never imported, so pip does not compile them.
    let mut install =
        vec!["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"];
    let lists: Vec<_> = lists.iter().map(|list| list.to_string_lossy()).collect();
    install.extend(lists.iter().flat_map(|list| ["-r", list]));
    program(tools.join("python"), &install).aside().with_context(|| {
        let lists = lists.join(" and ");
        format!("the packages in {lists} could not be installed: this needs a network and Python 3.11 or later")
    })?;
    std::fs::write(made_by, wanted)?;
    Ok(tools)
}

/// Installs packages with Debian's package manager, as root or with sudo without a password. Returns true
/// if that succeeded.
fn apt_install(packages: &[&str], go: impl Fn(Run) -> Result<()>) -> bool {
    // Two installations at once would fail: the package manager has one lock.
    static ONE_AT_A_TIME: Mutex<()> = Mutex::new(());
    let install = ["install", "--yes", "--no-install-recommends"];
    apt_update(&go) && {
        let _lock = ONE_AT_A_TIME.lock();
        apt(&[&install[..], packages].concat(), go).is_ok()
    }
}

/// Brings the lists of Debian's packages up to date, once in this process: while they are replaced, nothing
/// can be downloaded. Returns true if that succeeded.
pub fn apt_update(go: impl Fn(Run) -> Result<()>) -> bool {
    static UPDATED: OnceLock<bool> = OnceLock::new();
    let there = || Path::new("/usr/bin/apt-get").exists();
    *UPDATED.get_or_init(|| there() && apt(&["update"], go).is_ok())
}

/// Runs `apt-get` as root, or with sudo without a password.
fn apt(args: &[&str], go: impl Fn(Run) -> Result<()>) -> Result<()> {
    let root = program("id", &["-u"]).output().is_some_and(|id| id.trim() == "0");
    let run = if root {
        program("apt-get", args)
    } else {
        program("sudo", &[&["--non-interactive", "apt-get"], args].concat())
    };
    go(run.env("DEBIAN_FRONTEND", "noninteractive"))
}
