//! What the tests need besides Rust: Node, Chromium and Japanese fonts, PostgreSQL and NATS, Python.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::run::{Run, program, root};

/// The best first: the shell draws no window of its own, which saves a third of the time.
const BROWSERS: [&str; 6] = [
    "chromium-headless-shell",
    "chromium",
    "chromium-browser",
    "google-chrome",
    "google-chrome-stable",
    "chrome",
];

/// Fails with one line unless Node 20 or newer and npm are there.
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

/// Installs the page's npm packages, unless those of the lock file are installed.
pub fn install_page() -> Result<()> {
    web_assets::build::install(&root().join("web")).map_err(anyhow::Error::msg)
}

/// A Chromium to test the page in, with Japanese fonts; installed when this may be done, by programs
/// that are run as given.
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

/// Installs Chromium and the fonts.
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

/// Installs PostgreSQL, NATS, what tells programs a wrong time, and nginx with what makes certificates,
/// unless they are there. What needs
/// them says itself what it leaves out where this may not be done. Programs are run as given.
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
            "\nNot installed, and not to be installed here: {}. What needs them is left out below \
             (Debian: apt-get install {}).",
            missing.join(", "),
            missing.join(" ")
        );
    }
}

/// Whether there is a Python 3 that makes virtual environments; installed when this may be done.
pub fn python() -> bool {
    let there = || program("python3", &["-m", "ensurepip", "--version"]).output().is_some();
    there() || (apt_install(&["python3-venv"], Run::go) && there())
}

/// The programs of a virtual environment in this folder, with the packages of lists of pinned ones.
/// It is made anew where the lists are not the ones that it was made by.
///
/// # Errors
/// When there is no Python, or the packages cannot be had.
pub fn venv(folder: &Path, lists: &[PathBuf]) -> Result<PathBuf> {
    let tools = folder.join(if cfg!(windows) { "Scripts" } else { "bin" });
    let wanted: String = lists.iter().map(std::fs::read_to_string).collect::<Result<_, _>>()?;
    let made_by = folder.join("made-by.txt");
    if std::fs::read_to_string(&made_by).is_ok_and(|made| made == wanted) {
        return Ok(tools);
    }
    let made = program("python3", &["-m", "venv", "--clear", &folder.to_string_lossy()]).aside();
    made.context("this needs Python 3.11 or later with its venv module")?;
    // Most of what comes is never loaded: Python compiles what is when it is.
    let mut install =
        vec!["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-compile"];
    let lists: Vec<_> = lists.iter().map(|list| list.to_string_lossy()).collect();
    install.extend(lists.iter().flat_map(|list| ["-r", list]));
    program(tools.join("python"), &install).aside().with_context(|| {
        let lists = lists.join(" and ");
        format!("what {lists} lists could not be fetched: this needs a network, and a Python 3.11 or later")
    })?;
    std::fs::write(made_by, wanted)?;
    Ok(tools)
}

/// Installs packages with Debian's package manager, as root or by sudo without a password. Gives
/// whether that could be done.
fn apt_install(packages: &[&str], go: impl Fn(Run) -> Result<()>) -> bool {
    if !Path::new("/usr/bin/apt-get").exists() {
        return false;
    }
    let root = program("id", &["-u"]).output().is_some_and(|id| id.trim() == "0");
    let apt = |args: &[&str]| {
        let run = if root {
            program("apt-get", args)
        } else {
            program("sudo", &[&["--non-interactive", "apt-get"], args].concat())
        };
        go(run.env("DEBIAN_FRONTEND", "noninteractive"))
    };
    let install = ["install", "--yes", "--no-install-recommends"];
    apt(&["update"]).is_ok() && apt(&[&install[..], packages].concat()).is_ok()
}
