//! What happens in a play, as data and in words.

use serde::Serialize;
use table::{RuleId, Seat, Text};
use ts_rs::TS;

use crate::Setup;
use crate::kind::{Cards, Item};
use crate::setup::seat_name;
use crate::square::Square;

/// One thing that happened. All of them happen in the open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "event")]
#[ts(export, export_to = "shinra.ts")]
pub enum Event {
    /// The set-up begins.
    Began,
    /// A seat's arrangement lies on the sheet.
    Arranged {
        /// Whose.
        seat: Seat,
    },
    /// Both have arranged: cards are laid now.
    DeploymentBegan,
    /// A card was laid in the deployment.
    Deployed {
        /// Who.
        seat: Seat,
        /// What.
        item: Item,
        /// Where.
        to: Square,
        /// Which placing it was: 0 and 1 the gaps, 2 to 5 row 3, 6 the middle square.
        place: u8,
        /// Whether it was the only possibility.
        only: bool,
    },
    /// The middle square is filled: the battle begins.
    BattleBegan,
    /// Two own pieces have changed places.
    Switched {
        /// Who.
        seat: Seat,
        /// One square.
        a: Square,
        /// The other.
        b: Square,
    },
    /// A seat did not switch.
    Declined {
        /// Who.
        seat: Seat,
        /// Whether nobody may switch any more.
        last: bool,
    },
    /// A piece moved to an empty square.
    Moved {
        /// Who.
        seat: Seat,
        /// From where.
        from: Square,
        /// Where.
        to: Square,
        /// Its cards.
        cards: Cards,
    },
    /// A piece moved onto an own one.
    Joined {
        /// Who.
        seat: Seat,
        /// From where.
        from: Square,
        /// Where.
        to: Square,
        /// What moved.
        cards: Cards,
        /// The new stack.
        stack: Cards,
        /// Its points.
        points: u8,
        /// Whether it was a failed attacker.
        after_attack: bool,
        /// Whether it was the only possibility.
        only: bool,
    },
    /// Something was put from the hand onto an empty square.
    Put {
        /// Who.
        seat: Seat,
        /// What.
        item: Item,
        /// Where.
        to: Square,
        /// Its points.
        points: u8,
    },
    /// A single was put from the hand onto an own stack.
    Added {
        /// Who.
        seat: Seat,
        /// What.
        item: Item,
        /// Where.
        to: Square,
        /// The new stack.
        stack: Cards,
        /// Its points.
        points: u8,
    },
    /// A remainder was put as a new stack with another single.
    Paired {
        /// Who.
        seat: Seat,
        /// The new stack.
        stack: Cards,
        /// Where.
        to: Square,
        /// Its points.
        points: u8,
    },
    /// An attack lowered the target's points.
    Hit {
        /// Who.
        seat: Seat,
        /// From where.
        from: Square,
        /// The target's square.
        to: Square,
        /// The attacker.
        cards: Cards,
        /// The target.
        target: Cards,
        /// By how much.
        loss: u8,
        /// What the target has left.
        points: u8,
    },
    /// An attack took the target; the attacker moved onto its square.
    Captured {
        /// Who.
        seat: Seat,
        /// From where.
        from: Square,
        /// Where.
        to: Square,
        /// The attacker.
        cards: Cards,
        /// What was taken, and lies in the hand now (a king does not).
        target: Cards,
    },
    /// A failed attacker went home.
    WentBack {
        /// Who.
        seat: Seat,
        /// From where.
        from: Square,
        /// Where.
        to: Square,
        /// Its cards.
        cards: Cards,
        /// Whether it was the only possibility.
        only: bool,
    },
    /// A piece went to the hand.
    Retreated {
        /// Who.
        seat: Seat,
        /// From where.
        from: Square,
        /// What lies in the hand now.
        item: Item,
        /// Whether it was a failed attacker.
        after_attack: bool,
        /// Whether it was the only possibility.
        only: bool,
    },
    /// The king stepped onto an own piece.
    KingStepped {
        /// Who.
        seat: Seat,
        /// From where.
        from: Square,
        /// Where.
        to: Square,
        /// The piece set aside.
        cards: Cards,
        /// By how much the king rose.
        gain: u8,
        /// His points now.
        points: u8,
    },
    /// The piece set aside was set on an empty square at home.
    Settled {
        /// Who.
        seat: Seat,
        /// Where.
        to: Square,
        /// The piece.
        cards: Cards,
        /// Its points.
        points: u8,
        /// Whether it was the only possibility.
        only: bool,
    },
    /// The enemy's queen went back to her owner's hand.
    QueenReturned {
        /// Who gave her back.
        seat: Seat,
        /// What she was held in.
        item: Item,
        /// By how much the king rose.
        gain: u8,
        /// His points now.
        points: u8,
        /// Whether it took the turn.
        as_turn: bool,
    },
    /// The enemy's queen was kept.
    QueenKept {
        /// Who keeps her.
        seat: Seat,
        /// What she is held in.
        item: Item,
    },
    /// A seat's king is attacked as its turn begins.
    Check {
        /// Whose king.
        seat: Seat,
    },
    /// A king was taken: the play is over.
    KingTaken {
        /// Who took it.
        seat: Seat,
    },
    /// The turn limit is reached: a draw.
    TurnLimit {
        /// The turns played.
        turns: u16,
    },
}

