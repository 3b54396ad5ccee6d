//! Inputs: requests, tables from the storage, clients and their messages.

use std::mem;

use session::protocol::{MAX_MESSAGE, OpenTable, Refusal, SeatPlan, ToClient, ToServer};
use session::request_error::RequestError;
use session::table::seats::Requester;
use session::{Arrival, Asked, DraftLimits, NewTable, Opening, Request, TakenDraft};
use zashiki_core::{Lang, LocalizedText, text};

use super::host::ME;
use super::requests::{self, Failure, Query};
use super::state::{Engine, Slot, WriteUse};
use super::table::{Event, Operation, Origin, Table};
use super::table_requests;
use crate::messages::{Effect, Input, StoredLocalTable};

impl Engine {
    /// Handles one input. `now` is the time in milliseconds since 1970.
    pub fn handle(&mut self, input: Input, now: i64) -> Vec<Effect> {
        self.device.set_time(now);
        match input {
            Input::Request { id, method, path, body } => self.request(id, method, path, body),
            Input::Load { table } => self.load(table),
            Input::Missing { table } => self.missing(&table),
            Input::Unload { table } => self.unload(&table),
            Input::Connect { table, client, query } => {
                // A client that connects again has only its new connection.
                self.disconnect(client);
                self.clients.insert(client, table.clone());
                self.event(&table, Event::Connect { client, query });
            }
            Input::Message { client, text } => {
                if let Some(table) = self.clients.get(&client).cloned() {
                    self.event(&table, Event::Message { client, text });
                }
            }
            Input::Disconnect { client } => self.disconnect(client),
            Input::Stored { write, result } => self.stored(write, result),
            Input::Progress { job, done, of } => self.progress(job, done, of),
            Input::Thought { job, result } => self.thought(job, result),
            Input::Time => self.wake = None,
        }
        let tables: Vec<String> = self.tables.keys().cloned().collect();
        for table in tables {
            self.settle(&table);
        }
        self.set_wake();
        mem::take(&mut self.effects)
    }

    pub(super) fn request(&mut self, id: u32, method: String, path: String, body: String) {
        let request = requests::Request::parse(&method, &path, &body);
        let parts: Vec<&str> = request.path.iter().map(String::as_str).collect();
        match (&*method, &parts[..]) {
            ("POST", ["tables"]) => match request.body().and_then(|order| self.open(order, id)) {
                Ok(()) => {}
                Err(failure) => self.reply(id, Err(failure)),
            },
            (_, ["tables", table, ..]) => {
                let table = (*table).to_owned();
                self.event(&table, Event::Request { id, method, path, body });
            }
            _ => {
                let mut profile = mem::take(&mut self.profile);
                let answered = requests::answer(&request, &mut profile);
                self.profile = profile;
                self.reply(id, answered);
            }
        }
    }

    /// Opens a table for a request, which is answered once the table is stored.
    pub(super) fn open(&mut self, order: OpenTable, request: u32) -> Result<(), Failure> {
        if order.terms.rated {
            return Err(needs_server(text!(
                "レーティング戦にはサーバーが必要です。レーティングなしの卓にしてください。",
                "A rated game needs a server; make the table unrated."
            )));
        }
        if order.seats.contains(&SeatPlan::Open) {
            return Err(needs_server(text!(
                "リンクで人を招くにはサーバーが必要です。この端末でいっしょに遊ぶ人の席か、ボットの席にしてください。",
                "An invitation by a link needs a server; make the seat one for a person at this device, or for a bot."
            )));
        }
        let opener = self.arrival(&order.name);
        // There is nobody else who could distrust the deal.
        let order = OpenTable { hash: None, ..order };
        let opening = Opening::check(order, &opener, &self.device)?;
        let NewTable { setup, sitters, .. } = opening.set_up(None, &self.cache, &self.device)?;
        let table = setup.id.clone();
        self.store_new(&setup, &sitters, WriteUse::Opening { request, table })?;
        Ok(())
    }

    /// The person at this device, who takes a seat.
    pub(super) fn arrival(&self, name: &str) -> Arrival {
        let name = if name.trim().is_empty() { &self.profile.name } else { name };
        Arrival { guest: ME, name: name.to_owned(), look: self.profile.look, program: false }
    }

    /// Gives an input to its table, which is read first if it is not in memory.
    pub(super) fn event(&mut self, table: &str, event: Event) {
        match self.tables.get_mut(table) {
            Some(Slot::Reading(waiting)) => waiting.push(event),
            Some(Slot::Open(open)) if open.is_busy() || !open.waiting.is_empty() => {
                open.waiting.push_back(event);
            }
            Some(Slot::Open(_)) => self.perform(table, event),
            None => {
                self.tables.insert(table.to_owned(), Slot::Reading(vec![event]));
                self.effects.push(Effect::Read { table: table.to_owned() });
            }
        }
    }

