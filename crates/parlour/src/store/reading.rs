//! What is asked of the store.

use sqlx::Row;
use sqlx::sqlite::SqliteRow;
use table::{Bytes32, Seat};

use super::people::read_look;
use super::{Change, ChangeKind, Filed, Setup, Sitter, Store};
use crate::dealing::{Dealt, Part};
use crate::guest::Guest;
use crate::standing::Standing;

impl Store {
    /// How a table was set up.
    pub(crate) async fn setup(&self, table: &str) -> Result<Option<Setup>, sqlx::Error> {
        let row = sqlx::query("SELECT * FROM tables WHERE id = ?")
            .bind(table)
            .fetch_optional(&self.readers)
            .await?;
        row.as_ref().map(read_setup).transpose()
    }

    /// Who sits at a table, seat by seat.
    pub(crate) async fn sitters(&self, table: &str) -> Result<Vec<Sitter>, sqlx::Error> {
        let rows = sqlx::query("SELECT * FROM seats WHERE table_id = ? ORDER BY seat")
            .bind(table)
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(read_sitter).collect()
    }

    /// What people have promised and added to the deal of a table that has not begun.
    pub(crate) async fn parts(&self, table: &str) -> Result<Vec<Part>, sqlx::Error> {
        let rows = sqlx::query("SELECT guest, hash, share FROM shares WHERE table_id = ?")
            .bind(table)
            .fetch_all(&self.readers)
            .await?;
        rows.iter().map(read_part).collect()
    }

    /// The changes of a table after the first `known`.
    pub(crate) async fn changes(
        &self,
        table: &str,
        known: u64,
    ) -> Result<Vec<Change>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT seat, kind, action, client_id, at, time FROM changes \
             WHERE table_id = ? AND seq > ? ORDER BY seq",
        )
        .bind(table)
        .bind(known.cast_signed())
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(read_change).collect()
    }

    /// The table of a table's rematch.
    pub(crate) async fn rematch(&self, table: &str) -> Result<Option<String>, sqlx::Error> {
        sqlx::query_scalar("SELECT id FROM tables WHERE rematch_of = ?")
            .bind(table)
            .fetch_optional(&self.readers)
            .await
    }

    /// The tables at which a guest sits, latest change first, at most `limit`.
    pub(crate) async fn tables_of(
        &self,
        guest: Guest,
        limit: u32,
    ) -> Result<Vec<Filed>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT tables.*, changes.at, changes.standing AS last FROM tables \
             LEFT JOIN changes ON changes.table_id = tables.id AND changes.seq = \
             (SELECT MAX(seq) FROM changes WHERE table_id = tables.id) \
             WHERE tables.id IN (SELECT table_id FROM seats WHERE guest = ?) \
             AND NOT tables.cancelled ORDER BY COALESCE(changes.at, tables.created) DESC LIMIT ?",
        )
        .bind(guest.0.as_slice())
        .bind(limit)
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(read_filed).collect()
    }

    /// A table as it stands.
    pub(crate) async fn filed(&self, table: &str) -> Result<Option<Filed>, sqlx::Error> {
        let row = sqlx::query(
            "SELECT tables.*, changes.at, changes.standing AS last FROM tables \
             LEFT JOIN changes ON changes.table_id = tables.id AND changes.seq = \
             (SELECT MAX(seq) FROM changes WHERE table_id = tables.id) WHERE tables.id = ?",
        )
        .bind(table)
        .fetch_optional(&self.readers)
        .await?;
        row.as_ref().map(read_filed).transpose()
    }

    /// How a table stood before any change and after each; unknown where an older program did
    /// not store it.
    pub(crate) async fn standings(
        &self,
        table: &str,
    ) -> Result<Vec<Option<Standing>>, sqlx::Error> {
        let rows = sqlx::query(
            "SELECT 0 AS seq, standing FROM tables WHERE id = ? \
             UNION ALL SELECT seq, standing FROM changes WHERE table_id = ? ORDER BY seq",
        )
        .bind(table)
        .bind(table)
        .fetch_all(&self.readers)
        .await?;
        rows.iter().map(|row| read_standing(row, "standing")).collect()
    }

    /// The record of a play that has ended, as it is given out.
    pub(crate) async fn record(&self, table: &str) -> Result<Option<String>, sqlx::Error> {
        sqlx::query_scalar("SELECT record FROM records WHERE table_id = ?")
            .bind(table)
            .fetch_optional(&self.readers)
            .await
    }

    /// The tables at which time is limited by their terms: those that have begun and not ended,
    /// and those opened since then that wait.
    pub(crate) async fn with_clocks(&self, since: i64) -> Result<Vec<String>, sqlx::Error> {
        sqlx::query_scalar(
            "SELECT id FROM tables WHERE timed AND NOT cancelled \
             AND (begun IS NOT NULL OR created >= ?) \
             AND NOT EXISTS (SELECT 1 FROM records WHERE table_id = tables.id)",
        )
        .bind(since)
        .fetch_all(&self.readers)
        .await
    }

    /// How many tables a guest opened since then that have not begun, and that have not ended.
    pub(crate) async fn opened(&self, guest: Guest, since: i64) -> Result<(u32, u32), sqlx::Error> {
        let row = sqlx::query(
            "SELECT COALESCE(SUM(begun IS NULL), 0) AS waiting, COUNT(*) AS open FROM tables \
             WHERE opened_by = ? AND created >= ? AND NOT cancelled \
             AND NOT EXISTS (SELECT 1 FROM records WHERE table_id = tables.id)",
        )
        .bind(guest.0.as_slice())
        .bind(since)
        .fetch_one(&self.readers)
        .await?;
        Ok((row.try_get("waiting")?, row.try_get("open")?))
    }
}

