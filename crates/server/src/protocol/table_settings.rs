//! What a table agrees on besides the options of its game.

use serde::{Deserialize, Serialize};
use ts_rs::TS;

use crate::error::Refused;

/// What a table agrees on besides the options of its game. It may change until the play begins.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(default, deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub struct Terms {
    /// The time that every seat has; as much as it likes where there is none.
    pub time: Option<TimeControl>,
    /// What becomes of a seat whose time has run out.
    pub late: Late,
    /// Whether the lobby lists the table. If not, only those come who have the link.
    pub listed: bool,
    /// Whether those without a seat may look on while the play goes on.
    pub onlookers: bool,
    /// Whether the result counts for the ratings of those who want to be rated.
    pub rated: bool,
    /// Whether a seat may ask for advice on its decisions; never where the result is rated.
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

/// How the time of a seat is measured.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case", tag = "kind", deny_unknown_fields)]
#[ts(export, export_to = "server.ts")]
pub enum TimeControl {
    /// So much for every decision, which may be days.
    Decision {
        /// In seconds: 5 to 1,209,600 (14 days).
        seconds: u32,
    },
    /// So much for the whole play, and some more with each decision.
    Total {
        /// At the beginning, in seconds: 30 to 86,400 (a day).
        seconds: u32,
        /// More with each decision, in seconds: at most 3,600.
        increment: u32,
    },
}

/// What becomes of a seat whose time has run out.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "server.ts")]
pub enum Late {
    /// A bot takes the decision for it.
    Bot,
    /// It is lost: it loses where a seat may resign, and elsewhere a bot takes it over for good.
    Lost,
}

/// The longest time for a decision, in seconds.
const LONGEST_DECISION: u32 = 14 * DAY;
/// The least from which a time for each decision is for people who are not there all the while.
const DAY: u32 = 24 * 60 * 60;

impl Terms {
    /// Refuses times that nobody can keep, and a rated game with advice or without a time limit:
    /// whoever walked away from a lost one would never have lost it.
    pub(crate) fn check(&self) -> Result<(), Refused> {
        let good = match self.time {
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
        if good { Ok(()) } else { Err(Refused::bad_time()) }
    }

    /// Whether people come back to the table on other days.
    pub(crate) fn slow(&self) -> bool {
        self.time.is_some_and(TimeControl::slow)
    }
}

impl TimeControl {
    /// Whether a decision may take days.
    pub(crate) fn slow(self) -> bool {
        matches!(self, TimeControl::Decision { seconds } if seconds >= DAY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_that_nobody_can_keep_are_refused() {
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
    fn what_is_left_out_has_its_default() {
        let read = |text| serde_json::from_str::<Terms>(text);
        assert_eq!(read("{}").unwrap(), Terms::default());
        assert!(read(r#"{"tiem":null}"#).is_err());
    }
}
