//! The engine, and what it knows of each table, client, job and write.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde::Serialize;
use session::Host as _;
use session::config_cache::ConfigCache;
use session::messages::broadcast::to_text;
use session::protocol::ToClient;
use session::table::seats::Requester;
use session::viewers::Message;

use super::host::{Device, Entropy};
use super::requests::{Answer, Answered, Failure, Profile};
use super::table::{Event, Table};
use crate::job::Job;
use crate::messages::Effect;

/// The engine of one game.
pub struct Engine {
    pub(super) device: Device,
    pub(super) profile: Profile,
    pub(super) cache: Arc<ConfigCache>,
    pub(super) tables: BTreeMap<String, Slot>,
    /// The table of each client.
    pub(super) clients: BTreeMap<u32, String>,
    /// The purpose of each job.
    pub(super) jobs: BTreeMap<u32, JobUse>,
    /// The purpose of each write.
    pub(super) writes: BTreeMap<u32, WriteUse>,
    /// The number of jobs and writes so far.
    pub(super) count: u32,
    /// The time of the last `wake`.
    pub(super) wake: Option<i64>,
    pub(super) effects: Vec<Effect>,
}

/// A table that the engine knows of.
pub(super) enum Slot {
    /// It is being read; these inputs wait for it.
    Reading(Vec<Event>),
    Open(Box<Table>),
}

/// The purpose of a job.
pub(super) enum JobUse {
    Bot { table: String },
    Advice { table: String, request: u32, version: u64 },
    Review { table: String },
}

/// The purpose of a write.
pub(super) enum WriteUse {
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

    pub(super) fn next_number(&mut self) -> u32 {
        self.count += 1;
        self.count
    }

    pub(super) fn reply(&mut self, id: u32, answered: Answered) {
        let Answer { status, body } = answered.unwrap_or_else(Failure::answer);
        self.effects.push(Effect::Reply { id, status, body });
    }

    /// The open table with this id.
    pub(super) fn table(&mut self, table: &str) -> Option<&mut Table> {
        match self.tables.get_mut(table)? {
            Slot::Open(open) => Some(open),
            Slot::Reading(_) => None,
        }
    }

    pub(super) fn refuse(&mut self, client: u32, failure: &Failure) {
        self.clients.remove(&client);
        let Answer { status, body } = Failure::of(failure.status, failure.refusal.clone()).answer();
        self.effects.push(Effect::Refuse { client, status, body });
    }

    /// Sends messages of a session to its clients.
    pub(super) fn send(
        &mut self,
        clients: &BTreeMap<u64, (u32, Requester)>,
        messages: Vec<Message>,
    ) {
        for message in messages {
            let to = message.clients.iter().filter_map(|number| Some(clients.get(number)?.0));
            let to: Vec<u32> = to.collect();
            if !to.is_empty() {
                self.effects.push(Effect::Send { clients: to, text: message.text });
            }
        }
    }

    pub(super) fn answer(&mut self, client: u32, message: &ToClient) {
        self.effects.push(Effect::Send { clients: vec![client], text: to_text(message) });
    }

    /// An id for a change that no client requests.
    pub(super) fn message_id(&self) -> String {
        self.device.table_id("change")
    }

    /// Gives a job to a bot worker.
    pub(super) fn give(&mut self, job: u32, work: &Job) {
        let request = serde_json::to_string(work).expect("a job is plain data");
        self.effects.push(Effect::Think { job, request });
    }

    /// Answers a request with this value.
    pub(super) fn reply_with(&mut self, id: u32, value: &impl Serialize) {
        self.reply(id, Answer::ok(value));
    }
}
