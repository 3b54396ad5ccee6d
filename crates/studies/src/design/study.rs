//! The execution of a search for values.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use zashiki_core::{Game, InputError, text};

use super::aim::{AimedMeasure, dominated, total};
use super::config::DesignConfig;
use super::search::{Point, Search, all_points};
use super::space::Space;
use super::{Candidate, Design, Tried, Unplayable};
use crate::compare::{CompareConfig, Comparison, compare};
use crate::match_runner::{MatchRunner, spread};
use crate::measures::{Figure, GameFacts, MeasureTally, Population, TimeModel, figures, play_game};
use crate::stats::Mean;
use crate::work::{Control, games_in_order};

/// Minimum number of games of a trial; a trial has every bot of the population equally often.
const TRIAL_GAMES: u64 = 16;
/// Number of trials of the game as it is, from which gains are measured.
const ORIGINAL_TRIALS: u64 = 4;
/// Maximum number of trials, each of which the search keeps in memory.
const TRIALS: u64 = 10_000;
/// Maximum number of combinations for each trial: the search learns from combinations that share values, but
/// not about most pairs of values if there are many more combinations than trials.
const COMBINATIONS_PER_TRIAL: u64 = 1000;
/// Maximum number of combinations that are all tested for values that can never be played.
const LISTED: u64 = 500;
/// Number of combinations that a report lists as unplayable.
const UNPLAYABLE: usize = 20;
/// Maximum number of finalists.
const FINALISTS: usize = 8;
/// Half the width of the intervals of shares at which the comparison ends.
const PRECISION: f64 = 0.02;
/// The numbers under which the seeds of the search and of the comparison are derived from that of the study.
const SEARCH: u64 = u64::MAX - 2;
const CHECK: u64 = u64::MAX - 3;

/// Searches values of components and options and compares the best variants with the game as it is. `None` if
/// it was stopped.
///
/// The games are not played by other processes: the points of the search depend on the results before them.
pub(crate) fn design<G: Game>(
    plan: &DesignConfig,
    control: &Control<'_>,
) -> Result<Option<Design>, InputError> {
    let mut study = Study::<G>::new(plan)?;
    if !study.search(control) {
        return Ok(None);
    }
    let finalists = study.finalists();
    let comparison = compare::<G>(&study.comparison(&finalists)?, control)?;
    comparison.map(|comparison| study.report(&finalists, comparison)).transpose()
}

struct Study<'a, G: Game> {
    plan: &'a DesignConfig,
    space: Space,
    population: Population<G>,
    aims: Vec<AimedMeasure>,
    /// The figures of the aims.
    figures: Vec<Figure>,
    /// True if an aim is a measure that no single game has.
    has_aggregates: bool,
    /// Number of games of a trial.
    trial: u64,
    trials: u64,
    search: Search,
    /// The points that were tried.
    points: BTreeMap<Point, Tally<G>>,
    unplayable: Vec<Unplayable>,
    /// The measures of the game as it is in its first trials, from which the search computes gains.
    original: Vec<Option<f64>>,
}

/// The games of a point.
struct Tally<G: Game> {
    runner: MatchRunner<G>,
    games: u64,
    measures: MeasureTally,
}

