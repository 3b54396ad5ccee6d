//! Settings of a table besides the options of its game.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

/// Settings of a table besides the options of its game. They may change until the match starts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
#[ts(export, export_to = "session.ts")]
pub struct Terms {
    /// The time control of every seat; none for unlimited time.
    pub time: Option<TimeControl>,
    /// The consequence when a seat's time runs out.
    pub late: Late,
    /// True if the lobby lists the table. Otherwise only people with its link find it.
    pub listed: bool,
    /// True if people without a seat may watch while the match is in progress.
    pub onlookers: bool,
    /// True if the result counts for the ratings of players who want to be rated.
    pub rated: bool,
    /// True if a seat may request advice on its decisions; not allowed in rated matches.
    pub advice: bool,
}

impl Default for Terms {
    fn default() -> Self {
        Terms {
            time: None,
            late: Late::Bot,
            listed: false,
            onlookers: true,
            rated: false,
            advice: false,
        }
    }
}

/// The time control of a seat.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
#[ts(export, export_to = "session.ts")]
pub enum TimeControl {
    /// A fixed time for every decision, possibly several days.
    Decision {
        /// Seconds for each decision: 5 to 1,209,600 (14 days).
        seconds: u32,
    },
    /// A total time for the whole match, plus an increment for each decision.
    Total {
        /// Seconds at the start: 30 to 86,400 (one day).
        seconds: u32,
        /// Seconds added for each decision: at most 3,600.
        increment: u32,
    },
}

/// The consequence when a seat's time runs out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "session.ts")]
pub enum Late {
    /// A bot takes the overdue decision.
    Bot,
    /// The seat loses: it resigns if the game allows that; otherwise a bot plays for it permanently.
    Lost,
}

/// Seconds in a day. Games with at least this time for each decision count as correspondence games.
pub const DAY: u32 = 24 * 60 * 60;

impl Terms {
    /// Returns true if the players need not be present all the time (correspondence play).
    pub fn slow(&self) -> bool {
        self.time.is_some_and(TimeControl::slow)
    }

    /// Returns true if the people at the table came by its link, so that they may send messages in their own
    /// words. Strangers, whom a lobby or a rated match brings together, have phrases only.
    pub fn allow_chat(&self) -> bool {
        !self.listed && !self.rated
    }
}

impl TimeControl {
    /// Returns true if a decision may take a day or more.
    pub fn slow(self) -> bool {
        matches!(self, TimeControl::Decision { seconds } if seconds >= DAY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_settings_have_their_defaults() {
        let read = |text| serde_json::from_str::<Terms>(text);
        assert_eq!(read("{}").unwrap(), Terms::default());
        assert!(read(r#"{"tiem":null}"#).is_err());
    }
}
