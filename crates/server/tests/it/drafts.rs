//! Drafts of decisions: interpretation, storage, visibility, and completion when the time runs out.

use std::path::Path;
use std::time::Duration;

use crate::common::{Client, Guest, assert_done, assert_refused, seated, soon};
use crate::server::TestServer;
use crate::stored_state::{StoredState, json_of, scan};
use serde_json::{Value, json};
use server::{Config, ManualTime, TimeSource};
use zashiki_core::{DynMatch, Seat};

/// The first game in which a seat's first decision satisfies `wish`, with the game's options and number of
/// seats.
fn wished(wish: impl Fn(&dyn DynMatch, Seat) -> bool) -> (&'static str, Value, usize) {
    for id in registry::ids() {
        let info = registry::info(id).unwrap();
        let others = info.options.iter().flat_map(|option| {
            option.samples().into_iter().map(|value| json!({ option.id: value }))
        });
        for options in [json!({})].into_iter().chain(others) {
            let seats = usize::from(info.seats.0);
            let play = registry::new_match(id, seats, &options, None, 1).unwrap();
            if play.turn().awaited().iter().any(|seat| wish(play.as_ref(), seat)) {
                return (id, options, seats);
            }
        }
    }
    panic!("no game on the shelf begins so");
}

/// A game that begins with timed decisions whose drafts are public.
fn timed() -> (&'static str, Value, usize) {
    wished(|play, seat| play.time_limit(seat).is_some() && play.drafts_open())
}

/// A game that begins with a decision whose drafts are private.
fn closed() -> (&'static str, Value, usize) {
    wished(|play, seat| play.draft(seat, "").is_ok() && !play.drafts_open())
}

/// A server with a manual clock.
async fn manual(data: &Path) -> (TestServer, ManualTime) {
    let (clock, hand) = TimeSource::manual();
    let mut config = Config::new(data);
    config.clock = clock;
    (TestServer::start_with(config).await, hand)
}

/// The milliseconds left of a seat's time.
fn left(client: &Client, seat: usize) -> Option<u64> {
    let clocks = client.state["clocks"].as_array().unwrap();
    clocks.iter().find(|clock| clock["seat"] == seat)?["left_ms"].as_u64()
}

/// The index of the first client that may act.
fn awaited(clients: &[Client]) -> usize {
    clients.iter().position(|client| !client.legal().is_empty()).expect("somebody may decide")
}

/// Makes the first legal decision for every seat to move; returns the number of decisions.
async fn all_decide(clients: &mut [Client]) -> usize {
    let seats = clients[0].state["awaiting"].as_array().unwrap().clone();
    for seat in &seats {
        let client = &mut clients[usize::try_from(seat.as_u64().unwrap()).unwrap()];
        let action = client.legal()[0].clone();
        assert_done(&client.act(&action).await);
    }
    seats.len()
}

