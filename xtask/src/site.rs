//! The static site: a folder with the page, the catalogue and the modules of the engine, for any host of files.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{Read as _, Write as _};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Child;

use anyhow::{Context as _, Result, bail};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use crate::built::SELECTION;
use crate::run::{Run, cargo, npm, program, root};
use crate::wasm;

/// The folder of the engine's modules, which `cargo xtask wasm` writes.
fn modules() -> PathBuf {
    root().join(wasm::MODULES)
}

/// The folder of the site.
fn folder() -> PathBuf {
    root().join("target/site")
}

/// Builds the site for tests. Without modules it removes an earlier site, which would be out of date.
///
/// # Errors
/// Returns an error if the site cannot be built.
pub fn renew(zashiki: &Path, go: impl Fn(Run) -> Result<()>) -> Result<()> {
    if modules().is_dir() {
        build_site(zashiki, go)?;
    } else if folder().exists() {
        fs::remove_dir_all(folder())?;
    }
    Ok(())
}

/// `cargo xtask site`: builds the modules of the engine and the site, and prints their sizes and how to publish
/// the site.
pub fn site() -> Result<()> {
    wasm::write()?;
    let folder = build_site(&build_program()?, Run::go)?;
    let folder = folder.to_str().context("the path of the site is not UTF-8")?;
    program("node", &["scripts/siteSizes.mjs", folder]).within(root().join("web")).quietly()?;
    println!("\n{}", PUBLISH);
    Ok(())
}

/// Builds the program from which the site is made, in a debug build. Returns its path.
///
/// # Errors
/// Returns an error if it cannot be built.
pub fn build_program() -> Result<PathBuf> {
    let build = [&["build", "--bin", "zashiki", "--message-format=json"], &SELECTION[..]].concat();
    let mut built = None;
    let succeeded = cargo(&build).lines(|line| {
        let message: Value = serde_json::from_str(line).context("cargo's messages are JSON")?;
        if message["target"]["name"] == "zashiki" {
            built = message["executable"].as_str().map(PathBuf::from).or(built.take());
        }
        Ok(())
    })?;
    built.filter(|_| succeeded).context("the program zashiki was not built")
}

/// The commands that publish the site on a host that shows a branch of a repository.
const PUBLISH: &str = "\
To publish it, copy the folder target/site to any host of files, below any path; for example to one
that shows a branch of a repository (docs/getting-started/publish.md):
  git -C target/site init --initial-branch pages
  git -C target/site add --all && git -C target/site commit --message \"Zashiki\"
  git -C target/site push --force https://HOST/OWNER/NAME.git pages";

/// Builds the site from what the server in `zashiki` answers: its catalogue names the modules. Returns the
/// folder of the site.
///
/// # Errors
/// Returns an error if the server has no modules, or if the page cannot be built.
fn build_site(zashiki: &Path, go: impl Fn(Run) -> Result<()>) -> Result<PathBuf> {
    let web = root().join("web");
    web_assets::build::install(&web).map_err(anyhow::Error::msg)?;
    let (site, unfinished) = (folder(), root().join("target/site-unfinished"));
    let to = unfinished.to_str().context("the path of the site is not UTF-8")?;
    let server = Server::start(zashiki)?;
    let catalogue = server.get("/api/games")?;
    let modules = files(&serde_json::from_slice(&catalogue)?);
    if modules.is_empty() {
        bail!("the server has no modules of the engine: run `cargo xtask wasm` first");
    }
    let hash = Sha256::digest(&catalogue);
    let name = hash[..4].iter().fold("catalogue-".to_owned(), |mut name, byte| {
        let _ = write!(name, "{byte:02x}");
        name
    }) + ".json";
    let build = npm(&["run", "build", "--", "--outDir", to, "--emptyOutDir"]);
    go(build.env("VITE_SITE", "1").env("VITE_CATALOGUE", &name))?;
    fs::write(unfinished.join(name), &catalogue)?;
    for path in modules {
        let file = unfinished.join(&path);
        fs::create_dir_all(file.parent().context("a file is in a folder")?)?;
        fs::write(file, server.get(&format!("/{path}"))?)?;
    }
    // Some hosts would otherwise take the folder for the sources of another generator.
    File::create(unfinished.join(".nojekyll"))?;
    if site.exists() {
        fs::remove_dir_all(&site)?;
    }
    fs::rename(&unfinished, &site)?;
    Ok(site)
}

/// The paths of all files of modules in a catalogue.
fn files(catalogue: &Value) -> Vec<String> {
    let modules = catalogue["modules"].as_object().into_iter().flat_map(|modules| modules.values());
    let files = modules.flat_map(|files| files.as_array().into_iter().flatten());
    files.filter_map(|file| Some(file["path"].as_str()?.to_owned())).collect()
}

/// A server without engines, with data of its own that is removed at the end.
struct Server {
    process: Child,
    data: PathBuf,
    address: String,
}

impl Server {
    fn start(zashiki: &Path) -> Result<Server> {
        let data = root().join(format!("target/site-data-{}", std::process::id()));
        let folder = data.to_str().context("the path of the data is not UTF-8")?;
        let words = ["serve", "--lang", "en", "--port", "0", "--data-dir", folder];
        let (process, line) = program(zashiki, &words).start()?;
        let address = line.split("http://").nth(1).unwrap_or_default().trim().to_owned();
        let server = Server { process, data, address };
        if server.address.is_empty() {
            bail!("the server did not start");
        }
        Ok(server)
    }

    /// The body of the server's answer to a GET request.
    fn get(&self, path: &str) -> Result<Vec<u8>> {
        let mut stream = TcpStream::connect(&self.address)?;
        write!(stream, "GET {path} HTTP/1.0\r\nHost: {}\r\n\r\n", self.address)?;
        let mut answer = Vec::new();
        stream.read_to_end(&mut answer)?;
        let end = answer
            .windows(4)
            .position(|four| four == b"\r\n\r\n")
            .context("an answer has a body")?;
        let head = String::from_utf8_lossy(&answer[..end]).into_owned();
        if !head.lines().next().is_some_and(|line| line.contains(" 200 ")) {
            bail!("the server answered {path} with {head}");
        }
        Ok(answer.split_off(end + 4))
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        let _ = self.process.kill();
        let _ = self.process.wait();
        let _ = fs::remove_dir_all(&self.data);
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn the_files_of_a_site_are_those_of_the_catalogue() {
        let file = |path: &str| json!({"path": path, "bytes": 1});
        let modules =
            json!({"kokyu": [file("wasm/a/a.js"), file("wasm/a/a.wasm")], "x": [file("b")]});
        assert_eq!(files(&json!({"modules": modules})), ["wasm/a/a.js", "wasm/a/a.wasm", "b"]);
        assert!(files(&json!({"games": []})).is_empty());
    }
}
