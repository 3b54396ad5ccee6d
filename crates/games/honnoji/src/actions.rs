//! The actions of players, with their notation, indices and sub-actions.

use zashiki_core::{
    FactoredAction, IllegalAction, LocalizedText, Seat, SubActionKind, plural, text,
};

use crate::components::Icon;
use crate::config::Config;
use crate::face::{Cards, Face, MAX_COUNT};
use crate::glossary::capital;
use crate::grid::{Cell, EDGE, LaidCard, Layout, MAX_LAID};
use crate::layout_effects::{Order, Orders};

/// The action cards that a recovery with an index may contain, each with its maximum number of
/// copies in one recovery. These maximums are at least the counts in the built-in components.
const INDEXED: [(Face, u8); 4] = {
    let [katana, gun, ranmaru, mitsuhide] = Face::OWN_ACTIONS;
    [(katana, 4), (gun, 4), (ranmaru, 2), (mitsuhide, 2)]
};

/// A decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Declares this layout. Notation: `lay crest@0:0 2@0:1`, `lay nothing`.
    Lay(Layout),
    /// Takes a card from a square shared with other pawns. Notation: `take tsukumo`.
    Take(Face),
    /// Steals an exposed card of the victim. Notation: `steal koban`.
    Steal(Face),
    /// Discards an exposed card on a fire square. Notation: `burn koban`.
    Burn(Face),
    /// Takes these exposed cards back to the hand. Notation: `recover 2 3 katana`, `recover
    /// nothing`.
    Recover(Cards),
}

use Action::*;

// First index of each category of actions.
const STEAL: usize = Face::COUNT;
const BURN: usize = STEAL + Face::COUNT;
const RECOVER: usize = BURN + Face::COUNT;
/// Number of recoveries that have an index: every set of number cards, combined with every
/// selection of the action cards in [`INDEXED`].
const RECOVERIES: usize = {
    let (mut sets, mut place) = (1 << Face::NUMBERS.len(), 0);
    while place < INDEXED.len() {
        sets *= INDEXED[place].1 as usize + 1;
        place += 1;
    }
    sets
};

// Indices into `SUB_ACTIONS`.
const WHAT: usize = 0;
const CARD: usize = 1;
const X: usize = 2;
const Y: usize = 3;
const NUMBER: usize = 4;
/// Value of the sub-action `card` that ends the sequence of cards.
const NO_MORE: usize = Face::COUNT;
/// Number of columns, and of rows, of the placement area.
const CELLS: usize = 2 * EDGE as usize + 1;

