//! The version of the program, used in records, tables, messages and metrics.

use std::sync::OnceLock;

static VERSION: OnceLock<&'static str> = OnceLock::new();

/// Sets the version of the program that this crate is part of. Only the first call has an effect, and only
/// before a server is opened; the default is the crate's version. A program that includes its commit in the
/// version sets it here, so that this crate need not be recompiled for each commit.
pub fn set_version(version: &'static str) {
    // Fails if a version was set or used already, which is documented.
    let _ = VERSION.set(version);
}

/// The version of the program.
pub fn version() -> &'static str {
    VERSION.get_or_init(|| env!("CARGO_PKG_VERSION"))
}
