//! The bot that chooses its actions by alpha–beta search.

use std::cmp::Reverse;
use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use zashiki_core::{
    GameRng, InfoState, InputError, MAX_SEATS, RngState, SearchHints, SearchHintsExt as _, Seat,
};

use super::negamax::{CLOCK_STRIDE, MAX_DEPTH, Negamax, SavedNegamax};
use super::transpositions::{Bound, CAPACITY, Entry};
use super::window::{CERTAIN, OPEN, POINT, WON, one_step_farther};
use crate::analysis::action_values::{ActionValue, Adviser, COMPARED, sort_best_first};
use crate::analysis::ends::Ends;
use crate::bot::Bot;
use crate::search::budget::{Budget, Clock, Meter};
use crate::search::parallel::in_parallel;
use crate::search::saved;

/// A bot that searches by alpha–beta, for games of two seats without hidden information.
///
/// A turn may consist of several decisions of one seat, so a value changes its sign only where the other seat
/// decides next. If both seats are to decide, the search takes their decisions one after the other.
pub struct AlphaBeta<G: SearchHints> {
    budget: Budget,
    clock: Clock,
    rng: GameRng,
    /// The search state of each thread. The first one also does the work that is not done in parallel.
    searches: Vec<Negamax<G>>,
    /// For each thread, the new entries of its transposition table that the other threads do not have yet.
    /// All threads exchange their entries at the same time.
    new_entries: Vec<Vec<Entry>>,
    /// The seat that decides at the root of the search.
    me: Seat,
    nodes: u64,
    depth: i32,
    /// The value that the last choice found for its seat; `None` without a search.
    value: Option<i32>,
}

/// Minimum depth, in decisions, for a search in parallel: starting threads takes as long as searching dozens
/// of nodes.
const MIN_PARALLEL_DEPTH: i32 = 2;

/// Largest random bias added to the heuristic value of a position, which is at most 1000. The bias keeps
/// two bots from playing the same game again and again (Beal and Smith, "Random Evaluations in Chess",
/// ICCA Journal 17(1), 1994).
const MAX_BIAS: u32 = 2;

impl<G: SearchHints> AlphaBeta<G> {
    /// A bot that spends this budget of positions or time on each decision, with `threads` threads (at least
    /// one). The seed determines its bias, which decides between nearly equal choices; `clock` measures
    /// budgets in time.
    ///
    /// At each position of the principal variation the threads divide the actions among themselves and then
    /// exchange table entries. With a budget of positions a choice depends on the seed and the number of
    /// threads, not on the number of cores.
    pub fn new(budget: Budget, threads: u32, seed: u64, clock: Clock) -> AlphaBeta<G> {
        let mut rng = GameRng::from_seed(seed);
        let bias_seed = u64::from(rng.below(u32::MAX));
        let threads = threads.max(1) as usize;
        let max_new_entries = if threads > 1 { CAPACITY } else { 0 };
        AlphaBeta {
            budget,
            clock,
            rng,
            searches: (0..threads)
                .map(|_| Negamax::new(bias_seed, max_new_entries, clock))
                .collect(),
            new_entries: vec![Vec::new(); threads],
            me: Seat(0),
            nodes: 0,
            depth: 0,
            value: None,
        }
    }

    /// Number of positions visited by the last search.
    pub fn nodes(&self) -> u64 {
        self.nodes
    }

    /// The largest depth, in decisions, that the last search completed.
    pub fn depth(&self) -> i32 {
        self.depth
    }

    /// Searches these actions of the searched seat to a growing depth until the budget is spent (iterative
    /// deepening). Returns the best action and its value.
    fn deepen(&mut self, game: &G, legal: &[G::Action]) -> (G::Action, i32) {
        self.depth = 0;
        for search in &mut self.searches {
            search.stopped = false;
        }
        let mut meter = Meter::new(self.budget, self.clock, CLOCK_STRIDE);
        // Evaluation may be slow where the heuristic plays something out. The first action is always
        // evaluated.
        let value_after = |place: usize, action: G::Action| {
            let skipped = place > 0 && meter.is_over();
            if skipped { i32::MIN } else { game.quiet_value_after(self.me, action) }
        };
        let mut order: Vec<(i32, G::Action)> = (legal.iter().enumerate())
            .map(|(place, action)| (value_after(place, *action), *action))
            .collect();
        order.sort_by_key(|(value_after, _)| Reverse(*value_after));
        let mut best = POINT * order[0].0;
        let mut order: Vec<G::Action> = order.into_iter().map(|(_, action)| action).collect();
        for depth in 1..=MAX_DEPTH {
            let value = self.search_actions(game, self.me, depth, 0, &mut order, &mut meter);
            best = value.unwrap_or(best);
            if self.stopped() {
                break;
            }
            self.depth = depth;
            if best.abs() > CERTAIN {
                break;
            }
        }
        self.nodes = meter.spent();
        (order[0], best)
    }

