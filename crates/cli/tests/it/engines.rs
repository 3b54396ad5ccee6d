//! Tests of external engines. The real program is both the host and the engine.

use std::collections::BTreeSet;
use std::process::Command;

use crate::common::{Folder, bad, bad_in_both_languages, good, good_json, zashiki};
use crate::people::Guest;
use crate::serve::{PROGRAM, Server};
use serde_json::{Value, json};

/// The command of an engine that plays with a bot of this program.
fn ours(bot: &str) -> String {
    format!("ours={PROGRAM} engine --bot {bot}")
}

/// The command of an engine, a shell script that plays the first action of the list. At its `at`th
/// decision it runs the shell code `fails` instead.
#[cfg(unix)]
fn failing(name: &str, folder: &Folder, at: usize, fails: &str) -> String {
    let script = format!(
        r#"n=0
while IFS= read -r line; do
  case $line in
    zashiki*) echo id name Shell; echo ready ;;
    newgame*) echo ready ;;
    position*) echo ready; rest=${{line#*'"legal":["'}}; action=${{rest%%'"'*}} ;;
    go*) n=$((n + 1)); if [ $n = {at} ]; then {fails}; else echo "bestaction $action"; fi ;;
    quit) exit ;;
  esac
done
"#
    );
    format!("{name}=sh {}", folder.file(&format!("{name}.sh"), &script))
}

#[test]
fn the_built_in_engine_plays_like_its_bot() {
    let engine = ours("greedy");
    let report = |bots: &str| {
        good_json(&[
            "simulate",
            "kokyu",
            "--games",
            "6",
            "--rotate-seats",
            "--engine",
            &engine,
            "--bots",
            bots,
            "--json",
        ])
    };
    let told = report("ours,random");
    assert_eq!(told["bots"], json!(["ours", "random"]));
    let tally = &told["engines"][0];
    assert_eq!((&tally["engine"], &tally["plays"]), (&json!("ours"), &json!(6)));
    assert_eq!((&tally["faults"], &tally["forfeited"]), (&json!({}), &json!(0)));
    assert!(tally["asked"].as_u64().unwrap() > 20, "{tally}");
    assert!(tally["program"].as_str().unwrap().starts_with("Zashiki "), "{tally}");
    assert!(told["by_bot"][0]["wins"].as_u64().unwrap() > 3, "it is greedy: {told}");
    assert_eq!(report("ours:bot=random,random")["bots"][0], "ours:bot=random");
}

#[test]
fn a_ladder_and_a_comparison_take_engines() {
    let engine = ours("random");
    let ladder = good_json(&[
        "lab",
        "ladder",
        "kokyu",
        "--games",
        "8",
        "--engine",
        &engine,
        "--bots",
        "ours,greedy",
        "--json",
    ]);
    assert_eq!(ladder["pairs"][0]["against"], "ours");
    assert!(ladder["pairs"][0]["share"]["share"].as_f64().unwrap() > 0.5, "{ladder}");
    assert_eq!(ladder["engines"][0]["plays"], 8);
    let compared = good(&[
        "lab",
        "sweep",
        "kokyu",
        "--games",
        "4",
        "--sims",
        "0",
        "--option",
        "kohiGoal=3,2",
        "--engine",
        &engine,
        "--bots",
        "ours,random",
        "--lang",
        "en",
    ]);
    assert!(compared.contains("engine ours (Zashiki"), "{compared}");
    // Four deals of two variants, one of which is played a second time.
    assert!(compared.contains("10 games"), "{compared}");
}

/// With rotated seats a deal is repeated from another seat. A process that had already played the deal
/// would know the hidden information.
#[cfg(unix)]
#[test]
fn no_process_plays_two_games_of_a_deal() {
    let folder = Folder::new("engine-remembers");
    let begun = folder.path("begun");
    // A process writes its id and its number of games when a game begins.
    let notes = format!("begun=$((begun + 1)); echo $$ $begun >> {begun}; echo ready");
    let script = r#"while IFS= read -r line; do
  case $line in
    zashiki*) echo ready ;;
    newgame*) NOTES ;;
    position*) echo ready; rest=${line#*'"legal":["'}; action=${rest%%'"'*} ;;
    go*) echo "bestaction $action" ;;
    quit) exit ;;
  esac
done
"#;
    let script = folder.file("remembers.sh", &script.replace("NOTES", &notes));
    let engine = format!("remembers=sh {script}");
    let named = ["--engine", &engine, "--games", "6", "--bots"];
    let two = [&named[..], &["remembers,random"]].concat();
    good(&[&["simulate", "kokyu", "--rotate-seats"][..], &two].concat());
    good(&[&["lab", "ladder", "kokyu"][..], &two].concat());
    let begun = std::fs::read_to_string(begun).unwrap();
    let (processes, counts): (BTreeSet<&str>, Vec<&str>) =
        begun.lines().map(|line| line.split_once(' ').unwrap()).unzip();
    assert_eq!((processes.len(), counts), (12, vec!["1"; 12]), "{begun}");
}

