//! A table as lists and readers without the rules see it, made from its stored summary.

use zashiki_core::{Seat, SeatSet};

use super::history::plays;
use super::seats::{called, seats_of};
use super::setup::{Sitter, TableSetup};
use super::summary::TableSummary;
use crate::guest::Guest;
use crate::protocol::{LogStep, StoredTable, TableCard};

/// The entry of a table in the list of a person who has the seats `own`. `changed` is the time of the last change, in
/// milliseconds since 1970.
pub fn card(
    setup: &TableSetup,
    sitters: &[Sitter],
    summary: TableSummary,
    own: SeatSet,
    changed: i64,
) -> TableCard {
    let started = setup.begun();
    TableCard {
        table: setup.id.clone(),
        game: setup.game.clone(),
        names: called(sitters),
        you: own.first().unwrap_or(Seat(0)),
        started,
        your_turn: started && summary.awaiting.iter().any(|seat| own.contains(Seat(*seat))),
        awaiting: if started { summary.awaiting } else { Vec::new() },
        over: summary.outcome.is_some(),
        outcome: summary.outcome,
        scores: if started { summary.scores } else { Vec::new() },
        playable: plays(setup),
        from_position: setup.position.is_some(),
        changed,
    }
}

/// The public part of a table, as the person sees it. `log` is the log of a started match, and `changed` the time of
/// the last change, in milliseconds since 1970.
pub fn stored_table(
    setup: &TableSetup,
    sitters: &[Sitter],
    summary: TableSummary,
    log: Vec<LogStep>,
    person: Guest,
    changed: i64,
) -> StoredTable {
    let (started, playable) = (setup.begun(), plays(setup));
    StoredTable {
        table: setup.id.clone(),
        game: setup.game.clone(),
        rules_version: setup.rules_version,
        playable,
        advice: (!playable).then(|| setup.other_rules()),
        options: setup.options.clone(),
        from_position: setup.position.is_some(),
        names: called(sitters),
        you: seats_of(sitters, person).first(),
        started,
        cancelled: setup.cancelled,
        awaiting: if started { summary.awaiting } else { Vec::new() },
        outcome: summary.outcome,
        scores: if started { summary.scores } else { Vec::new() },
        log,
        created: setup.created,
        changed,
    }
}
