//! The record of a table's match.

use zashiki_core::{Record, Timing};

use crate::table::history::History;
use crate::table::seats::names;
use crate::table::seed::SeedState;
use crate::table::setup::{Sitter, TableSetup};

/// A record as JSON.
pub fn to_json(record: &Record) -> String {
    serde_json::to_string(record).expect("a record is plain data")
}

/// The record of a match, with names and times.
pub fn record(history: &History, setup: &TableSetup, sitters: &[Sitter]) -> Record {
    let times = vec![rfc3339(setup.created), rfc3339(history.changed())];
    let deal = if let SeedState::Yes(_, deal) = &setup.deal { deal.clone() } else { None };
    let record = history.table().record();
    let timing = setup.terms.time.map(|control| Timing {
        control: serde_json::to_value(control).expect("a time control is plain data"),
        at: history.decided_at(record.actions.len()),
        expired: history.expired().into_iter().map(|step| step - 1).collect(),
    });
    Record { names: names(sitters), times, deal, timing, ..record }
}

/// Formats a time (milliseconds since 1970) as RFC 3339.
pub fn rfc3339(millis: i64) -> String {
    jiff::Timestamp::from_millisecond(millis).unwrap_or_default().to_string()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rfc_3339() {
        assert_eq!(rfc3339(1_000), "1970-01-01T00:00:01Z");
    }
}
