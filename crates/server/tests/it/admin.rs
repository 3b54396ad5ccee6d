//! Operator commands: their effects on the people and tables of a running server, and the protection of the
//! operator's address.

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::time::Duration;

use crate::common::{Guest, Whim, assert_done, assert_refused, play, seated, soon, two_seated};
use crate::server::{TestServer, of_sqlite, place, stored};
use serde_json::{Value, json};
use server::{AdminRequest, AdminToken, Answer, COMMANDS, Config, Server, Takes, UnwantedWords};
use zashiki_core::InputError;

async fn give(handle: &Server, line: &str, pairs: &[(&str, &str)]) -> Result<Answer, InputError> {
    let pairs = pairs.iter().map(|(name, value)| ((*name).to_owned(), (*value).to_owned()));
    let command = line.to_owned();
    let (arguments, actor) = (pairs.collect::<BTreeMap<_, _>>(), "Tester".to_owned());
    handle.administer(AdminRequest { command, arguments, actor }).await
}

async fn does(server: &TestServer, line: &str, pairs: &[(&str, &str)]) -> Answer {
    give(&server.handle, line, pairs).await.unwrap_or_else(|bad| panic!("{line}: {bad}"))
}

async fn visitor(server: &TestServer) -> Guest {
    let mut guest = Guest::new(server.address);
    guest.get("/").await;
    guest
}

fn column(answer: &Answer, name: &str) -> Vec<Value> {
    let place = answer.columns.iter().position(|column| column == name).expect(name);
    answer.rows.iter().map(|row| row[place].clone()).collect()
}

#[tokio::test]
async fn tables_are_found_closed_and_removed() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (on, _, mut clients) = two_seated(server.address).await;
    play(&mut clients, &mut Whim(5), |moves, _| moves == 2).await;
    let mut ada = visitor(&server).await;
    let waiting = ada.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    let mut watching = ada.join(&waiting).await;

    let listed = does(&server, "table list", &[]).await;
    assert_eq!(column(&listed, "table"), [json!(waiting), json!(on)]);
    assert_eq!(column(&listed, "state"), [json!("waiting"), json!("playing")]);
    let listed = does(&server, "table list", &[("state", "playing")]).await;
    assert_eq!(column(&listed, "table"), [json!(on)]);
    let seat = format!("{waiting}/0");
    let listed = does(&server, "table list", &[("person", &seat)]).await;
    assert_eq!(column(&listed, "table"), [json!(waiting)]);
    let shown = does(&server, "table show", &[("table", &on)]).await;
    assert!(shown.rows.iter().any(|row| row[0] == "seat 0" && row[1]["name"] == "Opener"));

    // A match in progress ends without a result, and a waiting table is cancelled.
    does(&server, "table close", &[("table", &on)]).await;
    clients[0].wait(|state| state["outcome"]["reason"] == "abandoned").await;
    does(&server, "table close", &[("table", &waiting)]).await;
    watching.wait(|state| state["cancelled"] == true).await;
    let record = ada.get(&format!("/api/tables/{on}/record")).await.json();
    assert_eq!(record["conclusion"]["kind"], "abandoned");
    assert_eq!(ada.post("/api/records", &record).await.status, 200);

    for table in [&on, &waiting] {
        does(&server, "table remove", &[("table", table)]).await;
        assert_eq!(ada.get(&format!("/api/tables/{table}")).await.status, 404);
        let gone = give(&server.handle, "table remove", &[("table", table)]).await;
        assert!(gone.is_err());
    }
    // Connected clients are disconnected.
    while watching.next().await.is_some() {}
    while clients[1].next().await.is_some() {}
    soon("the tables leave the memory", async {
        while server.handle.live_tables() > 0 {
            tokio::task::yield_now().await;
        }
    })
    .await;
    server.stop().await;
}

