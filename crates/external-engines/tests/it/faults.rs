//! Tests of the consequences of an engine's failure for its game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bots::{Bot, BotError, BotErrorKind};
use external_engines::{Engine, EngineLimits, Engines, GameStart};
use kokyu::Kokyu;
use serde_json::Value;
use zashiki_core::{
    GameRng, GameState, GameStateExt as _, InfoState, MatchStart, Seat, Viewer, configure,
};

/// The command of the test engine with these arguments: its kind of failure and, if given, the file in which
/// it logs its input lines.
pub fn faulty(arguments: &[&str]) -> Vec<String> {
    let program = env!("CARGO_BIN_EXE_faulty-engine");
    [program].iter().chain(arguments).map(|word| (*word).to_owned()).collect()
}

fn limits() -> EngineLimits {
    // Long enough for a machine with other work, and short enough for a test.
    EngineLimits { time: Duration::from_millis(1500), ..EngineLimits::default() }
}

fn engines(arguments: &[&str], limits: EngineLimits) -> Engines {
    Engines::start(&[("one".to_owned(), faulty(arguments))], &limits, &registry::ids()).unwrap()
}

fn bot(engines: &Engines) -> Box<dyn Bot<Kokyu>> {
    let start = GameStart::new::<Kokyu>(&Value::Null, None).unwrap();
    engines.find("one", "kokyu").unwrap().unwrap().bot(start)
}

fn dealt(seed: u64) -> Kokyu {
    let (config, _) = configure::<Kokyu>(&MatchStart::dealt(2, 0)).unwrap();
    Kokyu::deal(&config, GameRng::from_seed(seed), None)
}

/// Plays a game with the bot at both seats. Returns the number of decisions at the end of the game, or, with
/// the error, at the bot's failure.
fn play(bot: &mut dyn Bot<Kokyu>) -> Result<usize, (usize, BotError)> {
    let mut game = dealt(1);
    let mut taken = 0;
    while let Some(seat) = game.turn().awaited().first() {
        let action = bot.decide(&InfoState::new(&game, seat)).map_err(|fault| (taken, fault))?;
        game.play(seat, action, None).unwrap();
        taken += 1;
    }
    Ok(taken)
}

#[test]
fn every_failure_is_reported_and_ends_the_process() {
    for (way, kind, word) in [
        ("ends", BotErrorKind::Ended, "out of ideas"),
        ("is-silent", BotErrorKind::Late, "in time"),
        ("talks-without-end", BotErrorKind::Late, "in time"),
        ("talks-nonsense", BotErrorKind::Nonsense, "ready or not"),
        ("says-it-cannot", BotErrorKind::Nonsense, "error I am lost"),
        ("is-illegal", BotErrorKind::IllegalAction, "fly to the moon"),
        ("writes-a-long-line", BotErrorKind::Nonsense, "more than 65536 bytes"),
        ("writes-no-text", BotErrorKind::Nonsense, "not UTF-8"),
        ("answers-twice", BotErrorKind::Nonsense, "bestaction"),
    ] {
        let engines = engines(&[way], limits());
        let mut bot = bot(&engines);
        let (taken, fault) = play(bot.as_mut()).unwrap_err();
        // The second of two answers is found when the next is asked for.
        let well = 2 + usize::from(way == "answers-twice");
        assert_eq!((taken, fault.kind), (well, kind), "{way}: {fault:?}");
        assert_eq!(fault.stand_in, None, "{way}");
        assert!(fault.message.en.contains(word), "{way}: {}", fault.message.en);
        assert!(fault.message.ja.contains("エンジン one"), "{way}: {}", fault.message.ja);
        // The bot cannot be used any more, and counts no further requests.
        let again =
            bot.decide(&InfoState::new(&dealt(1), dealt(1).turn().awaited().first().unwrap()));
        assert_eq!(again.unwrap_err(), fault, "{way}");
        let stats = &engines.stats()[0];
        assert_eq!((stats.failed(), stats.faults[&kind], stats.forfeited), (1, 1, 1), "{way}");
        assert_eq!(stats.asked, well as u64 + 1, "{way}");
        assert!(stats.text().en.contains(&*fault.message.en), "{way}: {}", stats.text().en);
        assert!(stats.text().ja.contains(&*fault.message.ja), "{way}: {}", stats.text().ja);
    }
}

