//! The search that one thread of [`AlphaBeta`](crate::AlphaBeta) performs, with its transposition table.

use serde::{Deserialize, Serialize};
use zashiki_core::{InputError, SearchHints, SearchHintsExt as _, Seat, Turn};

use super::ordering::{MoveOrder, Ranked, SavedHistory};
use super::transpositions::{Bound, Entry, Transpositions};
use super::window::{OPEN, POINT, WON, Window, one_step_farther, one_step_nearer};
use crate::search::budget::{Budget, Clock, Meter};

/// Negamax search with a transposition table.
pub(super) struct Negamax<G: SearchHints> {
    /// The transposition table, kept from decision to decision.
    pub table: Transpositions,
    /// New table entries to share with the other threads, at most `max_new_entries`.
    pub new_entries: Vec<Entry>,
    /// Maximum number of entries kept for sharing.
    max_new_entries: usize,
    order: MoveOrder<G>,
    /// The seat that decides at the root of the search.
    me: Seat,
    /// The remaining budget.
    pub meter: Meter,
    /// True if the budget ran out before the search was complete; the value that the search returned is then
    /// meaningless.
    pub stopped: bool,
    /// Seed from which the random biases of this bot's evaluation are computed.
    bias_seed: u64,
    /// Largest random bias added to a heuristic value; heuristic values go up to 1000.
    max_bias: u32,
}

/// The part of a search that is kept between decisions, in a form that can be saved.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedNegamax {
    entries: Vec<(usize, Entry)>,
    age: u8,
    #[serde(rename = "news")]
    new_entries: Vec<Entry>,
    history: SavedHistory,
}

/// Maximum depth of a search, in decisions.
pub(super) const MAX_DEPTH: i32 = 60;
/// Maximum number of noisy actions that are followed beyond the depth of the search.
const QUIESCENCE: u32 = 6;
/// Minimum depth of the table entries that are shared: recomputing shallower ones takes no longer than
/// sharing them.
const MIN_SHARED_DEPTH: i16 = 2;
/// Number of nodes between two checks of the clock; a power of two.
pub(super) const CLOCK_STRIDE: u64 = 8;

impl<G: SearchHints> Negamax<G> {
    /// A search with an empty table; `bias_seed` determines the random biases of heuristic values. It keeps
    /// at most `max_new_entries` table entries for sharing.
    pub fn new(bias_seed: u64, max_new_entries: usize, clock: Clock) -> Negamax<G> {
        Negamax {
            table: Transpositions::default(),
            new_entries: Vec::new(),
            max_new_entries,
            order: MoveOrder::new(MAX_DEPTH as usize),
            me: Seat(0),
            meter: Meter::new(Budget::Simulations(0), clock, CLOCK_STRIDE),
            stopped: false,
            bias_seed,
            max_bias: 0,
        }
    }

    /// The state kept between decisions, in a form that can be saved.
    pub fn save(&self) -> SavedNegamax {
        let (entries, age) = self.table.save();
        SavedNegamax {
            entries,
            age,
            new_entries: self.new_entries.clone(),
            history: self.order.save(),
        }
    }

    /// Restores a saved state.
    ///
    /// # Errors
    /// Returns an error if the state is not of this game.
    pub fn restore(&mut self, saved: SavedNegamax) -> Result<(), InputError> {
        let SavedNegamax { entries, age, new_entries, history } = saved;
        self.table.restore((entries, age))?;
        self.new_entries = new_entries;
        self.order.restore(history)
    }

    /// Prepares the search of a decision of the seat `me`. A random bias from -`max_bias` to `max_bias` is
    /// added to every heuristic value in the search; heuristic values go up to 1000.
    pub fn begin(&mut self, me: Seat, max_bias: u32) {
        (self.me, self.max_bias) = (me, max_bias);
        self.table.begin();
        self.order.begin();
    }

    /// Adds the entries of the other threads to the table; those of thread `own`, which is this one, are
    /// already in it.
    pub fn add_entries(&mut self, entries: &[Vec<Entry>], own: usize) {
        let others = entries.iter().enumerate().filter(|(thread, _)| *thread != own);
        for entry in others.flat_map(|(_, entries)| entries) {
            self.table.store(*entry);
        }
    }

    /// Stores an entry, and keeps it for the other threads if it is deep enough.
    pub fn store(&mut self, entry: Entry) {
        self.table.store(entry);
        if entry.depth >= MIN_SHARED_DEPTH && self.new_entries.len() < self.max_new_entries {
            self.new_entries.push(entry);
        }
    }

