//! Statistics of the courses of games, collected over all games of a study.

use std::collections::BTreeMap;

use zashiki_core::{EndReason, Seat, SeatSet};

use super::drama::{GameDrama, MOMENTS};
use super::kind::Kind;
use super::kinds::Use;
use crate::simulate::Tally;
use crate::stats::Sample;

/// Running statistics of the courses of all games of a study.
pub(super) struct Courses {
    pub tally: Tally,
    pub branching: Sample,
    pub deciding: Sample,
    pub free: Sample,
    pub choices: Vec<Sample>,
    pub margins: Vec<i32>,
    pub lead_changes: Sample,
    pub drama: Sample,
    pub decided: Vec<f64>,
    pub decisiveness: Sample,
    pub comebacks: Sample,
    pub course: Vec<(Sample, Sample)>,
    pub kinds: BTreeMap<String, Kind>,
    pub winners: Vec<SeatSet>,
}

impl Courses {
    /// Empty statistics for a game with these end reasons.
    pub fn new(seats: u8, end_reasons: &[EndReason]) -> Courses {
        Courses {
            tally: Tally::new(seats, 1, end_reasons.iter()),
            branching: Sample::default(),
            deciding: Sample::default(),
            free: Sample::default(),
            choices: vec![Sample::default(); MOMENTS],
            margins: Vec::new(),
            lead_changes: Sample::default(),
            drama: Sample::default(),
            decided: Vec::new(),
            decisiveness: Sample::default(),
            comebacks: Sample::default(),
            course: vec![Default::default(); MOMENTS],
            kinds: BTreeMap::new(),
            winners: Vec::new(),
        }
    }

    /// Adds the course of one game, which these seats won.
    pub fn add(&mut self, game: GameDrama, winners: SeatSet) {
        for (at, choices) in game.choices.iter().enumerate() {
            let choices = f64::from(*choices);
            self.branching.add(choices);
            self.free.add(f64::from(u8::from(choices > 1.0)));
            if choices > 1.0 {
                self.deciding.add(choices);
            }
            self.choices[at * MOMENTS / game.choices.len()].add(choices);
        }
        self.lead_changes.add(game.lead_changes);
        game.drama.into_iter().for_each(|drama| self.drama.add(drama));
        if let Some(decided) = game.decided {
            self.decided.push(decided);
            self.decisiveness.add(decided);
        }
        game.comeback.into_iter().for_each(|was| self.comebacks.add(f64::from(u8::from(was))));
        for ((own, other), samples) in game.course.into_iter().flatten().zip(&mut self.course) {
            samples.0.add(own);
            samples.1.add(other);
        }
        for (name, uses) in game.uses {
            let kind = self.kinds.entry(name).or_insert_with_key(|name| Kind {
                name: name.clone(),
                uses: Use::default(),
                with: Sample::default(),
                without: Sample::default(),
                denied: None,
            });
            for (seat, used) in uses.iter().enumerate().filter(|(_, used)| used.offered > 0) {
                kind.uses.offered += used.offered;
                kind.uses.taken += used.taken;
                let sample = if used.taken > 0 { &mut kind.with } else { &mut kind.without };
                sample.add(portion(winners, seat));
            }
        }
    }
}

/// A seat's share of the win: several winners divide it equally.
fn portion(winners: SeatSet, seat: usize) -> f64 {
    let won = winners.contains(Seat(seat as u8));
    if won { 1.0 / f64::from(winners.len()) } else { 0.0 }
}
