//! What programs that learn get of a game.

use std::fmt;

use crate::{Action, Features, GameConfig, GameState, InputError, SubActionKind};
use serde::Serialize;

/// What programs that learn get of a game with its own components and the options' defaults, as
/// documented JSON; as a text the tables of `docs/reference/observations.md`.
#[derive(Serialize)]
pub struct LearningSpec {
    /// The game's id.
    pub game: &'static str,
    /// How many indices actions have.
    pub actions: usize,
    /// The small choices that actions are made of.
    pub factors: &'static [SubActionKind],
    /// What is observed, for each number of seats from the fewest on.
    pub observations: Vec<SeatSpec>,
}

/// What is observed with one number of seats.
#[derive(Serialize)]
pub struct SeatSpec {
    /// How many seats.
    pub seats: u8,
    /// How many numbers.
    pub size: usize,
    /// What they are.
    pub features: Features,
}

impl LearningSpec {
    /// What programs that learn get of the game `G`.
    ///
    /// # Errors
    /// Returns an error if the game cannot be set up with its own components and the options' defaults.
    pub(crate) fn of<G: GameState>() -> Result<LearningSpec, InputError> {
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
        writeln!(f, "| feature | shape | meaning |\n|---|---|---|")?;
        for (small, large) in fewest.features.iter().zip(most.features.iter()) {
            let dimensions = small.shape.iter().zip(&large.shape);
            let shape: Vec<String> = dimensions
                .map(|(size, with_most)| match size.checked_sub(fewest.seats.into()) {
                    _ if size == with_most => size.to_string(),
                    // What grows with the seats grows by one for each.
                    None | Some(0) => "seats".to_owned(),
                    Some(more) => format!("(seats + {more})"),
                })
                .collect();
            writeln!(f, "| `{}` | {} | {} |", small.name, shape.join(" × "), small.meaning)?;
        }
        let sizes = self.observations.iter();
        let sizes: Vec<String> =
            sizes.map(|at| format!("{} with {} seats", at.size, at.seats)).collect();
        writeln!(f, "\nNumbers in all: {}.\n", sizes.join(", "))?;
        writeln!(f, "| small choice | numbers | meaning |\n|---|---|---|")?;
        for factor in self.factors {
            writeln!(f, "| `{}` | {} | {} |", factor.name, factor.size, factor.meaning)?;
        }
        writeln!(f, "\nIndices of actions: below {}.", self.actions)
    }
}
