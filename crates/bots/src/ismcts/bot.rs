//! The bot of information-set Monte Carlo tree search.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use zashiki_core::{GameRng, InfoState, InputError, RngState, SearchHints};

use super::saved_tree::SavedTree;
use super::search::Search;
use super::settings::Settings;
use crate::analysis::action_values::{ActionValue, Adviser};
use crate::analysis::proof::is_lost;
use crate::bot::Bot;
use crate::search::budget::{Clock, Meter};
use crate::search::heuristic::best_by_value;
use crate::search::parallel::in_parallel;
use crate::search::saved::{self, SavedAction, SavedDecision};
use crate::simultaneous::{SimultaneousDecision, Strategy};

/// A bot that uses information-set Monte Carlo tree search. It plays every game.
///
/// A simulation ends with a value for each seat, and an edge is judged by the value for the seat that
/// decides there, so any number of seats can play. Team mates win together, so they have the same value.
///
/// Decisions that stay [hidden](zashiki_core::GameState::is_simultaneous) when they are taken,
/// simultaneous or one after the other, form one group: each seat chooses by statistics that do not
/// depend on the others' choices in it. No single choice is good there (rock, paper, scissors), so the
/// search computes a mixed strategy, the frequencies of its choices: a growing part of the simulations
/// follows the seats' average strategies instead of UCB1 (Heinrich and Silver, "Smooth UCT Search in
/// Computer Poker", IJCAI 2015), and the action is sampled from the strategy, without its rare parts
/// (Ganzfried, Sandholm and Waugh, "Strategy Purification and Thresholding", AAMAS 2012). The search does
/// not model what others infer from its own choices.
///
/// Several trees can be searched in parallel, each independently with its share of the budget. Their
/// statistics are added before the choice (root parallelization: Chaslot, Winands and van den Herik,
/// "Parallel Monte-Carlo Tree Search", CG 2008).
pub struct Ismcts<G: SearchHints> {
    settings: Settings,
    clock: Clock,
    rng: GameRng,
    searches: Vec<Search<G>>,
    /// The information state and the choice of the last decision. The roots of the trees belong to this
    /// decision.
    last: Option<(InfoState<G>, G::Action)>,
    simulations: u64,
    /// True if the seat was proved to lose at the last decision, whatever it chose.
    lost: bool,
}

/// A position is proved to be lost only if its value (0 to 2000) after the best choice is at most this.
/// Heuristic values, however low, are no proof of a loss.
const NEARLY_LOST: f32 = 100.0;

impl<G: SearchHints> Ismcts<G> {
    /// A bot with these settings. `seed` seeds its random choices; `clock` measures budgets in time.
    pub fn new(settings: Settings, seed: u64, clock: Clock) -> Ismcts<G> {
        let mut rng = GameRng::from_seed(seed);
        let searches = (0..settings.trees.max(1)).map(|_| Search::new(settings, rng.fork()));
        let searches = searches.collect();
        Ismcts { settings, clock, rng, searches, last: None, simulations: 0, lost: false }
    }

    /// Total number of simulations since the bot was made.
    pub fn simulations(&self) -> u64 {
        self.simulations
    }

    /// Runs `search` on every tree with its part of the budget, in parallel if threads are available. The
    /// results are independent of one another and in the order of the trees.
    fn each<T: Send>(
        &mut self,
        meters: Vec<Meter>,
        search: impl Fn(&mut Search<G>, &mut Meter) -> T + Sync,
    ) -> Vec<T> {
        let jobs = self.searches.iter_mut().zip(meters);
        let results = in_parallel(jobs, |(tree, mut meter)| {
            let result = search(tree, &mut meter);
            (result, meter.spent())
        });
        self.simulations += results.iter().map(|(_, spent)| spent).sum::<u64>();
        results.into_iter().map(|(result, _)| result).collect()
    }

    /// The choice for a simultaneous decision, by regret matching. `None` if the game cannot restore the
    /// [state before the hidden actions](SearchHints::state_before_hidden).
    fn solve(&mut self, info_state: &InfoState<G>, meters: Vec<Meter>) -> Option<G::Action> {
        let strategies = self.each(meters, |search, meter| {
            let decision = SimultaneousDecision::new(info_state, meter, &mut search.rng)?;
            decision.solve(meter, &mut search.rng)
        });
        strategies.into_iter().flatten().reduce(Strategy::with)?.sample(&mut self.rng)
    }

    /// The choice for a decision by tree search.
    fn search(
        &mut self,
        info_state: &InfoState<G>,
        legal: &[G::Action],
        meters: Vec<Meter>,
    ) -> Option<G::Action> {
        let last = self.last.take();
        self.each(meters, |search, meter| search.grow(info_state, legal, last.as_ref(), meter));
        let (first, others) = self.searches.split_first_mut()?;
        others.iter().for_each(|other| first.tree.join(&other.tree, info_state.seat()));
        let best = first.tree.best_value(info_state.seat());
        self.lost = best.is_some_and(|value| value <= NEARLY_LOST) && is_lost(info_state, legal);
        if info_state.determinize(&mut self.rng).is_simultaneous() {
            first.tree.sample_strategy(info_state.seat(), &mut self.rng)
        } else {
            first.tree.most_visited(info_state.seat())
        }
    }
}

