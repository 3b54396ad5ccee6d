//! What the tests need besides Rust: Node, Chromium and Japanese fonts.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};

use crate::run::program;

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

/// A Chromium to test the page in, with Japanese fonts; installed when this may be done.
pub fn chromium() -> Result<PathBuf> {
    let have_fonts = program("fc-list", &[":lang=ja", "family"])
        .output()
        .is_some_and(|families| !families.trim().is_empty());
    match find_chromium() {
        Some(found) if have_fonts => Ok(found),
        _ => {
            install()?;
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

/// Installs Chromium and the fonts with Debian's package manager, as root or by sudo
/// without a password.
fn install() -> Result<()> {
    let plain = "Chromium and Japanese fonts are needed for the browser tests: \
                 install them (Debian: apt-get install chromium-headless-shell fonts-noto-cjk \
                 fontconfig), or set CHROMIUM to a Chromium you have";
    if !Path::new("/usr/bin/apt-get").exists() {
        bail!(plain);
    }
    let root = program("id", &["-u"]).output().is_some_and(|id| id.trim() == "0");
    let apt = |args: &[&str]| {
        let run = if root {
            program("apt-get", args)
        } else {
            program("sudo", &[&["--non-interactive", "apt-get"], args].concat())
        };
        run.env("DEBIAN_FRONTEND", "noninteractive").go()
    };
    let packages = ["install", "--yes", "chromium-headless-shell", "fonts-noto-cjk", "fontconfig"];
    if apt(&["update"]).is_err() || apt(&packages).is_err() {
        bail!(plain);
    }
    Ok(())
}
