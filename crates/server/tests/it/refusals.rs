//! Error answers of the server. An error changes nothing, and its cause is explained in both languages.

use crate::common::{
    Client, Guest, Whim, assert_done, assert_refused, play, seated, soon, two_seated,
};
use crate::server::TestServer;
use futures_util::{SinkExt, StreamExt};
use serde_json::{Value, json};
use server::{Config, Limits};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio_tungstenite::tungstenite::{Error, Message};

/// The HTTP status and the error with which the server rejects a WebSocket.
async fn refused_handshake(
    guest: &Guest,
    table: &str,
    query: &str,
    origin: Option<&str>,
) -> (u16, Value) {
    match guest.connect(table, query, origin).await {
        Err(Error::Http(response)) => {
            let body = response.body().clone().unwrap_or_default();
            (response.status().as_u16(), serde_json::from_slice(&body).unwrap_or_default())
        }
        Ok(_) => panic!("the socket was opened"),
        Err(other) => panic!("{other}"),
    }
}

#[tokio::test]
async fn malformed_requests_are_explained() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    let game = registry::ids()[0];
    let two = json!([{ "kind": "me" }, { "kind": "open" }]);
    let cases = [
        (json!({ "game": "go", "seats": two }), "no game \"go\""),
        (json!({ "game": game, "seats": [{ "kind": "me" }] }), "is played by"),
        (json!({ "game": game, "seats": vec![json!({ "kind": "open" }); 300] }), "is played by"),
        (json!({ "game": game, "seats": two, "options": { "nope": 1 } }), "no option \"nope\""),
        (json!({ "game": game, "seats": two, "options": [1] }), "JSON object"),
        (json!({ "game": game, "seats": [{ "kind": "me" }, { "kind": "me" }] }), "your own"),
        (
            json!({ "game": game, "seats": [{ "kind": "me" }, { "kind": "bot", "bot": "hal" }] }),
            "no bot \"hal\"",
        ),
        // This bot spec is valid, but not in the catalogue: a client must not choose a bot's thinking time.
        (
            json!({ "game": game, "seats": [{ "kind": "me" }, { "kind": "bot", "bot": "ismcts:time=3600s" }] }),
            "no bot",
        ),
        (json!({ "game": game, "seats": [{ "kind": "throne" }, { "kind": "me" }] }), "throne"),
        (
            json!({ "game": game, "seats": vec![json!({ "kind": "bot", "bot": "random" }); 2] }),
            "a person",
        ),
        (json!({ "game": game }), "`seats` is missing"),
        (json!({ "game": game, "seats": two, "cheat": true }), "there is no field `cheat`"),
        (json!({ "game": game, "seats": two, "name": 7 }), "`name`: a string is needed, not 7"),
        (json!({ "game": game, "seats": [{ "kind": "bot" }] }), "`seats[0]`: `bot` is missing"),
        (json!([]), "cannot be read"),
    ];
    for (body, named) in cases {
        let reply = guest.post("/api/tables", &body).await;
        assert_eq!(reply.status, 400, "{body}");
        let problem = reply.problem();
        assert!(problem.contains(named), "{problem:?} names {named:?}");
    }
    for (body, named) in [
        (&b""[..], "it ends too early"),
        (b"{", "it ends too early"),
        (b"null", "named fields"),
        // A byte order mark is accepted, as on the command line.
        ("\u{feff}{}".as_bytes(), "`game` is missing"),
        (b"\xff\xfe{\0}\0", "`game` is missing"),
        (b"[[[[[[[[", "it ends too early"),
        (b"{} {}", "it is not JSON from line 1, column 4"),
        (b"{\"game\": \"\xff\"}", "neither UTF-8 nor UTF-16"),
    ] {
        let reply = guest.request("POST", "/api/tables", &[], body).await;
        assert_eq!(reply.status, 400, "{body:?}");
        let problem = reply.problem();
        assert!(problem.contains(named), "{problem:?} names {named:?}");
    }
    let large = vec![b' '; 64 * 1024 + 1];
    let reply = guest.request("POST", "/api/tables", &[], &large).await;
    assert_eq!(reply.status, 413);
    reply.problem();

    for (method, path, status) in [
        ("GET", "/api/games/go", 404),
        ("GET", "/api/games/go/rules", 404),
        ("GET", "/api/nothing", 404),
        ("GET", "/api", 404),
        ("GET", "/api/tables/none/record", 404),
        ("GET", "/api/tables/none/live", 404),
        ("GET", "/api/tables/none", 404),
        ("GET", "/api/tables/%ff/record", 400),
        ("GET", "/%e5%ba%a7%e6", 400),
        ("DELETE", "/api/tables", 405),
        ("POST", "/", 405),
    ] {
        let reply = guest.request(method, path, &[], b"").await;
        assert_eq!(reply.status, status, "{method} {path}");
        reply.problem();
    }
    let list = guest.get("/api/tables").await.json();
    assert_eq!(list["tables"], json!([]), "nothing was opened");
    server.stop().await;
}

