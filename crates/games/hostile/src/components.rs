//! Tiles, counts and goals, read from a components file and checked.

use serde::{Deserialize, Serialize};
use ts_rs::TS;
use zashiki_core::{InputError, LocalizedText, Provenance, fault, read_components};

use crate::info::INFO;
use crate::limits::{MAX_EMISSION, MAX_FLOOR, MAX_HAND};
use crate::skill::Skill;
use crate::square::Square;
use crate::tile::Kind;

/// The floor tiles of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FloorSpec {
    /// Which kind.
    pub kind: Kind,
    /// How many there are.
    pub count: u8,
    /// How we know the count.
    pub source: Provenance,
    /// How we know the printed face: the arrow or the open sides.
    pub face: Provenance,
}

/// The gem tiles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct GemTiles {
    /// The square of each.
    pub squares: Vec<Square>,
    /// How we know.
    pub source: Provenance,
}

/// The skill cards.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SkillSpec {
    /// All of them.
    pub cards: Vec<Skill>,
    /// How many are removed at random each round; never キング.
    pub removed: u8,
    /// How we know.
    pub source: Provenance,
}

/// ジェムの排出.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct Emission {
    /// How many gem tiles are revealed at the start of a round.
    pub count: u8,
    /// How we know.
    pub source: Provenance,
}

/// The line.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct Line {
    /// To how many gem tiles it is refilled.
    pub gem: u8,
    /// To how many floor tiles it is refilled.
    pub floor: u8,
    /// How we know.
    pub source: Provenance,
}

/// The hands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct HandSpec {
    /// The most tiles a hand holds.
    pub limit: u8,
    /// How we know.
    pub source: Provenance,
}

/// The turns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct TurnSpec {
    /// Action points of a turn.
    pub points: u8,
    /// How we know.
    pub source: Provenance,
}

/// How many gems of a side end the game.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct Goal {
    /// With two seats.
    pub two: u8,
    /// With three seats.
    pub three: u8,
    /// For a team.
    pub team: u8,
    /// How we know.
    pub source: Provenance,
}

/// All components.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Components {
    /// Always `hostile`.
    pub game: String,
    /// The floor tiles, one entry for each kind, in order.
    pub floor: Vec<FloorSpec>,
    /// The gem tiles.
    pub gem_tiles: GemTiles,
    /// The skill cards.
    pub skills: SkillSpec,
    /// ジェムの排出.
    pub emission: Emission,
    /// The line.
    pub line: Line,
    /// The hands.
    pub hand: HandSpec,
    /// The turns.
    pub turn: TurnSpec,
    /// How many gems end the game.
    pub goal: Goal,
}

impl Components {
    /// Reads and checks a components file.
    ///
    /// # Errors
    /// When it is not a components file, or a count or a number is impossible.
    pub fn read(text: &str) -> Result<Components, InputError> {
        let components: Components = read_components(text, &INFO)?;
        components.check().map_err(|fault| InputError::components(&INFO.name, fault))?;
        Ok(components)
    }

    /// How many floor tiles there are of a kind.
    pub fn floor_tiles(&self, kind: Kind) -> u8 {
        self.floor[kind as usize].count
    }

    fn check(&self) -> Result<(), LocalizedText> {
        let kinds = self.floor.iter().map(|spec| spec.kind);
        if !kinds.eq(Kind::ALL) {
            fault!(
                "[[floor]] には slide, diagonal, spring, ice, stop, box, corner, para が順に1つずつ必要です",
                "there must be one [[floor]] for each of slide, diagonal, spring, ice, stop, box, corner and para, in this order"
            );
        }
        let tiles: usize = self.floor.iter().map(|spec| usize::from(spec.count)).sum();
        if tiles == 0 || tiles > MAX_FLOOR {
            fault!(
                "[[floor]] の count は合わせて 1〜{MAX_FLOOR} です({tiles} になっています)",
                "the `count`s of all [[floor]] must add up to 1 to {MAX_FLOOR}, not to {tiles}"
            );
        }
        let squares = &self.gem_tiles.squares;
        for (index, square) in squares.iter().enumerate() {
            if squares[..index].contains(square) {
                fault!(
                    "[gem_tiles] の squares に{square}が2度あります",
                    "[gem_tiles] `squares` names {square} twice"
                );
            }
            if Square::CORNERS.contains(square) {
                fault!(
                    "[gem_tiles] の squares にスタート地点の{square}は書けません",
                    "[gem_tiles] `squares` must not name {square}, a start square"
                );
            }
        }
        let mut cards = self.skills.cards.clone();
        cards.sort_unstable();
        if cards != Skill::ALL {
            fault!(
                "[skills] の cards には7種のスキルを1枚ずつ書きます",
                "[skills] `cards` must name each of the seven skills once"
            );
        }
        // Each round at least three floor tiles then leave the line, so that the deck runs
        // short some day.
        for (field, value, least, most) in [
            ("[skills] removed", self.skills.removed, 0, 2),
            ("[emission] count", self.emission.count, 0, MAX_EMISSION as u8),
            ("[line] gem", self.line.gem, 0, 3),
            ("[line] floor", self.line.floor, 4, 12),
            ("[hand] limit", self.hand.limit, 1, MAX_HAND as u8),
            ("[turn] points", self.turn.points, 1, 6),
            ("[goal] two", self.goal.two, 1, 100),
            ("[goal] three", self.goal.three, 1, 100),
            ("[goal] team", self.goal.team, 1, 100),
        ] {
            if !(least..=most).contains(&value) {
                let (table, name) = field.split_once(' ').unwrap_or(("", field));
                fault!(
                    "{table} の {name} は {least}〜{most} です({value} になっています)",
                    "{table} `{name}` must be {least} to {most}, not {value}"
                );
            }
        }
        Ok(())
    }
}
