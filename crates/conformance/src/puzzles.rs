//! Checks of a game's puzzles: the given solution solves each puzzle, and the solver proves that it is the
//! only one.

use std::collections::BTreeSet;

use solver::{Fault, Task};
use zashiki_core::{DynMatch, Game, GameStateExt as _, LocalizedText, Match, Move, Puzzle};

use crate::terminology;

/// Maximum number of positions that the solver searches for all puzzles of a game, and for one of them.
/// Longer proofs are left to `zashiki lab puzzles GAME --verify`.
const NODES: u64 = 200_000;
const NODES_EACH: u64 = 20_000;

/// Checks the game's own puzzles.
///
/// # Panics
/// Panics if the game has no puzzles, or with all faults of its puzzles.
pub fn check<G: Game>() {
    let puzzles = G::assets().puzzles();
    assert!(!puzzles.is_empty(), "the game has puzzles");
    let faults = faults::<G>(puzzles);
    assert!(faults.is_empty(), "the puzzles are wrong:\n{}", faults.join("\n"));
}

/// Describes all faults of a game's puzzles.
pub fn faults<G: Game>(puzzles: &[Puzzle]) -> Vec<String> {
    let mut ids = BTreeSet::new();
    let mut faults = Vec::new();
    let mut left = NODES;
    for puzzle in puzzles {
        let id = &puzzle.id;
        let plain = |letter: char| matches!(letter, 'a'..='z' | '0'..='9' | '-');
        if id.is_empty() || !id.chars().all(plain) {
            faults.push(format!("{id}: a name in links has small letters, digits and - only"));
        }
        if !ids.insert(id) {
            faults.push(format!("{id}: its name is taken"));
        }
        let texts = [Some(&puzzle.title), Some(&puzzle.ask), puzzle.origin.as_ref()];
        faults.extend(texts.into_iter().flatten().filter_map(|text| {
            let fault = said::<G>(text)?;
            Some(format!("{id}: {fault}"))
        }));
        let right = solved::<G>(puzzle).and_then(|()| proved::<G>(puzzle, &mut left));
        faults.extend(right.err().map(|fault| format!("{id}: {fault}")));
    }
    faults
}

/// Describes what is wrong with a puzzle's text; `None` if it is right.
fn said<G: Game>(text: &LocalizedText) -> Option<String> {
    let whole = |text: &str| !text.is_empty() && text.trim() == text;
    if !whole(&text.ja) || !whole(&text.en) {
        return Some("both languages need a text, without spaces at the ends".into());
    }
    terminology::fault(G::assets().glossary(), text)
}

fn begin<G: Game>(puzzle: &Puzzle) -> Result<Match<G>, String> {
    Match::<G>::start(&puzzle.start()).map_err(|bad| bad.to_string())
}

/// Plays the puzzle's solution, and every line with a given reply. The error names the first decision that
/// fails.
fn solved<G: Game>(puzzle: &Puzzle) -> Result<(), String> {
    let play = begin::<G>(puzzle)?;
    if puzzle.seat.0 >= puzzle.seats {
        return Err(format!("{} is not a seat of the game", puzzle.seat));
    }
    if play.state().has_reached(puzzle.goal, puzzle.seat)
        || !play.turn().awaited().contains(puzzle.seat)
    {
        return Err("the goal is already reached, or the seat is not to move".into());
    }
    let lines = puzzle.replies.keys().map(|line| line.split(Puzzle::BETWEEN).collect::<Vec<_>>());
    let solution: Vec<&str> = puzzle.solution.iter().map(String::as_str).collect();
    for line in lines.chain([solution]) {
        let mut attempt = play.clone();
        for (at, action) in line.iter().enumerate() {
            if attempt.state().has_reached(puzzle.goal, puzzle.seat) {
                return Err(format!("it is solved before {action}"));
            }
            DynMatch::play(&mut attempt, puzzle.seat, action)
                .map_err(|no| format!("{action}: {no}"))?;
            for Move { seat, action } in puzzle.replies_to(&line[..=at]) {
                DynMatch::play(&mut attempt, *seat, action)
                    .map_err(|no| format!("{seat} {action}: {no}"))?;
            }
        }
        let reached = attempt.state().has_reached(puzzle.goal, puzzle.seat);
        let goes_on = attempt.turn().awaited().contains(puzzle.seat);
        let whole = line == puzzle.solution;
        if whole && !reached {
            let scores = attempt.scores();
            return Err(format!("the solution leads to {scores:?}, not to its goal"));
        }
        if !whole && !goes_on {
            return Err(format!("after the reply to {line:?} there is nothing to decide"));
        }
    }
    Ok(())
}

/// Checks that the solver finds exactly one solution, the given one. Passes without a result if the proof
/// needs more than `left` positions, and subtracts the positions searched from `left`.
fn proved<G: Game>(puzzle: &Puzzle, left: &mut u64) -> Result<(), String> {
    let play = begin::<G>(puzzle)?;
    let task = Task { seat: puzzle.seat, goal: puzzle.goal, turns: puzzle.turns };
    let most = NODES_EACH.min(*left);
    let proof = match solver::prove(play.state(), task, most) {
        Ok(proof) => proof,
        Err(Fault::Spent) => {
            *left -= most;
            return Ok(());
        }
        Err(fault) => return Err(format!("it does not have exactly one solution: {fault:?}")),
    };
    *left = left.saturating_sub(proof.nodes);
    let (solution, replies) = proof.written();
    if (&solution, &replies, proof.effort) != (&puzzle.solution, &puzzle.replies, puzzle.effort) {
        return Err(format!(
            "the solver has solution = {solution:?}, replies = {replies:?}, effort = {}",
            proof.effort
        ));
    }
    Ok(())
}
