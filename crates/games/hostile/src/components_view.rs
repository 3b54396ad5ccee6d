//! The components as the page receives them: with names, effects and rules of tiles and cards.

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{Localize, LocalizedText, Provenance, RuleId, Seat};

use crate::assets::ASSETS;
use crate::components::{Components, Emission, GemTiles, Goal, HandSpec, Line, TurnSpec};
use crate::glossary::who;
use crate::skill::Skill;
use crate::tile::{Facing, Kind};

/// Name, effect and rules of a tile or card.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "hostile.ts")]
pub struct Thing {
    /// Name of the tile or card for players.
    pub name: LocalizedText,
    /// Effect in a few words.
    pub does: LocalizedText,
    /// Rules that define the effect.
    pub rules: Vec<RuleId>,
}

/// One orientation of a floor tile.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "hostile.ts")]
pub struct Way {
    /// The orientation; `null` for kinds that look the same from all sides.
    pub facing: Option<Facing>,
    /// Name of the tile with its orientation.
    pub name: LocalizedText,
}

/// Floor tiles of one kind.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "hostile.ts")]
pub struct FloorTiles {
    /// The kind of these tiles.
    pub kind: Kind,
    /// Number of tiles of this kind.
    pub count: u8,
    /// Source of the number of tiles.
    pub source: Provenance,
    /// Source of the printed face: the arrow or the open sides.
    pub face: Provenance,
    /// Name, effect and rules of the tile.
    #[serde(flatten)]
    #[ts(flatten)]
    pub thing: Thing,
    /// All orientations of the tile, clockwise.
    pub ways: Vec<Way>,
}

/// A skill card with its name, effect and rules.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "hostile.ts")]
pub struct SkillCard {
    /// The skill that the card gives.
    pub skill: Skill,
    /// Name, effect and rules of the card.
    #[serde(flatten)]
    #[ts(flatten)]
    pub thing: Thing,
}

/// The skill cards of the game.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "hostile.ts")]
pub struct SkillCards {
    /// The seven skill cards.
    pub cards: Vec<SkillCard>,
    /// Number of cards removed at random each round; King is never removed.
    pub removed: u8,
    /// Source of the cards and of the number removed.
    pub source: Provenance,
}

/// The components of a match as the page receives them, with names, effects and rules.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "hostile.ts", rename = "Components")]
pub struct Catalogue {
    /// The floor tiles, one entry for each kind.
    pub floor: Vec<FloorTiles>,
    /// Name, effect and rules of a gem tile.
    pub gem_tile: Thing,
    /// The gem tiles of the game.
    pub gem_tiles: GemTiles,
    /// The skill cards of the game.
    pub skills: SkillCards,
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
    /// Name of each seat: its colour.
    pub seats: Vec<LocalizedText>,
}

impl Catalogue {
    /// Adds names, effects and rules to the components.
    pub fn of(components: &Components) -> Catalogue {
        let Components { game: _, floor, gem_tiles, skills, emission, line, hand, turn, goal } =
            components.clone();
        let (does, rules) = gem_tile();
        Catalogue {
            floor: floor
                .into_iter()
                .map(|spec| FloorTiles {
                    kind: spec.kind,
                    count: spec.count,
                    source: spec.source,
                    face: spec.face,
                    thing: thing(spec.kind.name(), spec.kind.effect()),
                    ways: spec
                        .kind
                        .pieces()
                        .iter()
                        .map(|piece| Way { facing: piece.facing(), name: piece.name() })
                        .collect(),
                })
                .collect(),
            gem_tile: thing(ASSETS.glossary().name("gem_tile").clone(), (does, rules)),
            gem_tiles,
            skills: SkillCards {
                cards: skills
                    .cards
                    .into_iter()
                    .map(|skill| SkillCard { skill, thing: thing(skill.name(), skill.effect()) })
                    .collect(),
                removed: skills.removed,
                source: skills.source,
            },
            emission,
            line,
            hand,
            turn,
            goal,
            seats: Seat::all(4).map(|seat| who(seat).clone()).collect(),
        }
    }
}

fn thing(name: LocalizedText, (does, rules): Effect) -> Thing {
    Thing { name, does, rules: rules.iter().map(|rule| RuleId(rule)).collect() }
}

/// Description of an effect in a few words, and the ids of the rules that define it.
type Effect = (LocalizedText, &'static [&'static str]);

const fn gem_tile() -> Effect {
    (
        LocalizedText::fixed(
            "使うと、書かれたマスにジェムが1つ現れます。",
            "Puts 1 gem on its square when used.",
        ),
        &["X-86"],
    )
}