macro_rules! say {
    ($rule:expr, $ja:literal, $en:literal) => {
        (Text::new(format!($ja), format!($en)), RuleId($rule))
    };
}

/// What is added where nothing else was possible.
const fn only(only: bool) -> (&'static str, &'static str) {
    if only { ("(ほかに選択肢なし)", ", the only possibility") } else { ("", "") }
}

impl table::Event<Setup> for Event {
    fn reveals(&self) -> bool {
        false
    }

    fn tell(&self, _: &Setup) -> (Text, RuleId) {
        match *self {
            Event::Began => say!(
                "K-32",
                "対局開始。両者が自陣2列にカードを並べます。",
                "The game begins: both arrange their cards on their first two rows."
            ),
            Event::Arranged { seat } => {
                let (ja, en) = seat_name(seat);
                say!("K-32", "{ja}が並べ終わりました。", "{en} has arranged the cards.")
            }
            Event::DeploymentBegan => say!(
                "K-35",
                "両者が並べ終わりました。配備に移ります。",
                "Both have arranged their cards; the deployment begins."
            ),
            Event::Deployed { seat, item, to, place, only: forced } => {
                let ((ja, en), name) = (seat_name(seat), item.name());
                let (only_ja, only_en) = only(forced);
                let (what, what_en) = (name.ja, name.en);
                let rule = match place {
                    0 | 1 => "K-35",
                    2..=5 => "K-36",
                    _ => "K-42",
                };
                say!(
                    rule,
                    "{ja}が{to}に{what}を配備{only_ja}。",
                    "{en} lays {what_en} on {to}{only_en}."
                )
            }
            Event::BattleBegan => {
                say!("K-42", "戦闘開始。", "The battle begins.")
            }
            Event::Switched { seat, a, b } => {
                let (ja, en) = seat_name(seat);
                say!("K-39", "{ja}が{a}と{b}をスイッチ。", "{en} switches {a} and {b}.")
            }
            Event::Declined { seat, last: false } => {
                let (ja, en) = seat_name(seat);
                say!("K-41", "{ja}はスイッチしません。", "{en} does not switch.")
            }
            Event::Declined { seat, last: true } => {
                let (ja, en) = seat_name(seat);
                say!(
                    "K-45",
                    "{ja}がスイッチをパス。以後スイッチはできません。",
                    "{en} does not switch; nobody may any more."
                )
            }
            Event::Moved { seat, from, to, cards } => {
                let ((ja, en), name) = (seat_name(seat), cards.name());
                let (what, what_en) = (name.ja, name.en);
                say!(
                    "K-47",
                    "{ja}の{what}が{from}から{to}へ。",
                    "{en}: {what_en} moves from {from} to {to}."
                )
            }
            Event::Joined { seat, from, to, cards, stack, points, after_attack, only: forced } => {
                let ((ja, en), name, all) = (seat_name(seat), cards.name(), stack.name());
                let (only_ja, only_en) = only(forced);
                let (what, what_en, all, all_en) = (name.ja, name.en, all.ja, all.en);
                say!(
                    if after_attack { "K-68" } else { "K-48" },
                    "{ja}の{what}が{from}から{to}へ重なり、{all}({points}点)に{only_ja}。",
                    "{en}: {what_en} joins from {from} on {to}: {all_en}, {points} points{only_en}."
                )
            }
            Event::Put { seat, item, to, points } => {
                let ((ja, en), name) = (seat_name(seat), item.name());
                let (what, what_en) = (name.ja, name.en);
                if item.cards.is_stack() {
                    say!(
                        "K-50",
                        "{ja}が手持ちの{what}を{to}に置く({points}点)。",
                        "{en} puts {what_en} on {to} with {points} points."
                    )
                } else {
                    say!(
                        "K-50",
                        "{ja}が手持ちの{what}を{to}に置く。",
                        "{en} puts {what_en} on {to}."
                    )
                }
            }
            Event::Added { seat, item, to, stack, points } => {
                let ((ja, en), name, all) = (seat_name(seat), item.name(), stack.name());
                let (what, what_en, all, all_en) = (name.ja, name.en, all.ja, all.en);
                say!(
                    "K-51",
                    "{ja}が手持ちの{what}を{to}に重ね、{all}({points}点)に。",
                    "{en} adds {what_en} on {to}: {all_en}, {points} points."
                )
            }
            Event::Paired { seat, stack, to, points } => {
                let ((ja, en), all) = (seat_name(seat), stack.name());
                let (all, all_en) = (all.ja, all.en);
                say!(
                    "K-53",
                    "{ja}が残りのカードから{all}({points}点)を{to}に置く。",
                    "{en} puts what was left of a stack on {to} as {all_en}, {points} points."
                )
            }
            Event::Hit { seat, from, to, cards, target, loss, points } => {
                let ((ja, en), name, hit) = (seat_name(seat), cards.name(), target.name());
                let (what, what_en, hit, hit_en) = (name.ja, name.en, hit.ja, hit.en);
                say!(
                    "K-58",
                    "{ja}の{what}({from})が{to}の{hit}を攻撃、{loss}点減って残り{points}点。",
                    "{en}: {what_en} from {from} attacks {hit_en} on {to}, which loses {loss} and has {points} left."
                )
            }
            Event::Captured { seat, from, to, cards, target } => {
                let ((ja, en), name, hit) = (seat_name(seat), cards.name(), target.name());
                let (what, what_en, hit, hit_en) = (name.ja, name.en, hit.ja, hit.en);
                say!(
                    if cards == Cards::KING { "K-73" } else { "K-57" },
                    "{ja}の{what}({from})が{to}の{hit}を取る。",
                    "{en}: {what_en} from {from} takes {hit_en} on {to}."
                )
            }
            Event::WentBack { seat, from, to, cards, only: forced } => {
                let ((ja, en), name) = (seat_name(seat), cards.name());
                let (only_ja, only_en) = only(forced);
                let (what, what_en) = (name.ja, name.en);
                say!(
                    "K-66",
                    "{ja}の{what}は{from}から{to}へ戻る{only_ja}。",
                    "{en}: {what_en} goes home from {from} to {to}{only_en}."
                )
            }
            Event::Retreated { seat, from, item, after_attack, only: forced } => {
                let ((ja, en), name) = (seat_name(seat), item.name());
                let (only_ja, only_en) = only(forced);
                let (what, what_en) = (name.ja, name.en);
                let rule = match (after_attack, item.points_kept()) {
                    (true, Some(_)) => "K-85",
                    (true, None) => "K-69",
                    (false, _) if item.cards.is_stack() => "K-54",
                    (false, _) => "K-55",
                };
                say!(
                    rule,
                    "{ja}の{what}は{from}から手持ちへ退避{only_ja}。",
                    "{en}: {what_en} retreats from {from} to the hand{only_en}."
                )
            }
            Event::KingStepped { seat, from, to, cards, gain, points } => {
                let ((ja, en), name) = (seat_name(seat), cards.name());
                let (what, what_en) = (name.ja, name.en);
                say!(
                    "K-87",
                    "{ja}の王が{from}から{to}の{what}の上へ。王は{gain}点増えて{points}点。",
                    "{en}: the king steps from {from} onto {what_en} on {to}, gains {gain} and has {points} points."
                )
            }
            Event::Settled { seat, to, cards, points: _, only: forced } => {
                let ((ja, en), name) = (seat_name(seat), cards.name());
                let (only_ja, only_en) = only(forced);
                let (what, what_en) = (name.ja, name.en);
                say!(
                    "K-87",
                    "{ja}の{what}は{to}へ戻る{only_ja}。",
                    "{en}: {what_en} is set on {to}{only_en}."
                )
            }
            Event::QueenReturned { seat, item, gain, points, as_turn } => {
                let ((ja, en), (other, other_en)) = (seat_name(seat), seat_name(seat.other()));
                let rest = item.cards.without(Cards::one(crate::kind::Kind::Queen));
                let left = rest.name();
                let (tail, tail_en) = if rest.is_empty() {
                    (String::new(), String::new())
                } else {
                    (format!("残りは{}。", left.ja), format!(" What is left: {}.", left.en))
                };
                say!(
                    if as_turn { "K-76" } else { "K-75" },
                    "{ja}が王妃を返し、王は{gain}点増えて{points}点。王妃は{other}の手持ちへ。{tail}",
                    "{en} gives the queen back to {other_en}'s hand; the king gains {gain} and has {points} points.{tail_en}"
                )
            }
            Event::QueenKept { seat, item } => {
                let ((ja, en), name) = (seat_name(seat), item.name());
                let (what, what_en) = (name.ja, name.en);
                say!(
                    "K-74",
                    "{ja}は王妃を返しません({what}は使えません)。",
                    "{en} keeps the queen: {what_en} cannot be used."
                )
            }
            Event::Check { seat } => {
                let (ja, en) = seat_name(seat);
                say!("K-87", "{ja}の王に王手。", "{en}'s king is in check.")
            }
            Event::KingTaken { seat } => {
                let (ja, en) = seat_name(seat);
                say!("K-1", "{ja}が王を取り、勝ちです。", "{en} has taken the king and wins.")
            }
            Event::TurnLimit { turns } => say!(
                "K-92",
                "{turns}手指しても決着がつかず、引き分けです。",
                "{turns} turns were played and no king was taken: a draw."
            ),
        }
    }
}
