//! Engines in their processes: well behaved, failing in every way, and our own.

mod conformance;
mod faults;
mod ours;
