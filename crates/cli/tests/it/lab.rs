//! Tests of `zashiki simulate` and the laboratory with the real program.

use std::process::{Command, Stdio};

use crate::common::{Folder, bad, bad_in_both_languages, command, good, good_json, zashiki};
use serde_json::{Value, json};

/// The arguments of a simulation of 30 games, followed by `more`.
fn simulate<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let plan = ["simulate", "sengoku", "--seats", "3", "--games", "30", "--bots", "random"];
    [&plan[..], more].concat()
}

fn lines(path: &str) -> Vec<Value> {
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.ends_with('\n'), "a file of whole lines");
    text.lines().map(|line| serde_json::from_str(line).unwrap()).collect()
}

#[test]
fn games_are_written_in_order_for_any_number_of_threads() {
    let folder = Folder::new("games-out");
    for ending in endings() {
        let files = ["1", "3"].map(|threads| {
            let path = folder.path(&format!("{threads}.{ending}"));
            good(&simulate(&["--games-out", &path, "--decisions", "--threads", threads]));
            std::fs::read(path).unwrap()
        });
        assert!(files[0] == files[1] && files[0].len() > 10_000, "{ending}");
        if *ending == "parquet" {
            assert!(files[0].starts_with(b"PAR1") && files[0].ends_with(b"PAR1"));
        }
    }
    let report = good_json(&simulate(&["--json"]));
    let games = lines(&folder.path("1.jsonl"));
    assert_eq!(games.len(), 30);
    let mut wins = [0, 0, 0];
    for (number, game) in games.iter().enumerate() {
        assert_eq!(game["number"], number);
        let winners = game["winners"].as_array().unwrap();
        winners.iter().for_each(|seat| wins[seat.as_u64().unwrap() as usize] += 1);
        assert_eq!(game["shared"], winners.len() > 1);
        let log = game["log"].as_array().unwrap();
        assert_eq!(game["decisions"], log.len());
        assert_eq!(game["first"], log[0]["seat"]);
        let changes = log.windows(2).filter(|two| two[0]["seat"] != two[1]["seat"]).count();
        assert_eq!(game["turns"], changes + 1);
        let last = log.last().unwrap()["appraisals"].as_array().unwrap();
        for (seat, look) in last.iter().enumerate() {
            assert_eq!(*look == json!(1000), winners.contains(&json!(seat)), "{game}");
        }
        assert!(log.iter().all(|decision| decision["choices"].as_u64().unwrap() >= 1));
    }
    assert_eq!(report["wins"], json!(wins));
}

#[test]
fn a_truncated_file_is_resumed() {
    let folder = Folder::new("resume");
    let (whole, part) = (folder.path("whole.jsonl"), folder.path("part.jsonl"));
    let figures = good(&simulate(&["--games-out", &whole, "--seed", "4"]));
    let bytes = std::fs::read(&whole).unwrap();
    std::fs::write(&part, &bytes[..bytes.len() * 3 / 5]).unwrap();
    let again = good(&simulate(&["--games-out", &part, "--seed", "4", "--resume"]));
    assert_eq!(std::fs::read(&part).unwrap(), bytes);
    // But for the speed, the figures are those of all games.
    let counted = |text: &str| text.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert_eq!(counted(&figures), counted(&again));
    // With nothing left to play too, and with more games.
    good(&simulate(&["--games-out", &part, "--seed", "4", "--resume"]));
    assert_eq!(std::fs::read(&part).unwrap(), bytes);
    let more = ["simulate", "sengoku", "--seats", "3", "--games", "33", "--bots", "random"];
    good(&[&more[..], &["--games-out", &part, "--seed", "4", "--resume"]].concat());
    assert!(std::fs::read(&part).unwrap().starts_with(&bytes) && lines(&part).len() == 33);
}

#[test]
fn a_file_of_another_run_is_rejected_and_unchanged() {
    let folder = Folder::new("other-plan");
    let path = folder.path("games.jsonl");
    good(&simulate(&["--games-out", &path]));
    let mut bytes = std::fs::read(&path).unwrap();
    bytes.extend_from_slice(b"{\"number\": 30, \"pl");
    std::fs::write(&path, &bytes).unwrap();
    let refused = |more: &[&str], en: &str| {
        bad_in_both_languages(&simulate(&[&["--games-out", &path], more].concat()), en);
        assert!(std::fs::read(&path).unwrap() == bytes, "{more:?} changed the file");
    };
    refused(&[], "already exists");
    for other in [&["--seed", "2"][..], &["--decisions"], &["--rotate-seats"]] {
        refused(&[&["--resume"], other].concat(), "Line 1 of the file belongs to other arguments");
    }
    let fewer = ["simulate", "sengoku", "--seats", "3", "--games", "9", "--bots", "random"];
    let fewer = [&fewer[..], &["--games-out", &path, "--resume"]].concat();
    bad_in_both_languages(&fewer, "more than 9 games");
    for (name, text, en) in [
        ("text.jsonl", "hello\n", "Line 1 is not a game: it is not JSON"),
        ("json.jsonl", "{\"number\": 0}\n", "Line 1 is not a game: `plan` is missing"),
    ] {
        let path = folder.file(name, text);
        bad_in_both_languages(&simulate(&["--games-out", &path, "--resume"]), en);
        assert_eq!(std::fs::read_to_string(&path).unwrap(), text);
    }
    let skipped: Vec<&[u8]> = bytes.split_inclusive(|byte| *byte == b'\n').skip(1).collect();
    let skipped = folder.file("skipped.jsonl", &String::from_utf8(skipped.concat()).unwrap());
    let resumed = simulate(&["--games-out", &skipped, "--resume"]);
    bad_in_both_languages(&resumed, "its number is 1, which is out of order");
    if cfg!(feature = "parquet") {
        let parquet = folder.file("games.parquet", "PAR1");
        let resumed = simulate(&["--games-out", &parquet, "--resume"]);
        bad_in_both_languages(&resumed, "cannot be continued");
    }
    let nowhere = folder.path("no/such/folder.jsonl");
    bad_in_both_languages(&simulate(&["--games-out", &nowhere]), "cannot be written");
}

