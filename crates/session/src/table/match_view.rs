//! A match as a viewer may see it, without the table around it.

use std::ops::Range;

use serde_json::Value;
use zashiki_core::{DynMatch, LegalAction, PackedJson, Seat, SeatSet, Step, Viewer};

use crate::protocol::Terms;
use crate::protocol::{InHand, Look, SeatState, TableNow, TableState};

/// Number of legal actions that a client receives for a decision with too many of them to list all.
const OPEN_CHOICES: usize = 60;

/// The state of a table before its match starts, as the person at `you` sees it.
pub fn unseen(table: &dyn DynMatch, you: Option<Seat>) -> TableState {
    TableState {
        table: String::new(),
        game: table.info().id.to_owned(),
        options: Value::Null,
        components: Value::Null,
        edition: table.edition(),
        from_position: false,
        terms: Terms::default(),
        you,
        yours: you.map_or(SeatSet::EMPTY, SeatSet::one),
        host: false,
        version: 0,
        view: nothing(),
        now: not_begun(table),
        in_hand: InHand::default(),
        steps_from: 0,
        steps: Vec::new(),
    }
}

/// The view before the match starts.
pub fn nothing() -> PackedJson {
    PackedJson::of(&())
}

/// The current state before the match starts.
pub fn not_begun(table: &dyn DynMatch) -> TableNow {
    TableNow {
        seats: vec![open_seat(); table.seats().into()],
        started: false,
        cancelled: false,
        onlookers: 0,
        deal: None,
        awaiting: SeatSet::EMPTY,
        outcome: None,
        scores: Vec::new(),
        question: None,
        legal: Vec::new(),
        complete: true,
        decided: SeatSet::EMPTY,
        offer: None,
        can_offer: false,
        can_undo: false,
        can_ask: false,
        can_abandon: false,
        expired: Vec::new(),
        lost: SeatSet::EMPTY,
        rematch: None,
        people: Vec::new(),
        chat: None,
    }
}

/// A match as the viewer sees it, with these steps; steps in `framed` have the view after each event. The
/// table's own data (seats, drafts, clocks) are left empty.
pub fn shown(
    table: &dyn DynMatch,
    viewer: Viewer,
    steps: Range<usize>,
    framed: Range<usize>,
) -> TableState {
    let you = viewer.seat();
    TableState {
        view: table.view(viewer),
        now: summary(table, you),
        steps_from: steps.start,
        steps: steps_of(table, viewer, steps, framed),
        ..unseen(table, you)
    }
}

/// The current state of a match, as the person at `you` sees it.
pub fn summary(table: &dyn DynMatch, you: Option<Seat>) -> TableNow {
    let turn = table.turn();
    TableNow {
        started: true,
        awaiting: turn.awaited(),
        outcome: turn.outcome(),
        scores: table.scores(),
        question: you.and_then(|seat| table.prompt(seat)),
        legal: you.map(|seat| choices(table, seat)).unwrap_or_default(),
        complete: you.is_none_or(|seat| table.lists_all(seat)),
        decided: table.decided(),
        can_undo: you.is_some_and(|seat| table.can_undo(seat)),
        ..not_begun(table)
    }
}

/// These steps as seen by the viewer; those in `framed` with the view after each event.
pub fn steps_of(
    table: &dyn DynMatch,
    viewer: Viewer,
    steps: Range<usize>,
    framed: Range<usize>,
) -> Vec<Step> {
    let step = |number| match framed.contains(&number) {
        true => table.frames(number, viewer),
        false => table.step(number, viewer),
    };
    steps.filter_map(step).collect()
}

/// The legal actions of a seat, or a selection if there are too many.
fn choices(table: &dyn DynMatch, seat: Seat) -> Vec<LegalAction> {
    if table.lists_all(seat) { table.legal(seat) } else { table.sample_legal(seat, OPEN_CHOICES) }
}

/// The state of an open seat.
pub fn open_seat() -> SeatState {
    let (name, look) = (String::new(), Look::default());
    SeatState {
        name,
        bot: None,
        bot_account: false,
        online: false,
        deserted: false,
        replaced_by: None,
        persona: None,
        look,
    }
}