    /// Searches each of these actions of a seat to this depth, moves the best one to the front and returns
    /// its value. The first action is searched alone; the others must exceed its value. If the budget runs
    /// out, the result is that of the best action whose search was completed; `None` if no action's was.
    fn search_actions(
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
        let value = self.search_reply(&after, mover, depth - 1, ply, meter)?;
        let alone = depth < MIN_PARALLEL_DEPTH || order.len() < 3;
        let threads = if alone { 1 } else { self.searches.len() };
        if threads > 1 {
            self.new_entries[0].append(&mut self.searches[0].new_entries);
        }
        let (others, new_entries) = (&order[1..], &self.new_entries);
        let parts = self.searches[..threads].iter_mut().zip(meter.several(threads)).enumerate();
        let better = in_parallel(parts, |(thread, (search, budget))| {
            (search.meter, search.stopped) = (budget, false);
            if thread > 0 {
                search.add_entries(new_entries, thread);
            }
            let part = others.iter().copied().enumerate().skip(thread).step_by(threads);
            search.search_others(game, mover, depth, ply, value, part)
        });
        for search in &self.searches[..threads] {
            meter.spend_many(search.meter.spent());
        }
        if threads > 1 {
            let take = |search: &mut Negamax<G>| std::mem::take(&mut search.new_entries);
            self.new_entries = self.searches.iter_mut().map(take).collect();
            self.searches[0].add_entries(&self.new_entries, 0);
        }
        // A better action moves to the front, so that the next iteration starts with it.
        let mut better: Vec<(i32, G::Action)> = better.into_iter().flatten().collect();
        better.sort_by_key(|(value, _)| *value);
        for (_, action) in &better {
            if let Some(at) = order.iter().position(|other| other == action) {
                order[..=at].rotate_right(1);
            }
        }
        Some(better.last().map_or(value, |(value, _)| *value))
    }

    /// The value for `mover` of the position `after` its action, searched with a fully open window; `None` if
    /// the budget did not suffice. The threads divide the actions here as well ("principal variation
    /// splitting": Marsland and Campbell, "Parallel Search of Strongly Ordered Game Trees", Computing Surveys
    /// 14(4), 1982).
    fn search_reply(
        &mut self,
        after: &G,
        mover: Seat,
        depth: i32,
        ply: usize,
        meter: &mut Meter,
    ) -> Option<i32> {
        let several = self.searches.len() > 1 && depth >= MIN_PARALLEL_DEPTH;
        let next = after.turn().awaited().first().filter(|_| several);
        let first = &mut self.searches[0];
        let mut order =
            next.map_or(Vec::new(), |next| first.ordered_actions(after, next, depth, ply + 1));
        let Some(next) = next.filter(|_| !order.is_empty()) else {
            (first.meter, first.stopped) = (meter.left(), false);
            let value = first.search_after(after, mover, depth, ply, OPEN);
            meter.spend_many(first.meter.spent());
            return (!first.stopped).then_some(value);
        };
        let value = self.search_actions(after, next, depth, ply + 1, &mut order, meter)?;
        if self.stopped() {
            return None;
        }
        if let Some(key) = after.state_hash() {
            self.searches[0].store(Entry::new(key, value, depth, Bound::Exact, Some(order[0])));
        }
        Some(one_step_farther(if next == mover { value } else { -value }))
    }

    /// Returns true if the budget is spent.
    fn stopped(&self) -> bool {
        self.searches.iter().any(|search| search.stopped)
    }

    /// Prepares the search of a decision, in which each heuristic value gets a random bias from -`max_bias`
    /// to `max_bias`. Returns the state that the information state describes; there is only one, because
    /// nothing is hidden.
    fn begin(&mut self, info_state: &InfoState<G>, max_bias: u32) -> G {
        self.me = info_state.seat();
        for search in &mut self.searches {
            search.begin(self.me, max_bias);
        }
        let mut game = info_state.determinize(&mut self.rng);
        game.begin_search();
        game
    }

    /// The best known next decision after this action of the searched seat, from the transposition tables.
    fn expected(&self, game: &G, action: G::Action) -> Option<(Seat, G::Action)> {
        let mut after = game.clone();
        after.play_unchecked(self.me, action, None);
        let next = after.turn().awaited().first()?;
        let position = after.state_hash()?;
        let best = |search: &Negamax<G>| search.table.get(position)?.best();
        Some((next, self.searches.iter().find_map(best)?))
    }
}

/// A search value in points, −1000..=1000.
fn points(value: i32) -> i32 {
    if value.abs() > CERTAIN { 1000 * value.signum() } else { (value / POINT).clamp(-1000, 1000) }
}

impl<G: SearchHints> Bot<G> for AlphaBeta<G> {
    fn choose(&mut self, info_state: &InfoState<G>) -> G::Action {
        let mut legal = info_state.choices(&mut self.rng);
        self.value = None;
        if let [only] = legal[..] {
            return only;
        }
        self.rng.shuffle(&mut legal);
        let game = self.begin(info_state, MAX_BIAS);
        let (action, value) = self.deepen(&game, &legal);
        self.value = Some(value);
        action
    }

    fn is_lost(&self) -> bool {
        self.value.is_some_and(|value| value < -CERTAIN)
    }

