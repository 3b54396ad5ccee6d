//! The time of the seats of a table, in milliseconds of the time that the house has been open
//! ([`House::time`](crate::house::House::time)). It follows from the changes and their times alone,
//! so it is the same after a restart, and stands still while the house is closed.

use table::{Seat, SeatSet, Table};

use crate::terms::TimeControl;

/// The clocks of a table.
#[derive(Clone)]
pub(crate) struct Clocks {
    control: Option<TimeControl>,
    seats: Vec<SeatTime>,
}

/// One seat's.
#[derive(Clone, Default)]
struct SeatTime {
    /// What is left for the whole play, where that is measured.
    bank: i64,
    /// When the decision began that is awaited of it, and how long it may take.
    running: Option<Running>,
    /// What was left when it decided, by the number of steps before the decision: who takes a
    /// decision back does not win time by it.
    rests: Vec<(usize, i64)>,
}

#[derive(Clone, Copy)]
struct Running {
    since: i64,
    limit: Option<(i64, Limit)>,
}

/// Who sets the time that runs out first.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Limit {
    /// The game, for this decision.
    Game,
    /// The terms of the table.
    Terms,
}

/// How much time a seat has.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Left {
    pub(crate) seat: Seat,
    /// In milliseconds.
    pub(crate) left: i64,
    /// Whether it runs.
    pub(crate) running: bool,
}

impl Clocks {
    /// Clocks that stand, for a table of this number of seats.
    pub(crate) fn new(control: Option<TimeControl>, seats: usize) -> Clocks {
        let bank = match control {
            Some(TimeControl::Total { seconds, .. }) => millis(seconds),
            _ => 0,
        };
        Clocks { control, seats: vec![SeatTime { bank, ..SeatTime::default() }; seats] }
    }

    /// Takes note of whose decisions are awaited now: their clocks run, the others stand.
    pub(crate) fn follow(&mut self, table: &dyn Table, now: i64) {
        let awaited = table.turn().awaited();
        let steps = table.length();
        let control = self.control;
        for (seat, time) in (0..).map(Seat).zip(&mut self.seats) {
            if !awaited.contains(seat) {
                time.stop(now);
            } else if time.running.is_none() {
                let rest = time.rests.iter().find(|rest| rest.0 == steps).map(|rest| rest.1);
                let of_game = table.time_limit(seat).map(|seconds| (millis(seconds), Limit::Game));
                let of_terms = control.map(|control| match control {
                    TimeControl::Decision { seconds } => (millis(seconds), Limit::Terms),
                    TimeControl::Total { .. } => (time.bank, Limit::Terms),
                });
                let least = of_game.into_iter().chain(of_terms).min_by_key(|limit| limit.0);
                let limit = least.map(|(limit, by)| (rest.map_or(limit, |it| it.min(limit)), by));
                time.running = Some(Running { since: now, limit });
            }
        }
    }

    /// A seat has decided; before, there were `steps` steps.
    pub(crate) fn acted(&mut self, seat: Seat, steps: usize, now: i64) {
        let Some(time) = self.seats.get_mut(seat.index()) else { return };
        time.rests.retain(|rest| rest.0 < steps);
        if let Some(left) = time.stop(now) {
            time.rests.push((steps, left));
            if let Some(TimeControl::Total { increment, .. }) = self.control {
                time.bank += millis(increment);
            }
        }
    }

    /// A seat has taken its decision back: what it used is used.
    pub(crate) fn took_back(&mut self, seat: Seat, now: i64) {
        if let Some(time) = self.seats.get_mut(seat.index()) {
            time.stop(now);
        }
    }

    /// What runs begins now: until then nobody knows how long it ran.
    pub(crate) fn begin_anew(&mut self, now: i64) {
        for running in self.seats.iter_mut().filter_map(|time| time.running.as_mut()) {
            running.since = now;
        }
    }

    /// When each seat's time is up, for the seats whose time runs out.
    fn deadlines(&self) -> impl Iterator<Item = (Seat, i64, Limit)> {
        (0..).map(Seat).zip(&self.seats).filter_map(|(seat, time)| {
            let Running { since, limit } = time.running?;
            let (limit, by) = limit?;
            Some((seat, since + limit, by))
        })
    }

    /// When the next time is up, other than that of these seats.
    pub(crate) fn next(&self, without: SeatSet) -> Option<i64> {
        let others = self.deadlines().filter(|(seat, ..)| !without.contains(*seat));
        others.map(|(_, until, _)| until).min()
    }

