//! The class `_Study` of the package: a study (a series of games by bots) with its configuration.

use std::fmt::Debug;
use std::ops::Range;
use std::sync::Arc;

use lab::{
    BalanceConfig, Control, LadderConfig, Origin, Output, RemoteWorkers, SimulateConfig, Simulated,
    TimeModel, TrainConfig, TuneConfig, Unfinished, WorkMode, WorkPart,
};
use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use serde_json::Value;
use zashiki_core::{InputError, Lang, digest};

use super::players::players;
use super::rows::Rows;
use crate::classes::Game;
use crate::convert::language;
use crate::dyn_game::{DynGame, Player};
use crate::errors::ApiError;
use crate::interrupt::Interrupt;
use crate::json;

/// Options and components of a game, in the form that the laboratory's configurations need.
fn options_and_components(game: &dyn DynGame) -> PyResult<(Value, Option<String>)> {
    game.check_rules()?;
    let options = serde_json::from_str(&game.options()).expect("options are JSON");
    Ok((options, game.components().map(str::to_owned)))
}

/// Runs work without holding the GIL (Python's global interpreter lock), in threads or as `mode` says.
/// Ctrl-C interrupts it, and so does an exception in a Python function.
fn work<T: Send>(
    py: Python<'_>,
    threads: Option<usize>,
    players: &[Player],
    mode: WorkMode<'_>,
    interrupt: &Arc<Interrupt>,
    work: impl Send + FnOnce(&Control<'_>) -> T,
) -> PyResult<T> {
    let functions = players.iter().any(|player| matches!(player, Player::Function(..)));
    // With several threads, the memory of a function would depend on their scheduling.
    let threads = if functions { Some(1) } else { threads };
    let done = py.detach(|| {
        work(&Control { threads, stop: &interrupt.stop, progress: &|_, _| {}, work: mode })
    });
    interrupt.take().map_or(Ok(done), Err)
}

/// The message of a panic that cannot happen: only an error stops a study, and errors are raised first.
const UNSTOPPED: &str = "only an error stops a study";

/// A Python object that lets other processes play a part of the games.
struct PythonWorkers<'a> {
    workers: &'a Py<PyAny>,
    interrupt: &'a Arc<Interrupt>,
}

impl RemoteWorkers for PythonWorkers<'_> {
    fn found(&self, run: &str, numbers: Range<u64>) -> Option<Vec<String>> {
        let lines = Python::attach(|py| {
            let found =
                self.workers.bind(py).call_method1("found", (run, numbers.start, numbers.end));
            found?.extract()
        });
        lines.map_err(|error| self.interrupt.raise(error)).ok()
    }

    fn unreadable(&self, run: &str, number: u64) {
        self.interrupt.raise(PyRuntimeError::new_err(format!(
            "what game {number} of the run \"{run}\" came to cannot be read; have the same zashiki on \
             all machines"
        )));
    }
}

/// The kind of study, with its configuration.
#[derive(Debug)]
enum StudyKind {
    Simulation { config: SimulateConfig, rows: bool, decisions: bool },
    Ladder(LadderConfig),
    Balance(BalanceConfig, Lang),
    Training(TrainConfig),
}

/// A study of the laboratory with its players. All its games run in this process, or other processes
/// play some of them; the result is the same.
#[pyclass(frozen, name = "_Study", module = "zashiki._zashiki")]
pub struct Study {
    game: Arc<dyn DynGame>,
    players: Vec<Player>,
    kind: StudyKind,
}

