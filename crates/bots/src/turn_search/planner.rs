//! The bot that plans whole turns.

use std::cmp::Reverse;
use std::sync::Arc;

use serde_json::Value;
use zashiki_core::{
    GameConfig as _, GameRng, InfoState, InputError, RngState, SearchHints, SearchHintsExt as _,
    Seat, Viewer,
};

use super::beam::{Beam, PlannedTurn, TurnEnd, reach};
use crate::analysis::action_values::{ActionValue, Adviser, COMPARED, sort_best_first};
use crate::analysis::ends::Ends;
use crate::analysis::win_probability::Scale;
use crate::bot::Bot;
use crate::search::budget::{Budget, Clock, Meter};
use crate::search::heuristic::best_by_value;
use crate::search::parallel::in_parallel;
use crate::search::saved::{self, SavedAction};

/// A bot that plans a whole turn at its first decision and follows the plan as long as the seat's views are
/// as expected. It plays games without private information.
///
/// The others are assumed to reply with their best turns. The search ends at the next dice roll, since its
/// result cannot be planned for.
pub struct Planner<G: SearchHints> {
    budget: Budget,
    clock: Clock,
    rng: GameRng,
    /// The remaining steps of the plan: the expected view and the action of each. The next step is the last
    /// element.
    steps: Vec<(G::View, G::Action)>,
    /// The beam searches, one for each thread.
    beams: Vec<Beam<G>>,
}

/// The breadth of a search: numbers of states that it keeps at each stage.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Breadth {
    /// Beam width after each of the seat's own decisions.
    beam: usize,
    /// Number of ends of the seat's own turn that are evaluated by replies.
    ends: usize,
    /// Beam width within a reply.
    reply: usize,
}

impl Breadth {
    /// The default breadth times `scale`; each number is at least one. The cost of a search grows with the
    /// square of `scale`: ends of turns times replies.
    fn of(scale: f32) -> Breadth {
        let times = |default: f32| (default * scale).round().max(1.0) as usize;
        Breadth { beam: times(16.0), ends: times(4.0), reply: times(1.0) }
    }
}

/// Minimum and maximum of the factor by which the default breadth is multiplied.
const MIN_SCALE: f32 = 0.25;
const MAX_SCALE: f32 = 64.0;
/// Largest factor by which the breadth grows from one search to the next, and the smallest for which another
/// search is made.
const MAX_GROWTH: f32 = 4.0;
const MIN_GROWTH: f32 = 1.2;

impl<G: SearchHints> Planner<G> {
    /// A bot that spends this budget of positions or time on each turn, with `threads` threads (at least
    /// one). The seed determines its determinizations; `clock` measures budgets in time. With a budget of
    /// positions its plans do not depend on the number of threads.
    pub fn new(budget: Budget, threads: u32, seed: u64, clock: Clock) -> Planner<G> {
        let beams = (0..threads.max(1)).map(|_| Beam::new()).collect();
        Planner { budget, clock, rng: GameRng::from_seed(seed), steps: Vec::new(), beams }
    }

    /// Searches the seat's turns with growing breadth until the budget is spent. Returns the evaluated turns,
    /// best first, and the scale of the last breadth. There are no turns if the budget did not suffice for
    /// one.
    fn widen(
        &mut self,
        state: &G,
        seat: Seat,
        meter: &mut Meter,
    ) -> (Vec<PlannedTurn<G::Action>>, f32) {
        let (mut found, mut scale) = (Vec::new(), MIN_SCALE);
        loop {
            let before = meter.part();
            let best = found.first().map(|best: &PlannedTurn<G::Action>| &best.path[..]);
            let wider = self.evaluate_turns(state, seat, None, best, Breadth::of(scale), meter);
            if !wider.is_empty() {
                found = wider;
            }
            let (spent, left) = (meter.part() - before, 1.0 - meter.part());
            let growth = (left / spent).sqrt().min(MAX_GROWTH);
            if left <= 0.0 || growth < MIN_GROWTH || scale >= MAX_SCALE {
                return (found, scale);
            }
            scale = (scale * growth).min(MAX_SCALE);
        }
    }

