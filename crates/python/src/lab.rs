//! The laboratory: `zashiki.simulate`, `zashiki.ladder`, `zashiki.balance` and `zashiki.train`.

use std::fmt::Debug;
use std::io;
use std::ops::Range;
use std::sync::Arc;

use lab::{
    BalanceConfig, Control, GameLine, LadderConfig, Output, RemoteWorkers, Sheet, SimulateConfig,
    Simulated, TuneConfig, Unfinished, WorkMode, WorkPart,
};
use numpy::{IntoPyArray as _, PyArray1};
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use serde_json::Value;
use zashiki_core::{InputError, Lang, Seat, digest};

use crate::dyn_game::{DynGame, Player};
use crate::errors::ApiError;
use crate::game::{Game, check_rules, language};
use crate::interrupt::Interrupt;
use crate::json;

/// Collects games for the columns of `rows`.
#[derive(Default)]
struct Rows(Vec<GameLine>);

impl Sheet for Rows {
    fn write(&mut self, game: &GameLine) -> io::Result<()> {
        self.0.push(game.clone());
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Rows {
    /// One array per column, with one element per game.
    fn columns<'py>(&self, py: Python<'py>, seats: u8) -> PyResult<Bound<'py, PyDict>> {
        let columns = PyDict::new(py);
        let array = |value: &dyn Fn(&GameLine) -> i64| -> Bound<'py, PyArray1<i64>> {
            self.0.iter().map(value).collect::<Vec<_>>().into_pyarray(py)
        };
        let seeds: Vec<u64> = self.0.iter().map(|game| game.seed).collect();
        columns.set_item("number", array(&|game| game.number as i64))?;
        columns.set_item("seed", seeds.into_pyarray(py))?;
        columns.set_item("first", array(&|game| game.first.0.into()))?;
        for seat in Seat::all(seats) {
            let won: Vec<bool> = self.0.iter().map(|game| game.winners.contains(seat)).collect();
            columns.set_item(format!("won_{seat}"), won.into_pyarray(py))?;
        }
        for seat in Seat::all(seats) {
            let score = array(&|game| game.scores[seat.index()].into());
            columns.set_item(format!("score_{seat}"), score)?;
        }
        columns.set_item("margin", array(&|game| game.margin.into()))?;
        columns.set_item("turns", array(&|game| game.turns as i64))?;
        columns.set_item("decisions", array(&|game| game.decisions as i64))?;
        let reasons: Vec<&str> = self.0.iter().map(|game| &*game.reason).collect();
        columns.set_item("reason", reasons)?;
        Ok(columns)
    }
}

/// A player: the spec of a bot, or a function.
fn player(bot: &Bound<'_, PyAny>) -> PyResult<Player> {
    if let Ok(spec) = bot.extract() {
        return Ok(Player::Spec(spec));
    }
    if !bot.is_callable() {
        let not = bot.repr()?;
        return Err(PyTypeError::new_err(format!(
            "a bot is a text such as \"greedy\", or a function of a state and a seat, not {not}"
        )));
    }
    let name = bot.getattr("__name__").and_then(|name| name.extract());
    Ok(Player::Function(Arc::new(bot.clone().unbind()), name.unwrap_or_else(|_| "function".into())))
}

/// The players of a study.
fn players(bots: &Bound<'_, PyAny>) -> PyResult<Vec<Player>> {
    // Iterating a string would give its letters.
    let listed = (!bots.is_instance_of::<PyString>()).then(|| bots.try_iter().ok()).flatten();
    let Some(listed) = listed else {
        return Err(PyTypeError::new_err(format!(
            "bots are a list of texts and functions, such as [\"greedy\"], not {}",
            bots.get_type().name()?
        )));
    };
    listed.map(|bot| player(&bot?)).collect()
}

/// Options and components of a game, for a plan of the laboratory.
fn setup_of(game: &dyn DynGame) -> PyResult<(Value, Option<String>)> {
    check_rules(game)?;
    let options = serde_json::from_str(&game.options()).expect("options are JSON");
    Ok((options, game.components().map(str::to_owned)))
}

