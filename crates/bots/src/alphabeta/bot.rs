//! The bot that searches by alpha–beta.

use std::cmp::Reverse;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use zashiki_core::{
    GameRng, InfoState, InputError, MAX_SEATS, RngState, SearchHints, SearchHintsExt as _, Seat,
};

use super::negamax::{CLOCK_STRIDE, MOST_DEPTH, Negamax, SavedNegamax};
use super::transpositions::{Bound, Entry, ROOM};
use super::window::{CERTAIN, OPEN, POINT, farther};
use crate::analysis::action_values::{ActionValue, Adviser, COMPARED, best_first};
use crate::bot::Bot;
use crate::search::budget::{Budget, Clock, Meter};
use crate::search::parallel::in_parallel;
use crate::search::saved;

/// Reads ahead; see the module's introduction.
///
/// A turn may be several decisions of one seat: what is negated is the value of the other
/// seat's decisions only. Where both seats' decisions are awaited, they are read one after the
/// other.
pub struct AlphaBeta<G: SearchHints> {
    budget: Budget,
    clock: Clock,
    rng: GameRng,
    /// One for each thread. The first also reads what is read alone.
    readers: Vec<Negamax<G>>,
    /// Table entries that each thread found and has not yet shared with the others; they are exchanged all at
    /// once.
    news: Vec<Vec<Entry>>,
    /// The seat whose decision is searched.
    me: Seat,
    nodes: u64,
    reached: i32,
    /// True if the last decision was found to lose whatever is chosen.
    lost: bool,
}

/// Less deep one thread reads alone: to begin others takes as long as some dozens of nodes.
const WORTH_THREADS: i32 = 2;

/// Largest random bias (of 1000) added to the heuristic value of a position, so that two bots do not play the
/// same game again and again (Beal and Smith, "Random Evaluations in Chess", ICCA Journal 17(1), 1994).
const FANCY: u32 = 2;

impl<G: SearchHints> AlphaBeta<G> {
    /// A bot that spends this budget of positions or time on each decision, with `threads` threads (at least
    /// one). The seed determines its bias, which decides between nearly equal choices; `clock` measures
    /// budgets in time.
    ///
    /// At each position of the line that is thought best the threads share the actions out between them, and
    /// tell each other what they found: with a budget of positions a choice follows from the seed and
    /// the number of threads, however many cores there are.
    pub fn new(budget: Budget, threads: u32, seed: u64, clock: Clock) -> AlphaBeta<G> {
        let mut rng = GameRng::from_seed(seed);
        let taste = u64::from(rng.below(u32::MAX));
        let threads = threads.max(1) as usize;
        let most_news = if threads > 1 { ROOM } else { 0 };
        AlphaBeta {
            budget,
            clock,
            rng,
            readers: (0..threads).map(|_| Negamax::new(taste, most_news, clock)).collect(),
            news: vec![Vec::new(); threads],
            me: Seat(0),
            nodes: 0,
            reached: 0,
            lost: false,
        }
    }

    /// Number of positions visited by the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// Depth, in decisions, that the last search completed.
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
        // Evaluation may be slow where the heuristic plays something out. The first action is always
        // evaluated.
        let value_after = |place: usize, action: G::Action| {
            let late = place > 0 && meter.is_over();
            if late { i32::MIN } else { game.value_after(self.me, action) }
        };
        let mut order: Vec<(i32, G::Action)> = (legal.iter().enumerate())
            .map(|(place, action)| (value_after(place, *action), *action))
            .collect();
        order.sort_by_key(|(value_after, _)| Reverse(*value_after));
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

