//! Concealed decisions on the wire: until they are shown, every other seat gets the very bytes it
//! would get had the decision been another.

use std::collections::BTreeSet;

use crate::common::{Client, Guest, Whim, assert_done, seated};
use crate::server::TestServer;
use crate::truth::{Truth, json_of, scan};
use serde_json::{Value, json};
use zashiki_core::{DynMatch, Seat, Viewer};

/// How many other decisions are tried in the place of one.
const ALTERNATIVES: usize = 4;

/// The notation without what is named before each `@`: where cards lie, but not which.
fn outline(action: &str) -> String {
    let word = |word: &str| match word.split_once('@') {
        Some((_, place)) => format!("@{place}"),
        None => word.to_owned(),
    };
    action.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

/// Every game that begins with concealed decisions, with the options under which they are taken at the same
/// time and in turn.
fn concealing() -> Vec<(&'static str, Value)> {
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
            if let Some(play) = conceals(play)
                && kinds.insert(together)
            {
                drop(play);
                found.push((id, options));
            }
        }
    }
    found
}

/// A play at its first concealed decision, if there is one early.
fn conceals(mut play: Box<dyn DynMatch>) -> Option<Box<dyn DynMatch>> {
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

/// The awaited seats decide by whim until this number of decisions is taken or it is over.
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
        // What is being put together is as secret as what is decided.
        clients[mover].draft(&action).await;
        assert_done(&clients[mover].act(&action).await);
        let version = clients[mover].version();
        for client in clients.iter_mut().chain([&mut *watcher]) {
            client.wait(|state| state["version"].as_u64() >= Some(version)).await;
        }
    }
}

/// What a client heard of the table, by version, as it came but for its own choices: those may be
/// called as others' secrets are.
fn news(client: &Client) -> impl Iterator<Item = (u64, String)> {
    client.heard.iter().filter_map(|text| {
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

/// What a play tells a viewer, as the wire carries it.
fn told(play: &dyn DynMatch, viewer: Viewer, step: usize) -> String {
    let seat = viewer.seat();
    let legal = seat.map(|seat| json_of(play.sample_legal(seat, 60)));
    let asked = seat.and_then(|seat| play.prompt(seat));
    let turn = (play.turn(), play.decided(), play.scores());
    let steps = (play.step(step, viewer), play.frames(step, viewer));
    json!([play.view(viewer), legal, asked, turn, steps]).to_string()
}

#[tokio::test]
async fn a_concealed_decision_makes_no_difference_to_anybody_else() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let found = concealing();
    let layouts = found.iter().filter(|(id, _)| *id == "honnoji");
    assert_eq!(layouts.count(), 2, "in turn and at the same time: {found:?}");
    for (id, options) in found {
        let seats = registry::info(id).unwrap().seats.1.into();
        let (table, _, mut clients) = seated(server.address, id, &options, seats).await;
        let mut watcher = Guest::new(server.address).join(&table).await;
        play_on(&mut clients, &mut watcher, &mut Whim(19), 40).await;

        let truth = Truth::read(data.path(), &table).await;
        for client in clients.iter().chain([&watcher]) {
            scan(&truth, client);
        }
        let compared = compare(&truth, &clients, &watcher);
        assert!(compared > 12, "{id} {options}: {compared} alternatives were compared");
    }
    server.stop().await;
}

/// A table at a first concealed decision, with everybody seated and somebody who looks on.
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

    /// The seat puts this together bit by bit, and decides so.
    async fn decide(&mut self, seat: Seat, action: &str) {
        let client = &mut self.clients[seat.index()];
        client.draft("").await;
        client.draft(action).await;
        assert_done(&client.act(action).await);
        let version = client.version();
        self.all_hear(|state| state["version"] == version).await;
    }

    /// All that the seats but this one and those who look on hear, whether they stay or come anew.
    async fn heard(mut self, but: Seat) -> Vec<Vec<String>> {
        let others = (0..self.clients.len()).filter(|seat| *seat != but.index());
        let mut heard = Vec::new();
        for seat in others {
            heard.push(self.guests[seat].join(&self.table).await.heard);
            heard.push(std::mem::take(&mut self.clients[seat].heard));
        }
        let address = self.guests[0].address;
        heard.push(Guest::new(address).join(&self.table).await.heard);
        heard.push(self.watcher.heard);
        // Every table has a secret of its own, and so another hash of it.
        let commitment = self.clients[0].state["deal"]["commitment"].as_str().unwrap();
        for text in heard.iter_mut().flatten() {
            let text_of_any = text.replace(&self.table, "TABLE").replace(commitment, "COMMITMENT");
            *text = without_times(&text_of_any);
        }
        heard
    }
}

/// A message without the milliseconds that are left.
fn without_times(text: &str) -> String {
    let mut parts = text.split("\"left_ms\":");
    let first = parts.next().unwrap_or_default().to_owned();
    let rest = parts.map(|part| part.trim_start_matches(|letter: char| letter.is_ascii_digit()));
    rest.fold(first, |all, part| all + "\"left_ms\":" + part)
}

#[tokio::test]
async fn what_is_concealed_changes_no_byte_that_others_hear() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut compared = 0;
    for (id, options) in concealing() {
        let seats = registry::info(id).unwrap().seats.1;
        let begun = registry::new_match(id, seats.into(), &options, None, 3).unwrap();
        let play = conceals(begun).unwrap();
        let seat = play.turn().awaited().first().unwrap();
        let together = play.turn().awaited().len() > 1;
        let choices: Vec<String> =
            play.sample_legal(seat, 200).into_iter().map(|choice| choice.action).collect();
        // What lies open of a decision must be the same.
        let same = |other: &&String| together || outline(other) == outline(&choices[0]);
        let mut kinds = choices.iter().filter(same);
        let (one, other) = (kinds.next().unwrap(), kinds.next_back().unwrap());
        assert_ne!(one, other);
        let (mut own, mut heard) = (Vec::new(), Vec::new());
        for action in [one, other] {
            let mut twin = Twin::open(&server, play.as_ref(), &options).await;
            twin.decide(seat, action).await;
            own.push(twin.clients[seat.index()].heard.join("").replace(&twin.table, "TABLE"));
            heard.push(twin.heard(seat).await);
        }
        assert_ne!(own[0], own[1], "{id}: one hears what one decides");
        compared += heard[0].iter().flatten().count();
        assert_eq!(heard[0], heard[1], "{id} {options}: {one} or {other}");
    }
    assert!(compared > 60, "{compared} messages were compared");
    server.stop().await;
}