/// Sends a request with these header fields; returns the status and the English error.
async fn answered(server: &TestServer, request: &str, head: &[(&str, &str)]) -> (u16, String) {
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let lines: String = head.iter().map(|(name, value)| format!("{name}: {value}\r\n")).collect();
    let whole = format!("{request}\r\n{lines}Connection: close\r\n\r\n");
    stream.write_all(whole.as_bytes()).await.unwrap();
    let mut answer = String::new();
    soon("the answer", stream.read_to_string(&mut answer)).await.unwrap();
    let (head, body) = answer.split_once("\r\n\r\n").unwrap();
    let said: Value = serde_json::from_str(body).unwrap_or_default();
    let status = head.split(' ').nth(1).unwrap().parse().unwrap();
    (status, said["message"]["en"].as_str().unwrap_or_default().to_owned())
}

/// A page whose domain resolves to this server has the same origin as the server, and still gets no answer.
#[tokio::test]
async fn foreign_host_names_are_rejected() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let evil = [("Host", "evil.example:7777"), ("Origin", "http://evil.example:7777")];
    for request in ["GET / HTTP/1.1", "GET /api/lobby HTTP/1.1", "POST /api/quickstart HTTP/1.1"] {
        let (status, said) = answered(&server, request, &evil).await;
        assert_eq!(status, 421, "{request}");
        assert!(said.contains("--hosts evil.example") && said.contains("--trust-proxy"), "{said}");
    }
    let (status, said) =
        answered(&server, "GET http://evil.example/ HTTP/1.1", &[("Host", "a")]).await;
    assert_eq!(status, 421, "{said}");
    for host in ["localhost:1", "192.168.1.20", "[::1]:7777", "zashiki.local", "desktop"] {
        let (status, said) = answered(&server, "GET /api/lobby HTTP/1.1", &[("Host", host)]).await;
        assert_eq!(status, 200, "{host}: {said}");
    }
    for path in ["/healthz", "/readyz"] {
        let (status, _) = answered(&server, &format!("GET {path} HTTP/1.1"), &evil).await;
        assert_eq!(status, 200, "{path}");
    }
    server.stop().await;

    let other = tempfile::tempdir().unwrap();
    let config = Config { hosts: vec!["games.example".to_owned()], ..Config::new(other.path()) };
    let server = TestServer::start_with(Config { trust_proxy: true, ..config }).await;
    for (host, expected) in [("games.example", 200), ("evil.example", 421)] {
        let (status, _) = answered(&server, "GET /api/lobby HTTP/1.1", &[("Host", host)]).await;
        assert_eq!(status, expected, "{host}");
    }
    server.stop().await;
}

#[tokio::test]
async fn a_request_has_one_host() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (host, other) = (("Host", "localhost"), ("Host", "127.0.0.1"));
    let lobby = |version: &str| format!("GET /api/lobby HTTP/{version}");
    for (version, head) in [
        ("1.1", &[][..]),
        ("1.1", &[host, host]),
        ("1.1", &[host, other]),
        ("1.0", &[host, other]),
        ("1.1", &[("Host", "")]),
        ("1.1", &[("Host", "a/b")]),
        ("1.1", &[("Host", "somebody@localhost")]),
        ("1.1", &[("Host", "localhost:x")]),
    ] {
        let (status, said) = answered(&server, &lobby(version), head).await;
        assert_eq!(status, 400, "{version} {head:?}");
        assert!(said.contains("exactly one Host"), "{head:?}: {said}");
    }
    assert_eq!(answered(&server, &lobby("1.0"), &[]).await.0, 200, "there it may be left out");
    server.stop().await;
}

