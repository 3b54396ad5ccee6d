//! Statistics of the courses of games, collected over all games of a study.

use std::collections::BTreeMap;

use zashiki_core::{GameInfo, Seat, SeatSet};

use super::kind::Kind;
use super::report::BotMeasures;
use crate::measures::drama::MOMENTS;
use crate::measures::kinds::Use;
use crate::measures::{ComponentTally, GameFacts, MeasureTally, TimeModel, figures};
use crate::simulate::Tally;
use crate::stats::Sample;

/// Running statistics of the courses of all games of a study.
pub(super) struct Courses {
    pub tally: Tally,
    pub measures: MeasureTally,
    pub components: ComponentTally,
    pub bots: Vec<BotTally>,
    pub choices: Vec<Sample>,
    pub margins: Vec<i32>,
    pub decided: Vec<f64>,
    pub minutes: Vec<f64>,
    pub course: Vec<(Sample, Sample)>,
    pub kinds: BTreeMap<String, Kind>,
    pub winners: Vec<SeatSet>,
    sides: Vec<SeatSet>,
    model: TimeModel,
}

/// Running statistics of one bot of the population.
pub(super) struct BotTally {
    bot: String,
    games: u64,
    measures: MeasureTally,
    /// Shares of the win of its seats in games with mixed seats.
    mixed: Sample,
}

impl BotTally {
    pub fn measures(self) -> BotMeasures {
        BotMeasures {
            bot: self.bot,
            games: self.games,
            measures: if self.games > 0 { self.measures.measures() } else { Vec::new() },
            mixed_seats: self.mixed.count(),
            mixed_won: self.mixed.share(1),
        }
    }
}

impl Courses {
    /// Empty statistics for a population of these bots.
    pub fn new(
        seats: u8,
        info: &'static GameInfo,
        sides: &[SeatSet],
        bots: Vec<String>,
        model: TimeModel,
    ) -> Courses {
        let measures = || MeasureTally::new(figures(seats, info, false));
        let of_bot =
            |bot| BotTally { bot, games: 0, measures: measures(), mixed: Sample::default() };
        Courses {
            tally: Tally::new(seats, 1, info.end_reasons.iter()),
            measures: measures(),
            components: ComponentTally::default(),
            bots: bots.into_iter().map(of_bot).collect(),
            choices: vec![Sample::default(); MOMENTS],
            margins: Vec::new(),
            decided: Vec::new(),
            minutes: Vec::new(),
            course: vec![Default::default(); MOMENTS],
            kinds: BTreeMap::new(),
            winners: Vec::new(),
            sides: sides.to_vec(),
            model,
        }
    }

    /// Adds the game with this number, which these bots of the population played and which ended for this
    /// reason.
    pub fn add(&mut self, number: u64, facts: GameFacts, bots: &[usize], reason: &'static str) {
        let GameFacts { first, winners, turns, decisions, .. } = facts;
        self.tally.add(number, first, winners, reason, turns, decisions);
        self.measures.add(number, &facts, &self.sides, &self.model);
        self.components.add(&facts, bots.len() as u8);
        self.margins.push(facts.margin);
        self.minutes.push(self.model.seconds(&facts.drama.choices) / 60.0);
        self.winners.push(winners);
        if bots.iter().all(|bot| *bot == bots[0]) {
            let tally = &mut self.bots[bots[0]];
            tally.measures.add(tally.games, &facts, &self.sides, &self.model);
            tally.games += 1;
        } else {
            for (bot, seat) in bots.iter().zip(Seat::all(bots.len() as u8)) {
                self.bots[*bot].mixed.add(facts.portion(seat));
            }
        }
        let game = facts.drama;
        for (at, choices) in game.choices.iter().enumerate() {
            self.choices[at * MOMENTS / game.choices.len()].add(f64::from(*choices));
        }
        self.decided.extend(game.decided);
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
                let won = winners.contains(Seat(seat as u8));
                sample.add(if won { 1.0 / f64::from(winners.len()) } else { 0.0 });
            }
        }
    }
}
