//! An engine for the tests that plays the first listed action, until it fails in the way that its first
//! argument names. If it has a second argument, it writes all lines that it receives to that file.

use std::fs::OpenOptions;
use std::io::{self, BufRead, BufWriter, Write};
use std::process::{Command, ExitCode};

use serde_json::Value;

/// Number of requests that the engine answers correctly before it fails.
const WELL: usize = 2;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let way = arguments.next().unwrap_or_default();
    let mut heard = arguments.next().map(|file| {
        OpenOptions::new().create(true).append(true).open(file).expect("it can be written")
    });
    if way == "is-deaf" {
        loop {
            std::thread::park();
        }
    }
    if way == "holds-back" {
        return hold_back();
    }
    let (mut action, mut asked) = (String::new(), 0);
    for line in io::stdin().lock().lines() {
        let Ok(line) = line else { break };
        if let Some(file) = &mut heard {
            writeln!(file, "{line}").expect("it can be written");
        }
        let (word, rest) = line.split_once(' ').unwrap_or((&line, ""));
        match word {
            "zashiki" if way == "is-another-program" => {
                say("Welcome to something else!");
                break;
            }
            "zashiki" if way == "plays-chess" => say("games chess\nready"),
            "zashiki" if way == "plays-kokyu" => say("games kokyu\noption depth 3\nready"),
            "zashiki" => say("id name Faulty\nid author the tests\nsomething new 5\nready"),
            "newgame" if way == "refuses" => say("error this game is not for me"),
            "newgame" if way == "is-never-ready" => {}
            "newgame" => {
                assert!(serde_json::from_str::<Value>(rest).is_ok(), "{rest}");
                say("ready");
            }
            "position" => {
                let position: Value = serde_json::from_str(rest).expect("a position is JSON");
                position["legal"][0].as_str().expect("something is legal").clone_into(&mut action);
                say("ready");
            }
            "go" => {
                asked += 1;
                if asked <= WELL {
                    say(&format!("info thinking\nbestaction {action}"));
                    continue;
                }
                match way.as_str() {
                    "ends" => {
                        eprintln!("out of ideas");
                        return ExitCode::from(7);
                    }
                    // The child has its output, and its input is nobody's.
                    "leaves-a-child" | "leaves-a-child-elsewhere" => {
                        // What is not reached ends by itself, soon after the question.
                        let (program, rest) = match way.as_str() {
                            "leaves-a-child" => ("sleep", &["60"][..]),
                            _ => ("setsid", &["sleep", "5"][..]),
                        };
                        let child = Command::new(program).args(rest).spawn();
                        let child = child.expect("it can be started").id();
                        if let Some(file) = &mut heard {
                            writeln!(file, "child {child}").expect("it can be written");
                        }
                        return ExitCode::from(7);
                    }
                    "is-silent" => {}
                    "talks-without-end" => loop {
                        say("info still thinking");
                    },
                    "talks-nonsense" => say("ready or not"),
                    "says-it-cannot" => say("error I am lost"),
                    "is-illegal" => say("bestaction fly to the moon"),
                    "writes-a-long-line" => say(&"x".repeat(100_000)),
                    "writes-no-text" => {
                        let _ = io::stdout().write_all(b"bestaction \xff\xfe\n");
                        let _ = io::stdout().flush();
                    }
                    "answers-twice" => {
                        say(&format!("bestaction {action}\nbestaction {action}"));
                    }
                    _ => say(&format!("bestaction {action}")),
                }
            }
            "quit" if way != "does-not-quit" => break,
            _ => {}
        }
    }
    if way == "does-not-quit" {
        loop {
            std::thread::park();
        }
    }
    ExitCode::SUCCESS
}

/// Becomes ready at once but does not flush its output, like a program whose output is no terminal.
fn hold_back() -> ExitCode {
    let mut out = BufWriter::new(io::stdout());
    for line in io::stdin().lock().lines().map_while(Result::ok) {
        if line.starts_with("zashiki") {
            let _ = writeln!(out, "id name Held\nready");
        }
    }
    ExitCode::SUCCESS
}

/// Writes lines to the host. Exits if the host does not read any more.
fn say(lines: &str) {
    let mut out = io::stdout().lock();
    if writeln!(out, "{lines}").and_then(|()| out.flush()).is_err() {
        std::process::exit(0);
    }
}
