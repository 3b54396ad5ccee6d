//! The engine of one game in a page's worker: tables, and answers to requests. It does what a server does, without
//! a network: inputs come in, effects go out, and the page's worker carries them out.

mod host;
mod requests;
mod stored;
mod table;
mod table_requests;

use std::collections::BTreeMap;
use std::mem;
use std::sync::Arc;

use serde::Serialize;
use session::config_cache::ConfigCache;
use session::messages::broadcast::to_text;
use session::protocol::{OpenTable, Opened, Refusal, SeatPlan, ToClient, ToServer, Word};
use session::request_error::RequestError;
use session::table::change::ChangeKind;
use session::table::history::History;
use session::table::seats::Requester;
use session::table::setup::{Sitter, TableSetup};
use session::viewers::Message;
use session::{
    Arrival, Asked, Attempt, BotRequest, DraftLimits, Entry, Host as _, NewTable, Opening, Request,
    TakenDraft,
};
use zashiki_core::{Lang, LocalizedText, text};

use self::host::Device;
pub use self::host::Entropy;
use self::requests::{Answer, Failure, MAX_DRAFT, MAX_READING, Profile, Query};
use self::stored::ME;
use self::table::{Event, Operation, Origin, Table, Writing, new_row};
use crate::job::{Job, JobResult, Task};
use crate::messages::{Effect, Input, StoreResult};

/// The longest message of a client, in bytes; the same as a server's.
const MAX_MESSAGE: usize = 64 * 1024;

/// The engine of one game.
pub struct Engine {
    device: Device,
    profile: Profile,
    cache: Arc<ConfigCache>,
    tables: BTreeMap<String, Slot>,
    /// The table of each client.
    clients: BTreeMap<u32, String>,
    /// The purpose of each job.
    jobs: BTreeMap<u32, JobUse>,
    /// The purpose of each write.
    writes: BTreeMap<u32, WriteUse>,
    /// The number of jobs and writes so far.
    count: u32,
    /// The time of the last `wake`.
    wake: Option<i64>,
    effects: Vec<Effect>,
}

/// A table that the engine knows of.
enum Slot {
    /// It is being read; these inputs wait for it.
    Reading(Vec<Event>),
    Open(Box<Table>),
}

/// The purpose of a job.
enum JobUse {
    Bot { table: String },
    Advice { table: String, request: u32, version: u64 },
    Review { table: String },
}

/// The purpose of a write.
enum WriteUse {
    /// An operation at a table.
    Table(String),
    /// A new table, which a request opens.
    Opening { request: u32, table: String },
}

impl Engine {
    /// An engine without tables.
    pub fn new(entropy: Entropy) -> Engine {
        Engine {
            device: Device::new(entropy),
            profile: Profile::default(),
            cache: Arc::default(),
            tables: BTreeMap::new(),
            clients: BTreeMap::new(),
            jobs: BTreeMap::new(),
            writes: BTreeMap::new(),
            count: 0,
            wake: None,
            effects: Vec::new(),
        }
    }

