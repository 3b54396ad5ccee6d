//! Secrecy of simultaneous decisions on the wire: until they are revealed, every other client receives
//! exactly the bytes that it would receive for any other decision.

use std::collections::BTreeSet;

use crate::common::{Client, Guest, Whim, assert_done, seated};
use crate::server::TestServer;
use crate::stored_state::{StoredState, json_of, scan};
use serde_json::{Value, json};
use zashiki_core::{DynMatch, Seat, Viewer};

/// Number of alternative decisions that are compared with each actual decision.
const ALTERNATIVES: usize = 4;

/// The notation without the part before each `@`: the places of cards without their identities.
fn outline(action: &str) -> String {
    let word = |word: &str| match word.split_once('@') {
        Some((_, place)) => format!("@{place}"),
        None => word.to_owned(),
    };
    action.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Every game that begins with simultaneous hidden decisions, with the options for deciding at the same time
/// and in turn.
fn simultaneous_games() -> Vec<(&'static str, Value)> {
    let mut found = Vec::new();
    for id in registry::ids() {
        let info = registry::info(id).unwrap();
        let mut kinds = BTreeSet::new();
        let others = info.options.iter().flat_map(|option| {
            option.samples().into_iter().map(|value| json!({ option.id: value }))
        });
        for options in [json!({})].into_iter().chain(others) {
            let play = registry::new_match(id, info.seats.1.into(), &options, None, 3).unwrap();
            let together = play.turn().awaited().len() > 1;
            if let Some(play) = at_simultaneous_decision(play)
                && kinds.insert(together)
            {
                drop(play);
                found.push((id, options));
            }
        }
    }
    found
}

/// Advances a match to its first simultaneous hidden decision, if there is one early.
fn at_simultaneous_decision(mut play: Box<dyn DynMatch>) -> Option<Box<dyn DynMatch>> {
    for _ in 0..12 {
        if play.is_simultaneous() {
            return Some(play);
        }
        let seat = play.turn().awaited().first()?;
        let action = play.sample_legal(seat, 1).first()?.action.clone();
        play.play(seat, &action).unwrap();
    }
    None
}

/// Plays pseudo-random actions until this number of decisions is made or the match is over.
async fn play_on(clients: &mut [Client], watcher: &mut Client, whim: &mut Whim, most: usize) {
    for _ in 0..most {
        let able: Vec<usize> =
            (0..clients.len()).filter(|c| !clients[*c].legal().is_empty()).collect();
        if able.is_empty() {
            assert!(clients[0].over());
            return;
        }
        let mover = *whim.pick(&able);
        let action = whim.pick(&clients[mover].legal()).clone();
        // Drafts are as secret as decisions.
        clients[mover].draft(&action).await;
        assert_done(&clients[mover].act(&action).await);
        let version = clients[mover].version();
        for client in clients.iter_mut().chain([&mut *watcher]) {
            client.wait(|state| state["version"].as_u64() >= Some(version)).await;
        }
    }
}

/// The messages that a client received, by version, without its own legal actions, whose notation may contain
/// the same words as others' secrets.
fn news(client: &Client) -> impl Iterator<Item = (u64, String)> {
    client.received.iter().filter_map(|text| {
        let mut message: Value = serde_json::from_str(text).unwrap();
        let kind = message["type"].as_str()?.to_owned();
        let (at, now) = match kind.as_str() {
            "state" => ("/state/version", "/state/legal"),
            "changed" => ("/version", "/now/legal"),
            _ => return None,
        };
        if let Some(legal) = message.pointer_mut(now) {
            *legal = Value::Null;
        }
        Some((message.pointer(at)?.as_u64()?, message.to_string()))
    })
}

/// A match's step as sent to a viewer.
fn sent(play: &dyn DynMatch, viewer: Viewer, step: usize) -> String {
    let seat = viewer.seat();
    let legal = seat.map(|seat| json_of(play.sample_legal(seat, 60)));
    let asked = seat.and_then(|seat| play.prompt(seat));
    let turn = (play.turn(), play.decided(), play.scores());
    let steps = (play.step(step, viewer), play.frames(step, viewer));
    json!([play.view(viewer), legal, asked, turn, steps]).to_string()
}

#[tokio::test]
async fn a_hidden_decision_does_not_change_other_views() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let found = simultaneous_games();
    let layouts = found.iter().filter(|(id, _)| *id == "honnoji");
    assert_eq!(layouts.count(), 2, "in turn and at the same time: {found:?}");
    for (id, options) in found {
        let seats = registry::info(id).unwrap().seats.1.into();
        let (table, _, mut clients) = seated(server.address, id, &options, seats).await;
        let mut watcher = Guest::new(server.address).join(&table).await;
        play_on(&mut clients, &mut watcher, &mut Whim(19), 40).await;

        let state = StoredState::read(data.path(), &table).await;
        for client in clients.iter().chain([&watcher]) {
            scan(&state, client);
        }
        let compared = compare(&state, &clients, &watcher);
        assert!(compared > 12, "{id} {options}: {compared} alternatives were compared");
    }
    server.stop().await;
}

