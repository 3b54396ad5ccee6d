//! Tests of the commands, run with the real program.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;

use crate::common::{Folder, bad, bad_in_both_languages, command, good, good_json, zashiki};
use serde_json::{Value, json};

/// The path and the content of a record of a complete random game.
fn a_record(folder: &Folder) -> (String, Value) {
    let path = folder.path("record.json");
    good(&["simulate", "kokyu", "--games", "1", "--seed", "5", "--record", &path]);
    let record = std::fs::read_to_string(&path).unwrap();
    (path, serde_json::from_str(&record).unwrap())
}

#[test]
fn games_lists_games_and_bots_in_the_requested_language() {
    let catalogue = good_json(&["games", "--json"]);
    let games = catalogue["games"].as_array().unwrap();
    assert!(games.iter().any(|game| game["id"] == "kokyu"));
    assert!(catalogue["bots"].as_array().unwrap().len() >= 3);
    assert!(good(&["games"]).contains("Bots: five levels"));
    assert!(good(&["games", "--lang", "ja"]).contains("ボット"));
    assert!(good(&["--lang", "ja", "games"]).contains("ボット"));
    let asked = command(&["games"]).env("LANG", "ja_JP.UTF-8").output().unwrap();
    assert!(String::from_utf8(asked.stdout).unwrap().contains("ボット"));
    let overruled =
        command(&["games"]).env("LANG", "ja_JP.UTF-8").env("LC_ALL", "C").output().unwrap();
    assert!(String::from_utf8(overruled.stdout).unwrap().contains("Bots"));
}

#[test]
fn games_prints_what_docs_observations_says() {
    let page = conformance::documents::document("docs/reference/observations.md");
    let printed = good(&["games", "hostile", "--features"]);
    assert!(page.contains(&printed), "{printed}");
    let learnt = good_json(&["games", "hostile", "--features", "--json"]);
    assert_eq!(learnt["actions"], 3305);
    assert_eq!(learnt["factors"][0]["name"], "what");
    let observed = &learnt["observations"][2];
    assert_eq!((&observed["seats"], &observed["size"]), (&json!(4), &json!(2606)));
    assert_eq!(observed["features"][0]["shape"], json!([21, 8, 8]));
}

#[test]
fn simulate_counts_every_game_and_gives_the_same_for_the_same_seed() {
    let run = |seed: &str, threads: &str| {
        let mut report = good_json(&[
            "simulate",
            "kokyu",
            "--seats",
            "2",
            "--games",
            "60",
            "--bots",
            "greedy,random",
            "--seed",
            seed,
            "--threads",
            threads,
            "--json",
        ]);
        for measured in ["seconds", "games_per_s", "decisions_per_s"] {
            let value = report.as_object_mut().unwrap().remove(measured).unwrap();
            assert!(value.as_f64().unwrap() > 0.0, "{measured}");
        }
        report
    };
    let report = run("7", "1");
    assert_eq!(report, run("7", "3"), "the number of threads changes nothing");
    assert_ne!(report["length"], run("8", "1")["length"], "the seed does");
    let number = |value: &Value| value.as_u64().unwrap();
    let wins: u64 = report["wins"].as_array().unwrap().iter().map(number).sum();
    assert_eq!(wins + number(&report["draws"]), 60);
    let ends: u64 = report["end_reasons"].as_object().unwrap().values().map(number).sum();
    assert_eq!(ends, 60);
    assert_eq!(report["bots"], json!(["greedy", "random"]));
    assert!(number(&report["wins"][0]) > 50, "greedy sits at seat 0: {report}");
    let length = &report["length"];
    assert!(number(&length["min"]) <= number(&length["median"]));
    assert!(number(&length["median"]) <= number(&length["max"]));
    assert!(number(&report["decisions"]) <= 60 * number(&length["max"]));
}

#[test]
fn simulate_takes_options_components_and_settings_of_bots() {
    let folder = Folder::new("options");
    let own = include_str!("../../../games/kokyu/components.toml");
    let components = folder.file("components.toml", own);
    let path = folder.path("record.json");
    let bots = "ismcts:sims=20:c=1.4:depth=0,greedy:worlds=2";
    let report = good_json(&[
        "simulate",
        "kokyu",
        "--games",
        "3",
        "--bots",
        bots,
        "--options",
        "{\"kohiGoal\": 2}",
        "--components",
        &components,
        "--record",
        &path,
        "--json",
    ]);
    assert_eq!(report["options"]["kohiGoal"], 2);
    let record: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
    assert_eq!(record["components"], own);
    assert_eq!(record["names"][1], "greedy:worlds=2");
    good(&["replay", &path]);
}

