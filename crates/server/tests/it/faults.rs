//! Faults: truncated logs, floods, reordered and forged messages, clock jumps, sleeping browsers, and
//! simultaneous tabs.

use std::collections::BTreeMap;
use std::path::Path;
use std::time::Duration;

use crate::common::{Client, Guest, Whim, assert_done, assert_refused, play, soon, two_seated};
use crate::server::{TestServer, of_sqlite, stored};
use crate::stored_state::StoredState;
use futures_util::future::join_all;
use serde_json::{Value, json};
use server::{Config, TimeSource};
use sqlx::Row;

/// Size of the header of SQLite's write-ahead log, in bytes; `LOG_FRAME` is the size of a frame, which
/// consists of 24 bytes and a page.
const LOG_HEAD: u64 = 32;
const LOG_FRAME: u64 = 24 + 4096;

/// The stored changes of each table, in order; checks that no number is missing.
async fn changes(data: &Path) -> BTreeMap<String, Vec<(i64, String)>> {
    let pool = stored(data).await;
    let rows = sqlx::query("SELECT * FROM changes ORDER BY table_id, seq");
    let mut found: BTreeMap<String, Vec<_>> = BTreeMap::new();
    for row in rows.fetch_all(&pool).await.unwrap() {
        let of = found.entry(row.get("table_id")).or_default();
        assert_eq!(row.get::<i64, _>("seq"), of.len() as i64 + 1, "no number is missing");
        of.push((row.get("seat"), row.get("action")));
    }
    pool.close().await;
    found
}

/// A copy of the folder, as if the server had crashed with `length` bytes of the write-ahead log on disk.
async fn cut(from: &Path, length: u64) -> tempfile::TempDir {
    let folder = tempfile::tempdir().unwrap();
    std::fs::copy(from.join("zashiki.db"), folder.path().join("zashiki.db")).unwrap();
    let log = std::fs::read(from.join("zashiki.db-wal")).unwrap();
    let end = usize::try_from(length).unwrap();
    std::fs::write(folder.path().join("zashiki.db-wal"), &log[..end]).unwrap();
    folder
}

/// A commit of several tables' changes is written as a series of frames. After a crash at any point, each
/// table is at one of its versions, and everything committed before is present.
#[tokio::test]
async fn a_crash_at_any_point_leaves_only_complete_commits() {
    of_sqlite!();
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut tables = Vec::new();
    for _ in 0..4 {
        tables.push(two_seated(server.address).await);
    }
    // A restart, so that the log contains only the match.
    server.stop().await;
    let server = TestServer::start(data.path()).await;
    let playing = (1..).zip(&tables).map(|(whim, (table, guests, _))| {
        let address = server.address;
        async move {
            let join = |guest: &Guest| Guest { address, ..guest.clone() };
            let (one, two) = (join(&guests[0]), join(&guests[1]));
            let mut clients = [one.join(table).await, two.join(table).await];
            play(&mut clients, &mut Whim(whim), |moves, _| moves == 12).await;
        }
    });
    join_all(playing).await;
    // The server writes nothing from here on, so a copy equals the state after a crash.
    let left = tempfile::tempdir().unwrap();
    for file in ["zashiki.db", "zashiki.db-wal"] {
        std::fs::copy(data.path().join(file), left.path().join(file)).unwrap();
    }
    server.stop().await;
    let all = changes(data.path()).await;
    assert_eq!(all.values().map(Vec::len).sum::<usize>(), 48);

    let length = std::fs::metadata(left.path().join("zashiki.db-wal")).unwrap().len();
    let frames = (length - LOG_HEAD) / LOG_FRAME;
    // A table's decisions are sequential, so this is the minimum number of commits; the actual grouping
    // depends on the speed of the disk.
    let fewest = 12;
    assert!(frames >= fewest, "{frames} frames: every commit is in the log");
    let (mut before, mut stages) = (0, 0_u64);
    for frame in 0..=frames {
        let end = LOG_HEAD + frame * LOG_FRAME;
        // At the end of each commit, and in its middle, when the disk had only a part of it.
        for length in [end, (end + LOG_FRAME / 2).min(length)] {
            let folder = cut(left.path(), length).await;
            let found = changes(folder.path()).await;
            for (table, changes) in &found {
                assert!(all[table].starts_with(changes), "{table} at {length}");
            }
            let count: usize = found.values().map(Vec::len).sum();
            assert!(count >= before, "nothing committed is lost at {length}");
            stages += u64::from(count > before);
            before = count;
        }
    }
    assert_eq!(before, 48, "with the whole log all is there");
    assert!(stages >= fewest, "{stages} commits");
    // Clients see the surviving state, and can continue.
    let folder = cut(left.path(), LOG_HEAD + frames / 2 * LOG_FRAME).await;
    let found = changes(folder.path()).await;
    let server = TestServer::start(folder.path()).await;
    for (table, guests, _) in &tables {
        let mut clients = Vec::new();
        for guest in guests {
            clients.push(Guest { address: server.address, ..guest.clone() }.join(table).await);
        }
        let version = found.get(table).map_or(0, Vec::len) as u64;
        let stored = StoredState::read(folder.path(), table).await;
        for (seat, client) in (0..).zip(&clients) {
            assert_eq!(client.version(), version);
            let seen = stored
                .at(version)
                .view(zashiki_core::Viewer::Seat(zashiki_core::Seat(seat)))
                .value();
            assert_eq!(client.state["view"], seen);
        }
        let mut clients: [Client; 2] = clients.try_into().unwrap_or_else(|_| panic!("two"));
        play(&mut clients, &mut Whim(5), |moves, _| moves == 3).await;
    }
    server.stop().await;
}

