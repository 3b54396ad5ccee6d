//! Advice on a decision, if the table's settings allow it, and reviews of finished matches. Both are computed
//! in the bots' queue and charged to the requesting client.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use axum::Json;
use axum::response::{IntoResponse, Response};
use bots::Review;
use zashiki_core::{InputError, LocalizedText, Record};

use crate::Limits;
use crate::app::App;
use crate::bots::catalog;
use crate::bots::fair_queue::QueueAccount;
use crate::client_addr::Address;
use crate::error::Refused;
use crate::limits::{LimitKey, Permit, guest_and_networks, networks};
use crate::protocol::Reviewed;
use crate::room::command::{Command, Decision};
use crate::table::seats::Requester;
use crate::users::guest::Guest;

/// The bots that compute advice and reviews for a game.
pub(crate) struct Helpers {
    pub(crate) adviser: &'static str,
    reviewer: &'static str,
}

impl Helpers {
    pub(crate) fn of(game: &str) -> Result<Helpers, InputError> {
        let game = registry::game(game)?;
        Ok(Helpers { adviser: game.adviser(), reviewer: game.reviewer() })
    }
}

impl App {
    /// The pending decision of the requester's seat at a table.
    pub(crate) async fn decision(
        self: &Arc<Self>,
        id: &str,
        requester: Requester,
    ) -> Result<Decision, Refused> {
        let decision = |reply| Command::Advise { requester, reply };
        self.ask(id, decision).await.map(|(_, decision)| decision)
    }

    /// Applies the rate limit of advice and reviews, by guest and by network.
    pub(crate) fn check_help_rate(&self, guest: Guest, address: Address) -> Result<(), Refused> {
        let Limits { help_per_guest: own, help_per_address: share, .. } = self.limits;
        let parties = guest_and_networks((guest, own), address, share);
        let may = self.helped.take_for(parties, self.clock.now());
        if may { Ok(()) } else { Err(Refused::helped_too_often()) }
    }

    /// Applies the limits of new reviews, by guest and by network: a review takes seconds of CPU time. It
    /// counts as running while the permit is held.
    pub(crate) fn check_review_rate(
        &self,
        guest: Guest,
        address: Address,
    ) -> Result<Permit<LimitKey>, Refused> {
        let most = networks(address, self.limits.reviews_at_once_per_address);
        let permit = self.reviewing.open_for(most).ok_or_else(Refused::reviewed_too_often)?;
        let rate = networks(address, self.limits.reviews_per_address);
        if !self.reviewed.take_for(rate, self.clock.now()) {
            return Err(Refused::reviewed_too_often());
        }
        self.check_help_rate(guest, address)?;
        Ok(permit)
    }

    /// Reviews a match when its turn in the queue comes.
    pub(crate) async fn run_review(
        &self,
        account: QueueAccount,
        record: Record,
        job: Arc<ReviewJob>,
    ) {
        let bot = Helpers::of(&record.game).map_or(catalog::STAND_IN, |helpers| helpers.reviewer);
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

/// The review of a record, or the error message.
fn review_record(
    record: &Record,
    bot: &str,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Review, LocalizedText> {
    let review = registry::game(&record.game)?.review(record, bot, bots::clock, progress);
    review.map_err(|error| error.message)
}

/// A running or finished review.
#[derive(Default)]
pub(crate) struct ReviewJob {
    done: AtomicUsize,
    of: AtomicUsize,
    result: OnceLock<Result<Review, LocalizedText>>,
}

impl ReviewJob {
    /// The response with the progress, and with the review once it is finished.
    pub(crate) fn response(&self) -> Result<Response, Refused> {
        let (done, of) = (self.done.load(Ordering::Relaxed), self.of.load(Ordering::Relaxed));
        match self.result.get() {
            Some(Err(why)) => Err(Refused::not_reviewed(why.clone())),
            Some(Ok(review)) => {
                Ok(Json(Reviewed { done, of, review: Some(review) }).into_response())
            }
            None => Ok(Json(Reviewed { done, of, review: None }).into_response()),
        }
    }
}

/// The most recent reviews by table id, so that each match is reviewed only once while it is listed.
#[derive(Default)]
pub(crate) struct Reviews(Mutex<VecDeque<(String, Arc<ReviewJob>)>>);

impl Reviews {
    pub(crate) fn find(&self, id: &str) -> Option<Arc<ReviewJob>> {
        let held = self.held();
        held.iter().find(|(table, _)| table == id).map(|(_, job)| job.clone())
    }

    /// Finds or adds the review of a table; returns true if it is new. The oldest finished review is removed
    /// to make room.
    ///
    /// # Errors
    /// Returns an error if `most` reviews are running.
    pub(crate) fn begin(&self, id: &str, most: usize) -> Result<(Arc<ReviewJob>, bool), Refused> {
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
