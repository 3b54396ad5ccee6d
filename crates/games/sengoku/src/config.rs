//! The configuration of a match: seats, options and components.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use zashiki_core::{
    ComponentsSchema, FirstSeat, InputError, Restriction, ValueNetwork, Weights, read_options,
};

use crate::assets::COMPONENTS;
use crate::components::{Catalogue, Components};
use crate::eval_weights::{EvalWeights, OWN};
use crate::glossary::Names;
use crate::square::Quarter;

/// Configuration of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// Number of seats.
    pub seats: u8,
    /// The options of the match.
    pub options: Options,
    /// The components of the match.
    pub components: Components,
    /// Weights of the heuristic evaluation.
    pub(crate) weights: EvalWeights,
    /// A network that corrects the heuristic evaluation.
    pub(crate) network: Option<Arc<ValueNetwork>>,
    /// For experiments: the actions that certain seats never choose.
    pub(crate) restriction: Option<Restriction>,
}

/// The options of a match, each with a value.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// The seat that declares first in the first round (S-13).
    pub first_seat: FirstSeat,
    /// The dominoes to which a new domino may be joined: it must touch one of them with an equal
    /// mark (AS9, AS36).
    pub neighbours: Neighbours,
    /// True if a tile for which there is a place inside the battlefield may not lie across its
    /// border (AS11, AS30).
    pub straddle_only_if_forced: bool,
}

/// The dominoes to which a new domino may be joined: it must touch one of them with an equal mark
/// (AS9, AS36).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Neighbours {
    /// All dominoes on the sheet, in any battlefield.
    Sheet,
    /// Dominoes with at least one half in the current battlefield.
    Battlefield,
}

impl zashiki_core::GameConfig for Config {
    fn new(
        seats: u8,
        options: &Value,
        components: Option<&str>,
    ) -> Result<Arc<Config>, InputError> {
        let options = read_options(options)?;
        let components = Components::read(components.unwrap_or(COMPONENTS))?;
        let (weights, network, restriction) = (OWN.clone(), None, None);
        Ok(Arc::new(Config { seats, options, components, weights, network, restriction }))
    }

    fn with_weights(&self, weights: &Weights) -> Result<Arc<Config>, InputError> {
        Ok(Arc::new(Config { weights: weights.form()?, network: None, ..self.clone() }))
    }

    fn with_value_network(&self, network: &str) -> Result<Arc<Config>, InputError> {
        let network = ValueNetwork::read_correction(network, crate::network_groups::COUNT)?;
        Ok(Arc::new(Config { network: Some(Arc::new(network)), ..self.clone() }))
    }

    fn restricted(&self, restriction: Restriction) -> Option<Arc<Config>> {
        Some(Arc::new(Config { restriction: Some(restriction), ..self.clone() }))
    }

    fn restriction(&self) -> Option<&Restriction> {
        self.restriction.as_ref()
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn components_schema() -> Option<&'static ComponentsSchema> {
        Some(Components::schema())
    }

    fn components(&self) -> Value {
        let components = self.components.clone();
        let catalogue = Catalogue { components, names: Names::all() };
        serde_json::to_value(catalogue).expect("components are plain data")
    }

    fn max_decisions(&self) -> usize {
        // Each tile and each general is declared at most once and resolved at most once.
        usize::from(self.seats) * 2 * (self.components.tile_total() + 1)
    }
}

impl Config {
    /// Upper bound of the number of rounds: one for each tile of a seat, one for its general, and
    /// one in which no seat has a domino left (S-70, AS24).
    pub fn most_rounds(&self) -> usize {
        self.components.tile_total() + 2
    }

    /// The quarter of the sheet on which a battlefield lies. `field` counts from 0.
    #[inline]
    pub fn quarter(&self, field: u8) -> Quarter {
        self.components.fields[usize::from(field)].quarter
    }
}
