//! The search tree: all nodes are in one vector, siblings are linked, and a visit allocates no memory.

use zashiki_core::{MAX_SEATS, SearchHints, Seat};

use super::node::{NONE, Node, NodeId, ROOT, edges};
use super::offers::Offers;
use super::spread::Spread;

/// The search tree of one decision.
pub(super) struct Tree<G: SearchHints> {
    pub nodes: Vec<Node<G::Action>>,
    pub offers: Offers<G::Action>,
    /// After [`Selected::Untried`]: the legal actions that have no edge yet, in the order of the list of
    /// legal actions.
    pub untried: Vec<G::Action>,
    /// Statistics of the simulations' values, indexed by seat.
    pub spreads: [Spread; MAX_SEATS],
}

impl<G: SearchHints> Tree<G> {
    pub fn new() -> Tree<G> {
        let mut tree = Tree {
            nodes: Vec::new(),
            offers: Offers::new(),
            untried: Vec::new(),
            spreads: [Spread::default(); MAX_SEATS],
        };
        tree.clear();
        tree
    }

    /// Removes all nodes but the root.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.spreads = [Spread::default(); MAX_SEATS];
        self.nodes.push(Node::new(None, Seat(0)));
    }

    /// Number of nodes.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The action of an edge. The root has none.
    pub fn action(&self, node: NodeId) -> G::Action {
        self.nodes[node as usize].action.expect("only the root has no action")
    }

    /// The action of an edge, with the seat that takes it.
    pub fn taken(&self, edge: NodeId) -> (Seat, G::Action) {
        (self.nodes[edge as usize].seat, self.action(edge))
    }

    /// The edge of this action of the seat below `parent`. If there is none, it is added, without visits.
    pub fn child(&mut self, parent: NodeId, seat: Seat, action: G::Action) -> NodeId {
        match self.find(parent, seat, action) {
            Some(id) => id,
            None => self.add(parent, seat, action),
        }
    }

    /// The edge of this action of the seat below `parent`, if there is one.
    pub fn find(&self, parent: NodeId, seat: Seat, action: G::Action) -> Option<NodeId> {
        let is_it = |node: &Node<G::Action>| node.seat == seat && node.action == Some(action);
        edges(&self.nodes, parent).find(|(_, node)| is_it(node)).map(|(id, _)| id)
    }

    /// The edges of a seat below `parent`.
    pub fn edges_of(&self, parent: NodeId, seat: Seat) -> impl Iterator<Item = NodeId> {
        edges(&self.nodes, parent).filter(move |(_, node)| node.seat == seat).map(|(id, _)| id)
    }

    /// Makes a node the root and removes everything that is not below it.
    pub fn reroot(&mut self, node: NodeId) {
        let old = std::mem::take(&mut self.nodes);
        self.nodes.push(Node::new(None, Seat(0)));
        // The old id of each copied node. Edges are copied node by node, in their order.
        let mut origins = vec![node];
        let mut at = 0;
        while let Some(origin) = origins.get(at).copied() {
            let mut before = NONE;
            for (id, edge) in edges(&old, origin) {
                let new = self.nodes.len() as NodeId;
                self.nodes.push(Node { first_child: NONE, next_sibling: NONE, ..*edge });
                origins.push(id);
                match before {
                    NONE => self.nodes[at].first_child = new,
                    before => self.nodes[before as usize].next_sibling = new,
                }
                before = new;
            }
            at += 1;
        }
    }

    /// Keeps, of the seat's edges at the root, only those of these legal actions. The others come from
    /// determinizations whose chance outcomes led to other decisions.
    pub fn retain(&mut self, seat: Seat, legal: &[G::Action]) {
        let is_legal = |node: &Node<G::Action>| {
            node.seat == seat && node.action.is_some_and(|action| legal.contains(&action))
        };
        let kept: Vec<NodeId> =
            edges(&self.nodes, ROOT).filter(|(_, node)| is_legal(node)).map(|(id, _)| id).collect();
        let mut next = NONE;
        for id in kept.into_iter().rev() {
            self.nodes[id as usize].next_sibling = next;
            next = id;
        }
        self.nodes[ROOT as usize].first_child = next;
    }

    pub fn add(&mut self, parent: NodeId, seat: Seat, action: G::Action) -> NodeId {
        let id = self.nodes.len() as NodeId;
        let mut node = Node::new(Some(action), seat);
        node.next_sibling = self.nodes[parent as usize].first_child;
        self.nodes.push(node);
        self.nodes[parent as usize].first_child = id;
        id
    }

    /// Adds a simulation's values (0 to 2000, by seat) to the statistics of every edge on its path.
    pub fn back_up(&mut self, path: &[NodeId], values: &[i32; MAX_SEATS]) {
        for (spread, value) in self.spreads.iter_mut().zip(values) {
            spread.add(*value);
        }
        for id in path {
            let node = &mut self.nodes[*id as usize];
            node.visits += 1;
            node.total += i64::from(values[node.seat.index()]);
        }
    }
}

#[cfg(test)]
mod tests {
    use connect_four::ConnectFour;

    use super::super::test_support::{below, drop};
    use super::*;

    #[test]
    fn rerooting_keeps_the_subtree_unchanged() {
        let mut tree = Tree::<ConnectFour>::new();
        let mut reply = ROOT;
        for first in 0..3 {
            let move_of_0 = tree.child(ROOT, Seat(0), drop(first));
            for second in 0..4 {
                let move_of_1 = tree.child(move_of_0, Seat(1), drop(second));
                let third = tree.child(move_of_1, Seat(0), drop(6 - first));
                for _ in 0..=first + second {
                    tree.back_up(&[move_of_0, move_of_1, third], &[500; MAX_SEATS]);
                }
                if (first, second) == (1, 2) {
                    reply = move_of_0;
                }
            }
        }
        let wanted = below(&tree, reply);
        assert_eq!(wanted, [3, 2, 1, 0].map(|column| (drop(column), column as u32 + 2)));
        tree.reroot(reply);
        assert_eq!((below(&tree, ROOT), tree.len()), (wanted, 9));
        let second = tree.find(ROOT, Seat(1), drop(2)).unwrap();
        assert_eq!(below(&tree, second), [(drop(5), 4)]);
        tree.reroot(second);
        assert_eq!((below(&tree, ROOT), tree.len()), (vec![(drop(5), 4)], 2));
    }

    #[test]
    fn actions_of_other_determinizations_are_not_chosen_at_the_root() {
        let mut tree = Tree::<ConnectFour>::new();
        for (seat, column, visits) in [(0, 1, 2), (0, 2, 9), (0, 3, 4), (1, 4, 7)] {
            let edge = tree.child(ROOT, Seat(seat), drop(column));
            (0..visits).for_each(|_| tree.back_up(&[edge], &[100; MAX_SEATS]));
        }
        assert_eq!(tree.most_visited(Seat(0)), Some(drop(2)));
        tree.retain(Seat(0), &[drop(1), drop(3), drop(5)]);
        assert_eq!(below(&tree, ROOT), [(drop(3), 4), (drop(1), 2)]);
        assert_eq!(tree.most_visited(Seat(0)), Some(drop(3)));
    }
}
