//! The player that reads ahead, for games of two seats in which nothing is hidden.
//!
//! Negamax with alpha–beta pruning (Knuth and Moore, "An Analysis of Alpha-Beta Pruning",
//! Artificial Intelligence 6(4), 1975) in the form of principal variation search, deepened
//! step by step over a table of transpositions. Late quiet actions are searched less deep
//! first, and beyond the depth the search goes on through noisy actions until the play is
//! quiet. Nothing in it is of one game: it asks a game for its rule of thumb, a fingerprint
//! and which actions are noisy.

use std::cmp::Reverse;

use table::{Action as _, Dice, Game, MAX_SEATS, Seat, Seen, Silent, Turn};

use crate::budget::Meter;
use crate::transpositions::{Bound, Transpositions};
use crate::weighing::{Adviser, COMPARED, Weighed, best_first};
use crate::{Bot, Budget, Clock};

/// Reads ahead; see the module's introduction.
///
/// A turn may be several decisions of one seat: what is negated is the value of the other
/// seat's decisions only. Where both seats' decisions are awaited, they are read one after the
/// other.
pub struct AlphaBeta<G: Game> {
    budget: Budget,
    dice: Dice,
    /// Kept from decision to decision.
    table: Transpositions,
    /// For each distance from the root the two quiet actions that last cut a search short.
    killers: Vec<[Option<G::Action>; 2]>,
    /// By seat and action index, how often an action cut a search short, the deeper the more.
    history: [Vec<i32>; 2],
    /// The actions of the nodes on the way to the current one.
    actions: Vec<Ranked<G::Action>>,
    legal: Vec<G::Action>,
    /// Whose decision is searched.
    me: Seat,
    clock: Clock,
    meter: Meter,
    stopped: bool,
    reached: i32,
    /// Whether the last decision was found to lose whatever is chosen.
    lost: bool,
    /// What this player's taste follows from.
    taste: u64,
    /// By how much of 1000 it differs from the rule of thumb at most.
    fancy: u32,
}

#[derive(Clone, Copy)]
struct Ranked<A> {
    action: A,
    rank: i32,
    noisy: bool,
    /// Whether the rank hangs on how the play looks after it, as far as it ever will.
    looked: bool,
}

/// The open interval of values that still matter to the seat that decides.
#[derive(Clone, Copy)]
struct Window {
    alpha: i32,
    beta: i32,
}

/// A won play; one step further away it is worth one less.
const WON: i32 = 1_000_000;
/// Values beyond this are certain results, below it appraisals.
const CERTAIN: i32 = WON / 2;
/// An appraisal of 1 is worth this much.
const POINT: i32 = 100;

const MOST_DEPTH: i32 = 60;
/// Noisy actions beyond the depth are followed so far.
const QUIESCENCE: u32 = 6;
/// Nodes between two looks at the clock.
const CLOCK_STRIDE: u64 = 8;

/// By how much of 1000 a player's taste for a position differs from the rule of thumb at most: no two
/// players play the same game for ever (Beal and Smith, "Random Evaluations in Chess", ICCA Journal
/// 17(1), 1994).
const FANCY: u32 = 2;

const RANK_NOISY: i32 = 1 << 28;
const RANK_KILLER: i32 = 1 << 27;
const HISTORY_MOST: i32 = 1 << 20;

impl<G: Game> AlphaBeta<G> {
    /// A player that spends this budget of positions or time on each decision. Its taste, which
    /// decides between what is about equal, follows from the seed; the clock says when the time is
    /// over.
    pub fn new(budget: Budget, seed: u64, clock: Clock) -> AlphaBeta<G> {
        let mut dice = Dice::from_seed(seed);
        let taste = u64::from(dice.below(u32::MAX));
        AlphaBeta {
            budget,
            dice,
            table: Transpositions::default(),
            killers: vec![[None; 2]; (MOST_DEPTH + 1) as usize],
            history: [vec![0; <G::Action>::COUNT], vec![0; <G::Action>::COUNT]],
            actions: Vec::new(),
            legal: Vec::new(),
            me: Seat(0),
            clock,
            meter: Meter::new(Budget::Simulations(0), clock, CLOCK_STRIDE),
            stopped: false,
            reached: 0,
            lost: false,
            taste,
            fancy: FANCY,
        }
    }

    /// How many positions the last search looked at.
    pub fn nodes(&self) -> u64 {
        self.meter.spent()
    }

    /// How many decisions deep the last search went completely.
    pub fn depth(&self) -> i32 {
        self.reached
    }

