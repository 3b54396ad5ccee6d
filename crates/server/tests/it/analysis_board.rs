//! The analysis board, and past steps of tables.

use std::time::Duration;

use crate::common::{Guest, Whim, play, two_seated};
use crate::server::TestServer;
use crate::stored_state::json_of;
use serde_json::{Value, json};
use server::{Config, Limits, Rate, TimeSource};
use zashiki_core::{DynMatch, MatchStart, Seat, Viewer};

const SEED: u64 = u64::MAX - 6;

/// A match of this game with the fewest seats, in which at most `moves` actions have been played; and these
/// actions.
fn begun(game: &str, moves: usize) -> (Box<dyn DynMatch>, Vec<Value>) {
    let seats = registry::info(game).unwrap().seats.0.into();
    let mut play = registry::start(game, &MatchStart::dealt(seats, SEED)).unwrap();
    let mut whim = Whim(5);
    let mut actions = Vec::new();
    for _ in 0..moves {
        let Some(seat) = play.turn().awaited().first() else { break };
        let choices = play.sample_legal(seat, 50);
        let action = whim.pick(&choices).action.clone();
        play.play(seat, &action).unwrap();
        actions.push(json!({ "seat": seat, "action": action }));
    }
    (play, actions)
}

/// The body of a request to analyse the match `play`.
fn request_body(play: &dyn DynMatch, actions: &[Value], eyes: Viewer) -> Value {
    json!({
        "game": play.info().id,
        "seats": play.seats(),
        "seed": SEED.to_string(),
        "actions": actions,
        "eyes": eyes,
    })
}

async fn answer(server: &TestServer, body: &Value) -> Value {
    let reply = Guest::new(server.address).post("/api/analysis", body).await;
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    assert_eq!(reply.header("set-cookie"), None, "no cookie is set");
    assert_eq!(reply.header("cache-control"), Some("no-store"));
    reply.json()
}

#[tokio::test]
async fn the_analysis_board_shows_each_seats_view_of_the_match() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    for game in registry::ids() {
        let (play, actions) = begun(game, 12);
        let last = play.length();
        for eyes in Viewer::all(play.seats()).chain([Viewer::Omniscient]) {
            let found = answer(&server, &request_body(play.as_ref(), &actions, eyes)).await;
            let state = &found["state"];
            assert_eq!(found["refused"], Value::Null);
            assert_eq!(found["position"], Value::Null, "the complete position is sent on request");
            assert_eq!(state["view"], play.view(eyes).value(), "{game} {eyes:?}");
            assert_eq!((&state["game"], &state["version"]), (&json!(game), &json!(last)));
            assert_eq!(state["you"], json!(eyes.seat()));
            let decides = eyes.seat().is_some_and(|seat| play.turn().awaited().contains(seat));
            assert_eq!(state["legal"] != json!([]), decides, "{game} {eyes:?}");
            assert_eq!(state["scores"], json!(play.scores()));
            assert_eq!(state["awaiting"], json!(play.turn().awaited()));
            assert_eq!(state["question"], json!(eyes.seat().and_then(|seat| play.prompt(seat))));
            let steps = state["steps"].as_array().unwrap();
            assert_eq!(steps.len(), last + 1);
            for (number, step) in steps[..last].iter().enumerate() {
                assert_eq!(*step, json_of(play.step(number, eyes)), "{game} {number}");
            }
            assert_eq!(steps[last], json_of(play.frames(last, eyes)), "{game}");
        }
        let seen = json!({ "seen": last, "truth": true });
        let mut body = request_body(play.as_ref(), &actions, Viewer::Spectator);
        body.as_object_mut().unwrap().extend(seen.as_object().unwrap().clone());
        let found = answer(&server, &body).await;
        assert_eq!(found["position"], play.position(), "{game}");
        assert_eq!(found["state"]["steps_from"], last);
        assert_eq!(found["state"]["steps"].as_array().unwrap().len(), 1);
        // Loading the position continues the same match.
        let there = json!({
            "game": game, "seats": play.seats(), "position": found["position"], "actions": [],
            "eyes": 0,
        });
        let again = answer(&server, &there).await;
        assert_eq!(again["state"]["view"], play.view(Viewer::Seat(Seat(0))).value(), "{game}");
        assert_eq!(again["state"]["from_position"], true);
    }
    server.stop().await;
}

