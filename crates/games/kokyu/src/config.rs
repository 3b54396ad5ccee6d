//! The configuration of a match: options and components.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use zashiki_core::{
    ComponentsSchema, FirstSeat, InputError, Restriction, ValueNetwork, Weights, read_options, text,
};

use crate::assets::{ASSETS, COMPONENTS};
use crate::components::{Components, Effect};
use crate::eval_weights::{EvalWeights, OWN};
use crate::info::INFO;

/// Configuration of a match, fixed before it starts.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// The game's options.
    pub options: Options,
    /// The components: cards, squares and numbers of points.
    pub components: Components,
    /// The weights of the heuristic.
    pub(crate) eval_weights: EvalWeights,
    pub(crate) network: Option<Arc<ValueNetwork>>,
    /// Actions that some seats never choose.
    pub(crate) restriction: Option<Restriction>,
}

/// The options of the game, all with a value.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// The number of points with which Xiang Fei (香妃) ends the match.
    pub kohi_goal: u8,
    /// Index of the palace square on which strong eunuchs enter, 0 or 1; 0 is the entry (house
    /// variant, AQ9, AQ31).
    pub strong_enters_on: u8,
    /// The source of Xiang Fei's points when the stock is empty (AQ15).
    pub kohi_takes: KohiTakes,
    /// The number of rounds after which the match ends without a winner (AQ27).
    pub max_rounds: u16,
    /// The first holder of the first-move tile (始動権; AQ19).
    pub first_seat: FirstSeat,
}

/// The source from which Xiang Fei gains a point when the stock is empty (AQ15).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KohiTakes {
    /// The player with more points loses one to her.
    Player,
    /// There is no source: she gains no point.
    Nothing,
}

impl zashiki_core::GameConfig for Config {
    fn new(_: u8, options: &Value, components: Option<&str>) -> Result<Arc<Config>, InputError> {
        let options: Options = read_options(options)?;
        // The network was trained with the built-in components.
        let network = ASSETS.value_network().filter(|_| components.is_none()).cloned();
        let components = Components::read(components.unwrap_or(COMPONENTS))?;
        if usize::from(options.strong_enters_on) >= components.last_square() {
            return Err(InputError::components(
                &INFO.name,
                text!(
                    "[[palace]] に、強い太監が入る2番目のマスがありません。strongEntersOn を0にするか、マスを加えてください",
                    "`[[palace]]` has no second square for strong eunuchs to enter on; add one, or set `strongEntersOn` to 0"
                ),
            ));
        }
        let (eval_weights, restriction) = (OWN.clone(), None);
        Ok(Arc::new(Config { options, components, eval_weights, network, restriction }))
    }

    fn with_weights(&self, weights: &Weights) -> Result<Arc<Config>, InputError> {
        Ok(Arc::new(Config { eval_weights: weights.form()?, network: None, ..self.clone() }))
    }

    fn with_value_network(&self, network: &str) -> Result<Arc<Config>, InputError> {
        let network = ValueNetwork::read_correction(network, crate::network_inputs::COUNT)?;
        Ok(Arc::new(Config { network: Some(Arc::new(network)), ..self.clone() }))
    }

    fn restricted(&self, restriction: Restriction) -> Option<Arc<Config>> {
        Some(Arc::new(Config { restriction: Some(restriction), ..self.clone() }))
    }

    fn restriction(&self) -> Option<&Restriction> {
        self.restriction.as_ref()
    }

    fn seats(&self) -> u8 {
        2
    }

    fn components_schema() -> Option<&'static ComponentsSchema> {
        Some(Components::schema())
    }

    fn components(&self) -> Value {
        serde_json::to_value(self.components.shown(self.options.kohi_goal))
            .expect("components are plain data")
    }

    fn max_decisions(&self) -> usize {
        // In a round each of six eunuchs is placed, may fly, and may have its square resolved with
        // two choices: the order, and advancing or drawing. Each of these can lead to points with a
        // choice of the source. If plot cards give points, resolving one may lead to a choice for
        // every point.
        let components = &self.components;
        let gains = components.plots.iter().any(|plot| plot.effect == Effect::GainPoint);
        let points = if gains { 24 * usize::from(components.scoring.goal) } else { 0 };
        usize::from(self.options.max_rounds) * (60 + points)
    }
}
