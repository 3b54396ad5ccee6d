//! Requests: one effect however often they are repeated, none if their write fails, and one among two
//! processes.

use serde_json::json;
use session::guest::Guest;
use session::protocol::{Arrangement, Terms, Word};
use session::table::change::ChangeKind;
use session::{Attempt, DraftLimits, Entry, Host as _, Request, Session};
use zashiki_core::{Bytes32, Seat, Share};

use crate::host::{OPENER, OTHER, TestHost, arrival, requester};

/// The next seat to decide and its first legal action.
fn next(session: &Session) -> (Seat, ChangeKind) {
    let seat = session.awaiting().first().expect("a decision is pending");
    (seat, ChangeKind::Act(session.history().table().legal(seat)[0].action.clone()))
}

/// A change of the seat by the opener, who has all seats of people.
fn change(session: &Session, seat: Seat, id: &str, kind: ChangeKind) -> Request {
    let version = session.versions().version;
    Request::Change { requester: requester(OPENER, Some(seat)), id: id.to_owned(), version, kind }
}

/// The complete state that a new client at this seat receives.
fn state(session: &mut Session, host: &TestHost, seat: Option<Seat>) -> String {
    let (client, messages) = session.join(requester(OPENER, seat), 0, None, host.now());
    session.viewers.leave(client);
    let own = messages.into_iter().find(|message| message.clients == [client]);
    own.expect("a new client receives the state").text
}

#[test]
fn every_request_takes_effect_once() {
    let host = TestHost::default();
    let shares = [Bytes32([3; 32]), Bytes32([4; 32])];
    let seats = json!([{ "kind": "me" }, { "kind": "open" }]);
    let table = host.open("kokyu", seats, json!({}), Some(Share::hash(shares[0])));
    let mut session = host.session(&table);
    for guest in [OPENER, OTHER] {
        session.join(requester(guest, None), 0, None, host.now());
    }
    // Returns the number of writes of a request whose repetition changes nothing.
    let once = |session: &mut Session, request: &Request| {
        let writes = host.carry_out(session, request).unwrap_or_else(|refusal| {
            panic!("{request:?}: {}", refusal.message.en);
        });
        session.tell(host.now());
        let (before, versions) = (state(session, &host, None), session.versions());
        let again = host.carry_out(session, request).unwrap();
        assert_eq!(again, 0, "{request:?} writes again");
        assert_eq!(session.versions(), versions, "{request:?}");
        assert_eq!(state(session, &host, None), before, "{request:?}");
        writes
    };

    let hash = Some(Share::hash(shares[1]));
    let sit = Request::Sit { arrival: arrival(OTHER), seat: Seat(1), hash };
    assert_eq!(once(&mut session, &sit), 2, "the seat and the commitment");
    let stand = Request::Stand { requester: requester(OTHER, None) };
    assert_eq!(host.carry_out(&mut session, &stand).unwrap(), 1);
    assert!(host.carry_out(&mut session, &stand).is_err(), "no seat is left to leave");
    assert_eq!(once(&mut session, &sit), 1);
    let terms = Terms { advice: true, ..Terms::default() };
    let arrange =
        Request::Arrange { guest: OPENER, change: Arrangement::Terms { terms: terms.clone() } };
    assert_eq!(host.carry_out(&mut session, &arrange).unwrap(), 1);
    assert_eq!(session.setup().terms, terms);
    let promise = Request::Promise { guest: OPENER, hash: Share::hash(shares[0]) };
    assert_eq!(host.carry_out(&mut session, &promise).unwrap(), 1);

    session.ask_for_shares(host.now());
    for (guest, share) in [OPENER, OTHER].into_iter().zip(shares) {
        let share = Request::Share { requester: requester(guest, None), share };
        assert_eq!(once(&mut session, &share), 1);
    }
    assert!(session.start_is_due(host.now()));
    assert_eq!(once(&mut session, &Request::Start), 1);
    assert!(session.started());

    let of = |seat: Seat| [OPENER, OTHER][seat.index()];
    let (seat, kind) = next(&session);
    let act =
        Request::Change { requester: requester(of(seat), None), id: "1".into(), version: 0, kind };
    assert_eq!(once(&mut session, &act), 1);
    let (seat, kind) = next(&session);
    let act = Request::ChangeFor { seat, id: "2".into(), version: 1, kind };
    assert_eq!(once(&mut session, &act), 1);
    let by = requester(OPENER, None);
    let leave = Request::Leave { requester: by, id: "3".into(), gives_up: false };
    assert_eq!(once(&mut session, &leave), 1);
    let back = Request::Return { requester: by, id: "4".into() };
    assert_eq!(once(&mut session, &back), 1);
    assert_eq!(once(&mut session, &Request::Withdraw { guest: OTHER }), 1);
    assert_eq!(once(&mut session, &Request::Close), 1);
    assert!(session.history().over());
    let again = Request::Rematch { requester: by, comes: true, hash: None };
    assert_eq!(once(&mut session, &again), 1);
    assert!(session.rematch().is_some());
}

