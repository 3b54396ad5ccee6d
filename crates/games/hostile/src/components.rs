//! Tiles, counts and goals, read from a components file and checked.

use serde::{Deserialize, Serialize};
use table::BadInput;
use ts_rs::TS;

use crate::skill::Skill;
use crate::square::Square;
use crate::tile::Kind;

/// The game's own components.
pub const BUILT_IN: &str = include_str!("../components.toml");

/// The most floor tiles a components file may define.
pub const MAX_FLOOR: usize = 64;
/// The most gem tiles: one for every square but the corners.
pub const MAX_GEM_TILES: usize = 60;
/// The most tiles the line may be refilled to.
pub const MAX_LINE: usize = 15;
/// The most tiles a hand may hold.
pub const MAX_HAND: usize = 4;
/// The most gem tiles revealed at the start of a round.
pub const MAX_EMISSION: usize = 6;

/// How an entry is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "hostile.ts")]
pub enum Known {
    /// The rulebook says so.
    Rulebook,
    /// A reconstruction.
    Reconstructed,
}

/// The floor tiles of one kind.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct FloorSpec {
    /// Which kind.
    pub kind: Kind,
    /// How many there are.
    pub count: u8,
    /// How we know the count.
    pub source: Known,
    /// How we know the printed face: the arrow or the open sides.
    pub face: Known,
}

/// The gem tiles.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct GemTiles {
    /// The square of each.
    pub squares: Vec<Square>,
    /// How we know.
    pub source: Known,
}

/// The skill cards.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct SkillSpec {
    /// All of them.
    pub cards: Vec<Skill>,
    /// How many are removed at random each round; never キング.
    pub removed: u8,
    /// How we know.
    pub source: Known,
}

/// ジェムの排出.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct Emission {
    /// How many gem tiles are revealed at the start of a round.
    pub count: u8,
    /// How we know.
    pub source: Known,
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
    pub source: Known,
}

/// The hands.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct HandSpec {
    /// The most tiles a hand holds.
    pub limit: u8,
    /// How we know.
    pub source: Known,
}

/// The turns.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
pub struct TurnSpec {
    /// Action points of a turn.
    pub points: u8,
    /// How we know.
    pub source: Known,
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
    pub source: Known,
}

/// All components.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS)]
#[serde(deny_unknown_fields)]
#[ts(export, export_to = "hostile.ts")]
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
    /// When it is not such a file, or a count or a number is impossible.
    pub fn read(text: &str) -> Result<Components, BadInput> {
        let components: Components = toml::from_str(text).map_err(|error| {
            let error = error.to_string();
            broken(&error, &error)
        })?;
        components.check()?;
        Ok(components)
    }

    /// How many floor tiles there are of a kind.
    pub fn floor_tiles(&self, kind: Kind) -> u8 {
        self.floor[kind as usize].count
    }

    fn check(&self) -> Result<(), BadInput> {
        let kinds = self.floor.iter().map(|spec| spec.kind);
        let tiles: usize = self.floor.iter().map(|spec| usize::from(spec.count)).sum();
        let squares = &self.gem_tiles.squares;
        let twice = |index: usize| squares[..index].contains(&squares[index]);
        let mut cards = self.skills.cards.clone();
        cards.sort_unstable();
        let faults = [
            (
                self.game != "hostile",
                "game は \"hostile\" でなければなりません",
                "`game` must be \"hostile\"",
            ),
            (
                !kinds.eq(Kind::ALL),
                "[[floor]] は slide, diagonal, spring, ice, stop, box, corner, para が順に1つずつ必要です",
                "there must be one [[floor]] for each of slide, diagonal, spring, ice, stop, box, corner, para, in order",
            ),
            (
                tiles == 0 || tiles > MAX_FLOOR,
                "[[floor]] の count は合わせて 1〜64 です",
                "the [[floor]] counts must add up to 1 to 64",
            ),
            (
                (0..squares.len()).any(twice),
                "[gem_tiles] に同じマスが2度あります",
                "[gem_tiles] names a square twice",
            ),
            (
                squares.iter().any(|square| Square::CORNERS.contains(square)),
                "[gem_tiles] にスタート地点(四隅)は書けません",
                "[gem_tiles] must not name a start square (a corner)",
            ),
            (
                cards != Skill::ALL,
                "[skills] cards には7種のスキルを1枚ずつ書きます",
                "[skills] `cards` must name each of the seven skills once",
            ),
            (
                self.skills.removed > 2,
                "[skills] removed は 0〜2 です",
                "[skills] `removed` must be 0 to 2",
            ),
            (
                usize::from(self.emission.count) > MAX_EMISSION,
                "[emission] count は 0〜6 です",
                "[emission] `count` must be 0 to 6",
            ),
            // Each round at least three floor tiles then leave the line, so that the deck
            // runs short some day.
            (
                self.line.gem > 3 || !(4..=12).contains(&self.line.floor),
                "[line] の gem は 0〜3、floor は 4〜12 です",
                "in [line], `gem` must be 0 to 3 and `floor` 4 to 12",
            ),
            (
                !(1..=MAX_HAND as u8).contains(&self.hand.limit),
                "[hand] limit は 1〜4 です",
                "[hand] `limit` must be 1 to 4",
            ),
            (
                !(1..=6).contains(&self.turn.points),
                "[turn] points は 1〜6 です",
                "[turn] `points` must be 1 to 6",
            ),
            (
                [self.goal.two, self.goal.three, self.goal.team]
                    .iter()
                    .any(|goal| !(1..=100).contains(goal)),
                "[goal] は 1〜100 です",
                "each [goal] must be 1 to 100",
            ),
        ];
        match faults.into_iter().find(|(wrong, _, _)| *wrong) {
            Some((_, ja, en)) => Err(broken(ja, en)),
            None => Ok(()),
        }
    }
}

fn broken(ja: &str, en: &str) -> BadInput {
    BadInput::new(
        format!("HOSTILEの部品ファイルに誤りがあります: {ja}。直してから読み込んでください。"),
        format!("The components file for HOSTILE is wrong: {en}. Correct it and load it again."),
    )
}
