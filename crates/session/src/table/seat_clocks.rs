//! The clocks of a table's seats, in milliseconds of service time.
//! They are computed from the changes and their times alone, so they are the same after a restart, and stop
//! while no server runs.

use zashiki_core::{DynMatch, Seat, SeatSet};

use crate::protocol::TimeControl;

/// The clocks of a table.
#[derive(Clone)]
pub struct SeatClocks {
    control: Option<TimeControl>,
    /// True if the time limits of the game's rules apply.
    game_limits: bool,
    seats: Vec<SeatTime>,
    /// The clocks just before each decision that can be taken back, oldest first.
    before: Vec<Snapshot>,
}

/// The clocks of all seats just before a decision.
#[derive(Clone)]
struct Snapshot {
    /// The number of steps before the decision.
    steps: usize,
    /// Service time of the decision (total server uptime), in milliseconds.
    at: i64,
    seats: Vec<SeatTime>,
}

/// The clock of one seat.
#[derive(Clone, Copy, PartialEq, Eq, Default)]
struct SeatTime {
    /// Milliseconds left for the whole match, if the time control is a total time.
    bank: i64,
    /// The start and the time limit of the seat's pending decision; `None` while the clock is stopped.
    running: Option<Running>,
}

#[derive(Clone, Copy, PartialEq, Eq)]
struct Running {
    since: i64,
    limit: Option<(i64, Limit)>,
}

/// The origin of a decision's time limit: if there are two limits, the one that expires first counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Limit {
    /// The time limit is set by the game's rules for this decision.
    Game,
    /// The time limit follows from the table's time control.
    Terms,
}

/// A seat's remaining time.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RemainingTime {
    /// The seat to which the clock belongs.
    pub seat: Seat,
    /// Remaining milliseconds.
    pub left: i64,
    /// True if the clock is running.
    pub running: bool,
}

impl SeatClocks {
    /// Stopped clocks for a table with this number of seats. The time limits of the game's rules keep people from
    /// waiting for each other: `people` is the number of seats with a person, and with fewer than two of them only
    /// the time control applies.
    pub fn new(control: Option<TimeControl>, seats: usize, people: usize) -> SeatClocks {
        let bank = match control {
            Some(TimeControl::Total { seconds, .. }) => millis(seconds),
            _ => 0,
        };
        let seats = vec![SeatTime { bank, ..SeatTime::default() }; seats];
        // A game's own limit is meant for people who play in one sitting; a correspondence table uses its
        // time control for every decision.
        let game_limits = people > 1 && !control.is_some_and(TimeControl::slow);
        SeatClocks { control, game_limits, seats, before: Vec::new() }
    }

    /// Starts the clocks of the seats to move, and stops the others.
    pub fn follow(&mut self, table: &dyn DynMatch, now: i64) {
        let awaited = table.turn().awaited();
        let (control, game_limits) = (self.control, self.game_limits);
        for (seat, time) in (0..).map(Seat).zip(&mut self.seats) {
            if !awaited.contains(seat) {
                time.stop(now);
            } else if time.running.is_none() {
                let of_game = table.time_limit(seat).filter(|_| game_limits);
                let of_game = of_game.map(|seconds| (millis(seconds), Limit::Game));
                let of_terms = control.map(|control| match control {
                    TimeControl::Decision { seconds } => (millis(seconds), Limit::Terms),
                    TimeControl::Total { .. } => (time.bank, Limit::Terms),
                });
                let limit = of_game.into_iter().chain(of_terms).min_by_key(|limit| limit.0);
                time.running = Some(Running { since: now, limit });
            }
        }
    }

    /// Records a seat's decision after `steps` steps.
    pub fn acted(&mut self, seat: Seat, steps: usize, now: i64) {
        self.before.retain(|before| before.steps < steps);
        let limited = |time: &SeatTime| time.running.is_some_and(|running| running.limit.is_some());
        if self.control.is_some() || self.seats.iter().any(limited) {
            self.before.push(Snapshot { steps, at: now, seats: self.seats.clone() });
        }
        let Some(time) = self.seats.get_mut(seat.index()) else { return };
        if time.stop(now)
            && let Some(TimeControl::Total { increment, .. }) = self.control
        {
            time.bank += millis(increment);
        }
    }

