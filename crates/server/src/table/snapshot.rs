//! A table as it stands, and what one client is shown of it: the view of its seat and nothing
//! else.

use std::sync::Arc;

use zashiki_core::{PackedJson, Seat, SeatSet, Step, StepFrames, Viewer};

use crate::bots::catalog;
use crate::error::Refused;
use crate::protocol::{InHand, OpenDraft, Rematch, SeatClock, SeatState, TableNow, TableState};

use crate::table::drafts::Drafts;
use crate::table::history::History;
use crate::table::match_view::{not_begun, nothing, open_seat, shown, steps_of, summary, unseen};
use crate::table::seat_clocks::RemainingTime;
use crate::table::seats::{Requester, ViewKey, seat_of, seats_of};
use crate::table::seed_exchange::SeedExchange;
use crate::table::setup::{Sitter, TableSetup};
use crate::users::guest::Guest;

/// A moment of a play that is over or goes on.
#[derive(Clone, Copy)]
pub(crate) struct StepRequest {
    /// After so many steps.
    pub(crate) number: usize,
    /// Whose eyes.
    pub(crate) eyes: Viewer,
    /// How many of the first steps the asker has.
    pub(crate) seen: usize,
}

/// A table as it stands.
pub(crate) struct TableSnapshot<'a> {
    pub(crate) setup: &'a TableSetup,
    pub(crate) sitters: &'a [Sitter],
    pub(crate) history: &'a History,
    pub(crate) drafts: &'a Drafts,
    pub(crate) dealing: &'a SeedExchange,
    pub(crate) rematch: Option<&'a Rematch>,
    /// How many people look on.
    pub(crate) onlookers: usize,
    /// The time of the house.
    pub(crate) now: i64,
}

impl TableSnapshot<'_> {
    /// The seat with which somebody asks.
    pub(crate) fn seat_of(&self, requester: Requester) -> Option<Seat> {
        seat_of(self.sitters, requester)
    }

    /// As whom somebody is told of the table.
    pub(crate) fn reader(&self, requester: Requester) -> ViewKey {
        ViewKey { you: self.seat_of(requester), lang: requester.lang }
    }

    /// Whether a guest has a seat.
    pub(crate) fn seats_guest(&self, guest: Guest) -> bool {
        seats_of(self.sitters, guest) != SeatSet::EMPTY
    }

    /// How many steps there are to show; none before the play begins.
    pub(crate) fn steps(&self) -> usize {
        if self.setup.begun() { self.history.steps() } else { 0 }
    }

    /// How many of its first `seen` steps a client may keep that last saw `version`.
    pub(crate) fn kept(&self, seen: usize, version: Option<u64>) -> usize {
        if self.setup.begun() { self.history.kept(seen, version) } else { 0 }
    }

    /// The table as somebody may see it, with the steps from `has` on.
    pub(crate) fn state(
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

    /// How it stands for a reader.
    pub(crate) fn now(&self, reader: ViewKey, is_online: impl Fn(Guest) -> bool) -> TableNow {
        let ViewKey { you, lang } = reader;
        let table = self.history.table();
        let around = TableNow {
            seats: self.seats(is_online),
            deal: self.dealing.told(self.setup, self.sitters),
            cancelled: self.setup.cancelled,
            onlookers: self.onlookers,
            rematch: self.rematch.cloned(),
            ..not_begun(table)
        };
        if !self.setup.begun() {
            return around;
        }
        let deserted = self.history.deserted();
        // For who has left a bot decides.
        let you = you.filter(|seat| !deserted.contains(*seat));
        let summary = summary(table, you);
        let TableNow { seats, deal, cancelled, onlookers, rematch, .. } = around;
        TableNow {
            seats,
            cancelled,
            onlookers,
            rematch,
            deal,
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

    /// The seats.
    pub(crate) fn seats(&self, is_online: impl Fn(Guest) -> bool) -> Vec<SeatState> {
        let deserted = self.history.deserted();
        let seated = |(seat, sitter)| SeatState {
            deserted: deserted.contains(seat),
            replaced_by: self.history.replaced(seat).map(|level| level.id().to_owned()),
            ..seat_state(sitter, &is_online)
        };
        (0..).map(Seat).zip(self.sitters).map(seated).collect()
    }

    /// What the seats have in hand, as the person at `you` may see it.
    pub(crate) fn in_hand(&self, you: Option<Seat>) -> InHand {
        if !self.setup.begun() {
            return InHand::default();
        }
        InHand {
            draft: you.and_then(|seat| self.drafts.of(seat)).map(|draft| draft.text.clone()),
            drafts: self.open_drafts(you),
            clocks: self.clocks(),
        }
    }

    /// What the person at `you` may know of the play.
    pub(crate) fn view(&self, you: Option<Seat>) -> PackedJson {
        match self.setup.begun() {
            true => self.history.table().view(you.into()),
            false => nothing(),
        }
    }

    /// The steps that they do not have who have the first `has`.
    pub(crate) fn steps_since(&self, you: Option<Seat>, has: usize) -> Vec<Step> {
        steps_of(self.history.table(), you.into(), has..self.steps(), 0..0)
    }

    /// The last step, to be shown event by event with each of these eyes, and the views after it.
    pub(crate) fn last_shown(&self, eyes: &[Option<Seat>]) -> Option<Vec<Arc<StepFrames>>> {
        if self.setup.begun() { self.history.last_shown(eyes) } else { None }
    }

    /// The version of the play.
    pub(crate) fn version(&self) -> u64 {
        self.history.version()
    }

    /// The table as it was after so many steps. While the play goes on everybody has only their
    /// own eyes: what a seat saw then it may see again.
    pub(crate) fn moment(
        &self,
        requester: Requester,
        wanted: StepRequest,
    ) -> Result<TableState, Refused> {
        if !self.setup.begun() {
            return Err(Refused::not_begun());
        }
        let eyes = wanted.eyes;
        if eyes.seat().is_some_and(|seat| seat.index() >= self.sitters.len()) {
            return Err(Refused::no_such_seat());
        }
        let own =
            eyes.seat().is_some_and(|seat| seats_of(self.sitters, requester.guest).contains(seat));
        if !(own || eyes == Viewer::Spectator || self.history.over()) {
            return Err(Refused::others_eyes());
        }
        let then = self.history.table().at_step(wanted.number).ok_or_else(Refused::no_moment)?;
        let last = wanted.number;
        let seen = wanted.seen.min(last + 1);
        let state = shown(then.as_ref(), eyes, seen..last + 1, last..last + 1);
        Ok(TableState {
            table: self.setup.id.clone(),
            options: self.setup.options.clone(),
            components: then.components(),
            from_position: self.setup.position.is_some(),
            terms: self.setup.terms.clone(),
            version: last as u64,
            now: TableNow {
                seats: self.sitters.iter().map(|sitter| seat_state(sitter, |_| false)).collect(),
                ..state.now
            },
            ..state
        })
    }

    /// The drafts of other seats, where they may be watched.
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
