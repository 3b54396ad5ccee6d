//! Ladder: a ranking of bots by matches between pairs of them.

use std::ops::ControlFlow;

use bots::{Budget, Settings, Spec, Stop};
use external_engines::{EngineStats, Engines};
use serde::Serialize;
use serde_json::Value;
use zashiki_core::{Game, InputError, Outcome, SeatSet};

use crate::match_runner::{MatchRunner, NamedPlayers, Player, players_of, spread};
use crate::sequential::{Gsprt, Verdict};
use crate::stats::{Sample, Share, Z};
use crate::work::{Control, games_in_order};

/// Configuration of a ladder: the bots to rank, and the method.
#[derive(Clone, Debug)]
pub struct LadderConfig {
    /// The game's id.
    pub game: String,
    /// Number of seats.
    pub seats: usize,
    /// Bot specs separated by commas: at least two, weaker ones first.
    pub bots: String,
    /// Maximum number of games for each pair, rounded up to whole deals.
    pub games: u64,
    /// RNG seed of the whole study.
    pub seed: u64,
    /// Options of the game; omitted ones have their default values.
    pub options: Value,
    /// The text of a components file; `None` for the game's own components.
    pub components: Option<String>,
    /// True if each bot plays only against the one before it in the list, instead of against all others.
    pub steps: bool,
    /// The difference in strength, in Elo, that the test of each pair is to detect. A pair ends early once
    /// its test is decided.
    pub margin: f64,
    /// External engines that `bots` may name.
    pub engines: Engines,
}

/// Relative strength of bots, as documented JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Ladder {
    /// The game's id.
    pub game: String,
    /// Number of seats.
    pub seats: u8,
    /// All options of the game, with defaults filled in.
    pub options: Value,
    /// The RNG seed, in decimal.
    pub seed: String,
    /// The share of wins that one side would have if all bots were equal.
    pub fair: f64,
    /// The tested difference in strength, in Elo.
    pub margin: f64,
    /// The results of the pairs.
    pub pairs: Vec<Pair>,
    /// The strengths of all bots, the strongest first.
    pub ranks: Vec<Rank>,
    /// Statistics of the engines in this run; games that a checkpoint held are not included.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<EngineStats>,
}

/// The result of a pair: one bot on one side against the other bot on all other sides. Each deal is played
/// once for every side.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Pair {
    /// The spec or name of the bot on one side.
    pub bot: String,
    /// The spec or name of the bot on all other sides.
    pub against: String,
    /// Number of games.
    pub games: u64,
    /// The share of wins of `bot`: a shared win counts as a fraction, and a game without a winner as a fair
    /// share.
    pub share: Share,
    /// Difference in strength between `bot` and `against`, in Elo.
    pub elo: Elo,
    /// The result of the sequential test.
    pub verdict: Verdict,
}

/// A difference in Elo with its 95 % interval; a number is `null` if it is infinite.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Elo {
    /// The estimated difference.
    pub elo: Option<f64>,
    /// Lower end of the 95 % interval.
    pub low: Option<f64>,
    /// Upper end of the 95 % interval.
    pub high: Option<f64>,
}

/// The strength of a bot, estimated from all pairs.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Rank {
    /// The spec or name of the bot.
    pub bot: String,
    /// Strength relative to the first bot of the list, in Elo.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
}