    /// Returns true if the seat would have time left after taking back its decision made after `steps` steps,
    /// with its clock running since then.
    pub fn has_time_again(&self, seat: Seat, steps: usize, now: i64) -> bool {
        let before = self.before.iter().find(|before| before.steps == steps);
        let running = before.and_then(|before| before.seats.get(seat.index())?.running);
        let limited = running.and_then(|Running { since, limit }| Some(since + limit?.0));
        limited.is_none_or(|until| now < until)
    }

    /// The seats whose clocks have run since the decision made after `steps` steps, on account of that
    /// decision. A seat that is still at the same decision as before it is left out.
    pub fn ran_since(&self, steps: usize) -> SeatSet {
        let Some(before) = self.before.iter().find(|before| before.steps == steps) else {
            return SeatSet::EMPTY;
        };
        let limited = |time: &SeatTime| time.running.is_some_and(|running| running.limit.is_some());
        let ran = |now: &SeatTime, then: &SeatTime| {
            now != then && (self.control.is_some() || limited(now))
        };
        let seats = (0..).map(Seat).zip(self.seats.iter().zip(&before.seats));
        seats.filter(|(_, (now, then))| ran(now, then)).map(|(seat, _)| seat).collect()
    }

    /// Records that a seat's decision after `steps` steps, and everything after it, was taken back. Every
    /// other seat gets back the time it had before that decision; a seat still at the same decision as then
    /// keeps its clock. If `charged`, the seat's own clock has run since then, so that a takeback gains no
    /// time. Otherwise all have agreed, and the time since then counts for nobody.
    pub fn took_back(&mut self, seat: Seat, steps: usize, charged: bool, now: i64) {
        let Some(place) = self.before.iter().position(|before| before.steps == steps) else {
            self.before.retain(|before| before.steps < steps);
            return;
        };
        let Snapshot { at, seats, .. } = self.before.swap_remove(place);
        self.before.truncate(place);
        for ((other, time), then) in (0..).map(Seat).zip(&mut self.seats).zip(seats) {
            let own = other == seat;
            if !own && then.running.is_some() && time.running == then.running {
                continue;
            }
            *time = then;
            if let Some(running) = time.running.as_mut().filter(|_| !(own && charged)) {
                running.since += now - at;
            }
        }
    }

    /// Restarts the running clocks now, because their start is unknown.
    pub fn restart(&mut self, now: i64) {
        for running in self.seats.iter_mut().filter_map(|time| time.running.as_mut()) {
            running.since = now;
        }
    }

    /// The deadline of each seat with a running limit.
    fn deadlines(&self) -> impl Iterator<Item = (Seat, i64, Limit)> {
        (0..).map(Seat).zip(&self.seats).filter_map(|(seat, time)| {
            let Running { since, limit } = time.running?;
            let (limit, by) = limit?;
            Some((seat, since + limit, by))
        })
    }

    /// The next deadline, ignoring the seats in `without`.
    pub fn next(&self, without: SeatSet) -> Option<i64> {
        let others = self.deadlines().filter(|(seat, ..)| !without.contains(*seat));
        others.map(|(_, until, _)| until).min()
    }

    /// The seats whose time is up, each with the origin of its limit.
    pub fn late(&self, now: i64) -> Vec<(Seat, Limit)> {
        let late = self.deadlines().filter(|(_, until, _)| *until <= now);
        late.map(|(seat, _, by)| (seat, by)).collect()
    }

    /// The remaining times of all seats with a limit.
    pub fn left(&self, now: i64) -> Vec<RemainingTime> {
        let total = matches!(self.control, Some(TimeControl::Total { .. }));
        let seats = (0..).map(Seat).zip(&self.seats);
        let left = seats.filter_map(|(seat, time)| match time.running {
            Some(Running { since, limit: Some((limit, _)) }) => {
                Some(RemainingTime { seat, left: (since + limit - now).max(0), running: true })
            }
            _ => total.then_some(RemainingTime { seat, left: time.bank, running: false }),
        });
        left.collect()
    }
}

