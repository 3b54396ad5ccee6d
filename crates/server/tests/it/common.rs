//! Clients for tests: real sockets, real HTTP, and a timeout on every wait.
// The tests of the command-line program use parts of this module too.
#![allow(dead_code)]

use std::net::SocketAddr;
use std::time::Duration;

use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::protocol::Patch;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::time::timeout;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::client::IntoClientRequest;
use tokio_tungstenite::tungstenite::protocol::CloseFrame;
use tokio_tungstenite::tungstenite::{Error, Message};
use zashiki_core::{Bytes32, Share};

/// Time limit for each wait of a test.
const PATIENCE: Duration = Duration::from_secs(30);

/// Awaits a future with a time limit.
pub async fn soon<T>(what: &str, future: impl Future<Output = T>) -> T {
    match timeout(PATIENCE, future).await {
        Ok(done) => done,
        Err(_) => panic!("waited too long for {what}"),
    }
}

/// An HTTP answer.
#[derive(Debug)]
pub struct Reply {
    pub status: u16,
    pub head: String,
    pub body: Vec<u8>,
}

impl Reply {
    pub fn json(&self) -> Value {
        serde_json::from_slice(&self.body)
            .unwrap_or_else(|error| panic!("{error}: {}", String::from_utf8_lossy(&self.body)))
    }

    pub fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().find_map(|line| {
            let (key, value) = line.split_once(':')?;
            key.eq_ignore_ascii_case(name).then(|| value.trim())
        })
    }

    /// Checks that the body is an error message in both languages; returns the English one.
    pub fn problem(&self) -> String {
        let problem = self.json();
        assert_in_both_languages(&problem["message"]);
        let en = problem["message"]["en"].as_str().unwrap();
        assert!(!en.contains("panicked") && !en.contains(".rs"), "{en}");
        en.to_owned()
    }
}

/// A browser (or program) that sends requests to the server at `address`.
#[derive(Clone, Debug)]
pub struct Guest {
    pub address: SocketAddr,
    pub cookie: Option<String>,
    /// The browser's address, as a proxy reports it to the server.
    pub from: Option<&'static str>,
    /// The token of a bot account, for a program instead of a browser.
    pub token: Option<String>,
}

impl Guest {
    pub fn new(address: SocketAddr) -> Guest {
        Guest { address, cookie: None, from: None, token: None }
    }

    pub async fn get(&mut self, path: &str) -> Reply {
        self.request("GET", path, &[], b"").await
    }

    pub async fn post(&mut self, path: &str, body: &Value) -> Reply {
        self.request("POST", path, &[], body.to_string().as_bytes()).await
    }

