//! Notation of actions: reading and writing.

use zashiki_core::{IllegalAction, Token as _, text};

use super::action::Action::{self, *};
use crate::formation::{Arrangement, no_square};
use crate::kind::Item;
use crate::square::Square;

/// Reads the notation of an action.
///
/// # Errors
/// Returns `T-3` if the text is no action, `K-32` for a square that does not exist, `K-39` for a
/// switch of a square with itself, and for arrangements the errors of [`Arrangement::read`].
pub(super) fn parse(notation: &str) -> Result<Action, IllegalAction> {
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
            Action::pair(kind.ok_or_else(unknown)?, item(second)?, square(to)?)
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

/// `K-39`: a switch names the same square twice.
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
        let mut actions = std::collections::HashSet::new();
        for index in 0..Action::COUNT {
            let Some(action) = Action::from_index(index) else { continue };
            assert_eq!(action.index(), Some(index), "{action}");
            assert_eq!(Action::parse(&action.to_string()), Ok(action), "{action}");
            assert!(actions.insert(action));
        }
        // 27 plain items, 20 stacks with 1 to 14 points kept, 5 remainders and 11 captured items, each
        // on 25 squares; 5 × 4 pairs with a plain card and 10 of two remainders.
        let puts = (27 + 20 * 14 + 5 + 11) * 25;
        let pairs = (20 + 10) * 25;
        assert_eq!(actions.len(), puts + pairs + 625 + 25 + 11 + 3 * 25 + 300 + 4);
        assert_eq!(Action::from_index(Action::COUNT), None);
    }

    #[test]
    fn malformed_notation_is_refused_with_its_rule() {
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
    fn equal_actions_have_the_same_notation() {
        for (text, canonical) in [
            ("switch b2 a1", "switch a1 b2"),
            ("put ko+shu a1", "put shu+ko a1"),
            ("pair dai~ shu~ b2", "pair shu~ dai~ b2"),
            ("return queen shu+queen", "return queen queen+shu!"),
            ("arrange b1=king a1=ko+shu", "arrange a1=shu+ko b1=king"),
        ] {
            assert_eq!(Action::parse(text).unwrap().to_string(), canonical);
        }
    }
}
