//! `zashiki.Batch`: many matches at once, stepped in Rust threads, whose results are written to
//! fixed arrays.

use std::sync::{Arc, Mutex, MutexGuard, TryLockError};

use numpy::ndarray::Dimension;
use numpy::{
    Element, PyArray, PyArray1, PyArray2, PyArrayMethods as _, PyReadonlyArray1,
    PyUntypedArrayMethods as _,
};
use pyo3::exceptions::{PyRuntimeError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PySlice, PyTuple};
use zashiki_core::{LocalizedText, MAX_SUB_ACTIONS};

use crate::classes::Game;
use crate::dyn_batch::{BatchPlan, DynBatch, Rotation, Rows, Widths, Workers};
use crate::dyn_game::DynGame;
use crate::errors::ApiError;
use crate::interrupt::Interrupt;
use crate::pool::Pool;

/// Many matches at once.
///
/// Batch(game, plays, bots=None, form="actions", rotate=False, seed=0, threads=None, learner=None, flat=False, parallel=False)
#[pyclass(frozen, module = "zashiki")]
pub struct Batch {
    game: Arc<dyn DynGame>,
    plan: BatchPlan,
    /// The mutable part, locked for the duration of one Python call. A second call at the same time
    /// fails at once instead of waiting.
    inner: Mutex<Inner>,
    observations: Py<PyArray2<f32>>,
    final_observations: Py<PyArray2<f32>>,
    masks: Py<PyArray2<bool>>,
    seats: Py<PyArray1<i64>>,
    players: Py<PyArray1<i64>>,
    factors: Py<PyArray1<i64>>,
    choices: Py<PyArray2<i16>>,
    rewards: Py<PyArray2<f32>>,
    dones: Py<PyArray1<bool>>,
}

/// The part of a batch that its methods change.
struct Inner {
    batch: Box<dyn DynBatch>,
    pool: Pool,
    /// True while a step is running. If it stays true, the step was interrupted and the matches are
    /// inconsistent.
    mid_step: bool,
}

impl Batch {
    /// Builds a batch with empty arrays. Its matches are not started yet, or, if restored, not written
    /// to the arrays yet.
    fn with_arrays(
        py: Python<'_>,
        game: Arc<dyn DynGame>,
        plan: BatchPlan,
        batch: Box<dyn DynBatch>,
        threads: Option<usize>,
    ) -> Batch {
        let Widths { observation, mask, seats, acting } = batch.widths();
        let plays = plan.plays;
        let rows = plays * acting;
        Batch {
            game,
            plan,
            inner: Mutex::new(Inner { batch, pool: Pool::new(threads), mid_step: true }),
            observations: PyArray2::zeros(py, [rows, observation], false).unbind(),
            final_observations: PyArray2::zeros(py, [rows, observation], false).unbind(),
            masks: PyArray2::zeros(py, [rows, mask], false).unbind(),
            seats: PyArray1::zeros(py, rows, false).unbind(),
            players: PyArray1::zeros(py, rows, false).unbind(),
            factors: PyArray1::zeros(py, rows, false).unbind(),
            choices: PyArray2::zeros(py, [rows, MAX_SUB_ACTIONS], false).unbind(),
            rewards: PyArray2::zeros(py, [plays, seats], false).unbind(),
            dones: PyArray1::zeros(py, plays, false).unbind(),
        }
    }

    /// The array as Python code gets it: if all seats act at once, with an axis of seats after that of
    /// matches.
    fn shown<T: Element, D: Dimension>(
        &self,
        py: Python<'_>,
        array: &Py<PyArray<T, D>>,
    ) -> PyResult<Py<PyAny>> {
        let array = array.bind(py);
        if !self.plan.parallel {
            return Ok(array.clone().into_any().unbind());
        }
        let mut shape = vec![self.plan.plays, self.game.seats().into()];
        shape.extend(&array.shape()[1..]);
        Ok(array.call_method1("reshape", (PyTuple::new(py, shape)?,))?.unbind())
    }

    /// Shape of the array of actions that a step takes.
    fn shape_of_actions(&self) -> Vec<usize> {
        match self.plan.parallel {
            true => vec![self.plan.plays, self.game.seats().into()],
            false => vec![self.plan.plays],
        }
    }

