//! What the seats of a table have in hand: how far their unfinished decisions have come, and
//! how long they have for them. It is kept in memory, also while the table itself is not: after
//! a restart drafts are gone and clocks begin anew.

use std::time::Duration;

use serde_json::Value;
use table::{Seat, SeatSet, Table};

/// The unfinished decisions of a table.
#[derive(Clone)]
pub(crate) struct Deciding(Vec<SeatHand>);

/// One seat's.
#[derive(Clone, Default)]
struct SeatHand {
    draft: Option<Kept>,
    /// When its time is up.
    until: Option<Duration>,
    /// What was left when it decided, by the number of steps before the decision: who takes a
    /// decision back does not win time by it.
    rests: Vec<(usize, Duration)>,
}

/// A draft.
#[derive(Clone)]
pub(crate) struct Kept {
    pub(crate) text: String,
    pub(crate) reading: Value,
}

impl Deciding {
    /// For a table of this number of seats.
    pub(crate) fn new(seats: usize) -> Deciding {
        Deciding(vec![SeatHand::default(); seats])
    }

    /// Takes note of whose decisions are awaited now: their clocks run, the others have none.
    pub(crate) fn follow(&mut self, table: &dyn Table, now: Duration) {
        let awaited = table.turn().awaited();
        let steps = table.length();
        for (seat, hand) in (0..).map(Seat).zip(&mut self.0) {
            if !awaited.contains(seat) {
                (hand.draft, hand.until) = (None, None);
            } else if hand.until.is_none() {
                let rest = hand.rests.iter().find(|rest| rest.0 == steps).map(|rest| rest.1);
                let limit = table.time_limit(seat).map(u64::from).map(Duration::from_secs);
                hand.until = limit.map(|limit| now + rest.map_or(limit, |rest| rest.min(limit)));
            }
        }
    }

    /// A seat has decided; before, there were `steps` steps.
    pub(crate) fn acted(&mut self, seat: Seat, steps: usize, now: Duration) {
        let Some(hand) = self.0.get_mut(seat.index()) else { return };
        hand.draft = None;
        hand.rests.retain(|rest| rest.0 < steps);
        if let Some(until) = hand.until.take() {
            hand.rests.push((steps, until.saturating_sub(now)));
        }
    }

    /// A seat has taken its decision back.
    pub(crate) fn took_back(&mut self, seat: Seat) {
        if let Some(hand) = self.0.get_mut(seat.index()) {
            (hand.draft, hand.until) = (None, None);
        }
    }

    /// Keeps a seat's last draft.
    pub(crate) fn keep(&mut self, seat: Seat, draft: Kept) {
        if let Some(hand) = self.0.get_mut(seat.index()) {
            hand.draft = Some(draft);
        }
    }

    /// A seat's last draft.
    pub(crate) fn draft(&self, seat: Seat) -> Option<&Kept> {
        self.0.get(seat.index())?.draft.as_ref()
    }

    /// When each seat's time is up, for the seats whose time runs.
    pub(crate) fn clocks(&self) -> impl Iterator<Item = (Seat, Duration)> {
        (0..).map(Seat).zip(&self.0).filter_map(|(seat, hand)| Some((seat, hand.until?)))
    }

    /// When the next time is up.
    pub(crate) fn next(&self) -> Option<Duration> {
        self.clocks().map(|(_, until)| until).min()
    }

    /// The seats whose time is up.
    pub(crate) fn late(&self, now: Duration) -> SeatSet {
        self.clocks().filter(|(_, until)| *until <= now).map(|(seat, _)| seat).collect()
    }

    /// Gives a seat whose decision could not be taken for it until then.
    pub(crate) fn put_off(&mut self, seat: Seat, until: Duration) {
        if let Some(hand) = self.0.get_mut(seat.index())
            && hand.until.is_some()
        {
            hand.until = Some(until);
        }
    }

    /// Gives every seat whose time is up by then until then.
    pub(crate) fn put_all_off(&mut self, until: Duration) {
        for late in self.late(until).iter() {
            self.put_off(late, until);
        }
    }
}
