//! `cargo xtask wasm`: builds the modules of the browser, one per game, into `target/wasm-modules`.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::passed::hex;
use crate::rules;
use crate::run::{Run, cargo, program, root};
use crate::tools;

/// The target of the modules.
const TARGET: &str = "wasm32-unknown-unknown";

/// The maximum size of a module compressed by Brotli, in bytes. The aim is 250 kB; 100 kB of the largest are
/// the search network of 森羅万象.
const MOST: u64 = 830_000;

/// The folder of the modules, `{game}/{game}.js` and `{game}/{game}_bg.wasm`, within the repository.
pub const MODULES: &str = "target/wasm-modules";

/// The target folder of all that is compiled for them. Another compiler would make the packages of the usual
/// one stale.
const BUILD: &str = "target/wasm";

/// Prints sizes as JSON, by path: the file itself, compressed by gzip, and by Brotli.
const SIZES: &str = "\
const { readFileSync } = require('node:fs');
const { gzipSync, brotliCompressSync } = require('node:zlib');
const size = (bytes) => ({
  raw: bytes.length,
  gzip: gzipSync(bytes, { level: 9 }).length,
  brotli: brotliCompressSync(bytes).length,
});
const paths = process.argv.slice(1);
console.log(JSON.stringify(Object.fromEntries(paths.map((path) => [path, size(readFileSync(path))]))));";

/// A compiler that has the standard library of the target.
pub struct Compiler {
    rustc: PathBuf,
    /// The linker, unless the compiler finds its own.
    linker: Option<PathBuf>,
}

impl Compiler {
    /// The path of the compiler.
    pub fn rustc(&self) -> &Path {
        &self.rustc
    }
}

/// `cargo xtask wasm`: builds the modules and prints their sizes.
pub fn write() -> Result<()> {
    for (game, sizes) in build(&compiler(Run::go)?, Run::go)? {
        println!("{game:10} {} bytes, {} by gzip, {} by Brotli", sizes[0], sizes[1], sizes[2]);
    }
    Ok(())
}

/// Builds the modules and checks their sizes.
///
/// # Errors
/// Returns an error if a module cannot be built or is larger than [`MOST`].
pub fn check(compiler: &Compiler, go: impl Fn(Run) -> Result<()>) -> Result<()> {
    for (game, [_, _, brotli]) in build(compiler, go)? {
        if brotli > MOST {
            bail!("the module of {game} has {brotli} bytes (Brotli); at most {MOST} are allowed");
        }
    }
    Ok(())
}

