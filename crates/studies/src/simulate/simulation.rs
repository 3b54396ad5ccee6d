//! The execution of a simulation.

use std::ops::ControlFlow;
use std::time::Instant;

use serde::{Deserialize, Serialize};
use zashiki_core::{
    COMMON_ENDINGS, DynMatch as _, EndReason, Game, InputError, Match, Record, Seat, SeatSet,
    Termination, digest,
};

use super::config::{Output, SimulateConfig, Simulated, Unfinished};
use super::report::{Length, Report};
use super::tally::Tally;
use crate::game_log::{Decision, GameLine, Log};
use crate::match_runner::{
    MatchRunner, NamedPlayers, Played, Player, Watch, for_seats, margin, players_of, spread,
};
use crate::stats::Share;
use crate::work::{Control, games_in_order};

/// Simulates the game `G` by the configuration. The seed of each game depends only on the configuration's
/// seed and the game's number, and games are counted and written in order. The figures and the file therefore
/// do not depend on the number of threads (except with bots that have a budget in time).
///
/// If `players` are given, they replace the bots of the configuration: one for each seat, or one for all
/// seats.
pub(crate) fn simulate<G: Game>(
    plan: &SimulateConfig,
    players: Option<NamedPlayers<G>>,
    output: Option<Output<'_>>,
    control: &Control<'_>,
) -> Result<Simulated, Unfinished> {
    let components = plan.components.as_deref();
    let named = || players_of(&plan.bots, &plan.engines, &plan.options, components);
    let players = players.map_or_else(named, Ok)?;
    Simulation::<G>::new(plan, players)?.run(output, control)
}

struct Simulation<'a, G: Game> {
    plan: &'a SimulateConfig,
    runner: MatchRunner<G>,
    names: Vec<String>,
    players: Vec<Player<G>>,
    /// Number of games that are played of each deal.
    each: u64,
    games: u64,
}

/// Result of one game.
#[derive(Serialize, Deserialize)]
#[serde(bound = "")]
struct Found<G: Game> {
    first: Seat,
    winners: SeatSet,
    /// The index of the game's end reason among all [possible ones](ends).
    reason: usize,
    scores: Vec<i32>,
    turns: u64,
    decisions: u64,
    log: Option<Vec<Decision>>,
    /// The seats and actions of the game, recorded only for the last game.
    #[serde(skip)]
    moves: Option<Vec<(Seat, G::Action)>>,
    /// The termination of the last game by the common rules, if it did not end by its own rules.
    #[serde(skip)]
    conclusion: Option<Termination>,
}

/// The possible end reasons: the game's own, then those of the common rules.
fn ends<G: Game>() -> impl Iterator<Item = &'static EndReason> {
    G::info().end_reasons.iter().chain(COMMON_ENDINGS)
}

/// Records the data of a game that is needed besides its result: the decisions and the actions, if requested.
struct GameRecorder<G: Game> {
    log: Option<Log>,
    moves: Option<Vec<(Seat, G::Action)>>,
}

impl<G: Game> Watch<G> for GameRecorder<G> {
    fn deciding(&mut self, game: &G, seat: Seat, action: G::Action) {
        self.log.deciding(game, seat, action);
        self.moves.deciding(game, seat, action);
    }

    fn decided(&mut self, game: &G) {
        self.log.decided(game);
    }
}

