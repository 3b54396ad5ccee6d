//! The pool in which bots compute, outside the request handlers.

use bots::Spec;

use crate::bots::fair_queue::FairQueue;

/// Limits the number of bots that compute at the same time. Long computations have one slot fewer than there
/// are CPU cores (at least one); bots that decide within milliseconds have one separate slot.
#[derive(Clone)]
pub(crate) struct BotPool {
    quick: FairQueue,
    long: FairQueue,
}

impl BotPool {
    /// A pool for this machine.
    pub(crate) fn new() -> BotPool {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        BotPool { quick: FairQueue::new(1), long: FairQueue::new(cores.saturating_sub(1).max(1)) }
    }

    /// The number of computing and of waiting bots.
    pub(crate) fn lengths(&self) -> (usize, usize) {
        let (quick, long) = (self.quick.lengths(), self.long.lengths());
        (quick.0 + long.0, quick.1 + long.1)
    }

    /// The queue of a bot. Searching bots use their whole thinking time; the others decide within a few
    /// milliseconds.
    pub(crate) fn queue(&self, spec: &str) -> &FairQueue {
        let quick = Spec::parse(spec).is_ok_and(|spec| spec.is_quick());
        if quick { &self.quick } else { &self.long }
    }
}