/// The extensions of the files of games that this program can write.
fn endings() -> &'static [&'static str] {
    if cfg!(feature = "parquet") { &["jsonl", "parquet"] } else { &["jsonl"] }
}

/// The file to which games are written one by one before they are in a file at `path`: for Parquet, a
/// temporary one.
fn lines_of(path: &str) -> String {
    if path.ends_with(".parquet") { format!("{path}.jsonl") } else { path.to_owned() }
}

#[cfg(unix)]
fn send(signal: &str, child: &std::process::Child) {
    let sent = Command::new("kill").args(["-s", signal, &child.id().to_string()]).status();
    assert!(sent.unwrap().success());
}

/// Starts a command that plays games without end, and waits until the file `lines` has some of them.
#[cfg(unix)]
fn begun(mut command: Command, lines: &str) -> std::process::Child {
    let mut child = command.stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    while std::fs::metadata(lines).map_or(0, |file| file.len()) == 0 {
        assert_eq!(child.try_wait().unwrap(), None, "it plays on");
        std::thread::yield_now();
    }
    child
}

/// Asserts that an interrupted and resumed file of games has the same bytes as one that was never
/// interrupted.
#[cfg(unix)]
fn resumes(folder: &Folder, path: &str, decisions: &[&str]) {
    let held = std::fs::read_to_string(lines_of(path)).unwrap().lines().count();
    let games = (held + 20).to_string();
    let plan = ["simulate", "kokyu", "--seed", "9", "--games", &games, "--games-out"];
    good(&[&plan[..], &[path, "--resume"], decisions].concat());
    let ending = path.rsplit('.').next().unwrap();
    let whole = folder.path(&format!("never-interrupted.{ending}"));
    good(&[&plan[..], &[&whole], decisions].concat());
    assert!(std::fs::read(path).unwrap() == std::fs::read(&whole).unwrap(), "{path}");
    let left = std::path::Path::new(&format!("{path}.jsonl")).exists();
    assert!(!left, "all is in the file");
    std::fs::remove_file(whole).unwrap();
}

#[cfg(unix)]
#[test]
fn every_signal_leaves_a_complete_file_that_is_resumed() {
    for ending in endings() {
        for signal in ["INT", "TERM", "HUP", "KILL"] {
            let folder = Folder::new(&format!("interrupted-{ending}-{signal}"));
            let path = folder.path(&format!("games.{ending}"));
            let plan = ["simulate", "kokyu", "--seed", "9", "--games", "100000000", "--decisions"];
            let endless = [&plan[..], &["--games-out", &path]].concat();
            let child = begun(command(&endless), &lines_of(&path));
            send(signal, &child);
            let output = child.wait_with_output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert_eq!(output.stdout, b"", "{signal}");
            if signal == "KILL" {
                assert_eq!(output.status.code(), None);
            } else {
                assert_eq!(output.status.code(), Some(1), "{signal}: {said}");
                let held = lines(&lines_of(&path)).len();
                let stopped = format!("Stopped after {held} games");
                assert!(said.contains(&stopped) && said.contains("--resume"), "{signal}: {said}");
                if *ending == "parquet" {
                    let file = std::fs::read(&path).unwrap();
                    assert!(file.starts_with(b"PAR1") && file.ends_with(b"PAR1"), "{signal}");
                }
            }
            // Without --resume neither file is written over.
            bad_in_both_languages(&endless, "already exists; add --resume");
            resumes(&folder, &path, &["--decisions"]);
        }
    }
}

/// If the program is started as by `nohup`, it continues when the terminal is closed, and ends at other
/// signals.
#[cfg(target_os = "linux")]
#[test]
fn a_signal_that_is_ignored_from_the_start_stays_ignored() {
    let folder = Folder::new("nohup");
    let path = folder.path("games.jsonl");
    let mut shell = Command::new("sh");
    shell.args(["-c", "trap '' HUP; exec \"$@\"", "sh", crate::serve::PROGRAM]);
    shell.args(["simulate", "kokyu", "--games", "100000000", "--games-out", &path]);
    let mut child = begun(shell, &path);
    send("HUP", &child);
    let size = || std::fs::metadata(&path).unwrap().len();
    let then = size();
    while size() < then + 100_000 {
        assert_eq!(child.try_wait().unwrap(), None, "it plays on");
        std::thread::yield_now();
    }
    send("TERM", &child);
    assert_eq!(child.wait().unwrap().code(), Some(1));
}

