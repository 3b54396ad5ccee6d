//! Wire types of announcements, invitations and reports.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::LocalizedText;

/// The operating mode of the server: a restriction on new tables.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "server.ts")]
pub enum Mode {
    /// Everybody may create tables.
    #[default]
    Open,
    /// Invited people may create tables; anyone with a table's link may take a seat there.
    Invited,
    /// Nobody may create tables; matches in progress are played to their end.
    ReadOnly,
}

/// `GET /api/notice`, and the event `notice` of `GET /api/lobby/live`: the operator's announcement.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Notice {
    /// An id that changes with the announcement and the closing time; empty if there is neither.
    pub id: String,
    /// The operator's announcement, if there is one.
    pub text: Option<LocalizedText>,
    /// The time at which the operator will shut the server down, in milliseconds since 1970 by the server's
    /// clock.
    #[ts(type = "number | null")]
    pub closes_at: Option<i64>,
    /// The server's current time, in milliseconds since 1970.
    #[ts(type = "number")]
    pub now: i64,
    /// The server's operating mode.
    pub mode: Mode,
    /// True if the caller may create tables now.
    pub may_open: bool,
}

/// Body of `POST /api/invite`; the answer is a [`Notice`].
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub struct UseInvitation {
    /// The code in the invitation link.
    pub code: String,
}

/// Body of `POST /api/reports`: reports a player's name at a table to the operator. The answer is 204.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub struct ReportName {
    /// Id of the table.
    pub table: String,
    /// Index of the seat whose player's name is reported, from 0.
    pub seat: u8,
    /// The text of the report, at most 500 characters.
    #[serde(default)]
    pub text: String,
}
