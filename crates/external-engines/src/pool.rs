//! The processes of an engine: at most a fixed number, shared by all its seats.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use crate::process::Process;

/// Interval between two checks for an idle process, in case a notification is missed.
const RECHECK: Duration = Duration::from_millis(50);

/// The processes of an engine.
pub(crate) struct Pool {
    /// Maximum number of running processes.
    most: usize,
    state: Mutex<PoolState>,
    /// Notifies waiting threads that a process has ended or become idle.
    changed: Condvar,
}

#[derive(Default)]
struct PoolState {
    /// Number of running processes.
    running: usize,
    /// The slots of all seats that have had a process.
    slots: Vec<Weak<Slot>>,
}

/// A running process that counts towards the maximum of its pool.
pub(crate) struct PooledProcess {
    pub(crate) process: Process,
    permit: Permit,
}

/// Permission to run one process. Dropping it allows another process to start.
struct Permit(Arc<Pool>);

impl Drop for Permit {
    fn drop(&mut self) {
        self.0.lock().running -= 1;
        self.0.changed.notify_one();
    }
}

/// The slot for one seat's process, which is kept between the seat's decisions. The pool may take the process
/// away while the slot is not locked.
#[derive(Default)]
pub(crate) struct Slot(Mutex<SlotState>);

#[derive(Default)]
pub(crate) struct SlotState {
    pub(crate) process: Option<PooledProcess>,
    /// The time of the process's last answer; `None` before the first.
    pub(crate) last_used: Option<Instant>,
}

impl Slot {
    pub(crate) fn lock(&self) -> MutexGuard<'_, SlotState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Pool {
    /// An empty pool for at most this number of processes, at least one.
    pub(crate) fn new(most: usize) -> Pool {
        Pool { most: most.max(1), state: Mutex::default(), changed: Condvar::new() }
    }

    /// Starts a process for a slot with `start`. If the maximum number is running, it first waits until a
    /// process has ended or is idle; of the idle ones, it kills the one that has been idle longest.
    pub(crate) fn start<E>(
        self: &Arc<Pool>,
        slot: &Arc<Slot>,
        start: impl FnOnce() -> Result<Process, E>,
    ) -> Result<PooledProcess, E> {
        let (permit, idle) = self.acquire(slot);
        // Killing takes a moment, so it happens outside the lock.
        drop(idle);
        Ok(PooledProcess { process: start()?, permit })
    }

    /// Waits for a permit. If the permit comes from an idle process, that process is returned too and must be
    /// killed.
    fn acquire(self: &Arc<Pool>, slot: &Arc<Slot>) -> (Permit, Option<Process>) {
        let mut state = self.lock();
        state.slots.retain(|slot| slot.strong_count() > 0);
        if !state.slots.iter().any(|known| std::ptr::eq(known.as_ptr(), Arc::as_ptr(slot))) {
            state.slots.push(Arc::downgrade(slot));
        }
        loop {
            if state.running < self.most {
                state.running += 1;
                return (Permit(self.clone()), None);
            }
            if let Some(PooledProcess { process, permit }) = take_longest_idle(&state.slots) {
                return (permit, Some(process));
            }
            let waited = self.changed.wait_timeout(state, RECHECK);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Announces that a process has become idle: it can be killed if another seat needs one.
    pub(crate) fn notify_idle(&self) {
        self.changed.notify_one();
    }

    fn lock(&self) -> MutexGuard<'_, PoolState> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Takes the process with the oldest last answer out of its slot. Locked slots are in use and are skipped.
fn take_longest_idle(slots: &[Weak<Slot>]) -> Option<PooledProcess> {
    let slots: Vec<Arc<Slot>> = slots.iter().filter_map(Weak::upgrade).collect();
    let unlocked = slots.iter().filter_map(|slot| slot.0.try_lock().ok());
    let idle = unlocked.filter(|slot| slot.process.is_some());
    idle.min_by_key(|slot| slot.last_used).and_then(|mut slot| slot.process.take())
}
