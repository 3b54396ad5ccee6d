//! Drama of a game: the heuristic value for each side after every decision, and measures computed from it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use zashiki_core::{Game, GameStateExt as _, Seat, SeatSet};

use super::kinds::{Use, Uses};
use crate::match_runner::{Played, Watch};

/// Number of points at which the course of a game is sampled for charts.
pub(crate) const MOMENTS: usize = 21;

/// Records the data that the measures are computed from.
pub(crate) struct Notes<G: Game> {
    choices: Vec<u32>,
    /// After each decision how it looked to each seat, from 0 (lost) to 1 (won).
    looks: Vec<Vec<f64>>,
    uses: Uses<G>,
    room: Vec<G::Action>,
}

impl<G: Game> Notes<G> {
    pub(crate) fn new(seats: u8) -> Notes<G> {
        let uses = Uses::new(seats.into());
        Notes { choices: Vec::new(), looks: Vec::new(), uses, room: Vec::new() }
    }
}

impl<G: Game> Watch<G> for Notes<G> {
    fn deciding(&mut self, game: &G, seat: Seat, action: G::Action) {
        let listed = game.choices(seat, &mut self.room);
        self.choices.push(listed.len() as u32);
        self.uses.count(seat.index(), listed, action);
    }

    fn decided(&mut self, game: &G) {
        let look = |seat| f64::from(game.evaluate(seat).clamp(-1000, 1000) + 1000) / 2000.0;
        self.looks.push(Seat::all(game.seats()).map(look).collect());
    }
}

/// Measures of the course of one game. The terms are those of Browne ("Automatic Generation and Evaluation of
/// Recombination Games", 2008) and of Ludii's metrics based on them.
#[derive(Serialize, Deserialize)]
pub(crate) struct GameDrama {
    pub(crate) choices: Vec<u32>,
    /// Changes of the leading side per decision (LeadChange).
    pub(crate) lead_changes: f64,
    /// Over the decisions after which the winner looked worse than another: the mean square root of
    /// by how much (Drama). 0 where there were none; `None` where not just one side won.
    pub(crate) drama: Option<f64>,
    /// The share of the game left when the winner's heuristic value first exceeded any that a loser ever had
    /// (DecisivenessMoves).
    pub(crate) decided: Option<f64>,
    /// True if the winner's value was below another side's in the middle of the game.
    pub(crate) comeback: Option<bool>,
    /// Heuristic value for the winner, and for the best of the others, over the course of the game.
    pub(crate) course: Option<Vec<(f64, f64)>>,
    pub(crate) uses: BTreeMap<String, Vec<Use>>,
}

impl GameDrama {
    pub(crate) fn of<G: Game>(notes: Notes<G>, played: &Played, sides: &[SeatSet]) -> GameDrama {
        let Notes { choices, mut looks, uses, .. } = notes;
        // The last look is the result.
        looks.pop();
        let looks: Vec<Vec<f64>> = looks.iter().map(|look| by_side(look, sides)).collect();
        let won = |side: &SeatSet| side.iter().any(|seat| played.outcome.winners.contains(seat));
        let mut winners = (0..sides.len()).filter(|side| won(&sides[*side]));
        let winner = winners.next().filter(|_| winners.next().is_none());
        let course: Option<Vec<(f64, f64)>> = winner.map(|winner| {
            looks.iter().map(|look| (look[winner], best_but(look, winner))).collect()
        });
        let course = course.filter(|course| !course.is_empty());
        GameDrama {
            lead_changes: lead_changes(&looks) as f64 / choices.len() as f64,
            choices,
            drama: course.as_deref().map(drama),
            decided: course.as_deref().map(decided),
            comeback: course.as_deref().map(|course| {
                let (own, other) = course[course.len() / 2];
                own < other
            }),
            course: course.map(|course| {
                let last = course.len() - 1;
                (0..MOMENTS).map(|at| course[at * last / (MOMENTS - 1)]).collect()
            }),
            uses: uses.all(),
        }
    }
}

fn by_side(look: &[f64], sides: &[SeatSet]) -> Vec<f64> {
    let best = |side: &SeatSet| side.iter().map(|seat| look[seat.index()]).fold(0.0, f64::max);
    sides.iter().map(best).collect()
}

fn best_but(look: &[f64], but: usize) -> f64 {
    let others = look.iter().enumerate().filter(|(side, _)| *side != but);
    others.map(|(_, look)| *look).fold(0.0, f64::max)
}

/// Equals leave the lead where it was.
fn lead_changes(looks: &[Vec<f64>]) -> usize {
    let (mut leader, mut changes) = (None, 0);
    for look in looks {
        let alone = (0..look.len()).find(|side| best_but(look, *side) < look[*side]);
        if let Some(now) = alone {
            changes += usize::from(leader.is_some_and(|before| before != now));
            leader = Some(now);
        }
    }
    changes
}

fn drama(course: &[(f64, f64)]) -> f64 {
    let behind: Vec<f64> =
        course.iter().map(|(own, other)| other - own).filter(|by| *by > 0.0).collect();
    if behind.is_empty() {
        return 0.0;
    }
    behind.iter().map(|by| by.sqrt()).sum::<f64>() / behind.len() as f64
}

fn decided(course: &[(f64, f64)]) -> f64 {
    let most = course.iter().map(|(_, other)| *other).fold(0.0, f64::max);
    let at = course.iter().position(|(own, _)| *own > most).unwrap_or(course.len());
    1.0 - at as f64 / course.len() as f64
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_words_mean_what_their_formulas_say() {
        let looks = [[0.5, 0.5], [0.6, 0.4], [0.5, 0.5], [0.3, 0.7], [0.8, 0.2]].map(Vec::from);
        assert_eq!(lead_changes(&looks), 2);
        let course: Vec<(f64, f64)> = looks.iter().map(|look| (look[0], look[1])).collect();
        // Behind once, by 0.4; better than 0.7 in the last of five.
        assert!((drama(&course) - 0.4f64.sqrt()).abs() < 1e-9);
        assert!((decided(&course) - 0.2).abs() < 1e-9);
        assert_eq!(drama(&[(0.6, 0.4)]), 0.0);
        assert_eq!(decided(&[(0.4, 0.6)]), 0.0);
        assert_eq!(by_side(&[0.1, 0.7, 0.3, 0.2], &[of(&[0, 2]), of(&[1, 3])]), [0.3, 0.7]);
    }

    fn of(seats: &[u8]) -> SeatSet {
        seats.iter().copied().map(Seat).collect()
    }
}
