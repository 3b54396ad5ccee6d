//! The log texts of events.

use zashiki_core::{Localize, LocalizedText, RuleId, describe, plural, text};

use super::{Event, Precedence, Source};
use crate::Config;
use crate::board::Eunuch;
use crate::components::{Square, kohi_rule};
use crate::glossary::word;

impl Precedence {
    /// The rule statement that decided from which holder the point was taken.
    const fn rule(self) -> &'static str {
        match self {
            Precedence::More => "Q-52",
            Precedence::Tie => "Q-53",
            Precedence::Choice => "Q-54",
        }
    }

    /// The words about this reason that end a log sentence.
    const fn text(self) -> LocalizedText {
        match self {
            Precedence::More => LocalizedText::fixed("（多く持つ方から）", ", the one with more"),
            Precedence::Tie => LocalizedText::fixed(
                "（同数のため、始動権を持たない方から）",
                ", in a tie the one without the first-move tile",
            ),
            Precedence::Choice => {
                LocalizedText::fixed("（同数のため、取る側の任意）", ", by choice in a tie")
            }
        }
    }
}

impl Localize for Eunuch {
    fn name(&self) -> LocalizedText {
        let eunuch = word(if self.strong { "strong_eunuch" } else { "eunuch" });
        text!("{seat}の{eunuch}", "{seat}⟦'s|r⟧ {eunuch}", seat = self.seat, eunuch)
    }
}

impl Localize for Source {
    fn name(&self) -> LocalizedText {
        match *self {
            Source::Stock => word("stock").clone(),
            Source::Player(seat) => seat.name(),
            Source::Kohi => word("kohi").clone(),
        }
    }
}

/// The words about the reason for a point's source that end a log sentence; empty for the stock.
fn why(by: Option<Precedence>) -> LocalizedText {
    by.map_or(LocalizedText::fixed("", ""), Precedence::text)
}

