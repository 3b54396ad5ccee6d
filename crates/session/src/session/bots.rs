//! The bots of a table: those at seats, and those that stand in for players who left or ran out of time.

use zashiki_core::{Level, Seat, SeatSet, Termination};

use super::host::{Host, Now};
use super::state::Session;
use crate::protocol::Matter;
use crate::table::change::ChangeKind;
use crate::table::seats::stand_in;
use crate::table::setup::Sitter;

/// A due decision or answer of a bot, which works from the seat's information state.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct BotRequest {
    /// The seat.
    pub seat: Seat,
    /// The bot's id.
    pub bot: String,
    /// The version of the match (its number of changes) to which the information state belongs.
    pub version: u64,
    /// True if the bot is to answer a draw offer, false if it is to decide.
    pub draw: bool,
    /// True if the bot may resign instead.
    pub may_resign: bool,
}

impl Session {
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

    /// All due decisions and answers of bots, except at the seats `thinking`. Draw offers come first, because
    /// a decision would decline them.
    pub fn bot_requests(&self, thinking: SeatSet) -> Vec<BotRequest> {
        if !self.started() || self.people_are_asked() {
            return Vec::new();
        }
        let (table, version) = (self.history.table(), self.history.version());
        let offer = self.history.offer();
        let request = |seat: Seat| {
            let bot = self.bot_at(seat)?.to_owned();
            let draw = offer.is_some_and(|offer| !offer.agreed.contains(seat));
            let due = draw || table.turn().awaited().contains(seat);
            let may_resign = due && !draw && self.resigns(seat);
            due.then_some(BotRequest { seat, bot, version, draw, may_resign })
        };
        let idle = Seat::all(table.seats()).filter(|seat| !thinking.contains(*seat));
        idle.filter_map(request).collect()
    }

    /// The decision of the stand-in for a seat out of time.
    pub fn stand_in_request(&self, seat: Seat) -> BotRequest {
        let (bot, version) = (self.stand_in().to_owned(), self.history.version());
        BotRequest { seat, bot, version, draw: false, may_resign: false }
    }

    /// The change that a bot's decision for a seat makes; `None` if it is no longer wanted, because the
    /// player has returned or has decided after all, or because people are to answer an offer first.
    pub fn bot_change(&self, seat: Seat, decision: ChangeKind, now: Now) -> Option<ChangeKind> {
        let late = self.bot_at(seat).is_none();
        if self.people_are_asked() || (late && !self.is_late(seat, now)) {
            return None;
        }
        Some(match decision {
            ChangeKind::Act(action) if late => ChangeKind::Expire(action),
            other => other,
        })
    }

    /// A random legal action for a seat whose bot failed, so that the match continues; `None` if the seat has
    /// none.
    pub fn substitute_change(&self, seat: Seat, host: &dyn Host) -> Option<ChangeKind> {
        let action = self.any_action(seat, host)?;
        let late = self.bot_at(seat).is_none();
        Some(if late { ChangeKind::Expire(action) } else { ChangeKind::Act(action) })
    }

    /// A random legal action of the seat, in notation; `None` if the seat has none.
    pub(super) fn any_action(&self, seat: Seat, host: &dyn Host) -> Option<String> {
        let mut legal = self.history.table().legal(seat);
        let count = u64::try_from(legal.len()).ok().filter(|count| *count > 0)?;
        let random = u64::from_le_bytes(*host.random().first_chunk()?);
        let index = usize::try_from(random % count).ok()?;
        Some(legal.swap_remove(index).action)
    }
}
