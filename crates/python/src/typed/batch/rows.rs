//! Divides the arrays of a batch into one row per match, and processes the matches in one thread or in
//! many.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use bots::stoppable;
use rayon::prelude::*;
use zashiki_core::MAX_SUB_ACTIONS;

use super::bits::words;
use crate::dyn_batch::{Rows, Widths, Workers};

/// Minimum number of matches per parallel task.
const MIN_TASK: usize = 16;

/// Interval at which the waiting thread checks the stop signal.
const CHECK_INTERVAL: Duration = Duration::from_millis(50);

/// The row of one match: its part of every array.
pub struct Row<'a> {
    pub observation: &'a mut [f32],
    /// Written only when a match ends.
    pub final_observation: &'a mut [f32],
    pub mask: &'a mut [bool],
    /// The match's legal numbers, as a set of [bits](super::bits).
    pub legal: &'a mut [u64],
    pub seat: &'a mut i64,
    pub factor: &'a mut i64,
    pub choices: &'a mut [i16],
    pub rewards: &'a mut [f32],
    pub done: &'a mut bool,
}

/// The parts of a row as iterators over the arrays yield them, one zipped to the others.
type Parts<'a> = (
    (
        (
            (
                ((((&'a mut [f32], &'a mut [bool]), &'a mut [u64]), &'a mut i64), &'a mut i64),
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
        let (((((((observation, mask), legal), seat), factor), choices), rewards), done) = parts;
        Row { observation, final_observation, mask, legal, seat, factor, choices, rewards, done }
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
    let Widths { observation, mask, seats } = widths;
    let stop = workers.stop;
    let Some(pool) = workers.pool.threads() else {
        let rows = (rows.observations.chunks_mut(observation))
            .zip(rows.masks.chunks_mut(mask))
            .zip(legal.chunks_mut(words(mask)))
            .zip(rows.seats)
            .zip(rows.factors)
            .zip(rows.choices.chunks_mut(MAX_SUB_ACTIONS))
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
            .zip(legal.par_chunks_mut(words(mask)))
            .zip(rows.seats)
            .zip(rows.factors)
            .zip(rows.choices.par_chunks_mut(MAX_SUB_ACTIONS))
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
