//! The operator's list of networks over limits, and scheduled backups.

use std::path::Path;
use std::time::Duration;

use crate::common::{Guest, Whim, play, soon, two_seated};
use crate::server::{TestServer, of_sqlite};
use serde_json::{Value, json};
use server::{Backups, Config, Limits, Rate, TimeSource};
use tokio::net::TcpListener;

/// A client of the operator's listener, which serves until the test ends.
async fn operator(server: &TestServer) -> Guest {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let operator = Guest::new(listener.local_addr().unwrap());
    let handle = server.handle.clone();
    tokio::spawn(async move { handle.serve_metrics(listener).await });
    operator
}

async fn over_limits(operator: &Guest) -> Value {
    let reply = operator.clone().get("/limits").await;
    assert_eq!(reply.status, 200);
    serde_json::from_slice(&reply.body).unwrap()
}

#[tokio::test]
async fn networks_over_limits_are_listed_for_the_operator_alone() {
    for log_addresses in [false, true] {
        let data = tempfile::tempdir().unwrap();
        let once = Rate { at_once: 1, every: Duration::from_secs(60) };
        let limits = Limits { openings_per_address: once, ..Limits::default() };
        let (clock, _hand) = TimeSource::manual();
        let config =
            Config { limits, clock, log_addresses, trust_proxy: true, ..Config::new(data.path()) };
        let server = TestServer::start_with(config).await;
        let operator = operator(&server).await;
        assert_eq!(over_limits(&operator).await["networks"], json!([]));
        let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
        let body = json!({ "game": registry::ids()[0], "seats": seats });
        for (address, tables) in [("192.0.2.1", 3), ("2001:db8:1:2::1", 2), ("2001:db8:1:2::2", 2)]
        {
            let mut guest = Guest { from: Some(address), ..Guest::new(server.address) };
            for _ in 0..tables {
                guest.post("/api/tables", &body).await;
            }
        }
        let listed = over_limits(&operator).await;
        assert_eq!(listed["hits"], 5, "{listed}");
        // All addresses of an IPv6 network count as one.
        let networks = listed["networks"].as_array().unwrap();
        let counts: Vec<_> = networks.iter().map(|network| &network["limits"]).collect();
        assert_eq!(counts, [&json!({ "openings": 3 }), &json!({ "openings": 2 })]);
        let shown: Vec<_> = networks.iter().map(|network| network["address"].as_str()).collect();
        let addresses = [Some("2001:db8:1:2::2"), Some("192.0.2.1")];
        assert_eq!(shown, if log_addresses { addresses } else { [None, None] });
        assert!(log_addresses || !listed.to_string().contains("192.0.2"), "{listed}");
        let public = Guest::new(server.address).get("/limits").await;
        assert!(!String::from_utf8_lossy(&public.body).contains("networks"));
        server.stop().await;
    }
}

/// The sorted names of the files in a folder.
fn names(folder: &Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap();
    let mut names: Vec<String> =
        entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
    names.sort();
    names
}

/// Waits for a newer backup than those in `before`; returns the names of all backups, oldest first.
async fn another(folder: &Path, before: &[String]) -> Vec<String> {
    soon("a backup", async {
        loop {
            let mut names = names(folder);
            names.retain(|name| name.starts_with("zashiki-2") && name.ends_with(".db"));
            if names.last() != before.last() {
                return names;
            }
            tokio::task::yield_now().await;
        }
    })
    .await
}

