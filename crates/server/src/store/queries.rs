//! Read queries of the store.

use serde::de::DeserializeOwned;
use zashiki_core::{Bytes32, Seat};

use super::database::{Row, query};
use super::users::read_look;
use super::{Store, StoredTableRow};
use crate::table::change::{Change, ChangeKind};
use crate::table::seed::{Contribution, SeedState};
use crate::table::setup::{Sitter, TableSetup};
use crate::table::summary::TableSummary;
use crate::users::guest::Guest;

impl Store {
    /// The setup of a table.
    pub(crate) async fn setup(&self, table: &str) -> Result<Option<TableSetup>, sqlx::Error> {
        let row = query("SELECT * FROM tables WHERE id = $1")
            .bind(table)
            .first(&mut *self.pool())
            .await?;
        row.as_ref().map(read_setup).transpose()
    }

    /// The occupants of a table's seats.
    pub(crate) async fn sitters(&self, table: &str) -> Result<Vec<Sitter>, sqlx::Error> {
        let rows = query("SELECT * FROM seats WHERE table_id = $1 ORDER BY seat")
            .bind(table)
            .all(&mut *self.pool())
            .await?;
        rows.iter().map(read_sitter).collect()
    }

    /// The people's contributions to the seed of a table that has not started.
    pub(crate) async fn parts(&self, table: &str) -> Result<Vec<Contribution>, sqlx::Error> {
        let rows = query("SELECT guest, hash, share, void FROM shares WHERE table_id = $1")
            .bind(table)
            .all(&mut *self.pool())
            .await?;
        rows.iter().map(read_part).collect()
    }

    /// The changes of a table after the first `known`.
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

    /// The id of a table's rematch.
    pub(crate) async fn rematch(&self, table: &str) -> Result<Option<String>, sqlx::Error> {
        query("SELECT id FROM tables WHERE rematch_of = $1")
            .bind(table)
            .scalar(&mut *self.pool())
            .await
    }

    /// The tables at which a guest has a seat, most recently changed first, at most `limit`.
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

    /// A table with its latest summary.
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

    /// The summaries of a table before any change and after each change; unknown where an older program did
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

    /// The public record of a finished match.
    pub(crate) async fn record(&self, table: &str) -> Result<Option<String>, sqlx::Error> {
        query("SELECT record FROM records WHERE table_id = $1")
            .bind(table)
            .scalar(&mut *self.pool())
            .await
    }

    /// The unfinished tables with a time control: those in progress, and those waiting that were created
    /// since `since`.
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

    /// The number of tables created by a guest since `since` that have not started, and that have not ended.
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

pub(super) fn read_setup(row: &Row) -> Result<TableSetup, sqlx::Error> {
    let position: Option<String> = row.get("position")?;
    let terms: Option<String> = row.get("terms")?;
    Ok(TableSetup {
        id: row.get("id")?,
        game: row.get("game")?,
        rules_version: row.number("rules_version")?,
        options: read(&row.get::<String>("options")?)?,
        components: row.get("components")?,
        deal: read_deal(row)?,
        created: row.get("created")?,
        rematch_of: row.get("rematch_of")?,
        program: row.get("program")?,
        opened_by: row.get::<Option<Vec<u8>>>("opened_by")?.map(read_guest).transpose()?,
        position: position.as_deref().map(read).transpose()?,
        terms: terms.as_deref().map(read).transpose()?.unwrap_or_default(),
        begun_at: row.get::<Option<i64>>("begun")?.unwrap_or_default(),
        cancelled: row.get("cancelled")?,
        arranged: row.get::<i64>("arranged")?.cast_unsigned(),
        compacted: row.get::<Option<i64>>("compacted")?.map(i64::cast_unsigned),
    })
}

/// The seed exchange of a table; it is finished once the secret is no longer stored separately.
fn read_deal(row: &Row) -> Result<SeedState, sqlx::Error> {
    if let Some(secret) = row.get::<Option<Vec<u8>>>("secret")? {
        return read_bytes(secret).map(SeedState::Not);
    }
    let deal: Option<String> = row.get("deal")?;
    let seed = row.get::<i64>("seed")?.cast_unsigned();
    Ok(SeedState::Yes(seed, deal.as_deref().map(read).transpose()?))
}

/// Parses a JSON column.
pub(super) fn read<T: DeserializeOwned>(json: &str) -> Result<T, sqlx::Error> {
    serde_json::from_str(json).map_err(|error| sqlx::Error::Decode(error.into()))
}

fn read_bytes(bytes: Vec<u8>) -> Result<Bytes32, sqlx::Error> {
    bytes.try_into().map(Bytes32).map_err(|_| decode("a secret, a hash and a share are 32 bytes"))
}

fn read_part(row: &Row) -> Result<Contribution, sqlx::Error> {
    let share: Option<Vec<u8>> = row.get("share")?;
    Ok(Contribution {
        guest: read_guest(row.get("guest")?)?,
        hash: read_bytes(row.get("hash")?)?,
        share: share.map(read_bytes).transpose()?,
        void: row.get("void")?,
    })
}

fn read_filed(row: &Row) -> Result<StoredTableRow, sqlx::Error> {
    let setup = read_setup(row)?;
    let changed: Option<i64> = row.get("at")?;
    let summary = read_standing(row, if changed.is_some() { "last" } else { "standing" })?;
    Ok(StoredTableRow { changed: changed.unwrap_or(setup.created), setup, summary })
}

pub(super) fn read_standing(row: &Row, column: &str) -> Result<Option<TableSummary>, sqlx::Error> {
    let text: Option<String> = row.get(column)?;
    text.as_deref().map(read).transpose()
}

pub(super) fn read_guest(bytes: Vec<u8>) -> Result<Guest, sqlx::Error> {
    bytes.try_into().map(Guest).map_err(|_| decode("a guest is 32 bytes"))
}

fn read_sitter(row: &Row) -> Result<Sitter, sqlx::Error> {
    let guest: Option<Vec<u8>> = row.get("guest")?;
    let bot: Option<String> = row.get("bot")?;
    Ok(match (guest, bot) {
        (Some(guest), bot) => Sitter::Person {
            guest: read_guest(guest)?,
            name: row.get("name")?,
            look: read_look(row)?,
            program: bot.is_some(),
        },
        (None, Some(bot)) => Sitter::Bot { bot },
        (None, None) => Sitter::Nobody,
    })
}

fn read_change(row: &Row) -> Result<Change, sqlx::Error> {
    let kind = ChangeKind::read(&row.get::<String>("kind")?, row.get("action")?)
        .ok_or_else(|| decode("a change is of a known kind"))?;
    let seat = Seat(row.number("seat")?);
    Ok(Change {
        seat,
        kind,
        client_id: row.get("client_id")?,
        at: row.get("at")?,
        time: row.get("time")?,
    })
}

pub(super) fn decode(why: &'static str) -> sqlx::Error {
    sqlx::Error::Decode(why.into())
}
