//! A server and the engine of the page have the same random histories, and must send the same messages.

mod device;

use std::collections::BTreeMap;
use std::time::Duration;

use futures_util::StreamExt;
use serde_json::{Value, json};
use server::{Config, Limits, ManualTime, Rate, TimeSource};
use sqlx::{AnyPool, Row};
use tokio_tungstenite::tungstenite::Error;
use zashiki_core::GameRng;

use self::device::{Answer, Device};
use crate::common::{Client, Guest, soon};
use crate::server::{TestServer, stored};

/// Environment variable with the number of histories per game.
const HISTORIES: &str = "ZASHIKI_HISTORIES";

/// The number of histories per game, if the environment variable is not set.
const FEW: u64 = 2;

/// The number of steps of a history, and of those after the end of the match.
const LENGTH: usize = 70;
const AFTER: usize = 15;

/// A client at both tables.
struct Pair {
    number: u32,
    client: Client,
    query: String,
    seat: Option<u8>,
    /// The number of messages that were compared.
    compared: usize,
}

/// The same table of a server and of a device.
struct Tables<'a> {
    guest: Guest,
    device: Device,
    pool: AnyPool,
    time: &'a ManualTime,
    /// The ids at the server and at the device.
    ids: [String; 2],
    pairs: Vec<Pair>,
    rng: GameRng,
    /// The messages so far, for repetition.
    sent: Vec<(usize, Value)>,
    /// The history so far, for errors.
    log: Vec<String>,
    /// The number of answers by type, and of refusals by rule.
    seen: &'a mut BTreeMap<String, usize>,
    next: u32,
}

/// Replaces what must differ: ids of tables, times of events, and the origin of the seed.
fn normalized(mut value: Value, id: &str) -> Value {
    fn walk(value: &mut Value, id: &str) {
        match value {
            Value::String(text) if text == id => "TABLE".clone_into(text),
            Value::Array(items) => items.iter_mut().for_each(|item| walk(item, id)),
            Value::Object(fields) => {
                if fields.contains_key("coming") && fields.contains_key("table") {
                    fields.insert("table".to_owned(), "REMATCH".into());
                }
                // The time of an event about a person.
                if fields.contains_key("what") && fields.contains_key("step") {
                    fields.remove("at");
                }
                fields.remove("deal");
                fields.values_mut().for_each(|value| walk(value, id));
            }
            _ => {}
        }
    }
    walk(&mut value, id);
    value
}

fn parsed(text: &str) -> Value {
    serde_json::from_str(text).expect("a message is JSON")
}

/// The first place where two values differ.
fn difference(a: &Value, b: &Value, path: &str) -> Option<String> {
    match (a, b) {
        (Value::Object(one), Value::Object(other)) => one
            .keys()
            .chain(other.keys())
            .find_map(|key| difference(&a[key], &b[key], &format!("{path}.{key}"))),
        (Value::Array(one), Value::Array(other)) if one.len() == other.len() => one
            .iter()
            .zip(other)
            .enumerate()
            .find_map(|(index, (a, b))| difference(a, b, &format!("{path}[{index}]"))),
        _ => (a != b).then(|| format!("{path}:\n  server {a}\n  engine {b}")),
    }
}