#[tokio::test]
async fn people_are_found_renamed_banned_and_removed() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (over, _, mut ended) = seated(server.address, "shinra", &json!({}), 2).await;
    assert_done(&ended[1].resign().await);
    let (on, mut guests, mut clients) = two_seated(server.address).await;
    play(&mut clients, &mut Whim(5), |moves, _| moves == 2).await;
    let found = does(&server, "person find", &[("text", "seCOND")]).await;
    assert_eq!(column(&found, "name"), [json!("Second"), json!("Second")]);
    let person = does(&server, "table show", &[("table", &on)]).await;
    let seat = person.rows.iter().find(|row| row[0] == "seat 1").unwrap();
    let id = seat[1]["person"].as_str().unwrap().to_owned();

    // People are found by the first digits of their id, or by a seat.
    let renamed = [("person", &id[..10]), ("name", "Better")];
    does(&server, "person rename", &renamed).await;
    clients[0].wait(|state| state["seats"][1]["name"] == "Better").await;
    let seat = format!("{over}/1");
    does(&server, "person rename", &[("person", &seat)]).await;
    let record = guests[0].get(&format!("/api/tables/{over}/record")).await.json();
    assert_eq!(record["names"], json!(["Opener", "Guest"]));

    let ban = [("person", &*id), ("days", "3"), ("reason", "spam")];
    does(&server, "person ban", &ban).await;
    let banned = &mut guests[1];
    while clients[1].next().await.is_some() {}
    let body = json!({ "game": "shinra", "seats": [{ "kind": "me" }, { "kind": "open" }] });
    let reply = banned.post("/api/tables", &body).await;
    assert_eq!(reply.status, 403);
    let why = reply.problem();
    assert!(why.contains("spam") && why.contains("until 20"), "{why}");
    assert!(banned.connect(&on, "seen=0", None).await.is_err());
    // Banned people may read, export their data and delete it.
    assert_eq!(banned.get(&format!("/api/tables/{on}")).await.status, 200);
    assert_eq!(banned.get("/api/me/export").await.json()["bans"][0]["reason"], "spam");
    // The opponent continues against a bot.
    clients[0].wait(|state| state["seats"][1]["deserted"] == true).await;
    assert_eq!(column(&does(&server, "ban list", &[]).await, "person"), [json!(id)]);
    server.stop().await;

    // A ban survives a restart, and can be lifted.
    let server = TestServer::start(data.path()).await;
    banned.address = server.address;
    assert_eq!(banned.post("/api/tables", &body).await.status, 403);
    does(&server, "person unban", &[("person", &id)]).await;
    assert!(give(&server.handle, "person unban", &[("person", &id)]).await.is_err());
    assert_eq!(banned.post("/api/tables", &body).await.status, 201);

    does(&server, "person remove", &[("person", &id)]).await;
    assert_eq!(banned.get("/api/tables").await.json()["tables"], json!([]));
    let log = does(&server, "log", &[]).await;
    let commands = column(&log, "command");
    assert_eq!(commands[0], "person remove");
    assert!(commands.contains(&json!("person ban")) && !commands.contains(&json!("table show")));
    assert!(column(&log, "actor").iter().all(|actor| actor == "Tester"));
    // The id of a removed person is nowhere in the log.
    assert!(column(&log, "person").iter().all(|person| *person != json!(id)));
    server.stop().await;
}

#[tokio::test]
async fn networks_are_blocked() {
    let data = tempfile::tempdir().unwrap();
    let config = Config { trust_proxy: true, ..Config::new(data.path()) };
    let server = TestServer::start_with(config).await;
    let from = |from| Guest { from: Some(from), ..Guest::new(server.address) };
    let (mut inside, mut outside) = (from("192.0.2.77"), from("198.51.100.7"));
    does(&server, "network block", &[("network", "192.0.2.0/24"), ("reason", "flood")]).await;
    let reply = inside.get("/api/games").await;
    assert_eq!(reply.status, 403);
    assert!(reply.problem().contains("flood"));
    assert_eq!(inside.get("/healthz").await.status, 200);
    assert_eq!(outside.get("/api/games").await.status, 200);
    assert_eq!(
        column(&does(&server, "network list", &[]).await, "network"),
        [json!("192.0.2.0/24")]
    );
    does(&server, "network unblock", &[("network", "192.0.2.0/24")]).await;
    assert_eq!(inside.get("/api/games").await.status, 200);
    assert!(give(&server.handle, "network block", &[("network", "x")]).await.is_err());
    server.stop().await;
}

