//! Engines in their processes: conforming, failing, and the built-in one.

mod conformance;
mod faults;
mod ours;
