//! Search budgets: limits in steps or in time.

use std::time::Duration;

use super::stop::{self, Stop};

/// Budget for one decision.
#[derive(Clone, Copy, PartialEq, Debug)]
pub enum Budget {
    /// Number of simulations or visited positions. Choices then do not depend on the speed of the machine.
    Simulations(u32),
    /// Time, measured by the bot's clock.
    Time(Duration),
}

impl Budget {
    /// One of `of` equal parts of this budget; a part in steps is at least one step.
    pub(crate) fn part(self, of: u32) -> Budget {
        match self {
            Budget::Simulations(count) => Budget::Simulations((count / of).max(1)),
            Budget::Time(time) => Budget::Time(time / of),
        }
    }
}

/// A monotonic clock: a function that returns the time since a fixed start. Callers pass it to bots, because
/// WebAssembly has no clock of its own.
pub type Clock = fn() -> Duration;

/// The clock of the machine: returns the time since its first call.
#[cfg(not(target_family = "wasm"))]
#[expect(clippy::disallowed_types, reason = "it is the one that is passed in")]
pub fn clock() -> Duration {
    static START: std::sync::LazyLock<std::time::Instant> =
        std::sync::LazyLock::new(std::time::Instant::now);
    START.elapsed()
}

/// A budget that is being spent: counts steps and detects when the budget ends.
pub(crate) struct Meter {
    clock: Clock,
    ends: Ends,
    spent: u64,
    /// Number of steps between two checks of the clock and the stop switch, minus one: a bit mask.
    mask: u64,
    /// The stop switch of the thread that made the meter, if it has one.
    stop: Option<Stop>,
}

enum Ends {
    After(u64),
    /// The budget ends when the clock shows `end`, which is `time` after the start.
    At {
        end: Duration,
        time: Duration,
    },
}

impl Meter {
    /// A meter for the budget of a decision that starts now. The clock and the [stop
    /// switch](crate::stoppable) of this thread are checked before every `stride`th step; `stride` is a power
    /// of two.
    pub fn new(budget: Budget, clock: Clock, stride: u64) -> Meter {
        debug_assert!(stride.is_power_of_two());
        let ends = match budget {
            Budget::Simulations(count) => Ends::After(count.into()),
            Budget::Time(time) => Ends::At { end: clock() + time, time },
        };
        Meter { clock, ends, spent: 0, mask: stride - 1, stop: stop::current() }
    }

    /// Another meter with the unspent part of this budget.
    pub fn left(&self) -> Meter {
        self.part_of(0, 1)
    }

    /// Meters that give the unspent part of this budget to `count` parallel searches. Steps are divided among
    /// them. Each search has the whole time, or only its share of it on platforms without threads.
    pub fn several(&self, count: usize) -> Vec<Meter> {
        (0..count as u32).map(|place| self.part_of(place, count as u32)).collect()
    }

    fn part_of(&self, place: u32, count: u32) -> Meter {
        let ends = match self.ends {
            Ends::After(most) => {
                let (left, count) = (most.saturating_sub(self.spent), u64::from(count));
                Ends::After(left / count + u64::from(u64::from(place) < left % count))
            }
            Ends::At { end, time } if cfg!(target_family = "wasm") => {
                let left = end.saturating_sub((self.clock)());
                Ends::At { end: end - left * (count - 1 - place) / count, time }
            }
            Ends::At { end, time } => Ends::At { end, time },
        };
        Meter { clock: self.clock, ends, spent: 0, mask: self.mask, stop: self.stop.clone() }
    }

    /// If the budget suffices for one more step, counts the step and returns true.
    #[inline]
    pub fn spend(&mut self) -> bool {
        let checks_now = self.spent & self.mask == 0;
        let continues = match self.ends {
            Ends::After(most) => self.spent < most,
            Ends::At { end, .. } => !checks_now || (self.clock)() < end,
        } && !(checks_now && self.is_stopped());
        self.spent += u64::from(continues);
        continues
    }

    /// Counts `steps` steps; returns true if the budget sufficed for all of them.
    pub fn spend_many(&mut self, steps: u64) -> bool {
        self.spent += steps;
        let lasts = match self.ends {
            Ends::After(most) => self.spent <= most,
            Ends::At { end, .. } => (self.clock)() < end,
        };
        lasts && !self.is_stopped()
    }

    /// Returns true if the stop switch is set.
    #[inline]
    pub fn is_stopped(&self) -> bool {
        self.stop.as_ref().is_some_and(Stop::is_set)
    }

    /// The spent share of the budget, from 0 to 1; 1 if the stop switch is set.
    pub fn part(&self) -> f32 {
        if self.is_stopped() {
            return 1.0;
        }
        let part = match self.ends {
            Ends::After(most) => self.spent as f32 / most as f32,
            Ends::At { end, time } => {
                1.0 - end.saturating_sub((self.clock)()).as_secs_f32() / time.as_secs_f32()
            }
        };
        part.clamp(0.0, 1.0)
    }

    /// Returns true if the budget is spent.
    pub fn is_over(&self) -> bool {
        self.part() >= 1.0
    }

    /// Number of steps counted so far.
    pub fn spent(&self) -> u64 {
        self.spent
    }
}
