//! The servers on one database, and the leases by which each table belongs to one of them.

use serde::{Deserialize, Serialize};

use super::database::{Dialect, Query, Row, Sql, query};
use super::handle::Store;
use super::rows::{read, to_json};

/// Milliseconds after its last heartbeat for which a server counts as alive.
pub(crate) const ALIVE: i64 = 2_000;

/// A server as other servers see it. Its id is new with each start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Registered {
    pub(crate) id: String,
    /// True if the server has sent a heartbeat within [`ALIVE`].
    pub(crate) alive: bool,
    /// True if the server uses a message bus, so that it may run beside others.
    pub(crate) bus: bool,
    /// True if the server is currently disconnected from the message bus.
    pub(crate) deaf: bool,
}

/// The result of a heartbeat.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Heartbeat {
    /// Service time, in milliseconds.
    pub(crate) time: i64,
    /// The current time by the database's clock, in milliseconds since 1970.
    pub(crate) day: i64,
}

/// The lease of a table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lease {
    /// The id of the server that holds the lease; empty if none does.
    pub(crate) server: String,
    /// The fencing number, which grows with each server that acquires the lease.
    pub(crate) fence: i64,
    /// The seats' drafts at the time when the last person disconnected.
    pub(crate) drafts: Option<KeptDrafts>,
}

/// The drafts of the seats' pending decisions at a table without connected people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct KeptDrafts {
    /// The version of the match that the drafts belong to.
    pub(crate) version: u64,
    /// The text of each seat's draft.
    pub(crate) drafts: Vec<Option<String>>,
}

/// The versions of a table and the server that holds its lease.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reached {
    pub(crate) table: String,
    /// The number of changes.
    pub(crate) version: u64,
    /// The number of changes to seats, options and settings.
    pub(crate) arranged: u64,
    /// The id of the server that holds the lease; empty if none does.
    pub(crate) home: String,
}

impl Store {
    /// Records a server's heartbeat and its service time. Returns the largest service time of all servers.
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

    /// Records that a server has stopped.
    pub(crate) async fn mark_stopped(&self, server: &str) -> Result<(), sqlx::Error> {
        let stopped = query("UPDATE servers SET beat = 0 WHERE id = $1").bind(server);
        stopped.execute(&mut *self.pool()).await.map(drop)
    }

    /// All servers that are alive or still hold leases.
    pub(crate) async fn servers(&self) -> Result<Vec<Registered>, sqlx::Error> {
        all(&mut *self.pool(), self.dialect()).await
    }

    /// Deletes a server that is not alive and holds no leases, and empty leases left by older programs.
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

    /// Acquires the lease of a table unless another live server with connected people holds it. Returns the
    /// lease that is now in force.
    pub(crate) async fn acquire_lease(
        &self,
        table: &str,
        server: &str,
    ) -> Result<Lease, sqlx::Error> {
        loop {
            // None if another server released the table at this moment.
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
        // A released lease leaves no row. A new fencing number starts with the current time, so it is greater
        // than earlier ones.
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
            drafts: drafts.as_deref().map(read).transpose()?,
        }))
    }

    /// Releases the lease of a table, if it still has this fencing number.
    pub(crate) async fn release(&self, table: &str, fence: i64) -> Result<(), sqlx::Error> {
        query("DELETE FROM homes WHERE table_id = $1 AND fence = $2")
            .bind(table)
            .bind(fence)
            .execute(&mut *self.pool())
            .await
            .map(drop)
    }

    /// Marks a lease as idle: this server keeps the table because a clock is running, but a server with
    /// connected people may take it over.
    pub(crate) async fn idle(
        &self,
        table: &str,
        fence: i64,
        drafts: &KeptDrafts,
    ) -> Result<(), sqlx::Error> {
        query("UPDATE homes SET idle = TRUE, drafts = $1 WHERE table_id = $2 AND fence = $3")
            .bind(to_json(drafts))
            .bind(table)
            .bind(fence)
            .execute(&mut *self.pool())
            .await
            .map(drop)
    }

    /// The tables whose leases a server holds, with their fencing numbers; at most `limit`.
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

    /// Records that people at these tables are connected to a server that does not hold their leases.
    pub(crate) async fn visit(&self, tables: &[String]) -> Result<(), sqlx::Error> {
        let day = self.dialect().day;
        let text = format!("UPDATE homes SET visited = {day} WHERE table_id IN (");
        query(text).list(tables).execute(&mut *self.pool()).await.map(drop)
    }

    /// The tables leased by a server that had people connected to another server within the last `within`
    /// milliseconds.
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

    /// The versions of these tables and the servers that hold their leases.
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

/// All servers; see [`Store::servers`].
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
    /// Appends all values as parameters, and the bracket that closes their list.
    fn list(mut self, values: &[String]) -> Query {
        for place in 1..=values.len() {
            let comma = if place == 1 { "" } else { ", " };
            self = self.and(&format!("{comma}${place}"));
        }
        let listed = values.iter().fold(self, |query, value| query.bind(value));
        listed.and(")")
    }
}
