//! The current state of a table, and the part of it that one client may see: the view of its seat and nothing
//! else.

use std::sync::Arc;

use zashiki_core::{Lang, PackedJson, Seat, SeatSet, Step, StepFrames, Viewer};

use crate::catalog;
use crate::protocol::{
    ChatLine, InHand, OpenDraft, PersonEvent, Rematch, SeatClock, SeatState, TableNow, TableState,
};
use crate::request_error::RequestError;

use crate::guest::Guest;
use crate::table::drafts::Drafts;
use crate::table::history::History;
use crate::table::match_view::{not_begun, nothing, open_seat, shown, steps_of, summary, unseen};
use crate::table::personas::persona;
use crate::table::seat_clocks::RemainingTime;
use crate::table::seats::{Requester, ViewKey, chat_is_open, seat_of, seats_of};
use crate::table::seed_exchange::SeedExchange;
use crate::table::setup::{Sitter, TableSetup};

/// A request for a past step of a match.
#[derive(Clone, Copy)]
pub struct StepRequest {
    /// The number of the step.
    pub number: usize,
    /// The viewpoint from which to show the step.
    pub eyes: Viewer,
    /// The number of steps that the client already has.
    pub seen: usize,
}

/// The current state of a table, borrowed from its room.
pub struct TableSnapshot<'a> {
    /// The table's setup.
    pub setup: &'a TableSetup,
    /// The occupant of each seat.
    pub sitters: &'a [Sitter],
    /// The match.
    pub history: &'a History,
    /// The last draft of each seat.
    pub drafts: &'a Drafts,
    /// The seed exchange.
    pub dealing: &'a SeedExchange,
    /// The rematch, if a player has requested one.
    pub rematch: Option<&'a Rematch>,
    /// The latest events about connections.
    pub presence: &'a [PersonEvent],
    /// The latest messages in the players' own words.
    pub chat: &'a [ChatLine],
    /// The number of connected spectators.
    pub onlookers: usize,
    /// The current service time (total server uptime), in milliseconds.
    pub now: i64,
}

