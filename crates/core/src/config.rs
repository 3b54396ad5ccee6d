//! The [`GameConfig`] trait: everything fixed before the first decision.

use std::fmt::Debug;
use std::sync::Arc;

use serde_json::{Map, Value};

use crate::{ComponentsSchema, InputError, InputErrorKind, Restriction, Seat, SeatSet, Weights};

/// Everything fixed before the first decision: number of seats, options, components.
#[doc(alias = "config")]
#[doc(alias = "parameters")]
pub trait GameConfig: Debug + Send + Sync + Sized + 'static {
    /// Creates a configuration from a number of seats that the game allows, complete options (from
    /// [`GameInfo::complete_options`](crate::GameInfo::complete_options)) and the text of a components
    /// file (`None`: the game's own).
    ///
    /// # Errors
    /// Returns an error if the game cannot be played with these options or components.
    fn new(seats: u8, options: &Value, components: Option<&str>) -> Result<Arc<Self>, InputError>;

    /// Creates a configuration for a match that started under an earlier version of the rules, one of
    /// [`GameInfo::former_rules`](crate::GameInfo::former_rules). A game whose rules changed stores the
    /// version and consults it where the rules differ; other games keep the default.
    ///
    /// # Errors
    /// As for [`new`](GameConfig::new).
    fn for_rules_version(
        rules_version: u32,
        seats: u8,
        options: &Value,
        components: Option<&str>,
    ) -> Result<Arc<Self>, InputError> {
        let _ = rules_version;
        Self::new(seats, options, components)
    }

    /// Number of seats.
    fn seats(&self) -> u8;

    /// The teams: every seat is in exactly one set. Default: each seat is its own team.
    fn sides(&self) -> Vec<SeatSet> {
        Seat::all(self.seats()).map(SeatSet::one).collect()
    }

    /// The form of the game's components file; `None` if it has none.
    fn components_schema() -> Option<&'static ComponentsSchema> {
        None
    }

    /// The components as JSON, each with its source, for display.
    fn components(&self) -> Value;

    /// This configuration with other weights for the heuristic (see
    /// [`Assets::weights`](crate::Assets::weights)), for experiments. Nothing but the heuristic depends
    /// on them.
    ///
    /// # Errors
    /// Returns an error if they are not weights of this game.
    fn with_weights(&self, weights: &Weights) -> Result<Arc<Self>, InputError> {
        let _ = weights;
        Err(InputError::new(
            "このゲームの経験則には重みのデータがありません。",
            "The heuristic of this game has no weights as data.",
        ))
    }

    /// This configuration with a network, which replaces its own one for the same
    /// [purpose](crate::NetworkPurpose).
    ///
    /// # Errors
    /// Returns an error if it is not a network for this game.
    fn with_value_network(&self, network: &str) -> Result<Arc<Self>, InputError> {
        let _ = network;
        Err(InputError::new(
            "このゲームには経験則を直すネットワークがありません。",
            "This game has no network to correct its heuristic.",
        ))
    }

    /// This configuration with a [restriction](Restriction) on the actions of some seats, returned by
    /// [`restriction`](GameConfig::restriction) from then on. `None` if the game does not support
    /// restrictions.
    fn restricted(&self, restriction: Restriction) -> Option<Arc<Self>> {
        let _ = restriction;
        None
    }

    /// The restriction on the actions of some seats, if there is one.
    fn restriction(&self) -> Option<&Restriction> {
        None
    }

    /// Upper bound on the number of decisions in a match.
    #[doc(alias = "MaxGameLength")]
    fn max_decisions(&self) -> usize;
}

/// The configuration of a game without options and components, which ends within `MAX_DECISIONS`
/// decisions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PlainConfig<const MAX_DECISIONS: usize> {
    seats: u8,
}

impl<const MAX_DECISIONS: usize> PlainConfig<MAX_DECISIONS> {
    /// The configuration for this number of seats.
    pub const fn seats(seats: u8) -> PlainConfig<MAX_DECISIONS> {
        PlainConfig { seats }
    }
}

impl<const MAX_DECISIONS: usize> GameConfig for PlainConfig<MAX_DECISIONS> {
    fn new(seats: u8, _: &Value, components: Option<&str>) -> Result<Arc<Self>, InputError> {
        match components {
            None => Ok(Arc::new(PlainConfig { seats })),
            Some(_) => Err(InputError::new(
                "このゲームには差し替えられる内容物がありません。内容物ファイルなしで始めてください。",
                "This game has no components to replace; start it without a components file.",
            )
            .of(InputErrorKind::Components)),
        }
    }

    fn seats(&self) -> u8 {
        self.seats
    }

    fn components(&self) -> Value {
        Value::Object(Map::new())
    }

    fn max_decisions(&self) -> usize {
        MAX_DECISIONS
    }
}