    /// Carries out an input at a table that waits for nothing.
    pub(super) fn perform(&mut self, table: &str, event: Event) {
        match event {
            Event::Request { id, method, path, body } => {
                let request = requests::Request::parse(&method, &path, &body);
                table_requests::answer(self, table, id, &request);
            }
            Event::Connect { client, query } => self.connect(table, client, &query),
            Event::Message { client, text } => self.message(table, client, &text),
            Event::Thought { request, result } => self.decided(table, request, result),
            Event::Load(stored) => self.load(stored),
        }
    }

    pub(super) fn load(&mut self, stored: StoredLocalTable) {
        let id = stored.row.table.clone();
        match self.tables.remove(&id) {
            // Another tab has changed a table that is not in memory here.
            None => {}
            Some(Slot::Reading(waiting)) => match Table::load(stored, &self.cache, &self.device) {
                Ok(mut table) => {
                    table.waiting = waiting.into();
                    self.tables.insert(id, Slot::Open(Box::new(table)));
                }
                Err(message) => self.give_up(waiting, &Failure::new(409, message)),
            },
            Some(Slot::Open(mut open)) => {
                if open.writing.is_some() {
                    open.waiting.push_front(Event::Load(stored));
                    self.tables.insert(id, Slot::Open(open));
                    return;
                }
                open.reading = false;
                if open.refresh(&stored, &self.device) {
                    self.tables.insert(id, Slot::Open(open));
                } else {
                    self.replace(id, *open, stored);
                }
            }
        }
    }

    /// Replaces a table by another match with its id, which was imported.
    pub(super) fn replace(&mut self, id: String, old: Table, stored: StoredLocalTable) {
        self.cancel_jobs(&id);
        let Table { clients, waiting, .. } = old;
        match Table::load(stored, &self.cache, &self.device) {
            Ok(mut table) => {
                table.waiting = waiting;
                let messages = table.take_clients(clients, &self.device);
                self.send(&table.clients, messages);
                self.tables.insert(id, Slot::Open(Box::new(table)));
            }
            Err(message) => {
                let failure = Failure::new(409, message);
                for (client, _) in clients.into_values() {
                    self.refuse(client, &failure);
                }
                self.give_up(waiting.into(), &failure);
            }
        }
    }

    pub(super) fn missing(&mut self, table: &str) {
        let failure = Failure::from(RequestError::no_table());
        self.cancel_jobs(table);
        match self.tables.remove(table) {
            Some(Slot::Reading(waiting)) => self.give_up(waiting, &failure),
            Some(Slot::Open(open)) => {
                let Table { clients, waiting, .. } = *open;
                for (client, _) in clients.into_values() {
                    self.refuse(client, &failure);
                }
                self.give_up(waiting.into(), &failure);
            }
            None => {}
        }
    }

    /// Answers inputs for a table that cannot be opened.
    pub(super) fn give_up(&mut self, waiting: Vec<Event>, failure: &Failure) {
        for event in waiting {
            match event {
                Event::Request { id, .. } => {
                    self.reply(id, Err(Failure::of(failure.status, failure.refusal.clone())));
                }
                Event::Connect { client, .. } => self.refuse(client, failure),
                Event::Message { .. } | Event::Thought { .. } | Event::Load(_) => {}
            }
        }
    }

    pub(super) fn unload(&mut self, table: &str) {
        self.cancel_jobs(table);
        self.tables.remove(table);
        self.clients.retain(|_, at| at != table);
    }

    pub(super) fn connect(&mut self, table: &str, client: u32, query: &str) {
        if !self.clients.contains_key(&client) {
            // It has disconnected while the table was read.
            return;
        }
        match self.try_connect(table, client, &Query::parse(query)) {
            Ok(()) => {}
            Err(failure) => self.refuse(client, &failure),
        }
    }

