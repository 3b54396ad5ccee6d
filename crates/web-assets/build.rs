//! Release builds: builds the page and embeds it. Debug builds: only passes on the variable `ZASHIKI_PAGE`.
//!
//! With `ZASHIKI_PAGE` set, the page in that folder, built elsewhere, is used instead: for machines
//! without Node. With the feature `offline`, release builds also embed the modules of the engine, which `cargo
//! xtask wasm` builds first; `ZASHIKI_MODULES` names another folder of modules, or none if it is empty.

#[path = "src/build.rs"]
#[allow(dead_code, reason = "the library uses the rest")]
mod build;
#[path = "src/modules.rs"]
mod modules;

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::{env, fs, io};

fn main() {
    if let Err(why) = run() {
        // One line; a panic would bury it under a backtrace.
        eprintln!("error: {why}");
        std::process::exit(1);
    }
}

fn run() -> Result<(), String> {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=src/build.rs");
    println!("cargo::rerun-if-changed=src/modules.rs");
    println!("cargo::rerun-if-env-changed=ZASHIKI_PAGE");
    println!("cargo::rerun-if-env-changed=ZASHIKI_MODULES");
    println!("cargo::rustc-check-cfg=cfg(embedded)");
    let given = env::var_os("ZASHIKI_PAGE").map(PathBuf::from);
    if let Some(given) = &given {
        fs::metadata(given.join(build::INDEX)).map_err(|error| {
            format!("ZASHIKI_PAGE names no page ({}: {error})", given.display())
        })?;
    }
    // "release" for every profile that inherits from it.
    if variable("PROFILE")? != "release" {
        if let Some(given) = given {
            let given = given.canonicalize().map_err(|error| error.to_string())?;
            println!("cargo::rustc-env=ZASHIKI_PAGE_FOLDER={}", given.display());
        }
        return Ok(());
    }
    println!("cargo::rustc-cfg=embedded");
    let folder = match given {
        Some(given) => {
            println!("cargo::rerun-if-changed={}", given.display());
            given
        }
        None => {
            let web = PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("../../web");
            for source in build::SOURCES {
                println!("cargo::rerun-if-changed={}", web.join(source).display());
            }
            build::page(&web)?
        }
    };
    let out = PathBuf::from(variable("OUT_DIR")?);
    let modules = match env::var_os("CARGO_FEATURE_OFFLINE") {
        Some(_) => engine_modules()?,
        None => Vec::new(),
    };
    embed(&folder, modules, &out)
        .map_err(|error| format!("cannot embed the page in {}: {error}", folder.display()))
}

/// The files of the engine's modules.
fn engine_modules() -> Result<Vec<modules::Placed>, String> {
    let folder = match env::var_os("ZASHIKI_MODULES") {
        Some(given) if given.is_empty() => return Ok(Vec::new()),
        Some(given) => PathBuf::from(given),
        None => PathBuf::from(variable("CARGO_MANIFEST_DIR")?).join("../../target/wasm-modules"),
    };
    println!("cargo::rerun-if-changed={}", folder.display());
    let placed = modules::placed(&folder)
        .map_err(|error| format!("cannot read the modules in {}: {error}", folder.display()))?;
    if placed.is_empty() {
        return Err(format!(
            "the feature offline needs the engine as WebAssembly, and {} has no modules: run `cargo xtask wasm` first",
            folder.display()
        ));
    }
    Ok(placed)
}

/// Compresses the files named by its arguments.
const PACK: &str = "
    const { readFileSync, writeFileSync } = require('node:fs');
    const { brotliCompressSync, gzipSync } = require('node:zlib');
    for (const path of process.argv.slice(1)) {
        const plain = readFileSync(path);
        writeFileSync(`${path}.br`, brotliCompressSync(plain));
        writeFileSync(`${path}.gz`, gzipSync(plain, { level: 9 }));
    }";

/// Compresses these files in the folder `page` by Node, as the page's build does with its own. Without Node the
/// server sends them as they are.
fn packed(page: &Path, names: &[String]) -> Vec<(String, PathBuf)> {
    if names.is_empty() {
        return Vec::new();
    }
    let paths = names.iter().map(|name| page.join(name));
    let done = Command::new("node").args(["--eval", PACK, "--"]).args(paths).status();
    if !done.is_ok_and(|status| status.success()) {
        println!(
            "cargo::warning=the modules of the engine are not compressed, since node cannot be run"
        );
        return Vec::new();
    }
    let packed = names.iter().flat_map(|name| [format!("{name}.br"), format!("{name}.gz")]);
    packed.map(|name| (name.clone(), page.join(name))).collect()
}

fn variable(name: &str) -> Result<String, String> {
    env::var(name).map_err(|_| format!("{name} is not set; build with cargo"))
}

/// Copies the page to `OUT_DIR/page`, so that its files exist as long as the compiled code that includes
/// them, and writes `OUT_DIR/files.rs`, the list of its files, sorted by path.
fn embed(from: &Path, modules: Vec<modules::Placed>, out: &Path) -> io::Result<()> {
    let page = out.join("page");
    if page.exists() {
        fs::remove_dir_all(&page)?;
    }
    let mut files = Vec::new();
    build::list(from, &mut files)?;
    let named = files.into_iter().map(|file| {
        let below = file.strip_prefix(from).unwrap_or(&file);
        let parts: Vec<_> = below.iter().map(|part| part.to_string_lossy()).collect();
        (parts.join("/"), file.clone())
    });
    let of_modules: Vec<_> = modules.iter().map(|(name, _)| name.clone()).collect();
    let mut names: Vec<(String, PathBuf)> = Vec::new();
    for (name, file) in named.chain(modules) {
        let to = page.join(&name);
        fs::create_dir_all(to.parent().unwrap_or(&page))?;
        fs::copy(&file, &to)?;
        names.push((name, to));
    }
    names.extend(packed(&page, &of_modules));
    names.sort();
    let mut list = String::from("[\n");
    for (name, path) in names {
        let digest = build::digest(&fs::read(&path)?);
        let _ = writeln!(list, "    ({name:?}, include_bytes!({path:?}), {digest}),");
    }
    list.push_str("]\n");
    fs::write(out.join("files.rs"), list)
}
