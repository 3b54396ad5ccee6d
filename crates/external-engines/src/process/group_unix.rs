//! The process groups of engines.
//!
//! Every process id here belongs to a child that has not been waited for, so no other process can have the
//! same id.

use std::collections::BTreeMap;
use std::process::{Child, ExitStatus};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};

use rustix::io::Errno;
use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

/// The process groups of the running engines, by the process ids of their leaders.
static RUNNING: Mutex<BTreeMap<u32, Pid>> = Mutex::new(BTreeMap::new());

fn running() -> MutexGuard<'static, BTreeMap<u32, Pid>> {
    RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Starts a thread that kills the remaining processes of an engine's group as soon as the engine exits, so
/// that the engine's output is closed too.
pub(super) fn watch(child: &Child) -> Option<JoinHandle<()>> {
    let leader = Pid::from_child(child);
    running().insert(child.id(), leader);
    let wait = move || {
        let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
        while matches!(waitid(WaitId::Pid(leader), ended), Err(Errno::INTR)) {}
        // `Process` joins this thread before it waits for the engine.
        let _ = kill_process_group(leader, Signal::KILL);
    };
    thread::Builder::new().spawn(wait).ok()
}

pub(super) fn has_ended(child: &Child) -> bool {
    let options = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
    matches!(waitid(WaitId::Pid(Pid::from_child(child)), options), Ok(Some(_)))
}

pub(super) fn kill(child: &Child) {
    let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
}

/// Waits for an engine that was killed. Afterwards the system may reuse its process id.
pub(super) fn wait(child: &mut Child) -> Option<ExitStatus> {
    let mut running = running();
    running.remove(&child.id());
    child.wait().ok()
}

pub(super) fn kill_all() {
    // `wait` needs this lock, so all ids are valid here.
    for leader in running().values() {
        let _ = kill_process_group(*leader, Signal::KILL);
    }
}
