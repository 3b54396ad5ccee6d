//! What a player can decide, its notation and its index.

use zashiki_core::{FactoredAction, IllegalAction, LocalizedText, Seat, SubActionKind, text};

use crate::formation::{Arrangement, no_square};
use crate::kind::{Cards, Item, Kind, MAX_KEPT, Mark};
use crate::square::Square;
use zashiki_core::Token;

/// One decision.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Action {
    /// `arrange a1=shu+ko b1=king …`: the whole set-up of a seat.
    Arrange(Arrangement),
    /// `put shu c3`, `put shu+ko@3 a1`, `put shu~ b2`: something from the hand onto an empty
    /// square, or a single onto a stack of its side.
    Put {
        /// What.
        item: Item,
        /// Where.
        to: Square,
    },
    /// `pair shu~ dai b2`: a remainder and another single of the hand as a new stack of two. Of
    /// two remainders the one that comes first in [`Kind::ALL`] is named first.
    Pair {
        /// The remainder.
        first: Kind,
        /// The other single: plain or a remainder too.
        second: Item,
        /// Where.
        to: Square,
    },
    /// `a1>a3`: a piece goes to an empty square, joins one of its side, attacks an enemy's, or the
    /// king steps onto one of his side.
    Move {
        /// From where.
        from: Square,
        /// Where.
        to: Square,
    },
    /// `retreat a1`: a piece goes from the sheet to the hand.
    Retreat {
        /// From where.
        from: Square,
    },
    /// `return queen queen+shu!`: the enemy's queen is given back, as a turn.
    ReturnLater {
        /// Where she is held.
        item: Item,
    },
    /// `back a1`: a failed attacker goes home.
    Back {
        /// Where.
        to: Square,
    },
    /// `join b2`: a failed attacker joins a piece of its side.
    Join {
        /// Where.
        to: Square,
    },
    /// `to hand`: a failed attacker goes to the hand.
    ToHand,
    /// `settle c1`: where the piece goes onto which the king has stepped.
    Settle {
        /// Where.
        to: Square,
    },
    /// `return queen`: the queen just taken is given back.
    ReturnQueen,
    /// `keep queen`: she is not.
    KeepQueen,
    /// `switch a1 b2`: two pieces of a seat change places. The square that comes first is named first.
    Switch {
        /// One square.
        a: Square,
        /// The other.
        b: Square,
    },
    /// `no switch`: the offer to switch is declined.
    Decline,
}

use Action::*;

/// Sets of one to three combinable cards, and 八とび and ジョーカー alone, in ascending order.
pub(crate) const SETS: usize = 27;
/// An item: a set with nothing or up to fourteen points kept, a remainder of a combinable
/// card, a captive with the queen in it.
const ITEMS: usize = SETS * (1 + MAX_KEPT as usize) + REMAINDERS + SETS;
const REMAINDERS: usize = 5;
const SQUARES: usize = Square::COUNT;

const PUT: usize = 0;
const PAIR: usize = PUT + ITEMS * SQUARES;
/// A pair: the remainder, the other card, whether that is a remainder too.
const PAIRS: usize = REMAINDERS * REMAINDERS * 2;
const MOVE: usize = PAIR + PAIRS * SQUARES;
const RETREAT: usize = MOVE + SQUARES * SQUARES;
const RETURN_LATER: usize = RETREAT + SQUARES;
const BACK: usize = RETURN_LATER + SETS;
const JOIN: usize = BACK + SQUARES;
const SETTLE: usize = JOIN + SQUARES;
const SWITCH: usize = SETTLE + SQUARES;
const TO_HAND: usize = SWITCH + SQUARES * SQUARES;
const RETURN_QUEEN: usize = TO_HAND + 1;
const KEEP_QUEEN: usize = RETURN_QUEEN + 1;
const DECLINE: usize = KEEP_QUEEN + 1;

/// The sets, ascending by their bits.
const ALL_SETS: [Cards; SETS] = {
    let mut sets = [Cards::NONE; SETS];
    let (mut bits, mut found) = (1u8, 0);
    while found < SETS {
        let set = Cards(bits);
        let stack = set.within(Cards::COMBINABLE) && set.len() <= 3;
        if stack || (set.within(Cards::SPECIAL) && set.len() == 1) {
            sets[found] = set;
            found += 1;
        }
        bits = bits.wrapping_add(1);
    }
    sets
};

/// Which of [`ALL_SETS`] the cards are.
#[inline]
pub(crate) fn set_index(cards: Cards) -> Option<usize> {
    ALL_SETS.iter().position(|set| *set == cards)
}

