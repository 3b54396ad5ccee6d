//! Limits against abuse: connections, incomplete requests, tables, and bots that compute for nobody.

use std::time::Duration;

use crate::common::{Guest, Reply, assert_done, soon, two_seated};
use crate::server::TestServer;
use crate::stored_state::StoredState;
use serde_json::{Value, json};
use server::{Config, Limits, ManualTime, Rate, TimeSource};
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio_tungstenite::tungstenite::Error;

/// A server with these limits, behind a proxy, with a manual clock.
async fn limited(data: &std::path::Path, limits: Limits) -> (TestServer, ManualTime) {
    let (clock, hand) = TimeSource::manual();
    let mut config = Config::new(data);
    (config.clock, config.limits, config.trust_proxy) = (clock, limits, true);
    (TestServer::start_with(config).await, hand)
}

fn from(server: &TestServer, address: &'static str) -> Guest {
    Guest { from: Some(address), ..Guest::new(server.address) }
}

/// The HTTP status with which the server rejects a WebSocket. Also checks that the error is in both
/// languages.
async fn refused(guest: &Guest, table: &str) -> u16 {
    match guest.connect(table, "seen=0", None).await {
        Err(Error::Http(response)) => {
            let body = response.body().clone().unwrap_or_default();
            let problem: Value = serde_json::from_slice(&body).unwrap();
            for language in ["ja", "en"] {
                assert!(problem["message"][language].is_string(), "{problem}");
            }
            response.status().as_u16()
        }
        Ok(_) => panic!("the socket was opened"),
        Err(other) => panic!("{other}"),
    }
}

fn open_seats() -> Value {
    json!({ "game": registry::ids()[0], "seats": [{ "kind": "me" }, { "kind": "open" }] })
}

async fn open(guest: &mut Guest) -> Reply {
    guest.post("/api/tables", &open_seats()).await
}

#[tokio::test]
async fn spectators_never_displace_players() {
    let data = tempfile::tempdir().unwrap();
    let limits = Limits { onlookers_per_table: 2, onlookers: 3, ..Limits::default() };
    let (server, _hand) = limited(data.path(), limits).await;
    let (table, guests, clients) = two_seated(server.address).await;
    drop(clients);
    let mut crowd = Vec::new();
    for _ in 0..2 {
        crowd.push(Guest::new(server.address).join(&table).await);
    }
    assert_eq!(refused(&Guest::new(server.address), &table).await, 503);
    let _back = [guests[0].join(&table).await, guests[1].join(&table).await];
    // The limit applies to the whole server: a guest who waits for a seat at another table is the third
    // spectator.
    let (other, others, clients) = two_seated(server.address).await;
    drop(clients);
    let mut opener = Guest::new(server.address);
    let waiting = opener.open(open_seats()["seats"].clone()).await;
    let mut guest = Guest::new(server.address);
    guest.get("/").await;
    let mut second = guest.join(&waiting).await;
    assert_eq!(refused(&Guest::new(server.address), &other).await, 503);
    let _others = [others[0].join(&other).await, others[1].join(&other).await];
    // A spectator who takes a seat frees a spectator's place.
    assert_done(&second.sit(1, "Second").await);
    crowd.push(Guest::new(server.address).join(&other).await);
    server.stop().await;
}

#[tokio::test]
async fn connections_are_limited_by_guest_and_by_address() {
    let data = tempfile::tempdir().unwrap();
    let limits = Limits {
        live_per_guest_and_table: 2,
        live_per_guest: 3,
        live_per_address: 4,
        ..Limits::default()
    };
    let (server, _hand) = limited(data.path(), limits).await;
    let mut guest = from(&server, "192.0.2.1");
    let table = guest.open(open_seats()["seats"].clone()).await;
    let other = guest.open(open_seats()["seats"].clone()).await;
    let first = guest.join(&table).await;
    let _second = guest.join(&table).await;
    assert_eq!(refused(&guest, &table).await, 429);
    let _third = guest.join(&other).await;
    assert_eq!(refused(&guest, &other).await, 429);
    // Another guest at that address gets the remaining connection; a guest elsewhere has separate limits.
    let _fourth = from(&server, "192.0.2.1").join(&other).await;
    assert_eq!(refused(&from(&server, "192.0.2.1"), &other).await, 429);
    let _elsewhere = from(&server, "192.0.2.2").join(&other).await;
    // A closed connection frees its place.
    drop(first);
    soon("the place", async {
        while guest.connect(&table, "seen=0", None).await.is_err() {
            tokio::task::yield_now().await;
        }
    })
    .await;
    server.stop().await;
}

