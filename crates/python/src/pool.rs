//! The thread pool of a batch.

use std::process;

use rayon::{ThreadPool, ThreadPoolBuilder};

/// The thread pool of a batch, started on first use, once per process.
pub struct Pool {
    wanted: Option<usize>,
    /// Id of the process that started the pool, and the pool itself. The pool is `None` if it could not
    /// be started.
    started: Option<(u32, Option<ThreadPool>)>,
}

impl Pool {
    /// A pool of this number of threads; `None` means one thread per core.
    pub fn new(wanted: Option<usize>) -> Pool {
        Pool { wanted, started: None }
    }

    /// Number of threads as configured; `None` means one per core.
    pub fn wanted(&self) -> Option<usize> {
        self.wanted
    }

    /// The thread pool; `None` if the calling thread must do the work itself.
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

    /// Leaks the pool of the parent process after a fork. Its threads do not exist in this process
    /// and cannot be joined.
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
