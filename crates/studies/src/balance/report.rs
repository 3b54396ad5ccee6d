//! The result of a balance study.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use zashiki_core::GameInfo;

use super::changes::{ComponentChange, changes};
use super::config::BalanceConfig;
use super::kind::Kind;
use crate::measures::{ComponentMeasure, Luck, Measure};
use crate::people::PeopleMeasures;
use crate::simulate::Won;
use crate::stats::Share;

/// The result of a balance study: as [numbers](BalanceReport::measures), and as an HTML page with the feature
/// `charts`.
#[cfg_attr(not(feature = "charts"), expect(dead_code, reason = "only the page uses all fields"))]
pub struct BalanceReport {
    pub(super) plan: BalanceConfig,
    pub(super) info: &'static GameInfo,
    /// The text of the game's own components file.
    pub(super) own_components: Option<&'static str>,
    pub(super) population: Vec<String>,
    /// The bot in the middle of the population, which plays the games with denied actions.
    pub(super) middle: String,
    pub(super) seats: u8,
    pub(super) options: Value,
    pub(super) sides: usize,
    pub(super) by_seat: Vec<Won>,
    pub(super) by_order: Vec<Won>,
    pub(super) shared: u64,
    pub(super) draws: u64,
    pub(super) end_reasons: BTreeMap<&'static str, u64>,
    pub(super) lengths: Vec<u64>,
    pub(super) turns: Vec<u64>,
    /// Estimated minutes of each game.
    pub(super) minutes: Vec<f64>,
    pub(super) measures: Vec<Measure>,
    pub(super) bots: Vec<BotMeasures>,
    pub(super) components: Vec<ComponentMeasure>,
    /// Mean number of listed actions at each of [`MOMENTS`](crate::measures::drama::MOMENTS) points over the course of
    /// a game.
    pub(super) choices: Vec<f64>,
    pub(super) margins: Vec<i32>,
    pub(super) decided: Vec<f64>,
    /// Mean heuristic values, for the winner and for the best of the others, over the course of a game.
    pub(super) course: Vec<(f64, f64)>,
    pub(super) luck: Luck,
    pub(super) skill: Skill,
    pub(super) kinds: Vec<Kind>,
    pub(super) people: Option<PeopleMeasures>,
}

/// The origin of a balance page, which it names.
#[derive(Clone, Default, PartialEq, Eq, Debug)]
pub struct Origin {
    /// The command that writes the page again.
    pub command: Option<String>,
    /// The name of the components file.
    pub components_file: Option<String>,
}

/// The measures of one bot of the population.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct BotMeasures {
    /// The spec of the bot.
    pub bot: String,
    /// Number of games in which it played all seats.
    pub games: u64,
    /// The measures of these games.
    pub measures: Vec<Measure>,
    /// Number of its seats in games with mixed seats.
    pub mixed_seats: u64,
    /// Share of the win of these seats; equal bots would have one part of the number of seats.
    pub mixed_won: Share,
}

/// Influence of search strength: the result of a search against one with a quarter of its simulations.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Skill {
    /// Number of simulations for each decision of the weaker search.
    pub weaker: u32,
    /// Number of simulations for each decision of the stronger search.
    pub stronger: u32,
    /// Number of games between the two searches.
    pub games: u64,
    /// Share of wins of the stronger search, which plays one side.
    pub share: Share,
}

impl BalanceReport {
    /// Adds the measures of games between people.
    #[must_use]
    pub fn with_people(self, people: PeopleMeasures) -> BalanceReport {
        BalanceReport { people: Some(people), ..self }
    }

    /// The differences of the components from the game's own.
    pub(super) fn component_changes(&self) -> Vec<ComponentChange> {
        let own = self.own_components.unwrap_or_default();
        self.plan.components.as_deref().map_or(Vec::new(), |other| changes(own, other))
    }
}
