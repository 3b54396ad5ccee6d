//! Long computations of a study, whose results its checkpoint stores.

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::checkpoint::Checkpoint;
use crate::work::{Control, WorkMode};

/// Computations that depend on one another and on the games before them, so this process does all of them. A
/// checkpoint stores their results.
pub(crate) struct Steps<'a> {
    /// The checkpoint, if there is one, and the number under which it stores these computations as a run.
    checkpoint: Option<(&'a Checkpoint, u32)>,
    /// The number of the next computation, from 0.
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

    /// The result of the next computation: the stored one, or the result of `work`. `None` ends the study.
    pub(crate) fn step<T: Serialize + DeserializeOwned>(
        &mut self,
        work: impl FnOnce() -> Option<T>,
    ) -> Option<T> {
        let number = self.next;
        self.next += 1;
        let Some((checkpoint, run)) = self.checkpoint else { return work() };
        let found = checkpoint.stored(run, number).or_else(work)?;
        checkpoint.keep(run, number, &found).is_continue().then_some(found)
    }
}
