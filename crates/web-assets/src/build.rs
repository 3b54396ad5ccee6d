//! Builds the page with npm and keeps the results in `web/node_modules/.cache`, so that every
//! profile, target folder and branch with the same sources shares one build.
//!
//! Also compiled into the build script, so it uses the standard library alone.

use std::collections::hash_map::DefaultHasher;
use std::fs::{self, File};
use std::hash::Hasher as _;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The oldest major version of Node that the page's tools run on.
const NODE: u32 = 20;

/// File name of the page's HTML document.
pub(crate) const INDEX: &str = "index.html";

/// The sources of the page, as paths below `web`. A change of any other file does not change the built page.
pub(crate) const SOURCES: [&str; 10] = [
    "src",
    "worker",
    "build",
    "public",
    INDEX,
    "package.json",
    "package-lock.json",
    "vite.config.ts",
    "svelte.config.js",
    "tsconfig.json",
];

/// Number of built pages that are kept in the cache.
const KEPT: usize = 4;

/// Returns the folder of the page that is built from the sources in `web`; builds it first unless
/// these sources have been built before. Other processes that need it wait.
///
/// # Errors
/// Returns a message of one line if the sources, Node or npm are missing, or if npm fails.
pub fn page(web: &Path) -> Result<PathBuf, String> {
    let web = web.canonicalize().map_err(|error| {
        format!(
            "the page's sources are missing ({}: {error}); check out the whole repository",
            web.display()
        )
    })?;
    let cannot = |error: io::Error| format!("cannot build the page in {}: {error}", web.display());
    let cache = web.join("node_modules/.cache/zashiki");
    let built = cache.join(sources(&web).map_err(cannot)?);
    if built.join(INDEX).is_file() {
        return Ok(built);
    }
    let _lock = lock(&web).map_err(cannot)?;
    if built.join(INDEX).is_file() {
        return Ok(built);
    }
    install_unlocked(&web)?;
    // Under another name until it is whole.
    let unfinished = cache.join("unfinished");
    let to = unfinished.to_str().ok_or("the path of the page's folder is not UTF-8")?;
    npm(&web, &["run", "build", "--", "--outDir", to, "--emptyOutDir"])?;
    forget_old(&cache).map_err(cannot)?;
    fs::rename(&unfinished, &built).map_err(cannot)?;
    Ok(built)
}

/// Installs the page's packages in `web`, unless the installed ones match its lock file.
///
/// # Errors
/// Returns a message of one line if Node or npm are missing, or if npm fails.
pub fn install(web: &Path) -> Result<(), String> {
    let locked = lock(web);
    let _lock = locked.map_err(|error| format!("cannot lock {}: {error}", web.display()))?;
    install_unlocked(web)
}

fn install_unlocked(web: &Path) -> Result<(), String> {
    check_node()?;
    if is_installed(web) { Ok(()) } else { npm(web, &["ci", "--no-audit", "--no-fund"]) }
}

/// Digest of the names and contents of all sources; names the folder of the built page.
fn sources(web: &Path) -> io::Result<String> {
    let mut files = Vec::new();
    for source in SOURCES {
        list(&web.join(source), &mut files)?;
    }
    files.sort();
    let mut all = DefaultHasher::new();
    for file in files {
        let name = file.strip_prefix(web).unwrap_or(&file).to_string_lossy();
        all.write_u64(digest(name.as_bytes()));
        all.write_u64(digest(&fs::read(&file)?));
    }
    Ok(format!("{:016x}", all.finish()))
}

/// Adds to `files` all files in a folder, or the file itself; adds nothing for a path that does not exist.
pub(crate) fn list(path: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    if path.is_dir() {
        for entry in fs::read_dir(path)? {
            list(&entry?.path(), files)?;
        }
    } else if path.exists() {
        files.push(path.to_owned());
    }
    Ok(())
}

/// Digest of some bytes. Its only purpose is to distinguish versions of a file.
pub(crate) fn digest(bytes: &[u8]) -> u64 {
    let mut hasher = DefaultHasher::new();
    hasher.write(bytes);
    hasher.finish()
}

/// Removes all but the newest builds, of which a running debug server may still read some.
fn forget_old(cache: &Path) -> io::Result<()> {
    let mut built = Vec::new();
    for entry in fs::read_dir(cache)? {
        let entry = entry?;
        if entry.file_name() != "unfinished" {
            built.push((entry.metadata()?.modified()?, entry.path()));
        }
    }
    built.sort();
    let surplus = (built.len() + 1).saturating_sub(KEPT);
    built.iter().take(surplus).try_for_each(|(_, old)| fs::remove_dir_all(old))
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

/// Acquires the lock of the builds, which is held until the returned file is closed. The file is outside
/// `web`, where `npm ci` would delete it and git would list it.
fn lock(web: &Path) -> io::Result<File> {
    let name: String = web
        .to_string_lossy()
        .chars()
        .map(|letter| if letter.is_alphanumeric() { letter } else { '-' })
        .collect();
    let file = File::create(std::env::temp_dir().join(format!("zashiki{name}.lock")))?;
    file.lock()?;
    Ok(file)
}

/// Returns true if npm completed the installation in `node_modules` after the lock file last changed. npm
/// writes `.package-lock.json` there last.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_name_of_a_build_follows_its_sources_and_nothing_else() {
        let web = tempfile::tempdir().unwrap();
        let write = |name: &str, text: &str| {
            let path = web.path().join(name);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, text).unwrap();
        };
        write("src/lib/a.ts", "one");
        write("index.html", "page");
        let first = sources(web.path()).unwrap();
        write("e2e/a.spec.ts", "a test");
        write("node_modules/x/index.js", "a package");
        assert_eq!(sources(web.path()).unwrap(), first);

        write("src/lib/a.ts", "two");
        let second = sources(web.path()).unwrap();
        assert_ne!(second, first);
        fs::rename(web.path().join("src/lib/a.ts"), web.path().join("src/lib/b.ts")).unwrap();
        let third = sources(web.path()).unwrap();
        assert!(third != first && third != second, "a name counts as well");
        fs::remove_file(web.path().join("src/lib/b.ts")).unwrap();
        write("src/lib/a.ts", "one");
        assert_eq!(sources(web.path()).unwrap(), first, "what was there before is known again");
    }

    #[test]
    fn a_built_page_is_taken_without_node_and_the_oldest_are_removed() {
        let web = tempfile::tempdir().unwrap();
        fs::write(web.path().join("index.html"), "source").unwrap();
        let home = web.path().canonicalize().unwrap();
        let cache = home.join("node_modules/.cache/zashiki");
        let built = cache.join(sources(&home).unwrap());
        fs::create_dir_all(&built).unwrap();
        fs::write(built.join("index.html"), "built").unwrap();
        // There is no package.json here, with which npm could build anything.
        assert_eq!(page(web.path()).unwrap(), built);

        let later = std::time::SystemTime::now() + std::time::Duration::from_secs(60);
        for number in 0..KEPT {
            let other = cache.join(format!("other{number}"));
            fs::create_dir(&other).unwrap();
            fs::File::open(&other).unwrap().set_modified(later).unwrap();
        }
        forget_old(&cache).unwrap();
        assert!(!built.exists(), "it is the oldest");
        assert_eq!(fs::read_dir(&cache).unwrap().count(), KEPT - 1, "one comes in addition");
    }
}