    pub async fn request(
        &mut self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> Reply {
        let reply = soon(path, self.exchange(method, path, headers, body)).await.unwrap();
        if let Some(cookie) = reply.header("set-cookie") {
            self.cookie = cookie.split(';').next().map(str::to_owned);
        }
        reply
    }

    async fn exchange(
        &self,
        method: &str,
        path: &str,
        headers: &[(&str, &str)],
        body: &[u8],
    ) -> std::io::Result<Reply> {
        let mut stream = TcpStream::connect(self.address).await?;
        let mut head = format!(
            "{method} {path} HTTP/1.1\r\nHost: {}\r\nConnection: close\r\nContent-Length: {}\r\n",
            self.address,
            body.len()
        );
        if let Some(cookie) = &self.cookie {
            head += &format!("Cookie: {cookie}\r\n");
        }
        if let Some(from) = self.from {
            head += &format!("X-Forwarded-For: {from}\r\n");
        }
        if let Some(token) = &self.token {
            head += &format!("Authorization: Bearer {token}\r\n");
        }
        for (name, value) in headers {
            head += &format!("{name}: {value}\r\n");
        }
        stream.write_all(head.as_bytes()).await?;
        stream.write_all(b"\r\n").await?;
        // A server that rejects a body need not read it to its end.
        let _ = stream.write_all(body).await;
        let mut answer = Vec::new();
        let mut piece = [0; 16 * 1024];
        loop {
            match stream.read(&mut piece).await {
                Ok(0) | Err(_) => break,
                Ok(read) => answer.extend_from_slice(&piece[..read]),
            }
        }
        let end = answer.windows(4).position(|four| four == b"\r\n\r\n").expect("an HTTP answer");
        let head = String::from_utf8(answer[..end].to_vec()).unwrap();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        let mut body = answer[end + 4..].to_vec();
        if head.to_ascii_lowercase().contains("transfer-encoding: chunked") {
            body = joined(&body);
        }
        Ok(Reply { status, head, body })
    }

    /// Creates a table of the first registered game and returns its id.
    pub async fn open(&mut self, seats: Value) -> String {
        self.open_game(registry::ids()[0], &json!({}), seats).await
    }

    /// Creates a table and returns its id.
    pub async fn open_game(&mut self, game: &str, options: &Value, seats: Value) -> String {
        let body = json!({ "game": game, "options": options, "seats": seats, "name": "Opener" });
        let reply = self.post("/api/tables", &body).await;
        assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
        reply.json()["table"].as_str().unwrap().to_owned()
    }

    /// Creates a table of the first registered game and commits to this share of the seed.
    pub async fn open_with(&mut self, seats: Value, share: Bytes32) -> String {
        let (game, hash) = (registry::ids()[0], Share::hash(share));
        let body = json!({ "game": game, "seats": seats, "name": "Opener", "hash": hash });
        let reply = self.post("/api/tables", &body).await;
        assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
        reply.json()["table"].as_str().unwrap().to_owned()
    }

    /// Connects to a table and waits for the first state.
    pub async fn join(&self, table: &str) -> Client {
        self.join_seen(table, "seen=0").await
    }

    pub async fn join_seen(&self, table: &str, query: &str) -> Client {
        let socket = self.connect(table, query, None).await.expect("the table lets one in");
        let mut client = Client {
            socket,
            state: Value::Null,
            states: Vec::new(),
            steps: Vec::new(),
            received: Vec::new(),
            next_id: 0,
            closed: None,
        };
        if let Some(seen) = query.split('&').find_map(|pair| pair.strip_prefix("seen=")) {
            client.steps = vec![Value::Null; seen.parse().unwrap()];
        }
        client.state().await;
        client
    }

    pub async fn connect(
        &self,
        table: &str,
        query: &str,
        origin: Option<&str>,
    ) -> Result<WebSocketStream<TcpStream>, Error> {
        let stream = TcpStream::connect(self.address).await?;
        stream.set_nodelay(true)?;
        self.connect_on(stream, table, query, origin).await
    }

    pub async fn connect_on(
        &self,
        stream: TcpStream,
        table: &str,
        query: &str,
        origin: Option<&str>,
    ) -> Result<WebSocketStream<TcpStream>, Error> {
        let url = format!("ws://{}/api/tables/{table}/live?{query}", self.address);
        let mut request = url.into_client_request().unwrap();
        if let Some(cookie) = &self.cookie {
            request.headers_mut().insert("cookie", cookie.parse().unwrap());
        }
        if let Some(origin) = origin {
            request.headers_mut().insert("origin", origin.parse().unwrap());
        }
        if let Some(from) = self.from {
            request.headers_mut().insert("x-forwarded-for", from.parse().unwrap());
        }
        if let Some(token) = &self.token {
            let bearer = format!("Bearer {token}");
            request.headers_mut().insert("authorization", bearer.parse().unwrap());
        }
        let handshake = tokio_tungstenite::client_async(request, stream);
        soon("the handshake", handshake).await.map(|(socket, _)| socket)
    }
}

/// Decodes an HTTP body in chunked transfer encoding.
fn joined(mut chunks: &[u8]) -> Vec<u8> {
    let mut body = Vec::new();
    loop {
        let line = chunks.windows(2).position(|two| two == b"\r\n").expect("a chunk's length");
        let length = std::str::from_utf8(&chunks[..line]).unwrap();
        let length = usize::from_str_radix(length, 16).unwrap();
        if length == 0 {
            return body;
        }
        body.extend_from_slice(&chunks[line + 2..line + 2 + length]);
        chunks = &chunks[line + 2 + length + 2..];
    }
}

/// A page connected to a table.
pub struct Client {
    pub socket: WebSocketStream<TcpStream>,
    /// The latest state of the table, with the steps that came with it.
    pub state: Value,
    /// All states so far, including the latest.
    pub states: Vec<Value>,
    /// The match's steps, as a page would collect them.
    pub steps: Vec<Value>,
    /// All received messages, as text.
    pub received: Vec<String>,
    pub next_id: u64,
    /// The close frame, once the server has sent one.
    pub closed: Option<CloseFrame>,
}

impl Client {
    /// The next message; `None` once the socket is closed.
    pub async fn next(&mut self) -> Option<Value> {
        loop {
            match soon("a message", self.socket.next()).await {
                Some(Ok(Message::Text(text))) => {
                    self.received.push(text.as_str().to_owned());
                    let message: Value = serde_json::from_str(text.as_str()).unwrap();
                    if message["type"] == "state" {
                        self.take(message["state"].clone());
                    } else if message["type"] == "changed" {
                        self.take(changed(&self.state, &message));
                    }
                    return Some(message);
                }
                Some(Ok(Message::Close(frame))) => self.closed = frame,
                Some(Ok(_)) => {}
                Some(Err(_)) | None => return None,
            }
        }
    }

