//! Development tasks: `cargo xtask help` lists them.

mod balance;
mod bench_peer;
mod built;
mod cycles;
mod deploy;
#[cfg(test)]
mod documents;
mod lexer;
mod load;
mod measure_web;
mod parts;
mod passed;
mod prose;
mod python;
mod rules;
mod run;
mod selections;
mod site;
mod test;
mod test_run;
mod tools;
mod types;
mod update;
mod wasm;

use std::fmt::Write as _;
use std::process::ExitCode;

use anyhow::{Result, bail};

use python::Extent;

/// A command of `cargo xtask`.
struct Command {
    name: &'static str,
    /// The arguments as the help prints them; empty if there are none.
    arguments: &'static str,
    about: &'static str,
    run: Task,
}

/// The function that runs a command.
enum Task {
    Plain(fn() -> Result<()>),
    /// A function that receives the command's arguments.
    With(fn(&[&str]) -> Result<()>),
}

use Task::{Plain, With};

const COMMANDS: &[Command] = &[
    Command {
        name: "test",
        arguments: "[--all | --full]",
        about: "\
Run the tests that a change since the last run can break, and print which were left out:
formatting, lints, module cycles, prose, Rust tests, the page's types, lints and unit tests,
browser tests in Chromium, the Python package.
--all   all tests, as CI runs them
--full  also matches between bots, all numbers of seats in the browser, a minute of fault
        injection, and `cargo xtask python --full`",
        run: With(test_all),
    },
    Command {
        name: "cycles",
        arguments: "[PACKAGE... | --check]",
        about: "\
Print cycles among the modules of each crate, with the imports that make them.
--check  fail if there is a cycle, as the tests do",
        run: With(cycles::print),
    },
    Command {
        name: "prose",
        arguments: "[PATH...] [--count] | --check",
        about: "\
Print phrases in comments, documents and messages that a reader does not understand at first
reading, with the standard term for each.
--count  the number of phrases in each folder
--check  fail if there is a phrase, as the tests do",
        run: With(prose::print),
    },
    Command {
        name: "rules",
        arguments: "",
        about: "Print the rule statements of all games with their tests.",
        run: Plain(rules::print),
    },
    Command {
        name: "types",
        arguments: "",
        about: "Regenerate the page's types after a change of Rust types.",
        run: Plain(types::write),
    },
    Command {
        name: "update-golden",
        arguments: "",
        about: "Rewrite the golden playthroughs and the counts of game trees.",
        run: Plain(update::golden),
    },
    Command {
        name: "update-figures",
        arguments: "",
        about: "Play the games behind the figures in the documents again and rewrite the figures.",
        run: Plain(update::figures),
    },
    Command {
        name: "update-screenshots",
        arguments: "",
        about: "Retake the screenshots of all tables that the browser tests compare.",
        run: Plain(update::reference_screenshots),
    },
    Command {
        name: "update-board-pictures",
        arguments: "",
        about: "Retake the pictures of the boards on the front page, in both languages.",
        run: Plain(update::board_pictures),
    },
    Command {
        name: "site",
        arguments: "",
        about: "\
Build the static site into target/site: the page with the engine as WebAssembly, to play without
a server. Prints its sizes and the commands that publish it.",
        run: Plain(site::site),
    },
    Command {
        name: "screenshots",
        arguments: "",
        about: "\
Take screenshots of the page in both languages and three widths, into target/screenshots.",
        run: Plain(update::screenshots),
    },
    Command {
        name: "balance",
        arguments: "[GAME...]",
        about: "\
Write the balance pages of all games, or of these, into target/balance, by the commands in
docs/balance/README.md. All pages take about 20 minutes.",
        run: With(balance::pages),
    },
    Command {
        name: "python",
        arguments: "[--full]",
        about: "\
Test the Python package alone.
--full  also the slow tests, which need OpenSpiel, Ray and JAX",
        run: With(test_python),
    },
    Command {
        name: "wheel",
        arguments: "[--portable] [--sdist]",
        about: "\
Build the wheel of the Python package into target/wheels, and print its path.
--portable  for Linux with glibc 2.28 or later, whatever this machine has
--sdist     also build the source distribution, and print its path first",
        run: With(python::wheel),
    },
    Command {
        name: "docs-site",
        arguments: "",
        about: "\
Build the documentation site into target/docs-site: all documents with search, and the Python
API. Fails if a link leads nowhere.",
        run: Plain(python::docs_site),
    },
    Command {
        name: "wasm",
        arguments: "",
        about: "\
Build the engine as WebAssembly, one module per game, into target/wasm-modules, and print the
sizes. Builds the standard library of the target if rustup has not added it (on Debian).",
        run: Plain(wasm::write),
    },
    Command { name: "bench", arguments: "", about: "Run the benchmarks.", run: Plain(bench) },
    Command {
        name: "bench-peer",
        arguments: "openspiel",
        about: "Compare search in connect four with OpenSpiel's C++ search, downloaded with Python.",
        run: With(bench_with_peer),
    },
    Command {
        name: "measure-web",
        arguments: "[--game ID] [--size WxH] [--json] | --offline",
        about: "\
Measure the page in a release build: bytes, time to ready, layout shift, frames and memory.
--offline  without a server: the speed of searches in the modules of the browser, and natively;
           and the time until the first choice of a game",
        run: With(measure_web::measure_web),
    },
    Command {
        name: "load",
        arguments: "[OPTION...]",
        about: "\
Measure the server under load in a release build: --game ID, --tables N, --seconds S,
--sockets N, --idle N, --openings R, --peer (with other servers), --json.",
        run: With(load::load),
    },
    Command {
        name: "kill9",
        arguments: "[OPTION...]",
        about: "\
Kill the server repeatedly during games, and check that each acknowledged action is stored:
--cycles N, --tables N of each game, --seed N, --json.",
        run: With(load::kill9),
    },
    Command {
        name: "attack",
        arguments: "[NAME] [--seconds S] [--json]",
        about: "\
Simulate an attack on a server in a release build, on loopback, and print the response times
of a bystander before and during it. Without a name: list the attacks.",
        run: With(load::attack),
    },
    Command {
        name: "cluster",
        arguments: "[OPTION...]",
        about: "\
Start three servers with temporary PostgreSQL and NATS services behind a balancer, for manual
tests: --faults SECONDS (kill, stop and disconnect them during games, and check each answer),
--load SECONDS, --beside COMMIT (one server runs the program of that commit), --tables N of
each kind, --seed N, --json.",
        run: With(load::cluster),
    },
    Command {
        name: "deploy",
        arguments: "",
        about: "\
Build and start the systemd unit and the container in deploy, as far as this machine can.",
        run: Plain(deploy::deploy),
    },
    Command {
        name: "help",
        arguments: "[COMMAND]",
        about: "Print the commands, or one of them.",
        run: With(help),
    },
];

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = args.iter().map(String::as_str).collect();
    match run(&words) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn run(words: &[&str]) -> Result<()> {
    std::env::set_current_dir(run::root())?;
    let Some((name, arguments)) = words.split_first() else { return help(&[]) };
    if ["--help", "-h"].contains(name) {
        return help(&[]);
    }
    let command = find(name)?;
    if arguments.iter().any(|word| ["--help", "-h"].contains(word)) {
        return help(&[name]);
    }
    match command.run {
        Plain(task) if arguments.is_empty() => task(),
        Plain(_) => bail!("`cargo xtask {name}` takes no arguments"),
        With(task) => task(arguments),
    }
}

