//! The configuration of a match: seats, options, components, and values derived from them.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use zashiki_core::{
    ComponentsSchema, FirstSeat, InputError, Localize, LocalizedText, Restriction, ValueNetwork,
    Weights, read_options,
};

use crate::assets::COMPONENTS;
use crate::components::{CardSpec, Components, Icon, Icons};
use crate::eval_weights::{EvalWeights, OWN, action_values};
use crate::face::{Cards, Face};
use crate::info::INFO;
use crate::layouts::Lists;
use crate::limits::ROUNDS;
use crate::types::Placing;

/// Configuration of a match, fixed before it starts.
#[derive(Clone, Debug)]
pub struct Config {
    /// Number of seats.
    pub seats: u8,
    /// The game's options.
    pub options: Options,
    /// The components: data about all cards.
    pub components: Components,
    /// The icons printed on the cards of each face.
    pub(crate) icons: Icons,
    /// Points of a single card, by the index of its face.
    pub(crate) points: [i32; Face::COUNT],
    /// The cards that are in the deck at the start.
    pub(crate) deck: Cards,
    /// Mask of the treasures, for [`Cards::only`].
    pub(crate) treasures: Cards,
    /// The action cards of the deck, most valuable first. Each has its heuristic value in hand, not
    /// counting its points.
    pub(crate) action_values: Vec<(Face, i32)>,
    /// The lists of layouts that search considers, for these components.
    pub(crate) lists: Arc<Lists>,
    /// The weights of the heuristic.
    pub(crate) eval_weights: EvalWeights,
    /// A network that corrects the heuristic at the beginning of a round.
    pub(crate) network: Option<Arc<ValueNetwork>>,
    /// Actions that some seats never choose.
    pub(crate) restriction: Option<Restriction>,
}

/// The options of the game, all with a value.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// The order in which layouts are declared.
    pub placing: Placing,
    /// The first player of round 1 (A-H46).
    pub first_player: FirstSeat,
}

impl zashiki_core::GameConfig for Config {
    fn new(
        seats: u8,
        options: &Value,
        components: Option<&str>,
    ) -> Result<Arc<Config>, InputError> {
        let seats = INFO.check_seats(seats.into())?;
        let options = read_options(options)?;
        let components = Components::read(components.unwrap_or(COMPONENTS))?;
        let icons = components.icons();
        let points_of = |card: &CardSpec| i32::from(card.points);
        let points = Face::ALL.map(|face| components.of(face).map_or(0, points_of));
        let deck = (components.deck())
            .flat_map(|card| std::iter::repeat_n(card.face, usize::from(card.count)))
            .collect();
        let treasures = components.treasures();
        let actions = components.actions();
        let eval_weights = OWN.clone();
        let action_values = action_values(&actions, &icons, &eval_weights);
        let lists = Lists::of(&icons, &actions);
        Ok(Arc::new(Config {
            seats,
            options,
            components,
            icons,
            points,
            deck,
            treasures,
            action_values,
            lists,
            eval_weights,
            network: None,
            restriction: None,
        }))
    }

    fn with_weights(&self, weights: &Weights) -> Result<Arc<Config>, InputError> {
        let eval_weights: EvalWeights = weights.form()?;
        let action_values = action_values(&self.components.actions(), &self.icons, &eval_weights);
        let config = Config { action_values, eval_weights, network: None, ..self.clone() };
        Ok(Arc::new(config))
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
        serde_json::to_value(crate::Contents::of(&self.components))
            .expect("components are plain data")
    }

    fn max_decisions(&self) -> usize {
        max_decisions(self)
    }
}

impl Config {
    /// The first of the cards that can never be in a hand, which are treasures and fire cards;
    /// `None` if there is none.
    pub(crate) fn never_in_hand(&self, cards: Cards) -> Option<Face> {
        cards.kinds().find(|face| self.treasures.contains(*face) || *face == Face::FIRE)
    }

    /// Name of a card, or its token if the components have no such card.
    pub(crate) fn name(&self, face: Face) -> LocalizedText {
        let word = || LocalizedText::fixed(face.word(), face.word());
        self.components.of(face).map_or_else(word, |card| card.name.name())
    }

    /// The names of several cards as a list.
    pub(crate) fn names(&self, cards: Cards) -> LocalizedText {
        zashiki_core::list(cards.iter().map(|face| self.name(face)))
    }

    /// The sum of the points of the cards.
    #[inline]
    pub(crate) fn points(&self, cards: Cards) -> i32 {
        cards.kinds().map(|face| i32::from(cards.count(face)) * self.points[face.index()]).sum()
    }
}

/// An upper bound for the number of decisions in a match: in each round every seat declares, takes,
/// discards and recovers at most once, and each attack icon hits every other seat.
fn max_decisions(config: &Config) -> usize {
    let seats = usize::from(config.seats);
    let icons: usize = (config.components.card.iter())
        .map(|card| {
            let attacks =
                card.icons.iter().filter(|spec| matches!(spec.icon, Icon::Sword | Icon::Gun));
            let copies = if card.face == Face::CREST { seats } else { usize::from(card.count) };
            attacks.count() * copies
        })
        .sum();
    usize::from(ROUNDS) * (seats * 4 + icons * (seats - 1)) + 1
}
