//! The version of this program, for `--version`.

use std::sync::LazyLock;

use crate::features;

/// The version of the package; in release builds followed by the commit, such as
/// `0.1.0+1234.abcdef0123`.
pub const PROGRAM: &str = concat!(env!("CARGO_PKG_VERSION"), env!("ZASHIKI_BUILD"));

/// The text for `--version`: the version, the schema versions of the databases that the program writes,
/// and its optional features.
pub static LONG: LazyLock<String> = LazyLock::new(|| {
    let (schemas, features) = (server::schemas(), features::listed());
    format!("{PROGRAM}\nschemas: {schemas}\nfeatures: {features}")
});
