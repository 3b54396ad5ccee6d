//! Deletion of old tables and compaction of finished matches. The database's triggers permit deletions in no
//! other way.

use super::database::{Row, Sql, query};
use super::queries::read_standing;
use super::servers::ALIVE;
use super::{Store, WriteResult};
use crate::table::summary::TableSummary;

/// The facts about a table that decide whether it is kept.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Facts {
    /// Id of the table.
    pub(crate) table: String,
    /// Id of its game.
    pub(crate) game: String,
    /// Creation time, in milliseconds since 1970.
    pub(crate) created: i64,
    /// Time of the last change (or creation), in milliseconds since 1970.
    pub(crate) changed: i64,
    /// True if the match has started.
    pub(crate) begun: bool,
    /// True if the table was cancelled before the match started.
    pub(crate) cancelled: bool,
    /// True if the table has a time control, so that the clock ends the match.
    pub(crate) timed: bool,
    /// True if the result has yet to be counted for the ratings.
    pub(crate) uncounted: bool,
    /// True if the match's record is stored.
    pub(crate) recorded: bool,
    /// True if the match is compacted.
    pub(crate) compacted: bool,
    /// True if a running server holds the table in memory.
    pub(crate) held: bool,
    /// The summary after the last change; none if an older program wrote it.
    pub(crate) summary: Option<TableSummary>,
    /// The state of the table when these facts were read.
    pub(crate) condition: Condition,
}

/// A table's state, checked before it is deleted or compacted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Condition {
    /// The number of changes.
    pub(crate) version: u64,
    /// The number of changes to seats, options and settings.
    pub(crate) arranged: u64,
}

/// Database tables whose rows belong to a game table (by `table_id`), in order of deletion.
pub(super) const OF_A_TABLE: [&str; 6] =
    ["changes", "records", "seats", "shares", "counted", "homes"];

impl Store {
    /// Facts about compacted or uncompacted tables, in order of creation, after the one with this time and
    /// id; at most `limit`.
    pub(crate) async fn facts(
        &self,
        compacted: bool,
        after: (i64, &str),
        limit: u32,
    ) -> Result<Vec<Facts>, sqlx::Error> {
        let which = if compacted { "compacted IS NOT NULL" } else { "compacted IS NULL" };
        self.facts_where(&format!("{which} AND (created, id) > ($1, $2)"), after, limit).await
    }

    /// Facts about one table.
    pub(crate) async fn facts_of(&self, table: &str) -> Result<Option<Facts>, sqlx::Error> {
        let found = self.facts_where("created >= $1 AND id = $2", (i64::MIN, table), 1).await?;
        Ok(found.into_iter().next())
    }

    async fn facts_where(
        &self,
        condition: &str,
        (time, id): (i64, &str),
        limit: u32,
    ) -> Result<Vec<Facts>, sqlx::Error> {
        let day = self.dialect().day;
        let rows = query(format!(
            "SELECT id, game, created, secret IS NULL AS begun, cancelled, timed, arranged, \
             compacted IS NOT NULL AS compacted, COALESCE(seq, 0) AS version, \
             COALESCE(at, created) AS changed, \
             CASE WHEN seq IS NULL THEN tables.standing ELSE changes.standing END AS standing, \
             EXISTS (SELECT 1 FROM records WHERE table_id = id) AS recorded, \
             rated AND NOT EXISTS (SELECT 1 FROM counted WHERE table_id = id) AS uncounted, \
             EXISTS (SELECT 1 FROM homes JOIN servers ON servers.id = homes.server \
             WHERE homes.table_id = tables.id AND NOT idle AND beat > {day} - {ALIVE}) AS held \
             FROM tables LEFT JOIN changes ON table_id = id AND seq = \
             (SELECT MAX(seq) FROM changes WHERE table_id = id) \
             WHERE {condition} ORDER BY created, id LIMIT $3"
        ))
        .bind(time)
        .bind(id)
        .bind(limit)
        .all(&mut *self.pool())
        .await?;
        rows.iter().map(read_facts).collect()
    }
}

fn read_facts(row: &Row) -> Result<Facts, sqlx::Error> {
    Ok(Facts {
        table: row.get("id")?,
        game: row.get("game")?,
        created: row.get("created")?,
        changed: row.get("changed")?,
        begun: row.get("begun")?,
        cancelled: row.get("cancelled")?,
        timed: row.get("timed")?,
        uncounted: row.get("uncounted")?,
        recorded: row.get("recorded")?,
        compacted: row.get("compacted")?,
        held: row.get("held")?,
        summary: read_standing(row, "standing")?,
        condition: Condition { version: row.number("version")?, arranged: row.number("arranged")? },
    })
}

/// Reduces the stored changes of a finished match to the last one and its record. Returns
/// [`WriteResult::Conflict`] if there are more changes than `version`, or the match is compacted already.
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

/// Deletes a table with all its rows. Returns [`WriteResult::Conflict`] if it has changed since `condition`.
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

    /// The rating history is deleted with its person, not with its table.
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
