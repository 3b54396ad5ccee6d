//! The form of a components file.

use std::sync::LazyLock;

use zashiki_core::{
    ComponentChoice, ComponentField as Field, ComponentGroup as Group, ComponentsSchema, choices,
};

use super::{Effect, Icon};
use crate::glossary::word;
use crate::limits::{CARDS, MAX_PALACE, MAX_PLOTS};

/// Maximum number of characters of a plot card's name.
const MAX_NAME: usize = 40;

/// The form of a components file of the game.
pub(super) fn schema() -> &'static ComponentsSchema {
    static SCHEMA: LazyLock<ComponentsSchema> = LazyLock::new(build);
    &SCHEMA
}

fn build() -> ComponentsSchema {
    let cards = Group::fixed(
        "card",
        ("紫禁城カード", "Forbidden City cards"),
        ("紫禁城カード", "Forbidden City card"),
        "number",
        1..=CARDS as u64,
    )
    .fields([
        Field::number("number", ("番号", "number"), 1..=CARDS as i64),
        Field::choice("icon", ("アイコン", "icon"), choices(Icon::ALL)),
        Field::flag("closed", ("裏向きで始まる", "begins face down")),
        Field::source(["icon", "closed"]),
    ])
    .rule(("少なくとも1枚は表で始まります。", "At least one card begins face up."));
    let palace = Group::list(
        "palace",
        ("殿内のマス", "palace squares"),
        ("殿内のマス", "palace square"),
        2..=MAX_PALACE,
        None,
    )
    .fields([
        Field::choice("kind", ("種類", "kind"), squares()),
        Field::number("steps", ("貴妃が進むマス数", "squares that the consort advances"), 1..=20)
            .when("kind", ["advance", "choice"]),
        Field::number("draws", ("引くカードの枚数", "cards drawn"), 1..=4).when("kind", ["choice"]),
        Field::source(["kind", "steps", "draws"]),
    ])
    .rule((
        "最後のマスだけが強制送還です。",
        "The last square, and no other, is the forced return.",
    ))
    .rule(("初は最初のマスだけに書けます。", "Only the first square can be the entry."));
    let bedroom = Group::one("bedroom", ("寝室ボード", "bedroom board")).fields([
        Field::number("squares", ("マスの数(開始を含む)", "squares, including the start"), 3..=60),
        Field::number(
            "tea",
            ("茶休憩のマス(開始から数えて)", "tea square, counted from the start"),
            1..=59,
        ),
        Field::source(["squares", "tea"]),
    ]);
    let points = Group::one("points", ("乾隆ポイント", "Qianlong points")).fields([
        Field::number(
            "total",
            ("全部の数(茶休憩の1つを含む)", "all points, with the one on the tea square"),
            1..=60,
        ),
        Field::source(["total"]),
    ]);
    let scoring = Group::one("scoring", ("得点", "scoring")).fields([
        Field::number("goal", ("勝ちになる点", "points that win"), 1..=20),
        Field::number("lap", ("1周の点", "points for a lap"), 1..=10),
        Field::source(["goal", "lap"]),
    ]);
    let amount = |name, effects: &[Effect]| {
        let range = effects[0].amounts();
        let words = choices(effects.iter().map(|effect| Named(*effect)));
        Field::number("amount", name, range).when("effect", words.into_iter().map(|one| one.value))
    };
    let plots = Group::list(
        "plot",
        ("策謀カード", "plot cards"),
        ("策謀カード", "plot card"),
        1..=MAX_PLOTS,
        Some("name"),
    )
    .fields([
        Field::localized("name", ("名前", "name"), MAX_NAME),
        Field::choice("effect", ("効果", "effect"), choices(Effect::ALL.map(Named))),
        amount(
            ("マス数", "squares"),
            &[
                Effect::AdvanceOwn,
                Effect::PushBackOpponent,
                Effect::AdvancePalace,
                Effect::AdvancePalaceOwn,
            ],
        ),
        amount(("枚数", "cards"), &[Effect::Draw]),
        Field::source(["name", "effect", "amount"]),
    ]);
    ComponentsSchema { game: "kokyu", groups: vec![cards, palace, bedroom, points, scoring, plots] }
}

/// The kinds of palace squares.
fn squares() -> Vec<ComponentChoice> {
    vec![
        ComponentChoice::new("entry", word("square_entry").clone()),
        ComponentChoice::new("advance", ("貴妃が進む", "the consort advances")),
        ComponentChoice::new("choice", ("進むか引く", "advance or draw")),
        ComponentChoice::new("strong", word("square_strong").clone()),
        ComponentChoice::new("point", word("square_point").clone()),
        ComponentChoice::new("return", word("square_return").clone()),
    ]
}

/// An effect with its name in the form.
#[derive(serde::Serialize)]
#[serde(transparent)]
struct Named(Effect);

impl zashiki_core::Localize for Named {
    fn name(&self) -> zashiki_core::LocalizedText {
        match self.0 {
            Effect::AdvanceOwn => ("自分の貴妃が進む", "your consort advances"),
            Effect::PushBackOpponent => ("相手の貴妃が戻る", "the opponent's consort goes back"),
            Effect::Draw => ("さらに引く", "draw more cards"),
            Effect::GainPoint => ("乾隆ポイントを得る", "gain a Qianlong point"),
            Effect::TakeInitiative => ("始動権を取る", "take the first-move tile"),
            Effect::Reshuffle => ("山札と捨て札を混ぜる", "shuffle pile and discards together"),
            Effect::AdvancePalace => ("殿内の太監がすべて進む", "all palace eunuchs advance"),
            Effect::AdvancePalaceOwn => ("殿内の自分の太監が進む", "your palace eunuchs advance"),
            Effect::BanishOpponent => {
                ("殿内の相手の太監が手元に戻る", "the opponent's palace eunuchs return to the hand")
            }
        }
        .into()
    }
}