    /// The best of these actions of the searched seat by deepening until the budget is spent, and
    /// what it is worth.
    fn deepen(&mut self, game: &G, legal: &[G::Action]) -> (G::Action, i32) {
        (self.reached, self.stopped) = (0, false);
        self.meter = Meter::new(self.budget, self.clock, CLOCK_STRIDE);
        // A look may take long where the rule of thumb plays something out. The first is always taken.
        let looks = |place: usize, action: G::Action| {
            let late = place > 0 && self.meter.is_over();
            if late { i32::MIN } else { game.look(self.me, action) }
        };
        let mut order: Vec<(i32, G::Action)> = (legal.iter().enumerate())
            .map(|(place, action)| (looks(place, *action), *action))
            .collect();
        order.sort_by_key(|(looks, _)| Reverse(*looks));
        let mut found = POINT * order[0].0;
        for depth in 1..=MOST_DEPTH {
            let mut best = -WON;
            for at in 0..order.len() {
                let action = order[at].1;
                let mut after = game.clone();
                after.play_unchecked(self.me, action, &mut Silent);
                let value = if at == 0 {
                    self.beyond(&after, self.me, depth - 1, 0, Window { alpha: -WON, beta: WON })
                } else {
                    let narrow = Window { alpha: best, beta: best + 1 };
                    let value = self.beyond(&after, self.me, depth - 1, 0, narrow);
                    if value > best && !self.stopped {
                        let open = Window { alpha: best, beta: WON };
                        self.beyond(&after, self.me, depth - 1, 0, open)
                    } else {
                        value
                    }
                };
                if self.stopped {
                    return (order[0].1, found);
                }
                if at == 0 || value > best {
                    // What was found best is first now, and first in the next iteration.
                    (best, found) = (value, value);
                    order[..=at].rotate_right(1);
                }
            }
            self.reached = depth;
            if best.abs() > CERTAIN {
                break;
            }
        }
        (order[0].1, found)
    }

    /// Makes ready for a decision of the seat's: the one world that can be imagined, since nothing
    /// is hidden.
    fn begin(&mut self, seen: &Seen<G>) -> G {
        self.table.begin();
        self.me = seen.seat();
        self.killers.fill([None; 2]);
        for history in self.history.iter_mut().flatten() {
            *history /= 8;
        }
        self.actions.clear();
        seen.world(&mut self.dice)
    }

    /// What is known to be best in answer to an action of the searched seat.
    fn expected(&self, game: &G, action: G::Action) -> Option<(Seat, G::Action)> {
        let mut after = game.clone();
        after.play_unchecked(self.me, action, &mut Silent);
        let next = after.turn().awaited().first()?;
        Some((next, self.table.recall(after.fingerprint()?)?.best()?))
    }

    /// The value for `mover` of what it has just brought about.
    fn beyond(&mut self, after: &G, mover: Seat, depth: i32, ply: usize, window: Window) -> i32 {
        let seats = match after.turn() {
            Turn::Over(outcome) => return WON * outcome.payoff(mover),
            Turn::Awaiting(seats) => seats,
        };
        let next = seats.first().unwrap_or(mover);
        let Window { alpha, beta } =
            Window { alpha: nearer(window.alpha), beta: nearer(window.beta) };
        farther(if next == mover {
            self.node(after, next, depth, ply + 1, Window { alpha, beta })
        } else {
            -self.node(after, next, depth, ply + 1, Window { alpha: -beta, beta: -alpha })
        })
    }

