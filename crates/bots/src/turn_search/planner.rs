//! The bot that plans whole turns.

use std::cmp::Reverse;
use std::sync::Arc;

use serde_json::Value;
use zashiki_core::{
    GameRng, InfoState, InputError, RngState, SearchHints, SearchHintsExt as _, Seat, Viewer,
};

use super::beam::{Beam, Planned, Reached, reach};
use crate::analysis::action_values::{ActionValue, Adviser, COMPARED, best_first};
use crate::bot::Bot;
use crate::search::budget::{Budget, Clock, Meter};
use crate::search::heuristic::best_looking;
use crate::search::parallel::in_parallel;
use crate::search::saved::{self, SavedAction};

/// Plans a turn at its first decision and follows the plan as long as the observations match it; see the
/// module's introduction.
///
/// Others are taken to do what looks best to themselves, up to the next throw of dice: nobody can plan for
/// how they fall.
pub struct Planner<G: SearchHints> {
    budget: Budget,
    clock: Clock,
    rng: GameRng,
    /// The rest of the plan, as expected views and actions. The next step is the last element.
    steps: Vec<(G::View, G::Action)>,
    /// One for each thread.
    beams: Vec<Beam<G>>,
}

/// Breadth of the search.
#[derive(Clone, Copy, PartialEq, Debug)]
struct Breadth {
    /// Beam width after each of the seat's own decisions.
    beam: usize,
    /// Number of the seat's own turn ends that are answered.
    ends: usize,
    /// Beam width of a reply.
    answer: usize,
}

impl Breadth {
    /// The usual breadth times `scale`, at least one of everything. The cost grows with the square of it:
    /// ends times replies.
    fn of(scale: f32) -> Breadth {
        let times = |usual: f32| (usual * scale).round().max(1.0) as usize;
        Breadth { beam: times(16.0), ends: times(4.0), answer: times(1.0) }
    }
}

/// The narrowest and the widest there is.
const LEAST_SCALE: f32 = 0.25;
const MOST_SCALE: f32 = 64.0;
/// Largest growth of the breadth from one search to the next, and the least that is worthwhile.
const MOST_GROWTH: f32 = 4.0;
const LEAST_GROWTH: f32 = 1.2;

impl<G: SearchHints> Planner<G> {
    /// A bot that spends this budget of positions or time on each turn, with `threads` threads (at least
    /// one). The seed determines its determinizations; `clock` measures budgets in time. With a budget of
    /// positions its plans do not depend on the number of threads.
    pub fn new(budget: Budget, threads: u32, seed: u64, clock: Clock) -> Planner<G> {
        let beams = (0..threads.max(1)).map(|_| Beam::new()).collect();
        Planner { budget, clock, rng: GameRng::from_seed(seed), steps: Vec::new(), beams }
    }

    /// The evaluated turns, best first, and the breadth of the search, which grows until the budget is spent.
    /// `None` if the budget did not suffice for one.
    fn widen(
        &mut self,
        world: &G,
        seat: Seat,
        meter: &mut Meter,
    ) -> (Vec<Planned<G::Action>>, f32) {
        let (mut found, mut scale) = (Vec::new(), LEAST_SCALE);
        loop {
            let before = meter.part();
            let best = found.first().map(|best: &Planned<G::Action>| &best.path[..]);
            let wider = self.judge(world, seat, None, best, Breadth::of(scale), meter);
            if !wider.is_empty() {
                found = wider;
            }
            let (spent, left) = (meter.part() - before, 1.0 - meter.part());
            let growth = (left / spent).sqrt().min(MOST_GROWTH);
            if left <= 0.0 || growth < LEAST_GROWTH || scale >= MOST_SCALE {
                return (found, scale);
            }
            scale = (scale * growth).min(MOST_SCALE);
        }
    }