    /// The actions of a seat, in the order in which they are searched. Empty if the table already has the
    /// exact value of the position at this depth.
    pub fn ordered_actions(
        &mut self,
        game: &G,
        mover: Seat,
        depth: i32,
        ply: usize,
    ) -> Vec<G::Action> {
        let known = game.state_hash().and_then(|key| self.table.get(key));
        let settled =
            |entry: &Entry| entry.bound == Bound::Exact && i32::from(entry.depth) >= depth;
        if known.as_ref().is_some_and(settled) {
            return Vec::new();
        }
        let found = known.and_then(|entry| entry.best());
        let found = found.filter(|action| game.is_legal(mover, *action).is_ok());
        self.order.list(game, mover, ply, found);
        for at in 0..self.order.actions.len() {
            self.order.bring_best(game, mover, depth, at);
        }
        found.into_iter().chain(self.order.actions.drain(..).map(|ranked| ranked.action)).collect()
    }

    /// Searches actions of a seat that follow the first action in the order, each given with its position
    /// among them. Returns, with their values, the actions that were better than all before them and better
    /// than `least`.
    pub fn search_others(
        &mut self,
        game: &G,
        mover: Seat,
        depth: i32,
        ply: usize,
        least: i32,
        actions: impl Iterator<Item = (usize, G::Action)>,
    ) -> Vec<(i32, G::Action)> {
        let (mut window, mut better) = (Window { alpha: least, ..OPEN }, Vec::new());
        for (place, action) in actions {
            let mut after = game.clone();
            after.play_unchecked(mover, action, None);
            // The actions of the searched decision are not reduced.
            let less =
                if ply == 0 || game.is_noisy(action) { 0 } else { reduction(depth, place + 1) };
            let value = self.search_reduced(&after, mover, depth, ply, window, less);
            if self.stopped {
                break;
            }
            if value > window.alpha {
                window.alpha = value;
                better.push((value, action));
            }
        }
        better
    }

    /// The value for `mover` of the position after its action, for an action that is not expected to exceed
    /// the window's lower end. The first search has a null window and a depth reduced by `less`; it is
    /// repeated with the full depth or window if its value exceeds that lower end.
    fn search_reduced(
        &mut self,
        after: &G,
        mover: Seat,
        depth: i32,
        ply: usize,
        window: Window,
        less: i32,
    ) -> i32 {
        let narrow = Window { beta: window.alpha + 1, ..window };
        let mut value = self.search_after(after, mover, depth - 1 - less, ply, narrow);
        if value > window.alpha && less > 0 {
            value = self.search_after(after, mover, depth - 1, ply, narrow);
        }
        if value > window.alpha && value < window.beta {
            value = self.search_after(after, mover, depth - 1, ply, window);
        }
        value
    }

    /// The value for `mover` of the position `after` its action, searched to this depth.
    pub fn search_after(
        &mut self,
        after: &G,
        mover: Seat,
        depth: i32,
        ply: usize,
        window: Window,
    ) -> i32 {
        self.for_next_seat(after, mover, window, |search, next, window| {
            search.node(after, next, depth, ply + 1, window)
        })
    }

    /// The value for `mover` of the position `after` its action. The function `value` computes it for the
    /// seat that decides next: it gets that seat and the window from that seat's side.
    fn for_next_seat(
        &mut self,
        after: &G,
        mover: Seat,
        window: Window,
        value: impl FnOnce(&mut Self, Seat, Window) -> i32,
    ) -> i32 {
        let next = match after.turn() {
            Turn::Over(outcome) => return WON * outcome.payoff(mover),
            Turn::Awaiting(seats) => seats.first().unwrap_or(mover),
        };
        let Window { alpha, beta } =
            Window { alpha: one_step_nearer(window.alpha), beta: one_step_nearer(window.beta) };
        one_step_farther(if next == mover {
            value(self, next, Window { alpha, beta })
        } else {
            -value(self, next, Window { alpha: -beta, beta: -alpha })
        })
    }