impl zashiki_core::Action for Action {
    const SUB_ACTIONS: &'static [SubActionKind] = &[
        SubActionKind {
            name: "what",
            size: 5,
            meaning: "The kind of action: lay cards, take a card, steal a card, burn a card, recover cards.",
        },
        SubActionKind {
            name: "card",
            size: Face::COUNT + 1,
            meaning: "The card by its face; the last number ends the list of cards.",
        },
        SubActionKind {
            name: "x",
            size: CELLS,
            meaning: "The column of the card from left to right; 15 is the middle.",
        },
        SubActionKind {
            name: "y",
            size: CELLS,
            meaning: "The row of the card, away from its owner; 15 is the middle.",
        },
        SubActionKind {
            name: "number",
            size: MAX_COUNT as usize + 1,
            meaning: "The number of cards with this face to recover.",
        },
    ];

    /// Writes the sub-actions of the action. A layout is a sequence of cards, each with its cell; a
    /// recovery is a sequence of cards, each with the number of its copies.
    fn sub_actions(self, _: Seat, to: &mut FactoredAction) {
        match self {
            Lay(layout) => {
                to.add([(WHAT, 0)]);
                for LaidCard { face, cell } in layout.iter() {
                    to.push(CARD, face.index());
                    to.push(X, (cell.x() + EDGE) as usize);
                    to.push(Y, (cell.y() + EDGE) as usize);
                }
                to.push(CARD, NO_MORE);
            }
            Take(face) => to.add([(WHAT, 1), (CARD, face.index())]),
            Steal(face) => to.add([(WHAT, 2), (CARD, face.index())]),
            Burn(face) => to.add([(WHAT, 3), (CARD, face.index())]),
            Recover(cards) => {
                to.add([(WHAT, 4)]);
                for face in cards.kinds() {
                    to.push(CARD, face.index());
                    to.push(NUMBER, cards.count(face).into());
                }
                to.push(CARD, NO_MORE);
            }
        }
    }

    /// Number of action indices.
    const COUNT: usize = RECOVER + RECOVERIES;
    const ALL_INDEXED: bool = false;

    /// The stable index of an action. Layouts have none, nor have recoveries that are impossible
    /// with the built-in components.
    fn index(self) -> Option<usize> {
        match self {
            Lay(_) => None,
            Take(face) => Some(face.index()),
            Steal(face) => Some(STEAL + face.index()),
            Burn(face) => Some(BURN + face.index()),
            Recover(cards) => {
                let mut index = 0;
                for (face, most) in INDEXED {
                    if cards.count(face) > most {
                        return None;
                    }
                    index = index * (usize::from(most) + 1) + usize::from(cards.count(face));
                }
                for face in Face::NUMBERS {
                    if cards.count(face) > 1 {
                        return None;
                    }
                    index = index * 2 + usize::from(cards.count(face));
                }
                let rest = cards.only(Cards::NUMBERS).plus(cards.only(Cards::OWN_ACTIONS));
                (rest == cards).then_some(RECOVER + index)
            }
        }
    }

    /// The action with this index.
    fn from_index(index: usize) -> Option<Action> {
        Some(match index {
            0..STEAL => Take(Face::ALL[index]),
            STEAL..BURN => Steal(Face::ALL[index - STEAL]),
            BURN..RECOVER => Burn(Face::ALL[index - BURN]),
            RECOVER..Action::COUNT => {
                let mut rest = index - RECOVER;
                let mut cards = Cards::NONE;
                for face in Face::NUMBERS.into_iter().rev() {
                    (0..rest % 2).for_each(|_| cards.add(face));
                    rest /= 2;
                }
                for (face, most) in INDEXED.into_iter().rev() {
                    let counts = usize::from(most) + 1;
                    (0..rest % counts).for_each(|_| cards.add(face));
                    rest /= counts;
                }
                Recover(cards)
            }
            _ => return None,
        })
    }

    /// Parses the notation.
    ///
    /// # Errors
    /// Returns `T-3` for text that is no notation, `H-38` for a layout with more cards than any hand
    /// has, and `H-40` for a card that is rotated or outside the placement area.
    fn parse(notation: &str) -> Result<Action, IllegalAction> {
        let unknown = || IllegalAction::unknown_action(notation, "lay crest@0:0 3@0:1");
        let mut words = notation.split_whitespace();
        let verb = words.next().ok_or_else(unknown)?;
        let rest: Vec<&str> = words.collect();
        match (verb, &rest[..]) {
            ("lay", ["nothing"]) => Ok(Lay(Layout::EMPTY)),
            ("lay", [_, ..]) => {
                let cards: Result<Vec<LaidCard>, Refused> =
                    rest.iter().map(|word| read_card(word)).collect();
                let cards = cards.map_err(|refused| match refused {
                    Refused::Unreadable => unknown(),
                    Refused::Because(illegal) => illegal,
                })?;
                Layout::new(&cards).map(Lay).ok_or_else(too_many_cards)
            }
            ("take", [face]) => Face::from_word(face).map(Take).ok_or_else(unknown),
            ("steal", [face]) => Face::from_word(face).map(Steal).ok_or_else(unknown),
            ("burn", [face]) => Face::from_word(face).map(Burn).ok_or_else(unknown),
            ("recover", ["nothing"]) => Ok(Recover(Cards::NONE)),
            ("recover", [_, ..]) => {
                let faces: Option<Vec<Face>> =
                    rest.iter().map(|word| Face::from_word(word)).collect();
                faces.and_then(|faces| Cards::gather(&faces)).map(Recover).ok_or_else(unknown)
            }
            _ => Err(unknown()),
        }
    }
}

impl Action {
    /// The orders of a layout; `None` for other actions, which are fully described by their
    /// notation.
    pub(crate) fn orders(self, config: &Config) -> Option<Vec<Order>> {
        let Action::Lay(layout) = self else { return None };
        Some(Orders::read(&layout, &config.icons).each().collect())
    }

    /// The label for players. The label of a layout begins with its orders, so that layouts with
    /// equal orders sort together; its cards follow.
    pub(crate) fn label(self, config: &Config) -> LocalizedText {
        match self {
            Action::Lay(layout) if layout.is_empty() => {
                LocalizedText::fixed("何も伏せない", "Lay no cards")
            }
            Action::Lay(layout) => {
                let cards = config.names(layout.cards());
                let orders = orders_of(Orders::read(&layout, &config.icons));
                let orders = LocalizedText::new(orders.ja, capital(&orders.en));
                text!("{orders}({cards})", "{orders} ({cards})", orders, cards)
            }
            Action::Take(face) => {
                text!("{card}を拾得する", "Pick up: {card}", card = config.name(face))
            }
            Action::Steal(face) => {
                text!("{card}を奪う", "Steal: {card}", card = config.name(face))
            }
            Action::Burn(face) => {
                text!("{card}を捨てる", "Discard: {card}", card = config.name(face))
            }
            Action::Recover(Cards::NONE) => {
                LocalizedText::fixed("何も戻さない", "Take no cards back")
            }
            Action::Recover(cards) => text!(
                "{count}枚を手札に戻す: {cards}",
                "Take back {count}: {cards}",
                count = plural(cards.len(), "card", "cards"),
                cards = config.names(cards)
            ),
        }
    }
}

/// The orders of a layout as a list: "move to 2, sword attack on 4".
pub(crate) fn orders_of(orders: Orders) -> LocalizedText {
    let parts = orders.each().map(|Order(icon, number)| match icon {
        Icon::Move => text!("{number}へ移動", "move to {number}"),
        Icon::Sword | Icon::Gun => text!("{number}へ{icon}", "{icon} on {number}", icon),
        Icon::Recover => text!(
            "{number}枚まで手札に戻す",
            "take back up to {number}",
            number = plural(number, "card", "cards")
        ),
    });
    let parts: Vec<LocalizedText> = parts.collect();
    if parts.is_empty() {
        return LocalizedText::fixed("指定なし", "no orders");
    }
    LocalizedText::new(zashiki_core::names(&parts).ja, zashiki_core::list(&parts).en)
}