/// The test simulates a full disk by a limit for the size of files.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_a_file_that_is_resumed() {
    for ending in endings() {
        // With the signal, as a shell has it, and as an error, as a disk has it.
        for trap in ["", "trap '' XFSZ; "] {
            let folder = Folder::new(&format!("full-{ending}-{}", trap.len()));
            let path = folder.path(&format!("games.{ending}"));
            let mut shell = Command::new("sh");
            let limited = format!("{trap}ulimit -c 0; ulimit -f 100; exec \"$@\"");
            shell.args(["-c", &limited, "sh", crate::serve::PROGRAM]).env("LANG", "C");
            shell.args(["simulate", "kokyu", "--seed", "9", "--games", "100000000"]);
            let output = shell.args(["--games-out", &path]).output().unwrap();
            let said = String::from_utf8(output.stderr).unwrap();
            assert!(!output.status.success() && output.stdout.is_empty(), "{said}");
            if !trap.is_empty() {
                assert_eq!(output.status.code(), Some(1), "{said}");
                assert!(
                    said.contains("there is no space left") && said.contains("--resume"),
                    "{said}"
                );
            }
            resumes(&folder, &path, &[]);
        }
    }
}

/// A file is written completely or not at all: after an error the previous file is unchanged.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_the_record_that_was_there() {
    let folder = Folder::new("full-record");
    let record = folder.file("record.json", "before");
    let mut shell = Command::new("sh");
    let limited = "trap '' XFSZ; ulimit -f 1; exec \"$@\"";
    shell.args(["-c", limited, "sh", crate::serve::PROGRAM, "simulate", "honnoji", "--games", "1"]);
    let output = shell.args(["--record", &record]).env("LANG", "C").output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && said.contains("there is no space left"), "{said}");
    assert_eq!(std::fs::read_to_string(&record).unwrap(), "before");
    assert_eq!(std::fs::read_dir(&folder.0).unwrap().count(), 1, "nothing is left beside it");
    good(&["simulate", "honnoji", "--games", "1", "--record", &record]);
    good(&["replay", &record]);
}

/// A checkpoint can be resumed wherever it was cut off, even within its first line.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_a_checkpoint_that_is_resumed() {
    let folder = Folder::new("full-journal");
    let journal = folder.path("journal.jsonl");
    let plan = ["lab", "ladder", "kokyu", "--games", "200", "--bots", "random,random", "--json"];
    let kept = [&plan[..], &["--checkpoint", &journal]].concat();
    for blocks in ["0", "2"] {
        let mut shell = Command::new("sh");
        let limited = format!("trap '' XFSZ; ulimit -f {blocks}; exec \"$@\"");
        shell.args(["-c", &limited, "sh", crate::serve::PROGRAM]).args(&kept).env("LANG", "C");
        let output = shell.output().unwrap();
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.code() == Some(1) && said.contains("no space left"), "{said}");
    }
    assert_eq!(good(&kept), good(&plan));
}

#[test]
fn rotated_bots_sit_everywhere_on_the_same_deals_and_parts_of_wins_add_up() {
    let folder = Folder::new("rotate");
    let path = folder.path("games.jsonl");
    let bots = "greedy:worlds=1,random,random";
    let report = good_json(&[
        "simulate",
        "sengoku",
        "--seats",
        "3",
        "--games",
        "16",
        "--bots",
        bots,
        "--rotate-seats",
        "--json",
        "--games-out",
        &path,
    ]);
    assert_eq!(report["games"], 18, "whole deals");
    let games = lines(&path);
    for deal in games.chunks(3) {
        assert!(deal.iter().all(|game| game["seed"] == deal[0]["seed"]));
        for (seat, game) in deal.iter().enumerate() {
            assert_eq!(game["bots"][seat], "greedy:worlds=1");
        }
    }
    for by in ["portions", "by_order", "by_bot"] {
        let parts = report[by].as_array().unwrap().iter();
        let part = |won: &Value| won.get("portion").unwrap_or(won)["share"].as_f64().unwrap();
        let draws = report["draws"].as_f64().unwrap() / 18.0;
        assert!((parts.map(part).sum::<f64>() + draws - 1.0).abs() < 1e-9, "{by}: {report}");
    }
    assert!(report["by_bot"][0]["portion"]["low"].as_f64().unwrap() > 0.4, "{report}");
    assert!(report["by_order"].as_array().unwrap().len() == 3);
}

