//! The chores of the house: `cargo xtask help` lists them.

mod built;
mod cycles;
mod deploy;
mod lexer;
mod load;
mod measure;
mod parts;
mod passed;
mod peer;
mod python;
mod run;
mod selections;
mod test;
mod tools;

use std::process::ExitCode;

use anyhow::{Result, bail};

use python::Extent;

const HELP: &str = "\
cargo xtask test     formatting, lints, Rust tests, the page's types, lints and unit tests, and
                     browser tests in Chromium; the package for Python. It runs what a change
                     since the last time can break, and says what it left out;
                     --all runs everything, as CI does;
                     --full also bots in matches, in the browser every game where two stand
                     for all, a minute of faults, and all that python --full tests
cargo xtask cycles   the modules of each crate that import each other, with the imports: PACKAGE...
                     limits it to these packages
cargo xtask rules    the table of rule statements and the tests that hold them
cargo xtask types    write the page's types anew from the Rust ones
cargo xtask bless    rewrite the golden playthroughs and the tree counts
cargo xtask figures  play the games behind the figures in the documents again, and rewrite them
cargo xtask python   tests the package for Python alone; --full also what needs OpenSpiel, Ray, JAX
                     and minutes
cargo xtask wheel    the wheel of the package for Python, into target/wheels
cargo xtask bench    the benchmarks
cargo xtask peer openspiel
                     connect four beside OpenSpiel's C++ search, which is fetched with Python
cargo xtask page     measures of the page in a release build: bytes, time to ready, layout
                     shift, frames, memory; --json for programs; --game ID, --size WxH for less
cargo xtask load     the server under load in a release build: --game ID, --tables N, --seconds S,
                     --sockets N, --idle N, --openings R, --peer beside others; --json
cargo xtask kill9    kills the server again and again under play, and looks for everything that it
                     answered: --cycles N, --tables N of each game, --seed N; --json
cargo xtask attack   plays an attack of a stranger on the server in a release build, on loopback, and
                     prints what a bystander experiences before and during it: NAME (without it:
                     the list), --seconds S; --json
cargo xtask cluster  three servers on a PostgreSQL and a NATS of their own, behind a balancer, to
                     try by hand; --faults SECONDS has them killed, stopped and cut off under
                     play and looks for everything that was answered; --beside COMMIT has one
                     of them be the program of that commit; --tables N of each kind, --seed N
cargo xtask deploy   tries the container file and the systemd unit in deploy, as far as this
                     machine can run them
cargo xtask pictures takes the pictures of all tables anew that the tests compare
cargo xtask shots    screenshots of the page in both languages and three widths";

fn main() -> ExitCode {
    match chore() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn chore() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    std::env::set_current_dir(run::root())?;
    match words[..] {
        ["test"] => test::everything(Extent::Short, false),
        ["test", "--all"] => test::everything(Extent::Short, true),
        ["test", "--full"] => test::everything(Extent::Full, true),
        ["cycles", ref packages @ ..] => cycles::print(packages),
        ["rules"] => test::rules(),
        ["python"] => test::python(Extent::Short),
        ["python", "--full"] => test::python(Extent::Full),
        ["wheel"] => python::wheel(),
        ["types"] => test::write_types(),
        ["bless"] => {
            let bless = |test: &[&str]| run::cargo(test).env("ZASHIKI_BLESS", "1").go();
            bless(&["test", "--package", "shelf", "--test", "it", "playthroughs"])?;
            bless(&["test", "--package", "lab", "--test", "it", "counts"])
        }
        ["figures"] => test::figures(),
        // With the server selected it shares what a release build of it compiled.
        ["bench"] => {
            let selection = ["--package", "bench", "--package", "zashiki", "--bench", "engine"];
            run::cargo(&[&["bench"][..], &selection, &["--features", "bench/peer"]].concat()).go()
        }
        ["peer", "openspiel"] => peer::openspiel(),
        ["page", ref narrowed @ ..] => measure::page(narrowed),
        ["load", ref words @ ..] => load::load(words),
        ["kill9", ref words @ ..] => load::kill9(words),
        ["attack", ref words @ ..] => load::attack(words),
        ["cluster", ref words @ ..] => load::cluster(words),
        ["deploy"] => deploy::deploy(),
        ["pictures"] => test::pictures(),
        ["shots"] => test::screenshots(),
        [] | ["help"] => {
            println!("{HELP}");
            Ok(())
        }
        _ => bail!("there is no chore \"{}\"; there is:\n{HELP}", words.join(" ")),
    }
}