#[tokio::test]
async fn waiting_tables_are_limited_by_guest() {
    let data = tempfile::tempdir().unwrap();
    let limits = Limits { waiting_per_guest: 2, open_per_guest: 3, ..Limits::default() };
    let (server, _hand) = limited(data.path(), limits).await;
    let mut guest = Guest::new(server.address);
    let table = open(&mut guest).await.json()["table"].as_str().unwrap().to_owned();
    assert_eq!(open(&mut guest).await.status, 201);
    let reply = open(&mut guest).await;
    assert_eq!(reply.status, 429);
    assert!(reply.problem().contains("wait for players"));
    assert_eq!(open(&mut Guest::new(server.address)).await.status, 201);
    // Once one table has started, another may be created, up to the limit of unfinished tables.
    let mut second = Guest::new(server.address);
    second.get("/").await;
    assert_done(&second.join(&table).await.sit(1, "Second").await);
    assert_eq!(open(&mut guest).await.status, 201);
    let bot = json!({ "kind": "bot", "bot": "random" });
    let with_bot = json!({ "game": registry::ids()[0], "seats": [{ "kind": "me" }, bot] });
    assert_eq!(guest.post("/api/tables", &with_bot).await.status, 429);
    server.stop().await;

    let limits = Limits { open_per_guest: 1, ..Limits::default() };
    let (server, _hand) = limited(&data.path().join("other"), limits).await;
    let mut guest = Guest::new(server.address);
    assert_eq!(guest.post("/api/tables", &with_bot).await.status, 201);
    let reply = guest.post("/api/tables", &with_bot).await;
    assert_eq!(reply.status, 429);
    assert!(reply.problem().contains("not ended"));
    server.stop().await;
}

#[tokio::test]
async fn creating_tables_is_rate_limited_by_address() {
    let data = tempfile::tempdir().unwrap();
    let every = Duration::from_secs(60);
    let openings_per_address = Rate { at_once: 2, every };
    let (server, hand) =
        limited(data.path(), Limits { openings_per_address, ..Limits::default() }).await;
    // Without a cookie, a guest is new each time, but the address stays the same.
    let status = async |address| open(&mut from(&server, address)).await.status;
    assert_eq!(status("192.0.2.1").await, 201);
    assert_eq!(status("192.0.2.1").await, 201);
    let reply = open(&mut from(&server, "192.0.2.1")).await;
    assert_eq!(reply.status, 429);
    reply.problem();
    assert_eq!(status("192.0.2.2").await, 201);
    hand.advance(every);
    assert_eq!(status("192.0.2.1").await, 201);
    assert_eq!(status("192.0.2.1").await, 429);
    server.stop().await;
}