    /// Finds turns of the seat and evaluates them by the replies; best first. If `action` is given, all turns
    /// begin with it. The turn that is already known to be good is evaluated first, so that an incomplete
    /// search is of use.
    fn evaluate_turns(
        &mut self,
        state: &G,
        seat: Seat,
        first: Option<G::Action>,
        known: Option<&[G::Action]>,
        breadth: Breadth,
        meter: &mut Meter,
    ) -> Vec<PlannedTurn<G::Action>> {
        let mut ends = self.beams[0].turn_ends(state, seat, first, breadth.beam, meter);
        if let Some(known) = known {
            ends.retain(|end| end.path != known);
            ends.insert(0, reach(state, seat, known));
        }
        ends.truncate(breadth.ends);
        let mut planned: Vec<PlannedTurn<G::Action>> = Vec::new();
        let mut ends = ends.into_iter().peekable();
        'ends: while ends.peek().is_some() {
            let some: Vec<_> = ends.by_ref().take(self.beams.len()).collect();
            let replied = self.reply_to_each(&some, breadth.reply, meter);
            // The budget is counted as if the replies had been searched in sequence.
            for (end, (replied, spent)) in some.into_iter().zip(replied) {
                meter.spend_many(spent);
                match replied.filter(|_| !meter.is_over()) {
                    Some(replied) => planned.push(replied),
                    None if planned.is_empty() => planned.push(PlannedTurn::without_reply(end)),
                    None => break 'ends,
                }
            }
        }
        planned.sort_by_key(|planned| Reverse(planned.values[seat.index()]));
        planned
    }

    /// Evaluates each end of a turn by the replies to it, in parallel. Returns for each the evaluated turn,
    /// if the budget sufficed, and the number of visited positions.
    fn reply_to_each(
        &mut self,
        ends: &[TurnEnd<G>],
        width: usize,
        meter: &Meter,
    ) -> Vec<(Option<PlannedTurn<G::Action>>, u64)> {
        in_parallel(self.beams.iter_mut().zip(ends), |(beam, end)| {
            let mut left = meter.left();
            let replied = beam.reply(end, width, &mut left);
            (replied, left.spent())
        })
    }

    /// Stores the steps of a turn except the first, which is played now.
    fn keep(&mut self, state: &G, seat: Seat, path: &[G::Action]) {
        let mut state = state.clone();
        self.steps.clear();
        for action in path {
            self.steps.push((state.view(Viewer::Seat(seat)), *action));
            state.play_unchecked(seat, *action, None);
        }
        self.steps.reverse();
        self.steps.pop();
    }
}

impl<G: SearchHints> Bot<G> for Planner<G> {
    fn choose(&mut self, info_state: &InfoState<G>) -> G::Action {
        while let Some((view, action)) = self.steps.pop() {
            if view == *info_state.view() {
                return action;
            }
        }
        let legal = info_state.choices(&mut self.rng);
        if let [only] = legal[..] {
            return only;
        }
        let mut meter = Meter::new(self.budget, self.clock, 1);
        let (seat, state) = (info_state.seat(), info_state.determinize(&mut self.rng));
        let (found, _) = self.widen(&state, seat, &mut meter);
        let Some(best) = found.first() else {
            return best_by_value(&legal, &state, seat, &mut Vec::new()).0;
        };
        self.keep(&state, seat, &best.path);
        best.path[0]
    }

    #[cfg(not(target_family = "wasm"))]
    fn save(&self) -> Option<Value> {
        let steps = self.steps.iter().map(|(view, action)| (view, SavedAction::new(*action)));
        saved::save((self.rng.state(), steps.collect::<Vec<_>>()))
    }

    #[cfg(not(target_family = "wasm"))]
    fn restore(&mut self, saved: Value, _: &Arc<G::Config>) -> Result<(), InputError> {
        let (rng, steps): (RngState, Vec<(G::View, SavedAction)>) = saved::read(saved)?;
        let steps = steps.into_iter().map(|(view, action)| Ok((view, action.read()?)));
        self.steps = steps.collect::<Result<_, InputError>>()?;
        self.rng = GameRng::from_state(&rng);
        Ok(())
    }
}

/// Uses half of the budget to find the candidate actions, and about the other half to search the best turn
/// after each of them. The second search has the breadth of the first and no limit of its own.
impl<G: SearchHints> Adviser<G> for Planner<G> {
    fn action_values(
        &mut self,
        info_state: &InfoState<G>,
        about: Option<G::Action>,
    ) -> Vec<ActionValue<G::Action>> {
        let mut legal = info_state.choices(&mut self.rng);
        let (seat, state) = (info_state.seat(), info_state.determinize(&mut self.rng));
        let mut meter = Meter::new(self.budget.part(2), self.clock, 1);
        let (found, scale) = self.widen(&state, seat, &mut meter);
        let mut compared: Vec<G::Action> = Vec::new();
        legal.sort_by_cached_key(|action| Reverse(state.value_after(seat, *action)));
        for action in found.iter().map(|planned| planned.path[0]).chain(legal) {
            if compared.len() < COMPARED && !compared.contains(&action) {
                compared.push(action);
            }
        }
        compared.extend(about.filter(|about| !compared.contains(about)));
        let breadth = Breadth::of((scale / 2.0).max(MIN_SCALE));
        let sides = Scale::of::<G>(state.config().sides());
        let mut meter = Meter::new(Budget::Simulations(u32::MAX), self.clock, 1);
        let mut evaluated: Vec<_> = compared
            .into_iter()
            .enumerate()
            .filter_map(|(place, action)| {
                let mut turns =
                    self.evaluate_turns(&state, seat, Some(action), None, breadth, &mut meter);
                let PlannedTurn { path, reply, values } = turns.drain(..).next()?;
                let next = path.get(1).map(|next| (seat, *next)).or(reply);
                let values = values.map(|value| f64::from(value - 1000));
                let share = if place == 0 { 1.0 } else { 0.0 };
                // Only a win by the turn itself is certain: replies, and that no other turn avoids a loss, are
                // found, but not proved.
                let outcome = reach(&state, seat, &path).outcome();
                let won = outcome.map(|outcome| sides.shares(outcome));
                let ends = match won.filter(|won| won[seat.index()] >= 1.0) {
                    Some(won) => Ends::certain(won, Some(path.len() as u32)),
                    None => Ends::none(values),
                };
                let plan = path[1..].to_vec();
                Some(ActionValue { action, share, values, error: 0.0, next, plan, ends })
            })
            .collect();
        sort_best_first(&mut evaluated, seat);
        evaluated
    }
}

