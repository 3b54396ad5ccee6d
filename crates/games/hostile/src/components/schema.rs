//! The form of a components file.

use std::sync::LazyLock;

use zashiki_core::{
    ComponentChoice, ComponentField as Field, ComponentGroup as Group, ComponentsSchema, Layout,
    LocalizedText, choices,
};

use crate::limits::{MAX_EMISSION, MAX_FLOOR, MAX_HAND};
use crate::skill::Skill;
use crate::square::Square;
use crate::tile::Kind;

/// The form of a components file of the game.
pub(super) fn schema() -> &'static ComponentsSchema {
    static SCHEMA: LazyLock<ComponentsSchema> = LazyLock::new(build);
    &SCHEMA
}

fn build() -> ComponentsSchema {
    let floor = Group::fixed(
        "floor",
        ("フロアタイル", "floor tiles"),
        ("フロアタイル", "floor tile"),
        "kind",
        Kind::ALL.map(Kind::word),
    )
    .fields([
        Field::choice("kind", ("種類", "kind"), choices(Kind::ALL)),
        Field::number("count", ("枚数", "tiles"), 0..=MAX_FLOOR as i64),
        Field::source_as("source", ("枚数の出典", "source of the count"), ["count"]),
        Field::source_as("face", ("絵柄の出典", "source of the face"), []),
    ])
    .rule(("合わせて1〜64枚です。", "1 to 64 in all."));
    let squares = Square::all().filter(|square| !Square::CORNERS.contains(square));
    let squares = squares.map(|square| {
        ComponentChoice::new(square.to_string(), LocalizedText::same(square.to_string()))
    });
    let gem_tiles = Group::one("gem_tiles", ("ジェムタイル", "gem tiles")).fields([
        Field::several(
            "squares",
            ("タイルのあるマス", "squares that have a tile"),
            squares.collect(),
            Layout::Board,
        ),
        Field::source(["squares"]),
    ]);
    let skills = Group::one("skills", ("スキルカード", "skill cards"))
        .fields([
            Field::several("cards", ("カード", "cards"), choices(Skill::ALL), Layout::List),
            Field::number("removed", ("毎ラウンド取り除く枚数", "cards removed each round"), 0..=2),
            Field::source(["cards", "removed"]),
        ])
        .rule(("7種を1枚ずつ使います。", "Each of the seven skills once."));
    let one = |key,
               name: (&'static str, &'static str),
               field,
               label: (&'static str, &'static str),
               min,
               max| {
        Group::one(key, name)
            .fields([Field::number(field, label, min..=max), Field::source([field])])
    };
    let emission = one(
        "emission",
        ("ジェムの排出", "emission"),
        "count",
        ("ラウンドの始めに公開するジェムタイル", "gem tiles revealed at the start of a round"),
        0,
        MAX_EMISSION as i64,
    );
    // With these limits at least three floor tiles leave the line in each round, so that the floor
    // deck runs short eventually.
    let line = Group::one("line", ("ライン", "line")).fields([
        Field::number("gem", ("ジェムタイル", "gem tiles"), 0..=3),
        Field::number("floor", ("フロアタイル", "floor tiles"), 4..=12),
        Field::source(["gem", "floor"]),
    ]);
    let hand = one("hand", ("手札", "hand"), "limit", ("上限", "limit"), 1, MAX_HAND as i64);
    let turn = one("turn", ("ターン", "turn"), "points", ("行動点", "action points"), 1, 6);
    let goal = Group::one("goal", ("目標のジェム", "goal of gems")).fields([
        Field::number("two", ("2人", "two players"), 1..=100),
        Field::number("three", ("3人", "three players"), 1..=100),
        Field::number("team", ("4人(チーム)", "four players, each team"), 1..=100),
        Field::source(["two", "three", "team"]),
    ]);
    let groups = vec![floor, gem_tiles, skills, emission, line, hand, turn, goal];
    ComponentsSchema { game: "hostile", groups }
}