    fn value(&self) -> Option<i32> {
        self.value.map(points)
    }

    #[cfg(not(target_family = "wasm"))]
    fn save(&self) -> Option<Value> {
        saved::save(Saved {
            rng: self.rng.state(),
            searches: self.searches.iter().map(Negamax::save).collect(),
            new_entries: self.new_entries.clone(),
            nodes: self.nodes,
            depth: self.depth,
            value: self.value,
        })
    }

    #[cfg(not(target_family = "wasm"))]
    fn restore(&mut self, saved: Value, _: &Arc<G::Config>) -> Result<(), InputError> {
        let Saved { rng, searches, new_entries, nodes, depth, value } = saved::read(saved)?;
        if searches.len() != self.searches.len() || new_entries.len() != self.new_entries.len() {
            return Err(saved::unusable());
        }
        for (search, saved) in self.searches.iter_mut().zip(searches) {
            search.restore(saved)?;
        }
        self.rng = GameRng::from_state(&rng);
        (self.new_entries, self.nodes, self.depth, self.value) = (new_entries, nodes, depth, value);
        Ok(())
    }
}

/// The state of a bot that [`Bot::save`] saves.
#[derive(Serialize, Deserialize)]
struct Saved {
    #[serde(rename = "dice")]
    rng: RngState,
    #[serde(rename = "readers")]
    searches: Vec<SavedNegamax>,
    #[serde(rename = "news")]
    new_entries: Vec<Vec<Entry>>,
    nodes: u64,
    #[serde(rename = "reached")]
    depth: i32,
    #[serde(default)]
    value: Option<i32>,
}

/// Spends the whole budget on each of the compared actions.
impl<G: SearchHints> Adviser<G> for AlphaBeta<G> {
    fn action_values(
        &mut self,
        info_state: &InfoState<G>,
        about: Option<G::Action>,
    ) -> Vec<ActionValue<G::Action>> {
        let seat = info_state.seat();
        let mut left = info_state.choices(&mut self.rng);
        self.rng.shuffle(&mut left);
        // Advice has no random bias.
        let game = self.begin(info_state, 0);
        let mut evaluated: Vec<ActionValue<G::Action>> = Vec::new();
        for place in 0..=COMPARED {
            let done = |action| evaluated.iter().any(|evaluated| evaluated.action == action);
            let requested = about.filter(|about| place == COMPARED && !done(*about));
            let candidates = match requested {
                Some(requested) => vec![requested],
                None if place < COMPARED => left.clone(),
                None => Vec::new(),
            };
            if candidates.is_empty() {
                continue;
            }
            let (action, value) = self.deepen(&game, &candidates);
            let next = self.expected(&game, action);
            left.retain(|other| *other != action);
            let own = if value.abs() > CERTAIN {
                1000.0 * f64::from(value.signum())
            } else {
                (f64::from(value) / f64::from(POINT)).clamp(-1000.0, 1000.0)
            };
            let mut values = [0.0; MAX_SEATS];
            (values[seat.index()], values[seat.other().index()]) = (own, -own);
            let mut ends = Ends::none(values);
            if value.abs() > CERTAIN {
                let mut won = [0.0; MAX_SEATS];
                won[if value > 0 { seat } else { seat.other() }.index()] = 1.0;
                // The value of a win by the action itself has no step before the end.
                ends = Ends::certain(won, Some((WON - value.abs()) as u32 + 1));
            }
            let share = if evaluated.is_empty() { 1.0 } else { 0.0 };
            let plan = Vec::new();
            evaluated.push(ActionValue { action, share, values, error: 0.0, next, plan, ends });
        }
        sort_best_first(&mut evaluated, seat);
        evaluated
    }
}

#[cfg(test)]
mod tests {
    use connect_four::ConnectFour;
    use zashiki_core::{GameState as _, MatchStart, configure};

    use super::*;

    #[test]
    fn threads_share_table_entries_and_one_budget() {
        let (config, _) = configure::<ConnectFour>(&MatchStart::dealt(2, 1)).unwrap();
        let game = ConnectFour::deal(&config, GameRng::from_seed(1), None);
        let info_state = InfoState::new(&game, Seat(0));
        let most = 5000;
        for threads in [1, 2, 3, 8] {
            let budget = Budget::Simulations(most);
            let mut bot = AlphaBeta::new(budget, threads, 1, || std::time::Duration::ZERO);
            let action = bot.choose(&info_state);
            let mut after = game;
            after.play_unchecked(Seat(0), action, None);
            let position = after.state_hash().unwrap();
            for (thread, search) in bot.searches.iter().enumerate() {
                assert!(search.table.get(position).is_some(), "thread {thread} of {threads}");
            }
            for entry in bot.new_entries.iter().flatten() {
                assert!(bot.searches[0].table.get(entry.key).is_some(), "{threads} threads");
            }
            assert!(bot.depth() > 4, "{} deep", bot.depth());
            // When one thread has spent its part, the parts of the others may remain unspent.
            let most = u64::from(most);
            assert!((most / 2..=most).contains(&bot.nodes()), "{} by {threads}", bot.nodes());
        }
    }
}
