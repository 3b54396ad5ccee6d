//! What is fixed before the first decision.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use zashiki_core::{
    FirstSeat, InputError, Localize, LocalizedText, Restriction, Weights, read_options,
};

use crate::assets::COMPONENTS;
use crate::components::{CardSpec, Components, Icon, Icons};
use crate::eval_weights::{EvalWeights, OWN, tools};
use crate::face::{Cards, Face};
use crate::info::INFO;
use crate::layouts::Lists;
use crate::limits::ROUNDS;
use crate::types::Placing;

/// Options, components and what follows from them.
#[derive(Clone, Debug)]
pub struct Config {
    /// How many seats.
    pub seats: u8,
    /// The options.
    pub options: Options,
    /// The components.
    pub components: Components,
    /// The icons of each card.
    pub(crate) icons: Icons,
    /// What a card of each face is worth.
    pub(crate) points: [i32; Face::COUNT],
    /// The deck at the beginning.
    pub(crate) deck: Cards,
    /// Where treasures are counted in a bag.
    pub(crate) treasures: Cards,
    /// The action cards, the best to have in hand first, with what one is worth there beyond
    /// its points.
    pub(crate) tools: Vec<(Face, i32)>,
    /// The layouts to list.
    pub(crate) lists: Arc<Lists>,
    /// What the rule of thumb weighs.
    pub(crate) thumb: EvalWeights,
    /// What some seats never choose.
    pub(crate) restriction: Option<Restriction>,
}

/// The options, complete.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// How layouts are declared.
    pub placing: Placing,
    /// Who holds the marker in round 1 (A-H46).
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
        let thumb = OWN.clone();
        let tools = tools(&actions, &icons, &thumb);
        let lists = Lists::of(&icons, &actions);
        Ok(Arc::new(Config {
            seats,
            options,
            components,
            icons,
            points,
            deck,
            treasures,
            tools,
            lists,
            thumb,
            restriction: None,
        }))
    }

    fn with_weights(&self, weights: &Weights) -> Result<Arc<Config>, InputError> {
        let thumb: EvalWeights = weights.form()?;
        let tools = tools(&self.components.actions(), &self.icons, &thumb);
        Ok(Arc::new(Config { tools, thumb, ..self.clone() }))
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
        serde_json::to_value(crate::Contents::of(&self.components))
            .expect("components are plain data")
    }

    fn max_decisions(&self) -> usize {
        max_decisions(self)
    }
}

impl Config {
    /// A card among these that is never in a hand: a treasure or fire.
    pub(crate) fn never_in_hand(&self, cards: Cards) -> Option<Face> {
        cards.kinds().find(|face| self.treasures.contains(*face) || *face == Face::FIRE)
    }

    /// What a card is called; its word if the components have no such card.
    pub(crate) fn name(&self, face: Face) -> LocalizedText {
        let word = || LocalizedText::fixed(face.word(), face.word());
        self.components.of(face).map_or_else(word, |card| card.name.name())
    }

    /// What several cards are called together.
    pub(crate) fn names(&self, cards: Cards) -> LocalizedText {
        zashiki_core::list(cards.iter().map(|face| self.name(face)))
    }

    /// What the cards are worth together.
    #[inline]
    pub(crate) fn points(&self, cards: Cards) -> i32 {
        cards.kinds().map(|face| i32::from(cards.count(face)) * self.points[face.index()]).sum()
    }
}

/// More decisions than any play can have: in each round every seat lays, takes, discards and
/// recovers once at most, and each attack icon hits everybody else.
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