fn remainder_index(kind: Kind) -> Option<usize> {
    Cards::COMBINABLE.iter().position(|one| one == kind)
}

fn remainder_kind(index: usize) -> Option<Kind> {
    Cards::COMBINABLE.iter().nth(index)
}

fn item_index(item: Item) -> Option<usize> {
    if !item.can_be() {
        return None;
    }
    let set = set_index(item.cards)?;
    Some(match item.mark {
        Mark::Plain => usize::from(item.kept) * SETS + set,
        Mark::Remainder => {
            SETS * (1 + usize::from(MAX_KEPT)) + remainder_index(item.cards.single()?)?
        }
        Mark::Captive => SETS * (1 + usize::from(MAX_KEPT)) + REMAINDERS + set,
    })
}

fn item_from(index: usize) -> Option<Item> {
    const PLAIN: usize = SETS * (1 + MAX_KEPT as usize);
    let item = if index < PLAIN {
        Item { cards: ALL_SETS[index % SETS], kept: (index / SETS) as u8, mark: Mark::Plain }
    } else if index < PLAIN + REMAINDERS {
        Item::remainder(remainder_kind(index - PLAIN)?)
    } else {
        Item::captive(*ALL_SETS.get(index - PLAIN - REMAINDERS)?)
    };
    item.can_be().then_some(item)
}

// The places of the factors.
const WHAT: usize = 0;
const CARDS: usize = 1;
const MARK: usize = 2;
const AT: usize = 3;
const TO: usize = 4;
const LAY: usize = 5;
/// What can lie on a square of an arrangement: nothing, a set, the king.
const LAID: usize = SETS + 2;
/// The marks of an item: none, so many points kept, a remainder, a captive.
const MARKS: usize = MAX_KEPT as usize + 3;

/// The factors of an item.
fn item_factors(factored: &mut FactoredAction, item: Item) {
    let mark = match item.mark {
        Mark::Plain => usize::from(item.kept),
        Mark::Remainder => MARKS - 2,
        Mark::Captive => MARKS - 1,
    };
    factored.push(CARDS, set_index(item.cards).unwrap_or_default());
    factored.push(MARK, mark);
}