/// Ranks bots: plays the games of each pair until its test is decided or the maximum number is reached. All
/// pairs play the same deals. `None` if it was stopped. If `players` are given, they replace the bots of the
/// configuration.
pub(crate) fn ladder<G: Game>(
    plan: &LadderConfig,
    players: Option<NamedPlayers<G>>,
    control: &Control<'_>,
) -> Result<Option<Ladder>, InputError> {
    let LadderConfig { bots, engines, options, components, .. } = plan;
    let named = || players_of(bots, engines, options, components.as_deref());
    let players = players.map_or_else(named, Ok)?;
    let runner = MatchRunner::<G>::new(plan.seats, &plan.options, plan.components.as_deref())?;
    if players.len() < 2 {
        return Err(InputError::new(
            "比べるボットを2つ以上、弱い順に指定してください。例: greedy,ismcts:sims=400",
            "Give at least two bots, the weaker first, as in greedy,ismcts:sims=400.",
        ));
    }
    if plan.games == 0 {
        return Err(InputError::new(
            "対局数が0です。1以上にしてください。",
            "The number of games must be at least 1.",
        ));
    }
    if !(1.0..=1000.0).contains(&plan.margin) {
        let margin = plan.margin;
        return Err(InputError::new(
            format!("差(margin)は1から1000までのEloです({margin}ではなく)。"),
            format!("The margin must be 1 to 1000 Elo, not {margin}."),
        ));
    }
    let meetings: Vec<(usize, usize)> = (1..players.len())
        .flat_map(|bot| {
            let first = if plan.steps { bot - 1 } else { 0 };
            (first..bot).map(move |against| (bot, against))
        })
        .filter(|meeting| control.work.wants(&run_of(meeting)))
        .collect();
    if meetings.is_empty() {
        return Ok(None);
    }
    let sides = runner.sides.len();
    let all = plan.games.saturating_mul(meetings.len() as u64);
    let mut pairs = Vec::new();
    for (at, (bot, against)) in meetings.iter().enumerate() {
        let before = plan.games.saturating_mul(at as u64);
        let progress =
            |played: u64, _| (control.progress)(before.saturating_add(played.min(plan.games)), all);
        let control = Control { progress: &progress, ..*control };
        let rival = Meeting {
            run: run_of(&(*bot, *against)),
            runner: &runner,
            bot: players[*bot].1.clone(),
            against: players[*against].1.clone(),
            seed: plan.seed,
        };
        let test = rival.test(plan.games, plan.margin, &control);
        let Some(test) = test else { return Ok(None) };
        let share = test.sample().share(sides as u64);
        pairs.push(Pair {
            bot: players[*bot].0.clone(),
            against: players[*against].0.clone(),
            games: test.sample().count() * sides as u64,
            share,
            elo: Elo {
                elo: elo_of(share.share, sides),
                low: elo_of(share.low, sides),
                high: elo_of(share.high, sides),
            },
            verdict: test.verdict(),
        });
    }
    let met: Vec<Met> = (meetings.iter().zip(&pairs))
        .map(|(&(bot, against), pair)| Met { bot, against, share: pair.share })
        .collect();
    let mut ranks: Vec<Rank> = (strengths(players.len(), sides, &met).into_iter().zip(&players))
        .map(|((elo, half), (bot, _))| Rank {
            bot: bot.clone(),
            elo: tenths(elo),
            low: tenths(elo - half),
            high: tenths(elo + half),
        })
        .collect();
    ranks.sort_by(|one, other| other.elo.total_cmp(&one.elo));
    Ok(Some(Ladder {
        game: plan.game.clone(),
        seats: runner.seats,
        options: runner.options,
        seed: plan.seed.to_string(),
        fair: 1.0 / sides as f64,
        margin: plan.margin,
        pairs,
        ranks,
        engines: plan.engines.stats(),
    }))
}

/// Name of the run (series of games) in which one bot plays another, from their indices in the list.
fn run_of((bot, against): &(usize, usize)) -> String {
    format!("{bot} against {against}")
}

/// A tree search with this number of simulations for each decision.
pub(crate) fn search_of(sims: u32) -> Spec {
    Spec::Ismcts(Settings { budget: Budget::Simulations(sims), ..Settings::default() })
}

/// A match between two bots: one plays one side, the other plays all other sides.
pub(crate) struct Meeting<'a, G: Game> {
    /// Name of the run, the series of games within the study.
    pub(crate) run: String,
    pub(crate) runner: &'a MatchRunner<G>,
    pub(crate) bot: Player<G>,
    pub(crate) against: Player<G>,
    pub(crate) seed: u64,
}

