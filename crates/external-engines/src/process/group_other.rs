//! Replacement for systems without process groups: only the engine itself is killed, not its child processes.

use std::process::{Child, ExitStatus};
use std::thread::JoinHandle;

pub(super) fn watch(_: &Child) -> Option<JoinHandle<()>> {
    None
}

pub(super) fn has_ended(_: &Child) -> bool {
    false
}

pub(super) fn kill(_: &Child) {}

pub(super) fn wait(child: &mut Child) -> Option<ExitStatus> {
    child.wait().ok()
}

pub(super) fn kill_all() {}