/// Builds the modules that are not up to date. Returns the size of each: raw, by gzip, by Brotli.
fn build(
    compiler: &Compiler,
    go: impl Fn(Run) -> Result<()>,
) -> Result<BTreeMap<String, [u64; 3]>> {
    let build = root().join(BUILD);
    let build_text = build.to_string_lossy();
    let selection = ["--package", "browser", "--examples", "--no-default-features"];
    let features = ["--features", "module", "--target", TARGET, "--profile", "wasm"];
    let folder = ["--target-dir", &*build_text];
    let compile = cargo(&[&["build", "--quiet"], &selection[..], &features, &folder].concat());
    let linked = match &compiler.linker {
        Some(linker) => compile.env("CARGO_TARGET_WASM32_UNKNOWN_UNKNOWN_LINKER", linker),
        None => compile,
    };
    // All browsers since 2023 have SIMD; the page refuses others.
    go(linked.env("RUSTC", &compiler.rustc).env("RUSTFLAGS", "-Ctarget-feature=+simd128"))?;
    let package = ["--quiet", "--package", "bindgen", "--features", "program"];
    go(cargo(&[&["build"], &package[..], &folder].concat()))?;
    let bindgen = build.join(format!("debug/bindgen{}", std::env::consts::EXE_SUFFIX));
    let modules = root().join(MODULES);
    let mut paths = BTreeMap::new();
    for game in rules::games()? {
        let compiled = build.join(TARGET).join("wasm/examples").join(format!("{game}.wasm"));
        let folder = modules.join(&game);
        let module = folder.join(format!("{game}_bg.wasm"));
        let digest = digest(&[&compiled, &bindgen])?;
        let made_from = build.join(format!("{game}.made-from"));
        let fresh = std::fs::read_to_string(&made_from).is_ok_and(|made| made == digest);
        if !fresh || !module.is_file() {
            let [compiled, folder] = [&compiled, &folder].map(|path| path.to_string_lossy());
            go(program(&bindgen, &[&*compiled, &*folder, &*game]))?;
            std::fs::write(&made_from, digest)?;
        }
        paths.insert(module.to_string_lossy().into_owned(), game);
    }
    let names: Vec<&str> = paths.keys().map(String::as_str).collect();
    let sizes = program("node", &[&["--eval", SIZES, "--"], &names[..]].concat()).output();
    let sizes: Value = serde_json::from_str(&sizes.context("Node measures the modules")?)?;
    let of = |path: &str, kind: &str| sizes[path][kind].as_u64().context("Node prints sizes");
    let sizes = paths.iter().map(|(path, game)| {
        let sizes = [of(path, "raw")?, of(path, "gzip")?, of(path, "brotli")?];
        Ok((game.clone(), sizes))
    });
    let sizes: BTreeMap<String, [u64; 3]> = sizes.collect::<Result<_>>()?;
    std::fs::write(modules.join("sizes.json"), serde_json::to_string_pretty(&sizes)?)?;
    Ok(sizes)
}

/// One digest of the contents of these files.
fn digest(files: &[&Path]) -> Result<String> {
    let mut all = Sha256::new();
    for file in files {
        all.update(std::fs::read(file).with_context(|| file.display().to_string())?);
    }
    Ok(hex(&all.finalize()))
}

/// A compiler that has the standard library of the target: the usual one if rustup has added the target to it,
/// or else Debian's, with the library compiled from its sources into `target/wasm-sysroot`.
///
/// # Errors
/// Returns an error with the way out if there is none.
pub fn compiler(go: impl Fn(Run) -> Result<()>) -> Result<Compiler> {
    let library = program("rustc", &["--print", "target-libdir", "--target", TARGET]).output();
    if library.is_some_and(|folder| Path::new(folder.trim()).is_dir()) {
        return Ok(Compiler { rustc: "rustc".into(), linker: None });
    }
    let folder = root().join("target/wasm-sysroot");
    let script = root().join("xtask/wasm-sysroot.sh");
    let (made_by, script_now) = (folder.join("made-by"), digest(&[&script])?);
    let rustc = folder.join("rustc");
    if !std::fs::read_to_string(&made_by).is_ok_and(|made| made == script_now) {
        if !Path::new("/usr/bin/apt-get").exists() {
            bail!(
                "this compiler has no standard library for {TARGET}, which the modules of the browser need: \
                 run `rustup target add {TARGET}`"
            );
        }
        // Without permission to update them, the lists of packages that are there may do.
        tools::apt_update(&go);
        let folder = folder.to_string_lossy();
        go(program(&script, &[&*folder])).with_context(|| {
            format!(
                "this compiler has no standard library for {TARGET}, and it could not be built from Debian's \
                 packages (see above): run `rustup target add {TARGET}`"
            )
        })?;
        std::fs::write(made_by, script_now)?;
    }
    let sysroot = program("rustc", &["--print", "sysroot"]).output().context("rustc runs")?;
    let about = program("rustc", &["--version", "--verbose"]).output().context("rustc runs")?;
    let host =
        about.lines().find_map(|line| line.strip_prefix("host: ")).context("it has a host")?;
    let linker = Path::new(sysroot.trim()).join("lib/rustlib").join(host).join("bin/rust-lld");
    if !linker.is_file() {
        bail!("the linker {} is missing: install Rust with rustup", linker.display());
    }
    Ok(Compiler { rustc, linker: Some(linker) })
}
