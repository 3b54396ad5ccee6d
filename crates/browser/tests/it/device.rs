//! A device for tests: storage in memory, bots that decide at once, and the page's side of tables.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};

use browser::{Effect, Engine, Input, LocalTableRow, Thinker};
use serde_json::{Value, json};
use zashiki_core::GameRng;

/// The rows and changes of a device, which several tabs share.
#[derive(Clone, Default)]
pub struct Storage(pub BTreeMap<String, (LocalTableRow, Vec<String>)>);

/// A tab of a page with its engine. Effects are carried out in order; `hold` stops writes before they happen.
pub struct Tab {
    engine: Engine,
    thinker: Thinker,
    pub now: i64,
    pub replies: BTreeMap<u32, (u16, Value)>,
    /// The messages that each client has received.
    pub received: BTreeMap<u32, Vec<Value>>,
    pub refused: BTreeMap<u32, u16>,
    pub wake: Option<i64>,
    /// True if writes fail.
    pub storage_full: bool,
    /// True if bot workers fail.
    pub bots_fail: bool,
    /// True if jobs are not carried out.
    pub bots_wait: bool,
    pub cancelled: Vec<u32>,
    pub jobs: Vec<(u32, String)>,
    next: u32,
}

/// Bytes that differ from call to call, so that ids do.
fn bytes(out: &mut [u8; 32]) {
    static CALLS: AtomicU64 = AtomicU64::new(1);
    let mut rng = GameRng::from_seed(CALLS.fetch_add(1, Ordering::Relaxed));
    out.fill_with(|| rng.below(256) as u8);
}

impl Tab {
    pub fn new() -> Tab {
        Tab {
            engine: Engine::new(bytes),
            thinker: Thinker::new(bots::clock),
            now: 1_700_000_000_000,
            replies: BTreeMap::new(),
            received: BTreeMap::new(),
            refused: BTreeMap::new(),
            wake: None,
            storage_full: false,
            bots_fail: false,
            bots_wait: false,
            cancelled: Vec::new(),
            jobs: Vec::new(),
            next: 0,
        }
    }

    /// Gives the engine an input and carries out all effects that follow.
    pub fn input(&mut self, storage: &mut Storage, input: Value) {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            let input: Input = serde_json::from_value(input).expect("the test writes inputs");
            for effect in self.engine.handle(input, self.now) {
                self.perform(storage, effect, &mut inputs);
            }
        }
    }

    fn perform(&mut self, storage: &mut Storage, effect: Effect, inputs: &mut VecDeque<Value>) {
        match effect {
            Effect::Reply { id, status, body } => {
                let body = serde_json::from_str(&body).expect("a reply is JSON");
                assert!(self.replies.insert(id, (status, body)).is_none(), "{id} is answered once");
            }
            Effect::Send { clients, text } => {
                let message: Value = serde_json::from_str(&text).expect("a message is JSON");
                for client in clients {
                    self.received.entry(client).or_default().push(message.clone());
                }
            }
            Effect::Refuse { client, status, .. } => drop(self.refused.insert(client, status)),
            Effect::Store { write, table, known, row, change } => {
                let stored = storage.0.get(&table).map(|(row, _)| row.versions);
                let result = match () {
                    () if self.storage_full => "failed",
                    () if stored != known => "conflict",
                    () => {
                        let changes =
                            storage.0.remove(&table).map(|(_, it)| it).unwrap_or_default();
                        let changes = changes.into_iter().chain(change).collect::<Vec<_>>();
                        assert_eq!(row.versions.version, changes.len() as u64);
                        storage.0.insert(table, (row, changes));
                        "ok"
                    }
                };
                inputs.push_back(json!({"type": "stored", "write": write, "result": result}));
            }
            Effect::Read { table } => inputs.push_back(stored(storage, &table)),
            Effect::Think { job, request } if self.bots_wait => self.jobs.push((job, request)),
            Effect::Think { job, request } => inputs.push_back(self.think(job, &request)),
            Effect::Cancel { job } => self.cancelled.push(job),
            Effect::Wake { at } => self.wake = at,
        }
    }

    /// Carries out a job.
    pub fn think(&mut self, job: u32, request: &str) -> Value {
        let result = (!self.bots_fail).then(|| {
            let work = serde_json::from_str(request).expect("a job is JSON");
            let result = self.thinker.think(work, &mut |_, _| {});
            serde_json::to_string(&result).expect("a result is JSON")
        });
        json!({"type": "thought", "job": job, "result": result})
    }

    /// Sends a request and returns its answer.
    pub fn ask(
        &mut self,
        storage: &mut Storage,
        method: &str,
        path: &str,
        body: &str,
    ) -> (u16, Value) {
        self.next += 1;
        let id = self.next;
        let request = json!({
            "type": "request", "id": id, "method": method, "path": path, "body": body,
        });
        self.input(storage, request);
        self.replies.remove(&id).expect("the request is answered")
    }

    /// Opens a table with these seats and returns its id.
    pub fn open(
        &mut self,
        storage: &mut Storage,
        game: &str,
        seats: Value,
        terms: Value,
    ) -> String {
        let order = json!({"game": game, "seats": seats, "name": "Aki", "terms": terms});
        let (status, opened) = self.ask(storage, "POST", "/api/tables", &order.to_string());
        assert_eq!(status, 201, "{opened}");
        opened["table"].as_str().expect("it has an id").to_owned()
    }

    pub fn connect(&mut self, storage: &mut Storage, table: &str, client: u32, query: &str) {
        let connect = json!({"type": "connect", "table": table, "client": client, "query": query});
        self.input(storage, connect);
    }

    /// Sends a client's message and returns the answer to it.
    pub fn send(&mut self, storage: &mut Storage, client: u32, message: Value) -> Value {
        self.received.entry(client).or_default().clear();
        let id = message["id"].clone();
        let text = message.to_string();
        self.input(storage, json!({"type": "message", "client": client, "text": text}));
        let received = &self.received[&client];
        let answer = received.iter().find(|it| it["id"] == id);
        answer.cloned().unwrap_or(Value::Null)
    }

    /// The complete state of the table for a new client.
    pub fn state(&mut self, storage: &mut Storage, table: &str, seat: u8) -> Value {
        self.next += 1;
        let client = 10_000 + self.next;
        self.connect(storage, table, client, &format!("seat={seat}"));
        let state = self.received.remove(&client).expect("it is sent the state")[0]["state"].take();
        self.input(storage, json!({"type": "disconnect", "client": client}));
        state
    }
}

/// The input that answers `read`.
pub fn stored(storage: &Storage, table: &str) -> Value {
    match storage.0.get(table) {
        Some((row, changes)) => {
            json!({"type": "load", "table": {"row": row, "changes": changes}})
        }
        None => json!({"type": "missing", "table": table}),
    }
}

/// Damages what is stored of a table.
pub fn damage(storage: &mut Storage, table: &str, data: &str) {
    storage.0.get_mut(table).expect("it is stored").0.data = data.to_owned();
}
