//! Regret matching for one simultaneous decision.

use rustc_hash::FxHashMap;
use zashiki_core::{
    GameConfig as _, GameRng, GameStateExt as _, InfoState, MAX_SEATS, Outcome, SearchHints,
    SearchHintsExt as _, Seat,
};

use super::decider::{Candidate, Decider};
use super::strategy::Strategy;
use crate::analysis::action_values::{
    ActionStats, ActionValue, COMPARED, LEAST_PART, sort_best_first,
};
use crate::analysis::win_probability::Scale;
use crate::search::budget::Meter;
use crate::search::heuristic::{finish_round, values};

/// A joint choice: the index of the candidate of each seat, in the order in which the seats decide.
type Joint = [u16; MAX_SEATS];
/// Values of a playout for each seat, from 0 to 2000.
type Values = [i32; MAX_SEATS];

/// Initial number of candidate choices of each seat.
const FIRST_CANDIDATES: f64 = 8.0;
/// Growth of the number of candidates: after n playouts, this times √n candidates have been added.
const MORE_CANDIDATES: f64 = 0.5;
/// Candidates whose heuristic value is this much (of 2000) below the best are not part of the initial
/// strategy.
const INITIAL_MARGIN: i32 = 120;
/// Interval between full updates, in updates; the other updates skip candidates without regret.
const FULL_UPDATE_INTERVAL: u64 = 4;
/// Percentage of the playouts in which each other seat chooses about the best heuristic value instead of
/// following its strategy.
const NAIVE: u32 = 30;

/// Number of determinizations for one simultaneous decision.
const DETERMINIZATIONS: usize = 8;
/// Maximum number of joint choices whose values are cached.
const MAX_CACHED: usize = 1 << 17;

/// Cached values of a joint choice, and how often they were requested.
struct CachedValue {
    sum: Values,
    playouts: u32,
    requests: u32,
}

/// The simultaneous decisions of all seats, among them that of the searching seat.
pub(crate) struct SimultaneousDecision<'a, G: SearchHints> {
    info_state: &'a InfoState<G>,
    deciders: Vec<Decider<G::Action>>,
    /// Determinizations of the state before the first of the simultaneous decisions.
    states: Vec<G>,
    cache: FxHashMap<Joint, CachedValue>,
    legal: Vec<G::Action>,
}

