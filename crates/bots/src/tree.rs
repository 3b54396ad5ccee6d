//! The search tree: nodes in one vector, siblings linked, nothing allocated for a visit.

use rustc_hash::FxHashMap;
use serde::{Deserialize, Serialize};
use zashiki_core::{Action as _, GameRng, InputError, MAX_SEATS, SearchHints, Seat};

use crate::saved::{self, SavedAction};

/// A node's place in the tree.
pub(crate) type NodeId = u32;

/// The decision that is being searched.
pub(crate) const ROOT: NodeId = 0;

/// No node: the root is neither a child nor a sibling.
const NONE: NodeId = 0;

/// A node stands for the edge that leads to it: a seat's action.
#[derive(Clone, Copy)]
struct Node<A> {
    /// `None` for the root.
    action: Option<A>,
    seat: Seat,
    visits: u32,
    /// Number of determinizations that offered the action while its parent was decided.
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

    /// UCB1 with availability counts. Values are measured by how much the seat's values spread
    /// so far, so that small differences are seen where nothing larger is at stake, and a few
    /// extreme values do not hide them.
    #[inline]
    fn score(&self, exploration: f32, width: f32) -> f32 {
        let visits = self.visits as f32;
        let mean = self.total as f32 / visits;
        mean / width + exploration * ((self.offered as f32).ln() / visits).sqrt()
    }
}

/// Values within this width are noise.
const LEAST_WIDTH: f32 = 40.0;
/// The width of values that are spread evenly from 0 to 1 is about 1, which is this many
/// standard deviations.
const DEVIATIONS: f32 = 3.5;

/// Mean and variance of the simulation values for one seat.
#[derive(Clone, Copy, Default)]
struct Spread {
    count: f64,
    sum: f64,
    squares: f64,
}

impl Spread {
    fn add(&mut self, value: i32) {
        let value = f64::from(value);
        self.count += 1.0;
        self.sum += value;
        self.squares += value * value;
    }

    fn width(&self) -> f32 {
        let mean = self.sum / self.count.max(1.0);
        let variance = self.squares / self.count.max(1.0) - mean * mean;
        (DEVIATIONS * variance.max(0.0).sqrt() as f32).max(LEAST_WIDTH)
    }
}

/// Settings of [`Tree::select`].
#[derive(Clone, Copy)]
pub(crate) struct Selection {
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
/// Actions below this share of the top visit count are treated as exploration, not as part of the strategy.
const PLANNED: f32 = 0.9;
/// Number of visits that the prior heuristic value of an action counts as (Gelly and Silver, "Combining
/// Online and Offline Knowledge in UCT", ICML 2007).
const LOOKS_COUNT: u32 = 4;

/// Minimum number of simulations for an expected reply.
const ENOUGH_TO_EXPECT: u32 = 24;

/// Result of [`Tree::select`].
pub(crate) enum Selected {
    /// To follow this edge.
    Edge(NodeId),
    /// To add an edge for one of the untried actions ([`Tree::untried`]).
    Untried,
    /// There is nothing to select.
    Nothing,
}

/// While a node is being decided: which actions are offered, and which of those have an edge.
/// Numbered actions are marked in a table of all of them. Of the others there are too many: only
/// those that have an edge are kept.
struct Marks<A> {
    /// For each numbered action, the round in which it was last offered and had no edge yet.
    numbered: Vec<u32>,
    round: u32,
    /// The actions without a number that have an edge, and whether they are offered.
    edges: FxHashMap<A, bool>,
}

impl<A: zashiki_core::Action> Marks<A> {
    fn new() -> Marks<A> {
        Marks { numbered: vec![0; A::COUNT], round: 0, edges: FxHashMap::default() }
    }

    /// Forgets what was offered.
    fn begin(&mut self) {
        self.edges.clear();
        self.round = self.round.wrapping_add(1);
        if self.round == 0 {
            self.numbered.fill(0);
            self.round = 1;
        }
    }

