//! Tests of the server as a separate process: it is killed, restarted, asked to end, and started where
//! it cannot run.

use std::net::{SocketAddr, TcpListener};
use std::path::Path;
use std::process::{Command, ExitStatus, Stdio};
use std::time::Duration;

use crate::common::signalled;
use crate::people::{Client, Guest, Whim, assert_done, assert_refused, play, soon, two_seated};
use serde_json::json;
use tokio::io::{AsyncBufReadExt, AsyncReadExt, BufReader, Lines};
use tokio::process::{Child, ChildStdout};
use zashiki_core::Bytes32;

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_zashiki");

pub struct Server {
    child: Child,
    out: Lines<BufReader<ChildStdout>>,
    pub address: SocketAddr,
}

impl Server {
    pub async fn start(data: &Path, arguments: &[&str]) -> Server {
        let mut command = signalled(PROGRAM.into());
        command.args(["serve", "--lang", "en", "--data-dir"]).arg(data).args(arguments);
        Server::run(command).await
    }

    pub async fn run(mut command: Command) -> Server {
        command.stdout(Stdio::piped());
        let mut child = tokio::process::Command::from(command).kill_on_drop(true).spawn().unwrap();
        let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
        let line = soon("the address", out.next_line()).await.unwrap().expect("a line");
        let address = line.strip_prefix("Zashiki is open at http://").expect("the line").parse();
        Server { child, out, address: address.unwrap() }
    }

    /// The port of the server, as an argument to start it again at the same address.
    fn port(&self) -> String {
        self.address.port().to_string()
    }

    /// Kills the server by SIGKILL, so that it cannot save anything.
    pub async fn kill(mut self) {
        soon("the kill", self.child.kill()).await.unwrap();
    }

    /// The process id of the server.
    pub fn pid(&self) -> u32 {
        self.child.id().expect("it runs")
    }

    pub async fn signal(&mut self, name: &str) -> ExitStatus {
        let pid = self.child.id().expect("it runs").to_string();
        assert!(Command::new("kill").args(["-s", name, &pid]).status().unwrap().success());
        soon("the end", self.child.wait()).await.unwrap()
    }
}

/// Runs the program with arguments with which it cannot serve. Returns its error message.
async fn fails(arguments: &[&str]) -> String {
    let mut command = tokio::process::Command::new(PROGRAM);
    command.arg("serve").args(arguments).env("LANG", "C").kill_on_drop(true);
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let status = soon("the refusal", child.wait()).await.unwrap();
    assert_eq!(status.code(), Some(1), "{arguments:?}");
    let (mut out, mut said) = (String::new(), String::new());
    child.stdout.take().unwrap().read_to_string(&mut out).await.unwrap();
    child.stderr.take().unwrap().read_to_string(&mut said).await.unwrap();
    assert_eq!(out, "", "nothing claims to be open");
    assert!(!said.contains("panicked") && !said.contains("backtrace"), "{said}");
    said
}

/// The server accepts more connections than the default limit of open files allows.
#[tokio::test]
async fn the_limit_of_files_is_raised_and_kept() {
    let data = tempfile::tempdir().unwrap();
    let mut command = Command::new("bash");
    let script = format!(
        "ulimit -Sn 64 && ulimit -Hn 400; exec {PROGRAM} serve --lang en --port 0 --data-dir \"$1\""
    );
    command.args(["-c", &script, "bash"]).arg(data.path());
    let server = Server::run(command).await;
    let mut idle = Vec::new();
    for _ in 0..200 {
        idle.push(tokio::net::TcpStream::connect(server.address).await.unwrap());
    }
    assert_eq!(Guest::new(server.address).get("/healthz").await.status, 200);
    // Above the hard limit they are turned away in words; files are left for the database.
    for _ in 0..140 {
        idle.push(tokio::net::TcpStream::connect(server.address).await.unwrap());
    }
    let reply = Guest::new(server.address).get("/healthz").await;
    assert_eq!(reply.status, 503);
    assert!(reply.problem().contains("its maximum number of connections"));
}

#[tokio::test]
async fn the_line_with_the_address_is_in_the_requested_language() {
    let data = tempfile::tempdir().unwrap();
    let mut command = tokio::process::Command::new(PROGRAM);
    command.args(["--lang", "ja", "--port", "0", "--data-dir"]).arg(data.path()).kill_on_drop(true);
    let mut child = command.stdout(Stdio::piped()).spawn().unwrap();
    let mut out = BufReader::new(child.stdout.take().unwrap()).lines();
    let line = soon("the address", out.next_line()).await.unwrap().expect("a line");
    assert!(line.starts_with("座敷を開きました: http://127.0.0.1:"), "{line}");
}

