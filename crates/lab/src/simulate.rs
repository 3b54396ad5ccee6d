//! Many plays by bots, counted.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use bots::Spec;
use serde::Serialize;
use serde_json::Value;
use shelf::Visitor;
use table::{
    BadInput, Dice, Game, GameInfo, Outcome, Play, Record, Seat, Seen, Setup as _, Silent, Turn,
};

/// What to simulate.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The game's id.
    pub game: String,
    /// How many seats.
    pub seats: usize,
    /// How many plays; at least one.
    pub games: u64,
    /// Bot specs separated by commas: one for each seat in order, or one for all.
    pub bots: String,
    /// What everything random follows from.
    pub seed: u64,
    /// Options; those left out have their defaults.
    pub options: Value,
    /// The text of a components file; `None` for the game's own.
    pub components: Option<String>,
    /// How many threads; `None` for as many as the machine has cores. Does not change the
    /// results.
    pub threads: Option<usize>,
}

/// What came of it.
#[derive(Clone, Debug)]
pub struct Simulated {
    /// The figures.
    pub report: Report,
    /// The last play, complete.
    pub last: Record,
}

/// The figures, as documented JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Report {
    /// The game's id.
    pub game: String,
    /// How many seats.
    pub seats: u8,
    /// The complete options.
    pub options: Value,
    /// The seed, in decimal.
    pub seed: String,
    /// The bot of each seat.
    pub bots: Vec<String>,
    /// Plays.
    pub games: u64,
    /// Decisions in all of them.
    pub decisions: u64,
    /// Seconds it took.
    pub seconds: f64,
    /// Plays each second.
    pub games_per_s: f64,
    /// Decisions each second.
    pub decisions_per_s: f64,
    /// How many plays each seat won (seats that win together count one each).
    pub wins: Vec<u64>,
    /// The share of plays each seat won.
    pub win_shares: Vec<Share>,
    /// How many plays several seats won together: each of them counts as a win of each.
    pub shared: u64,
    /// How many plays nobody won.
    pub draws: u64,
    /// How many plays ended for each reason; every reason of the game is listed.
    pub end_reasons: BTreeMap<&'static str, u64>,
    /// Decisions in a play.
    pub length: Length,
}

/// Decisions in a play.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
pub struct Length {
    /// In the shortest.
    pub min: u64,
    /// In the one in the middle (the lower of two).
    pub median: u64,
    /// In the longest.
    pub max: u64,
}

/// A share of plays, from 0 to 1, and the interval that holds the true share with 95 %
/// confidence (Wilson, "Probable Inference, the Law of Succession, and Statistical
/// Inference", 1927).
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Share {
    /// As counted.
    pub share: f64,
    /// The lower end of the interval.
    pub low: f64,
    /// The upper end of the interval.
    pub high: f64,
}

impl Share {
    /// `count` of `total`, which is at least one.
    pub fn of(count: u64, total: u64) -> Share {
        // The normal distribution's 97.5 % point.
        const Z: f64 = 1.959_964;
        let (n, share) = (total as f64, count as f64 / total as f64);
        let middle = share + Z * Z / (2.0 * n);
        let spread = Z * (share * (1.0 - share) / n + Z * Z / (4.0 * n * n)).sqrt();
        let scale = 1.0 + Z * Z / n;
        let within = |end: f64| (end / scale).clamp(0.0, 1.0);
        Share { share, low: within(middle - spread), high: within(middle + spread) }
    }
}

/// The fewest seats the game of this id can be played with.
///
/// # Errors
/// When there is no such game.
pub fn seats_of(game: &str) -> Result<usize, BadInput> {
    Ok(shelf::info(game)?.seats.0.into())
}