impl<'a, G: Game> Simulation<'a, G> {
    fn new(
        plan: &'a SimulateConfig,
        players: Vec<(String, Player<G>)>,
    ) -> Result<Simulation<'a, G>, InputError> {
        let runner = MatchRunner::new(plan.seats, &plan.options, plan.components.as_deref())?;
        let (names, players) = for_seats(players, runner.seats)?.into_iter().unzip();
        if plan.games == 0 {
            return Err(InputError::new(
                "対局数が0です。1以上にしてください。",
                "The number of games must be at least 1.",
            ));
        }
        let each = if plan.rotate { runner.seats.into() } else { 1 };
        let games = plan.games.div_ceil(each).saturating_mul(each);
        Ok(Simulation { plan, runner, names, players, each, games })
    }

    fn run(
        &self,
        mut output: Option<Output<'_>>,
        control: &Control<'_>,
    ) -> Result<Simulated, Unfinished> {
        let begin = Instant::now();
        let logs = output.as_ref().is_some_and(|output| output.decisions);
        let plan_digest = self.plan_digest(logs);
        let mut tally = Tally::new(self.runner.seats, self.each, G::info().end_reasons.iter());
        let held = output.as_mut().map(|output| std::mem::take(&mut output.held));
        for line in held.unwrap_or_default() {
            self.check(&line, &plan_digest)?;
            let reason = G::info().end_reason(&line.reason).map(|reason| reason.id);
            let reason = reason.ok_or_else(|| self.wrong_plan(line.number))?;
            tally.add(line.number, line.first, line.winners, reason, line.turns, line.decisions);
        }
        let (mut last, mut failed) = (None, None);
        let work = |number: u64| {
            let mut recorder = GameRecorder {
                log: logs.then(Log::default),
                moves: (number == self.games - 1).then(Vec::new),
            };
            let (seed, players) = (self.seed(number), self.seated(number, &self.players));
            let played =
                self.runner.play_with(seed, seed, &players, control.stop, &mut recorder)?;
            let Played { first, outcome, conclusion, scores, turns, decisions } = played;
            let is_reason = |end: &EndReason| end.id == outcome.reason;
            let reason = ends::<G>().position(is_reason)?;
            let (log, moves) = (recorder.log.map(|log| log.0), recorder.moves);
            let winners = outcome.winners;
            Some(Found::<G> {
                first,
                winners,
                reason,
                scores,
                turns,
                decisions,
                log,
                moves,
                conclusion,
            })
        };
        games_in_order("games", tally.games..self.games, control, work, |number, mut found| {
            let Some(reason) = ends::<G>().nth(found.reason) else { return ControlFlow::Break(()) };
            let (turns, decisions) = (found.turns, found.decisions);
            tally.add(number, found.first, found.winners, reason.id, turns, decisions);
            let conclusion = found.conclusion;
            last = found.moves.take().map(|moves| (moves, conclusion));
            if let Some(output) = &mut output {
                let line = self.line(number, &plan_digest, found, reason);
                if let Err(error) = output.sheet.write(&line) {
                    failed = Some(error);
                    return ControlFlow::Break(());
                }
            }
            (control.progress)(number + 1, self.games);
            ControlFlow::Continue(())
        });
        if let (None, Some(output)) = (&failed, &mut output) {
            failed = output.sheet.finish().err();
        }
        if let Some(error) = failed {
            return Err(Unfinished::Unwritten(error));
        }
        if tally.games < self.games {
            return Err(Unfinished::Stopped(tally.games));
        }
        let last = last.map(|(moves, conclusion)| self.record(moves, conclusion)).transpose()?;
        Ok(Simulated { report: self.report(tally, begin.elapsed().as_secs_f64()), last })
    }

    /// Digest of the configuration, which identifies the games that belong to it.
    fn plan_digest(&self, decisions: bool) -> String {
        let plan = self.plan;
        let follows = (
            (&plan.game, G::info().rules_version, self.runner.seats, &self.runner.options),
            (&plan.components, &self.names, plan.seed, plan.rotate, decisions),
        );
        if plan.engines.is_empty() {
            return format!("{:08x}", digest(&follows));
        }
        // Another program under the same name plays other games.
        format!("{:08x}", digest(&(follows, format!("{:?}", plan.engines))))
    }

    fn check(&self, line: &GameLine, plan_digest: &str) -> Result<(), InputError> {
        if line.number >= self.games {
            let games = self.games;
            return Err(InputError::new(
                format!(
                    "ファイルには、指定の{games}局より多くの対局があります。--games を大きくしてください。"
                ),
                format!("The file already has more than {games} games; raise --games."),
            ));
        }
        let held = line.scores.len() == usize::from(self.runner.seats);
        let same = line.plan == plan_digest && line.seed == self.seed(line.number) && held;
        if same { Ok(()) } else { Err(self.wrong_plan(line.number)) }
    }

    fn wrong_plan(&self, number: u64) -> InputError {
        let line = number + 1;
        InputError::new(
            format!(
                "ファイルの{line}行目は、別の条件の対局です。続けるには、ゲーム、席数、ボット、シード、オプション、内容物、--rotate-seats、--decisions を同じにしてください。"
            ),
            format!(
                "Line {line} of the file belongs to other arguments; to continue, give the same game, seats, bots, seed, options, components, --rotate-seats and --decisions."
            ),
        )
    }

    fn seed(&self, number: u64) -> u64 {
        spread(self.plan.seed, number / self.each)
    }

    /// The element for each seat's bot in the game with this number. `of_bots` has one element for each bot;
    /// with rotated seats, the bots change seats from game to game.
    fn seated<T: Clone>(&self, number: u64, of_bots: &[T]) -> Vec<T> {
        let mut of_seats = of_bots.to_vec();
        of_seats.rotate_right((number % self.each) as usize);
        of_seats
    }

    fn line(&self, number: u64, plan_digest: &str, found: Found<G>, end: &EndReason) -> GameLine {
        let Found { first, winners, scores, turns, decisions, log, .. } = found;
        GameLine {
            number,
            plan: plan_digest.to_owned(),
            seed: self.seed(number),
            bots: self.seated(number, &self.names),
            first,
            winners,
            shared: winners.len() > 1,
            margin: margin(&self.runner.sides, winners, &scores),
            scores,
            reason: end.id.to_owned(),
            turns,
            decisions,
            log,
        }
    }

    fn record(
        &self,
        moves: Vec<(Seat, G::Action)>,
        conclusion: Option<Termination>,
    ) -> Result<Record, InputError> {
        let (number, runner) = (self.games - 1, &self.runner);
        let components = self.plan.components.as_deref();
        let mut match_ =
            Match::<G>::new(runner.seats.into(), &runner.options, components, self.seed(number))?;
        for (seat, action) in moves {
            match_.play(seat, action).expect("the same play takes the same actions");
        }
        if let Some(conclusion) = conclusion {
            let ended = match_.terminate(conclusion);
            ended.expect("the same play can be ended so");
        }
        let mut record = match_.record();
        record.names = self.seated(number, &self.names);
        Ok(record)
    }

    fn report(&self, tally: Tally, seconds: f64) -> Report {
        let (games, plan) = (self.games, self.plan);
        let decisions = tally.lengths.iter().sum();
        let by_seat = tally.by_seat.won(self.each);
        let by_bot = if plan.rotate { tally.by_bot.won(self.each) } else { Vec::new() };
        Report {
            game: plan.game.clone(),
            seats: self.runner.seats,
            options: self.runner.options.clone(),
            seed: plan.seed.to_string(),
            bots: self.names.clone(),
            games,
            decisions,
            seconds,
            games_per_s: games as f64 / seconds,
            decisions_per_s: decisions as f64 / seconds,
            wins: by_seat.iter().map(|won| won.wins).collect(),
            win_shares: by_seat.iter().map(|won| Share::of(won.wins, games)).collect(),
            portions: by_seat.iter().map(|won| won.portion).collect(),
            by_order: tally.by_order.won(self.each),
            by_bot,
            shared: tally.shared,
            draws: tally.draws,
            end_reasons: tally.end_reasons,
            length: Length::of(tally.lengths),
            turns: Length::of(tally.turns),
            engines: plan.engines.stats(),
        }
    }
}