#[tokio::test]
async fn a_draft_is_read_by_the_game_and_kept_until_the_decision() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    for (game, options, seats) in [timed(), closed()] {
        let (table, guests, mut clients) = seated(server.address, game, &options, seats).await;
        let seat = awaited(&clients);
        let client = &mut clients[seat];
        let (version, finished) = (client.version(), client.legal()[0].clone());
        let stored = StoredState::read(data.path(), &table).await.at(version);
        for draft in ["", &finished] {
            let answer = client.draft(draft).await;
            assert_eq!(answer["type"], "drafted", "{answer}");
            let read = stored.draft(Seat(seat.try_into().unwrap()), draft).unwrap();
            assert_eq!(answer["draft"], json_of(read), "{draft}");
        }
        // Nothing is decided, and reloading the page restores the draft.
        let mut again = guests[seat].join(&table).await;
        assert_eq!(again.state["draft"], finished);
        assert_eq!(again.state["version"], version);
        let other = guests[(seat + 1) % seats].join(&table).await;
        assert_eq!(other.state["draft"], Value::Null);
        assert_done(&again.act(&finished).await);
        assert_eq!(again.state["draft"], Value::Null);
        if again.state["can_undo"] == true {
            assert_done(&again.undo().await);
            assert_eq!(again.state["draft"], Value::Null, "a completed decision leaves no draft");
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_public_draft_is_shown_as_it_changes() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (game, options, seats) = timed();
    let (table, guests, mut clients) = seated(server.address, game, &options, seats).await;
    let mut watcher = Guest::new(server.address).join(&table).await;
    let seat = awaited(&clients);
    let other = (seat + 1) % seats;
    let mut tab = guests[seat].join(&table).await;
    let (version, finished) = (clients[seat].version(), clients[seat].legal()[0].clone());
    for draft in ["", &finished] {
        let answer = clients[seat].draft(draft).await;
        let reading = &answer["draft"]["reading"];
        for eyes in [&mut clients[other], &mut watcher] {
            let told = eyes.hear("drafting").await;
            let draft = json!({ "seat": seat, "reading": reading });
            assert_eq!(told, json!({ "type": "drafting", "version": version, "draft": draft }));
        }
        // A client that connects later sees the draft too; the drafting seat does not receive its own draft.
        let late = Guest::new(server.address).join(&table).await;
        assert_eq!(late.state["drafts"], json!([{ "seat": seat, "reading": reading }]));
        let own = guests[seat].join(&table).await;
        assert_eq!(own.state["drafts"], json!([]));
    }
    assert_refused(&tab.act("nonsense").await, Some("T-3"));
    assert!(tab.received.iter().all(|text| !text.contains("drafting")));
    assert_done(&clients[seat].act(&finished).await);
    watcher.until(|state| state["version"] == version + 1).await;
    let drafts = watcher.state["drafts"].as_array().unwrap();
    assert!(drafts.iter().all(|draft| draft["seat"] != seat));
    server.stop().await;
}

#[tokio::test]
async fn a_private_draft_is_not_shown() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (game, options, seats) = closed();
    let (table, _, mut clients) = seated(server.address, game, &options, seats).await;
    let mut watcher = Guest::new(server.address).join(&table).await;
    let seat = awaited(&clients);
    let other = (seat + 1) % seats;
    // Both have received everything that they may see.
    for eyes in [&mut clients[other], &mut watcher] {
        eyes.act("nonsense").await;
    }
    let before = (clients[other].received.len(), watcher.received.len());
    let drafts: Vec<String> = clients[seat].legal().into_iter().take(5).collect();
    for draft in &drafts {
        assert_eq!(clients[seat].draft(draft).await["type"], "drafted");
    }
    for eyes in [&mut clients[other], &mut watcher] {
        eyes.act("nonsense").await;
    }
    let after = (clients[other].received.len(), watcher.received.len());
    assert_eq!(after, (before.0 + 1, before.1 + 1), "only the answer came");
    let late = Guest::new(server.address).join(&table).await;
    assert_eq!(late.state["drafts"], json!([]));
    for client in [&clients[other], &watcher, &late] {
        for text in &client.received {
            assert!(drafts.iter().all(|draft| !text.contains(draft.as_str())), "{text}");
        }
    }
    let stored = StoredState::read(data.path(), &table).await;
    assert!(stored.changes.is_empty(), "drafts are not stored");
    scan(&stored, &clients[other]);
    scan(&stored, &watcher);
    server.stop().await;
}

#[tokio::test]
async fn the_last_draft_is_completed_once_when_time_runs_out() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = manual(data.path()).await;
    let (game, options, seats) = timed();
    let (table, _, mut clients) = seated(server.address, game, &options, seats).await;
    let start = StoredState::read(data.path(), &table).await.at(0);
    let seat = awaited(&clients);
    let limit = start.time_limit(Seat(seat.try_into().unwrap())).unwrap();
    let limit = Duration::from_secs(limit.into());
    assert_eq!(left(&clients[seat], seat).map(Duration::from_millis), Some(limit));

    // One seat has a draft that differs from the completion of an empty draft.
    let first = clients[seat].draft("").await["draft"]["completed"].clone();
    let wanted = clients[seat].legal().into_iter().find(|action| first != action.as_str());
    let wanted = wanted.expect("another way to decide");
    assert_eq!(clients[seat].draft(&wanted).await["type"], "drafted");

    hand.advance(limit - Duration::from_millis(1));
    clients[seat].act("nonsense").await;
    assert_eq!(clients[seat].version(), 0, "not before the time limit");
    hand.advance(Duration::from_millis(1));
    for client in &mut clients {
        client.wait(|state| state["version"].as_u64() >= Some(1)).await;
    }
    // Every seat to move has decided exactly once, although the others sent no draft.
    let awaited: Vec<Seat> = start.turn().awaited().iter().collect();
    for client in &mut clients {
        let version = u64::try_from(awaited.len()).unwrap();
        client.wait(|state| state["version"].as_u64() >= Some(version)).await;
    }
    let stored = StoredState::read(data.path(), &table).await;
    assert_eq!(stored.changes.len(), awaited.len());
    for (place, (who, kind, action)) in stored.changes.iter().enumerate() {
        assert_eq!(kind, "expire");
        if usize::from(*who) == seat {
            assert_eq!(*action, wanted);
        } else {
            let now = stored.at(place.try_into().unwrap());
            let completed = now.draft(Seat(*who), "").unwrap().completed;
            assert_eq!(completed.as_ref(), Some(action));
        }
    }
    for client in &clients {
        scan(&stored, client);
    }
    server.stop().await;
}

