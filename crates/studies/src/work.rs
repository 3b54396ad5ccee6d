//! Who plays the plays of a study: this process, other ones, or this one for another.
//!
//! What a study finds follows from what each of its plays came to, taken in the order of their
//! numbers; and what a play comes to follows from the plan, the run it is of and its number. So the
//! plays can be played anywhere, and what is found is the same.

use std::ops::{ControlFlow, Range};
use std::sync::{Mutex, PoisonError};

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::checkpoint::Checkpoint;
use crate::ordered_parallel::{Control, in_order};

/// Who plays the plays of a study, and what is kept of them.
#[derive(Clone, Copy)]
pub enum WorkMode<'a> {
    /// This process plays, and keeps nothing.
    Local,
    /// This process plays what the journal does not hold, and keeps it there.
    Checkpointed(&'a Checkpoint),
    /// Other processes play, each a [`WorkPart`].
    Remote(&'a dyn RemoteWorkers),
    /// This process plays a part for another one; the study itself comes to nothing here.
    Part(&'a WorkPart),
}

impl WorkMode<'_> {
    /// Returns true if plays of this run are wanted at all.
    pub(crate) fn wants(&self, run: &str) -> bool {
        match self {
            WorkMode::Part(part) => part.run == run,
            _ => true,
        }
    }
}

/// Processes that play for this one.
pub trait RemoteWorkers: Sync {
    /// What the first of these plays of a run came to, and maybe some after it, in their order: the
    /// [`lines`](WorkPart::lines) of parts. None ends the study.
    ///
    /// The numbers are those that are missing yet. A run may end before the last of them; then another
    /// one is asked for, or nothing any more.
    fn found(&self, run: &str, numbers: Range<u64>) -> Option<Vec<String>>;

    /// What came of a play cannot be read: it is of another study, or of another version of this
    /// program. It ends the study.
    fn unreadable(&self, run: &str, number: u64);
}

/// Some of the plays of a run, played for another process. Study functions that get one
/// ([`WorkMode::WorkPart`]) play these and end as if they were stopped.
pub struct WorkPart {
    run: String,
    numbers: Range<u64>,
    lines: Mutex<Vec<String>>,
}

impl WorkPart {
    /// The plays of these numbers, of a run as [`RemoteWorkers::found`] is told it.
    pub fn new(run: String, numbers: Range<u64>) -> WorkPart {
        WorkPart { run, numbers, lines: Mutex::default() }
    }

    pub(crate) fn run(&self) -> &str {
        &self.run
    }

    /// What each of them came to, as JSON. They are fewer where the study was stopped or has no such
    /// plays.
    pub fn lines(self) -> Vec<String> {
        self.lines.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, found: &impl Serialize) {
        let line = serde_json::to_string(found).expect("what is found is plain data");
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }
}

/// Does the work of every number of a run [in order](in_order), or has it done, as `control` says.
/// Within a study each run has a name of its own.
pub(crate) fn plays_in_order<T: Send + Serialize + DeserializeOwned>(
    run: &str,
    numbers: Range<u64>,
    control: &Control<'_>,
    work: impl Fn(u64) -> Option<T> + Sync,
    mut each: impl FnMut(u64, T) -> ControlFlow<()>,
) {
    match control.work {
        WorkMode::Local => in_order(numbers, control, work, each),
        WorkMode::Checkpointed(checkpoint) => {
            let at = checkpoint.next_run();
            let work = |number| checkpoint.held(at, number).or_else(|| work(number));
            in_order(numbers, control, work, |number, found| {
                checkpoint.keep(at, number, &found)?;
                each(number, found)
            });
        }
        WorkMode::Remote(others) => fetch_in_order(run, numbers, control, others, each),
        WorkMode::Part(part) if part.run == run => {
            let ours = numbers.start.max(part.numbers.start)..numbers.end.min(part.numbers.end);
            let (start, most) = (ours.start, ours.end.saturating_sub(ours.start));
            in_order(ours, control, work, |number, found| {
                part.keep(&found);
                (control.progress)(number - start + 1, most);
                ControlFlow::Continue(())
            });
        }
        WorkMode::Part(_) => {}
    }
}

/// Pieces of work that follow from one another and from the plays before them, so that this process
/// does them all. A journal keeps what each came to.
pub(crate) struct Steps<'a> {
    /// And which run of its plan they are.
    checkpoint: Option<(&'a Checkpoint, u32)>,
    /// The number of the next.
    next: u64,
}

impl<'a> Steps<'a> {
    pub(crate) fn new(control: &Control<'a>) -> Steps<'a> {
        let checkpoint = match control.work {
            WorkMode::Checkpointed(checkpoint) => Some((checkpoint, checkpoint.next_run())),
            _ => None,
        };
        Steps { checkpoint, next: 0 }
    }

    /// What the next piece of work comes to: what is held of it, or what `work` gives. None ends the
    /// study.
    pub(crate) fn step<T: Serialize + DeserializeOwned>(
        &mut self,
        work: impl FnOnce() -> Option<T>,
    ) -> Option<T> {
        let number = self.next;
        self.next += 1;
        let Some((checkpoint, run)) = self.checkpoint else { return work() };
        let found = checkpoint.held(run, number).or_else(work)?;
        checkpoint.keep(run, number, &found).is_continue().then_some(found)
    }
}

fn fetch_in_order<T: DeserializeOwned>(
    run: &str,
    numbers: Range<u64>,
    control: &Control<'_>,
    others: &dyn RemoteWorkers,
    mut each: impl FnMut(u64, T) -> ControlFlow<()>,
) {
    let mut due = numbers.start;
    while due < numbers.end && !control.stop.is_set() {
        let Some(lines) = others.found(run, due..numbers.end) else { return };
        if lines.is_empty() {
            return others.unreadable(run, due);
        }
        for line in lines {
            let Ok(found) = serde_json::from_str(&line) else { return others.unreadable(run, due) };
            if due == numbers.end || each(due, found).is_break() {
                return;
            }
            due += 1;
        }
    }
}
