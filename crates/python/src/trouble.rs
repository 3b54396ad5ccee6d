//! What ends long work early: Ctrl-C, or what a function of Python's raises.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use bots::{Stop, stoppable};
use pyo3::intern;
use pyo3::prelude::*;

/// What went wrong in Python during long work: the first error ends it. Ctrl-C is one.
pub struct Trouble {
    /// Set with the error.
    pub stop: Stop,
    error: Arc<Mutex<Option<PyErr>>>,
}

/// The thread that called from Python asks for signals after at least so many milliseconds. To ask, it
/// may have to wait for the other threads of Python.
const ASK: u64 = 100;

/// Never again: this is not the thread that Python handles signals in.
const NEVER: u64 = u64::MAX;

impl Trouble {
    /// No trouble yet. The work is to begin on this thread, which may start others.
    pub fn new() -> Arc<Trouble> {
        let error = Arc::new(Mutex::new(None));
        let told = error.clone();
        let (caller, next) = (thread::current().id(), AtomicU64::new(now() + ASK));
        let stop = Stop::polling(move || {
            if next.load(Ordering::Relaxed) > now() || thread::current().id() != caller {
                return false;
            }
            // Signals are handled in any call of Python, so that each of these may raise.
            let asked = Python::attach(|py| {
                py.check_signals()?;
                is_main_thread(py)
            });
            match asked {
                Ok(main) => next.store(if main { now() + ASK } else { NEVER }, Ordering::Relaxed),
                Err(error) => {
                    put(&told, error);
                    return true;
                }
            }
            false
        });
        Arc::new(Trouble { stop, error })
    }

    /// Ends the work with this error.
    pub fn tell(&self, error: PyErr) {
        put(&self.error, error);
        self.stop.set();
    }

    /// The error, if there was one.
    pub fn take(&self) -> Option<PyErr> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

fn put(place: &Mutex<Option<PyErr>>, error: PyErr) {
    place.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
}

/// Milliseconds.
fn now() -> u64 {
    bots::clock().as_millis() as u64
}

/// Returns true on the thread that Python handles signals in.
fn is_main_thread(py: Python<'_>) -> PyResult<bool> {
    let threading = py.import(intern!(py, "threading"))?;
    let main = threading.call_method0(intern!(py, "main_thread"))?;
    let main: u64 = main.getattr(intern!(py, "ident"))?.extract()?;
    let own: u64 = threading.call_method0(intern!(py, "get_ident"))?.extract()?;
    Ok(main == own)
}

/// Does work that may search for long, while other threads of Python go on. Ctrl-C ends it.
///
/// # Errors
/// What ended it; what was found then is dropped.
pub fn searching<T: Send>(py: Python<'_>, work: impl Send + FnOnce() -> T) -> PyResult<T> {
    let trouble = Trouble::new();
    let done = py.detach(|| stoppable(&trouble.stop, work));
    trouble.take().map_or(Ok(done), Err)
}