#[test]
fn a_ladder_ranks_and_stops_when_it_is_sure() {
    let run = |threads: &str| {
        good_json(&[
            "lab",
            "ladder",
            "sengoku",
            "--seats",
            "3",
            "--bots",
            "random,greedy:worlds=1,random",
            "--games",
            "120",
            "--threads",
            threads,
            "--json",
        ])
    };
    let ladder = run("1");
    assert_eq!(ladder, run("3"), "the number of threads changes nothing");
    let pairs = ladder["pairs"].as_array().unwrap();
    let names = |pair: &Value| (pair["bot"].clone(), pair["against"].clone());
    assert_eq!(names(&pairs[0]), (json!("greedy:worlds=1"), json!("random")));
    assert_eq!(pairs[0]["verdict"], "better");
    assert!(pairs[0]["games"].as_u64().unwrap() < 60, "{ladder}");
    assert_ne!(pairs[1]["verdict"], "better", "random against itself: {ladder}");
    assert_eq!(pairs[2]["verdict"], "not_better", "{ladder}");
    assert_eq!(ladder["ranks"][0]["bot"], "greedy:worlds=1");
    assert!(ladder["ranks"][0]["low"].as_f64().unwrap() > 100.0, "{ladder}");
    let steps = good(&[
        "lab",
        "ladder",
        "kokyu",
        "--bots",
        "random,greedy",
        "--adjacent-only",
        "--games",
        "40",
    ]);
    assert!(steps.contains("stronger") && steps.contains("50.0 %"), "{steps}");
    let japanese = good(&[
        "lab",
        "ladder",
        "kokyu",
        "--bots",
        "random,greedy",
        "--games",
        "40",
        "--lang",
        "ja",
    ]);
    assert!(japanese.contains("より強い"), "{japanese}");
    // Teams play as one side.
    let teams = good_json(&[
        "lab",
        "ladder",
        "hostile",
        "--seats",
        "4",
        "--bots",
        "random,random",
        "--games",
        "2",
        "--json",
    ]);
    assert_eq!(teams["fair"], 0.5);
}

#[test]
fn invalid_ladders_are_rejected() {
    for (args, en) in [
        (&["kokyu", "--bots", "greedy"][..], "at least two bots"),
        (&["kokyu", "--bots", "greedy,stockfish"], "There is no bot \"stockfish\""),
        (&["kokyu", "--bots", "greedy,ismcts:sims=0"], "cannot be set to \"sims=0\""),
        (&["kokyu", "--bots", "greedy,ismcts:time=2h"], "cannot be set to \"time=2h\""),
        (&["kokyu", "--bots", "greedy,alphabeta"], "nothing is hidden"),
        (&["kokyu", "--bots", "greedy,random", "--seats", "3"], "not 3"),
        (&["go", "--bots", "greedy,random"], "There is no game \"go\""),
        (&["kokyu", "--bots", "greedy,random", "--games", "0"], "games must be at least 1"),
        (&["kokyu", "--bots", "greedy,random", "--margin", "0"], "must be 1 to 1000 Elo"),
    ] {
        bad_in_both_languages(&[&["lab", "ladder"], args].concat(), en);
    }
}

#[test]
fn a_run_is_resumed_from_its_checkpoint() {
    let folder = Folder::new("journal");
    let journal = folder.path("ladder.jsonl");
    let ladder = ["lab", "ladder", "kokyu", "--bots", "random,random", "--games", "20", "--json"];
    let kept = [&ladder[..], &["--checkpoint", &journal]].concat();
    let whole = good(&ladder);
    assert_eq!(good(&kept), whole);
    let bytes = std::fs::read(&journal).unwrap();
    // Where it was cut off, and with nothing left to play.
    std::fs::write(&journal, &bytes[..bytes.len() / 2]).unwrap();
    for _ in 0..2 {
        assert_eq!(good(&kept), whole);
        assert_eq!(std::fs::read(&journal).unwrap(), bytes);
    }
    // What it holds is believed and not played again.
    let text = String::from_utf8(bytes).unwrap();
    let text = text.replace("\"found\":0.0", "\"found\":1.0");
    std::fs::write(&journal, &text).unwrap();
    assert_ne!(good(&kept), whole);
    bad_in_both_languages(&[&kept[..], &["--seed", "2"]].concat(), "belongs to other arguments");
    assert_eq!(std::fs::read_to_string(&journal).unwrap(), text);
    let nowhere = folder.path("no/such/folder.jsonl");
    let nowhere = [&ladder[..], &["--checkpoint", &nowhere]].concat();
    bad_in_both_languages(&nowhere, "cannot be written");
}

#[test]
fn variants_are_compared_on_the_same_deals() {
    let folder = Folder::new("compare");
    let own = include_str!("../../../games/kokyu/components.toml");
    let one = folder.file("one.toml", own);
    let other = folder.file("other.toml", &own.replace("lap = 2", "lap = 3"));
    let run = |more: &[&str]| {
        let common = ["--bots", "random", "--games", "150", "--sims", "1", "--json"];
        good_json(&[&["lab", "compare", "kokyu"], more, &common].concat())
    };
    let figure = |comparison: &Value, id: &str| {
        let figures = comparison["figures"].as_array().unwrap().clone();
        figures.into_iter().find(|figure| figure["figure"] == id).unwrap()
    };
    let lap = run(&[&one, &other]);
    assert_eq!(
        lap,
        run(&[&one, &other, "--threads", "1"]),
        "the number of threads changes nothing"
    );
    // A lap is worth more, so games are shorter.
    let shorter = &figure(&lap, "DurationMoves")["differences"][0];
    assert!(shorter["high"].as_f64().unwrap() < 0.0, "{shorter}");
    assert_eq!(shorter["significant"], true, "{shorter}");
    for measure in [
        "Drama",
        "LeadChange",
        "Comebacks",
        "BranchingFactor",
        "DeadActions",
        "Luck",
        "SkillLadder",
    ] {
        assert_eq!(figure(&lap, measure)["means"].as_array().unwrap().len(), 2, "{measure}");
    }
    let plots = lap["components"].as_array().unwrap();
    assert!(!plots.is_empty() && plots.iter().all(|plot| plot["share"] == true), "{plots:?}");
    // The same file twice: the same plays. A difference of 0 is not known exactly after 150 games.
    let same = run(&[&one]);
    assert_eq!((&same["sure"], &same["games"]), (&json!(false), &json!(150)));
    for figure in same["figures"].as_array().unwrap() {
        let difference = &figure["differences"][0];
        if difference.is_null() {
            continue;
        }
        assert_eq!(difference["mean"], 0.0, "{figure}");
        assert_eq!(difference["significant"], false, "{figure}");
        if figure["share"] == true && figure["figure"] != "Balance" {
            assert!(difference["high"].as_f64() > Some(0.0), "{figure}");
        }
    }
    let options = run(&["--options", "{\"kohiGoal\": 3}", "--options", "{\"kohiGoal\": 2}"]);
    assert!(figure(&options, "end_kohi")["differences"][0]["mean"].as_f64().unwrap() > 0.0);
    let text = good(&[
        "lab", "compare", "kokyu", &other, "--bots", "random", "--games", "40", "--sims", "0",
        "--lang", "ja",
    ]);
    assert!(text.contains("手番順2の勝ち") && text.contains("A: 元のまま"), "{text}");
}