/// Without an origin header, browsers at least mark cross-site requests.
#[tokio::test]
async fn cross_site_requests_without_an_origin_are_rejected() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    guest.get("/").await;
    for (site, expected) in
        [("cross-site", 403), ("same-site", 403), ("same-origin", 200), ("none", 200)]
    {
        let from = [("Sec-Fetch-Site", site)];
        let reply = guest.request("POST", "/api/me", &from, b"{\"name\": \"Ada\"}").await;
        assert_eq!(reply.status, expected, "{site}: {reply:?}");
        let reads = guest.request("GET", "/api/me", &from, b"").await;
        assert_eq!(reads.status, 200, "{site}");
    }
    server.stop().await;
}

#[tokio::test]
async fn foreign_origins_are_rejected() {
    let data = tempfile::tempdir().unwrap();
    let mut config = Config::new(data.path());
    config.origins = vec!["https://games.example".to_owned()];
    let server = TestServer::start_with(config).await;
    let own = format!("http://{}", server.address);
    let mut guest = Guest::new(server.address);
    let table = guest.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    let body =
        json!({ "game": registry::ids()[0], "seats": [{ "kind": "me" }, { "kind": "open" }] });
    let body = body.to_string();
    for (origin, allowed) in [
        (own.as_str(), true),
        ("https://games.example", true),
        ("http://evil.example", false),
        ("http://127.0.0.1:1", false),
        ("null", false),
    ] {
        let headers = [("Origin", origin)];
        let posted = guest.request("POST", "/api/tables", &headers, body.as_bytes()).await;
        assert_eq!(posted.status, if allowed { 201 } else { 403 }, "{origin}");
        if allowed {
            guest.connect(&table, "seen=0", Some(origin)).await.unwrap();
        } else {
            posted.problem();
            let (status, problem) = refused_handshake(&guest, &table, "seen=0", Some(origin)).await;
            assert_eq!(status, 403, "{origin}");
            assert!(problem["message"]["en"].as_str().unwrap().contains("--allow-origin"));
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn invalid_handshakes_are_rejected() {
    let data = tempfile::tempdir().unwrap();
    let mut config = Config::new(data.path());
    config.limits = Limits { onlookers_per_table: 1, ..Limits::default() };
    let server = TestServer::start_with(config).await;
    let mut guest = Guest::new(server.address);
    let table = guest.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    assert_eq!(refused_handshake(&guest, "nowhere", "seen=0", None).await.0, 404);
    assert_eq!(refused_handshake(&guest, &table, "seen=-1", None).await.0, 400);
    let plain = guest.get(&format!("/api/tables/{table}/live")).await;
    assert_eq!(plain.status, 426);
    plain.problem();

    let mut one = guest.join(&table).await;
    let _two = Guest::new(server.address).join(&table).await;
    let stranger = Guest::new(server.address);
    let (status, problem) = refused_handshake(&stranger, &table, "seen=0", None).await;
    assert_eq!(status, 503);
    assert!(problem["message"]["en"].as_str().unwrap().contains("too many"));
    // Connected clients are not disturbed.
    assert_refused(&one.act("x").await, Some("T-7"));
    server.stop().await;
}

#[tokio::test]
async fn malformed_messages_leave_the_socket_open() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, guests, [mut one, mut two]) = two_seated(server.address).await;
    let version = one.version();
    for text in [
        "",
        "hello",
        "{",
        "null",
        "[]",
        "{\"type\":\"act\"}",
        "{\"type\":\"rob\",\"id\":\"1\"}",
        "{\"type\":\"act\",\"id\":\"1\",\"version\":-1,\"action\":\"x\"}",
        "{\"type\":\"act\",\"id\":1,\"version\":0,\"action\":\"x\"}",
        "{\"type\":\"sit\",\"id\":\"1\",\"seat\":300,\"name\":\"x\"}",
        "{\"type\":\"undo\",\"id\":\"1\",\"version\":0,\"seat\":1}",
    ] {
        one.send(text).await;
        let answer = one.next().await.unwrap();
        assert_refused(&answer, None);
        assert_eq!(answer["id"], "", "{text}");
    }
    one.socket.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    assert_refused(&one.next().await.unwrap(), None);
    for id in ["", "a\u{0}b", &"x".repeat(65)] {
        let act = json!({ "type": "act", "id": id, "version": version, "action": "x" });
        assert_refused(&one.ask(act).await, None);
    }
    assert_refused(&two.act("\u{0}\u{202e}\"; DROP TABLE").await, Some("T-3"));
    assert_eq!((one.version(), two.version()), (version, version), "nothing changed");
    // A message of more than 16 KiB closes the socket with the matching code.
    one.send(" ".repeat(16 * 1024 + 1)).await;
    assert_eq!(one.close_code().await, Some(1009));
    // So does a frame that is neither text nor valid WebSocket.
    for (frame, code) in [
        (&[0x81, 0x82, 0, 0, 0, 0, 0xff, 0xfe][..], 1007),
        (&[0x81, 0x01, b'x'][..], 1002),
        (&[0xf1, 0x81, 0, 0, 0, 0, b'x'][..], 1002),
    ] {
        let mut client = guests[1].join(&table).await;
        client.socket.get_mut().write_all(frame).await.unwrap();
        assert_eq!(client.close_code().await, Some(code), "{frame:?}");
    }
    server.stop().await;
}

/// A client that does not read is disconnected, and its queued messages are dropped.
#[tokio::test]
async fn a_client_that_does_not_read_is_closed() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    // The lists of legal actions exceed all buffers in between.
    let (table, guests, clients) = seated(server.address, "hostile", &json!({}), 2).await;
    let mut clients: [Client; 2] = clients.try_into().unwrap_or_else(|_| panic!("two"));
    let socket = TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4096).unwrap();
    let stream = socket.connect(server.address).await.unwrap();
    let mut slow = guests[0].connect_on(stream, &table, "seen=0", None).await.unwrap();
    let moves = play(&mut clients, &mut Whim(83), |moves, _| moves == 150).await;
    let received = async {
        let mut received = 0;
        while let Some(Ok(message)) = slow.next().await {
            received += usize::from(message.is_text());
            assert!(received < moves, "it is sent everything");
        }
        received
    };
    let received = soon("the end", received).await;
    assert!(received > 0, "what was on the way arrives");
    server.stop().await;
}

