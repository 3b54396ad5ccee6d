//! Consequences of an engine's failure for its game.

use std::sync::Arc;
use std::time::{Duration, Instant};

use bots::{Bot, BotError, BotErrorKind};
use external_engines::{Engine, EngineLimits, Engines, GameStart};
use kokyu::Kokyu;
use serde_json::Value;
use zashiki_core::{
    GameRng, GameState, GameStateExt as _, InfoState, MatchStart, Seat, Viewer, configure,
};

/// The command of the engine that fails in this way.
pub fn faulty(way: &[&str]) -> Vec<String> {
    let program = env!("CARGO_BIN_EXE_faulty-engine");
    [program].iter().chain(way).map(|word| (*word).to_owned()).collect()
}

fn terms() -> EngineLimits {
    // Long enough for a machine with other work, and short enough for a test.
    EngineLimits { time: Duration::from_millis(1500), ..EngineLimits::default() }
}

fn engines(way: &[&str], terms: EngineLimits) -> Engines {
    Engines::start(&[("one".to_owned(), faulty(way))], &terms, &registry::ids()).unwrap()
}

fn bot(engines: &Engines) -> Box<dyn Bot<Kokyu>> {
    let begun = GameStart::new::<Kokyu>(&Value::Null, None).unwrap();
    engines.find("one", "kokyu").unwrap().unwrap().bot(begun)
}

fn dealt(seed: u64) -> Kokyu {
    let (config, _) = configure::<Kokyu>(&MatchStart::dealt(2, 0)).unwrap();
    Kokyu::deal(&config, GameRng::from_seed(seed), None)
}

/// Plays with a bot at both seats until it fails or the game ends; returns the number of decisions.
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
fn each_way_to_fail_is_told_and_ends_the_process() {
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
        let engines = engines(&[way], terms());
        let mut bot = bot(&engines);
        let (taken, fault) = play(bot.as_mut()).unwrap_err();
        // The second of two answers is found when the next is asked for.
        let well = 2 + usize::from(way == "answers-twice");
        assert_eq!((taken, fault.kind), (well, kind), "{way}: {fault:?}");
        assert_eq!(fault.stand_in, None, "{way}");
        assert!(fault.said.en.contains(word), "{way}: {}", fault.said.en);
        assert!(fault.said.ja.contains("エンジン one"), "{way}: {}", fault.said.ja);
        // It is of no more use, and is not asked or counted again.
        let again =
            bot.decide(&InfoState::new(&dealt(1), dealt(1).turn().awaited().first().unwrap()));
        assert_eq!(again.unwrap_err(), fault, "{way}");
        let tally = &engines.tallies()[0];
        assert_eq!((tally.failed(), tally.faults[&kind], tally.forfeited), (1, 1, 1), "{way}");
        assert_eq!(tally.asked, well as u64 + 1, "{way}");
        assert!(tally.text().en.contains(&*fault.said.en), "{way}: {}", tally.text().en);
        assert!(tally.text().ja.contains(&*fault.said.ja), "{way}: {}", tally.text().ja);
    }
}

/// Returns true if a process of this number runs; one that nobody has waited for does not.
#[cfg(target_os = "linux")]
fn runs(process: &str) -> bool {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat"));
    stat.is_ok_and(|stat| !stat.rsplit(')').next().is_some_and(|rest| rest.starts_with(" Z")))
}

#[cfg(target_os = "linux")]
#[test]
fn what_an_engine_started_ends_with_it_when_it_crashes() {
    let folder = tempfile::tempdir().unwrap();
    let heard = folder.path().join("heard");
    let engines = engines(&["leaves-a-child", heard.to_str().unwrap()], terms());
    let mut bot = bot(&engines);
    let (taken, fault) = play(bot.as_mut()).unwrap_err();
    // The child has its output open: that makes it not late.
    assert_eq!((taken, fault.kind), (2, BotErrorKind::Ended), "{fault:?}");
    assert!(fault.said.en.contains("exit status: 7"), "{fault:?}");
    let all = std::fs::read_to_string(&heard).unwrap();
    let child = all.lines().find_map(|line| line.strip_prefix("child ")).unwrap();
    // Its output was closed by its end, which may take a moment more to be seen.
    let until = Instant::now() + Duration::from_secs(20);
    while runs(child) {
        assert!(Instant::now() < until, "process {child} outlives its engine");
        std::thread::yield_now();
    }
}

/// A child of another session is not reached, and says nothing about its engine.
#[cfg(target_os = "linux")]
#[test]
fn an_engine_that_crashed_is_not_late_for_a_child_that_left_its_group() {
    let engines = engines(&["leaves-a-child-elsewhere"], terms());
    let (taken, fault) = play(bot(&engines).as_mut()).unwrap_err();
    assert_eq!((taken, fault.kind), (2, BotErrorKind::Ended), "{fault:?}");
}