#[test]
fn a_sweep_goes_through_values_of_a_field_or_an_option() {
    let run = |more: &[&str]| {
        let common = ["--population", "random", "--games", "64", "--sims", "0", "--json"];
        good_json(&[&["lab", "sweep", "kokyu"], more, &common].concat())
    };
    let laps = run(&["--field", "scoring.lap=2,3,4"]);
    assert_eq!(laps["variants"], json!(["scoring.lap=2", "scoring.lap=3", "scoring.lap=4"]));
    let decisions = laps["figures"]
        .as_array()
        .unwrap()
        .iter()
        .find(|it| it["figure"] == "DurationMoves")
        .unwrap();
    let mean = |at: usize| decisions["means"][at]["mean"].as_f64().unwrap();
    assert!(mean(0) > mean(1) && mean(1) > mean(2), "{decisions}");
    assert_eq!(run(&["--option", "firstSeat=seat0,seat1"])["variants"][1], "firstSeat=seat1");
}

/// The arguments of a search with random bots, followed by `more`.
fn design<'a>(more: &[&'a str]) -> Vec<&'a str> {
    let plan = ["lab", "design", "kokyu", "--population", "random", "--check-games", "100"];
    [&plan[..], more].concat()
}

#[test]
fn a_design_finds_the_values_nearest_the_aim_and_writes_the_components() {
    let folder = Folder::new("design");
    let file = folder.path("chosen.toml");
    let plan = ["--vary", "scoring.lap=1..4", "--vary", "kohiGoal=2,3", "--games", "640"];
    let aims = ["--aim", "DurationMoves=high:2", "--aim", "Drawishness=low"];
    let args = [&plan[..], &aims, &["--out", &file]].concat();
    let found = good_json(&design(&[&args[..], &["--json", "--threads", "1"]].concat()));
    assert_eq!((&found["combinations"], &found["games"]), (&json!(8), &json!(640)));
    // Fewer points for a lap make a game longer; the goal of 2 makes more games void.
    let chosen = &found["variants"][found["chosen"].as_u64().unwrap() as usize];
    assert_eq!(chosen["values"], json!(["1", "3"]), "{found:#}");
    assert!(chosen["gain"].as_f64() > Some(0.0) && chosen["dominated"] == false);
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("# Written by: zashiki lab design kokyu. Changed: scoring.lap=1\n"));
    let games = |more: &[&str]| {
        let simulate = ["simulate", "kokyu", "--games", "9", "--bots", "random", "--json"];
        good_json(&[&simulate[..], more].concat())["wins"].clone()
    };
    assert_ne!(games(&["--components", &file]), games(&[]));
    let tried = found["tried"].as_array().unwrap();
    let estimates: Vec<f64> = tried.iter().map(|it| it["estimate"].as_f64().unwrap()).collect();
    assert!(estimates.is_sorted_by(|one, other| one >= other), "{estimates:?}");
    let total: u64 = tried.iter().map(|it| it["games"].as_u64().unwrap()).sum();
    assert_eq!(total, 640);
    // The comparison is one of `lab compare` on its seed.
    let seed = found["comparison"]["seed"].as_str().unwrap();
    let again = good_json(&[
        "lab",
        "compare",
        "kokyu",
        &file,
        "--population",
        "random",
        "--games",
        "100",
        "--sims",
        "0",
        "--seed",
        seed,
        "--json",
    ]);
    let means = |found: &Value, variant: usize| {
        let figures = found["figures"].as_array().unwrap().iter();
        figures.map(|figure| figure["means"][variant]["mean"].clone()).collect::<Vec<_>>()
    };
    let at = found["chosen"].as_u64().unwrap() as usize;
    assert_eq!(means(&found["comparison"], at), means(&again, 1));
    // The text has the same result with any number of threads.
    let texts =
        ["1", "3"].map(|threads| good(&design(&[&args[..], &["--threads", threads]].concat())));
    assert_eq!(texts[0], texts[1]);
    assert!(texts[0].contains("Chosen: scoring.lap=1 --options '{}'"), "{}", texts[0]);
    let japanese = good(&design(&[&args[..], &["--lang", "ja"]].concat()));
    assert!(
        japanese.contains("選んだ案: scoring.lap=1") && japanese.contains("A: +0.00  元のまま")
    );
}

