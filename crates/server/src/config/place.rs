//! The location of the database.

use std::fmt;
use std::path::PathBuf;

/// The location of the database.
#[derive(Clone, PartialEq, Eq)]
pub enum Place {
    /// An SQLite database in this folder.
    Folder(PathBuf),
    /// A PostgreSQL database with this URL, such as `postgres://name:password@host:port/database`.
    #[cfg(feature = "postgres")]
    Postgres(String),
}

impl fmt::Debug for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Folder(folder) => out.debug_tuple("Folder").field(folder).finish(),
            // The URL may contain a password.
            #[cfg(feature = "postgres")]
            Place::Postgres(_) => out.write_str("Postgres(…)"),
        }
    }
}
