//! Layout of a game's observations and actions, for machine learning.

use std::fmt;

use crate::{Action, Features, GameConfig, InputError, Observe, SubActionKind};
use serde::Serialize;

/// Layout of a game's observations and actions with its own components and default options, as documented
/// JSON. Its `Display` writes the tables of `docs/reference/observations.md`.
#[derive(Serialize)]
pub struct LearningSpec {
    /// The game's id.
    pub game: &'static str,
    /// Number of action indices.
    pub actions: usize,
    /// The kinds of sub-actions.
    pub factors: &'static [SubActionKind],
    /// The layout of observations for each number of seats, ascending.
    pub observations: Vec<SeatSpec>,
}

/// The layout of observations for one number of seats.
#[derive(Serialize)]
pub struct SeatSpec {
    /// Number of seats.
    pub seats: u8,
    /// Number of values in an observation.
    pub size: usize,
    /// The features of an observation.
    pub features: Features,
}

impl LearningSpec {
    /// The layout for the game `G`.
    ///
    /// # Errors
    /// Returns an error if the game cannot be configured with its own components and default options.
    pub(crate) fn of<G: Observe>() -> Result<LearningSpec, InputError> {
        let info = G::info();
        let options = info.complete_options(&Default::default())?;
        let observed = |seats| {
            let features = G::features(&*G::Config::new(seats, &options, None)?);
            Ok::<_, InputError>(SeatSpec { seats, size: features.size(), features })
        };
        let seats = info.seats.0..=info.seats.1;
        Ok(LearningSpec {
            game: info.id,
            actions: G::Action::COUNT,
            factors: G::Action::SUB_ACTIONS,
            observations: seats.map(observed).collect::<Result<_, _>>()?,
        })
    }
}

impl fmt::Display for LearningSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (fewest, most) = (self.observations.first(), self.observations.last());
        let (Some(fewest), Some(most)) = (fewest, most) else { return Ok(()) };
        writeln!(f, "| feature | shape | at most | meaning |\n|---|---|---|---|")?;
        for (small, large) in fewest.features.iter().zip(most.features.iter()) {
            let dimensions = small.shape.iter().zip(&large.shape);
            let shape: Vec<String> = dimensions
                .map(|(size, with_most)| match size.checked_sub(fewest.seats.into()) {
                    _ if size == with_most => size.to_string(),
                    // Dimensions that depend on the number of seats grow by one per seat.
                    None | Some(0) => "seats".to_owned(),
                    Some(more) => format!("(seats + {more})"),
                })
                .collect();
            let max = match (small.max, large.max) {
                (small, large) if small == large => small.to_string(),
                (small, large) => format!("{} to {}", small.min(large), small.max(large)),
            };
            let (name, shape) = (small.name, shape.join(" × "));
            writeln!(f, "| `{name}` | {shape} | {max} | {} |", small.meaning)?;
        }
        let sizes = self.observations.iter();
        let sizes: Vec<String> =
            sizes.map(|at| format!("{} with {} seats", at.size, at.seats)).collect();
        writeln!(f, "\nNumbers in all: {}.\n", sizes.join(", "))?;
        writeln!(f, "| sub-action | numbers | meaning |\n|---|---|---|")?;
        for factor in self.factors {
            writeln!(f, "| `{}` | {} | {} |", factor.name, factor.size, factor.meaning)?;
        }
        writeln!(f, "\nIndices of actions: below {}.", self.actions)
    }
}