#[test]
fn a_seat_that_is_taken_over_names_the_bot() {
    let stand_in = Some(zashiki_core::Level::Beginner);
    let engines = engines(&["refuses"], EngineLimits { stand_in, ..terms() });
    let (taken, fault) = play(bot(&engines).as_mut()).unwrap_err();
    assert_eq!((taken, fault.stand_in), (0, stand_in));
    assert!(fault.said.en.contains("not for me"), "{fault:?}");
    let tally = &engines.tallies()[0];
    assert_eq!((tally.replaced, tally.forfeited), (1, 0));
    assert!(tally.text().en.contains("1 taken over"), "{}", tally.text().en);
}

#[test]
fn what_does_not_introduce_itself_is_refused_with_what_it_said() {
    for (command, word) in [
        (vec!["/nowhere/at-all".to_owned()], "it is not found"),
        (faulty(&["plays-chess"]), "chess"),
        (faulty(&["is-another-program"]), "Welcome to something else!"),
        (vec!["true".to_owned()], "it has ended"),
    ] {
        let refused = Engine::start("one", command.clone(), terms(), &registry::ids());
        let refused = refused.map(|engine| engine.name().to_owned()).unwrap_err();
        assert!(refused.text().en.contains(word), "{command:?}: {refused}");
    }
}

#[test]
fn engines_are_named_as_bots_are() {
    let engines = engines(&["plays-kokyu"], terms());
    assert!(engines.find("two", "kokyu").unwrap().is_none());
    assert!(engines.find("one", "kokyu").unwrap().is_some());
    assert!(engines.find("one:depth=5", "kokyu").unwrap().is_some());
    for (spec, game, word) in [
        ("one:width=5", "kokyu", "it has: depth=3"),
        ("one:depth", "kokyu", "it has: depth=3"),
        ("one", "shinra", "it plays: kokyu"),
    ] {
        let refused = engines.find(spec, game).unwrap_err();
        assert!(refused.text().en.contains(word), "{spec}: {refused}");
    }
    let two = ("one".to_owned(), faulty(&[]));
    let refused = Engines::start(&[two.clone(), two], &terms(), &registry::ids()).unwrap_err();
    assert!(refused.text().en.contains("a name of its own"), "{refused}");
}

#[test]
fn a_process_knows_one_seat_and_sees_nothing_hidden() {
    let folder = std::env::temp_dir().join(format!("zashiki-engine-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let heard = folder.join("heard");
    let engines = engines(&["plays-well", heard.to_str().unwrap()], terms());
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
    let begun: Vec<Value> = rest("newgame ").map(|it| serde_json::from_str(it).unwrap()).collect();
    let mut seats: Vec<u64> = begun.iter().map(|it| it["seat"].as_u64().unwrap()).collect();
    seats.sort_unstable();
    assert_eq!(seats, [0, 1], "one process for each seat");
    for begun in &begun {
        let mut keys: Vec<&str> = begun.as_object().unwrap().keys().map(String::as_str).collect();
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
fn no_more_processes_run_than_may_and_plays_go_on_with_new_ones() {
    let engines = engines(&["plays-well"], EngineLimits { processes: 1, ..terms() });
    let mut bots: Vec<Box<dyn Bot<Kokyu>>> = (0..3).map(|_| bot(&engines)).collect();
    let game = dealt(1);
    let seat = game.turn().awaited().first().unwrap();
    // "ends" fails at the third question that one process is asked; this one never is.
    for round in 0..3 {
        for bot in &mut bots {
            assert!(bot.decide(&InfoState::new(&game, seat)).is_ok(), "round {round}");
        }
    }
    let tally = &engines.tallies()[0];
    assert_eq!((tally.plays, tally.asked, tally.failed()), (3, 9, 0));
}

#[test]
fn bots_in_many_threads_share_few_processes() {
    let engines = engines(&["plays-well"], EngineLimits { processes: 2, ..terms() });
    let engine: Arc<Engine> = engines.iter().next().unwrap().clone();
    std::thread::scope(|threads| {
        for _ in 0..5 {
            threads.spawn(|| assert!(play(bot(&engines).as_mut()).is_ok()));
        }
    });
    assert_eq!((engine.tally().plays, engine.tally().failed()), (5, 0));
}

#[test]
fn every_play_has_a_process_of_its_own() {
    let folder = std::env::temp_dir().join(format!("zashiki-engine-on-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let heard = folder.join("heard");
    let engines = engines(&["plays-well", heard.to_str().unwrap()], terms());
    for _ in 0..3 {
        assert!(play(bot(&engines).as_mut()).is_ok());
    }
    let all = std::fs::read_to_string(&heard).unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
    let begun = |line: &&str| line.starts_with("zashiki 1") || line.starts_with("newgame ");
    let begun: Vec<&str> = all.lines().filter(begun).map(|line| &line[..7]).collect();
    // The first one was only there to introduce itself.
    let play = ["zashiki", "newgame"];
    assert_eq!(begun, [&["zashiki"][..], &play, &play, &play].concat());
}

#[test]
fn a_seat_is_asked_with_its_own_eyes() {
    let game = dealt(3);
    let seat = game.turn().awaited().first().unwrap();
    let engines = engines(&["plays-well"], terms());
    let chosen = bot(&engines).decide(&InfoState::new(&game, seat)).unwrap();
    assert_eq!(chosen, game.legal(seat)[0]);
    assert!(Seat::all(2).any(|other| other == seat));
}