    pub(super) fn try_connect(
        &mut self,
        table: &str,
        client: u32,
        query: &Query,
    ) -> Result<(), Failure> {
        let bad = |_| RequestError::bad_viewer();
        let lang = match query.get("lang") {
            None => None,
            Some("ja") => Some(Lang::Ja),
            Some("en") => Some(Lang::En),
            Some(_) => return Err(RequestError::bad_viewer().into()),
        };
        let requester = Requester { guest: ME, seat: query.seat().map_err(bad)?, lang };
        let seen = query.number("seen").map_err(bad)?.unwrap_or_default();
        let version = query.number("version").map_err(bad)?;
        let Some(Slot::Open(open)) = self.tables.get_mut(table) else { return Ok(()) };
        open.session.check_viewer(requester)?;
        let now = open.now(&self.device);
        let (number, messages) = open.session.join(requester, seen, version, now);
        open.clients.insert(number, (client, requester));
        open.stopped = false;
        let clients = open.clients.clone();
        self.send(&clients, messages);
        Ok(())
    }

    pub(super) fn disconnect(&mut self, client: u32) {
        let Some(table) = self.clients.remove(&client) else { return };
        let Some(open) = self.table(&table) else { return };
        let number = open.clients.iter().find(|(_, (of, _))| *of == client).map(|(it, _)| *it);
        if let Some(number) = number {
            open.clients.remove(&number);
            open.session.viewers.leave(number);
        }
    }

    pub(super) fn message(&mut self, table: &str, client: u32, text: &str) {
        let unreadable = |fault: LocalizedText| {
            let refusal = Refusal::unreadable(fault);
            ToClient::Refused { id: String::new(), refusal }
        };
        let Some(open) = self.table(table) else { return };
        let found = open.clients.iter().find(|(_, (of, _))| *of == client);
        let Some((number, requester)) = found.map(|(number, (_, it))| (*number, *it)) else {
            return;
        };
        open.stopped = false;
        if text.len() > MAX_MESSAGE {
            let fault = text!("長すぎます", "it is too long");
            return self.answer(client, &unreadable(fault));
        }
        let message: ToServer = match zashiki_core::read_json(text) {
            Ok(message) => message,
            Err(fault) => return self.answer(client, &unreadable(fault)),
        };
        match Asked::of(message, requester) {
            Asked::Draft { id, version, draft } => {
                self.draft(table, (client, requester), id, version, &draft);
            }
            Asked::Phrase { id, phrase } => {
                let Some(open) = self.table(table) else { return };
                let answer = match open.session.check_phrase(requester, &id) {
                    Ok(Some(seat)) => {
                        open.session.add_phrase(seat, &id);
                        let said =
                            open.session.viewers.announcement(&ToClient::Said { seat, phrase });
                        let clients = open.clients.clone();
                        self.send(&clients, vec![said]);
                        ToClient::Done { id }
                    }
                    Ok(None) => ToClient::Done { id },
                    Err(refusal) => ToClient::Refused { id, refusal },
                };
                self.answer(client, &answer);
            }
            Asked::Chat { id, .. } => {
                // All people of a device sit beside each other.
                let refusal = Refusal::NO_CHAT;
                self.answer(client, &ToClient::Refused { id, refusal });
            }
            Asked::Sit { id, seat, name, hash: _ } => {
                let request = Request::Sit { arrival: self.arrival(&name), seat, hash: None };
                self.start(
                    table,
                    Operation { request, origin: Origin::Client { client: number, id } },
                );
            }
            Asked::Request { id, request: Request::Promise { .. } | Request::Share { .. } } => {
                let refusal = needs_server(text!(
                    "公正さを検証できるシャッフルには、サーバーが必要です。",
                    "A shuffle that can be verified needs a server."
                ));
                self.answer(client, &ToClient::Refused { id, refusal: refusal.refusal });
            }
            Asked::Request { id, request } => {
                let request = match request {
                    Request::Rematch { requester, comes, .. } => {
                        Request::Rematch { requester, comes, hash: None }
                    }
                    request => request,
                };
                self.start(
                    table,
                    Operation { request, origin: Origin::Client { client: number, id } },
                );
            }
        }
    }

    pub(super) fn draft(
        &mut self,
        table: &str,
        (client, requester): (u32, Requester),
        id: String,
        version: u64,
        text: &str,
    ) {
        let Some(open) = self.table(table) else { return };
        let answer = match open.session.draft(requester, version, text, DraftLimits::default()) {
            Ok(TakenDraft { draft, kept }) => {
                let shown = kept.and_then(|(seat, kept)| {
                    open.session.keep_draft(Some(requester.guest), seat, kept)
                });
                let clients = open.clients.clone();
                self.send(&clients, shown.into_iter().collect());
                ToClient::Drafted { id, draft }
            }
            Err(refusal) => ToClient::Refused { id, refusal },
        };
        self.answer(client, &answer);
    }
}

fn needs_server(message: LocalizedText) -> Failure {
    Failure::new(501, message)
}
