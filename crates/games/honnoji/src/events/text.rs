//! The log texts of events.

use zashiki_core::{LocalizedText, RuleId, describe, names, plural};

use super::narrate::result;
use super::phrases::{attack, cards, in_vain, seats_with, squares, valued};
use super::{Event, FireCause, NoEffectReason};
use crate::actions::orders_of;
use crate::components::Icon;
use crate::config::Config;
use crate::face::Cards;
use crate::layout_effects::{Orders, StayReason};
use crate::types::Reason;

/// Text appended to the log sentence about a forced decision; empty if the decision was free.
const fn only(forced: bool) -> LocalizedText {
    if forced {
        LocalizedText::fixed("(ほかに選択肢がありません)", ", the only choice")
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
                describe!("H-18", "第{round}ラウンドが始まります。", "Round {round} begins.")
            }
            Event::NothingToDeal => describe!(
                "H-28",
                "山札も捨て札もないので、マスに札は置かれません。",
                "No cards are left to deal."
            ),
            Event::DeckRebuilt { count } => describe!(
                "H-28",
                "捨て場の{count}枚を混ぜて新たな山札にしました。",
                "{count} shuffled into a new deck.",
                count = plural(*count, "discarded card is", "discarded cards are")
            ),
            Event::Dealt { square, face } => describe!(
                "H-23",
                "{square}のマスに{card}が置かれました。",
                "Square {square} gets {card}.",
                card = cards(config, Cards::one(*face))
            ),
            Event::CaughtFire { square, cause: FireCause::FireCard, turned } => describe!(
                "H-29",
                "{square}のマスが火ノ手マスになりました{rest}。",
                "Square {square} catches fire{rest}.",
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
                "Square {square} catches fire with a fourth card; its cards are turned face down."
            ),
            Event::Laid { seat, layout } if layout.is_empty() => describe!(
                "H-37",
                "{seat}は何も伏せません。",
                "{seat} ⟦lays|lay⟧ no cards this round.",
                seat
            ),
            Event::Laid { seat, layout } => describe!(
                "H-39",
                "{seat}が札を{cards}枚伏せました({orders})。",
                "{seat} ⟦lays|lay⟧ {cards} face down: {orders}.",
                seat,
                cards = plural(layout.len() as u8, "card", "cards"),
                orders = orders_of(Orders::read(layout, &config.icons))
            ),
            Event::Declared { seat, cells: None } => {
                describe!("H-143", "{seat}の配置が決まりました。", "{seat} ⟦is|are⟧ ready.", seat)
            }
            Event::Declared { seat, cells: Some(cells) } => match cells.iter().count() as u8 {
                0 => describe!(
                    "H-41",
                    "{seat}は何も伏せません。",
                    "{seat} ⟦lays|lay⟧ no cards this round.",
                    seat
                ),
                count => describe!(
                    "H-41",
                    "{seat}が札を{count}枚伏せました。",
                    "{seat} ⟦lays|lay⟧ {count} face down.",
                    seat,
                    count = plural(count, "card", "cards")
                ),
            },
            Event::Revealed { seat, layout } if layout.is_empty() => describe!(
                "H-43",
                "{seat}は何も伏せていませんでした。",
                "{seat} had laid no cards.",
                seat
            ),
            Event::Revealed { seat, layout } => describe!(
                "H-43",
                "{seat}の配置は{cards}です({orders})。",
                "{seat} had laid {cards}: {orders}.",
                seat,
                cards = cards(config, layout.cards()),
                orders = orders_of(Orders::read(layout, &config.icons))
            ),
            Event::Moved { seat, from: None, path } => describe!(
                "H-67",
                "{seat}が{to}のマスに入りました。",
                "{seat} ⟦goes|go⟧ to square {to}.",
                seat,
                to = path.end()
            ),
            Event::Moved { seat, from: Some(from), path } => {
                let to = path.end();
                match path.squares().split_last() {
                    Some((_, passed)) if !passed.is_empty() => describe!(
                        "H-70",
                        "{seat}が{from}のマスから{via}を通って{to}のマスへ移動しました。",
                        "{seat} ⟦moves|move⟧ from {from} through {via} to {to}.",
                        seat,
                        via = squares(passed.iter().copied())
                    ),
                    _ => describe!(
                        "H-61",
                        "{seat}が{from}のマスから{to}のマスへ移動しました。",
                        "{seat} ⟦moves|move⟧ from {from} to {to}.",
                        seat
                    ),
                }
            }
            Event::Stayed { seat, square, why } => {
                let rule = match why {
                    StayReason::NotDesignated => "H-60",
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
                "{seat}が{square}のマスで{card}を拾得しました。",
                "{seat} ⟦picks|pick⟧ up {card} on square {square}.",
                seat,
                card = valued(config, Cards::one(*face))
            ),
            Event::TooFew { square, cards: 0, seats, .. } => describe!(
                "H-85",
                "{square}のマスには{seats}がいますが、拾得できる札がありません。",
                "{find} nothing to pick up on square {square}.",
                seats = names(seats.iter()),
                find = seats_with(*seats, "finds", "find")
            ),
            Event::TooFew { square, cards, players, seats } => describe!(
                "H-85",
                "{square}のマスは{seats}の{players}人に札{cards}枚なので、誰も拾得できません。",
                "{get} nothing on square {square}: {cards} for {players} players is too few.",
                seats = names(seats.iter()),
                get = seats_with(*seats, "gets", "get"),
                cards = plural(*cards, "card", "cards")
            ),
            Event::Attacked { seat, square, icon } => describe!(
                if *icon == Icon::Gun { "H-98" } else { "H-95" },
                "{attack}ます。",
                "{attack}.",
                attack = attack(*seat, *icon, *square)
            ),
            Event::InVain { seat, icon, number, why } => {
                (in_vain(*seat, *icon, *number, *why), RuleId(why.rule()))
            }
            Event::NothingToSteal { seat: _, victim } => describe!(
                "H-104",
                "{victim}に奪える札はありません。",
                "{victim} ⟦has|have⟧ nothing to steal.",
                victim
            ),
            Event::Stole { seat, victim, face, forced, .. } => describe!(
                "H-99",
                "{seat}が{victim}から{card}を奪いました{only}。",
                "{seat} ⟦steals|steal⟧ {card} from {victim}{only}.",
                seat,
                victim,
                card = valued(config, Cards::one(*face)),
                only = only(*forced)
            ),
            Event::Burnt { seat, square, face, forced } => describe!(
                "H-112",
                "{seat}が{square}のマスの火ノ手で{card}を失いました{only}。",
                "{seat} ⟦loses|lose⟧ {card} to the fire on square {square}{only}.",
                seat,
                card = valued(config, Cards::one(*face)),
                only = only(*forced)
            ),
            Event::NothingToBurn { seat, square } => describe!(
                "H-114",
                "{seat}は火ノ手マス({square})にいますが、失う札がありません。",
                "{seat} ⟦stands|stand⟧ in the fire on square {square}, with nothing to lose.",
                seat
            ),
            Event::Recovered { seat, faces } if faces.is_empty() => describe!(
                "H-119",
                "{seat}は何も手札に戻しません。",
                "{seat} ⟦takes|take⟧ no cards back.",
                seat
            ),
            Event::Recovered { seat, faces } => describe!(
                "H-118",
                "{seat}が{cards}を手札に戻しました。",
                "{seat} ⟦takes|take⟧ back {cards}.",
                seat,
                cards = cards(config, *faces)
            ),
            Event::Exhausted { seat, to_hand, to_exposed } => {
                let (back, out) = (cards(config, *to_hand), cards(config, *to_exposed));
                let count = to_exposed.len();
                if count == 0 {
                    return describe!(
                        "H-126",
                        "{seat}の{back}は手札に戻りました。",
                        "{seat} ⟦keeps|keep⟧ {back}.",
                        seat,
                        back
                    );
                }
                let are = LocalizedText::fixed("", if count == 1 { "is" } else { "are" });
                if to_hand.is_empty() {
                    return describe!(
                        "H-128",
                        "消耗: {seat}の{out}が晒し場に出ました。",
                        "Used up: {seat} ⟦exposes|expose⟧ {out}.",
                        seat,
                        out
                    );
                }
                describe!(
                    "H-128",
                    "消耗: {seat}の{back}は手札に戻り、{out}は晒し場に出ました。",
                    "Used up: {seat} ⟦keeps|keep⟧ {back}; {out} {are} now exposed.",
                    seat,
                    back,
                    out,
                    are
                )
            }
            Event::Cleared { square, faces } => describe!(
                "H-134",
                "火ノ手マス({square}のマス)の札を捨てました: {cards}。",
                "The fire square {square} is cleared: {cards}.",
                cards = cards(config, *faces)
            ),
            Event::MarkerMoved { seat, from: _, points, tied: false } => describe!(
                "H-136",
                "晒し場の勝利点が最も多い{seat}({points}点)が一番槍になりました。",
                "{seat} ⟦becomes|become⟧ the first player, with the most points exposed ({points}).",
                seat
            ),
            Event::MarkerMoved { seat, from: _, points, tied: true } => describe!(
                "H-138",
                "晒し場の勝利点が最も多い人({points}点)が複数いるので、これまでの一番槍から時計回りで最初の{seat}が一番槍になりました。",
                "Several players tie with the most exposed ({points}); {seat}, the next of them clockwise, ⟦becomes|become⟧ the first player.",
                seat,
                points = plural(*points, "point", "points")
            ),
            Event::MarkerStayed { seat, points, tied: false } => describe!(
                "H-136",
                "一番槍は{seat}のままです(晒し場の勝利点{points}点)。",
                "{seat} ⟦remains|remain⟧ the first player, with {points} exposed.",
                seat,
                points = plural(*points, "point", "points")
            ),
            Event::MarkerStayed { seat, points, tied: true } => describe!(
                "H-138",
                "晒し場の勝利点が最も多い人({points}点)が複数いるので、一番槍は{seat}のままです。",
                "Several players tie with the most exposed ({points}); {seat} ⟦remains|remain⟧ the first player.",
                seat,
                points = plural(*points, "point", "points")
            ),
            Event::Ended { reason, winners, points, cards } => {
                let rule = match reason {
                    Reason::Points => "H-140",
                    Reason::FewerCards => "H-141",
                    Reason::Draw => "H-142",
                };
                (result(*reason, *winners, points, cards), RuleId(rule))
            }
        }
    }
}

impl NoEffectReason {
    /// The rule by which the icon has no effect.
    const fn rule(self) -> &'static str {
        match self {
            NoEffectReason::OwnSquare => "H-64",
            NoEffectReason::BothNeighbours => "H-74",
            NoEffectReason::OffTheWay => "H-63",
            NoEffectReason::Overruled => "H-67",
            NoEffectReason::OutOfReach => "H-97",
            NoEffectReason::NobodyThere | NoEffectReason::NothingToRecover => "A-H53",
            NoEffectReason::NothingToTake => "H-104",
        }
    }
}
