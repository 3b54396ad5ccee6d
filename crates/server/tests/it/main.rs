//! The parlour from outside: real sockets, real HTTP, a store of its own for every test.

mod common;
mod server;
mod timed;
mod truth;

mod accounts;
mod admin;
mod dealing;
mod drafts;
mod durability;
mod engines;
mod faults;
mod frozen_wire;
mod health;
mod help;
mod limits;
mod lobby;
mod migrated;
mod operator;
mod page;
mod passkeys;
mod people;
mod play;
mod positions;
mod preview;
mod push;
mod ratings;
mod refusals;
mod retention;
mod seating;
mod secrecy;
mod servers;
mod stored;
mod study;
mod talk;