#[test]
fn a_design_without_a_better_variant_writes_no_file() {
    let folder = Folder::new("design-nothing");
    let file = folder.path("chosen.toml");
    let plan = ["--vary", "scoring.lap=3", "--aim", "DurationMoves=high", "--games", "96"];
    let text = good(&design(&[&plan[..], &["--out", &file]].concat()));
    assert!(text.contains("No variant is nearer the aims"), "{text}");
    assert!(!std::path::Path::new(&file).exists());
}

#[test]
fn invalid_designs_are_rejected() {
    for (args, en) in [
        (&["--vary", "speed=1,2", "--aim", "Drama=high"][..], "it has no field `speed`; it has"),
        (&["--vary", "speed=1,2", "--aim", "Drama=high"], "The options are kohiGoal"),
        (&["--vary", "scoring.lap=9..1", "--aim", "Drama=high"], "\"9..1\" is no range"),
        (&["--vary", "scoring.lap=2", "--aim", "Drama=high"], "No value differs"),
        (&["--vary", "scoring.lap=1..3", "--aim", "Fun=high"], "There is no measure \"Fun\""),
        (&["--vary", "scoring.lap=1..3", "--aim", "Drama"], "\"Drama\" is no aim"),
        (&["--vary", "scoring.lap=1..3", "--aim", "shared=7"], "its target must be 0 to 1"),
        (&["--vary", "scoring.lap=2,x", "--aim", "Drama=high"], "\"scoring.lap=x\""),
        (&["--vary", "kohiGoal=2,9", "--aim", "Drama=high"], "\"kohiGoal=9\""),
        (
            &["--vary", "scoring.lap=1..3", "--aim", "Drama=high", "--games", "90"],
            "set --games to at least 96",
        ),
        (
            &["--vary", "scoring.lap=1..3", "--aim", "Drama=high", "--finalists", "9"],
            "The number of finalists must be 1 to 8",
        ),
        (
            &["--vary", "kohiGoal=2,3", "--aim", "Drama=high", "--out", "/tmp/none.toml"],
            "Only options are varied",
        ),
        (
            &[
                "--vary",
                "scoring.lap=1..40",
                "--vary",
                "scoring.goal=1..40",
                "--vary",
                "card[0].number=1..40",
                "--vary",
                "card[1].number=1..40",
                "--aim",
                "Drama=high",
                "--games",
                "2560",
            ],
            "have 2560000 combinations, more than the 160000 that 2560 games can search",
        ),
    ] {
        bad_in_both_languages(&design(args), en);
    }
}

#[test]
fn invalid_comparisons_are_rejected() {
    let folder = Folder::new("no-comparison");
    let other = folder.file("sengoku.toml", include_str!("../../../games/sengoku/components.toml"));
    let cut = folder.file("cut.toml", "game = \"kokyu\"\n[[card]]\nnumb");
    for (args, en) in [
        (&["compare", "kokyu", &other][..], "it is the file of \"sengoku\""),
        (&["compare", "kokyu", &cut], "line 3, it ends too early: "),
        (&["compare", "kokyu"], "at least two variants"),
        (&["compare", "kokyu", "--options", "{\"kohiGoal\": 9}"], "kohiGoal"),
        (
            &["compare", "kokyu", "--options", "{}", "--precision", "0"],
            "--precision must be a share",
        ),
        (&["sweep", "kokyu", "--field", "points.most=1,2"], "it has no field `points.most`"),
        (&["sweep", "kokyu", "--field", "points.total=1"], "at least two values"),
        (&["sweep", "kokyu", "--field", "scoring.goal=4,x"], "\"scoring.goal=x\""),
        (&["sweep", "kokyu", "--option", "speed=1,2"], "speed"),
    ] {
        bad_in_both_languages(&[&["lab"], args].concat(), en);
    }
    assert!(bad(&["lab", "compare", "kokyu", "/no/such/file.toml"]).contains("/no/such/file.toml"));
}