    /// Locks the mutable part for this call.
    fn inner(&self) -> PyResult<MutexGuard<'_, Inner>> {
        match self.inner.try_lock() {
            Ok(inner) => Ok(inner),
            // A step that panicked has left `mid_step` set.
            Err(TryLockError::Poisoned(inner)) => Ok(inner.into_inner()),
            Err(TryLockError::WouldBlock) => Err(PyRuntimeError::new_err(
                "another thread steps this batch, or did when this process was forked; wait for it, or \
                 make a Batch for each thread and process",
            )),
        }
    }

    /// Locks the mutable part and checks that no step was interrupted.
    fn consistent(&self) -> PyResult<MutexGuard<'_, Inner>> {
        let inner = self.inner()?;
        if inner.mid_step {
            return Err(PyRuntimeError::new_err(
                "an earlier step of this batch was interrupted, so its matches are inconsistent; call \
                 reset() for new ones, or continue with a copy made before",
            ));
        }
        Ok(inner)
    }

    /// Runs `work` on the arrays without holding the GIL (Python's global interpreter lock). Ctrl-C
    /// interrupts it.
    fn work(
        &self,
        py: Python<'_>,
        inner: &mut Inner,
        work: impl FnOnce(&mut dyn DynBatch, Rows<'_>, Workers<'_>) + Send,
    ) -> PyResult<()> {
        let in_use = |_| PyValueError::new_err("the arrays of this batch are in use elsewhere");
        let mut observations = self.observations.bind(py).try_readwrite().map_err(in_use)?;
        let mut finals = self.final_observations.bind(py).try_readwrite().map_err(in_use)?;
        let mut masks = self.masks.bind(py).try_readwrite().map_err(in_use)?;
        let mut seats = self.seats.bind(py).try_readwrite().map_err(in_use)?;
        let mut players = self.players.bind(py).try_readwrite().map_err(in_use)?;
        let mut factors = self.factors.bind(py).try_readwrite().map_err(in_use)?;
        let mut choices = self.choices.bind(py).try_readwrite().map_err(in_use)?;
        let mut rewards = self.rewards.bind(py).try_readwrite().map_err(in_use)?;
        let mut dones = self.dones.bind(py).try_readwrite().map_err(in_use)?;
        let rows = Rows {
            observations: observations.as_slice_mut()?,
            final_observations: finals.as_slice_mut()?,
            masks: masks.as_slice_mut()?,
            seats: seats.as_slice_mut()?,
            players: players.as_slice_mut()?,
            factors: factors.as_slice_mut()?,
            choices: choices.as_slice_mut()?,
            rewards: rewards.as_slice_mut()?,
            dones: dones.as_slice_mut()?,
        };
        let interrupt = Interrupt::new();
        let Inner { batch, pool, mid_step } = inner;
        let workers = Workers { pool, stop: &interrupt.stop };
        *mid_step = true;
        py.detach(|| work(&mut **batch, rows, workers));
        match interrupt.take() {
            Some(error) => Err(error),
            None => {
                *mid_step = false;
                Ok(())
            }
        }
    }
}

#[pymethods]
impl Batch {
    #[new]
    #[pyo3(signature = (game, plays, bots=None, form="actions", rotate=None, seed=0, threads=None, learner=None, flat=false, parallel=false), text_signature = "(game, plays, bots=None, form=\"actions\", rotate=False, seed=0, threads=None, learner=None, flat=False, parallel=False)")]
    #[expect(clippy::too_many_arguments, reason = "they have names in Python")]
    fn new(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        plays: usize,
        bots: Option<Vec<Option<String>>>,
        form: &str,
        rotate: Option<&Bound<'_, PyAny>>,
        seed: u64,
        threads: Option<usize>,
        learner: Option<usize>,
        flat: bool,
        parallel: bool,
    ) -> PyResult<Batch> {
        let game = game.get().0.clone();
        let by_choices = match form {
            "actions" => false,
            "choices" => true,
            _ => return Err(unknown_form(form).into()),
        };
        check_size(plays, threads)?;
        let rotation = rotate.map_or(Ok(Rotation::Fixed), rotation)?;
        let bots = bots.unwrap_or_default();
        let plan = BatchPlan { plays, bots, rotation, learner, flat, by_choices, parallel, seed };
        let batch = game.clone().batch(plan.clone())?;
        let new = Batch::with_arrays(py, game, plan, batch, threads);
        new.reset(py)?;
        Ok(new)
    }

    /// Replaces all matches by new ones.
    fn reset(&self, py: Python<'_>) -> PyResult<()> {
        let mut inner = self.inner()?;
        self.work(py, &mut inner, |batch, rows, workers| batch.begin(rows, workers))
    }

    /// Applies an action in each match, given as an array of one integer per match; a match whose integer
    /// is -1 stays as it is. If one of them is illegal, no match changes.
    fn step(&self, py: Python<'_>, actions: &Bound<'_, PyAny>) -> PyResult<()> {
        let actions = whole_numbers(actions, &self.shape_of_actions())?;
        let actions = actions.as_slice()?;
        let mut inner = self.consistent()?;
        if let Some(index) = inner.batch.first_illegal(actions) {
            return Err(inner.batch.why_illegal(index, actions[index]).into());
        }
        self.work(py, &mut inner, |batch, rows, workers| batch.step(actions, rows, workers))
    }