    fn take(&mut self, state: Value) {
        let state = in_hand(state);
        let from = usize::try_from(state["steps_from"].as_u64().unwrap()).unwrap();
        assert!(from <= self.steps.len(), "steps are missing before {from}");
        self.steps.truncate(from);
        for step in state["steps"].as_array().unwrap() {
            assert_eq!(step["number"], self.steps.len(), "steps come in order");
            self.steps.push(step.clone());
        }
        self.state = state.clone();
        self.states.push(state);
    }

    /// Reads messages until one of type `kind`, and returns it.
    pub async fn hear(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next().await.expect("the socket is open");
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Reads messages until the next state of the table.
    pub async fn state(&mut self) -> &Value {
        self.until(|_| true).await
    }

    /// Reads messages until a new state satisfies `wish`.
    pub async fn until(&mut self, wish: impl Fn(&Value) -> bool) -> &Value {
        loop {
            let message = self.next().await.expect("the socket is open");
            if is_state(&message) && wish(&self.state) {
                return &self.state;
            }
        }
    }

    /// Reads messages until the state satisfies `wish`, unless it already does.
    pub async fn wait(&mut self, wish: impl Fn(&Value) -> bool) -> &Value {
        if !wish(&self.state) {
            self.until(wish).await;
        }
        &self.state
    }

    pub async fn send(&mut self, text: impl Into<String>) {
        let message = Message::Text(text.into().into());
        soon("sending", self.socket.send(message)).await.expect("the socket is open");
    }

    /// Sends a message and reads until its answer.
    pub async fn ask(&mut self, message: Value) -> Value {
        let id = message["id"].as_str().expect("an id").to_owned();
        self.send(message.to_string()).await;
        loop {
            let answer = self.next().await.expect("the socket is open");
            if answer["id"] == id {
                return answer;
            }
        }
    }

    /// Sends a message, with a new id if it has none, and reads until its answer.
    pub async fn order(&mut self, mut message: Value) -> Value {
        message["id"] = self.fresh_id().into();
        self.ask(message).await
    }

    pub fn fresh_id(&mut self) -> String {
        self.next_id += 1;
        format!("{:p}-{}", self, self.next_id)
    }

    pub fn version(&self) -> u64 {
        self.state["version"].as_u64().unwrap()
    }

    pub async fn act(&mut self, action: &str) -> Value {
        let (id, version) = (self.fresh_id(), self.version());
        self.ask(json!({ "type": "act", "id": id, "version": version, "action": action })).await
    }

    pub async fn undo(&mut self) -> Value {
        let (id, version) = (self.fresh_id(), self.version());
        self.ask(json!({ "type": "undo", "id": id, "version": version })).await
    }

    /// Sends a draft; the answer is `drafted` or `refused`.
    pub async fn draft(&mut self, draft: &str) -> Value {
        let (id, version) = (self.fresh_id(), self.version());
        self.ask(json!({ "type": "draft", "id": id, "version": version, "draft": draft })).await
    }

    pub async fn resign(&mut self) -> Value {
        let (id, version) = (self.fresh_id(), self.version());
        self.ask(json!({ "type": "resign", "id": id, "version": version })).await
    }

    /// Sends `offer` (a draw), `ask` (for a takeback), `withdraw`, `accept` or `decline`.
    pub async fn talk(&mut self, word: &str) -> Value {
        let (id, version) = (self.fresh_id(), self.version());
        self.ask(json!({ "type": "talk", "id": id, "version": version, "word": word })).await
    }

    pub async fn sit(&mut self, seat: u8, name: &str) -> Value {
        let id = self.fresh_id();
        self.ask(json!({ "type": "sit", "id": id, "seat": seat, "name": name })).await
    }

    /// Takes a seat and commits to this share.
    pub async fn sit_with(&mut self, seat: u8, name: &str, share: Bytes32) -> Value {
        let (id, hash) = (self.fresh_id(), Share::hash(share));
        self.ask(json!({ "type": "sit", "id": id, "seat": seat, "name": name, "hash": hash })).await
    }

    /// Commits to this share of the seed.
    pub async fn promise(&mut self, share: Bytes32) -> Value {
        let (id, hash) = (self.fresh_id(), Share::hash(share));
        self.ask(json!({ "type": "promise", "id": id, "hash": hash })).await
    }

    /// Reveals this share of the seed.
    pub async fn share(&mut self, share: Bytes32) -> Value {
        let id = self.fresh_id();
        self.ask(json!({ "type": "share", "id": id, "share": share })).await
    }

    /// Waits until the server requests the shares.
    pub async fn asked(&mut self) -> &Value {
        self.wait(|state| state["deal"]["asked"] == true).await
    }

    /// Accepts or declines a rematch.
    pub async fn rematch(&mut self, comes: bool) -> Value {
        let id = self.fresh_id();
        self.ask(json!({ "type": "rematch", "id": id, "comes": comes })).await
    }

    /// The legal actions, in notation.
    pub fn legal(&self) -> Vec<String> {
        let legal = self.state["legal"].as_array().unwrap();
        legal.iter().map(|choice| choice["action"].as_str().unwrap().to_owned()).collect()
    }

    pub fn over(&self) -> bool {
        !self.state["outcome"].is_null()
    }

    /// Reads messages until the server closes the socket; returns the close code.
    pub async fn close_code(&mut self) -> Option<u16> {
        while self.next().await.is_some() {}
        self.closed.as_ref().map(|frame| frame.code.into())
    }
}

/// Returns true if the message contains the table's state or changes to it.
pub fn is_state(message: &Value) -> bool {
    message["type"] == "state" || message["type"] == "changed"
}

/// Applies a change to a state; each event gets the complete view after it.
fn changed(state: &Value, change: &Value) -> Value {
    let apply = |patch: &Value, value: &Value| match patch {
        Value::Null => value.clone(),
        patch => Patch::apply(patch, value).unwrap_or_else(|| panic!("{patch} of {value}")),
    };
    let mut new = apply(&change["now"], state);
    let mut view = state["view"].clone();
    let mut steps = change["steps"].clone();
    for told in steps
        .as_array_mut()
        .unwrap()
        .iter_mut()
        .flat_map(|step| step["told"].as_array_mut().unwrap())
    {
        if let Some(patch) = told.get_mut("view") {
            view = apply(patch, &view);
            *patch = view.clone();
        }
    }
    new["view"] = apply(&change["view"], &view);
    new["steps"] = steps;
    for (number, step) in (change["steps_from"].as_u64().unwrap()..)
        .zip(new["steps"].as_array_mut().unwrap().iter_mut())
    {
        step["number"] = number.into();
    }
    for field in ["version", "steps_from", "draft", "drafts", "clocks"] {
        new[field] = change[field].clone();
    }
    new
}

/// Removes empty drafts and clocks, which messages omit.
fn in_hand(mut state: Value) -> Value {
    for field in ["drafts", "clocks"] {
        if state[field].is_null() {
            state[field] = json!([]);
        }
    }
    state
}

/// Checks that an answer is an error with this rule and messages in both languages.
pub fn assert_refused(answer: &Value, rule: Option<&str>) {
    assert_eq!(answer["type"], "refused", "{answer}");
    assert_eq!(answer["rule"].as_str(), rule, "{answer}");
    assert_in_both_languages(&answer["message"]);
}

/// Checks that both languages are present, and that neither text contains a sentence of the other: no three
/// English words in a row.
pub fn assert_in_both_languages(message: &Value) {
    let (ja, en) = (message["ja"].as_str().unwrap(), message["en"].as_str().unwrap());
    assert!(!ja.is_ascii() && !en.is_empty(), "{message}");
    let english = |word: &str| word.len() > 1 && word.bytes().all(|it| it.is_ascii_alphabetic());
    let words: Vec<&str> = ja.split(' ').collect();
    assert!(!words.windows(3).any(|words| words.iter().all(|word| english(word))), "{ja}");
}

/// Checks that a message was carried out.
pub fn assert_done(answer: &Value) {
    assert_eq!(answer["type"], "done", "{answer}");
}

/// A generator of pseudo-random choices that are identical in every run.
pub struct Whim(pub u64);

impl Whim {
    pub fn pick<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        self.0 =
            self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        &items[usize::try_from(self.0 >> 33).unwrap() % items.len()]
    }
}

/// Two people at a new two-seat table of the first registered game, whose match has started.
pub async fn two_seated(address: SocketAddr) -> (String, [Guest; 2], [Client; 2]) {
    let (table, guests, clients) = seated(address, registry::ids()[0], &json!({}), 2).await;
    let guests = guests.try_into().unwrap_or_else(|_| panic!("two"));
    (table, guests, clients.try_into().unwrap_or_else(|_| panic!("two")))
}

/// `count` people at a new table whose match has started; the first person has created the table.
pub async fn seated(
    address: SocketAddr,
    game: &str,
    options: &Value,
    seats: usize,
) -> (String, Vec<Guest>, Vec<Client>) {
    let mut guests = vec![Guest::new(address); seats];
    let mut plan = vec![json!({ "kind": "open" }); seats];
    plan[0] = json!({ "kind": "me" });
    let table = guests[0].open_game(game, options, plan.into()).await;
    let mut clients = vec![guests[0].join(&table).await];
    for (seat, guest) in (0u8..).zip(&mut guests).skip(1) {
        guest.get("/").await;
        let mut client = guest.join(&table).await;
        let name = if seat == 1 { "Second".to_owned() } else { format!("Seat {seat}") };
        assert_done(&client.sit(seat, &name).await);
        clients.push(client);
    }
    for client in &mut clients {
        client.wait(|state| state["started"] == true).await;
    }
    (table, guests, clients)
}

/// Lets the clients play pseudo-random actions until the end, or until `stop` returns true after a move;
/// returns the number of moves.
pub async fn play<const N: usize>(
    clients: &mut [Client; N],
    whim: &mut Whim,
    mut stop: impl FnMut(usize, &[Client; N]) -> bool,
) -> usize {
    let mut moves = 0;
    while !clients[0].over() && !stop(moves, clients) {
        let mover = clients.iter().position(|client| !client.legal().is_empty()).expect("a mover");
        let action = whim.pick(&clients[mover].legal()).clone();
        assert_done(&clients[mover].act(&action).await);
        moves += 1;
        let version = clients[mover].version();
        for client in clients.iter_mut() {
            client.wait(|state| state["version"] == version).await;
        }
        assert!(moves < 10_000, "a game ends");
    }
    moves
}