/// Runs work without the GIL, in threads or as `mode` says. Ctrl-C or an exception of a function
/// interrupts it.
fn work<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    players: &[Player],
    mode: WorkMode<'_>,
    trouble: &Arc<Interrupt>,
    work: impl Send + FnOnce(&Control<'_>) -> T,
) -> PyResult<T> {
    let functions = players.iter().any(|player| matches!(player, Player::Function(..)));
    // With several threads, the memory of a function would depend on their scheduling.
    let threads = if functions { Some(1) } else { threads };
    let done = py.detach(|| {
        work(&Control { threads, stop: &trouble.stop, progress: &|_, _| {}, work: mode })
    });
    trouble.take().map_or(Ok(done), Err)
}

/// Only an error stops the work, and that error was raised.
const UNSTOPPED: &str = "it is stopped by an error alone";

/// A Python object that has games played by other processes.
struct PythonWorkers<'a> {
    hands: &'a Py<PyAny>,
    trouble: &'a Arc<Interrupt>,
}

impl RemoteWorkers for PythonWorkers<'_> {
    fn found(&self, run: &str, numbers: Range<u64>) -> Option<Vec<String>> {
        let asked = Python::attach(|py| {
            let found =
                self.hands.bind(py).call_method1("found", (run, numbers.start, numbers.end));
            found?.extract()
        });
        asked.map_err(|error| self.trouble.tell(error)).ok()
    }

    fn unreadable(&self, run: &str, number: u64) {
        self.trouble.tell(PyRuntimeError::new_err(format!(
            "what game {number} of the run \"{run}\" came to cannot be read; have the same zashiki on \
             all machines"
        )));
    }
}

/// The kind of a study, with its configuration.
#[derive(Debug)]
enum StudyKind {
    Simulation { plan: SimulateConfig, rows: bool },
    Ladder(LadderConfig),
    Balance(BalanceConfig, Lang),
    Training(TuneConfig),
}

/// A job of the laboratory with its players. It runs in this process, or other processes play parts
/// of its games; the result is the same.
#[pyclass(frozen, name = "_Study", module = "zashiki._zashiki")]
pub struct Study {
    game: Arc<dyn DynGame>,
    players: Vec<Player>,
    asked: StudyKind,
}

#[pymethods]
impl Study {
    /// Parameters of `zashiki.simulate`.
    #[staticmethod]
    #[allow(clippy::fn_params_excessive_bools, reason = "they are keywords in Python")]
    fn simulate(
        game: &Bound<'_, Game>,
        bots: &Bound<'_, PyAny>,
        games: u64,
        seed: u64,
        rotate: bool,
        rows: bool,
    ) -> PyResult<Study> {
        let game = game.get().0.clone();
        let players = players(bots)?;
        let (options, components) = setup_of(&*game)?;
        let plan = SimulateConfig {
            game: game.info().id.to_owned(),
            seats: game.seats().into(),
            games,
            // The players are passed separately.
            bots: String::new(),
            seed,
            options,
            components,
            rotate,
            engines: Default::default(),
        };
        Ok(Study { game, players, asked: StudyKind::Simulation { plan, rows } })
    }

    /// Parameters of `zashiki.ladder`.
    #[staticmethod]
    fn ladder(
        game: &Bound<'_, Game>,
        bots: &Bound<'_, PyAny>,
        games: u64,
        seed: u64,
        steps: bool,
        margin: f64,
    ) -> PyResult<Study> {
        let game = game.get().0.clone();
        let players = players(bots)?;
        let (options, components) = setup_of(&*game)?;
        let contest = LadderConfig {
            game: game.info().id.to_owned(),
            seats: game.seats().into(),
            // The players are passed separately.
            bots: String::new(),
            games,
            seed,
            options,
            components,
            steps,
            margin,
            engines: Default::default(),
        };
        Ok(Study { game, players, asked: StudyKind::Ladder(contest) })
    }

    /// Parameters of `zashiki.balance`.
    #[staticmethod]
    fn balance(
        game: &Bound<'_, Game>,
        bot: String,
        games: u64,
        sims: u32,
        seed: u64,
        lang: &str,
        denied: usize,
    ) -> PyResult<Study> {
        let game = game.get().0.clone();
        let lang = language(lang)?;
        let (options, components) = setup_of(&*game)?;
        let inquiry = BalanceConfig {
            game: game.info().id.to_owned(),
            seats: game.seats().into(),
            options,
            components,
            bot,
            games,
            sims,
            denied,
            seed,
        };
        Ok(Study { game, players: Vec::new(), asked: StudyKind::Balance(inquiry, lang) })
    }

