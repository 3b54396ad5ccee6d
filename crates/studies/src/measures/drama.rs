//! Drama of a game: the heuristic value for each side after every decision, and measures computed from it.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use zashiki_core::{Game, GameStateExt as _, Seat, SeatSet};

use super::kinds::{Use, Uses};
use crate::match_runner::{Played, Watch};

/// Number of points at which the course of a game is sampled for charts.
pub(crate) const MOMENTS: usize = 21;

/// Records, during a game, the data from which its [measures](GameDrama) are computed.
pub(crate) struct DramaRecorder<G: Game> {
    choices: Vec<u32>,
    /// Heuristic value for each seat after each decision, from 0 (lost) to 1 (won).
    values: Vec<Vec<f64>>,
    uses: Uses<G>,
    buffer: Vec<G::Action>,
}

impl<G: Game> DramaRecorder<G> {
    pub(crate) fn new(seats: u8) -> DramaRecorder<G> {
        let uses = Uses::new(seats.into());
        DramaRecorder { choices: Vec::new(), values: Vec::new(), uses, buffer: Vec::new() }
    }

    /// The number of choices of the last decision; 0 before the first.
    pub(crate) fn last_choices(&self) -> u32 {
        self.choices.last().copied().unwrap_or(0)
    }
}

impl<G: Game> Watch<G> for DramaRecorder<G> {
    fn deciding(&mut self, game: &G, seat: Seat, action: G::Action) {
        let listed = game.choices(seat, &mut self.buffer);
        self.choices.push(listed.len() as u32);
        self.uses.count(seat.index(), listed, action);
    }

    fn decided(&mut self, game: &G) {
        let values = |seat| f64::from(game.evaluate(seat).clamp(-1000, 1000) + 1000) / 2000.0;
        self.values.push(Seat::all(game.seats()).map(values).collect());
    }
}

/// Measures of the course of one game. The terms are those of Browne ("Automatic Generation and Evaluation of
/// Recombination Games", 2008) and of Ludii's metrics based on them.
#[derive(Serialize, Deserialize)]
pub(crate) struct GameDrama {
    pub(crate) choices: Vec<u32>,
    /// Number of changes of the leading side, divided by the number of decisions (LeadChange).
    pub(crate) lead_changes: f64,
    /// The winner's deficit over the game (Drama): the mean of its square root, over the decisions after
    /// which the winner's value was lower than another side's. 0 if there are no such decisions; `None`
    /// unless exactly one side won.
    pub(crate) drama: Option<f64>,
    /// The share of the game that was left when the winner's heuristic value first exceeded every value that
    /// a loser had at any time (DecisivenessMoves).
    pub(crate) decided: Option<f64>,
    /// True if the winner's heuristic value was below another side's in the middle of the game.
    pub(crate) comeback: Option<bool>,
    /// Heuristic values, for the winner and for the best of the others, at [`MOMENTS`] points over the course
    /// of the game.
    pub(crate) course: Option<Vec<(f64, f64)>>,
    pub(crate) uses: BTreeMap<String, Vec<Use>>,
}

impl GameDrama {
    pub(crate) fn of<G: Game>(
        notes: DramaRecorder<G>,
        played: &Played,
        sides: &[SeatSet],
    ) -> GameDrama {
        let DramaRecorder { choices, mut values, uses, .. } = notes;
        // The last value is the result.
        values.pop();
        let values: Vec<Vec<f64>> = values.iter().map(|values| by_side(values, sides)).collect();
        let won = |side: &SeatSet| side.iter().any(|seat| played.outcome.winners.contains(seat));
        let mut winners = (0..sides.len()).filter(|side| won(&sides[*side]));
        let winner = winners.next().filter(|_| winners.next().is_none());
        let course: Option<Vec<(f64, f64)>> = winner.map(|winner| {
            values.iter().map(|values| (values[winner], best_but(values, winner))).collect()
        });
        let course = course.filter(|course| !course.is_empty());
        GameDrama {
            lead_changes: lead_changes(&values) as f64 / choices.len() as f64,
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

fn by_side(values: &[f64], sides: &[SeatSet]) -> Vec<f64> {
    let best = |side: &SeatSet| side.iter().map(|seat| values[seat.index()]).fold(0.0, f64::max);
    sides.iter().map(best).collect()
}

fn best_but(values: &[f64], but: usize) -> f64 {
    let others = values.iter().enumerate().filter(|(side, _)| *side != but);
    others.map(|(_, values)| *values).fold(0.0, f64::max)
}

/// The number of times that another side takes the lead. A tie does not change the lead.
fn lead_changes(values: &[Vec<f64>]) -> usize {
    let (mut leader, mut changes) = (None, 0);
    for values in values {
        let alone = (0..values.len()).find(|side| best_but(values, *side) < values[*side]);
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
    fn the_measures_follow_their_formulas() {
        let values = [[0.5, 0.5], [0.6, 0.4], [0.5, 0.5], [0.3, 0.7], [0.8, 0.2]].map(Vec::from);
        assert_eq!(lead_changes(&values), 2);
        let course: Vec<(f64, f64)> = values.iter().map(|values| (values[0], values[1])).collect();
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
