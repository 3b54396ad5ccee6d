//! The place of the database.

use std::fmt;
use std::path::PathBuf;

/// Where everything is stored.
#[derive(Clone, PartialEq, Eq)]
pub enum Place {
    /// In SQLite in this folder.
    Folder(PathBuf),
    /// In PostgreSQL at this address, such as `postgres://name:password@host:port/database`.
    #[cfg(feature = "postgres")]
    Postgres(String),
}

impl fmt::Debug for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Folder(folder) => out.debug_tuple("Folder").field(folder).finish(),
            // The address may hold a password.
            #[cfg(feature = "postgres")]
            Place::Postgres(_) => out.write_str("Postgres(…)"),
        }
    }
}