impl<'a, G: SearchHints> SimultaneousDecision<'a, G> {
    /// Prepares the decision. `None` if the game cannot [restore](SearchHints::state_before_hidden) the state
    /// before it, or if the budget runs out before all actions are listed: the first list of a game can take
    /// long.
    pub fn new(
        info_state: &'a InfoState<G>,
        meter: &Meter,
        rng: &mut GameRng,
    ) -> Option<SimultaneousDecision<'a, G>> {
        // Both the decision and the possible hidden actions are the same in every determinization.
        let now = info_state.determinize(&mut GameRng::from_seed(0));
        let mut before = now.state_before_hidden()?;
        let mut states = Vec::new();
        for _ in 0..DETERMINIZATIONS {
            states.push(info_state.determinize(rng).state_before_hidden()?);
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
            let taken = possible_choices(&now, seat);
            let actions = if taken.is_empty() { before.choices(seat, &mut legal) } else { &taken };
            let mut ranked: Vec<(i32, G::Action)> =
                actions.iter().map(|action| (before.value_after(seat, *action), *action)).collect();
            ranked.sort_by_key(|(value_after, _)| std::cmp::Reverse(*value_after));
            let (most, first) = *ranked.first()?;
            let candidate = |(value_after, action): (i32, G::Action)| Candidate {
                action,
                value_after,
                regret: f64::from((value_after - most + INITIAL_MARGIN).max(0)),
                weight: 0.0,
            };
            let candidates = ranked.into_iter().map(candidate).collect();
            deciders.push(Decider { seat, candidates, open: 0, updates: 0 });
            before.play_unchecked(seat, first, None);
        }
        Some(SimultaneousDecision {
            info_state,
            deciders,
            states,
            cache: FxHashMap::default(),
            legal,
        })
    }

    /// Solves the decision within the budget and returns the average strategy of the searching seat; `None`
    /// if the budget did not suffice.
    pub fn solve(mut self, meter: &mut Meter, rng: &mut GameRng) -> Option<Strategy<G::Action>> {
        let own = self.own()?;
        self.find_strategies(own, meter, rng);
        let candidates = self.deciders.swap_remove(own).candidates.into_iter();
        Some(Strategy(candidates.map(|candidate| (candidate.action, candidate.weight)).collect()))
    }

    /// Solves the decision within the budget. Returns the values of the most probable choices, and of the
    /// requested one, against the strategies of the other seats.
    pub fn action_values(
        mut self,
        about: Option<G::Action>,
        meter: &mut Meter,
        rng: &mut GameRng,
    ) -> Vec<ActionValue<G::Action>> {
        let Some(own) = self.own() else { return Vec::new() };
        self.find_strategies(own, meter, rng);
        let seat = self.info_state.seat();
        let candidates = &mut self.deciders[own].candidates;
        let requests = about.filter(|about| candidates.iter().all(|held| held.action != *about));
        candidates.extend(requests.map(|action| Candidate {
            action,
            value_after: self.states[0].value_after(seat, action),
            regret: 0.0,
            weight: 0.0,
        }));
        let all: f64 = candidates.iter().map(|candidate| candidate.weight).sum();
        let mut places: Vec<usize> = (0..candidates.len()).collect();
        places.sort_by(|one, other| candidates[*other].weight.total_cmp(&candidates[*one].weight));
        let mut compared: Vec<(usize, ActionStats)> = (places.iter().take(COMPARED))
            .chain(places.iter().skip(COMPARED).filter(|at| Some(candidates[**at].action) == about))
            .map(|place| (*place, ActionStats::default()))
            .collect();
        let scale = Scale::of::<G>(self.states[0].config().sides());
        // All are compared against the same choices of the others, which reduces the variance.
        for playout in 0..meter.spent() / LEAST_PART {
            if meter.is_stopped() {
                break;
            }
            let mut joint = self.joint(own, rng, Decider::weight);
            for (place, stats) in &mut compared {
                joint[own] = *place as u16;
                let (values, outcome) = self.play_out(joint, playout as usize % DETERMINIZATIONS);
                stats.add(&values, outcome, &scale);
            }
        }
        let candidates = &self.deciders[own].candidates;
        let evaluated = compared.iter().filter_map(|(place, stats)| {
            let Candidate { action, weight, .. } = candidates[*place];
            stats.action_value(seat, action, if all > 0.0 { weight / all } else { 0.0 }, None)
        });
        let mut evaluated: Vec<_> = evaluated.collect();
        sort_best_first(&mut evaluated, seat);
        evaluated
    }

    /// The index of the searching seat in `deciders`.
    fn own(&self) -> Option<usize> {
        self.deciders.iter().position(|decider| decider.seat == self.info_state.seat())
    }

    /// Updates the strategies of all seats until the budget is spent.
    fn find_strategies(&mut self, own: usize, meter: &mut Meter, rng: &mut GameRng) {
        let mut other = own;
        self.widen(0.0);
        // Every second update is that of the searching seat, whose choice is played.
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

    /// Samples a choice for every seat with the function `weight`. Part of the time another seat than `own`
    /// chooses about the best heuristic value instead.
    fn joint(
        &self,
        own: usize,
        rng: &mut GameRng,
        weight: impl Fn(&Decider<G::Action>, &mut GameRng) -> usize,
    ) -> Joint {
        let mut joint = Joint::default();
        for (which, decider) in self.deciders.iter().enumerate() {
            let naive = which != own && rng.below(100) < NAIVE;
            joint[which] = if naive { decider.naive(rng) } else { weight(decider, rng) } as u16;
        }
        joint
    }

    /// Sets each seat's number of candidates in use after `spent` playouts.
    fn widen(&mut self, spent: f64) {
        let open = (FIRST_CANDIDATES + MORE_CANDIDATES * spent.sqrt()) as usize;
        for decider in &mut self.deciders {
            decider.open = open.min(decider.candidates.len());
        }
    }

    /// Plays out the candidates of the seat at index `which` against choices sampled from the others'
    /// strategies, and updates the seat's regrets. Returns false once the budget is spent.
    fn update(&mut self, own: usize, which: usize, meter: &mut Meter, rng: &mut GameRng) -> bool {
        // An update costs one step even if all its values are cached; otherwise the loop might not end.
        if !meter.spend() {
            return false;
        }
        let mut joint = self.joint(own, rng, Decider::draw);
        let all = self.deciders[which].updates.is_multiple_of(FULL_UPDATE_INTERVAL);
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
            candidate.weight += weight * share;
            if let Some(value) = value {
                candidate.regret = (candidate.regret + value - mean).max(0.0);
            }
        }
        true
    }

    /// The values of a joint choice for each seat, from the cache or by a playout. Frequent joint choices are
    /// played out several times, in different determinizations. `None` once the budget is spent.
    fn value(&mut self, joint: Joint, meter: &mut Meter) -> Option<[f64; MAX_SEATS]> {
        let cache = self.cache.get(&joint);
        let (requests, playouts) = cache.map_or((0, 0), |cache| (cache.requests, cache.playouts));
        let again = (requests + 1).is_power_of_two() && (playouts as usize) < DETERMINIZATIONS;
        let played = if again {
            if !meter.spend() {
                return None;
            }
            self.play_out(joint, playouts as usize).0
        } else {
            Values::default()
        };
        if self.cache.len() >= MAX_CACHED && requests == 0 {
            return Some(played.map(f64::from));
        }
        let none = || CachedValue { sum: Values::default(), playouts: 0, requests: 0 };
        let cache = self.cache.entry(joint).or_insert_with(none);
        cache.requests += 1;
        cache.playouts += u32::from(again);
        cache.sum.iter_mut().zip(played).for_each(|(sum, value)| *sum += value);
        Some(cache.sum.map(|sum| f64::from(sum) / f64::from(cache.playouts)))
    }

    /// Plays the joint choice and the rest of the round in one of the determinizations; returns the values
    /// for each seat, and the outcome if the game ended.
    fn play_out(&mut self, joint: Joint, state: usize) -> (Values, Option<Outcome>) {
        let mut state = self.states[state].clone();
        let round = state.round();
        for (choice, decider) in joint.iter().zip(&self.deciders) {
            let action = decider.candidates[usize::from(*choice)].action;
            state.play_unchecked(decider.seat, action, None);
        }
        finish_round(&mut state, round, &mut self.legal);
        (values(&state), state.turn().outcome())
    }
}

/// The hidden actions that a seat may have chosen ([`SearchHints::possible_hidden_actions`]), except those
/// that the heuristic avoids.
pub(crate) fn possible_choices<G: SearchHints>(now: &G, seat: Seat) -> Vec<G::Action> {
    let mut actions = now.possible_hidden_actions(seat);
    now.restrict(seat, &mut actions);
    actions
}
