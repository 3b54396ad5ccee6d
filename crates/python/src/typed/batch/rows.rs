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
    pub player: &'a mut i64,
    pub factor: &'a mut i64,
    pub choices: &'a mut [i16],
    pub rewards: &'a mut [f32],
    pub done: &'a mut bool,
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
            .zip(rows.seats.iter_mut().zip(rows.players))
            .zip(rows.factors)
            .zip(rows.choices.chunks_mut(MAX_SUB_ACTIONS))
            .zip(rows.rewards.chunks_mut(seats))
            .zip(rows.dones)
            .zip(rows.final_observations.chunks_mut(observation));
        let mut buffer = Vec::new();
        for (index, (slot, row)) in slots.iter_mut().zip(rows).enumerate() {
            let (row, final_observation) = row;
            let (((((((observation, mask), legal), seats), factor), choices), rewards), done) = row;
            let (seat, player) = seats;
            let row = Row {
                observation,
                final_observation,
                mask,
                legal,
                seat,
                player,
                factor,
                choices,
                rewards,
                done,
            };
            stoppable(stop, || work(index, slot, row, &mut buffer));
        }
        return;
    };
    let all = || {
        let arrays = (
            rows.observations.par_chunks_mut(observation),
            rows.masks.par_chunks_mut(mask),
            legal.par_chunks_mut(words(mask)),
            (rows.seats, rows.players),
            rows.factors,
            rows.choices.par_chunks_mut(MAX_SUB_ACTIONS),
            rows.rewards.par_chunks_mut(seats),
            rows.dones,
            rows.final_observations.par_chunks_mut(observation),
        );
        let rows = arrays.into_par_iter().with_min_len(MIN_TASK);
        let slots = slots.par_iter_mut().zip(rows).enumerate();
        slots.for_each_init(Vec::new, |buffer, (index, (slot, row))| {
            let (
                observation,
                mask,
                legal,
                seats,
                factor,
                choices,
                rewards,
                done,
                final_observation,
            ) = row;
            let (seat, player) = seats;
            let row = Row {
                observation,
                final_observation,
                mask,
                legal,
                seat,
                player,
                factor,
                choices,
                rewards,
                done,
            };
            stoppable(stop, || work(index, slot, row, buffer));
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
