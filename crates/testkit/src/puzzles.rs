//! A game's puzzles can be solved as they say, and not sooner.

use std::collections::BTreeSet;

use table::{Game, Play, Puzzle, Seat, Table, Text};

use crate::words;

/// How many decisions are tried in the search for a shorter way; where there are more, none is
/// searched for.
const TRIED: usize = 20_000;

/// Checks the game's own puzzles.
///
/// # Panics
/// When it has none, or one of them is not what it says; the message shows all of it.
pub fn check<G: Game>() {
    let puzzles = G::puzzles();
    assert!(!puzzles.is_empty(), "the game has puzzles");
    let faults = faults::<G>(puzzles);
    assert!(faults.is_empty(), "the puzzles are wrong:\n{}", faults.join("\n"));
}

/// All that is wrong with these puzzles of this game.
pub fn faults<G: Game>(puzzles: &[Puzzle]) -> Vec<String> {
    let mut ids = BTreeSet::new();
    let mut faults = Vec::new();
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
        faults.extend(solved::<G>(puzzle).err().map(|fault| format!("{id}: {fault}")));
    }
    faults
}

/// What is wrong with a text.
fn said<G: Game>(text: &Text) -> Option<String> {
    let whole = |text: &str| !text.is_empty() && text.trim() == text;
    if !whole(&text.ja) || !whole(&text.en) {
        return Some("both languages speak, without blanks at the ends".into());
    }
    words::fault(G::glossary(), text)
}

/// Solves the puzzle by its solution; the error says why that is none, or not the shortest.
fn solved<G: Game>(puzzle: &Puzzle) -> Result<(), String> {
    let play = Play::<G>::begin(&puzzle.beginning()).map_err(|bad| bad.to_string())?;
    if puzzle.seat.0 >= puzzle.seats {
        return Err(format!("{} does not sit there", puzzle.seat));
    }
    let mut attempt = Attempt { puzzle, play, replied: 0 };
    attempt.rest();
    if attempt.reached() || !attempt.awaited() {
        return Err("there is nothing to solve".into());
    }
    if puzzle.solution.len() != usize::from(puzzle.within) {
        return Err(format!(
            "it is to be solved within {} decisions, and the solution has {}",
            puzzle.within,
            puzzle.solution.len()
        ));
    }
    let begun = attempt.clone();
    for action in &puzzle.solution {
        if attempt.reached() {
            return Err(format!("it is solved before {action}"));
        }
        attempt.decide(action).map_err(|no| format!("{action}: {no}"))?;
    }
    if !attempt.reached() {
        return Err(format!("the solution leads to {:?}, not to its goal", attempt.play.scores()));
    }
    if attempt.replied < puzzle.replies.len() {
        return Err("the others have replies left".into());
    }
    match begun.shorter(puzzle.within - 1) {
        Some(way) => Err(format!("there is a shorter way: {}", way.join(", "))),
        None => Ok(()),
    }
}

/// Somebody's way through a puzzle.
struct Attempt<'a, G: Game> {
    puzzle: &'a Puzzle,
    play: Play<G>,
    /// How many of the replies were taken.
    replied: usize,
}

impl<G: Game> Clone for Attempt<'_, G> {
    fn clone(&self) -> Self {
        Attempt { puzzle: self.puzzle, play: self.play.clone(), replied: self.replied }
    }
}

impl<G: Game> Attempt<'_, G> {
    fn reached(&self) -> bool {
        self.puzzle.goal.reached(&self.play, self.puzzle.seat)
    }

    fn awaited(&self) -> bool {
        self.play.turn().awaited().contains(self.puzzle.seat)
    }

    /// Lets the others reply while only they are awaited.
    fn rest(&mut self) {
        while !self.awaited() && !self.reached() {
            let Some(reply) = self.puzzle.replies.get(self.replied) else { return };
            if self.play.play(reply.seat, &reply.action).is_err() {
                return;
            }
            self.replied += 1;
        }
    }

    fn decide(&mut self, action: &str) -> Result<(), String> {
        self.play.play(self.puzzle.seat, action).map_err(|no| no.to_string())?;
        self.rest();
        Ok(())
    }

    /// A way to the goal in at most this many decisions, if it can be searched for.
    fn shorter(self, most: u8) -> Option<Vec<String>> {
        let seat: Seat = self.puzzle.seat;
        let mut ways: Vec<(Self, Vec<String>)> = vec![(self, Vec::new())];
        let mut tried = 0;
        for _ in 0..most {
            let mut next = Vec::new();
            for (attempt, way) in ways {
                for choice in attempt.play.legal(seat) {
                    tried += 1;
                    if tried > TRIED {
                        return None;
                    }
                    let mut after = attempt.clone();
                    after.decide(&choice.action).expect("what is listed is legal");
                    let mut way = way.clone();
                    way.push(choice.action);
                    if after.reached() {
                        return Some(way);
                    }
                    next.push((after, way));
                }
            }
            ways = next;
        }
        None
    }
}