#[tokio::test]
async fn an_illegal_action_on_the_analysis_board_is_rejected_with_its_rule() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let game = registry::ids()[0];
    let (mut play, mut actions) = begun(game, 3);
    let before =
        answer(&server, &request_body(play.as_ref(), &actions, Viewer::Seat(Seat(0)))).await;
    let idle = Seat::all(play.seats()).find(|seat| !play.turn().awaited().contains(*seat));
    let (seat, action) = (idle.unwrap(), actions[0]["action"].as_str().unwrap().to_owned());
    let refused = play.play(seat, &action).unwrap_err();
    actions.push(json!({ "seat": seat, "action": action }));
    actions.push(json!({ "seat": seat, "action": "never reached" }));
    let found =
        answer(&server, &request_body(play.as_ref(), &actions, Viewer::Seat(Seat(0)))).await;
    assert_eq!(found["refused"]["rule"], json!(refused.rule));
    assert_eq!(found["refused"]["message"], json!(refused.message));
    assert_eq!(found["state"], before["state"]);
    server.stop().await;
}

/// The text, escaped for a URL.
fn escaped(text: &str) -> String {
    text.bytes().map(|byte| format!("%{byte:02x}")).collect()
}

#[tokio::test]
async fn the_analysis_board_previews_actions_and_drafts_like_a_table() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    let mut drafted = 0;
    for game in registry::ids() {
        let (play, actions) = begun(game, 4);
        let seat = play.turn().awaited().first().unwrap();
        let body = request_body(play.as_ref(), &actions, Viewer::Seat(seat));
        for action in [play.sample_legal(seat, 1)[0].action.as_str(), "no such thing"] {
            let path = format!("/api/analysis/preview?action={}", escaped(action));
            let reply = guest.post(&path, &body).await.json();
            let foreseen = play.preview(seat, action);
            let (told, episodes) = (foreseen.as_ref().ok())
                .map(|seen| (seen.told.as_slice(), seen.episodes.as_slice()))
                .unwrap_or_default();
            assert_eq!(reply["told"], json!(told), "{game}");
            assert_eq!(reply["episodes"], json!(episodes), "{game}");
            let rule = foreseen.err().map(|illegal| illegal.rule);
            assert_eq!(reply["refused"]["rule"], json!(rule), "{game}");
        }
        let reply = guest.post("/api/analysis/draft?draft=", &body).await.json();
        match play.draft(seat, "") {
            Ok(draft) => assert_eq!(reply["draft"], json!(draft), "{game}"),
            Err(illegal) => assert_eq!(reply["refused"]["rule"], json!(illegal.rule), "{game}"),
        }
        drafted += usize::from(reply["draft"].is_object());
        let long = format!("/api/analysis/draft?draft={}", "x".repeat(2000));
        let reply = guest.post(&long, &body).await.json();
        assert!(reply["refused"].is_object() && reply["draft"].is_null());
        for eyes in [Viewer::Spectator, Viewer::Omniscient] {
            let seatless = request_body(play.as_ref(), &actions, eyes);
            let reply = guest.post("/api/analysis/draft?draft=", &seatless).await.json();
            assert_eq!(reply["refused"]["rule"], "T-8");
            let action = escaped(&play.sample_legal(seat, 1)[0].action);
            let path = format!("/api/analysis/preview?action={action}");
            assert_eq!(guest.post(&path, &seatless).await.json()["refused"]["rule"], "T-8");
        }
    }
    assert!(drafted > 0, "some game reads drafts");
    server.stop().await;
}

