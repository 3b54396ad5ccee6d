//! Event texts in both languages, each with the rule it follows from.

use zashiki_core::{LocalizedText, RuleId, describe, plural, text};

use super::Event;
use crate::Config;
use crate::kind::{Cards, Kind};

/// The suffix of a log text that marks the action as the only legal one; empty if not forced.
const fn only(forced: bool) -> LocalizedText {
    if forced {
        LocalizedText::fixed("(ほかに選択肢なし)", ", the only possibility")
    } else {
        LocalizedText::fixed("", "")
    }
}

fn points_of(points: u8) -> LocalizedText {
    plural(points, "point", "points")
}

impl zashiki_core::Event<Config> for Event {
    fn reveals(&self) -> bool {
        false
    }

    fn describe(&self, config: &Config) -> (LocalizedText, RuleId) {
        let rules = &config.components.points;
        match *self {
            Event::Began => describe!(
                "K-32",
                "対局を始めます。両者が自陣の2列にカードを並べます。",
                "The game begins: both arrange their cards on their first two rows."
            ),
            Event::Arranged { seat } => describe!(
                "K-32",
                "{seat}が並べ終わりました。",
                "{seat} ⟦has|have⟧ arranged the cards.",
                seat
            ),
            Event::DeploymentBegan => describe!(
                "K-35",
                "両者が並べ終わりました。配備に移ります。",
                "Both have arranged their cards; the deployment begins."
            ),
            Event::Deployed { seat, item, to, place, forced } => describe!(
                match place {
                    0 | 1 => "K-35",
                    2..=5 => "K-36",
                    _ => "K-42",
                },
                "{seat}が{to}に{item}を配しました{only}。",
                "{seat} ⟦lays|lay⟧ {item} on {to}{only}.",
                seat,
                item,
                only = only(forced)
            ),
            Event::BattleBegan => describe!("K-42", "戦闘開始です。", "The battle begins."),
            Event::Switched { seat, a, b } => describe!(
                "K-39",
                "{seat}が{a}と{b}のカードをスイッチしました。",
                "{seat} ⟦switches|switch⟧ {a} and {b}.",
                seat
            ),
            Event::Declined { seat, last: false } => describe!(
                "K-41",
                "{seat}はスイッチをパスしました。",
                "{seat} ⟦declines|decline⟧ to switch.",
                seat
            ),
            Event::Declined { seat, last: true } => describe!(
                "K-45",
                "{seat}がスイッチをパスしました。以後、スイッチはできません。",
                "{seat} ⟦declines|decline⟧; no more switching in this game.",
                seat
            ),
            Event::Moved { seat, from, to, cards } => describe!(
                "K-47",
                "{seat}の{cards}が{from}から{to}へ進みました。",
                "{seat}⟦: |r ⟧{cards} moves from {from} to {to}.",
                seat,
                cards
            ),
            Event::Joined { seat, from, to, cards, stack, points, after_attack, forced } => {
                describe!(
                    if after_attack { "K-68" } else { "K-48" },
                    "{seat}の{cards}が{from}から{to}へ移って重なり、{stack}({points}点)になりました{only}。",
                    "{seat}⟦: |r ⟧{cards} from {from} joins on {to}: {stack}, {points}{only}.",
                    seat,
                    cards,
                    stack,
                    points = points_of(points),
                    only = only(forced)
                )
            }
            Event::Put { seat, item, to, points } if item.cards.is_stack() => describe!(
                "K-50",
                "{seat}が手持ちの{cards}を{to}に配しました({points}点)。",
                "{seat} ⟦puts|put⟧ {cards} on {to} with {points}.",
                seat,
                cards = item.cards,
                points = points_of(points)
            ),
            Event::Put { seat, item, to, .. } => describe!(
                "K-50",
                "{seat}が手持ちの{item}を{to}に配しました。",
                "{seat} ⟦puts|put⟧ {item} on {to}.",
                seat,
                item
            ),
            Event::Added { seat, item, to, stack, points } => describe!(
                "K-51",
                "{seat}が手持ちの{item}を{to}に重ね、{stack}({points}点)になりました。",
                "{seat} ⟦adds|add⟧ {item} from the hand on {to}: {stack}, {points}.",
                seat,
                item,
                stack,
                points = points_of(points)
            ),
            Event::Paired { seat, stack, to, points } => describe!(
                "K-53",
                "{seat}が、王妃を返した残りに手持ちの1枚を重ね、{stack}({points}点)を{to}に配しました。",
                "{seat} ⟦puts|put⟧ what was left of a stack with a card of the hand on {to}: {stack}, {points}.",
                seat,
                stack,
                points = points_of(points)
            ),
            Event::Hit { seat, from, to, cards, target, loss, points } => describe!(
                "K-58",
                "{seat}の{cards}({from})が{to}の{target}を攻撃し、{loss}点減って残り{points}点です。",
                "{seat}⟦: |r ⟧{cards} from {from} attacks {target} on {to}, which loses {loss} and has {points} left.",
                seat,
                cards,
                target,
                points = points_of(points)
            ),
            Event::Captured { seat, from, to, cards, target } => describe!(
                match (cards == Cards::KING, target == Cards::KING) {
                    (true, _) => "K-73",
                    (false, true) => "K-93",
                    (false, false) => "K-57",
                },
                "{seat}の{cards}({from})が{to}の{target}を取りました。",
                "{seat}⟦: |r ⟧{cards} from {from} takes {target} on {to}.",
                seat,
                cards,
                target
            ),
            Event::WentBack { seat, from, to, cards, forced } => describe!(
                "K-66",
                "{seat}の{cards}は{from}から{to}へ戻りました{only}。",
                "{seat}⟦: |r ⟧{cards} goes home from {from} to {to}{only}.",
                seat,
                cards,
                only = only(forced)
            ),
            Event::Retreated { seat, from, item, after_attack, keeps, forced } => describe!(
                match (after_attack, keeps) {
                    (true, true) => "K-85",
                    (true, false) => "K-69",
                    (false, _) if item.cards.is_stack() => "K-54",
                    (false, _) => "K-55",
                },
                "{seat}の{item}は{from}から手持ちへ退避しました{only}。",
                "{seat}⟦: |r ⟧{item} retreats from {from} to the hand{only}.",
                seat,
                item,
                only = only(forced)
            ),
            Event::KingStepped { seat, from, to, cards, gain, points } => {
                let capped = gain < rules.king_step(cards);
                describe!(
                    if capped { "K-90" } else { "K-87" },
                    "{seat}の王が{from}から{to}の{cards}の上へ移りました。王は{risen}。",
                    "{seat}⟦: the|r⟧ king steps from {from} onto {cards} on {to} and {risen}.",
                    seat,
                    cards,
                    risen = risen(gain, points, capped)
                )
            }
            Event::Settled { seat, to, cards, points: _, forced } => describe!(
                "K-87",
                "{seat}の{cards}は{to}へ戻りました{only}。",
                "{seat}⟦: |r ⟧{cards} is set on {to}{only}.",
                seat,
                cards,
                only = only(forced)
            ),
            Event::QueenReturned { seat, item, gain, points, as_turn } => {
                let rest = item.cards.without(Cards::one(Kind::Queen));
                let rest = if rest.is_empty() {
                    LocalizedText::fixed("", "")
                } else {
                    text!("残りは{rest}です。", " What is left: {rest}.", rest)
                };
                let capped = gain < rules.queen_return;
                describe!(
                    match (capped, as_turn) {
                        (true, _) => "K-90",
                        (false, true) => "K-76",
                        (false, false) => "K-75",
                    },
                    "{seat}が王妃を返し、王妃は{other}の手持ちに戻りました。{seat}の王は{risen}。{rest}",
                    "{seat} ⟦gives|give⟧ the queen back to {other}⟦'s|r⟧ hand; {seat}⟦'s|r⟧ king {risen}.{rest}",
                    seat,
                    other = seat.other(),
                    risen = risen(gain, points, capped),
                    rest
                )
            }
            Event::QueenKept { seat, item } => describe!(
                "K-74",
                "{seat}は王妃を返しませんでした({item}は使えません)。",
                "{seat} ⟦keeps|keep⟧ the queen: {item} cannot be used.",
                seat,
                item
            ),
            Event::Check { seat } => describe!(
                "K-87",
                "{seat}の王に王手がかかっています。",
                "{seat}⟦'s|r⟧ king is in check.",
                seat
            ),
            Event::KingTaken { seat } => describe!(
                "K-1",
                "{seat}が王を取り、勝ちました。",
                "{seat} ⟦has|have⟧ taken the king and ⟦wins|win⟧.",
                seat
            ),
            Event::TurnLimit { turns } => describe!(
                "K-92",
                "{turns}手指しても決着がつかず、引き分けです。",
                "{turns} passed without a king taken: a draw.",
                turns = plural(turns, "turn", "turns")
            ),
        }
    }
}

/// The change of a king's points as a clause. `capped` is true if the maximum reduced his gain (K-90).
fn risen(gain: u8, points: u8, capped: bool) -> LocalizedText {
    let most = if capped {
        LocalizedText::fixed("上限の", ", the most a king may have")
    } else {
        LocalizedText::fixed("", "")
    };
    let points = points_of(points);
    if gain == 0 {
        text!("{most}{points}点のままです", "stays at {points}{most}", points, most)
    } else {
        text!(
            "{gain}点増えて{most}{points}点になりました",
            "gains {gain} and has {points}{most}",
            points,
            most
        )
    }
}