    /// Searches each of these actions of a seat to this depth, moves the best to the front and returns its
    /// value: the first action alone, then the others, which must exceed it. If the budget runs out, the best
    /// of the completed actions; `None` if none was completed.
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
        after.play_unchecked(mover, order[0], None);
        let value = self.read_on(&after, mover, depth - 1, ply, meter)?;
        let alone = depth < WORTH_THREADS || order.len() < 3;
        let threads = if alone { 1 } else { self.readers.len() };
        if threads > 1 {
            self.news[0].append(&mut self.readers[0].news);
        }
        let (others, news) = (&order[1..], &self.news);
        let parts = self.readers[..threads].iter_mut().zip(meter.several(threads)).enumerate();
        let better = in_parallel(parts, |(thread, (reader, budget))| {
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
            let told = |reader: &mut Negamax<G>| std::mem::take(&mut reader.news);
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
        if let Some(key) = after.state_hash() {
            self.readers[0].keep(Entry::new(key, value, depth, Bound::Exact, Some(order[0])));
        }
        Some(farther(if next == mover { value } else { -value }))
    }

    /// Returns true if the budget is spent.
    fn stopped(&self) -> bool {
        self.readers.iter().any(|reader| reader.stopped)
    }

    /// Prepares a decision of the seat with this bias: the only possible determinization, since nothing is
    /// hidden.
    fn begin(&mut self, seen: &InfoState<G>, fancy: u32) -> G {
        self.me = seen.seat();
        for reader in &mut self.readers {
            reader.begin(self.me, fancy);
        }
        seen.determinize(&mut self.rng)
    }

    /// The best known reply to an action of the searched seat.
    fn expected(&self, game: &G, action: G::Action) -> Option<(Seat, G::Action)> {
        let mut after = game.clone();
        after.play_unchecked(self.me, action, None);
        let next = after.turn().awaited().first()?;
        let position = after.state_hash()?;
        let best = |reader: &Negamax<G>| reader.table.recall(position)?.best();
        Some((next, self.readers.iter().find_map(best)?))
    }
}

impl<G: SearchHints> Bot<G> for AlphaBeta<G> {
    fn choose(&mut self, seen: &InfoState<G>) -> G::Action {
        let mut legal = seen.choices(&mut self.rng);
        self.lost = false;
        if let [only] = legal[..] {
            return only;
        }
        self.rng.shuffle(&mut legal);
        let game = self.begin(seen, FANCY);
        let (action, value) = self.deepen(&game, &legal);
        self.lost = value < -CERTAIN;
        action
    }

    fn is_lost(&self) -> bool {
        self.lost
    }

    fn save(&self) -> Option<Value> {
        saved::save(Saved {
            rng: self.rng.state(),
            readers: self.readers.iter().map(Negamax::save).collect(),
            news: self.news.clone(),
            nodes: self.nodes,
            reached: self.reached,
            lost: self.lost,
        })
    }

    fn restore(&mut self, saved: Value, _: &Arc<G::Config>) -> Result<(), InputError> {
        let Saved { rng, readers, news, nodes, reached, lost } = saved::read(saved)?;
        if readers.len() != self.readers.len() || news.len() != self.news.len() {
            return Err(saved::unusable());
        }
        for (reader, saved) in self.readers.iter_mut().zip(readers) {
            reader.restore(saved)?;
        }
        self.rng = GameRng::from_state(&rng);
        (self.news, self.nodes, self.reached, self.lost) = (news, nodes, reached, lost);
        Ok(())
    }
}

/// The state of a bot, for copies.
#[derive(Serialize, Deserialize)]
struct Saved {
    #[serde(rename = "dice")]
    rng: RngState,
    readers: Vec<SavedNegamax>,
    news: Vec<Vec<Entry>>,
    nodes: u64,
    reached: i32,
    lost: bool,
}

/// Each of the choices compared is read as deep as the budget allows.
impl<G: SearchHints> Adviser<G> for AlphaBeta<G> {
    fn action_values(
        &mut self,
        seen: &InfoState<G>,
        about: Option<G::Action>,
    ) -> Vec<ActionValue<G::Action>> {
        let seat = seen.seat();
        let mut left = seen.choices(&mut self.rng);
        self.rng.shuffle(&mut left);
        // Advice is no matter of taste.
        let game = self.begin(seen, 0);
        let mut weighed: Vec<ActionValue<G::Action>> = Vec::new();
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
            weighed.push(ActionValue { action, share, values, error: 0.0, next });
        }
        best_first(&mut weighed, seat);
        weighed
    }
}

#[cfg(test)]
mod tests {
    use connect_four::ConnectFour;
    use zashiki_core::{GameState as _, MatchStart, configure};

    use super::*;

    /// Threads share table entries and one budget.
    #[test]
    fn threads_share_what_they_find_and_the_budget() {
        let (config, _) = configure::<ConnectFour>(&MatchStart::dealt(2, 1)).unwrap();
        let game = ConnectFour::deal(&config, GameRng::from_seed(1), None);
        let seen = InfoState::new(&game, Seat(0));
        let most = 5000;
        for threads in [1, 2, 3, 8] {
            let budget = Budget::Simulations(most);
            let mut bot = AlphaBeta::new(budget, threads, 1, || std::time::Duration::ZERO);
            let action = bot.choose(&seen);
            let mut after = game;
            after.play_unchecked(Seat(0), action, None);
            let position = after.state_hash().unwrap();
            for (thread, reader) in bot.readers.iter().enumerate() {
                assert!(reader.table.recall(position).is_some(), "thread {thread} of {threads}");
            }
            for told in bot.news.iter().flatten() {
                assert!(bot.readers[0].table.recall(told.key).is_some(), "{threads} threads");
            }
            assert!(bot.depth() > 4, "{} deep", bot.depth());
            // Where one has spent its part, the others' parts are not spent on.
            let most = u64::from(most);
            assert!((most / 2..=most).contains(&bot.nodes()), "{} by {threads}", bot.nodes());
        }
    }
}
