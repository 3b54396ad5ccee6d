//! Start data of a match.

use serde::Serialize;
use serde_json::Value;

/// Start data of a match. Together with the decisions that follow, they determine every state of the
/// match.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct MatchStart {
    /// The rules version, if the match started before; `None` for a new match.
    pub rules_version: Option<u32>,
    /// Number of seats.
    pub seats: usize,
    /// The options. For a new match, missing ones (or null for all) have their defaults; for an older
    /// match they are complete for its rules version.
    pub options: Value,
    /// The text of a components file; `None` for the game's own.
    pub components: Option<String>,
    /// The RNG seed.
    pub seed: u64,
    /// The start position in the game's own format; `None` for a deal. If the position contains no RNG, the
    /// match has the RNG of the seed.
    pub position: Option<Value>,
}

impl MatchStart {
    /// A deal with this seed, the game's own components and default options.
    pub fn dealt(seats: usize, seed: u64) -> MatchStart {
        let (rules_version, options) = (None, Value::Null);
        MatchStart { rules_version, seats, options, components: None, seed, position: None }
    }
}
