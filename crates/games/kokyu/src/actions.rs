//! What a player can decide, its notation and its index.

use zashiki_core::{FactoredAction, IllegalAction, LocalizedText, Seat, SubActionKind, text};

use crate::components::Components;
use crate::glossary::word;
use crate::limits::{CARDS, MAX_PALACE};

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// `place 5`, `place 5 strong`: put a eunuch from the hand on a card.
    Place {
        /// The card as an index from 0.
        card: u8,
        /// Whether the eunuch shows its strong side.
        strong: bool,
    },
    /// `fly 7`: 飛 to the seat's eunuch on that card.
    Fly {
        /// The card as an index from 0.
        card: u8,
    },
    /// `move`: advance the consort rather than draw.
    Move,
    /// `draw`: draw 策謀 cards rather than advance.
    Draw,
    /// `activate 3`, `activate 3 strong`: execute this palace eunuch next.
    Activate {
        /// The palace square from 0.
        square: u8,
        /// Whether the eunuch shows its strong side.
        strong: bool,
    },
    /// `take player`: with the stock empty, take the opponent's point.
    TakePlayer,
    /// `take kohi`: with the stock empty, take 香妃's point.
    TakeKohi,
}

use Action::*;

const FLY: usize = 2 * CARDS;
const WAY: usize = FLY + CARDS;
const ACTIVATE: usize = WAY + 2;
const DRAW: usize = WAY + 1;
const TAKE: usize = ACTIVATE + 2 * MAX_PALACE;
const TAKE_KOHI: usize = TAKE + 1;

// The places of the factors, and what is done.
const WHAT: usize = 0;
const CARD: usize = 1;
const SQUARE: usize = 2;
const SIDE: usize = 3;

impl zashiki_core::Action for Action {
    const SUB_ACTIONS: &'static [SubActionKind] = &[
        SubActionKind {
            name: "what",
            size: 7,
            meaning: "Place a eunuch, fly, advance the consort, draw plot cards, execute a palace eunuch, take a point from the opponent, or from Xiang Fei.",
        },
        SubActionKind { name: "card", size: CARDS, meaning: "The card of the Forbidden City." },
        SubActionKind { name: "square", size: MAX_PALACE, meaning: "The palace square." },
        SubActionKind { name: "side", size: 2, meaning: "Whether the eunuch is weak or strong." },
    ];

    fn sub_actions(self, _: Seat, to: &mut FactoredAction) {
        let flag = usize::from;
        match self {
            Place { card, strong } => {
                to.add([(WHAT, 0), (CARD, card.into()), (SIDE, flag(strong))])
            }
            Fly { card } => to.add([(WHAT, 1), (CARD, card.into())]),
            Move => to.add([(WHAT, 2)]),
            Draw => to.add([(WHAT, 3)]),
            Activate { square, strong } => {
                to.add([(WHAT, 4), (SQUARE, square.into()), (SIDE, flag(strong))])
            }
            TakePlayer => to.add([(WHAT, 5)]),
            TakeKohi => to.add([(WHAT, 6)]),
        }
    }

    /// How many indices there are.
    const COUNT: usize = TAKE + 2;

    /// The stable index: places by card and side, flights, move, draw, activations by
    /// square and side, take player, take kohi.
    fn index(self) -> Option<usize> {
        Some(match self {
            Place { card, strong } => 2 * card as usize + strong as usize,
            Fly { card } => FLY + card as usize,
            Move => WAY,
            Draw => DRAW,
            Activate { square, strong } => ACTIVATE + 2 * square as usize + strong as usize,
            TakePlayer => TAKE,
            TakeKohi => TAKE_KOHI,
        })
    }

    /// The action with this index.
    fn from_index(index: usize) -> Option<Action> {
        Some(match index {
            0..FLY => Place { card: (index / 2) as u8, strong: index % 2 == 1 },
            FLY..WAY => Fly { card: (index - FLY) as u8 },
            WAY => Move,
            DRAW => Draw,
            ACTIVATE..TAKE => {
                let rest = index - ACTIVATE;
                Activate { square: (rest / 2) as u8, strong: rest % 2 == 1 }
            }
            TAKE => TakePlayer,
            TAKE_KOHI => TakeKohi,
            _ => return None,
        })
    }

    /// Reads the notation.
    ///
    /// # Errors
    /// `T-3` if the text is not valid notation.
    fn parse(notation: &str) -> Result<Action, IllegalAction> {
        let words: Vec<&str> = notation.split_whitespace().collect();
        let parsed = match words[..] {
            ["place", card] => card_index(card).map(|card| Place { card, strong: false }),
            ["place", card, "strong"] => card_index(card).map(|card| Place { card, strong: true }),
            ["fly", card] => card_index(card).map(|card| Fly { card }),
            ["move"] => Some(Move),
            ["draw"] => Some(Draw),
            ["activate", square] => {
                square_index(square).map(|square| Activate { square, strong: false })
            }
            ["activate", square, "strong"] => {
                square_index(square).map(|square| Activate { square, strong: true })
            }
            ["take", "player"] => Some(TakePlayer),
            ["take", "kohi"] => Some(TakeKohi),
            _ => None,
        };
        parsed.ok_or_else(|| IllegalAction::unknown_action(notation, "place 5"))
    }
}

impl Action {
    /// The action in words.
    pub(crate) fn label(self, components: &Components) -> LocalizedText {
        let eunuch = |strong| word(if strong { "strong_eunuch" } else { "eunuch" });
        let icon = |card: u8| components.cards[usize::from(card)].icon;
        match self {
            Place { card, strong } => text!(
                "{number}番「{icon}」に{eunuch}を置く",
                "Place a {eunuch} on card {number}, {icon}",
                number = card + 1,
                icon = icon(card),
                eunuch = eunuch(strong)
            ),
            Fly { card } => text!(
                "{number}番「{icon}」へ飛ばす",
                "Fly to card {number}, {icon}",
                number = card + 1,
                icon = icon(card)
            ),
            Move => text!("貴妃を進める", "Advance the consort"),
            Draw => text!("策謀カードを引く", "Draw plot cards"),
            Activate { square, strong } => text!(
                "「{square}」の{eunuch}のマスを実行する",
                "Carry out {square} for the {eunuch} on it",
                square = components.square_name(square),
                eunuch = eunuch(strong)
            ),
            TakePlayer => text!("相手から取る", "Take your opponent's point"),
            TakeKohi => text!("{kohi}から取る", "Take {kohi}'s point", kohi = word("kohi")),
        }
    }
}

fn card_index(text: &str) -> Option<u8> {
    text.parse::<u8>().ok()?.checked_sub(1).filter(|card| usize::from(*card) < CARDS)
}

fn square_index(text: &str) -> Option<u8> {
    text.parse::<u8>().ok().filter(|square| usize::from(*square) < MAX_PALACE)
}

impl std::fmt::Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let side = |strong| if strong { " strong" } else { "" };
        match *self {
            Place { card, strong } => write!(f, "place {}{}", card + 1, side(strong)),
            Fly { card } => write!(f, "fly {}", card + 1),
            Move => f.write_str("move"),
            Draw => f.write_str("draw"),
            Activate { square, strong } => write!(f, "activate {square}{}", side(strong)),
            TakePlayer => f.write_str("take player"),
            TakeKohi => f.write_str("take kohi"),
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
    }

    #[test]
    fn what_is_not_notation_is_refused() {
        for text in ["", "place", "place 0", "place 10", "place 5 weak", "activate 12", "fly x"] {
            assert!(Action::parse(text).is_err(), "{text}");
        }
    }
}
