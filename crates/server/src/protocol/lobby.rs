//! Wire types of the lobby and of quick starts.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use session::protocol::SeatState;
use session::protocol::Terms;
use ts_rs::TS;

/// `GET /api/lobby`, and its updates at `GET /api/lobby/live` (server-sent events): the publicly listed
/// tables.
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Lobby {
    /// Tables that wait for players come before tables to watch, and tables with a connected player come
    /// first. Within each group, the first table of every client network comes before the second of any,
    /// newest first.
    pub tables: Vec<LobbyTable>,
}

/// A table in the [`Lobby`].
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct LobbyTable {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// All options of the game, with their defaults filled in.
    #[ts(type = "Record<string, unknown>")]
    pub options: Value,
    /// True if the match starts from a custom position.
    pub from_position: bool,
    /// True if the table has components of its own.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    #[ts(optional, as = "Option<bool>")]
    pub own_components: bool,
    /// The table's settings besides the game's options.
    pub terms: Terms,
    /// The seats and their occupants.
    pub seats: Vec<SeatState>,
    /// True if the match has started, so that new visitors can only watch.
    pub started: bool,
    /// The progress of a started match, as spectators see it; none before the start.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub progress: Option<Progress>,
    /// The number of connected spectators.
    pub onlookers: usize,
    /// Creation time, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created: i64,
}

/// The progress of a match in the [`Lobby`]. Lists are updated with it at intervals of some seconds.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Progress {
    /// The number of decisions so far that have not been taken back.
    pub decisions: usize,
    /// Each seat's score.
    pub scores: Vec<i32>,
}

/// Body of `POST /api/quickstart`: finds or creates a table for a caller who wants to play soon. The answer
/// is [`Quick`].
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub struct QuickStart {
    /// The game's id.
    pub game: String,
    /// The caller's name, used if a table is created.
    #[serde(default)]
    pub name: String,
}

/// The answer to [`QuickStart`].
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Quick {
    /// Id of the table that was found or created.
    pub table: String,
    /// True if the table was created for the caller, who has a seat there and waits for others. False if
    /// others wait there and the caller may take an open seat.
    pub opened: bool,
}
