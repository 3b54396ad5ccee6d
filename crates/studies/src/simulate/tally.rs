//! Running totals over the games of a simulation.

use std::collections::BTreeMap;

use zashiki_core::{EndReason, Seat, SeatSet};

use super::report::Won;
use crate::stats::Sample;

/// Running totals over the games of a simulation.
pub(crate) struct Tally {
    pub(crate) games: u64,
    each: u64,
    pub(crate) by_seat: Wins,
    pub(crate) by_order: Wins,
    pub(crate) by_bot: Wins,
    pub(crate) shared: u64,
    pub(crate) draws: u64,
    pub(crate) end_reasons: BTreeMap<&'static str, u64>,
    pub(crate) lengths: Vec<u64>,
    pub(crate) turns: Vec<u64>,
}

impl Tally {
    pub(crate) fn new<'a>(
        seats: u8,
        each: u64,
        reasons: impl Iterator<Item = &'a EndReason>,
    ) -> Tally {
        let wins = Wins::new(seats);
        Tally {
            games: 0,
            each,
            by_seat: wins.clone(),
            by_order: wins.clone(),
            by_bot: wins,
            shared: 0,
            draws: 0,
            end_reasons: reasons.map(|reason| (reason.id, 0)).collect(),
            lengths: Vec::new(),
            turns: Vec::new(),
        }
    }

    pub(crate) fn add(
        &mut self,
        number: u64,
        first: Seat,
        winners: SeatSet,
        reason: &'static str,
        turns: u64,
        decisions: u64,
    ) {
        let seats = self.by_seat.counts.len();
        // Places are counted from the seat of the first decision, or of the first bot.
        let from = |begin: usize| move |seat: Seat| (seat.index() + seats - begin % seats) % seats;
        self.by_seat.add(winners, from(0));
        self.by_order.add(winners, from(first.index()));
        self.by_bot.add(winners, from((number % self.each) as usize));
        if (number + 1).is_multiple_of(self.each) {
            for wins in [&mut self.by_seat, &mut self.by_order, &mut self.by_bot] {
                wins.end_deal(self.each);
            }
        }
        self.games += 1;
        self.shared += u64::from(winners.len() > 1);
        self.draws += u64::from(winners.is_empty());
        *self.end_reasons.entry(reason).or_default() += 1;
        self.lengths.push(decisions);
        self.turns.push(turns);
    }
}

/// Wins of each member of a grouping: of each seat, each place in the turn order, or each bot.
#[derive(Clone)]
pub(crate) struct Wins {
    counts: Vec<u64>,
    /// For each member, the sum of its shares of the win in the games of the current deal.
    deal: Vec<f64>,
    portions: Vec<Sample>,
}

impl Wins {
    fn new(seats: u8) -> Wins {
        let seats = seats.into();
        Wins {
            counts: vec![0; seats],
            deal: vec![0.0; seats],
            portions: vec![Sample::default(); seats],
        }
    }

    fn add(&mut self, winners: SeatSet, place: impl Fn(Seat) -> usize) {
        for seat in winners.iter() {
            self.counts[place(seat)] += 1;
            self.deal[place(seat)] += 1.0 / f64::from(winners.len());
        }
    }

    fn end_deal(&mut self, plays: u64) {
        for (deal, portion) in self.deal.iter_mut().zip(&mut self.portions) {
            portion.add(std::mem::take(deal) / plays as f64);
        }
    }

    pub(crate) fn won(&self, each: u64) -> Vec<Won> {
        let won =
            |(wins, portion): (&u64, &Sample)| Won { wins: *wins, portion: portion.share(each) };
        self.counts.iter().zip(&self.portions).map(won).collect()
    }
}
