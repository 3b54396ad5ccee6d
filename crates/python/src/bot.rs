//! The class `zashiki.Bot`: a built-in bot.

use std::any::Any;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use zashiki_core::{LocalizedText, Seat};

use crate::classes::{Game, State};
use crate::dyn_game::{DynGame, DynState};
use crate::errors::ApiError;
use crate::interrupt::searching;
use crate::json;

/// A built-in bot. It reads only the information state of its seat.
///
/// Bot(spec, game, seed=0)
#[pyclass(frozen, module = "zashiki")]
pub struct Bot {
    spec: String,
    game: Arc<dyn DynGame>,
    seed: u64,
    /// The bot and its mutable data, locked while the bot chooses an action.
    inner: Mutex<BotState>,
    /// Id of the process that last used the bot.
    process: AtomicU32,
}

/// The parts of a pickle: the class, its arguments, and the bot's state together with the game in which
/// it last decided.
type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>, (String, Game));

/// The mutable part of a bot.
struct BotState {
    bot: Box<dyn Any + Send>,
    /// The game in which the bot last decided.
    last_game: Arc<dyn DynGame>,
}

impl Bot {
    /// Marks the bot as used by this process. After a fork, a thread that was using the bot does
    /// not exist in the child, so waiting for its lock would block forever.
    fn enter(&self) -> PyResult<()> {
        let process = process::id();
        if self.process.load(Ordering::Relaxed) == process {
            return Ok(());
        }
        if let Err(TryLockError::WouldBlock) = self.inner.try_lock() {
            return Err(PyRuntimeError::new_err(
                "another thread asked this bot something when this process was forked, so its copy \
                 here is not whole; make a new Bot in this process",
            ));
        }
        self.process.store(process, Ordering::Relaxed);
        Ok(())
    }

    fn lock(&self) -> MutexGuard<'_, BotState> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The bot's state as JSON, and the game in which the bot last decided.
    fn state(&self, py: Python<'_>) -> PyResult<(String, Game)> {
        self.enter()?;
        py.detach(|| {
            let state = self.lock();
            state.last_game.check_rules()?;
            Ok((self.game.save_bot(&*state.bot), Game(state.last_game.clone())))
        })
    }

    /// Converts a seat number to a seat, and checks that the bot was created for the game of the state.
    fn seat(&self, state: &dyn DynState, number: i64) -> Result<Seat, ApiError> {
        self.check(&*state.game())?;
        state.game().seat(number)
    }

    /// Checks that the bot was created for this game.
    ///
    /// # Errors
    /// Returns an error if the bot was created for another game.
    fn check(&self, game: &dyn DynGame) -> Result<(), ApiError> {
        let (its, ours) = (game.info(), self.game.info());
        if its.id != ours.id {
            return Err(ApiError::Bad(LocalizedText::new(
                format!(
                    "このボットは「{}」のものです。「{}」のボットを作ってください。",
                    ours.name.ja, its.name.ja
                ),
                format!(
                    "This bot was made for another game, {}; make one for {}.",
                    ours.name.en, its.name.en
                ),
            )));
        }
        Ok(())
    }
}

#[pymethods]
impl Bot {
    #[new]
    #[pyo3(signature = (spec, game, seed=0))]
    fn new(spec: String, game: &Bound<'_, Game>, seed: u64) -> PyResult<Bot> {
        let game = game.get().0.clone();
        let inner = BotState { bot: game.bot(&spec, seed)?, last_game: game.clone() };
        Ok(Bot { spec, game, seed, inner: Mutex::new(inner), process: process::id().into() })
    }

    /// Spec of the bot, with which it was created.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// Number of the action that the bot chooses for a seat that is to decide. Releases the GIL.
    #[pyo3(signature = (state, seat))]
    fn choose(&self, py: Python<'_>, state: PyRef<'_, State>, seat: i64) -> PyResult<i64> {
        let state = &state.0;
        let seat = self.seat(&**state, seat)?;
        self.enter()?;
        let chosen = searching(py, || {
            let mut inner = self.lock();
            inner.last_game = state.game();
            state.choose(seat, &mut *inner.bot)
        })?;
        Ok(chosen?)
    }

    /// Advice for a seat that is to decide: the best actions with reasons and win probabilities of
    /// all seats. Only bots that search give advice. Releases the GIL.
    fn advise<'py>(
        &self,
        py: Python<'py>,
        state: PyRef<'py, State>,
        seat: i64,
    ) -> PyResult<Bound<'py, PyAny>> {
        let state = &state.0;
        let seat = self.seat(&**state, seat)?;
        let advice = searching(py, || state.advise(seat, &self.spec))??;
        json::loads(py, &advice)
    }

    /// Restores the state of another bot of the same spec, game and seed, for copies and pickles.
    fn __setstate__(&self, py: Python<'_>, state: (String, PyRef<'_, Game>)) -> PyResult<()> {
        self.enter()?;
        let (saved, last_game) = (state.0, state.1.0.clone());
        py.detach(|| {
            let mut inner = self.lock();
            self.check(&*last_game)?;
            last_game.restore_bot(&mut *inner.bot, &saved)?;
            inner.last_game = last_game;
            Ok(())
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        self.game.check_rules()?;
        let arguments = (&self.spec, Game(self.game.clone()), self.seed).into_pyobject(py)?;
        Ok((py.get_type::<Bot>().into_any(), arguments, self.state(py)?))
    }

    fn __repr__(&self) -> String {
        format!("<Bot {}>", self.spec)
    }
}
