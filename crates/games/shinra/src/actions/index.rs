//! Numbering of all actions except arrangements. An action's index never changes, so that
//! machine-learning policies can have one output per action.

use super::action::Action::{self, *};
use crate::kind::{Cards, Item, Kind, MAX_KEPT, Mark};
use crate::square::Square;

/// The number of distinct sets of cards that an item of a hand can have: one to three combinable cards,
/// or a single 八とび or ジョーカー.
pub(crate) const SETS: usize = 27;
/// The number of distinct items of a hand. Each set of cards can have full points, 1 to 14 reduced
/// points, or the enemy's queen; remainders are numbered separately.
const ITEMS: usize = SETS * (1 + MAX_KEPT as usize) + REMAINDERS + SETS;
const REMAINDERS: usize = 5;
const SQUARES: usize = Square::COUNT;

// The first index of each type of action.
const PUT: usize = 0;
const PAIR: usize = PUT + ITEMS * SQUARES;
/// The number of possible pairs: a remainder, the kind of the other single, and a flag that the other
/// single is a remainder too.
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

/// The number of action indices; valid indices are below it.
pub(super) const COUNT: usize = DECLINE + 1;

/// All sets of cards that an item can have, in ascending order of their bits.
const ALL_SETS: [Cards; SETS] = {
    let mut sets = [Cards::NONE; SETS];
    let (mut bits, mut found) = (1u8, 0);
    while found < SETS {
        let set = Cards(bits);
        let stack = set.is_subset_of(Cards::COMBINABLE) && set.len() <= 3;
        if stack || (set.is_subset_of(Cards::SPECIAL) && set.len() == 1) {
            sets[found] = set;
            found += 1;
        }
        bits = bits.wrapping_add(1);
    }
    sets
};

/// The index of the cards in [`ALL_SETS`].
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

/// The stable index of an action. Arrangements have none, because there are too many.
pub(super) fn index(action: Action) -> Option<usize> {
    let square = Square::index;
    Some(match action {
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

/// The action with this index; `None` if there is no such action.
pub(super) fn from_index(index: usize) -> Option<Action> {
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
            let second =
                if pair % 2 == 1 { Item::remainder(other) } else { Item::plain(Cards::one(other)) };
            let to = square(at % SQUARES)?;
            // Two remainders in the other order are the same pair and have no index of their own.
            Action::pair(first, second, to).filter(|pair| *pair == Pair { first, second, to })?
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
