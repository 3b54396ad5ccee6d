//! Selection and expansion of edges in the search tree.

use zashiki_core::{Action as _, GameRng, SearchHints, Seat};

use super::node::{NONE, NodeId, edges};
use super::tree::Tree;

/// Settings of [`Tree::select`].
#[derive(Clone, Copy)]
pub(super) struct Selection {
    /// The exploration constant of UCB1.
    pub exploration: f32,
    /// Factor of progressive widening: maximum number of edges, divided by the square root of the visits.
    pub widening: f32,
    /// True if the tree is full: no edge may be added.
    pub full: bool,
    /// True if the node is part of a simultaneous decision, where part of the simulations follow the current
    /// average strategy.
    pub mixing: bool,
}

/// Minimum share of the visits at a simultaneous decision that select by UCB1 instead of the average
/// strategy.
const MIN_EXPLORING: f32 = 0.1;
/// Number of visits of a node at which half of its simulations follow the average strategy; later more of
/// them do.
const STRATEGY_VISITS: f32 = 100.0;
/// Number of visits as which the heuristic value of a new edge's action counts (Gelly and Silver, "Combining
/// Online and Offline Knowledge in UCT", ICML 2007).
const PRIOR_VISITS: u32 = 4;

/// Result of [`Tree::select`].
pub(super) enum Selected {
    /// The simulation follows this edge.
    Edge(NodeId),
    /// The simulation adds an edge for one of the [untried actions](Tree::untried).
    Untried,
    /// The seat has no legal action.
    Nothing,
}

impl<G: SearchHints> Tree<G> {
    /// Selects among the legal actions of a seat that decides at `parent`. It selects an untried action while
    /// the number of legal edges is less than `widening` times the square root of their visits and the tree
    /// is not full. Otherwise it selects the edge with the best UCB1 score, or an edge sampled from the
    /// seat's average strategy, in proportion to the edges' visits.
    pub fn select(
        &mut self,
        parent: NodeId,
        seat: Seat,
        legal: &[G::Action],
        selection: Selection,
        rng: &mut GameRng,
    ) -> Selected {
        let Selection { exploration, widening, full, mixing } = selection;
        self.offers.begin();
        if legal.first().is_some_and(|action| action.index().is_none()) {
            let edges = edges(&self.nodes, parent).filter(|(_, node)| node.seat == seat);
            edges
                .filter_map(|(_, node)| node.action)
                .for_each(|action| self.offers.has_edge(action));
        }
        for action in legal {
            self.offers.offer(*action);
        }
        let width = self.spreads[seat.index()].width();
        let (mut edges, mut visits) = (0, 0);
        let (mut best, mut best_score) = (NONE, f32::NEG_INFINITY);
        let mut sampled = NONE;
        let mut child = self.nodes[parent as usize].first_child;
        while child != NONE {
            let node = &mut self.nodes[child as usize];
            let Some(action) = node.action.filter(|_| node.seat == seat) else {
                child = node.next_sibling;
                continue;
            };
            if self.offers.is_offered(action) {
                edges += 1;
                visits += node.visits;
                node.offered += 1;
                // Reservoir sampling: each edge replaces the one before with its share of the visits so far.
                if mixing && node.visits > 0 && rng.below(visits) < node.visits {
                    sampled = child;
                }
                // An edge that `child` added may have no visits yet.
                let score =
                    if node.visits == 0 { f32::MAX } else { node.score(exploration, width) };
                if score > best_score {
                    (best, best_score) = (child, score);
                }
            }
            child = node.next_sibling;
        }
        let wide = edges as f32 >= widening * ((visits + 1) as f32).sqrt();
        if best != NONE && (edges == legal.len() || wide || full) {
            let exploring = 1.0 / (1.0 + visits as f32 / STRATEGY_VISITS);
            let exploring = (1000.0 * exploring.max(MIN_EXPLORING)) as u32;
            let follows_strategy = sampled != NONE && rng.below(1000) >= exploring;
            return Selected::Edge(if follows_strategy { sampled } else { best });
        }
        self.untried.clear();
        let untried = legal.iter().filter(|action| self.offers.is_untried(**action));
        self.untried.extend(untried);
        if self.untried.is_empty() { Selected::Nothing } else { Selected::Untried }
    }

    /// Adds an edge for an untried action. If its heuristic value (0 to 2000) is known, the value counts as
    /// that of some visits.
    pub fn expand(
        &mut self,
        parent: NodeId,
        seat: Seat,
        action: G::Action,
        value_after: Option<i32>,
    ) -> NodeId {
        let id = self.add(parent, seat, action);
        let node = &mut self.nodes[id as usize];
        node.offered = 1;
        if let Some(value_after) = value_after {
            node.visits = PRIOR_VISITS;
            node.offered += PRIOR_VISITS;
            node.total = i64::from(PRIOR_VISITS) * i64::from(value_after);
        }
        id
    }
}

#[cfg(test)]
mod tests {
    use conformance::documents::document;

    use super::*;

    #[test]
    fn docs_bots_has_the_value_of_the_constant() {
        let page = document("docs/reference/bots.md");
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(page.contains(&format!("its heuristic value counts as {PRIOR_VISITS} visits")));
    }
}