#[test]
fn simulate_rejects_invalid_arguments() {
    let folder = Folder::new("refuses");
    let broken = folder.file("broken.toml", "game = \"kokyu\"\n[[cards]]\nnumber = 1\n");
    let no_toml = folder.file("no.toml", "]]");
    for (args, says) in [
        (&["nope"] as &[&str], "the games are: kokyu"),
        (&["kokyu", "--seats", "3"], "is played by 2, not 3"),
        (&["kokyu", "--seats", "0"], "is played by 2, not 0"),
        (&["kokyu", "--games", "0"], "at least 1"),
        (&["kokyu", "--bots", "stockfish"], "ismcts:sims="),
        (&["kokyu", "--bots", "greedy:depth=3"], "greedy:worlds="),
        (&["kokyu", "--bots", "random,random,random"], "3 bots are named for 2 seats"),
        (&["kokyu", "--options", "{\"kohiGoal\""], "JSON of --options"),
        (&["kokyu", "--options", "[]"], "JSON object"),
        (&["kokyu", "--options", "{\"kohiGoal\": 4}"], "kohiGoal"),
        (&["kokyu", "--options", "{\"goal\": 3}"], "has no option \"goal\""),
        (&["kokyu", "--components", "/no/such/file.toml"], "/no/such/file.toml"),
        (&["kokyu", "--components", &broken], "there is no field `cards`"),
        (&["kokyu", "--components", &no_toml], "line 1"),
    ] {
        let args: Vec<&str> = ["simulate"].iter().chain(args).copied().collect();
        bad_in_both_languages(&args, says);
    }
    assert_eq!(zashiki(&["simulate"]).status.code(), Some(2), "usage");
    assert_eq!(zashiki(&["simulate", "kokyu", "--games", "many"]).status.code(), Some(2), "usage");
    assert_eq!(zashiki(&["fly"]).status.code(), Some(2), "usage");
}

#[test]
fn errors_name_every_way_to_give_a_missing_argument() {
    for (args, ways) in [
        (["lab", "sweep", "kokyu"], &["--field", "--option"][..]),
        (["lab", "balance", "kokyu"], &["--out", "--csv", "--json"]),
    ] {
        for lang in ["en", "ja"] {
            let output = zashiki(&[&args[..], &["--lang", lang]].concat());
            assert_eq!(output.status.code(), Some(2), "{args:?}");
            let said = String::from_utf8(output.stderr).unwrap();
            // The sentence itself, not the usage below it.
            let said = said.split("Usage").next().unwrap();
            assert!(ways.iter().all(|way| said.contains(way)), "{said}");
        }
    }
    let small = ["--games", "8", "--sims", "2", "--population", "random"];
    good(&[&["lab", "balance", "kokyu", "--json"], &small[..]].concat());
    let both = zashiki(&["lab", "sweep", "kokyu", "--field", "a=1,2", "--option", "b=1,2"]);
    assert_eq!(both.status.code(), Some(2));
}

#[test]
fn every_error_has_the_same_prefix() {
    for args in [
        &["fly"] as &[&str],
        &["--fly"],
        &["simulate"],
        &["simulate", "kokyu", "--games", "many"],
        &["simulate", "nope"],
        &["replay", "no/such/file"],
    ] {
        for lang in ["en", "ja"] {
            let output = zashiki(&[args, &["--lang", lang]].concat());
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(said.starts_with("zashiki: ") && !said.contains("error:"), "{args:?}: {said}");
        }
    }
}

#[test]
fn the_help_shows_what_its_reader_needs() {
    let (bare, serve) = (good(&["--help"]), good(&["serve", "--help"]));
    for common in ["--port", "--data-dir", "--trust-proxy", "--lang", "migrate-database"] {
        assert!(bare.contains(common), "{common} in\n{bare}");
    }
    for rare in ["--nats-ca", "--otlp-endpoint", "--log-level", "--admin-token"] {
        assert!(!bare.contains(rare) && serve.contains(rare), "{rare} in\n{bare}");
    }
    assert!(bare.contains("zashiki serve"), "{bare}");
    // Hidden is not refused.
    let said = bad(&["--nats", "nats://127.0.0.1:1"]);
    assert!(said.contains("--database"), "{said}");
    let (tune, train) = (good(&["lab", "tune", "--help"]), good(&["lab", "train", "--help"]));
    assert!(!tune.contains("network") && !train.contains("Improves"), "{tune}{train}");
    assert_ne!(tune, train);
}

#[test]
fn errors_of_the_command_line_are_in_the_requested_language() {
    for (args, named) in [
        (&["simulate"] as &[&str], "GAME"),
        (&["simulate", "kokyu", "--games", "many"], "「many」"),
        (&["simulate", "kokyu", "--game", "3"], "「--games"),
        (&["fly"], "「fly」"),
        (&["serve", "--port"], "--port"),
    ] {
        let output = zashiki(&[args, &["--lang", "ja"]].concat());
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(said.contains(named) && said.contains("--help"), "{args:?}: {said}");
        assert!(!said.contains("error:") && !said.contains("Usage"), "{said}");
        let english = zashiki(&[args, &["--lang=en"]].concat());
        assert_eq!(english.status.code(), Some(2), "{args:?}");
        assert!(String::from_utf8(english.stderr).unwrap().is_ascii(), "{args:?}");
    }
    assert_eq!(zashiki(&["--version", "--lang", "ja"]).status.code(), Some(0));
}

