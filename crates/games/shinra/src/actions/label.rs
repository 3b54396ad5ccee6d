//! Descriptions of actions in both languages.

use zashiki_core::{LocalizedText, text};

use super::action::Action::{self, *};
use crate::kind::Cards;
use crate::square::Square;

impl Action {
    /// The action as a phrase for display, in both languages. `on` is called with a square: it returns
    /// the name of the piece there, and true if that piece belongs to the player to move. `attacker` is the
    /// square of the piece whose attack is to be continued; `None` if there is none.
    pub(crate) fn label(
        self,
        attacker: Option<Square>,
        on: impl Fn(Square) -> Option<(bool, LocalizedText)>,
    ) -> LocalizedText {
        let there =
            |square: Square| on(square).map_or(LocalizedText::fixed("", ""), |(_, name)| name);
        let attacker = attacker.map_or(LocalizedText::fixed("カード", "piece"), there);
        match self {
            Arrange(_) => LocalizedText::fixed("この陣形で並べる", "Lay this formation"),
            Put { item, to } => match on(to) {
                Some((_, there)) => text!(
                    "手持ちの{item}を{to}の{there}に重ねる",
                    "Add the {item} from your hand to the {there} on {to}",
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
                            "Move the {piece} from {from} to {to}",
                            piece
                        )
                    }
                    Some((true, there)) => text!(
                        "{from}の{piece}を{to}の{there}へ重ねる",
                        "Join the {piece} on {from} to the {there} on {to}",
                        piece,
                        there
                    ),
                    Some((false, there)) => text!(
                        "{from}の{piece}で{to}の{there}を攻撃する",
                        "Attack the {there} on {to} with the {piece} on {from}",
                        piece,
                        there
                    ),
                }
            }
            Retreat { from } => text!(
                "{from}の{piece}を手持ちに退避する",
                "Take the {piece} on {from} back into your hand",
                piece = there(from)
            ),
            ReturnLater { item } if item.cards.is_stack() => {
                text!("{item}から王妃を相手に返す", "Give back the Queen of the {item}", item)
            }
            ReturnLater { .. } => {
                LocalizedText::fixed("取った王妃を相手に返す", "Give the captured Queen back")
            }
            // The piece that attacked is named: a list or a review shows this action alone.
            Back { to } => text!(
                "攻撃した{attacker}を{to}へ戻す",
                "Return the attacking {attacker} to {to}",
                attacker
            ),
            Join { to } => text!(
                "攻撃した{attacker}を{to}の{piece}に重ねる",
                "Join the attacking {attacker} to the {piece} on {to}",
                attacker,
                piece = there(to)
            ),
            ToHand => text!(
                "攻撃した{attacker}を手持ちにする",
                "Take the attacking {attacker} into your hand",
                attacker
            ),
            Settle { to } => text!("王が乗ったカードを{to}に戻す", "Move the piece aside to {to}"),
            ReturnQueen => LocalizedText::fixed("王妃を相手に返す", "Give the Queen back"),
            KeepQueen => LocalizedText::fixed("王妃を返さない", "Keep the Queen"),
            Switch { a, b } => text!(
                "{a}の{one}と{b}の{other}を入れ替える",
                "Switch the {one} on {a} with the {other} on {b}",
                one = there(a),
                other = there(b)
            ),
            Decline => LocalizedText::fixed("スイッチしない", "Do not switch"),
        }
    }
}