#[tokio::test]
async fn announcements_and_modes_reach_people() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (_, _, mut clients) = two_seated(server.address).await;
    let mut ada = visitor(&server).await;
    let notice = ada.get("/api/notice").await.json();
    assert_eq!((&notice["id"], &notice["mode"]), (&json!(""), &json!("open")));
    let mut stream = Events::open(server.address).await;
    stream.until(|notice| notice["id"] == "").await;

    does(&server, "announce", &[("ja", "お知らせ"), ("en", "News")]).await;
    does(&server, "closing", &[("minutes", "10")]).await;
    let notice = ada.get("/api/notice").await.json();
    assert_eq!(notice["text"], json!({ "ja": "お知らせ", "en": "News" }));
    let left = notice["closes_at"].as_i64().unwrap() - notice["now"].as_i64().unwrap();
    // With PostgreSQL the time is the database's, which a server knows only to a part of a second.
    assert!((590_000..=601_000).contains(&left), "{left}");
    let told = stream.until(|notice| !notice["closes_at"].is_null()).await;
    assert_eq!(told["id"], notice["id"]);
    assert!(give(&server.handle, "announce", &[("ja", "片方")]).await.is_err());

    let body = json!({ "game": "shinra", "seats": [{ "kind": "me" }, { "kind": "open" }] });
    let open = ada.post("/api/tables", &body).await.json()["table"].clone();
    does(&server, "mode", &[("mode", "read-only")]).await;
    for (path, body) in [
        ("/api/tables", &body),
        ("/api/quickstart", &json!({ "game": "shinra", "name": "" })),
        ("/api/me", &json!({ "name": "Ada" })),
    ] {
        let reply = ada.post(path, body).await;
        assert_eq!(reply.status, 403, "{path}");
        reply.problem();
    }
    let mut bob = visitor(&server).await.join(open.as_str().unwrap()).await;
    assert_refused(&bob.sit(1, "Bob").await, None);
    // Matches in progress continue.
    play(&mut clients, &mut Whim(5), |moves, _| moves == 2).await;

    does(&server, "mode", &[("mode", "invited")]).await;
    assert_eq!(ada.get("/api/notice").await.json()["may_open"], false);
    assert_eq!(ada.post("/api/tables", &body).await.status, 403);
    assert_done(&bob.sit(1, "Bob").await);
    let made = does(&server, "invitation create", &[("note", "for Ada")]).await;
    let code = column(&made, "code")[0].clone();
    let asked = json!({ "code": code });
    assert_eq!(ada.post("/api/invite", &json!({ "code": "wrong" })).await.status, 404);
    assert_eq!(ada.post("/api/invite", &asked).await.json()["may_open"], true);
    assert_eq!(ada.post("/api/tables", &body).await.status, 201);
    // The invitation counts once per person, however often it is used.
    assert_eq!(ada.post("/api/invite", &asked).await.status, 200);
    assert_eq!(visitor(&server).await.post("/api/invite", &asked).await.status, 404);
    assert_eq!(column(&does(&server, "invitation list", &[]).await, "uses_left"), [json!(0)]);
    server.stop().await;
}

/// The events named `notice` on the lobby's event stream.
struct Events {
    stream: tokio::net::TcpStream,
    read: String,
}

impl Events {
    async fn open(address: SocketAddr) -> Events {
        use tokio::io::AsyncWriteExt as _;
        let mut stream = tokio::net::TcpStream::connect(address).await.unwrap();
        let head = format!("GET /api/lobby/live HTTP/1.1\r\nHost: {address}\r\n\r\n");
        stream.write_all(head.as_bytes()).await.unwrap();
        Events { stream, read: String::new() }
    }

    async fn until(&mut self, wish: impl Fn(&Value) -> bool) -> Value {
        use tokio::io::AsyncReadExt as _;
        loop {
            let notices = self.read.split("event: notice").skip(1);
            let mut data = notices.filter_map(|part| {
                let line = part.split_once("data: ")?.1.split_once('\n')?.0;
                serde_json::from_str::<Value>(line.trim()).ok()
            });
            if let Some(found) = data.find(&wish) {
                return found;
            }
            let mut piece = [0; 4096];
            let read = soon("an event", self.stream.read(&mut piece)).await.unwrap();
            assert!(read > 0, "the stream is open");
            self.read += &String::from_utf8_lossy(&piece[..read]);
        }
    }
}

