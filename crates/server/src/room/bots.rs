//! The bots of a table: those that sit there, and those that stand in for who left or is late.

use zashiki_core::{Level, Seat, Termination};

use super::{RETRY, Room};
use crate::bots::fair_queue::QueueAccount;
use crate::client_addr::Address;
use crate::ids;
use crate::protocol::{Matter, Refusal, Word};
use crate::room::bot_seats::{BotRequest, BotResult};
use crate::room::command::Command;
use crate::table::change::ChangeKind;
use crate::table::seats::stand_in;
use crate::table::setup::Sitter;

impl Room {
    /// Whether people are asked something that a bot's decision would decline. Bots wait then.
    fn people_are_asked(&self) -> bool {
        self.history.offer().is_some_and(|offer| offer.matter != Matter::Draw)
    }

    /// The bot that plays for a seat, if it is one's or its person has left.
    fn bot_at(&self, seat: Seat) -> Option<&str> {
        match self.sitters.get(seat.index())? {
            Sitter::Bot { bot } => {
                Some(self.history.replaced(seat).map_or(bot.as_str(), |level| level.id()))
            }
            _ if self.history.deserted().contains(seat) => Some(self.stand_in()),
            _ => None,
        }
    }

    /// The bot that plays for people who have left or are late. In a rated game it is a weak one:
    /// nobody gains by having it play.
    fn stand_in(&self) -> &str {
        if self.setup.terms.rated { Level::Novice.id() } else { stand_in(&self.sitters) }
    }

    /// Whether the bot of a seat may resign: its own game, not one that it plays on for somebody.
    fn resigns(&self, seat: Seat) -> bool {
        let own = matches!(self.sitters.get(seat.index()), Some(Sitter::Bot { .. }));
        own && self.history.table().check_termination(Termination::Resigned { seat }).is_ok()
    }

    /// While somebody is there, sets every bot thinking that is asked something and is not
    /// thinking yet: about a draw first, for its decision would decline it.
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

    /// Asks the bot that stands in at the table for the decision of a seat that is late, whether
    /// anybody is there or not.
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
            BotResult::Unwanted(bot) => return self.bot_seats.home(seat, Some(bot)),
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
        // Otherwise it was heard, or the offer is gone.
        self.bot_seats.home(seat, bot);
    }

    /// Obeys this command a little later.
    fn try_again(&self, command: Command) {
        let inbox = self.inbox.clone();
        tokio::spawn(async move {
            tokio::time::sleep(RETRY).await;
            // The room is gone only when the house closes.
            let _ = inbox.send(command).await;
        });
    }

    pub(super) async fn bot_acts(
        &mut self,
        seat: Seat,
        version: u64,
        choice: BotResult<ChangeKind>,
    ) {
        // Whoever came back, or decided after all, decides for themselves.
        let late = self.bot_at(seat).is_none();
        let wanted = !late || self.is_late(seat);
        let (bot, change) = match choice {
            BotResult::Found(bot, _) if self.people_are_asked() || !wanted => {
                return self.bot_seats.home(seat, Some(bot));
            }
            BotResult::Found(bot, ChangeKind::Act(action)) if late => {
                (bot, ChangeKind::Expire(action))
            }
            BotResult::Found(bot, change) => (bot, change),
            BotResult::Unwanted(bot) => return self.bot_seats.home(seat, Some(bot)),
            BotResult::Failed => {
                tracing::error!(game = self.setup.game, "a bot failed; any legal action is taken");
                self.bot_seats.home(seat, None);
                return self.act_for_bot(seat, version).await;
            }
        };
        match self.do_for(seat, version, change.clone()).await {
            Err(refusal) if refusal.is_not_saved() => {
                let choice = BotResult::Found(bot, change);
                self.try_again(Command::BotResult { seat, version, choice });
            }
            // It may have ended while the bot thought.
            Err(refusal) if refusal != Refusal::STALE && !self.history.over() => {
                tracing::error!(rule = ?refusal.rule, game = self.setup.game, "a bot's choice was refused; any legal action is taken");
                self.bot_seats.home(seat, None);
                self.act_for_bot(seat, version).await;
            }
            _ => self.bot_seats.home(seat, Some(bot)),
        }
    }

    /// Acts for a bot that failed: a table must not stand still for that.
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

    /// Some legal action.
    pub(super) fn any_action(&self, seat: Seat) -> Option<String> {
        let mut legal = self.history.table().legal(seat);
        let count = u64::try_from(legal.len()).ok().filter(|count| *count > 0)?;
        let index = usize::try_from(ids::seed() % count).ok()?;
        Some(legal.swap_remove(index).action)
    }
}