#[cfg(feature = "charts")]
#[test]
fn a_balance_page_needs_no_other_files_and_is_the_same_for_any_threads() {
    let folder = Folder::new("balance");
    let page = |name: &str, more: &[&str]| {
        let path = folder.path(name);
        let plan = ["lab", "balance", "kokyu", "--games", "8", "--sims", "2", "--out", &path];
        let plan = [&plan[..], &["--population", "random,greedy:worlds=1"]].concat();
        assert_eq!(good(&[&plan[..], more].concat()), "");
        std::fs::read_to_string(&path).unwrap()
    };
    let english = page("en.html", &["--threads", "1"]);
    assert!(
        english == page("again.html", &["--threads", "3"]),
        "the number of threads changes nothing"
    );
    let japanese = page("ja.html", &["--lang", "ja"]);
    for page in [&english, &japanese] {
        assert!(page.starts_with("<!DOCTYPE html>") && page.ends_with("</html>"));
        assert_eq!(page.matches("<svg").count(), 7);
        assert!(page.contains("<code>draw</code>") && page.contains("@media print"));
        assert_eq!(page.matches("href=\"data:text/csv").count(), 1);
        let page = page.replace("href=\"data:", "");
        for outside in ["<script", "<link", "src=", "href=", "url(", "@import"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }
    assert!(english.contains("Who wins") && english.contains("AdvantageP1"));
    assert!(japanese.contains("だれが勝つか") && japanese.contains("lang=\"ja\""));
    // The numbers come with the page or alone, and are those of the page.
    let command =
        "zashiki lab balance kokyu --games 8 --sims 2 --population random,greedy:worlds=1";
    assert!(english.contains(command) && english.contains("greedy:worlds=1"));
    let plan = ["lab", "balance", "kokyu", "--games", "8", "--sims", "2", "--json"];
    let plan = [&plan[..], &["--population", "random,greedy:worlds=1"]].concat();
    let numbers = good(&plan);
    let (path, csv) = (folder.path("both.html"), folder.path("both.csv"));
    assert_eq!(numbers, good(&[&plan[..], &["--out", &path, "--csv", &csv]].concat()));
    assert_eq!(std::fs::read_to_string(&path).unwrap(), english);
    let numbers: serde_json::Value = serde_json::from_str(&numbers).unwrap();
    let details_denied = |numbers: &serde_json::Value| {
        let kinds = numbers["kinds"].as_array().unwrap().iter();
        let details = kinds.filter(|kind| kind["kind"].as_str().unwrap().contains(' '));
        details.filter(|kind| !kind["denied"].is_null()).count()
    };
    assert_eq!(details_denied(&numbers), 6);
    let fewer = good(&[&plan[..], &["--denied", "2"]].concat());
    assert_eq!(details_denied(&serde_json::from_str(&fewer).unwrap()), 2);
    let csv = std::fs::read_to_string(csv).unwrap();
    let lead = numbers["measures"].as_array().unwrap();
    let lead = lead.iter().find(|measure| measure["name"] == "LeadChange").unwrap();
    let row =
        format!("\"LeadChange\",\"changes of the lead for each decision\",,{}", lead["value"]);
    assert!(csv.contains(&row), "{row}");
    assert_eq!(csv.matches("\"games\"").count(), 4 * 8, "each game has its rows");
    let first = numbers["measures"][0]["value"].as_f64().unwrap();
    assert!(english.contains(&format!("AdvantageP1</td><td class=\"n\">{:.1} %", 100.0 * first)));
}

/// The page names its components file with the differences from the game's own, and people's games.
#[cfg(feature = "charts")]
#[test]
fn a_balance_page_names_its_file_and_shows_games_of_people() {
    let folder = Folder::new("balance-subject");
    let own = include_str!("../../../games/kokyu/components.toml");
    let other = folder.file("longer.toml", &own.replace("lap = 2", "lap = 3"));
    let records = Folder::new("balance-people");
    for seed in ["1", "2", "3"] {
        let path = records.path(&format!("{seed}.json"));
        let plan = ["simulate", "kokyu", "--games", "1", "--seed", seed, "--bots", "random"];
        good(&[&plan[..], &["--components", &other, "--record", &path]].concat());
    }
    let path = folder.path("page.html");
    let people = records.0.display().to_string();
    let plan = ["lab", "balance", "kokyu", "--population", "random", "--games", "8", "--sims", "1"];
    let plan = [&plan[..], &["--components", &other, "--people", &people, "--json"]].concat();
    let numbers = good_json(&[&plan[..], &["--out", &path]].concat());
    assert_eq!(numbers["people"]["games"], 3, "{}", numbers["people"]);
    assert_eq!(numbers["people"]["time_model"], Value::Null, "bots are no people");
    let changes = numbers["component_changes"].as_array().unwrap();
    assert_eq!(changes[0], json!({ "field": "scoring.lap", "own": "2", "here": "3" }));
    let page = std::fs::read_to_string(&path).unwrap();
    for named in ["longer.toml", "scoring.lap", "<th class=\"n\">people</th>"] {
        assert!(page.contains(named), "{named}");
    }
    let empty = Folder::new("balance-nobody");
    let nobody = empty.0.display().to_string();
    let plan = ["lab", "balance", "kokyu", "--out", &path, "--people"];
    bad_in_both_languages(&[&plan[..], &[&nobody]].concat(), "has 0 records");
    let nowhere = folder.path("no/such/folder");
    bad_in_both_languages(&[&plan[..], &[&nowhere]].concat(), "cannot be read");
}

/// Files in an unknown format are rejected before any game is played.
#[test]
fn unknown_extensions_of_game_files_are_rejected() {
    let folder = Folder::new("games-endings");
    for name in ["games.csv", "games.xlsx", "games.jsonl.gz", "games.parquet.bak"] {
        let path = folder.path(name);
        let endless = ["simulate", "kokyu", "--games", "100000000", "--games-out", &path];
        bad_in_both_languages(&endless, "ends in .jsonl, .ndjson or .json (one line of JSON");
        assert!(!std::path::Path::new(&path).exists());
    }
    for name in ["games", "games.jsonl", "games.ndjson", "games.json"] {
        let path = folder.path(name);
        good(&simulate(&["--games-out", &path]));
        assert_eq!(lines(&path).len(), 30, "{name}");
    }
}

/// A command that would overwrite a file of puzzles is rejected, because composing them may have taken
/// hours.
#[test]
fn existing_puzzle_files_are_not_overwritten() {
    let folder = Folder::new("held-puzzles");
    let held = folder.file("held.toml", "# a hundred of them");
    let plan = ["lab", "puzzles", "hostile", "--count", "1", "--nodes", "1000", "--out", &held];
    bad_in_both_languages(&plan, "already exists; name another file");
    assert_eq!(std::fs::read_to_string(&held).unwrap(), "# a hundred of them");
}

/// The arguments to compose puzzles from this number of games with short searches, followed by `more`.
fn puzzles<'a>(games: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let plan = ["lab", "puzzles", "hostile", "--bots", "greedy:worlds=1", "--nodes", "300"];
    [&plan[..], &["--games", games], more].concat()
}

