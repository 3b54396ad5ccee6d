//! The servers on one database, and which of them each table is at home with.

use serde::{Deserialize, Serialize};

use super::database::{Dialect, Query, Row, Sql, query};
use super::{Store, queries, writer};

/// For how many milliseconds after its last beat a server counts as there.
pub(crate) const ALIVE: i64 = 2_000;

/// A server as the others know it: another id with each start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Registered {
    pub(crate) id: String,
    /// Whether it is there: it has beaten within [`ALIVE`].
    pub(crate) alive: bool,
    /// Whether there may be others beside it.
    pub(crate) bus: bool,
    /// Whether the bus is away from it now.
    pub(crate) deaf: bool,
}

/// What a beat brings.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Heartbeat {
    /// The time of the house, in milliseconds.
    pub(crate) time: i64,
    /// The time of day by the database's clock, in milliseconds since 1970.
    pub(crate) day: i64,
}

/// Where a table is at home.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lease {
    /// The server; empty: none.
    pub(crate) server: String,
    /// Greater with each server that takes it.
    pub(crate) fence: i64,
    /// How far seats had come with their decisions when nobody was there any more.
    pub(crate) drafts: Option<KeptDrafts>,
}

/// How far the seats of a table had come with the decisions that were awaited of them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct KeptDrafts {
    /// The version of the play then.
    pub(crate) version: u64,
    /// The text of each seat's draft.
    pub(crate) drafts: Vec<Option<String>>,
}

/// How far a table has come.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reached {
    pub(crate) table: String,
    /// How many changes there are.
    pub(crate) version: u64,
    /// How often it was arranged anew.
    pub(crate) arranged: u64,
    /// The server with which it is at home; empty: none.
    pub(crate) home: String,
}

impl Store {
    /// A server says that it is there, and how far its time of the house has come. The time is that
    /// of who has come furthest.
    pub(crate) async fn send_heartbeat(
        &self,
        server: &str,
        (bus, deaf): (bool, bool),
        program: &str,
        time: i64,
    ) -> Result<Heartbeat, sqlx::Error> {
        let day = self.dialect().day;
        query(format!(
            "INSERT INTO servers (id, beat, bus, deaf, program) VALUES ($1, {day}, $2, $3, $4) \
             ON CONFLICT (id) DO UPDATE SET beat = excluded.beat, deaf = excluded.deaf"
        ))
        .bind(server)
        .bind(bus)
        .bind(deaf)
        .bind(program)
        .execute(&mut *self.pool())
        .await?;
        let row = query(format!(
            "UPDATE time SET time = CASE WHEN time > $1 THEN time ELSE $1 END \
             RETURNING time, {day} AS day"
        ))
        .bind(time)
        .one(&mut *self.pool())
        .await?;
        Ok(Heartbeat { time: row.get("time")?, day: row.get("day")? })
    }

    /// A server has closed.
    pub(crate) async fn gone(&self, server: &str) -> Result<(), sqlx::Error> {
        let gone = query("UPDATE servers SET beat = 0 WHERE id = $1").bind(server);
        gone.execute(&mut *self.pool()).await.map(drop)
    }

    /// All servers that are there, or still have tables.
    pub(crate) async fn servers(&self) -> Result<Vec<Registered>, sqlx::Error> {
        all(&mut *self.pool(), self.dialect()).await
    }

    /// Forgets a server that is not there and has no tables, and the leases that older programs left
    /// when they gave tables up.
    pub(crate) async fn forget_server(&self, server: &str) -> Result<(), sqlx::Error> {
        let day = self.dialect().day;
        query(format!(
            "DELETE FROM servers WHERE id = $1 AND beat <= {day} - {ALIVE} \
             AND NOT EXISTS (SELECT 1 FROM homes WHERE server = $1)"
        ))
        .bind(server)
        .execute(&mut *self.pool())
        .await?;
        let unused = query("DELETE FROM homes WHERE server = ''");
        unused.execute(&mut *self.pool()).await.map(drop)
    }

    /// Takes a table home, unless it is at home with another server that is there and has people
    /// there. Gives with whom it is at home now.
    pub(crate) async fn acquire_lease(
        &self,
        table: &str,
        server: &str,
    ) -> Result<Lease, sqlx::Error> {
        loop {
            // None where another server released the table at this moment.
            if let Some(lease) = self.try_to_acquire_lease(table, server).await? {
                return Ok(lease);
            }
        }
    }

