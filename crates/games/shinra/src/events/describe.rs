//! Event texts in both languages, each with the rule it follows from.

use zashiki_core::{
    Episode, Localize as _, LocalizedText, ReceivedComponent, RuleId, ScoreChange, describe,
    plural, text,
};

use super::{Event, ledger, narrate};
use crate::Config;
use crate::board::PLACES;
use crate::glossary::with_article;
use crate::kind::{Cards, Kind};

/// The suffix of a log text that marks the action as the only legal one; empty if not forced.
const fn only(forced: bool) -> LocalizedText {
    if forced {
        LocalizedText::fixed("(ほかの手はありません)", " (no other choice)")
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

    /// The cards that come on the board from the hand.
    fn received(&self, _: &Config) -> Option<ReceivedComponent> {
        match *self {
            Event::Deployed { seat, item, .. }
            | Event::Put { seat, item, .. }
            | Event::Added { seat, item, .. } => {
                Some(ReceivedComponent { seat, component: item.cards.name() })
            }
            _ => None,
        }
    }

    fn score_changes(&self, config: &Config) -> Vec<ScoreChange> {
        ledger::score_changes(self, config)
    }

    fn narrate(config: &Config, events: &[Event]) -> Vec<Episode> {
        narrate::narrate(config, events)
    }

    fn describe(&self, config: &Config) -> (LocalizedText, RuleId) {
        let rules = &config.components.points;
        match *self {
            Event::Began => describe!(
                "K-32",
                "両者が同時に、互いに見える形で、自陣の2列へカードを並べます。",
                "Set-up: both sides arrange their cards at the same time, in sight of each other."
            ),
            Event::Arranged { seat } => describe!(
                "K-32",
                "{seat}が並べ終わりました。",
                "{seat} ⟦has|have⟧ arranged the cards.",
                seat
            ),
            Event::DeploymentBegan => describe!(
                "K-35",
                "配備を始めます。最初のカードは{first}が配します。",
                "Deployment begins: {first} ⟦lays|lay⟧ the first card.",
                first = PLACES[0]
            ),
            Event::Deployed { seat, item, to, place, forced } => describe!(
                match place {
                    0 | 1 => "K-35",
                    2..=5 => "K-36",
                    _ => "K-42",
                },
                "{seat}が{to}に{card}を配します{only}。",
                "{seat} ⟦lays|lay⟧ {card} on {to}{only}.",
                seat,
                card = with_article(item.cards),
                only = only(forced)
            ),
            Event::BattleBegan => describe!(
                "K-42",
                "すべてのマスが埋まり、戦闘が始まります。",
                "All squares are filled: the battle begins."
            ),
            Event::Switched { seat, a, b, on_a, on_b } => describe!(
                "K-39",
                "{seat}が{a}の{on_a}と{b}の{on_b}を入れ替えます。",
                "{seat} ⟦switches|switch⟧ the {on_a} on {a} with the {on_b} on {b}.",
                seat,
                on_a,
                on_b
            ),
            Event::Declined { seat, last: false } => describe!(
                "K-41",
                "{seat}はスイッチしません。",
                "{seat} ⟦does|do⟧ not switch.",
                seat
            ),
            Event::Declined { seat, last: true } => describe!(
                "K-45",
                "{seat}はスイッチしません。この対局では、もうスイッチはできません。",
                "{seat} ⟦does|do⟧ not switch, which ends all switching in this game.",
                seat
            ),
            Event::Moved { seat, from, to, cards } => describe!(
                "K-47",
                "{seat}の{cards}が{from}から{to}へ進みます。",
                "{seat}⟦'s|r⟧ {cards} moves from {from} to {to}.",
                seat,
                cards
            ),
            Event::Joined { seat, from, to, cards, stack, points, after_attack, forced } => {
                let there = stack.without(cards);
                let (points, only) = (points_of(points), only(forced));
                if after_attack {
                    describe!(
                        "K-68",
                        "攻撃した{seat}の{cards}({from})が{to}の{there}に重なり、合わせて{points}点になります{only}。",
                        "{seat}⟦'s|r⟧ {cards} returns from {from} and joins the {there} on {to}: {points} together{only}.",
                        seat,
                        cards,
                        there,
                        points,
                        only
                    )
                } else {
                    describe!(
                        "K-48",
                        "{seat}の{cards}({from})が{to}の{there}に重なり、合わせて{points}点になります。",
                        "{seat}⟦'s|r⟧ {cards} on {from} joins the {there} on {to}: {points} together.",
                        seat,
                        cards,
                        there,
                        points
                    )
                }
            }
            Event::Put { seat, item, to, points } if item.cards.is_stack() => describe!(
                "K-50",
                "{seat}が手持ちの{cards}({points}点)を{to}に配します。",
                "{seat} ⟦puts|put⟧ {cards} ({points}) from the hand on {to}.",
                seat,
                cards = item.cards,
                points = points_of(points)
            ),
            Event::Put { seat, item, to, .. } => describe!(
                "K-50",
                "{seat}が手持ちの{card}を{to}に配します。",
                "{seat} ⟦puts|put⟧ {card} from the hand on {to}.",
                seat,
                card = with_article(item.cards)
            ),
            Event::Added { seat, item, to, stack, points } => describe!(
                "K-51",
                "{seat}が手持ちの{card}を{to}の{there}に重ね、合わせて{points}点になります。",
                "{seat} ⟦adds|add⟧ {card} from the hand to the {there} on {to}: {points} together.",
                seat,
                card = with_article(item.cards),
                there = stack.without(item.cards),
                points = points_of(points)
            ),
            Event::Paired { seat, stack, to, points } => describe!(
                "K-53",
                "{seat}が手持ちの2枚を重ね、{stack}({points}点)として{to}に配します。",
                "{seat} ⟦stacks|stack⟧ two cards from the hand as {stack} ({points}) on {to}.",
                seat,
                stack,
                points = points_of(points)
            ),
            Event::Hit { seat, from, to, cards, target, loss, points } => describe!(
                "K-58",
                "{seat}の{cards}({from})が攻撃力{loss}で{other}の{target}({to})を攻撃し、残りは{before}点中{points}点になります。",
                "{seat}⟦'s|r⟧ {cards} on {from} attacks {other}⟦'s|r⟧ {target} on {to} with {loss}: {points} of {before} life points remain.",
                seat,
                cards,
                other = seat.other(),
                target,
                before = points + loss
            ),
            Event::Captured { seat, from, to, cards, target: Cards::KING, points } => describe!(
                if cards == Cards::KING { "K-73" } else { "K-93" },
                "{seat}の{cards}({from})が、残り{points}点の{other}の王({to})を取ります。",
                "{seat}⟦'s|r⟧ {cards} on {from} captures {other}⟦'s|r⟧ King on {to}, who had {points} left.",
                seat,
                cards,
                other = seat.other(),
                points = plural(points, "life point", "life points")
            ),
            Event::Captured { seat, from, to, cards, target, .. } => describe!(
                if cards == Cards::KING { "K-73" } else { "K-57" },
                "{seat}の{cards}({from})が{other}の{target}({to})を取ります。",
                "{seat}⟦'s|r⟧ {cards} on {from} captures {other}⟦'s|r⟧ {target} on {to}.",
                seat,
                cards,
                other = seat.other(),
                target
            ),
            Event::WentBack { seat, from, to, cards, forced } => describe!(
                "K-66",
                "{seat}の{cards}が{from}から自陣の{to}へ戻ります{only}。",
                "{seat}⟦'s|r⟧ {cards} returns from {from} to {to}{only}.",
                seat,
                cards,
                only = only(forced)
            ),
            Event::Retreated { seat, from, item, after_attack: false, forced, .. } => describe!(
                if item.cards.is_stack() { "K-54" } else { "K-55" },
                "{seat}が{from}の{cards}を手持ちに退避します{only}。",
                "{seat} ⟦takes|take⟧ the {cards} on {from} back into the hand{only}.",
                seat,
                cards = item.cards,
                only = only(forced)
            ),
            Event::Retreated { seat, from, item, keeps, forced, .. } => describe!(
                if keeps { "K-85" } else { "K-69" },
                "{seat}の{cards}が{from}から手持ちへ退避します{kept}{only}。",
                "{seat}⟦'s|r⟧ {cards} goes back from {from} into the hand{kept}{only}.",
                seat,
                cards = item.cards,
                kept = kept(item.points_kept()),
                only = only(forced)
            ),
            Event::KingStepped { seat, from, to, cards, gain, points } => {
                let capped = gain < rules.king_step(cards);
                describe!(
                    if capped { "K-90" } else { "K-87" },
                    "王手のかかった{seat}の王が、{from}から{to}の{cards}の上へ移り、{risen}。",
                    "In check, {seat}⟦'s|r⟧ King steps from {from} onto the {cards} on {to} and {risen}.",
                    seat,
                    cards,
                    risen = risen(gain, points, capped)
                )
            }
            Event::Settled { seat, to, cards, points: _, forced } => describe!(
                "K-87",
                "王が乗った{seat}の{cards}は{to}へ移ります{only}。",
                "{seat}⟦'s|r⟧ {cards} moves aside to {to}{only}.",
                seat,
                cards,
                only = only(forced)
            ),
            Event::QueenReturned { seat, item, gain, points, as_turn } => {
                let rest = item.cards.without(Cards::one(Kind::Queen));
                let rest = if rest.is_empty() {
                    LocalizedText::fixed("", "")
                } else {
                    text!(
                        "一緒に取った{rest}が使えるようになります。",
                        " The {rest} captured with her can now be used.",
                        rest
                    )
                };
                let capped = gain < rules.queen_return;
                describe!(
                    match (capped, as_turn) {
                        (true, _) => "K-90",
                        (false, true) => "K-76",
                        (false, false) => "K-75",
                    },
                    "{seat}が王妃を{other}に返し、{seat}の王は{risen}。{rest}",
                    "{seat} ⟦gives|give⟧ the Queen back to {other}, and {seat}⟦'s|r⟧ King {risen}.{rest}",
                    seat,
                    other = seat.other(),
                    risen = risen(gain, points, capped),
                    rest
                )
            }
            Event::QueenKept { seat, item } if item.cards.is_stack() => describe!(
                "K-74",
                "{seat}は取った王妃を返しません。返すまで{cards}は使えません。",
                "{seat} ⟦keeps|keep⟧ the captured {cards}. It cannot be used until the Queen is given back.",
                seat,
                cards = item.cards
            ),
            Event::QueenKept { seat, .. } => describe!(
                "K-74",
                "{seat}は取った王妃を返しません。返すまで王妃は使えません。",
                "{seat} ⟦keeps|keep⟧ the captured Queen. She cannot be used until she is given back.",
                seat
            ),
            Event::Check { seat } => describe!(
                "K-87",
                "{seat}の王に王手がかかっています。",
                "{seat}⟦'s|r⟧ King is in check.",
                seat
            ),
            Event::KingTaken { seat } => describe!(
                "K-1",
                "{seat}が王を取って勝ちます。",
                "{seat} ⟦captures|capture⟧ the King and ⟦wins|win⟧.",
                seat
            ),
            Event::TurnLimit { turns } => describe!(
                "K-92",
                "{turns}手を指しても王が取られなかったので、引き分けです。",
                "{turns} are over and no King was captured: a draw.",
                turns = plural(turns, "turn", "turns")
            ),
        }
    }
}

/// The note on the reduced points that a stack keeps in the hand; empty for full points.
fn kept(points: Option<u8>) -> LocalizedText {
    match points.map(points_of) {
        Some(points) => text!("({points}点のまま)", " and keeps its {points}", points),
        None => LocalizedText::fixed("", ""),
    }
}

/// The change of a king's points as a clause. `capped` is true if the maximum reduced his gain (K-90).
fn risen(gain: u8, points: u8, capped: bool) -> LocalizedText {
    let most = if capped {
        LocalizedText::fixed("上限の", ", the most a King can have")
    } else {
        LocalizedText::fixed("", "")
    };
    let points = points_of(points);
    if gain == 0 {
        text!("{most}{points}点のままです", "stays at {points}{most}", points, most)
    } else {
        text!(
            "{gain}点増えて{most}{points}点になります",
            "gains {gain}: now {points}{most}",
            points,
            most
        )
    }
}
