//! What is fixed before the first decision.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use zashiki_core::{FirstSeat, InputError, Restriction, Weights, read_options};

use crate::assets::COMPONENTS;
use crate::components::{Catalogue, Components};
use crate::eval_weights::{EvalWeights, OWN};
use crate::glossary::Names;
use crate::square::Quarter;

/// Seats, options and components of a play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Config {
    /// How many seats.
    pub seats: u8,
    /// The options.
    pub options: Options,
    /// The components.
    pub components: Components,
    /// What the rule of thumb weighs.
    pub(crate) thumb: EvalWeights,
    /// What some seats never choose.
    pub(crate) restriction: Option<Restriction>,
}

/// The options, complete.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// Who declares first in the first round (S-13).
    pub first_seat: FirstSeat,
    /// Which tiles a placed one may be joined to (AS9, AS36).
    pub neighbours: Neighbours,
    /// Whether a tile that fits inside the battlefield may not straddle (AS11, AS30).
    pub straddle_only_if_forced: bool,
}

/// Which tiles a placed one may be joined to (AS9, AS36).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Neighbours {
    /// Any on the whole sheet.
    Sheet,
    /// Those with at least one half in the current battlefield.
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
        let (thumb, restriction) = (OWN.clone(), None);
        Ok(Arc::new(Config { seats, options, components, thumb, restriction }))
    }

    fn with_weights(&self, weights: &Weights) -> Result<Arc<Config>, InputError> {
        Ok(Arc::new(Config { thumb: weights.form()?, ..self.clone() }))
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

    fn components(&self) -> Value {
        let components = self.components.clone();
        let catalogue = Catalogue { components, names: Names::all() };
        serde_json::to_value(catalogue).expect("components are plain data")
    }

    fn max_decisions(&self) -> usize {
        // Every tile and the general is declared once and resolved once.
        usize::from(self.seats) * 2 * (self.components.tile_total() + 1)
    }
}

impl Config {
    /// How many rounds there can be: one for each tile and the general of a seat, and one in
    /// which nobody has anything left (S-70, AS24).
    pub fn most_rounds(&self) -> usize {
        self.components.tile_total() + 2
    }

    /// Where the battlefield lies.
    #[inline]
    pub fn quarter(&self, field: u8) -> Quarter {
        self.components.fields[usize::from(field)].quarter
    }
}
