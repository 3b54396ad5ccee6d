//! Move ordering: the order in which a node's actions are searched. It considers noisy actions, killer moves,
//! the history heuristic and heuristic values.

use zashiki_core::{
    Action as _, GameStateExt as _, InputError, SearchHints, SearchHintsExt as _, Seat,
};

use super::window::POINT;
use crate::search::saved;

/// An action of a node with its rank in the search order.
#[derive(Clone, Copy)]
pub(super) struct Ranked<A> {
    pub action: A,
    /// The rank: actions with higher ranks are searched first.
    pub rank: i32,
    pub noisy: bool,
    /// True if the rank already includes the heuristic value after the action.
    pub evaluated: bool,
}

const RANK_NOISY: i32 = 1 << 28;
const RANK_KILLER: i32 = 1 << 27;
const MAX_HISTORY: i32 = 1 << 20;

/// The actions of the nodes on the path to the current one, and the statistics that order them.
pub(super) struct MoveOrder<G: SearchHints> {
    /// For each distance from the root, the last two quiet actions that caused a cutoff ("killer moves").
    killers: Vec<[Option<G::Action>; 2]>,
    /// For each seat and action index, the weighted number of cutoffs that the action caused ("history
    /// heuristic"). Cutoffs of deeper searches count more.
    history: [Vec<i32>; 2],
    /// The actions of the nodes on the path to the current one.
    pub actions: Vec<Ranked<G::Action>>,
    legal: Vec<G::Action>,
}

/// For each seat, the entries of `history` that are not 0: the index of the action and its weighted number of
/// cutoffs.
pub(super) type SavedHistory = [Vec<(usize, i32)>; 2];

impl<G: SearchHints> MoveOrder<G> {
    /// Empty statistics for searches of at most this depth.
    pub fn new(max_depth: usize) -> MoveOrder<G> {
        MoveOrder {
            killers: vec![[None; 2]; max_depth + 1],
            history: [vec![0; <G::Action>::COUNT], vec![0; <G::Action>::COUNT]],
            actions: Vec::new(),
            legal: Vec::new(),
        }
    }

    /// The statistics that are kept between decisions, in a form that can be saved.
    pub fn save(&self) -> SavedHistory {
        let nonzero = |history: &Vec<i32>| {
            let entries = history.iter().copied().enumerate();
            entries.filter(|(_, times)| *times != 0).collect()
        };
        self.history.each_ref().map(nonzero)
    }

    /// Restores saved statistics.
    ///
    /// # Errors
    /// Returns an error if an entry has an index that no action of the game has.
    pub fn restore(&mut self, saved: SavedHistory) -> Result<(), InputError> {
        for (history, saved) in self.history.iter_mut().zip(saved) {
            history.fill(0);
            for (index, times) in saved {
                *history.get_mut(index).ok_or_else(saved::unusable)? = times;
            }
        }
        Ok(())
    }

    /// Prepares a new decision: reduces the weight of cutoffs in earlier decisions.
    pub fn begin(&mut self) {
        self.killers.fill([None; 2]);
        for history in self.history.iter_mut().flatten() {
            *history /= 8;
        }
        self.actions.clear();
    }

    /// Appends the noisy actions of a node, ranked by the heuristic value after each.
    pub fn list_noisy(&mut self, game: &G, mover: Seat) {
        let start = self.actions.len();
        game.choices(mover, &mut self.legal);
        let noisy = self.legal.iter().copied().filter(|action| game.is_noisy(*action));
        self.actions.extend(noisy.map(|action| Ranked {
            action,
            rank: 0,
            noisy: true,
            evaluated: true,
        }));
        for at in start..self.actions.len() {
            self.actions[at].rank = game.quiet_value_after(mover, self.actions[at].action);
        }
    }

    /// Appends the actions of a node, ranked for move ordering, except the action `found`, which the
    /// transposition table suggested. Quiet actions are evaluated only when the search reaches them.
    pub fn list(&mut self, game: &G, mover: Seat, ply: usize, found: Option<G::Action>) {
        game.choices(mover, &mut self.legal);
        for action in self.legal.iter().copied().filter(|action| Some(*action) != found) {
            let noisy = game.is_noisy(action);
            let killer = self.killers[ply].iter().position(|killer| *killer == Some(action));
            let rank = match killer {
                _ if noisy => RANK_NOISY + game.quiet_value_after(mover, action),
                Some(place) => RANK_KILLER - place as i32,
                None => action.index().map_or(0, |index| self.history[mover.index()][index]),
            };
            let evaluated = noisy || killer.is_some();
            self.actions.push(Ranked { action, rank, noisy, evaluated });
        }
    }

    /// Moves the best-ranked action from index `at` onwards to index `at`.
    pub fn bring_best(&mut self, game: &G, mover: Seat, depth: i32, at: usize) {
        self.bring_best_ranked(at);
        // An evaluation costs as much as a leaf, so only actions with a subtree are evaluated.
        if depth > 1 && !self.actions[at].evaluated {
            for ranked in self.actions[at..].iter_mut().filter(|ranked| !ranked.evaluated) {
                ranked.rank += POINT * game.quiet_value_after(mover, ranked.action);
                ranked.evaluated = true;
            }
            self.bring_best_ranked(at);
        }
    }

    pub fn bring_best_ranked(&mut self, at: usize) {
        let best = (at..self.actions.len()).max_by_key(|i| (self.actions[*i].rank, usize::MAX - i));
        if let Some(best) = best {
            self.actions.swap(at, best);
        }
    }

    pub fn remember_cut(&mut self, mover: Seat, action: G::Action, depth: i32, ply: usize) {
        let killers = &mut self.killers[ply];
        if killers[0] != Some(action) {
            *killers = [Some(action), killers[0]];
        }
        if let Some(index) = action.index() {
            let history = &mut self.history[mover.index()][index];
            *history = (*history + depth * depth).min(MAX_HISTORY);
        }
    }
}