impl<G: SearchHints> Bot<G> for Ismcts<G> {
    fn choose(&mut self, info_state: &InfoState<G>) -> G::Action {
        let trees = self.searches.len();
        let Settings { budget, .. } = self.settings;
        let meters = Meter::new(budget, self.clock, 1).several(trees);
        self.lost = false;
        let legal = info_state.choices(&mut self.rng);
        if let [only] = legal[..] {
            return only;
        }
        let can_reopen =
            info_state.determinize(&mut GameRng::from_seed(0)).state_before_hidden().is_some();
        let chosen = if can_reopen {
            self.solve(info_state, meters)
        } else {
            self.search(info_state, &legal, meters)
        };
        // If the time was over before any simulation: the action with the best heuristic value.
        let chosen = chosen.unwrap_or_else(|| {
            let state = info_state.determinize(&mut self.rng);
            best_by_value(&legal, &state, info_state.seat(), &mut Vec::new()).0
        });
        self.last = (!can_reopen).then(|| (info_state.clone(), chosen));
        chosen
    }

    fn is_lost(&self) -> bool {
        self.lost
    }

    #[cfg(not(target_family = "wasm"))]
    fn save(&self) -> Option<Value> {
        let search = |search: &Search<G>| (search.rng.state(), search.tree.save());
        let last = self.last.as_ref().map(|(info_state, action)| SavedDecision {
            seat: info_state.seat(),
            view: serde_json::to_value(info_state.view()).expect("a view is plain data"),
            action: SavedAction::new(*action),
        });
        saved::save(Saved {
            rng: self.rng.state(),
            searches: self.searches.iter().map(search).collect(),
            last,
            simulations: self.simulations,
            lost: self.lost,
        })
    }

    #[cfg(not(target_family = "wasm"))]
    fn restore(&mut self, saved: Value, config: &Arc<G::Config>) -> Result<(), InputError> {
        let Saved { rng, searches, last, simulations, lost } = saved::read(saved)?;
        if searches.len() != self.searches.len() {
            return Err(saved::unusable());
        }
        for (search, (rng, tree)) in self.searches.iter_mut().zip(searches) {
            search.rng = GameRng::from_state(&rng);
            search.tree.restore(tree)?;
        }
        let last = last.map(|SavedDecision { seat, view, action }| -> Result<_, InputError> {
            Ok((InfoState::of_view(config, seat, &view)?, action.read()?))
        });
        self.last = last.transpose()?;
        self.rng = GameRng::from_state(&rng);
        (self.simulations, self.lost) = (simulations, lost);
        Ok(())
    }
}

/// The state of a bot that [`Bot::save`] saves.
#[derive(Serialize, Deserialize)]
struct Saved {
    #[serde(rename = "dice")]
    rng: RngState,
    searches: Vec<(RngState, SavedTree)>,
    last: Option<SavedDecision>,
    simulations: u64,
    lost: bool,
}

/// Searches one empty tree with the whole budget, so the result does not depend on earlier decisions.
impl<G: SearchHints> Adviser<G> for Ismcts<G> {
    fn action_values(
        &mut self,
        info_state: &InfoState<G>,
        about: Option<G::Action>,
    ) -> Vec<ActionValue<G::Action>> {
        let legal = info_state.choices(&mut self.rng);
        if legal.is_empty() {
            return Vec::new();
        }
        self.last = None;
        let mut meter = Meter::new(self.settings.budget, self.clock, 1);
        let search = &mut self.searches[0];
        match SimultaneousDecision::new(info_state, &meter, &mut search.rng) {
            Some(decision) => decision.action_values(about, &mut meter, &mut search.rng),
            None => search.action_values(info_state, &legal, about, &mut meter),
        }
    }
}

#[cfg(test)]
mod tests {
    use connect_four::ConnectFour;
    use zashiki_core::{GameState as _, GameStateExt as _, MatchStart, Seat, configure};

    use super::*;
    use crate::ismcts::reuse::follow;
    use crate::search::budget::Budget;

    fn deal() -> ConnectFour {
        let (config, _) = configure::<ConnectFour>(&MatchStart::dealt(2, 1)).unwrap();
        ConnectFour::deal(&config, GameRng::from_seed(1), None)
    }

    #[test]
    fn the_search_continues_with_the_subtree_of_the_action_and_the_reply() {
        let never = || std::time::Duration::ZERO;
        let settings = Settings { budget: Budget::Simulations(400), ..Settings::default() };
        let mut bot = Ismcts::<ConnectFour>::new(settings, 1, never);
        let mut game = deal();
        let mut followed = 0;
        let mut replies = GameRng::from_seed(2);
        while let Some(seat) = game.turn().awaited().first() {
            if seat == Seat(1) {
                let legal = game.legal(seat);
                game.play_unchecked(seat, *replies.pick(&legal), None);
                continue;
            }
            let info_state = InfoState::new(&game, seat);
            if let Some((before, action)) = &bot.last {
                let search = &bot.searches[0];
                if let Some(node) = follow(&search.tree, before, *action, &info_state) {
                    let (other, reply) = search.tree.taken(node);
                    let mut state = before.determinize(&mut GameRng::from_seed(0));
                    state.play_unchecked(seat, *action, None);
                    state.play_unchecked(other, reply, None);
                    assert_eq!(state.state_hash(), game.state_hash());
                    followed += 1;
                }
                // There is no node for a position that was not reached.
                assert_eq!(
                    follow(&search.tree, before, *action, &InfoState::new(&deal(), seat)),
                    None
                );
            }
            let action = bot.choose(&info_state);
            game.play_unchecked(seat, action, None);
        }
        assert!(followed >= 2, "{followed} times");
    }
}