impl<G: Game> Meeting<'_, G> {
    /// Plays deals until the sequential test is decided, up to `games` games rounded up to whole deals.
    /// `None` if it was stopped.
    pub(crate) fn test(&self, games: u64, margin: f64, control: &Control<'_>) -> Option<Gsprt> {
        let sides = self.runner.sides.len();
        let mut test = Gsprt::new(1.0 / sides as f64, luce(margin, sides));
        let whole = self.deals(games, control, |share| {
            test.add(share);
            test.verdict() != Verdict::Open
        });
        (whole || test.verdict() != Verdict::Open).then_some(test)
    }

    /// Plays `games` games, rounded up to whole deals; returns the shares of the win in the deals. `None` if
    /// it was stopped.
    pub(crate) fn play_all(&self, games: u64, control: &Control<'_>) -> Option<Sample> {
        let mut sample = Sample::default();
        self.play_deals(games, control)?.into_iter().for_each(|share| sample.add(share));
        Some(sample)
    }

    /// Plays `games` games like [`play_all`](Meeting::play_all); returns the share of the win in each deal.
    pub(crate) fn play_deals(&self, games: u64, control: &Control<'_>) -> Option<Vec<f64>> {
        let mut shares = Vec::new();
        let whole = self.deals(games, control, |share| {
            shares.push(share);
            false
        });
        whole.then_some(shares)
    }

    /// Plays each deal once for every side, and passes `bot`'s share of the win in each deal to `each` until
    /// that returns true. Returns true if all deals were played.
    fn deals(&self, games: u64, control: &Control<'_>, mut each: impl FnMut(f64) -> bool) -> bool {
        let sides = self.runner.sides.len() as u64;
        let games = games.div_ceil(sides).saturating_mul(sides);
        let (mut deal, mut played) = (0.0, 0);
        let work = |number: u64| {
            let own = self.runner.sides[(number % sides) as usize];
            let outcome = self.play(number / sides, own, control.stop)?;
            Some(portion(outcome, own, &self.runner.sides))
        };
        games_in_order(&self.run, 0..games, control, work, |number, portion| {
            deal += portion;
            played = number + 1;
            (control.progress)(played, games);
            let ended = played.is_multiple_of(sides);
            if ended && each(std::mem::take(&mut deal) / sides as f64) {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        played == games
    }

    fn play(&self, deal: u64, own: SeatSet, stop: &Stop) -> Option<Outcome> {
        let players: Vec<Player<G>> = zashiki_core::Seat::all(self.runner.seats)
            .map(|seat| if own.contains(seat) { self.bot.clone() } else { self.against.clone() })
            .collect();
        let seed = spread(self.seed, deal);
        let played = self.runner.play_with(seed, seed, &players, stop, &mut ())?;
        Some(played.outcome)
    }
}

/// A side's share of the win. Several winning sides divide the win equally, and a game without a winner
/// counts as shared by all sides.
pub(crate) fn portion(outcome: Outcome, own: SeatSet, sides: &[SeatSet]) -> f64 {
    let won = |side: &SeatSet| side.iter().any(|seat| outcome.winners.contains(seat));
    match sides.iter().filter(|side| won(side)).count() {
        0 => 1.0 / sides.len() as f64,
        winners if won(&own) => 1.0 / winners as f64,
        _ => 0.0,
    }
}

/// Expected share of wins of a side that is stronger by `elo` than each of the others, by Luce's choice axiom
/// ("Individual Choice Behavior", 1959). With two sides this is the Bradley–Terry model, with Elo's formula.
/// With more it is the Plackett–Luce model, of which only the first place is observed.
pub(crate) fn luce(elo: f64, sides: usize) -> f64 {
    let strength = 10f64.powf(elo / 400.0);
    strength / (strength + (sides - 1) as f64)
}

/// Logits per Elo.
pub(crate) fn logit_per_elo() -> f64 {
    std::f64::consts::LN_10 / 400.0
}

/// The difference in Elo that corresponds to a share of wins; `None` if it is infinite.
fn elo_of(share: f64, sides: usize) -> Option<f64> {
    let odds = share * (sides - 1) as f64 / (1.0 - share);
    (odds > 0.0 && odds.is_finite()).then(|| tenths(400.0 * odds.log10()))
}

/// Rounds to tenths, which are the same on every machine, since logarithms differ in the last digits.
pub(crate) fn tenths(elo: f64) -> f64 {
    (10.0 * elo).round() / 10.0
}

/// The result of the games between two bots, which are given by their indices.
struct Met {
    bot: usize,
    against: usize,
    share: Share,
}

/// Maximum-likelihood strengths of the bots in Elo, relative to the first bot, and half the widths of their
/// 95 % intervals, by Newton's method. Every pair counts as the number of games whose interval would be as
/// wide as the pair's, plus one fair game, which keeps the strength of a bot that always wins finite.
fn strengths(bots: usize, sides: usize, pairs: &[Met]) -> Vec<(f64, f64)> {
    // From logits to Elo.
    let scale = 1.0 / logit_per_elo();
    let fair = 1.0 / sides as f64;
    let mut logits = vec![0.0; bots];
    let mut inverse = Vec::new();
    for _ in 0..60 {
        let mut slope = vec![0.0; bots - 1];
        let mut curve = vec![vec![0.0; bots - 1]; bots - 1];
        for Met { bot, against, share } in pairs {
            // The number of games with a Wilson interval of this width, at its own middle.
            let middle = (share.low + share.high) / 2.0;
            let half = ((share.high - share.low) / 2.0).max(1e-9);
            let plays = (Z * Z * middle * (1.0 - middle) / (half * half)).max(1.0);
            let expected = luce(scale * (logits[*bot] - logits[*against]), sides);
            let (sum, won) = (plays + 1.0, plays * share.share + fair);
            let (off, bend) = (won - sum * expected, sum * expected * (1.0 - expected));
            for (one, sign) in [(*bot, 1.0), (*against, -1.0)] {
                let Some(row) = one.checked_sub(1) else { continue };
                slope[row] += sign * off;
                for (other, same) in [(*bot, 1.0), (*against, -1.0)] {
                    if let Some(column) = other.checked_sub(1) {
                        curve[row][column] += sign * same * bend;
                    }
                }
            }
        }
        inverse = inverted(curve);
        for (row, logit) in inverse.iter().zip(&mut logits[1..]) {
            let step: f64 = row.iter().zip(&slope).map(|(by, slope)| by * slope).sum();
            // Far from the maximum the quadratic approximation overshoots.
            *logit += step.clamp(-1.0, 1.0);
        }
    }
    let halves = (0..bots - 1).map(|at| scale * Z * inverse[at][at].max(0.0).sqrt());
    let halves = std::iter::once(0.0).chain(halves);
    logits.into_iter().map(|logit| scale * logit).zip(halves).collect()
}

/// The inverse of an invertible matrix, by Gauss–Jordan elimination.
fn inverted(mut matrix: Vec<Vec<f64>>) -> Vec<Vec<f64>> {
    let size = matrix.len();
    for (at, row) in matrix.iter_mut().enumerate() {
        row.extend((0..size).map(|column| f64::from(u8::from(column == at))));
    }
    for at in 0..size {
        let size_of = |row: &Vec<f64>| row[at].abs();
        let best = (at..size).max_by(|a, b| size_of(&matrix[*a]).total_cmp(&size_of(&matrix[*b])));
        matrix.swap(at, best.expect("there is a row"));
        let by = matrix[at][at];
        matrix[at].iter_mut().for_each(|number| *number /= by);
        let pivot = matrix[at].clone();
        for (other, row) in matrix.iter_mut().enumerate() {
            let by = if other == at { 0.0 } else { row[at] };
            row.iter_mut().zip(&pivot).for_each(|(number, pivot)| *number -= by * pivot);
        }
    }
    matrix.into_iter().map(|row| row[size..].to_vec()).collect()
}

#[cfg(test)]
mod tests {
    use zashiki_core::Seat;

    use super::*;

    #[test]
    fn elo_and_share_convert_to_each_other() {
        assert!((luce(0.0, 2) - 0.5).abs() < 1e-12 && (luce(0.0, 3) - 1.0 / 3.0).abs() < 1e-12);
        // Elo's own: 200 points are 76 % (The Rating of Chessplayers, 1978).
        assert!((luce(200.0, 2) - 0.76).abs() < 1e-3);
        for sides in 2..=5 {
            let elo = elo_of(luce(123.0, sides), sides).unwrap();
            assert_eq!(elo, 123.0);
        }
        assert_eq!((elo_of(0.0, 2), elo_of(1.0, 2)), (None, None));
    }

    #[test]
    fn a_shared_win_is_divided_among_sides() {
        let of = |seats: &[u8]| seats.iter().copied().map(Seat).collect::<SeatSet>();
        let alone: Vec<SeatSet> = Seat::all(3).map(SeatSet::one).collect();
        let outcome = |seats: &[u8]| Outcome { winners: of(seats), reason: "" };
        assert_eq!(portion(outcome(&[1]), alone[1], &alone), 1.0);
        assert_eq!(portion(outcome(&[1]), alone[0], &alone), 0.0);
        assert_eq!(portion(outcome(&[0, 1]), alone[1], &alone), 0.5);
        assert_eq!(portion(outcome(&[]), alone[1], &alone), 1.0 / 3.0);
        let teams = [of(&[0, 2]), of(&[1, 3])];
        assert_eq!(portion(outcome(&[1, 3]), teams[1], &teams), 1.0);
        assert_eq!(portion(outcome(&[1, 3]), teams[0], &teams), 0.0);
    }

    #[test]
    fn strengths_agree_with_the_shares_they_come_from() {
        for sides in [2, 4] {
            let truth = [0.0, 80.0, 260.0];
            let met = |bot: usize, against: usize| {
                let share = luce(truth[bot] - truth[against], sides);
                let of_many = (share * 1e6) as u64;
                Met { bot, against, share: Share::of(of_many, 1_000_000) }
            };
            let all = strengths(3, sides, &[met(1, 0), met(2, 0), met(2, 1)]);
            let steps = strengths(3, sides, &[met(1, 0), met(2, 1)]);
            for found in [all, steps] {
                for ((elo, half), truth) in found.into_iter().zip(truth) {
                    assert!((elo - truth).abs() < 0.5 && half < 3.0, "{elo} ± {half}: {truth}");
                }
            }
        }
        // A bot that wins all of a few games is strong, with a wide interval.
        let (elo, half) =
            strengths(2, 2, &[Met { bot: 1, against: 0, share: Share::of(20, 20) }])[1];
        assert!(elo > 200.0 && elo < 1200.0 && half > 150.0, "{elo} ± {half}");
    }
}