#[tokio::test]
async fn backups_are_made_on_schedule_and_the_newest_are_kept() {
    of_sqlite!();
    let data = tempfile::tempdir().unwrap();
    let (data, folder) = (data.path().join("data"), data.path().join("backups"));
    std::fs::create_dir(&folder).unwrap();
    // Foreign files are left alone; unfinished files of a killed server are removed.
    let foreign = ["backup.db", "zashiki-mine.db", "zashiki-20260101T000000.000Z.txt"];
    for name in foreign {
        std::fs::write(folder.join(name), name).unwrap();
    }
    let old = std::time::SystemTime::now() - Duration::from_secs(2 * 60 * 60);
    for (name, is_old) in [(".zashiki-old.part", true), (".zashiki-new.part", false)] {
        let file = std::fs::File::create(folder.join(name)).unwrap();
        if is_old {
            file.set_modified(old).unwrap();
        }
    }
    let backups = Backups { folder: folder.clone(), every: Duration::from_secs(3600), keep: 2 };
    let (clock, hand) = TimeSource::manual();
    let config = Config { backups: Some(backups.clone()), clock, ..Config::new(&data) };
    let server = TestServer::start_with(config).await;
    let operator = operator(&server).await;
    let (table, guests, mut clients) = two_seated(server.address).await;
    let mut made = another(&folder, &[]).await;
    let mut all = made.clone();
    for _ in 0..4 {
        play(&mut clients, &mut Whim(9), |moves, _| moves == 2).await;
        hand.advance(Duration::from_secs(3599));
        hand.advance(Duration::from_secs(1));
        made = another(&folder, &made).await;
        all.push(made.last().unwrap().clone());
    }
    soon("the oldest to go", async {
        while names(&folder).len() != foreign.len() + 1 + 2 {
            tokio::task::yield_now().await;
        }
    })
    .await;
    let kept = names(&folder);
    assert!(all[3..].iter().all(|name| kept.contains(name)), "{kept:?} {all:?}");
    assert!(foreign.iter().all(|name| kept.iter().any(|it| it == name)), "{kept:?}");
    assert!(kept.contains(&".zashiki-new.part".to_owned()), "{kept:?}");
    let text = operator.clone().get("/metrics").await.body;
    let text = String::from_utf8(text).unwrap();
    assert!(text.contains("zashiki_backups_total{result=\"made\"} 5\n"), "{text}");
    assert!(!text.contains("zashiki_backup_timestamp_seconds 0\n"), "{text}");
    let (view, version) = (clients[0].state["view"].clone(), clients[0].version());
    server.stop().await;

    // A restarted server waits until the next backup is due.
    let (clock, hand) = TimeSource::manual();
    let config = Config { backups: Some(backups.clone()), clock, ..Config::new(&data) };
    let server = TestServer::start_with(config).await;
    server.stop().await;
    drop(hand);
    assert_eq!(names(&folder), kept);

    // The newest backup contains the match.
    let restored = data.with_file_name("restored");
    server::restore(&folder.join(all.last().unwrap()), &restored, false).await.unwrap();
    let server = TestServer::start(&restored).await;
    let guest = Guest { address: server.address, ..guests[0].clone() };
    let client = guest.join(&table).await;
    assert_eq!((client.version(), &client.state["view"]), (version, &view));
    server.stop().await;
}

#[tokio::test]
async fn a_failed_backup_deletes_no_older_one() {
    of_sqlite!();
    let data = tempfile::tempdir().unwrap();
    let (data, folder) = (data.path().join("data"), data.path().join("backups"));
    let backups = Backups { folder: folder.clone(), every: Duration::from_secs(3600), keep: 1 };
    let (clock, hand) = TimeSource::manual();
    let config = Config { backups: Some(backups), clock, ..Config::new(&data) };
    let server = TestServer::start_with(config).await;
    let operator = operator(&server).await;
    let made = another(&folder, &[]).await;
    // The database file is missing, so the backup fails.
    std::fs::rename(data.join("zashiki.db"), data.join("elsewhere.db")).unwrap();
    let failed = |count: u32| {
        let operator = operator.clone();
        let line = format!("zashiki_backups_total{{result=\"failed\"}} {count}\n");
        soon("a failed backup", async move {
            while !String::from_utf8(operator.clone().get("/metrics").await.body)
                .unwrap()
                .contains(&line)
            {}
        })
    };
    hand.advance(Duration::from_secs(3600));
    failed(1).await;
    assert_eq!(names(&folder), made);
    // The retry comes before the next scheduled backup.
    hand.advance(Duration::from_secs(600));
    failed(2).await;
    std::fs::rename(data.join("elsewhere.db"), data.join("zashiki.db")).unwrap();
    hand.advance(Duration::from_secs(600));
    let after = another(&folder, &made).await;
    soon("the old one to go", async {
        while names(&folder) != after[after.len() - 1..] {
            tokio::task::yield_now().await;
        }
    })
    .await;
    server.stop().await;
}