#[tokio::test]
async fn an_incomplete_draft_is_interpreted_and_not_stored() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (game, options, seats) = timed();
    let (table, guests, mut clients) = seated(server.address, game, &options, seats).await;
    let seat = awaited(&clients);
    let kept = clients[seat].legal()[0].clone();
    clients[seat].draft(&kept).await;
    for nonsense in ["\u{0}", "nonsense nonsense", "{}", "席"] {
        let answer = clients[seat].draft(nonsense).await;
        let useful = answer["type"] == "drafted" && !answer["draft"]["completed"].is_null();
        assert!(!useful, "{answer}");
    }
    let again = guests[seat].join(&table).await;
    assert_eq!(again.state["draft"], kept);
    server.stop().await;
}

#[tokio::test]
async fn a_takeback_gains_no_time() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = manual(data.path()).await;
    let (game, options, seats) = timed();
    let (_, _, mut clients) = seated(server.address, game, &options, seats).await;
    let seat = awaited(&clients);
    let client = &mut clients[seat];
    let before = left(client, seat).unwrap();
    let action = client.legal()[0].clone();
    hand.advance(Duration::from_secs(10));
    assert_done(&client.act(&action).await);
    assert_eq!(client.state["can_undo"], true, "nobody else has acted and nothing was shown");
    assert_eq!(left(client, seat), None, "who has decided has no clock");
    hand.advance(Duration::from_secs(20));
    assert_done(&client.undo().await);
    assert_eq!(left(client, seat), Some(before - 30_000), "its clock has run all the while");
    // Other seats' clocks kept running meanwhile.
    for other in (0..seats).filter(|other| *other != seat) {
        if let Some(left) = left(client, other) {
            assert_eq!(left, before - 30_000);
        }
    }
    server.stop().await;
}

#[tokio::test]
async fn a_restart_drops_drafts_and_continues_the_clock() {
    let data = tempfile::tempdir().unwrap();
    let (server, hand) = manual(data.path()).await;
    let (game, options, seats) = timed();
    let (table, guests, mut clients) = seated(server.address, game, &options, seats).await;
    let seat = awaited(&clients);
    let limit = left(&clients[seat], seat).unwrap();
    let draft = clients[seat].legal()[0].clone();
    clients[seat].draft(&draft).await;
    hand.advance(Duration::from_secs(10));
    let late = guests[seat].join(&table).await;
    assert_eq!(left(&late, seat), Some(limit - 10_000));
    drop((clients, late));
    server.stop().await;

    let (server, hand) = manual(data.path()).await;
    let guest = Guest { address: server.address, ..guests[seat].clone() };
    let mut back = guest.join(&table).await;
    assert_eq!(back.state["draft"], Value::Null);
    // The clock stood still while the server was down.
    assert_eq!(left(&back, seat), Some(limit - 10_000));
    hand.advance(Duration::from_millis(limit - 10_000));
    back.wait(|state| state["version"].as_u64() >= Some(1)).await;
    server.stop().await;
}

#[tokio::test]
async fn two_servers_with_expired_clocks_decide_once() {
    let data = tempfile::tempdir().unwrap();
    let (one, hand_one) = manual(data.path()).await;
    let (two, hand_two) = manual(data.path()).await;
    let (game, options, seats) = timed();
    let (table, guests, clients) = seated(one.address, game, &options, seats).await;
    let awaited = clients[0].state["awaiting"].as_array().unwrap().len();
    let elsewhere = Guest { address: two.address, ..guests[1].clone() };
    let mut there = elsewhere.join(&table).await;
    let limit = Duration::from_millis(left(&there, 1).expect("its time runs"));
    hand_one.advance(limit);
    hand_two.advance(limit);
    // Both servers reach the same state: the second one rereads the store.
    let wanted = u64::try_from(awaited).unwrap();
    let mut here = clients.into_iter().next().unwrap();
    here.wait(|state| state["version"].as_u64() >= Some(wanted)).await;
    while there.version() < wanted {
        there = elsewhere.join(&table).await;
    }
    let stored = StoredState::read(data.path(), &table).await;
    assert_eq!(stored.changes.len(), awaited, "{:?}", stored.changes);
    one.stop().await;
    two.stop().await;
}

