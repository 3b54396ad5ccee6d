//! Solutions of a game whose type is known only at run time.

use serde::Serialize;
use zashiki_core::{
    GameHandle, GameState, InputError, Key, MatchStart, Seat, configure, load_position,
};

use super::algorithm::Algorithm;
use super::cfr::Cfr;
use super::tree::{GameTree, Strategy};

/// The game to solve, and the algorithm.
#[derive(Clone, Debug)]
pub struct SolveConfig {
    /// Seats, options, components, and the position to begin with, if the game does not begin with a deal.
    /// What a spectator does not know of the position is dealt again. The seed has no effect.
    pub start: MatchStart,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Number of iterations.
    pub iterations: u32,
    /// The seed of an algorithm that samples.
    pub seed: u64,
    /// Maximum number of nodes of the tree.
    pub most: usize,
}

/// An approximate equilibrium.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Solution {
    /// Id of the game.
    pub game: &'static str,
    /// Number of seats.
    pub seats: usize,
    /// The algorithm.
    pub algorithm: Algorithm,
    /// Number of iterations.
    pub iterations: u32,
    /// Number of nodes of the tree: decisions, random events and ends.
    pub nodes: usize,
    /// Number of decisions in the tree.
    pub decisions: usize,
    /// Number of information sets.
    pub information_sets: usize,
    /// The average payoff of each seat: 1 is a win, −1 a loss.
    pub values: Vec<f64>,
    /// The average gain of a seat by a best response to the strategy, as the mean over the seats.
    pub exploitability: f64,
    /// The course of the computation.
    pub progress: Vec<Measured>,
    /// The strategy of all seats.
    pub strategy: Vec<SolvedSet>,
}

/// The average strategy after some iterations.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measured {
    /// Number of iterations; 0 for the uniformly random strategy.
    pub iterations: u32,
    /// The exploitability of the strategy; 0 is an equilibrium.
    pub exploitability: f64,
    /// The average payoff of each seat.
    pub values: Vec<f64>,
}

/// The strategy in one information set.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct SolvedSet {
    /// The seat that decides.
    pub seat: Seat,
    /// The key of the [memory](zashiki_core::Memory) of the seat.
    pub key: Key,
    /// The legal actions in notation.
    pub actions: Vec<String>,
    /// The probability of each action.
    pub probabilities: Vec<f64>,
}

/// Solutions of one game.
pub trait DynSolver: Sync {
    /// Approximates an equilibrium. `None` if `stop` returned true, which is called again and again.
    ///
    /// # Errors
    /// Returns an error if the start data are invalid or the game cannot be solved.
    fn solve(
        &self,
        config: &SolveConfig,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Solution>, InputError>;
}

impl<G: GameState> DynSolver for GameHandle<G> {
    fn solve(
        &self,
        config: &SolveConfig,
        stop: &dyn Fn() -> bool,
    ) -> Result<Option<Solution>, InputError> {
        let (game, _) = configure::<G>(&config.start)?;
        let tree = match &config.start.position {
            None => GameTree::of_deal::<G>(&game, config.most, stop),
            Some(position) => {
                let state = load_position::<G>(&game, position, 0)?;
                GameTree::of_state(&state, config.most, stop)
            }
        };
        let tree = match tree {
            Ok(tree) => tree,
            Err(unsolved) => return unsolved.error().map_or(Ok(None), Err),
        };
        Ok(solve(&tree, G::info().id, config, stop))
    }
}

/// Runs the algorithm on a tree. `None` if it was stopped.
fn solve<A: ToString>(
    tree: &GameTree<A>,
    game: &'static str,
    config: &SolveConfig,
    stop: &dyn Fn() -> bool,
) -> Option<Solution> {
    let mut cfr = Cfr::new(tree, config.algorithm, config.seed);
    let measured = |iterations, strategy: &Strategy| Measured {
        iterations,
        exploitability: tree.exploitability(strategy),
        values: tree.values(strategy),
    };
    let mut progress = vec![measured(0, &tree.uniform())];
    while cfr.iterations() < config.iterations {
        if stop() {
            return None;
        }
        cfr.iterate();
        if is_measured(cfr.iterations()) || cfr.iterations() == config.iterations {
            progress.push(measured(cfr.iterations(), &cfr.average()));
        }
    }
    let strategy = cfr.average();
    let last = progress.last().expect("the first strategy is measured");
    let set = |set: &super::InformationSet<A>| SolvedSet {
        seat: set.seat,
        key: set.key,
        actions: set.actions.iter().map(ToString::to_string).collect(),
        probabilities: strategy[set.places()].to_vec(),
    };
    Some(Solution {
        game,
        seats: tree.seats(),
        algorithm: config.algorithm,
        iterations: config.iterations,
        nodes: tree.nodes(),
        decisions: tree.decisions(),
        information_sets: tree.sets().len(),
        values: last.values.clone(),
        exploitability: last.exploitability,
        strategy: tree.sets().iter().map(set).collect(),
        progress,
    })
}

/// The strategy is measured after 1, 2, 5, 10, 20, 50, … iterations: to measure it takes longer than an
/// iteration.
fn is_measured(iterations: u32) -> bool {
    let mut step = iterations;
    while step >= 10 && step.is_multiple_of(10) {
        step /= 10;
    }
    matches!(step, 1 | 2 | 5)
}
