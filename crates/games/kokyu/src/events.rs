//! What happens in a play, as data and in words.

use serde::Serialize;
use table::{Seat, Text};
use ts_rs::TS;

use crate::board::Eunuch;
use crate::components::{Components, Icon, Square};

/// Where a point came from.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "kokyu.ts")]
pub enum Source {
    /// The stock.
    Stock,
    /// The opponent of the one who takes (for 香妃: the player she takes from is named).
    Player(Seat),
    /// 香妃's card.
    Kohi,
}

/// One thing that happened. All of them happen in the open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "event")]
#[ts(export, export_to = "kokyu.ts")]
pub enum Event {
    /// The table is laid; this seat was given 始動権.
    Dealt {
        /// Who begins.
        seat: Seat,
    },
    /// A round of placing begins.
    Round {
        /// Its number.
        round: u16,
    },
    /// Nobody could place: every palace eunuch advanced (ruling AQ17).
    Unblocked,
    /// A eunuch was placed.
    Placed {
        /// Which.
        eunuch: Eunuch,
        /// On which card, 1–9.
        card: u8,
        /// Whether it was the only possibility, so that nobody was asked.
        forced: bool,
    },
    /// Placing has ended and the cards are processed.
    Processing,
    /// A eunuch's turn on a card has come.
    Reached {
        /// Which.
        eunuch: Eunuch,
        /// The card, 1–9.
        card: u8,
        /// What the card does.
        icon: Icon,
    },
    /// A eunuch went home from a card.
    WentHome {
        /// Which.
        eunuch: Eunuch,
        /// From which card, 1–9.
        card: u8,
    },
    /// 混: pile and discards became a new pile.
    Reshuffled,
    /// 権: the seat took 始動権.
    TookInitiative {
        /// Who.
        seat: Seat,
    },
    /// 権: the seat held 始動権 already.
    KeptInitiative {
        /// Who.
        seat: Seat,
    },
    /// 飛: a eunuch flew to another card.
    Flew {
        /// Which.
        eunuch: Eunuch,
        /// From which card, 1–9.
        from: u8,
        /// To which card, 1–9.
        to: u8,
    },
    /// 飛: there was nowhere to fly.
    Grounded {
        /// Which.
        eunuch: Eunuch,
    },
    /// 入: a eunuch entered the palace.
    Entered {
        /// Which.
        eunuch: Eunuch,
        /// On which palace square.
        square: u8,
    },
    /// Palace eunuchs advanced: everybody's, or one seat's.
    PalaceAdvanced {
        /// Whose; nobody named means everybody's.
        seat: Option<Seat>,
        /// How many squares.
        steps: u8,
    },
    /// There was nobody in the palace to be advanced or banished.
    PalaceEmpty {
        /// Whose eunuchs it was about; nobody named means everybody's.
        seat: Option<Seat>,
    },
    /// 強制送還: a eunuch that reached the last palace square went home.
    SentBack {
        /// Which.
        eunuch: Eunuch,
    },
    /// 発動 begins.
    Activated,
    /// 発動 without anybody in the palace.
    NobodyToActivate,
    /// 発動 a second time in the round does nothing.
    ActivatedAgain,
    /// A palace eunuch's square is executed.
    Executes {
        /// Which.
        eunuch: Eunuch,
        /// The palace square.
        square: u8,
        /// What the square does.
        kind: Square,
    },
    /// The executed eunuch went home.
    Executed {
        /// Which.
        eunuch: Eunuch,
    },
    /// 強: the eunuch was turned over.
    Promoted {
        /// Whose.
        seat: Seat,
    },
    /// 強: the eunuch was strong already.
    AlreadyStrong {
        /// Whose.
        seat: Seat,
    },
    /// A consort sets out.
    Advances {
        /// Whose.
        seat: Seat,
        /// From which square.
        from: u8,
        /// How many squares.
        steps: u8,
    },
    /// A consort was pushed back, unless it stood on 開始 and stays there.
    PushedBack {
        /// Whose.
        seat: Seat,
        /// From which square.
        from: u8,
        /// To which square.
        to: u8,
    },
    /// A consort completed a lap.
    Lap {
        /// Whose.
        seat: Seat,
        /// How many laps it has now.
        laps: u8,
    },
    /// 後宮闘争: the closed cards were turned over.
    Opened,
    /// 寵愛ボーナス: the first visit to 茶休憩.
    TeaBonus {
        /// Whose.
        seat: Seat,
    },
    /// A later visit to 茶休憩: a 策謀 card is to be drawn.
    TeaRest {
        /// Whose.
        seat: Seat,
    },
    /// A 策謀 card was drawn and shown.
    Drew {
        /// Who.
        seat: Seat,
        /// Its number from 0.
        plot: u8,
    },
    /// There was no 策謀 card to draw.
    NothingToDraw {
        /// Who.
        seat: Seat,
    },
    /// The 策謀 card was discarded.
    Discarded {
        /// Its number from 0.
        plot: u8,
    },
    /// 追放: all of a seat's palace eunuchs went home.
    Banished {
        /// Whose.
        seat: Seat,
    },
    /// The discards were shuffled into a new pile.
    Recycled,
    /// A player gained a point.
    Gained {
        /// Who.
        seat: Seat,
        /// From where.
        from: Source,
    },
    /// There was no point to be had.
    NothingToGain {
        /// Who; nobody named means 香妃.
        seat: Option<Seat>,
    },
    /// 香妃 gained a point.
    KohiGained {
        /// From where.
        from: Source,
    },
    /// A player won.
    Won {
        /// Who.
        seat: Seat,
    },
    /// 香妃 won: nobody else does.
    KohiWon,
    /// The agreed number of rounds was played.
    RoundsOver,
}

