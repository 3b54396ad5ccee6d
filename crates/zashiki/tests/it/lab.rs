//! Statistics and the laboratory, as people and programs meet them: the real binary.

use std::process::{Command, Stdio};

use crate::common::{Folder, bad, bad_in_both_languages, command, good, good_json, zashiki};
use serde_json::{Value, json};

/// A plan of 30 games, and what else is asked of it.
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
fn games_are_written_in_their_order_whatever_the_threads() {
    let folder = Folder::new("games-out");
    let endings = ["jsonl", "parquet"];
    for ending in &endings[..if cfg!(feature = "parquet") { 2 } else { 1 }] {
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
fn a_file_that_was_cut_off_is_gone_on_with() {
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
fn what_is_not_this_plans_file_is_refused_and_left_alone() {
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
    refused(&[], "is there already");
    for other in [&["--seed", "2"][..], &["--decisions"], &["--rotate"]] {
        refused(&[&["--resume"], other].concat(), "Line 1 of the file is a game of another plan");
    }
    let fewer = ["simulate", "sengoku", "--seats", "3", "--games", "9", "--bots", "random"];
    let fewer = [&fewer[..], &["--games-out", &path, "--resume"]].concat();
    bad_in_both_languages(&fewer, "more than the 9 games");
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
    bad_in_both_languages(&resumed, "its number is 1, which does not follow");
    if cfg!(feature = "parquet") {
        let parquet = folder.file("games.parquet", "PAR1");
        let resumed = simulate(&["--games-out", &parquet, "--resume"]);
        bad_in_both_languages(&resumed, "cannot be gone on with");
    }
    let nowhere = folder.path("no/such/folder.jsonl");
    bad_in_both_languages(&simulate(&["--games-out", &nowhere]), "cannot be written");
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_whole_lines_to_go_on_from() {
    let folder = Folder::new("interrupted");
    let path = folder.path("games.jsonl");
    let plan = |games: &'static str| ["simulate", "kokyu", "--seed", "9", "--games", games];
    let endless = [&plan("100000000")[..], &["--games-out", &path]].concat();
    let mut child =
        command(&endless).stderr(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    while std::fs::metadata(&path).map_or(0, |file| file.len()) == 0 {
        assert_eq!(child.try_wait().unwrap(), None, "it plays on");
        std::thread::yield_now();
    }
    let interrupt = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(interrupt.unwrap().success());
    let output = child.wait_with_output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(1), "{said}");
    let held = lines(&path).len();
    assert!(
        said.contains(&format!("Stopped after {held} games")) && said.contains("--resume"),
        "{said}"
    );
    assert_eq!(output.stdout, b"");
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
        "--rotate",
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
    let steps =
        good(&["lab", "ladder", "kokyu", "--bots", "random,greedy", "--steps", "--games", "20"]);
    assert!(steps.contains("stronger") && steps.contains("50.0 %"), "{steps}");
    let japanese = good(&[
        "lab",
        "ladder",
        "kokyu",
        "--bots",
        "random,greedy",
        "--games",
        "20",
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
fn ladders_that_cannot_be_are_refused() {
    for (args, en) in [
        (&["kokyu", "--bots", "greedy"][..], "at least two bots"),
        (&["kokyu", "--bots", "greedy,stockfish"], "There is no bot \"stockfish\""),
        (&["kokyu", "--bots", "greedy,ismcts:sims=0"], "cannot be set to \"sims=0\""),
        (&["kokyu", "--bots", "greedy,ismcts:time=2h"], "cannot be set to \"time=2h\""),
        (&["kokyu", "--bots", "greedy,alphabeta"], "nothing is hidden"),
        (&["kokyu", "--bots", "greedy,random", "--seats", "3"], "not 3"),
        (&["go", "--bots", "greedy,random"], "There is no game \"go\""),
        (&["kokyu", "--bots", "greedy,random", "--games", "0"], "0 games"),
        (&["kokyu", "--bots", "greedy,random", "--margin", "0"], "from 1 to 1000"),
    ] {
        bad_in_both_languages(&[&["lab", "ladder"], args].concat(), en);
    }
}

#[test]
fn a_long_run_is_gone_on_with_from_its_journal() {
    let folder = Folder::new("journal");
    let journal = folder.path("ladder.jsonl");
    let ladder = ["lab", "ladder", "kokyu", "--bots", "random,random", "--games", "20", "--json"];
    let kept = [&ladder[..], &["--journal", &journal]].concat();
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
    bad_in_both_languages(&[&kept[..], &["--seed", "2"]].concat(), "the journal of another plan");
    assert_eq!(std::fs::read_to_string(&journal).unwrap(), text);
    let nowhere = folder.path("no/such/folder.jsonl");
    let nowhere = [&ladder[..], &["--journal", &nowhere]].concat();
    bad_in_both_languages(&nowhere, "cannot be written");
}

#[test]
fn variants_are_compared_on_the_same_deals() {
    let folder = Folder::new("compare");
    let own = include_str!("../../../games/kokyu/components.toml");
    let one = folder.file("one.toml", own);
    let other = folder.file("other.toml", &own.replace("lap = 2", "lap = 3"));
    let run = |more: &[&str]| {
        let common = ["--bots", "random", "--games", "150", "--json"];
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
    let shorter = &figure(&lap, "decisions")["differences"][0];
    assert!(shorter["high"].as_f64().unwrap() < 0.0, "{shorter}");
    // The same file twice: the same plays, and sure as soon as may be.
    let same = run(&[&one]);
    assert_eq!((&same["sure"], &same["games"]), (&json!(true), &json!(64)));
    for figure in same["figures"].as_array().unwrap() {
        assert_eq!(figure["differences"][0]["mean"], 0.0, "{figure}");
    }
    let options = run(&["--options", "{\"kohiGoal\": 3}", "--options", "{\"kohiGoal\": 2}"]);
    assert!(figure(&options, "end_kohi")["differences"][0]["mean"].as_f64().unwrap() > 0.0);
    let text = good(&[
        "lab", "compare", "kokyu", &other, "--bots", "random", "--games", "40", "--lang", "ja",
    ]);
    assert!(text.contains("手番順1の勝ち") && text.contains("A: 元のまま"), "{text}");
}

#[test]
fn a_sweep_goes_through_values_of_a_field_or_an_option() {
    let run = |more: &[&str]| {
        let common = ["--bots", "random", "--games", "64", "--json"];
        good_json(&[&["lab", "sweep", "kokyu"], more, &common].concat())
    };
    let laps = run(&["--field", "scoring.lap=2,3,4"]);
    assert_eq!(laps["variants"], json!(["scoring.lap=2", "scoring.lap=3", "scoring.lap=4"]));
    let decisions =
        laps["figures"].as_array().unwrap().iter().find(|it| it["figure"] == "decisions").unwrap();
    let mean = |at: usize| decisions["means"][at]["mean"].as_f64().unwrap();
    assert!(mean(0) > mean(1) && mean(1) > mean(2), "{decisions}");
    assert_eq!(run(&["--option", "firstSeat=seat0,seat1"])["variants"][1], "firstSeat=seat1");
}

#[test]
fn comparisons_that_cannot_be_are_refused() {
    let folder = Folder::new("no-comparison");
    let other = folder.file("sengoku.toml", include_str!("../../../games/sengoku/components.toml"));
    let cut = folder.file("cut.toml", "game = \"kokyu\"\n[[card]]\nnumb");
    for (args, en) in [
        (&["compare", "kokyu", &other][..], "it is the file of \"sengoku\""),
        (&["compare", "kokyu", &cut], "line 3, it ends too early: "),
        (&["compare", "kokyu"], "at least two things"),
        (&["compare", "kokyu", "--options", "{\"kohiGoal\": 9}"], "kohiGoal"),
        (&["compare", "kokyu", "--options", "{}", "--within", "0"], "--within is a share"),
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
fn a_balance_page_is_whole_in_itself_and_the_same_for_any_threads() {
    let folder = Folder::new("balance");
    let page = |name: &str, more: &[&str]| {
        let path = folder.path(name);
        let plan = ["lab", "balance", "kokyu", "--games", "8", "--sims", "2", "--out", &path];
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
        for outside in ["<script", "<link", "src=", "href=", "url(", "@import"] {
            assert!(!page.contains(outside), "{outside}");
        }
    }
    assert!(english.contains("Who wins") && english.contains("AdvantageP1"));
    assert!(japanese.contains("だれが勝つか") && japanese.contains("lang=\"ja\""));
    // The numbers come with the page or alone, and are those of the page.
    let plan = ["lab", "balance", "kokyu", "--games", "8", "--sims", "2", "--json"];
    let numbers = good(&plan);
    let path = folder.path("both.html");
    assert_eq!(numbers, good(&[&plan[..], &["--out", &path]].concat()));
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
    let first = numbers["measures"][0]["value"].as_f64().unwrap();
    assert!(english.contains(&format!("AdvantageP1</td><td class=\"n\">{:.1} %", 100.0 * first)));
}

/// What cannot be written is refused before it is played.
#[test]
fn the_ending_of_a_file_of_games_is_of_a_format_that_can_be_written() {
    let folder = Folder::new("games-endings");
    for name in ["games.csv", "games.xlsx", "games.jsonl.gz", "games.parquet.bak"] {
        let path = folder.path(name);
        let endless = ["simulate", "kokyu", "--games", "100000000", "--games-out", &path];
        bad_in_both_languages(&endless, "ends in .jsonl, .ndjson or .json (a line of JSON");
        assert!(!std::path::Path::new(&path).exists());
    }
    for name in ["games", "games.jsonl", "games.ndjson", "games.json"] {
        let path = folder.path(name);
        good(&simulate(&["--games-out", &path]));
        assert_eq!(lines(&path).len(), 30, "{name}");
    }
}

/// A night's puzzles are not lost by asking for two.
#[test]
fn puzzles_that_were_written_are_not_overwritten() {
    let folder = Folder::new("held-puzzles");
    let held = folder.file("held.toml", "# a hundred of them");
    let plan = ["lab", "puzzles", "hostile", "--count", "1", "--nodes", "1000", "--out", &held];
    bad_in_both_languages(&plan, "is there already; name another file");
    assert_eq!(std::fs::read_to_string(&held).unwrap(), "# a hundred of them");
}

/// Composes puzzles from so many games that are soon searched, and what else is asked of them.
fn puzzles<'a>(games: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let plan = ["lab", "puzzles", "hostile", "--bots", "greedy:worlds=1", "--nodes", "300"];
    [&plan[..], &["--games", games], more].concat()
}

#[test]
fn puzzles_are_gone_on_with_from_their_journal() {
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
    let kept = ["--count", "3", "--journal", &journal];
    assert_eq!(composed(&puzzles("8", &kept)), printed);
    let bytes = std::fs::read(&journal).unwrap();
    std::fs::write(&journal, &bytes[..bytes.len() / 2]).unwrap();
    let kept_in = |path| [&puzzles("8", &kept)[..], &["--out", path]].concat();
    composed(&kept_in(&again));
    assert!(read(&again) == printed && std::fs::read(&journal).unwrap() == bytes);
    // What was written is not written over, not even by the same.
    bad_in_both_languages(&kept_in(&again), "is there already; name another file");
    // The numbers of puzzles and of games may be raised.
    composed(&puzzles("12", &["--count", "6", "--journal", &journal, "--out", &more]));
    let fresh = composed(&puzzles("12", &["--count", "6"]));
    assert!(read(&more) == fresh && fresh.len() > printed.len(), "{fresh}");
    let other = puzzles("8", &["--seed", "2", "--journal", &journal]);
    bad_in_both_languages(&other, "the journal of another plan");
}

#[cfg(unix)]
#[test]
fn ctrl_c_leaves_a_journal_of_puzzles_to_go_on_from() {
    let folder = Folder::new("puzzles-interrupted");
    let (journal, file) = (folder.path("journal.jsonl"), folder.path("puzzles.toml"));
    let endless = ["--count", "1000000", "--journal", &journal, "--out", &file];
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
    assert!(said.contains("the same command goes on from there"), "{said}");
    assert!(!std::path::Path::new(&file).exists());
}

#[test]
fn a_game_without_puzzles_has_none_to_prove() {
    bad_in_both_languages(
        &["lab", "puzzles", "kokyu", "--prove"],
        "has no puzzles; these games have some",
    );
}

#[cfg(feature = "charts")]
#[test]
fn balance_pages_that_cannot_be_are_refused() {
    let folder = Folder::new("no-balance");
    let path = folder.path("page.html");
    let other = folder.file("sengoku.toml", include_str!("../../../games/sengoku/components.toml"));
    for (more, en) in [
        (&["--games", "7"][..], "at least 8"),
        (&["--sims", "0"], "from 1 to 1000000"),
        (&["--bot", "deep"], "There is no bot \"deep\""),
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
