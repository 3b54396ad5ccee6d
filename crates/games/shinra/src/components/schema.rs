//! The form of a components file.

use std::sync::LazyLock;

use zashiki_core::{
    ComponentChoice, ComponentField as Field, ComponentGroup as Group, ComponentsSchema, Layout,
    choices,
};

use crate::kind::{Kind, MAX_KEPT};
use crate::limits::{MAX_COMBINABLE, MAX_POINTS};
use crate::square::{Dir, Square, TERRITORY, TERRITORY_ROWS};

/// Maximum number of ready-made formations.
const MAX_FORMATIONS: usize = 16;

/// Maximum number of characters of a formation's name.
const MAX_NAME: usize = 40;

/// Maximum number of characters of a formation's squares.
const MAX_SQUARES: usize = 240;

/// The form of a components file of the game.
pub(super) fn schema() -> &'static ComponentsSchema {
    static SCHEMA: LazyLock<ComponentsSchema> = LazyLock::new(build);
    &SCHEMA
}

fn build() -> ComponentsSchema {
    let (side, rows) = (Square::SIDE as i64, TERRITORY_ROWS as i64);
    let sheet = Group::one("sheet", ("プレイシート", "sheet")).fields([
        Field::number("rows", ("段", "rows"), side..=side),
        Field::number("columns", ("列", "columns"), side..=side),
        Field::number("territory", ("自陣の段", "rows of a territory"), rows..=rows),
        Field::source(["rows", "columns", "territory"]),
    ]);
    let pieces = TERRITORY as i64 - 2;
    let setup = Group::one("setup", ("並べるコマ", "pieces arranged"))
        .fields([
            Field::number("king", ("王", "kings"), 1..=1),
            Field::number("single", ("単独のカード", "single cards"), 0..=pieces),
            Field::number("stack2", ("2枚重ね", "stacks of two"), 0..=pieces),
            Field::number("stack3", ("3枚重ね", "stacks of three"), 0..=pieces),
            Field::source(["king", "single", "stack2", "stack3"]),
        ])
        .rule(("王を入れて合わせて9組です。", "Nine pieces in all, with the King."));
    let most = i64::from(MAX_POINTS);
    let points = Group::one("points", ("点数", "points"))
        .fields([
            Field::number("king", ("王の始めの点", "king at the start"), 1..=most),
            Field::number("king_most", ("王の上限", "maximum of a king"), 1..=most),
            Field::number("stack_base", ("重ねたときの加点", "addition for a stack"), 0..=most),
            Field::number("stack_most", ("重ねたときの上限", "maximum of a stack"), 1..=i64::from(MAX_KEPT) + 1),
            Field::number("single_life", ("単独の守・攻・台の点", "life of a single shu, ko or dai"), 1..=most),
            Field::number("single_attack", ("単独の守・攻・台の攻撃力", "attack of a single shu, ko or dai"), 1..=most),
            Field::number("strong_single", ("単独の王妃・将軍の点", "single queen or general"), 1..=most),
            Field::number("joker_king", ("ジョーカーを配せる王の点", "king's maximum for the joker"), 0..=most),
            Field::number("queen_return", ("王妃を返したときの点", "gain for returning the queen"), 0..=most),
            Field::number("step_single", ("王が単独に乗ったときの点", "king's step onto a single"), 0..=most),
            Field::number("step_stack", ("王が重なりに乗ったときの点", "king's step onto a stack"), 0..=most),
            Field::source([
                "king", "king_most", "stack_base", "stack_most", "single_life", "single_attack",
                "strong_single", "joker_king", "queen_return", "step_single", "step_stack",
            ]),
        ])
        .rule(("王の上限は始めの点以上、重ねたときの加点は上限以下です。", "A king's maximum is at least his start; the addition for a stack is at most its maximum."));
    let directions = || {
        let name = |dir: Dir| ComponentChoice::new(dir.word(), direction(dir));
        Dir::ALL.map(name).into()
    };
    let others = Kind::ALL.into_iter().filter(|kind| *kind != Kind::King).map(Kind::word);
    let cards = Group::fixed(
        "card",
        ("カード", "cards"),
        ("カード", "card"),
        "kind",
        Kind::ALL.map(Kind::word),
    )
    .fields([
        Field::choice("kind", ("種類", "kind"), choices(Kind::ALL)),
        Field::number("count", ("枚数(各自)", "count of each player"), 1..=1)
            .when("kind", [Kind::King.word()]),
        Field::number(
            "count",
            ("枚数(各自)", "count of each player"),
            0..=i64::from(MAX_COMBINABLE),
        )
        .when("kind", others.clone()),
        Field::number("points", ("点", "points"), 0..=most).when("kind", [Kind::King.word()]),
        Field::number("points", ("点", "points"), 1..=most).when("kind", others),
        Field::several("step", ("矢印(1マス)", "single arrows"), directions(), Layout::Compass),
        Field::several(
            "slide",
            ("二重の矢印(何マスでも)", "double arrows"),
            directions(),
            Layout::Compass,
        ),
        Field::offsets("leap", ("跳ぶマス", "leaps"), side - 1),
        Field::source_as("count_source", ("枚数の出典", "source of the count"), ["count"]),
        Field::source_as("points_source", ("点の出典", "source of the points"), ["points"]),
        Field::source_as(
            "arrows_source",
            ("矢印の出典", "source of the arrows"),
            ["step", "slide", "leap"],
        ),
    ])
    .rule(("1枚に、同じ向きの矢印は1つだけです。", "A card has one arrow in a direction at most."))
    .rule((
        "重ねられるカードは合わせて24枚、王妃は2枚、八とびとジョーカーは合わせて4枚までです。",
        "At most 24 cards that can be stacked, two Queens, and four Leapers and Jokers in all.",
    ))
    .rule((
        "守・攻・台は、並べる枚数より3枚以上多く必要です。",
        "There are at least three more Guards, Strikers and Bases than are arranged.",
    ))
    .rule(("王は、どのマスからも動ける必要があります。", "The King can move from every square."));
    let formations = Group::list(
        "formation",
        ("陣形", "formations"),
        ("陣形", "formation"),
        1..=MAX_FORMATIONS,
        Some("ja"),
    )
    .fields([
        Field::text("id", ("記号", "id"), MAX_NAME),
        Field::text("ja", ("名前(日本語)", "name in Japanese"), MAX_NAME),
        Field::text("en", ("名前(英語)", "name in English"), MAX_NAME),
        Field::text("squares", ("並べ方", "arrangement"), MAX_SQUARES).hint((
            "先手から見たマスとカード。例: a1=shu b1=shu+ko c1=king",
            "Squares and cards as the first seat lays them, such as a1=shu b1=shu+ko c1=king",
        )),
        Field::source(["id", "ja", "en", "squares"]),
    ]);
    ComponentsSchema { game: "shinra", groups: vec![sheet, setup, points, cards, formations] }
}

const fn direction(dir: Dir) -> (&'static str, &'static str) {
    match dir {
        Dir::F => ("前", "forward"),
        Dir::FR => ("右前", "forward right"),
        Dir::R => ("右", "right"),
        Dir::BR => ("右後ろ", "back right"),
        Dir::B => ("後ろ", "back"),
        Dir::BL => ("左後ろ", "back left"),
        Dir::L => ("左", "left"),
        Dir::FL => ("左前", "forward left"),
    }
}
