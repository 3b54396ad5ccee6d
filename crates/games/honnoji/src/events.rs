//! What happens in a play, as data and in words.

use serde::Serialize;
use table::{RuleId, Seat, SeatSet, Text, Viewer};
use ts_rs::TS;

use crate::components::Icon;
use crate::face::{Cards, Face};
use crate::grid::{Cells, Layout};
use crate::reading::{Path, Stay};
use crate::setup::{MAX_SEATS, SEAT_NAMES, Setup};
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

/// Why an icon designated a number in vain.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "honnoji.ts")]
pub enum Why {
    /// Movement: the pawn stood on the square already.
    OwnSquare,
    /// Movement: both neighbours are designated.
    BothNeighbours,
    /// Movement: the square is not on the way the pawn could go.
    OffTheWay,
    /// Movement: in round 1 another icon's square counts.
    Overruled,
    /// The sword does not reach the square.
    OutOfReach,
    /// Nobody else stands on the attacked square.
    NobodyThere,
    /// Nobody on the attacked square has a card that can be stolen.
    NothingToTake,
    /// There is no card to recover.
    NothingToRecover,
}

impl From<Stay> for Why {
    fn from(stay: Stay) -> Why {
        match stay {
            Stay::OwnSquare => Why::OwnSquare,
            Stay::BothNeighbours => Why::BothNeighbours,
            Stay::NotDesignated | Stay::Unreachable => Why::OffTheWay,
            Stay::Overruled => Why::Overruled,
        }
    }
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
    /// Neither deck nor discards have a card for the squares.
    NothingToDeal,
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
        /// How many cards were turned face down.
        turned: u8,
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
    /// An icon designated a number, and nothing comes of it (A-H53).
    InVain {
        /// Whose.
        seat: Seat,
        /// Which icon.
        icon: Icon,
        /// The number.
        number: u8,
        /// Why.
        why: Why,
    },
    /// One of several victims has no card that can be stolen.
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

/// What a seat is called.
pub(crate) fn seat_name(seat: Seat) -> &'static Text {
    &SEAT_NAMES[seat.index() % MAX_SEATS]
}

/// What several seats are called together.
fn seat_names(seats: SeatSet) -> Text {
    let names: Vec<_> = seats.iter().map(seat_name).collect();
    let ja = names.iter().map(|name| &*name.ja).collect::<Vec<_>>().join("・");
    let en: Vec<&str> = names.iter().map(|name| &*name.en).collect();
    let en = match en.split_last() {
        Some((last, rest)) if !rest.is_empty() => format!("{} and {last}", rest.join(", ")),
        _ => en.concat(),
    };
    Text::new(ja, en)
}

/// What an icon is called.
pub(crate) const fn icon_name(icon: Icon) -> Text {
    match icon {
        Icon::Move => Text::fixed("移動", "movement"),
        Icon::Sword => Text::fixed("刀攻撃", "sword attack"),
        Icon::Gun => Text::fixed("銃攻撃", "gun attack"),
        Icon::Recover => Text::fixed("回復", "recovery"),
    }
}

/// A number of things in English.
pub(crate) fn many(count: usize, one: &str) -> String {
    format!("{count} {one}{}", if count == 1 { "" } else { "s" })
}

/// The words with a capital letter at the beginning.
pub(crate) fn capital(words: &str) -> String {
    let mut letters = words.chars();
    let first = letters.next().map(|letter| letter.to_ascii_uppercase());
    first.into_iter().chain(letters).collect()
}

/// Both languages of one sentence.
macro_rules! say {
    ($rule:expr, $ja:literal, $en:literal) => {
        (Text::new(format!($ja), format!($en)), RuleId::from($rule))
    };
}