    /// Handles one input. `now` is the time in milliseconds since 1970.
    pub fn handle(&mut self, input: Input, now: i64) -> Vec<Effect> {
        self.device.set_time(now);
        match input {
            Input::Request { id, method, path, body } => self.request(id, method, path, body),
            Input::Load { table } => self.load(table),
            Input::Missing { table } => self.missing(&table),
            Input::Unload { table } => self.unload(&table),
            Input::Connect { table, client, query } => {
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

    fn next_number(&mut self) -> u32 {
        self.count += 1;
        self.count
    }

    fn reply(&mut self, id: u32, answered: requests::Answered) {
        let Answer { status, body } = answered.unwrap_or_else(Failure::answer);
        self.effects.push(Effect::Reply { id, status, body });
    }

    fn request(&mut self, id: u32, method: String, path: String, body: String) {
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
    fn open(&mut self, order: OpenTable, request: u32) -> Result<(), Failure> {
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

    /// Stores a new table. Returns the number of the write.
    fn store_new(
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

    /// The person at this device, who takes a seat.
    fn arrival(&self, name: &str) -> Arrival {
        let name = if name.trim().is_empty() { &self.profile.name } else { name };
        Arrival { guest: ME, name: name.to_owned(), look: self.profile.look, program: false }
    }

    /// Gives an input to its table, which is read first if it is not in memory.
    fn event(&mut self, table: &str, event: Event) {
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
    fn perform(&mut self, table: &str, event: Event) {
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

    /// The open table with this id.
    fn table(&mut self, table: &str) -> Option<&mut Table> {
        match self.tables.get_mut(table)? {
            Slot::Open(open) => Some(open),
            Slot::Reading(_) => None,
        }
    }

    fn load(&mut self, stored: crate::messages::StoredLocalTable) {
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
    fn replace(&mut self, id: String, old: Table, stored: crate::messages::StoredLocalTable) {
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

    fn missing(&mut self, table: &str) {
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
    fn give_up(&mut self, waiting: Vec<Event>, failure: &Failure) {
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

    fn refuse(&mut self, client: u32, failure: &Failure) {
        self.clients.remove(&client);
        let Answer { status, body } = Failure::of(failure.status, failure.refusal.clone()).answer();
        self.effects.push(Effect::Refuse { client, status, body });
    }

    fn unload(&mut self, table: &str) {
        self.cancel_jobs(table);
        self.tables.remove(table);
        self.clients.retain(|_, at| at != table);
    }

    fn cancel_jobs(&mut self, table: &str) {
        let of_table = |purpose: &JobUse| match purpose {
            JobUse::Bot { table: of } | JobUse::Review { table: of } => of == table,
            JobUse::Advice { table: of, .. } => of == table,
        };
        let jobs: Vec<u32> = self
            .jobs
            .iter()
            .filter(|(_, purpose)| of_table(purpose))
            .map(|(job, _)| *job)
            .collect();
        for job in jobs {
            self.jobs.remove(&job);
            self.effects.push(Effect::Cancel { job });
        }
    }

    fn connect(&mut self, table: &str, client: u32, query: &str) {
        if !self.clients.contains_key(&client) {
            // It has disconnected while the table was read.
            return;
        }
        match self.try_connect(table, client, &Query::parse(query)) {
            Ok(()) => {}
            Err(failure) => self.refuse(client, &failure),
        }
    }

    fn try_connect(&mut self, table: &str, client: u32, query: &Query) -> Result<(), Failure> {
        let lang = match query.get("lang") {
            Some("ja") => Some(Lang::Ja),
            Some("en") => Some(Lang::En),
            _ => None,
        };
        let requester = Requester { guest: ME, seat: query.seat()?, lang };
        let seen = query.number("seen")?.unwrap_or_default();
        let version = query.number("version")?;
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

    fn disconnect(&mut self, client: u32) {
        let Some(table) = self.clients.remove(&client) else { return };
        let Some(open) = self.table(&table) else { return };
        let number = open.clients.iter().find(|(_, (of, _))| *of == client).map(|(it, _)| *it);
        if let Some(number) = number {
            open.clients.remove(&number);
            open.session.viewers.leave(number);
        }
    }

    /// Sends messages of a session to its clients.
    fn send(&mut self, clients: &BTreeMap<u64, (u32, Requester)>, messages: Vec<Message>) {
        for message in messages {
            let to = message.clients.iter().filter_map(|number| Some(clients.get(number)?.0));
            let to: Vec<u32> = to.collect();
            if !to.is_empty() {
                self.effects.push(Effect::Send { clients: to, text: message.text });
            }
        }
    }

    fn answer(&mut self, client: u32, message: &ToClient) {
        self.effects.push(Effect::Send { clients: vec![client], text: to_text(message) });
    }

    fn message(&mut self, table: &str, client: u32, text: &str) {
        let unreadable = |fault: LocalizedText| {
            let message = text!(
                "メッセージを読めません: {fault}",
                "The message cannot be read: {fault}",
                fault
            );
            ToClient::Refused { id: String::new(), refusal: Refusal { rule: None, message } }
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
                let answer = match open.session.seat_of(requester) {
                    Some(seat) => {
                        let said =
                            open.session.viewers.announcement(&ToClient::Said { seat, phrase });
                        let clients = open.clients.clone();
                        self.send(&clients, vec![said]);
                        ToClient::Done { id }
                    }
                    None => ToClient::Refused { id, refusal: Refusal::NO_SEAT },
                };
                self.answer(client, &answer);
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
                    "確かめられる配りにはサーバーが必要です。",
                    "A checked deal needs a server."
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

    fn draft(
        &mut self,
        table: &str,
        (client, requester): (u32, Requester),
        id: String,
        version: u64,
        text: &str,
    ) {
        let limits = DraftLimits { draft: MAX_DRAFT, reading: MAX_READING };
        let Some(open) = self.table(table) else { return };
        let answer = match open.session.draft(requester, version, text, limits) {
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

    /// Starts an operation at a table that waits for nothing.
    fn start(&mut self, table: &str, operation: Operation) {
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

    fn wait_for(
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

    fn stored(&mut self, write: u32, result: StoreResult) {
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

    fn stored_at(&mut self, table: &str, number: u32, result: StoreResult) {
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
    fn finish(&mut self, table: &str, operation: Operation, outcome: Result<(), Refusal>) {
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

    /// Makes any legal decision for a seat whose bot failed.
    fn substitute(&mut self, table: &str, seat: zashiki_core::Seat, version: u64) {
        let Some(Slot::Open(open)) = self.tables.get_mut(table) else { return };
        let host = self.device.at(open.now(&self.device));
        let Some(kind) = open.session.substitute_change(seat, &host) else { return };
        let request = Request::ChangeFor { seat, id: self.message_id(), version, kind };
        let origin = Origin::Bot { seat, version, is_substitute: true };
        self.start(table, Operation { request, origin });
    }

    /// An id for a change that no client requests.
    fn message_id(&self) -> String {
        self.device.table_id("change")
    }

    /// Sends the clients of a table what has changed.
    fn tell(&mut self, table: &str) {
        let Some(Slot::Open(open)) = self.tables.get_mut(table) else { return };
        let now = open.now(&self.device);
        let messages = open.session.tell(now);
        let clients = open.clients.clone();
        self.send(&clients, messages);
    }

    /// Lets a table continue as far as it can: inputs that waited, the start of the match, decisions of clocks and
    /// bots.
    fn settle(&mut self, table: &str) {
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

    /// Requests a decision from a bot.
    fn think(&mut self, table: &str, request: BotRequest) {
        let job = self.next_number();
        let Some(open) = self.table(table) else { return };
        let BotRequest { seat, draw, may_resign, .. } = request;
        let spec = request.bot.clone();
        let seed = open.seeds.get(seat.index()).copied().unwrap_or_default();
        let task = match draw {
            true => Task::Draw { seat, spec, seed },
            false => Task::Choose { seat, spec, seed, may_resign },
        };
        open.thinking.insert(job, request);
        let record = open.session.history().table().record();
        self.jobs.insert(job, JobUse::Bot { table: table.to_owned() });
        self.give(job, &Job { table: table.to_owned(), record, task });
    }

    /// Gives a job to a bot worker.
    fn give(&mut self, job: u32, work: &Job) {
        let request = serde_json::to_string(work).expect("a job is plain data");
        self.effects.push(Effect::Think { job, request });
    }

    fn progress(&mut self, job: u32, done: u32, of: u32) {
        let Some(JobUse::Review { table }) = self.jobs.get(&job) else { return };
        let table = table.clone();
        if let Some(review) = self.table(&table).and_then(|open| open.review.as_mut())
            && review.job == job
        {
            (review.done, review.of) = (done, of);
        }
    }

    fn thought(&mut self, job: u32, result: Option<String>) {
        match self.jobs.remove(&job) {
            None => {}
            Some(JobUse::Bot { table }) => {
                let Some(open) = self.table(&table) else { return };
                let Some(request) = open.thinking.remove(&job) else { return };
                self.event(&table, Event::Thought { request, result });
            }
            Some(JobUse::Advice { request, version, .. }) => {
                self.reply(request, table_requests::advised(version, result));
            }
            Some(JobUse::Review { table }) => {
                if let Some(review) = self.table(&table).and_then(|open| open.review.as_mut())
                    && review.job == job
                {
                    review.result = Some(table_requests::reviewed(result));
                }
            }
        }
    }

    /// A bot has decided or answered.
    fn decided(&mut self, table: &str, request: BotRequest, result: Option<String>) {
        let BotRequest { seat, version, draw, .. } = request;
        let result = result.and_then(|text| serde_json::from_str(&text).ok());
        let decision = match result {
            Some(JobResult::Choice(action)) => Some(ChangeKind::Act(action)),
            Some(JobResult::Resign) => Some(ChangeKind::Resign),
            Some(JobResult::Draw(true)) => Some(ChangeKind::Talk(Word::Accept)),
            Some(JobResult::Draw(false)) => Some(ChangeKind::Talk(Word::Decline)),
            // A bot that fails declines.
            _ => draw.then_some(ChangeKind::Talk(Word::Decline)),
        };
        let Some(Slot::Open(open)) = self.tables.get_mut(table) else { return };
        let Some(decision) = decision else { return self.substitute(table, seat, version) };
        let now = open.now(&self.device);
        let kind = match draw {
            true => Some(decision),
            false => open.session.bot_change(seat, decision, now),
        };
        let Some(kind) = kind else { return };
        let request = Request::ChangeFor { seat, id: self.message_id(), version, kind };
        // The answer to an offer that has ended is not made up for.
        let origin = Origin::Bot { seat, version, is_substitute: draw };
        self.start(table, Operation { request, origin });
    }

    /// Sets the time of the next `time`, if it changed.
    fn set_wake(&mut self) {
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

    /// Answers a request with this value.
    fn reply_with(&mut self, id: u32, value: &impl Serialize) {
        self.reply(id, Answer::ok(value));
    }
}

/// The device's storage could not write, so nothing has changed.
fn not_saved() -> Refusal {
    Refusal::NOT_SAVED
}

fn needs_server(message: LocalizedText) -> Failure {
    Failure::new(501, message)
}