    /// The value for `mover` of a play in which its decision is awaited.
    fn node(&mut self, game: &G, mover: Seat, depth: i32, ply: usize, mut window: Window) -> i32 {
        if depth <= 0 || ply >= MOST_DEPTH as usize {
            return self.quiesce(game, mover, QUIESCENCE, window);
        }
        if self.out_of_budget() {
            return 0;
        }
        let key = game.fingerprint();
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
        let start = self.actions.len();
        // What was found best before is tried before anything is listed: mostly it is enough.
        let found = known.and_then(|entry| entry.best());
        let found = found.filter(|action| game.is_legal(mover, *action).is_ok());
        match found {
            Some(action) => {
                let noisy = game.is_noisy(action);
                self.actions.push(Ranked { action, rank: 0, noisy, looked: true });
            }
            None => self.list(game, mover, ply, None),
        }
        if self.actions.len() == start {
            return self.appraise(game, mover);
        }
        let (mut best, mut best_value) = (None, -WON);
        let asked = window;
        let mut at = start;
        while at < self.actions.len() {
            self.bring_best(game, mover, depth, at);
            let Ranked { action, noisy, .. } = self.actions[at];
            let mut after = game.clone();
            after.play_unchecked(mover, action, &mut Silent);
            let late = at - start;
            let value = if late == 0 {
                self.beyond(&after, mover, depth - 1, ply, window)
            } else {
                let narrow = Window { beta: window.alpha + 1, ..window };
                let less = if noisy { 0 } else { reduction(depth, late) };
                let mut value = self.beyond(&after, mover, depth - 1 - less, ply, narrow);
                if value > window.alpha && less > 0 {
                    value = self.beyond(&after, mover, depth - 1, ply, narrow);
                }
                if value > window.alpha && value < window.beta {
                    value = self.beyond(&after, mover, depth - 1, ply, window);
                }
                value
            };
            if self.stopped {
                self.actions.truncate(start);
                return 0;
            }
            if value > best_value || late == 0 {
                (best, best_value) = (Some(action), value);
                window.alpha = window.alpha.max(value);
                if value >= window.beta {
                    if !noisy {
                        self.remember_cut(mover, action, depth, ply);
                    }
                    break;
                }
            }
            at += 1;
            if late == 0 && found.is_some() {
                self.list(game, mover, ply, found);
            }
        }
        self.actions.truncate(start);
        if let Some(key) = key {
            let bound = if best_value >= asked.beta {
                Bound::AtLeast
            } else if best_value > asked.alpha {
                Bound::Exact
            } else {
                Bound::AtMost
            };
            self.table.keep(key, best_value, depth, bound, best);
        }
        best_value
    }

    /// The value for `mover` when only noisy actions are followed, and need not be.
    fn quiesce(&mut self, game: &G, mover: Seat, left: u32, mut window: Window) -> i32 {
        if self.out_of_budget() {
            return 0;
        }
        let mut best = self.appraise(game, mover);
        if left == 0 || best >= window.beta {
            return best;
        }
        window.alpha = window.alpha.max(best);
        let start = self.actions.len();
        game.legal_into(mover, &mut self.legal);
        let noisy = self.legal.iter().copied().filter(|action| game.is_noisy(*action));
        self.actions.extend(noisy.map(|action| Ranked {
            action,
            rank: 0,
            noisy: true,
            looked: true,
        }));
        for at in start..self.actions.len() {
            self.actions[at].rank = game.look(mover, self.actions[at].action);
        }
        for at in start..self.actions.len() {
            self.bring_best_ranked(at);
            let mut after = game.clone();
            after.play_unchecked(mover, self.actions[at].action, &mut Silent);
            let value = self.beyond_noise(&after, mover, left - 1, window);
            if self.stopped {
                break;
            }
            best = best.max(value);
            window.alpha = window.alpha.max(value);
            if value >= window.beta {
                break;
            }
        }
        self.actions.truncate(start);
        best
    }

    /// The value for `mover` of the noise it has just made.
    fn beyond_noise(&mut self, after: &G, mover: Seat, left: u32, window: Window) -> i32 {
        let next = match after.turn() {
            Turn::Over(outcome) => return WON * outcome.payoff(mover),
            Turn::Awaiting(seats) => seats.first().unwrap_or(mover),
        };
        let Window { alpha, beta } =
            Window { alpha: nearer(window.alpha), beta: nearer(window.beta) };
        farther(if next == mover {
            self.quiesce(after, next, left, Window { alpha, beta })
        } else {
            -self.quiesce(after, next, left, Window { alpha: -beta, beta: -alpha })
        })
    }

    fn appraise(&self, game: &G, mover: Seat) -> i32 {
        let value = POINT * game.worth(self.me) + self.liking(game);
        if mover == self.me { value } else { -value }
    }

    /// By how much the searcher likes a position more than the rule of thumb does, always the same.
    fn liking(&self, game: &G) -> i32 {
        let Some(position) = game.fingerprint().filter(|_| self.fancy > 0) else { return 0 };
        // The high half of a product by an odd number hangs on all bits (Knuth, TAOCP 3, 6.4).
        let drawn = (position ^ self.taste).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 32;
        let most = self.fancy as i32 * POINT;
        (drawn % (2 * most as u64 + 1)) as i32 - most
    }

