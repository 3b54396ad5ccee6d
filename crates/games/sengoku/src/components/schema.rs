//! The form of a components file.

use std::sync::LazyLock;

use zashiki_core::{
    ComponentChoice, ComponentField as Field, ComponentGroup as Group, ComponentsSchema,
    LocalizedText,
};

use crate::limits::{MAX_HAND, MAX_TILES};
use crate::square::{BATTLEFIELDS, LINES, Quarter};
use crate::tile::{PAIRS, Tile};

/// The form of a components file of the game.
pub(super) fn schema() -> &'static ComponentsSchema {
    static SCHEMA: LazyLock<ComponentsSchema> = LazyLock::new(build);
    &SCHEMA
}

fn build() -> ComponentsSchema {
    let fields = Group::list(
        "field",
        ("戦場", "battlefields"),
        ("戦場", "battlefield"),
        BATTLEFIELDS..=BATTLEFIELDS,
        None,
    )
    .fields([
        Field::choice("quarter", ("シートの場所", "place on the sheet"), quarters()),
        Field::source(["quarter"]),
    ])
    .rule(("4か所に1つずつ、戦う順に並べます。", "One in each quarter, in the order of play."));
    let hand = Group::one("hand", ("手札", "hand")).fields([
        Field::number("size", ("枚数", "tiles"), 2..=MAX_HAND as i64),
        Field::source(["size"]),
    ]);
    let victory = Group::one("victory", ("即座の勝利", "immediate victory")).fields([
        Field::number("flowers", ("花道の数", "flower paths"), 1..=(BATTLEFIELDS * LINES) as i64),
        Field::number("castles", ("城の数", "castles"), 1..=BATTLEFIELDS as i64),
        Field::source(["flowers", "castles"]),
    ]);
    let tiles = Group::list(
        "tile",
        ("戦力タイル(各色)", "tiles of each colour"),
        ("戦力タイル", "tile"),
        1..=MAX_TILES,
        Some("marks"),
    )
    .fields([
        Field::choice("marks", ("紋", "marks"), pairs()),
        Field::number("copies", ("枚数", "copies"), 1..=MAX_TILES as i64),
        Field::source(["marks", "copies"]),
    ])
    .rule((
        "合わせて手札の枚数以上、24枚以下です。同じタイルは手札の枚数より少なくします。",
        "In all at least as many as a hand and at most 24; fewer of the same tile than a hand has.",
    ));
    ComponentsSchema { game: "sengoku", groups: vec![fields, hand, victory, tiles] }
}

fn quarters() -> Vec<ComponentChoice> {
    let name = |quarter: Quarter| match quarter {
        Quarter::TopLeft => LocalizedText::fixed("左上", "top left"),
        Quarter::TopRight => LocalizedText::fixed("右上", "top right"),
        Quarter::BottomLeft => LocalizedText::fixed("左下", "bottom left"),
        Quarter::BottomRight => LocalizedText::fixed("右下", "bottom right"),
    };
    let words = ["top_left", "top_right", "bottom_left", "bottom_right"];
    words
        .into_iter()
        .zip(Quarter::ALL.map(name))
        .map(|(word, name)| ComponentChoice::new(word, name))
        .collect()
}

/// The pairs of marks; every colour has its general anyway.
fn pairs() -> Vec<ComponentChoice> {
    let tiles = (0..PAIRS).filter_map(Tile::from_index);
    let choice = |tile: Tile| {
        let (low, high) = tile.marks()?;
        Some(ComponentChoice::new(tile.to_string(), LocalizedText::same(format!("{low}+{high}"))))
    };
    tiles.filter_map(choice).collect()
}
