//! Events about people, takebacks after another clock has run, and free text.

use serde_json::{Value, json};
use session::guest::Guest;
use session::protocol::{Arrangement, ChatLine, Refusal, Terms, Word};
use session::table::change::ChangeKind;
use session::table::history::History;
use session::{Attempt, Entry, Request, Session};
use zashiki_core::Seat;

use crate::host::{OPENER, OTHER, TestHost, arrival, requester};

/// A game of two people whose match has started, with these settings.
fn started(host: &TestHost, game: &str, terms: Value) -> Session {
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let mut session = host.session(&host.open(game, seats, terms, None));
    let sit = Request::Sit { arrival: arrival(OTHER), seat: Seat(1), hash: None };
    host.carry_out(&mut session, &sit).unwrap();
    for guest in [OPENER, OTHER] {
        session.join(requester(guest, None), 0, None, host.now.get());
    }
    session.ask_for_shares(host.now.get());
    host.advance(60_000);
    session.ask_for_shares(host.now.get());
    host.carry_out(&mut session, &Request::Start).unwrap();
    assert!(session.started());
    session
}

fn of(seat: Seat) -> Guest {
    [OPENER, OTHER][seat.index()]
}

/// Carries out a change of the seat's person.
fn change(
    session: &mut Session,
    host: &TestHost,
    seat: Seat,
    kind: ChangeKind,
) -> Result<usize, Refusal> {
    let version = session.versions().version;
    let id = format!("{version} {kind:?} {}", host.now.get().day);
    host.carry_out(
        session,
        &Request::Change { requester: requester(of(seat), None), id, version, kind },
    )
}

/// Lets the next seat decide until the turn passes to another one; returns both.
fn hand_over(session: &mut Session, host: &TestHost) -> (Seat, Seat) {
    loop {
        let seat = session.awaiting().first().unwrap();
        let action = session.history().table().legal(seat)[0].action.clone();
        change(session, host, seat, ChangeKind::Act(action)).unwrap();
        let next = session.awaiting().first().unwrap();
        if next != seat && session.history().table().can_undo(seat) {
            return (seat, next);
        }
    }
}

/// The state that a client receives on joining, as JSON.
fn state(session: &mut Session, host: &TestHost, guest: Guest) -> Value {
    let (client, messages) = session.join(requester(guest, None), 0, None, host.now.get());
    session.viewers.leave(client);
    let own = messages.into_iter().find(|message| message.clients == [client]);
    let message: Value = serde_json::from_str(&own.unwrap().text).unwrap();
    message["state"].clone()
}

/// The kinds of the events about people that the guest receives, each with its seat.
fn events(session: &mut Session, host: &TestHost, guest: Guest) -> Vec<(u64, String)> {
    let state = state(session, host, guest);
    let event = |event: &Value| {
        let kind = event["what"]["kind"].as_str().unwrap().to_owned();
        (event["seat"].as_u64().unwrap(), kind)
    };
    state["people"].as_array().unwrap().iter().map(event).collect()
}

fn left(session: &Session, host: &TestHost, seat: Seat) -> i64 {
    let left = session.history().clocks().left(host.now.get().service);
    left.into_iter().find(|left| left.seat == seat).unwrap().left
}

fn ten_minutes() -> Value {
    json!({ "time": { "kind": "total", "seconds": 600, "increment": 0 } })
}

#[test]
fn a_decision_is_not_taken_back_alone_after_another_clock_has_run() {
    let host = TestHost::default();
    let mut session = started(&host, "kokyu", ten_minutes());
    let (taker, other) = hand_over(&mut session, &host);
    let before = left(&session, &host, other);
    host.advance(37_000);
    let refused = change(&mut session, &host, taker, ChangeKind::Undo).unwrap_err();
    assert_eq!(refused, Refusal::ASK_FIRST);
    let seen = state(&mut session, &host, of(taker));
    assert_eq!((&seen["can_undo"], &seen["can_ask"]), (&json!(false), &json!(true)));
    assert_eq!(left(&session, &host, other), before - 37_000, "nothing has changed");
    // With consent the time since the decision counts for nobody.
    change(&mut session, &host, taker, ChangeKind::Talk(Word::Ask)).unwrap();
    host.advance(3_000);
    change(&mut session, &host, other, ChangeKind::Talk(Word::Accept)).unwrap();
    assert_eq!(left(&session, &host, other), before);
    let all = events(&mut session, &host, of(other));
    assert_eq!(all, [(u64::from(taker.0), "took_back".to_owned())]);
    // The request cannot be repeated before the next decision.
    let (taker, _) = hand_over(&mut session, &host);
    change(&mut session, &host, taker, ChangeKind::Talk(Word::Ask)).unwrap();
    let rival = session.awaiting().first().unwrap();
    change(&mut session, &host, rival, ChangeKind::Talk(Word::Decline)).unwrap();
    assert_eq!(
        change(&mut session, &host, taker, ChangeKind::Talk(Word::Ask)),
        Err(Refusal::OFFERED)
    );
    let last = events(&mut session, &host, of(taker)).pop().unwrap();
    assert_eq!(last, (u64::from(rival.0), "declined".to_owned()));
}

