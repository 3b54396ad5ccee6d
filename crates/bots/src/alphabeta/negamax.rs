//! The search of one thread of [`AlphaBeta`](crate::AlphaBeta), with its transposition table.

use serde::{Deserialize, Serialize};
use zashiki_core::{InputError, SearchHints, SearchHintsExt as _, Seat, Turn};

use super::ordering::{MoveOrder, Ranked, SavedHistory};
use super::transpositions::{Bound, Entry, Transpositions};
use super::window::{OPEN, POINT, WON, Window, farther, nearer};
use crate::search::budget::{Budget, Clock, Meter};

/// Negamax search with memory.
pub(super) struct Negamax<G: SearchHints> {
    /// Kept from decision to decision.
    pub table: Transpositions,
    /// New table entries to share with the other threads.
    pub news: Vec<Entry>,
    /// Maximum number of entries kept for sharing.
    most_news: usize,
    order: MoveOrder<G>,
    me: Seat,
    /// The remaining budget.
    pub meter: Meter,
    /// True if it was spent before all was read: what was found then says nothing.
    pub stopped: bool,
    /// Seed of this bot's evaluation bias.
    taste: u64,
    /// Largest bias, of 1000, added to the heuristic value.
    fancy: u32,
}

/// The state kept between decisions, for copies.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedNegamax {
    entries: Vec<(usize, Entry)>,
    age: u8,
    news: Vec<Entry>,
    /// The entries of `history` that are not 0.
    history: SavedHistory,
}

/// No search goes deeper.
pub(super) const MOST_DEPTH: i32 = 60;
/// Noisy actions beyond the depth are followed so far.
const QUIESCENCE: u32 = 6;
/// Entries of a shallower search are not shared: recomputing them is as fast.
const WORTH_TELLING: i16 = 2;
/// Nodes between two looks at the clock.
pub(super) const CLOCK_STRIDE: u64 = 8;

impl<G: SearchHints> Negamax<G> {
    /// An empty search with this bias that keeps at most `most_news` entries for sharing.
    pub fn new(taste: u64, most_news: usize, clock: Clock) -> Negamax<G> {
        Negamax {
            table: Transpositions::default(),
            news: Vec::new(),
            most_news,
            order: MoveOrder::new(MOST_DEPTH as usize),
            me: Seat(0),
            meter: Meter::new(Budget::Simulations(0), clock, CLOCK_STRIDE),
            stopped: false,
            taste,
            fancy: 0,
        }
    }

    /// The state kept between decisions.
    pub fn save(&self) -> SavedNegamax {
        let (entries, age) = self.table.save();
        SavedNegamax { entries, age, news: self.news.clone(), history: self.order.save() }
    }

    /// Becomes the reader that was saved.
    ///
    /// # Errors
    /// Returns an error if it is none of the game.
    pub fn restore(&mut self, saved: SavedNegamax) -> Result<(), InputError> {
        let SavedNegamax { entries, age, news, history } = saved;
        self.table.restore((entries, age))?;
        self.news = news;
        self.order.restore(history)
    }

    /// Makes ready for a decision of the seat's.
    pub fn begin(&mut self, me: Seat, fancy: u32) {
        (self.me, self.fancy) = (me, fancy);
        self.table.begin();
        self.order.begin();
    }

    /// Takes in what the others found out.
    pub fn hear(&mut self, news: &[Vec<Entry>], own: usize) {
        let others = news.iter().enumerate().filter(|(author, _)| *author != own);
        for entry in others.flat_map(|(_, news)| news) {
            self.table.keep(*entry);
        }
    }

    /// Keeps what was found out, and tells it to the others if that is worth it.
    pub fn keep(&mut self, entry: Entry) {
        self.table.keep(entry);
        if entry.depth >= WORTH_TELLING && self.news.len() < self.most_news {
            self.news.push(entry);
        }
    }