impl SeatTime {
    /// Stops the clock; returns true if it was running.
    fn stop(&mut self, now: i64) -> bool {
        let Some(Running { since, .. }) = self.running.take() else { return false };
        self.bank = (self.bank - (now - since).max(0)).max(0);
        true
    }
}

fn millis(seconds: u32) -> i64 {
    i64::from(seconds) * 1000
}

#[cfg(test)]
mod tests {
    use serde_json::Value;

    use super::*;

    /// A match in which one seat decides first, and another seat after it.
    fn play() -> (Box<dyn DynMatch>, Seat) {
        let play = registry::new_match("kokyu", 2, &Value::Null, None, 1).unwrap();
        let seat = play.turn().awaited().iter().next().unwrap();
        (play, seat)
    }

    fn left(clocks: &SeatClocks, seat: Seat, now: i64) -> i64 {
        clocks.left(now).into_iter().find(|left| left.seat == seat).unwrap().left
    }

    #[test]
    fn each_decision_has_its_own_time() {
        let (play, seat) = play();
        let mut clocks = SeatClocks::new(Some(TimeControl::Decision { seconds: 10 }), 2, 2);
        clocks.follow(play.as_ref(), 1_000);
        assert_eq!(left(&clocks, seat, 5_000), 6_000);
        assert_eq!(clocks.left(5_000).len(), 1, "the others have no clock");
        assert_eq!(clocks.next(SeatSet::EMPTY), Some(11_000));
        assert_eq!(clocks.next(SeatSet::one(seat)), None);
        assert_eq!(clocks.late(10_999), []);
        assert_eq!(clocks.late(11_000), [(seat, Limit::Terms)]);
        clocks.acted(seat, 0, 5_000);
        clocks.follow(play.as_ref(), 5_000);
        assert_eq!(left(&clocks, seat, 5_000), 10_000, "the next decision has its own time");
    }

