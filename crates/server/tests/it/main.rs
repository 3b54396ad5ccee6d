//! Integration tests of the server: real sockets, real HTTP, and a separate store for every test.

mod common;
mod server;
mod stored_state;
mod timed;

mod admin;
mod analysis;
mod analysis_board;
mod assets;
mod bot_accounts;
mod drafts;
mod durability;
mod editions;
mod engines;
mod faults;
mod frozen_wire;
mod health;
mod limits;
mod lobby;
mod migrated;
mod operator;
mod passkeys;
mod play;
mod positions;
mod preview;
mod profile;
mod push;
mod ratings;
mod refusals;
mod retention;
mod seating;
mod secrecy;
mod seed_exchange;
mod servers;
mod stored;
mod talk;
