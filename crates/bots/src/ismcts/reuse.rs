//! Reuse of the last tree: finds the node that corresponds to the current position.

use zashiki_core::{GameRng, InfoState, SearchHints, Viewer};

use super::node::{NodeId, ROOT};
use super::tree::Tree;

/// Maximum number of edges that are followed to find the current position.
const MAX_FOLLOWED: u32 = 256;

/// The node of the last tree that corresponds to the current position. The actions on the path to it lead to
/// a state in which the seat has exactly its current view. `None` if a chance outcome differed from the
/// determinized one.
pub(super) fn follow<G: SearchHints>(
    tree: &Tree<G>,
    before: &InfoState<G>,
    action: G::Action,
    info_state: &InfoState<G>,
) -> Option<NodeId> {
    let state = before.determinize(&mut GameRng::from_seed(0));
    let edge = tree.find(ROOT, info_state.seat(), action)?;
    follow_edge(tree, &state, edge, info_state, &mut { MAX_FOLLOWED })
}

fn follow_edge<G: SearchHints>(
    tree: &Tree<G>,
    state: &G,
    edge: NodeId,
    info_state: &InfoState<G>,
    left: &mut u32,
) -> Option<NodeId> {
    *left = left.checked_sub(1)?;
    let (seat, action) = tree.taken(edge);
    if state.is_simultaneous() || state.is_legal(seat, action).is_err() {
        return None;
    }
    let mut state = state.clone();
    state.play_unchecked(seat, action, None);
    let next = state.turn().awaited().first()?;
    if next == info_state.seat() {
        let here = !state.is_simultaneous() && state.view(Viewer::Seat(next)) == *info_state.view();
        return here.then_some(edge);
    }
    let mut edges = tree.edges_of(edge, next);
    edges.find_map(|edge| follow_edge(tree, &state, edge, info_state, left))
}
