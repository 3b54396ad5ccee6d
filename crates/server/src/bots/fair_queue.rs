//! A fair queue for CPU time. The next slot goes to the client whose widest network has used the least time.
//! Among clients in the same network, the narrower network decides in the same way, and finally the guest.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use session::guest::Guest;
use tokio::sync::oneshot;

use crate::client_addr::Address;
use crate::limits::LimitKey;

/// A queue of computations that share a fixed number of slots. Clones share the same queue.
#[derive(Clone)]
pub(crate) struct FairQueue(Arc<Mutex<State>>);

/// The account that a computation's time is charged to: the client's networks, widest first, then the guest.
/// A client does not get a new account by a new cookie or by another address of the same network.
#[derive(Clone, Debug)]
pub(crate) struct QueueAccount(Vec<LimitKey>);

impl QueueAccount {
    /// The account of a guest who connects from an address.
    pub(crate) fn new(guest: Guest, address: Address) -> QueueAccount {
        let mut account = QueueAccount::of(address);
        account.0.push(LimitKey::Guest(guest));
        account
    }

    /// The account that all guests at an address share.
    pub(crate) fn of(address: Address) -> QueueAccount {
        let networks = address.networks().into_iter().rev();
        QueueAccount(networks.map(|(network, _)| LimitKey::Network(network)).collect())
    }
}

struct State {
    places: usize,
    free: usize,
    /// Waiting accounts in order of arrival, each with the channel through which its slot is handed over.
    waiting: Vec<(QueueAccount, oneshot::Sender<QueueSlot>)>,
    /// Time used by each network or guest, by its position (depth) in an account. An entry is kept only while
    /// it exceeds the level of that depth.
    used: HashMap<(usize, LimitKey), Duration>,
    /// For each depth, the time that the most recently served account had used before it was served. New
    /// accounts start at this level, so that unused time cannot be saved up and long-time users are not at a
    /// disadvantage against new ones.
    levels: Vec<Duration>,
}

impl State {
    fn level(&self, depth: usize) -> Duration {
        self.levels.get(depth).copied().unwrap_or_default()
    }

    /// Time used by the account's networks and guest, in order. The account with the smallest sequence is
    /// served next.
    fn used(&self, account: &QueueAccount) -> impl Iterator<Item = Duration> {
        let parties = account.0.iter().enumerate();
        parties.map(|(depth, party)| {
            let used = self.used.get(&(depth, *party)).copied();
            used.unwrap_or_default().max(self.level(depth))
        })
    }

    /// Index in `waiting` of the account that is served next.
    fn next(&self) -> Option<usize> {
        let used = |place: usize| self.used(&self.waiting[place].0);
        (0..self.waiting.len()).min_by(|one, other| used(*one).cmp(used(*other)))
    }
}

/// A slot in which one computation may run. Dropping it frees the slot for the next account.
pub(crate) struct QueueSlot {
    queue: FairQueue,
    account: QueueAccount,
    since: Instant,
}

impl FairQueue {
    /// Creates a queue with this number of slots.
    pub(crate) fn new(places: usize) -> FairQueue {
        let (used, waiting) = (HashMap::new(), Vec::new());
        let state = State { places, free: places, waiting, used, levels: Vec::new() };
        FairQueue(Arc::new(Mutex::new(state)))
    }

    /// Waits for a slot. A caller that stops waiting loses only its place in the queue.
    pub(crate) async fn turn(&self, account: QueueAccount) -> QueueSlot {
        let (give, take) = oneshot::channel();
        self.state().waiting.push((account, give));
        self.serve();
        take.await.expect("the queue keeps those who wait")
    }

    /// The number of used slots and of waiting accounts.
    pub(crate) fn lengths(&self) -> (usize, usize) {
        let state = self.state();
        let waiting = state.waiting.iter().filter(|(_, give)| !give.is_closed()).count();
        (state.places - state.free, waiting)
    }