    async fn try_to_acquire_lease(
        &self,
        table: &str,
        server: &str,
    ) -> Result<Option<Lease>, sqlx::Error> {
        let day = self.dialect().day;
        // A lease that was released leaves no row. Its fence is greater than those before it since
        // it begins with the time.
        query(format!(
            "INSERT INTO homes (table_id, server, fence) VALUES ($1, $2, {day}) \
             ON CONFLICT (table_id) DO UPDATE \
             SET server = excluded.server, fence = homes.fence + 1, idle = FALSE \
             WHERE homes.idle OR (homes.server <> excluded.server AND NOT EXISTS \
             (SELECT 1 FROM servers WHERE id = homes.server AND beat > {day} - {ALIVE}))"
        ))
        .bind(table)
        .bind(server)
        .execute(&mut *self.pool())
        .await?;
        let row = query("SELECT server, fence, drafts FROM homes WHERE table_id = $1")
            .bind(table)
            .first(&mut *self.pool())
            .await?;
        let Some(row) = row else { return Ok(None) };
        let drafts: Option<String> = row.get("drafts")?;
        Ok(Some(Lease {
            server: row.get("server")?,
            fence: row.get("fence")?,
            drafts: drafts.as_deref().map(queries::read).transpose()?,
        }))
    }

    /// Gives a table up that was taken home under this number: it is at home nowhere.
    pub(crate) async fn release(&self, table: &str, fence: i64) -> Result<(), sqlx::Error> {
        query("DELETE FROM homes WHERE table_id = $1 AND fence = $2")
            .bind(table)
            .bind(fence)
            .execute(&mut *self.pool())
            .await
            .map(drop)
    }

    /// A table that was taken home under this number stays there, since a clock runs, but whoever has
    /// people there may take it.
    pub(crate) async fn idle(
        &self,
        table: &str,
        fence: i64,
        drafts: &KeptDrafts,
    ) -> Result<(), sqlx::Error> {
        query("UPDATE homes SET idle = TRUE, drafts = $1 WHERE table_id = $2 AND fence = $3")
            .bind(writer::written_down(drafts))
            .bind(table)
            .bind(fence)
            .execute(&mut *self.pool())
            .await
            .map(drop)
    }

    /// The tables that are at home with a server, at most `limit`, and under which number.
    pub(crate) async fn holds_lease(
        &self,
        server: &str,
        limit: u32,
    ) -> Result<Vec<(String, i64)>, sqlx::Error> {
        let rows = query("SELECT table_id, fence FROM homes WHERE server = $1 LIMIT $2")
            .bind(server)
            .bind(limit)
            .all(&mut *self.pool())
            .await?;
        rows.iter().map(|row| Ok((row.get("table_id")?, row.get("fence")?))).collect()
    }

    /// Notes that people are at these tables who are connected to a server with which they are not
    /// at home.
    pub(crate) async fn visit(&self, tables: &[String]) -> Result<(), sqlx::Error> {
        let day = self.dialect().day;
        let text = format!("UPDATE homes SET visited = {day} WHERE table_id IN (");
        query(text).list(tables).execute(&mut *self.pool()).await.map(drop)
    }

    /// The tables at home with a server at which another one had people within so many milliseconds.
    pub(crate) async fn visited(
        &self,
        server: &str,
        within: i64,
    ) -> Result<Vec<String>, sqlx::Error> {
        let day = self.dialect().day;
        query(format!("SELECT table_id FROM homes WHERE server = $1 AND visited > {day} - $2"))
            .bind(server)
            .bind(within)
            .scalars(&mut *self.pool())
            .await
    }

    /// How far these tables have come.
    pub(crate) async fn reached(&self, tables: &[String]) -> Result<Vec<Reached>, sqlx::Error> {
        let text = "SELECT id, arranged, (SELECT COALESCE(MAX(seq), 0) FROM changes \
                    WHERE table_id = tables.id) AS version, COALESCE((SELECT server FROM homes \
                    WHERE table_id = tables.id), '') AS home FROM tables WHERE id IN (";
        let rows = query(text).list(tables).all(&mut *self.pool()).await?;
        let reached = |row: &Row| {
            Ok(Reached {
                table: row.get("id")?,
                version: row.number("version")?,
                arranged: row.number("arranged")?,
                home: row.get("home")?,
            })
        };
        rows.iter().map(reached).collect()
    }
}

/// See [`Store::servers`].
pub(super) async fn all(
    sql: &mut dyn Sql,
    dialect: &Dialect,
) -> Result<Vec<Registered>, sqlx::Error> {
    let day = dialect.day;
    let all = query(format!(
        "SELECT id, beat > {day} - {ALIVE} AS alive, bus, deaf FROM servers ORDER BY id"
    ));
    let registered = |row: &Row| {
        Ok(Registered {
            id: row.get("id")?,
            alive: row.get("alive")?,
            bus: row.get("bus")?,
            deaf: row.get("deaf")?,
        })
    };
    all.all(sql).await?.iter().map(registered).collect()
}

impl Query {
    /// With all of these as parameters, and the bracket that closes their list.
    fn list(mut self, values: &[String]) -> Query {
        for place in 1..=values.len() {
            let comma = if place == 1 { "" } else { ", " };
            self = self.and(&format!("{comma}${place}"));
        }
        let listed = values.iter().fold(self, |query, value| query.bind(value));
        listed.and(")")
    }
}
