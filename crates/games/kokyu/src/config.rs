//! What is fixed before the first decision.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use zashiki_core::{FirstSeat, InputError, Restriction, ValueNetwork, Weights, read_options, text};

use crate::components::{BUILT_IN, Components, Effect};
use crate::eval_weights::{EvalWeights, OWN};
use crate::info::INFO;

/// Options and components of a play.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// The options.
    pub options: Options,
    /// The components.
    pub components: Components,
    /// What the rule of thumb weighs, and what corrects it.
    pub(crate) eval_weights: EvalWeights,
    pub(crate) network: Option<Arc<ValueNetwork>>,
    /// What some seats never choose.
    pub(crate) restriction: Option<Restriction>,
}

/// The options, complete.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// At how many points 香妃 ends the play.
    pub kohi_goal: u8,
    /// On which palace square a strong eunuch enters, counted from the entry as 0 (house
    /// variant, AQ9, AQ31).
    pub strong_enters_on: u8,
    /// What 香妃 takes when she is to gain a point and the stock is empty (AQ15).
    pub kohi_takes: KohiTakes,
    /// After how many rounds the play is void (AQ27).
    pub max_rounds: u16,
    /// Who holds 始動権 first (AQ19).
    pub first_seat: FirstSeat,
}

/// What 香妃 takes when the stock is empty (AQ15).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum KohiTakes {
    /// A point of the player with more.
    Player,
    /// Nothing.
    Nothing,
}

impl zashiki_core::GameConfig for Config {
    fn new(_: u8, options: &Value, components: Option<&str>) -> Result<Arc<Config>, InputError> {
        let options: Options = read_options(options)?;
        // What it knows it has learned with these.
        let network = components.is_none().then(|| crate::network_inputs::value_network().clone());
        let components = Components::read(components.unwrap_or(BUILT_IN))?;
        if usize::from(options.strong_enters_on) >= components.last_square() {
            return Err(InputError::components(
                &INFO,
                text!(
                    "[[palace]] に、強い太監が入る2番目のマスがありません。strongEntersOn を0にするか、マスを加えてください",
                    "`[[palace]]` has no second square for strong eunuchs to enter on; add one, or set `strongEntersOn` to 0"
                ),
            ));
        }
        let (eval_weights, restriction) = (OWN.form.clone(), None);
        Ok(Arc::new(Config { options, components, eval_weights, network, restriction }))
    }

    fn with_weights(&self, weights: &Weights) -> Result<Arc<Config>, InputError> {
        Ok(Arc::new(Config { eval_weights: weights.form()?, network: None, ..self.clone() }))
    }

    fn with_value_network(&self, network: &str) -> Result<Arc<Config>, InputError> {
        let network = Some(Arc::new(ValueNetwork::read(network, crate::network_inputs::COUNT)?));
        Ok(Arc::new(Config { network, ..self.clone() }))
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

    fn components(&self) -> Value {
        serde_json::to_value(self.components.shown(self.options.kohi_goal))
            .expect("components are plain data")
    }

    fn own_components() -> Option<&'static str> {
        Some(BUILT_IN)
    }

    fn max_decisions(&self) -> usize {
        // In a round each of six eunuchs is placed, may fly, and may be executed with a
        // choice of order and of way; each can bring points to be taken from somebody.
        // Where plots bring points as well, each of its executions may bring all there are.
        let components = &self.components;
        let gains = components.plots.iter().any(|plot| plot.effect == Effect::GainPoint);
        let points = if gains { 24 * usize::from(components.scoring.goal) } else { 0 };
        usize::from(self.options.max_rounds) * (60 + points)
    }
}