/// Returns true if the process with this id is running. A zombie process does not count as running.
#[cfg(target_os = "linux")]
fn runs(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"));
    stat.is_ok_and(|stat| !stat.rsplit(')').next().is_some_and(|rest| rest.starts_with(" Z")))
}

#[cfg(target_os = "linux")]
#[test]
fn child_processes_of_an_engine_end_when_it_crashes() {
    let folder = tempfile::tempdir().unwrap();
    let heard = folder.path().join("heard");
    let engines = engines(&["leaves-a-child", heard.to_str().unwrap()], limits());
    let mut bot = bot(&engines);
    let (taken, fault) = play(bot.as_mut()).unwrap_err();
    // The child holds the output open; the failure is the exit nevertheless, not the time limit.
    assert_eq!((taken, fault.kind), (2, BotErrorKind::Ended), "{fault:?}");
    assert!(fault.message.en.contains("exit status: 7"), "{fault:?}");
    let all = std::fs::read_to_string(&heard).unwrap();
    let child = all.lines().find_map(|line| line.strip_prefix("child ")).unwrap();
    // The child closes its output before its process has ended.
    let until = Instant::now() + Duration::from_secs(20);
    while runs(child) {
        assert!(Instant::now() < until, "process {child} outlives its engine");
        std::thread::yield_now();
    }
}

/// A child process in another group is not killed, and does not change the kind of failure.
#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_crashed_is_not_late_if_its_child_left_the_group() {
    let engines = engines(&["leaves-a-child-elsewhere"], limits());
    let (taken, fault) = play(bot(&engines).as_mut()).unwrap_err();
    assert_eq!((taken, fault.kind), (2, BotErrorKind::Ended), "{fault:?}");
}

#[test]
fn the_failure_names_the_bot_that_continues() {
    let stand_in = Some(zashiki_core::Level::Beginner);
    let engines = engines(&["refuses"], EngineLimits { stand_in, ..limits() });
    let (taken, fault) = play(bot(&engines).as_mut()).unwrap_err();
    assert_eq!((taken, fault.stand_in), (0, stand_in));
    assert!(fault.message.en.contains("not for me"), "{fault:?}");
    let stats = &engines.stats()[0];
    assert_eq!((stats.replaced, stats.forfeited), (1, 0));
    assert!(stats.text().en.contains("1 continued by a bot"), "{}", stats.text().en);
}

#[test]
fn a_program_without_introduction_is_refused_with_its_output() {
    for (command, word) in [
        (vec!["/nowhere/at-all".to_owned()], "it does not exist"),
        (faulty(&["plays-chess"]), "chess"),
        (faulty(&["is-another-program"]), "Welcome to something else!"),
        (vec!["true".to_owned()], "it exited"),
    ] {
        let error = Engine::start("one", command.clone(), limits(), &registry::ids());
        let error = error.map(|engine| engine.name().to_owned()).unwrap_err();
        assert!(error.text().en.contains(word), "{command:?}: {error}");
    }
}

#[test]
fn engines_have_specs_like_bots() {
    let engines = engines(&["plays-kokyu"], limits());
    assert!(engines.find("two", "kokyu").unwrap().is_none());
    assert!(engines.find("one", "kokyu").unwrap().is_some());
    assert!(engines.find("one:depth=5", "kokyu").unwrap().is_some());
    for (spec, game, word) in [
        ("one:width=5", "kokyu", "it has: depth=3"),
        ("one:depth", "kokyu", "it has: depth=3"),
        ("one", "shinra", "it plays: kokyu"),
    ] {
        let error = engines.find(spec, game).unwrap_err();
        assert!(error.text().en.contains(word), "{spec}: {error}");
    }
    let two = ("one".to_owned(), faulty(&[]));
    let error = Engines::start(&[two.clone(), two], &limits(), &registry::ids()).unwrap_err();
    assert!(error.text().en.contains("each its own name"), "{error}");
}