#[tokio::test]
async fn names_are_reported_once_and_within_bounds() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, mut guests, _clients) = two_seated(server.address).await;
    let report = |seat: u8, text: &str| json!({ "table": table, "seat": seat, "text": text });
    for _ in 0..2 {
        assert_eq!(guests[0].post("/api/reports", &report(1, "rude")).await.status, 204);
    }
    let listed = does(&server, "report list", &[]).await;
    assert_eq!(column(&listed, "name"), [json!("Second")]);
    assert_eq!(column(&listed, "seat"), [json!(format!("{table}/1"))]);
    let waiting = guests[0].open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    for (bad, status) in [
        (json!({ "table": waiting, "seat": 1 }), 400),
        (report(9, ""), 400),
        (json!({ "table": "nowhere", "seat": 0 }), 404),
        (report(1, &"x".repeat(501)), 400),
    ] {
        let reply = guests[0].post("/api/reports", &bad).await;
        assert_eq!(reply.status, status, "{bad}");
        reply.problem();
    }
    for _ in 0..3 {
        assert_eq!(guests[0].post("/api/reports", &report(0, "")).await.status, 204);
    }
    assert_eq!(guests[0].post("/api/reports", &report(0, "")).await.status, 429);
    let id = column(&listed, "id")[0].to_string();
    does(&server, "report done", &[("id", &id)]).await;
    assert_eq!(does(&server, "report list", &[]).await.rows.len(), 1);
    assert_eq!(does(&server, "report list", &[("all", "true")]).await.rows.len(), 2);
    server.stop().await;
}

#[tokio::test]
async fn names_with_unwanted_words_are_rejected() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("words.txt");
    std::fs::write(&file, "# words\nbadword\n").unwrap();
    let unwanted_words = UnwantedWords::read(&file).unwrap();
    let config = Config { unwanted_words, ..Config::new(data.path()) };
    let server = TestServer::start_with(config).await;
    let mut ada = visitor(&server).await;
    let reply = ada.post("/api/me", &json!({ "name": "B A D word" })).await;
    assert_eq!(reply.status, 400);
    assert!(reply.problem().contains("choose another name"));
    for seats in [
        json!([{ "kind": "me" }, { "kind": "open" }]),
        json!([{ "kind": "here", "name": "badword" }, { "kind": "open" }]),
    ] {
        let body = json!({ "game": "shinra", "seats": seats, "name": "xbadword" });
        assert_eq!(ada.post("/api/tables", &body).await.status, 400);
    }
    let table = ada.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    let mut bob = visitor(&server).await.join(&table).await;
    assert_refused(&bob.sit(1, "BadWord!").await, None);
    assert_done(&bob.sit(1, "Bob").await);
    server.stop().await;
}

#[tokio::test]
async fn only_the_token_authorizes_commands_to_a_running_server() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("token");
    AdminToken::create(&file).unwrap();
    assert!(AdminToken::create(&file).is_err(), "a token is never overwritten");
    let server = TestServer::start(data.path()).await;
    let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    let (handle, token) = (server.handle.clone(), AdminToken::read(&file).unwrap());
    let serving = tokio::spawn(async move { handle.serve_admin(listener, token).await });
    let text = AdminToken::text(&file).unwrap();
    let mut operator = Guest { token: Some(text.clone()), ..Guest::new(address) };
    let status = json!({ "command": "status" });
    let answer = operator.post("/run", &status).await;
    assert_eq!(answer.status, 200);
    assert_eq!(answer.json()["rows"][0], json!(["mode", "open"]));
    let unknown = operator.post("/run", &json!({ "command": "table explode" })).await;
    assert_eq!(unknown.status, 400);
    assert!(unknown.problem().contains("zashiki admin --help"));
    // Requests are rejected without the token, from a browser's page, and at the public address.
    let body = status.to_string();
    for (token, headers) in [
        (None, &[][..]),
        (Some("zashiki_admin_".to_owned() + &"0".repeat(40)), &[]),
        (Some(text.clone()), &[("Origin", "http://127.0.0.1")]),
    ] {
        let mut stranger = Guest { token, ..Guest::new(address) };
        let reply = stranger.request("POST", "/run", headers, body.as_bytes()).await;
        assert_eq!(reply.status, 401);
        reply.problem();
    }
    let mut public = Guest { token: Some(text), ..Guest::new(server.address) };
    for path in ["/run", "/api/run", "/admin", "/api/admin/run"] {
        let status = public.post(path, &status).await.status;
        assert!(status == 404 || status == 405, "{path}: {status}");
    }
    serving.abort();
    server.stop().await;
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        let mode = std::fs::metadata(&file).unwrap().permissions().mode() & 0o777;
        assert_eq!(mode, 0o600);
        std::fs::set_permissions(&file, std::fs::Permissions::from_mode(0o644)).unwrap();
        assert!(AdminToken::read(&file).unwrap_err().text().en.contains("chmod 600"));
    }
}