#[test]
fn a_record_that_cannot_be_saved_is_an_error() {
    let path = "/no/such/folder/record.json";
    let output = zashiki(&["simulate", "kokyu", "--games", "1", "--record", path]);
    assert_eq!(output.status.code(), Some(1));
    let errors = String::from_utf8(output.stderr).unwrap();
    assert!(errors.contains(path), "{errors}");
}

#[test]
fn replay_shows_every_step() {
    let folder = Folder::new("replay");
    let (path, record) = a_record(&folder);
    let actions = record["actions"].as_array().unwrap();
    let replayed = good_json(&["replay", &path, "--json"]);
    let steps = replayed["steps"].as_array().unwrap();
    assert_eq!(steps.len(), actions.len());
    for (step, action) in steps.iter().zip(actions) {
        assert_eq!(step["action"], action["action"]);
        assert_eq!(step["seat"], action["seat"]);
        assert!(!step["events"].as_array().unwrap().is_empty());
    }
    assert_eq!(replayed["outcome"]["winners"], record["outcome"]["winners"]);
    let told = good(&["replay", &path]);
    for action in actions {
        assert!(told.contains(&format!("({})", action["action"].as_str().unwrap())));
    }
    assert_ne!(told, good(&["replay", &path, "--lang", "ja"]));
    // From the standard input too.
    let mut child =
        command(&["replay", "-"]).stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(record.to_string().as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stdout).unwrap(), told);
}

#[test]
fn an_invalid_record_is_rejected_at_its_step() {
    let folder = Folder::new("altered");
    let (_, record) = a_record(&folder);
    let last = record["actions"].as_array().unwrap().len();
    let refused = |name: &str, alter: &dyn Fn(&mut Value)| {
        let mut altered = record.clone();
        alter(&mut altered);
        let path = folder.file(name, &altered.to_string());
        let error = bad(&["replay", &path]);
        assert_eq!(bad(&["trace", &path]), error, "nothing is traced of a record that fails");
        error
    };
    let first = if record["actions"][0]["action"] == "place 5" { "place 6" } else { "place 5" };
    let says = refused("illegal", &|r| r["actions"][4]["action"] = json!("take kohi"));
    assert!(says.contains("step 5:"), "{says}");
    let says = refused("legal", &|r| r["actions"][0]["action"] = json!(first));
    assert!(says.contains("step 1:"), "{says}");
    let says = refused("nonsense", &|r| r["actions"][2]["action"] = json!("castle"));
    assert!(says.contains("step 3:"), "{says}");
    let says = refused("seat", &|r| {
        r["actions"][1]["seat"] = json!(1 - r["actions"][1]["seat"].as_u64().unwrap());
    });
    assert!(says.contains("step 2:"), "{says}");
    let says = refused("check", &|r| r["actions"][7]["check"] = json!("00000000"));
    assert!(says.contains("step 8:"), "{says}");
    let says = refused("seed", &|r| r["seed"] = json!("6"));
    assert!(says.contains("seed"), "{says}");
    let says = refused("cut", &|r| r["actions"].as_array_mut().unwrap().truncate(last - 1));
    assert!(says.contains(&format!("step {}:", last - 1)), "{says}");
    let says = refused("outcome", &|r| r["outcome"]["winners"] = json!([0, 1]));
    assert!(says.contains(&format!("step {last}:")), "{says}");
    let says = refused("more", &|r| {
        let again = r["actions"][0].clone();
        r["actions"].as_array_mut().unwrap().push(again);
    });
    assert!(says.contains(&format!("step {}:", last + 1)), "{says}");
    // What cannot even be set up.
    assert!(refused("rules", &|r| r["rules_version"] = json!(99)).contains("99"));
    assert!(refused("game", &|r| r["game"] = json!("go")).contains("\"go\""));
    assert!(
        refused("seats", &|r| (r["seats"], r["names"]) = (json!(5), json!([]))).contains("not 5")
    );
    assert!(refused("options", &|r| r["options"]["kohiGoal"] = json!(9)).contains("kohiGoal"));
    let says = refused("without", &|r| {
        r["options"].as_object_mut().unwrap().remove("kohiGoal");
    });
    assert!(says.contains("kohiGoal"), "{says}");
    // What no replay can show.
    for names in [json!(["one"]), json!(["one", "two", "three"])] {
        let says = refused("names", &|r| r["names"] = names.clone());
        assert!(says.contains("`names`"), "{says}");
    }
    for times in [
        json!(["yesterday"]),
        json!(["2026-13-01T00:00:00Z"]),
        json!(["2026-11-21T10:00:00Z", "2026-11-21T09:00:00Z"]),
        json!(["2026-11-21T08:00:00Z", "2026-11-21T09:00:00Z", "2026-11-21T10:00:00Z"]),
    ] {
        let says = refused("times", &|r| r["times"] = times.clone());
        assert!(says.contains("`times`"), "{says}");
    }
    let timed = folder.file("timed", &{
        let mut timed = record.clone();
        timed["times"] = json!(["2026-11-21T08:00:00Z", "2026-11-21T18:00:00+09:00"]);
        timed.to_string()
    });
    good(&["replay", &timed]);
    // Text cut off, and no record at all.
    let text = record.to_string();
    let truncated = folder.file("truncated", &text[..text.len() / 2]);
    bad_in_both_languages(&["replay", &truncated], "cut off");
    bad_in_both_languages(&["replay", &folder.file("empty", "")], "not a complete record");
    let seed = folder.file("seed", &text.replace("\"seed\":\"", "\"seed\":\"-"));
    bad_in_both_languages(&["replay", &seed], "`seed`: a seed is a whole number below 2^64");
    assert!(bad(&["replay", "/no/such/record.json"]).contains("/no/such/record.json"));
    let path = folder.path("bytes");
    std::fs::write(&path, [0xff, 0xfe, 0x00]).unwrap();
    assert!(bad(&["replay", &path]).contains("UTF-8"));
}

