//! Components: tiles, counts and goals, read from a components file and checked.

mod schema;

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{
    ComponentsSchema, FieldFault, InputError, Provenance, field_fault, read_components,
};

use crate::info::INFO;
use crate::limits::MAX_FLOOR;
use crate::skill::Skill;
use crate::square::Square;
use crate::tile::Kind;

/// Floor tiles of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FloorSpec {
    /// The kind of these tiles.
    pub kind: Kind,
    /// Number of tiles of this kind.
    pub count: u8,
    /// Source of the number of tiles.
    pub source: Provenance,
    /// Source of the tile's printed face: of its arrow or its open sides.
    pub face: Provenance,
}

/// The gem tiles of the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct GemTiles {
    /// Squares of the gem tiles.
    pub squares: Vec<Square>,
    /// Source of the list of squares.
    pub source: Provenance,
}

/// The skill cards of the game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillSpec {
    /// The seven skill cards.
    pub cards: Vec<Skill>,
    /// Number of cards removed at random each round; King is never removed.
    pub removed: u8,
    /// Source of the cards and of the number removed.
    pub source: Provenance,
}

/// The gem tiles revealed at the start of a round (emission, ジェムの排出).
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct Emission {
    /// Number of gem tiles revealed at the start of a round.
    pub count: u8,
    /// Source of the number of gem tiles.
    pub source: Provenance,
}

/// The line of tiles that players draft and take.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct Line {
    /// Number of gem tiles in the line after a refill.
    pub gem: u8,
    /// Number of floor tiles in the line after a refill.
    pub floor: u8,
    /// Source of the numbers of tiles.
    pub source: Provenance,
}

/// The rules about players' hands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct HandSpec {
    /// Maximum number of tiles in a hand.
    pub limit: u8,
    /// Source of the hand limit.
    pub source: Provenance,
}

/// The rules about players' turns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct TurnSpec {
    /// Number of action points per turn.
    pub points: u8,
    /// Source of the number of action points.
    pub source: Provenance,
}

/// The number of gems with which a side ends the game, by number of players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct Goal {
    /// Number of gems for each seat in a game for two.
    pub two: u8,
    /// Number of gems for each seat in a game for three.
    pub three: u8,
    /// Number of gems for each team in a game for four.
    pub team: u8,
    /// Source of the numbers of gems.
    pub source: Provenance,
}

/// All components of the game.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Components {
    /// The game's id, always `hostile`.
    pub game: String,
    /// The floor tiles, one entry for each kind, in order.
    pub floor: Vec<FloorSpec>,
    /// The gem tiles of the game.
    pub gem_tiles: GemTiles,
    /// The skill cards of the game.
    pub skills: SkillSpec,
    /// The gem tiles revealed at the start of a round (emission, ジェムの排出).
    pub emission: Emission,
    /// The line of tiles that players draft and take.
    pub line: Line,
    /// The rules about players' hands.
    pub hand: HandSpec,
    /// The rules about players' turns.
    pub turn: TurnSpec,
    /// The number of gems with which a side ends the game.
    pub goal: Goal,
}

impl Components {
    /// The form of a components file.
    pub(crate) fn schema() -> &'static ComponentsSchema {
        schema::schema()
    }

    /// Reads and checks a components file.
    ///
    /// # Errors
    /// Returns an error if the text is not a components file, or a number in it is out of range.
    pub fn read(text: &str) -> Result<Components, InputError> {
        read_components(text, &INFO, schema::schema(), Components::check)
    }

    /// Number of floor tiles of a kind.
    pub fn floor_tiles(&self, kind: Kind) -> u8 {
        self.floor[kind as usize].count
    }

    fn check(&self) -> Result<(), FieldFault> {
        let tiles: usize = self.floor.iter().map(|spec| usize::from(spec.count)).sum();
        if tiles == 0 || tiles > MAX_FLOOR {
            field_fault!(
                "floor",
                "[[floor]] の count は合わせて 1〜{MAX_FLOOR} です({tiles} になっています)",
                "the `count`s of all [[floor]] must add up to 1 to {MAX_FLOOR}, not to {tiles}"
            );
        }
        if self.skills.cards.len() != Skill::ALL.len() {
            field_fault!(
                "skills.cards",
                "7種のスキルを1枚ずつ書きます",
                "[skills] `cards` must name each of the seven skills once"
            );
        }
        Ok(())
    }
}