    /// Says of an action without a number that it has an edge, before any is offered.
    fn has_edge(&mut self, action: A) {
        self.edges.insert(action, false);
    }

    #[inline]
    fn offer(&mut self, action: A) {
        match action.index() {
            Some(index) => self.numbered[index] = self.round,
            None => {
                if let Some(offered) = self.edges.get_mut(&action) {
                    *offered = true;
                }
            }
        }
    }

    /// Returns true if an action that has an edge is offered.
    #[inline]
    fn is_offered(&mut self, action: A) -> bool {
        match action.index() {
            Some(index) if self.numbered[index] == self.round => {
                self.numbered[index] = 0;
                true
            }
            Some(_) => false,
            None => self.edges.get(&action) == Some(&true),
        }
    }

    /// Returns true if an offered action has no edge. [`Marks::is_offered`] must first be called for all that
    /// have one.
    #[inline]
    fn is_untried(&self, action: A) -> bool {
        match action.index() {
            Some(index) => self.numbered[index] == self.round,
            None => !self.edges.contains_key(&action),
        }
    }
}

/// The nodes of a tree and how values spread, for copies of a search.
#[derive(Serialize, Deserialize)]
pub(crate) struct SavedTree {
    nodes: Vec<SavedNode>,
    /// By seat the count, the sum and the sum of squares, all of them whole numbers.
    spreads: [(u64, u64, u64); MAX_SEATS],
}

/// In the order of [`Node`].
#[derive(Serialize, Deserialize)]
struct SavedNode(Option<SavedAction>, Seat, u32, u32, i64, NodeId, NodeId);

/// The tree of one search.
pub(crate) struct Tree<G: SearchHints> {
    nodes: Vec<Node<G::Action>>,
    marks: Marks<G::Action>,
    /// After [`Selected::Untried`]: the legal actions that have no edge yet, in their order.
    pub untried: Vec<G::Action>,
    /// Value statistics, indexed by seat.
    spreads: [Spread; MAX_SEATS],
}

impl<G: SearchHints> Tree<G> {
    pub fn new() -> Tree<G> {
        let mut tree = Tree {
            nodes: Vec::new(),
            marks: Marks::new(),
            untried: Vec::new(),
            spreads: [Spread::default(); MAX_SEATS],
        };
        tree.clear();
        tree
    }

    /// All that later selections depend on.
    pub fn save(&self) -> SavedTree {
        let node = |node: &Node<G::Action>| {
            let Node { action, seat, visits, offered, total, first_child, next_sibling } = *node;
            let action = action.map(SavedAction::new);
            SavedNode(action, seat, visits, offered, total, first_child, next_sibling)
        };
        let spread =
            |spread: Spread| (spread.count as u64, spread.sum as u64, spread.squares as u64);
        SavedTree {
            nodes: self.nodes.iter().map(node).collect(),
            spreads: self.spreads.map(spread),
        }
    }

    /// Becomes the tree that was saved.
    ///
    /// # Errors
    /// Returns an error if it is no tree of the game.
    pub fn restore(&mut self, saved: SavedTree) -> Result<(), InputError> {
        let SavedTree { nodes, spreads } = saved;
        let count = nodes.len();
        let node = |(id, saved): (usize, SavedNode)| {
            let SavedNode(action, seat, visits, offered, total, first_child, next_sibling) = saved;
            let inside = |id: NodeId| (id as usize) < count;
            if action.is_none() != (id == 0)
                || seat.index() >= MAX_SEATS
                || !inside(first_child)
                || !inside(next_sibling)
            {
                return Err(saved::unusable());
            }
            let action = action.map(|action| action.read()).transpose()?;
            Ok(Node { action, seat, visits, offered, total, first_child, next_sibling })
        };
        self.nodes = nodes.into_iter().enumerate().map(node).collect::<Result<_, _>>()?;
        self.spreads = spreads.map(|(count, sum, squares)| Spread {
            count: count as f64,
            sum: sum as f64,
            squares: squares as f64,
        });
        if self.nodes.is_empty() { Err(saved::unusable()) } else { Ok(()) }
    }