#[test]
fn an_unfinished_record_is_replayed() {
    let folder = Folder::new("unfinished");
    let (_, mut record) = a_record(&folder);
    record["actions"].as_array_mut().unwrap().truncate(6);
    record.as_object_mut().unwrap().remove("outcome");
    let path = folder.file("unfinished", &record.to_string());
    assert!(good(&["replay", &path]).contains("The game is not over."));
    assert_eq!(good(&["trace", &path]).lines().count(), 7);
}

fn trace(path: &str) -> Vec<Value> {
    good(&["trace", path]).lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn trace_prints_every_step_for_other_programs() {
    let folder = Folder::new("trace");
    let (path, record) = a_record(&folder);
    let lines = trace(&path);
    let actions = record["actions"].as_array().unwrap();
    assert_eq!(lines.len(), actions.len() + 1);
    for (index, line) in lines.iter().enumerate() {
        assert_eq!(line["step"], index + 1);
        assert!(line["position"]["board"].is_object());
        let Some(action) = actions.get(index) else { continue };
        assert_eq!(line["action"], action["action"]);
        assert_eq!(line["outcome"], Value::Null);
        let seat = action["seat"].to_string();
        assert!(line["legal"][&seat].as_array().unwrap().contains(&action["action"]));
        let awaiting = line["awaiting"].as_array().unwrap();
        assert_eq!(line["legal"].as_object().unwrap().len(), awaiting.len());
    }
    let last = lines.last().unwrap();
    assert_eq!((&last["action"], &last["awaiting"]), (&Value::Null, &json!([])));
    assert_eq!(last["outcome"]["winners"], record["outcome"]["winners"]);
}

#[test]
fn a_closed_pipe_is_no_error() {
    let folder = Folder::new("pipe");
    let (path, _) = a_record(&folder);
    let mut child =
        command(&["trace", &path]).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::with_capacity(64, child.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let output = child.wait_with_output().unwrap();
    assert_eq!(String::from_utf8(output.stderr).unwrap(), "");
    assert!(output.status.success());
}

/// The notation of an action never contains a comma, so actions can be separated by commas in every
/// game.
#[test]
fn every_game_is_played_by_a_list_of_actions() {
    let folder = Folder::new("lists");
    for game in good_json(&["games", "--json"])["games"].as_array().unwrap() {
        let id = game["id"].as_str().unwrap();
        let path = folder.path(id);
        good(&["simulate", id, "--games", "1", "--seed", "3", "--record", &path]);
        let record: Value = serde_json::from_str(&std::fs::read_to_string(&path).unwrap()).unwrap();
        let lines = trace(&path);
        let moves: Vec<String> = lines[..4]
            .iter()
            .map(|line| format!("{}:{}", line["seat"], line["action"].as_str().unwrap()))
            .collect();
        let file = envelope(&folder, &record, &lines[0]);
        let standing = good_json(&["position", &file, "--play", &moves.join(", ")]);
        assert_eq!(standing["position"], lines[4]["position"], "{id}: {moves:?}");
    }
}

/// Writes the position of a line of `zashiki trace` to a file in the form that `zashiki position` reads.
fn envelope(folder: &Folder, record: &Value, line: &Value) -> String {
    let envelope = json!({
        "game": record["game"],
        "seats": record["seats"],
        "options": record["options"],
        "position": line["position"],
    });
    folder.file("position.json", &envelope.to_string())
}

#[test]
fn position_continues_exactly_as_the_game_did() {
    let folder = Folder::new("position");
    let (path, record) = a_record(&folder);
    let lines = trace(&path);
    // From every tenth moment three actions on: the same position as in the trace.
    for begin in (0..lines.len() - 4).step_by(10) {
        let file = envelope(&folder, &record, &lines[begin]);
        let action = |step: usize| lines[begin + step]["action"].as_str().unwrap();
        let two = format!("{}, {}", action(0), action(1));
        let third = format!("{}:{}", lines[begin + 2]["seat"], action(2));
        let standing = good_json(&["position", &file, "--play", &two, "--play", &third]);
        assert_eq!(standing["position"], lines[begin + 3]["position"]);
        assert_eq!(standing["legal"], lines[begin + 3]["legal"]);
        assert!(!standing["events"].as_array().unwrap().is_empty());
        // What it prints can be given back.
        let again = folder.file("again.json", &standing.to_string());
        assert_eq!(good_json(&["position", &again])["position"], standing["position"]);
    }
    let before_last = &lines[lines.len() - 2];
    let file = envelope(&folder, &record, before_last);
    let last = before_last["action"].as_str().unwrap();
    let end = good_json(&["position", &file, "--play", last]);
    assert_eq!(end["outcome"]["winners"], record["outcome"]["winners"]);
    assert_eq!(end["awaiting"], json!([]));
}

#[test]
fn position_rejects_invalid_input() {
    let folder = Folder::new("impossible");
    let (path, record) = a_record(&folder);
    let lines = trace(&path);
    let first = &lines[0];
    let file = envelope(&folder, &record, first);
    let says = bad(&["position", &file, "--play", "castle"]);
    assert!(says.contains("Move 1, \"castle\"") && says.contains("[T-3]"), "{says}");
    let (seat, list) = first["legal"].as_object().unwrap().iter().next().unwrap();
    let action = list[0].as_str().unwrap();
    // A second eunuch on the same card; the other seat's turn; no seat at all.
    let says = bad(&["position", &file, "--play", &format!("{action}, {action}")]);
    assert!(says.contains("Move 2") && says.contains("[Q-"), "{says}");
    let other = 1 - seat.parse::<u8>().unwrap();
    for seat in [other, 200] {
        let says = bad(&["position", &file, "--play", &format!("{seat}:{action}")]);
        assert!(says.contains("[T-2]"), "{says}");
    }
    let over = envelope(&folder, &record, lines.last().unwrap());
    assert!(bad(&["position", &over, "--play", action]).contains("game is over"));
    // Pieces too many, twice or missing.
    let altered = |alter: &dyn Fn(&mut Value)| {
        let mut line = first.clone();
        alter(&mut line["position"]);
        bad(&["position", &envelope(&folder, &record, &line)])
    };
    altered(&|position| position["board"]["stock"] = json!(50));
    altered(&|position| position["pile"] = json!([0, 0, 1, 2, 3]));
    altered(&|position| position["board"]["hands"][0]["weak"] = json!(4));
    let says = altered(&|position| {
        position.as_object_mut().unwrap().remove("pile");
    });
    assert!(says.contains("pile"), "{says}");
    // Not an envelope.
    for (name, text, en) in [
        ("empty", String::new(), "it ends too early"),
        ("half", "{\"game\": \"kokyu\", ".to_owned(), "it ends too early"),
        ("broken", "{\n  \"game\" \"kokyu\"}".to_owned(), "line 2, column 10"),
        ("bare", first["position"].to_string(), "there is no field `"),
        ("other", json!({"game": "go", "seats": 2, "position": {}}).to_string(), "\"go\""),
        ("seats", json!({"game": "kokyu", "seats": 3, "position": {}}).to_string(), "not 3"),
        (
            "many",
            json!({"game": "kokyu", "seats": 300, "position": {}}).to_string(),
            "`seats`: a whole number from 0 to 255",
        ),
        (
            "unknown",
            json!({"game": "kokyu", "seats": 2, "position": {}, "x": 1}).to_string(),
            "there is no field `x`",
        ),
    ] {
        bad_in_both_languages(&["position", &folder.file(name, &text)], en);
    }
    // A position that is not one: the field is named.
    let mut line = first.clone();
    line["position"]["board"]["round"] = json!("first");
    let file = envelope(&folder, &record, &line);
    bad_in_both_languages(&["position", &file], "`board.round`: a whole number");
}

#[cfg(feature = "push")]
#[test]
fn a_push_key_is_created_once_and_only_its_owner_can_read_it() {
    let folder = Folder::new("push-key");
    let file = folder.path("push.toml");
    let make = ["generate-push-key", &file, "--contact", "mailto:operator@games.example"];
    assert_eq!(good(&make), "");
    let key = std::fs::read_to_string(&file).unwrap();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    assert!(bad(&make).contains("push.toml"));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), key);
    let other = folder.path("other.toml");
    let said = bad(&["generate-push-key", &other, "--contact", "operator@games.example"]);
    assert!(said.contains("mailto:") && !std::path::Path::new(&other).exists(), "{said}");
    std::fs::write(&other, "key = \"\"").unwrap();
    assert!(bad(&["serve", "--port", "0", "--push-key", &other]).contains("other.toml"));
}