#[test]
fn puzzles_are_resumed_from_their_checkpoint() {
    let folder = Folder::new("puzzles-journal");
    let [whole, again, more, journal] =
        ["whole.toml", "again.toml", "more.toml", "journal.jsonl"].map(|name| folder.path(name));
    let read = |path: &str| std::fs::read_to_string(path).unwrap();
    // How many there are it says to people.
    let composed = |args: &[&str]| {
        let output = zashiki(args);
        let said = String::from_utf8(output.stderr).unwrap();
        assert!(output.status.success() && said.contains(" composed from "), "{said}");
        String::from_utf8(output.stdout).unwrap()
    };
    composed(&puzzles("8", &["--count", "3", "--out", &whole]));
    let printed = read(&whole);
    assert!(printed.contains("[[puzzle]]"), "{printed}");
    let kept = ["--count", "3", "--checkpoint", &journal];
    assert_eq!(composed(&puzzles("8", &kept)), printed);
    let bytes = std::fs::read(&journal).unwrap();
    std::fs::write(&journal, &bytes[..bytes.len() / 2]).unwrap();
    let kept_in = |path| [&puzzles("8", &kept)[..], &["--out", path]].concat();
    composed(&kept_in(&again));
    assert!(read(&again) == printed && std::fs::read(&journal).unwrap() == bytes);
    // What was written is not written over, not even by the same.
    bad_in_both_languages(&kept_in(&again), "already exists; name another file");
    // The numbers of puzzles and of games may be raised.
    composed(&puzzles("12", &["--count", "6", "--checkpoint", &journal, "--out", &more]));
    let fresh = composed(&puzzles("12", &["--count", "6"]));
    assert!(read(&more) == fresh && fresh.len() > printed.len(), "{fresh}");
    let other = puzzles("8", &["--seed", "2", "--checkpoint", &journal]);
    bad_in_both_languages(&other, "belongs to other arguments");
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_checkpoint_from_which_puzzles_are_resumed() {
    let folder = Folder::new("puzzles-interrupted");
    let (journal, file) = (folder.path("journal.jsonl"), folder.path("puzzles.toml"));
    let endless = ["--count", "1000000", "--checkpoint", &journal, "--out", &file];
    let mut child = command(&puzzles("100000000", &endless))
        .stderr(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let held = || std::fs::read_to_string(&journal).map_or(0, |text| text.lines().count());
    while held() < 2 {
        assert_eq!(child.try_wait().unwrap(), None, "it searches on");
        std::thread::yield_now();
    }
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    assert!(said.contains("Run the same command to resume"), "{said}");
    assert!(!std::path::Path::new(&file).exists());
}

/// After the disk was full, the file contains only complete puzzles.
#[cfg(unix)]
#[test]
fn a_full_disk_leaves_whole_puzzles() {
    let folder = Folder::new("full-puzzles");
    let file = folder.path("puzzles.toml");
    let mut shell = Command::new("sh");
    let limited = "trap '' XFSZ; ulimit -f 20; exec \"$@\"";
    shell.args(["-c", limited, "sh", crate::serve::PROGRAM]).env("LANG", "C");
    shell.args(puzzles("100000000", &["--count", "1000000", "--out", &file]));
    let output = shell.output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert!(output.status.code() == Some(1) && said.contains("no space left"), "{said}");
    let written: toml::Table = std::fs::read_to_string(&file).unwrap().parse().unwrap();
    assert!(written["puzzle"].as_array().unwrap().len() > 1);
}

#[test]
fn a_game_without_puzzles_has_none_to_verify() {
    bad_in_both_languages(
        &["lab", "puzzles", "kokyu", "--verify"],
        "has no puzzles; the games with puzzles are",
    );
}

#[cfg(feature = "charts")]
#[test]
fn invalid_balance_pages_are_rejected() {
    let folder = Folder::new("no-balance");
    let path = folder.path("page.html");
    let other = folder.file("sengoku.toml", include_str!("../../../games/sengoku/components.toml"));
    for (more, en) in [
        (&["--games", "7"][..], "at least 8"),
        (&["--sims", "0"], "must be 1 to 1000000"),
        (&["--population", "deep"], "There is no bot \"deep\""),
        (&["--components", &other], "it is the file of \"sengoku\""),
        (&["--seats", "9"], "not 9"),
    ] {
        bad_in_both_languages(&[&["lab", "balance", "kokyu", "--out", &path], more].concat(), en);
        assert!(!std::path::Path::new(&path).exists());
    }
    let nowhere = folder.path("no/such/folder.html");
    let plan = ["lab", "balance", "kokyu", "--games", "8", "--sims", "1", "--out", &nowhere];
    bad_in_both_languages(&plan, "cannot be written");
}
