//! The configuration of a match: seats, options and components, and values derived from them.

use std::sync::Arc;

use serde::Deserialize;
use serde_json::Value;
use zashiki_core::{
    ComponentsSchema, FirstSeat, InputError, LocalizedText, Restriction, Seat, SeatSet,
    ValueNetwork, Weights, names, text,
};

use crate::assets::COMPONENTS;
use crate::components::Components;
use crate::components_view::Catalogue;
use crate::eval_weights::{EvalWeights, Fading, OWN};
use crate::glossary::who;
use crate::info::INFO;
use crate::square::Square;

/// Configuration of a match.
#[derive(Clone, PartialEq, Debug)]
pub struct Config {
    /// Number of seats.
    pub seats: u8,
    /// The options of the match.
    pub options: Options,
    /// The components of the match.
    pub components: Components,
    /// The sides, ordered by their lowest seats.
    pub sides: Vec<SeatSet>,
    /// Name of each side, in the order of `sides`; `None` for a side of a single seat.
    pub(crate) teams: Vec<Option<LocalizedText>>,
    /// The possible seatings: a single one, or with three seats one for each seat that can be the
    /// first start player.
    pub(crate) layouts: Vec<Layout>,
    /// Weights of the heuristic evaluation.
    pub(crate) weights: EvalWeights,
    /// Diminishing values of gems, computed from `weights`.
    pub(crate) fading: Fading,
    /// A network that corrects the heuristic evaluation.
    pub(crate) network: Option<Arc<ValueNetwork>>,
    /// For experiments: the actions that certain seats never choose.
    pub(crate) restriction: Option<Restriction>,
}

/// The options of a match, each with a value.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Options {
    /// With four seats, the seats that form a team (A-X54).
    pub teams: Teams,
    /// The seat that is start player in the first round (A-X49).
    pub first_seat: FirstSeat,
    /// With two seats: true if the skill drafted in the first pass of a round still has its effect
    /// in the second turn (A-X36).
    pub two_player_keep_first_skill: bool,
}

/// The pairs of neighbouring seats that form the teams, by their start squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Teams {
    /// The seats on A1 and A8 against those on H8 and H1.
    LeftRight,
    /// The seats on A8 and H8 against those on H1 and A1.
    TopBottom,
}

/// Start squares of the seats, and the sets of squares derived from them.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Layout {
    /// Start square of each seat.
    pub starts: [Square; 4],
    /// For each seat, the other three corners: start squares of other seats, and the unused ones
    ///
    pub foreign: [u64; 4],
    /// For each seat, the squares adjacent to the starts of its opponents.
    pub guarded: [u64; 4],
}

/// The four corners as a set of squares: one bit for each square.
pub(crate) const STARTS: u64 = Square::CORNERS[0].bit()
    | Square::CORNERS[1].bit()
    | Square::CORNERS[2].bit()
    | Square::CORNERS[3].bit();

impl Layout {
    /// Creates the layout in which seat `n` starts on the corner `corners[n]`, an index into
    /// [`Square::CORNERS`].
    fn new(corners: &[usize], sides: &[SeatSet]) -> Layout {
        let mut layout =
            Layout { starts: [Square::CORNERS[0]; 4], foreign: [0; 4], guarded: [0; 4] };
        for (seat, corner) in corners.iter().enumerate() {
            layout.starts[seat] = Square::CORNERS[*corner];
            layout.foreign[seat] = STARTS & !Square::CORNERS[*corner].bit();
        }
        for side in sides {
            for seat in side.iter() {
                layout.guarded[seat.index()] = corners
                    .iter()
                    .enumerate()
                    .filter(|(other, _)| !side.contains(Seat(*other as u8)))
                    .fold(0, |set, (_, corner)| set | Square::CORNERS[*corner].around());
            }
        }
        layout
    }
}

