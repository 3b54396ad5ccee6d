//! A host for tests: its clock is set by hand, and a write is stored when the test commits it.

use std::cell::Cell;
use std::sync::Arc;

use serde_json::{Value, json};
use session::guest::Guest;
use session::protocol::Refusal;
use session::table::history::History;
use session::table::seats::Requester;
use session::{Arrival, Attempt, Host, NewTable, Now, Opening, Request, Session};
use zashiki_core::{Bytes32, Seat};

/// The person who opens tables, and another one.
pub const OPENER: Guest = Guest([1; 32]);
pub const OTHER: Guest = Guest([2; 32]);

#[derive(Default)]
pub struct TestHost {
    pub now: Cell<Now>,
    count: Cell<u8>,
}

impl Host for TestHost {
    fn now(&self) -> Now {
        self.now.get()
    }

    fn random(&self) -> [u8; 32] {
        self.count.set(self.count.get() + 1);
        [self.count.get(); 32]
    }

    fn clean_name(&self, name: &str, _: &[String]) -> String {
        name.to_owned()
    }
}

impl TestHost {
    /// Lets this many milliseconds pass.
    pub fn advance(&self, ms: i64) {
        let Now { day, service, monotonic } = self.now.get();
        let monotonic = monotonic + std::time::Duration::from_millis(ms.cast_unsigned());
        self.now.set(Now { day: day + ms, service: service + ms, monotonic });
    }

    /// A new table of the opener.
    pub fn open(&self, game: &str, seats: Value, terms: Value, hash: Option<Bytes32>) -> NewTable {
        let mut order = json!({ "game": game, "seats": seats, "terms": terms });
        if let Some(hash) = hash {
            order["hash"] = json!(hash);
        }
        let order = serde_json::from_value(order).unwrap();
        let opener = arrival(OPENER);
        Opening::check(order, &opener, self)
            .and_then(|opening| opening.set_up(None, &Arc::default(), self))
            .unwrap()
    }

    /// A table in memory.
    pub fn session(&self, table: &NewTable) -> Session {
        let cache = Arc::default();
        let history = History::new(&table.setup, &table.sitters, &cache).unwrap();
        let stored = (table.setup.clone(), table.sitters.clone(), history);
        Session::new(stored, table.parts.clone(), None, cache, self.now())
    }

    /// Carries out a request. Returns the number of writes.
    pub fn carry_out(&self, session: &mut Session, request: &Request) -> Result<usize, Refusal> {
        let mut writes = 0;
        loop {
            match session.attempt(request, self)? {
                Attempt::Done => return Ok(writes),
                Attempt::Store(write) => {
                    writes += 1;
                    assert!(writes < 10, "{request:?} needs ever more writes");
                    if session.commit(write) {
                        return Ok(writes);
                    }
                }
            }
        }
    }
}

/// A person who takes a seat.
pub fn arrival(guest: Guest) -> Arrival {
    Arrival { guest, name: "A".to_owned(), look: Default::default(), program: false }
}

/// The person with all their seats, or at one of them.
pub fn requester(guest: Guest, seat: Option<Seat>) -> Requester {
    Requester { guest, seat, lang: None }
}