impl<'a, G: Game> Study<'a, G> {
    fn new(plan: &'a DesignConfig) -> Result<Study<'a, G>, InputError> {
        let info = G::info();
        let (options, components) = (&plan.options, plan.components.as_deref());
        let seats = MatchRunner::<G>::new(plan.seats, options, components)?.seats;
        let space = Space::new(&plan.vary, options, components, G::assets().components(), info)?;
        let all = figures(seats, info, false);
        let aims = plan.aims.iter().map(|aim| aim.with_measure(&all));
        let aims = aims.collect::<Result<Vec<_>, InputError>>()?;
        check_twice(&aims)?;
        let is_aim = |name: &str| aims.iter().any(|aim| aim.measure == name);
        let figures: Vec<Figure> = all.into_iter().filter(|figure| is_aim(&figure.name)).collect();
        let population = Population::parse(&plan.population, info)?;
        let bots = population.len() as u64;
        let trial = TRIAL_GAMES.next_multiple_of(if bots == 1 { 1 } else { bots + 1 });
        let trials = plan.games / trial;
        check(plan, &space, trial)?;
        let study = Study {
            search: Search::new(space.sizes(), spread(plan.seed, SEARCH)),
            has_aggregates: figures.len() < aims.len(),
            plan,
            space,
            population,
            aims,
            figures,
            trial,
            trials,
            points: BTreeMap::new(),
            unplayable: Vec::new(),
            original: Vec::new(),
        };
        study.check_values()?;
        Ok(study)
    }

    fn runner(&self, point: &[usize]) -> Result<MatchRunner<G>, InputError> {
        let variant = self.space.variant(point)?;
        MatchRunner::new(self.plan.seats, &variant.options, variant.components.as_deref())
            .map_err(|bad| bad.named(variant.name))
    }

    /// Returns an error if a value can be played in no combination, unless there are too many of them to list.
    fn check_values(&self) -> Result<(), InputError> {
        let original = self.space.original();
        for (variable, size) in self.space.sizes().into_iter().enumerate() {
            for value in 0..size {
                let mut point = original.clone();
                point[variable] = value;
                let Err(bad) = self.runner(&point) else { continue };
                if self.space.combinations() > LISTED {
                    continue;
                }
                let mut points = all_points(&self.space.sizes()).into_iter();
                if !points.any(|point| point[variable] == value && self.runner(&point).is_ok()) {
                    return Err(bad);
                }
            }
        }
        Ok(())
    }

    /// Makes all trials. False if it was stopped.
    fn search(&mut self, control: &Control<'_>) -> bool {
        let mut point = self.space.original();
        let mut firsts = Vec::new();
        for trial in 0..self.trials {
            let Some(measures) = self.try_point(trial, &point, control) else { return false };
            if trial + 1 < ORIGINAL_TRIALS {
                firsts.push(measures);
                continue;
            }
            if trial + 1 == ORIGINAL_TRIALS {
                firsts.push(measures);
                self.original = values(&self.measures(&point));
                for (aim, original) in self.aims.iter_mut().zip(&self.original) {
                    aim.set_unit(*original);
                }
                for measures in firsts.drain(..) {
                    let gain = total(&self.aims, &self.gains(&measures, &self.original));
                    self.search.add(&point, gain);
                }
            } else {
                let gain = total(&self.aims, &self.gains(&measures, &self.original));
                self.search.add(&point, gain);
            }
            match self.next(&point) {
                Some(next) => point = next,
                None => return true,
            }
        }
        true
    }

    /// The next point to try. `None` if all neighbours of the last one are unplayable.
    fn next(&mut self, last: &Point) -> Option<Point> {
        loop {
            let point = self.search.next(last)?;
            if self.points.contains_key(&point) {
                return Some(point);
            }
            let reason = match self.runner(&point) {
                Ok(runner) => {
                    self.points.insert(point.clone(), self.tally(runner));
                    return Some(point);
                }
                Err(bad) => bad.text().clone(),
            };
            if self.unplayable.len() < UNPLAYABLE {
                self.unplayable.push(Unplayable { values: self.space.values(&point), reason });
            }
            self.search.exclude(point);
        }
    }

    fn tally(&self, runner: MatchRunner<G>) -> Tally<G> {
        Tally { runner, games: 0, measures: self.new_measures() }
    }

    fn new_measures(&self) -> MeasureTally {
        let figures = self.figures.clone();
        if self.has_aggregates {
            MeasureTally::new(figures)
        } else {
            MeasureTally::without_aggregates(figures)
        }
    }

    /// Plays the next games of a point; returns the measures of these games alone. The n-th trial of every
    /// point has the same deals. `None` if it was stopped.
    fn try_point(
        &mut self,
        trial: u64,
        point: &Point,
        control: &Control<'_>,
    ) -> Option<Vec<Option<f64>>> {
        let mut tally = match self.points.remove(point) {
            Some(tally) => tally,
            None => self.tally(self.runner(point).ok()?),
        };
        let mut measures = self.new_measures();
        let (Tally { runner, games, measures: of_point }, model) =
            (&mut tally, TimeModel::default());
        let numbers = *games..*games + self.trial;
        let work = |number: u64| {
            let seed = spread(self.plan.seed, number);
            let players = self.population.table(number, seed, runner.seats);
            play_game(runner, &players, seed, seed, control.stop)
        };
        let mut played = 0;
        games_in_order(
            &format!("trial {trial}"),
            numbers.clone(),
            control,
            work,
            |number, game: GameFacts| {
                measures.add(number, &game, &runner.sides, &model);
                of_point.add(number, &game, &runner.sides, &model);
                played += 1;
                (control.progress)(trial * self.trial + played, self.trials * self.trial);
                ControlFlow::Continue(())
            },
        );
        tally.games = numbers.end;
        self.points.insert(point.clone(), tally);
        (played == self.trial).then(|| values(&self.aimed(&measures)))
    }

    /// The measure of each aim.
    fn aimed(&self, tally: &MeasureTally) -> Vec<Option<Mean>> {
        let measures = tally.measures();
        let of_aim = |aim: &AimedMeasure| {
            let found = measures.iter().find(|measure| measure.name == aim.measure)?;
            let mean = found.value;
            Some(Mean { mean, low: found.low.unwrap_or(mean), high: found.high.unwrap_or(mean) })
        };
        self.aims.iter().map(of_aim).collect()
    }

    /// The measure of each aim in all games of a point.
    fn measures(&self, point: &Point) -> Vec<Option<Mean>> {
        self.points.get(point).map_or_else(Vec::new, |tally| self.aimed(&tally.measures))
    }

    /// The gain of each aim, from the measures of a variant and of the game as it is.
    fn gains(&self, measures: &[Option<f64>], original: &[Option<f64>]) -> Vec<f64> {
        let pairs = measures.iter().zip(original);
        self.aims
            .iter()
            .zip(pairs)
            .map(|(aim, (own, original))| aim.gain(*own, *original))
            .collect()
    }

    /// The points that were tried, those with the largest estimates first.
    fn ranked(&self) -> Vec<&Point> {
        let tried = self.points.iter().filter(|(_, tally)| tally.games > 0);
        let mut points: Vec<&Point> = tried.map(|(point, _)| point).collect();
        let estimate = |point: &Point| self.search.estimate(point);
        points.sort_by(|one, other| estimate(other).total_cmp(&estimate(one)));
        points
    }

    /// The points for the comparison: of the variants with the largest estimates the best one, then those that
    /// no other one dominates, then the rest.
    fn finalists(&self) -> Vec<Point> {
        let original = self.space.original();
        let mut best = self.ranked();
        best.retain(|point| **point != original);
        best.truncate(2 * self.plan.finalists);
        let gains = |point: &&Point| self.gains(&values(&self.measures(point)), &self.original);
        let is_dominated = dominated(&best.iter().map(gains).collect::<Vec<_>>());
        let mut order: Vec<usize> = (0..best.len()).collect();
        order.sort_by_key(|at| *at > 0 && is_dominated[*at]);
        order.into_iter().take(self.plan.finalists).map(|at| best[at].clone()).collect()
    }

    /// The configuration of the comparison between the game as it is and the finalists, on deals that the
    /// search has not used.
    fn comparison(&self, finalists: &[Point]) -> Result<CompareConfig, InputError> {
        let original = self.space.original();
        let points = std::iter::once(&original).chain(finalists);
        Ok(CompareConfig {
            game: self.plan.game.clone(),
            seats: self.plan.seats,
            variants: points.map(|point| self.space.variant(point)).collect::<Result<_, _>>()?,
            bots: self.plan.population.clone(),
            population: true,
            games: self.plan.check_games,
            sims: 0,
            seed: spread(self.plan.seed, CHECK),
            within: PRECISION,
            engines: Default::default(),
        })
    }

    fn report(self, finalists: &[Point], comparison: Comparison) -> Result<Design, InputError> {
        let original = self.space.original();
        let points: Vec<&Point> = std::iter::once(&original).chain(finalists).collect();
        let mean_of = |aim: &AimedMeasure, at: usize| {
            let figure = comparison.figures.iter().find(|it| it.figure == aim.measure)?;
            Some(figure.means[at]?.mean)
        };
        let measured = |at| self.aims.iter().map(|aim| mean_of(aim, at)).collect::<Vec<_>>();
        let gains: Vec<Vec<f64>> =
            (0..points.len()).map(|at| self.gains(&measured(at), &measured(0))).collect();
        let is_dominated = dominated(&gains);
        let (mut variants, mut chosen) = (Vec::new(), 0);
        for (at, (point, gains)) in points.iter().zip(gains).enumerate() {
            let gain = total(&self.aims, &gains);
            let values = self.space.values(point);
            let options = self.space.variant(point)?.options;
            variants.push(Candidate { values, options, gains, gain, dominated: is_dominated[at] });
            if gain > variants[chosen].gain {
                chosen = at;
            }
        }
        let tried = |point: &Point| {
            let measures = self.measures(point);
            Tried {
                values: self.space.values(point),
                games: self.points[point].games,
                gain: total(&self.aims, &self.gains(&values(&measures), &self.original)),
                estimate: self.search.estimate(point),
                measures,
            }
        };
        Ok(Design {
            game: self.plan.game.clone(),
            seats: comparison.seats,
            population: self.population.names(),
            seed: self.plan.seed.to_string(),
            variables: self.space.variables.clone(),
            combinations: self.space.combinations(),
            games: self.points.values().map(|tally| tally.games).sum(),
            tried: self.ranked().into_iter().map(tried).collect(),
            components: self.space.variant(points[chosen])?.components,
            variants,
            chosen,
            comparison,
            unplayable: self.unplayable,
            aims: self.aims,
        })
    }
}

fn values(measures: &[Option<Mean>]) -> Vec<Option<f64>> {
    measures.iter().map(|measure| measure.map(|measure| measure.mean)).collect()
}

fn check_twice(aims: &[AimedMeasure]) -> Result<(), InputError> {
    let is_twice = |at: usize| aims[..at].iter().any(|aim| aim.measure == aims[at].measure);
    match (0..aims.len()).find(|at| is_twice(*at)) {
        None => Ok(()),
        Some(at) => {
            let name = &aims[at].measure;
            Err(text!(
                "「{name}」の目標が2つあります。一つにしてください。",
                "There are two aims for {name}; give one."
            )
            .into())
        }
    }
}

fn check(plan: &DesignConfig, space: &Space, trial: u64) -> Result<(), InputError> {
    if plan.vary.is_empty() || plan.aims.is_empty() {
        return Err(InputError::new(
            "--vary で変える項目を、--aim で目標を、少なくとも1つずつ指定してください。",
            "Give at least one field or option to vary with --vary, and one aim with --aim.",
        ));
    }
    let (combinations, trials) = (space.combinations(), plan.games / trial);
    if combinations < 2 {
        return Err(InputError::new(
            "変わる値がありません。--vary に、今と違う値を書いてください。",
            "No value differs from the game as it is; give other values with --vary.",
        ));
    }
    // Every value needs a trial.
    let values: u64 = space.sizes().into_iter().map(|size| size as u64 - 1).sum();
    let least = (ORIGINAL_TRIALS + values) * trial;
    let games = plan.games;
    if games < least {
        return Err(text!(
            "探索の{games}局では、すべての値を試せません。--games を{least}以上にするか、--vary の範囲を狭めてください。",
            "The {games} games of the search are too few to try every value; set --games to at least {least}, or give shorter ranges with --vary."
        )
        .into());
    }
    if trials > TRIALS {
        let most = TRIALS * trial;
        return Err(text!(
            "探索の対局数(--games)は{most}までです({games}ではなく)。",
            "The search can have at most {most} games (--games), not {games}."
        )
        .into());
    }
    let most = trials * COMBINATIONS_PER_TRIAL;
    if combinations > most {
        return Err(text!(
            "値の組み合わせが{combinations}通りあります。{games}局で探せるのは{most}通りまでです。--games を増やすか、--vary の範囲を狭めてください。",
            "The values have {combinations} combinations, more than the {most} that {games} games can search; increase --games or give shorter ranges with --vary."
        )
        .into());
    }
    if !(1..=FINALISTS).contains(&plan.finalists) {
        let finalists = plan.finalists;
        return Err(text!(
            "比べる候補の数(--finalists)は1から{FINALISTS}までです({finalists}ではなく)。",
            "The number of finalists must be 1 to {FINALISTS}, not {finalists}."
        )
        .into());
    }
    if plan.check_games < 20 {
        let games = plan.check_games;
        return Err(text!(
            "比べる対局数(--check-games)が{games}局では何も言えません。20局以上にしてください。",
            "{games} games are too few to compare variants; set --check-games to at least 20."
        )
        .into());
    }
    Ok(())
}
