//! The form of a components file.

use std::sync::LazyLock;

use zashiki_core::{
    ComponentChoice, ComponentField as Field, ComponentGroup as Group, ComponentsSchema, Localize,
    LocalizedText, choices, read_toml, text,
};

use super::{Components, Icon, MAX_NAME, MAX_POINTS};
use crate::assets::COMPONENTS;
use crate::face::{Face, Kind, MAX_COUNT};
use crate::grid::Direction;
use crate::limits::MAX_ICONS;

/// The form of a components file of the game.
pub(super) fn schema() -> &'static ComponentsSchema {
    static SCHEMA: LazyLock<ComponentsSchema> = LazyLock::new(build);
    &SCHEMA
}

fn build() -> ComponentsSchema {
    let all = || Face::ALL.into_iter();
    let words = |faces: &mut dyn Iterator<Item = Face>| faces.map(Face::word).collect::<Vec<_>>();
    let numbers = words(&mut all().filter(|face| face.number().is_some()));
    let single = words(&mut all().filter(|face| face.is_basic() || *face == Face::KOBAN));
    let several = words(&mut all().filter(|face| !face.is_basic() && *face != Face::KOBAN));
    let free: Vec<&str> =
        several.iter().copied().filter(|word| *word != Face::FIRE.word()).collect();
    let kind = |kinds: &[Kind], faces: Vec<&'static str>| {
        Field::choice("kind", ("種類", "kind"), choices(kinds.iter().copied())).when("face", faces)
    };
    let count = |name, range, faces| Field::number("count", name, range).when("face", faces);
    let icon = [
        Field::choice("icon", ("アイコン", "icon"), choices(Icon::ALL)),
        Field::choice("direction", ("向き", "direction"), choices(Direction::ALL)),
    ];
    let cards = Group::list(
        "card",
        ("札", "cards"),
        ("札", "card"),
        Face::NUMBERS.len() + 2..=Face::COUNT,
        Some("face"),
    )
    .fields([
        Field::choice("face", ("札の記号", "token"), faces()).hint((
            "棋譜に書かれる記号です。箱だけにある札には追加の札を使います。",
            "The token in notation. For cards of your box alone, use an additional card.",
        )),
        kind(&[Kind::Crest], vec![Face::CREST.word()]),
        kind(&[Kind::Number], numbers),
        kind(&[Kind::Treasure], vec![Face::KOBAN.word()]),
        kind(&[Kind::Fire], vec![Face::FIRE.word()]),
        kind(&[Kind::Treasure, Kind::Weapon, Kind::Person], free),
        Field::localized("name", ("名前", "name"), MAX_NAME),
        Field::localized("what", ("品物の種類", "kind of object"), MAX_NAME)
            .optional()
            .when("kind", [Kind::Treasure.word()]),
        count(("各自の枚数", "copies of each player"), 1..=1, single),
        count(("山札の枚数", "copies in the deck"), 0..=i64::from(MAX_COUNT), several),
        Field::number("points", ("得点", "points"), 0..=MAX_POINTS),
        Field::records("icons", ("アイコン", "icons"), ("アイコン", "icon"), MAX_ICONS, icon)
            .or(serde_json::json!([]))
            .when("kind", [Kind::Crest, Kind::Weapon, Kind::Person].map(Kind::word)),
        Field::source_as(
            "source",
            ("種類と枚数の出典", "source of kind and count"),
            ["face", "kind", "name", "what", "count"],
        ),
        Field::source_as(
            "print",
            ("得点とアイコンの出典", "source of points and icons"),
            ["points", "icons"],
        ),
    ])
    .rule((
        "山札は小判のほかの名物札、行動札、火ノ手札で25枚です。",
        "The deck (treasures but the koban, action and fire cards) has 25 cards.",
    ))
    .rule((
        "行動札(武器札と人物札)は合わせて17枚までです。",
        "There are 17 action cards (weapons and persons) at most.",
    ))
    .rule(("家紋札には移動のアイコンがあります。", "The crest has a move icon."));
    ComponentsSchema { game: "honnoji", groups: vec![cards] }
}

/// All faces, named by the built-in components.
fn faces() -> Vec<ComponentChoice> {
    let own: Components =
        read_toml(COMPONENTS, "components.toml").expect("the built-in file is valid");
    let choice = |face: Face| {
        let name = match own.of(face) {
            Some(card) => card.name.name(),
            None => {
                let number = face.word().trim_start_matches("card").to_owned();
                text!("追加の札{number}", "additional card {number}")
            }
        };
        ComponentChoice::new(face.word(), name)
    };
    Face::ALL.into_iter().map(choice).collect()
}

impl Localize for Kind {
    fn name(&self) -> LocalizedText {
        match self {
            Kind::Crest => ("家紋札", "crest"),
            Kind::Number => ("数字札", "number card"),
            Kind::Treasure => ("名物札", "treasure"),
            Kind::Weapon => ("武器札", "weapon"),
            Kind::Person => ("人物札", "person"),
            Kind::Fire => ("火ノ手札", "fire card"),
        }
        .into()
    }
}