impl zashiki_core::Action for Action {
    const SUB_ACTIONS: &'static [SubActionKind] = &[
        SubActionKind {
            name: "what",
            size: 14,
            meaning: "Arrange, put something from the hand, pair two singles of the hand, move, retreat, give the queen back as a turn, let a failed attacker go back, join or go to the hand, settle the piece stepped onto, give the queen back at once, keep her, switch, or decline to.",
        },
        SubActionKind {
            name: "cards",
            size: SETS,
            meaning: "The cards, as a set of up to three combinable ones or a single special one, ascending by their bits (king 1, queen 2, general 4, shu 8, ko 16, dai 32, hachitobi 64, joker 128).",
        },
        SubActionKind {
            name: "mark",
            size: MARKS,
            meaning: "The points it kept (0 for full), then a remainder, then one with the enemy's queen in it.",
        },
        SubActionKind {
            name: "square",
            size: SQUARES,
            meaning: "The square it is done with, row by row from the seat's own side.",
        },
        SubActionKind {
            name: "to",
            size: SQUARES,
            meaning: "The square it goes to, row by row from the seat's own side.",
        },
        SubActionKind {
            name: "lay",
            size: LAID,
            meaning: "What lies on the next square of the seat's two rows: nothing, a set of cards as above, or the king.",
        },
    ];

    /// An arrangement is what lies on each of ten squares, one after the other.
    fn sub_actions(self, seat: Seat, factored: &mut FactoredAction) {
        let at = |square: Square| square.seen_by(seat).index();
        match self {
            Arrange(arrangement) => {
                factored.add([(WHAT, 0)]);
                for cards in arrangement.cards() {
                    let laid = set_index(*cards).map(|set| set + 1);
                    let king = if *cards == Cards::KING { LAID - 1 } else { 0 };
                    factored.push(LAY, laid.unwrap_or(king));
                }
            }
            Put { item, to } => {
                factored.add([(WHAT, 1)]);
                item_factors(factored, item);
                factored.push(TO, at(to));
            }
            Pair { first, second, to } => {
                factored.add([(WHAT, 2)]);
                item_factors(factored, Item::remainder(first));
                item_factors(factored, second);
                factored.push(TO, at(to));
            }
            Move { from, to } => factored.add([(WHAT, 3), (AT, at(from)), (TO, at(to))]),
            Retreat { from } => factored.add([(WHAT, 4), (AT, at(from))]),
            ReturnLater { item } => {
                factored.add([(WHAT, 5)]);
                item_factors(factored, item);
            }
            Back { to } => factored.add([(WHAT, 6), (TO, at(to))]),
            Join { to } => factored.add([(WHAT, 7), (TO, at(to))]),
            ToHand => factored.add([(WHAT, 8)]),
            Settle { to } => factored.add([(WHAT, 9), (TO, at(to))]),
            ReturnQueen => factored.add([(WHAT, 10)]),
            KeepQueen => factored.add([(WHAT, 11)]),
            Switch { a, b } => {
                let (a, b) = (at(a), at(b));
                factored.add([(WHAT, 12), (AT, a.min(b)), (TO, a.max(b))])
            }
            Decline => factored.add([(WHAT, 13)]),
        }
    }

    /// How many indices there are.
    const COUNT: usize = DECLINE + 1;
    const ALL_INDEXED: bool = false;

    /// The stable index. Arrangements have none: there are too many.
    fn index(self) -> Option<usize> {
        let square = Square::index;
        Some(match self {
            Arrange(_) => return None,
            Put { item, to } => PUT + item_index(item)? * SQUARES + square(to),
            Pair { first, second, to } => {
                let other = remainder_index(second.cards.single()?)?;
                let pair = (remainder_index(first)? * REMAINDERS + other) * 2
                    + usize::from(second.is_remainder());
                PAIR + pair * SQUARES + square(to)
            }
            Move { from, to } => MOVE + square(from) * SQUARES + square(to),
            Retreat { from } => RETREAT + square(from),
            ReturnLater { item } => RETURN_LATER + set_index(item.cards)?,
            Back { to } => BACK + square(to),
            Join { to } => JOIN + square(to),
            Settle { to } => SETTLE + square(to),
            Switch { a, b } => SWITCH + square(a) * SQUARES + square(b),
            ToHand => TO_HAND,
            ReturnQueen => RETURN_QUEEN,
            KeepQueen => KEEP_QUEEN,
            Decline => DECLINE,
        })
    }

    /// The action with this index.
    fn from_index(index: usize) -> Option<Action> {
        let square = Square::from_index;
        Some(match index {
            PUT..PAIR => {
                let at = index - PUT;
                Put { item: item_from(at / SQUARES)?, to: square(at % SQUARES)? }
            }
            PAIR..MOVE => {
                let at = index - PAIR;
                let pair = at / SQUARES;
                let first = remainder_kind(pair / 2 / REMAINDERS)?;
                let other = remainder_kind(pair / 2 % REMAINDERS)?;
                let second = if pair % 2 == 1 {
                    Item::remainder(other)
                } else {
                    Item::plain(Cards::one(other))
                };
                let to = square(at % SQUARES)?;
                // Two remainders the other way round are not another pair.
                pair_of(first, second, to).filter(|pair| *pair == Pair { first, second, to })?
            }
            MOVE..RETREAT => {
                let at = index - MOVE;
                Move { from: square(at / SQUARES)?, to: square(at % SQUARES)? }
            }
            RETREAT..RETURN_LATER => Retreat { from: square(index - RETREAT)? },
            RETURN_LATER..BACK => {
                let item = Item::captive(*ALL_SETS.get(index - RETURN_LATER)?);
                item.can_be().then_some(ReturnLater { item })?
            }
            BACK..JOIN => Back { to: square(index - BACK)? },
            JOIN..SETTLE => Join { to: square(index - JOIN)? },
            SETTLE..SWITCH => Settle { to: square(index - SETTLE)? },
            SWITCH..TO_HAND => {
                let at = index - SWITCH;
                let (a, b) = (square(at / SQUARES)?, square(at % SQUARES)?);
                (a < b).then_some(Switch { a, b })?
            }
            TO_HAND => ToHand,
            RETURN_QUEEN => ReturnQueen,
            KEEP_QUEEN => KeepQueen,
            DECLINE => Decline,
            _ => return None,
        })
    }

    /// Reads the notation.
    ///
    /// # Errors
    /// `T-3` when it is not an action; `K-32` for a square that does not exist; see
    /// [`Arrangement::read`] for the set-up.
    fn parse(notation: &str) -> Result<Action, IllegalAction> {
        let words: Vec<&str> = notation.split_whitespace().collect();
        let unknown = || IllegalAction::unknown_action(notation, "a1>a3");
        let square = |name: &str| Square::from_word(name).ok_or_else(|| no_square(name));
        let item = |word: &str| Item::read(word).ok_or_else(unknown);
        Ok(match words[..] {
            ["arrange", ..] => Arrange(Arrangement::read(
                notation.trim_start().strip_prefix("arrange").unwrap_or_default(),
            )?),
            ["put", what, to] => Put { item: item(what)?, to: square(to)? },
            ["pair", first, second, to] => {
                let first = item(first)?;
                let kind = first.cards.single().filter(|_| first.is_remainder());
                pair_of(kind.ok_or_else(unknown)?, item(second)?, square(to)?)
                    .ok_or_else(unknown)?
            }
            ["retreat", from] => Retreat { from: square(from)? },
            ["return", "queen", held] => {
                let item = Item::captive(item(held)?.cards);
                item.can_be().then_some(ReturnLater { item }).ok_or_else(unknown)?
            }
            ["back", to] => Back { to: square(to)? },
            ["join", to] => Join { to: square(to)? },
            ["to", "hand"] => ToHand,
            ["settle", to] => Settle { to: square(to)? },
            ["return", "queen"] => ReturnQueen,
            ["keep", "queen"] => KeepQueen,
            ["switch", a, b] => {
                let (a, b) = (square(a)?, square(b)?);
                if a == b {
                    return Err(same_square(a));
                }
                Switch { a: a.min(b), b: a.max(b) }
            }
            ["no", "switch"] => Decline,
            [word] => {
                let (from, to) = word.split_once('>').ok_or_else(unknown)?;
                Move { from: square(from)?, to: square(to)? }
            }
            _ => return Err(unknown()),
        })
    }
}