/// A table just before the match's first simultaneous hidden decision, with all seats taken and one
/// spectator.
struct Twin {
    table: String,
    clients: Vec<Client>,
    watcher: Client,
    guests: Vec<Guest>,
}

impl Twin {
    async fn open(server: &TestServer, play: &dyn DynMatch, options: &Value) -> Twin {
        let mut guests = vec![Guest::new(server.address); play.seats().into()];
        let mut plan = vec![json!({ "kind": "open" }); guests.len()];
        plan[0] = json!({ "kind": "me" });
        let (game, position) = (play.info().id, play.position());
        let body = json!({ "game": game, "options": options, "seats": plan, "position": position });
        let reply = guests[0].post("/api/tables", &body).await;
        assert_eq!(reply.status, 201, "{}", String::from_utf8_lossy(&reply.body));
        let table = reply.json()["table"].as_str().unwrap().to_owned();
        let watcher = Guest::new(server.address).join(&table).await;
        let mut clients = vec![guests[0].join(&table).await];
        for (seat, guest) in (0u8..).zip(&mut guests).skip(1) {
            guest.get("/").await;
            let mut client = guest.join(&table).await;
            assert_done(&client.sit(seat, &format!("Seat {seat}")).await);
            clients.push(client);
        }
        let mut twin = Twin { table, clients, watcher, guests };
        twin.all_hear(|state| state["started"] == true).await;
        twin
    }

    async fn all_hear(&mut self, wish: impl Fn(&Value) -> bool) {
        for client in self.clients.iter_mut().chain([&mut self.watcher]) {
            client.wait(&wish).await;
        }
    }

    /// Sends drafts for the seat, an empty one and a complete one, and then its decision.
    async fn decide(&mut self, seat: Seat, action: &str) {
        let client = &mut self.clients[seat.index()];
        client.draft("").await;
        client.draft(action).await;
        assert_done(&client.act(action).await);
        let version = client.version();
        self.all_hear(|state| state["version"] == version).await;
    }

    /// All messages to the other seats and the spectators, both to clients that were connected and to clients
    /// that connect now. Values that differ between tables are masked.
    async fn received(mut self, but: Seat) -> Vec<Vec<String>> {
        let others = (0..self.clients.len()).filter(|seat| *seat != but.index());
        let mut received = Vec::new();
        for seat in others {
            received.push(self.guests[seat].join(&self.table).await.received);
            received.push(std::mem::take(&mut self.clients[seat].received));
        }
        let address = self.guests[0].address;
        received.push(Guest::new(address).join(&self.table).await.received);
        received.push(self.watcher.received);
        // Every table has a different secret, so its hash is masked.
        let commitment = self.clients[0].state["deal"]["commitment"].as_str().unwrap();
        for text in received.iter_mut().flatten() {
            let text_of_any = text.replace(&self.table, "TABLE").replace(commitment, "COMMITMENT");
            *text = without_times(&text_of_any);
        }
        received
    }
}

/// The message's text without the remaining times of clocks.
fn without_times(text: &str) -> String {
    let mut parts = text.split("\"left_ms\":");
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| part.trim_start_matches(|letter: char| letter.is_ascii_digit()));
    rest.fold(first, |all, part| all + "\"left_ms\":" + part)
}

#[tokio::test]
async fn a_hidden_decision_changes_no_byte_sent_to_others() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut compared = 0;
    for (id, options) in simultaneous_games() {
        let seats = registry::info(id).unwrap().seats.1;
        let begun = registry::new_match(id, seats.into(), &options, None, 3).unwrap();
        let play = at_simultaneous_decision(begun).unwrap();
        let seat = play.turn().awaited().first().unwrap();
        let together = play.turn().awaited().len() > 1;
        let choices: Vec<String> =
            play.sample_legal(seat, 200).into_iter().map(|choice| choice.action).collect();
        // The public part of the alternative must be the same.
        let same = |other: &&String| together || outline(other) == outline(&choices[0]);
        let mut kinds = choices.iter().filter(same);
        let (one, other) = (kinds.next().unwrap(), kinds.next_back().unwrap());
        assert_ne!(one, other);
        let (mut own, mut received) = (Vec::new(), Vec::new());
        for action in [one, other] {
            let mut twin = Twin::open(&server, play.as_ref(), &options).await;
            twin.decide(seat, action).await;
            own.push(twin.clients[seat.index()].received.join("").replace(&twin.table, "TABLE"));
            received.push(twin.received(seat).await);
        }
        assert_ne!(own[0], own[1], "{id}: one hears what one decides");
        compared += received[0].iter().flatten().count();
        assert_eq!(received[0], received[1], "{id} {options}: {one} or {other}");
    }
    assert!(compared > 60, "{compared} messages were compared");
    server.stop().await;
}

