//! The log texts of events.

use zashiki_core::{LocalizedText, RuleId, describe, names, plural};

use super::{Event, FireCause, NoEffectReason};
use crate::components::Icon;
use crate::config::Config;
use crate::layout_effects::StayReason;
use crate::types::Reason;

/// Text appended to the log sentence about a forced decision; empty if the decision was free.
const fn only(forced: bool) -> LocalizedText {
    if forced {
        LocalizedText::fixed("(ほかに選択肢なし)", ", the only choice")
    } else {
        LocalizedText::fixed("", "")
    }
}

impl Event {
    /// The sentence for the log, and the rule that it cites.
    pub(super) fn text(&self, config: &Config) -> (LocalizedText, RuleId) {
        match self {
            Event::Began { seat } => describe!(
                "H-15",
                "最初の一番槍は{seat}です。",
                "{seat} ⟦is|are⟧ the first player.",
                seat
            ),
            Event::RoundBegan { round } => {
                describe!("H-18", "第{round}ラウンド開始。", "Round {round} begins.")
            }
            Event::NothingToDeal => describe!(
                "H-28",
                "山札も捨て札もないので、マスに札は置かれません。",
                "There are neither a deck nor discards, so no card is dealt."
            ),
            Event::DeckRebuilt { count } => describe!(
                "H-28",
                "捨て場の{count}枚を混ぜて新たな山札にしました。",
                "{count} shuffled into a new deck.",
                count = plural(*count, "discard is", "discards are")
            ),
            Event::Dealt { square, face } => describe!(
                "H-23",
                "{square}のマスに{card}。",
                "Square {square} gets: {card}.",
                card = config.name(*face)
            ),
            Event::CaughtFire { square, cause: FireCause::FireCard, turned } => describe!(
                "H-29",
                "火ノ手! {square}のマスが火ノ手マスになりました{rest}。",
                "Fire! Square {square} becomes a fire square{rest}.",
                rest = match turned {
                    0 => LocalizedText::fixed("", ""),
                    1 => LocalizedText::fixed(
                        "(ほかの札は裏返し)",
                        "; its other card is turned face down"
                    ),
                    _ => {
                        LocalizedText::fixed(
                            "(ほかの札は裏返し)",
                            "; its other cards are turned face down",
                        )
                    }
                }
            ),
            Event::CaughtFire { square, cause: FireCause::FourthCard, .. } => describe!(
                "H-30",
                "4枚目の札で{square}のマスが火ノ手マスになりました(札はすべて裏返し)。",
                "A fourth card makes square {square} a fire square; its cards are turned face down."
            ),
            Event::Laid { seat, layout } => {
                let cards = config.names(layout.cards());
                if layout.is_empty() {
                    return describe!(
                        "H-37",
                        "{seat}は何も伏せません。",
                        "{seat} ⟦places|place⟧ nothing.",
                        seat
                    );
                }
                describe!(
                    "H-39",
                    "{seat}が{cards}を伏せました。",
                    "{seat} ⟦places|place⟧ face down: {cards}.",
                    seat,
                    cards
                )
            }
            Event::Declared { seat, cells: None } => describe!(
                "H-143",
                "{seat}が配置を確定しました。",
                "{seat} ⟦has|have⟧ declared a layout.",
                seat
            ),
            Event::Declared { seat, cells: Some(cells) } => {
                let count = cells.iter().count() as u8;
                if count == 0 {
                    return describe!(
                        "H-41",
                        "{seat}は何も伏せずに配置を確定しました。",
                        "{seat} ⟦declares|declare⟧ without placing any card.",
                        seat
                    );
                }
                describe!(
                    "H-41",
                    "{seat}が{cards}枚を伏せて配置を確定しました。",
                    "{seat} ⟦has|have⟧ declared a layout of {cards}.",
                    seat,
                    cards = plural(count, "card", "cards")
                )
            }
            Event::Revealed { seat, layout } => {
                let cards = config.names(layout.cards());
                if layout.is_empty() {
                    return describe!(
                        "H-43",
                        "公開: {seat}は何も伏せていません。",
                        "Revealed: {seat} ⟦has|have⟧ placed nothing.",
                        seat
                    );
                }
                describe!(
                    "H-43",
                    "公開: {seat}は{cards}。",
                    "Revealed: {seat} ⟦has|have⟧ placed {cards}.",
                    seat,
                    cards
                )
            }
            Event::Moved { seat, from: None, path } => describe!(
                "H-67",
                "{seat}が{to}のマスへ。",
                "{seat} ⟦goes|go⟧ to square {to}.",
                seat,
                to = path.end()
            ),
            Event::Moved { seat, from: Some(from), path } => {
                let to = path.end();
                let passed = path.squares().split_last().map_or(&[][..], |(_, passed)| passed);
                if passed.is_empty() {
                    return describe!(
                        "H-61",
                        "{seat}が{from}のマスから{to}のマスへ移動。",
                        "{seat} ⟦moves|move⟧ from {from} to {to}.",
                        seat
                    );
                }
                describe!(
                    "H-70",
                    "{seat}が{from}のマスから{via}を通って{to}のマスへ移動。",
                    "{seat} ⟦moves|move⟧ from {from} via {via} to {to}.",
                    seat,
                    via = LocalizedText::new(
                        zashiki_core::list(passed).ja,
                        zashiki_core::names(passed).en
                    )
                )
            }
            Event::Stayed { seat, square, why } => {
                let rule = match why {
                    StayReason::NotDesignated => {
                        return describe!(
                            "H-60",
                            "{seat}は移動先を指定していないので、{square}のマスに留まります。",
                            "{seat} ⟦designates|designate⟧ no destination and ⟦stays|stay⟧ on square {square}.",
                            seat
                        );
                    }
                    StayReason::OwnSquare => "H-64",
                    StayReason::BothNeighbours => "H-74",
                    StayReason::Unreachable | StayReason::Overruled => "H-63",
                };
                describe!(
                    rule,
                    "{seat}は{square}のマスに留まります。",
                    "{seat} ⟦stays|stay⟧ on square {square}.",
                    seat
                )
            }
            Event::PickedUp { seat, square, face, shared, .. } => describe!(
                if *shared { "H-82" } else { "H-80" },
                "{seat}が{square}のマスで{card}を拾得。",
                "{seat} ⟦picks|pick⟧ up on square {square}: {card}.",
                seat,
                card = config.name(*face)
            ),
            Event::TooFew { square, cards: 0, players } => describe!(
                "H-85",
                "{square}のマスには{players}人がいますが、拾得できる札がありません。",
                "On square {square} there is no card for {players} to pick up.",
                players = plural(*players, "player", "players")
            ),
            Event::TooFew { square, cards, players } => describe!(
                "H-85",
                "{square}のマスは{players}人に札{cards}枚なので、誰も拾得できません。",
                "On square {square} there {are} {cards} for {players}: nobody takes any.",
                are = LocalizedText::fixed("", if *cards == 1 { "is" } else { "are" }),
                cards = plural(*cards, "card", "cards"),
                players = plural(*players, "player", "players")
            ),
            Event::Attacked { seat, square, icon } => describe!(
                if *icon == Icon::Gun { "H-98" } else { "H-95" },
                "{seat}が{square}のマスへ{icon}。",
                "{seat} ⟦makes|make⟧ a {icon} on square {square}.",
                seat,
                icon
            ),
            Event::InVain { seat, icon, number, why } => {
                let (rule, why) = why.describe();
                describe!(
                    rule,
                    "{seat}の{icon}アイコンは{number}を指定しましたが、{why}。",
                    "{seat}⟦'s|r⟧ {icon} icon designates {number} in vain: {why}.",
                    seat,
                    icon,
                    why
                )
            }
            Event::NothingToSteal { seat: _, victim } => describe!(
                "H-104",
                "{victim}の晒し場に奪える札はありません。",
                "{victim} ⟦has|have⟧ nothing that can be stolen.",
                victim
            ),
            Event::Stole { seat, victim, face, forced, .. } => describe!(
                "H-99",
                "{seat}が{victim}から{card}を奪いました{only}。",
                "{seat} ⟦steals|steal⟧ from {victim}: {card}{only}.",
                seat,
                victim,
                card = config.name(*face),
                only = only(*forced)
            ),
            Event::Burnt { seat, face, forced, .. } => describe!(
                "H-112",
                "火ノ手マスの{seat}が{card}を捨てました{only}。",
                "{seat}, on a fire square, ⟦discards|discard⟧: {card}{only}.",
                seat,
                card = config.name(*face),
                only = only(*forced)
            ),
            Event::NothingToBurn { seat, .. } => describe!(
                "H-114",
                "火ノ手マスの{seat}には捨てる札がありません。",
                "{seat}, on a fire square, ⟦has|have⟧ nothing to discard.",
                seat
            ),
            Event::Recovered { seat, faces } => {
                let cards = config.names(*faces);
                if faces.is_empty() {
                    return describe!(
                        "H-119",
                        "{seat}は何も回復しません。",
                        "{seat} ⟦recovers|recover⟧ nothing.",
                        seat
                    );
                }
                describe!(
                    "H-118",
                    "{seat}が{cards}を手札に戻しました。",
                    "{seat} ⟦recovers|recover⟧ {cards}.",
                    seat,
                    cards
                )
            }
            Event::Exhausted { seat, to_hand, to_exposed } => {
                let (back, out) = (config.names(*to_hand), config.names(*to_exposed));
                if to_exposed.is_empty() {
                    return describe!(
                        "H-126",
                        "消耗: {seat}の{back}は手札へ。",
                        "Exhaustion: {seat} ⟦takes|take⟧ back {back}.",
                        seat,
                        back
                    );
                }
                if to_hand.is_empty() {
                    return describe!(
                        "H-128",
                        "消耗: {seat}の{out}は晒し場へ。",
                        "Exhaustion: {seat} ⟦exposes|expose⟧ {out}.",
                        seat,
                        out
                    );
                }
                describe!(
                    "H-128",
                    "消耗: {seat}の{back}は手札へ、{out}は晒し場へ。",
                    "Exhaustion: {seat} ⟦takes|take⟧ back {back} and ⟦exposes|expose⟧ {out}.",
                    seat,
                    back,
                    out
                )
            }
            Event::Cleared { square, faces } => describe!(
                "H-134",
                "火ノ手マス({square}のマス)の札を捨て札にしました: {cards}。",
                "Fire square {square} is cleared: {cards}.",
                cards = config.names(*faces)
            ),
            Event::MarkerMoved { seat, from: _, points, tied: false } => describe!(
                "H-136",
                "晒し場の勝利点が最も多い{seat}({points}点)が一番槍になりました。",
                "{seat}, with {points} exposed, ⟦becomes|become⟧ the first player.",
                seat,
                points = plural(*points, "point", "points")
            ),
            Event::MarkerMoved { seat, from: _, points, tied: true } => describe!(
                "H-138",
                "晒し場の勝利点が最も多い人({points}点)が複数いるので、これまでの一番槍から時計回りで最初の{seat}が一番槍になりました。",
                "Several players have the most points exposed, {points}: {seat}, the first of them clockwise, ⟦becomes|become⟧ the first player.",
                seat,
                points = plural(*points, "point", "points")
            ),
            Event::MarkerStayed { seat, points, tied: false } => describe!(
                "H-136",
                "一番槍は{seat}のままです(晒し場の勝利点{points}点)。",
                "{seat}, with {points} exposed, ⟦remains|remain⟧ the first player.",
                seat,
                points = plural(*points, "point", "points")
            ),
            Event::MarkerStayed { seat, points, tied: true } => describe!(
                "H-138",
                "晒し場の勝利点が最も多い人({points}点)が複数いるので、一番槍は{seat}のままです。",
                "Several players have the most points exposed, {points}: {seat}, one of them, ⟦remains|remain⟧ the first player.",
                seat,
                points = plural(*points, "point", "points")
            ),
            Event::Ended { reason, winners, .. } => {
                let winners = names(winners.iter());
                match reason {
                    Reason::Points => describe!(
                        "H-140",
                        "ゲーム終了。勝利点が最も多い{winners}の勝ちです。",
                        "The game is over. {winners} ⟦has|have⟧ the most points and ⟦wins|win⟧.",
                        winners
                    ),
                    Reason::FewerCards => describe!(
                        "H-141",
                        "ゲーム終了。同点ですが、札の少ない{winners}の勝ちです。",
                        "The game is over. Points are equal, and {winners} ⟦wins|win⟧ with fewer cards.",
                        winners
                    ),
                    Reason::Draw => describe!(
                        "H-142",
                        "ゲーム終了。{winners}の引き分けです。",
                        "The game is over: a draw between {winners}.",
                        winners
                    ),
                }
            }
        }
    }
}