fn mover(clients: &[Client; 2]) -> usize {
    clients.iter().position(|client| !client.legal().is_empty()).expect("a mover")
}

fn act(id: &str, version: u64, action: &str) -> Value {
    json!({ "type": "act", "id": id, "version": version, "action": action })
}

/// The next `count` answers to messages of the client, in order of arrival.
async fn answers(client: &mut Client, count: usize) -> Vec<Value> {
    let mut answers = Vec::new();
    while answers.len() < count {
        let message = client.next().await.expect("the socket is open");
        if message["type"] == "done" || message["type"] == "refused" {
            answers.push(message);
        }
    }
    answers
}

#[tokio::test]
async fn repeated_messages_take_effect_once_and_do_not_disturb_other_tables() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (_, _, mut clients) = two_seated(server.address).await;
    let (_, _, mut others) = two_seated(server.address).await;
    let mover = mover(&clients);
    let action = clients[mover].legal()[0].clone();
    let mut whim = Whim(81);
    let flooding = async {
        for number in 0..20 {
            // Each message is sent three times.
            for _ in 0..3 {
                clients[mover].send(act(&format!("flood {number}"), 0, &action).to_string()).await;
            }
        }
        answers(&mut clients[mover], 60).await
    };
    let (received, moves) =
        tokio::join!(flooding, play(&mut others, &mut whim, |moves, _| moves == 20));
    assert_eq!(moves, 20);
    let done: Vec<_> = received.iter().filter(|answer| answer["type"] == "done").collect();
    assert_eq!(done.len(), 3, "the first, and its two repetitions");
    assert!(done.iter().all(|answer| answer["id"] == "flood 0"));
    clients[1 - mover].wait(|state| state["version"] == 1).await;
    assert_eq!(clients[mover].version(), 1);
    server.stop().await;
}

#[tokio::test]
async fn messages_ahead_of_their_version_are_rejected() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, _, mut clients) = two_seated(server.address).await;
    let mut whim = Whim(83);
    for _ in 0..10 {
        let mover = mover(&clients);
        let version = clients[mover].version();
        let action = whim.pick(&clients[mover].legal()).clone();
        // A message for the next version arrives before the current one's.
        let (early, now) = (format!("early {version}"), format!("now {version}"));
        clients[mover].send(act(&early, version + 1, &action).to_string()).await;
        clients[mover].send(act(&now, version, &action).to_string()).await;
        let received = answers(&mut clients[mover], 2).await;
        let done = received.iter().filter(|answer| answer["type"] == "done").count() as u64;
        assert!(
            done >= 1 && received[0]["id"] == *early && received[1]["id"] == *now,
            "{received:?}"
        );
        for client in &mut clients {
            client.wait(|state| state["version"] == version + done).await;
        }
        if clients[0].over() {
            break;
        }
    }
    let stored = StoredState::read(data.path(), &table).await;
    let version = clients[0].version();
    assert_eq!(stored.changes.len() as u64, version);
    let seen = stored.at(version).view(zashiki_core::Viewer::Seat(zashiki_core::Seat(0))).value();
    assert_eq!(clients[0].state["view"], seen);
    server.stop().await;
}

#[tokio::test]
async fn replaying_another_seats_message_has_no_effect() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, guests, mut clients) = two_seated(server.address).await;
    let mut watcher = Guest::new(server.address).join(&table).await;
    let mut stranger = guests[0].clone();
    // A slightly altered cookie identifies nobody.
    let cookie = stranger.cookie.clone().unwrap();
    let last = if cookie.ends_with('0') { "1" } else { "0" };
    stranger.cookie = Some(format!("{}{last}", &cookie[..cookie.len() - 1]));
    let mut forger = stranger.join(&table).await;
    assert_eq!(forger.state["you"], Value::Null);
    let mut whim = Whim(85);
    let (mut repeated, mut version) = (0, 0);
    while repeated < 5 && !clients[0].over() {
        let mover = mover(&clients);
        let action = whim.pick(&clients[mover].legal()).clone();
        let message = act(&format!("mine {version}"), version, &action);
        assert_done(&clients[mover].ask(message.clone()).await);
        version += 1;
        for client in clients.iter_mut().chain([&mut watcher, &mut forger]) {
            client.wait(|state| state["version"] == version).await;
        }
        for client in [&mut watcher, &mut forger] {
            assert_refused(&client.ask(message.clone()).await, Some("T-8"));
        }
        let other = &mut clients[1 - mover];
        if !other.legal().contains(&action) {
            assert_eq!(other.ask(message).await["type"], "refused");
            repeated += 1;
        }
        assert_eq!(other.version(), version);
    }
    assert!(repeated > 0);
    assert_eq!(StoredState::read(data.path(), &table).await.changes.len() as u64, version);
    server.stop().await;
}