#[test]
fn a_rated_decision_is_final_once_another_clock_has_run() {
    let host = TestHost::default();
    let terms = json!({
        "time": { "kind": "total", "seconds": 600, "increment": 0 }, "rated": true,
    });
    let mut session = started(&host, "kokyu", terms);
    let (taker, _) = hand_over(&mut session, &host);
    for kind in [ChangeKind::Undo, ChangeKind::Talk(Word::Ask)] {
        assert_eq!(change(&mut session, &host, taker, kind), Err(Refusal::RATED_UNDO));
    }
}

#[test]
fn without_clocks_a_decision_is_taken_back_alone_and_the_others_are_told_of_which() {
    let host = TestHost::default();
    let mut session = started(&host, "kokyu", json!({}));
    let (taker, other) = hand_over(&mut session, &host);
    let last = session.history().table().length();
    let step = session.history().table().step(last, zashiki_core::Viewer::Spectator).unwrap();
    change(&mut session, &host, taker, ChangeKind::Undo).unwrap();
    let people = state(&mut session, &host, of(other))["people"].clone();
    let told = &people[0];
    assert_eq!((&told["seat"], &told["step"]), (&json!(taker), &json!(last - 1)));
    let decision = serde_json::to_value(&step.episodes[0].text).unwrap();
    assert_eq!(told["what"], json!({ "kind": "took_back", "decision": decision, "agreed": false }));
}

#[test]
fn events_about_people_follow_from_the_stored_changes() {
    let host = TestHost::default();
    let mut session = started(&host, "shinra", json!({}));
    let mut stored = Vec::new();
    let kinds = [
        (Seat(0), ChangeKind::Leave),
        (Seat(0), ChangeKind::Return),
        (Seat(1), ChangeKind::Talk(Word::Abandon)),
        (Seat(1), ChangeKind::Talk(Word::Withdraw)),
        (Seat(0), ChangeKind::Talk(Word::Abandon)),
        (Seat(1), ChangeKind::Talk(Word::Decline)),
        (Seat(0), ChangeKind::Resign),
    ];
    for (number, (seat, kind)) in kinds.into_iter().enumerate() {
        let version = session.versions().version;
        let request = Request::ChangeFor { seat, id: number.to_string(), version, kind };
        let Ok(Attempt::Store(write)) = session.attempt(&request, &host) else {
            panic!("{request:?}")
        };
        let Entry::Change { change, .. } = write.entry.clone() else { panic!("a change") };
        stored.push(change);
        assert!(session.commit(write));
        host.advance(1_000);
    }
    let kinds = ["left", "returned", "withdrew", "declined", "resigned"];
    let seats = [0, 0, 1, 1, 0];
    let expected: Vec<(u64, String)> = seats.into_iter().zip(kinds.map(str::to_owned)).collect();
    for guest in [OPENER, OTHER, Guest([9; 32])] {
        assert_eq!(events(&mut session, &host, guest), expected, "everybody is told");
    }
    let again =
        History::replay(session.setup(), session.sitters(), stored, &Default::default()).unwrap();
    assert_eq!(again.people(), session.history().people());
}

#[test]
fn a_lost_connection_is_told_after_a_while_and_so_is_its_return() {
    let host = TestHost::default();
    let mut session = started(&host, "kokyu", ten_minutes());
    // The clients that joined first are numbered from 0.
    session.tell(host.now.get());
    session.viewers.leave(1);
    session.tell(host.now.get());
    host.advance(3_000);
    let (client, _) = session.join(requester(OTHER, None), 0, None, host.now.get());
    session.tell(host.now.get());
    assert_eq!(session.next_presence(), None, "a page that is loaded again is no news");
    session.viewers.leave(client);
    session.tell(host.now.get());
    let due = session.next_presence().expect("the loss is told later");
    assert_eq!(due, host.now.get().monotonic + std::time::Duration::from_secs(10));
    assert_eq!(events(&mut session, &host, OPENER), []);
    host.advance(10_000);
    assert!(!session.tell(host.now.get()).is_empty());
    assert_eq!(events(&mut session, &host, OPENER), [(1, "disconnected".to_owned())]);
    host.advance(60_000);
    session.join(requester(OTHER, None), 0, None, host.now.get());
    session.tell(host.now.get());
    let kinds = ["disconnected", "reconnected"];
    assert_eq!(events(&mut session, &host, OPENER), kinds.map(|kind| (1, kind.to_owned())));
}

