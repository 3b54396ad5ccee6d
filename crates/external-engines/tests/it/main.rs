//! Engines in their processes: well behaved, failing in every way, and our own.

mod check;
mod faults;
mod ours;
