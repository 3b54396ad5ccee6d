//! The actions of players, with their notation, indices and sub-actions.

use zashiki_core::{FactoredAction, IllegalAction, LocalizedText, Seat, SubActionKind, text};

use crate::components::Components;
use crate::glossary::word;
use crate::limits::{CARDS, MAX_PALACE};

/// A decision of a player.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// Places a eunuch from the hand on a card. Notation: `place 5`, `place 5 strong`.
    Place {
        /// Index of the card, from 0.
        card: u8,
        /// True for the strong side of the eunuch.
        strong: bool,
    },
    /// Flies (飛) to the seat's eunuch on another card. Notation: `fly 7`.
    Fly {
        /// Index of the destination card, from 0.
        card: u8,
    },
    /// Advances the consort instead of drawing. Notation: `move`.
    Move,
    /// Draws plot cards (策謀) instead of advancing. Notation: `draw`.
    Draw,
    /// Chooses the palace eunuch whose square is resolved next. Notation: `activate 3`, `activate 3
    /// strong`.
    Activate {
        /// Index of the palace square, from 0.
        square: u8,
        /// True for the strong side of the eunuch.
        strong: bool,
    },
    /// Takes a point from the opponent, because the stock is empty. Notation: `take player`.
    TakePlayer,
    /// Takes a point from Xiang Fei (香妃), because the stock is empty. Notation: `take kohi`.
    TakeKohi,
}

use Action::*;

const FLY: usize = 2 * CARDS;
const WAY: usize = FLY + CARDS;
const ACTIVATE: usize = WAY + 2;
const DRAW: usize = WAY + 1;
const TAKE: usize = ACTIVATE + 2 * MAX_PALACE;
const TAKE_KOHI: usize = TAKE + 1;

// Indices into `SUB_ACTIONS`.
const WHAT: usize = 0;
const CARD: usize = 1;
const SQUARE: usize = 2;
const SIDE: usize = 3;

impl zashiki_core::Action for Action {
    const SUB_ACTIONS: &'static [SubActionKind] = &[
        SubActionKind {
            name: "what",
            size: 7,
            meaning: "The kind of action: place a eunuch, fly, advance the consort, draw plot cards, resolve the square of a palace eunuch, take a point from the opponent, take a point from Xiang Fei.",
        },
        SubActionKind { name: "card", size: CARDS, meaning: "The card of the Forbidden City." },
        SubActionKind { name: "square", size: MAX_PALACE, meaning: "The palace square." },
        SubActionKind { name: "side", size: 2, meaning: "The side of the eunuch: weak, strong." },
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

    /// Number of action indices.
    const COUNT: usize = TAKE + 2;

    /// The stable index of an action. Order of the indices: placements by card and side, flights,
    /// move, draw, activations by square and side, take player, take kohi.
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

    /// Parses the notation.
    ///
    /// # Errors
    /// Returns `T-3` if the text is no notation.
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
    /// The label of the action for players.
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
                "「{square}」の{eunuch}を働かせる",
                "Use {square} with the {eunuch} there",
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