#[test]
fn a_bot_account_is_added_and_its_token_is_printed_once() {
    let folder = Folder::new("create-bot-account");
    let file = folder.path("bots.toml");
    let token = good(&["create-bot-account", "Kitsune", "--file", &file]);
    let token = token.trim_end();
    assert!(token.starts_with("zashiki_bot_") && token.len() > 40, "{token}");
    let kept = std::fs::read_to_string(&file).unwrap();
    assert!(kept.starts_with("Kitsune = ") && !kept.contains(token), "{kept}");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        assert_eq!(std::fs::metadata(&file).unwrap().permissions().mode() & 0o777, 0o600);
    }
    bad_in_both_languages(
        &["create-bot-account", "Kitsune", "--file", &file],
        "already has a token",
    );
    bad_in_both_languages(&["create-bot-account", "", "--file", &file], "1 to 20 characters");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), kept);
    let none = folder.path("none.toml");
    assert!(bad(&["serve", "--port", "0", "--bot-accounts", &none]).contains("none.toml"));
}

/// Writes a file with a position of a game for two players. Returns its path.
fn a_position(folder: &Folder) -> String {
    let (path, _) = a_record(folder);
    let first = good(&["trace", &path]);
    let line: Value = serde_json::from_str(first.lines().nth(20).unwrap()).unwrap();
    let position = json!({ "game": "kokyu", "seats": 2, "position": line["position"] });
    folder.file("position.json", &position.to_string())
}

