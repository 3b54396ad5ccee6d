//! Reuse of the last tree: the node that corresponds to the current position.

use zashiki_core::{GameRng, InfoState, SearchHints, Viewer};

use super::node::{NodeId, ROOT};
use super::tree::Tree;

/// Maximum number of actions tried in order to find the events since the last decision in the tree.
const MOST_FOLLOWED: u32 = 256;

/// The node of the last tree that corresponds to the current position: the one reached by actions after
/// which the seat has exactly its current view. A chance outcome that differs from the determinized one
/// leads to no node.
pub(super) fn follow<G: SearchHints>(
    tree: &Tree<G>,
    before: &InfoState<G>,
    action: G::Action,
    seen: &InfoState<G>,
) -> Option<NodeId> {
    let world = before.determinize(&mut GameRng::from_seed(0));
    let edge = tree.find(ROOT, seen.seat(), action)?;
    follow_edge(tree, &world, edge, seen, &mut { MOST_FOLLOWED })
}

fn follow_edge<G: SearchHints>(
    tree: &Tree<G>,
    world: &G,
    edge: NodeId,
    seen: &InfoState<G>,
    left: &mut u32,
) -> Option<NodeId> {
    *left = left.checked_sub(1)?;
    let (seat, action) = tree.taken(edge);
    if world.is_simultaneous() || world.is_legal(seat, action).is_err() {
        return None;
    }
    let mut world = world.clone();
    world.play_unchecked(seat, action, None);
    let next = world.turn().awaited().first()?;
    if next == seen.seat() {
        let here = !world.is_simultaneous() && world.view(Viewer::Seat(next)) == *seen.view();
        return here.then_some(edge);
    }
    let mut edges = tree.edges_of(edge, next);
    edges.find_map(|edge| follow_edge(tree, &world, edge, seen, left))
}