#[tokio::test]
async fn limits_apply_to_networks_as_a_whole() {
    let data = tempfile::tempdir().unwrap();
    let rate = Rate { at_once: 1, every: Duration::from_secs(60) };
    let limits = Limits {
        openings_per_address: rate,
        studies_per_address: rate,
        settings_per_address: rate,
        codes_per_address: rate,
        live_per_address: 1,
        ..Limits::default()
    };
    let (server, _hand) = limited(data.path(), limits).await;
    const SIX: [&str; 9] = [
        "2001:db8:1:000::1",
        "2001:db8:1:100::1",
        "2001:db8:1:200::1",
        "2001:db8:1:300::1",
        "2001:db8:1:400::1",
        "2001:db8:1:500::1",
        "2001:db8:1:600::1",
        "2001:db8:1:700::1",
        "2001:db8:1:800::1",
    ];
    const FOUR: [&str; 5] =
        ["192.0.2.1", "192.0.2.2:4711", "10.0.0.1, 192.0.2.3", "::ffff:192.0.2.4", "192.0.2.5"];
    let table = open(&mut from(&server, "203.0.113.1")).await.json();
    let table = table["table"].as_str().unwrap();
    let study = json!({ "game": registry::ids()[0], "seats": 2 });
    let code = json!({ "code": "0000-0000-0000-0000-0000-0000-00", "sure": false });
    let profile = json!({ "name": "Ada", "crest": null, "colour": null, "rated": false });
    let mut sockets = Vec::new();
    for networks in [&SIX[..], &FOUR] {
        // All but the last network use up the common limit; a client elsewhere still has its own.
        let (last, _) = networks.split_last().unwrap();
        for address in networks {
            let over = address == last;
            let address: &'static str = address;
            let mut guest = from(&server, address);
            let asked = [
                ("/api/tables", &open_seats()),
                ("/api/analysis", &study),
                ("/api/me/recover", &code),
                ("/api/me", &profile),
            ];
            for (path, body) in asked {
                let reply = guest.post(path, body).await;
                assert_eq!(reply.status == 429, over, "{path} {address}: {}", reply.status);
            }
            match from(&server, address).connect(table, "seen=0", None).await {
                Ok(socket) if !over => sockets.push(socket),
                Err(Error::Http(response)) if over => assert_eq!(response.status(), 429),
                other => panic!("{address}: {:?}", other.map(drop)),
            }
        }
        let _elsewhere = from(&server, "198.51.100.1").join(table).await;
    }
    server.stop().await;
}

#[tokio::test]
async fn clients_with_unknown_addresses_share_limits() {
    let data = tempfile::tempdir().unwrap();
    let rate = Rate { at_once: 1, every: Duration::from_secs(60) };
    let limits = Limits { openings_per_address: rate, ..Limits::default() };
    let (server, _hand) = limited(data.path(), limits).await;
    let mut opened = 0;
    for number in 0..20 {
        let mut guest = Guest::new(server.address);
        guest.from = [None, Some("unknown"), Some("192.0.2.1, ")][number % 3];
        opened += u32::from(open(&mut guest).await.status == 201);
    }
    assert_eq!(opened, 8, "as many as the widest network");
    assert_eq!(open(&mut from(&server, "192.0.2.1")).await.status, 201);
    server.stop().await;
}

#[tokio::test]
async fn clients_that_never_read_are_disconnected() {
    let data = tempfile::tempdir().unwrap();
    let limits = Limits { sockets: 8, ..Limits::default() };
    let (server, hand) = limited(data.path(), limits).await;
    let mut held = Vec::new();
    for _ in 0..8 {
        let socket = tokio::net::TcpSocket::new_v4().unwrap();
        socket.set_recv_buffer_size(4096).unwrap();
        let mut stream = socket.connect(server.address).await.unwrap();
        let request =
            format!("GET /api/games/{}/rules HTTP/1.1\r\nHost: x\r\n\r\n", registry::ids()[0]);
        stream.write_all(request.repeat(20).as_bytes()).await.unwrap();
        held.push(stream);
    }
    let mut guest = Guest::new(server.address);
    soon("all places to be taken", async { while guest.get("/healthz").await.status != 503 {} })
        .await;
    // The clock stands still, so the connections would stay forever.
    let served = async {
        loop {
            hand.advance(Duration::from_secs(1));
            if guest.get("/healthz").await.status == 200 {
                break;
            }
        }
    };
    soon("a place", served).await;
    drop(held);
    server.stop().await;
}