#[cfg(unix)]
#[test]
fn an_engine_that_fails_loses_and_the_report_says_so() {
    let folder = Folder::new("engine-loses");
    let engine = failing("dies", &folder, 3, "echo lost its nerve >&2; exit 1");
    let record = folder.path("record.json");
    let games = folder.path("games.jsonl");
    let arguments = [
        "simulate",
        "kokyu",
        "--games",
        "4",
        "--seed",
        "5",
        "--engine",
        &engine,
        "--bots",
        "dies,greedy",
        "--record",
        &record,
        "--games-out",
        &games,
    ];
    let told = good_json(&[&arguments[..], &["--json"]].concat());
    assert_eq!(told["end_reasons"]["forfeited"], 4, "{told}");
    assert_eq!((&told["wins"], &told["draws"]), (&json!([0, 4]), &json!(0)));
    let tally = &told["engines"][0];
    assert_eq!(tally["faults"], json!({ "ended": 4 }));
    assert_eq!((&tally["forfeited"], &tally["replaced"]), (&json!(4), &json!(0)));
    // The record of such a game is complete and has its outcome.
    let kept: Value = serde_json::from_str(&std::fs::read_to_string(&record).unwrap()).unwrap();
    assert_eq!(kept["conclusion"], json!({ "kind": "forfeited", "seat": 0 }));
    assert_eq!(kept["outcome"]["winners"], json!([1]));
    let replayed = good(&["replay", &record]);
    assert!(replayed.contains("The program that played for a seat failed."), "{replayed}");
    // The run resumes from the file, and refuses another program under the same name.
    let plan = |engine| {
        let plan = [&arguments[..7], &[engine, "--bots", "dies,greedy", "--games-out", &games]];
        [&plan.concat()[..], &["--resume", "--json"]].concat()
    };
    let again = good_json(&plan(engine.as_str()));
    assert_eq!(again["end_reasons"]["forfeited"], 4);
    assert_eq!(again["engines"][0]["plays"], 0);
    let refused = bad(&plan(&engine.replace("sh ", "sh -u ")));
    assert!(refused.contains("other arguments"), "{refused}");
    let said = good(&[&arguments[..9], &["dies,greedy", "--lang", "ja"]].concat());
    assert!(said.contains("失敗による負け4局"), "{said}");
    assert_eq!(said.matches("lost its nerve").count(), 1, "{said}");
}

#[cfg(unix)]
#[test]
fn an_engine_that_fails_is_replaced_on_request() {
    let folder = Folder::new("engine-replaced");
    let engine = failing("mumbles", &folder, 2, "echo hello; echo ready");
    let told = good_json(&[
        "simulate",
        "kokyu",
        "--games",
        "3",
        "--engine",
        &engine,
        "--on-engine-failure",
        "replace=beginner",
        "--bots",
        "mumbles,random",
        "--json",
    ]);
    assert_eq!(told["end_reasons"]["forfeited"], Value::Null, "{told}");
    let tally = &told["engines"][0];
    assert_eq!(tally["faults"], json!({ "nonsense": 3 }));
    assert_eq!((&tally["forfeited"], &tally["replaced"]), (&json!(0), &json!(3)));
    assert_eq!(tally["asked"], 6, "nobody asks it again in that play");
}

/// Returns true if a line matches the shown pattern, in which `…` stands for any text.
fn is_shown_as(line: &str, shown: &str) -> bool {
    let mut pieces = shown.split('…');
    let first = pieces.next().unwrap_or_default();
    let Some(mut rest) = line.strip_prefix(first) else { return false };
    let mut open = false;
    for piece in pieces {
        open = piece.is_empty();
        let Some(at) = rest.find(piece) else { return false };
        rest = &rest[at + piece.len()..];
    }
    open || rest.is_empty()
}

#[cfg(unix)]
#[test]
fn the_conversation_of_docs_engines_is_a_real_one() {
    let folder = Folder::new("conversation");
    let (heard, said) = (folder.path("heard"), folder.path("said"));
    let script = format!("tee {heard} | {PROGRAM} engine --bot greedy | tee {said}");
    let engine = format!("x=sh {}", folder.file("engine.sh", &script));
    good(&[
        "simulate", "kokyu", "--games", "1", "--seed", "3", "--engine", &engine, "--bots",
        "x,random",
    ]);
    let [heard, said] = [heard, said].map(|file| std::fs::read_to_string(file).unwrap());
    let page = conformance::documents::document("docs/reference/engines.md");
    let block = page.split("```\n").find(|block| block.starts_with("> ")).unwrap();
    for (sign, lines) in [("> ", heard), ("< ", said)] {
        let shown: Vec<&str> = block.lines().filter_map(|line| line.strip_prefix(sign)).collect();
        assert!(shown.len() >= 4, "{block}");
        for (shown, line) in shown.iter().zip(lines.lines()) {
            assert!(is_shown_as(line, shown), "{line:?} is not {shown:?}");
        }
    }
}

