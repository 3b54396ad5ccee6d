//! Helpers of the tests of trees: actions of connect four, and the edges below a node.

use connect_four::{ConnectFour, Drop};
use zashiki_core::Action as _;

use super::node::{Node, NodeId, edges};
use super::tree::Tree;

/// The action that drops a stone into this column, counted from 0.
pub fn drop(column: usize) -> Drop {
    Drop::from_index(column).expect("the board has this column")
}

/// The actions of the edges below a node with their numbers of visits, newest edge first.
pub fn below(tree: &Tree<ConnectFour>, node: NodeId) -> Vec<(Drop, u32)> {
    let with_visits = |(_, node): (NodeId, &Node<Drop>)| (node.action.unwrap(), node.visits);
    edges(&tree.nodes, node).map(with_visits).collect()
}