/// Runs the plan on all cores. The seed of each play follows from the plan's seed and the
/// play's number alone, so the counts do not depend on the number of threads (bots that
/// think by the clock excepted). `progress` is called with the number of plays finished so far,
/// from any thread.
///
/// # Errors
/// When the plan is impossible: no such game, bot or option, wrong seats.
pub fn simulate(plan: &Plan, progress: &(dyn Fn(u64) + Sync)) -> Result<Simulated, BadInput> {
    struct Run<'a>(&'a Plan, &'a (dyn Fn(u64) + Sync));
    impl Visitor for Run<'_> {
        type Out = Result<Simulated, BadInput>;
        fn visit<G: Game>(self) -> Self::Out {
            Series::<G>::new(self.0)?.run(self.0, self.1)
        }
    }
    shelf::visit(&plan.game, Run(plan, progress))?
}

/// Everything the plays of a plan have in common.
struct Series<G: Game> {
    setup: Arc<G::Setup>,
    seats: u8,
    options: Value,
    bots: Vec<(String, Spec)>,
    seed: u64,
}

/// What some of the plays came to.
#[derive(Default)]
struct Tally {
    wins: Vec<u64>,
    shared: u64,
    draws: u64,
    end_reasons: BTreeMap<&'static str, u64>,
    lengths: Vec<u64>,
}

impl<G: Game> Series<G> {
    fn new(plan: &Plan) -> Result<Series<G>, BadInput> {
        let info = G::info();
        let seats = info.check_seats(plan.seats)?;
        let options = info.complete_options(&plan.options)?;
        let setup = G::Setup::new(seats, &options, plan.components.as_deref())?;
        let bots = seat_bots(&plan.bots, seats, G::info())?;
        if plan.games == 0 {
            return Err(BadInput::new(
                "対局数が0です。1以上にしてください。",
                "There is nothing to simulate in 0 games; ask for at least 1.",
            ));
        }
        Ok(Series { setup, seats, options, bots, seed: plan.seed })
    }

    fn run(&self, plan: &Plan, progress: &(dyn Fn(u64) + Sync)) -> Result<Simulated, BadInput> {
        let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
        let threads = plan.threads.unwrap_or_else(cores).clamp(1, 1024);
        let (next, finished) = (AtomicU64::new(0), AtomicU64::new(0));
        let begin = Instant::now();
        let work = || {
            let mut tally = Tally { wins: vec![0; self.seats.into()], ..Tally::default() };
            let mut last = None;
            loop {
                let number = next.fetch_add(1, Ordering::Relaxed);
                if number >= plan.games {
                    return (tally, last);
                }
                let mut moves = Vec::new();
                let outcome = self.play(number, &mut moves);
                tally.add(outcome, moves.len() as u64);
                if number == plan.games - 1 {
                    last = Some(moves);
                }
                progress(finished.fetch_add(1, Ordering::Relaxed) + 1);
            }
        };
        let mut total = Tally { wins: vec![0; self.seats.into()], ..Tally::default() };
        for reason in G::info().end_reasons {
            total.end_reasons.insert(reason.id, 0);
        }
        let mut last = Vec::new();
        std::thread::scope(|scope| {
            let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
            for worker in workers {
                let (tally, moves) = worker.join().unwrap_or_else(|panic| {
                    std::panic::resume_unwind(panic);
                });
                total.merge(tally);
                last = moves.unwrap_or(last.split_off(0));
            }
        });
        let seconds = begin.elapsed().as_secs_f64();
        let last = self.record(plan, last)?;
        Ok(Simulated { report: self.report(plan, total, seconds), last })
    }

    /// Plays one play to its end and writes down who did what.
    fn play(&self, number: u64, moves: &mut Vec<(Seat, G::Action)>) -> Outcome {
        let seed = play_seed(self.seed, number);
        let mut bots: Vec<_> = (self.bots.iter().zip(1..))
            .map(|((_, spec), seat)| spec.make::<G>(play_seed(seed, seat), bots::clock))
            .collect();
        let mut game = G::deal(&self.setup, Dice::from_seed(seed), &mut Silent);
        loop {
            let awaited = match game.turn() {
                Turn::Over(outcome) => return outcome,
                Turn::Awaiting(awaited) => awaited,
            };
            let seat = awaited.first().expect("somebody's decision is awaited");
            let action = bots[seat.index()].choose(&Seen::new(&game, seat));
            game.play(seat, action, &mut Silent)
                .unwrap_or_else(|no| panic!("bot at seat {seat} chose {action}: {no}"));
            moves.push((seat, action));
        }
    }