    /// The seats whose time is up, and by whose limit.
    pub(crate) fn late(&self, now: i64) -> Vec<(Seat, Limit)> {
        let late = self.deadlines().filter(|(_, until, _)| *until <= now);
        late.map(|(seat, _, by)| (seat, by)).collect()
    }

    /// What the seats have left whose time runs out, now or later.
    pub(crate) fn left(&self, now: i64) -> Vec<Left> {
        let total = matches!(self.control, Some(TimeControl::Total { .. }));
        let seats = (0..).map(Seat).zip(&self.seats);
        let left = seats.filter_map(|(seat, time)| match time.running {
            Some(Running { since, limit: Some((limit, _)) }) => {
                Some(Left { seat, left: (since + limit - now).max(0), running: true })
            }
            _ => total.then_some(Left { seat, left: time.bank, running: false }),
        });
        left.collect()
    }
}

impl SeatTime {
    /// Stops its clock, if it runs, and gives what was left of its limit.
    fn stop(&mut self, now: i64) -> Option<i64> {
        let Running { since, limit } = self.running.take()?;
        let used = (now - since).max(0);
        self.bank = (self.bank - used).max(0);
        limit.map(|(limit, _)| (limit - used).max(0))
    }
}

fn millis(seconds: u32) -> i64 {
    i64::from(seconds) * 1000
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// A play whose first decision is one seat's, and which goes on with another's.
    fn play() -> (Box<dyn Table>, Seat) {
        let play = shelf::open("kokyu", 2, &Value::Null, None, 1).unwrap();
        let seat = play.turn().awaited().iter().next().unwrap();
        (play, seat)
    }

    fn left(clocks: &Clocks, seat: Seat, now: i64) -> i64 {
        clocks.left(now).into_iter().find(|left| left.seat == seat).unwrap().left
    }

    #[test]
    fn a_seat_has_its_time_for_each_decision() {
        let (play, seat) = play();
        let mut clocks = Clocks::new(Some(TimeControl::Decision { seconds: 10 }), 2);
        clocks.follow(play.as_ref(), 1_000);
        assert_eq!(left(&clocks, seat, 5_000), 6_000);
        assert_eq!(clocks.left(5_000).len(), 1, "the others have no clock");
        assert_eq!(clocks.next(SeatSet::EMPTY), Some(11_000));
        assert_eq!(clocks.next(SeatSet::one(seat)), None);
        assert_eq!(clocks.late(10_999), []);
        assert_eq!(clocks.late(11_000), [(seat, Limit::Terms)]);
        clocks.acted(seat, 0, 5_000);
        clocks.follow(play.as_ref(), 5_000);
        assert_eq!(left(&clocks, seat, 5_000), 6_000, "the same decision again has what was left");
    }

    #[test]
    fn a_seat_has_its_time_for_the_whole_play_and_some_more_with_each_decision() {
        let (mut play, seat) = play();
        let control = TimeControl::Total { seconds: 60, increment: 5 };
        let mut clocks = Clocks::new(Some(control), 2);
        clocks.follow(play.as_ref(), 0);
        let mut now = 0;
        let mut decisions = 0;
        while play.turn().awaited().contains(seat) {
            now += 10_000;
            let steps = play.length();
            let action = play.legal(seat)[0].action.clone();
            play.play(seat, &action).unwrap();
            clocks.acted(seat, steps, now);
            clocks.follow(play.as_ref(), now);
            decisions += 1;
        }
        assert_eq!(left(&clocks, seat, now + 100_000), 60_000 - decisions * 5_000);
        let waiting = clocks.left(now).into_iter().find(|left| left.seat == seat).unwrap();
        assert!(!waiting.running);
    }

    #[test]
    fn who_takes_a_decision_back_wins_no_time() {
        let (play, seat) = play();
        let control = TimeControl::Total { seconds: 60, increment: 0 };
        let mut clocks = Clocks::new(Some(control), 2);
        clocks.follow(play.as_ref(), 0);
        clocks.acted(seat, 0, 20_000);
        clocks.follow(play.as_ref(), 20_000);
        clocks.took_back(seat, 30_000);
        clocks.follow(play.as_ref(), 30_000);
        assert_eq!(left(&clocks, seat, 30_000), 30_000);
    }

    #[test]
    fn time_that_goes_back_takes_nothing() {
        let (play, seat) = play();
        let mut clocks = Clocks::new(Some(TimeControl::Total { seconds: 60, increment: 0 }), 2);
        clocks.follow(play.as_ref(), 50_000);
        clocks.acted(seat, 0, 10_000);
        clocks.follow(play.as_ref(), 10_000);
        assert_eq!(left(&clocks, seat, 10_000), 60_000);
    }
}