fn escaped(notation: &str) -> String {
    notation.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

impl Tables<'_> {
    /// A number below `count`.
    fn below(&mut self, count: usize) -> usize {
        self.rng.below(count.try_into().unwrap()) as usize
    }

    fn pick<T: Clone>(&mut self, items: &[T]) -> T {
        let index = self.below(items.len());
        items[index].clone()
    }

    fn assert_same(&self, server: &Value, engine: &Value, what: &str) {
        let [one, other] = [(server, 0), (engine, 1)]
            .map(|(value, host)| normalized(value.clone(), &self.ids[host]));
        if let Some(found) = difference(&one, &other, "") {
            let log = self.log[self.log.len().saturating_sub(30)..].join("\n");
            panic!("{log}\n{what} differs at {found}\nserver {one}\nengine {other}");
        }
    }

    /// Opens both tables.
    async fn open(&mut self, order: &Value) {
        let reply = self.guest.post("/api/tables", order).await;
        let (status, answer) = self.device.request("POST", "/api/tables", &order.to_string());
        assert_eq!((reply.status, status), (201, 201), "{} {answer}", reply.json());
        self.ids = [reply.json(), answer].map(|it| it["table"].as_str().unwrap().to_owned());
    }

    /// Connects a client at both tables.
    async fn connect(&mut self, seat: Option<u8>, query: &str) {
        self.next += 1;
        let number = self.next;
        self.log.push(format!("{number} connects with {query}"));
        let seen = query.split('&').find_map(|pair| pair.strip_prefix("seen="));
        let steps = vec![Value::Null; seen.map_or(0, |seen| seen.parse().unwrap())];
        let connect = json!({
            "type": "connect", "table": self.ids[1], "client": number, "query": query,
        });
        self.device.input(connect);
        let socket = self.guest.connect(&self.ids[0], query, None).await.expect("it is let in");
        let client = Client {
            socket,
            state: Value::Null,
            states: Vec::new(),
            steps,
            received: Vec::new(),
            next_id: 0,
            closed: None,
        };
        self.pairs.push(Pair { number, client, query: query.to_owned(), seat, compared: 0 });
        self.settle().await;
    }

    /// Disconnects a client at both tables.
    async fn disconnect(&mut self, index: usize) -> Pair {
        let mut pair = self.pairs.remove(index);
        self.log.push(format!("{} disconnects", pair.number));
        self.device.input(json!({ "type": "disconnect", "client": pair.number }));
        soon("closing", pair.client.socket.close(None)).await.unwrap();
        while let Some(Ok(_)) = soon("the end", pair.client.socket.next()).await {}
        self.device.received.remove(&pair.number);
        pair
    }

    /// Disconnects a client and connects it again, with what it has.
    async fn reconnect(&mut self) {
        let index = self.below(self.pairs.len());
        let Pair { client, seat, .. } = self.disconnect(index).await;
        self.settle().await;
        let mut query = vec![format!("seen={}", self.pick(&[0, client.steps.len()]))];
        if self.below(2) == 0 {
            query.push(format!("version={}", client.state["version"]));
        }
        let lang: &str = self.pick(&["lang=ja", "lang=en", ""]);
        query.extend(seat.map(|seat| format!("seat={seat}")));
        query.extend(Some(lang.to_owned()).filter(|lang| !lang.is_empty()));
        self.connect(seat, &query.join("&")).await;
    }

    /// Gives every client a new connection, while the device has no table in memory.
    async fn restart(&mut self) {
        let holds = |state: &Value| !state["draft"].is_null() || state["drafts"] != json!([]);
        let timed = |state: &Value| state["clocks"] != json!([]);
        let kept = |pair: &Pair| {
            let state = &pair.client.state;
            holds(state) || timed(state) || !state["rematch"].is_null()
        };
        if self.pairs.iter().any(kept) {
            return;
        }
        let mut clients = Vec::new();
        while !self.pairs.is_empty() {
            clients.push(self.disconnect(0).await);
        }
        self.device.input(json!({ "type": "unload", "table": self.ids[1] }));
        for Pair { seat, query, .. } in clients {
            let query: Vec<&str> =
                query.split('&').filter(|part| !part.starts_with("version=")).collect();
            let query = query.join("&").replace("seen=", "seen=0&old=");
            self.connect(seat, &query).await;
        }
    }

    /// Compares all messages, after the bots have decided as those of the server do.
    async fn settle(&mut self) {
        self.compare().await;
        while !self.device.jobs.is_empty() && !self.device.over(&self.ids[1]) {
            let known = self.device.version(&self.ids[1]);
            let changes = sqlx::query(
                "SELECT seat, kind, action FROM changes WHERE table_id = $1 ORDER BY seq",
            );
            let changes = changes.bind(&self.ids[0]).fetch_all(&self.pool).await.unwrap();
            let Some(change) = changes.get(known) else {
                let Some(pair) = self.pairs.first_mut() else { return };
                soon("a bot", pair.client.next()).await.expect("the socket is open");
                continue;
            };
            let (seat, kind, action): (i64, String, String) =
                (change.get("seat"), change.get("kind"), change.get("action"));
            self.log.push(format!("the bot of {seat}: {kind} {action}"));
            self.device.decide(seat, &kind, &action);
            self.compare().await;
        }
    }

    /// Compares the messages of all clients.
    async fn compare(&mut self) {
        for index in 0..self.pairs.len() {
            let pair = &mut self.pairs[index];
            let engine = self.device.received.get(&pair.number).map_or(0, Vec::len);
            while pair.client.received.len() < engine {
                let next = tokio::time::timeout(Duration::from_secs(20), pair.client.next()).await;
                if !matches!(next, Ok(Some(_))) {
                    let more = &self.device.received[&pair.number][pair.client.received.len()..];
                    let log = self.log[self.log.len().saturating_sub(30)..].join("\n");
                    panic!("{log}\nthe server does not send to {}: {more:?}", pair.number);
                }
            }
            for at in pair.compared..engine {
                let pair = &self.pairs[index];
                let server = parsed(&pair.client.received[at]);
                let engine = parsed(&self.device.received[&pair.number][at]);
                self.assert_same(&server, &engine, &format!("message {at} to {}", pair.number));
                let kind = server["type"].as_str().unwrap().to_owned();
                let rule = server["rule"].as_str().map_or(String::new(), |rule| format!(" {rule}"));
                *self.seen.entry(format!("{kind}{rule}")).or_default() += 1;
            }
            self.pairs[index].compared = engine;
        }
    }

    /// Sends a message at both tables.
    async fn send(&mut self, index: usize, message: &Value) {
        self.send_text(index, &message.to_string()).await;
        self.sent.push((index, message.clone()));
    }

    async fn send_text(&mut self, index: usize, text: &str) {
        let index = index.min(self.pairs.len() - 1);
        let number = self.pairs[index].number;
        self.log.push(format!("{number}: {}", text.chars().take(300).collect::<String>()));
        let before = self.pairs[index].compared;
        self.device.input(json!({ "type": "message", "client": number, "text": text }));
        self.pairs[index].client.send(text).await;
        self.compare().await;
        assert!(self.pairs[index].compared > before, "{text} is answered");
        self.settle().await;
    }

    /// Sends a request to both.
    async fn ask(&mut self, path: &str) {
        self.log.push(format!("GET {path}"));
        let [server, engine] = [0, 1].map(|host| format!("/api/tables/{}{path}", self.ids[host]));
        let reply = self.guest.get(&server).await;
        let (status, body) = self.device.request("GET", &engine, "");
        let mut answers: [Answer; 2] = [(reply.status, reply.json()), (status, body)];
        for (_, body) in &mut answers {
            // The record's check includes the times.
            for time in ["created", "changed", "times", "check", "seed"] {
                if let Some(fields) = body.as_object_mut() {
                    fields.remove(time);
                }
            }
        }
        let [(one, server), (other, engine)] = answers;
        self.assert_same(&server, &engine, path);
        assert_eq!(one, other, "{path}: {server}");
    }

    /// A message about the match with a fresh id.
    fn message(&mut self, version: u64, mut fields: Value) -> Value {
        self.next += 1;
        fields["id"] = format!("m{}", self.next).into();
        fields["version"] = version.into();
        fields
    }

    /// One random step of the history.
    async fn step(&mut self) {
        let index = self.below(self.pairs.len());
        let version = self.pairs[index].client.version();
        let legal: Vec<(usize, Vec<String>)> = self
            .pairs
            .iter()
            .enumerate()
            .map(|(index, pair)| (index, pair.client.legal()))
            .filter(|(_, legal)| !legal.is_empty())
            .collect();
        // Without a legal action, a step of the first kind is another one.
        let first = if legal.is_empty() { 50 } else { 0 };
        match first + self.below(100 - first) {
            0..50 => {
                let (mover, legal) = self.pick(&legal);
                let action = self.pick(&legal);
                let act = self.message(version, json!({ "type": "act", "action": action }));
                self.send(mover, &act).await;
            }
            50..54 => {
                let any = legal.first().map_or(String::new(), |(_, legal)| legal[0].clone());
                let action = self.pick(&["", "nonsense", "\u{0}\u{202e}席", &any]).to_owned();
                let act = self.message(version, json!({ "type": "act", "action": action }));
                self.send(index, &act).await;
            }
            54..57 => {
                let other = self.pick(&[version.saturating_sub(1), 0, version + 3]);
                let kind = self.pick(&["act", "undo", "resign"]);
                let mut stale = self.message(other, json!({ "type": kind }));
                if kind == "act" {
                    let any = legal.first().map_or(String::new(), |(_, legal)| legal[0].clone());
                    stale["action"] = any.into();
                }
                self.send(index, &stale).await;
            }
            57..61 if !self.sent.is_empty() => {
                let sent = self.sent.clone();
                let (by, message) = self.pick(&sent);
                let by = self.pick(&[by, by, index]);
                self.send(by, &message).await;
            }
            61..66 => {
                let undo = self.message(version, json!({ "type": "undo" }));
                self.send(index, &undo).await;
            }
            66..75 => {
                let words = ["offer", "ask", "ask", "withdraw", "accept", "accept", "decline"];
                // With bots alone, the match ends at once.
                let word = if self.below(20) == 0 { "abandon" } else { self.pick(&words) };
                let talk = self.message(version, json!({ "type": "talk", "word": word }));
                self.send(index, &talk).await;
            }
            75..82 => {
                let any = legal.first().map_or(String::new(), |(_, legal)| {
                    legal[0].chars().take(legal[0].chars().count() / 2 + 1).collect()
                });
                let long = "x".repeat(1100);
                let whole = legal.first().map_or(String::new(), |(_, legal)| legal[0].clone());
                let draft =
                    self.pick(&["".to_owned(), any, whole.clone(), whole, "?".to_owned(), long]);
                let draft = self.message(version, json!({ "type": "draft", "draft": draft }));
                let mover = legal.first().map_or(index, |(mover, _)| *mover);
                let by = self.pick(&[mover, mover, index]);
                self.send(by, &draft).await;
            }
            82..84 => {
                let kind = self.pick(&["leave", "return", "return"]);
                let gives_up = self.below(8) == 0;
                let mut message = json!({ "type": kind, "id": format!("l{}", self.next) });
                if kind == "leave" {
                    message["gives_up"] = gives_up.into();
                }
                self.next += 1;
                self.send(index, &message).await;
            }
            84..86 => {
                let phrase = self.pick(&["hello", "well_played", "oh", "goodbye"]);
                let id = format!("p{}", self.next);
                self.next += 1;
                self.send(index, &json!({ "type": "phrase", "id": id, "phrase": phrase })).await;
            }
            86..89 => {
                let seats = self.pairs[0].client.state["seats"].as_array().unwrap().len();
                let seat = self.below(seats + 1);
                let changes = [
                    json!({ "type": "arrange", "change": { "what": "add_seat" } }),
                    json!({ "type": "arrange", "change": { "what": "cancel" } }),
                    json!({ "type": "arrange", "change": { "what": "remove_seat", "seat": seat } }),
                    json!({ "type": "stand" }),
                    json!({ "type": "sit", "seat": seat, "name": "Kei" }),
                    json!({ "type": "resign", "version": version }),
                    json!({ "type": "rematch", "comes": true }),
                    json!({ "type": "rematch", "comes": false }),
                ];
                let mut message = self.pick(&changes);
                message["id"] = "a".into();
                self.send(index, &message).await;
            }
            89..91 => {
                let garbage = [
                    "",
                    "{",
                    "[]",
                    "{\"type\":\"nope\"}",
                    "{\"type\":\"undo\",\"id\":\"x\",\"version\":-1}",
                    "{\"type\":\"undo\",\"id\":\"\",\"version\":0}",
                    "{\"type\":\"stand\",\"id\":\"x\",\"more\":1}",
                ];
                let text = self.pick(&garbage);
                self.send_text(index, text).await;
            }
            91..94 => self.reconnect().await,
            94..95 => self.restart().await,
            95..97 => {
                let ms = self.pick(&[1_000, 4_000, 20_000]);
                self.log.push(format!("{ms} ms pass"));
                self.device.advance(ms);
                self.time.advance(Duration::from_millis(ms.cast_unsigned()));
                self.settle().await;
            }
            _ => self.query(&legal, index).await,
        }
    }

    /// One random request about the table.
    async fn query(&mut self, legal: &[(usize, Vec<String>)], index: usize) {
        let seat = self.pairs[index].seat.unwrap_or_default();
        match self.below(8) {
            0..3 => {
                let any = match legal.is_empty() {
                    true => "x".to_owned(),
                    false => self.pick(legal).1[0].clone(),
                };
                let action = self.pick(&[any.clone(), any, "nonsense".to_owned()]);
                self.ask(&format!("/preview?action={}&seat={seat}", escaped(&action))).await;
            }
            3..6 => {
                let steps = self.pairs[index].client.steps.len();
                let number = self.below(steps + 1);
                let eyes = self.pick(&[
                    "",
                    "?eyes=all",
                    "?eyes=0",
                    "?eyes=1",
                    "?eyes=1&seen=1",
                    "?eyes=x",
                    "?eyes=9",
                ]);
                self.ask(&format!("/steps/{number}{eyes}")).await;
            }
            6 => self.ask("").await,
            _ => {
                let path = self.pick(&["/record", "/preview", "/steps/x", "/advice?seat=0"]);
                // A finished match has a record, which is compared at the end.
                self.ask(path).await;
            }
        }
    }
}