    /// The actions of a seat that are to be read so deep, those that look best first; none if that is done.
    pub fn in_order(&mut self, game: &G, mover: Seat, depth: i32, ply: usize) -> Vec<G::Action> {
        let known = game.state_hash().and_then(|key| self.table.recall(key));
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

    /// The actions of a seat whose value exceeds `least` and that of the actions before them, each with its
    /// place after the first, and their values.
    pub fn better(
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
            // None of the decision's own actions is read less deep than the others.
            let less =
                if ply == 0 || game.is_noisy(action) { 0 } else { reduction(depth, place + 1) };
            let value = self.doubted(&after, mover, depth, ply, window, less);
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

    /// The value for `mover` of what it has just brought about, which is thought not to be above the
    /// window's lower end: read `less` deep first.
    fn doubted(
        &mut self,
        after: &G,
        mover: Seat,
        depth: i32,
        ply: usize,
        window: Window,
        less: i32,
    ) -> i32 {
        let narrow = Window { beta: window.alpha + 1, ..window };
        let mut value = self.beyond(after, mover, depth - 1 - less, ply, narrow);
        if value > window.alpha && less > 0 {
            value = self.beyond(after, mover, depth - 1, ply, narrow);
        }
        if value > window.alpha && value < window.beta {
            value = self.beyond(after, mover, depth - 1, ply, window);
        }
        value
    }

    /// The value for `mover` of what it has just brought about.
    pub fn beyond(
        &mut self,
        after: &G,
        mover: Seat,
        depth: i32,
        ply: usize,
        window: Window,
    ) -> i32 {
        self.by_next(after, mover, window, |reader, next, window| {
            reader.node(after, next, depth, ply + 1, window)
        })
    }

    /// The value for `mover` of what it has just brought about, by what it is worth to the seat that decides
    /// next.
    fn by_next(
        &mut self,
        after: &G,
        mover: Seat,
        window: Window,
        worth: impl FnOnce(&mut Self, Seat, Window) -> i32,
    ) -> i32 {
        let next = match after.turn() {
            Turn::Over(outcome) => return WON * outcome.payoff(mover),
            Turn::Awaiting(seats) => seats.first().unwrap_or(mover),
        };
        let Window { alpha, beta } =
            Window { alpha: nearer(window.alpha), beta: nearer(window.beta) };
        farther(if next == mover {
            worth(self, next, Window { alpha, beta })
        } else {
            -worth(self, next, Window { alpha: -beta, beta: -alpha })
        })
    }

    /// The value for `mover` of a position in which `mover` decides.
    fn node(&mut self, game: &G, mover: Seat, depth: i32, ply: usize, mut window: Window) -> i32 {
        if depth <= 0 || ply >= MOST_DEPTH as usize {
            return self.quiesce(game, mover, QUIESCENCE, window);
        }
        if self.out_of_budget() {
            return 0;
        }
        let key = game.state_hash();
        let known = key.and_then(|key| self.table.recall(key));
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
        // What was found best before is tried before anything is listed: mostly it is enough.
        let found = known.and_then(|entry| entry.best());
        let found = found.filter(|action| game.is_legal(mover, *action).is_ok());
        match found {
            Some(action) => {
                let noisy = game.is_noisy(action);
                self.order.actions.push(Ranked { action, rank: 0, noisy, looked: true });
            }
            None => self.order.list(game, mover, ply, None),
        }
        if self.order.actions.len() == start {
            return self.evaluate(game, mover);
        }
        let (mut best, mut best_value) = (None, -WON);
        let asked = window;
        let mut at = start;
        while at < self.order.actions.len() {
            self.order.bring_best(game, mover, depth, at);
            let Ranked { action, noisy, .. } = self.order.actions[at];
            let mut after = game.clone();
            after.play_unchecked(mover, action, None);
            let late = at - start;
            let value = if late == 0 {
                self.beyond(&after, mover, depth - 1, ply, window)
            } else {
                let less = if noisy { 0 } else { reduction(depth, late) };
                self.doubted(&after, mover, depth, ply, window, less)
            };
            if self.stopped {
                self.order.actions.truncate(start);
                return 0;
            }
            if value > best_value || late == 0 {
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
            if late == 0 && found.is_some() {
                self.order.list(game, mover, ply, found);
            }
        }
        self.order.actions.truncate(start);
        if let Some(key) = key {
            let bound = if best_value >= asked.beta {
                Bound::AtLeast
            } else if best_value > asked.alpha {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            self.keep(Entry::new(key, best_value, depth, bound, best));
        }
        best_value
    }

    /// The value for `mover` when only noisy actions are followed, and need not be.
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
            let value = self.by_next(&after, mover, window, |reader, next, window| {
                reader.quiesce(&after, next, left - 1, window)
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
        let value = POINT * game.value(self.me) + self.liking(game);
        if mover == self.me { value } else { -value }
    }

    /// The bias of a position, a function of its hash and the seed.
    fn liking(&self, game: &G) -> i32 {
        let Some(position) = game.state_hash().filter(|_| self.fancy > 0) else { return 0 };
        // The high half of a product by an odd number depends on all bits (Knuth, TAOCP 3, 6.4).
        let drawn = (position ^ self.taste).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let most = self.fancy as i32 * POINT;
        (drawn % (2 * most as u64 + 1)) as i32 - most
    }

    fn out_of_budget(&mut self) -> bool {
        self.stopped = self.stopped || !self.meter.spend();
        self.stopped
    }
}

/// Depth reduction of a late quiet action.
fn reduction(depth: i32, late: usize) -> i32 {
    if depth < 3 || late < 4 {
        0
    } else if late < 16 {
        1
    } else {
        2
    }
}