/// Connects the same user to the same table again, over a new connection.
async fn again(guest: &Guest, address: SocketAddr, table: &str, old: &Client) -> Client {
    let guest = Guest { address, ..guest.clone() };
    let query = format!("seen={}&version={}", old.steps.len(), old.version());
    guest.join_seen(table, &query).await
}

#[tokio::test]
async fn a_kill_in_the_middle_of_a_game_loses_nothing() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &["--port", "0"]).await;
    let (address, port) = (server.address, server.port());
    let (table, guests, mut clients) = two_seated(address).await;
    let watcher_guest = Guest::new(address);
    let mut watcher = watcher_guest.join(&table).await;
    let mut whim = Whim(43);
    let mut server = Some(server);
    for moves in [1, 7, 13] {
        play(&mut clients, &mut whim, |done, _| done == moves).await;
        let version = clients[0].version();
        watcher.wait(|state| state["version"] == version).await;
        server.take().unwrap().kill().await;
        for client in clients.iter_mut().chain([&mut watcher]) {
            assert_eq!(client.close_code().await, None, "killed, not closed");
        }
        server = Some(Server::start(data.path(), &["--port", &port]).await);
        let mut back = Vec::new();
        for (guest, old) in
            guests.iter().chain([&watcher_guest]).zip(clients.iter().chain([&watcher]))
        {
            let client = again(guest, address, &table, old).await;
            for key in [
                "view",
                "version",
                "legal",
                "you",
                "awaiting",
                "scores",
                "question",
                "can_undo",
                "components",
            ] {
                assert_eq!(client.state[key], old.state[key], "{key}");
            }
            assert_eq!(client.state["steps"], json!([]), "nothing was missed");
            back.push(client);
        }
        watcher = back.pop().unwrap();
        clients = back.try_into().unwrap_or_else(|_| panic!("two"));
    }
    play(&mut clients, &mut whim, |_, _| false).await;
    let reply = guests[0].clone().get(&format!("/api/tables/{table}/record")).await;
    let record =
        zashiki_core::Record::from_json(std::str::from_utf8(&reply.body).unwrap()).unwrap();
    registry::replay(&record).expect("the whole game holds");
    drop(server);
}

#[tokio::test]
async fn a_kill_during_a_deal_loses_nothing_of_it() {
    let data = tempfile::tempdir().unwrap();
    let log = data.path().join("log");
    let start = async |port: &str| {
        let mut command = Command::new(PROGRAM);
        command.args(["serve", "--lang", "en", "--port", port, "--data-dir"]).arg(data.path());
        let file = std::fs::OpenOptions::new().create(true).append(true).open(&log).unwrap();
        command.args(["--log-level", "debug"]).stderr(file);
        Server::run(command).await
    };
    let mut server = start("0").await;
    let (address, port) = (server.address, server.port());
    let shares = [Bytes32([1; 32]), Bytes32([2; 32])];
    let mut guests = [Guest::new(address), Guest::new(address)];
    guests[1].get("/").await;
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let table = guests[0].open_with(seats, shares[0]).await;
    let mut commitment = None;
    // Killed after the opening, after the second sat down, after each share, and in the play.
    for stage in 0..5 {
        let [mut one, mut two] = [guests[0].join(&table).await, guests[1].join(&table).await];
        let deal = one.state["deal"].clone();
        assert_eq!(*commitment.get_or_insert(deal["commitment"].clone()), deal["commitment"]);
        match stage {
            0 => assert_eq!(deal["asked"], false),
            1 => assert_done(&two.sit_with(1, "Second", shares[1]).await),
            2 => {
                one.asked().await;
                assert_done(&one.share(shares[0]).await);
            }
            3 => {
                assert_eq!(two.asked().await["deal"]["promises"][0]["added"], true);
                assert_done(&two.share(shares[1]).await);
            }
            _ => {
                assert_eq!(
                    (&one.state["started"], &two.state["started"]),
                    (&json!(true), &json!(true))
                );
                let mut clients = [one, two];
                play(&mut clients, &mut Whim(59), |_, _| false).await;
            }
        }
        server.kill().await;
        server = start(&port).await;
    }
    let reply = guests[0].get(&format!("/api/tables/{table}/record")).await;
    let record =
        zashiki_core::Record::from_json(std::str::from_utf8(&reply.body).unwrap()).unwrap();
    registry::replay(&record).expect("the deal and the game hold");
    let logged = std::fs::read_to_string(&log).unwrap();
    assert!(logged.contains("INFO"), "the log says something");
    for hidden in [
        record.seed.to_string(),
        record.deal.as_ref().unwrap().secret.to_string(),
        shares[0].to_string(),
    ] {
        assert!(!logged.contains(&hidden), "{hidden} is in the log");
    }
    let deal = record.deal.expect("it is shown");
    assert_eq!(Some(json!(deal.commitment)), commitment);
    let added: Vec<_> = deal.shares.iter().map(|share| share.share).collect();
    assert_eq!(added, shares.map(Some));
}