    /// Leaves only the root.
    pub fn clear(&mut self) {
        self.nodes.clear();
        self.spreads = [Spread::default(); MAX_SEATS];
        self.nodes.push(Node::new(None, Seat(0)));
    }

    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// The action of an edge below the root.
    pub fn action(&self, node: NodeId) -> G::Action {
        self.nodes[node as usize].action.expect("only the root has no action")
    }

    /// The seat and the action of an edge.
    pub fn taken(&self, edge: NodeId) -> (Seat, G::Action) {
        (self.nodes[edge as usize].seat, self.action(edge))
    }

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

    /// The edge of this action below `parent`, added if need be.
    pub fn child(&mut self, parent: NodeId, seat: Seat, action: G::Action) -> NodeId {
        match self.find(parent, seat, action) {
            Some(id) => id,
            None => self.add(parent, seat, action),
        }
    }

    /// The edge of this action below `parent`, if there is one.
    pub fn find(&self, parent: NodeId, seat: Seat, action: G::Action) -> Option<NodeId> {
        let is_it = |node: &Node<G::Action>| node.seat == seat && node.action == Some(action);
        edges(&self.nodes, parent).find(|(_, node)| is_it(node)).map(|(id, _)| id)
    }

    /// The edges of a seat below `parent`.
    pub fn edges_of(&self, parent: NodeId, seat: Seat) -> impl Iterator<Item = NodeId> {
        edges(&self.nodes, parent).filter(move |(_, node)| node.seat == seat).map(|(id, _)| id)
    }

