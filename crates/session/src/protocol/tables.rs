//! Wire types for creating tables, and of stored tables.

use serde::{Deserialize, Serialize};
use serde_json::Value;
use ts_rs::TS;
use zashiki_core::{Bytes32, LocalizedText, RuleId, Seat, SeatSet};

#[cfg(doc)]
use super::socket::ToServer;
use super::table_settings::Terms;

/// Body of `POST /api/tables`: creates a table. The answer is 201 with [`Opened`].
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "session.ts")]
pub struct OpenTable {
    /// The game's id.
    pub game: String,
    /// The game's options; missing ones get their defaults.
    #[serde(default)]
    #[ts(type = "Record<string, unknown>")]
    pub options: Value,
    /// The occupant of each seat.
    pub seats: Vec<SeatPlan>,
    /// The name of the person who creates the table.
    #[serde(default)]
    pub name: String,
    /// The position to start from instead of a random setup, in the game's own format
    /// (docs/reference/formats.md). If it contains no RNG state, the server draws a new seed.
    #[serde(default)]
    #[ts(optional, type = "unknown")]
    pub position: Option<Value>,
    /// The text of a components file that replaces the server's components. Such a table cannot be rated.
    #[serde(default)]
    #[ts(optional)]
    pub components: Option<String>,
    /// The table's settings; missing ones get their defaults.
    #[serde(default)]
    #[ts(optional, as = "Option<Terms>")]
    pub terms: Terms,
    /// The hash of the creator's share of the seed, if the creator takes a seat; see [`ToServer::Sit`].
    #[serde(default)]
    #[ts(optional)]
    pub hash: Option<Bytes32>,
}

/// The planned occupant of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
#[ts(export, export_to = "session.ts")]
pub enum SeatPlan {
    /// The seat of the person who creates the table.
    Me,
    /// A seat for another person at the same device.
    Here {
        /// The person's name.
        name: String,
    },
    /// A seat for the first person who follows the invite link.
    Open,
    /// A seat for a bot.
    Bot {
        /// The bot's id in the catalogue.
        bot: String,
    },
}

/// The answer to [`OpenTable`].
#[derive(Clone, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct Opened {
    /// The table's id; its page is `/t/{id}`, which is also the invite link.
    pub table: String,
}

/// Body of `POST /api/tables/import`: hands a table of the caller's device to the server, which continues it. The
/// answer is [`Opened`] with status 201, or 200 if the caller has handed this table over before.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "session.ts")]
pub struct ImportTable {
    /// The table's id on the device.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The table's setup and occupants, as the engine of the device has stored them.
    pub data: String,
    /// The table's changes in order, as the engine of the device has stored them; at most 2,000.
    pub changes: Vec<String>,
}

/// `GET /api/tables`: the tables at which the caller has a seat, most recently changed first.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct MyTables {
    /// The caller's tables.
    pub tables: Vec<TableCard>,
}

/// One row of [`MyTables`].
#[derive(Clone, Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct TableCard {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The name of each seat's occupant; empty for an open seat.
    pub names: Vec<LocalizedText>,
    /// The caller's first seat.
    pub you: Seat,
    /// True if every seat is taken and the match has started.
    pub started: bool,
    /// True if it is the caller's turn.
    pub your_turn: bool,
    /// The seats to move; empty before the match starts.
    pub awaiting: Vec<u8>,
    /// True if the match has ended.
    pub over: bool,
    /// The result, once the match has ended.
    pub outcome: Option<Ending>,
    /// Each seat's score; empty before the match starts.
    pub scores: Vec<i32>,
    /// True if this server supports the table's rules version. Otherwise the table is read-only (`GET
    /// /api/tables/{id}`).
    pub playable: bool,
    /// True if the match started from a custom position.
    pub from_position: bool,
    /// Time of the last change, in milliseconds since 1970.
    #[ts(type = "number")]
    pub changed: i64,
}

/// `GET /api/tables/{id}`: the public part of a table as stored. Reading it needs no game rules, so it also
/// works for tables whose rules version this server does not support.
#[derive(Debug, Serialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct StoredTable {
    /// The table's id.
    pub table: String,
    /// The game's id.
    pub game: String,
    /// The version of the game's rules that the match uses.
    pub rules_version: u32,
    /// True if this server supports the match's rules version.
    pub playable: bool,
    /// If not playable: a message that names the program version that can continue the match.
    pub advice: Option<LocalizedText>,
    /// All options, with their defaults filled in.
    #[ts(type = "Record<string, unknown>")]
    pub options: Value,
    /// True if the match started from a custom position.
    pub from_position: bool,
    /// The name of each seat's occupant; empty for an open seat.
    pub names: Vec<LocalizedText>,
    /// The caller's seat; none for spectators.
    pub you: Option<Seat>,
    /// True if every seat is taken and the match has started.
    pub started: bool,
    /// True if the table was cancelled before the match started.
    pub cancelled: bool,
    /// The seats to move.
    #[ts(as = "SeatSet")]
    pub awaiting: Vec<u8>,
    /// The result, once the match has ended.
    pub outcome: Option<Ending>,
    /// Each seat's score; empty before the match starts.
    pub scores: Vec<i32>,
    /// The log as text, as spectators see it.
    pub log: Vec<LogStep>,
    /// Creation time, in milliseconds since 1970.
    #[ts(type = "number")]
    pub created: i64,
    /// Time of the last change, in milliseconds since 1970.
    #[ts(type = "number")]
    pub changed: i64,
}

/// The result of a match, readable without the game's rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct Ending {
    /// The winning seats; empty if nobody won.
    #[ts(as = "SeatSet")]
    pub winners: Vec<u8>,
    /// The id of the end reason.
    pub reason: String,
    /// The end reason as text, if the game provides one.
    #[ts(as = "Option<LocalizedText>")]
    pub text: Option<Value>,
    /// The rule that ended the match.
    #[ts(as = "Option<RuleId>")]
    pub rule: Option<String>,
}

/// A step of a stored log. Step 0 is the setup.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct LogStep {
    /// The step's number.
    #[ts(type = "number")]
    pub number: usize,
    /// The seat that acted; none for the setup.
    #[ts(as = "Option<Seat>")]
    pub seat: Option<u8>,
    /// The step's episodes, as far as they are public. Logs stored before there were episodes have one line
    /// for each event.
    pub words: Vec<LogLine>,
}

/// One sentence of a stored log.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS)]
#[ts(export, export_to = "session.ts")]
pub struct LogLine {
    /// The sentence.
    #[ts(as = "LocalizedText")]
    pub text: Value,
    /// The rule that caused the event; only in logs stored before there were episodes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional, as = "Option<RuleId>")]
    pub rule: Option<String>,
}
