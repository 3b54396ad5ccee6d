//! Running totals of the measures over games.

use std::collections::BTreeMap;

use serde::Serialize;
use zashiki_core::{LocalizedText, Seat, SeatSet};

use super::facts::GameFacts;
use super::figure::{Figure, seats_of};
use super::resampling::{Aggregates, aggregates};
use super::time_model::TimeModel;
use crate::stats::{Mean, Sample, Share};

/// A measured number about a game, and its 95 % interval if it has one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measure {
    /// The name of the measure; `docs/guides/lab.md` has the formulas.
    pub name: String,
    /// Description of the measure, for people.
    pub text: LocalizedText,
    /// True if the value is a share, from 0 to 1.
    pub share: bool,
    /// The measured number.
    pub value: f64,
    /// Lower end of the 95 % interval, if there is one.
    pub low: Option<f64>,
    /// Upper end of the 95 % interval, if there is one.
    pub high: Option<f64>,
}

/// The results of the seats that received a component (a card, a tile, a piece).
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct ComponentMeasure {
    /// The component.
    pub component: LocalizedText,
    /// Number of seats, over all games, that received it at least once in a game.
    pub seats_with: u64,
    /// Share of the win of these seats.
    pub won_with: Share,
    /// Number of all other seats.
    pub seats_without: u64,
    /// Share of the win of the other seats.
    pub won_without: Share,
}

/// Running totals of the measures.
pub(crate) struct MeasureTally {
    figures: Vec<Figure>,
    samples: Vec<Sample>,
    aggregates: Option<Aggregates>,
}

impl MeasureTally {
    pub(crate) fn new(figures: Vec<Figure>) -> MeasureTally {
        MeasureTally {
            aggregates: Some(Aggregates::new()),
            ..MeasureTally::without_aggregates(figures)
        }
    }

    /// A tally without the measures that no single game has, which take much memory.
    pub(crate) fn without_aggregates(figures: Vec<Figure>) -> MeasureTally {
        let samples = vec![Sample::default(); figures.len()];
        MeasureTally { figures, samples, aggregates: None }
    }

    /// Adds the game with this number.
    pub(crate) fn add(
        &mut self,
        number: u64,
        game: &GameFacts,
        sides: &[SeatSet],
        model: &TimeModel,
    ) {
        for (figure, sample) in self.figures.iter().zip(&mut self.samples) {
            figure.of(game, sides, model).into_iter().for_each(|value| sample.add(value));
        }
        if let Some(aggregates) = &mut self.aggregates {
            aggregates.add(number, game, seats_of(sides));
        }
    }

    /// All measures that have a value, in a fixed order.
    pub(crate) fn measures(&self) -> Vec<Measure> {
        let mut measures = Vec::new();
        for (figure, sample) in self.figures.iter().zip(&self.samples) {
            if let Some(Mean { mean, low, high }) = sample.mean_of(figure.is_binomial()) {
                measures.push(Measure {
                    name: figure.name.clone(),
                    text: figure.text.clone(),
                    share: figure.share,
                    value: mean,
                    low: Some(low),
                    high: Some(high),
                });
            }
        }
        let Some(own) = &self.aggregates else { return measures };
        let measured = aggregates().into_iter().zip(own.measured());
        measures.extend(measured.map(|((name, share, text), (value, interval))| Measure {
            name: name.to_owned(),
            text,
            share,
            value,
            low: interval.map(|[low, _]| low),
            high: interval.map(|[_, high]| high),
        }));
        measures
    }
}

/// Running totals of the results of seats by the components that they received.
#[derive(Default)]
pub(crate) struct ComponentTally {
    all: Sample,
    of: BTreeMap<String, (LocalizedText, Sample)>,
}

impl ComponentTally {
    /// Adds one game.
    pub(crate) fn add(&mut self, game: &GameFacts, seats: u8) {
        Seat::all(seats).for_each(|seat| self.all.add(game.portion(seat)));
        for received in &game.received {
            let name = received.component.en.clone().into_owned();
            let new = || (received.component.clone(), Sample::default());
            let sample = &mut self.of.entry(name).or_insert_with(new).1;
            received.seats.iter().for_each(|seat| sample.add(game.portion(seat)));
        }
    }

    /// The results by component, the largest share of the win first.
    pub(crate) fn measures(&self) -> Vec<ComponentMeasure> {
        let mut measures: Vec<ComponentMeasure> = self
            .of
            .values()
            .map(|(component, with)| {
                let without = self.all.without(with);
                ComponentMeasure {
                    component: component.clone(),
                    seats_with: with.count(),
                    won_with: with.share(1),
                    seats_without: without.count(),
                    won_without: without.share(1),
                }
            })
            .collect();
        measures.sort_by(|one, other| other.won_with.share.total_cmp(&one.won_with.share));
        measures
    }
}
