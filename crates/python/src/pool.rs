//! The threads of a batch.

use std::process;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The threads of a batch, which are started when they are first needed, once in each process.
pub struct Pool {
    wanted: Option<usize>,
    /// The process they were started in, and they themselves: none where they could not be started.
    started: Option<(u32, Option<ThreadPool>)>,
}

impl Pool {
    /// So many threads; `None` for one for each core.
    pub fn new(wanted: Option<usize>) -> Pool {
        Pool { wanted, started: None }
    }

    /// How many threads were asked for.
    pub fn wanted(&self) -> Option<usize> {
        self.wanted
    }

    /// The threads; none where the thread that asks is to do the work.
    pub fn threads(&mut self) -> Option<&ThreadPool> {
        if self.wanted == Some(1) {
            return None;
        }
        if self.started.as_ref().is_none_or(|(process, _)| *process != process::id()) {
            self.abandon();
            let pool = ThreadPoolBuilder::new().num_threads(self.wanted.unwrap_or(0)).build();
            self.started = Some((process::id(), pool.ok()));
        }
        self.started.as_ref()?.1.as_ref()
    }

    /// Forgets threads of the process that this one was forked from. They are not here, so nothing can
    /// be done with them, not even end them.
    fn abandon(&mut self) {
        if let Some((process, pool)) = self.started.take()
            && process != process::id()
        {
            std::mem::forget(pool);
        }
    }
}

impl Drop for Pool {
    fn drop(&mut self) {
        self.abandon();
    }
}
