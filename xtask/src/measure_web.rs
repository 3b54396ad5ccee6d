//! `cargo xtask measure-web`: measures the page's transferred bytes, time to ready, layout shift, frames and
//! memory.

use std::fmt::Write;
use std::fs::File;
use std::path::Path;

use anyhow::{Context, Result, bail};
use serde_json::{Map, Value, json};

use crate::run::{Run, cargo, npm, program, release, root};
use crate::{site, tools, wasm};

/// One measurement: its kind (`what`) and its numbers by name.
type Measure = Map<String, Value>;

/// Options that limit the measurement to one game or window size, each with the environment variable that
/// passes its value on.
const NARROWED: [(&str, &str); 2] = [("--game", "MEASURE_GAME"), ("--size", "MEASURE_SIZE")];

/// Measures the page of a release build in Chromium and prints the numbers.
pub fn measure_web(words: &[&str]) -> Result<()> {
    let (mut as_json, mut offline) = (false, false);
    let mut narrowed = Vec::new();
    let mut words = words.iter();
    while let Some(word) = words.next() {
        match NARROWED.iter().find(|(option, _)| option == word) {
            Some((option, variable)) => {
                let value = words.next().with_context(|| format!("{option} needs a value"))?;
                narrowed.push((*variable, *value));
            }
            None if *word == "--json" => as_json = true,
            None if *word == "--offline" => offline = true,
            None => bail!(
                "`cargo xtask measure-web` knows --json, --offline, --game ID and --size WxH, not {word}"
            ),
        }
    }
    let measures = measure(&narrowed, offline)?;
    if as_json {
        let commit = program("git", &["rev-parse", "HEAD"]).output().unwrap_or_default();
        println!("{:#}", json!({ "commit": commit.trim(), "measures": measures }));
    } else {
        println!("{}", tables(&measures));
    }
    Ok(())
}

/// Builds the program, measures the page and returns the measurements. The output of both steps is written to
/// a log, because the standard output has the results.
fn measure(narrowed: &[(&str, &str)], offline: bool) -> Result<Vec<Measure>> {
    let folder = root().join("target/measures");
    std::fs::create_dir_all(&folder)?;
    let (path, log) = (folder.join("measures.jsonl"), folder.join("log"));
    File::create(&path)?;
    eprintln!("building and measuring; progress is in {}", log.display());
    let output = File::create(&log)?;
    let steps = || -> Result<()> {
        tools::need_node()?;
        let chromium = tools::chromium(Run::go)?;
        tools::install_page()?;
        let (script, zashiki) = if offline {
            let go = |run: Run| run.into_file(&output);
            wasm::check(&wasm::compiler(go)?, go)?;
            let program = ["--package", "browser", "--bin", "decisions"];
            cargo(&[&["build", "--release"], &program[..]].concat()).into_file(&output)?;
            let zashiki = site::build_program()?;
            site::renew(&zashiki, go)?;
            ("measure-offline", zashiki)
        } else {
            cargo(&["build", "--release"]).into_file(&output)?;
            ("measure", release("zashiki"))
        };
        let run = npm(&["run", script])
            .env("CHROMIUM", chromium)
            .env("ZASHIKI_BIN", zashiki)
            .env("ZASHIKI_DECISIONS", release("decisions"))
            .env("MEASURES", &path);
        let run = narrowed.iter().fold(run, |run: Run, (name, value)| run.env(name, value));
        run.into_file(&output)
    };
    steps().with_context(|| format!("see {}", log.display()))?;
    read(&path)
}

fn read(path: &Path) -> Result<Vec<Measure>> {
    let lines = std::fs::read_to_string(path)?;
    lines.lines().map(|line| Ok(serde_json::from_str(line)?)).collect()
}

/// Formats the measurements as text: a table for each kind, with longer lists below.
fn tables(measures: &[Measure]) -> String {
    let mut out = String::new();
    let mut kinds: Vec<&Value> = Vec::new();
    for kind in measures.iter().map(|measure| &measure["what"]) {
        if !kinds.contains(&kind) {
            kinds.push(kind);
        }
    }
    for kind in kinds {
        let rows: Vec<&Measure> = measures.iter().filter(|row| row["what"] == *kind).collect();
        let named = |row: &&Measure| row.keys().cloned().collect::<Vec<String>>();
        let names: Vec<String> = rows.first().map(named).unwrap_or_default();
        let (lists, mut names): (Vec<String>, Vec<String>) = names
            .into_iter()
            .filter(|name| name != "what")
            .partition(|name| rows[0][name].is_array());
        // Text columns come before numbers.
        names.sort_by_key(|name| rows[0][name].is_number());
        let cells = rows.iter().map(|row| names.iter().map(|name| shown(&row[name])).collect());
        let mut lines: Vec<Vec<String>> =
            vec![names.iter().map(|name| name.replace('_', " ")).collect()];
        lines.extend(cells);
        let width = |column: usize| {
            lines.iter().map(|line| line[column].chars().count()).max().unwrap_or_default()
        };
        let widths: Vec<usize> = (0..names.len()).map(width).collect();
        let _ = writeln!(out, "\n{}", shown(kind).to_uppercase());
        for (index, line) in lines.iter().enumerate() {
            for (cell, width) in line.iter().zip(&widths) {
                let _ = write!(out, "  {cell:>width$}");
            }
            out.push('\n');
            let row = index.checked_sub(1).map(|index| rows[index]);
            let listed = lists.iter().filter_map(|name| row?[name].as_array());
            for item in listed.flatten() {
                let _ = writeln!(out, "      {}", shown(item));
            }
        }
    }
    out
}

fn shown(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}
