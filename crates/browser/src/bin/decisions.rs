//! Prints jobs for bots, each with the result that this program computes natively and the time that it took,
//! as lines of JSON. `cargo xtask test` and `cargo xtask measure-web --offline` run the same jobs in Chromium
//! and compare.
//!
//! `decisions short`: bots of every level of every game for every number of seats, the stronger ones with
//! smaller budgets, and advice and a review for every game. `decisions whole`: the same with the budgets of
//! the levels. `decisions speed`: one long search for every game.

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
    match std::env::args().nth(1).as_deref() {
        Some("short") => levels(Extent::Short),
        Some("whole") => levels(Extent::Whole),
        Some("speed") => speed(),
        _ => {
            eprintln!("usage: decisions short|whole|speed");
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
        print(info.id, seats, "advice", &mut Thinker::new(bots::clock), &*match_, task(&adviser));
        let draw = Task::Draw { seat: Seat(0), spec: "beginner".to_owned(), seed: SEED };
        print(info.id, seats, "draw", &mut Thinker::new(bots::clock), &*match_, draw);
        play_randomly(&mut *match_, &mut GameRng::from_seed(SEED), 5);
        let review = Task::Review { spec: short(game.reviewer(), 30) };
        print(info.id, seats, "review", &mut Thinker::new(bots::clock), &*match_, review);
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
    let limit = |part: &str| match part.split_once('=') {
        Some(("sims", count)) => format!("sims={}", count.parse().unwrap_or(most).min(most)),
        Some(("nodes", count)) => {
            format!("nodes={}", count.parse().unwrap_or(most * 10).min(most * 10))
        }
        _ => part.to_owned(),
    };
    spec.split(':').map(limit).collect::<Vec<_>>().join(":")
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
        let result = print(game, seats, level.id(), &mut thinker, &*match_, task);
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

fn speed() {
    for game in registry::games() {
        let info = game.info();
        let seats = info.seats.1;
        let whole = game.assets().levels().bot(seats, Level::Master);
        // A few seconds of a native search.
        let spec = short(whole, 20_000);
        let match_ = random_match(info.id, seats, 2);
        let task = Task::Choose { seat: awaited(&*match_), spec, seed: SEED, may_resign: false };
        print(info.id, seats, "speed", &mut Thinker::new(bots::clock), &*match_, task);
    }
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

/// Carries out a job and prints it with its result.
fn print(
    game: &'static str,
    seats: u8,
    name: &str,
    thinker: &mut Thinker,
    match_: &dyn DynMatch,
    task: Task,
) -> JobResult {
    // Bots are kept for the decisions of one table.
    let table = format!("{game}-{seats}-{name}");
    let job = Job { table, record: match_.record(), task };
    let text = serde_json::to_string(&job).expect("a job is plain data");
    let start: Duration = bots::clock();
    let result = thinker.think(job, &mut |_, _| {});
    let seconds = (bots::clock() - start).as_secs_f64();
    let line = Line {
        game,
        seats,
        name: name.to_owned(),
        job: text,
        result: serde_json::to_string(&result).expect("a result is plain data"),
        seconds,
    };
    println!("{}", serde_json::to_string(&line).expect("a line is plain data"));
    result
}
