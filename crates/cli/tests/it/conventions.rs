//! Tests that all commands follow the conventions of docs/reference/command-line.md: output, `--json`,
//! progress and exit codes.

use std::collections::BTreeMap;
use std::process::{Command, Stdio};

use serde_json::Value;

use crate::common::{Folder, command, good, zashiki};

/// The help of every command without subcommands, by the words of the command.
fn commands() -> BTreeMap<String, String> {
    fn visit(words: &[String], found: &mut BTreeMap<String, String>) {
        let with_help = words.iter().map(String::as_str).chain(["--help"]);
        let help = good(&with_help.collect::<Vec<_>>());
        let list = help.split_once("\nCommands:\n").map(|(_, list)| list);
        let Some(list) = list.and_then(|list| list.split("\n\n").next()) else {
            found.insert(words.join(" "), help);
            return;
        };
        for line in list.lines().filter(|line| line.starts_with("  ") && !line.starts_with("   ")) {
            let word = line.split_whitespace().next().unwrap();
            if word != "help" {
                visit(&[words, &[word.to_owned()]].concat(), found);
            }
        }
    }
    let mut found = BTreeMap::new();
    visit(&[], &mut found);
    found
}

/// A row of the table of commands in the documentation.
struct Row {
    output: String,
    has_json: bool,
    has_progress: bool,
}

/// The rows of the table of commands in the documentation, by command.
fn rows(page: &str) -> BTreeMap<String, Row> {
    let rows = page.lines().filter_map(|line| {
        let cells: Vec<&str> = line.strip_prefix("| `zashiki")?.split('|').map(str::trim).collect();
        let [name, output, json, progress, ..] = cells[..] else { panic!("{line}") };
        let name = name.split('`').next().unwrap().trim();
        let row = Row {
            output: output.to_owned(),
            has_json: json != "no",
            has_progress: progress != "no",
        };
        Some((if name.is_empty() { "serve" } else { name }.to_owned(), row))
    });
    rows.collect()
}

#[test]
fn docs_command_line_has_every_command_and_its_output() {
    let page = conformance::documents::document("docs/reference/command-line.md");
    let rows = rows(&page);
    let commands = commands();
    assert!(commands.len() > 40, "{:?}", commands.keys());
    for (name, help) in &commands {
        let of_operator = name.starts_with("admin ") && name != "admin token";
        let row = if of_operator { "admin …" } else { name.as_str() };
        let row = rows.get(row).unwrap_or_else(|| panic!("the page has no row of {name}"));
        assert_eq!(help.contains("--json"), row.has_json, "{name}");
        assert!(!help.contains("--json  ") || help.contains("as one JSON document"), "{name}");
    }
    for name in rows.keys().filter(|name| *name != "admin …") {
        assert!(commands.contains_key(name), "there is no command {name}");
    }
    // The other tests run every command that ends by itself.
    let folder = Folder::new("all-commands");
    let examples = examples(&folder);
    let elsewhere = ["serve", "engine", "admin …", "backup", "restore", "migrate-database"];
    for (name, row) in &rows {
        let is_example = examples.iter().any(|example| example.name() == *name);
        let is_quiet = row.output.starts_with("nothing");
        assert!(
            is_example || is_quiet || elsewhere.contains(&name.as_str()),
            "no example of {name}"
        );
        let has_bar = examples.iter().any(|example| example.name() == *name && example.has_bar);
        assert_eq!(row.has_progress, has_bar, "{name}");
    }
}

#[test]
fn every_command_rejects_a_command_line_that_cannot_be_parsed_with_code_2() {
    for name in commands().keys() {
        let words: Vec<&str> = name.split(' ').chain(["--no-such-flag"]).collect();
        let output = zashiki(&words);
        let errors = String::from_utf8(output.stderr).unwrap();
        assert_eq!(output.status.code(), Some(2), "{name}: {errors}");
        assert!(errors.starts_with("zashiki: ") && output.stdout.is_empty(), "{name}: {errors}");
    }
}

/// The format of a command's standard output.
#[derive(Clone, Copy, PartialEq)]
enum Format {
    Text,
    Toml,
    Json,
    JsonLines,
    Nothing,
}

/// A command line that succeeds, with its properties.
struct Example {
    words: Vec<String>,
    format: Format,
    has_json: bool,
    has_bar: bool,
}

impl Example {
    /// The words of the command, without its arguments.
    fn name(&self) -> String {
        let is_group = ["lab", "admin"].contains(&self.words[0].as_str());
        self.words[..=usize::from(is_group)].join(" ")
    }

