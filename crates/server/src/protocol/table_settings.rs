//! Settings of a table besides the options of its game.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::error::Refused;

/// Settings of a table besides the options of its game. They may change until the match starts.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
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
#[ts(export, export_to = "server.ts")]
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
#[ts(export, export_to = "server.ts")]
pub enum Late {
    /// A bot takes the overdue decision.
    Bot,
    /// The seat loses: it resigns if the game allows that; otherwise a bot plays for it permanently.
    Lost,
}

/// The longest time for a decision, in seconds.
const LONGEST_DECISION: u32 = 14 * DAY;
/// Seconds in a day. Games with at least this time for each decision count as correspondence games.
const DAY: u32 = 24 * 60 * 60;

impl Terms {
    /// Returns an error for times out of range, for a rated match with advice, and for a rated match without
    /// a time limit: a player who walked away from a lost match would never lose it.
    pub(crate) fn check(&self) -> Result<(), Refused> {
        let in_range = match self.time {
            None => true,
            Some(TimeControl::Decision { seconds }) => (5..=LONGEST_DECISION).contains(&seconds),
            Some(TimeControl::Total { seconds, increment }) => {
                (30..=DAY).contains(&seconds) && increment <= 3_600
            }
        };
        if self.advice && self.rated {
            return Err(Refused::advice_and_rated());
        }
        if self.rated && self.time.is_none() {
            return Err(Refused::rated_without_time());
        }
        if in_range { Ok(()) } else { Err(Refused::bad_time()) }
    }

    /// Returns true if the players need not be present all the time (correspondence play).
    pub(crate) fn slow(&self) -> bool {
        self.time.is_some_and(TimeControl::slow)
    }
}

impl TimeControl {
    /// Returns true if a decision may take a day or more.
    pub(crate) fn slow(self) -> bool {
        matches!(self, TimeControl::Decision { seconds } if seconds >= DAY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_out_of_range_are_rejected() {
        let check = |time| Terms { time: Some(time), ..Terms::default() }.check().is_ok();
        let decision = |seconds| check(TimeControl::Decision { seconds });
        assert!(!decision(4) && decision(5) && decision(LONGEST_DECISION));
        assert!(!decision(LONGEST_DECISION + 1));
        let total = |seconds, increment| check(TimeControl::Total { seconds, increment });
        assert!(!total(29, 0) && total(30, 0) && total(DAY, 3_600));
        assert!(!total(DAY + 1, 0) && !total(30, 3_601));
        assert!(Terms::default().check().is_ok());
    }

    #[test]
    fn a_rated_game_allows_no_advice() {
        let time = Some(TimeControl::Decision { seconds: 60 });
        let check = |rated, advice| Terms { time, rated, advice, ..Terms::default() }.check();
        assert!(check(true, false).is_ok() && check(false, true).is_ok());
        assert!(check(true, true).is_err());
    }

    #[test]
    fn a_rated_game_needs_a_time_limit() {
        let check = |rated, time| Terms { time, rated, ..Terms::default() }.check().is_ok();
        let time = Some(TimeControl::Total { seconds: 600, increment: 5 });
        assert!(check(true, time) && check(false, None) && !check(true, None));
    }

    #[test]
    fn missing_settings_have_their_defaults() {
        let read = |text| serde_json::from_str::<Terms>(text);
        assert_eq!(read("{}").unwrap(), Terms::default());
        assert!(read(r#"{"tiem":null}"#).is_err());
    }
}