#[test]
fn show_draws_positions_and_steps_of_records() {
    let folder = Folder::new("show");
    let (record, json) = a_record(&folder);
    let position = a_position(&folder);
    let board = good(&["show", &position]);
    assert!(board.contains(" to move\n") && board.contains("Forbidden City"), "{board}");
    // The same step of the record.
    assert_eq!(good(&["show", &record, "--at", "20"]), board);
    let ja = good(&["show", &position, "--lang", "ja"]);
    assert!(ja.contains("手番: ") && ja.contains("紫禁城"), "{ja}");
    let end = good(&["show", &record]);
    assert!(!end.contains("to move"), "{end}");
    let svg = good(&["show", &position, "--svg"]);
    assert!(svg.starts_with("<svg xmlns=\"http://www.w3.org/2000/svg\""), "{svg}");
    assert!(svg.contains("Forbidden City") && svg.ends_with("</svg>\n"), "{svg}");

    // A seat sees its own hand alone.
    let cards = folder.path("cards.json");
    good(&["simulate", "sengoku", "--seats", "2", "--games", "1", "--record", &cards]);
    let seen = |args: &[&str]| good(&[&["show", &cards, "--at", "3"], args].concat());
    let all = seen(&[]);
    let hidden = |board: &str| board.matches("? ×").count();
    assert_eq!(hidden(&all), 0, "{all}");
    for seat in ["0", "1"] {
        assert_eq!(hidden(&seen(&["--seat", seat])), 1, "{seat}");
    }

    let beyond = (json["actions"].as_array().unwrap().len() + 1).to_string();
    for (args, message) in [
        (vec![&*record, "--seat", "2"], "There is no seat 2; the seats are 0 to 1."),
        (vec![&*record, "--at", &beyond], "the record has"),
        (vec![&*position, "--at", "1"], "--at needs a record"),
    ] {
        let said = bad(&[&["show"], &args[..]].concat());
        assert!(said.contains(message), "{said}");
    }
}

