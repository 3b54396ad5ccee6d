//! The Python package: its wheel and its tests.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, bail};

use crate::run::{Run, cargo, program, root};
use crate::tools;

/// File name of the extension module in the package.
const EXTENSION: &str = if cfg!(windows) { "_zashiki.pyd" } else { "_zashiki.abi3.so" };

fn package() -> PathBuf {
    root().join("crates/python")
}

/// The set of Python tests to run.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// The tests that run every time.
    Short,
    /// All tests: also those that need large frameworks (in the folder `frameworks`) or take minutes.
    Full,
}

/// Installs the Python programs with which the package is built and tested, and returns their folder.
fn programs(extent: Extent) -> Result<PathBuf> {
    let short = package().join("requirements.txt");
    match extent {
        Extent::Short => tools::venv(&root().join("target/python/tools"), &[short]),
        Extent::Full => {
            let full = package().join("requirements-full.txt");
            tools::venv(&root().join("target/python/frameworks"), &[short, full])
        }
    }
}

/// `cargo xtask wheel`: builds the wheel and prints its path. With `--portable`, the wheel is for Linux systems
/// with glibc 2.28 or later (`manylinux_2_28`), whatever this machine has; zig is its linker. With `--sdist`, builds
/// the source distribution as well, and prints its path first.
pub fn wheel(words: &[&str]) -> Result<()> {
    if let Some(other) = words.iter().find(|word| !["--portable", "--sdist"].contains(word)) {
        bail!("`cargo xtask wheel` takes --portable and --sdist, not {other}");
    }
    if words.contains(&"--sdist") {
        let built = maturin(&["sdist"], &programs(Extent::Short)?, "gz")?;
        println!("{}", built.display());
    }
    let wheel = if words.contains(&"--portable") { portable_wheel() } else { build_wheel() }?;
    println!("{}", wheel.display());
    Ok(())
}

const BUILD: [&str; 4] = ["build", "--profile", "dist", "--locked"];

/// Builds the wheel for this machine and returns its path.
fn build_wheel() -> Result<PathBuf> {
    maturin(&BUILD, &programs(Extent::Short)?, "whl")
}

/// Builds the wheel for `manylinux_2_28` and returns its path.
fn portable_wheel() -> Result<PathBuf> {
    let lists = ["requirements.txt", "requirements-portable.txt"].map(|list| package().join(list));
    let programs = tools::venv(&root().join("target/python/portable"), &lists)?;
    let portable = ["--zig", "--compatibility", "manylinux_2_28"];
    maturin(&[&BUILD[..], &portable].concat(), &programs, "whl")
}

/// Runs maturin, and returns the path of the file with this ending that it built last.
fn maturin(words: &[&str], programs: &Path, ending: &str) -> Result<PathBuf> {
    if !tools::python() {
        bail!("Python is missing: install Python 3.11 or later with its venv module");
    }
    let built = root().join("target/wheels");
    let (manifest, folder) = (package().join("Cargo.toml"), built.to_string_lossy());
    let places = ["--manifest-path", &manifest.to_string_lossy(), "--out", &folder];
    // Maturin finds zig beside its own Python.
    let path = std::env::var_os("PATH").unwrap_or_default();
    let path = std::env::join_paths(
        std::iter::once(programs.to_path_buf()).chain(std::env::split_paths(&path)),
    )?;
    program(programs.join("maturin"), &[words, &places].concat()).env("PATH", path).aside()?;
    let files = std::fs::read_dir(&built)?.filter_map(|entry| Some(entry.ok()?.path()));
    let files = files.filter(|path| path.extension().is_some_and(|it| it == ending));
    let modified = |path: &PathBuf| path.metadata().and_then(|data| data.modified()).ok();
    files.max_by_key(modified).with_context(|| format!("maturin left no .{ending}"))
}

