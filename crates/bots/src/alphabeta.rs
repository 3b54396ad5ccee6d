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

use crate::at_once::at_once;
use crate::budget::Meter;
use crate::transpositions::{Bound, Entry, ROOM, Transpositions};
use crate::weighing::{Adviser, COMPARED, Weighed, best_first};
use crate::{Bot, Budget, Clock};

/// Reads ahead; see the module's introduction.
///
/// A turn may be several decisions of one seat: what is negated is the value of the other
/// seat's decisions only. Where both seats' decisions are awaited, they are read one after the
/// other.
pub struct AlphaBeta<G: Game> {
    budget: Budget,
    clock: Clock,
    dice: Dice,
    /// One for each thread. The first also reads what is read alone.
    readers: Vec<Reader<G>>,
    /// What each has found out that not all have heard of: the first hears of all at once.
    news: Vec<Vec<Entry>>,
    /// Whose decision is searched.
    me: Seat,
    nodes: u64,
    reached: i32,
    /// Whether the last decision was found to lose whatever is chosen.
    lost: bool,
}

/// Reads ahead from what an action of the searched seat brings about, and remembers what it found.
struct Reader<G: Game> {
    /// Kept from decision to decision.
    table: Transpositions,
    /// What the others are to be told of it.
    news: Vec<Entry>,
    /// How much of that is kept for them.
    most_news: usize,
    /// For each distance from the root the two quiet actions that last cut a search short.
    killers: Vec<[Option<G::Action>; 2]>,
    /// By seat and action index, how often an action cut a search short, the deeper the more.
    history: [Vec<i32>; 2],
    /// The actions of the nodes on the way to the current one.
    actions: Vec<Ranked<G::Action>>,
    legal: Vec<G::Action>,
    me: Seat,
    meter: Meter,
    stopped: bool,
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
const OPEN: Window = Window { alpha: -WON, beta: WON };
/// Values beyond this are certain results, below it appraisals.
const CERTAIN: i32 = WON / 2;
/// An appraisal of 1 is worth this much.
const POINT: i32 = 100;

const MOST_DEPTH: i32 = 60;
/// Noisy actions beyond the depth are followed so far.
const QUIESCENCE: u32 = 6;
/// Less deep one thread reads alone: to begin others takes as long as some dozens of nodes.
const WORTH_THREADS: i32 = 2;
/// What searches less deep found is found again as fast as it is told.
const WORTH_TELLING: i16 = 2;
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
    /// A player that spends this budget of positions or time on each decision, with so many threads (at
    /// least one). Its taste, which decides between what is about equal, follows from the seed; the
    /// clock says when the time is over.
    ///
    /// The threads share the actions of the decision out between them and tell each other what they found
    /// after each depth: with a budget of positions a choice follows from the seed and the number of
    /// threads, however many cores there are.
    pub fn new(budget: Budget, threads: u32, seed: u64, clock: Clock) -> AlphaBeta<G> {
        let mut dice = Dice::from_seed(seed);
        let taste = u64::from(dice.below(u32::MAX));
        let threads = threads.max(1) as usize;
        let most_news = if threads > 1 { ROOM } else { 0 };
        AlphaBeta {
            budget,
            clock,
            dice,
            readers: (0..threads).map(|_| Reader::new(taste, most_news, clock)).collect(),
            news: vec![Vec::new(); threads],
            me: Seat(0),
            nodes: 0,
            reached: 0,
            lost: false,
        }
    }

    /// How many positions the last search looked at.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// How many decisions deep the last search went completely.
    pub fn depth(&self) -> i32 {
        self.reached
    }

    /// The best of these actions of the searched seat by deepening until the budget is spent, and
    /// what it is worth.
    fn deepen(&mut self, game: &G, legal: &[G::Action]) -> (G::Action, i32) {
        self.reached = 0;
        for reader in &mut self.readers {
            reader.stopped = false;
        }
        let mut meter = Meter::new(self.budget, self.clock, CLOCK_STRIDE);
        // A look may take long where the rule of thumb plays something out. The first is always taken.
        let looks = |place: usize, action: G::Action| {
            let late = place > 0 && meter.is_over();
            if late { i32::MIN } else { game.look(self.me, action) }
        };
        let mut order: Vec<(i32, G::Action)> = (legal.iter().enumerate())
            .map(|(place, action)| (looks(place, *action), *action))
            .collect();
        order.sort_by_key(|(looks, _)| Reverse(*looks));
        let mut found = POINT * order[0].0;
        let mut order: Vec<G::Action> = order.into_iter().map(|(_, action)| action).collect();
        for depth in 1..=MOST_DEPTH {
            let value = self.read(game, self.me, depth, 0, &mut order, &mut meter);
            found = value.unwrap_or(found);
            if self.stopped() {
                break;
            }
            self.reached = depth;
            if found.abs() > CERTAIN {
                break;
            }
        }
        self.nodes = meter.spent();
        (order[0], found)
    }