impl Action {
    /// The action in words. `on` says what stands on a square, and whether it is the mover's.
    pub(crate) fn label(
        self,
        on: impl Fn(Square) -> Option<(bool, LocalizedText)>,
    ) -> LocalizedText {
        let there =
            |square: Square| on(square).map_or(LocalizedText::fixed("", ""), |(_, name)| name);
        match self {
            Arrange(_) => LocalizedText::fixed("この陣形で並べる", "Lay this formation"),
            Put { item, to } => match on(to) {
                Some((_, there)) => text!(
                    "手持ちの{item}を{to}の{there}に重ねる",
                    "Add {item} from your hand to {there} on {to}",
                    item,
                    there
                ),
                None => text!("{item}を{to}に配す", "Put {item} on {to}", item),
            },
            Pair { first, second, to } => text!(
                "{stack}を2枚重ねにして{to}に配す",
                "Put {stack} on {to} as a new stack",
                stack = Cards::one(first).and(second.cards)
            ),
            Move { from, to } => {
                let piece = there(from);
                match on(to) {
                    None => {
                        text!(
                            "{from}の{piece}を{to}へ進める",
                            "Move {piece} from {from} to {to}",
                            piece
                        )
                    }
                    Some((true, there)) => text!(
                        "{from}の{piece}を{to}の{there}へ重ねる",
                        "Move {piece} from {from} onto {there} on {to}",
                        piece,
                        there
                    ),
                    Some((false, there)) => text!(
                        "{from}の{piece}で{to}の{there}を攻撃する",
                        "Attack {there} on {to} with {piece} from {from}",
                        piece,
                        there
                    ),
                }
            }
            Retreat { from } => text!(
                "{from}の{piece}を手持ちに退避する",
                "Retreat {piece} from {from} to your hand",
                piece = there(from)
            ),
            ReturnLater { item } if item.cards.is_stack() => {
                text!("{item}から王妃を相手に返す", "Give the queen back from {item}", item)
            }
            ReturnLater { .. } => {
                LocalizedText::fixed("取った王妃を相手に返す", "Give the captured queen back")
            }
            Back { to } => text!("{to}へ戻る", "Go home to {to}"),
            Join { to } => {
                text!("{to}の{piece}に重なる", "Join {piece} on {to}", piece = there(to))
            }
            ToHand => LocalizedText::fixed("手持ちにする", "Go to your hand"),
            Settle { to } => text!("王が乗ったカードを{to}に戻す", "Set the piece on {to}"),
            ReturnQueen => LocalizedText::fixed("王妃を相手に返す", "Give the queen back"),
            KeepQueen => LocalizedText::fixed("王妃を返さない", "Keep the queen"),
            Switch { a, b } => text!(
                "{a}の{one}と{b}の{other}を入れ替える",
                "Switch {one} on {a} and {other} on {b}",
                one = there(a),
                other = there(b)
            ),
            Decline => LocalizedText::fixed("スイッチしない", "Do not switch"),
        }
    }
}

