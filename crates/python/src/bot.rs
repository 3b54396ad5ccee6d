//! `zashiki.Bot`.

use std::any::Any;
use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, TryLockError};

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use zashiki_core::{LocalizedText, Seat};

use crate::any::{AnyGame, AnyState};
use crate::errors::Refused;
use crate::game::{Game, check_rules, seat};
use crate::json;
use crate::state::State;
use crate::trouble::searching;

/// A player that thinks. It sees of a state what its seat may know, and nothing else.
///
/// Bot(spec, game, seed=0)
#[pyclass(frozen, module = "zashiki")]
pub struct Bot {
    spec: String,
    game: Arc<dyn AnyGame>,
    seed: u64,
    /// A bot is asked one question after the other.
    mind: Mutex<Mind>,
    /// The id of the process in which it was last asked.
    process: AtomicU32,
}

/// What a pickle has: the class, what it is made with, and the state and the game that it is of.
type Reduced<'py> = (Bound<'py, PyAny>, Bound<'py, PyTuple>, (String, Game));

/// What changes when it is asked.
struct Mind {
    bot: Box<dyn Any + Send>,
    /// The game of the state that it last chose in.
    asked: Arc<dyn AnyGame>,
}

impl Bot {
    /// Notes in which process it is asked. A thread that was asking it when this process was forked is
    /// not in this one, and would be waited for without end.
    fn enter(&self) -> PyResult<()> {
        let process = process::id();
        if self.process.load(Ordering::Relaxed) == process {
            return Ok(());
        }
        if let Err(TryLockError::WouldBlock) = self.mind.try_lock() {
            return Err(PyRuntimeError::new_err(
                "another thread asked this bot something when this process was forked, so its copy \
                 here is not whole; make a new Bot in this process",
            ));
        }
        self.process.store(process, Ordering::Relaxed);
        Ok(())
    }

    fn mind(&self) -> MutexGuard<'_, Mind> {
        self.mind.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The state on which later choices depend, and the game that it is of.
    fn state(&self, py: Python<'_>) -> PyResult<(String, Game)> {
        self.enter()?;
        py.detach(|| {
            let mind = self.mind();
            check_rules(&*mind.asked)?;
            Ok((self.game.save_bot(&*mind.bot), Game(mind.asked.clone())))
        })
    }

    /// The seat of this number, of a state of the game that the bot plays.
    fn seat(&self, state: &dyn AnyState, number: i64) -> Result<Seat, Refused> {
        self.check(&*state.game())?;
        seat(number, state.game().seats())
    }

    /// # Errors
    /// Returns an error if it is another game than the bot plays.
    fn check(&self, game: &dyn AnyGame) -> Result<(), Refused> {
        let (its, ours) = (game.info(), self.game.info());
        if its.id != ours.id {
            return Err(Refused::Bad(LocalizedText::new(
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
        let mind = Mind { bot: game.bot(&spec, seed)?, asked: game.clone() };
        Ok(Bot { spec, game, seed, mind: Mutex::new(mind), process: process::id().into() })
    }

    /// The text that describes it.
    #[getter]
    fn spec(&self) -> &str {
        &self.spec
    }

    /// The number of the action that it takes at this seat, whose decision must be awaited. Other
    /// threads of Python go on meanwhile.
    #[pyo3(signature = (state, seat))]
    fn choose(&self, py: Python<'_>, state: PyRef<'_, State>, seat: i64) -> PyResult<i64> {
        let state = &state.0;
        let seat = self.seat(&**state, seat)?;
        self.enter()?;
        let chosen = searching(py, || {
            let mut mind = self.mind();
            mind.asked = state.game();
            state.choose(seat, &mut *mind.bot)
        })?;
        Ok(chosen?)
    }

    /// The best choices of the seat, whose decision must be awaited, each with everybody's chances
    /// after it and why. The bot must be one that searches. Other threads of Python go on meanwhile.
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

    /// Goes on from the state of another bot of the same spec, game and seed, for copies and pickles.
    fn __setstate__(&self, py: Python<'_>, state: (String, PyRef<'_, Game>)) -> PyResult<()> {
        self.enter()?;
        let (saved, asked) = (state.0, state.1.0.clone());
        py.detach(|| {
            let mut mind = self.mind();
            self.check(&*asked)?;
            asked.restore_bot(&mut *mind.bot, &saved)?;
            mind.asked = asked;
            Ok(())
        })
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Reduced<'py>> {
        check_rules(&*self.game)?;
        let arguments = (&self.spec, Game(self.game.clone()), self.seed).into_pyobject(py)?;
        Ok((py.get_type::<Bot>().into_any(), arguments, self.state(py)?))
    }

    fn __repr__(&self) -> String {
        format!("<Bot {}>", self.spec)
    }
}
