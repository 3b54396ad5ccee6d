//! Queries about tables.

use session::guest::Guest;
use session::table::change::Change;
use session::table::seed::Contribution;
use session::table::setup::{Sitter, TableSetup};
use session::table::summary::TableSummary;

use super::database::query;
use super::handle::Store;
use super::rows::{
    StoredTableRow, read_change, read_filed, read_part, read_setup, read_sitter, read_standing,
};

impl Store {
    /// The setup of a table, such as its game and settings; `None` if the table does not exist.
    pub(crate) async fn setup(&self, table: &str) -> Result<Option<TableSetup>, sqlx::Error> {
        let row = query("SELECT * FROM tables WHERE id = $1")
            .bind(table)
            .first(&mut *self.pool())
            .await?;
        row.as_ref().map(read_setup).transpose()
    }

    /// The occupants of a table's seats, in the order of the seats.
    pub(crate) async fn sitters(&self, table: &str) -> Result<Vec<Sitter>, sqlx::Error> {
        let rows = query("SELECT * FROM seats WHERE table_id = $1 ORDER BY seat")
            .bind(table)
            .all(&mut *self.pool())
            .await?;
        rows.iter().map(read_sitter).collect()
    }

    /// The guests' commitments to shares of the seed, and the revealed shares, of a table whose match has not
    /// started.
    pub(crate) async fn parts(&self, table: &str) -> Result<Vec<Contribution>, sqlx::Error> {
        let rows = query("SELECT guest, hash, share, void FROM shares WHERE table_id = $1")
            .bind(table)
            .all(&mut *self.pool())
            .await?;
        rows.iter().map(read_part).collect()
    }

    /// The changes of a table, except the first `known` ones.
    pub(crate) async fn changes(
        &self,
        table: &str,
        known: u64,
    ) -> Result<Vec<Change>, sqlx::Error> {
        let rows = query(
            "SELECT seat, kind, action, client_id, at, time FROM changes \
             WHERE table_id = $1 AND seq > $2 ORDER BY seq",
        )
        .bind(table)
        .bind(known.cast_signed())
        .all(&mut *self.pool())
        .await?;
        rows.iter().map(read_change).collect()
    }

    /// The id of the table that is the rematch of this table, if there is one.
    pub(crate) async fn rematch(&self, table: &str) -> Result<Option<String>, sqlx::Error> {
        query("SELECT id FROM tables WHERE rematch_of = $1")
            .bind(table)
            .scalar(&mut *self.pool())
            .await
    }

    /// The tables at which a guest has a seat, most recently changed first; at most `limit`.
    pub(crate) async fn tables_of(
        &self,
        guest: Guest,
        limit: u32,
    ) -> Result<Vec<StoredTableRow>, sqlx::Error> {
        let rows = query(
            "SELECT tables.*, changes.at, changes.standing AS last FROM tables \
             LEFT JOIN changes ON changes.table_id = tables.id AND changes.seq = \
             (SELECT MAX(seq) FROM changes WHERE table_id = tables.id) \
             WHERE tables.id IN (SELECT table_id FROM seats WHERE guest = $1) \
             AND NOT tables.cancelled ORDER BY COALESCE(changes.at, tables.created) DESC LIMIT $2",
        )
        .bind(guest.0.as_slice())
        .bind(limit)
        .all(&mut *self.pool())
        .await?;
        rows.iter().map(read_filed).collect()
    }

    /// The stored data of a table with its latest summary; `None` if the table does not exist.
    pub(crate) async fn row(&self, table: &str) -> Result<Option<StoredTableRow>, sqlx::Error> {
        let row = query(
            "SELECT tables.*, changes.at, changes.standing AS last FROM tables \
             LEFT JOIN changes ON changes.table_id = tables.id AND changes.seq = \
             (SELECT MAX(seq) FROM changes WHERE table_id = tables.id) WHERE tables.id = $1",
        )
        .bind(table)
        .first(&mut *self.pool())
        .await?;
        row.as_ref().map(read_filed).transpose()
    }

    /// The summaries of a table: before any change, and after each change. `None` where an older program did
    /// not store one.
    pub(crate) async fn summaries(
        &self,
        table: &str,
    ) -> Result<Vec<Option<TableSummary>>, sqlx::Error> {
        let rows = query(
            "SELECT 0 AS seq, standing FROM tables WHERE id = $1 \
             UNION ALL SELECT seq, standing FROM changes WHERE table_id = $2 ORDER BY seq",
        )
        .bind(table)
        .bind(table)
        .all(&mut *self.pool())
        .await?;
        rows.iter().map(|row| read_standing(row, "standing")).collect()
    }

    /// The public record of a finished match; `None` if it is not stored.
    pub(crate) async fn record(&self, table: &str) -> Result<Option<String>, sqlx::Error> {
        query("SELECT record FROM records WHERE table_id = $1")
            .bind(table)
            .scalar(&mut *self.pool())
            .await
    }

    /// The ids of unfinished tables with a time control: all whose match has started, and those created since
    /// `since` (milliseconds since 1970) whose match has not.
    pub(crate) async fn with_clocks(&self, since: i64) -> Result<Vec<String>, sqlx::Error> {
        query(
            "SELECT id FROM tables WHERE timed AND NOT cancelled \
             AND (begun IS NOT NULL OR created >= $1) \
             AND NOT EXISTS (SELECT 1 FROM records WHERE table_id = tables.id)",
        )
        .bind(since)
        .scalars(&mut *self.pool())
        .await
    }

    /// Two numbers of the tables that a guest has created since `since` (milliseconds since 1970): those
    /// whose match has not started, and those whose match has not ended (including the former).
    pub(crate) async fn opened(&self, guest: Guest, since: i64) -> Result<(u32, u32), sqlx::Error> {
        let row = query(
            "SELECT COUNT(*) FILTER (WHERE begun IS NULL) AS waiting, COUNT(*) AS open FROM tables \
             WHERE opened_by = $1 AND created >= $2 AND NOT cancelled \
             AND NOT EXISTS (SELECT 1 FROM records WHERE table_id = tables.id)",
        )
        .bind(guest.0.as_slice())
        .bind(since)
        .one(&mut *self.pool())
        .await?;
        Ok((row.number("waiting")?, row.number("open")?))
    }
}
