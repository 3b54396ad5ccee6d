//! Divides the arrays of a batch into one row per match, and processes the matches in one thread or in
//! many.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::Duration;

use bots::stoppable;
use rayon::prelude::*;
use zashiki_core::MAX_SUB_ACTIONS;

use super::bits::{contains, words};
use crate::dyn_batch::{Rows, WAIT, Widths, Workers};

/// Number of matches in a block. A block is the smallest parallel task, and the stop signal, whose check
/// reads the clock, is checked once for each.
const BLOCK: usize = 16;

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

/// Number of values that one match has in each array.
#[derive(Clone, Copy)]
struct Lengths {
    observation: usize,
    mask: usize,
    legal: usize,
    acting: usize,
    choices: usize,
    seats: usize,
}

impl From<Widths> for Lengths {
    fn from(Widths { observation, mask, seats, acting }: Widths) -> Lengths {
        Lengths {
            observation: acting * observation,
            mask: acting * mask,
            legal: acting * words(mask),
            acting,
            choices: acting * MAX_SUB_ACTIONS,
            seats,
        }
    }
}

/// Consecutive matches of a batch.
struct Block<'a, S> {
    /// Index of the first.
    first: usize,
    slots: &'a mut [S],
    legal: &'a mut [u64],
    rows: Rows<'a>,
}

impl<'a, S> Block<'a, S> {
    /// Divides the matches into blocks of `size` matches; the last may be smaller.
    fn blocks(self, size: usize, each: Lengths) -> impl Iterator<Item = Block<'a, S>> {
        let Block { first, slots, legal, rows } = self;
        (slots.chunks_mut(size))
            .zip(rows.observations.chunks_mut(size * each.observation))
            .zip(rows.final_observations.chunks_mut(size * each.observation))
            .zip(rows.masks.chunks_mut(size * each.mask))
            .zip(legal.chunks_mut(size * each.legal))
            .zip(rows.seats.chunks_mut(size * each.acting))
            .zip(rows.players.chunks_mut(size * each.acting))
            .zip(rows.factors.chunks_mut(size * each.acting))
            .zip(rows.choices.chunks_mut(size * each.choices))
            .zip(rows.rewards.chunks_mut(size * each.seats))
            .zip(rows.dones.chunks_mut(size))
            .enumerate()
            .map(move |(at, (parts, dones))| {
                let (((parts, factors), choices), rewards) = parts;
                let (((parts, legal), seats), players) = parts;
                let (((slots, observations), final_observations), masks) = parts;
                let rows = Rows {
                    observations,
                    final_observations,
                    masks,
                    seats,
                    players,
                    factors,
                    choices,
                    rewards,
                    dones,
                };
                Block { first: first + at * size, slots, legal, rows }
            })
    }

    /// The matches with their indices and rows.
    fn matches(self, each: Lengths) -> impl Iterator<Item = (usize, &'a mut S, Row<'a>)> {
        self.blocks(1, each).map(|Block { first, slots, legal, rows }| {
            let row = Row {
                observation: rows.observations,
                final_observation: rows.final_observations,
                mask: rows.masks,
                legal,
                seats: rows.seats,
                players: rows.players,
                factors: rows.factors,
                choices: rows.choices,
                rewards: rows.rewards,
                done: &mut rows.dones[0],
            };
            (first, &mut slots[0], row)
        })
    }
}

/// Calls `work` for each match with its index, its row and a buffer that belongs to the thread, until the
/// work is stopped.
pub fn for_each<S: Send, B>(
    slots: &mut [S],
    legal: &mut [u64],
    widths: Widths,
    rows: Rows<'_>,
    workers: Workers<'_>,
    work: impl Fn(usize, &mut S, Row<'_>, &mut Vec<B>) + Sync,
) {
    let each = Lengths::from(widths);
    let Workers { pool, stop } = workers;
    let all = Block { first: 0, slots, legal, rows };
    let in_turn = |block: Block<'_, S>, buffer: &mut Vec<B>| {
        stoppable(stop, || {
            for (index, slot, row) in block.matches(each) {
                if index % BLOCK == 0 && stop.is_set() {
                    return;
                }
                work(index, slot, row, buffer);
            }
        });
    };
    let Some(pool) = pool.threads() else {
        in_turn(all, &mut Vec::new());
        return;
    };
    // This thread waits outside the pool, because it may have to handle signals.
    let (working, waiting) = mpsc::channel::<()>();
    pool.in_place_scope(|scope| {
        scope.spawn(|_| {
            let _working = working;
            let blocks: Vec<_> = all.blocks(BLOCK, each).collect();
            let blocks = blocks.into_par_iter();
            blocks.for_each_init(Vec::new, |buffer, block| in_turn(block, buffer));
        });
        while waiting.recv_timeout(CHECK_INTERVAL) == Err(RecvTimeoutError::Timeout) {
            stop.is_set();
        }
    });
}
