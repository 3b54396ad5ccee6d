//! The pool that limits how many bots compute at the same time, outside the request handlers.

use bots::Spec;

use crate::bots::fair_queue::FairQueue;

/// Limits the number of bots that compute at the same time. Bots with long computations have one slot fewer
/// than there are CPU cores (at least one). Bots that decide within milliseconds have a separate slot.
#[derive(Clone)]
pub(crate) struct BotPool {
    quick: FairQueue,
    long: FairQueue,
}

impl BotPool {
    /// Creates a pool with slots according to the number of CPU cores of this machine.
    pub(crate) fn new() -> BotPool {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        BotPool { quick: FairQueue::new(1), long: FairQueue::new(cores.saturating_sub(1).max(1)) }
    }

    /// The number of bots that are computing, and the number that are waiting for a slot.
    pub(crate) fn lengths(&self) -> (usize, usize) {
        let (quick, long) = (self.quick.lengths(), self.long.lengths());
        (quick.0 + long.0, quick.1 + long.1)
    }

    /// The queue in which a bot with this spec waits for a slot. Bots that search use their whole thinking
    /// time; the others decide within a few milliseconds and have a queue of their own.
    pub(crate) fn queue(&self, spec: &str) -> &FairQueue {
        let quick = Spec::parse(spec).is_ok_and(|spec| spec.is_quick());
        if quick { &self.quick } else { &self.long }
    }
}