#[tokio::test]
async fn disallowed_actions_are_rejected() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (mut first, mut second) = (Guest::new(server.address), Guest::new(server.address));
    second.get("/").await;
    let table = first.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    let mut one = first.join(&table).await;
    let mut two = second.join(&table).await;

    assert_refused(&one.act("x").await, Some("T-7"));
    assert_refused(&two.act("x").await, Some("T-8"));
    assert_refused(&two.sit(0, "Thief").await, Some("T-10"));
    assert_refused(&two.sit(7, "Thief").await, Some("T-10"));
    assert_done(&one.sit(0, "Again").await);
    assert_done(&two.sit(1, " \u{7}A very long name that goes on and on ").await);
    let name = two.state["seats"][1]["name"].as_str().unwrap();
    assert_eq!(name, "A very long name that go");

    let mut clients = [one, two];
    clients[0].wait(|state| state["started"] == true).await;
    assert_refused(&clients[0].sit(1, "Twice").await, Some("T-10"));
    let mover = clients.iter().position(|client| !client.legal().is_empty()).unwrap();
    let legal = clients[mover].legal();
    assert_refused(&clients[1 - mover].act(&legal[0]).await, Some("T-2"));
    assert_refused(&clients[mover].act("no such thing").await, Some("T-3"));

    // Actions that are legal in the game but not now: those of earlier steps.
    let mut known = std::collections::BTreeSet::new();
    play(&mut clients, &mut Whim(23), |moves, clients| {
        let now: Vec<String> = clients.iter().flat_map(|client| client.legal()).collect();
        let others = known.iter().filter(|action| !now.contains(action)).count();
        known.extend(now);
        moves > 10 && others > 2
    })
    .await;
    let mover = clients.iter().position(|client| !client.legal().is_empty()).unwrap();
    let now = clients[mover].legal();
    let illegal: Vec<&String> = known.iter().filter(|action| !now.contains(action)).collect();
    assert!(illegal.len() > 2);
    let before = clients[mover].state.clone();
    for action in illegal {
        let answer = clients[mover].act(action).await;
        assert_eq!(answer["type"], "refused", "{action}");
        assert!(answer["rule"].is_string(), "a rule refuses it: {answer}");
    }
    assert_eq!(clients[mover].state, before, "nothing changed");
    server.stop().await;
}

