//! Deadlines: people have them, bots have none.

use serde_json::json;
use session::protocol::Terms;
use session::table::change::ChangeKind;
use session::{Overdue, Request, Session};
use zashiki_core::{Seat, SeatSet};

use crate::host::{OPENER, TestHost, requester};

/// A started match of a person, in the first seat, against a bot, with 30 seconds for each decision.
fn against_a_bot(host: &TestHost, late: &str) -> Session {
    let terms = json!({ "time": { "kind": "decision", "seconds": 30 }, "late": late });
    serde_json::from_value::<Terms>(terms.clone()).expect("these are terms");
    let seats = json!([{ "kind": "me" }, { "kind": "bot", "bot": "greedy" }]);
    let mut session = host.session(&host.open("kokyu", seats, terms, None));
    session.join(requester(OPENER, None), 0, None, host.now.get());
    session.ask_for_shares(host.now.get());
    host.carry_out(&mut session, &Request::Start).unwrap();
    assert!(session.started());
    session
}

/// Lets the first legal actions be played until this seat is to decide.
fn until_awaited(session: &mut Session, host: &TestHost, seat: Seat) {
    while !session.awaiting().contains(seat) {
        let other = session.awaiting().first().unwrap();
        let action = session.history().table().legal(other)[0].action.clone();
        let (id, version) = (format!("{}", session.versions().version), session.versions().version);
        let kind = ChangeKind::Act(action);
        host.carry_out(session, &Request::ChangeFor { seat: other, id, version, kind }).unwrap();
    }
}

#[test]
fn a_bot_that_nobody_asks_is_never_late() {
    for late in ["bot", "lost"] {
        let host = TestHost::default();
        let mut session = against_a_bot(&host, late);
        let (person, bot) = (Seat(0), Seat(1));
        until_awaited(&mut session, &host, bot);
        // Nobody has asked the bot, as while no client is connected.
        host.advance(3_600_000);
        assert_eq!(session.next_deadline(SeatSet::EMPTY), None, "{late}");
        assert_eq!(session.overdue(SeatSet::EMPTY, &host), [], "{late}");

        until_awaited(&mut session, &host, person);
        let due = session.next_deadline(SeatSet::EMPTY).expect("a person has a deadline");
        assert_eq!(due, host.now.get().service + 30_000);
        host.advance(30_000);
        let overdue = session.overdue(SeatSet::EMPTY, &host);
        let [Overdue { seat, .. }] = overdue[..] else { panic!("{overdue:?}") };
        assert_eq!(seat, person);
        // While the stand-in thinks, the seat is not reported again.
        assert_eq!(session.overdue(SeatSet::one(person), &host), []);
        assert_eq!(session.next_deadline(SeatSet::one(person)), None);
    }
}