#[tokio::test]
async fn the_analysis_request_of_docs_formats_is_answered() {
    let doc = conformance::documents::document("docs/reference/formats.md");
    let (_, rest) =
        doc.split_once("<!-- sends: /api/analysis -->\n```json\n").expect("the example");
    let body = serde_json::from_str(rest.split_once("```").expect("its end").0).unwrap();
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let found = answer(&server, &body).await;
    assert_eq!((&found["refused"], &found["state"]["version"]), (&Value::Null, &json!(1)));
}

#[tokio::test]
async fn analysis_is_limited_and_bad_input_is_explained_in_both_languages() {
    let data = tempfile::tempdir().unwrap();
    let (clock, hand) = TimeSource::manual();
    let every = Duration::from_secs(1);
    let studies_per_address = Rate { at_once: 8, every };
    let limits = Limits { studies_per_address, ..Limits::default() };
    let config = Config { trust_proxy: true, limits, clock, ..Config::new(data.path()) };
    let server = TestServer::start_with(config).await;
    let mut guest = Guest { from: Some("192.0.2.1"), ..Guest::new(server.address) };
    let (play, actions) = begun(registry::ids()[0], 1);
    let good = request_body(play.as_ref(), &actions, Viewer::Spectator);
    let with = |key: &str, value: Value| {
        let mut body = good.clone();
        body[key] = value;
        body
    };
    for (bad, status) in [
        (with("game", json!("no such game")), 400),
        (with("seats", json!(99)), 400),
        (with("eyes", json!(7)), 400),
        (with("eyes", json!("everything")), 400),
        (with("seed", json!("-1")), 400),
        (with("extra", json!(1)), 400),
        (with("position", json!({ "nonsense": true })), 400),
        (with("options", json!({ "nonsense": true })), 400),
        (with("actions", vec![actions[0].clone(); 2001].into()), 400),
        (with("components", json!("x".repeat(300 * 1024))), 413),
    ] {
        hand.advance(every);
        let reply = guest.post("/api/analysis", &bad).await;
        assert_eq!(reply.status, status, "{}", String::from_utf8_lossy(&reply.body));
        reply.problem();
    }
    hand.advance(every * 8);
    for _ in 0..8 {
        assert_eq!(guest.post("/api/analysis", &good).await.status, 200);
    }
    let reply = guest.post("/api/analysis", &good).await;
    assert_eq!(reply.status, 429);
    reply.problem();
    let mut other = Guest { from: Some("192.0.2.2"), ..Guest::new(server.address) };
    assert_eq!(other.post("/api/analysis", &good).await.status, 200);
    server.stop().await;
}

async fn moment(guest: &mut Guest, table: &str, number: usize, query: &str) -> Value {
    let path = format!("/api/tables/{table}/steps/{number}{query}");
    let reply = guest.get(&path).await;
    assert_eq!(reply.status, 200, "{}", String::from_utf8_lossy(&reply.body));
    reply.json()
}

