//! `cargo xtask load`: how many moves the server takes, how soon it answers, and what it holds; and
//! `cargo xtask kill9`: whether it keeps what it answered when it is killed.

use anyhow::Result;

use crate::run::{cargo, program, release, root};
use crate::tools;

/// Builds the server and the load in release and measures; `words` are the load's own options.
pub fn load(words: &[&str]) -> Result<()> {
    cargo(&["build", "--release", "--package", "zashiki", "--package", "load"]).aside()?;
    let peer = root().join("crates/load/peer");
    let (server, folder) = (release("zashiki"), peer.to_string_lossy().into_owned());
    let mut args = vec!["play", "--server"];
    let server = server.to_string_lossy().into_owned();
    args.push(&server);
    for word in words {
        args.push(word);
        if *word == "--peer" {
            tools::need_node()?;
            program("npm", &["ci", "--prefix", &folder]).aside()?;
            args.push(&folder);
        }
    }
    program(release("load"), &args).quietly()
}

/// Builds the server and the load in release and kills; `words` are the load's own options.
pub fn kill9(words: &[&str]) -> Result<()> {
    cargo(&["build", "--release", "--package", "zashiki", "--package", "load"]).aside()?;
    let server = release("zashiki").to_string_lossy().into_owned();
    program(release("load"), &[&["kill9", "--server", &server], words].concat()).quietly()
}