    /// The value for `mover` of a position in which `mover` decides, searched to this depth.
    fn node(&mut self, game: &G, mover: Seat, depth: i32, ply: usize, mut window: Window) -> i32 {
        if depth <= 0 || ply >= MAX_DEPTH as usize {
            return self.quiesce(game, mover, QUIESCENCE, window);
        }
        if self.out_of_budget() {
            return 0;
        }
        let key = game.state_hash();
        let known = key.and_then(|key| self.table.get(key));
        if let Some(entry) = known.filter(|entry| i32::from(entry.depth) >= depth) {
            let settled = match entry.bound {
                Bound::Exact => true,
                Bound::AtLeast => entry.value >= window.beta,
                Bound::AtMost => entry.value <= window.alpha,
                Bound::Nothing => false,
            };
            if settled {
                return entry.value;
            }
        }
        let start = self.order.actions.len();
        // The action of the table is tried before the others are listed: mostly it suffices.
        let found = known.and_then(|entry| entry.best());
        let found = found.filter(|action| game.is_legal(mover, *action).is_ok());
        match found {
            Some(action) => {
                let noisy = game.is_noisy(action);
                self.order.actions.push(Ranked { action, rank: 0, noisy, evaluated: true });
            }
            None => self.order.list(game, mover, ply, None),
        }
        if self.order.actions.len() == start {
            return self.evaluate(game, mover);
        }
        let (mut best, mut best_value) = (None, -WON);
        let start_window = window;
        let mut at = start;
        while at < self.order.actions.len() {
            self.order.bring_best(game, mover, depth, at);
            let Ranked { action, noisy, .. } = self.order.actions[at];
            let mut after = game.clone();
            after.play_unchecked(mover, action, None);
            let place = at - start;
            let value = if place == 0 {
                self.search_after(&after, mover, depth - 1, ply, window)
            } else {
                let less = if noisy { 0 } else { reduction(depth, place) };
                self.search_reduced(&after, mover, depth, ply, window, less)
            };
            if self.stopped {
                self.order.actions.truncate(start);
                return 0;
            }
            if value > best_value || place == 0 {
                (best, best_value) = (Some(action), value);
                window.alpha = window.alpha.max(value);
                if value >= window.beta {
                    if !noisy {
                        self.order.remember_cut(mover, action, depth, ply);
                    }
                    break;
                }
            }
            at += 1;
            if place == 0 && found.is_some() {
                self.order.list(game, mover, ply, found);
            }
        }
        self.order.actions.truncate(start);
        if let Some(key) = key {
            let bound = if best_value >= start_window.beta {
                Bound::AtLeast
            } else if best_value > start_window.alpha {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            self.store(Entry::new(key, best_value, depth, bound, best));
        }
        best_value
    }

    /// The value for `mover` if each seat chooses between a noisy action and stopping with the heuristic
    /// value (quiescence search).
    fn quiesce(&mut self, game: &G, mover: Seat, left: u32, mut window: Window) -> i32 {
        if self.out_of_budget() {
            return 0;
        }
        let mut best = self.evaluate(game, mover);
        if left == 0 || best >= window.beta {
            return best;
        }
        window.alpha = window.alpha.max(best);
        let start = self.order.actions.len();
        self.order.list_noisy(game, mover);
        for at in start..self.order.actions.len() {
            self.order.bring_best_ranked(at);
            let mut after = game.clone();
            after.play_unchecked(mover, self.order.actions[at].action, None);
            let value = self.for_next_seat(&after, mover, window, |search, next, window| {
                search.quiesce(&after, next, left - 1, window)
            });
            if self.stopped {
                break;
            }
            best = best.max(value);
            window.alpha = window.alpha.max(value);
            if value >= window.beta {
                break;
            }
        }
        self.order.actions.truncate(start);
        best
    }

    fn evaluate(&self, game: &G, mover: Seat) -> i32 {
        let value = POINT * game.quiet_value(self.me) + self.bias(game);
        if mover == self.me { value } else { -value }
    }

    /// The random bias of a position's heuristic value, a function of the position's hash and the seed.
    fn bias(&self, game: &G) -> i32 {
        let Some(position) = game.state_hash().filter(|_| self.max_bias > 0) else { return 0 };
        // The high half of a product by an odd number depends on all bits (Knuth, TAOCP 3, 6.4).
        let drawn = (position ^ self.bias_seed).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let most = self.max_bias as i32 * POINT;
        (drawn % (2 * most as u64 + 1)) as i32 - most
    }

    fn out_of_budget(&mut self) -> bool {
        self.stopped = self.stopped || !self.meter.spend();
        self.stopped
    }
}

/// The reduction of the depth for a quiet action at this position of the search order, counted from 0.
fn reduction(depth: i32, place: usize) -> i32 {
    if depth < 3 || place < 4 {
        0
    } else if place < 16 {
        1
    } else {
        2
    }
}
