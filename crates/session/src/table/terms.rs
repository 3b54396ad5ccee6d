//! Validation of table settings.

use crate::protocol::{DAY, Terms, TimeControl};
use crate::request_error::RequestError;

/// The longest time for a decision, in seconds.
const LONGEST_DECISION: u32 = 14 * DAY;

impl Terms {
    /// Returns an error for times out of range, for a rated match with advice, and for a rated match without
    /// a time limit, in which a player could leave a lost match without ever losing it.
    pub fn check(&self) -> Result<(), RequestError> {
        let in_range = match self.time {
            None => true,
            Some(TimeControl::Decision { seconds }) => (5..=LONGEST_DECISION).contains(&seconds),
            Some(TimeControl::Total { seconds, increment }) => {
                (30..=DAY).contains(&seconds) && increment <= 3_600
            }
        };
        if self.advice && self.rated {
            return Err(RequestError::advice_and_rated());
        }
        if self.rated && self.time.is_none() {
            return Err(RequestError::rated_without_time());
        }
        if in_range { Ok(()) } else { Err(RequestError::bad_time()) }
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
}
