//! Whose bot thinks next. Thoughts that take a moment have places of their own, so that they
//! never wait behind long ones; among the rest the guest who has used least time is next.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use tokio::sync::oneshot;

use crate::guest::Guest;

/// A queue for a number of places. Cloning it gives another hold on the same queue.
#[derive(Clone)]
pub(crate) struct Queue(Arc<Mutex<State>>);

struct State {
    places: usize,
    free: usize,
    /// In the order in which they came.
    waiting: Vec<(Guest, oneshot::Sender<Turn>)>,
    /// The time that each guest's bots have had, of those who are not behind all others.
    used: HashMap<Guest, Duration>,
    /// What the guest served last had used before. One who comes anew begins here: nobody saves
    /// time up, and nobody is kept waiting for having come first.
    level: Duration,
}

/// A place to think; dropping it gives it to the next.
pub(crate) struct Turn {
    queue: Queue,
    guest: Guest,
    since: Instant,
}

impl Queue {
    /// With this number of places.
    pub(crate) fn new(places: usize) -> Queue {
        let (used, waiting) = (HashMap::new(), Vec::new());
        let state = State { places, free: places, waiting, used, level: Duration::ZERO };
        Queue(Arc::new(Mutex::new(state)))
    }

    /// Waits for a place on the guest's account. Who stops waiting loses nothing but the wait.
    pub(crate) async fn turn(&self, guest: Guest) -> Turn {
        let (give, take) = oneshot::channel();
        {
            let mut state = self.state();
            let level = state.level;
            let used = state.used.entry(guest).or_insert(level);
            *used = level.max(*used);
            state.waiting.push((guest, give));
        }
        self.serve();
        take.await.expect("the queue keeps those who wait")
    }

    /// How many think, and how many wait.
    pub(crate) fn lengths(&self) -> (usize, usize) {
        let state = self.state();
        let waiting = state.waiting.iter().filter(|(_, give)| !give.is_closed()).count();
        (state.places - state.free, waiting)
    }

    /// Gives free places away.
    fn serve(&self) {
        loop {
            let mut state = self.state();
            let used = |(guest, _): &(Guest, oneshot::Sender<Turn>)| {
                state.used.get(guest).copied().unwrap_or(state.level)
            };
            let next = (0..state.waiting.len()).min_by_key(|place| used(&state.waiting[*place]));
            let Some(next) = next.filter(|_| state.free > 0) else { return };
            let (guest, give) = state.waiting.remove(next);
            if give.is_closed() {
                continue;
            }
            state.level = state.used.get(&guest).copied().unwrap_or(state.level);
            state.free -= 1;
            drop(state);
            // If it is no longer wanted it comes back here by being dropped.
            let _ = give.send(Turn { queue: self.clone(), guest, since: Instant::now() });
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // It is whole at every moment, so a panic elsewhere while it was held does no harm.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Turn {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.free += 1;
        let level = state.level;
        let used = state.used.entry(self.guest).or_insert(level);
        *used += self.since.elapsed().max(Duration::from_nanos(1));
        // Those at or below the level begin there anyway.
        state.used.retain(|_, used| *used > level);
        drop(state);
        self.queue.serve();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    #[tokio::test]
    async fn many_tables_of_one_guest_do_not_starve_another() {
        let queue = Queue::new(1);
        let (many, few) = (Guest([1; 32]), Guest([2; 32]));
        let thinking = queue.turn(many).await;
        let mut crowd: Vec<_> = (0..60).map(|_| Box::pin(queue.turn(many))).collect();
        for waiting in &mut crowd {
            assert!(waiting.now_or_never().is_none());
        }
        let mut one = Box::pin(queue.turn(few));
        assert!(one.as_mut().now_or_never().is_none(), "the place is taken");
        drop(thinking);
        let turn = one.as_mut().now_or_never().expect("the next place is the other guest's");
        assert!(crowd.iter_mut().all(|waiting| waiting.now_or_never().is_none()));
        drop(turn);
        assert_eq!(crowd.iter_mut().filter_map(|waiting| waiting.now_or_never()).count(), 60);
    }

    #[tokio::test]
    async fn whoever_stops_waiting_takes_no_place() {
        let queue = Queue::new(1);
        let guest = Guest([1; 32]);
        let thinking = queue.turn(guest).await;
        let mut gone = Box::pin(queue.turn(guest));
        assert!(gone.as_mut().now_or_never().is_none());
        drop(gone);
        drop(thinking);
        assert!(queue.turn(guest).now_or_never().is_some());
    }
}