#[test]
fn free_text_is_for_friends_with_a_seat_and_bounded() {
    let host = TestHost::default();
    let mut session = started(&host, "kokyu", json!({}));
    let check = |session: &Session, guest, text: &str| {
        let line = session.check_chat(requester(guest, None), "id", text, &host);
        line.map(|line: Option<ChatLine>| line.expect("it is new").text)
    };
    assert_eq!(check(&session, OPENER, " well \n met \u{7}"), Ok("well met".to_owned()));
    assert_eq!(check(&session, Guest([9; 32]), "hello"), Err(Refusal::NO_SEAT));
    for text in ["", " \n ", &"a".repeat(201), &" ".repeat(1025)] {
        assert_eq!(check(&session, OPENER, text), Err(Refusal::BAD_CHAT));
    }
    for number in 0..200 {
        host.advance(1);
        let text = number.to_string();
        let line = session.check_chat(requester(OTHER, None), &text, &text, &host);
        let line = line.unwrap().expect("it is new");
        session.add_chat(line.clone());
        session.add_chat(line);
    }
    let lines = session.chat();
    assert!(lines.len() <= 64 && lines.last().unwrap().text == "199");
    assert!(lines.is_sorted_by_key(|line| line.at), "the same message counts once");
    assert_eq!(
        state(&mut session, &host, OPENER)["chat"].as_array().unwrap().len(),
        lines_of(&session)
    );
    assert_eq!(state(&mut session, &host, Guest([9; 32]))["chat"], Value::Null);
    let record = session.record();
    assert_eq!(record, None);
}

#[test]
fn a_message_sent_again_with_its_id_counts_once() {
    let host = TestHost::default();
    let mut session = started(&host, "kokyu", json!({}));
    let both = [OPENER, OTHER].map(|guest| requester(guest, None));
    for who in both {
        let line = session.check_chat(who, "one", "hello", &host).unwrap();
        session.add_chat(line.expect("another person may use the same id"));
    }
    // The answer was lost, and the client sends the message again later.
    host.advance(5_000);
    assert_eq!(session.check_chat(both[0], "one", "hello", &host), Ok(None));
    assert!(session.check_chat(both[0], "two", "hello", &host).unwrap().is_some());
    assert_eq!(session.chat().len(), 2);
    // The same message comes from another server, which received it at another time.
    let again = ChatLine { at: 1, ..session.chat()[0].clone() };
    session.add_chat(again);
    assert_eq!(session.chat().len(), 2);
    for id in ["", &"a".repeat(65)] {
        assert_eq!(session.check_chat(both[0], id, "hello", &host), Err(Refusal::BAD_ID));
        assert_eq!(session.check_phrase(both[0], id), Err(Refusal::BAD_ID));
    }
    // Phrases.
    let [Ok(Some(one)), Ok(Some(other))] = both.map(|who| session.check_phrase(who, "one")) else {
        panic!("ids of messages and of phrases are apart")
    };
    assert!(session.add_phrase(one, "one") && session.add_phrase(other, "one"));
    assert!(!session.add_phrase(one, "one"));
    assert_eq!(session.check_phrase(both[0], "one"), Ok(None));
    assert_eq!(session.check_phrase(requester(Guest([9; 32]), None), "x"), Err(Refusal::NO_SEAT));
    // Only the latest ids are kept.
    for number in 0..1000 {
        assert!(session.add_phrase(one, &format!("more {number}")));
    }
    assert!(session.add_phrase(one, "one"));
}

fn lines_of(session: &Session) -> usize {
    session.chat().len()
}

#[test]
fn strangers_have_phrases_only() {
    for terms in [
        json!({ "listed": true }),
        json!({ "rated": true, "time": { "kind": "decision", "seconds": 60 } }),
    ] {
        let host = TestHost::default();
        let mut session = started(&host, "kokyu", terms);
        let refused = session.check_chat(requester(OPENER, None), "id", "hello", &host);
        assert_eq!(refused, Err(Refusal::NO_CHAT));
        assert_eq!(state(&mut session, &host, OPENER)["chat"], Value::Null);
    }
    // A table that becomes open to strangers forgets what friends have written.
    let host = TestHost::default();
    let seats = json!([{ "kind": "me" }, { "kind": "open" }, { "kind": "open" }]);
    let mut session = host.session(&host.open("honnoji", seats, json!({}), None));
    assert_eq!(
        session.check_chat(requester(OPENER, None), "id", "hello", &host),
        Err(Refusal::NO_CHAT),
        "nobody else is there"
    );
    let sit = Request::Sit { arrival: arrival(OTHER), seat: Seat(1), hash: None };
    host.carry_out(&mut session, &sit).unwrap();
    let line = session.check_chat(requester(OPENER, None), "id", "our secret", &host);
    session.add_chat(line.unwrap().expect("it is new"));
    let terms = Terms { listed: true, ..Terms::default() };
    let change = Arrangement::Terms { terms };
    host.carry_out(&mut session, &Request::Arrange { guest: OPENER, change }).unwrap();
    assert_eq!(session.chat(), []);
}

#[test]
fn bots_of_a_table_have_names_and_faces_of_their_own() {
    let host = TestHost::default();
    let bot = json!({ "kind": "bot", "bot": "novice" });
    let seats = json!([{ "kind": "me" }, bot, bot]);
    let mut session = host.session(&host.open("honnoji", seats, json!({}), None));
    let state = state(&mut session, &host, OPENER);
    let personas: Vec<&Value> =
        state["seats"].as_array().unwrap().iter().map(|seat| &seat["persona"]).collect();
    assert_eq!(personas[0], &Value::Null);
    assert!(personas[1]["id"] != personas[2]["id"] && personas[1]["ja"] != personas[2]["ja"]);
}