    /// Gives bots to a player for the rest of the current matches, and plays on where they must decide.
    /// `which` has for each match an index into `bots`, or -1 for no change.
    fn seat_bots(
        &self,
        py: Python<'_>,
        player: usize,
        bots: Vec<String>,
        which: &Bound<'_, PyAny>,
    ) -> PyResult<()> {
        let which = whole_numbers(which, &[self.plan.plays])?;
        let which = which.as_slice()?;
        let mut inner = self.consistent()?;
        inner.batch.check_bots(player, &bots, which)?;
        self.work(py, &mut inner, |batch, rows, workers| {
            batch.seat_bots(player, &bots, which, rows, workers);
        })
    }

    /// Restores a batch from its saved form, for copies and pickles.
    #[staticmethod]
    #[expect(clippy::too_many_arguments, reason = "they are what a pickle holds")]
    fn _resume(
        py: Python<'_>,
        game: &Bound<'_, Game>,
        bots: Vec<Option<String>>,
        by_choices: bool,
        rotate: &Bound<'_, PyAny>,
        seed: u64,
        threads: Option<usize>,
        form_of_arrays: (Option<usize>, bool, bool),
        saved: &str,
        rewards: &Bound<'_, PyAny>,
        dones: &Bound<'_, PyAny>,
        final_observations: &Bound<'_, PyAny>,
    ) -> PyResult<Batch> {
        let game = game.get().0.clone();
        let plays = dones.len()?;
        check_size(plays, threads)?;
        let rotation = rotation(rotate)?;
        let (learner, flat, parallel) = form_of_arrays;
        let plan = BatchPlan { plays, bots, rotation, learner, flat, by_choices, parallel, seed };
        let batch = py.detach(|| game.clone().resume_batch(plan.clone(), saved))?;
        let new = Batch::with_arrays(py, game, plan, batch, threads);
        let mut inner = new.inner()?;
        new.work(py, &mut inner, |batch, rows, workers| batch.show(rows, workers))?;
        drop(inner);
        let all = PySlice::full(py);
        new.rewards.bind(py).set_item(&all, rewards)?;
        new.dones.bind(py).set_item(&all, dones)?;
        new.final_observations.bind(py).set_item(&all, final_observations)?;
        Ok(new)
    }

    fn __reduce__<'py>(
        &self,
        py: Python<'py>,
    ) -> PyResult<(Bound<'py, PyAny>, Bound<'py, PyTuple>)> {
        self.game.check_rules()?;
        let (saved, threads) = {
            let inner = &mut *self.consistent()?;
            let batch = &mut *inner.batch;
            (py.detach(move || batch.save()), inner.pool.wanted())
        };
        let BatchPlan { bots, rotation, learner, flat, by_choices, parallel, seed, .. } =
            &self.plan;
        let rotate = match rotation {
            Rotation::Fixed => false.into_pyobject(py)?.to_owned().into_any(),
            Rotation::ByMatch => true.into_pyobject(py)?.to_owned().into_any(),
            Rotation::Random => AT_RANDOM.into_pyobject(py)?.into_any(),
        };
        let arguments = (
            Game(self.game.clone()),
            bots,
            *by_choices,
            rotate,
            *seed,
            threads,
            (*learner, *flat, *parallel),
            saved,
            self.rewards.bind(py).call_method0("copy")?,
            self.dones.bind(py).call_method0("copy")?,
            self.final_observations.bind(py).call_method0("copy")?,
        );
        Ok((py.get_type::<Batch>().getattr("_resume")?, arguments.into_pyobject(py)?))
    }

    /// Number of matches.
    fn __len__(&self) -> usize {
        self.plan.plays
    }

    /// The game that is played.
    #[getter]
    fn game(&self) -> Game {
        Game(self.game.clone())
    }

    /// Observations of the seats whose decision the caller must make, one row per match.
    #[getter]
    fn observations(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.shown(py, &self.observations)
    }

    /// Observations of the ended states of the matches that ended in this step, for the learner, or
    /// without one for the seat that decided last among those of the caller. Rows of other matches are
    /// from earlier steps.
    #[getter]
    fn final_observations(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.shown(py, &self.final_observations)
    }

    /// Array with a row per match and an element per action or sub-action number: True if it is legal.
    #[getter]
    fn masks(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.shown(py, &self.masks)
    }

    /// The seats whose decision the caller must make, one per match.
    #[getter]
    fn seats(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.shown(py, &self.seats)
    }

    /// The players whose decision the caller must make, one per match: indices into the list of bots.
    #[getter]
    fn players(&self, py: Python<'_>) -> PyResult<Py<PyAny>> {
        self.shown(py, &self.players)
    }

    /// Indices into game.factors of the kinds of the next sub-actions; None if the caller chooses whole
    /// actions.
    #[getter]
    fn factors(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.plan.by_choices.then(|| self.shown(py, &self.factors)).transpose()
    }

    /// Sub-actions chosen so far for the current action, padded with -1; None if the caller chooses
    /// whole actions.
    #[getter]
    fn choices(&self, py: Python<'_>) -> PyResult<Option<Py<PyAny>>> {
        self.plan.by_choices.then(|| self.shown(py, &self.choices)).transpose()
    }

    /// Payoffs of the matches that ended in this step; 0 for others.
    #[getter]
    fn rewards(&self, py: Python<'_>) -> Py<PyArray2<f32>> {
        self.rewards.clone_ref(py)
    }

    /// True for matches that ended in this step and were replaced.
    #[getter]
    fn dones(&self, py: Python<'_>) -> Py<PyArray1<bool>> {
        self.dones.clone_ref(py)
    }

    fn __repr__(&self) -> String {
        let (plays, game) = (self.plan.plays, self.game.info().id);
        format!("<Batch of {plays} plays of {game} with {} seats>", self.game.seats())
    }
}

