//! The object-safe interface of batches: their configuration, their arrays, and [`DynBatch`], which
//! [`typed`](crate::typed) implements generically over the game.

use bots::Stop;

use crate::errors::ApiError;
use crate::pool::Pool;

/// Configuration of a batch.
#[derive(Clone)]
pub struct BatchPlan {
    /// Number of matches.
    pub plays: usize,
    /// Bot of each seat, or none if the caller decides. If empty, the caller decides for all seats.
    pub bots: Vec<Option<String>>,
    /// True if the bots move one seat on from each match to the next.
    pub rotate: bool,
    /// True if the caller chooses sub-actions.
    pub by_choices: bool,
    /// RNG seed.
    pub seed: u64,
}

/// Number of values per match in each array.
#[derive(Clone, Copy)]
pub struct Widths {
    /// Values of an observation.
    pub observation: usize,
    /// Numbers of actions, or of sub-actions if the caller chooses those.
    pub mask: usize,
    /// Seats of a match.
    pub seats: usize,
}

/// The arrays, with one row per match. `zashiki.Batch` documents them.
pub struct Rows<'a> {
    pub observations: &'a mut [f32],
    pub masks: &'a mut [bool],
    pub seats: &'a mut [i64],
    pub factors: &'a mut [i64],
    pub choices: &'a mut [i16],
    pub rewards: &'a mut [f32],
    pub dones: &'a mut [bool],
}

/// Thread pool and stop signal.
pub struct Workers<'a> {
    /// The pool.
    pub pool: &'a mut Pool,
    /// Stops the work early; the matches are then inconsistent.
    pub stop: &'a Stop,
}

/// Many matches of a game.
pub trait DynBatch: Send {
    /// Widths of the arrays.
    fn widths(&self) -> Widths;
    /// Replaces all matches by new ones.
    fn begin(&mut self, rows: Rows<'_>, workers: Workers<'_>);
    /// Index of the first match whose action is illegal.
    fn first_illegal(&self, actions: &[i64]) -> Option<usize>;
    /// Explains why the action is illegal in this match.
    fn why_illegal(&self, index: usize, action: i64) -> ApiError;
    /// Applies an action in each match. All of them [are legal](DynBatch::first_illegal).
    fn step(&mut self, actions: &[i64], rows: Rows<'_>, workers: Workers<'_>);
    /// Writes the arrays of the current states, except rewards and dones.
    fn show(&mut self, rows: Rows<'_>, workers: Workers<'_>);
    /// The current states, as JSON.
    fn save(&self) -> String;
}
