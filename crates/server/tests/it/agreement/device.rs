//! The engine of the page with storage in memory. Jobs of bots wait for the answers of the test.

use std::collections::{BTreeMap, VecDeque};
use std::sync::atomic::{AtomicU64, Ordering};

use browser::{Effect, Engine, Input, LocalTableRow};
use serde_json::{Value, json};
use zashiki_core::GameRng;

/// The answer to a request: status and body.
pub type Answer = (u16, Value);

/// A page's engine.
pub struct Device {
    engine: Engine,
    rows: BTreeMap<String, (LocalTableRow, Vec<String>)>,
    pub now: i64,
    replies: BTreeMap<u32, Answer>,
    /// All messages to each client.
    pub received: BTreeMap<u32, Vec<String>>,
    /// Clients that were refused.
    pub refused: BTreeMap<u32, Answer>,
    /// The time for which the engine has requested to be woken.
    wake: Option<i64>,
    /// Unanswered jobs with their requests.
    pub jobs: BTreeMap<u32, Value>,
    requests: u32,
}

/// Bytes that differ from call to call.
fn bytes(out: &mut [u8; 32]) {
    static CALLS: AtomicU64 = AtomicU64::new(1);
    let mut rng = GameRng::from_seed(CALLS.fetch_add(1, Ordering::Relaxed));
    out.fill_with(|| rng.below(256) as u8);
}

impl Device {
    pub fn new() -> Device {
        Device {
            engine: Engine::new(bytes),
            rows: BTreeMap::new(),
            now: 1_700_000_000_000,
            replies: BTreeMap::new(),
            received: BTreeMap::new(),
            refused: BTreeMap::new(),
            wake: None,
            jobs: BTreeMap::new(),
            requests: 0,
        }
    }

    /// Gives the engine an input and carries out all effects that follow.
    pub fn input(&mut self, input: Value) {
        let mut inputs = VecDeque::from([input]);
        while let Some(input) = inputs.pop_front() {
            let input: Input = serde_json::from_value(input).expect("an input");
            for effect in self.engine.handle(input, self.now) {
                inputs.extend(self.perform(effect));
            }
        }
    }

    /// Carries out an effect. Returns the input that answers it.
    fn perform(&mut self, effect: Effect) -> Option<Value> {
        let parsed = |body: &str| serde_json::from_str(body).expect("JSON");
        match effect {
            Effect::Reply { id, status, body } => {
                self.replies.insert(id, (status, parsed(&body)));
            }
            Effect::Send { clients, text } => {
                for client in clients {
                    self.received.entry(client).or_default().push(text.clone());
                }
            }
            Effect::Refuse { client, status, body } => {
                self.refused.insert(client, (status, parsed(&body)));
            }
            Effect::Store { write, table, known, row, change } => {
                let stored = self.rows.get(&table).map(|(row, _)| row.versions);
                assert_eq!(stored, known, "nobody else writes");
                let (_, mut changes) = self.rows.remove(&table).unwrap_or((row.clone(), vec![]));
                changes.extend(change);
                self.rows.insert(table, (row, changes));
                return Some(json!({ "type": "stored", "write": write, "result": "ok" }));
            }
            Effect::Read { table } => {
                return Some(match self.rows.get(&table) {
                    Some((row, changes)) => {
                        json!({ "type": "load", "table": { "row": row, "changes": changes } })
                    }
                    None => json!({ "type": "missing", "table": table }),
                });
            }
            Effect::Think { job, request } => drop(self.jobs.insert(job, parsed(&request))),
            Effect::Cancel { job } => drop(self.jobs.remove(&job)),
            Effect::Wake { at } => self.wake = at,
        }
        None
    }

    /// Sends a request and returns its answer.
    pub fn request(&mut self, method: &str, path: &str, body: &str) -> Answer {
        self.requests += 1;
        let id = self.requests;
        self.input(json!({
            "type": "request", "id": id, "method": method, "path": path, "body": body,
        }));
        self.replies.remove(&id).unwrap_or_else(|| panic!("{method} {path} is not answered"))
    }

    /// Lets this many milliseconds pass.
    pub fn advance(&mut self, ms: i64) {
        self.now += ms;
        if self.wake.is_some_and(|at| at <= self.now) {
            self.wake = None;
            self.input(json!({ "type": "time" }));
        }
    }

    /// The number of stored changes of a table.
    pub fn version(&self, table: &str) -> usize {
        self.rows[table].1.len()
    }

    /// Returns true if the match of a table has ended.
    pub fn over(&self, table: &str) -> bool {
        self.rows[table].0.card.as_ref().is_some_and(|card| card.over)
    }

    /// Answers the job of a seat with this decision.
    pub fn decide(&mut self, seat: i64, kind: &str, action: &str) {
        let job = self.jobs.iter().find_map(|(job, request)| {
            let task = request["task"].as_object()?.values().next()?;
            (task["seat"] == seat).then_some(*job)
        });
        let job = job.unwrap_or_else(|| panic!("seat {seat} was not asked for {kind} {action}"));
        self.jobs.remove(&job);
        let result = match kind {
            "act" | "expire" => json!({ "choice": action }),
            "resign" => json!("resign"),
            "accept" => json!({ "draw": true }),
            "decline" => json!({ "draw": false }),
            kind => panic!("a bot does not {kind}"),
        };
        self.input(json!({ "type": "thought", "job": job, "result": result.to_string() }));
    }
}