#[tokio::test]
async fn a_message_cut_off_by_a_kill_can_be_sent_again() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path(), &["--port", "0"]).await;
    let port = server.port();
    let (table, guests, mut clients) = two_seated(server.address).await;
    for round in 0..6 {
        let mover = clients.iter().position(|client| !client.legal().is_empty()).unwrap();
        let (version, action) = (clients[mover].version(), clients[mover].legal()[0].clone());
        let act = json!({ "type": "act", "id": format!("round {round}"), "version": version, "action": action });
        // Killed at once: nobody knows whether the message arrived. Every other time its
        // effect was seen, though not answered for certain.
        clients[mover].send(act.to_string()).await;
        if round % 2 == 0 {
            clients[1 - mover].wait(|state| state["version"] == version + 1).await;
        }
        server.kill().await;
        server = Server::start(data.path(), &["--port", &port]).await;
        let mut back = Vec::new();
        for (guest, old) in guests.iter().zip(&clients) {
            back.push(again(guest, server.address, &table, old).await);
        }
        clients = back.try_into().unwrap_or_else(|_| panic!("two"));
        if round % 2 == 0 {
            assert_eq!(
                clients[mover].version(),
                version + 1,
                "who was told of it was told the truth"
            );
        }
        assert_done(&clients[mover].ask(act.clone()).await);
        assert_done(&clients[mover].ask(act).await);
        for client in &mut clients {
            client.wait(|state| state["version"] == version + 1).await;
        }
    }
}

#[tokio::test]
async fn bots_continue_after_a_kill() {
    let data = tempfile::tempdir().unwrap();
    let server = Server::start(data.path(), &["--port", "0"]).await;
    let port = server.port();
    let mut guest = Guest::new(server.address);
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "greedy" }]);
    let table = guest.open(seats).await;
    let mut me = guest.join(&table).await;
    let ready = |state: &serde_json::Value| {
        !state["legal"].as_array().unwrap().is_empty() || !state["outcome"].is_null()
    };
    let mut whim = Whim(47);
    for _ in 0..3 {
        me.wait(ready).await;
        let action = whim.pick(&me.legal()).clone();
        assert_done(&me.act(&action).await);
    }
    // The bot may be thinking at this moment.
    server.kill().await;
    let server = Server::start(data.path(), &["--port", &port]).await;
    let mut me = again(&guest, server.address, &table, &me).await;
    loop {
        me.wait(ready).await;
        if me.over() {
            break;
        }
        let action = whim.pick(&me.legal()).clone();
        assert_done(&me.act(&action).await);
    }
}

#[tokio::test]
async fn signals_close_the_server_in_order() {
    for signal in ["TERM", "INT"] {
        let data = tempfile::tempdir().unwrap();
        let mut server = Server::start(data.path(), &["--port", "0"]).await;
        let (_, _, mut clients) = two_seated(server.address).await;
        let (status, codes) = tokio::join!(server.signal(signal), async {
            let [one, two] = &mut clients;
            tokio::join!(one.close_code(), two.close_code())
        });
        assert_eq!(status.code(), Some(0), "{signal}");
        assert_eq!(codes, (Some(1001), Some(1001)), "{signal}");
        assert_eq!(server.out.next_line().await.unwrap(), None, "one line and no more");
        // The log was taken into the database, which is now one whole file.
        let files: Vec<_> = std::fs::read_dir(data.path())
            .unwrap()
            .map(|file| file.unwrap().file_name().into_string().unwrap())
            .collect();
        assert_eq!(files, ["zashiki.db"], "{signal}");
    }
}