#[pymethods]
impl Study {
    /// Builds a study from the parameters of `zashiki.simulate`.
    #[staticmethod]
    #[pyo3(signature = (game, bots, games, seed, rotate, rows, decisions=false))]
    #[allow(clippy::fn_params_excessive_bools, reason = "they are keywords in Python")]
    pub fn simulate(
        game: &Bound<'_, Game>,
        bots: &Bound<'_, PyAny>,
        games: u64,
        seed: u64,
        rotate: bool,
        rows: bool,
        decisions: bool,
    ) -> PyResult<Study> {
        let game = game.get().0.clone();
        let players = players(bots)?;
        let (options, components) = options_and_components(&*game)?;
        let config = SimulateConfig {
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
        Ok(Study { game, players, kind: StudyKind::Simulation { config, rows, decisions } })
    }

    /// Builds a study from the parameters of `zashiki.ladder`.
    #[staticmethod]
    pub fn ladder(
        game: &Bound<'_, Game>,
        bots: &Bound<'_, PyAny>,
        games: u64,
        seed: u64,
        steps: bool,
        margin: f64,
    ) -> PyResult<Study> {
        let game = game.get().0.clone();
        let players = players(bots)?;
        let (options, components) = options_and_components(&*game)?;
        let config = LadderConfig {
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
        Ok(Study { game, players, kind: StudyKind::Ladder(config) })
    }

    /// Builds a study from the parameters of `zashiki.balance`.
    #[staticmethod]
    pub fn balance(
        game: &Bound<'_, Game>,
        population: String,
        games: u64,
        sims: u32,
        seed: u64,
        lang: &str,
        denied: usize,
    ) -> PyResult<Study> {
        let game = game.get().0.clone();
        let lang = language(lang)?;
        let (options, components) = options_and_components(&*game)?;
        let config = BalanceConfig {
            game: game.info().id.to_owned(),
            seats: game.seats().into(),
            options,
            components,
            population,
            games,
            sims,
            denied,
            seed,
            time_model: TimeModel::default(),
        };
        Ok(Study { game, players: Vec::new(), kind: StudyKind::Balance(config, lang) })
    }

    /// Builds a study from the parameters of `zashiki.train`.
    #[staticmethod]
    pub fn train(game: &Bound<'_, Game>, bot: String, games: u64, seed: u64) -> PyResult<Study> {
        let game = game.get().0.clone();
        let (options, components) = options_and_components(&*game)?;
        let own = game.info().complete_options(&Value::Null).map_err(ApiError::from)?;
        if options != own || components.is_some() {
            return Err(ApiError::from(InputError::new(
                "ネットワークは、ゲームの元の内容物と標準のオプションで学習します。Game(id, seats) を渡してください。",
                "A network is trained for a game with its own components and default options; pass Game(id, seats).",
            ))
            .into());
        }
        let (id, seats) = (game.info().id, game.seats());
        let config = TuneConfig {
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
        let kind = StudyKind::Training(TrainConfig::new(config));
        Ok(Study { game, players: Vec::new(), kind })
    }

    /// Hash of everything on which the games depend, for example the configuration and the versions.
    /// Studies with the same hash have the same results.
    #[getter]
    fn mark(&self) -> String {
        let names = self.players.iter().map(|player| match player {
            Player::Spec(spec) => spec,
            Player::Function(_, name) => name,
        });
        let config: Box<dyn Debug> = match &self.kind {
            // Games do not depend on the date.
            StudyKind::Training(config) => {
                let play = TuneConfig { date: String::new(), ..config.play.clone() };
                Box::new(TrainConfig { play, ..config.clone() })
            }
            StudyKind::Simulation { config, .. } => Box::new(config.clone()),
            StudyKind::Ladder(config) => Box::new(config.clone()),
            StudyKind::Balance(config, _) => Box::new(config.clone()),
        };
        let rules = self.game.info().rules_version;
        let names: Vec<&String> = names.collect();
        let inputs = (env!("CARGO_PKG_VERSION"), rules, names, format!("{config:?}"));
        format!("{:08x}", digest(&inputs))
    }

    /// Runs the study. Games are played in threads or, if `others` is given, by `others.found(run,
    /// start, stop)`, which returns the results of one or more games from `start` on: lines of
    /// `part`.
    #[pyo3(signature = (threads=None, others=None))]
    pub fn run<'py>(
        &self,
        py: Python<'py>,
        threads: Option<usize>,
        others: Option<Py<PyAny>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let interrupt = Interrupt::new();
        let workers =
            others.as_ref().map(|workers| PythonWorkers { workers, interrupt: &interrupt });
        let mode = workers.as_ref().map_or(WorkMode::Local, |workers| WorkMode::Remote(workers));
        let (game, players) = (&self.game, &self.players[..]);
        match &self.kind {
            StudyKind::Simulation { config, rows, decisions } => {
                let (rows, decisions) = (*rows, *decisions);
                let mut sheet = Rows::default();
                let simulated = work(py, threads, players, mode, &interrupt, |control| {
                    let output = Output { sheet: &mut sheet, decisions, held: vec![] };
                    let output = (rows || decisions).then_some(output);
                    game.clone().simulate(config, players, output, control, &interrupt)
                })?;
                let Simulated { report, .. } =
                    simulated.map_err(|unfinished| match unfinished {
                        Unfinished::Refused(error) => PyErr::from(ApiError::from(error)),
                        Unfinished::Unwritten(error) => error.into(),
                        Unfinished::Stopped(_) => unreachable!("{UNSTOPPED}"),
                    })?;
                let report = json::objects(py, &report)?;
                if rows {
                    report.set_item("rows", sheet.columns(py, game.seats())?)?;
                }
                if decisions {
                    report.set_item("decision_rows", sheet.decisions(py, game.seats())?)?;
                }
                Ok(report)
            }
            StudyKind::Ladder(config) => {
                let ladder = work(py, threads, players, mode, &interrupt, |control| {
                    game.clone().ladder(config, players, control, &interrupt)
                })?;
                json::objects(py, &ladder.map_err(ApiError::from)?.expect(UNSTOPPED))
            }
            StudyKind::Balance(config, lang) => {
                let report = work(py, threads, players, mode, &interrupt, |control| {
                    lab::balance(config, control)
                })?;
                let report = report.map_err(ApiError::from)?.expect(UNSTOPPED);
                let (measures, page) =
                    py.detach(|| (report.measures(), report.page(*lang, &Origin::default())));
                let report = json::objects(py, &measures)?;
                report.set_item("page", page)?;
                Ok(report)
            }
            StudyKind::Training(config) => {
                let network = work(py, threads, players, mode, &interrupt, |control| {
                    lab::train(config, control)
                })?;
                let network = network.map_err(ApiError::from)?.expect(UNSTOPPED);
                Ok(network.into_pyobject(py)?.into_any())
            }
        }
    }

    /// Plays games `start..stop` of a run in this thread, for another process that runs the study;
    /// returns one line per game.
    fn part(&self, py: Python<'_>, run: String, start: u64, stop: u64) -> PyResult<Vec<String>> {
        let interrupt = Interrupt::new();
        let part = WorkPart::new(run.clone(), start..stop);
        let (game, players) = (&self.game, &self.players[..]);
        let done = work(py, Some(1), players, WorkMode::Part(&part), &interrupt, |control| {
            match &self.kind {
                StudyKind::Simulation { config, .. } => {
                    let done = game.clone().simulate(config, players, None, control, &interrupt);
                    match done {
                        Err(Unfinished::Refused(error)) => Err(error),
                        _ => Ok(()),
                    }
                }
                StudyKind::Ladder(config) => {
                    game.clone().ladder(config, players, control, &interrupt).map(drop)
                }
                StudyKind::Balance(config, _) => lab::balance(config, control).map(drop),
                StudyKind::Training(config) => lab::train(config, control).map(drop),
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
