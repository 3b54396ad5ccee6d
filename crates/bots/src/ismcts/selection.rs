//! Selection and expansion of edges.

use zashiki_core::{Action as _, GameRng, SearchHints, Seat};

use super::node::{NONE, NodeId, edges};
use super::tree::Tree;

/// Settings of [`Tree::select`].
#[derive(Clone, Copy)]
pub(super) struct Selection {
    /// The constant of UCB1.
    pub exploration: f32,
    /// Factor of progressive widening: edges per square root of the visits.
    pub widening: f32,
    /// True if no edge may be added.
    pub full: bool,
    /// True if part of the simulations follow the current average strategy.
    pub mixing: bool,
}

/// The least part of the visits in which a mixing node is not led by its plan so far.
const LEAST_EXPLORING: f32 = 0.1;
/// The number of visits after which half of them follow the strategy.
const VISITS_TO_PLAN: f32 = 100.0;
/// Number of visits that the prior heuristic value of an action counts as (Gelly and Silver, "Combining
/// Online and Offline Knowledge in UCT", ICML 2007).
const LOOKS_COUNT: u32 = 4;

/// Result of [`Tree::select`].
pub(super) enum Selected {
    /// To follow this edge.
    Edge(NodeId),
    /// To add an edge for one of the untried actions ([`Tree::untried`]).
    Untried,
    /// There is nothing to select.
    Nothing,
}

impl<G: SearchHints> Tree<G> {
    /// Picks among the legal actions of a seat deciding at `parent`. While the edges that
    /// are legal now are fewer than `widening` times the root of the times they were followed
    /// (and the tree is not full), an untried one, if there is any; otherwise the edge with
    /// the best UCB1 score, or one drawn from the seat's plan: as often as it was chosen before.
    pub fn select(
        &mut self,
        parent: NodeId,
        seat: Seat,
        legal: &[G::Action],
        selection: Selection,
        rng: &mut GameRng,
    ) -> Selected {
        let Selection { exploration, widening, full, mixing } = selection;
        self.marks.begin();
        if legal.first().is_some_and(|action| action.index().is_none()) {
            let edges = edges(&self.nodes, parent).filter(|(_, node)| node.seat == seat);
            edges
                .filter_map(|(_, node)| node.action)
                .for_each(|action| self.marks.has_edge(action));
        }
        for action in legal {
            self.marks.offer(*action);
        }
        let width = self.spreads[seat.index()].width();
        let (mut edges, mut visits) = (0, 0);
        let (mut best, mut best_score) = (NONE, f32::NEG_INFINITY);
        let mut planned = NONE;
        let mut child = self.nodes[parent as usize].first_child;
        while child != NONE {
            let node = &mut self.nodes[child as usize];
            let Some(action) = node.action.filter(|_| node.seat == seat) else {
                child = node.next_sibling;
                continue;
            };
            if self.marks.is_offered(action) {
                edges += 1;
                visits += node.visits;
                node.offered += 1;
                // Each edge takes the place of those before with its share of the visits so far,
                // which draws one in proportion.
                if mixing && node.visits > 0 && rng.below(visits) < node.visits {
                    planned = child;
                }
                // A structural edge (see `child`) may not have been judged here yet.
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
            let exploring = 1.0 / (1.0 + visits as f32 / VISITS_TO_PLAN);
            let exploring = (1000.0 * exploring.max(LEAST_EXPLORING)) as u32;
            let follows_plan = planned != NONE && rng.below(1000) >= exploring;
            return Selected::Edge(if follows_plan { planned } else { best });
        }
        self.untried.clear();
        let untried = legal.iter().filter(|action| self.marks.is_untried(**action));
        self.untried.extend(untried);
        if self.untried.is_empty() { Selected::Nothing } else { Selected::Untried }
    }

    /// A new edge for an untried action, and how it looks (0 to 2000) if that is known.
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
            node.visits = LOOKS_COUNT;
            node.offered += LOOKS_COUNT;
            node.total = i64::from(LOOKS_COUNT) * i64::from(value_after);
        }
        id
    }
}

#[cfg(test)]
mod tests {
    use conformance::documents::document;

    use super::*;

    #[test]
    fn docs_bots_names_the_constant_as_it_is() {
        let page = document("docs/reference/bots.md");
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(page.contains(&format!("its heuristic value counts as {LOOKS_COUNT} visits")));
    }
}