    fn words<'a>(&'a self, more: &[&'a str]) -> Vec<&'a str> {
        self.words.iter().map(String::as_str).chain(more.iter().copied()).collect()
    }
}

/// An example of every command that ends without being stopped.
fn examples(folder: &Folder) -> Vec<Example> {
    let record = folder.path("record.json");
    good(&["simulate", "kokyu", "--games", "1", "--seed", "5", "--record", &record]);
    let trace = good(&["trace", &record]);
    let first: Value = serde_json::from_str(trace.lines().next().unwrap()).unwrap();
    let played: Value = serde_json::from_str(&std::fs::read_to_string(&record).unwrap()).unwrap();
    let position = serde_json::json!({
        "game": "kokyu", "seats": played["seats"], "options": played["options"],
        "position": first["position"],
    });
    let position = folder.file("position.json", &position.to_string());
    let weights = folder.file("weights.toml", include_str!("../../../games/kokyu/weights.toml"));
    let page = folder.path("page.html");
    let accounts = folder.path("bots.toml");
    let example = |line: &str, format, has_json, has_bar| {
        let words = line.split(' ').map(|word| match word {
            "RECORD" => record.clone(),
            "POSITION" => position.clone(),
            "WEIGHTS" => weights.clone(),
            "PAGE" => page.clone(),
            "ACCOUNTS" => accounts.clone(),
            word => word.to_owned(),
        });
        Example { words: words.collect(), format, has_json, has_bar }
    };
    use Format::{Json, JsonLines, Nothing, Text, Toml};
    vec![
        example("config", Toml, false, false),
        example("games", Text, true, false),
        example("simulate kokyu --games 2", Text, true, true),
        example("lab ladder kokyu --bots random,greedy --games 2", Text, true, true),
        example(
            "lab balance kokyu --games 8 --sims 1 --population random --out PAGE",
            Nothing,
            true,
            true,
        ),
        example(
            "lab design kokyu --vary scoring.lap=2,3 --aim Drama=high --games 80 --check-games 20 --population random",
            Text,
            true,
            true,
        ),
        example(
            "lab compare kokyu --options {\"kohiGoal\":2} --games 2 --sims 0 --bots random",
            Text,
            true,
            true,
        ),
        example(
            "lab sweep kokyu --option kohiGoal=3,2 --games 2 --sims 0 --bots random",
            Text,
            true,
            true,
        ),
        example("lab calibrate kokyu --games 2 --bot ismcts:sims=2", Toml, false, true),
        example("lab tune kokyu --games 20 --bot random", Toml, false, true),
        example("lab train kokyu --games 20 --bot random", Toml, false, true),
        example("lab match-weights kokyu WEIGHTS --games 2 --bot random", Toml, false, true),
        example(
            "lab puzzles hostile --count 1 --games 1 --nodes 300 --bots random",
            Toml,
            false,
            true,
        ),
        example("replay RECORD", Text, true, false),
        example("trace RECORD", JsonLines, false, false),
        example("position POSITION", Json, false, false),
        example("show RECORD --at 3", Text, false, false),
        example("analyze RECORD --at 0 --bot ismcts:sims=4", Text, true, false),
        example("review RECORD --bot ismcts:sims=2", Text, true, true),
        example("create-bot-account Kitsune --file ACCOUNTS", Text, true, false),
    ]
}

/// The standard output of a command that must succeed without a terminal. Checks that only `lab puzzles`
/// prints a message on standard error.
fn output(words: &[&str]) -> String {
    let output = zashiki(words);
    let errors = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(0), "{words:?}: {errors}");
    let is_message = words.contains(&"puzzles") && errors.lines().count() == 1;
    assert!(errors.is_empty() || is_message, "{words:?}: {errors}");
    assert!(!errors.contains('\r'), "{words:?} shows progress without a terminal");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_result_is_in_one_format_and_alone_on_standard_output() {
    let folder = Folder::new("formats-of-output");
    for example in examples(&folder) {
        let words = example.words(&[]);
        let text = output(&words);
        let is_json = serde_json::from_str::<Value>(&text).is_ok();
        match example.format {
            Format::Text => assert!(!text.is_empty() && !is_json, "{words:?}: {text}"),
            Format::Toml => drop(text.parse::<toml::Table>().unwrap()),
            Format::Json => assert!(is_json, "{words:?}: {text}"),
            Format::JsonLines => {
                assert!(text.lines().count() > 1, "{words:?}");
                let parses = |line| serde_json::from_str::<Value>(line).is_ok();
                assert!(text.lines().all(parses), "{words:?}: {text}");
            }
            Format::Nothing => assert_eq!(text, "", "{words:?}"),
        }
    }
}

#[test]
fn every_report_is_one_json_document_on_request() {
    let folder = Folder::new("json-reports");
    for example in examples(&folder).into_iter().filter(|example| example.has_json) {
        let words = example.words(&["--json"]);
        let text = output(&words);
        let report: Value = serde_json::from_str(&text).unwrap();
        assert!(report.is_object(), "{words:?}: {text}");
    }
}

#[test]
fn results_of_partial_commands_have_json_too() {
    let verified = output(&["lab", "puzzles", "hostile", "--verify", "--json"]);
    let verified: Value = serde_json::from_str(&verified).unwrap();
    assert!(verified["puzzles"].as_u64().unwrap() > 0 && verified["game"] == "hostile");
    // Checks that failed are a result, with code 1.
    let failed = zashiki(&["engine", "--check", "true", "--json"]);
    assert_eq!(failed.status.code(), Some(1));
    let report: Value = serde_json::from_slice(&failed.stdout).unwrap();
    assert!(report["checks"][0]["violation"]["en"].is_string(), "{report}");
    // The flag belongs to the check alone.
    assert_eq!(zashiki(&["engine", "--json"]).status.code(), Some(2));
    assert_eq!(zashiki(&["lab", "puzzles", "hostile", "--json"]).status.code(), Some(2));
}

#[test]
fn results_about_databases_have_json_too() {
    let folder = Folder::new("json-databases");
    let [data, copy, moved, file] = ["data", "copy", "moved", "a.db"].map(|name| folder.path(name));
    // The end of the runtime ends the tasks of the server, which keep its lock.
    let runtime = tokio::runtime::Runtime::new().unwrap();
    runtime.block_on(async {
        let server = server::Server::open(server::Config::new(data.as_str())).await.unwrap();
        server.close().await;
    });
    drop(runtime);
    let (from, to) = (format!("sqlite:{data}"), format!("sqlite:{moved}"));
    for (words, field) in [
        (vec!["admin", "status", "--data-dir", &data], "rows"),
        (vec!["admin", "table", "list", "--data-dir", &data], "rows"),
        (vec!["backup", &file, "--data-dir", &data], "tables"),
        (vec!["restore", &file, "--data-dir", &copy], "tables"),
        (vec!["migrate-database", "--from", &from, "--to", &to], "tables"),
    ] {
        let text = output(&[&words[..], &["--json"]].concat());
        let report: Value = serde_json::from_str(&text).unwrap();
        assert!(report.get(field).is_some(), "{words:?}: {text}");
    }
    // Errors are text, also with --json.
    let failed = zashiki(&["backup", &file, "--data-dir", &data, "--json"]);
    assert_eq!((failed.status.code(), failed.stdout.is_empty()), (Some(1), true));
    assert!(String::from_utf8(failed.stderr).unwrap().starts_with("zashiki: "));
}

/// Runs a command whose standard error is a terminal. Returns what the terminal shows.
fn on_terminal(words: &[&str]) -> String {
    let program = command(words);
    let line: Vec<String> = std::iter::once(program.get_program())
        .chain(program.get_args())
        .map(|word| format!("'{}'", word.to_str().unwrap()))
        .collect();
    let line = format!("{} >/dev/null", line.join(" "));
    let mut script = Command::new("script");
    script.args(["-q", "-e", "-c", &line, "/dev/null"]).env("TERM", "xterm").env("LANG", "C.UTF-8");
    let output = script.stdin(Stdio::null()).output().unwrap();
    let shown = String::from_utf8_lossy(&output.stdout).into_owned();
    assert!(output.status.success(), "{words:?}: {shown}");
    shown
}

/// The test uses `script` of util-linux, which gives a program a terminal.
#[cfg(target_os = "linux")]
#[test]
fn long_commands_show_a_progress_bar_on_a_terminal_and_remove_it() {
    let has_script = Command::new("script").arg("--version").stdout(Stdio::null()).status();
    if !has_script.is_ok_and(|status| status.success()) {
        assert!(std::env::var_os("CI").is_none(), "CI has no script (util-linux)");
        eprintln!("skipped: there is no script (util-linux)");
        return;
    }
    let folder = Folder::new("terminal");
    for example in examples(&folder) {
        let words = example.words(&[]);
        let shown = on_terminal(&words);
        let has_bar = shown.contains("\r[#") || shown.contains("\r[-");
        assert_eq!(has_bar, example.has_bar, "{words:?}: {shown:?}");
        let removed = "\r\u{1b}[K";
        assert!(!has_bar || shown.contains(removed), "{words:?}: {shown:?}");
    }
}
