//! Equilibria of small games, computed over the whole game tree.

mod algorithm;
mod best_response;
mod cfr;
mod chance;
mod handle;
mod tree;

use zashiki_core::{InputError, text};

pub use algorithm::Algorithm;
pub use cfr::Cfr;
pub use handle::{DynSolver, Measured, Solution, SolveConfig, SolvedSet};
pub use tree::{GameTree, InformationSet, Strategy};

/// The reason why a game is not solved.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Unsolved {
    /// The tree has more nodes, or a random event has more sequences of draws, than allowed.
    TooLarge {
        /// The number allowed.
        most: usize,
    },
    /// A decision has more answers than can be listed.
    OpenDecision,
    /// The work was stopped.
    Stopped,
}

impl Unsolved {
    /// The error for the person who wanted the game solved; `None` if the work was stopped.
    fn error(self) -> Option<InputError> {
        Some(match self {
            Unsolved::TooLarge { most } => text!(
                "このゲームは大きすぎて解けません。{most}個まで数えましたが、ゲーム木にはまだ続きがあります。内容物を減らすか、終盤の局面から始めるか、上限(max_nodes)を上げてください。",
                "This game is too large to be solved: its tree has more than {most} nodes. Use fewer components, begin at a position near the end, or raise the limit (max_nodes).",
                most
            )
            .into(),
            Unsolved::OpenDecision => InputError::new(
                "このゲームには、選択肢を数え上げられない決定があります。そのような決定のない局面から始めてください。",
                "A decision in this game has more answers than can be listed; begin at a position after which there is none.",
            ),
            Unsolved::Stopped => return None,
        })
    }
}