    #[test]
    fn total_time_decreases_and_grows_by_the_increment() {
        let (mut play, seat) = play();
        let control = TimeControl::Total { seconds: 60, increment: 5 };
        let mut clocks = SeatClocks::new(Some(control), 2, 2);
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

    /// A match in which a seat has just passed the turn to another: the match before and after, the number of
    /// steps before, and the two seats.
    fn handed_over() -> (Box<dyn DynMatch>, Box<dyn DynMatch>, usize, [Seat; 2]) {
        let (mut play, seat) = play();
        loop {
            let steps = play.length();
            let action = play.legal(seat)[0].action.clone();
            play.play(seat, &action).unwrap();
            if !play.turn().awaited().contains(seat) {
                let before = play.at_step(steps).unwrap();
                let next = play.turn().awaited().iter().next().unwrap();
                return (before, play, steps, [seat, next]);
            }
        }
    }

    /// The first seat decides at 20 seconds, the other thinks until 30, and then the decision is taken back.
    fn taken_back(control: TimeControl, charged: bool) -> (SeatClocks, [Seat; 2]) {
        let (before, after, steps, seats) = handed_over();
        let mut clocks = SeatClocks::new(Some(control), 2, 2);
        clocks.follow(before.as_ref(), 0);
        clocks.acted(seats[0], steps, 20_000);
        clocks.follow(after.as_ref(), 20_000);
        assert!(clocks.has_time_again(seats[0], steps, 30_000));
        clocks.took_back(seats[0], steps, charged, 30_000);
        clocks.follow(before.as_ref(), 30_000);
        // The new decision comes five seconds later.
        clocks.acted(seats[0], steps, 35_000);
        clocks.follow(after.as_ref(), 35_000);
        (clocks, seats)
    }

    #[test]
    fn a_takeback_does_not_change_the_other_sides_time() {
        let total = TimeControl::Total { seconds: 60, increment: 3 };
        let (clocks, [taker, other]) = taken_back(total, true);
        assert_eq!(left(&clocks, other, 35_000), 60_000);
        assert_eq!(left(&clocks, taker, 35_000), 60_000 - 35_000 + 3_000, "it ran all the while");
        let (clocks, [taker, other]) = taken_back(total, false);
        assert_eq!(left(&clocks, other, 35_000), 60_000);
        assert_eq!(left(&clocks, taker, 35_000), 60_000 - 25_000 + 3_000);
        let (clocks, [_, other]) = taken_back(TimeControl::Decision { seconds: 50 }, true);
        assert_eq!(left(&clocks, other, 35_000), 50_000);
    }

    #[test]
    fn a_takeback_needs_remaining_time() {
        let (before, after, steps, [seat, _]) = handed_over();
        let mut clocks = SeatClocks::new(Some(TimeControl::Decision { seconds: 25 }), 2, 2);
        clocks.follow(before.as_ref(), 0);
        clocks.acted(seat, steps, 20_000);
        clocks.follow(after.as_ref(), 20_000);
        assert!(clocks.has_time_again(seat, steps, 24_999));
        assert!(!clocks.has_time_again(seat, steps, 25_000));
        // Without a limit there is always time.
        assert!(SeatClocks::new(None, 2, 2).has_time_again(seat, steps, 25_000));
    }

    #[test]
    fn a_takeback_does_not_affect_a_seat_at_the_same_decision() {
        let play = registry::new_match("shinra", 2, &Value::Null, None, 1).unwrap();
        let seats: Vec<Seat> = play.turn().awaited().iter().collect();
        let [one, two] = seats[..] else { panic!("both set up at the same time: {seats:?}") };
        let mut clocks = SeatClocks::new(Some(TimeControl::Decision { seconds: 60 }), 2, 2);
        clocks.follow(play.as_ref(), 0);
        clocks.acted(one, 0, 10_000);
        clocks.took_back(one, 0, true, 40_000);
        clocks.follow(play.as_ref(), 40_000);
        assert_eq!((left(&clocks, one, 40_000), left(&clocks, two, 40_000)), (20_000, 20_000));
    }

    #[test]
    fn a_correspondence_table_uses_its_time_control_for_the_setup_too() {
        let play = registry::new_match("shinra", 2, &Value::Null, None, 1).unwrap();
        let seat = play.turn().awaited().iter().next().unwrap();
        let of_game = millis(play.time_limit(seat).expect("the game limits its set-up"));
        let first = |seconds| {
            let mut clocks = SeatClocks::new(Some(TimeControl::Decision { seconds }), 2, 2);
            clocks.follow(play.as_ref(), 0);
            clocks.late(i64::MAX).into_iter().map(|late| (late, left(&clocks, seat, 0))).next()
        };
        let day = 24 * 60 * 60;
        assert_eq!(first(day - 1), Some(((seat, Limit::Game), of_game)));
        assert_eq!(first(day), Some(((seat, Limit::Terms), millis(day))));
    }

    #[test]
    fn one_person_among_bots_has_no_limit_of_the_game() {
        let play = registry::new_match("shinra", 2, &Value::Null, None, 1).unwrap();
        let late = |control, people| {
            let mut clocks = SeatClocks::new(control, 2, people);
            clocks.follow(play.as_ref(), 0);
            clocks.late(i64::MAX).len()
        };
        assert_eq!([0, 1, 2].map(|people| late(None, people)), [0, 0, 2]);
        let control = Some(TimeControl::Decision { seconds: 1 });
        assert_eq!([0, 1, 2].map(|people| late(control, people)), [2, 2, 2]);
    }

    #[test]
    fn a_clock_moving_backwards_takes_no_time() {
        let (play, seat) = play();
        let mut clocks =
            SeatClocks::new(Some(TimeControl::Total { seconds: 60, increment: 0 }), 2, 2);
        clocks.follow(play.as_ref(), 50_000);
        clocks.acted(seat, 0, 10_000);
        clocks.follow(play.as_ref(), 10_000);
        assert_eq!(left(&clocks, seat, 10_000), 60_000);
    }
}