#[tokio::test]
async fn commands_work_on_a_stopped_servers_store_and_not_beside_a_running_server() {
    of_sqlite!();
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (on, _, mut clients) = two_seated(server.address).await;
    play(&mut clients, &mut Whim(5), |moves, _| moves == 2).await;
    let alone = async || Server::open_alone(Config::new(data.path())).await;
    let Err(busy) = alone().await else { panic!("a server runs") };
    assert!(busy.text().en.contains("stop it first"), "{busy}");
    let vacuum = give(&server.handle, "vacuum", &[]).await.unwrap_err();
    assert!(vacuum.text().en.contains("--data-dir"));
    drop(clients);
    server.stop().await;

    let handle = alone().await.unwrap();
    give(&handle, "table close", &[("table", &on)]).await.unwrap();
    give(&handle, "vacuum", &[]).await.unwrap();
    handle.close().await;
    drop(handle);
    let server = TestServer::start(data.path()).await;
    let stored = visitor(&server).await.get(&format!("/api/tables/{on}")).await.json();
    assert_eq!(stored["outcome"]["reason"], "abandoned");
    server.stop().await;
}

#[tokio::test]
async fn the_audit_log_is_append_only() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    does(&server, "mode", &[("mode", "open")]).await;
    server.stop().await;
    let pool = stored(data.path()).await;
    for wrong in [
        "DELETE FROM audit",
        "UPDATE audit SET actor = 'x'",
        "UPDATE audit SET command = 'x', person = NULL",
    ] {
        assert!(sqlx::query(wrong).execute(&pool).await.is_err(), "{wrong}");
    }
    pool.close().await;
}

#[tokio::test]
async fn the_operators_policy_is_copied_with_the_store() {
    of_sqlite!();
    let (from, to) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let server = TestServer::start(from.path()).await;
    let (table, mut guests, clients) = two_seated(server.address).await;
    does(&server, "network block", &[("network", "192.0.2.0/24")]).await;
    does(&server, "person ban", &[("person", &format!("{table}/1"))]).await;
    does(&server, "invitation create", &[]).await;
    does(&server, "mode", &[("mode", "invited")]).await;
    guests[0].post("/api/reports", &json!({ "table": table, "seat": 1 })).await;
    drop(clients);
    server.stop().await;
    server::move_store(&place(from.path()).await, &place(to.path()).await).await.unwrap();
    let server = TestServer::start(to.path()).await;
    for list in ["network list", "ban list", "invitation list", "report list"] {
        assert_eq!(does(&server, list, &[]).await.rows.len(), 1, "{list}");
    }
    assert_eq!(does(&server, "log", &[]).await.rows.len(), 4);
    assert_eq!(does(&server, "status", &[]).await.rows[0][1], "invited");
    server.stop().await;
}

#[tokio::test]
async fn every_command_answers_or_explains_the_error() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    for command in COMMANDS {
        let needs = command.parameters.iter().any(|it| it.takes == Takes::Place);
        // Invalid arguments lead to error messages in both languages, never to an internal error.
        let nonsense: Vec<(&str, &str)> =
            command.parameters.iter().map(|it| (it.name, "nonsense")).collect();
        let unknown = [("nobody", "1")];
        for pairs in [&nonsense[..], &[], &unknown] {
            match give(&server.handle, command.name, pairs).await {
                Ok(_) => assert!(!needs || !pairs.is_empty(), "{}", command.name),
                Err(bad) => {
                    let text = bad.text();
                    assert!(
                        !text.en.contains("internal error of the server"),
                        "{}: {bad}",
                        command.name
                    );
                    assert!(!text.ja.is_ascii(), "{}: {bad}", command.name);
                }
            }
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_dry_retention_command_only_counts() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut ada = visitor(&server).await;
    let table = ada.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    server.stop().await;
    let retention =
        server::Retention { waiting: Some(Duration::ZERO), ..server::Retention::default() };
    let server = TestServer::start_with(Config { retention, ..Config::new(data.path()) }).await;
    ada.address = server.address;
    let waiting = |answer: &Answer| {
        let row = answer.rows.iter().find(|row| row[0] == "waiting").unwrap();
        row[1].clone()
    };
    assert_eq!(waiting(&does(&server, "retain", &[("dry-run", "true")]).await), 1);
    assert_eq!(ada.get(&format!("/api/tables/{table}")).await.status, 200);
    assert_eq!(waiting(&does(&server, "retain", &[]).await), 1);
    assert_eq!(ada.get(&format!("/api/tables/{table}")).await.status, 404);
    server.stop().await;
}
