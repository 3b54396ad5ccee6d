//! Puzzles, their solutions and replies.

use zashiki_core::{LegalAction, Move, Puzzle, PuzzleHeading};

use crate::request_error::RequestError;

/// Number of actions in a hint.
const HINTED: usize = 3;

/// The headings of a game's puzzles.
///
/// # Errors
/// Returns an error if the game does not exist.
pub fn puzzles(game: &str) -> Result<Vec<PuzzleHeading>, RequestError> {
    let puzzles = registry::puzzles(game).map_err(RequestError::unknown_game)?;
    Ok(puzzles.iter().map(Puzzle::heading).collect())
}

/// A puzzle; its JSON omits the solution.
///
/// # Errors
/// Returns an error if the game or the puzzle does not exist.
pub fn puzzle(game: &str, id: &str) -> Result<&'static Puzzle, RequestError> {
    let puzzles = registry::puzzles(game).map_err(RequestError::unknown_game)?;
    puzzles.iter().find(|puzzle| puzzle.id == id).ok_or_else(RequestError::no_puzzle)
}

/// A hint: a few legal actions, one of which starts the solution.
///
/// # Errors
/// Returns an error if the game or the puzzle does not exist.
pub fn hint(game: &str, id: &str) -> Result<Vec<LegalAction>, RequestError> {
    let puzzle = puzzle(game, id)?;
    let table = registry::start(game, &puzzle.start())?;
    let mut choices = table.sample_legal(puzzle.seat, HINTED);
    let first = puzzle.solution.first();
    if choices.iter().all(|choice| Some(&choice.action) != first) {
        let all = table.legal(puzzle.seat);
        choices.pop();
        choices.extend(all.into_iter().find(|choice| Some(&choice.action) == first));
        choices.sort_by(|one, other| one.action.cmp(&other.action));
    }
    Ok(choices)
}

/// The opponents' reply to the player's decisions, which are separated by commas; empty if they miss the puzzle's
/// goal.
///
/// # Errors
/// Returns an error if the game or the puzzle does not exist.
pub fn reply(game: &str, id: &str, decisions: &str) -> Result<&'static [Move], RequestError> {
    let decisions: Vec<&str> = decisions.split(',').map(str::trim).collect();
    Ok(puzzle(game, id)?.replies_to(&decisions))
}
