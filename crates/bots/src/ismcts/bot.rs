//! The bot that searches trees.

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;
use zashiki_core::{GameRng, InfoState, InputError, RngState, SearchHints};

use super::saved_tree::SavedTree;
use super::search::Search;
use super::settings::Settings;
use crate::analysis::action_values::{ActionValue, Adviser};
use crate::bot::Bot;
use crate::search::budget::{Clock, Meter};
use crate::search::heuristic::best_looking;
use crate::search::parallel::in_parallel;
use crate::search::saved::{self, SavedAction, SavedDecision};
use crate::simultaneous::{Plan, SimultaneousDecision};

/// Searches the tree of what may happen; see the module's introduction.
///
/// Any number of seats is handled: a simulation ends with a value for each seat, and every
/// edge is judged by the value for the seat that decides there. Team mates share winning,
/// so they share values.
///
/// Decisions that stay [hidden](GameState::is_simultaneous) when they are taken, simultaneous or one after
/// the other, form one group: each seat chooses by statistics that do not depend on the others' choices in
/// it. There no single choice is good (rock, paper, scissors), so the search computes a mixed strategy, the
/// frequencies of its choices: a growing part of the simulations follows the seats' average strategies
/// instead of UCB1 (Heinrich and Silver, "Smooth UCT Search in Computer Poker", IJCAI 2015), and the action
/// is sampled from the strategy, without its rare parts (Ganzfried, Sandholm and Waugh, "Strategy
/// Purification and Thresholding", AAMAS 2012). The search does not model what others infer from its own
/// choices.
///
/// Several trees can be searched at the same time, each by itself with its part of the budget; the
/// one choice is made by what all of them found (root parallelism: Chaslot, Winands and van den Herik,
/// "Parallel Monte-Carlo Tree Search", CG 2008).
pub struct Ismcts<G: SearchHints> {
    settings: Settings,
    clock: Clock,
    rng: GameRng,
    searches: Vec<Search<G>>,
    /// The information state and the choice of the last decision: the root of the trees.
    last: Option<(InfoState<G>, G::Action)>,
    simulations: u64,
    /// True if nearly all simulations of the last decision were lost, whatever was chosen.
    lost: bool,
}

/// The position is lost if its value (of 2000) after the best choice is at most this.
const LOST: f32 = 100.0;

impl<G: SearchHints> Ismcts<G> {
    /// A searching player; its dice follow from the seed, the clock says when the time is over.
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

    /// Searches every tree with its part of the budget, in parallel where threads exist. The results are
    /// independent of one another and keep the order of the trees.
    fn each<T: Send>(
        &mut self,
        meters: Vec<Meter>,
        search: impl Fn(&mut Search<G>, &mut Meter) -> T + Sync,
    ) -> Vec<T> {
        let works = self.searches.iter_mut().zip(meters);
        let found = in_parallel(works, |(tree, mut meter)| {
            let found = search(tree, &mut meter);
            (found, meter.spent())
        });
        self.simulations += found.iter().map(|(_, spent)| spent).sum::<u64>();
        found.into_iter().map(|(found, _)| found).collect()
    }

    /// The choice for a simultaneous decision whose [state before hidden
    /// actions](GameState::state_before_hidden) the game can restore.
    fn solve(&mut self, seen: &InfoState<G>, meters: Vec<Meter>) -> Option<G::Action> {
        let plans = self.each(meters, |search, meter| {
            let moment = SimultaneousDecision::new(seen, meter, &mut search.rng)?;
            moment.solve(meter, &mut search.rng)
        });
        plans.into_iter().flatten().reduce(Plan::with)?.drawn(&mut self.rng)
    }

    /// The choice by tree search.
    fn search(
        &mut self,
        seen: &InfoState<G>,
        legal: &[G::Action],
        meters: Vec<Meter>,
    ) -> Option<G::Action> {
        let last = self.last.take();
        self.each(meters, |search, meter| search.grow(seen, legal, last.as_ref(), meter));
        let (first, others) = self.searches.split_first_mut()?;
        others.iter().for_each(|other| first.tree.join(&other.tree, seen.seat()));
        self.lost = first.tree.best_value(seen.seat()).is_some_and(|value| value <= LOST);
        if seen.determinize(&mut self.rng).is_simultaneous() {
            first.tree.drawn_from_plan(seen.seat(), &mut self.rng)
        } else {
            first.tree.most_visited(seen.seat())
        }
    }
}