    /// Parameters of `zashiki.train`.
    #[staticmethod]
    fn train(game: &Bound<'_, Game>, bot: String, games: u64, seed: u64) -> PyResult<Study> {
        let game = game.get().0.clone();
        let (options, components) = setup_of(&*game)?;
        let own = game.info().complete_options(&Value::Null).map_err(ApiError::from)?;
        if options != own || components.is_some() {
            return Err(ApiError::from(InputError::new(
                "ネットワークは、ゲームの元の部品と標準のオプションで学習します。Game(id, seats) を渡してください。",
                "A network is trained for a game with its own components and default options; pass Game(id, seats).",
            ))
            .into());
        }
        let (id, seats) = (game.info().id, game.seats());
        let plan = TuneConfig {
            game: id.to_owned(),
            seats: Some(seats.into()),
            games,
            seed,
            weights: None,
            command: format!(
                "zashiki lab train {id} --seats {seats} --bot {bot} --games {games} --seed {seed}"
            ),
            date: lab::today(),
            bot,
        };
        Ok(Study { game, players: Vec::new(), asked: StudyKind::Training(plan) })
    }

    /// Hash of everything on which the games depend. Studies with the same mark have the same
    /// results.
    #[getter]
    fn mark(&self) -> String {
        let names = self.players.iter().map(|player| match player {
            Player::Spec(spec) => spec,
            Player::Function(_, name) => name,
        });
        let asked: Box<dyn Debug> = match &self.asked {
            // Games do not depend on the date.
            StudyKind::Training(plan) => {
                Box::new(TuneConfig { date: String::new(), ..plan.clone() })
            }
            StudyKind::Simulation { plan, .. } => Box::new(plan.clone()),
            StudyKind::Ladder(contest) => Box::new(contest.clone()),
            StudyKind::Balance(inquiry, _) => Box::new(inquiry.clone()),
        };
        let rules = self.game.info().rules_version;
        let names: Vec<&String> = names.collect();
        let follows = (env!("CARGO_PKG_VERSION"), rules, names, format!("{asked:?}"));
        format!("{:08x}", digest(&follows))
    }