#[test]
fn a_process_receives_one_seat_and_nothing_hidden() {
    let folder = std::env::temp_dir().join(format!("zashiki-engine-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let heard = folder.join("heard");
    let engines = engines(&["plays-well", heard.to_str().unwrap()], limits());
    let mut bots = [bot(&engines), bot(&engines)];
    let mut game = dealt(7);
    let mut expected = Vec::new();
    while let Some(seat) = game.turn().awaited().first() {
        let view = serde_json::to_value(game.view(Viewer::Seat(seat))).unwrap();
        expected.push((seat, view));
        let action = bots[seat.index()].decide(&InfoState::new(&game, seat)).unwrap();
        game.play(seat, action, None).unwrap();
    }
    drop(bots);
    let all = std::fs::read_to_string(&heard).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let rest = |word| all.lines().filter_map(move |line| line.strip_prefix(word));
    let starts: Vec<Value> = rest("newgame ").map(|it| serde_json::from_str(it).unwrap()).collect();
    let mut seats: Vec<u64> = starts.iter().map(|it| it["seat"].as_u64().unwrap()).collect();
    seats.sort_unstable();
    assert_eq!(seats, [0, 1], "one process for each seat");
    for start in &starts {
        let mut keys: Vec<&str> = start.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        assert_eq!(keys, ["components", "game", "options", "rules_version", "seat", "seats"]);
    }
    let positions: Vec<Value> =
        rest("position ").map(|it| serde_json::from_str(it).unwrap()).collect();
    assert_eq!(positions.len(), expected.len());
    for (position, (_, view)) in positions.iter().zip(&expected) {
        let mut keys: Vec<&str> =
            position.as_object().unwrap().keys().map(String::as_str).collect();
        keys.sort_unstable();
        assert_eq!(keys, ["complete", "legal", "view"]);
        assert_eq!(position["view"], *view);
    }
}

#[test]
fn games_share_one_process_where_only_one_is_allowed() {
    let engines = engines(&["plays-well"], EngineLimits { processes: 1, ..limits() });
    let mut bots: Vec<Box<dyn Bot<Kokyu>>> = (0..3).map(|_| bot(&engines)).collect();
    let game = dealt(1);
    let seat = game.turn().awaited().first().unwrap();
    // One process serves all three bots, and starts again for each.
    for round in 0..3 {
        for bot in &mut bots {
            assert!(bot.decide(&InfoState::new(&game, seat)).is_ok(), "round {round}");
        }
    }
    let stats = &engines.stats()[0];
    assert_eq!((stats.plays, stats.asked, stats.failed()), (3, 9, 0));
}

#[test]
fn bots_in_many_threads_share_few_processes() {
    let engines = engines(&["plays-well"], EngineLimits { processes: 2, ..limits() });
    let engine: Arc<Engine> = engines.iter().next().unwrap().clone();
    std::thread::scope(|threads| {
        for _ in 0..5 {
            threads.spawn(|| assert!(play(bot(&engines).as_mut()).is_ok()));
        }
    });
    assert_eq!((engine.stats().plays, engine.stats().failed()), (5, 0));
}

#[test]
fn every_game_has_a_process_of_its_own() {
    let folder = std::env::temp_dir().join(format!("zashiki-engine-on-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let heard = folder.join("heard");
    let engines = engines(&["plays-well", heard.to_str().unwrap()], limits());
    for _ in 0..3 {
        assert!(play(bot(&engines).as_mut()).is_ok());
    }
    let all = std::fs::read_to_string(&heard).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let is_start = |line: &&str| line.starts_with("zashiki 1") || line.starts_with("newgame ");
    let starts: Vec<&str> = all.lines().filter(is_start).map(|line| &line[..7]).collect();
    // The first process only introduced itself.
    let game = ["zashiki", "newgame"];
    assert_eq!(starts, [&["zashiki"][..], &game, &game, &game].concat());
}

#[test]
fn an_engine_chooses_among_the_listed_actions() {
    let game = dealt(3);
    let seat = game.turn().awaited().first().unwrap();
    let engines = engines(&["plays-well"], limits());
    let chosen = bot(&engines).decide(&InfoState::new(&game, seat)).unwrap();
    assert_eq!(chosen, game.legal(seat)[0]);
    assert!(Seat::all(2).any(|other| other == seat));
}
