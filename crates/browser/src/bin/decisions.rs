//! Prints jobs for bots, each with the result that this program computes natively and the time that it took,
//! as lines of JSON. `cargo xtask test` and `cargo xtask measure-web --offline` run the same jobs in Chromium
//! and compare.
//!
//! `decisions short`: bots of every level of every game for every number of seats, the stronger ones with
//! smaller budgets, and advice and a review for every game. `decisions whole`: the same with the budgets of
//! the levels. `decisions speed GAME`: one long search.

use std::process::ExitCode;
use std::time::Duration;

use browser::{Job, JobResult, Task, Thinker};
use serde::Serialize;
use zashiki_core::{DynMatch, GameRng, Level, Seat};

/// The seed of the matches and bots.
const SEED: u64 = 4207;

/// A job with its result, as printed.
#[derive(Serialize)]
struct Line {
    game: &'static str,
    seats: u8,
    /// The level, or the kind of the job.
    name: String,
    /// The JSON of the job.
    job: String,
    /// The JSON of the result.
    result: String,
    /// The time that the job took.
    seconds: f64,
}

/// The size of the budgets.
#[derive(Clone, Copy, PartialEq)]
enum Extent {
    Short,
    Whole,
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    match &arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["short"] => levels(Extent::Short),
        ["whole"] => levels(Extent::Whole),
        ["speed", game] if registry::game(game).is_ok() => speed(game),
        _ => {
            eprintln!("usage: decisions short|whole|speed GAME");
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}

fn levels(extent: Extent) {
    for game in registry::games() {
        let info = game.info();
        for seats in info.seats.0..=info.seats.1 {
            for level in Level::ALL {
                let spec = spec(game.assets().levels().bot(seats, level), level, extent);
                decide_twice(info.id, seats, level, &spec);
            }
        }
        let seats = info.seats.0;
        let mut match_ = random_match(info.id, seats, 3);
        let task = |spec: &str| Task::Advice { seat: awaited(&*match_), spec: spec.to_owned() };
        let adviser = short(game.adviser(), 60);
        print(carry_out(
            info.id,
            seats,
            "advice",
            &mut Thinker::new(bots::clock),
            &*match_,
            task(&adviser),
        ));
        let draw = Task::Draw { seat: Seat(0), spec: "beginner".to_owned(), seed: SEED };
        print(carry_out(info.id, seats, "draw", &mut Thinker::new(bots::clock), &*match_, draw));
        play_randomly(&mut *match_, &mut GameRng::from_seed(SEED), 5);
        let review = Task::Review { spec: short(game.reviewer(), 30) };
        print(carry_out(
            info.id,
            seats,
            "review",
            &mut Thinker::new(bots::clock),
            &*match_,
            review,
        ));
    }
}

/// The spec of a level, with a smaller budget if the extent is short. The budgets of different levels differ.
fn spec(whole: &str, level: Level, extent: Extent) -> String {
    match (extent, level) {
        (Extent::Whole, _) | (_, Level::Novice | Level::Beginner) => level.id().to_owned(),
        (Extent::Short, Level::Intermediate) => short(whole, 60),
        (Extent::Short, Level::Advanced) => short(whole, 90),
        (Extent::Short, Level::Master) => short(whole, 120),
    }
}

/// The same spec with at most this number of simulations, or ten times as many positions.
fn short(spec: &str, most: u32) -> String {
    with_budget(spec, |count, times| count.min(most * times))
}

/// The spec with other numbers of simulations (`budget(count, 1)`) or positions (`budget(count, 10)`).
fn with_budget(spec: &str, budget: impl Fn(u32, u32) -> u32) -> String {
    let change = |part: &str| {
        let (name, count) = part.split_once('=')?;
        let times = match name {
            "sims" => 1,
            "nodes" => 10,
            _ => return None,
        };
        Some(format!("{name}={}", budget(count.parse().ok()?, times)))
    };
    let parts = spec.split(':').map(|part| change(part).unwrap_or_else(|| part.to_owned()));
    parts.collect::<Vec<_>>().join(":")
}

/// Lets a bot decide in the middle of a match and again at its next turn, so that it continues its search.
fn decide_twice(game: &'static str, seats: u8, level: Level, spec: &str) {
    let mut match_ = random_match(game, seats, 2);
    let seat = awaited(&*match_);
    let mut thinker = Thinker::new(bots::clock);
    let mut rng = GameRng::from_seed(SEED);
    for _ in 0..2 {
        let (spec, seed) = (spec.to_owned(), SEED + u64::from(seat.0));
        let task = Task::Choose { seat, spec, seed, may_resign: false };
        let result = print(carry_out(game, seats, level.id(), &mut thinker, &*match_, task));
        let JobResult::Choice(action) = result else { panic!("{game}: {result:?}") };
        match_.play(seat, &action).expect("a bot chooses a legal action");
        while !match_.turn().awaited().is_empty() && !match_.turn().awaited().contains(seat) {
            play_randomly(&mut *match_, &mut rng, 1);
        }
        if match_.turn().awaited().is_empty() {
            break;
        }
    }
}

/// One search of about a second, if its budget can make it that long: compiling the functions of the module
/// takes little of it.
fn speed(game: &str) {
    let game = registry::game(game).expect("the game is listed");
    let info = game.info();
    let seats = info.seats.1;
    let whole = game.assets().levels().bot(seats, Level::Master);
    let match_ = random_match(info.id, seats, 2);
    let seat = awaited(&*match_);
    let search = |doublings: u32| {
        let spec = with_budget(whole, |_, times| (100_000 * times) << doublings);
        let task = Task::Choose { seat, spec, seed: SEED, may_resign: false };
        carry_out(info.id, seats, "speed", &mut Thinker::new(bots::clock), &*match_, task).0
    };
    let mut longest = search(0);
    for doublings in 1..7 {
        if longest.seconds >= 1.0 {
            break;
        }
        longest = search(doublings);
    }
    println!("{}", to_json(&longest));
}

/// A match in which some seat has a choice, after about one part of `parts` of a game of random decisions.
fn random_match(game: &str, seats: u8, parts: usize) -> Box<dyn DynMatch> {
    let start = || registry::new_match(game, seats.into(), &serde_json::Value::Null, None, SEED);
    let start = || start().expect("the game has these seats");
    let mut whole = start();
    play_randomly(&mut *whole, &mut GameRng::from_seed(SEED), usize::MAX);
    let mut match_ = start();
    let mut rng = GameRng::from_seed(SEED);
    play_randomly(&mut *match_, &mut rng, whole.length() / parts);
    while match_.legal(awaited(&*match_)).len() < 3 {
        play_randomly(&mut *match_, &mut rng, 1);
    }
    match_
}

/// Plays random actions, at most `most` of them.
fn play_randomly(match_: &mut dyn DynMatch, rng: &mut GameRng, most: usize) {
    for _ in 0..most {
        let Some(seat) = match_.turn().awaited().first() else { return };
        let legal = match_.legal(seat);
        let action = rng.pick(&legal).action.clone();
        match_.play(seat, &action).expect("a listed action is legal");
    }
}

/// The first seat to decide.
fn awaited(match_: &dyn DynMatch) -> Seat {
    match_.turn().awaited().first().expect("the match is not over")
}

/// Prints a job that was carried out; returns its result.
fn print((line, result): (Line, JobResult)) -> JobResult {
    println!("{}", to_json(&line));
    result
}

/// Carries out a job.
fn carry_out(
    game: &'static str,
    seats: u8,
    name: &str,
    thinker: &mut Thinker,
    match_: &dyn DynMatch,
    task: Task,
) -> (Line, JobResult) {
    // Bots are kept for the decisions of one table.
    let table = format!("{game}-{seats}-{name}");
    let job = Job { table, record: match_.record(), task };
    let text = to_json(&job);
    let start: Duration = bots::clock();
    let result = thinker.think(job, &mut |_, _| {});
    let seconds = (bots::clock() - start).as_secs_f64();
    let (name, done) = (name.to_owned(), to_json(&result));
    (Line { game, seats, name, job: text, result: done, seconds }, result)
}

fn to_json(value: &impl Serialize) -> String {
    serde_json::to_string(value).expect("jobs, results and lines are plain data")
}