#[tokio::test]
async fn a_closing_server_does_not_wait_for_a_slow_bot() {
    let data = tempfile::tempdir().unwrap();
    let mut server = Server::start(data.path(), &["--port", "0"]).await;
    let mut guest = Guest::new(server.address);
    let catalogue = guest.get("/api/games").await.json();
    let mut ids = catalogue["bots"].as_array().unwrap().iter().map(|bot| bot["id"].clone());
    let bot = ids.rfind(|id| id.as_str().unwrap().starts_with("ismcts:time")).unwrap();
    let bot = json!({ "kind": "bot", "bot": bot });
    let table = guest.open(json!([bot, { "kind": "me" }])).await;
    let mut watcher = guest.join(&table).await;
    let started = std::time::Instant::now();
    let (status, code) = tokio::join!(server.signal("TERM"), watcher.close_code());
    assert_eq!((status.code(), code), (Some(0), Some(1001)));
    assert!(started.elapsed() < Duration::from_secs(5), "{:?}", started.elapsed());
}

/// The test limits the size of each file to a number of KiB, which looks like a full disk to the
/// program.
#[tokio::test]
async fn a_full_disk_refuses_and_loses_nothing() {
    let data = tempfile::tempdir().unwrap();
    let mut command = Command::new("bash");
    let script = format!(
        "trap '' XFSZ; ulimit -f 600; exec {PROGRAM} serve --lang en --port 0 --data-dir \"$1\""
    );
    command.args(["-c", &script, "bash"]).arg(data.path());
    let server = Server::run(command).await;
    let port = server.port();
    let (table, guests, mut clients) = two_seated(server.address).await;
    let mut whim = Whim(53);
    let refused = loop {
        assert!(!clients[0].over(), "the disk is full before the game ends");
        let mover = clients.iter().position(|client| !client.legal().is_empty()).unwrap();
        let (version, action) =
            (clients[mover].version(), whim.pick(&clients[mover].legal()).clone());
        let act = json!({ "type": "act", "id": clients[mover].fresh_id(), "version": version, "action": action });
        let before = clients[mover].state.clone();
        let answer = clients[mover].ask(act.clone()).await;
        if answer["type"] == "refused" {
            assert_refused(&answer, None);
            assert!(answer["message"]["en"].as_str().unwrap().contains("free space"), "{answer}");
            assert_eq!(clients[mover].state, before);
            break (mover, act);
        }
        let version = clients[mover].version();
        for client in &mut clients {
            client.wait(|state| state["version"] == version).await;
        }
    };
    server.kill().await;
    let server = Server::start(data.path(), &["--port", &port]).await;
    let (mover, act) = refused;
    let mut back = again(&guests[mover], server.address, &table, &clients[mover]).await;
    assert_eq!(back.state["view"], clients[mover].state["view"]);
    assert_eq!(back.version(), clients[mover].version());
    assert_done(&back.ask(act).await);
}

#[tokio::test]
async fn a_port_that_is_taken() {
    let data = tempfile::tempdir().unwrap();
    let taken = TcpListener::bind("127.0.0.1:0").unwrap();
    let port = taken.local_addr().unwrap().port().to_string();
    let folder = data.path().to_str().unwrap();
    let said = fails(&["--data-dir", folder, "--port", &port]).await;
    assert!(
        said.contains(&port) && said.contains("--port") && said.contains("another program"),
        "{said}"
    );

    // Nobody asked for 7777 by name: the next free one will do.
    let _taken = TcpListener::bind("127.0.0.1:7777");
    let server = Server::start(data.path(), &[]).await;
    assert!(server.address.port() > 7777, "{}", server.address);
    assert_eq!(Guest::new(server.address).get("/").await.status, 200);
}

#[tokio::test]
async fn a_data_folder_that_cannot_be_used_is_reported_in_one_paragraph() {
    let data = tempfile::tempdir().unwrap();
    let file = data.path().join("file");
    std::fs::write(&file, "game = \"kokyu\"\n").unwrap();
    let below = file.join("data");
    let said = fails(&["--port", "0", "--data-dir", below.to_str().unwrap()]).await;
    assert!(said.contains(below.to_str().unwrap()) && said.contains("--data-dir"), "{said}");
    assert_eq!(said.trim().lines().count(), 1, "{said}");

    // A file system that takes no folder says that the new one does not exist.
    if cfg!(target_os = "linux") {
        let said = fails(&["--port", "0", "--data-dir", "/proc/x/y"]).await;
        assert!(said.contains("no folder can be created in \"/proc\""), "{said}");
        assert!(!said.contains("not exist"), "{said}");
    }

    let folder = data.path().join("data");
    let folder = folder.to_str().unwrap();
    let said =
        fails(&["--port", "0", "--data-dir", folder, "--components", file.to_str().unwrap()]).await;
    assert!(said.contains(file.to_str().unwrap()), "{said}");
    assert!(!Path::new(folder).exists(), "nothing is created before the files are checked");
}