    /// Leaves only what is below a node, which becomes the root.
    pub fn reroot(&mut self, node: NodeId) {
        let old = std::mem::take(&mut self.nodes);
        self.nodes.push(Node::new(None, Seat(0)));
        // Where each node came from; the edges of one after the other are copied in their order.
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

    /// Keeps only the root edges of these actions of the seat. In other determinizations chance led to other
    /// decisions there.
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

    /// Adds what another tree of the same decision found out about the seat's actions at the root.
    pub fn join(&mut self, other: &Tree<G>, seat: Seat) {
        for node in other.at_root(seat) {
            let Some(action) = node.action else { continue };
            let id = self.child(ROOT, seat, action);
            let held = &mut self.nodes[id as usize];
            held.visits += node.visits;
            held.total += node.total;
        }
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
        for (spread, value) in self.spreads.iter_mut().zip(values) {
            spread.add(*value);
        }
        for id in path {
            let node = &mut self.nodes[*id as usize];
            node.visits += 1;
            node.total += i64::from(values[node.seat.index()]);
        }
    }

    /// The seat's edges below the root.
    fn at_root(&self, seat: Seat) -> impl Iterator<Item = &Node<G::Action>> {
        edges(&self.nodes, ROOT).map(|(_, node)| node).filter(move |node| node.seat == seat)
    }

    /// The seat's action at the root that most simulations went through, the better one
    /// of equals.
    pub fn most_visited(&self, seat: Seat) -> Option<G::Action> {
        let edges = self.at_root(seat);
        edges.max_by_key(|node| (node.visits, node.total))?.action
    }

    /// The mean value (0 to 2000) of the seat's best action at the root.
    pub fn best_value(&self, seat: Seat) -> Option<f32> {
        let tried = self.at_root(seat).filter(|node| node.visits > 0);
        tried.map(|node| node.total as f32 / node.visits as f32).max_by(f32::total_cmp)
    }

    /// The seat's actions at the root with the simulations that went through them, those with most
    /// first.
    pub fn by_visits(&self, seat: Seat) -> Vec<(G::Action, u32)> {
        let mut edges: Vec<&Node<G::Action>> = self.at_root(seat).collect();
        edges.sort_by_key(|node| std::cmp::Reverse((node.visits, node.total)));
        edges.into_iter().filter_map(|node| Some((node.action?, node.visits))).collect()
    }

    /// The decision that more than half of the simulations expect after this action of the seat at the root;
    /// `None` if they are too few.
    pub fn expected(&self, seat: Seat, action: G::Action) -> Option<(Seat, G::Action)> {
        let taken = |node: &Node<G::Action>| node.seat == seat && node.action == Some(action);
        let (id, _) = edges(&self.nodes, ROOT).find(|(_, node)| taken(node))?;
        let below = || edges(&self.nodes, id).map(|(_, node)| node);
        let most = below().max_by_key(|node| (node.visits, node.total))?;
        let all: u32 = below().map(|node| node.visits).sum();
        let agreed = all >= ENOUGH_TO_EXPECT && 2 * most.visits > all;
        Some((most.seat, most.action?)).filter(|_| agreed)
    }

    /// An action of the seat at the root, drawn as often as the simulations chose it, without
    /// what they chose rarely.
    pub fn drawn_from_plan(&self, seat: Seat, rng: &mut GameRng) -> Option<G::Action> {
        let edges = || self.at_root(seat);
        let most = edges().map(|node| node.visits).max()?;
        let least = (PLANNED * most as f32) as u32;
        let planned = || edges().filter(|node| node.visits > 0 && node.visits >= least);
        let place = weighted(|| planned().map(|node| node.visits), rng)?;
        planned().nth(place)?.action
    }
}

/// A place drawn as often as its weight says; none if nothing weighs anything.
pub(crate) fn weighted<W: Iterator<Item = u32>>(
    weights: impl Fn() -> W,
    rng: &mut GameRng,
) -> Option<usize> {
    let whole = weights().sum();
    let mut drawn = (whole > 0).then(|| rng.below(whole))?;
    weights().position(|weight| match drawn.checked_sub(weight) {
        Some(left) => {
            drawn = left;
            false
        }
        None => true,
    })
}

/// The edges below a node, newest first.
fn edges<A>(nodes: &[Node<A>], parent: NodeId) -> impl Iterator<Item = (NodeId, &Node<A>)> {
    let mut child = nodes[parent as usize].first_child;
    std::iter::from_fn(move || {
        let id = (child != NONE).then_some(child)?;
        let node = &nodes[id as usize];
        child = node.next_sibling;
        Some((id, node))
    })
}

#[cfg(test)]
mod tests {
    use conformance::documents::document;
    use connect_four::{ConnectFour, Drop};
    use zashiki_core::Action as _;

    use super::*;

    fn drop(column: usize) -> Drop {
        Drop::from_index(column).unwrap()
    }

    /// Edges of a node with their visits, newest first.
    fn below(tree: &Tree<ConnectFour>, node: NodeId) -> Vec<(Drop, u32)> {
        let seen = |node: &Node<Drop>| (node.action.unwrap(), node.visits);
        edges(&tree.nodes, node).map(|(_, node)| seen(node)).collect()
    }

    #[test]
    fn what_is_below_a_node_is_kept_as_it_was() {
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
    fn what_was_decided_at_the_root_in_other_worlds_is_not_chosen() {
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

    #[test]
    fn trees_of_one_decision_are_counted_together() {
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
    fn docs_decisions_10_names_the_constant_as_it_is() {
        let plan = document("docs/decisions/0010-alpha-beta-search-and-mixed-strategies.md");
        let percent = (PLANNED * 100.0).round();
        assert!(plan.replace('\n', " ").contains(&format!("less than {percent} % of the most")));
    }

    #[test]
    fn docs_bots_names_the_constant_as_it_is() {
        let page = document("docs/reference/bots.md");
        let page = page.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(page.contains(&format!("its heuristic value counts as {LOOKS_COUNT} visits")));
    }
}