fn find(name: &str) -> Result<&'static Command> {
    if let Some(command) = COMMANDS.iter().find(|command| command.name == name) {
        return Ok(command);
    }
    let nearest = COMMANDS.iter().min_by_key(|command| distance(name, command.name));
    let nearest = nearest.filter(|command| distance(name, command.name) <= 2);
    let suggestion =
        nearest.or_else(|| COMMANDS.iter().find(|command| command.name.contains(name)));
    match suggestion {
        Some(command) => bail!("unknown command \"{name}\"; did you mean \"{}\"?", command.name),
        None => bail!("unknown command \"{name}\"; `cargo xtask help` lists the commands"),
    }
}

/// The Levenshtein distance of two words: the least number of characters to insert, remove or replace.
fn distance(one: &str, other: &str) -> usize {
    let mut row: Vec<usize> = (0..=other.chars().count()).collect();
    for (index, first) in one.chars().enumerate() {
        let mut diagonal = row[0];
        row[0] = index + 1;
        for (column, second) in other.chars().enumerate() {
            let replaced = diagonal + usize::from(first != second);
            diagonal = row[column + 1];
            row[column + 1] = replaced.min(diagonal + 1).min(row[column] + 1);
        }
    }
    row.last().copied().unwrap_or_default()
}

/// `cargo xtask help`: prints the help of all commands, or of one.
fn help(words: &[&str]) -> Result<()> {
    let text = match words {
        [] => {
            let entries: Vec<String> = COMMANDS.iter().map(entry).collect();
            format!("Usage: cargo xtask COMMAND [ARGUMENT...]\n\n{}", entries.join("\n"))
        }
        [name] => entry(find(name)?),
        _ => bail!("`cargo xtask help` takes one command"),
    };
    print!("{text}");
    Ok(())
}