    /// The turns of the seat, after `action` if given, evaluated by the replies, best first. A known turn is
    /// evaluated before all others, so that an incomplete search is of use.
    fn judge(
        &mut self,
        world: &G,
        seat: Seat,
        first: Option<G::Action>,
        known: Option<&[G::Action]>,
        breadth: Breadth,
        meter: &mut Meter,
    ) -> Vec<Planned<G::Action>> {
        let mut ends = self.beams[0].stints(world, seat, first, breadth.beam, meter);
        if let Some(known) = known {
            ends.retain(|end| end.path != known);
            ends.insert(0, reach(world, seat, known));
        }
        ends.truncate(breadth.ends);
        let mut planned: Vec<Planned<G::Action>> = Vec::new();
        let mut ends = ends.into_iter().peekable();
        'ends: while ends.peek().is_some() {
            let some: Vec<_> = ends.by_ref().take(self.beams.len()).collect();
            let answered = self.answer_each(&some, breadth.answer, meter);
            // Counted as if one had been answered after the other.
            for (end, (answered, spent)) in some.into_iter().zip(answered) {
                meter.spend_many(spent);
                match answered.filter(|_| !meter.is_over()) {
                    Some(answered) => planned.push(answered),
                    None if planned.is_empty() => planned.push(Planned::unanswered(end)),
                    None => break 'ends,
                }
            }
        }
        planned.sort_by_key(|planned| Reverse(planned.values[seat.index()]));
        planned
    }

    /// Plays the replies to ends of turns in parallel; returns the number of positions.
    fn answer_each(
        &mut self,
        ends: &[Reached<G>],
        width: usize,
        meter: &Meter,
    ) -> Vec<(Option<Planned<G::Action>>, u64)> {
        in_parallel(self.beams.iter_mut().zip(ends), |(beam, end)| {
            let mut left = meter.left();
            let answered = beam.answer(end, width, &mut left);
            (answered, left.spent())
        })
    }

    /// Keeps the steps of a turn except the first, which is taken now.
    fn keep(&mut self, world: &G, seat: Seat, path: &[G::Action]) {
        let mut world = world.clone();
        self.steps.clear();
        for action in path {
            self.steps.push((world.view(Viewer::Seat(seat)), *action));
            world.play_unchecked(seat, *action, None);
        }
        self.steps.reverse();
        self.steps.pop();
    }
}

impl<G: SearchHints> Bot<G> for Planner<G> {
    fn choose(&mut self, seen: &InfoState<G>) -> G::Action {
        while let Some((view, action)) = self.steps.pop() {
            if view == *seen.view() {
                return action;
            }
        }
        let legal = seen.choices(&mut self.rng);
        if let [only] = legal[..] {
            return only;
        }
        let mut meter = Meter::new(self.budget, self.clock, 1);
        let (seat, world) = (seen.seat(), seen.determinize(&mut self.rng));
        let (found, _) = self.widen(&world, seat, &mut meter);
        let Some(best) = found.first() else {
            return best_looking(&legal, &world, seat, &mut Vec::new()).0;
        };
        self.keep(&world, seat, &best.path);
        best.path[0]
    }

    fn save(&self) -> Option<Value> {
        let steps = self.steps.iter().map(|(view, action)| (view, SavedAction::new(*action)));
        saved::save((self.rng.state(), steps.collect::<Vec<_>>()))
    }

    fn restore(&mut self, saved: Value, _: &Arc<G::Config>) -> Result<(), InputError> {
        let (rng, steps): (RngState, Vec<(G::View, SavedAction)>) = saved::read(saved)?;
        let steps = steps.into_iter().map(|(view, action)| Ok((view, action.read()?)));
        self.steps = steps.collect::<Result<_, InputError>>()?;
        self.rng = GameRng::from_state(&rng);
        Ok(())
    }
}