/// A table that starts from a random position, and the number of people at its first seats.
fn order(game: &str, rng: &mut GameRng) -> (Value, u8) {
    let (least, most) = registry::info(game).unwrap().seats;
    let seats = least + rng.below(u32::from(most - least) + 1) as u8;
    let options = Value::Null;
    let seed = u64::from(rng.below(u32::MAX));
    let mut match_ = registry::new_match(game, seats.into(), &options, None, seed).unwrap();
    let mut position = match_.position();
    let length = *rng.pick(&[0, 3, 20]);
    for _ in 0..length {
        let Some(seat) = match_.turn().awaited().first() else { break };
        let legal = match_.legal(seat);
        let action = rng.pick(&legal).action.clone();
        match_.play(seat, &action).unwrap();
        if match_.turn().awaited().is_empty() {
            break;
        }
        position = match_.position();
    }
    let people = 1 + rng.below(u32::from(seats)) as u8;
    let occupant = |seat: u8| match seat {
        0 => json!({ "kind": "me" }),
        seat if seat < people => json!({ "kind": "here", "name": format!("Ren {seat}") }),
        _ => json!({ "kind": "bot", "bot": "novice" }),
    };
    let terms = match rng.below(3) {
        0 => json!({ "time": { "kind": "decision", "seconds": 30 }, "late": "bot" }),
        1 => json!({ "time": { "kind": "total", "seconds": 60, "increment": 5 }, "late": "lost" }),
        _ => json!({}),
    };
    let plan: Vec<Value> = (0..seats).map(occupant).collect();
    let order = json!({
        "game": game, "seats": plan, "name": "Aki", "position": position, "terms": terms,
    });
    (order, people)
}