/// Reads from the connection until the server closes it, while the manual clock advances.
async fn until_closed(stream: &mut TcpStream, hand: &ManualTime) -> String {
    let mut all = Vec::new();
    let passing = async {
        loop {
            hand.advance(Duration::from_secs(1));
            tokio::task::yield_now().await;
        }
    };
    let closed = async {
        tokio::select! {
            read = stream.read_to_end(&mut all) => drop(read),
            () = passing => {}
        }
    };
    soon("the server to close the connection", closed).await;
    String::from_utf8(all).unwrap()
}

#[tokio::test]
async fn incomplete_and_missing_requests_end_the_connection() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = limited(data.path(), Limits::default()).await;
    for head in ["", "GET /api/games HTTP/1.1\r\nHost: x\r\nX-Slow: "] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        stream.write_all(head.as_bytes()).await.unwrap();
        until_closed(&mut stream, &hand).await;
    }
    // A kept-alive connection is closed after a while too.
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    stream.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
    let mut answer = Vec::new();
    while !(answer.ends_with(b"\n") && answer.windows(7).any(|part| part == b"\r\n\r\nok ")) {
        answer.push(soon("the answer", stream.read_u8()).await.unwrap());
    }
    assert!(answer.starts_with(b"HTTP/1.1 200"));
    until_closed(&mut stream, &hand).await;
    // A missing body is answered with an error message.
    let mut stream = TcpStream::connect(server.address).await.unwrap();
    let head = b"POST /api/tables HTTP/1.1\r\nHost: x\r\nContent-Length: 9\r\n\r\n{";
    stream.write_all(head).await.unwrap();
    let answer = until_closed(&mut stream, &hand).await;
    assert!(answer.starts_with("HTTP/1.1 408"), "{answer}");
    assert!(answer.contains("did not arrive in time"), "{answer}");
    server.stop().await;
}

#[tokio::test]
async fn excess_connections_get_an_error_message() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = limited(data.path(), Limits { sockets: 3, ..Limits::default() }).await;
    let (_table, _guests, clients) = two_seated(server.address).await;
    let mut guest = Guest::new(server.address);
    // The two WebSockets count, so one place is left.
    let mut idle = soon("the last place", async {
        loop {
            let mut idle = TcpStream::connect(server.address).await.unwrap();
            idle.write_all(b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n").await.unwrap();
            let mut status = [0; 12];
            if idle.read_exact(&mut status).await.is_ok() && status.ends_with(b"200") {
                break idle;
            }
        }
    })
    .await;
    let reply = guest.get("/healthz").await;
    assert_eq!(reply.status, 503);
    assert!(reply.problem().contains("maximum number of connections"));
    until_closed(&mut idle, &hand).await;
    soon("room", async { while guest.get("/healthz").await.status != 200 {} }).await;
    drop(clients);
    server.stop().await;
}

#[tokio::test]
async fn bots_think_only_while_a_client_is_connected() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let bot = json!({ "kind": "bot", "bot": "random" });
    let mut guest = Guest::new(server.address);
    // A table at which the bot is to move first.
    let waited_for = loop {
        let table = guest.open(json!([bot, { "kind": "me" }])).await;
        let play = StoredState::read(data.path(), &table).await.at(0);
        if play.turn().awaited().contains(zashiki_core::Seat(0)) {
            break table;
        }
    };
    assert_eq!(server.handle.live_tables(), 0, "nobody has come");
    // A preview request loads the table but does not count as presence.
    let mut player = Guest::new(server.address);
    let played = player.open(json!([{ "kind": "me" }, bot])).await;
    let mut me = player.join(&played).await;
    for _ in 0..10 {
        me.wait(|state| !state["legal"].as_array().unwrap().is_empty()).await;
        let action = me.legal()[0].clone();
        assert_done(&me.act(&action).await);
        let path = format!("/api/tables/{waited_for}/preview?action=x");
        assert_eq!(guest.get(&path).await.json()["version"], 0);
    }
    let mut back = guest.join(&waited_for).await;
    back.wait(|state| state["version"].as_u64() > Some(0)).await;
    server.stop().await;
}
