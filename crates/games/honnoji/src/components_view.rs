//! The components as shown to players: cards, icons and phases with their names, effects and rules.
//! The page displays these texts and has none of its own.

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{Localize, LocalizedText, Provenance, RuleId, Term, text};

use crate::assets::ASSETS;
use crate::components::{CardSpec, Components, Icon, IconSpec};
use crate::face::{Face, Kind};
use crate::types::Phase;

/// A card as shown to players.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct CardContents {
    /// The face of the card, as in notation.
    pub face: Face,
    /// The kind of card.
    pub kind: Kind,
    /// The name of the card.
    pub name: LocalizedText,
    /// Description of the card's effect.
    pub does: LocalizedText,
    /// Ids of the rules about the card's effect.
    pub rules: Vec<&'static str>,
    /// Number of copies: of basic cards and the koban for each seat, of all others in the deck.
    pub count: u8,
    /// Points of each copy.
    pub points: u8,
    /// The icons printed on the card.
    pub icons: Vec<IconSpec>,
    /// The evidence for the existence and the number of these cards.
    pub source: Provenance,
    /// The evidence for the points and icons of these cards.
    pub print: Provenance,
}

/// An icon as shown to players.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct IconContents {
    /// The icon that this entry describes.
    pub icon: Icon,
    /// The name of the icon.
    pub name: LocalizedText,
    /// Ids of the rules about the icon's effect.
    #[ts(as = "Vec<RuleId>")]
    pub rules: Vec<String>,
}

/// A phase as shown to players.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct PhaseContents {
    /// The phase that this entry describes.
    pub phase: Phase,
    /// The name of the phase.
    pub name: LocalizedText,
    /// Ids of the rules about the phase.
    #[ts(as = "Vec<RuleId>")]
    pub rules: Vec<String>,
}

/// All components as shown to players.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "honnoji.ts")]
pub struct Contents {
    /// The game's id, always `honnoji`.
    pub game: &'static str,
    /// All cards, in the order of the faces.
    pub card: Vec<CardContents>,
    /// All icons, in the order of [`Icon::ALL`].
    pub icon: Vec<IconContents>,
    /// The phases of a round, in order.
    pub phase: Vec<PhaseContents>,
}

impl Contents {
    /// Describes `components` for players.
    pub fn of(components: &Components) -> Contents {
        let mut card: Vec<CardContents> =
            components.card.iter().filter(|card| card.count > 0).map(card_contents).collect();
        card.sort_by_key(|card| card.face);
        let icon = Icon::ALL.map(|icon| {
            let Term { name, rules, .. } = icon.term().clone();
            IconContents { icon, name, rules }
        });
        let phase = PHASES.map(|(phase, key)| {
            let Term { name, rules, .. } = ASSETS.glossary().term(key).clone();
            PhaseContents { phase, name, rules }
        });
        Contents { game: "honnoji", card, icon: icon.into(), phase: phase.into() }
    }
}

/// The phases of a round (H-19) with their keys in the glossary.
const PHASES: [(Phase, &str); 9] = [
    (Phase::Preparation, "phase_preparation"),
    (Phase::Decision, "phase_decision"),
    (Phase::Movement, "phase_movement"),
    (Phase::PickUp, "phase_pick_up"),
    (Phase::Attack, "phase_attack"),
    (Phase::Fire, "phase_fire"),
    (Phase::Recovery, "phase_recovery"),
    (Phase::Exhaustion, "phase_exhaustion"),
    (Phase::RoundEnd, "phase_round_end"),
];

fn card_contents(card: &CardSpec) -> CardContents {
    let (does, rules) = does(card);
    CardContents {
        face: card.face,
        kind: card.kind,
        name: card.name.name(),
        does,
        rules,
        count: card.count,
        points: card.points,
        icons: card.icons.clone(),
        source: card.source,
        print: card.print,
    }
}

/// Description of a card's effect, and the ids of the rules about it.
fn does(card: &CardSpec) -> (LocalizedText, Vec<&'static str>) {
    match card.kind {
        Kind::Crest => {
            let icons = carried(&card.icons);
            (
                text!(
                    "{icons}。伏せても必ず手札に戻ります。",
                    "{icons}. It always returns to your hand.",
                    icons
                ),
                vec!["H-45", "H-126"],
            )
        }
        Kind::Number => (
            LocalizedText::fixed(
                "アイコンの方向の先に置くと、その数字を指定します。続けて置くと足されます(5まで)。",
                "Next to an icon, on the side that it points to, it names the square or the number of cards. Numbers in a row are added, up to 5.",
            ),
            vec!["H-46", "H-51", "H-52"],
        ),
        Kind::Treasure => {
            let what = match &card.what {
                Some(what) => text!("({what})", " ({what})", what),
                None => LocalizedText::fixed("", ""),
            };
            (
                text!(
                    "名物札{what}。手札には入りません。晒し場で奪われたり、火ノ手で失ったりすることがあります。",
                    "A treasure{what}. It always stays exposed, where it may be stolen or lost to fire.",
                    what
                ),
                vec!["H-103", "H-112", "H-120"],
            )
        }
        Kind::Weapon | Kind::Person => {
            let kind = if card.kind == Kind::Weapon {
                LocalizedText::fixed("武器札", "A weapon")
            } else {
                LocalizedText::fixed("人物札", "A person")
            };
            let moves = card.icons.iter().any(|spec| spec.icon == Icon::Move);
            let more = if moves {
                LocalizedText::fixed("移動を1回増やせます。", " It can add a step to a move.")
            } else {
                LocalizedText::fixed("", "")
            };
            let mut rules = vec!["H-121"];
            rules.extend(card.icons.iter().map(|spec| match spec.icon {
                Icon::Move => "H-69",
                icon => &icon.term().rules[0],
            }));
            (
                text!(
                    "{kind}。{icons}。{more}回復で手札に加えると使えます。",
                    "{kind}. {icons}.{more} Once you have taken it into your hand, you can lay it.",
                    kind,
                    icons = carried(&card.icons),
                    more
                ),
                rules,
            )
        }
        Kind::Fire => (
            LocalizedText::fixed(
                "置かれたマスは火ノ手マスになります。そのマスの札は拾得できず、そこにいる人は1枚失います。",
                "Its square burns for the round: nothing can be picked up there, and everybody there loses a card.",
            ),
            vec!["H-29", "H-92", "H-112", "H-134"],
        ),
    }
}

/// A sentence that names the icons of a card.
fn carried(icons: &[IconSpec]) -> LocalizedText {
    if icons.is_empty() {
        return LocalizedText::fixed("アイコンはありません", "It has no icons");
    }
    let icons = || icons.iter().map(|spec| spec.icon);
    let names = LocalizedText::new(zashiki_core::names(icons()).ja, zashiki_core::list(icons()).en);
    text!("{names}のアイコンがあります", "Icons: {names}", names)
}