#[tokio::test]
async fn stale_versions_are_rejected_only_if_relevant() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (_, _, mut clients) = two_seated(server.address).await;
    // A message of the seat that moves twice in a row is stale after its first action.
    let mut whim = Whim(29);
    let last = std::cell::Cell::new(usize::MAX);
    play(&mut clients, &mut whim, |_, clients| {
        let mover = clients.iter().position(|client| !client.legal().is_empty()).unwrap();
        let again = last.get() == mover;
        last.set(mover);
        again
    })
    .await;
    let mover = last.get();
    let version = clients[mover].version();
    let action = clients[mover].legal()[0].clone();
    let act = |id: &str, version: u64| json!({ "type": "act", "id": id, "version": version, "action": action });
    assert_refused(&clients[mover].ask(act("old", version - 1)).await, Some("T-6"));
    assert_refused(&clients[mover].ask(act("future", version + 1)).await, Some("T-6"));
    assert_done(&clients[mover].ask(act("now", version)).await);
    clients[1 - mover].wait(|state| state["version"] == version + 1).await;

    // The other seat's actions do not make it stale.
    play(&mut clients, &mut whim, |_, clients| {
        let mover = clients.iter().position(|client| !client.legal().is_empty()).unwrap();
        let changed = last.get() != mover;
        last.set(mover);
        changed
    })
    .await;
    let mover = last.get();
    let (version, action) = (clients[mover].version(), clients[mover].legal()[0].clone());
    let before = json!({ "type": "act", "id": "before", "version": version - 1, "action": action });
    assert_done(&clients[mover].ask(before).await);
    server.stop().await;
}

#[tokio::test]
async fn a_repeated_id_has_no_further_effect() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, guests, mut clients) = two_seated(server.address).await;
    let mover = clients.iter().position(|client| !client.legal().is_empty()).unwrap();
    let action = clients[mover].legal()[0].clone();
    let version = clients[mover].version();
    let act = json!({ "type": "act", "id": "once", "version": version, "action": action });
    // Twice at once, like a page that is unsure about the delivery of the first message.
    clients[mover].send(act.to_string()).await;
    assert_done(&clients[mover].ask(act.clone()).await);
    assert_done(&clients[mover].ask(act.clone()).await);
    assert_eq!(clients[mover].version(), version + 1);
    // Ids are per seat: the same id from another seat is another message.
    clients[1 - mover].wait(|state| state["version"] == version + 1).await;
    let other = clients[1 - mover].ask(act.clone()).await;
    let own = clients[1 - mover].legal().first().cloned();
    match own {
        Some(action) => {
            let newest = clients[1 - mover].version();
            let act = json!({ "type": "act", "id": "once", "version": newest, "action": action });
            assert_done(&clients[1 - mover].ask(act).await);
            assert_eq!(clients[1 - mover].version(), newest + 1);
        }
        None => assert_refused(&other, Some("T-2")),
    }
    server.stop().await;

    let server = TestServer::start(data.path()).await;
    let guest = Guest { address: server.address, ..guests[mover].clone() };
    let mut back = guest.join(&table).await;
    assert_done(&back.ask(act).await);
    assert!(back.version() > version);
    server.stop().await;
}
