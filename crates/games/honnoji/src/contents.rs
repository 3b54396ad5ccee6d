//! What people are told of the components: every card with its name and what it does, icons and
//! phases, each with the rules that speak of it. Pages show these words and have none of their
//! own.

use serde::Serialize;
use table::Text;
use ts_rs::TS;

use crate::components::{CardSpec, Components, Icon, IconSpec, Known};
use crate::events::icon_name;
use crate::face::{Face, Kind};
use crate::view::Phase;

/// A card of the components.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct CardContents {
    /// Its face, as in notations.
    pub face: Face,
    /// What it is for.
    pub kind: Kind,
    /// What it is called.
    pub name: Text,
    /// What it does.
    pub does: Text,
    /// The rules that say so.
    pub rules: Vec<&'static str>,
    /// How many there are: of basic cards and the koban for each player, of the others in the
    /// deck.
    pub count: u8,
    /// How many points one is worth.
    pub points: u8,
    /// Its icons.
    pub icons: Vec<IconSpec>,
    /// How we know that there are such cards, and how many.
    pub source: Known,
    /// How we know points and icons.
    pub print: Known,
}

/// What an icon is called.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct IconContents {
    /// Which.
    pub icon: Icon,
    /// Its name.
    pub name: Text,
    /// The rule that says what it orders.
    pub rule: &'static str,
}

/// What a phase is called.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct PhaseContents {
    /// Which.
    pub phase: Phase,
    /// Its name.
    pub name: Text,
    /// The rule that says what happens in it.
    pub rule: &'static str,
}

/// The components in words.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct Contents {
    /// Always `honnoji`.
    pub game: &'static str,
    /// Every card there is, in the order of the faces.
    pub card: Vec<CardContents>,
    /// The icons.
    pub icon: Vec<IconContents>,
    /// The phases of a round, in order.
    pub phase: Vec<PhaseContents>,
}

impl Contents {
    /// The components in words.
    pub fn of(components: &Components) -> Contents {
        let mut card: Vec<CardContents> =
            components.card.iter().filter(|card| card.count > 0).map(told).collect();
        card.sort_by_key(|card| card.face);
        let icon =
            Icon::ALL.map(|icon| IconContents { icon, name: icon_name(icon), rule: rule_of(icon) });
        let phase = PHASES.map(|(phase, name, rule)| PhaseContents { phase, name, rule });
        Contents { game: "honnoji", card, icon: icon.into(), phase: phase.into() }
    }
}

/// The phases of a round (H-19).
const PHASES: [(Phase, Text, &str); 9] = [
    (Phase::Preparation, Text::fixed("準備", "Preparation"), "H-23"),
    (Phase::Decision, Text::fixed("行動決定", "Decision"), "H-35"),
    (Phase::Movement, Text::fixed("移動", "Movement"), "H-61"),
    (Phase::PickUp, Text::fixed("拾得", "Pick-up"), "H-80"),
    (Phase::Attack, Text::fixed("攻撃", "Attack"), "H-94"),
    (Phase::Fire, Text::fixed("火ノ手", "Fire"), "H-112"),
    (Phase::Recovery, Text::fixed("回復", "Recovery"), "H-118"),
    (Phase::Exhaustion, Text::fixed("消耗", "Exhaustion"), "H-126"),
    (Phase::RoundEnd, Text::fixed("終了", "Round end"), "H-134"),
];

const fn rule_of(icon: Icon) -> &'static str {
    match icon {
        Icon::Move => "H-61",
        Icon::Sword => "H-95",
        Icon::Gun => "H-98",
        Icon::Recover => "H-118",
    }
}

fn told(card: &CardSpec) -> CardContents {
    let (does, rules) = does(card);
    CardContents {
        face: card.face,
        kind: card.kind,
        name: card.name.text(),
        does,
        rules,
        count: card.count,
        points: card.points,
        icons: card.icons.clone(),
        source: card.source,
        print: card.print,
    }
}

/// What a card does, in words, and the rules.
fn does(card: &CardSpec) -> (Text, Vec<&'static str>) {
    match card.kind {
        Kind::Crest => {
            let (ja, en) = carried(&card.icons);
            (
                Text::new(
                    format!("{ja}。配置しても必ず手札に戻る。"),
                    format!("{en}. It always returns to the hand."),
                ),
                vec!["H-45", "H-126"],
            )
        }
        Kind::Number => (
            Text::fixed(
                "アイコンの方向の先に置くと、その数字を指定する。続けて置くと足される(5まで)。",
                "In the direction of an icon it designates its number. Numbers in a row are added, up to 5.",
            ),
            vec!["H-46", "H-51", "H-52"],
        ),
        Kind::Treasure => {
            let (what_ja, what_en) = card.what.as_ref().map_or(Default::default(), |what| {
                (format!("({})", what.ja), format!(" ({})", what.en))
            });
            (
                Text::new(
                    format!(
                        "名物札{what_ja}。手札に加えることはできず、奪われたり火ノ手で捨てたりすることがある。"
                    ),
                    format!(
                        "A treasure{what_en}. It never comes to a hand, and where it is exposed it may be stolen or lost to fire."
                    ),
                ),
                vec!["H-103", "H-112", "H-120"],
            )
        }
        Kind::Weapon | Kind::Person => {
            let (kind_ja, kind_en) = if card.kind == Kind::Weapon {
                ("武器札", "A weapon")
            } else {
                ("人物札", "A person")
            };
            let (ja, en) = carried(&card.icons);
            let moves = card.icons.iter().any(|spec| spec.icon == Icon::Move);
            let (more_ja, more_en) = if moves {
                ("移動を1回増やせる。", " It can add a step to a move.")
            } else {
                ("", "")
            };
            let mut rules = vec!["H-121"];
            rules.extend(card.icons.iter().map(|spec| match spec.icon {
                Icon::Move => "H-69",
                icon => rule_of(icon),
            }));
            (
                Text::new(
                    format!("{kind_ja}。{ja}。{more_ja}回復して手札に加えると使える。"),
                    format!(
                        "{kind_en}. {en}.{more_en} It can be placed once it is recovered to the hand."
                    ),
                ),
                rules,
            )
        }
        Kind::Fire => (
            Text::fixed(
                "置かれたマスは火ノ手マスになる。そのマスの札は拾得できず、そこにいる人は1枚捨てる。",
                "Its square becomes a fire square for the round: nothing can be picked up there, and players who stand there discard a card.",
            ),
            vec!["H-29", "H-92", "H-112", "H-134"],
        ),
    }
}

/// The icons a card has, in words.
fn carried(icons: &[IconSpec]) -> (String, String) {
    let names = || icons.iter().map(|spec| icon_name(spec.icon));
    if icons.is_empty() {
        return ("アイコンはない".to_owned(), "It has no icons".to_owned());
    }
    let ja: Vec<String> = names().map(|name| name.ja.into_owned()).collect();
    let en: Vec<String> = names().map(|name| name.en.into_owned()).collect();
    (format!("{}のアイコンを持つ", ja.join("・")), format!("Icons: {}", en.join(", ")))
}
