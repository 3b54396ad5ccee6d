//! Help for people: advice on a decision at a table whose terms allow it, and finished games
//! looked back on. Both think in the queue of the bots, on the account of who asks.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};

use axum::extract::rejection::QueryRejection;
use axum::extract::{Extension, Path, Query, State};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use axum::{Json, Router};
use bots::Review;
use serde::Deserialize;
use zashiki_core::{DynInfoState, InputError, LocalizedText, Record, Seat};

use crate::Limits;
use crate::app::App;
use crate::bots::bot_pool;
use crate::bots::fair_queue::QueueAccount;
use crate::client_addr::Address;
use crate::error::Refused;
use crate::limits::{LimitKey, Permit, guest_and_networks, networks};
use crate::protocol::{Advised, Refusal, Reviewed};
use crate::room::command::Command;
use crate::table::seats::Requester;
use crate::users::guest::Guest;

/// The addresses of help.
pub(crate) fn router() -> Router<Arc<App>> {
    Router::new()
        .route("/tables/{id}/advice", get(advice))
        .route("/tables/{id}/review", get(review))
}

/// A decision that advice may be given on, as the seat sees it.
pub(crate) struct Decision {
    /// The version of the table.
    pub(crate) version: u64,
    /// The decision, or why there is no advice on it.
    pub(crate) seen: Result<DynInfoState, Refusal>,
    /// The game's id.
    pub(crate) game: String,
}

/// For which of the guest's seats advice is asked, where they have several.
#[derive(Debug, Deserialize)]
struct OfSeat {
    seat: Option<Seat>,
}

/// The bots that help people with a game.
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

async fn advice(
    State(app): State<Arc<App>>,
    Extension(guest): Extension<Guest>,
    Extension(address): Extension<Address>,
    Path(id): Path<String>,
    of: Result<Query<OfSeat>, QueryRejection>,
) -> Result<Json<Advised>, Refused> {
    let Query(OfSeat { seat }) = of.map_err(|_| Refused::no_such_seat())?;
    let requester = Requester { guest, seat, lang: None };
    let Decision { version, seen, game } = app.decision(&id, requester).await?;
    let seen = match seen {
        Ok(seen) => seen,
        Err(refusal) => return Ok(Json(Advised { version, advice: None, refused: Some(refusal) })),
    };
    app.may_ask_help(guest, address)?;
    let asking = app.asking_help.open(guest, 1).ok_or_else(Refused::helped_too_often)?;
    let Helpers { adviser: bot, .. } = Helpers::of(&game)?;
    let account = QueueAccount::new(guest, address);
    let turn = app.bot_pool.queue(bot).turn(account).await;
    let thinking = tokio::task::spawn_blocking(move || {
        let _held = (turn, asking);
        registry::game(&game)?.advise(&seen, bot, bots::clock)
    });
    let advice = thinking.await.map_err(|_| Refused::broken())??;
    Ok(Json(Advised { version, advice: Some(advice), refused: None }))
}

async fn review(
    State(app): State<Arc<App>>,
    Extension(guest): Extension<Guest>,
    Extension(address): Extension<Address>,
    Path(id): Path<String>,
) -> Result<Response, Refused> {
    if let Some(looking) = app.reviews.find(&id) {
        return looking.told();
    }
    let record = Record::from_json(&app.finished(&id).await?)?;
    let making = app.may_review(guest, address)?;
    let (looking, first) = app.reviews.begin(&id, app.limits.reviews)?;
    if first {
        let (app, looking) = (app.clone(), looking.clone());
        let account = QueueAccount::new(guest, address);
        // It goes on also when who asked has gone: whoever asks next finds what came of it.
        tokio::spawn(async move {
            app.look_back(account, record, looking).await;
            drop(making);
        });
    }
    looking.told()
}

impl App {
    /// The decision of the asker's seat at a table.
    async fn decision(
        self: &Arc<Self>,
        id: &str,
        requester: Requester,
    ) -> Result<Decision, Refused> {
        let decision = |reply| Command::Advise { requester, reply };
        self.ask(id, decision).await.map(|(_, decision)| decision)
    }

    /// Counts a question for help, by guest and by network.
    fn may_ask_help(&self, guest: Guest, address: Address) -> Result<(), Refused> {
        let Limits { help_per_guest: own, help_per_address: share, .. } = self.limits;
        let parties = guest_and_networks((guest, own), address, share);
        let may = self.helped.take_for(parties, self.clock.now());
        if may { Ok(()) } else { Err(Refused::helped_too_often()) }
    }

