//! The bots of a table, idle or thinking, and the requests to them.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bots::DynBot;
use external_engines::Engines;
use session::BotRequest;
use session::table::change::ChangeKind;
use session::table::setup::TableSetup;
use zashiki_core::{DynInfoState, Seat, SeatSet};

use crate::bots::bot_pool::BotPool;
use crate::bots::catalog;
use crate::bots::fair_queue::{FairQueue, QueueAccount};
use crate::room::command::{BotResult, Command, Inbox};

/// The state of a seat's bot.
enum BotSeat {
    /// No request is pending. Contains the seat's last bot and its spec, for reuse, if there was one.
    Idle(Option<(String, Box<dyn DynBot>)>),
    /// A request to a bot with this spec is pending.
    Thinking(String),
}

/// A request to a bot, with what it needs to be carried out.
pub(crate) struct BotJob {
    pub(crate) request: BotRequest,
    pub(crate) seen: DynInfoState,
    /// The account in the bots' queue to which the computing time is charged.
    pub(crate) host: QueueAccount,
    /// False once the answer is no longer needed; `None` if it is always needed.
    pub(crate) wanted: Option<Arc<AtomicBool>>,
}

/// The state of the bot at each seat of a table.
pub(crate) struct BotSeats {
    bot_seats: Vec<BotSeat>,
    bot_pool: BotPool,
    engines: Engines,
    inbox: Inbox,
}

impl BotSeats {
    /// Creates the state for a table with this number of seats; no bot is thinking. The bots' answers are
    /// sent to `inbox`.
    pub(crate) fn new(seats: usize, bot_pool: BotPool, engines: Engines, inbox: Inbox) -> BotSeats {
        let bot_seats = (0..seats).map(|_| BotSeat::Idle(None)).collect();
        BotSeats { bot_seats, bot_pool, engines, inbox }
    }

    /// Returns true if any bot is thinking.
    pub(crate) fn any_thinking(&self) -> bool {
        self.bot_seats.iter().any(|bot_seat| matches!(bot_seat, BotSeat::Thinking(_)))
    }

    /// The seats with a thinking bot.
    pub(crate) fn thinking(&self) -> SeatSet {
        let seats = (0..).map(Seat).zip(&self.bot_seats);
        seats
            .filter(|(_, bot_seat)| matches!(bot_seat, BotSeat::Thinking(_)))
            .map(|(seat, _)| seat)
            .collect()
    }

    /// Adapts to the number of seats; if it changed, requests that are pending count no more.
    pub(crate) fn resize(&mut self, seats: usize) {
        if seats != self.bot_seats.len() {
            self.bot_seats = (0..seats).map(|_| BotSeat::Idle(None)).collect();
        }
    }

    /// Requests a bot's decision, or its answer to a draw offer. A bot that fails to decide forfeits or is
    /// replaced. Returns false if no request was made: the bot cannot be built, or another request is
    /// pending.
    pub(crate) fn ask(&mut self, setup: &TableSetup, job: BotJob) -> bool {
        let BotJob { request, seen, host, wanted } = job;
        let BotRequest { seat, bot, version, draw, may_resign } = request;
        if draw {
            let report = move |answer| Command::Answered { seat, version, answer };
            let find = move |bot: &mut dyn DynBot| bot.accepts_draw(&seen);
            return self.start(setup, &bot, (seat, host, wanted), find, report);
        }
        let report = move |choice| Command::BotResult { seat, version, choice };
        let engine = bot.clone();
        let find = move |bot: &mut dyn DynBot| match bot.choose(&seen) {
            Ok(_) if may_resign && bot.is_lost() => ChangeKind::Resign,
            Ok(action) => ChangeKind::Act(action),
            Err(fault) => {
                // The engine's message is not logged, since it may reveal hidden information.
                tracing::warn!(engine, kind = ?fault.kind, "an engine failed");
                fault.stand_in.map_or(ChangeKind::Forfeit, ChangeKind::Replace)
            }
        };
        self.start(setup, &bot, (seat, host, wanted), find, report)
    }

    fn start<Found: Send + 'static>(
        &mut self,
        setup: &TableSetup,
        spec: &str,
        (seat, host, wanted): (Seat, QueueAccount, Option<Arc<AtomicBool>>),
        find: impl FnOnce(&mut dyn DynBot) -> Found + Send + 'static,
        report: impl FnOnce(BotResult<Found>) -> Command + Send + 'static,
    ) -> bool {
        let Some(BotSeat::Idle(last)) = self.bot_seats.get_mut(seat.index()) else { return false };
        let last = last.take().filter(|(called, _)| called == spec).map(|(_, bot)| bot);
        let bot = match last.map_or_else(|| catalog::build(&self.engines, setup, spec), Ok) {
            Ok(bot) => bot,
            Err(error) => {
                tracing::error!(%error, "a bot cannot be built");
                return false;
            }
        };
        self.bot_seats[seat.index()] = BotSeat::Thinking(spec.to_owned());
        let queue = self.bot_pool.queue(spec).clone();
        let inbox = self.inbox.clone();
        tokio::spawn(async move {
            let thought = think(queue, host, wanted, bot, find).await;
            // Sending fails only after the room has ended in the shutdown.
            let _ = inbox.send(report(thought)).await;
        });
        true
    }

    /// Marks the seat's bot as idle.
    pub(crate) fn set_idle(&mut self, seat: Seat, bot: Option<Box<dyn DynBot>>) {
        if let Some(bot_seat) = self.bot_seats.get_mut(seat.index()) {
            let called = match std::mem::replace(bot_seat, BotSeat::Idle(None)) {
                BotSeat::Thinking(called) => Some(called),
                BotSeat::Idle(_) => None,
            };
            *bot_seat = BotSeat::Idle(called.zip(bot));
        }
    }
}

async fn think<Found: Send + 'static>(
    queue: FairQueue,
    host: QueueAccount,
    wanted: Option<Arc<AtomicBool>>,
    mut bot: Box<dyn DynBot>,
    find: impl FnOnce(&mut dyn DynBot) -> Found + Send + 'static,
) -> BotResult<Found> {
    let turn = queue.turn(host).await;
    if wanted.is_some_and(|wanted| !wanted.load(Ordering::Relaxed)) {
        return BotResult::Unwanted(bot);
    }
    let thinking = tokio::task::spawn_blocking(move || {
        let _turn = turn;
        let found = find(bot.as_mut());
        (bot, found)
    });
    thinking.await.map_or(BotResult::Failed, |(bot, found)| BotResult::Found(bot, found))
}
