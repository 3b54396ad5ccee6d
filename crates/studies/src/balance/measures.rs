//! Results of a balance study as numbers, for programs.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;

use super::changes::ComponentChange;
use super::kind::Kind;
use super::report::{BalanceReport, BotMeasures, Skill};
use crate::measures::{ComponentMeasure, Luck, Measure, TimeModel};
use crate::people::PeopleMeasures;
use crate::simulate::Won;
use crate::stats::{Sample, Share};

/// The numbers of a balance page, as documented JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measures {
    /// The game's id.
    pub game: String,
    /// Number of seats.
    pub seats: u8,
    /// All options of the game, with defaults filled in.
    pub options: Value,
    /// The RNG seed, in decimal.
    pub seed: String,
    /// The specs of the bots of the population, the weakest first.
    pub population: Vec<String>,
    /// The version of the program.
    pub version: &'static str,
    /// The version of the game's rules.
    pub rules_version: u32,
    /// Differences of the components from the game's own.
    pub component_changes: Vec<ComponentChange>,
    /// Number of games with a recorded course.
    pub games: u64,
    /// The share of the wins that each side would have if all sides were equal.
    pub fair: f64,
    /// Wins of each seat.
    pub by_seat: Vec<Won>,
    /// Wins of each place in the turn order, from the seat of the first decision.
    pub by_order: Vec<Won>,
    /// Number of games that several seats won together.
    pub shared: u64,
    /// Number of games without a winner.
    pub draws: u64,
    /// Number of games by end reason; every reason of the game is listed.
    pub end_reasons: BTreeMap<&'static str, u64>,
    /// Number of decisions in each game.
    pub decisions: Vec<u64>,
    /// Number of turns in each game; a turn is a run of consecutive decisions of one seat.
    pub turns: Vec<u64>,
    /// Lead of the best side at the end of each game, in points.
    pub margins: Vec<i32>,
    /// Measures of the game: means over all games, by the names of Ludii's metrics where there are such.
    pub measures: Vec<Measure>,
    /// The measures of the games that each bot played alone, and its wins in mixed games.
    pub bots: Vec<BotMeasures>,
    /// The results of the seats that received a component.
    pub components: Vec<ComponentMeasure>,
    /// The model of the time of a decision, from which `DurationMinutes` follows.
    pub time_model: TimeModel,
    /// The measures of games between people, if there are any.
    pub people: Option<PeopleMeasures>,
    /// Means at several points in the course of a game, from its start to its end.
    pub course: Vec<CoursePoint>,
    /// Influence of the random deal on the result.
    pub luck: Luck,
    /// Influence of search strength on the result.
    pub skill: Skill,
    /// Statistics of each kind of action.
    pub kinds: Vec<KindMeasures>,
}

/// Means over all games at one point in their course.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct CoursePoint {
    /// Position in the game, from 0 (the first decision) to 1 (the last).
    pub at: f64,
    /// Mean number of listed actions.
    pub choices: f64,
    /// Mean heuristic value for the winner, from 0 (lost) to 1 (won).
    pub winner: f64,
    /// Mean heuristic value for the best of the other sides, from 0 (lost) to 1 (won).
    pub others: f64,
}

/// Statistics of one kind of action.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct KindMeasures {
    /// The kind: the first word of the actions' notation, or the first word with another one.
    pub kind: String,
    /// Number of decisions in which actions of this kind and of another kind were available.
    pub offered: u64,
    /// Number of these decisions in which an action of the kind was taken.
    pub taken: u64,
    /// Number of seats, over all games, that took such an action at least once in a game.
    pub seats_with: u64,
    /// Share of wins of the seats in `seats_with`; `null` if there are none.
    pub won_with: Option<f64>,
    /// Number of seats, over all games, that could have taken such an action in a game and did not.
    pub seats_without: u64,
    /// Share of wins of the seats in `seats_without`; `null` if there are none.
    pub won_without: Option<f64>,
    /// Share of wins of a side that never takes such an action while it has another choice; `null` if this
    /// was not tested.
    pub denied: Option<Share>,
}

impl From<&Kind> for KindMeasures {
    fn from(kind: &Kind) -> KindMeasures {
        let won = |sample: &Sample| (sample.count() > 0).then(|| sample.mean());
        KindMeasures {
            kind: kind.name.clone(),
            offered: kind.uses.offered,
            taken: kind.uses.taken,
            seats_with: kind.with.count(),
            won_with: won(&kind.with),
            seats_without: kind.without.count(),
            won_without: won(&kind.without),
            denied: kind.denied.as_ref().map(|denied| denied.won),
        }
    }
}

impl BalanceReport {
    /// All numbers of the balance page.
    pub fn measures(&self) -> Measures {
        let last = (self.course.len() - 1) as f64;
        let moment =
            |(at, (choices, (winner, others))): (usize, (&f64, &(f64, f64)))| CoursePoint {
                at: at as f64 / last,
                choices: *choices,
                winner: *winner,
                others: *others,
            };
        Measures {
            game: self.plan.game.clone(),
            seats: self.seats,
            options: self.options.clone(),
            seed: self.plan.seed.to_string(),
            population: self.population.clone(),
            version: env!("CARGO_PKG_VERSION"),
            rules_version: self.info.rules_version,
            component_changes: self.component_changes(),
            games: self.plan.games,
            fair: 1.0 / self.sides as f64,
            by_seat: self.by_seat.clone(),
            by_order: self.by_order.clone(),
            shared: self.shared,
            draws: self.draws,
            end_reasons: self.end_reasons.clone(),
            decisions: self.lengths.clone(),
            turns: self.turns.clone(),
            margins: self.margins.clone(),
            measures: self.measures.clone(),
            bots: self.bots.clone(),
            components: self.components.clone(),
            time_model: self.plan.time_model,
            people: self.people.clone(),
            course: self.choices.iter().zip(&self.course).enumerate().map(moment).collect(),
            luck: self.luck,
            skill: self.skill,
            kinds: self.kinds.iter().map(KindMeasures::from).collect(),
        }
    }

    /// The measures that the table of the balance page lists. Wins by seat and the ends have their own places.
    #[cfg(feature = "charts")]
    pub(super) fn figures(&self) -> impl Iterator<Item = &Measure> {
        self.measures.iter().filter(|measure| is_in_table(&measure.name))
    }
}

/// Returns true for the names of Ludii's metrics and their like, and false for those of seats and ends.
#[cfg(feature = "charts")]
pub(super) fn is_in_table(name: &str) -> bool {
    name.starts_with(char::is_uppercase)
}