impl NoEffectReason {
    /// The rule by which the icon has no effect, and the words about it that end a log sentence.
    fn describe(self) -> (&'static str, LocalizedText) {
        match self {
            NoEffectReason::OwnSquare => (
                "H-64",
                LocalizedText::fixed("コマはもうそこにいます", "the pawn stands there already"),
            ),
            NoEffectReason::BothNeighbours => (
                "H-74",
                LocalizedText::fixed(
                    "両隣をどちらも指定したので移動できません",
                    "with both neighbours designated the pawn cannot move",
                ),
            ),
            NoEffectReason::OffTheWay => (
                "H-63",
                LocalizedText::fixed(
                    "隣でも、指定でたどれる先でもないので移動できません",
                    "no designated path leads there",
                ),
            ),
            NoEffectReason::Overruled => (
                "H-67",
                LocalizedText::fixed(
                    "最初のラウンドでは先のアイコンの指定が優先されます",
                    "in round 1 another icon's square counts",
                ),
            ),
            NoEffectReason::OutOfReach => {
                ("H-97", LocalizedText::fixed("刀は届きません", "the sword does not reach it"))
            }
            NoEffectReason::NobodyThere => {
                ("A-H53", LocalizedText::fixed("そこに相手はいません", "nobody else stands there"))
            }
            NoEffectReason::NothingToTake => (
                "H-104",
                LocalizedText::fixed(
                    "そこにいる相手の晒し場に奪える札はありません",
                    "nobody there has a card that can be stolen",
                ),
            ),
            NoEffectReason::NothingToRecover => (
                "A-H53",
                LocalizedText::fixed(
                    "晒し場に回復できる札はありません",
                    "no exposed card can be recovered",
                ),
            ),
        }
    }
}
