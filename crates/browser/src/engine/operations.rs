//! Operations at tables: requests to their sessions, the writes that these need, and what follows.

use session::protocol::{Opened, Refusal, ToClient};
use session::request_error::RequestError;
use session::table::history::History;
use session::table::setup::{Sitter, TableSetup};
use session::{Attempt, Entry, Request};

use super::requests::{Answer, Failure};
use super::state::{Engine, Slot, WriteUse};
use super::table::{Operation, Origin, Writing, new_row};
use crate::messages::{Effect, StoreResult};

impl Engine {
    /// Stores a new table. Returns the number of the write.
    pub(super) fn store_new(
        &mut self,
        setup: &TableSetup,
        sitters: &[Sitter],
        purpose: WriteUse,
    ) -> Result<u32, RequestError> {
        let history = History::new(setup, sitters, &self.cache)?;
        let row = new_row(setup, sitters, &history, &self.device);
        let write = self.next_number();
        self.writes.insert(write, purpose);
        let (table, known, change) = (setup.id.clone(), None, None);
        self.effects.push(Effect::Store { write, table, known, row, change });
        Ok(write)
    }

    /// Starts an operation at a table that waits for nothing.
    pub(super) fn start(&mut self, table: &str, operation: Operation) {
        let Some(Slot::Open(open)) = self.tables.get_mut(table) else { return };
        // Its clock differs from that of other tables.
        let now = open.now(&self.device);
        let host = self.device.at(now);
        match open.session.attempt(&operation.request, &host) {
            Err(refusal) => self.finish(table, operation, Err(refusal)),
            Ok(Attempt::Done) => self.finish(table, operation, Ok(())),
            Ok(Attempt::Store(write)) => {
                if let Entry::Table(new) = &write.entry {
                    let new = new.clone();
                    let purpose = WriteUse::Table(table.to_owned());
                    match self.store_new(&new.setup, &new.sitters, purpose) {
                        Ok(number) => self.wait_for(table, number, write, operation),
                        Err(error) => self.finish(table, operation, Err(error.into())),
                    }
                    return;
                }
                let known = Some(open.versions());
                let (row, change) = open.row_after(&write.entry, &self.device);
                let number = self.next_number();
                self.writes.insert(number, WriteUse::Table(table.to_owned()));
                let id = table.to_owned();
                self.effects.push(Effect::Store { write: number, table: id, known, row, change });
                self.wait_for(table, number, write, operation);
            }
        }
    }

    pub(super) fn wait_for(
        &mut self,
        table: &str,
        number: u32,
        write: Box<session::Write>,
        operation: Operation,
    ) {
        if let Some(open) = self.table(table) {
            open.writing = Some(Writing { number, write, operation });
        }
    }

    pub(super) fn stored(&mut self, write: u32, result: StoreResult) {
        match self.writes.remove(&write) {
            None => {}
            Some(WriteUse::Opening { request, table }) => {
                let answered = match result {
                    StoreResult::Ok => Answer::with(201, &Opened { table }),
                    _ => Err(Failure::of(500, not_saved())),
                };
                self.reply(request, answered);
            }
            Some(WriteUse::Table(table)) => self.stored_at(&table, write, result),
        }
    }

    pub(super) fn stored_at(&mut self, table: &str, number: u32, result: StoreResult) {
        let device_now = &self.device;
        let Some(Slot::Open(open)) = self.tables.get_mut(table) else { return };
        let Some(Writing { write, operation, .. }) =
            open.writing.take_if(|writing| writing.number == number)
        else {
            return;
        };
        if result == StoreResult::Ok {
            open.stored(&write.entry);
            let is_rematch = matches!(write.entry, Entry::Table(_));
            let complete = open.session.commit(write);
            if is_rematch {
                // The table refers to its rematch. If that cannot be stored, it shows no rematch when it is
                // opened again.
                let (known, row) = (Some(open.versions()), open.present_row(&self.device));
                let write = self.next_number();
                let (table, change) = (table.to_owned(), None);
                self.effects.push(Effect::Store { write, table, known, row, change });
            }
            match complete {
                true => self.finish(table, operation, Ok(())),
                false => self.start(table, operation),
            }
            return;
        }
        let now = open.now(device_now);
        let reverted = open.session.revert(&write, now).is_ok();
        if result == StoreResult::Conflict && reverted {
            open.reading = true;
            open.retry = Some(operation);
            self.effects.push(Effect::Read { table: table.to_owned() });
        } else if reverted {
            self.finish(table, operation, Err(not_saved()));
        } else {
            self.missing(table);
        }
    }

