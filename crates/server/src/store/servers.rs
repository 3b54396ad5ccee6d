//! Storage of the servers that use one database, and of the leases by which each table belongs to one of
//! them.

use serde::{Deserialize, Serialize};

use super::database::{Dialect, Query, Row, Sql, query};
use super::handle::Store;
use super::rows::{read, to_json};

/// Time for which a server counts as alive after its last heartbeat, in milliseconds.
pub(crate) const ALIVE: i64 = 2_000;

/// A server as registered in the database. Its id is new with each start.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Registered {
    pub(crate) id: String,
    /// True if the server has sent a heartbeat within [`ALIVE`].
    pub(crate) alive: bool,
    /// True if the server uses a message bus, so that other servers may run at the same time.
    pub(crate) bus: bool,
    /// True if the server is currently disconnected from the message bus.
    pub(crate) deaf: bool,
}

/// The result of a heartbeat: the current times.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Heartbeat {
    /// Service time (total running time of the servers), in milliseconds.
    pub(crate) time: i64,
    /// The current time on the database's clock, in milliseconds since 1970.
    pub(crate) day: i64,
}

/// The lease of a table, by which one server runs the table.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Lease {
    /// The id of the server that holds the lease; empty if none does.
    pub(crate) server: String,
    /// The fencing number: it grows each time that another server acquires the lease, so that writes by
    /// earlier holders can be rejected.
    pub(crate) fence: i64,
    /// The seats' drafts (unfinished inputs), stored when the last person disconnected.
    pub(crate) drafts: Option<KeptDrafts>,
}

/// The drafts (unfinished inputs) for the seats' pending decisions at a table without connected people.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub(crate) struct KeptDrafts {
    /// The number of changes of the match when the drafts were made; they are valid only for this state.
    pub(crate) version: u64,
    /// For each seat, the text of its draft, if any.
    pub(crate) drafts: Vec<Option<String>>,
}

/// The current numbers of changes of a table, and the server that holds its lease.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Reached {
    pub(crate) table: String,
    /// The number of changes at the table.
    pub(crate) version: u64,
    /// The number of changes to the table's seats, options and settings.
    pub(crate) arranged: u64,
    /// The id of the server that holds the lease; empty if none does.
    pub(crate) home: String,
}

impl Store {
    /// Stores a server's heartbeat and its service time. Returns the largest service time of all servers, and
    /// the time of day.
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

    /// Stores that a server has stopped, so that it no longer counts as alive.
    pub(crate) async fn mark_stopped(&self, server: &str) -> Result<(), sqlx::Error> {
        let stopped = query("UPDATE servers SET beat = 0 WHERE id = $1").bind(server);
        stopped.execute(&mut *self.pool()).await.map(drop)
    }

    /// All registered servers: those that are alive, and those that still hold leases.
    pub(crate) async fn servers(&self) -> Result<Vec<Registered>, sqlx::Error> {
        all(&mut *self.pool(), self.dialect()).await
    }

    /// Deletes a server if it is not alive and holds no leases. Also deletes leases without a server, which
    /// older programs left.
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

    /// Acquires the lease of a table, unless another live server to which people are connected holds it.
    /// Returns the lease that is in force afterwards.
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

    /// Releases the lease of a table if its fencing number is still `fence`.
    pub(crate) async fn release(&self, table: &str, fence: i64) -> Result<(), sqlx::Error> {
        query("DELETE FROM homes WHERE table_id = $1 AND fence = $2")
            .bind(table)
            .bind(fence)
            .execute(&mut *self.pool())
            .await
            .map(drop)
    }

    /// Marks a lease as idle, and stores the drafts: nobody at the table is connected to the server that
    /// holds the lease, which keeps it because a clock is running. Another server to which people are
    /// connected may take it over.
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

    /// The tables whose leases a server holds, each with its fencing number; at most `limit`.
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

    /// Stores the current time as the last time at which people at these tables were connected to a server
    /// that does not hold their leases.
    pub(crate) async fn visit(&self, tables: &[String]) -> Result<(), sqlx::Error> {
        let day = self.dialect().day;
        let text = format!("UPDATE homes SET visited = {day} WHERE table_id IN (");
        query(text).list(tables).execute(&mut *self.pool()).await.map(drop)
    }

    /// The tables leased by a server at which people were connected to another server within the last
    /// `within` milliseconds.
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

    /// For each of these tables, its current numbers of changes and the server that holds its lease.
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

/// All registered servers; see [`Store::servers`].
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
    /// Appends all values as parameters separated by commas, followed by a closing bracket.
    fn list(mut self, values: &[String]) -> Query {
        for place in 1..=values.len() {
            let comma = if place == 1 { "" } else { ", " };
            self = self.and(&format!("{comma}${place}"));
        }
        let listed = values.iter().fold(self, |query, value| query.bind(value));
        listed.and(")")
    }
}