/// The value of `rotate` for [`Rotation::Random`].
const AT_RANDOM: &str = "random";

/// Reads the argument `rotate`: a boolean, or `"random"`.
fn rotation(rotate: &Bound<'_, PyAny>) -> PyResult<Rotation> {
    if let Ok(rotate) = rotate.extract::<bool>() {
        return Ok(if rotate { Rotation::ByMatch } else { Rotation::Fixed });
    }
    if rotate.extract::<String>().is_ok_and(|rotate| rotate == AT_RANDOM) {
        return Ok(Rotation::Random);
    }
    let given: String = rotate.repr()?.to_string_lossy().chars().take(40).collect();
    Err(ApiError::Bad(LocalizedText::new(
        format!("rotate は True、False か \"{AT_RANDOM}\" です。{given} ではありません。"),
        format!("rotate is True, False or \"{AT_RANDOM}\", not {given}."),
    ))
    .into())
}

fn unknown_form(form: &str) -> ApiError {
    let form: String = form.chars().take(40).collect();
    ApiError::Bad(LocalizedText::new(
        format!("「{form}」という形はありません。\"actions\" か \"choices\" を使ってください。"),
        format!("There is no form \"{form}\"; there is \"actions\" and \"choices\"."),
    ))
}

/// The maximum number of matches in a batch, and the maximum number of threads. Larger values are
/// assumed to be typing errors.
const MAX_PLAYS: usize = 1 << 20;
const MAX_THREADS: usize = 1024;

fn check_size(plays: usize, threads: Option<usize>) -> Result<(), ApiError> {
    let in_range = |number, max| (1..=max).contains(&number);
    if in_range(plays, MAX_PLAYS) && threads.is_none_or(|threads| in_range(threads, MAX_THREADS)) {
        return Ok(());
    }
    Err(ApiError::Bad(LocalizedText::new(
        format!("プレイは1〜{MAX_PLAYS}、スレッドは1〜{MAX_THREADS}にしてください。"),
        format!("A batch has 1 to {MAX_PLAYS} plays and 1 to {MAX_THREADS} threads."),
    )))
}

/// Converts a Python object to an int64 array of exactly this shape, and to one dimension.
fn whole_numbers<'py>(
    array: &Bound<'py, PyAny>,
    wanted: &[usize],
) -> PyResult<PyReadonlyArray1<'py, i64>> {
    let numpy = array.py().import("numpy")?;
    let array = numpy.call_method1("asarray", (array,))?;
    let kind: String = array.getattr("dtype")?.getattr("kind")?.extract()?;
    if kind != "i" && kind != "u" {
        let dtype = array.getattr("dtype")?;
        return Err(PyTypeError::new_err(format!(
            "actions are whole numbers (an array of int64), not of type {dtype}"
        )));
    }
    let shape: Vec<usize> = array.getattr("shape")?.extract()?;
    if shape != wanted {
        let plays = wanted[0];
        return Err(PyValueError::new_err(match wanted.get(1) {
            None => format!(
                "one action is wanted for each of {plays} plays: an array of shape ({plays},), not {shape:?}"
            ),
            Some(seats) => format!(
                "one action is wanted for each of {seats} seats of {plays} plays: an array of shape ({plays}, {seats}), not {shape:?}"
            ),
        }));
    }
    if kind == "u" {
        // Conversion to int64 would wrap around.
        let max = array.call_method0("max").and_then(|max| max.extract::<u64>())?;
        if i64::try_from(max).is_err() {
            return Err(PyValueError::new_err(format!(
                "{max} is no action; take numbers for which masks says True"
            )));
        }
    }
    let array =
        numpy.call_method1("ascontiguousarray", (array, "int64"))?.call_method1("ravel", ())?;
    array.extract::<PyReadonlyArray1<'py, i64>>()
}