#[test]
fn invalid_engines_are_rejected() {
    for (arguments, says) in [
        (&["--engine", "fish"] as &[&str], "has no command"),
        (&["--engine", "Fish=cat"], "is not a valid engine name"),
        (&["--engine", "greedy=cat"], "the name of a bot"),
        (&["--engine", "fish=/no/such/program"], "it does not exist"),
        (&["--engine", "fish=true"], "it exited"),
        (&["--engine-time", "0"], "from 0.01 to 3600"),
        (&["--on-engine-failure", "replace=stockfish"], "replace= and a level"),
        (&["--bots", "fish"], "There is no bot"),
    ] {
        let arguments: Vec<&str> =
            ["simulate", "kokyu", "--games", "1"].iter().chain(arguments).copied().collect();
        if says == "There is no bot" {
            assert!(bad(&arguments).contains(says));
        } else {
            bad_in_both_languages(&arguments, says);
        }
    }
    assert_eq!(zashiki(&["engine", "--bot", "stockfish"]).status.code(), Some(1));
}

#[test]
fn engine_check_reports_whether_an_engine_conforms_to_the_protocol() {
    let ours = format!("{PROGRAM} engine --bot random");
    let told = good(&["engine", "--check", &ours, "--game", "kokyu", "--game", "shinra"]);
    assert!(told.lines().filter(|line| line.starts_with("ok ")).count() >= 7, "{told}");
    assert!(!told.contains("FAIL") && told.contains("Zashiki"), "{told}");
    let broken = zashiki(&["engine", "--check", "true", "--lang", "en"]);
    assert_eq!(broken.status.code(), Some(1));
    let (out, said) = (String::from_utf8(broken.stdout), String::from_utf8(broken.stderr));
    assert!(out.unwrap().contains("FAIL  it introduces itself"));
    assert!(said.unwrap().contains("1 of 1 checks failed"));
    bad_in_both_languages(&["engine", "--check", "true", "--game", "go"], "There is no game");
}

#[test]
fn the_check_of_a_program_that_is_no_engine_describes_the_protocol() {
    for command in ["false", "cat", "echo hello"] {
        let output = zashiki(&["engine", "--check", command, "--lang", "en"]);
        let said = String::from_utf8([output.stdout, output.stderr].concat()).unwrap();
        assert!(said.contains("answers the line \"zashiki 1\" with \"ready\""), "{said}");
        assert!(!said.contains("engine --check"), "{said}");
    }
}

/// The sample engine is tested if Python is installed. In CI, Python must be installed.
#[test]
fn the_sample_engine_conforms_to_the_protocol() {
    let python = ["python3", "python"].into_iter().find(|name| {
        Command::new(name).arg("--version").output().is_ok_and(|asked| asked.status.success())
    });
    let Some(python) = python else {
        assert!(std::env::var_os("CI").is_none(), "CI has no Python to try the sample with");
        eprintln!("skipped: there is no Python to try the sample engine with");
        return;
    };
    let sample = concat!(env!("CARGO_MANIFEST_DIR"), "/../external-engines/samples/engine.py");
    let told = good(&["engine", "--check", &format!("{python} '{sample}'")]);
    assert!(!told.contains("FAIL"), "{told}");
    for game in registry::ids() {
        assert!(
            told.contains(&format!("it plays a complete game of {game} with")),
            "{game}: {told}"
        );
    }
}

#[tokio::test]
async fn a_server_offers_its_engines_and_does_not_start_if_one_fails() {
    let data = tempfile::tempdir().unwrap();
    let engine = ours("random");
    let arguments = ["--port", "0", "--engine", &engine, "--engine-time", "10"];
    let mut server = Server::start(data.path(), &arguments).await;
    let mut guest = Guest::new(server.address);
    let bots = guest.get("/api/games").await.json()["bots"].clone();
    let listed = bots.as_array().unwrap().last().unwrap();
    assert_eq!(
        (&listed["id"], &listed["engine"], &listed["offered"]),
        (&json!("ours"), &json!(true), &json!(true))
    );
    assert_eq!(listed["games"], json!(registry::ids()));
    assert!(
        listed["summary"]["en"].as_str().unwrap().contains("An external program: Zashiki"),
        "{listed}"
    );
    let table = guest.open(json!([{ "kind": "me" }, { "kind": "bot", "bot": "ours" }])).await;
    let mut me = guest.join(&table).await;
    for _ in 0..3 {
        me.wait(|state| {
            !state["legal"].as_array().unwrap().is_empty() || !state["outcome"].is_null()
        })
        .await;
        if me.over() {
            break;
        }
        let action = me.legal()[0].clone();
        crate::people::assert_done(&me.act(&action).await);
    }
    assert!(me.steps.iter().any(|step| step["seat"] == 1), "it has acted");
    assert!(server.signal("TERM").await.success());
}