#[test]
fn a_seat_of_a_finished_match_is_not_given_up() {
    let host = TestHost::default();
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "novice" }]);
    let mut session = host.session(&host.open("kokyu", seats, json!({}), None));
    let leave = |id: &str, gives_up| Request::Leave {
        requester: requester(OPENER, None),
        id: id.to_owned(),
        gives_up,
    };
    assert_eq!(host.carry_out(&mut session, &leave("1", false)).unwrap(), 1);
    assert_eq!(host.carry_out(&mut session, &Request::Close).unwrap(), 1);
    let record = session.record();
    assert!(host.carry_out(&mut session, &leave("2", true)).is_err());
    assert_eq!(host.carry_out(&mut session, &leave("1", true)).unwrap(), 0);
    assert!(!session.has_open_seat());
    assert_eq!(session.record(), record);
}

#[test]
fn a_write_that_fails_leaves_everything_as_before() {
    let host = TestHost::default();
    let seats = ["B", "C"].map(|name| json!({ "kind": "here", "name": name }));
    let seats = json!([{ "kind": "me" }, seats[0], seats[1]]);
    let terms = json!({ "time": { "kind": "total", "seconds": 60, "increment": 5 } });
    let mut session = host.session(&host.open("honnoji", seats, terms, None));
    for seat in [0, 1, 2] {
        session.join(requester(OPENER, Some(Seat(seat))), 0, None, host.now());
    }
    let (seat, kind) = next(&session);
    let act = change(&session, seat, "1", kind);
    assert_eq!(host.carry_out(&mut session, &act).unwrap(), 1);
    session.tell(host.now());
    host.advance(2_000);
    let (mover, kind) = next(&session);
    let ChangeKind::Act(draft) = &kind else { panic!("it is an action") };
    let (by, version) = (requester(OPENER, Some(mover)), session.versions().version);
    let draft = session.draft(by, version, draft, DraftLimits::default()).unwrap();
    let (seat_of_draft, kept) = draft.kept.expect("a complete draft is kept");
    session.keep_draft(Some(OPENER), seat_of_draft, kept);
    let kinds = [
        (mover, kind),
        (seat, ChangeKind::Undo),
        (mover, ChangeKind::Talk(Word::Abandon)),
        (mover, ChangeKind::Leave),
        (mover, ChangeKind::Resign),
    ];
    let mut stored = 0;
    for (seat, kind) in kinds {
        let text = format!("{kind:?}");
        let before = [0, 1, 2].map(|seat| state(&mut session, &host, Some(Seat(seat))));
        let versions = session.versions();
        let act = change(&session, seat, "failed", kind);
        match session.attempt(&act, &host) {
            Ok(Attempt::Store(write)) => session.revert(&write, host.now()).unwrap(),
            Ok(Attempt::Done) => panic!("{text} needs a write"),
            Err(_) => continue,
        }
        stored += 1;
        assert_eq!(session.versions(), versions, "{text}");
        assert!(session.drafts().of(mover).is_some(), "{text}");
        let after = [0, 1, 2].map(|seat| state(&mut session, &host, Some(Seat(seat))));
        assert_eq!(after, before, "{text}");
        assert!(session.tell(host.now()).is_empty(), "{text}: clients hear of nothing");
        // The same message succeeds later.
        let Ok(Attempt::Store(write)) = session.attempt(&act, &host) else { panic!("{text}") };
        session.revert(&write, host.now()).unwrap();
    }
    assert!(stored >= 3, "{stored} kinds of changes were tried");
}

#[test]
fn of_two_processes_one_carries_out_a_request() {
    let host = TestHost::default();
    let seats = json!([{ "kind": "me" }, { "kind": "here", "name": "B" }]);
    let table = host.open("kokyu", seats, json!({}), None);
    let [mut one, mut other] = [host.session(&table), host.session(&table)];
    let (seat, kind) = next(&one);
    let act = change(&one, seat, "1", kind.clone());
    let changed = |session: &mut Session, request: &Request| {
        let Ok(Attempt::Store(write)) = session.attempt(request, &host) else {
            panic!("{request:?} needs a write");
        };
        let Entry::Change { change, .. } = write.entry.clone() else { panic!("it is a change") };
        (write, change)
    };
    // The other process loses the conflict about the same message: it is done.
    let (write, stored) = changed(&mut one, &act);
    let (lost, _) = changed(&mut other, &act);
    assert!(one.commit(write));
    other.revert(&lost, host.now()).unwrap();
    other.apply_stored(&stored).unwrap();
    assert!(matches!(other.attempt(&act, &host), Ok(Attempt::Done)));
    // Another message that fits the new state is written; one that does not is refused.
    let talk = change(&other, seat, "2", ChangeKind::Talk(Word::Abandon));
    let (write, stored) = changed(&mut one, &talk);
    let leave = change(&other, Seat(1 - seat.0), "3", ChangeKind::Leave);
    let (lost, _) = changed(&mut other, &leave);
    assert!(one.commit(write));
    other.revert(&lost, host.now()).unwrap();
    other.apply_stored(&stored).unwrap();
    let (write, _) = changed(&mut other, &leave);
    assert!(other.commit(write));
    assert_eq!(other.versions().version, 3);
    let stale = Request::ChangeFor { seat, id: "4".into(), version: 0, kind };
    assert!(other.attempt(&stale, &host).is_err());
    let limits = DraftLimits::default();
    assert!(other.draft(requester(Guest([9; 32]), None), 3, "", limits).is_err());
}