    /// Runs the study. Games are played in threads or, if `others` is given, by `others.found(run,
    /// start, stop)`, which returns the results of one or more games from `start` on: lines of
    /// `part`.
    #[pyo3(signature = (threads=None, others=None))]
    fn run<'py>(
        &self,
        py: Python<'py>,
        threads: Option<usize>,
        others: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let trouble = Interrupt::new();
        let hands = others.as_ref().map(|hands| PythonWorkers { hands, trouble: &trouble });
        let plays = hands.as_ref().map_or(WorkMode::Local, |hands| WorkMode::Remote(hands));
        let (game, players) = (&self.game, &self.players[..]);
        match &self.asked {
            StudyKind::Simulation { plan, rows } => {
                let mut sheet = Rows::default();
                let simulated = work(py, threads, players, plays, &trouble, |control| {
                    let output = Output { sheet: &mut sheet, decisions: false, held: vec![] };
                    let output = rows.then_some(output);
                    game.clone().simulate(plan, players, output, control, &trouble)
                })?;
                let Simulated { report, .. } =
                    simulated.map_err(|unfinished| match unfinished {
                        Unfinished::Refused(bad) => PyErr::from(ApiError::from(bad)),
                        Unfinished::Unwritten(error) => error.into(),
                        Unfinished::Stopped(_) => unreachable!("{UNSTOPPED}"),
                    })?;
                let report = json::objects(py, &report)?;
                if *rows {
                    report.set_item("rows", sheet.columns(py, game.seats())?)?;
                }
                Ok(report)
            }
            StudyKind::Ladder(contest) => {
                let ladder = work(py, threads, players, plays, &trouble, |control| {
                    game.clone().ladder(contest, players, control, &trouble)
                })?;
                json::objects(py, &ladder.map_err(ApiError::from)?.expect(UNSTOPPED))
            }
            StudyKind::Balance(inquiry, lang) => {
                let found = work(py, threads, players, plays, &trouble, |control| {
                    lab::balance(inquiry, control)
                })?;
                let found = found.map_err(ApiError::from)?.expect(UNSTOPPED);
                let (measures, page) = py.detach(|| (found.measures(), found.page(*lang)));
                let report = json::objects(py, &measures)?;
                report.set_item("page", page)?;
                Ok(report)
            }
            StudyKind::Training(plan) => {
                let network = work(py, threads, players, plays, &trouble, |control| {
                    lab::train(plan, control)
                })?;
                let network = network.map_err(ApiError::from)?.expect(UNSTOPPED);
                Ok(network.into_pyobject(py)?.into_any())
            }
        }
    }

    /// Plays games `start..stop` of a run in this thread, for another process that runs the study;
    /// returns one line per game.
    fn part(&self, py: Python<'_>, run: String, start: u64, stop: u64) -> PyResult<Vec<String>> {
        let trouble = Interrupt::new();
        let part = WorkPart::new(run.clone(), start..stop);
        let (game, players) = (&self.game, &self.players[..]);
        let done =
            work(py, Some(1), players, WorkMode::Part(&part), &trouble, |control| {
                match &self.asked {
                    StudyKind::Simulation { plan, .. } => {
                        let done = game.clone().simulate(plan, players, None, control, &trouble);
                        match done {
                            Err(Unfinished::Refused(bad)) => Err(bad),
                            _ => Ok(()),
                        }
                    }
                    StudyKind::Ladder(contest) => {
                        game.clone().ladder(contest, players, control, &trouble).map(drop)
                    }
                    StudyKind::Balance(inquiry, _) => lab::balance(inquiry, control).map(drop),
                    StudyKind::Training(plan) => lab::train(plan, control).map(drop),
                }
            })?;
        done.map_err(ApiError::from)?;
        let lines = part.lines();
        if lines.len() as u64 != stop.saturating_sub(start) {
            return Err(ApiError::from(InputError::new(
                format!("この調査の「{run}」に{start}から{stop}までの対局はありません。"),
                format!("The study has no games {start} to {stop} of a run \"{run}\"."),
            ))
            .into());
        }
        Ok(lines)
    }
}

/// Simulates games between bots and returns statistics. See the stub for the arguments.
#[pyfunction]
#[pyo3(signature = (game, bots, games=100, seed=1, threads=None, rotate=false, rows=false))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn simulate<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    bots: &Bound<'py, PyAny>,
    games: u64,
    seed: u64,
    threads: Option<usize>,
    rotate: bool,
    rows: bool,
) -> PyResult<Bound<'py, PyAny>> {
    Study::simulate(game, bots, games, seed, rotate, rows)?.run(py, threads, None)
}

/// Ranks bots by games between each pair of them. See the stub for the arguments.
#[pyfunction]
#[pyo3(signature = (game, bots, games=1000, seed=1, threads=None, steps=false, margin=50.0))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn ladder<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    bots: &Bound<'py, PyAny>,
    games: u64,
    seed: u64,
    threads: Option<usize>,
    steps: bool,
    margin: f64,
) -> PyResult<Bound<'py, PyAny>> {
    Study::ladder(game, bots, games, seed, steps, margin)?.run(py, threads, None)
}

/// Measures the balance of the rules and components of a game. See the stub for the arguments.
#[pyfunction]
#[pyo3(signature = (game, bot="greedy", games=400, sims=50, seed=1, threads=None, lang="en", denied=6))]
#[allow(clippy::too_many_arguments, reason = "they are keywords in Python")]
pub fn balance<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    bot: &str,
    games: u64,
    sims: u32,
    seed: u64,
    threads: Option<usize>,
    lang: &str,
    denied: usize,
) -> PyResult<Bound<'py, PyAny>> {
    Study::balance(game, bot.to_owned(), games, sims, seed, lang, denied)?.run(py, threads, None)
}

/// Trains a value network that corrects the heuristic of a game. See the stub for the arguments.
#[pyfunction]
#[pyo3(signature = (game, bot="greedy", games=1000, seed=1, threads=None))]
pub fn train<'py>(
    py: Python<'py>,
    game: &Bound<'py, Game>,
    bot: &str,
    games: u64,
    seed: u64,
    threads: Option<usize>,
) -> PyResult<Bound<'py, PyAny>> {
    Study::train(game, bot.to_owned(), games, seed)?.run(py, threads, None)
}