impl Kind {
    const fn effect(self) -> Effect {
        match self {
            Kind::Slide => (
                LocalizedText::fixed(
                    "入ったコマを矢印の向きへ1マス運びます。",
                    "Carries a pawn one square along its arrow.",
                ),
                &["X-108", "X-101"],
            ),
            Kind::Diagonal => (
                LocalizedText::fixed(
                    "入ったコマを矢印の指す斜めへ1マス運びます。",
                    "Carries a pawn one square along its diagonal arrow.",
                ),
                &["X-109", "X-101"],
            ),
            Kind::Spring => (
                LocalizedText::fixed(
                    "入ったコマを矢印の向きへ、1マス飛ばして2マス先まで跳ばします。",
                    "Throws a pawn two squares along its arrow, over the one between.",
                ),
                &["X-116", "X-117", "X-118", "X-120"],
            ),
            Kind::Ice => (
                LocalizedText::fixed(
                    "入ったコマは、来たのと同じ向きにもう1マス滑ります。",
                    "A pawn slides on one more square in the direction it came.",
                ),
                &["X-112", "X-101"],
            ),
            Kind::Stop => (
                LocalizedText::fixed(
                    "入ったコマは、このターンはもう移動できません。",
                    "A pawn that enters cannot move any more this turn.",
                ),
                &["X-123"],
            ),
            Kind::Box => (
                LocalizedText::fixed(
                    "四方が壁で、出入りできません。スプリングでは入れます。",
                    "Walls on all four sides: no way in or out, but a spring may land on it.",
                ),
                &["X-127", "X-128", "X-119"],
            ),
            Kind::Corner => (
                LocalizedText::fixed(
                    "L字形の壁です。隣り合う2つの開いた側からだけ出入りできます。スプリングではどこからでも入れます。",
                    "Walls on two sides that meet, like an L: enter and leave by the other two. A spring may land on it from anywhere.",
                ),
                &["X-127", "X-129", "X-119"],
            ),
            Kind::Para => (
                LocalizedText::fixed(
                    "平行な(Parallel)2枚の壁です。向かい合う2つの開いた側からだけ出入りできます。スプリングではどこからでも入れます。",
                    "Two parallel walls: enter and leave by the two open ends. A spring may land on it from anywhere.",
                ),
                &["X-127", "X-130", "X-119"],
            ),
        }
    }
}

impl Skill {
    const fn effect(self) -> Effect {
        match self {
            Skill::Crash => (
                LocalizedText::fixed(
                    "ターン中に1回、ボードのフロアタイルを1枚捨て札にできます。",
                    "Once a turn, remove a floor tile from the board.",
                ),
                &["X-135", "X-137"],
            ),
            Skill::Rotate => (
                LocalizedText::fixed(
                    "ターン中に2回まで、ボードのフロアタイルを90度回せます。",
                    "Twice a turn, turn a floor tile by 90 degrees.",
                ),
                &["X-138", "X-139"],
            ),
            Skill::Recall => (
                LocalizedText::fixed(
                    "ターン中に1回、ただで自分のスタート地点に戻れます。",
                    "Once a turn, return to your start for free.",
                ),
                &["X-142", "X-144"],
            ),
            Skill::King => (
                LocalizedText::fixed(
                    "次のラウンドから、スタートプレイヤーになります。",
                    "From the next round on, you go first.",
                ),
                &["X-145"],
            ),
            Skill::Steal => (
                LocalizedText::fixed(
                    "行動点1点で、自分のマスか上下左右のフロアタイルを手札に取れます。",
                    "For 1 action point, take the floor tile under or beside you.",
                ),
                &["X-146", "X-149"],
            ),
            Skill::Ghost => (
                LocalizedText::fixed(
                    "自分のターン中、フロアタイルの効果を(よいものも)受けません。",
                    "On your turn floor tiles have no effect on you, good or bad.",
                ),
                &["X-150", "X-152"],
            ),
            Skill::Quick => (
                LocalizedText::fixed(
                    "自分のターンの行動点が1点増えます。",
                    "Your turn has 1 more action point.",
                ),
                &["X-155"],
            ),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Hostile;
    use zashiki_core::GameState;

    /// The components that the browser tests use are the current ones. With `ZASHIKI_UPDATE=1` this
    /// test rewrites their file.
    #[test]
    #[allow(clippy::disallowed_methods, reason = "a test compares a file of the page")]
    fn browser_tests_use_the_current_components() {
        let path = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/../../../web/src/games/hostile/dev/components.json"
        );
        let all = Catalogue::of(&Components::read(crate::assets::COMPONENTS).unwrap());
        let fresh = serde_json::to_string_pretty(&all).unwrap() + "\n";
        if std::env::var_os("ZASHIKI_UPDATE").is_some() {
            std::fs::write(path, &fresh).unwrap();
        }
        let kept: serde_json::Value =
            serde_json::from_str(&std::fs::read_to_string(path).unwrap()).unwrap();
        assert_eq!(kept, serde_json::to_value(&all).unwrap(), "run it with ZASHIKI_UPDATE=1");
    }

    #[test]
    fn effects_name_rules_that_exist() {
        let all = Catalogue::of(&Components::read(crate::assets::COMPONENTS).unwrap());
        let tiles = all.floor.iter().map(|tiles| &tiles.thing);
        let things = tiles.chain(all.skills.cards.iter().map(|card| &card.thing));
        for thing in things.chain([&all.gem_tile]) {
            assert!(thing.does.ja.ends_with('。') && thing.does.en.ends_with('.'), "{thing:?}");
            assert!(!thing.rules.is_empty());
            for rule in &thing.rules {
                assert!(Hostile::assets().rules().iter().any(|known| known.id == rule.0), "{rule}");
            }
        }
        assert_eq!(all.floor.iter().map(|tiles| tiles.ways.len()).sum::<usize>(), 21);
    }
}