/// Half of the budget finds what to compare. Then what can best be done after each of these is found with
/// the same breadth for all, whatever that takes: about as much again.
impl<G: SearchHints> Adviser<G> for Planner<G> {
    fn action_values(
        &mut self,
        seen: &InfoState<G>,
        about: Option<G::Action>,
    ) -> Vec<ActionValue<G::Action>> {
        let mut legal = seen.choices(&mut self.rng);
        let (seat, world) = (seen.seat(), seen.determinize(&mut self.rng));
        let mut meter = Meter::new(self.budget.part(2), self.clock, 1);
        let (found, scale) = self.widen(&world, seat, &mut meter);
        let mut compared: Vec<G::Action> = Vec::new();
        legal.sort_by_cached_key(|action| Reverse(world.value_after(seat, *action)));
        for action in found.iter().map(|planned| planned.path[0]).chain(legal) {
            if compared.len() < COMPARED && !compared.contains(&action) {
                compared.push(action);
            }
        }
        compared.extend(about.filter(|about| !compared.contains(about)));
        let breadth = Breadth::of((scale / 2.0).max(LEAST_SCALE));
        let mut meter = Meter::new(Budget::Simulations(u32::MAX), self.clock, 1);
        let mut weighed: Vec<_> = compared
            .into_iter()
            .enumerate()
            .filter_map(|(place, action)| {
                let mut judged = self.judge(&world, seat, Some(action), None, breadth, &mut meter);
                let Planned { path, answer, values } = judged.drain(..).next()?;
                let next = path.get(1).map(|next| (seat, *next)).or(answer);
                let values = values.map(|value| f64::from(value - 1000));
                let share = if place == 0 { 1.0 } else { 0.0 };
                Some(ActionValue { action, share, values, error: 0.0, next })
            })
            .collect();
        best_first(&mut weighed, seat);
        weighed
    }
}

#[cfg(test)]
mod tests {
    use hostile::Hostile;
    use zashiki_core::GameConfig as _;

    use super::*;

    fn deal(seed: u64) -> Hostile {
        let options = Hostile::info().complete_options(&Default::default()).unwrap();
        let config = <Hostile as GameState>::Config::new(2, &options, None).unwrap();
        Hostile::deal(&config, GameRng::from_seed(seed), None)
    }

    fn planner(nodes: u32) -> Planner<Hostile> {
        with_threads(nodes, 1)
    }

    fn with_threads(nodes: u32, threads: u32) -> Planner<Hostile> {
        Planner::new(Budget::Simulations(nodes), threads, 1, || std::time::Duration::ZERO)
    }

    /// The rest of a plan is played as it was made as long as what is seen was expected, and dropped
    /// where it was not.
    #[test]
    fn plans_are_kept_while_nothing_unforeseen_happens() {
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
            let seen = InfoState::new(&game, seat);
            let action = bot.choose(&seen);
            assert!(legal.contains(&action));
            if let Some((view, planned)) = expected {
                let as_expected = view == *seen.view();
                assert!(!as_expected || action == planned);
                *(if as_expected { &mut kept } else { &mut dropped }) += 1;
            }
            // Now and then something else happens to it than it chose.
            let action = if others.below(6) == 0 { *others.pick(&legal) } else { action };
            game.play_unchecked(seat, action, None);
        }
        assert!(kept > 20 && dropped > 2, "{kept} kept, {dropped} dropped");
    }

    /// The search exceeds the budget by at most one position's expansion, and the unspent rest would not
    /// widen the search much.
    #[test]
    fn the_budget_is_spent_and_not_more() {
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

    /// Any number of threads finds the same, and spends as much on it.
    #[test]
    fn threads_plan_what_one_plans() {
        let game = deal(3);
        let seat = game.turn().awaited().first().unwrap();
        for nodes in [300, 3000, 100_000] {
            let plan = |threads| {
                let mut meter =
                    Meter::new(Budget::Simulations(nodes), || std::time::Duration::ZERO, 1);
                let (found, scale) = with_threads(nodes, threads).widen(&game, seat, &mut meter);
                let found: Vec<_> =
                    found.into_iter().map(|it| (it.path, it.answer, it.values)).collect();
                (found, scale)
            };
            let alone = plan(1);
            assert!(nodes < 100_000 || alone.0.len() > 3, "{} ends", alone.0.len());
            assert_eq!(plan(2), alone);
            assert_eq!(plan(5), alone);
        }
    }

    /// An action that the bot would not take is evaluated by its best continuation.
    #[test]
    fn an_action_that_is_asked_about_is_weighed_by_what_follows() {
        let game = deal(2);
        let seat = game.turn().awaited().first().unwrap();
        let legal = game.legal(seat);
        let seen = InfoState::new(&game, seat);
        for about in legal {
            let weighed = planner(8000).action_values(&seen, Some(about));
            assert!(weighed.iter().any(|weighed| weighed.action == about), "{about}");
            assert!(
                weighed.is_sorted_by(
                    |one, other| one.values[seat.index()] >= other.values[seat.index()]
                )
            );
            assert!((COMPARED..=COMPARED + 1).contains(&weighed.len()));
        }
    }
}