    /// Ends an operation: clients receive the new state, and the client that requested it the answer.
    pub(super) fn finish(
        &mut self,
        table: &str,
        operation: Operation,
        outcome: Result<(), Refusal>,
    ) {
        self.tell(table);
        let Some(open) = self.table(table) else { return };
        match operation.origin {
            Origin::Client { client, id } => {
                let to = open.clients.get(&client).map(|(client, _)| *client);
                let answer = match outcome {
                    Ok(()) => ToClient::Done { id },
                    Err(refusal) => ToClient::Refused { id, refusal },
                };
                if let Some(client) = to {
                    self.answer(client, &answer);
                }
            }
            Origin::Bot { seat, version, is_substitute } => {
                let Err(refusal) = outcome else { return };
                if refusal.is_not_saved() || is_substitute {
                    open.stopped = true;
                } else if refusal != Refusal::STALE && !open.session.history().over() {
                    self.substitute(table, seat, version);
                }
            }
            Origin::Nobody => open.stopped = outcome.is_err(),
        }
    }

    /// Sends the clients of a table what has changed.
    pub(super) fn tell(&mut self, table: &str) {
        let Some(Slot::Open(open)) = self.tables.get_mut(table) else { return };
        let now = open.now(&self.device);
        let messages = open.session.tell(now);
        let clients = open.clients.clone();
        self.send(&clients, messages);
    }

    /// Lets a table continue as far as it can: inputs that waited, the start of the match, decisions of clocks and
    /// bots.
    pub(super) fn settle(&mut self, table: &str) {
        loop {
            let Some(Slot::Open(open)) = self.tables.get_mut(table) else { return };
            if open.is_busy() {
                return;
            }
            if let Some(operation) = open.retry.take() {
                self.start(table, operation);
                continue;
            }
            if let Some(event) = open.waiting.pop_front() {
                self.perform(table, event);
                continue;
            }
            let now = open.now(&self.device);
            open.session.ask_for_shares(now);
            if open.stopped {
                break;
            }
            if open.session.start_is_due(now) {
                self.start(table, Operation { request: Request::Start, origin: Origin::Nobody });
                continue;
            }
            let host = self.device.at(now);
            let overdue = open.session.overdue(open.thinking_seats(), &host);
            let Some(late) = overdue.into_iter().next() else { break };
            match late.change {
                Some(kind) => {
                    let (seat, version) = (late.seat, open.session.history().version());
                    let request = Request::ChangeFor { seat, id: self.message_id(), version, kind };
                    self.start(table, Operation { request, origin: Origin::Nobody });
                }
                None => {
                    let request = open.session.stand_in_request(late.seat);
                    self.think(table, request);
                }
            }
        }
        self.tell(table);
        let Some(open) = self.table(table) else { return };
        if open.clients.is_empty() || open.stopped {
            return;
        }
        for request in open.session.bot_requests(open.thinking_seats()) {
            self.think(table, request);
        }
    }

    /// Sets the time of the next `time`, if it changed.
    pub(super) fn set_wake(&mut self) {
        let next = self.tables.values().filter_map(|slot| match slot {
            Slot::Open(open) if !open.is_busy() && !open.stopped => {
                let deadline = open.session.next_deadline(open.thinking_seats());
                let start = open.session.next_start(true).map(|at| at.as_millis() as i64);
                [deadline.map(|at| open.day_of(at)), start].into_iter().flatten().min()
            }
            _ => None,
        });
        let at = next.min();
        if at != self.wake {
            self.wake = at;
            self.effects.push(Effect::Wake { at });
        }
    }
}

/// The device's storage could not write, so nothing has changed.
fn not_saved() -> Refusal {
    Refusal::NOT_SAVED
}