#[cfg(test)]
mod tests {
    use hostile::Hostile;
    use zashiki_core::{GameState as _, GameStateExt as _, MatchStart, configure};

    use super::*;

    fn deal(seed: u64) -> Hostile {
        let (config, _) = configure::<Hostile>(&MatchStart::dealt(2, 1)).unwrap();
        Hostile::deal(&config, GameRng::from_seed(seed), None)
    }

    fn planner(nodes: u32) -> Planner<Hostile> {
        with_threads(nodes, 1)
    }

    fn with_threads(nodes: u32, threads: u32) -> Planner<Hostile> {
        Planner::new(Budget::Simulations(nodes), threads, 1, || std::time::Duration::ZERO)
    }

    #[test]
    fn a_plan_is_followed_while_the_observations_match_it() {
        let (mut game, mut bot) = (deal(1), planner(500));
        let (mut kept, mut dropped) = (0, 0);
        let mut others = GameRng::from_seed(2);
        while let Some(seat) = game.turn().awaited().first() {
            let legal = game.legal(seat);
            if seat == Seat(1) {
                game.play_unchecked(seat, *others.pick(&legal), None);
                continue;
            }
            let expected = bot.steps.last().cloned();
            let info_state = InfoState::new(&game, seat);
            let action = bot.choose(&info_state);
            assert!(legal.contains(&action));
            if let Some((view, planned)) = expected {
                let as_expected = view == *info_state.view();
                assert!(!as_expected || action == planned);
                *(if as_expected { &mut kept } else { &mut dropped }) += 1;
            }
            // Sometimes another action is played than the bot chose.
            let action = if others.below(6) == 0 { *others.pick(&legal) } else { action };
            game.play_unchecked(seat, action, None);
        }
        assert!(kept > 20 && dropped > 2, "{kept} kept, {dropped} dropped");
    }

    /// The search exceeds the budget by the expansion of at most one position. The budget left unspent would
    /// not have widened the search much.
    #[test]
    fn the_search_spends_its_budget() {
        let game = deal(3);
        let seat = game.turn().awaited().first().unwrap();
        for nodes in [200, 5000, 40_000] {
            let mut meter = Meter::new(Budget::Simulations(nodes), || std::time::Duration::ZERO, 1);
            let (found, _) = planner(nodes).widen(&game, seat, &mut meter);
            assert!(meter.part() > 0.4, "{} of {nodes}", meter.spent());
            assert!(meter.spent() < u64::from(nodes) + 2000, "{} of {nodes}", meter.spent());
            assert!(nodes < 40_000 || found.len() > 1);
        }
    }

    #[test]
    fn plans_do_not_depend_on_the_number_of_threads() {
        let game = deal(3);
        let seat = game.turn().awaited().first().unwrap();
        for nodes in [300, 3000, 100_000] {
            let plan = |threads| {
                let mut meter =
                    Meter::new(Budget::Simulations(nodes), || std::time::Duration::ZERO, 1);
                let (found, scale) = with_threads(nodes, threads).widen(&game, seat, &mut meter);
                let found: Vec<_> =
                    found.into_iter().map(|it| (it.path, it.reply, it.values)).collect();
                (found, scale)
            };
            let alone = plan(1);
            assert!(nodes < 100_000 || alone.0.len() > 3, "{} ends", alone.0.len());
            assert_eq!(plan(2), alone);
            assert_eq!(plan(5), alone);
        }
    }

    #[test]
    fn a_requested_action_is_evaluated_by_its_best_continuation() {
        let game = deal(2);
        let seat = game.turn().awaited().first().unwrap();
        let legal = game.legal(seat);
        let info_state = InfoState::new(&game, seat);
        for about in legal {
            let evaluated = planner(8000).action_values(&info_state, Some(about));
            assert!(evaluated.iter().any(|evaluated| evaluated.action == about), "{about}");
            assert!(
                evaluated.is_sorted_by(
                    |one, other| one.values[seat.index()] >= other.values[seat.index()]
                )
            );
            assert!((COMPARED..=COMPARED + 1).contains(&evaluated.len()));
        }
    }
}
