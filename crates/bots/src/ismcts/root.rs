//! Results of a search, computed from the edges at the root.

use zashiki_core::{GameRng, SearchHints, Seat};

use super::node::{Node, ROOT, edges};
use super::tree::Tree;
use crate::search::sampling::sample_weighted;

/// Actions with less than this share of the visits of the most visited action count as exploration, not as
/// part of the strategy.
const STRATEGY_SHARE: f32 = 0.9;

/// Minimum number of simulations through an action before its expected reply is reported.
const MIN_EXPECTED: u32 = 24;

impl<G: SearchHints> Tree<G> {
    /// Adds to the edges of the seat's actions at the root the statistics of another tree for the same
    /// decision.
    pub fn join(&mut self, other: &Tree<G>, seat: Seat) {
        for node in other.at_root(seat) {
            let Some(action) = node.action else { continue };
            let id = self.child(ROOT, seat, action);
            let edge = &mut self.nodes[id as usize];
            edge.visits += node.visits;
            edge.total += node.total;
        }
    }

    /// The seat's edges below the root.
    fn at_root(&self, seat: Seat) -> impl Iterator<Item = &Node<G::Action>> {
        edges(&self.nodes, ROOT).map(|(_, node)| node).filter(move |node| node.seat == seat)
    }

    /// The seat's action at the root with the most visits; among equals, the one with the higher value.
    pub fn most_visited(&self, seat: Seat) -> Option<G::Action> {
        let edges = self.at_root(seat);
        edges.max_by_key(|node| (node.visits, node.total))?.action
    }

    /// The mean value (0 to 2000) of the seat's best action at the root.
    pub fn best_value(&self, seat: Seat) -> Option<f32> {
        let tried = self.at_root(seat).filter(|node| node.visits > 0);
        tried.map(|node| node.total as f32 / node.visits as f32).max_by(f32::total_cmp)
    }

    /// The seat's actions at the root with their visits, by descending visits.
    pub fn by_visits(&self, seat: Seat) -> Vec<(G::Action, u32)> {
        let mut edges: Vec<&Node<G::Action>> = self.at_root(seat).collect();
        edges.sort_by_key(|node| std::cmp::Reverse((node.visits, node.total)));
        edges.into_iter().filter_map(|node| Some((node.action?, node.visits))).collect()
    }

    /// The next decision that more than half of the simulations took after this action of the seat at the
    /// root. `None` if no decision was that frequent, or the simulations are too few.
    pub fn expected(&self, seat: Seat, action: G::Action) -> Option<(Seat, G::Action)> {
        let taken = |node: &Node<G::Action>| node.seat == seat && node.action == Some(action);
        let (id, _) = edges(&self.nodes, ROOT).find(|(_, node)| taken(node))?;
        let below = || edges(&self.nodes, id).map(|(_, node)| node);
        let most = below().max_by_key(|node| (node.visits, node.total))?;
        let all: u32 = below().map(|node| node.visits).sum();
        let agreed = all >= MIN_EXPECTED && 2 * most.visits > all;
        Some((most.seat, most.action?)).filter(|_| agreed)
    }

    /// An action of the seat at the root, sampled in proportion to its visits. Actions with less than
    /// [`STRATEGY_SHARE`] of the largest number of visits are not sampled.
    pub fn sample_strategy(&self, seat: Seat, rng: &mut GameRng) -> Option<G::Action> {
        let edges = || self.at_root(seat);
        let most = edges().map(|node| node.visits).max()?;
        let least = (STRATEGY_SHARE * most as f32) as u32;
        let in_strategy = || edges().filter(|node| node.visits > 0 && node.visits >= least);
        let rank = sample_weighted(|| in_strategy().map(|node| node.visits), rng)?;
        in_strategy().nth(rank)?.action
    }
}

#[cfg(test)]
mod tests {
    use conformance::documents::document;
    use connect_four::ConnectFour;
    use zashiki_core::MAX_SEATS;

    use super::super::test_support::{below, drop};
    use super::*;

    #[test]
    fn visits_of_trees_of_one_decision_are_added() {
        let mut trees = [Tree::<ConnectFour>::new(), Tree::new()];
        for (tree, visits) in trees.iter_mut().zip([[3, 5, 0], [4, 0, 6]]) {
            for (column, visits) in visits.into_iter().enumerate().filter(|(_, visits)| *visits > 0)
            {
                let edge = tree.child(ROOT, Seat(0), drop(column));
                (0..visits).for_each(|_| tree.back_up(&[edge], &[100; MAX_SEATS]));
            }
        }
        let [mut one, other] = trees;
        assert_eq!(one.most_visited(Seat(0)), Some(drop(1)));
        one.join(&other, Seat(0));
        assert_eq!(below(&one, ROOT), [(drop(2), 6), (drop(1), 5), (drop(0), 7)]);
        assert_eq!(one.most_visited(Seat(0)), Some(drop(0)));
    }

    #[test]
    fn docs_decisions_10_has_the_value_of_the_constant() {
        let page = document("docs/decisions/0010-alpha-beta-search-and-mixed-strategies.md");
        let percent = (STRATEGY_SHARE * 100.0).round();
        assert!(page.replace('\n', " ").contains(&format!("less than {percent} % of the most")));
    }
}
