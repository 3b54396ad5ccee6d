//! The solution of a simultaneous decision by regret matching.

use rustc_hash::FxHashMap;
use zashiki_core::{
    GameRng, GameStateExt as _, InfoState, MAX_SEATS, SearchHints, SearchHintsExt as _, Seat,
};

use super::decider::{Candidate, Decider};
use super::plan::Plan;
use crate::analysis::action_values::{ActionStats, ActionValue, COMPARED, LEAST_PART, best_first};
use crate::search::budget::Meter;
use crate::search::heuristic::{finish_round, values};

/// For each seat in the order in which they decide, which of its candidates it chooses.
type Joint = [u16; MAX_SEATS];
/// Values for each seat, from 0 to 2000.
type Values = [i32; MAX_SEATS];

/// Initial number of candidates of a seat.
const FIRST_CANDIDATES: f64 = 8.0;
/// After n playouts it has this times √n more.
const MORE_CANDIDATES: f64 = 0.5;
/// Candidates that look worse than the best by this much (of 2000) have no part in the first plan.
const WORSE: i32 = 120;
/// Candidates without regret are played out in one of this number of updates.
const ALL_EVERY: u64 = 4;
/// The part of the time, of 100, in which the others choose what looks about best.
const NAIVE: u32 = 30;

/// Number of determinizations.
const WORLDS: usize = 8;
/// Maximum number of joint choices whose values are cached.
const MOST_REMEMBERED: usize = 1 << 17;

/// Cached values of a joint choice and the number of requests for it.
struct Remembered {
    sum: Values,
    playouts: u32,
    asked: u32,
}

/// The simultaneous decisions that a seat's decision is part of.
pub(crate) struct SimultaneousDecision<'a, G: SearchHints> {
    seen: &'a InfoState<G>,
    deciders: Vec<Decider<G::Action>>,
    /// Before the first decision.
    worlds: Vec<G>,
    known: FxHashMap<Joint, Remembered>,
    legal: Vec<G::Action>,
}

