//! Execution of the games of a study: in this process, in other processes, or in this process on behalf of
//! another.
//!
//! A study consists of runs, which are named series of numbered games. Its result depends only on the results
//! of its games, in the order of their numbers. The result of a game depends only on the configuration, its
//! run and its number. The games can therefore be played in any process, with the same result.

use std::ops::{ControlFlow, Range};
use std::sync::{Mutex, PoisonError};

use bots::Stop;
use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::checkpoint::Checkpoint;
use crate::ordered_parallel::in_order;

/// The caller's control of a long study: threads, stop switch, progress and execution mode.
#[derive(Clone, Copy)]
pub struct Control<'a> {
    /// Number of threads; `None` for one per core. The results do not depend on it.
    pub threads: Option<usize>,
    /// Stop switch: ends the study early, even within a search. Unfinished games are discarded.
    pub stop: &'a Stop,
    /// A function that is called with the number of games finished so far, and the maximum number.
    pub progress: &'a dyn Fn(u64, u64),
    /// Execution mode: where games are played, and which results are kept.
    pub work: WorkMode<'a>,
}

/// Execution mode of a study: where its games are played, and which results are kept.
#[derive(Clone, Copy)]
pub enum WorkMode<'a> {
    /// This process plays all games and stores no results.
    Local,
    /// This process plays the games that the checkpoint does not contain, and adds them to it.
    Checkpointed(&'a Checkpoint),
    /// Other processes play the games, each a [`WorkPart`].
    Remote(&'a dyn RemoteWorkers),
    /// This process plays a part of the games for another process; the study function itself has no result.
    Part(&'a WorkPart),
}

impl WorkMode<'_> {
    /// Returns true if this process must play games of this run: of any run, or, in the mode
    /// [`WorkMode::Part`], only of the requested one.
    pub(crate) fn wants(&self, run: &str) -> bool {
        match self {
            WorkMode::Part(part) => part.run == run,
            _ => true,
        }
    }
}

/// Access to other processes that play games for this one.
pub trait RemoteWorkers: Sync {
    /// The results of some games of a run, in order: at least that of the first game in `numbers`, possibly
    /// those of some after it. They are the [`lines`](WorkPart::lines) of parts. `None` ends the study.
    ///
    /// `numbers` are the games whose results are still missing. A run may end before the last of them.
    fn found(&self, run: &str, numbers: Range<u64>) -> Option<Vec<String>>;

    /// Reports a result that cannot be parsed: it belongs to another study or to another version of this
    /// program. The study ends.
    fn unreadable(&self, run: &str, number: u64);
}

/// Some games of a run, played for another process. A study function in the mode [`WorkMode::Part`] plays
/// these games and returns as if it was stopped.
pub struct WorkPart {
    run: String,
    numbers: Range<u64>,
    lines: Mutex<Vec<String>>,
}

impl WorkPart {
    /// A part with these games of a run. `run` is the name that [`RemoteWorkers::found`] received.
    pub fn new(run: String, numbers: Range<u64>) -> WorkPart {
        WorkPart { run, numbers, lines: Mutex::default() }
    }

    pub(crate) fn run(&self) -> &str {
        &self.run
    }

    /// The result of each game as JSON; fewer than requested if the study was stopped or the run has no such
    /// games.
    pub fn lines(self) -> Vec<String> {
        self.lines.into_inner().unwrap_or_else(PoisonError::into_inner)
    }

    fn keep(&self, found: &impl Serialize) {
        let line = serde_json::to_string(found).expect("what is found is plain data");
        self.lines.lock().unwrap_or_else(PoisonError::into_inner).push(line);
    }
}

/// Plays the games of a run in the mode of `control` and passes their results to `each` [in order](in_order).
/// Within a study each run has its own name.
pub(crate) fn games_in_order<T: Send + Serialize + DeserializeOwned>(
    run: &str,
    numbers: Range<u64>,
    control: &Control<'_>,
    work: impl Fn(u64) -> Option<T> + Sync,
    mut each: impl FnMut(u64, T) -> ControlFlow<()>,
) {
    let Control { threads, stop, .. } = *control;
    match control.work {
        WorkMode::Local => in_order(numbers, threads, stop, work, each),
        WorkMode::Checkpointed(checkpoint) => {
            let at = checkpoint.next_run();
            let work = |number| checkpoint.stored(at, number).or_else(|| work(number));
            in_order(numbers, threads, stop, work, |number, found| {
                checkpoint.keep(at, number, &found)?;
                each(number, found)
            });
        }
        WorkMode::Remote(others) => fetch_in_order(run, numbers, control, others, each),
        WorkMode::Part(part) if part.run == run => {
            let ours = numbers.start.max(part.numbers.start)..numbers.end.min(part.numbers.end);
            let (start, most) = (ours.start, ours.end.saturating_sub(ours.start));
            in_order(ours, threads, stop, work, |number, found| {
                part.keep(&found);
                (control.progress)(number - start + 1, most);
                ControlFlow::Continue(())
            });
        }
        WorkMode::Part(_) => {}
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