/// What follows the words for what was chosen when nothing else could be.
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

    fn tell(&self, setup: &Setup) -> (Text, RuleId) {
        match self {
            Event::Began { seat } => {
                let Text { ja, en } = seat_name(*seat);
                say!("H-15", "最初の一番槍は{ja}です。", "{en} is the first player.")
            }
            Event::RoundBegan { round } => {
                say!("H-18", "第{round}ラウンド開始。", "Round {round} begins.")
            }
            Event::NothingToDeal => say!(
                "H-28",
                "山札も捨て札もないので、マスに札は置かれません。",
                "There are neither a deck nor discards, so no card is dealt."
            ),
            Event::DeckRebuilt { count } => {
                let discards = many((*count).into(), "discard");
                let are = if *count == 1 { "is" } else { "are" };
                say!(
                    "H-28",
                    "捨て場の{count}枚を混ぜて新たな山札にしました。",
                    "{discards} {are} shuffled into a new deck."
                )
            }
            Event::Dealt { square, face } => {
                let Text { ja, en } = setup.name(*face);
                say!("H-23", "{square}のマスに{ja}。", "Square {square} gets: {en}.")
            }
            Event::CaughtFire { square, cause: FireCause::FireCard, turned } => {
                let (ja, en) = match turned {
                    0 => ("", ""),
                    1 => ("(ほかの札は裏返し)", "; its other card is turned face down"),
                    _ => ("(ほかの札は裏返し)", "; its other cards are turned face down"),
                };
                say!(
                    "H-29",
                    "火ノ手! {square}のマスが火ノ手マスになりました{ja}。",
                    "Fire! Square {square} becomes a fire square{en}."
                )
            }
            Event::CaughtFire { square, cause: FireCause::FourthCard, .. } => say!(
                "H-30",
                "4枚目の札で{square}のマスが火ノ手マスになりました(札はすべて裏返し)。",
                "A fourth card makes square {square} a fire square; its cards are turned face down."
            ),
            Event::Laid { seat, layout } => {
                let (Text { ja, en }, cards) = (seat_name(*seat), setup.names(layout.cards()));
                let Text { ja: cards_ja, en: cards_en } = cards;
                if layout.is_empty() {
                    return say!("H-37", "{ja}は何も伏せません。", "{en} places nothing.");
                }
                say!("H-39", "{ja}が{cards_ja}を伏せました。", "{en} places face down: {cards_en}.")
            }
            Event::Declared { seat, cells: None } => {
                let Text { ja, en } = seat_name(*seat);
                say!("H-143", "{ja}が配置を確定しました。", "{en} has declared a layout.")
            }
            Event::Declared { seat, cells: Some(cells) } => {
                let (Text { ja, en }, count) = (seat_name(*seat), cells.iter().count());
                if count == 0 {
                    return say!(
                        "H-41",
                        "{ja}は何も伏せずに配置を確定しました。",
                        "{en} declares without placing any card."
                    );
                }
                let cards = many(count, "card");
                say!(
                    "H-41",
                    "{ja}が{count}枚を伏せて配置を確定しました。",
                    "{en} has declared a layout of {cards}."
                )
            }
            Event::Revealed { seat, layout } => {
                let (Text { ja, en }, cards) = (seat_name(*seat), setup.names(layout.cards()));
                let Text { ja: cards_ja, en: cards_en } = cards;
                if layout.is_empty() {
                    return say!(
                        "H-43",
                        "公開: {ja}は何も伏せていません。",
                        "Revealed: {en} has placed nothing."
                    );
                }
                say!("H-43", "公開: {ja}は{cards_ja}。", "Revealed: {en} has placed {cards_en}.")
            }
            Event::Moved { seat, from: None, path } => {
                let (Text { ja, en }, to) = (seat_name(*seat), path.end());
                say!("H-67", "{ja}が{to}のマスへ。", "{en} goes to square {to}.")
            }
            Event::Moved { seat, from: Some(from), path } => {
                let (Text { ja, en }, to) = (seat_name(*seat), path.end());
                let passed = path.squares().split_last().map_or(&[][..], |(_, passed)| passed);
                if passed.is_empty() {
                    return say!(
                        "H-61",
                        "{ja}が{from}のマスから{to}のマスへ移動。",
                        "{en} moves from {from} to {to}."
                    );
                }
                let passed: Vec<String> = passed.iter().map(u8::to_string).collect();
                let (via_ja, via_en) = (passed.join("、"), passed.join(" and "));
                say!(
                    "H-70",
                    "{ja}が{from}のマスから{via_ja}を通って{to}のマスへ移動。",
                    "{en} moves from {from} via {via_en} to {to}."
                )
            }
            Event::Stayed { seat, square, why } => {
                let Text { ja, en } = seat_name(*seat);
                let rule = match why {
                    Stay::NotDesignated => {
                        return say!(
                            "H-60",
                            "{ja}は移動先を指定していないので、{square}のマスに留まります。",
                            "{en} designates no destination and stays on square {square}."
                        );
                    }
                    Stay::OwnSquare => "H-64",
                    Stay::BothNeighbours => "H-74",
                    Stay::Unreachable | Stay::Overruled => "H-63",
                };
                say!(rule, "{ja}は{square}のマスに留まります。", "{en} stays on square {square}.")
            }
            Event::PickedUp { seat, square, face, .. } => {
                let (Text { ja, en }, card) = (seat_name(*seat), setup.name(*face));
                let Text { ja: face_ja, en: face_en } = card;
                say!(
                    "H-81",
                    "{ja}が{square}のマスで{face_ja}を拾得。",
                    "{en} picks up on square {square}: {face_en}."
                )
            }
            Event::TooFew { square, cards: 0, players } => say!(
                "H-85",
                "{square}のマスには{players}人がいますが、拾得できる札がありません。",
                "On square {square} there is no card for {players} players to pick up."
            ),
            Event::TooFew { square, cards, players } => {
                let (are, count) =
                    (if *cards == 1 { "is" } else { "are" }, many((*cards).into(), "card"));
                say!(
                    "H-85",
                    "{square}のマスは{players}人に札{cards}枚なので、誰も拾得できません。",
                    "On square {square} there {are} {count} for {players} players: nobody takes any."
                )
            }
            Event::Attacked { seat, square, icon } => {
                let (Text { ja, en }, icon_name) = (seat_name(*seat), icon_name(*icon));
                let Text { ja: icon_ja, en: icon_en } = icon_name;
                let rule = if *icon == Icon::Gun { "H-98" } else { "H-95" };
                say!(
                    rule,
                    "{ja}が{square}のマスへ{icon_ja}。",
                    "{en} makes a {icon_en} on square {square}."
                )
            }
            Event::InVain { seat, icon, number, why } => {
                let (Text { ja, en }, icon) = (seat_name(*seat), icon_name(*icon));
                let (rule, Text { ja: why_ja, en: why_en }) = why.tell();
                let Text { ja: icon_ja, en: icon_en } = icon;
                say!(
                    rule,
                    "{ja}の{icon_ja}アイコンは{number}を指定しましたが、{why_ja}。",
                    "The {icon_en} icon of {en} designates {number} in vain: {why_en}."
                )
            }
            Event::NothingToSteal { seat: _, victim } => {
                let Text { ja, en } = seat_name(*victim);
                say!(
                    "H-104",
                    "{ja}の晒し場に奪える札はありません。",
                    "{en} has nothing that can be stolen."
                )
            }
            Event::Stole { seat, victim, face, forced, .. } => {
                let (Text { ja, en }, from) = (seat_name(*seat), seat_name(*victim));
                let Text { ja: from_ja, en: from_en } = from;
                let Text { ja: face_ja, en: face_en } = setup.name(*face);
                let (only_ja, only_en) = only(*forced);
                say!(
                    "H-99",
                    "{ja}が{from_ja}から{face_ja}を奪いました{only_ja}。",
                    "{en} steals from {from_en}: {face_en}{only_en}."
                )
            }
            Event::Burnt { seat, face, forced, .. } => {
                let (Text { ja, en }, card) = (seat_name(*seat), setup.name(*face));
                let Text { ja: face_ja, en: face_en } = card;
                let (only_ja, only_en) = only(*forced);
                say!(
                    "H-112",
                    "火ノ手マスの{ja}が{face_ja}を捨てました{only_ja}。",
                    "{en}, on a fire square, discards: {face_en}{only_en}."
                )
            }
            Event::NothingToBurn { seat, .. } => {
                let Text { ja, en } = seat_name(*seat);
                say!(
                    "H-114",
                    "火ノ手マスの{ja}には捨てる札がありません。",
                    "{en}, on a fire square, has nothing to discard."
                )
            }
            Event::Recovered { seat, faces } => {
                let (Text { ja, en }, cards) = (seat_name(*seat), setup.names(*faces));
                let Text { ja: cards_ja, en: cards_en } = cards;
                if faces.is_empty() {
                    return say!("H-119", "{ja}は何も回復しません。", "{en} recovers nothing.");
                }
                say!("H-118", "{ja}が{cards_ja}を手札に戻しました。", "{en} recovers {cards_en}.")
            }
            Event::Exhausted { seat, to_hand, to_exposed } => {
                let Text { ja, en } = seat_name(*seat);
                let Text { ja: back_ja, en: back_en } = setup.names(*to_hand);
                let Text { ja: out_ja, en: out_en } = setup.names(*to_exposed);
                if to_exposed.is_empty() {
                    return say!(
                        "H-126",
                        "消耗: {ja}の{back_ja}は手札へ。",
                        "Exhaustion: {en} takes back {back_en}."
                    );
                }
                if to_hand.is_empty() {
                    return say!(
                        "H-128",
                        "消耗: {ja}の{out_ja}は晒し場へ。",
                        "Exhaustion: {en} exposes {out_en}."
                    );
                }
                say!(
                    "H-128",
                    "消耗: {ja}の{back_ja}は手札へ、{out_ja}は晒し場へ。",
                    "Exhaustion: {en} takes back {back_en} and exposes {out_en}."
                )
            }
            Event::Cleared { square, faces } => {
                let Text { ja, en } = setup.names(*faces);
                say!(
                    "H-134",
                    "火ノ手マス({square}のマス)の札を捨て札にしました: {ja}。",
                    "Fire square {square} is cleared: {en}."
                )
            }
            Event::MarkerMoved { seat, from: _, points } => {
                let (Text { ja, en }, exposed) =
                    (seat_name(*seat), many(*points as usize, "point"));
                say!(
                    "H-136",
                    "晒し場の勝利点が最も多い{ja}({points}点)が一番槍になりました。",
                    "{en}, with {exposed} exposed, becomes the first player."
                )
            }
            Event::MarkerStayed { seat, points } => {
                let (Text { ja, en }, exposed) =
                    (seat_name(*seat), many(*points as usize, "point"));
                say!(
                    "H-136",
                    "一番槍は{ja}のままです(晒し場の勝利点{points}点)。",
                    "{en}, with {exposed} exposed, remains the first player."
                )
            }
            Event::Ended { reason, winners, .. } => {
                let Text { ja, en } = seat_names(*winners);
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

impl Why {
    /// Why nothing comes of an icon: the rule, and the end of a sentence.
    fn tell(self) -> (&'static str, Text) {
        match self {
            Why::OwnSquare => {
                ("H-64", Text::fixed("コマはもうそこにいます", "the pawn stands there already"))
            }
            Why::BothNeighbours => (
                "H-74",
                Text::fixed(
                    "両隣をどちらも指定したので移動できません",
                    "with both neighbours designated the pawn cannot move",
                ),
            ),
            Why::OffTheWay => (
                "H-63",
                Text::fixed(
                    "隣でも、指定でたどれる先でもないので移動できません",
                    "no designated path leads there",
                ),
            ),
            Why::Overruled => (
                "H-67",
                Text::fixed(
                    "最初のラウンドでは先のアイコンの指定が優先されます",
                    "in round 1 another icon's square counts",
                ),
            ),
            Why::OutOfReach => {
                ("H-97", Text::fixed("刀は届きません", "the sword does not reach it"))
            }
            Why::NobodyThere => {
                ("H-99", Text::fixed("そこに相手はいません", "nobody else stands there"))
            }
            Why::NothingToTake => (
                "H-104",
                Text::fixed(
                    "そこにいる相手の晒し場に奪える札はありません",
                    "nobody there has a card that can be stolen",
                ),
            ),
            Why::NothingToRecover => (
                "H-121",
                Text::fixed("晒し場に回復できる札はありません", "no exposed card can be recovered"),
            ),
        }
    }
}