impl<G: SearchHints> Bot<G> for Ismcts<G> {
    fn choose(&mut self, seen: &InfoState<G>) -> G::Action {
        let trees = self.searches.len();
        let Settings { budget, .. } = self.settings;
        let meters = Meter::new(budget, self.clock, 1).several(trees);
        self.lost = false;
        let legal = seen.choices(&mut self.rng);
        if let [only] = legal[..] {
            return only;
        }
        let reopens = seen.determinize(&mut GameRng::from_seed(0)).state_before_hidden().is_some();
        let chosen =
            if reopens { self.solve(seen, meters) } else { self.search(seen, &legal, meters) };
        // Where the time was over before anything was found, what looks best at once.
        let chosen = chosen.unwrap_or_else(|| {
            let world = seen.determinize(&mut self.rng);
            best_looking(&legal, &world, seen.seat(), &mut Vec::new()).0
        });
        self.last = (!reopens).then(|| (seen.clone(), chosen));
        chosen
    }

    fn is_lost(&self) -> bool {
        self.lost
    }

    fn save(&self) -> Option<Value> {
        let search = |search: &Search<G>| (search.rng.state(), search.tree.save());
        let last = self.last.as_ref().map(|(seen, action)| SavedDecision {
            seat: seen.seat(),
            view: serde_json::to_value(seen.view()).expect("a view is plain data"),
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

/// The state of a bot, for copies.
#[derive(Serialize, Deserialize)]
struct Saved {
    #[serde(rename = "dice")]
    rng: RngState,
    searches: Vec<(RngState, SavedTree)>,
    last: Option<SavedDecision>,
    simulations: u64,
    lost: bool,
}

/// One tree with the whole budget, starting empty: the result does not depend on earlier decisions.
impl<G: SearchHints> Adviser<G> for Ismcts<G> {
    fn action_values(
        &mut self,
        seen: &InfoState<G>,
        about: Option<G::Action>,
    ) -> Vec<ActionValue<G::Action>> {
        let legal = seen.choices(&mut self.rng);
        if legal.is_empty() {
            return Vec::new();
        }
        self.last = None;
        let mut meter = Meter::new(self.settings.budget, self.clock, 1);
        let search = &mut self.searches[0];
        match SimultaneousDecision::new(seen, &meter, &mut search.rng) {
            Some(moment) => moment.action_values(about, &mut meter, &mut search.rng),
            None => search.action_values(seen, &legal, about, &mut meter),
        }
    }
}

#[cfg(test)]
mod tests {
    use connect_four::ConnectFour;
    use zashiki_core::{GameConfig as _, Seat};

    use super::*;
    use crate::ismcts::reuse::follow;
    use crate::search::budget::Budget;

    fn deal() -> ConnectFour {
        let options = ConnectFour::info().complete_options(&Default::default()).unwrap();
        let config = <ConnectFour as GameState>::Config::new(2, &options, None).unwrap();
        ConnectFour::deal(&config, GameRng::from_seed(1), None)
    }

    /// After the bot's action and the reply, the search continues with the subtree of both.
    #[test]
    fn the_tree_is_kept_from_one_decision_to_the_next() {
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
            let seen = InfoState::new(&game, seat);
            if let Some((before, action)) = &bot.last {
                let search = &bot.searches[0];
                if let Some(node) = follow(&search.tree, before, *action, &seen) {
                    let (other, reply) = search.tree.taken(node);
                    let mut world = before.determinize(&mut GameRng::from_seed(0));
                    world.play_unchecked(seat, *action, None);
                    world.play_unchecked(other, reply, None);
                    assert_eq!(world.state_hash(), game.state_hash());
                    followed += 1;
                }
                // What has not happened is not found.
                assert_eq!(
                    follow(&search.tree, before, *action, &InfoState::new(&deal(), seat)),
                    None
                );
            }
            let action = bot.choose(&seen);
            game.play_unchecked(seat, action, None);
        }
        assert!(followed >= 2, "{followed} times");
    }
}
