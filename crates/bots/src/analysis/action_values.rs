//! The interface of bots that can evaluate the actions of a decision, and the values that they return.

use zashiki_core::{InfoState, MAX_SEATS, Outcome, SearchHints, Seat};

use super::ends::Ends;
use super::win_probability::Scale;

/// A bot that can evaluate the actions of a decision.
pub trait Adviser<G: SearchHints>: Send {
    /// Values of the best actions, and of the action `about` if given, as far as the seat can know; best
    /// first. Each is searched with about the same effort. Empty if the seat is not to decide.
    fn action_values(
        &mut self,
        info_state: &InfoState<G>,
        about: Option<G::Action>,
    ) -> Vec<ActionValue<G::Action>>;
}

/// A bot's evaluation of one action.
#[derive(Clone, PartialEq, Debug)]
pub struct ActionValue<A> {
    /// The evaluated action.
    pub action: A,
    /// The share of the search spent on the action, from 0 to 1; at a
    /// [simultaneous](zashiki_core::GameState::is_simultaneous) decision its probability in the mixed
    /// strategy.
    pub share: f64,
    /// Expected value for each seat after the action, from −1000 (lost) to 1000 (won).
    pub values: [f64; MAX_SEATS],
    /// The standard error of the value for the seat to decide; 0 if the value was not sampled.
    pub error: f64,
    /// The next decision that more than half of the search chose after the action, if there is one.
    pub next: Option<(Seat, A)>,
    /// The seat's further decisions in the plan that begins with the action, if the bot plans whole turns.
    pub plan: Vec<A>,
    /// Knowledge about the end of the game after the action.
    pub ends: Ends,
}

/// Number of actions that a bot compares: the best ones.
pub(crate) const COMPARED: usize = 3;
/// Divisor of the minimum share of the simulations that each compared action gets: a quarter.
pub(crate) const LEAST_PART: u64 = 4;

/// Running statistics of the results of the simulations that begin with one action.
#[derive(Clone, Copy, Default)]
pub(crate) struct ActionStats {
    pub count: u64,
    sums: [i64; MAX_SEATS],
    squares: [i64; MAX_SEATS],
    /// Number of simulations that reached the end of the game.
    ended: u64,
    /// Sums of the seats' shares of the win, and of their values, in these simulations.
    won: [f64; MAX_SEATS],
    ended_sums: [i64; MAX_SEATS],
}

impl ActionStats {
    /// Adds the result of one simulation: the value for each seat, from 0 to 2000, and the outcome if the
    /// simulation reached the end of the game.
    pub fn add(&mut self, values: &[i32; MAX_SEATS], outcome: Option<Outcome>, scale: &Scale) {
        self.count += 1;
        if let Some(outcome) = outcome {
            self.ended += 1;
            let shares = scale.shares(outcome);
            self.won.iter_mut().zip(shares).for_each(|(won, share)| *won += share);
            let sums = self.ended_sums.iter_mut().zip(values);
            sums.for_each(|(sum, value)| *sum += i64::from(*value) - 1000);
        }
        let sums = self.sums.iter_mut().zip(&mut self.squares);
        for ((sum, squares), value) in sums.zip(values) {
            let value = i64::from(*value) - 1000;
            *sum += value;
            *squares += value * value;
        }
    }

    /// The value of the action according to these statistics; `None` without simulations.
    pub fn action_value<A>(
        &self,
        seat: Seat,
        action: A,
        share: f64,
        next: Option<(Seat, A)>,
    ) -> Option<ActionValue<A>> {
        let count = (self.count > 0).then_some(self.count as f64)?;
        let values = self.sums.map(|sum| sum as f64 / count);
        let mean = values[seat.index()];
        let variance = (self.squares[seat.index()] as f64 / count - mean * mean).max(0.0);
        // One sample has no variance; the error is the whole scale.
        let error = if self.count > 1 { (variance / (count - 1.0)).sqrt() } else { 1000.0 };
        let open = (self.count - self.ended).max(1) as f64;
        let mut ends = Ends {
            part: self.ended as f64 / count,
            won: self.won.map(|won| won / count),
            open: [0.0; MAX_SEATS],
            steps: None,
        };
        let sums = self.sums.iter().zip(&self.ended_sums);
        ends.open.iter_mut().zip(sums).for_each(|(mean, (all, ended))| {
            *mean = (all - ended) as f64 / open;
        });
        Some(ActionValue { action, share, values, error, next, plan: Vec::new(), ends })
    }
}

/// Sorts by the value for the seat, best first; among equal values, the one with the larger share comes
/// first.
pub(crate) fn sort_best_first<A>(evaluated: &mut [ActionValue<A>], seat: Seat) {
    let key = |evaluated: &ActionValue<A>| (evaluated.values[seat.index()], evaluated.share);
    evaluated.sort_by(|one, other| {
        let (one, other) = (key(one), key(other));
        other.0.total_cmp(&one.0).then(other.1.total_cmp(&one.1))
    });
}

#[cfg(test)]
mod tests {
    use zashiki_core::SeatSet;

    use super::*;

    #[test]
    fn ends_are_counted_apart_from_values() {
        let scale = Scale::test(&[&[0], &[1]]);
        let mut stats = ActionStats::default();
        let won = Outcome { winners: SeatSet::one(Seat(0)), reason: "" };
        stats.add(&[2000, 0, 0, 0, 0, 0, 0, 0], Some(won), &scale);
        for _ in 0..3 {
            stats.add(&[1000, 1000, 0, 0, 0, 0, 0, 0], None, &scale);
        }
        let evaluated = stats.action_value(Seat(0), 'a', 1.0, None).unwrap();
        assert_eq!(evaluated.values[..2], [250.0, -250.0]);
        assert_eq!((evaluated.ends.part, evaluated.ends.won[0]), (0.25, 0.25));
        assert_eq!(evaluated.ends.open[..2], [0.0, 0.0]);
        // A quarter is won, and the rest is even.
        assert_eq!(scale.chances(&evaluated.ends).by_seat(), [625, 375]);
        let mut all = ActionStats::default();
        all.add(&[2000, 0, 0, 0, 0, 0, 0, 0], Some(won), &scale);
        let all = all.action_value(Seat(0), 'a', 1.0, None).unwrap();
        assert_eq!(scale.chances(&all.ends).by_seat(), [1000, 0]);
    }

    #[test]
    fn an_action_value_has_the_mean_and_its_standard_error() {
        let scale = Scale::test(&[&[0], &[1]]);
        let mut stats = ActionStats::default();
        assert!(stats.action_value(Seat(0), 'a', 1.0, None).is_none());
        for value in [900, 1100, 1300, 1500] {
            stats.add(&[value, 2000 - value, 0, 0, 0, 0, 0, 0], None, &scale);
        }
        let evaluated = stats.action_value(Seat(1), 'a', 1.0, None).unwrap();
        assert_eq!(evaluated.values[..2], [200.0, -200.0]);
        // Of 4 samples with the variance 50,000: the root of 50,000 / 3.
        assert!((evaluated.error - 129.0994).abs() < 0.001, "{}", evaluated.error);
    }
}
