//! How the form of the database came about.

use sqlx::SqlSafeStr as _;
use sqlx::migrate::{Migration, MigrationType, Migrator};

/// What it is called and what it does, oldest first. They are listed here and not by sqlx's macro,
/// which would compile SQLite and its driver a second time.
const MIGRATIONS: &[(&str, &str)] = &[
    ("tables", include_str!("../migrations/0001_tables.sql")),
    ("words", include_str!("../migrations/0002_words.sql")),
    ("standings", include_str!("../migrations/0003_standings.sql")),
    ("asking", include_str!("../migrations/0004_asking.sql")),
    ("once", include_str!("../migrations/0005_once.sql")),
    ("terms", include_str!("../migrations/0006_terms.sql")),
    ("deals", include_str!("../migrations/0007_deals.sql")),
    ("people", include_str!("../migrations/0008_people.sql")),
    ("subscriptions", include_str!("../migrations/0009_subscriptions.sql")),
    ("passkeys", include_str!("../migrations/0010_passkeys.sql")),
];

/// Brings a database to the form of this program.
pub(crate) fn migrator() -> Migrator {
    let migration = |(version, (name, sql)): (i64, &(&'static str, &'static str))| {
        Migration::new(version, (*name).into(), MigrationType::Simple, sql.into_sql_str(), false)
    };
    Migrator::with_migrations((1..).zip(MIGRATIONS).map(migration).collect())
}

#[cfg(test)]
mod tests {
    use std::path::Path;

    use super::*;

    #[tokio::test]
    async fn every_file_of_the_folder_is_listed() {
        let folder = Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/migrations"));
        let there = Migrator::new(folder).await.unwrap();
        let told = |of: Migrator| -> Vec<_> {
            of.iter().map(|m| (m.version, m.description.clone(), m.checksum.clone())).collect()
        };
        assert_eq!(told(migrator()), told(there));
    }
}