#[tokio::test]
async fn a_deadline_applies_to_unloaded_tables() {
    let data = tempfile::tempdir().unwrap();
    let (clock, hand) = TimeSource::manual();
    let mut config = Config::new(data.path());
    config.clock = clock;
    config.limits.linger = Duration::ZERO;
    let server = TestServer::start_with(config).await;
    let (game, options, seats) = timed();
    let (table, guests, mut clients) = seated(server.address, game, &options, seats).await;
    let seat = awaited(&clients);
    let limit = Duration::from_millis(left(&clients[0], seat).unwrap());
    let awaiting = clients[0].state["awaiting"].as_array().unwrap().len();
    let first = clients[seat].draft("").await["draft"]["completed"].clone();
    let wanted = clients[seat].legal().into_iter().find(|action| first != action.as_str()).unwrap();
    assert_eq!(clients[seat].draft(&wanted).await["type"], "drafted");
    drop(clients);
    let gone = || async {
        while server.handle.live_tables() > 0 {
            tokio::task::yield_now().await;
        }
    };
    soon("the table to leave", gone()).await;
    // A person who reconnects finds the draft and the remaining time.
    hand.advance(Duration::from_secs(10));
    let back = guests[seat].join(&table).await;
    assert_eq!(back.state["draft"], wanted);
    assert_eq!(left(&back, seat).map(Duration::from_millis), Some(limit - Duration::from_secs(10)));
    drop(back);
    soon("the table to leave", gone()).await;

    hand.advance(limit - Duration::from_secs(10));
    let stored = soon("the decisions", async {
        loop {
            let stored = StoredState::read(data.path(), &table).await;
            if stored.changes.len() >= awaiting {
                return stored;
            }
        }
    })
    .await;
    let own = stored.changes.iter().find(|(who, _, _)| usize::from(*who) == seat).unwrap();
    assert_eq!(own.2, wanted);
    server.stop().await;
}

#[tokio::test]
async fn overlong_drafts_are_rejected() {
    let data = tempfile::tempdir().unwrap();
    let mut config = Config::new(data.path());
    let server = TestServer::start_with(config.clone()).await;
    let (game, options, seats) = timed();
    let (table, guests, mut clients) = seated(server.address, game, &options, seats).await;
    let seat = awaited(&clients);
    let kept = clients[seat].legal()[0].clone();
    assert_eq!(clients[seat].draft(&kept).await["type"], "drafted");
    let long = format!("{kept} {}", "x".repeat(config.limits.draft));
    assert_refused(&clients[seat].draft(&long).await, None);
    assert_eq!(guests[seat].join(&table).await.state["draft"], kept);
    server.stop().await;

    // A draft whose interpretation is too long is neither stored nor shown.
    config.limits.reading = 1;
    let server = TestServer::start_with(config).await;
    let (table, guests, mut clients) = seated(server.address, game, &options, seats).await;
    let other = (seat + 1) % seats;
    assert_refused(&clients[seat].draft(&kept).await, None);
    assert_eq!(guests[seat].join(&table).await.state["draft"], Value::Null);
    assert_refused(&clients[other].act("nonsense").await, Some("T-3"));
    assert!(clients[other].received.iter().all(|text| !text.contains("drafting")));
    server.stop().await;
}

#[tokio::test]
async fn drafts_are_rejected_like_actions() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (game, options, seats) = timed();
    let mut first = Guest::new(server.address);
    let plan = vec![json!({ "kind": "open" }); seats];
    let table = first.open_game(game, &options, plan.into()).await;
    let mut one = first.join(&table).await;
    assert_refused(&one.draft("").await, Some("T-8"));
    assert_done(&one.sit(0, "One").await);
    assert_refused(&one.draft("").await, Some("T-7"));

    let (_, _, mut clients) = seated(server.address, game, &options, seats).await;
    let seat = awaited(&clients);
    let stale = clients[seat].version();
    all_decide(&mut clients).await;
    let message = json!({ "type": "draft", "id": "x", "version": stale, "draft": "" });
    assert_refused(&clients[seat].ask(message).await, Some("T-6"));

    // Most games have no drafts.
    let id = registry::ids()[0];
    let (_, _, mut clients) = seated(server.address, id, &json!({}), 2).await;
    let seat = awaited(&clients);
    assert_refused(&clients[seat].draft("").await, Some("T-11"));
    server.stop().await;
}
