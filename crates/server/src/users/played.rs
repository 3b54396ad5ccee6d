//! How many games people have played. To count them takes the longer the more they are, so those of
//! people with very many are counted now and then, once for all who ask.

use std::collections::HashMap;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use crate::bots::fair_queue::{FairQueue, QueueAccount};
use crate::protocol::Played;
use crate::users::guest::Guest;

/// How many are counted at once; whose turn it is, is fair by network and person.
const AT_ONCE: usize = 2;
/// With fewer games a person's are counted whenever somebody asks.
const MANY: u32 = 500;
/// For so long a count of more is kept, for each of the games. To count one takes a thirtieth of it.
const KEPT_PER_GAME: Duration = Duration::from_millis(1);

/// The games of people, counted in turn.
pub(crate) struct PlayedCounts {
    /// With when they are to be counted again.
    kept: Mutex<HashMap<Guest, (Duration, Vec<Played>)>>,
    queue: FairQueue,
}

impl PlayedCounts {
    pub(crate) fn new() -> PlayedCounts {
        PlayedCounts { kept: Mutex::default(), queue: FairQueue::new(AT_ONCE) }
    }

    /// A person's games, counted by `count` unless that was done lately.
    pub(crate) async fn of<Error>(
        &self,
        person: Guest,
        account: QueueAccount,
        now: impl Fn() -> Duration,
        count: impl Future<Output = Result<Vec<Played>, Error>>,
    ) -> Result<Vec<Played>, Error> {
        let _turn = self.queue.turn(account).await;
        // Somebody may have counted meanwhile.
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
            kept.insert(person, (now + KEPT_PER_GAME * games, played.clone()));
        }
        Ok(played)
    }

    /// The person's games are others now.
    pub(crate) fn forget(&self, person: Guest) {
        self.kept().remove(&person);
    }

    fn kept(&self) -> MutexGuard<'_, HashMap<Guest, (Duration, Vec<Played>)>> {
        // It is whole at every moment, so a panic elsewhere while it was held does no harm.
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
    async fn very_many_games_are_counted_now_and_then() {
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
