//! Advice on a decision, if the table's settings allow it, and reviews of finished matches. Both are computed
//! in the bots' queue, and the time used is charged to the client that requested them.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use axum::Json;
use axum::response::{IntoResponse, Response};
use bots::{Advice, Review};
use session::guest::Guest;
use session::request_error::RequestError;
use zashiki_core::{DynInfoState, InputError, Level, LocalizedText, Record};

use crate::bots::bot_pool::BotPool;
use crate::bots::fair_queue::QueueAccount;
use crate::client_addr::Address;
use crate::config::Limits;
use crate::error::Refused;
use crate::limits::{
    ConcurrencyLimiter, LimitKey, Permit, RateLimiter, guest_and_networks, networks,
};
use crate::protocol::Reviewed;
use crate::server_clock::ServerClock;

/// The ids of the bots that compute advice and reviews for a game.
struct Helpers {
    adviser: &'static str,
    reviewer: &'static str,
}

impl Helpers {
    fn of(game: &str) -> Result<Helpers, InputError> {
        let game = registry::game(game)?;
        Ok(Helpers { adviser: game.adviser(), reviewer: game.reviewer() })
    }
}

/// The service that computes advice and reviews.
pub(crate) struct Analysis {
    limits: Arc<Limits>,
    clock: ServerClock,
    bot_pool: BotPool,
    /// Rate limit of requests for advice and reviews, by guest and by network.
    requests: RateLimiter<LimitKey>,
    /// Guests for whom advice is being computed now.
    advising: ConcurrencyLimiter<Guest>,
    reviews: Reviews,
    /// Rate limit of new reviews, by network.
    started: RateLimiter<LimitKey>,
    reviewing: ConcurrencyLimiter<LimitKey>,
}

impl Analysis {
    pub(crate) fn new(limits: Arc<Limits>, clock: ServerClock, bot_pool: BotPool) -> Analysis {
        Analysis {
            limits,
            clock,
            bot_pool,
            requests: RateLimiter::new(),
            advising: ConcurrencyLimiter::new(),
            reviews: Reviews::default(),
            started: RateLimiter::new(),
            reviewing: ConcurrencyLimiter::new(),
        }
    }

    /// Computes a bot's advice on a seat's decision at a table where bots of these levels play.
    pub(crate) async fn advise(
        &self,
        guest: Guest,
        address: Address,
        game: String,
        seen: DynInfoState,
        levels: Vec<Option<Level>>,
    ) -> Result<Advice, Refused> {
        self.check_help_rate(guest, address)?;
        let advising = self.advising.open(guest, 1).ok_or_else(Refused::helped_too_often)?;
        let Helpers { adviser: bot, .. } = Helpers::of(&game)?;
        let account = QueueAccount::new(guest, address);
        let turn = self.bot_pool.queue(bot).turn(account).await;
        let task = tokio::task::spawn_blocking(move || {
            let _held = (turn, advising);
            registry::game(&game)?.advise(&seen, bot, &levels, bots::clock)
        });
        Ok(task.await.map_err(|_| Refused::broken())??)
    }

    /// The finished or running review of a table's match; `None` if no review is in memory.
    pub(crate) fn find_review(&self, table: &str) -> Option<Arc<ReviewJob>> {
        self.reviews.find(table)
    }

    /// The review of a table's finished match. Starts it unless it is already running or finished.
    pub(crate) fn review(
        self: &Arc<Self>,
        guest: Guest,
        address: Address,
        table: &str,
        record: Record,
    ) -> Result<Arc<ReviewJob>, Refused> {
        let permit = self.check_review_rate(guest, address)?;
        let (job, is_new) = self.reviews.begin(table, self.limits.reviews)?;
        if is_new {
            let (analysis, job) = (self.clone(), job.clone());
            let account = QueueAccount::new(guest, address);
            // The review continues even if the client disconnects: later requests find its result.
            tokio::spawn(async move {
                analysis.run_review(account, record, job).await;
                drop(permit);
            });
        }
        Ok(job)
    }

    /// Applies the rate limit of advice and reviews, by guest and by network.
    fn check_help_rate(&self, guest: Guest, address: Address) -> Result<(), Refused> {
        let Limits { help_per_guest: own, help_per_address: share, .. } = *self.limits;
        let parties = guest_and_networks((guest, own), address, share);
        let may = self.requests.take_for(parties, self.clock.now());
        if may { Ok(()) } else { Err(Refused::helped_too_often()) }
    }

