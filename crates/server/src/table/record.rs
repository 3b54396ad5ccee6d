//! The record of a table's match.

use zashiki_core::{Record, Timing};

use crate::ids;
use crate::table::history::History;
use crate::table::seats::names;
use crate::table::seed::SeedState;
use crate::table::setup::{Sitter, TableSetup};

/// A record as JSON.
pub(crate) fn to_json(record: &Record) -> String {
    serde_json::to_string(record).expect("a record is plain data")
}

/// The record of a match, with names and times.
pub(crate) fn record(history: &History, setup: &TableSetup, sitters: &[Sitter]) -> Record {
    let times = vec![ids::rfc3339(setup.created), ids::rfc3339(history.changed())];
    let deal = if let SeedState::Yes(_, deal) = &setup.deal { deal.clone() } else { None };
    let record = history.table().record();
    let timing = setup.terms.time.map(|control| Timing {
        control: serde_json::to_value(control).expect("a time control is plain data"),
        at: history.decided_at(record.actions.len()),
        expired: history.expired().into_iter().map(|step| step - 1).collect(),
    });
    Record { names: names(sitters), times, deal, timing, ..record }
}
