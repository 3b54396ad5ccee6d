//! The nodes of a search tree.

use zashiki_core::Seat;

/// The index of a node in its tree.
pub(super) type NodeId = u32;

/// The root: the node of the decision that is searched.
pub(super) const ROOT: NodeId = 0;

/// The value that means "no node" in links to children and siblings. It is the root's index, since the root
/// is neither a child nor a sibling.
pub(super) const NONE: NodeId = 0;

/// A node of the tree, with the statistics of the edge that leads to it. The edge is a seat's action.
#[derive(Clone, Copy)]
pub(super) struct Node<A> {
    /// The action of the edge; `None` for the root.
    pub action: Option<A>,
    pub seat: Seat,
    pub visits: u32,
    /// Number of simulations in which the action was legal when its seat chose at the parent node.
    pub offered: u32,
    /// Sum, over the simulations that passed through this node, of the values (0 to 2000) for `seat`.
    pub total: i64,
    pub first_child: NodeId,
    pub next_sibling: NodeId,
}

impl<A> Node<A> {
    pub fn new(action: Option<A>, seat: Seat) -> Node<A> {
        Node {
            action,
            seat,
            visits: 0,
            offered: 0,
            total: 0,
            first_child: NONE,
            next_sibling: NONE,
        }
    }

    /// The UCB1 score of the edge, with availability counts. Values are divided by the width of the seat's
    /// value distribution, so that small differences count in games with small differences.
    #[inline]
    pub fn score(&self, exploration: f32, width: f32) -> f32 {
        let visits = self.visits as f32;
        let mean = self.total as f32 / visits;
        mean / width + exploration * ((self.offered as f32).ln() / visits).sqrt()
    }
}

/// The edges below a node, newest first.
pub(super) fn edges<A>(
    nodes: &[Node<A>],
    parent: NodeId,
) -> impl Iterator<Item = (NodeId, &Node<A>)> {
    let mut child = nodes[parent as usize].first_child;
    std::iter::from_fn(move || {
        let id = (child != NONE).then_some(child)?;
        let node = &nodes[id as usize];
        child = node.next_sibling;
        Some((id, node))
    })
}