    /// Reads so deep what comes of each of these actions of a seat, puts the best first, and says what it
    /// is worth: the first by itself, then the others, which must beat it. Where the budget did not
    /// suffice, the best of those that were read; nothing if none was.
    fn read(
        &mut self,
        game: &G,
        mover: Seat,
        depth: i32,
        ply: usize,
        order: &mut [G::Action],
        meter: &mut Meter,
    ) -> Option<i32> {
        let mut after = game.clone();
        after.play_unchecked(mover, order[0], &mut Silent);
        let value = self.read_on(&after, mover, depth - 1, ply, meter)?;
        let alone = depth < WORTH_THREADS || order.len() < 3;
        let threads = if alone { 1 } else { self.readers.len() };
        if threads > 1 {
            self.news[0].append(&mut self.readers[0].news);
        }
        let (others, news) = (&order[1..], &self.news);
        let parts = self.readers[..threads].iter_mut().zip(meter.several(threads)).enumerate();
        let better = at_once(parts, |(thread, (reader, budget))| {
            (reader.meter, reader.stopped) = (budget, false);
            if thread > 0 {
                reader.hear(news, thread);
            }
            let part = others.iter().copied().enumerate().skip(thread).step_by(threads);
            reader.better(game, mover, depth, ply, value, part)
        });
        for reader in &self.readers[..threads] {
            meter.spend_many(reader.meter.spent());
        }
        if threads > 1 {
            let told = |reader: &mut Reader<G>| std::mem::take(&mut reader.news);
            self.news = self.readers.iter_mut().map(told).collect();
            self.readers[0].hear(&self.news, 0);
        }
        // What is better comes before what it beat, and is first in the next iteration.
        let mut better: Vec<(i32, G::Action)> = better.into_iter().flatten().collect();
        better.sort_by_key(|(value, _)| *value);
        for (_, action) in &better {
            if let Some(at) = order.iter().position(|other| other == action) {
                order[..=at].rotate_right(1);
            }
        }
        Some(better.last().map_or(value, |(value, _)| *value))
    }

    /// The value for `mover` of what it has just brought about, where nothing is known that it must beat;
    /// nothing if the budget did not suffice. Threads share the actions out here as well ("principal
    /// variation splitting": Marsland and Campbell, "Parallel Search of Strongly Ordered Game Trees",
    /// Computing Surveys 14(4), 1982).
    fn read_on(
        &mut self,
        after: &G,
        mover: Seat,
        depth: i32,
        ply: usize,
        meter: &mut Meter,
    ) -> Option<i32> {
        let several = self.readers.len() > 1 && depth >= WORTH_THREADS;
        let next = after.turn().awaited().first().filter(|_| several);
        let first = &mut self.readers[0];
        let mut order = next.map_or(Vec::new(), |next| first.in_order(after, next, depth, ply + 1));
        let Some(next) = next.filter(|_| !order.is_empty()) else {
            (first.meter, first.stopped) = (meter.left(), false);
            let value = first.beyond(after, mover, depth, ply, OPEN);
            meter.spend_many(first.meter.spent());
            return (!first.stopped).then_some(value);
        };
        let value = self.read(after, next, depth, ply + 1, &mut order, meter)?;
        if self.stopped() {
            return None;
        }
        if let Some(key) = after.fingerprint() {
            self.readers[0].keep(Entry::new(key, value, depth, Bound::Exact, Some(order[0])));
        }
        Some(farther(if next == mover { value } else { -value }))
    }

    /// Whether the budget is spent.
    fn stopped(&self) -> bool {
        self.readers.iter().any(|reader| reader.stopped)
    }

    /// Makes ready for a decision of the seat's, with this taste: the one world that can be imagined,
    /// since nothing is hidden.
    fn begin(&mut self, seen: &Seen<G>, fancy: u32) -> G {
        self.me = seen.seat();
        for reader in &mut self.readers {
            reader.begin(self.me, fancy);
        }
        seen.world(&mut self.dice)
    }

    /// What is known to be best in answer to an action of the searched seat.
    fn expected(&self, game: &G, action: G::Action) -> Option<(Seat, G::Action)> {
        let mut after = game.clone();
        after.play_unchecked(self.me, action, &mut Silent);
        let next = after.turn().awaited().first()?;
        let position = after.fingerprint()?;
        let best = |reader: &Reader<G>| reader.table.recall(position)?.best();
        Some((next, self.readers.iter().find_map(best)?))
    }
}

