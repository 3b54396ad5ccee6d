//! Interruption of long work by Ctrl-C or by an exception of a Python function.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use bots::{Stop, stoppable};
use pyo3::intern;
use pyo3::prelude::*;

/// A stop signal, together with the error that caused it. If there are several errors, the first one
/// counts. Ctrl-C is one of the possible errors.
pub struct Interrupt {
    /// The signal that stops the work. It is set together with the error.
    pub stop: Stop,
    error: Arc<Mutex<Option<PyErr>>>,
}

/// Minimum interval between signal checks on the calling thread, in milliseconds. A check may have
/// to wait for the GIL.
const CHECK_INTERVAL: u64 = 100;

/// Time of the next check if there is none: Python does not handle signals on this thread.
const NEVER: u64 = u64::MAX;

impl Interrupt {
    /// Creates a signal that is not set. The work must begin on the calling thread, and may use other
    /// threads.
    pub fn new() -> Arc<Interrupt> {
        let error = Arc::new(Mutex::new(None));
        let first_error = error.clone();
        let (caller, next) = (thread::current().id(), AtomicU64::new(now() + CHECK_INTERVAL));
        let stop = Stop::polling(move || {
            if next.load(Ordering::Relaxed) > now() || thread::current().id() != caller {
                return false;
            }
            // `check_signals` runs Python's signal handlers, which may raise; the call after it may
            // run them too.
            let checked = Python::attach(|py| {
                py.check_signals()?;
                is_main_thread(py)
            });
            match checked {
                Ok(main) => {
                    next.store(if main { now() + CHECK_INTERVAL } else { NEVER }, Ordering::Relaxed)
                }
                Err(error) => {
                    put(&first_error, error);
                    return true;
                }
            }
            false
        });
        Arc::new(Interrupt { stop, error })
    }

    /// Stops the work, with this error as the reason.
    pub fn raise(&self, error: PyErr) {
        put(&self.error, error);
        self.stop.set();
    }

    /// Takes the error that stopped the work; `None` if there is none.
    pub fn take(&self) -> Option<PyErr> {
        self.error.lock().unwrap_or_else(PoisonError::into_inner).take()
    }
}

fn put(first_error: &Mutex<Option<PyErr>>, error: PyErr) {
    first_error.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
}

/// Current time in milliseconds, for intervals only.
fn now() -> u64 {
    bots::clock().as_millis() as u64
}

/// Returns true on the thread on which Python handles signals.
fn is_main_thread(py: Python<'_>) -> PyResult<bool> {
    let threading = py.import(intern!(py, "threading"))?;
    let main = threading.call_method0(intern!(py, "main_thread"))?;
    let main: u64 = main.getattr(intern!(py, "ident"))?.extract()?;
    let own: u64 = threading.call_method0(intern!(py, "get_ident"))?.extract()?;
    Ok(main == own)
}

/// Runs a search without holding the GIL (Python's global interpreter lock). Ctrl-C interrupts it.
///
/// # Errors
/// Returns the error that interrupted the search; the search's result is dropped.
pub fn searching<T: Send>(py: Python<'_>, work: impl Send + FnOnce() -> T) -> PyResult<T> {
    let interrupt = Interrupt::new();
    let done = py.detach(|| stoppable(&interrupt.stop, work));
    interrupt.take().map_or(Ok(done), Err)
}
