//! Wire types of announcements, invitations and reports.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::LocalizedText;

/// Who may begin something new on the server.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "server.ts")]
pub enum Mode {
    /// Everybody.
    #[default]
    Open,
    /// People who were invited open tables; whoever has the link of a table may sit there.
    Invited,
    /// Nobody; games that have begun are played to their end.
    ReadOnly,
}

/// `GET /api/notice`, and the event `notice` of `GET /api/lobby/live`: what the operator announces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "server.ts")]
pub struct Notice {
    /// Another one whenever the announcement or the closing time changes; empty if there is neither.
    pub id: String,
    /// The announcement.
    pub text: Option<LocalizedText>,
    /// When the operator is going to close the server, in milliseconds since 1970 by its clock.
    #[ts(type = "number | null")]
    pub closes_at: Option<i64>,
    /// The server's clock, in milliseconds since 1970.
    #[ts(type = "number")]
    pub now: i64,
    /// Who may begin something new.
    pub mode: Mode,
    /// Returns true if the asker may open tables now.
    pub may_open: bool,
}

/// Body of `POST /api/invite`; the answer is a [`Notice`].
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub struct UseInvitation {
    /// The code of the link.
    pub code: String,
}

/// Body of `POST /api/reports`: reports the name of a person at a table to the operator. The answer is
/// 204.
#[derive(Clone, Debug, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub struct ReportName {
    /// Id of the table.
    pub table: String,
    /// Index of the seat.
    pub seat: u8,
    /// What is wrong with it, in at most 500 characters.
    #[serde(default)]
    pub text: String,
}
