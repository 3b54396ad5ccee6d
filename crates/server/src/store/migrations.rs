//! The migrations of the database schemas.

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// Name and SQL of each migration of a database, oldest first. They are listed here because sqlx's macro for
/// this would compile SQLite and its driver a second time.
type Listed = &'static [(&'static str, &'static str)];

/// The migrations of a PostgreSQL database. The first creates the schema that SQLite had when PostgreSQL
/// support was added; later migrations exist for both databases. Servers of the previous version keep running
/// during a migration, so a migration must not remove anything that they need.
#[cfg(feature = "postgres")]
const POSTGRES: Listed = &[
    ("tables", include_str!("../../migrations/postgres/0001_tables.sql")),
    ("servers", include_str!("../../migrations/postgres/0002_servers.sql")),
    ("rating history", include_str!("../../migrations/postgres/0003_rating_history.sql")),
    ("operator", include_str!("../../migrations/postgres/0004_operator.sql")),
];

const SQLITE: Listed = &[
    ("tables", include_str!("../../migrations/sqlite/0001_tables.sql")),
    ("words", include_str!("../../migrations/sqlite/0002_words.sql")),
    ("standings", include_str!("../../migrations/sqlite/0003_standings.sql")),
    ("asking", include_str!("../../migrations/sqlite/0004_asking.sql")),
    ("once", include_str!("../../migrations/sqlite/0005_once.sql")),
    ("terms", include_str!("../../migrations/sqlite/0006_terms.sql")),
    ("deals", include_str!("../../migrations/sqlite/0007_deals.sql")),
    ("people", include_str!("../../migrations/sqlite/0008_people.sql")),
    ("subscriptions", include_str!("../../migrations/sqlite/0009_subscriptions.sql")),
    ("passkeys", include_str!("../../migrations/sqlite/0010_passkeys.sql")),
    ("rated", include_str!("../../migrations/sqlite/0011_rated.sql")),
    ("servers", include_str!("../../migrations/sqlite/0012_servers.sql")),
    ("rating history", include_str!("../../migrations/sqlite/0013_rating_history.sql")),
    ("operator", include_str!("../../migrations/sqlite/0014_operator.sql")),
];

/// The migrations of an SQLite database.
pub(crate) fn sqlite() -> Migrator {
    migrator(SQLITE)
}

/// The migrations of a PostgreSQL database.
#[cfg(feature = "postgres")]
pub(crate) fn postgres() -> Migrator {
    migrator(POSTGRES)
}

/// The schema versions of the databases that this program creates, such as `SQLite 12, PostgreSQL 2`.
pub fn schemas() -> String {
    let sqlite = format!("SQLite {}", SQLITE.len());
    #[cfg(feature = "postgres")]
    let sqlite = format!("{sqlite}, PostgreSQL {}", POSTGRES.len());
    sqlite
}

fn migrator(listed: Listed) -> Migrator {
    let migration = |(version, (name, sql)): (i64, &(&'static str, &'static str))| {
        Migration::new(version, (*name).into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations((1..).zip(listed).map(migration).collect())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[tokio::test]
    async fn every_migration_file_is_listed() {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations"));
        let summarize = |of: Migrator| -> Vec<_> {
            of.iter().map(|m| (m.version, m.description.clone(), m.checksum.clone())).collect()
        };
        let check = async |name, listed| {
            let files = Migrator::new(folder.join(name)).await.unwrap();
            assert_eq!(summarize(listed), summarize(files), "{name}");
        };
        check("sqlite", sqlite()).await;
        #[cfg(feature = "postgres")]
        check("postgres", postgres()).await;
    }
}