/// A server whose limits no history reaches, with a clock that stands still.
async fn server(data: &std::path::Path) -> (TestServer, ManualTime) {
    let (clock, time) = TimeSource::manual();
    let mut config = Config::new(data);
    config.clock = clock;
    let unlimited = Rate { at_once: u32::MAX, every: Duration::from_nanos(1) };
    config.limits = Limits {
        phrases: unlimited,
        studies_per_address: unlimited,
        help_per_guest: unlimited,
        help_per_address: unlimited,
        openings_per_address: unlimited,
        ..Limits::default()
    };
    (TestServer::start_with(config).await, time)
}

async fn agree(game: &str, first: u64, seen: &mut BTreeMap<String, usize>) {
    let histories = std::env::var(HISTORIES).map_or(FEW, |count| count.parse().unwrap());
    let data = tempfile::tempdir().unwrap();
    let (server, time) = server(data.path()).await;
    let pool = stored(data.path()).await;
    for seed in first..first + histories {
        let mut rng = GameRng::from_seed(seed);
        let (order, people) = order(game, &mut rng);
        let mut tables = Tables {
            guest: Guest::new(server.address),
            device: Device::new(),
            pool: pool.clone(),
            time: &time,
            ids: Default::default(),
            pairs: Vec::new(),
            rng,
            sent: Vec::new(),
            log: vec![format!("{game}, seed {seed}")],
            seen: &mut *seen,
            next: 0,
        };
        tables.open(&order).await;
        for seat in 0..people {
            let lang = ["&lang=en", "&lang=ja", ""][usize::from(seat) % 3];
            tables.connect(Some(seat), &format!("seen=0&seat={seat}{lang}")).await;
        }
        tables.connect(None, "").await;
        let mut after = 0;
        for _ in 0..LENGTH {
            tables.step().await;
            after += usize::from(tables.pairs[0].client.over());
            if after == AFTER {
                break;
            }
        }
        for index in 0..tables.pairs.len() {
            // Nothing is left that only the server has sent.
            tables.send_text(index, "{").await;
        }
        tables.ask("/record").await;
        while !tables.pairs.is_empty() {
            tables.disconnect(0).await;
        }
    }
    pool.close().await;
    server.stop().await;
}

