//! What is fixed before the first decision.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use zashiki_core::{InputError, LocalizedText, Restriction, Seat, ValueNetwork, Weights, text};

use crate::assets::{ASSETS, COMPONENTS};
use crate::components::{Components, broken, part_of};
use crate::eval_weights::{EvalWeights, OWN, Worths};
use crate::formation::Arrangement;
use crate::formation_leads::Matches;
use crate::info::INFO;
use crate::reach::Arrows;

/// Options, components and what follows from them.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// The options.
    pub options: Options,
    /// The components.
    pub components: Components,
    /// The arrow tables.
    pub(crate) arrows: Arrows,
    /// What cards are worth to bots.
    pub(crate) worths: Worths,
    /// The ready-made formations and their mirror images, as the first seat lays them.
    pub(crate) formations: Vec<Formation>,
    /// How these do against each other.
    pub(crate) matches: Matches,
    /// What the rule of thumb weighs, and what corrects it.
    pub(crate) thumb: EvalWeights,
    pub(crate) network: Option<Arc<ValueNetwork>>,
    /// What some seats never choose.
    pub(crate) restriction: Option<Restriction>,
}

/// The options, complete.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// After how many battle turns of both seats together the play is a draw (AK42).
    pub turn_limit: u16,
    /// Minutes for the set-up; 0 for no limit (AK24).
    pub setup_minutes: u16,
    /// Whether only pieces that could be combined jump over each other (AK53).
    pub jump_needs_combinable: bool,
    /// Which attack on a king is check (AK18).
    pub check: Check,
    /// How many points more the first seat's king begins with; fewer than 0: the second's
    /// (AK56).
    pub handicap: i8,
}

/// Which attack on a king is check, and so allows him the step of 8(7) (AK18, AK57).
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Check {
    /// Every attack that could be made on him.
    Attack,
    /// Only one that would take him.
    Capture,
}

/// A ready-made formation.
#[derive(Clone, PartialEq, Debug)]
pub(crate) struct Formation {
    /// Its name.
    pub name: LocalizedText,
    /// Whether it is the mirror image.
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
        let usual = zashiki_core::read_options(&INFO.complete_options(&Default::default())?)?;
        let own = components.is_none() && options == usual;
        // What it knows it has learned with these.
        let network = components.is_none().then(|| ASSETS.value_network().cloned()).flatten();
        let components = Components::read(components.unwrap_or(COMPONENTS))?;
        let formations = read_formations(&components)?;
        let arrows = Arrows::new(&components, options.jump_needs_combinable);
        let thumb = OWN.clone();
        let worths = Worths::new(&components, &arrows, &thumb);
        let count = formations.len();
        let matches = if own { Matches::own(count) } else { Matches::of(count) };
        Ok(Arc::new(Config {
            options,
            components,
            arrows,
            worths,
            formations,
            matches,
            thumb,
            network,
            restriction: None,
        }))
    }

    fn with_weights(&self, weights: &Weights) -> Result<Arc<Config>, InputError> {
        let thumb: EvalWeights = weights.form()?;
        let worths = Worths::new(&self.components, &self.arrows, &thumb);
        let matches = Matches::of(self.formations.len());
        Ok(Arc::new(Config { worths, matches, thumb, network: None, ..self.clone() }))
    }

    fn with_value_network(&self, network: &str) -> Result<Arc<Config>, InputError> {
        let network = Some(Arc::new(ValueNetwork::read(network, crate::network_inputs::COUNT)?));
        let matches = Matches::of(self.formations.len());
        Ok(Arc::new(Config { matches, network, ..self.clone() }))
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
        serde_json::to_value(&self.components).expect("components are plain data")
    }

    fn max_decisions(&self) -> usize {
        // Two arrangements, seven placings and offers, three decisions a turn (AK54).
        2 + 14 + 3 * usize::from(self.options.turn_limit)
    }
}

impl Config {
    /// What a seat's king begins with.
    pub(crate) fn king_points(&self, seat: Seat) -> u8 {
        let handicap = self.options.handicap;
        let extra = if seat.0 == 0 { handicap.max(0) } else { (-handicap).max(0) };
        let points = &self.components.points;
        (points.king + extra.unsigned_abs()).min(points.king_most)
    }
}

/// The ready-made formations and their mirror images, each once.
fn read_formations(components: &Components) -> Result<Vec<Formation>, InputError> {
    let mut formations: Vec<Formation> = Vec::new();
    for spec in &components.formations {
        let fault = |no: zashiki_core::IllegalAction| {
            let why = part_of(no.message);
            let id = &spec.id;
            broken(text!(
                "陣形「{id}」(formation の squares)が並べられません({why})",
                "the formation \"{id}\" cannot be laid by its `squares` ({why})",
                why
            ))
        };
        let arrangement = Arrangement::read(&spec.squares).map_err(fault)?;
        arrangement.check(Seat(0), components).map_err(fault)?;
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
    Ok(formations)
}