#[test]
fn analyze_finds_the_best_actions_of_a_position_and_of_any_step_of_a_record() {
    let folder = Folder::new("advise");
    let (record, json) = a_record(&folder);
    let bot = ["--bot", "ismcts:sims=60", "--json"];
    let ask = |args: &[&str]| good_json(&[&["analyze"], args, &bot].concat());
    let position = a_position(&folder);
    let advice = ask(&[&position]);
    let choices = advice["choices"].as_array().unwrap();
    assert!((1..=3).contains(&choices.len()), "{advice}");
    for choice in choices {
        let chances = choice["chances"].as_array().unwrap();
        assert_eq!(chances.iter().map(|chance| chance.as_i64().unwrap()).sum::<i64>(), 1000);
        // Texts for people have the game's names of the seats.
        assert!(!choice.to_string().contains('⟦'), "{choice}");
    }
    // The same moment of the record, without what the position does not say, has the same advice.
    assert_eq!(ask(&[&record, "--at", "20"]), advice);
    let seat = advice["seat"].to_string();
    assert_eq!(ask(&[&position, "--seat", &seat]), advice);

    let said = good(&["analyze", &position, "--bot", "ismcts:sims=60"]);
    assert!(said.contains("1. ") && said.contains("   Blue "), "{said}");
    assert!(said.contains(&format!(", seat {seat} (ismcts:sims=60)")), "{said}");
    let said = good(&["analyze", &position, "--bot", "ismcts:sims=60", "--lang", "ja"]);
    assert!(said.contains("見込み") && said.contains("   青 "), "{said}");

    let other = if seat == "0" { "1" } else { "0" };
    let steps = json["actions"].as_array().unwrap().len();
    let beyond = (steps + 1).to_string();
    let cut = std::fs::read_to_string(&record).unwrap();
    let cut = folder.file("cut.json", &cut[..cut.len() / 2]);
    let strange = folder.file("strange.json", r#"{ "game": "go", "seats": 2, "position": {} }"#);
    let impossible = folder.file("bad.json", r#"{ "game": "kokyu", "seats": 2, "position": {} }"#);
    for (args, en, ja) in [
        (vec![&*position, "--seat", other], "has no decision to make", "待たれていません"),
        (vec![&*position, "--seat", "9"], "has no decision to make", "待たれていません"),
        (vec![&*position, "--at", "3"], "--at needs a record", "手順がない"),
        (vec![&*record, "--at", &beyond], "There is no step", "手目の後はありません"),
        (vec![&*record], "game is over", "終わっている"),
        (vec![&*position, "--bot", "greedy"], "does not search", "助言できません"),
        (vec![&*position, "--bot", "ismcts:sims=0"], "cannot be set", "設定はできません"),
        (vec![&*position, "--bot", "alphabeta"], "cannot play", "対局できません"),
        (vec![&*cut], "may be incomplete", "切れて"),
        (vec![&*strange], "no game \"go\"", "ありません"),
        (vec![&*impossible], "position", "局面"),
        (vec!["nowhere.json"], "cannot be read", "読めません"),
    ] {
        let said = bad(&[&["analyze"], &args[..]].concat());
        assert!(said.contains(en), "{args:?}: {said}");
        let said = bad(&[&["analyze"], &args[..], &["--lang", "ja"]].concat());
        assert!(said.contains(ja), "{args:?}: {said}");
    }
}

#[test]
fn reviews_of_a_record_are_the_same_each_time() {
    let folder = Folder::new("review");
    let (record, json) = a_record(&folder);
    let bot = ["--bot", "ismcts:sims=12"];
    let args = [&["review", &record, "--json"], &bot[..]].concat();
    let review = good_json(&args);
    assert_eq!(review, good_json(&args));
    let decisions = review["decisions"].as_array().unwrap();
    assert!(decisions.len() > 20 && decisions.len() <= json["actions"].as_array().unwrap().len());
    for account in review["accounts"].as_array().unwrap() {
        let of = |key: &str| account[key].as_i64().unwrap();
        assert_eq!(of("start") + of("own") + of("others") + of("luck") + of("rest"), of("end"));
    }
    let said = good(&[&["review", &record], &bot[..]].concat());
    assert!(said.contains("luck") && said.contains("everybody's decisions"), "{said}");
    // Seats are called by their marks, wherever there are chances.
    let result =
        |said: &str| said.lines().find(|line| line.starts_with("結果: ")).unwrap().to_owned();
    let numbered = |said: &str| said.contains("0: ") || said.contains("1: ");
    assert!(said.contains("\nResult: Blue ") && !numbered(&said), "{said}");
    let said = good(&[&["review", &record, "--lang", "ja"], &bot[..]].concat());
    assert!(said.contains("運") && said.contains("全員の選択"), "{said}");
    assert!(result(&said).contains("青 ") && result(&said).contains(", 赤 "), "{said}");

    let text = std::fs::read_to_string(&record).unwrap();
    let cut = folder.file("cut.json", &text[..text.len() / 2]);
    assert!(bad(&["review", &cut]).contains("cut off"));
    assert!(bad(&["review", &record, "--bot", "random"]).contains("does not search"));
    let mut forged = json.clone();
    forged["actions"][3]["check"] = json!("00000000");
    let forged = folder.file("forged.json", &forged.to_string());
    assert!(bad(&["review", &forged]).contains("step 4"));
}

#[test]
fn calibrate_prints_calibration_data_or_an_error() {
    let args =
        ["lab", "calibrate", "kokyu", "--games", "4", "--bot", "ismcts:sims=6", "--seed", "9"];
    let printed = good(&args);
    assert_eq!(printed, good(&args));
    let measured = zashiki_core::Calibration::read(&printed).unwrap();
    assert_eq!((measured.len(), measured[0].games, measured[0].seed), (1, 4, 9));
    // The command at the head of the file makes the file.
    let players = good(&[&args[..], &["--players", "greedy"]].concat());
    assert_ne!(players, printed);
    let command = players.lines().find_map(|line| line.strip_prefix("# zashiki ")).unwrap();
    assert_eq!(players, good(&command.split(' ').collect::<Vec<_>>()));
    assert!(bad(&["lab", "calibrate", "go"]).contains("no game \"go\""));
    assert!(bad(&["lab", "calibrate", "kokyu", "--games", "1"]).contains("at least 2"));
    assert!(bad(&["lab", "calibrate", "kokyu", "--seats", "7"]).contains('7'));
}

#[test]
fn weights_are_tuned_trained_and_matched_or_an_error_is_printed() {
    let folder = Folder::new("weights");
    let plan = ["kokyu", "--games", "20", "--bot", "greedy:worlds=1", "--seed", "9"];
    let tuned = good(&[&["lab", "tune"][..], &plan].concat());
    let weights = zashiki_core::Weights::read(&tuned).unwrap();
    assert_eq!(weights.source, "zashiki lab tune kokyu --bot greedy:worlds=1 --games 20 --seed 9");
    let network = good(&[&["lab", "train"][..], &plan].concat());
    assert!(network.starts_with("source = \"zashiki lab train kokyu --bot greedy:worlds=1"));
    let (tuned, network) = (folder.file("a.toml", &tuned), folder.file("b.toml", &network));
    let weigh = [
        "lab",
        "match-weights",
        "kokyu",
        &tuned,
        "--network",
        &network,
        "--games",
        "4",
        "--bot",
        "random",
    ];
    let found = good(&weigh);
    assert!(found.contains("games = 4\nfair = 50.0\n"), "{found}");
    assert!(bad(&["lab", "tune", "go"]).contains("no game \"go\""));
    assert!(bad(&["lab", "tune", "kokyu", "--games", "3"]).contains("at least 20"));
    assert!(bad(&["lab", "tune", "kokyu", "--bot", "clever"]).contains("clever"));
    assert!(bad(&["lab", "train", "sengoku", "--search"]).contains("no networks for searches"));
    // A file of another game is named, and what it is.
    let foreign = folder.file("c.toml", include_str!("../../../games/shinra/weights.toml"));
    for (args, en) in [
        (
            &["match-weights", "sengoku", &tuned][..],
            "a.toml\" has no weights for Sengoku Domino: it is a file of \"kokyu\"",
        ),
        (&["match-weights", "kokyu", &tuned, "--weights", &foreign], "c.toml\" has no weights for"),
        (
            &["match-weights", "shinra", &foreign, "--network", &network],
            "b.toml\" has no network for",
        ),
        (&["match-weights", "honnoji", &foreign], "it is a file of \"shinra\""),
        (&["tune", "kokyu", "--weights", &foreign], "c.toml\" has no weights for"),
        (&["train", "kokyu", "--weights", &foreign], "c.toml\" has no weights for"),
    ] {
        bad_in_both_languages(&[&["lab"], args].concat(), en);
    }
}

/// Text files as Windows programs write them are read in the same way: with byte order marks, in UTF-16,
/// or with line ends CR LF.
#[test]
fn text_files_of_every_system_are_read_alike() {
    let folder = Folder::new("encodings");
    let path = folder.path("written");
    let record = folder.path("record.json");
    let own = include_str!("../../../games/kokyu/components.toml");
    let components = folder.file("components.toml", own);
    let played = |components: &str, record: &str| {
        let with = ["--components", components, "--record", record];
        good(&[&["simulate", "kokyu", "--games", "1"][..], &with].concat());
        std::fs::read_to_string(record).unwrap()
    };
    let text = played(&components, &record);
    let replayed = good(&["replay", &record]);
    let settings =
        "port = 8001\nallow-origin = [\n  \"https://a.example\",\n]\n[limits]\ndraft = 99\n";
    let settings_file = folder.file("settings.toml", settings);
    let shown = |file: &str| good(&["config", "--config", file]).replace(file, "FILE");
    let set = shown(&settings_file);
    assert!(set.contains("draft = 99  # FILE:6"), "{set}");
    for bytes in conformance::documents::encodings(&text) {
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(good(&["replay", &path]), replayed);
        let mut standard = command(&["replay", "-"]);
        let output = standard.stdin(std::fs::File::open(&path).unwrap()).output().unwrap();
        assert_eq!(String::from_utf8(output.stdout).unwrap(), replayed);
    }
    for bytes in conformance::documents::encodings(own) {
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(played(&path, &folder.path("again.json")), text);
    }
    for bytes in conformance::documents::encodings(settings) {
        std::fs::write(&path, bytes).unwrap();
        assert_eq!(shown(&path), set);
    }
    std::fs::write(&path, b"\x82\xa0").unwrap();
    bad_in_both_languages(&["replay", &path], "it is neither UTF-8 nor UTF-16");
}
