//! What happens in a play, as data and in words.

use serde::Serialize;
use table::{RuleId, Seat, SeatSet, Text, Viewer};
use ts_rs::TS;

use crate::Setup;
use crate::components::Icon;
use crate::face::{Cards, Face};
use crate::grid::{Cells, Layout};
use crate::reading::{Path, Stay};
use crate::setup::MAX_SEATS;
use crate::view::Reason;

/// What set a square on fire.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum FireCause {
    /// A fire card was dealt to it.
    FireCard,
    /// A fourth card was dealt to it.
    FourthCard,
}

/// One thing that happened.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "event")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Event {
    /// The game is laid out; this seat holds the first-player marker.
    Began {
        /// Who.
        seat: Seat,
    },
    /// A round begins.
    RoundBegan {
        /// Its number.
        round: u8,
    },
    /// The discards were shuffled into a new deck.
    DeckRebuilt {
        /// Of how many cards.
        count: u8,
    },
    /// A card was dealt to a square.
    Dealt {
        /// Where.
        square: u8,
        /// Which.
        face: Face,
    },
    /// A square became a fire square: all its cards but the fire card are turned face down.
    CaughtFire {
        /// Which.
        square: u8,
        /// Why.
        cause: FireCause,
    },
    /// A seat laid out its cards. Only the seat itself gets to know this.
    Laid {
        /// Who.
        seat: Seat,
        /// What.
        #[ts(as = "Vec<crate::LaidCard>")]
        layout: Layout,
    },
    /// A seat declared its layout.
    Declared {
        /// Who.
        seat: Seat,
        /// Where its cards lie; `null` in the variant, where that is hidden.
        #[ts(as = "Option<Vec<crate::Cell>>")]
        cells: Option<Cells>,
    },
    /// A layout was turned up. All are, before the first of these events.
    Revealed {
        /// Whose.
        seat: Seat,
        /// What.
        #[ts(as = "Vec<crate::LaidCard>")]
        layout: Layout,
    },
    /// A pawn moved, or in round 1 was put on its first square.
    Moved {
        /// Whose.
        seat: Seat,
        /// From where; `null` in round 1.
        from: Option<u8>,
        /// The squares it entered; it stands on the last.
        #[ts(as = "Vec<u8>")]
        path: Path,
    },
    /// A pawn stayed.
    Stayed {
        /// Whose.
        seat: Seat,
        /// Where.
        square: u8,
        /// Why.
        why: Stay,
    },
    /// A card was picked up.
    PickedUp {
        /// By whom.
        seat: Seat,
        /// Where.
        square: u8,
        /// Which.
        face: Face,
        /// Whether there was nothing to choose, so that nobody was asked.
        forced: bool,
    },
    /// There are fewer cards than players on a square: nobody takes any.
    TooFew {
        /// Which.
        square: u8,
        /// How many cards.
        cards: u8,
        /// How many players.
        players: u8,
    },
    /// A seat carries out an attack.
    Attacked {
        /// Who.
        seat: Seat,
        /// Which square.
        square: u8,
        /// Sword or gun.
        icon: Icon,
    },
    /// Nobody else stands on the attacked square.
    AttackMissed {
        /// Who attacked.
        seat: Seat,
        /// Which square.
        square: u8,
    },
    /// A victim has no card that can be stolen.
    NothingToSteal {
        /// Who attacked.
        seat: Seat,
        /// Who was attacked.
        victim: Seat,
    },
    /// A card was stolen.
    Stole {
        /// By whom.
        seat: Seat,
        /// From whom.
        victim: Seat,
        /// On which square.
        square: u8,
        /// Which.
        face: Face,
        /// By sword or gun.
        icon: Icon,
        /// Whether there was nothing to choose, so that nobody was asked.
        forced: bool,
    },
    /// A card was discarded on a fire square.
    Burnt {
        /// By whom.
        seat: Seat,
        /// Where.
        square: u8,
        /// Which.
        face: Face,
        /// Whether there was nothing to choose, so that nobody was asked.
        forced: bool,
    },
    /// A player on a fire square has no card to discard.
    NothingToBurn {
        /// Who.
        seat: Seat,
        /// Where.
        square: u8,
    },
    /// Exposed cards were taken back to hand.
    Recovered {
        /// By whom.
        seat: Seat,
        /// Which; maybe none.
        faces: Cards,
    },
    /// A seat that may recover has no card to recover.
    NothingToRecover {
        /// Who.
        seat: Seat,
    },
    /// What was laid goes back to hand or is exposed.
    Exhausted {
        /// Whose.
        seat: Seat,
        /// What returns to hand.
        to_hand: Cards,
        /// What is exposed.
        to_exposed: Cards,
    },
    /// The cards of a fire square were discarded.
    Cleared {
        /// Which.
        square: u8,
        /// What lay there.
        faces: Cards,
    },
    /// The first-player marker went to the seat with the most points exposed.
    MarkerMoved {
        /// Who has it now.
        seat: Seat,
        /// Who had it.
        from: Seat,
        /// How many points are exposed.
        points: i32,
    },
    /// The first-player marker stays.
    MarkerStayed {
        /// Where.
        seat: Seat,
        /// How many points are exposed.
        points: i32,
    },
    /// The play ended.
    Ended {
        /// Why.
        reason: Reason,
        /// Who won; several in a draw.
        winners: SeatSet,
        /// Each seat's points.
        points: Vec<i32>,
        /// Each seat's cards, exposed and in hand.
        cards: Vec<u8>,
    },
}