impl Event {
    /// The sentence for the log, and the rule that it cites.
    pub(super) fn text(&self, config: &Config) -> (LocalizedText, RuleId) {
        let components = &config.components;
        match *self {
            Event::Dealt { seat } => {
                describe!(
                    "Q-8",
                    "準備が終わりました。始動権は{seat}が持ちます。",
                    "The board is set up. {seat} ⟦holds|hold⟧ the first-move tile.",
                    seat
                )
            }
            Event::Round { round, first } => {
                describe!(
                    "Q-10",
                    "第{round}ラウンドの太監配置です。{first}から置きます。",
                    "Round {round}: {first} ⟦places|place⟧ the first eunuch.",
                    first
                )
            }
            Event::Unblocked => describe!(
                "Q-58",
                "太監がすべて殿内にいて配置できないため、殿内の太監をすべて1マス進めます。",
                "All eunuchs are in the palace and none can be placed, so every palace eunuch advances one square."
            ),
            Event::Placed { eunuch: Eunuch { seat, strong }, card, forced } => {
                let eunuch = word(if strong { "strong_eunuch" } else { "eunuch" });
                if forced {
                    describe!(
                        "Q-11",
                        "{seat}が{card}番に{eunuch}を置きました（ほかに空いたカードがありません）。",
                        "{seat} ⟦places|place⟧ a {eunuch} on card {card}, the only free one.",
                        seat,
                        eunuch
                    )
                } else {
                    describe!(
                        "Q-11",
                        "{seat}が{card}番に{eunuch}を置きました。",
                        "{seat} ⟦places|place⟧ a {eunuch} on card {card}.",
                        seat,
                        eunuch
                    )
                }
            }
            Event::Processing => {
                describe!(
                    "Q-17",
                    "行動処理です。カードが1番から順に働きます。",
                    "Now the cards take effect, 1 to 9."
                )
            }
            Event::Reached { eunuch, card, icon } => {
                describe!(
                    icon.rule(),
                    "{card}番「{icon}」：{eunuch}が働きます。",
                    "Card {card}, {icon}: {eunuch} acts.",
                    eunuch,
                    icon
                )
            }
            Event::WentHome { eunuch, card } => {
                describe!(
                    "Q-18",
                    "{eunuch}が{card}番から手元に戻りました。",
                    "{eunuch} goes home from card {card}.",
                    eunuch
                )
            }
            Event::Reshuffled => describe!(
                "Q-19",
                "山札と捨て札をすべて合わせてシャフルし、新しい山札を作りました。",
                "Pile and discards are shuffled together into a new pile."
            ),
            Event::TookInitiative { seat } => {
                describe!(
                    "Q-21",
                    "{seat}が始動権を取りました。",
                    "{seat} ⟦takes|take⟧ the first-move tile.",
                    seat
                )
            }
            Event::KeptInitiative { seat } => {
                describe!(
                    "Q-21",
                    "{seat}はすでに始動権を持っているため、何も起こりません。",
                    "{seat} already ⟦holds|hold⟧ the first-move tile: nothing happens.",
                    seat
                )
            }
            Event::Flew { eunuch, from, to } => {
                describe!(
                    "Q-22",
                    "{eunuch}が{from}番から{to}番へ飛びました。",
                    "{eunuch} flies from card {from} to card {to}.",
                    eunuch
                )
            }
            Event::Grounded { eunuch } => {
                describe!(
                    "Q-24",
                    "{eunuch}には飛ぶ先がないため、何も起こりません。",
                    "{eunuch} has nowhere to fly: nothing happens.",
                    eunuch
                )
            }
            Event::Entered { eunuch, square } => {
                describe!(
                    "Q-27",
                    "{eunuch}が殿内の「{square}」に入りました。",
                    "{eunuch} enters the palace on {square}.",
                    eunuch,
                    square = components.square_name(square)
                )
            }
            Event::PalaceAdvanced { seat: None, steps } => {
                describe!(
                    "Q-28",
                    "殿内の太監がすべて{steps}マス進みました。",
                    "All palace eunuchs advance {steps}.",
                    steps = plural(steps, "square", "squares")
                )
            }
            Event::PalaceAdvanced { seat: Some(seat), steps } => {
                describe!(
                    "Q-26",
                    "殿内の{seat}の太監がすべて{steps}マス進みました。",
                    "{seat}⟦'s|r⟧ palace eunuchs advance {steps}.",
                    seat,
                    steps = plural(steps, "square", "squares")
                )
            }
            Event::PalaceEmpty { seat: None } => describe!(
                "Q-28",
                "殿内に太監はいないため、何も起こりません。",
                "No eunuch is in the palace, so nothing happens."
            ),
            Event::PalaceEmpty { seat: Some(seat) } => {
                describe!(
                    "Q-26",
                    "殿内に{seat}の太監はいないため、何も起こりません。",
                    "{seat} ⟦has|have⟧ no eunuch in the palace: nothing happens.",
                    seat
                )
            }
            Event::SentBack { eunuch } => {
                describe!(
                    "Q-38",
                    "{eunuch}は強制送還され、手元に戻りました。",
                    "{eunuch} stops on forced return and goes home.",
                    eunuch
                )
            }
            Event::Activated => describe!(
                "Q-29",
                "発動：殿内の太監が順に、いるマスを働かせます。",
                "Activate: every eunuch in the palace uses its square."
            ),
            Event::NobodyToActivate => describe!(
                "Q-29",
                "殿内に太監はいないため、発動しても何も起こりません。",
                "No eunuch is in the palace, so Activate does nothing."
            ),
            Event::ActivatedAgain => {
                describe!(
                    "Q-23",
                    "2度目の発動は無効です。",
                    "Activate does nothing the second time."
                )
            }
            Event::Executes { eunuch, square, kind } => {
                let square = components.square_name(square);
                if kind == Square::Entry {
                    describe!(
                        kind.rule(),
                        "{eunuch}は「{square}」にいるため、何も起こりません。",
                        "{eunuch} stands on {square}, so nothing happens.",
                        eunuch,
                        square
                    )
                } else {
                    describe!(
                        kind.rule(),
                        "{eunuch}が「{square}」を働かせます。",
                        "{eunuch} uses {square}.",
                        eunuch,
                        square
                    )
                }
            }
            Event::Executed { eunuch } => {
                describe!(
                    "Q-29",
                    "{eunuch}が殿内から手元に戻りました。",
                    "{eunuch} goes home from the palace.",
                    eunuch
                )
            }
            Event::Promoted { seat } => {
                describe!(
                    "Q-35",
                    "{seat}の太監が「強」になりました。",
                    "{seat}⟦'s|r⟧ eunuch becomes strong.",
                    seat
                )
            }
            Event::AlreadyStrong { seat } => {
                describe!(
                    "Q-36",
                    "{seat}の太監はすでに「強」のため、何も起こりません。",
                    "{seat}⟦'s|r⟧ eunuch is strong already: nothing happens.",
                    seat
                )
            }
            Event::Advances { seat, from: _, steps } => {
                describe!(
                    "Q-41",
                    "{seat}の貴妃が{steps}マス進みます。",
                    "{seat}⟦'s|r⟧ consort advances {steps}.",
                    seat,
                    steps = plural(steps, "square", "squares")
                )
            }
            Event::PushedBack { seat, from, to } if from == to => {
                describe!(
                    "Q-26",
                    "{seat}の貴妃は開始にいるため戻りません。",
                    "{seat}⟦'s|r⟧ consort stands on the start square and stays there.",
                    seat
                )
            }
            Event::PushedBack { seat, from, to } => {
                let steps = from - to;
                describe!(
                    "Q-26",
                    "{seat}の貴妃が{steps}マス戻されました。",
                    "{seat}⟦'s|r⟧ consort is pushed back {steps}.",
                    seat,
                    steps = plural(steps, "square", "squares")
                )
            }
            Event::Lap { seat, laps } => {
                describe!(
                    "Q-39",
                    "{seat}の貴妃が寝室を{laps}周しました。",
                    "{seat}⟦'s|r⟧ consort completes lap {laps}.",
                    seat
                )
            }
            Event::Opened => describe!(
                "Q-45",
                "後宮闘争！ 裏向きの紫禁城カードが表になりました。",
                "Strife in the harem: the face-down cards turn face up."
            ),
            Event::TeaBonus { seat } => {
                describe!(
                    "Q-42",
                    "{seat}が寵愛ボーナスとして、茶休憩の乾隆ポイントを1つ得ました。",
                    "{seat} ⟦gains|gain⟧ the bonus point from the tea square.",
                    seat
                )
            }
            Event::TeaRest { seat } => {
                describe!(
                    "Q-43",
                    "{seat}の貴妃が茶休憩に来ました。移動の後に策謀カードを1枚引きます。",
                    "{seat}⟦'s|r⟧ consort reaches the tea square and draws a plot card after the move.",
                    seat
                )
            }
            Event::Drew { seat, plot } => {
                describe!(
                    "Q-26",
                    "{seat}が策謀カード「{plot}」を引きました。",
                    "{seat} ⟦draws|draw⟧ the plot card {plot}.",
                    seat,
                    plot = &components.plots[usize::from(plot)].name
                )
            }
            Event::NothingToDraw { seat } => {
                describe!(
                    "Q-48",
                    "山札も捨て札もないため、{seat}は策謀カードを引けません。",
                    "Pile and discards are empty, so {seat} ⟦draws|draw⟧ no plot card.",
                    seat
                )
            }
            Event::Discarded { plot } => {
                describe!(
                    "Q-26",
                    "策謀カード「{plot}」を捨て札にしました。",
                    "The plot card {plot} is discarded.",
                    plot = &components.plots[usize::from(plot)].name
                )
            }
            Event::Banished { seat } => {
                describe!(
                    "Q-26",
                    "殿内の{seat}の太監がすべて手元に戻されました。",
                    "All of {seat}⟦'s|r⟧ palace eunuchs are sent home.",
                    seat
                )
            }
            Event::Recycled => describe!(
                "Q-48",
                "山札が尽きたため、捨て札をシャフルして新しい山札を作りました。",
                "The pile is used up: the discards are shuffled into a new one."
            ),
            Event::Gained { seat, from, by, .. } => describe!(
                by.map_or("Q-51", Precedence::rule),
                "{seat}が{from}から乾隆ポイントを1つ得ました{why}。",
                "{seat} ⟦gains|gain⟧ a point from {from}{why}.",
                seat,
                from,
                why = why(by)
            ),
            Event::NothingToGain { seat: Some(seat) } => {
                describe!(
                    "Q-51",
                    "{seat}が取れる乾隆ポイントはありません。",
                    "There is no point left for {seat} to gain.",
                    seat
                )
            }
            Event::NothingToGain { seat: None } => describe!(
                "Q-48",
                "ストックが空のため、香妃は乾隆ポイントを得ません。",
                "The stock is empty: Xiang Fei gains no point."
            ),
            Event::KohiGained { from, by, .. } => describe!(
                by.map_or("Q-48", Precedence::rule),
                "香妃が{from}から乾隆ポイントを1つ得ました{why}。",
                "Xiang Fei gains a point from {from}{why}.",
                from,
                why = why(by)
            ),
            Event::Won { seat } => {
                describe!(
                    "Q-9",
                    "{seat}が乾隆帝の寵愛を一身に受け、勝ちました。",
                    "{seat} ⟦wins|win⟧ the Emperor's favour and the game.",
                    seat
                )
            }
            Event::KohiWon => describe!(
                kohi_rule(config.options.kohi_goal),
                "乾隆帝は香妃を溺愛してしまいました。勝者はいません。",
                "Xiang Fei wins the Emperor's heart. Nobody wins."
            ),
            Event::RoundsOver => describe!(
                "Q-10",
                "ラウンド数の上限に達しました。勝者はいません。",
                "The last of the agreed rounds is over. Nobody wins."
            ),
        }
    }
}
