//! Compares connect four on this engine with OpenSpiel's C++ implementation, in one run.
//! `cargo xtask bench-peer openspiel` calls this program with a Python that has `pyspiel`, and with the
//! script that runs OpenSpiel (`peer/openspiel.py`).
//!
//! Both search the same positions with the same number of simulations, in turn and several times. The best
//! time of each counts, since other work of the machine can only slow it down.

use std::io::{BufRead as _, BufReader, Write as _};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};
use std::time::Instant;

use bots::{Bot as _, Budget, Ismcts, Settings};
use connect_four::{ConnectFour, Drop};
use zashiki_core::{Action as _, GameRng, GameState, GameStateExt as _, InfoState, Seat, Turn};

/// The columns, from 0, of the stones dropped so far: none at the opening, then positions after 8 and after
/// 20 stones.
const POSITIONS: [&str; 3] = ["", "33324210", "14412435404063241163"];
const SIMULATIONS: u32 = 20_000;
const PLAYOUTS: u32 = 100_000;
const ROUNDS: usize = 7;

fn main() {
    let given: Vec<String> = std::env::args().skip(1).collect();
    let [python, program] = &given[..] else { panic!("a Python, and the program for it") };
    let mut peer = Peer::new(python, program);
    println!("position, work | OpenSpiel | Zashiki | ratio");
    for stones in POSITIONS {
        let name =
            if stones.is_empty() { "opening".into() } else { format!("{} stones", stones.len()) };
        let play = after(stones);
        // Theirs plays to the end at random from every leaf; so can ours, which by default looks at
        // the position after three decisions instead.
        let to_the_end = Settings { depth: 42, ..Settings::default() };
        let ways = [("to the end", to_the_end), ("as bots do it", Settings::default())];
        let mut best = [f64::INFINITY; 3];
        for _ in 0..ROUNDS {
            best[0] = best[0].min(peer.search(SIMULATIONS, 1, stones));
            for ((_, settings), best) in ways.iter().zip(&mut best[1..]) {
                *best = best.min(search(&play, *settings));
            }
        }
        for ((way, _), ours) in ways.iter().zip(&best[1..]) {
            say(&format!("{name}, simulations/s {way}"), SIMULATIONS, best[0], *ours);
        }
        let (mut theirs, mut ours) = (f64::INFINITY, f64::INFINITY);
        for _ in 0..ROUNDS {
            theirs = theirs.min(peer.search(1, PLAYOUTS, stones));
            ours = ours.min(playouts(&play));
        }
        say(&format!("{name}, random playouts/s"), PLAYOUTS, theirs, ours);
    }
    peer.end();
}

fn say(what: &str, count: u32, theirs: f64, ours: f64) {
    let thousands = |seconds: f64| f64::from(count) / seconds / 1e3;
    println!(
        "{what} | {:.0} k | {:.0} k | {:.2}",
        thousands(theirs),
        thousands(ours),
        theirs / ours
    );
}

fn after(stones: &str) -> ConnectFour {
    let mut play = bench::opening();
    for (number, column) in stones.bytes().enumerate() {
        let drop = Drop::from_index(usize::from(column - b'0')).expect("there is such a column");
        let seat = Seat(number as u8 % 2);
        play.play(seat, drop, None).expect("the stones can be dropped so");
    }
    play
}

/// Returns the duration of one decision, in seconds.
fn search(play: &ConnectFour, settings: Settings) -> f64 {
    let settings = Settings { budget: Budget::Simulations(SIMULATIONS), ..settings };
    let seat = play.turn().awaited().first().expect("the game is not over");
    let mut bot = Ismcts::<ConnectFour>::new(settings, 1, bots::clock);
    let begin = Instant::now();
    std::hint::black_box(bot.choose(&InfoState::new(play, seat)));
    begin.elapsed().as_secs_f64()
}

/// Returns the duration of random playouts from this position to the end, in seconds.
fn playouts(play: &ConnectFour) -> f64 {
    let (mut rng, mut legal, mut won) = (GameRng::from_seed(1), Vec::new(), 0);
    let begin = Instant::now();
    for _ in 0..PLAYOUTS {
        let mut play = *play;
        let outcome = loop {
            match play.turn() {
                Turn::Over(outcome) => break outcome,
                Turn::Awaiting(seats) => {
                    let seat = seats.first().expect("a seat is to decide");
                    let action = *rng.pick(play.choices(seat, &mut legal));
                    play.play_unchecked(seat, action, None);
                }
            }
        };
        won += outcome.payoff(Seat(0));
    }
    std::hint::black_box(won);
    begin.elapsed().as_secs_f64()
}

/// OpenSpiel in a separate process, which ends when its input is closed.
struct Peer {
    child: Child,
    say: ChildStdin,
    hear: BufReader<ChildStdout>,
}

impl Peer {
    fn new(python: &str, program: &str) -> Peer {
        let mut command = Command::new(python);
        command.arg(program).stdin(Stdio::piped()).stdout(Stdio::piped());
        let mut child =
            command.spawn().unwrap_or_else(|error| panic!("cannot run {python}: {error}"));
        let (say, hear) = (child.stdin.take(), child.stdout.take());
        let (say, hear) = (say.expect("it is piped"), hear.expect("it is piped"));
        Peer { child, say, hear: BufReader::new(hear) }
    }

    /// Closes the input of the process and waits until it has exited.
    fn end(self) {
        let Peer { mut child, say, .. } = self;
        drop(say);
        let ended = child.wait().expect("it was started");
        assert!(ended.success(), "OpenSpiel ended with {ended}");
    }

    /// Returns the duration, in seconds, of OpenSpiel's decision after these stones.
    fn search(&mut self, simulations: u32, rollouts: u32, stones: &str) -> f64 {
        let stones = if stones.is_empty() { "-" } else { stones };
        let mut line = String::new();
        let asked = writeln!(self.say, "search {simulations} {rollouts} {stones}");
        asked.and_then(|()| self.hear.read_line(&mut line)).expect("OpenSpiel is running");
        line.trim().parse().unwrap_or_else(|_| panic!("OpenSpiel said {line:?}"))
    }
}
