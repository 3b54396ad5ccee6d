//! Tests of sessions through their requests, as a host uses them.

mod host;
mod people;
mod requests;
mod time;
