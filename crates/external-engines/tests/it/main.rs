//! Integration tests of engines in their own processes: conforming ones, failing ones, and this program as an
//! engine.

mod conformance;
mod faults;
mod ours;
