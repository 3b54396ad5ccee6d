//! The bots of a room: bots at seats, and bots that stand in for players who left or ran out of time.

use session::table::change::ChangeKind;
use session::table::setup::Sitter;
use zashiki_core::Seat;

use super::actor::{RETRY, Room};
use crate::bots::fair_queue::QueueAccount;
use crate::client_addr::Address;
use crate::protocol::{Refusal, Word};
use crate::room::bot_seats::BotJob;
use crate::room::command::{BotResult, Command};

impl Room {
    /// Requests all due answers and decisions of idle bots, while a client is connected. At a table that lasts
    /// for days nobody need be connected, since the people are waiting to be notified of their turn.
    pub(super) fn wake_bots(&mut self) {
        if !self.session.started() || !self.holds_lease() {
            return;
        }
        let requests = self.session.bot_requests(self.bot_seats.thinking());
        if requests.is_empty() {
            return;
        }
        let slow = self.session.setup().terms.slow();
        let account = || slow.then(|| self.session.sitters().iter().find_map(account_of)).flatten();
        let host = self.clients.host(&self.session.viewers).or_else(account);
        let Some(host) = host else { return };
        for request in requests {
            let seen = self.session.history().table().info_state(request.seat);
            let wanted = (!slow).then(|| self.clients.somebody());
            let job = BotJob { request, seen, host: host.clone(), wanted };
            self.bot_seats.ask(self.session.setup(), job);
        }
    }

    /// Requests a decision from the stand-in for a seat out of time, whether or not a client is connected.
    /// Returns false if it could not be requested.
    pub(super) fn ask_stand_in(&mut self, seat: Seat) -> bool {
        let of_seat = self.session.sitters().get(seat.index()).and_then(account_of);
        let host = self.clients.host(&self.session.viewers).or(of_seat);
        let Some(host) = host else { return false };
        let request = self.session.stand_in_request(seat);
        let seen = self.session.history().table().info_state(seat);
        let job = BotJob { request, seen, host, wanted: None };
        self.bot_seats.ask(self.session.setup(), job)
    }

    pub(super) async fn bot_answers(&mut self, seat: Seat, version: u64, answer: BotResult<bool>) {
        let (bot, accepts) = match answer {
            BotResult::Found(bot, accepts) => (Some(bot), accepts),
            BotResult::Unwanted(bot) => return self.bot_seats.set_idle(seat, Some(bot)),
            BotResult::Failed => {
                tracing::error!(game = self.session.setup().game, "a bot failed; it declines");
                (None, false)
            }
        };
        let word = if accepts { Word::Accept } else { Word::Decline };
        let done = self.do_for(seat, version, ChangeKind::Talk(word)).await;
        if done.is_err_and(|refusal| refusal.is_not_saved()) {
            let answer = bot.map_or(BotResult::Failed, |bot| BotResult::Found(bot, accepts));
            return self.try_again(Command::Answered { seat, version, answer });
        }
        // Otherwise the answer was applied, or the offer has ended.
        self.bot_seats.set_idle(seat, bot);
    }

    /// Sends `command` to the room again after a short delay.
    fn try_again(&self, command: Command) {
        let inbox = self.inbox.clone();
        tokio::spawn(async move {
            tokio::time::sleep(RETRY).await;
            // Sending fails only after the room has ended in the shutdown.
            let _ = inbox.send(command).await;
        });
    }

    pub(super) async fn bot_acts(
        &mut self,
        seat: Seat,
        version: u64,
        choice: BotResult<ChangeKind>,
    ) {
        let game = self.session.setup().game.clone();
        let (bot, decision) = match choice {
            BotResult::Found(bot, decision) => (bot, decision),
            BotResult::Unwanted(bot) => return self.bot_seats.set_idle(seat, Some(bot)),
            BotResult::Failed => {
                tracing::error!(game, "a bot failed; any legal action is taken");
                self.bot_seats.set_idle(seat, None);
                return self.act_for_bot(seat, version).await;
            }
        };
        let change = self.session.bot_change(seat, decision.clone(), self.context.now());
        let Some(change) = change else { return self.bot_seats.set_idle(seat, Some(bot)) };
        match self.do_for(seat, version, change).await {
            Err(refusal) if refusal.is_not_saved() => {
                let choice = BotResult::Found(bot, decision);
                self.try_again(Command::BotResult { seat, version, choice });
            }
            // The match may have ended while the bot was thinking.
            Err(refusal) if refusal != Refusal::STALE && !self.session.history().over() => {
                tracing::error!(rule = ?refusal.rule, game, "a bot's choice was refused; any legal action is taken");
                self.bot_seats.set_idle(seat, None);
                self.act_for_bot(seat, version).await;
            }
            _ => self.bot_seats.set_idle(seat, Some(bot)),
        }
    }

    /// Plays any legal action for a bot that failed, so that the match continues.
    async fn act_for_bot(&mut self, seat: Seat, version: u64) {
        let change = self.session.substitute_change(seat, &self.context.host());
        if let Some(change) = change
            && let Err(refusal) = self.do_for(seat, version, change).await
        {
            tracing::error!(rule = ?refusal.rule, "nor could any legal action be taken");
        }
    }
}

/// The account to which the computing time of bots is charged on behalf of a person; `None` for other seats.
fn account_of(sitter: &Sitter) -> Option<QueueAccount> {
    match sitter {
        Sitter::Person { guest, .. } => Some(QueueAccount::new(*guest, Address::Unknown)),
        _ => None,
    }
}