impl<'a, G: SearchHints> SimultaneousDecision<'a, G> {
    /// The moment, if the game can [reopen](GameState::state_before_hidden) it and the budget lasts until it is known what
    /// everybody may choose: lists that are made for the first time can take long.
    pub fn new(
        seen: &'a InfoState<G>,
        meter: &Meter,
        rng: &mut GameRng,
    ) -> Option<SimultaneousDecision<'a, G>> {
        // Both the decision and the possible hidden actions are the same in every determinization.
        let now = seen.determinize(&mut GameRng::from_seed(0));
        let mut before = now.state_before_hidden()?;
        let mut worlds = Vec::new();
        for _ in 0..WORLDS {
            worlds.push(seen.determinize(rng).state_before_hidden()?);
        }
        let mut deciders: Vec<Decider<G::Action>> = Vec::new();
        let mut legal = Vec::new();
        while before.is_simultaneous()
            && let Some(seat) = before.turn().awaited().first()
            && deciders.iter().all(|decider| decider.seat != seat)
        {
            if meter.is_over() {
                return None;
            }
            let taken = may_have_chosen(&now, seat);
            let actions = if taken.is_empty() { before.choices(seat, &mut legal) } else { &taken };
            let mut ranked: Vec<(i32, G::Action)> =
                actions.iter().map(|action| (before.value_after(seat, *action), *action)).collect();
            ranked.sort_by_key(|(value_after, _)| std::cmp::Reverse(*value_after));
            let (most, first) = *ranked.first()?;
            let candidate = |(value_after, action): (i32, G::Action)| Candidate {
                action,
                value_after,
                regret: f64::from((value_after - most + WORSE).max(0)),
                planned: 0.0,
            };
            let candidates = ranked.into_iter().map(candidate).collect();
            deciders.push(Decider { seat, candidates, open: 0, updates: 0 });
            before.play_unchecked(seat, first, None);
        }
        Some(SimultaneousDecision { seen, deciders, worlds, known: FxHashMap::default(), legal })
    }

    /// Solves the moment as well as the budget allows: the searcher's plan.
    pub fn solve(mut self, meter: &mut Meter, rng: &mut GameRng) -> Option<Plan<G::Action>> {
        let own = self.own()?;
        self.plan(own, meter, rng);
        let candidates = self.deciders.swap_remove(own).candidates.into_iter();
        Some(Plan(candidates.map(|candidate| (candidate.action, candidate.planned)).collect()))
    }

    /// Solves the decision within the budget and returns the values of the most probable choices, and of the
    /// requested one, against the strategies of the others.
    pub fn action_values(
        mut self,
        about: Option<G::Action>,
        meter: &mut Meter,
        rng: &mut GameRng,
    ) -> Vec<ActionValue<G::Action>> {
        let Some(own) = self.own() else { return Vec::new() };
        self.plan(own, meter, rng);
        let seat = self.seen.seat();
        let candidates = &mut self.deciders[own].candidates;
        let asked = about.filter(|about| candidates.iter().all(|held| held.action != *about));
        candidates.extend(asked.map(|action| Candidate {
            action,
            value_after: self.worlds[0].value_after(seat, action),
            regret: 0.0,
            planned: 0.0,
        }));
        let all: f64 = candidates.iter().map(|candidate| candidate.planned).sum();
        let mut places: Vec<usize> = (0..candidates.len()).collect();
        places
            .sort_by(|one, other| candidates[*other].planned.total_cmp(&candidates[*one].planned));
        let mut compared: Vec<(usize, ActionStats)> = (places.iter().take(COMPARED))
            .chain(places.iter().skip(COMPARED).filter(|at| Some(candidates[**at].action) == about))
            .map(|place| (*place, ActionStats::default()))
            .collect();
        // Against the same choices of the others, so that luck in these decides nothing.
        for playout in 0..meter.spent() / LEAST_PART {
            if meter.is_stopped() {
                break;
            }
            let mut joint = self.joint(own, rng, Decider::planned);
            for (place, tally) in &mut compared {
                joint[own] = *place as u16;
                tally.add(&self.play_out(joint, playout as usize % WORLDS));
            }
        }
        let candidates = &self.deciders[own].candidates;
        let weighed = compared.iter().filter_map(|(place, tally)| {
            let Candidate { action, planned, .. } = candidates[*place];
            tally.weighed(seat, action, if all > 0.0 { planned / all } else { 0.0 }, None)
        });
        let mut weighed: Vec<_> = weighed.collect();
        best_first(&mut weighed, seat);
        weighed
    }

    /// The index of the searching seat's decision.
    fn own(&self) -> Option<usize> {
        self.deciders.iter().position(|decider| decider.seat == self.seen.seat())
    }

    /// Finds the plans of all until the budget is spent.
    fn plan(&mut self, own: usize, meter: &mut Meter, rng: &mut GameRng) {
        let mut other = own;
        self.widen(0.0);
        // Every second update is the searcher's own: its choice is the one that is played.
        while self.update(own, own, meter, rng) {
            other = (other + 1) % self.deciders.len();
            if other == own {
                other = (other + 1) % self.deciders.len();
            }
            if other != own && !self.update(own, other, meter, rng) {
                break;
            }
            self.widen(meter.spent() as f64);
        }
    }

    /// A choice of everybody: of the others part of the time one that looks about best, otherwise
    /// one drawn as `planned` says.
    fn joint(
        &self,
        own: usize,
        rng: &mut GameRng,
        planned: impl Fn(&Decider<G::Action>, &mut GameRng) -> usize,
    ) -> Joint {
        let mut joint = Joint::default();
        for (which, decider) in self.deciders.iter().enumerate() {
            let naive = which != own && rng.below(100) < NAIVE;
            joint[which] = if naive { decider.naive(rng) } else { planned(decider, rng) } as u16;
        }
        joint
    }

    /// Opens candidates as there were more playouts.
    fn widen(&mut self, spent: f64) {
        let open = (FIRST_CANDIDATES + MORE_CANDIDATES * spent.sqrt()) as usize;
        for decider in &mut self.deciders {
            decider.open = open.min(decider.candidates.len());
        }
    }

    /// Plays out a seat's candidates against what the others' plans draw; false once the budget is
    /// spent.
    fn update(&mut self, own: usize, which: usize, meter: &mut Meter, rng: &mut GameRng) -> bool {
        // An update for which everything is remembered costs something too, or it would never end.
        if !meter.spend() {
            return false;
        }
        let mut joint = self.joint(own, rng, Decider::draw);
        let all = self.deciders[which].updates.is_multiple_of(ALL_EVERY);
        let (regrets, open) = (self.deciders[which].regrets(), self.deciders[which].open);
        let seat = self.deciders[which].seat.index();
        let mut values: Vec<Option<f64>> = vec![None; open];
        let mut mean = 0.0;
        for (place, found) in values.iter_mut().enumerate() {
            let share = self.deciders[which].share(place, regrets);
            if !all && share == 0.0 {
                continue;
            }
            joint[which] = place as u16;
            let Some(value) = self.value(joint, meter) else { return false };
            *found = Some(value[seat]);
            mean += share * value[seat];
        }
        let decider = &mut self.deciders[which];
        decider.updates += 1;
        let weight = decider.updates as f64;
        for (place, value) in values.into_iter().enumerate() {
            let share = decider.share(place, regrets);
            let candidate = &mut decider.candidates[place];
            candidate.planned += weight * share;
            if let Some(value) = value {
                candidate.regret = (candidate.regret + value - mean).max(0.0);
            }
        }
        true
    }

    /// The value of a joint choice for each seat: cached, or played out. Frequent joint choices are played
    /// out more often, in other determinizations; `None` once the budget is spent.
    fn value(&mut self, joint: Joint, meter: &mut Meter) -> Option<[f64; MAX_SEATS]> {
        let known = self.known.get(&joint);
        let (asked, playouts) = known.map_or((0, 0), |known| (known.asked, known.playouts));
        let again = (asked + 1).is_power_of_two() && (playouts as usize) < WORLDS;
        let played = if again {
            if !meter.spend() {
                return None;
            }
            self.play_out(joint, playouts as usize)
        } else {
            Values::default()
        };
        if self.known.len() >= MOST_REMEMBERED && asked == 0 {
            return Some(played.map(f64::from));
        }
        let none = || Remembered { sum: Values::default(), playouts: 0, asked: 0 };
        let known = self.known.entry(joint).or_insert_with(none);
        known.asked += 1;
        known.playouts += u32::from(again);
        known.sum.iter_mut().zip(played).for_each(|(sum, value)| *sum += value);
        Some(known.sum.map(|sum| f64::from(sum) / f64::from(known.playouts)))
    }

    /// Everybody chooses so; then the round is played to its end.
    fn play_out(&mut self, joint: Joint, world: usize) -> Values {
        let mut world = self.worlds[world].clone();
        let round = world.round();
        for (choice, decider) in joint.iter().zip(&self.deciders) {
            let action = decider.candidates[usize::from(*choice)].action;
            world.play_unchecked(decider.seat, action, None);
        }
        finish_round(&mut world, round, &mut self.legal);
        values(&world)
    }
}

/// The hidden decisions that a seat may have taken ([`GameState::possible_hidden_actions`]) and would have chosen.
pub(crate) fn may_have_chosen<G: SearchHints>(now: &G, seat: Seat) -> Vec<G::Action> {
    let mut actions = now.possible_hidden_actions(seat);
    now.restrict(seat, &mut actions);
    actions
}
