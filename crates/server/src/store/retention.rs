//! The stored facts about tables from which retention decides whether to delete or compact them.

use session::table::summary::TableSummary;

use super::database::{Row, query};
use super::handle::Store;
use super::removal::Condition;
use super::rows::read_standing;
use super::servers::ALIVE;

/// The stored facts about a table that decide whether it is kept, compacted or deleted.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Facts {
    /// Id of the table.
    pub(crate) table: String,
    /// Id of the game that is played at the table.
    pub(crate) game: String,
    /// Creation time, in milliseconds since 1970.
    pub(crate) created: i64,
    /// Time of the last change, or else of the creation, in milliseconds since 1970.
    pub(crate) changed: i64,
    /// True if the match has started.
    pub(crate) begun: bool,
    /// True if the table was cancelled before the match started.
    pub(crate) cancelled: bool,
    /// True if the table has a time control: then the clock ends the match even if nobody plays on.
    pub(crate) timed: bool,
    /// True if the result has not been applied to the ratings yet.
    pub(crate) uncounted: bool,
    /// True if the record of the match is stored.
    pub(crate) recorded: bool,
    /// True if the match is already compacted.
    pub(crate) compacted: bool,
    /// True if a running server has the table in memory.
    pub(crate) held: bool,
    /// The summary after the last change; `None` if an older program wrote the change.
    pub(crate) summary: Option<TableSummary>,
    /// The state of the table when these facts were read, to detect later changes.
    pub(crate) condition: Condition,
}

impl Store {
    /// The facts about at most `limit` tables, either compacted or not, in order of creation. Begins after
    /// the table with the creation time and id `after`.
    pub(crate) async fn facts(
        &self,
        compacted: bool,
        after: (i64, &str),
        limit: u32,
    ) -> Result<Vec<Facts>, sqlx::Error> {
        let which = if compacted { "compacted IS NOT NULL" } else { "compacted IS NULL" };
        self.facts_where(&format!("{which} AND (created, id) > ($1, $2)"), after, limit).await
    }

    /// The facts about one table; `None` if it does not exist.
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
