//! The [`Puzzles`] trait: puzzles that programs compose for a game.

use crate::{GameState, Goal, LocalizedText, PuzzleGoal, Seat, plural, text};

/// Puzzles that can be composed from positions of a game. Every item has a default, so that a game
/// without any needs only `impl Puzzles for MyGame {}`.
pub trait Puzzles: GameState {
    /// The puzzle goal that can be composed from positions of this game, if any.
    fn puzzle_goal() -> Option<PuzzleGoal> {
        None
    }

    /// The task of a composed puzzle in words: the goal of the seat to move, and the number of its turns
    /// within which to reach it.
    fn puzzle_prompt(&self, seat: Seat, goal: Goal, turns: u8) -> LocalizedText {
        let (seat, turns) = (Self::info().seat(seat), i32::from(turns));
        match goal {
            Goal::Wins => text!(
                "{seat}の番です。ほかの席が何をしても、自分の{turns}ターン目までに勝ってください。",
                "{seat} to move: win within {turns}, whatever the others do.",
                seat,
                turns = plural(turns, "turn", "turns")
            ),
            Goal::Score(score) => text!(
                "{seat}の番です。このターンに得点を{score}点にしてください。",
                "{seat} to move: reach a score of {score} in this turn.",
                seat,
                score
            ),
        }
    }

    /// Solver hint: returns true if the seat to move certainly cannot reach the score any more within
    /// its current turn. `false` if the game cannot tell.
    fn is_out_of_reach(&self, seat: Seat, score: i32) -> bool {
        let _ = (seat, score);
        false
    }
}
