//! The course of one table without input or output: seats and their occupants, the start of the match,
//! decisions and drafts, takebacks, offers, clocks by passed-in time, requests to bots, and what each client
//! may see.
//!
//! A program that runs tables (a [`Host`]) has a loop: it attempts a request, stores the write that the attempt
//! needs, commits it, and delivers the messages. Nothing takes effect before it is stored.
//!
//! ```
//! use session::table::change::ChangeKind;
//! use session::table::history::History;
//! use session::{Attempt, Host, Now, Request, Session};
//! # use session::guest::Guest;
//! # use session::{Arrival, Opening};
//! # struct Alone;
//! # impl Host for Alone {
//! #     fn now(&self) -> Now { Now::default() }
//! #     fn random(&self) -> [u8; 32] { [7; 32] }
//! #     fn clean_name(&self, name: &str, _: &[String]) -> String { name.to_owned() }
//! # }
//! # let host = Alone;
//! # let order = serde_json::json!({
//! #     "game": "kokyu", "seats": [{"kind": "me"}, {"kind": "bot", "bot": "greedy"}], "options": {},
//! # });
//! # let order = serde_json::from_value(order).unwrap();
//! # let opener = Arrival { guest: Guest([1; 32]), name: "A".into(), look: Default::default(), program: false };
//! # let cache = std::sync::Arc::default();
//! # let table = Opening::check(order, &opener, &host).unwrap().set_up(None, &cache, &host).unwrap();
//! # let history = History::new(&table.setup, &table.sitters, &cache).unwrap();
//! let mut session = Session::new((table.setup, table.sitters, history), table.parts, None, cache, host.now());
//! let seat = session.awaiting().first().expect("a new match awaits a decision");
//! let action = session.history().table().legal(seat)[0].action.clone();
//! let request = Request::ChangeFor { seat, id: "1".into(), version: 0, kind: ChangeKind::Act(action) };
//! match session.attempt(&request, &host) {
//!     Ok(Attempt::Store(write)) => {
//!         // Here the host stores `write.entry`. If that fails, it calls `revert` instead.
//!         assert!(session.commit(write), "the request needs no further write");
//!     }
//!     other => panic!("a legal action is to be stored: {}", other.is_ok()),
//! }
//! assert_eq!(session.versions().version, 1);
//! ```
//!
//! | module | content |
//! |---|---|
//! | `session` | [`Session`]: requests, writes, bots, clocks, drafts, new tables |
//! | [`table`] | the state of a table: setup, occupants, history of the match, clocks, seed exchange, views |
//! | [`viewers`], [`messages`] | the clients of a table and the messages that bring them up to date |
//! | [`queries`] | answers to requests that concern no table |
//! | [`protocol`] | the types of messages and answers, from which the page's types are generated |

pub mod catalog;
pub mod config_cache;
pub mod guest;
pub mod ids;
pub mod messages;
pub mod program;
pub mod protocol;
pub mod queries;
pub mod refusals;
pub mod request_error;
mod session;
pub mod table;
pub mod viewers;

pub use self::session::{
    Arrival, Asked, Attempt, BotRequest, Decision, DraftLimits, Entry, Host, ImportedTable,
    NewTable, Now, Opening, Overdue, PublicBoard, Request, Session, TakenDraft, Versions, Write,
};