#[tokio::test]
async fn a_clock_jump_of_a_day_costs_one_decision() {
    let data = tempfile::tempdir().unwrap();
    let (clock, hand) = TimeSource::manual();
    let mut config = Config::new(data.path());
    config.clock = clock;
    let server = TestServer::start_with(config).await;
    let mut guest = Guest::new(server.address);
    let body = json!({
        "game": "kokyu", "name": "Opener", "seats": [{ "kind": "me" }, { "kind": "open" }],
        "terms": { "time": { "kind": "decision", "seconds": 30 } },
    });
    let id = guest.post("/api/tables", &body).await.json()["table"].as_str().unwrap().to_owned();
    let mut second = Guest::new(server.address);
    second.get("/").await;
    let mut clients = [guest.join(&id).await, second.join(&id).await];
    assert_done(&clients[1].sit(1, "Second").await);
    clients[0].wait(|state| state["started"] == true).await;
    hand.advance(Duration::from_secs(24 * 60 * 60));
    for client in &mut clients {
        client.wait(|state| state["version"] == 1).await;
        // The next decision starts with its full time.
        let clock = client.state["clocks"][0].clone();
        assert_eq!((&clock["left_ms"], &clock["running"]), (&json!(30_000), &json!(true)));
    }
    let mover = mover(&clients);
    let action = clients[mover].legal()[0].clone();
    assert_done(&clients[mover].act(&action).await);
    assert_eq!(clients[mover].version(), 2);
    server.stop().await;
}

/// A browser sleeps without closing its connection; the match continues, the table is unloaded an hour later,
/// and on waking the browser receives everything it missed.
#[tokio::test]
async fn a_browser_that_slept_for_an_hour_receives_what_it_missed() {
    let data = tempfile::tempdir().unwrap();
    let (clock, hand) = TimeSource::manual();
    let mut config = Config::new(data.path());
    (config.clock, config.limits.linger) = (clock, Duration::ZERO);
    let server = TestServer::start_with(config).await;
    let (table, guests, mut clients) = two_seated(server.address).await;
    let mut asleep = guests[0].join(&table).await;
    let mut whim = Whim(87);
    play(&mut clients, &mut whim, |moves, _| moves == 4).await;
    asleep.wait(|state| state["version"] == 4).await;
    let (seen, version) = (asleep.steps.len(), asleep.version());
    play(&mut clients, &mut whim, |moves, _| moves == 9).await;
    hand.advance(Duration::from_secs(60 * 60));
    drop(asleep.socket);
    let (steps, view) = (clients[0].steps.clone(), clients[0].state["view"].clone());
    drop(clients);
    soon("the table to leave", async {
        while server.handle.live_tables() > 0 {
            tokio::task::yield_now().await;
        }
    })
    .await;
    let mut awake = guests[0].join_seen(&table, &format!("seen={seen}&version={version}")).await;
    assert_eq!(awake.version(), 13);
    assert_eq!(awake.state["view"], view);
    let missed = |steps: &[Value]| {
        let told = |step: &Value| (step["number"].clone(), step["seat"].clone());
        steps[seen..].iter().map(told).collect::<Vec<_>>()
    };
    assert_eq!(missed(&awake.steps), missed(&steps));
    let mut other = guests[1].join(&table).await;
    let mover = if awake.legal().is_empty() { &mut other } else { &mut awake };
    let action = mover.legal()[0].clone();
    assert_done(&mover.act(&action).await);
    server.stop().await;
}

#[tokio::test]
async fn one_of_two_simultaneous_decisions_from_two_tabs_is_accepted() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, guests, mut clients) = two_seated(server.address).await;
    let mut whim = Whim(89);
    let mut twice = 0;
    while twice < 5 {
        let mover = mover(&clients);
        let version = clients[mover].version();
        let legal = clients[mover].legal();
        let mut second = guests[mover].join(&table).await;
        let (one, two) = (whim.pick(&legal).clone(), whim.pick(&legal).clone());
        let (first, other) = tokio::join!(
            clients[mover].ask(act(&format!("tab 1 at {version}"), version, &one)),
            async { second.ask(act(&format!("tab 2 at {version}"), version, &two)).await }
        );
        // The other decision referred to a superseded version, unless it was still legal.
        let done = [&first, &other].iter().filter(|answer| answer["type"] == "done").count();
        assert!(done >= 1, "{first} {other}");
        if version == 0 {
            assert_eq!(done, 1, "{first} {other}");
        }
        let stored = StoredState::read(data.path(), &table).await;
        assert_eq!(stored.changes.len(), usize::try_from(version).unwrap() + done);
        let now = stored.changes.len();
        for client in clients.iter_mut().chain([&mut second]) {
            client.wait(|state| state["version"] == now).await;
        }
        assert_eq!(clients[mover].state["view"], second.state["view"]);
        twice += 1;
    }
    server.stop().await;
}
