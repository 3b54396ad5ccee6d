//! Deleting old tables and compacting finished games. The triggers of the database allow deletions in
//! no other way.

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
    /// Milliseconds since 1970 when it was opened.
    pub(crate) created: i64,
    /// Milliseconds since 1970 of its last change, or when it was opened.
    pub(crate) changed: i64,
    /// Returns true if its game has begun.
    pub(crate) begun: bool,
    /// Returns true if it was cancelled before its game began.
    pub(crate) cancelled: bool,
    /// Returns true if time is limited there: then the clock ends the game.
    pub(crate) timed: bool,
    /// Returns true if its result has yet to be counted for the ratings.
    pub(crate) uncounted: bool,
    /// Returns true if its record is stored.
    pub(crate) recorded: bool,
    /// Returns true if the game is compacted.
    pub(crate) compacted: bool,
    /// Returns true if a server has it in memory that is connected to the database.
    pub(crate) held: bool,
    /// Summary after the last change; none if an older program wrote it.
    pub(crate) summary: Option<TableSummary>,
    /// The state it was read in.
    pub(crate) condition: Condition,
}

/// The state of a table in which it may be deleted or compacted.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Condition {
    /// Number of changes.
    pub(crate) version: u64,
    /// Number of arrangements.
    pub(crate) arranged: u64,
}

/// Database tables whose rows belong to a table of the server, by `table_id`, in the order in which
/// they are deleted.
pub(super) const OF_A_TABLE: [&str; 6] =
    ["changes", "records", "seats", "shares", "counted", "homes"];

impl Store {
    /// Facts about tables that are compacted or not, in the order in which they were opened, after
    /// the one opened `after` (time and id); at most `limit`.
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

/// Keeps the record and the last change of a finished game and nothing else of its changes.
/// [`WriteResult::Conflict`]: there are more changes by now, or it is compacted.
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

/// Deletes a table with everything that belongs to it. [`WriteResult::Conflict`]: it has changed
/// meanwhile.
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
        let gone = query(format!("DELETE FROM {rows} WHERE table_id = $1")).bind(table);
        gone.execute(&mut *sql).await?;
    }
    for gone in [
        "UPDATE tables SET rematch_of = NULL WHERE rematch_of = $1",
        "DELETE FROM tables WHERE id = $1",
    ] {
        query(gone).bind(table).execute(&mut *sql).await?;
    }
    Ok(WriteResult::Yes)
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use sqlx::sqlite::SqlitePool;

    use super::*;

    /// The rating history outlives tables: it is deleted with its person.
    #[tokio::test]
    async fn whatever_refers_to_a_table_is_deleted_with_it() {
        let pool = SqlitePool::connect("sqlite::memory:").await.unwrap();
        crate::store::migrations::sqlite().run(&mut *pool.acquire().await.unwrap()).await.unwrap();
        let there: Vec<String> = sqlx::query_scalar(
            "SELECT DISTINCT t.name FROM sqlite_schema t, pragma_table_info(t.name) c \
             WHERE t.type = 'table' AND c.name = 'table_id' AND t.name <> 'rating_history' \
             UNION SELECT t.name FROM sqlite_schema t, pragma_foreign_key_list(t.name) f \
             WHERE t.type = 'table' AND f.\"table\" = 'tables' AND t.name <> 'tables'",
        )
        .fetch_all(&pool)
        .await
        .unwrap();
        let there: BTreeSet<&str> = there.iter().map(String::as_str).collect();
        assert_eq!(there, BTreeSet::from(OF_A_TABLE));
    }
}