impl<G: Game> Reader<G> {
    fn new(taste: u64, most_news: usize, clock: Clock) -> Reader<G> {
        Reader {
            table: Transpositions::default(),
            news: Vec::new(),
            most_news,
            killers: vec![[None; 2]; (MOST_DEPTH + 1) as usize],
            history: [vec![0; <G::Action>::COUNT], vec![0; <G::Action>::COUNT]],
            actions: Vec::new(),
            legal: Vec::new(),
            me: Seat(0),
            meter: Meter::new(Budget::Simulations(0), clock, CLOCK_STRIDE),
            stopped: false,
            taste,
            fancy: FANCY,
        }
    }

    /// Makes ready for a decision of the seat's.
    fn begin(&mut self, me: Seat, fancy: u32) {
        (self.me, self.fancy) = (me, fancy);
        self.table.begin();
        self.killers.fill([None; 2]);
        for history in self.history.iter_mut().flatten() {
            *history /= 8;
        }
        self.actions.clear();
    }

    /// Takes in what the others found out.
    fn hear(&mut self, news: &[Vec<Entry>], own: usize) {
        let others = news.iter().enumerate().filter(|(author, _)| *author != own);
        for entry in others.flat_map(|(_, news)| news) {
            self.table.keep(*entry);
        }
    }

    /// Keeps what was found out, and tells it to the others if that is worth it.
    fn keep(&mut self, entry: Entry) {
        self.table.keep(entry);
        if entry.depth >= WORTH_TELLING && self.news.len() < self.most_news {
            self.news.push(entry);
        }
    }

    /// The actions of a seat that are to be read so deep, those that look best first; none if that is done.
    fn in_order(&mut self, game: &G, mover: Seat, depth: i32, ply: usize) -> Vec<G::Action> {
        let known = game.fingerprint().and_then(|key| self.table.recall(key));
        let settled =
            |entry: &Entry| entry.bound == Bound::Exact && i32::from(entry.depth) >= depth;
        if known.as_ref().is_some_and(settled) {
            return Vec::new();
        }
        let found = known.and_then(|entry| entry.best());
        let found = found.filter(|action| game.is_legal(mover, *action).is_ok());
        self.list(game, mover, ply, found);
        for at in 0..self.actions.len() {
            self.bring_best(game, mover, depth, at);
        }
        found.into_iter().chain(self.actions.drain(..).map(|ranked| ranked.action)).collect()
    }

    /// Which of these actions of a seat, each with its place after the first, are worth more than `least`
    /// and than those before, and what they are worth.
    fn better(
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
            after.play_unchecked(mover, action, &mut Silent);
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
                let less = if noisy { 0 } else { reduction(depth, late) };
                self.doubted(&after, mover, depth, ply, window, less)
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
            self.keep(Entry::new(key, best_value, depth, bound, best));
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
        let game = self.begin(seen, FANCY);
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
        let mut left = seen.legal(&mut self.dice);
        self.dice.shuffle(&mut left);
        // Advice is no matter of taste.
        let game = self.begin(seen, 0);
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

#[cfg(test)]
mod tests {
    use connect_four::ConnectFour;
    use table::Setup as _;

    use super::*;

    /// Threads tell each other what they found, and all of them together keep to the budget.
    #[test]
    fn threads_share_what_they_find_and_the_budget() {
        let options = ConnectFour::info().complete_options(&Default::default()).unwrap();
        let setup = <ConnectFour as Game>::Setup::new(2, &options, None).unwrap();
        let game = ConnectFour::deal(&setup, Dice::from_seed(1), &mut Silent);
        let seen = Seen::new(&game, Seat(0));
        let most = 5000;
        for threads in [1, 2, 3, 8] {
            let budget = Budget::Simulations(most);
            let mut bot = AlphaBeta::new(budget, threads, 1, || std::time::Duration::ZERO);
            let action = bot.choose(&seen);
            let mut after = game;
            after.play_unchecked(Seat(0), action, &mut Silent);
            let position = after.fingerprint().unwrap();
            for (thread, reader) in bot.readers.iter().enumerate() {
                assert!(reader.table.recall(position).is_some(), "thread {thread} of {threads}");
            }
            assert!(bot.depth() > 4, "{} deep", bot.depth());
            // Where one has spent its part, the others' parts are not spent on.
            let most = u64::from(most);
            assert!((most / 2..=most).contains(&bot.nodes()), "{} by {threads}", bot.nodes());
        }
    }
}