#[tokio::test]
async fn all_is_open_when_it_is_over_and_not_before() {
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
        let so_far = Truth::read(data.path(), &table).await.at(5);
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
        let told = json_of(so_far.frames(5, Viewer::Omniscient));
        assert_eq!(then["steps"].as_array().unwrap().last(), Some(&told));
    }
    server.stop().await;
}

/// Compares every concealed decision that was not the last of its kind with others in its place;
/// gives how many were compared.
fn compare(truth: &Truth, clients: &[Client], watcher: &Client) -> usize {
    let mut compared = 0;
    for (version, (who, _, action)) in (0u64..).zip(&truth.changes) {
        let before = truth.at(version);
        let after = truth.at(version + 1);
        // The last decision brings all of them to light.
        let hidden = before.is_simultaneous()
            && after.is_simultaneous()
            && after.turn().awaited().iter().all(|seat| decides_first(truth, seat, version));
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
            let mut instead = truth.at(version);
            instead.play(seat, &other).unwrap();
            let eyes = clients.iter().chain([watcher]);
            for client in eyes.filter(|client| client.state["you"] != *who) {
                let you = client.state["you"].as_u64();
                let viewer = Viewer::from(you.map(|you| Seat(you as u8)));
                assert_eq!(
                    told(after.as_ref(), viewer, step),
                    told(instead.as_ref(), viewer, step),
                    "{}: {action} or {other} is not the same to {viewer:?}",
                    truth.game
                );
            }
            compared += 1;
        }
        // Nor does any byte on the wire name it, or the draft that led to it.
        for client in clients.iter().chain([watcher]).filter(|c| c.state["you"] != *who) {
            for (_, text) in news(client).filter(|(heard, _)| *heard == version + 1) {
                assert!(!text.contains(action.as_str()), "{action} is told: {text}");
            }
            let drafting = client.heard.iter().any(|text| text.contains(r#""type":"drafting""#));
            assert!(!drafting, "a concealed draft is told");
        }
    }
    compared
}

/// Whether the seat has not decided yet in the stretch of concealed decisions that leads to this
/// version.
fn decides_first(truth: &Truth, seat: Seat, version: u64) -> bool {
    let mut deciders = BTreeSet::new();
    for back in (0..=version).rev() {
        let (who, _, _) = &truth.changes[usize::try_from(back).unwrap()];
        if !truth.at(back).is_simultaneous() || !deciders.insert(*who) {
            break;
        }
        if *who == seat.0 {
            return false;
        }
    }
    true
}
