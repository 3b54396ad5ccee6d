//! Descriptions of actions in both languages.

use zashiki_core::{LocalizedText, text};

use super::action::Action::{self, *};
use crate::kind::Cards;
use crate::square::Square;

impl Action {
    /// The action as a phrase for display, in both languages. `on` is called with a square: it returns
    /// the name of the piece there, and true if that piece belongs to the player to move.
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
                stack = Cards::one(first).union(second.cards)
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
