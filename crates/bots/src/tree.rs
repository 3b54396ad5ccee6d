//! The search tree: nodes in one vector, siblings linked, nothing allocated for a visit.

use table::{Dice, Game, MAX_SEATS, Seat};

/// A node's place in the tree.
pub(crate) type NodeId = u32;

/// The decision that is being searched.
pub(crate) const ROOT: NodeId = 0;

/// No node: the root is nobody's child or sibling.
const NONE: NodeId = 0;

/// A node stands for the edge that leads to it: a seat's action.
struct Node<A> {
    /// `None` for the root.
    action: Option<A>,
    seat: Seat,
    visits: u32,
    /// How often a world offered the action while its parent was being decided.
    offered: u32,
    /// Sum of the values (0 to 2000) for `seat` of the simulations through here.
    total: i64,
    first_child: NodeId,
    next_sibling: NodeId,
}

impl<A> Node<A> {
    fn new(action: Option<A>, seat: Seat) -> Node<A> {
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

    /// UCB1 with availability counts, on values from 0 to 1.
    #[inline]
    fn score(&self, exploration: f32) -> f32 {
        let visits = self.visits as f32;
        let mean = self.total as f32 / (2000.0 * visits);
        mean + exploration * ((self.offered as f32).ln() / visits).sqrt()
    }
}

/// What [`Tree::select`] decided.
pub(crate) struct Selected {
    /// The edge.
    pub node: NodeId,
    /// Whether it was added just now.
    pub new: bool,
}

/// The tree of one search.
pub(crate) struct Tree<G: Game> {
    nodes: Vec<Node<G::Action>>,
    /// For each action index, the round in which it was last found legal and not yet in
    /// the tree. Spares a list of untried actions for every visit.
    untried: Vec<u32>,
    round: u32,
}

impl<G: Game> Tree<G> {
    pub fn new() -> Tree<G> {
        let mut tree = Tree { nodes: Vec::new(), untried: vec![0; G::ACTIONS], round: 0 };
        tree.clear();
        tree
    }

    /// Leaves only the root.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.nodes.push(Node::new(None, Seat(0)));
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The action of an edge below the root.
    pub fn action(&self, node: NodeId) -> G::Action {
        self.nodes[node as usize].action.expect("only the root has no action")
    }

    /// Picks among the legal actions of a seat deciding at `parent`: one that is not in
    /// the tree yet, if there is any (and the tree is not full), else the one with the
    /// best UCB1 score. `None` when there is none to pick.
    pub fn select(
        &mut self,
        parent: NodeId,
        seat: Seat,
        legal: &[G::Action],
        exploration: f32,
        full: bool,
        dice: &mut Dice,
    ) -> Option<Selected> {
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.untried.fill(0);
            self.round = 1;
        }
        for action in legal {
            self.untried[G::index(*action)] = self.round;
        }
        let mut untried = legal.len();
        let (mut best, mut best_score) = (NONE, f32::NEG_INFINITY);
        let mut child = self.nodes[parent as usize].first_child;
        while child != NONE {
            let node = &mut self.nodes[child as usize];
            let index = node.action.map(G::index).unwrap_or_default();
            if node.seat == seat && self.untried[index] == self.round {
                self.untried[index] = 0;
                untried -= 1;
                node.offered += 1;
                // A structural edge (see `child`) may not have been judged here yet.
                let score = if node.visits == 0 { f32::MAX } else { node.score(exploration) };
                if score > best_score {
                    (best, best_score) = (child, score);
                }
            }
            child = node.next_sibling;
        }
        if untried > 0 && !(full && best != NONE) {
            let mut skip = dice.below(untried as u32);
            for action in legal {
                if self.untried[G::index(*action)] == self.round {
                    if skip == 0 {
                        let node = self.add(parent, seat, *action);
                        self.nodes[node as usize].offered = 1;
                        return Some(Selected { node, new: true });
                    }
                    skip -= 1;
                }
            }
        }
        (best != NONE).then_some(Selected { node: best, new: false })
    }

    /// The edge of this action below `parent`, added if need be.
    pub fn child(&mut self, parent: NodeId, seat: Seat, action: G::Action) -> NodeId {
        let mut child = self.nodes[parent as usize].first_child;
        while child != NONE {
            let node = &self.nodes[child as usize];
            if node.seat == seat && node.action == Some(action) {
                return child;
            }
            child = node.next_sibling;
        }
        self.add(parent, seat, action)
    }

    fn add(&mut self, parent: NodeId, seat: Seat, action: G::Action) -> NodeId {
        let id = self.nodes.len() as NodeId;
        let mut node = Node::new(Some(action), seat);
        node.next_sibling = self.nodes[parent as usize].first_child;
        self.nodes.push(node);
        self.nodes[parent as usize].first_child = id;
        id
    }

    /// Adds a simulation's values (0 to 2000, by seat) to every edge it went through.
    pub fn back_up(&mut self, path: &[NodeId], values: &[i32; MAX_SEATS]) {
        for id in path {
            let node = &mut self.nodes[*id as usize];
            node.visits += 1;
            node.total += i64::from(values[node.seat.index()]);
        }
    }

    /// The seat's action at the root that most simulations went through, the better one
    /// of equals.
    pub fn most_visited(&self, seat: Seat) -> Option<G::Action> {
        let mut best: Option<&Node<G::Action>> = None;
        let mut child = self.nodes[ROOT as usize].first_child;
        while child != NONE {
            let node = &self.nodes[child as usize];
            let better =
                best.is_none_or(|best| (node.visits, node.total) > (best.visits, best.total));
            if node.seat == seat && better {
                best = Some(node);
            }
            child = node.next_sibling;
        }
        best?.action
    }
}