#[tokio::test]
async fn everything_is_revealed_at_the_end_and_not_before() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let infos = registry::ids().into_iter().map(|id| registry::info(id).unwrap());
    let private: Vec<_> = infos.filter(|info| info.private_information).collect();
    assert!(!private.is_empty());
    for info in private {
        let seats = info.seats.0.into();
        let (table, mut guests, mut clients) =
            seated(server.address, info.id, &json!({}), seats).await;
        let mut stranger = Guest::new(server.address);
        let mut watcher = stranger.join_seen(&table, "seen=0&eyes=all").await;
        play_on(&mut clients, &mut watcher, &mut Whim(23), 5).await;

        let path = |number: usize| format!("/api/tables/{table}/steps/{number}?eyes=all");
        for guest in guests.iter_mut().chain([&mut stranger]) {
            for number in [0, 3, 5] {
                let reply = guest.get(&path(number)).await;
                assert_eq!(reply.status, 403, "{}", info.id);
                reply.problem();
            }
        }
        let so_far = StoredState::read(data.path(), &table).await.at(5);
        assert_eq!(
            watcher.state["view"],
            so_far.view(Viewer::Spectator).value(),
            "the socket has no eyes"
        );
        assert_ne!(so_far.view(Viewer::Spectator), so_far.view(Viewer::Omniscient));

        play_on(&mut clients, &mut watcher, &mut Whim(23), usize::MAX).await;
        let reply = stranger.get(&path(5)).await;
        assert_eq!(reply.status, 200, "{}", info.id);
        let then = reply.json();
        assert_eq!(then["view"], so_far.view(Viewer::Omniscient).value(), "{}", info.id);
        assert_eq!((&then["you"], &then["legal"]), (&Value::Null, &json!([])));
        let sent = json_of(so_far.frames(5, Viewer::Omniscient));
        assert_eq!(then["steps"].as_array().unwrap().last(), Some(&sent));
    }
    server.stop().await;
}

/// Compares every simultaneous hidden decision, except the last of its group, with alternatives; returns the
/// number of comparisons.
fn compare(state: &StoredState, clients: &[Client], watcher: &Client) -> usize {
    let mut compared = 0;
    for (version, (who, _, action)) in (0u64..).zip(&state.changes) {
        let before = state.at(version);
        let after = state.at(version + 1);
        // The last decision of a group reveals all of them.
        let hidden = before.is_simultaneous()
            && after.is_simultaneous()
            && after.turn().awaited().iter().all(|seat| decides_first(state, seat, version));
        if !hidden {
            continue;
        }
        let together = before.turn().awaited().len() > 1;
        let seat = Seat(*who);
        let others = before.legal(seat).into_iter().map(|choice| choice.action);
        let others = others
            .filter(|other| other != action && (together || outline(other) == outline(action)));
        let step = before.length() + 1;
        for other in others.take(ALTERNATIVES) {
            let mut instead = state.at(version);
            instead.play(seat, &other).unwrap();
            let eyes = clients.iter().chain([watcher]);
            for client in eyes.filter(|client| client.state["you"] != *who) {
                let you = client.state["you"].as_u64();
                let viewer = Viewer::from(you.map(|you| Seat(you as u8)));
                assert_eq!(
                    sent(after.as_ref(), viewer, step),
                    sent(instead.as_ref(), viewer, step),
                    "{}: {action} or {other} is not the same to {viewer:?}",
                    state.game
                );
            }
            compared += 1;
        }
        // No byte on the wire contains the decision or the draft before it.
        for client in clients.iter().chain([watcher]).filter(|c| c.state["you"] != *who) {
            for (_, text) in news(client).filter(|(received, _)| *received == version + 1) {
                assert!(!text.contains(action.as_str()), "{action} is told: {text}");
            }
            let drafting = client.received.iter().any(|text| text.contains(r#""type":"drafting""#));
            assert!(!drafting, "a hidden draft was sent");
        }
    }
    compared
}

/// Returns true if the seat has not decided yet in the group of simultaneous decisions that leads to this
/// version.
fn decides_first(state: &StoredState, seat: Seat, version: u64) -> bool {
    let mut deciders = BTreeSet::new();
    for back in (0..=version).rev() {
        let (who, _, _) = &state.changes[usize::try_from(back).unwrap()];
        if !state.at(back).is_simultaneous() || !deciders.insert(*who) {
            break;
        }
        if *who == seat.0 {
            return false;
        }
    }
    true
}