/// What a seat is called, in Japanese and in English.
pub(crate) fn seat_name(seat: Seat) -> (&'static str, &'static str) {
    const JA: [&str; MAX_SEATS] = ["赤", "青", "黄", "緑", "紫"];
    const EN: [&str; MAX_SEATS] = ["Red", "Blue", "Yellow", "Green", "Purple"];
    let index = seat.index() % MAX_SEATS;
    (JA[index], EN[index])
}

/// What several seats are called together.
fn seat_names(seats: SeatSet) -> (String, String) {
    let names: Vec<_> = seats.iter().map(seat_name).collect();
    let [ja, en] = [
        names.iter().map(|name| name.0).collect::<Vec<_>>().join("・"),
        names.iter().map(|name| name.1).collect::<Vec<_>>().join(" and "),
    ];
    (ja, en)
}

/// The icon in words.
pub(crate) const fn icon_name(icon: Icon) -> (&'static str, &'static str) {
    match icon {
        Icon::Move => ("移動", "movement"),
        Icon::Sword => ("刀攻撃", "sword"),
        Icon::Gun => ("銃攻撃", "gun"),
        Icon::Recover => ("回復", "recovery"),
    }
}

/// Both languages of one sentence, from the same values.
macro_rules! say {
    ($rule:literal, $ja:literal, $en:literal) => {
        (Text::new(format!($ja), format!($en)), RuleId($rule))
    };
}

/// What a choice is followed by when it was none.
const fn only(forced: bool) -> (&'static str, &'static str) {
    if forced { ("(ほかに選択肢なし)", ", the only choice") } else { ("", "") }
}

impl table::Event<Setup> for Event {
    fn for_viewer(&self, viewer: Viewer) -> Option<Event> {
        match self {
            Event::Laid { seat, .. } if viewer.seat() != Some(*seat) => None,
            _ => Some(self.clone()),
        }
    }

    /// A declaration counts as revealing: it cannot be taken back (H-42).
    fn reveals(&self) -> bool {
        matches!(self, Event::Declared { .. } | Event::Revealed { .. } | Event::Dealt { .. })
    }