impl TableSnapshot<'_> {
    /// The seat that the requester acts for.
    pub fn seat_of(&self, requester: Requester) -> Option<Seat> {
        seat_of(self.sitters, requester)
    }

    /// The viewpoint and language of the requester.
    pub fn reader(&self, requester: Requester) -> ViewKey {
        ViewKey { you: self.seat_of(requester), lang: requester.lang }
    }

    /// Returns true if a guest has a seat.
    pub fn seats_guest(&self, guest: Guest) -> bool {
        seats_of(self.sitters, guest) != SeatSet::EMPTY
    }

    /// The number of visible steps; 0 before the match starts.
    pub fn steps(&self) -> usize {
        if self.setup.begun() { self.history.steps() } else { 0 }
    }

    /// The number of a client's first `seen` steps that are still valid if its last version was `version`.
    pub fn kept(&self, seen: usize, version: Option<u64>) -> usize {
        if self.setup.begun() { self.history.kept(seen, version) } else { 0 }
    }

    /// The table as the requester may see it, with the steps from `has` on.
    pub fn state(
        &self,
        requester: Requester,
        has: usize,
        is_online: impl Fn(Guest) -> bool,
    ) -> TableState {
        let reader = self.reader(requester);
        let ViewKey { you, lang } = reader;
        let table = self.history.table();
        let state = match self.setup.begun() {
            true => shown(table, you.into(), has..self.steps(), 0..0),
            false => unseen(table, you),
        };
        TableState {
            table: self.setup.id.clone(),
            options: self.setup.options.clone(),
            components: table.components(),
            from_position: self.setup.position.is_some(),
            terms: self.setup.terms.clone(),
            yours: seats_of(self.sitters, requester.guest),
            host: self.setup.opened_by == Some(requester.guest),
            version: self.history.version(),
            now: self.now(reader, is_online),
            in_hand: self.in_hand(you),
            steps: state.steps.into_iter().map(|step| step.only(lang)).collect(),
            ..state
        }
    }

    /// The table's current state for clients with the viewpoint and language of `reader`.
    pub fn now(&self, reader: ViewKey, is_online: impl Fn(Guest) -> bool) -> TableNow {
        let ViewKey { you, lang } = reader;
        let table = self.history.table();
        let around = TableNow {
            seats: self.seats(is_online),
            deal: self.dealing.public_state(self.setup, self.sitters),
            cancelled: self.setup.cancelled,
            onlookers: self.onlookers,
            rematch: self.rematch.cloned(),
            people: self.people(lang),
            chat: you
                .filter(|_| chat_is_open(&self.setup.terms, self.sitters))
                .map(|_| self.chat.to_vec()),
            ..not_begun(table)
        };
        if !self.setup.begun() {
            return around;
        }
        let deserted = self.history.deserted();
        // A bot decides for players who have left.
        let you = you.filter(|seat| !deserted.contains(*seat));
        let summary = summary(table, you);
        let TableNow { seats, deal, cancelled, onlookers, rematch, people, chat, .. } = around;
        TableNow {
            seats,
            cancelled,
            onlookers,
            rematch,
            deal,
            people,
            chat,
            expired: self.history.expired(),
            lost: self.history.lost(),
            offer: self.history.offer(),
            can_offer: you.is_some_and(|seat| self.history.can_offer(seat, self.now)),
            can_undo: you.is_some_and(|seat| self.history.can_take_back(seat, self.now)),
            can_ask: you.is_some_and(|seat| self.history.can_ask(seat, self.now)),
            can_abandon: you.is_some_and(|seat| self.history.can_abandon(seat, self.now)),
            question: summary.question.map(|question| question.only(lang)),
            legal: summary.legal.into_iter().map(|choice| choice.only(lang)).collect(),
            ..summary
        }
    }

    /// The latest events about people in the order of their times.
    fn people(&self, lang: Option<Lang>) -> Vec<PersonEvent> {
        let events = self.history.people().iter().chain(self.presence);
        let mut events: Vec<PersonEvent> = events.map(|event| event.clone().only(lang)).collect();
        events.sort_by_key(|event| event.at);
        events
    }

    /// The seats and their occupants.
    pub fn seats(&self, is_online: impl Fn(Guest) -> bool) -> Vec<SeatState> {
        let deserted = self.history.deserted();
        let seated = |(seat, sitter)| SeatState {
            deserted: deserted.contains(seat),
            replaced_by: self.history.replaced(seat).map(|level| level.id().to_owned()),
            persona: persona(self.sitters, seat),
            ..seat_state(sitter, &is_online)
        };
        (0..).map(Seat).zip(self.sitters).map(seated).collect()
    }

    /// The drafts and clocks that the person at `you` may see.
    pub fn in_hand(&self, you: Option<Seat>) -> InHand {
        if !self.setup.begun() {
            return InHand::default();
        }
        InHand {
            draft: you.and_then(|seat| self.drafts.of(seat)).map(|draft| draft.text.clone()),
            drafts: self.open_drafts(you),
            clocks: self.clocks(),
        }
    }

    /// The information state of the person at `you`.
    pub fn view(&self, you: Option<Seat>) -> PackedJson {
        match self.setup.begun() {
            true => self.history.table().view(you.into()),
            false => nothing(),
        }
    }

    /// The steps after the first `has`.
    pub fn steps_since(&self, you: Option<Seat>, has: usize) -> Vec<Step> {
        steps_of(self.history.table(), you.into(), has..self.steps(), 0..0)
    }

    /// The last step for each viewpoint in `eyes`, with the view after each event.
    pub fn last_shown(&self, eyes: &[Option<Seat>]) -> Option<Vec<Arc<StepFrames>>> {
        if self.setup.begun() { self.history.last_shown(eyes) } else { None }
    }

    /// The version of the match: the number of its changes.
    pub fn version(&self) -> u64 {
        self.history.version()
    }

    /// The table after a past step. While the match is in progress, each person may use only the viewpoints
    /// of their own seats and of spectators.
    pub fn past_step(
        &self,
        requester: Requester,
        request: StepRequest,
    ) -> Result<TableState, RequestError> {
        if !self.setup.begun() {
            return Err(RequestError::not_begun());
        }
        let eyes = request.eyes;
        if eyes.seat().is_some_and(|seat| seat.index() >= self.sitters.len()) {
            return Err(RequestError::no_such_seat());
        }
        let own =
            eyes.seat().is_some_and(|seat| seats_of(self.sitters, requester.guest).contains(seat));
        if !(own || eyes == Viewer::Spectator || self.history.over()) {
            return Err(RequestError::others_eyes());
        }
        let then =
            self.history.table().at_step(request.number).ok_or_else(RequestError::no_moment)?;
        let last = request.number;
        let seen = request.seen.min(last + 1);
        let state = shown(then.as_ref(), eyes, seen..last + 1, last..last + 1);
        Ok(TableState {
            table: self.setup.id.clone(),
            options: self.setup.options.clone(),
            components: then.components(),
            from_position: self.setup.position.is_some(),
            terms: self.setup.terms.clone(),
            version: last as u64,
            now: TableNow { seats: self.past_seats(), ..state.now },
            ..state
        })
    }

    /// The seats and their occupants, without what is so only now.
    fn past_seats(&self) -> Vec<SeatState> {
        let seated = |(seat, sitter)| SeatState {
            persona: persona(self.sitters, seat),
            ..seat_state(sitter, |_| false)
        };
        (0..).map(Seat).zip(self.sitters).map(seated).collect()
    }

    /// The drafts of other seats, if drafts are public.
    fn open_drafts(&self, you: Option<Seat>) -> Vec<OpenDraft> {
        if !self.history.table().drafts_open() {
            return Vec::new();
        }
        let others = Seat::all(self.history.table().seats()).filter(|seat| Some(*seat) != you);
        let open = |seat| {
            let reading = self.drafts.of(seat)?.reading.clone();
            Some(OpenDraft { seat, reading })
        };
        others.filter_map(open).collect()
    }

    fn clocks(&self) -> Vec<SeatClock> {
        let clock = |RemainingTime { seat, left, running }| SeatClock {
            seat,
            left_ms: left.cast_unsigned(),
            running,
        };
        self.history.clocks().left(self.now).into_iter().map(clock).collect()
    }
}

fn seat_state(sitter: &Sitter, is_online: impl Fn(Guest) -> bool) -> SeatState {
    match sitter {
        Sitter::Nobody => open_seat(),
        Sitter::Person { guest, name, look, program } => SeatState {
            name: name.clone(),
            bot_account: *program,
            online: is_online(*guest),
            look: *look,
            ..open_seat()
        },
        Sitter::Bot { bot } => SeatState {
            name: catalog::name(bot),
            bot: Some(bot.clone()),
            online: true,
            ..open_seat()
        },
    }
}
