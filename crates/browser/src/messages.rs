//! The messages between a page's worker and the engine.

use serde::{Deserialize, Serialize};
use session::protocol::TableCard;
use ts_rs::TS;

/// An input of the engine.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "type")]
#[ts(export, export_to = "browser.ts")]
#[expect(clippy::large_enum_variant, reason = "values live for one call")]
pub enum Input {
    /// A request of the page, as it would send it to a server.
    Request {
        /// The number of the request, repeated in the reply.
        id: u32,
        /// The HTTP method.
        method: String,
        /// The path with its query, such as `/api/games/kokyu/rules`.
        path: String,
        /// The body; empty if there is none.
        body: String,
    },
    /// A table from the storage: the answer to `read`, or the newest state after another tab has changed it.
    Load {
        /// The table.
        table: StoredLocalTable,
    },
    /// The storage has no such table: the answer to `read`.
    Missing {
        /// The table's id.
        table: String,
    },
    /// Removes a table from memory.
    Unload {
        /// The table's id.
        table: String,
    },
    /// A client connects to a table.
    Connect {
        /// The table's id.
        table: String,
        /// The number of the client.
        client: u32,
        /// The query of the address, such as `seen=3&seat=1`.
        query: String,
    },
    /// A client's message: a `ToServer` as JSON.
    Message {
        /// The number of the client.
        client: u32,
        /// The message.
        text: String,
    },
    /// A client has disconnected.
    Disconnect {
        /// The number of the client.
        client: u32,
    },
    /// The outcome of a `store`.
    Stored {
        /// The number of the write.
        write: u32,
        /// The outcome.
        result: StoreResult,
    },
    /// The progress of a job.
    Progress {
        /// The number of the job.
        job: u32,
        /// The number of finished parts.
        done: u32,
        /// The number of all parts.
        of: u32,
    },
    /// The end of a job.
    Thought {
        /// The number of the job.
        job: u32,
        /// The result, as JSON; null if the worker failed.
        result: Option<String>,
    },
    /// The time of the last `wake` has come.
    Time,
}

/// The outcome of a write to the storage.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "browser.ts")]
pub enum StoreResult {
    /// It is stored.
    Ok,
    /// The stored table has other versions than expected: another tab has changed it.
    Conflict,
    /// It could not be stored.
    Failed,
}

/// A request of the engine to the page.
#[derive(Clone, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "type")]
#[ts(export, export_to = "browser.ts")]
#[expect(clippy::large_enum_variant, reason = "values live for one call")]
pub enum Effect {
    /// Answers a request.
    Reply {
        /// The number of the request.
        id: u32,
        /// The HTTP status.
        status: u16,
        /// The body, as JSON.
        body: String,
    },
    /// Sends a message to clients.
    Send {
        /// The numbers of the clients.
        clients: Vec<u32>,
        /// A `ToClient` as JSON.
        text: String,
    },
    /// Refuses a client that wants to connect.
    Refuse {
        /// The number of the client.
        client: u32,
        /// The HTTP status.
        status: u16,
        /// The error, as JSON.
        body: String,
    },
    /// Stores a table and a change of its match, in one transaction, and answers `stored`.
    Store {
        /// The number of the write.
        write: u32,
        /// The table's id.
        table: String,
        /// The versions that the stored table must have; null if there must be none.
        known: Option<Versions>,
        /// The new row.
        row: LocalTableRow,
        /// The change with the number `row.version`, if there is one.
        change: Option<String>,
    },
    /// Reads a table from the storage, and answers `load` or `missing`.
    Read {
        /// The table's id.
        table: String,
    },
    /// Gives a job to a bot worker, and answers `thought`.
    Think {
        /// The number of the job.
        job: u32,
        /// The job, as JSON.
        request: String,
    },
    /// The result of a job is not needed any more. It is not answered.
    Cancel {
        /// The number of the job.
        job: u32,
    },
    /// Calls with `time` at this time; replaces the time of an earlier `wake`.
    Wake {
        /// Milliseconds since 1970; null for never.
        #[ts(type = "number | null")]
        at: Option<i64>,
    },
}

/// The numbers of changes of a table.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "browser.ts")]
pub struct Versions {
    /// The number of changes of the match.
    #[ts(type = "number")]
    pub version: u64,
    /// The number of changes of seats, options and settings.
    #[ts(type = "number")]
    pub arranged: u64,
}

/// The row of a table in the storage.
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "browser.ts")]
pub struct LocalTableRow {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The versions of the table.
    #[serde(flatten)]
    pub versions: Versions,
    /// Time of the last change, in milliseconds since 1970.
    #[ts(type = "number")]
    pub changed: i64,
    /// The entry in the list of tables; null if the table is not listed.
    #[serde(skip_deserializing)]
    pub card: Option<TableCard>,
    /// The setup of the table. It has a meaning only for the engine.
    pub data: String,
}

/// A table from the storage.
#[derive(Clone, Debug, Deserialize, TS)]
#[ts(export, export_to = "browser.ts")]
pub struct StoredLocalTable {
    /// The table's row.
    pub row: LocalTableRow,
    /// The changes 1 to `row.version`, in order.
    pub changes: Vec<String>,
}
