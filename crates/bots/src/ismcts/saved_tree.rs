//! Search trees as plain data.

use serde::{Deserialize, Serialize};
use zashiki_core::{InputError, MAX_SEATS, SearchHints, Seat};

use super::node::{Node, NodeId};
use super::spread::Spread;
use super::tree::Tree;
use crate::search::saved::{self, SavedAction};

/// The nodes of a tree and the statistics of its values, as plain data.
#[derive(Serialize, Deserialize)]
pub(super) struct SavedTree {
    nodes: Vec<SavedNode>,
    /// For each seat, the statistics of its values: their number, their sum and the sum of their squares, all
    /// whole numbers.
    spreads: [(u64, u64, u64); MAX_SEATS],
}

/// A node as plain data: the fields of [`Node`] in their order.
#[derive(Serialize, Deserialize)]
struct SavedNode(Option<SavedAction>, Seat, u32, u32, i64, NodeId, NodeId);

impl<G: SearchHints> Tree<G> {
    /// Converts the tree to plain data.
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

    /// Restores a saved tree.
    ///
    /// # Errors
    /// Returns an error if the data is not a tree of this game.
    pub fn restore(&mut self, saved: SavedTree) -> Result<(), InputError> {
        let SavedTree { nodes, spreads } = saved;
        let count = nodes.len();
        let node = |(id, saved): (usize, SavedNode)| {
            let SavedNode(action, seat, visits, offered, total, first_child, next_sibling) = saved;
            let exists = |id: NodeId| (id as usize) < count;
            if action.is_none() != (id == 0)
                || seat.index() >= MAX_SEATS
                || !exists(first_child)
                || !exists(next_sibling)
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
}