    /// Applies the limits of new reviews, by guest and by network, because a review takes seconds of CPU
    /// time. The review counts as running as long as the caller keeps the permit.
    fn check_review_rate(
        &self,
        guest: Guest,
        address: Address,
    ) -> Result<Permit<LimitKey>, Refused> {
        let most = networks(address, self.limits.reviews_at_once_per_address);
        let permit = self.reviewing.open_for(most).ok_or_else(Refused::reviewed_too_often)?;
        let rate = networks(address, self.limits.reviews_per_address);
        if !self.started.take_for(rate, self.clock.now()) {
            return Err(Refused::reviewed_too_often());
        }
        self.check_help_rate(guest, address)?;
        Ok(permit)
    }

    /// Waits for a slot in the bots' queue, reviews the match, and stores the result in `job`.
    async fn run_review(&self, account: QueueAccount, record: Record, job: Arc<ReviewJob>) {
        let bot = Helpers::of(&record.game)
            .map_or(session::catalog::STAND_IN, |helpers| helpers.reviewer);
        let queue = self.bot_pool.queue(bot).clone();
        let progress = job.clone();
        let runtime = tokio::runtime::Handle::current();
        let task = tokio::task::spawn_blocking(move || {
            let mut turn = None;
            review_record(&record, bot, &mut |done, of| {
                progress.of.store(of, Ordering::Relaxed);
                progress.done.store(done, Ordering::Relaxed);
                // A whole match takes seconds, so other jobs get a turn between two decisions.
                drop(turn.take());
                turn = Some(runtime.block_on(queue.turn(account.clone())));
            })
        });
        let result = task.await.unwrap_or_else(|_| Err(Refused::broken().text()));
        // No other task sets the result of this job.
        let _ = job.result.set(result);
    }
}

/// Reviews the match of a record. Returns an error message if this is not possible.
fn review_record(
    record: &Record,
    bot: &str,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Review, LocalizedText> {
    let review = registry::game(&record.game)?.review(record, bot, bots::clock, progress);
    review.map_err(|error| error.message)
}

/// A review that is running or finished.
#[derive(Default)]
pub(crate) struct ReviewJob {
    done: AtomicUsize,
    of: AtomicUsize,
    result: OnceLock<Result<Review, LocalizedText>>,
}

impl ReviewJob {
    /// The response to a client: the progress of the review, or the review itself once it is finished.
    pub(crate) fn response(&self) -> Result<Response, Refused> {
        let (done, of) = (self.done.load(Ordering::Relaxed), self.of.load(Ordering::Relaxed));
        match self.result.get() {
            Some(Err(why)) => Err(RequestError::not_reviewed(why.clone()).into()),
            Some(Ok(review)) => {
                Ok(Json(Reviewed { done, of, review: Some(review) }).into_response())
            }
            None => Ok(Json(Reviewed { done, of, review: None }).into_response()),
        }
    }
}

/// The most recent reviews with the ids of their tables. A match is not reviewed again while its review is in
/// this list.
#[derive(Default)]
struct Reviews(Mutex<VecDeque<(String, Arc<ReviewJob>)>>);

impl Reviews {
    fn find(&self, id: &str) -> Option<Arc<ReviewJob>> {
        let held = self.held();
        held.iter().find(|(table, _)| table == id).map(|(_, job)| job.clone())
    }

    /// Finds the review of a table, or adds a new one; the boolean is true if it is new. If the list already
    /// has `most` entries, the oldest finished review is removed to make room.
    ///
    /// # Errors
    /// Returns an error if `most` reviews are running.
    fn begin(&self, id: &str, most: usize) -> Result<(Arc<ReviewJob>, bool), Refused> {
        let mut held = self.held();
        if let Some((_, job)) = held.iter().find(|(table, _)| table == id) {
            return Ok((job.clone(), false));
        }
        if held.len() >= most {
            let done = held.iter().position(|(_, job)| job.result.get().is_some());
            held.remove(done.ok_or_else(Refused::too_many_reviews)?);
        }
        let job = Arc::<ReviewJob>::default();
        held.push_back((id.to_owned(), job.clone()));
        Ok((job, true))
    }

    fn held(&self) -> MutexGuard<'_, VecDeque<(String, Arc<ReviewJob>)>> {
        // The list is consistent at all times, so a panic of another lock holder does no harm.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_match_is_reviewed_once_and_the_oldest_review_makes_room() {
        let reviews = Reviews::default();
        let (one, first) = reviews.begin("one", 2).unwrap();
        assert!(first && !reviews.begin("one", 2).unwrap().1);
        assert!(reviews.begin("two", 2).unwrap().1);
        assert!(reviews.begin("three", 2).is_err(), "both reviews are running");
        one.result.set(Err(LocalizedText::fixed("", ""))).unwrap();
        assert!(reviews.begin("three", 2).unwrap().1);
        assert!(reviews.find("one").is_none() && reviews.find("two").is_some());
    }
}
