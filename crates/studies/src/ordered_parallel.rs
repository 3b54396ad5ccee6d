//! Parallel jobs on all cores, with their results in order.

use std::collections::BTreeMap;
use std::num::NonZero;
use std::ops::{ControlFlow, Range};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use bots::{Stop, stoppable};

/// Maximum interval between two checks of the stop switch by the waiting thread.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// Runs `work` for every number on several threads (`None`: one per core) and passes the results to `each` in
/// the order of the numbers, so the results do not depend on the number of threads. Ends early if `each`
/// breaks, `work` returns `None`, or `stop` is set.
pub(crate) fn in_order<T: Send>(
    numbers: Range<u64>,
    threads: Option<usize>,
    stop: &Stop,
    work: impl Fn(u64) -> Option<T> + Sync,
    mut each: impl FnMut(u64, T) -> ControlFlow<()>,
) {
    let cores = || std::thread::available_parallelism().map_or(1, NonZero::get);
    let threads = threads.unwrap_or_else(cores).clamp(1, 1024);
    // Not `stop`, which belongs to the caller: a run that `each` ends was not stopped.
    let enough = AtomicBool::new(false);
    let over = || enough.load(Ordering::Relaxed) || stop.is_set();
    // A result may come from an incomplete search if the switch is set.
    let work = |number| {
        let done = stoppable(stop, || work(number));
        done.filter(|_| !stop.is_set())
    };
    if threads == 1 {
        for number in numbers {
            let Some(done) = (!over()).then(|| work(number)).flatten() else { return };
            if each(number, done).is_break() {
                return;
            }
        }
        return;
    }
    let next = AtomicU64::new(numbers.start);
    let mut due = numbers.start;
    let worker = |send: mpsc::Sender<(u64, T)>| {
        while !over() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= numbers.end {
                return;
            }
            let Some(done) = work(number) else { return };
            if send.send((number, done)).is_err() {
                return;
            }
        }
    };
    std::thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        let workers: Vec<_> = (0..threads)
            .map(|_| {
                let send = send.clone();
                scope.spawn(|| worker(send))
            })
            .collect();
        drop(send);
        let mut early = BTreeMap::new();
        'all: loop {
            // The switch may have a poll function that must run on this thread.
            stop.is_set();
            let (number, done) = match receive.recv_timeout(CHECK_INTERVAL) {
                Ok(done) => done,
                Err(RecvTimeoutError::Timeout) => continue,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            early.insert(number, done);
            while let Some(done) = early.remove(&due) {
                due += 1;
                if each(due - 1, done).is_break() {
                    enough.store(true, Ordering::Relaxed);
                    break 'all;
                }
            }
        }
        for worker in workers {
            if let Err(panic) = worker.join() {
                std::panic::resume_unwind(panic);
            }
        }
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(threads: usize, until: u64) -> Vec<u64> {
        let stop = Stop::default();
        let mut found = Vec::new();
        let work = |number: u64| {
            // Later numbers are done sooner.
            let loops = (0..(40 - number) * 2000).fold(number, |sum, by| sum.rotate_left(1) ^ by);
            (loops != 1).then_some(number * number)
        };
        in_order(3..40, Some(threads), &stop, work, |number, square| {
            assert_eq!(square, number * number);
            found.push(number);
            if number == until { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        assert!(!stop.is_set());
        found
    }

    #[test]
    fn order_and_end_do_not_depend_on_the_threads() {
        for threads in [1, 2, 7] {
            assert_eq!(found(threads, 99), (3..40).collect::<Vec<_>>());
            assert_eq!(found(threads, 11), (3..12).collect::<Vec<_>>());
        }
    }
}