fn seat_name(seat: Seat) -> (&'static str, &'static str) {
    if seat.0 == 0 { ("青", "Blue") } else { ("赤", "Red") }
}

fn eunuch_name(eunuch: Eunuch) -> (String, String) {
    let (ja, en) = seat_name(eunuch.seat);
    if eunuch.strong {
        (format!("{ja}の強い太監"), format!("{en}'s strong eunuch"))
    } else {
        (format!("{ja}の太監"), format!("{en}'s eunuch"))
    }
}

fn source_name(source: Source) -> (&'static str, &'static str) {
    match source {
        Source::Stock => ("ストック", "the stock"),
        Source::Player(seat) => seat_name(seat),
        Source::Kohi => ("香妃", "Xiang Fei"),
    }
}

/// "1 card", "2 cards".
pub(crate) fn plural(count: u8, one: &str) -> String {
    if count == 1 { format!("1 {one}") } else { format!("{count} {one}s") }
}

/// Both languages of one sentence, from the same values.
macro_rules! say {
    ($rule:literal, $ja:literal, $en:literal) => {
        (Text::new(format!($ja), format!($en)), $rule)
    };
}

impl Event {
    /// The event in words, and the rule it follows from.
    pub(crate) fn tell(&self, components: &Components) -> (Text, &'static str) {
        match *self {
            Event::Dealt { seat } => {
                let (ja, en) = seat_name(seat);
                say!(
                    "Q-8",
                    "準備が終わりました。始動権は{ja}が持ちます。",
                    "The board is set up. {en} holds the first-move tile."
                )
            }
            Event::Round { round } => {
                say!(
                    "Q-10",
                    "第{round}ラウンドの太監配置です。",
                    "Round {round}: eunuchs are placed."
                )
            }
            Event::Unblocked => say!(
                "Q-58",
                "太監がすべて殿内にいて配置できないため、殿内の太監をすべて1マス進めます。",
                "All eunuchs are in the palace and none can be placed, so every palace eunuch advances one square."
            ),
            Event::Placed { eunuch, card, forced } => {
                let (ja, en) = eunuch_name(eunuch);
                if forced {
                    say!(
                        "Q-11",
                        "{ja}を{card}番に配置しました（ほかに空いたカードがありません）。",
                        "{en} is placed on card {card}, the only free one."
                    )
                } else {
                    say!("Q-11", "{ja}を{card}番に配置しました。", "{en} is placed on card {card}.")
                }
            }
            Event::Processing => {
                say!("Q-17", "行動処理に入ります。", "Now the cards are processed.")
            }
            Event::Reached { eunuch, card, icon } => {
                let (ja, en) = eunuch_name(eunuch);
                let Text { ja: icon_ja, en: icon_en } = icon.name();
                let text = Text::new(
                    format!("{card}番「{icon_ja}」の{ja}を処理します。"),
                    format!("Card {card}, {icon_en}: {en} is processed."),
                );
                (text, icon.rule())
            }
            Event::WentHome { eunuch, card } => {
                let (ja, en) = eunuch_name(eunuch);
                say!(
                    "Q-18",
                    "{ja}が{card}番から手元に戻りました。",
                    "{en} goes home from card {card}."
                )
            }
            Event::Reshuffled => say!(
                "Q-19",
                "山札と捨て札をすべて合わせてシャフルし、新しい山札を作りました。",
                "Pile and discards are shuffled together into a new pile."
            ),
            Event::TookInitiative { seat } => {
                let (ja, en) = seat_name(seat);
                say!("Q-21", "{ja}が始動権を取りました。", "{en} takes the first-move tile.")
            }
            Event::KeptInitiative { seat } => {
                let (ja, en) = seat_name(seat);
                say!(
                    "Q-21",
                    "{ja}はすでに始動権を持っているため、何も起こりません。",
                    "{en} already holds the first-move tile: nothing happens."
                )
            }
            Event::Flew { eunuch, from, to } => {
                let (ja, en) = eunuch_name(eunuch);
                say!(
                    "Q-22",
                    "{ja}が{from}番から{to}番へ飛びました。",
                    "{en} flies from card {from} to card {to}."
                )
            }
            Event::Grounded { eunuch } => {
                let (ja, en) = eunuch_name(eunuch);
                say!(
                    "Q-24",
                    "{ja}には飛ぶ先がないため、何も起こりません。",
                    "{en} has nowhere to fly: nothing happens."
                )
            }
            Event::Entered { eunuch, square } => {
                let (ja, en) = eunuch_name(eunuch);
                let Text { ja: square_ja, en: square_en } = components.square_name(square);
                say!(
                    "Q-27",
                    "{ja}が殿内の「{square_ja}」に入りました。",
                    "{en} enters the palace on {square_en}."
                )
            }
            Event::PalaceAdvanced { seat: None, steps } => {
                let squares = plural(steps, "square");
                say!(
                    "Q-28",
                    "殿内の太監がすべて{steps}マス進みました。",
                    "All palace eunuchs advance {squares}."
                )
            }
            Event::PalaceAdvanced { seat: Some(seat), steps } => {
                let (ja, en) = seat_name(seat);
                let squares = plural(steps, "square");
                say!(
                    "Q-26",
                    "殿内の{ja}の太監がすべて{steps}マス進みました。",
                    "{en}'s palace eunuchs advance {squares}."
                )
            }
            Event::PalaceEmpty { seat: None } => say!(
                "Q-28",
                "殿内に太監はいないため、何も起こりません。",
                "There is no eunuch in the palace: nothing happens."
            ),
            Event::PalaceEmpty { seat: Some(seat) } => {
                let (ja, en) = seat_name(seat);
                say!(
                    "Q-26",
                    "殿内に{ja}の太監はいないため、何も起こりません。",
                    "{en} has no eunuch in the palace: nothing happens."
                )
            }
            Event::SentBack { eunuch } => {
                let (ja, en) = eunuch_name(eunuch);
                say!(
                    "Q-38",
                    "{ja}は強制送還され、手元に戻りました。",
                    "{en} stops on forced return and goes home."
                )
            }
            Event::Activated => say!(
                "Q-29",
                "発動: 殿内の太監のマスを順に実行します。",
                "Activation: the squares of the palace eunuchs are carried out."
            ),
            Event::NobodyToActivate => say!(
                "Q-29",
                "殿内に太監はいないため、発動しても何も起こりません。",
                "There is no eunuch in the palace: the activation does nothing."
            ),
            Event::ActivatedAgain => {
                say!("Q-23", "2度目の発動は無効です。", "The second activation does nothing.")
            }
            Event::Executes { eunuch, square, kind } => {
                let (ja, en) = eunuch_name(eunuch);
                let Text { ja: square_ja, en: square_en } = components.square_name(square);
                let text = if kind == Square::Entry {
                    Text::new(
                        format!("{ja}は「{square_ja}」にいるため、何も起こりません。"),
                        format!("{en} stands on {square_en}: nothing happens."),
                    )
                } else {
                    Text::new(
                        format!("{ja}の「{square_ja}」を実行します。"),
                        format!("{en} stands on {square_en}, which is carried out."),
                    )
                };
                (text, kind.rule())
            }
            Event::Executed { eunuch } => {
                let (ja, en) = eunuch_name(eunuch);
                say!("Q-29", "{ja}が殿内から手元に戻りました。", "{en} goes home from the palace.")
            }
            Event::Promoted { seat } => {
                let (ja, en) = seat_name(seat);
                say!("Q-35", "{ja}の太監が「強」になりました。", "{en}'s eunuch becomes strong.")
            }
            Event::AlreadyStrong { seat } => {
                let (ja, en) = seat_name(seat);
                say!(
                    "Q-36",
                    "{ja}の太監はすでに「強」のため、何も起こりません。",
                    "{en}'s eunuch is strong already: nothing happens."
                )
            }
            Event::Advances { seat, from: _, steps } => {
                let (ja, en) = seat_name(seat);
                let squares = plural(steps, "square");
                say!(
                    "Q-41",
                    "{ja}の貴妃が{steps}マス進みます。",
                    "{en}'s consort advances {squares}."
                )
            }
            Event::PushedBack { seat, from, to } if from == to => {
                let (ja, en) = seat_name(seat);
                say!(
                    "Q-26",
                    "{ja}の貴妃は開始にいるため戻りません。",
                    "{en}'s consort stands on the start square and stays there."
                )
            }
            Event::PushedBack { seat, from, to } => {
                let (ja, en) = seat_name(seat);
                let steps = from - to;
                let squares = plural(steps, "square");
                say!(
                    "Q-26",
                    "{ja}の貴妃が{steps}マス戻されました。",
                    "{en}'s consort is pushed back {squares}."
                )
            }
            Event::Lap { seat, laps } => {
                let (ja, en) = seat_name(seat);
                say!(
                    "Q-39",
                    "{ja}の貴妃が寝室を{laps}周しました。",
                    "{en}'s consort completes lap {laps}."
                )
            }
            Event::Opened => say!(
                "Q-45",
                "後宮闘争！ 裏向きの紫禁城カードが表になりました。",
                "Strife in the harem: the face-down cards are turned up."
            ),
            Event::TeaBonus { seat } => {
                let (ja, en) = seat_name(seat);
                say!(
                    "Q-42",
                    "{ja}が寵愛ボーナスとして、茶休憩の乾隆ポイントを1つ得ました。",
                    "{en} gains the bonus point from the tea square."
                )
            }
            Event::TeaRest { seat } => {
                let (ja, en) = seat_name(seat);
                say!(
                    "Q-43",
                    "{ja}の貴妃が茶休憩に来ました。移動の後に策謀カードを1枚引きます。",
                    "{en}'s consort reaches the tea square and draws a plot card after the move."
                )
            }
            Event::Drew { seat, plot } => {
                let (ja, en) = seat_name(seat);
                let name = &components.plots[usize::from(plot)].name;
                let (name_ja, name_en) = (&name.ja, &name.en);
                say!(
                    "Q-26",
                    "{ja}が策謀カード「{name_ja}」を引きました。",
                    "{en} draws the plot {name_en}."
                )
            }
            Event::NothingToDraw { seat } => {
                let (ja, en) = seat_name(seat);
                say!(
                    "Q-48",
                    "山札も捨て札もないため、{ja}は策謀カードを引けません。",
                    "Pile and discards are empty, so {en} draws no plot card."
                )
            }
            Event::Discarded { plot } => {
                let name = &components.plots[usize::from(plot)].name;
                let (name_ja, name_en) = (&name.ja, &name.en);
                say!(
                    "Q-26",
                    "策謀カード「{name_ja}」を捨て札にしました。",
                    "The plot {name_en} is discarded."
                )
            }
            Event::Banished { seat } => {
                let (ja, en) = seat_name(seat);
                say!(
                    "Q-26",
                    "殿内の{ja}の太監がすべて手元に戻されました。",
                    "All of {en}'s palace eunuchs are sent home."
                )
            }
            Event::Recycled => say!(
                "Q-48",
                "山札が尽きたため、捨て札をシャフルして新しい山札を作りました。",
                "The pile is used up: the discards are shuffled into a new one."
            ),
            Event::Gained { seat, from } => {
                let (ja, en) = seat_name(seat);
                let (from_ja, from_en) = source_name(from);
                let rule = if from == Source::Stock { "Q-51" } else { "Q-52" };
                let text = Text::new(
                    format!("{ja}が{from_ja}から乾隆ポイントを1つ得ました。"),
                    format!("{en} gains a point from {from_en}."),
                );
                (text, rule)
            }
            Event::NothingToGain { seat: Some(seat) } => {
                let (ja, en) = seat_name(seat);
                say!(
                    "Q-51",
                    "{ja}が取れる乾隆ポイントはありません。",
                    "There is no point for {en} to gain."
                )
            }
            Event::NothingToGain { seat: None } => say!(
                "Q-48",
                "ストックが空のため、香妃は乾隆ポイントを得ません。",
                "The stock is empty: Xiang Fei gains no point."
            ),
            Event::KohiGained { from } => {
                let (from_ja, from_en) = source_name(from);
                say!(
                    "Q-48",
                    "香妃が{from_ja}から乾隆ポイントを1つ得ました。",
                    "Xiang Fei gains a point from {from_en}."
                )
            }
            Event::Won { seat } => {
                let (ja, en) = seat_name(seat);
                say!(
                    "Q-9",
                    "{ja}が乾隆帝の寵愛を一身に受け、勝ちました。",
                    "{en} wins the emperor's favour and the game."
                )
            }
            Event::KohiWon => say!(
                "Q-49",
                "乾隆帝は香妃を溺愛してしまいました。勝者はいません。",
                "Xiang Fei wins the emperor's heart. Nobody wins."
            ),
            Event::RoundsOver => say!(
                "Q-10",
                "ラウンド数の上限に達しました。勝者はいません。",
                "The last of the agreed rounds is over. Nobody wins."
            ),
        }
    }
}