/// Tests the Python package with the extension module at `extension`, and the samples with this server.
/// `only` are arguments of pytest that select some of the tests; without them, all tests run. `go` runs the
/// programs. If Python is missing, the tests are skipped, except in CI (if the variable `CI` is set).
///
/// # Errors
/// Returns an error if a test fails.
pub fn test(
    extension: &Path,
    server: &Path,
    extent: Extent,
    only: Option<&[String]>,
    go: impl Fn(Run) -> Result<()>,
) -> Result<()> {
    if !tools::python() {
        if std::env::var_os("CI").is_some() {
            bail!("Python is missing: install Python 3.11 or later with its venv module");
        }
        println!(
            "\nPython is missing, so its package is not tested (Debian: apt-get install python3-venv)."
        );
        return Ok(());
    }
    let programs = programs(extent)?;
    let site = root().join("target/python/site");
    lay_out(extension, &site.join("zashiki"))?;
    let wheel = (extent == Extent::Full).then(build_wheel).transpose()?;
    let python = |args: &[&str]| {
        let mut run = program(programs.join("python"), args);
        if let Some(wheel) = &wheel {
            run = run.env("ZASHIKI_WHEEL", wheel);
        }
        let run = run
            .within(package())
            .env("PYTHONPATH", &site)
            .env("ZASHIKI_BIN", server)
            .env("MYPYPATH", &site)
            .env("MYPY_CACHE_DIR", root().join("target/python/mypy"))
            .env("PYTHONDONTWRITEBYTECODE", "1");
        go(run)
    };
    if let Some(only) = only {
        let selected = only.iter().map(String::as_str);
        return python(&["-m", "pytest"].into_iter().chain(selected).collect::<Vec<_>>());
    }
    let sources = [".", "../external-engines/samples", "../server/samples"];
    python(&[&["-m", "ruff", "check", "--quiet"][..], &sources].concat())?;
    python(&[&["-m", "ruff", "format", "--check", "--quiet"][..], &sources].concat())?;
    python(&["-m", "mypy"])?;
    // The type stubs agree with the extension module.
    python(&["-m", "mypy.stubtest", "zashiki._zashiki"])?;
    match extent {
        Extent::Short => python(&["-m", "pytest"]),
        Extent::Full => python(&["-m", "pytest", "tests", "frameworks"]),
    }
}

/// `cargo xtask docs-site`: builds the documentation site into `target/docs-site`: all documents, with search, and
/// the Python API from its docstrings.
///
/// # Errors
/// Returns an error if a link or a reference leads nowhere.
pub fn docs_site() -> Result<()> {
    cargo(&["build", "--package", "zashiki-python"]).go()?;
    let library = format!("{DLL_PREFIX}_zashiki{DLL_SUFFIX}");
    let packages = root().join("target/python/docs-package");
    lay_out(&root().join("target/debug").join(library), &packages.join("zashiki"))?;
    let list = package().join("requirements-docs.txt");
    let programs = tools::venv(&root().join("target/python/docs"), &[list])?;
    let site = root().join("target/docs-site");
    if site.is_dir() {
        std::fs::remove_dir_all(&site)?;
    }
    // Every warning is an error; the report names all of them.
    let build = ["-m", "sphinx", "-q", "-W", "--keep-going", "-c", "docs/site", "."];
    let run = program(programs.join("python"), &[&build[..], &[&site.to_string_lossy()]].concat());
    run.within(root()).env("PYTHONPATH", &packages).go()?;
    let first =
        r#"<!doctype html><meta http-equiv="refresh" content="0; url=docs/site/index.html">"#;
    std::fs::write(site.join("index.html"), first)?;
    println!("{}", site.join("index.html").display());
    Ok(())
}

/// Copies the package and its extension module into a folder, as the installation of a wheel would.
fn lay_out(extension: &Path, folder: &Path) -> Result<()> {
    if folder.is_dir() {
        std::fs::remove_dir_all(folder)?;
    }
    std::fs::create_dir_all(folder)?;
    for entry in std::fs::read_dir(package().join("python/zashiki"))? {
        let from = entry?.path();
        if let Some(name) = from.file_name().filter(|_| from.is_file()) {
            std::fs::copy(&from, folder.join(name))?;
        }
    }
    std::fs::copy(extension, folder.join(EXTENSION))?;
    Ok(())
}