    fn tell(&self, _: &Setup) -> (Text, RuleId) {
        match self {
            Event::Began { seat } => {
                let (ja, en) = seat_name(*seat);
                say!("H-15", "最初の一番槍は{ja}です。", "{en} is the first player.")
            }
            Event::RoundBegan { round } => {
                say!("H-18", "第{round}ラウンド開始。", "Round {round} begins.")
            }
            Event::DeckRebuilt { count } => say!(
                "H-28",
                "捨て場の{count}枚を混ぜて新たな山札にしました。",
                "The {count} discards are shuffled into a new deck."
            ),
            Event::Dealt { square, face } => {
                let Text { ja, en } = face.name();
                say!("H-23", "{square}のマスに{ja}。", "Square {square} gets: {en}.")
            }
            Event::CaughtFire { square, cause: FireCause::FireCard } => say!(
                "H-29",
                "火ノ手! {square}は火ノ手マスになり、ほかの札は裏返されました。",
                "Fire! Square {square} burns, and its other cards are turned down."
            ),
            Event::CaughtFire { square, cause: FireCause::FourthCard } => say!(
                "H-30",
                "4枚目の札で{square}は火ノ手マスになり、札はすべて裏返されました。",
                "With a fourth card square {square} burns, and its cards are turned down."
            ),
            Event::Laid { seat, layout } => {
                let ((ja, en), Text { ja: cards_ja, en: cards_en }) =
                    (seat_name(*seat), layout.cards().name());
                if layout.is_empty() {
                    return say!("H-37", "{ja}は何も伏せません。", "{en} lays nothing.");
                }
                say!("H-39", "{ja}が{cards_ja}を伏せました。", "{en} lays face down: {cards_en}.")
            }
            Event::Declared { seat, cells: None } => {
                let (ja, en) = seat_name(*seat);
                say!("H-143", "{ja}が配置を確定しました。", "{en} has declared a layout.")
            }
            Event::Declared { seat, cells: Some(cells) } => {
                let ((ja, en), count) = (seat_name(*seat), cells.iter().count());
                let s = if count == 1 { "" } else { "s" };
                say!(
                    "H-41",
                    "{ja}が{count}枚を伏せて配置を確定しました。",
                    "{en} has declared a layout of {count} card{s}."
                )
            }
            Event::Revealed { seat, layout } => {
                let ((ja, en), Text { ja: cards_ja, en: cards_en }) =
                    (seat_name(*seat), layout.cards().name());
                if layout.is_empty() {
                    return say!(
                        "H-43",
                        "公開: {ja}は何も伏せていません。",
                        "Revealed: {en} has laid nothing."
                    );
                }
                say!("H-43", "公開: {ja}は{cards_ja}。", "Revealed: {en} has laid {cards_en}.")
            }
            Event::Moved { seat, from: None, path } => {
                let ((ja, en), to) = (seat_name(*seat), path.end());
                say!("H-67", "{ja}が{to}のマスへ。", "{en} goes to square {to}.")
            }
            Event::Moved { seat, from: Some(from), path } => {
                let (ja, en) = seat_name(*seat);
                let to = path.end();
                if path.squares().len() < 2 {
                    return say!(
                        "H-61",
                        "{ja}が{from}から{to}へ移動。",
                        "{en} moves from {from} to {to}."
                    );
                }
                let ways: Vec<String> = path.squares().iter().map(u8::to_string).collect();
                let (ways_ja, ways_en) = (ways.join("、"), ways.join(", "));
                say!(
                    "H-70",
                    "{ja}が{from}から{ways_ja}と移動。",
                    "{en} moves from {from} through {ways_en}."
                )
            }
            Event::Stayed { seat, square, why } => {
                let (ja, en) = seat_name(*seat);
                match why {
                    Stay::NotDesignated => say!(
                        "H-60",
                        "{ja}は移動を指定せず、{square}に留まります。",
                        "{en} designates no movement and stays on {square}."
                    ),
                    Stay::OwnSquare => say!(
                        "H-64",
                        "{ja}は自分のいる{square}を指定したので、留まります。",
                        "{en} designates the own square and stays on {square}."
                    ),
                    Stay::BothNeighbours => say!(
                        "H-74",
                        "{ja}は両隣を指定したので、{square}から動けません。",
                        "{en} designates both neighbours and cannot move from {square}."
                    ),
                    Stay::Unreachable | Stay::Overruled => say!(
                        "H-63",
                        "{ja}の指定したマスは{square}から届かないので、留まります。",
                        "{en} designates no square in reach and stays on {square}."
                    ),
                }
            }
            Event::PickedUp { seat, square, face, .. } => {
                let ((ja, en), Text { ja: face_ja, en: face_en }) = (seat_name(*seat), face.name());
                say!(
                    "H-81",
                    "{ja}が{square}のマスで{face_ja}を拾得。",
                    "{en} picks up on square {square}: {face_en}."
                )
            }
            Event::TooFew { square, cards, players } => say!(
                "H-85",
                "{square}のマスは{players}人に札{cards}枚なので、誰も拾得できません。",
                "On square {square} there are {cards} cards for {players} players: nobody takes any."
            ),
            Event::Attacked { seat, square, icon } => {
                let ((ja, en), (icon_ja, icon_en)) = (seat_name(*seat), icon_name(*icon));
                let text = Text::new(
                    format!("{ja}が{square}のマスへ{icon_ja}。"),
                    format!("{en} attacks square {square} ({icon_en})."),
                );
                (text, if *icon == Icon::Gun { "H-98" } else { "H-95" }.into())
            }
            Event::AttackMissed { seat: _, square } => say!(
                "H-99",
                "{square}のマスに相手はいません。",
                "Nobody else stands on square {square}."
            ),
            Event::NothingToSteal { seat: _, victim } => {
                let (ja, en) = seat_name(*victim);
                say!(
                    "H-104",
                    "{ja}の晒し場に奪える札はありません。",
                    "{en} has nothing that can be stolen."
                )
            }
            Event::Stole { seat, victim, face, forced, .. } => {
                let ((ja, en), (from_ja, from_en)) = (seat_name(*seat), seat_name(*victim));
                let Text { ja: face_ja, en: face_en } = face.name();
                let (only_ja, only_en) = only(*forced);
                say!(
                    "H-99",
                    "{ja}が{from_ja}から{face_ja}を奪いました{only_ja}。",
                    "{en} steals from {from_en}: {face_en}{only_en}."
                )
            }
            Event::Burnt { seat, face, forced, .. } => {
                let ((ja, en), Text { ja: face_ja, en: face_en }) = (seat_name(*seat), face.name());
                let (only_ja, only_en) = only(*forced);
                say!(
                    "H-112",
                    "火ノ手マスの{ja}が{face_ja}を捨てました{only_ja}。",
                    "{en}, on a fire square, discards: {face_en}{only_en}."
                )
            }
            Event::NothingToBurn { seat, .. } => {
                let (ja, en) = seat_name(*seat);
                say!(
                    "H-114",
                    "火ノ手マスの{ja}には捨てる札がありません。",
                    "{en}, on a fire square, has nothing to discard."
                )
            }
            Event::Recovered { seat, faces } => {
                let ((ja, en), Text { ja: cards_ja, en: cards_en }) =
                    (seat_name(*seat), faces.name());
                if faces.is_empty() {
                    return say!("H-119", "{ja}は何も回復しません。", "{en} recovers nothing.");
                }
                say!("H-118", "{ja}が{cards_ja}を回復。", "{en} recovers: {cards_en}.")
            }
            Event::NothingToRecover { seat } => {
                let (ja, en) = seat_name(*seat);
                say!(
                    "H-121",
                    "{ja}には回復できる札がありません。",
                    "{en} has nothing that can be recovered."
                )
            }
            Event::Exhausted { seat, to_hand, to_exposed } => {
                let (ja, en) = seat_name(*seat);
                let (back, out) = (to_hand.name(), to_exposed.name());
                if to_exposed.is_empty() {
                    return (
                        Text::new(
                            format!("消耗: {ja}の{}は手札へ。", back.ja),
                            format!("Exhaustion: {en} takes back {}.", back.en),
                        ),
                        "H-126".into(),
                    );
                }
                if to_hand.is_empty() {
                    return (
                        Text::new(
                            format!("消耗: {ja}の{}は晒し場へ。", out.ja),
                            format!("Exhaustion: of {en} are exposed: {}.", out.en),
                        ),
                        "H-128".into(),
                    );
                }
                (
                    Text::new(
                        format!("消耗: {ja}の{}は手札へ、{}は晒し場へ。", back.ja, out.ja),
                        format!("Exhaustion: {en} takes back {}; exposed: {}.", back.en, out.en),
                    ),
                    "H-128".into(),
                )
            }
            Event::Cleared { square, faces } => {
                let Text { ja, en } = faces.name();
                say!(
                    "H-134",
                    "火ノ手マス{square}の札({ja})を捨て札に。",
                    "Fire square {square} is cleared: {en}."
                )
            }
            Event::MarkerMoved { seat, from: _, points } => {
                let (ja, en) = seat_name(*seat);
                say!(
                    "H-136",
                    "晒し場{points}点の{ja}が一番槍になりました。",
                    "{en}, with {points} points exposed, becomes the first player."
                )
            }
            Event::MarkerStayed { seat, points } => {
                let (ja, en) = seat_name(*seat);
                say!(
                    "H-136",
                    "一番槍は{ja}のままです(晒し場{points}点)。",
                    "{en}, with {points} points exposed, stays the first player."
                )
            }
            Event::Ended { reason, winners, .. } => {
                let (ja, en) = seat_names(*winners);
                match reason {
                    Reason::Points => say!(
                        "H-140",
                        "終了。勝利点が最も多い{ja}の勝ちです。",
                        "The game is over. {en} has the most points and wins."
                    ),
                    Reason::FewerCards => say!(
                        "H-141",
                        "終了。同点ですが、札の少ない{ja}の勝ちです。",
                        "The game is over. Points are equal, and {en} wins with fewer cards."
                    ),
                    Reason::Draw => say!(
                        "H-142",
                        "終了。{ja}の引き分けです。",
                        "The game is over: a draw between {en}."
                    ),
                }
            }
        }
    }
}