#[tokio::test]
async fn server_and_engine_agree_in_every_game() {
    let mut seen = BTreeMap::new();
    for (index, game) in (0..).zip(registry::ids()) {
        agree(game, 1000 * index, &mut seen).await;
    }
    eprintln!("{seen:?}");
    let kinds = ["state", "changed", "done", "drafted", "said", "refused", "refused T-3"];
    for kind in kinds {
        assert!(seen.contains_key(kind), "no message {kind} was compared: {seen:?}");
    }
}

#[tokio::test]
async fn server_and_engine_refuse_the_same_tables_and_clients() {
    let data = tempfile::tempdir().unwrap();
    let (server, _time) = server(data.path()).await;
    let (mut guest, mut device) = (Guest::new(server.address), Device::new());
    let me = json!({ "kind": "me" });
    let bot = |bot: &str| json!({ "kind": "bot", "bot": bot });
    let seats = json!([me, bot("novice")]);
    for order in [
        json!({ "game": "go", "seats": seats }),
        json!({ "game": "kokyu", "seats": [me] }),
        json!({ "game": "kokyu", "seats": [me, me] }),
        json!({ "game": "kokyu", "seats": [bot("novice"), bot("novice")] }),
        json!({ "game": "kokyu", "seats": [me, bot("nobody")] }),
        json!({ "game": "kokyu", "seats": [me, bot("ismcts:sims=5")] }),
        json!({ "game": "kokyu", "seats": seats, "options": { "nonsense": 1 } }),
        json!({ "game": "kokyu", "seats": seats, "position": { "nonsense": 1 } }),
        json!({ "game": "kokyu", "seats": seats, "components": "nonsense" }),
        json!({ "game": "kokyu", "seats": seats, "terms": { "nonsense": 1 } }),
        json!({ "game": "kokyu", "seats": seats,
                "terms": { "time": { "kind": "decision", "seconds": 1 } } }),
        json!({ "game": "kokyu" }),
        json!([]),
    ] {
        let reply = guest.post("/api/tables", &order).await;
        let (status, answer) = device.request("POST", "/api/tables", &order.to_string());
        assert_eq!((reply.status, reply.json()), (status, answer), "{order}");
        assert!(status >= 400, "{order}");
    }
    let order = json!({ "game": "kokyu", "seats": seats, "terms": { "onlookers": false } });
    let ids = [
        guest.post("/api/tables", &order).await.json(),
        device.request("POST", "/api/tables", &order.to_string()).1,
    ];
    let ids = ids.map(|it| it["table"].as_str().unwrap().to_owned());
    let wrong = ["seat=x", "seat=256", "seen=-1", "version=x", "lang=fr", "lang="];
    for (client, query) in (1..).zip(wrong) {
        let Err(Error::Http(answer)) = guest.connect(&ids[0], query, None).await else {
            panic!("{query} is refused");
        };
        let body = parsed(std::str::from_utf8(answer.body().as_ref().unwrap()).unwrap());
        let connect = json!({
            "type": "connect", "table": ids[1], "client": client, "query": query,
        });
        device.input(connect);
        assert_eq!((answer.status().as_u16(), body), device.refused[&client], "{query}");
    }
    server.stop().await;
}
