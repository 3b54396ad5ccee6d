//! The version of the program, which records, tables, messages and metrics name.

use std::sync::OnceLock;

static VERSION: OnceLock<&'static str> = OnceLock::new();

/// Sets the version of the program that this crate is part of. Only the first call has an effect, and
/// only before a server is opened; without one it is the version of the crate. A program that knows
/// the commit it was built from sets it so that this crate is not compiled again with each commit.
pub fn set_version(version: &'static str) {
    // It fails where a version was set or used already.
    let _ = VERSION.set(version);
}

/// The version of the program.
pub(crate) fn version() -> &'static str {
    VERSION.get_or_init(|| env!("CARGO_PKG_VERSION"))
}
