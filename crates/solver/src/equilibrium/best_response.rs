//! Best responses and exploitability.

use zashiki_core::Seat;

use super::tree::{GameTree, Node, Strategy};

impl<A> GameTree<A> {
    /// The average payoff of a seat if it knows the strategy of the others and plays the best response.
    pub fn best_response(&self, seat: Seat, strategy: &Strategy) -> f64 {
        let nodes = self.nodes();
        // The probability that chance and the others play towards a node, and the number of decisions of the
        // seat above it.
        let (mut reach, mut depth) = (vec![0.0; nodes], vec![0u32; nodes]);
        reach[0] = 1.0;
        for node in 0..nodes {
            let children = self.children(node);
            match self.node(node) {
                Node::End(_) => {}
                Node::Chance => {
                    for child in children {
                        (reach[child], depth[child]) =
                            (reach[node] * self.chance(child), depth[node]);
                    }
                }
                Node::Decision(set) if set.seat == seat => {
                    for child in children {
                        (reach[child], depth[child]) = (reach[node], depth[node] + 1);
                    }
                }
                Node::Decision(set) => {
                    for (child, place) in children.zip(set.places()) {
                        (reach[child], depth[child]) = (reach[node] * strategy[place], depth[node]);
                    }
                }
            }
        }
        // A seat with perfect recall has taken equally many decisions before all nodes of an information set.
        // So its best actions can be chosen from the last decisions to the first.
        let deepest = depth.iter().max().map_or(0, |depth| *depth as usize);
        let mut levels: Vec<Vec<u32>> = vec![Vec::new(); deepest + 1];
        for node in (0..nodes).rev() {
            levels[depth[node] as usize].push(node as u32);
        }
        let mut values = vec![0.0; nodes];
        let mut worth = vec![0.0; self.places()];
        for level in levels.iter().rev() {
            let level = level.iter().map(|node| *node as usize);
            for node in level.clone() {
                if let Node::Decision(set) = self.node(node)
                    && set.seat == seat
                {
                    for (place, child) in set.places().zip(self.children(node)) {
                        worth[place] += reach[node] * values[child];
                    }
                }
            }
            for node in level {
                let children = self.children(node);
                values[node] = match self.node(node) {
                    Node::End(payoffs) => payoffs[seat.index()],
                    Node::Chance => children.map(|child| self.chance(child) * values[child]).sum(),
                    Node::Decision(set) if set.seat == seat => {
                        values[children.start + best(&worth[set.places()])]
                    }
                    Node::Decision(set) => {
                        let parts = set.places().zip(children);
                        parts.map(|(place, child)| strategy[place] * values[child]).sum()
                    }
                };
            }
        }
        values[0]
    }

    /// The average gain of a seat by the best response instead of this strategy, as the mean over the seats:
    /// NashConv divided by the number of seats. 0 for an equilibrium.
    pub fn exploitability(&self, strategy: &Strategy) -> f64 {
        let values = self.values(strategy);
        let seats = Seat::all(self.seats() as u8).zip(&values);
        let gains = seats.map(|(seat, value)| self.best_response(seat, strategy) - value);
        gains.sum::<f64>() / self.seats() as f64
    }
}

/// The index of the largest value, the first of several.
fn best(values: &[f64]) -> usize {
    let best = (0..values.len()).rev().max_by(|one, other| values[*one].total_cmp(&values[*other]));
    best.expect("an information set has actions")
}