fn read_setup(row: &SqliteRow) -> Result<Setup, sqlx::Error> {
    let read = |text| serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()));
    let position: Option<&str> = row.try_get("position")?;
    let terms: Option<&str> = row.try_get("terms")?;
    let terms = terms.map(serde_json::from_str).transpose();
    Ok(Setup {
        id: row.try_get("id")?,
        game: row.try_get("game")?,
        rules_version: row.try_get("rules_version")?,
        options: read(row.try_get("options")?)?,
        components: row.try_get("components")?,
        deal: read_deal(row)?,
        created: row.try_get("created")?,
        rematch_of: row.try_get("rematch_of")?,
        program: row.try_get("program")?,
        opened_by: row.try_get::<Option<Vec<u8>>, _>("opened_by")?.map(read_guest).transpose()?,
        position: position.map(read).transpose()?,
        terms: terms.map_err(|error| sqlx::Error::Decode(error.into()))?.unwrap_or_default(),
        begun_at: row.try_get::<Option<i64>, _>("begun")?.unwrap_or_default(),
        cancelled: row.try_get("cancelled")?,
        arranged: row.try_get::<i64, _>("arranged")?.cast_unsigned(),
    })
}

/// A table has begun when its secret is part of its deal.
fn read_deal(row: &SqliteRow) -> Result<Dealt, sqlx::Error> {
    if let Some(secret) = row.try_get::<Option<&[u8]>, _>("secret")? {
        return read_bytes(secret).map(Dealt::Not);
    }
    let deal: Option<&str> = row.try_get("deal")?;
    let read = |text| serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()));
    let seed = row.try_get::<i64, _>("seed")?.cast_unsigned();
    Ok(Dealt::Yes(seed, deal.map(read).transpose()?))
}

fn read_bytes(bytes: &[u8]) -> Result<Bytes32, sqlx::Error> {
    bytes.try_into().map(Bytes32).map_err(|_| decode("a secret, a hash and a share are 32 bytes"))
}

fn read_part(row: &SqliteRow) -> Result<Part, sqlx::Error> {
    let share: Option<&[u8]> = row.try_get("share")?;
    Ok(Part {
        guest: read_guest(row.try_get("guest")?)?,
        hash: read_bytes(row.try_get("hash")?)?,
        share: share.map(read_bytes).transpose()?,
    })
}

fn read_filed(row: &SqliteRow) -> Result<Filed, sqlx::Error> {
    let setup = read_setup(row)?;
    let changed: Option<i64> = row.try_get("at")?;
    let standing = read_standing(row, if changed.is_some() { "last" } else { "standing" })?;
    Ok(Filed { changed: changed.unwrap_or(setup.created), setup, standing })
}

fn read_standing(row: &SqliteRow, column: &str) -> Result<Option<Standing>, sqlx::Error> {
    let text: Option<&str> = row.try_get(column)?;
    let read = |text| serde_json::from_str(text).map_err(|error| sqlx::Error::Decode(error.into()));
    text.map(read).transpose()
}

pub(super) fn read_guest(bytes: Vec<u8>) -> Result<Guest, sqlx::Error> {
    bytes.try_into().map(Guest).map_err(|_| decode("a guest is 32 bytes"))
}

fn read_sitter(row: &SqliteRow) -> Result<Sitter, sqlx::Error> {
    let guest: Option<Vec<u8>> = row.try_get("guest")?;
    let bot: Option<String> = row.try_get("bot")?;
    Ok(match (guest, bot) {
        (_, Some(bot)) => Sitter::Bot { bot },
        (Some(guest), None) => Sitter::Person {
            guest: read_guest(guest)?,
            name: row.try_get("name")?,
            look: read_look(row)?,
        },
        (None, None) => Sitter::Nobody,
    })
}

fn read_change(row: &SqliteRow) -> Result<Change, sqlx::Error> {
    let kind = ChangeKind::read(row.try_get("kind")?, row.try_get("action")?)
        .ok_or_else(|| decode("a change is of a known kind"))?;
    let seat = Seat(row.try_get("seat")?);
    Ok(Change {
        seat,
        kind,
        client_id: row.try_get("client_id")?,
        at: row.try_get("at")?,
        time: row.try_get("time")?,
    })
}

pub(super) fn decode(why: &'static str) -> sqlx::Error {
    sqlx::Error::Decode(why.into())
}
