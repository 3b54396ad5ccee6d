//! Configuration of a game: options, components and tables computed from them.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use zashiki_core::{
    ComponentsSchema, InputError, LocalizedText, NetworkPurpose, Restriction, Seat, ValueNetwork,
    Weights, text,
};

use crate::assets::{ASSETS, COMPONENTS};
use crate::components::Components;
use crate::eval_weights::{CardValues, EvalWeights, OWN};
use crate::formation::Arrangement;
use crate::formation_leads::FormationLeads;
use crate::info::INFO;
use crate::reach::Arrows;

/// Options, components and the tables computed from them. Fixed during a game.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// The options of the game, with defaults filled in.
    pub options: Options,
    /// The components: the contents of the components file.
    pub components: Components,
    /// Movement tables, computed from the cards' arrows.
    pub(crate) arrows: Arrows,
    /// Value of each set of cards in the heuristic evaluation.
    pub(crate) card_values: CardValues,
    /// The ready-made formations and their mirror images, as the first seat lays them.
    pub(crate) formations: Vec<Formation>,
    /// Cached heuristic leads of the formations against each other.
    pub(crate) formation_leads: FormationLeads,
    /// Weights of the heuristic evaluation.
    pub(crate) weights: EvalWeights,
    /// Value network that corrects the heuristic evaluation, if one is loaded.
    pub(crate) network: Option<Arc<ValueNetwork>>,
    /// Network that evaluates quiet positions of a search, if one is loaded.
    pub(crate) search_network: Option<Arc<ValueNetwork>>,
    /// Actions that some seats must never choose, if the match restricts them.
    pub(crate) restriction: Option<Restriction>,
}

/// The options of a game, with all defaults filled in.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// Number of battle turns, counted over both seats, after which the game is a draw (AK42).
    pub turn_limit: u16,
    /// Minutes for the set-up; 0 means no limit (AK24).
    pub setup_minutes: u16,
    /// True if a piece may jump only over pieces with which it could form a stack (AK53).
    pub jump_needs_combinable: bool,
    /// Definition of check (AK18). A king in check may step onto a piece of his own seat.
    pub check: Check,
    /// Handicap: additional starting points for the first seat's king; if negative, its absolute value
    /// for the second seat's king (AK56).
    pub handicap: i8,
}

/// Definition of check. A king in check may step onto a piece of his own seat (AK18, AK57).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// Any legal attack on the king is check.
    Attack,
    /// Only an attack that would capture the king is check.
    Capture,
}

/// A ready-made formation or its mirror image.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Formation {
    /// The name of the formation.
    pub name: LocalizedText,
    /// True if this is the left-right mirror image of the named formation.
    pub mirrored: bool,
    /// The cards, as the first seat lays them.
    pub arrangement: Arrangement,
}

impl zashiki_core::GameConfig for Config {
    fn new(
        seats: u8,
        options: &Value,
        components: Option<&str>,
    ) -> Result<Arc<Config>, InputError> {
        INFO.check_seats(seats.into())?;
        let options: Options = zashiki_core::read_options(options)?;
        let default_options =
            zashiki_core::read_options(&INFO.complete_options(&Default::default())?)?;
        let is_default = components.is_none() && options == default_options;
        // The networks were trained with the built-in components.
        let own =
            |network: Option<&Arc<ValueNetwork>>| network.filter(|_| components.is_none()).cloned();
        let (network, search_network) = (own(ASSETS.value_network()), own(ASSETS.search_network()));
        let components = Components::read(components.unwrap_or(COMPONENTS))?;
        let formations = read_formations(&components);
        let arrows = Arrows::new(&components, options.jump_needs_combinable);
        let weights = OWN.clone();
        let card_values = CardValues::new(&components, &arrows, &weights);
        let count = formations.len();
        let formation_leads =
            if is_default { FormationLeads::shared(count) } else { FormationLeads::new(count) };
        Ok(Arc::new(Config {
            options,
            components,
            arrows,
            card_values,
            formations,
            formation_leads,
            weights,
            network,
            search_network,
            restriction: None,
        }))
    }

    fn with_weights(&self, weights: &Weights) -> Result<Arc<Config>, InputError> {
        let weights: EvalWeights = weights.form()?;
        let card_values = CardValues::new(&self.components, &self.arrows, &weights);
        let formation_leads = FormationLeads::new(self.formations.len());
        Ok(Arc::new(Config {
            card_values,
            formation_leads,
            weights,
            network: None,
            search_network: None,
            ..self.clone()
        }))
    }

    fn with_value_network(&self, network: &str) -> Result<Arc<Config>, InputError> {
        let network = Arc::new(ValueNetwork::read(network, |purpose| match purpose {
            NetworkPurpose::Correction => crate::network_inputs::COUNT,
            NetworkPurpose::Search => crate::search_inputs::COUNT,
        })?);
        let mut config =
            Config { formation_leads: FormationLeads::new(self.formations.len()), ..self.clone() };
        match network.purpose {
            NetworkPurpose::Correction => config.network = Some(network),
            NetworkPurpose::Search => config.search_network = Some(network),
        }
        Ok(Arc::new(config))
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
        serde_json::to_value(&self.components).expect("components are plain data")
    }

    fn max_decisions(&self) -> usize {
        // Two arrangements, seven placings each with an offer to switch, three decisions per turn (AK54).
        2 + 14 + 3 * usize::from(self.options.turn_limit)
    }
}

impl Config {
    /// Life points of a seat's king at the start, with the handicap.
    pub(crate) fn king_points(&self, seat: Seat) -> u8 {
        let handicap = self.options.handicap;
        let extra = if seat.0 == 0 { handicap.max(0) } else { (-handicap).max(0) };
        let points = &self.components.points;
        (points.king + extra.unsigned_abs()).min(points.king_most)
    }
}

/// The ready-made formations and their mirror images, without duplicates.
///
/// # Panics
/// Panics if a formation cannot be laid; [`Components::read`] refuses such components.
fn read_formations(components: &Components) -> Vec<Formation> {
    let mut formations: Vec<Formation> = Vec::new();
    for spec in &components.formations {
        let arrangement = Arrangement::read(&spec.squares).expect("formations are checked");
        for (mirrored, arrangement) in [(false, arrangement), (true, arrangement.mirrored())] {
            if formations.iter().all(|there| there.arrangement != arrangement) {
                let name = LocalizedText::new(spec.ja.clone(), spec.en.clone());
                let name = if mirrored {
                    text!("{name}(左右反転)", "{name}, mirrored", name)
                } else {
                    name
                };
                formations.push(Formation { name, mirrored, arrangement });
            }
        }
    }
    formations
}
