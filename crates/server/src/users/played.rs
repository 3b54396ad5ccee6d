//! Counts of the matches that people have played. Counting takes longer the more matches a person has, so
//! large counts are cached for some time.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use session::guest::Guest;

use crate::bots::fair_queue::{FairQueue, QueueAccount};
use crate::protocol::Played;

/// Maximum number of counts at the same time. Requests wait in a queue that is fair to networks and people.
const MAX_SIMULTANEOUS: usize = 2;
/// Number of a person's matches below which the count is not cached.
const MANY: u32 = 500;
/// Time for which a count is cached, for each match in it. Counting one match takes about a thirtieth of this
/// time.
const LIFETIME_PER_MATCH: Duration = Duration::from_millis(1);

/// The cached counts, and the queue for counting.
pub(crate) struct PlayedCounts {
    /// The cached count of each person, with its expiry time.
    kept: Mutex<HashMap<Guest, (Duration, Vec<Played>)>>,
    queue: FairQueue,
}

impl PlayedCounts {
    pub(crate) fn new() -> PlayedCounts {
        PlayedCounts { kept: Mutex::default(), queue: FairQueue::new(MAX_SIMULTANEOUS) }
    }

    /// The numbers of a person's matches by game, from the cache or else computed by `count`.
    pub(crate) async fn of<Error>(
        &self,
        person: Guest,
        account: QueueAccount,
        now: impl Fn() -> Duration,
        count: impl Future<Output = Result<Vec<Played>, Error>>,
    ) -> Result<Vec<Played>, Error> {
        let _turn = self.queue.turn(account).await;
        // Another request may have counted meanwhile.
        if let Some((until, played)) = self.kept().get(&person)
            && now() < *until
        {
            return Ok(played.clone());
        }
        let played = count.await?;
        let games: u32 = played.iter().map(|played| played.plays).sum();
        if games >= MANY {
            let now = now();
            let mut kept = self.kept();
            kept.retain(|_, (until, _)| now < *until);
            kept.insert(person, (now + LIFETIME_PER_MATCH * games, played.clone()));
        }
        Ok(played)
    }

    /// Removes a person's count from the cache because the person's matches have changed.
    pub(crate) fn forget(&self, person: Guest) {
        self.kept().remove(&person);
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<Guest, (Duration, Vec<Played>)>> {
        // The map is consistent at all times, so a panic of another lock holder does no harm.
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;
    use std::convert::Infallible;

    use super::*;
    use crate::client_addr::Address;

    #[tokio::test]
    async fn large_counts_are_cached_for_a_while() {
        let counts = PlayedCounts::new();
        let counted = Cell::new(0);
        let ask = async |plays: u32, seconds: u64| {
            let person = Guest([1; 32]);
            let account = QueueAccount::new(person, Address::Unknown);
            let count = async {
                counted.set(counted.get() + 1);
                Ok::<_, Infallible>(vec![Played { game: "kokyu".to_owned(), plays, won: 0 }])
            };
            let Ok(played) =
                counts.of(person, account, || Duration::from_secs(seconds), count).await;
            (played[0].plays, counted.get())
        };
        assert_eq!(ask(499, 0).await, (499, 1));
        assert_eq!(ask(20_000, 0).await, (20_000, 2), "few are counted at once");
        assert_eq!(ask(20_001, 19).await, (20_000, 2));
        assert_eq!(ask(20_001, 20).await, (20_001, 3));
        counts.forget(Guest([1; 32]));
        assert_eq!(ask(0, 20).await, (0, 4));
    }
}