impl zashiki_core::GameConfig for Config {
    fn new(
        seats: u8,
        options: &Value,
        components: Option<&str>,
    ) -> Result<Arc<Config>, InputError> {
        let seats = INFO.check_seats(seats.into())?;
        let options: Options = zashiki_core::read_options(options)?;
        let components = Components::read(components.unwrap_or(COMPONENTS))?;
        let sides: Vec<SeatSet> = match (seats, options.teams) {
            (4, Teams::LeftRight) => vec![pair(0, 1), pair(2, 3)],
            (4, Teams::TopBottom) => vec![pair(0, 3), pair(1, 2)],
            _ => Seat::all(seats).map(SeatSet::one).collect(),
        };
        let corners: &[&[usize]] = match seats {
            4 => &[&[0, 1, 2, 3]],
            // The first start player starts on A1, the next on A8, the last on H1 (A-X54).
            3 => &[&[0, 1, 3], &[3, 0, 1], &[1, 3, 0]],
            _ => &[&[0, 2]],
        };
        let layouts = corners.iter().map(|corners| Layout::new(corners, &sides)).collect();
        let weights = OWN.clone();
        let fading = Fading::of(&weights);
        let team = |seats: &SeatSet| {
            (seats.len() > 1)
                .then(|| text!("{seats}組", "{seats}", seats = names(seats.iter().map(who))))
        };
        let teams = sides.iter().map(team).collect();
        let (network, restriction) = (None, None);
        Ok(Arc::new(Config {
            seats,
            options,
            components,
            sides,
            teams,
            layouts,
            weights,
            fading,
            network,
            restriction,
        }))
    }

    fn with_weights(&self, weights: &Weights) -> Result<Arc<Config>, InputError> {
        let weights: EvalWeights = weights.form()?;
        let (fading, network) = (Fading::of(&weights), None);
        Ok(Arc::new(Config { fading, weights, network, ..self.clone() }))
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

    fn sides(&self) -> Vec<SeatSet> {
        self.sides.clone()
    }

    fn components_schema() -> Option<&'static ComponentsSchema> {
        Some(Components::schema())
    }

    fn components(&self) -> Value {
        serde_json::to_value(Catalogue::of(&self.components)).expect("components are plain data")
    }

    fn max_decisions(&self) -> usize {
        // In a pass each seat drafts a skill and two tiles. In its turn it spends its points, uses
        // the tiles of its hand and those it acquires, turns two tiles, uses up to two more skills
        // and ends the turn.
        let points = usize::from(self.components.turn.points) + 1;
        let hand = usize::from(self.components.hand.limit);
        let of_a_pass = 3 + points + hand + points + 2 + 2 + 1;
        self.max_rounds() * usize::from(self.passes() * self.seats) * of_a_pass
    }
}

impl Config {
    /// Number of gems with which a side ends the game.
    pub fn goal(&self) -> u16 {
        let goal = &self.components.goal;
        u16::from(match self.seats {
            4 => goal.team,
            3 => goal.three,
            _ => goal.two,
        })
    }

    /// Number of passes per round. In a pass every seat drafts and has one turn.
    pub fn passes(&self) -> u8 {
        if self.seats == 2 { 2 } else { 1 }
    }

    /// Index in `sides` of the side to which a seat belongs.
    #[inline]
    pub(crate) fn side_of(&self, seat: Seat) -> usize {
        self.sides.iter().position(|side| side.contains(seat)).unwrap_or(0)
    }

    /// Upper bound of the number of rounds (A-X65). The line is filled once. Of the tiles drafted
    /// in a round, all but at most the line's gem tiles are floor tiles; the next refill replaces
    /// each of these by a tile from the floor deck.
    pub(crate) fn max_rounds(&self) -> usize {
        let components = &self.components;
        let tiles: usize = components.floor.iter().map(|spec| usize::from(spec.count)).sum();
        let drafted = 2 * usize::from(self.seats * self.passes());
        let floor = usize::from(components.line.floor);
        let taken = (drafted - usize::from(components.line.gem)).min(floor);
        tiles.saturating_sub(floor) / taken + 2
    }
}

fn pair(one: u8, other: u8) -> SeatSet {
    [Seat(one), Seat(other)].into_iter().collect()
}
