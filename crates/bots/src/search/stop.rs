//! Stop switch: ends searches before their budget is spent.

use std::cell::RefCell;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

/// A switch that ends searches and long runs early. All clones share one state.
#[derive(Clone, Default)]
pub struct Stop {
    set: Arc<AtomicBool>,
    poll: Option<Arc<Poll>>,
}

/// A function that returns true if the switch should be set now.
type Poll = dyn Fn() -> bool + Send + Sync;

impl Stop {
    /// A switch that is set once `poll` returns true. `poll` is called on the thread of a search whenever it
    /// checks the switch, often thousands of times per second, and must be cheap.
    pub fn polling(poll: impl Fn() -> bool + Send + Sync + 'static) -> Stop {
        Stop { set: Arc::default(), poll: Some(Arc::new(poll)) }
    }

    /// Sets the switch permanently.
    pub fn set(&self) {
        self.set.store(true, Ordering::Relaxed);
    }

    /// Returns true if the switch is set.
    #[inline]
    pub fn is_set(&self) -> bool {
        if self.set.load(Ordering::Relaxed) {
            return true;
        }
        let now = self.poll.as_ref().is_some_and(|poll| poll());
        if now {
            self.set();
        }
        now
    }
}

impl fmt::Debug for Stop {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Stop").field("set", &self.set).finish_non_exhaustive()
    }
}

thread_local! {
    /// The switch of the [`stoppable`] work that this thread is doing, if any.
    static CURRENT: RefCell<Option<Stop>> = const { RefCell::new(None) };
}

/// Runs `work`. Searches that it starts, on this thread and on threads of their own, end early once the
/// switch is set; their results are meaningless then.
pub fn stoppable<T>(stop: &Stop, work: impl FnOnce() -> T) -> T {
    /// A guard that restores the outer switch when it is dropped, also after a panic.
    struct Outer(Option<Stop>);
    impl Drop for Outer {
        fn drop(&mut self) {
            CURRENT.set(self.0.take());
        }
    }
    let _outer = Outer(CURRENT.replace(Some(stop.clone())));
    work()
}

/// The stop switch of this thread, if there is one.
pub(crate) fn current() -> Option<Stop> {
    CURRENT.with_borrow(Clone::clone)
}

/// Returns true if this thread is doing [`stoppable`] work that should end.
pub fn is_stopped() -> bool {
    CURRENT.with_borrow(|stop| stop.as_ref().is_some_and(Stop::is_set))
}