    /// Appends the actions of a node but for the one that was `found` before, ranked for the order
    /// in which to try them. How the play looks after quiet ones is seen when it comes to them.
    fn list(&mut self, game: &G, mover: Seat, ply: usize, found: Option<G::Action>) {
        game.legal_into(mover, &mut self.legal);
        for action in self.legal.iter().copied().filter(|action| Some(*action) != found) {
            let noisy = game.is_noisy(action);
            let killer = self.killers[ply].iter().position(|killer| *killer == Some(action));
            let rank = match killer {
                _ if noisy => RANK_NOISY + game.look(mover, action),
                Some(place) => RANK_KILLER - place as i32,
                None => action.index().map_or(0, |index| self.history[mover.index()][index]),
            };
            let looked = noisy || killer.is_some();
            self.actions.push(Ranked { action, rank, noisy, looked });
        }
    }

    /// Puts the best ranked of the untried actions at this place.
    fn bring_best(&mut self, game: &G, mover: Seat, depth: i32, at: usize) {
        self.bring_best_ranked(at);
        // A look costs as much as a leaf: it pays where a subtree depends on the order.
        if depth > 1 && !self.actions[at].looked {
            for ranked in self.actions[at..].iter_mut().filter(|ranked| !ranked.looked) {
                ranked.rank += POINT * game.look(mover, ranked.action);
                ranked.looked = true;
            }
            self.bring_best_ranked(at);
        }
    }

    fn bring_best_ranked(&mut self, at: usize) {
        let best = (at..self.actions.len()).max_by_key(|i| (self.actions[*i].rank, usize::MAX - i));
        if let Some(best) = best {
            self.actions.swap(at, best);
        }
    }

    fn remember_cut(&mut self, mover: Seat, action: G::Action, depth: i32, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        if let Some(index) = action.index() {
            let history = &mut self.history[mover.index()][index];
            *history = (*history + depth * depth).min(HISTORY_MOST);
        }
    }

    fn out_of_budget(&mut self) -> bool {
        self.stopped = self.stopped || !self.meter.spend();
        self.stopped
    }
}

/// How much less deep a late quiet action is searched at first.
fn reduction(depth: i32, late: usize) -> i32 {
    if depth < 3 || late < 4 {
        0
    } else if late < 16 {
        1
    } else {
        2
    }
}

/// A certain result one step further away is worth less, for either seat.
fn farther(value: i32) -> i32 {
    if value.abs() > CERTAIN { value - value.signum() } else { value }
}

/// What [`farther`] would make this value.
fn nearer(value: i32) -> i32 {
    if value.abs() > CERTAIN && value.abs() < WON { value + value.signum() } else { value }
}

impl<G: Game> Bot<G> for AlphaBeta<G> {
    fn choose(&mut self, seen: &Seen<G>) -> G::Action {
        let mut legal = seen.legal(&mut self.dice);
        self.lost = false;
        if let [only] = legal[..] {
            return only;
        }
        self.dice.shuffle(&mut legal);
        self.fancy = FANCY;
        let game = self.begin(seen);
        let (action, value) = self.deepen(&game, &legal);
        self.lost = value < -CERTAIN;
        action
    }

    fn is_lost(&self) -> bool {
        self.lost
    }
}

/// Each of the choices compared is read as deep as the budget allows.
impl<G: Game> Adviser<G> for AlphaBeta<G> {
    fn weigh(&mut self, seen: &Seen<G>, about: Option<G::Action>) -> Vec<Weighed<G::Action>> {
        let seat = seen.seat();
        // Advice is no matter of taste.
        self.fancy = 0;
        let mut left = seen.legal(&mut self.dice);
        self.dice.shuffle(&mut left);
        let game = self.begin(seen);
        let mut weighed: Vec<Weighed<G::Action>> = Vec::new();
        for place in 0..=COMPARED {
            let known = |action| weighed.iter().any(|weighed| weighed.action == action);
            let asked = about.filter(|about| place == COMPARED && !known(*about));
            let among = match asked {
                Some(asked) => vec![asked],
                None if place < COMPARED => left.clone(),
                None => Vec::new(),
            };
            if among.is_empty() {
                continue;
            }
            let (action, value) = self.deepen(&game, &among);
            let next = self.expected(&game, action);
            left.retain(|other| *other != action);
            let own = if value.abs() > CERTAIN {
                1000.0 * f64::from(value.signum())
            } else {
                (f64::from(value) / f64::from(POINT)).clamp(-1000.0, 1000.0)
            };
            let mut values = [0.0; MAX_SEATS];
            (values[seat.index()], values[seat.other().index()]) = (own, -own);
            let share = if weighed.is_empty() { 1.0 } else { 0.0 };
            weighed.push(Weighed { action, share, values, error: 0.0, next });
        }
        best_first(&mut weighed, seat);
        weighed
    }
}