/// The pair of these, if they may be one at all; of two remainders the first first.
fn pair_of(first: Kind, second: Item, to: Square) -> Option<Action> {
    let other = second.cards.single()?;
    let single = second.kept == 0 && !second.is_captive();
    if !single || !first.combines() || !other.combines() || first == other {
        return None;
    }
    Some(if second.is_remainder() && other < first {
        Pair { first: other, second: Item::remainder(first), to }
    } else {
        Pair { first, second, to }
    })
}

/// `K-39`: a switch needs two squares.
fn same_square(square: Square) -> IllegalAction {
    IllegalAction::new(
        "K-39",
        text!(
            "スイッチは2つのカードの入れ替えです({square}が2度選ばれています)。別のカードも選んでください。",
            "A switch exchanges two pieces, and {square} is named twice; choose another piece too."
        ),
    )
}

impl std::fmt::Display for Action {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Arrange(arrangement) => write!(f, "arrange {arrangement}"),
            Put { item, to } => write!(f, "put {item} {to}"),
            Pair { first, second, to } => {
                write!(f, "pair {} {second} {to}", Item::remainder(*first))
            }
            Move { from, to } => write!(f, "{from}>{to}"),
            Retreat { from } => write!(f, "retreat {from}"),
            ReturnLater { item } => write!(f, "return queen {item}"),
            Back { to } => write!(f, "back {to}"),
            Join { to } => write!(f, "join {to}"),
            ToHand => f.write_str("to hand"),
            Settle { to } => write!(f, "settle {to}"),
            ReturnQueen => f.write_str("return queen"),
            KeepQueen => f.write_str("keep queen"),
            Switch { a, b } => write!(f, "switch {a} {b}"),
            Decline => f.write_str("no switch"),
        }
    }
}

#[cfg(test)]
mod tests {
    use zashiki_core::Action as _;

    use super::*;

    #[test]
    fn index_and_notation_name_each_action_once() {
        let mut seen = std::collections::HashSet::new();
        for index in 0..Action::COUNT {
            let Some(action) = Action::from_index(index) else { continue };
            assert_eq!(action.index(), Some(index), "{action}");
            assert_eq!(Action::parse(&action.to_string()), Ok(action), "{action}");
            assert!(seen.insert(action));
        }
        // 27 plain items, 20 stacks with 1 to 14 points kept, 5 remainders, 11 captives, each
        // on 25 squares; 5 × 4 pairs with a plain card and 10 of two remainders.
        let puts = (27 + 20 * 14 + 5 + 11) * 25;
        let pairs = (20 + 10) * 25;
        assert_eq!(seen.len(), puts + pairs + 625 + 25 + 11 + 3 * 25 + 300 + 4);
        assert_eq!(Action::from_index(Action::COUNT), None);
    }

    #[test]
    fn what_is_not_notation_is_refused_with_the_reason() {
        for (text, rule) in [
            ("", "T-3"),
            ("a1", "T-3"),
            ("a1>", "K-32"),
            ("a1>f1", "K-32"),
            ("put shu", "T-3"),
            ("put king+shu a1", "T-3"),
            ("put shu+shu a1", "T-3"),
            ("put shu@3 a1", "T-3"),
            ("pair shu dai a1", "T-3"),
            ("pair shu~ shu a1", "T-3"),
            ("return queen shu", "T-3"),
            ("switch a1 a1", "K-39"),
            ("arrange", "K-34"),
            ("arrange a1", "T-3"),
            ("arrange a1=horse", "K-33"),
            ("arrange a1=shu+shu", "K-18"),
            ("arrange a1=shu a1=ko", "K-32"),
            ("arrange a3=shu", "K-32"),
            ("arrange a1=shu a5=ko", "K-32"),
            ("arrange f1=shu", "K-32"),
        ] {
            assert_eq!(Action::parse(text).unwrap_err().rule.0, rule, "{text}");
        }
    }

    #[test]
    fn the_same_decision_has_one_spelling() {
        for (text, spelled) in [
            ("switch b2 a1", "switch a1 b2"),
            ("put ko+shu a1", "put shu+ko a1"),
            ("pair dai~ shu~ b2", "pair shu~ dai~ b2"),
            ("return queen shu+queen", "return queen queen+shu!"),
            ("arrange b1=king a1=ko+shu", "arrange a1=shu+ko b1=king"),
        ] {
            assert_eq!(Action::parse(text).unwrap().to_string(), spelled);
        }
    }
}
