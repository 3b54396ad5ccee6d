//! The bots of a room: bots at seats, and bots that stand in for players who left or ran out of time.

use zashiki_core::{Level, Seat, Termination};

use super::actor::{RETRY, Room};
use crate::bots::fair_queue::QueueAccount;
use crate::client_addr::Address;
use crate::ids;
use crate::protocol::{Matter, Refusal, Word};
use crate::room::bot_seats::BotRequest;
use crate::room::command::{BotResult, Command};
use session::table::change::ChangeKind;
use session::table::seats::stand_in;
use session::table::setup::Sitter;

impl Room {
    /// Returns true if people have yet to answer an offer that a bot's decision would decline. Bots do not
    /// decide before that.
    fn people_are_asked(&self) -> bool {
        self.history.offer().is_some_and(|offer| offer.matter != Matter::Draw)
    }

    /// The bot that plays for a seat: its occupant, or the stand-in for a player who has left.
    fn bot_at(&self, seat: Seat) -> Option<&str> {
        match self.sitters.get(seat.index())? {
            Sitter::Bot { bot } => {
                Some(self.history.replaced(seat).map_or(bot.as_str(), |level| level.id()))
            }
            _ if self.history.deserted().contains(seat) => Some(self.stand_in()),
            _ => None,
        }
    }

    /// The bot that stands in for players who have left or run out of time. In a rated match it is a weak
    /// one, so that nobody profits from it.
    fn stand_in(&self) -> &str {
        if self.setup.terms.rated { Level::Novice.id() } else { stand_in(&self.sitters) }
    }

    /// Returns true if the bot of a seat may resign: only as the seat's occupant, not as a stand-in.
    fn resigns(&self, seat: Seat) -> bool {
        let own = matches!(self.sitters.get(seat.index()), Some(Sitter::Bot { .. }));
        own && self.history.table().check_termination(Termination::Resigned { seat }).is_ok()
    }

    /// Requests all due answers and decisions of idle bots, while a client is connected. Draw offers come
    /// first, because a decision would decline them.
    pub(super) fn wake_bots(&mut self) {
        if !self.started() || self.people_are_asked() || !self.holds_lease() {
            return;
        }
        let Some(host) = self.clients.host() else { return };
        let (table, version) = (self.history.table(), self.history.version());
        let offer = self.history.offer();
        let unanswered = |seat: Seat| offer.is_some_and(|offer| !offer.agreed.contains(seat));
        let thinking = self.bot_seats.thinking();
        let idle: Vec<Seat> =
            Seat::all(table.seats()).filter(|seat| !thinking.contains(*seat)).collect();
        let mut asked = Vec::new();
        for seat in idle {
            let Some(bot) = self.bot_at(seat) else { continue };
            let draw = unanswered(seat);
            if draw || table.turn().awaited().contains(seat) {
                let (seen, wanted) = (table.info_state(seat), Some(self.clients.somebody()));
                let (bot, host) = (bot.to_owned(), host.clone());
                asked.push((draw, bot, BotRequest { seat, seen, version, host, wanted }));
            }
        }
        for (draw, bot, asked) in asked {
            if draw {
                self.bot_seats.ask_draw(&self.setup, &bot, asked);
            } else {
                let may_resign = self.resigns(asked.seat);
                self.bot_seats.ask_choice(&self.setup, &bot, asked, may_resign);
            }
        }
    }

    /// Requests a decision from the stand-in for a seat out of time, whether or not a client is connected.
    pub(super) fn ask_stand_in(&mut self, seat: Seat) {
        let of_seat = match self.sitters.get(seat.index()) {
            Some(Sitter::Person { guest, .. }) => Some(QueueAccount::new(*guest, Address::Unknown)),
            _ => None,
        };
        let Some(host) = self.clients.host().or(of_seat) else { return };
        let seen = self.history.table().info_state(seat);
        let version = self.history.version();
        let asked = BotRequest { seat, seen, version, host, wanted: None };
        let bot = self.stand_in().to_owned();
        self.bot_seats.ask_choice(&self.setup, &bot, asked, false);
    }

    pub(super) async fn bot_answers(&mut self, seat: Seat, version: u64, answer: BotResult<bool>) {
        let (bot, accepts) = match answer {
            BotResult::Found(bot, accepts) => (Some(bot), accepts),
            BotResult::Unwanted(bot) => return self.bot_seats.set_idle(seat, Some(bot)),
            BotResult::Failed => {
                tracing::error!(game = self.setup.game, "a bot failed; it declines");
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
        // A player who has returned, or has decided after all, decides alone.
        let late = self.bot_at(seat).is_none();
        let wanted = !late || self.is_late(seat);
        let (bot, change) = match choice {
            BotResult::Found(bot, _) if self.people_are_asked() || !wanted => {
                return self.bot_seats.set_idle(seat, Some(bot));
            }
            BotResult::Found(bot, ChangeKind::Act(action)) if late => {
                (bot, ChangeKind::Expire(action))
            }
            BotResult::Found(bot, change) => (bot, change),
            BotResult::Unwanted(bot) => return self.bot_seats.set_idle(seat, Some(bot)),
            BotResult::Failed => {
                tracing::error!(game = self.setup.game, "a bot failed; any legal action is taken");
                self.bot_seats.set_idle(seat, None);
                return self.act_for_bot(seat, version).await;
            }
        };
        match self.do_for(seat, version, change.clone()).await {
            Err(refusal) if refusal.is_not_saved() => {
                let choice = BotResult::Found(bot, change);
                self.try_again(Command::BotResult { seat, version, choice });
            }
            // The match may have ended while the bot was thinking.
            Err(refusal) if refusal != Refusal::STALE && !self.history.over() => {
                tracing::error!(rule = ?refusal.rule, game = self.setup.game, "a bot's choice was refused; any legal action is taken");
                self.bot_seats.set_idle(seat, None);
                self.act_for_bot(seat, version).await;
            }
            _ => self.bot_seats.set_idle(seat, Some(bot)),
        }
    }

    /// Plays any legal action for a bot that failed, so that the match continues.
    async fn act_for_bot(&mut self, seat: Seat, version: u64) {
        if let Some(action) = self.any_action(seat) {
            let late = self.bot_at(seat).is_none();
            let kind = if late { ChangeKind::Expire(action) } else { ChangeKind::Act(action) };
            let done = self.do_for(seat, version, kind).await;
            if let Err(refusal) = done {
                tracing::error!(rule = ?refusal.rule, "nor could any legal action be taken");
            }
        }
    }

    /// A random legal action of the seat, in notation; `None` if the seat has none.
    pub(super) fn any_action(&self, seat: Seat) -> Option<String> {
        let mut legal = self.history.table().legal(seat);
        let count = u64::try_from(legal.len()).ok().filter(|count| *count > 0)?;
        let index = usize::try_from(ids::seed() % count).ok()?;
        Some(legal.swap_remove(index).action)
    }
}