    /// Hands free slots to waiting accounts.
    fn serve(&self) {
        loop {
            let mut state = self.state();
            if state.free == 0 {
                return;
            }
            let Some(next) = state.next() else { return };
            let (account, give) = state.waiting.remove(next);
            if give.is_closed() {
                continue;
            }
            let used: Vec<Duration> = state.used(&account).collect();
            for (depth, used) in used.into_iter().enumerate() {
                match state.levels.get_mut(depth) {
                    Some(level) => *level = used,
                    None => state.levels.push(used),
                }
            }
            state.free -= 1;
            drop(state);
            // If the receiver has been dropped, so is the slot, which frees it again.
            let _ = give.send(QueueSlot { queue: self.clone(), account, since: Instant::now() });
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // The state is consistent at all times, so a panic of another lock holder does no harm.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for QueueSlot {
    fn drop(&mut self) {
        let mut state = self.queue.state();
        state.free += 1;
        let took = self.since.elapsed().max(Duration::from_nanos(1));
        for (depth, party) in self.account.0.iter().enumerate() {
            let level = state.level(depth);
            let used = state.used.entry((depth, *party)).or_default();
            *used = level.max(*used) + took;
        }
        // Parties at or below the level need no entry: they start there anyway.
        let levels = state.levels.clone();
        let above = |depth: usize, used| levels.get(depth).is_none_or(|level| used > *level);
        state.used.retain(|(depth, _), used| above(*depth, *used));
        drop(state);
        self.queue.serve();
    }
}

#[cfg(test)]
mod tests {
    use futures_util::FutureExt;

    use super::*;

    fn account(guest: u8, address: &str) -> QueueAccount {
        QueueAccount::new(Guest([guest; 32]), Address::At(address.parse().unwrap()))
    }

    /// Checks that `one` gets the next slot although 60 accounts of `crowd` were waiting before it.
    async fn before_the_crowd(crowd: impl Fn(u8) -> QueueAccount, one: QueueAccount) {
        let queue = FairQueue::new(1);
        let thinking = queue.turn(crowd(0)).await;
        let mut crowd: Vec<_> = (0..60).map(|number| Box::pin(queue.turn(crowd(number)))).collect();
        for waiting in &mut crowd {
            assert!(waiting.now_or_never().is_none());
        }
        let mut one = Box::pin(queue.turn(one));
        assert!(one.as_mut().now_or_never().is_none(), "the place is taken");
        drop(thinking);
        let turn = one.as_mut().now_or_never().expect("the next place is the other's");
        assert!(crowd.iter_mut().all(|waiting| waiting.now_or_never().is_none()));
        drop(turn);
        // The crowd is served in turn; each turn ends at once.
        for _ in 0..60 {
            // Without it, tokio's cooperative budget would delay this task.
            tokio::task::yield_now().await;
            crowd.retain_mut(|waiting| waiting.now_or_never().is_none());
        }
        assert!(crowd.is_empty());
    }

    #[tokio::test]
    async fn many_tables_of_one_guest_do_not_starve_another() {
        let (many, few) = (account(1, "192.0.2.1"), account(2, "192.0.2.1"));
        before_the_crowd(|_| many.clone(), few).await;
    }

    #[tokio::test]
    async fn many_cookies_of_one_address_do_not_starve_another() {
        let few = account(99, "198.51.100.1");
        before_the_crowd(|number| account(number, "192.0.2.1"), few.clone()).await;
        before_the_crowd(|number| account(number, &format!("192.0.2.{number}")), few.clone()).await;
        before_the_crowd(|number| account(number, &format!("2001:db8:1:{number}::1")), few).await;
    }

    #[tokio::test]
    async fn earlier_use_without_competition_does_not_delay_a_guest_behind_a_new_crowd() {
        let queue = FairQueue::new(1);
        let few = account(99, "198.51.100.1");
        for _ in 0..10 {
            drop(queue.turn(few.clone()).await);
        }
        let crowd = |number| account(number, "192.0.2.1");
        let thinking = queue.turn(crowd(0)).await;
        let mut crowd: Vec<_> = (1..60).map(|number| Box::pin(queue.turn(crowd(number)))).collect();
        for waiting in &mut crowd {
            assert!(waiting.now_or_never().is_none());
        }
        let mut one = Box::pin(queue.turn(few));
        assert!(one.as_mut().now_or_never().is_none());
        drop(thinking);
        let mut served = 0;
        while one.as_mut().now_or_never().is_none() {
            served += crowd.iter_mut().filter_map(|waiting| waiting.now_or_never()).count();
            assert!(served <= 1, "at most the one turn that is under way comes before");
        }
    }

    #[tokio::test]
    async fn a_cancelled_wait_takes_no_slot() {
        let queue = FairQueue::new(1);
        let guest = account(1, "192.0.2.1");
        let thinking = queue.turn(guest.clone()).await;
        let mut cancelled = Box::pin(queue.turn(guest.clone()));
        assert!(cancelled.as_mut().now_or_never().is_none());
        drop(cancelled);
        drop(thinking);
        assert!(queue.turn(guest).now_or_never().is_some());
    }
}