    /// Counts a review that is to be made, by guest and by network: one takes seconds of a processor.
    /// It is in the making while the ticket is held.
    fn may_review(&self, guest: Guest, address: Address) -> Result<Permit<LimitKey>, Refused> {
        let most = networks(address, self.limits.reviews_at_once_per_address);
        let making = self.reviewing.open_for(most).ok_or_else(Refused::reviewed_too_often)?;
        let rate = networks(address, self.limits.reviews_per_address);
        if !self.reviewed.take_for(rate, self.clock.now()) {
            return Err(Refused::reviewed_too_often());
        }
        self.may_ask_help(guest, address)?;
        Ok(making)
    }

    /// Looks back on a game in its turn.
    async fn look_back(&self, account: QueueAccount, record: Record, looking: Arc<Looking>) {
        let bot = Helpers::of(&record.game).map_or(bot_pool::STAND_IN, |helpers| helpers.reviewer);
        let queue = self.bot_pool.queue(bot).clone();
        let progress = looking.clone();
        let here = tokio::runtime::Handle::current();
        let thinking = tokio::task::spawn_blocking(move || {
            let mut turn = None;
            look_back(&record, bot, &mut |done, of| {
                progress.of.store(of, Ordering::Relaxed);
                progress.done.store(done, Ordering::Relaxed);
                // A whole game takes seconds: between two decisions others have their turn.
                drop(turn.take());
                turn = Some(here.block_on(queue.turn(account.clone())));
            })
        });
        let found = thinking.await.unwrap_or_else(|_| Err(Refused::broken().text()));
        // Nobody else looks back on it.
        let _ = looking.found.set(found);
    }
}

/// The review of a record, or why there is none.
fn look_back(
    record: &Record,
    bot: &str,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Review, LocalizedText> {
    let review = registry::game(&record.game)?.review(record, bot, bots::clock, progress);
    review.map_err(|error| error.message)
}

/// A finished game that is looked back on, or was.
#[derive(Default)]
pub(crate) struct Looking {
    done: AtomicUsize,
    of: AtomicUsize,
    found: OnceLock<Result<Review, LocalizedText>>,
}

impl Looking {
    /// How far it is, and the review once it is there.
    fn told(&self) -> Result<Response, Refused> {
        let (done, of) = (self.done.load(Ordering::Relaxed), self.of.load(Ordering::Relaxed));
        match self.found.get() {
            Some(Err(why)) => Err(Refused::not_reviewed(why.clone())),
            Some(Ok(review)) => {
                Ok(Json(Reviewed { done, of, review: Some(review) }).into_response())
            }
            None => Ok(Json(Reviewed { done, of, review: None }).into_response()),
        }
    }
}

/// The games looked back on last, by the ids of their tables: each is looked back on once while it
/// is here.
#[derive(Default)]
pub(crate) struct Reviews(Mutex<VecDeque<(String, Arc<Looking>)>>);

impl Reviews {
    fn find(&self, id: &str) -> Option<Arc<Looking>> {
        let held = self.held();
        held.iter().find(|(table, _)| table == id).map(|(_, looking)| looking.clone())
    }

    /// The game's place, and whether it is new. The oldest that is done makes room for it.
    ///
    /// # Errors
    /// When `most` are in the making.
    fn begin(&self, id: &str, most: usize) -> Result<(Arc<Looking>, bool), Refused> {
        let mut held = self.held();
        if let Some((_, looking)) = held.iter().find(|(table, _)| table == id) {
            return Ok((looking.clone(), false));
        }
        if held.len() >= most {
            let done = held.iter().position(|(_, looking)| looking.found.get().is_some());
            held.remove(done.ok_or_else(Refused::too_many_reviews)?);
        }
        let looking = Arc::<Looking>::default();
        held.push_back((id.to_owned(), looking.clone()));
        Ok((looking, true))
    }

    fn held(&self) -> MutexGuard<'_, VecDeque<(String, Arc<Looking>)>> {
        // It is whole at every moment, so a panic elsewhere while it was held does no harm.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_game_is_looked_back_on_once_and_the_oldest_makes_room() {
        let reviews = Reviews::default();
        let (one, first) = reviews.begin("one", 2).unwrap();
        assert!(first && !reviews.begin("one", 2).unwrap().1);
        assert!(reviews.begin("two", 2).unwrap().1);
        assert!(reviews.begin("three", 2).is_err(), "both are in the making");
        one.found.set(Err(LocalizedText::fixed("", ""))).unwrap();
        assert!(reviews.begin("three", 2).unwrap().1);
        assert!(reviews.find("one").is_none() && reviews.find("two").is_some());
    }
}