    fn record(&self, plan: &Plan, moves: Vec<(Seat, G::Action)>) -> Result<Record, BadInput> {
        let seed = play_seed(self.seed, plan.games - 1);
        let components = plan.components.as_deref();
        let mut play = Play::<G>::new(self.seats.into(), &self.options, components, seed)?;
        for (seat, action) in moves {
            play.take(seat, action).expect("the same play takes the same actions");
        }
        let mut record = table::Table::record(&play);
        record.names = self.bots.iter().map(|(name, _)| name.clone()).collect();
        Ok(record)
    }

    fn report(&self, plan: &Plan, mut total: Tally, seconds: f64) -> Report {
        total.lengths.sort_unstable();
        let lengths = &total.lengths;
        let decisions = lengths.iter().sum();
        Report {
            game: plan.game.clone(),
            seats: self.seats,
            options: self.options.clone(),
            seed: self.seed.to_string(),
            bots: self.bots.iter().map(|(name, _)| name.clone()).collect(),
            games: plan.games,
            decisions,
            seconds,
            games_per_s: plan.games as f64 / seconds,
            decisions_per_s: decisions as f64 / seconds,
            length: Length {
                min: lengths[0],
                median: lengths[(lengths.len() - 1) / 2],
                max: lengths[lengths.len() - 1],
            },
            win_shares: total.wins.iter().map(|wins| Share::of(*wins, plan.games)).collect(),
            wins: total.wins,
            shared: total.shared,
            draws: total.draws,
            end_reasons: total.end_reasons,
        }
    }
}

impl Tally {
    fn add(&mut self, outcome: Outcome, length: u64) {
        outcome.winners.iter().for_each(|seat| self.wins[seat.index()] += 1);
        self.shared += u64::from(outcome.winners.len() > 1);
        self.draws += u64::from(outcome.winners.is_empty());
        *self.end_reasons.entry(outcome.reason).or_default() += 1;
        self.lengths.push(length);
    }

    fn merge(&mut self, other: Tally) {
        self.wins.iter_mut().zip(other.wins).for_each(|(sum, wins)| *sum += wins);
        self.shared += other.shared;
        self.draws += other.draws;
        for (reason, count) in other.end_reasons {
            *self.end_reasons.entry(reason).or_default() += count;
        }
        self.lengths.extend(other.lengths);
    }
}

/// The bot of each seat, from a list separated by commas.
pub(crate) fn seat_bots(
    list: &str,
    seats: u8,
    info: &GameInfo,
) -> Result<Vec<(String, Spec)>, BadInput> {
    let given = list.split(',').map(|text| {
        let text = text.trim();
        Ok((text.to_owned(), Spec::parse_for(text, info)?))
    });
    let given = given.collect::<Result<Vec<_>, BadInput>>()?;
    match given.len() {
        1 => Ok(vec![given[0].clone(); seats.into()]),
        count if count == usize::from(seats) => Ok(given),
        count => Err(BadInput::new(
            format!(
                "席は{seats}つですが、ボットが{count}つ指定されています。席ごとに一つずつか、全席共通の一つを指定してください。"
            ),
            format!(
                "{count} bots are named for {seats} seats; name one for each seat, or one for all."
            ),
        )),
    }
}

/// A seed for the play of this number, spread by SplitMix64 (Steele, Lea and Flood 2014).
pub(crate) fn play_seed(seed: u64, number: u64) -> u64 {
    let mut z = seed.wrapping_add(number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15));
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_come_with_wilsons_interval() {
        // 81 of 263: the worked example in Newcombe, Statistics in Medicine 17 (1998), table I.
        let Share { share, low, high } = Share::of(81, 263);
        assert!((share - 0.3080).abs() < 1e-4);
        assert!((low - 0.2553).abs() < 1e-4 && (high - 0.3662).abs() < 1e-4, "{low} {high}");
        let none = Share::of(0, 20);
        assert!(none.low == 0.0 && (none.high - 0.1611).abs() < 1e-4);
    }
}
