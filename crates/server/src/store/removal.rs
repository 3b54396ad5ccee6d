//! Deletion of tables and compaction of finished games. Triggers in the database prevent all other deletions.

use super::database::{Sql, query};
use super::write_result::WriteResult;

/// The state of a table when the decision to delete or compact it was made. It must not have changed since.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Condition {
    /// The number of changes at the table.
    pub(crate) version: u64,
    /// The number of changes to the table's seats, options and settings.
    pub(crate) arranged: u64,
}

/// Database tables with rows that belong to a game table (by the column `table_id`), in the order in which
/// the rows are deleted.
pub(super) const OF_A_TABLE: [&str; 6] =
    ["changes", "records", "seats", "shares", "counted", "homes"];

/// Stores the record of a finished match, and deletes all its changes except the last one. Returns
/// [`WriteResult::Conflict`] if the match has more changes than `version`, or is already compacted.
pub(super) async fn compact(
    sql: &mut dyn Sql,
    table: &str,
    version: u64,
    record: &str,
) -> Result<WriteResult, sqlx::Error> {
    query("INSERT INTO records (table_id, record) VALUES ($1, $2) ON CONFLICT DO NOTHING")
        .bind(table)
        .bind(record)
        .execute(&mut *sql)
        .await?;
    let version = version.cast_signed();
    let marked = query(
        "UPDATE tables SET compacted = $1, standing = NULL WHERE id = $2 AND compacted IS NULL \
         AND (SELECT MAX(seq) FROM changes WHERE table_id = $2) = $1",
    )
    .bind(version)
    .bind(table)
    .execute(&mut *sql)
    .await?;
    if marked == 0 {
        return Ok(WriteResult::Conflict);
    }
    query("DELETE FROM changes WHERE table_id = $1 AND seq < $2")
        .bind(table)
        .bind(version)
        .execute(sql)
        .await?;
    Ok(WriteResult::Yes)
}

/// Deletes a table with all its rows. Returns [`WriteResult::Conflict`] if it is no longer in the state of
/// the condition.
pub(super) async fn remove(
    sql: &mut dyn Sql,
    table: &str,
    Condition { version, arranged }: Condition,
) -> Result<WriteResult, sqlx::Error> {
    let marked = query(
        "UPDATE tables SET removed = $1 WHERE id = $2 AND arranged = $3 \
         AND COALESCE((SELECT MAX(seq) FROM changes WHERE table_id = $2), 0) = $4",
    )
    .bind(true)
    .bind(table)
    .bind(arranged.cast_signed())
    .bind(version.cast_signed())
    .execute(&mut *sql)
    .await?;
    if marked == 0 {
        return Ok(WriteResult::Conflict);
    }
    for rows in OF_A_TABLE {
        let delete = query(format!("DELETE FROM {rows} WHERE table_id = $1")).bind(table);
        delete.execute(&mut *sql).await?;
    }
    for delete in [
        "UPDATE tables SET rematch_of = NULL WHERE rematch_of = $1",
        "DELETE FROM tables WHERE id = $1",
    ] {
        query(delete).bind(table).execute(&mut *sql).await?;
    }
    Ok(WriteResult::Yes)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sqlx::sqlite::SqlitePool;

    use super::*;

    /// Checks the list of database tables. The rating history is an exception: it is deleted with its person,
    /// not with its table.
    #[tokio::test]
    async fn all_rows_of_a_table_are_deleted_with_it() {
        let pool = SqlitePool::connect("sqlite::memory:").await.unwrap();
        crate::store::migrations::sqlite().run(&mut *pool.acquire().await.unwrap()).await.unwrap();
        let referring: Vec<String> = sqlx::query_scalar(
            "SELECT DISTINCT t.name FROM sqlite_schema t, pragma_table_info(t.name) c \
             WHERE t.type = 'table' AND c.name = 'table_id' AND t.name <> 'rating_history' \
             UNION SELECT t.name FROM sqlite_schema t, pragma_foreign_key_list(t.name) f \
             WHERE t.type = 'table' AND f.\"table\" = 'tables' AND t.name <> 'tables'",
        )
        .fetch_all(&pool)
        .await
        .unwrap();
        let referring: BTreeSet<&str> = referring.iter().map(String::as_str).collect();
        assert_eq!(referring, BTreeSet::from(OF_A_TABLE));
    }
}
