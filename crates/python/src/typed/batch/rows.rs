//! Divides the arrays of a batch into one row per match, and processes the matches in one thread or in
//! many.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use bots::stoppable;
use rayon::prelude::*;
use zashiki_core::MAX_SUB_ACTIONS;

use super::bits::{contains, words};
use crate::dyn_batch::{Rows, WAIT, Widths, Workers};

/// Minimum number of matches per parallel task.
const MIN_TASK: usize = 16;

/// Interval at which the waiting thread checks the stop signal.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// The row of one match: its part of every array. If all seats act at once, a match has a row for each of
/// them, one after the other.
pub struct Row<'a> {
    pub observation: &'a mut [f32],
    /// Written only when a match ends.
    pub final_observation: &'a mut [f32],
    pub mask: &'a mut [bool],
    /// The match's legal numbers, as a set of [bits](super::bits).
    pub legal: &'a mut [u64],
    pub seats: &'a mut [i64],
    pub players: &'a mut [i64],
    pub factors: &'a mut [i64],
    pub choices: &'a mut [i16],
    pub rewards: &'a mut [f32],
    pub done: &'a mut bool,
}

impl Row<'_> {
    /// Resets what only a match that ends in this step writes.
    pub fn clear_result(&mut self) {
        self.rewards.fill(0.0);
        *self.done = false;
    }
}

/// Index of the first number that is neither in its set of legal numbers nor [`WAIT`]. `legal` has a set for
/// each number, of the numbers below `mask`.
pub fn first_illegal(legal: &[u64], mask: usize, numbers: &[i64]) -> Option<usize> {
    let illegal = |(number, set): (&i64, &[u64])| *number != WAIT && !contains(set, *number);
    numbers.iter().zip(legal.chunks(words(mask))).position(illegal)
}

/// The parts of a row as iterators over the arrays yield them, one zipped to the others.
type Parts<'a> = (
    (
        (
            (
                (
                    (
                        ((&'a mut [f32], &'a mut [bool]), &'a mut [u64]),
                        (&'a mut [i64], &'a mut [i64]),
                    ),
                    &'a mut [i64],
                ),
                &'a mut [i16],
            ),
            &'a mut [f32],
        ),
        &'a mut bool,
    ),
    &'a mut [f32],
);

impl<'a> From<Parts<'a>> for Row<'a> {
    fn from((parts, final_observation): Parts<'a>) -> Row<'a> {
        let (((parts, choices), rewards), done) = parts;
        let ((((observation, mask), legal), (seats, players)), factors) = parts;
        Row {
            observation,
            final_observation,
            mask,
            legal,
            seats,
            players,
            factors,
            choices,
            rewards,
            done,
        }
    }
}

/// Calls `work` for each match with its index, its row and a buffer that belongs to the thread.
pub fn for_each<S: Send, B>(
    slots: &mut [S],
    legal: &mut [u64],
    widths: Widths,
    rows: Rows<'_>,
    workers: Workers<'_>,
    work: impl Fn(usize, &mut S, Row<'_>, &mut Vec<B>) + Sync,
) {
    let Widths { observation, mask, seats, acting } = widths;
    let (observation, mask, legal_words, choices) =
        (acting * observation, acting * mask, acting * words(mask), acting * MAX_SUB_ACTIONS);
    let stop = workers.stop;
    let Some(pool) = workers.pool.threads() else {
        let rows = (rows.observations.chunks_mut(observation))
            .zip(rows.masks.chunks_mut(mask))
            .zip(legal.chunks_mut(legal_words))
            .zip(rows.seats.chunks_mut(acting).zip(rows.players.chunks_mut(acting)))
            .zip(rows.factors.chunks_mut(acting))
            .zip(rows.choices.chunks_mut(choices))
            .zip(rows.rewards.chunks_mut(seats))
            .zip(rows.dones)
            .zip(rows.final_observations.chunks_mut(observation));
        let mut buffer = Vec::new();
        for (index, (slot, row)) in slots.iter_mut().zip(rows).enumerate() {
            stoppable(stop, || work(index, slot, row.into(), &mut buffer));
        }
        return;
    };
    let all = || {
        let rows = (rows.observations.par_chunks_mut(observation))
            .zip(rows.masks.par_chunks_mut(mask))
            .zip(legal.par_chunks_mut(legal_words))
            .zip(rows.seats.par_chunks_mut(acting).zip(rows.players.par_chunks_mut(acting)))
            .zip(rows.factors.par_chunks_mut(acting))
            .zip(rows.choices.par_chunks_mut(choices))
            .zip(rows.rewards.par_chunks_mut(seats))
            .zip(rows.dones)
            .zip(rows.final_observations.par_chunks_mut(observation))
            .with_min_len(MIN_TASK);
        let slots = slots.par_iter_mut().zip(rows).enumerate();
        slots.for_each_init(Vec::new, |buffer, (index, (slot, row))| {
            stoppable(stop, || work(index, slot, row.into(), buffer));
        });
    };
    // This thread waits outside the pool, because it may have to handle signals.
    let (working, waiting) = mpsc::channel::<()>();
    pool.in_place_scope(|scope| {
        scope.spawn(|_| {
            let _working = working;
            all();
        });
        while waiting.recv_timeout(CHECK_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            stop.is_set();
        }
    });
}
