//! A table as it stands, and what one client is shown of it: the view of its seat and nothing
//! else.

use std::time::Duration;

use serde_json::Value;
use table::{Choice, Seat, SeatSet, Viewer};

use crate::deciding::Deciding;
use crate::guest::Guest;
use crate::ledger::Ledger;
use crate::seats::{seat_of, started};
use crate::store::{Setup, Sitter};
use crate::thinking;
use crate::wire::{OpenDraft, SeatClock, SeatState, TableState};

/// How many choices are sent of a decision that is open, where no list is complete.
const OPEN_CHOICES: usize = 60;

/// A table as it stands.
pub(crate) struct Scene<'a> {
    pub(crate) setup: &'a Setup,
    pub(crate) sitters: &'a [Sitter],
    pub(crate) ledger: &'a Ledger,
    pub(crate) deciding: &'a Deciding,
    pub(crate) components: &'a Value,
    pub(crate) rematch: Option<&'a str>,
    /// The time on the house's clock.
    pub(crate) now: Duration,
}

impl Scene<'_> {
    /// The seat at which a guest sits.
    pub(crate) fn seat_of(&self, guest: Guest) -> Option<Seat> {
        seat_of(self.sitters, guest)
    }

    /// How many steps there are to show; none before the play begins.
    pub(crate) fn steps(&self) -> usize {
        if started(self.sitters) { self.ledger.steps() } else { 0 }
    }

    /// How many of its first `seen` steps a client may keep that last saw `version`.
    pub(crate) fn kept(&self, seen: usize, version: Option<u64>) -> usize {
        if started(self.sitters) { self.ledger.kept(seen, version) } else { 0 }
    }

    /// The table as the person at `you` may see it, with the steps from `has` on; with the
    /// view after each event where they are `fresh`.
    pub(crate) fn state(
        &self,
        you: Option<Seat>,
        has: usize,
        fresh: bool,
        is_online: impl Fn(Guest) -> bool,
    ) -> TableState {
        let viewer = you.map_or(Viewer::Spectator, Viewer::Seat);
        let table = self.ledger.table();
        let started = started(self.sitters);
        let turn = started.then(|| table.turn());
        let mine = you.filter(|_| started);
        let step = |number| {
            if fresh { table.frames(number, viewer) } else { table.step(number, viewer) }
        };
        TableState {
            table: self.setup.id.clone(),
            game: self.setup.game.clone(),
            options: self.setup.options.clone(),
            components: self.components.clone(),
            from_position: self.setup.position.is_some(),
            seats: self.sitters.iter().map(|sitter| seat_state(sitter, &is_online)).collect(),
            you,
            started,
            version: self.ledger.version(),
            awaiting: turn.map_or(SeatSet::EMPTY, |turn| turn.awaited()),
            outcome: turn.and_then(|turn| turn.outcome()),
            view: if started { table.view(viewer) } else { Value::Null },
            scores: if started { table.scores() } else { Vec::new() },
            question: mine.and_then(|seat| table.question(seat)),
            legal: mine.map(|seat| self.choices(seat)).unwrap_or_default(),
            complete: mine.is_none_or(|seat| table.lists_all(seat)),
            decided: if started { table.decided() } else { SeatSet::EMPTY },
            draft: mine.and_then(|seat| self.deciding.draft(seat)).map(|draft| draft.text.clone()),
            drafts: self.open_drafts(you),
            clocks: self.clocks(),
            offer: self.ledger.offer(),
            can_offer: mine.is_some_and(|seat| self.ledger.can_offer(seat)),
            can_undo: mine.is_some_and(|seat| table.can_undo(seat)),
            steps_from: has,
            steps: (has..self.steps()).filter_map(step).collect(),
            rematch: self.rematch.map(str::to_owned),
        }
    }

    /// What a seat may do, or a selection where that has no end.
    fn choices(&self, seat: Seat) -> Vec<Choice> {
        let table = self.ledger.table();
        if table.lists_all(seat) { table.legal(seat) } else { table.offered(seat, OPEN_CHOICES) }
    }

    /// The drafts of other seats, where they may be watched.
    fn open_drafts(&self, you: Option<Seat>) -> Vec<OpenDraft> {
        if !self.ledger.table().drafts_open() {
            return Vec::new();
        }
        let others = Seat::all(self.ledger.table().seats()).filter(|seat| Some(*seat) != you);
        let open = |seat| {
            let reading = self.deciding.draft(seat)?.reading.clone();
            Some(OpenDraft { seat, reading })
        };
        others.filter_map(open).collect()
    }

    fn clocks(&self) -> Vec<SeatClock> {
        let left = |until: Duration| until.saturating_sub(self.now).as_millis();
        let clock = |(seat, until)| {
            let left_ms = u64::try_from(left(until)).unwrap_or(u64::MAX);
            SeatClock { seat, left_ms }
        };
        self.deciding.clocks().map(clock).collect()
    }
}

fn seat_state(sitter: &Sitter, is_online: impl Fn(Guest) -> bool) -> SeatState {
    match sitter {
        Sitter::Nobody => SeatState { name: String::new(), bot: None, online: false },
        Sitter::Person { guest, name } => {
            SeatState { name: name.clone(), bot: None, online: is_online(*guest) }
        }
        Sitter::Bot { bot } => {
            SeatState { name: thinking::name(bot), bot: Some(bot.clone()), online: true }
        }
    }
}