#[tokio::test]
async fn past_steps_are_shown_from_the_own_viewpoint_and_after_the_end_from_all() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let (table, mut guests, mut clients) = two_seated(server.address).await;
    let mut views = vec![[clients[0].state["view"].clone(), clients[1].state["view"].clone()]];
    let mut whim = Whim(11);
    for _ in 0..6 {
        play(&mut clients, &mut whim, |moves, _| moves == 1).await;
        views.push([clients[0].state["view"].clone(), clients[1].state["view"].clone()]);
    }
    for (number, seen) in views.iter().enumerate() {
        for seat in 0..2 {
            let then = moment(&mut guests[seat], &table, number, &format!("?eyes={seat}")).await;
            assert_eq!(then["view"], seen[seat], "seat {seat} at {number}");
            assert_eq!((&then["you"], &then["version"]), (&json!(seat), &json!(number)));
            assert_eq!(then["steps"].as_array().unwrap().len(), number + 1);
        }
    }
    let some = moment(&mut guests[0], &table, 4, "?eyes=0&seen=4").await;
    assert_eq!((&some["steps_from"], some["steps"].as_array().unwrap().len()), (&json!(4), 1));
    assert!(some["steps"][0]["told"][0]["view"].is_object());
    // While the match is in progress, other seats' viewpoints are not available; the spectators' viewpoint
    // is.
    let other = format!("/api/tables/{table}/steps/2?eyes=1");
    let reply = guests[0].get(&other).await;
    assert_eq!(reply.status, 403);
    reply.problem();
    let mut stranger = Guest::new(server.address);
    assert_eq!(stranger.get(&other).await.status, 403);
    let onlooker = Guest::new(server.address).join(&table).await;
    assert_eq!(moment(&mut stranger, &table, 6, "").await["view"], onlooker.state["view"]);
    for bad in ["7", "x", "-1", "99999999999999999999999"] {
        let reply = stranger.get(&format!("/api/tables/{table}/steps/{bad}")).await;
        assert_eq!(reply.status, 404, "{bad}");
        reply.problem();
    }

    play(&mut clients, &mut whim, |_, _| false).await;
    for (seat, view) in views[2].iter().enumerate() {
        let then = moment(&mut stranger, &table, 2, &format!("?eyes={seat}")).await;
        assert_eq!(then["view"], *view);
    }
    let reply = stranger.get(&format!("/api/tables/{table}/steps/2?eyes=2")).await;
    assert_eq!(reply.status, 400);
    reply.problem();

    // The record contains the same steps.
    let record = stranger.get(&format!("/api/tables/{table}/record")).await.json();
    let read = stranger.post("/api/records", &record).await;
    assert_eq!((read.status, read.header("set-cookie")), (200, None));
    let read = read.json();
    assert_eq!(read["names"], json!(["Opener", "Second"]));
    let mut whole = read["play"].clone();
    whole["eyes"] = json!(0);
    let end = answer(&server, &whole).await;
    assert_eq!(end["state"]["outcome"], clients[0].state["outcome"]);
    assert_eq!(end["state"]["view"], clients[0].state["view"]);
    server.stop().await;
}

#[tokio::test]
async fn a_table_that_has_not_started_has_no_past_steps() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    let table = guest.open(json!([{ "kind": "me" }, { "kind": "open" }])).await;
    let reply = guest.get(&format!("/api/tables/{table}/steps/0")).await;
    assert_eq!(reply.status, 409);
    reply.problem();
    assert_eq!(guest.get("/api/tables/nowhere/steps/0").await.status, 404);
    server.stop().await;
}

#[tokio::test]
async fn valid_records_and_positions_are_read_and_invalid_ones_are_explained() {
    let data = tempfile::tempdir().unwrap();
    let server = TestServer::start(data.path()).await;
    let mut guest = Guest::new(server.address);
    for game in registry::ids() {
        let (play, actions) = begun(game, 9);
        let record = json!(play.record());
        let read = guest.post("/api/records", &record).await.json();
        assert_eq!(read["play"]["actions"], json!(actions), "{game}");
        assert_eq!(read["play"]["seed"], SEED.to_string(), "a seed is not rounded");
        let there = answer(&server, &read["play"]).await;
        assert_eq!(there["state"]["view"], play.view(Viewer::Spectator).value(), "{game}");
        for file in conformance::documents::encodings(&format!("{record:#}\n")) {
            let again = guest.request("POST", "/api/records", &[], &file).await;
            assert_eq!(again.json(), read, "{game}: {:?}", &file[..4]);
        }

        let mut altered = record.clone();
        altered["actions"][4]["check"] = json!("00000000");
        let mut foreign = record.clone();
        foreign["rules_version"] = json!(999);
        let mut elsewhere = record.clone();
        elsewhere["game"] = json!("chess");
        for bad in [altered, foreign, elsewhere, json!({ "hello": 1 }), json!([]), json!(1)] {
            let reply = guest.post("/api/records", &bad).await;
            assert_eq!(reply.status, 400, "{game}");
            reply.problem();
        }
        let file = json!({
            "game": game, "seats": play.seats(), "position": play.position(), "awaiting": [0],
        });
        let read = guest.post("/api/records", &file).await.json();
        let there = answer(&server, &read["play"]).await;
        assert_eq!(there["state"]["view"], play.view(Viewer::Spectator).value(), "{game}");
    }
    server.stop().await;
}