/// The help of a command: its arguments and its description.
fn entry(command: &Command) -> String {
    let mut text =
        format!("cargo xtask {} {}", command.name, command.arguments).trim_end().to_owned();
    text.push('\n');
    for line in command.about.lines() {
        let _ = writeln!(text, "    {line}");
    }
    text
}

fn test_all(words: &[&str]) -> Result<()> {
    match words {
        [] => test::everything(Extent::Short, false),
        ["--all"] => test::everything(Extent::Short, true),
        ["--full"] => test::everything(Extent::Full, true),
        _ => bail!("`cargo xtask test` takes --all or --full"),
    }
}

fn test_python(words: &[&str]) -> Result<()> {
    match words {
        [] => test::python(Extent::Short),
        ["--full"] => test::python(Extent::Full),
        _ => bail!("`cargo xtask python` takes --full"),
    }
}

/// `cargo xtask bench`: runs the benchmarks. Selects the package of the server as well, to share the packages
/// compiled for its release build.
fn bench() -> Result<()> {
    let selection = ["--package", "bench", "--package", "cli", "--bench", "engine"];
    run::cargo(&[&["bench"][..], &selection, &["--features", "bench/peer"]].concat()).go()
}

fn bench_with_peer(words: &[&str]) -> Result<()> {
    match words {
        ["openspiel"] => bench_peer::openspiel(),
        _ => bail!("`cargo xtask bench-peer` takes the name of a program: openspiel"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_unknown_command_gets_a_suggestion() {
        let message = |name| find(name).err().expect("it is unknown").to_string();
        assert_eq!(message("tset"), "unknown command \"tset\"; did you mean \"test\"?");
        assert!(message("golden").contains("\"update-golden\""));
        assert!(message("screenshot").contains("\"screenshots\""));
        assert!(message("bless").contains("cargo xtask help"));
        assert_eq!(find("test").expect("it is known").name, "test");
    }

    #[test]
    fn commands_have_one_name_and_help_in_few_columns() {
        for (index, command) in COMMANDS.iter().enumerate() {
            assert!(COMMANDS[..index].iter().all(|other| other.name != command.name));
            assert!(
                entry(command).lines().all(|line| line.chars().count() <= 100),
                "{}",
                command.name
            );
        }
    }

    #[test]
    fn a_command_without_arguments_takes_none() {
        let error = run(&["rules", "kokyu"]).expect_err("it takes none");
        assert_eq!(error.to_string(), "`cargo xtask rules` takes no arguments");
    }
}