/// The reason why the notation of a card is refused.
enum Refused {
    /// The text is not valid notation.
    Unreadable,
    /// The text is notation of something that the rules forbid.
    Because(IllegalAction),
}

/// Parses a card of a layout, such as `crest@0:0`.
fn read_card(word: &str) -> Result<LaidCard, Refused> {
    let (face, place) = word.split_once('@').ok_or(Refused::Unreadable)?;
    let face = Face::from_word(face).ok_or(Refused::Unreadable)?;
    let numbers: Option<Vec<i32>> = place.split(':').map(|number| number.parse().ok()).collect();
    match numbers.as_deref() {
        Some([x, y]) => {
            let [x, y] = [i8::try_from(*x), i8::try_from(*y)].map(|n| n.unwrap_or(i8::MAX));
            let cell = Cell::new(x, y).ok_or_else(|| Refused::Because(outside(face)))?;
            Ok(LaidCard { face, cell })
        }
        Some([_, _, _]) => Err(Refused::Because(turned(face))),
        _ => Err(Refused::Unreadable),
    }
}

fn turned(face: Face) -> IllegalAction {
    IllegalAction::new(
        "H-40",
        text!(
            "{face} を回して置くことはできません。天地を守って、「{face}@横:縦」と書いてください。",
            "{face} cannot be rotated; place it upright: \"{face}@x:y\"."
        ),
    )
}

fn outside(face: Face) -> IllegalAction {
    IllegalAction::new(
        "H-40",
        text!(
            "{face} が伏せ場の外です。横も縦も −{EDGE}〜{EDGE} の範囲に置いてください。",
            "{face} lies outside the placement area; place it within -{EDGE} to {EDGE} both ways."
        ),
    )
}

fn too_many_cards() -> IllegalAction {
    IllegalAction::new(
        "H-38",
        text!(
            "手札が{MAX_LAID}枚より多くなることはありません。手札にある札だけを配置してください。",
            "A hand never has more than {MAX_LAID} cards; place only cards from your hand."
        ),
    )
}

impl std::fmt::Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Lay(layout) => write!(f, "lay {layout}"),
            Take(face) => write!(f, "take {face}"),
            Steal(face) => write!(f, "steal {face}"),
            Burn(face) => write!(f, "burn {face}"),
            Recover(cards) if cards.is_empty() => f.write_str("recover nothing"),
            Recover(cards) => {
                f.write_str("recover")?;
                cards.iter().try_for_each(|face| write!(f, " {face}"))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use zashiki_core::Action as _;

    use super::*;

    #[test]
    fn index_and_notation_name_each_action_once() {
        for index in 0..Action::COUNT {
            let action = Action::from_index(index).expect("every index is an action");
            assert_eq!(action.index(), Some(index));
            assert_eq!(Action::parse(&action.to_string()), Ok(action));
        }
        assert_eq!(Action::from_index(Action::COUNT), None);
        assert_eq!(Lay(Layout::EMPTY).index(), None);
        assert_eq!(Recover(Cards::one(Face::KOBAN)).index(), None);
    }

    #[test]
    fn the_notation_is_the_documented_one() {
        for text in [
            "lay crest@0:0 2@0:1 katana@-15:15",
            "lay nothing",
            "take tsukumo",
            "steal koban",
            "burn koban",
            "recover 2 3 katana katana",
            "recover nothing",
        ] {
            assert_eq!(Action::parse(text).unwrap().to_string(), text);
        }
        let turned_round = Action::parse("lay 2@0:1 crest@0:0").unwrap();
        assert_eq!(turned_round.to_string(), "lay crest@0:0 2@0:1");
    }

    #[test]
    fn what_is_not_notation_is_refused() {
        for (text, rule) in [
            ("", "T-3"),
            ("lay", "T-3"),
            ("lay crest", "T-3"),
            ("lay crest@0", "T-3"),
            ("lay crest@a:b", "T-3"),
            ("lay nothing nothing", "T-3"),
            ("lay crest@0:0 nothing", "T-3"),
            ("lay 6@0:0", "T-3"),
            ("lay 2@0:0:1", "H-40"),
            ("lay 2@0:16", "H-40"),
            ("lay 2@-1000:0", "H-40"),
            ("lay 2@0:99999999999999999999", "T-3"),
            ("take", "T-3"),
            ("take koban koban", "T-3"),
            ("burn nothing", "T-3"),
            ("recover", "T-3"),
            ("recover 6", "T-3"),
        ] {
            let refused = Action::parse(text).unwrap_err();
            assert_eq!(refused.rule.0, rule, "{text}");
        }
        let many = format!("lay{}", " 2@0:0".repeat(24));
        assert_eq!(Action::parse(&many).unwrap_err().rule.0, "H-38");
    }
}
