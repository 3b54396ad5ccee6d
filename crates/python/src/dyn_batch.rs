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
    /// Bot spec of each seat; `None` if the caller decides for that seat. If empty, the caller decides
    /// for all seats.
    pub bots: Vec<Option<String>>,
    /// The distribution of the players over the seats.
    pub rotation: Rotation,
    /// Index into `bots` of the player whose view the final observations have; `None` for the seat that
    /// decided last.
    pub learner: Option<usize>,
    /// True if observations are flat: scaled to 0 to 1, with the sub-actions chosen so far.
    pub flat: bool,
    /// True if the caller chooses actions sub-action by sub-action; false if it chooses whole actions.
    pub by_choices: bool,
    /// True if all seats act at once, so that arrays have a row for each seat of each match.
    pub parallel: bool,
    /// RNG seed of all matches and bots.
    pub seed: u64,
}

/// Distribution of the players of a batch over the seats.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Rotation {
    /// Each player keeps its seat.
    Fixed,
    /// The players move on by one seat from each match of the batch to the next.
    ByMatch,
    /// The players of each new match move on by a random number of seats.
    Random,
}

/// Number of values that one match has in each array.
#[derive(Clone, Copy)]
pub struct Widths {
    /// Number of values in one observation, as it is in the arrays.
    pub observation: usize,
    /// Number of possible actions, or of possible sub-actions if the caller chooses those; one more, which
    /// waits, if all seats act at once.
    pub mask: usize,
    /// Number of seats in a match.
    pub seats: usize,
    /// Number of seats that act in a step: one, or all.
    pub acting: usize,
}

/// The arrays in which a batch writes its results, with one row per match. `zashiki.Batch` documents
/// each array.
pub struct Rows<'a> {
    pub observations: &'a mut [f32],
    pub final_observations: &'a mut [f32],
    pub masks: &'a mut [bool],
    pub seats: &'a mut [i64],
    pub players: &'a mut [i64],
    pub factors: &'a mut [i64],
    pub choices: &'a mut [i16],
    pub rewards: &'a mut [f32],
    pub dones: &'a mut [bool],
}

/// The threads that do the work, and the signal that stops it.
pub struct Workers<'a> {
    /// The thread pool.
    pub pool: &'a mut Pool,
    /// The signal that stops the work early. The matches are inconsistent after that.
    pub stop: &'a Stop,
}

/// Sent instead of an action: the match stays as it is in this step.
pub const WAIT: i64 = -1;

/// Many matches of a game that are played at the same time.
pub trait DynBatch: Send {
    /// Number of values per match in each array.
    fn widths(&self) -> Widths;
    /// Replaces all matches by new ones.
    fn begin(&mut self, rows: Rows<'_>, workers: Workers<'_>);
    /// Index of the first match in which the given action is illegal; `None` if all are legal or
    /// [`WAIT`].
    fn first_illegal(&self, actions: &[i64]) -> Option<usize>;
    /// Explains why the action is illegal in this match.
    fn why_illegal(&self, index: usize, action: i64) -> ApiError;
    /// Applies one action in each match, except where it is [`WAIT`]. The caller has checked that all of
    /// them [are legal](DynBatch::first_illegal).
    fn step(&mut self, actions: &[i64], rows: Rows<'_>, workers: Workers<'_>);
    /// Checks what is to be [seated](DynBatch::seat_bots).
    ///
    /// # Errors
    /// Returns an error if a bot does not exist, or if the player or an index is out of range.
    fn check_bots(&self, player: usize, bots: &[String], which: &[i64]) -> Result<(), ApiError>;
    /// Gives bots to a player, an index into [`BatchPlan::bots`], for the rest of the current matches, and
    /// plays on where one of them must decide. `which` has for each match an index into `bots`, or [`WAIT`].
    /// The caller has [checked](DynBatch::check_bots) them.
    fn seat_bots(
        &mut self,
        player: usize,
        bots: &[String],
        which: &[i64],
        rows: Rows<'_>,
        workers: Workers<'_>,
    );
    /// Writes the current states to the arrays, except to rewards and dones.
    fn show(&mut self, rows: Rows<'_>, workers: Workers<'_>);
    /// The current matches, as JSON, for copies and pickles.
    fn save(&self) -> String;
}
