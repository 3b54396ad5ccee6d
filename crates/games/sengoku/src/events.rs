//! What happens in a play, as data and in words.

use arrayvec::ArrayVec;
use serde::Serialize;
use table::{Seat, Text};
use ts_rs::TS;

use crate::components::Victory;
use crate::setup::SEAT_NAMES;
use crate::sheet::{Ending, MAX_SEATS};
use crate::square::{FIELD, Square};
use crate::tile::Tile;

/// One thing that happened.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "event")]
#[ts(export, export_to = "sengoku.ts")]
pub enum Event {
    /// The table is laid, everybody has drawn; this seat declares first.
    Dealt {
        /// Who.
        seat: Seat,
    },
    /// A round begins.
    Round {
        /// Its number.
        round: u8,
    },
    /// A domino was declared.
    Declared {
        /// Who.
        seat: Seat,
        /// Which.
        tile: Tile,
        /// Its strength.
        strength: u8,
        /// Whether it was the only possibility, so that nobody was asked.
        forced: bool,
    },
    /// Several declared the same strength: their tokens were moved to ×.
    Tied {
        /// Which strength.
        strength: u8,
        /// Whose, in the order of declaration.
        #[ts(as = "Vec<Seat>")]
        seats: ArrayVec<Seat, MAX_SEATS>,
    },
    /// All have declared: this is the order of placing.
    Order {
        /// Who, the first first.
        #[ts(as = "Vec<Seat>")]
        seats: ArrayVec<Seat, MAX_SEATS>,
    },
    /// A domino was placed.
    Placed {
        /// Whose.
        seat: Seat,
        /// Which.
        tile: Tile,
        /// The square of its lower mark.
        low: Square,
        /// The square of its higher mark.
        high: Square,
        /// Whether one half lies in another battlefield.
        straddles: bool,
        /// Whether it was the only possibility, so that nobody was asked.
        forced: bool,
    },
    /// A declared domino had no place and left the game.
    Lost {
        /// Whose.
        seat: Seat,
        /// Which.
        tile: Tile,
    },
    /// A declared tile left the game because the general is placed instead.
    Replaced {
        /// Whose.
        seat: Seat,
        /// Which.
        tile: Tile,
    },
    /// A tile was drawn.
    Drew {
        /// Who.
        seat: Seat,
        /// Which; nothing for those who may not see it.
        tile: Option<Tile>,
    },
    /// A 花道 was decided.
    Line {
        /// The battlefield, from 0.
        field: u8,
        /// Which: rows from the top 0–4, then columns from the left 5–9.
        line: u8,
        /// Each seat's sum, in halves.
        #[ts(as = "Vec<u8>")]
        sums: ArrayVec<u8, MAX_SEATS>,
        /// Who took it.
        winner: Option<Seat>,
    },
    /// A castle was decided.
    Castle {
        /// The battlefield, from 0.
        field: u8,
        /// Each seat's 花道 there.
        #[ts(as = "Vec<u8>")]
        flowers: ArrayVec<u8, MAX_SEATS>,
        /// Who took it.
        winner: Option<Seat>,
    },
    /// The next battlefield is fought for.
    Field {
        /// Which, from 0.
        field: u8,
    },
    /// No domino that anybody has left can be placed: the battlefield is closed as it lies.
    Exhausted {
        /// Which, from 0.
        field: u8,
    },
    /// The play is over, and the hands are shown.
    Ended {
        /// How.
        ending: Ending,
        /// Who won.
        #[ts(as = "Vec<Seat>")]
        winners: ArrayVec<Seat, MAX_SEATS>,
    },
}

fn name(seat: Seat) -> (&'static str, &'static str) {
    match SEAT_NAMES.get(seat.index()) {
        Some(Text { ja: std::borrow::Cow::Borrowed(ja), en: std::borrow::Cow::Borrowed(en) }) => {
            (ja, en)
        }
        _ => ("?", "?"),
    }
}

fn names(seats: &[Seat], between: (&str, &str)) -> (String, String) {
    let (ja, en): (Vec<_>, Vec<_>) = seats.iter().map(|seat| name(*seat)).unzip();
    (ja.join(between.0), en.join(between.1))
}

fn tile_name(tile: Tile) -> (String, String) {
    let name = tile.name();
    (name.ja.into_owned(), name.en.into_owned())
}

fn field_name(field: u8) -> (&'static str, u8) {
    (["戦場一", "戦場二", "戦場三", "戦場四"].get(usize::from(field)).unwrap_or(&"戦場"), field + 1)
}

/// A sum that is kept in halves.
fn halves(sum: u8) -> String {
    if sum.is_multiple_of(2) { (sum / 2).to_string() } else { format!("{}.5", sum / 2) }
}

/// "1st", "2nd", "3rd", "4th" and so on.
fn ordinal(number: u8) -> String {
    let ending = match (number % 10, number % 100) {
        (1, tens) if tens != 11 => "st",
        (2, tens) if tens != 12 => "nd",
        (3, tens) if tens != 13 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// Why nobody takes a 花道 although nobody ties below those who tie: nobody has a mark in it
/// (S-53), all tie (S-51), or only those who tie have one (S-53).
fn why_nobody(sums: &[u8]) -> Option<&'static str> {
    let best = sums.iter().copied().max().unwrap_or_default();
    let next = sums.iter().copied().filter(|sum| *sum < best).max();
    match next {
        _ if best == 0 => Some("S-53"),
        None => Some("S-51"),
        Some(0) => Some("S-53"),
        Some(_) => None,
    }
}

/// What each seat has, in seat order.
fn tally(values: impl Iterator<Item = String>) -> (String, String) {
    let (ja, en): (Vec<_>, Vec<_>) = (Seat::all(MAX_SEATS as u8).zip(values))
        .map(|(seat, value)| {
            let (ja, en) = name(seat);
            (format!("{ja}{value}"), format!("{en} {value}"))
        })
        .unzip();
    (ja.join("、"), en.join(", "))
}

/// Both languages of one sentence, from the same values.
macro_rules! say {
    ($rule:literal, $ja:literal, $en:literal) => {
        (Text::new(format!($ja), format!($en)), $rule)
    };
}

impl Event {
    /// The event in words, and the rule it follows from.
    pub(crate) fn tell(&self, victory: &Victory) -> (Text, &'static str) {
        match self {
            Event::Dealt { seat } => {
                let (ja, en) = name(*seat);
                say!(
                    "S-9",
                    "準備が整い、全員が手札を引いた。親は{ja}。",
                    "The table is laid and the hands are drawn. {en} declares first."
                )
            }
            Event::Round { round } => say!("S-13", "第{round}ラウンド。", "Round {round}."),
            Event::Declared { seat, tile, strength, forced } => {
                let ((ja, en), (tile_ja, tile_en)) = (name(*seat), tile_name(*tile));
                let (only_ja, only_en) = if *forced {
                    ("(ほかに出せるものはない)", ", having no choice")
                } else {
                    ("", "")
                };
                let text = Text::new(
                    format!("{ja}は{tile_ja}を出陣、戦力値{strength}{only_ja}。"),
                    format!("{en} declares {tile_en}, strength {strength}{only_en}."),
                );
                (text, if tile.is_general() { "S-39" } else { "S-10" })
            }
            Event::Tied { strength, seats } => {
                let (ja, en) = names(seats, ("、", " and "));
                let rule = if *strength == 1 { "S-17" } else { "S-15" };
                (
                    Text::new(
                        format!("戦力値{strength}が重なり、{ja}の花トークンは×エリアへ。"),
                        format!(
                            "{en} declared the same strength {strength}: their tokens go to ×."
                        ),
                    ),
                    rule,
                )
            }
            Event::Order { seats } => {
                let (ja, en) = names(seats, ("→", ", "));
                say!("S-14", "配置の順番: {ja}。", "The order of placing: {en}.")
            }
            Event::Placed { seat, tile, low, high, straddles, forced } => {
                let (ja, en) = name(*seat);
                let (only_ja, only_en) = if *forced {
                    ("(ほかに置き方はない)", ", the only way")
                } else {
                    ("", "")
                };
                let (over_ja, over_en) = if *straddles {
                    ("、またぎ置き", ", straddling the border")
                } else {
                    ("", "")
                };
                match tile.marks() {
                    Some((a, b)) => (
                        Text::new(
                            format!("{ja}は{a}を{low}、{b}を{high}に置いた{over_ja}{only_ja}。"),
                            format!(
                                "{en} places the {a} on {low}, the {b} on {high}{over_en}{only_en}."
                            ),
                        ),
                        if *straddles { "S-20" } else { "S-19" },
                    ),
                    None => say!(
                        "S-36",
                        "{ja}は総大将を{low}と{high}に置いた{over_ja}{only_ja}。",
                        "{en} places the general on {low} and {high}{over_en}{only_en}."
                    ),
                }
            }
            Event::Lost { seat, tile } => {
                let ((ja, en), (tile_ja, tile_en)) = (name(*seat), tile_name(*tile));
                (
                    Text::new(
                        format!("{ja}の{tile_ja}は置く場所がなく、ゲームから取り除かれた。"),
                        format!("{en} has no place for {tile_en}: it leaves the game."),
                    ),
                    if tile.is_general() { "S-41" } else { "S-31" },
                )
            }
            Event::Replaced { seat, tile } => {
                let ((ja, en), (tile_ja, tile_en)) = (name(*seat), tile_name(*tile));
                say!(
                    "S-37",
                    "{ja}は{tile_ja}をゲームから取り除き、代わりに総大将を出す。",
                    "{en} takes {tile_en} out of the game and brings the general instead."
                )
            }
            Event::Drew { seat, tile } => {
                let (ja, en) = name(*seat);
                match tile {
                    Some(tile) => {
                        let (tile_ja, tile_en) = tile_name(*tile);
                        say!("S-44", "{ja}は{tile_ja}を補充した。", "{en} draws {tile_en}.")
                    }
                    None => say!("S-44", "{ja}は1枚補充した。", "{en} draws a tile."),
                }
            }
            Event::Line { field, line, sums, winner } => {
                let (field_ja, field_en) = field_name(*field);
                let (line_ja, line_en) = if *line < FIELD {
                    (format!("上から{}番目の横列", line + 1), format!("row {}", line + 1))
                } else {
                    let number = line - FIELD + 1;
                    (format!("左から{number}番目の縦列"), format!("column {number}"))
                };
                let (sums_ja, sums_en) = tally(sums.iter().map(|sum| halves(*sum)));
                match winner {
                    Some(seat) => {
                        let (ja, en) = name(*seat);
                        let best = sums.iter().max();
                        let rule = if best == sums.get(seat.index()) { "S-50" } else { "S-51" };
                        (
                            Text::new(
                                format!("{field_ja}・{line_ja}の花道は{ja}が獲得({sums_ja})。"),
                                format!(
                                    "{en} takes {line_en} of battlefield {field_en} ({sums_en})."
                                ),
                            ),
                            rule,
                        )
                    }
                    None => (
                        Text::new(
                            format!("{field_ja}・{line_ja}の花道は誰も獲得できない({sums_ja})。"),
                            format!(
                                "Nobody takes {line_en} of battlefield {field_en} ({sums_en})."
                            ),
                        ),
                        why_nobody(sums).unwrap_or("S-52"),
                    ),
                }
            }
            Event::Castle { field, flowers, winner } => {
                let (field_ja, field_en) = field_name(*field);
                let (ja_counts, en_counts) = tally(flowers.iter().map(u8::to_string));
                match winner {
                    Some(seat) => {
                        let (ja, en) = name(*seat);
                        let best = flowers.iter().max();
                        let rule = if best == flowers.get(seat.index()) { "S-58" } else { "S-59" };
                        (
                            Text::new(
                                format!("{field_ja}の城は{ja}が取った(花道: {ja_counts})。"),
                                format!(
                                    "{en} takes the castle of battlefield {field_en} (flower paths: {en_counts})."
                                ),
                            ),
                            rule,
                        )
                    }
                    None => (
                        Text::new(
                            format!("{field_ja}の城は誰も取れない(花道: {ja_counts})。"),
                            format!(
                                "Nobody takes the castle of battlefield {field_en} (flower paths: {en_counts})."
                            ),
                        ),
                        if flowers.iter().all(|count| *count == 0) { "S-53" } else { "S-59" },
                    ),
                }
            }
            Event::Field { field } => {
                let (ja, en) = field_name(*field);
                say!("S-60", "{ja}へ進む。", "On to battlefield {en}.")
            }
            Event::Exhausted { field } => {
                let (ja, en) = field_name(*field);
                say!(
                    "S-71",
                    "{ja}には、もう誰もタイルを置けない。残りの花道は今の状態で判定する。",
                    "Nobody can place anything on battlefield {en} any more: its open flower paths are decided as they stand."
                )
            }
            Event::Ended { ending, winners } => {
                let (ja, en) = names(winners, ("と", " and "));
                let (castles, flowers) = (victory.castles, victory.flowers);
                let (castles_th, flowers_th) = (ordinal(castles), ordinal(flowers));
                match ending {
                    Ending::Flowers => say!(
                        "S-63",
                        "{flowers}本目の花道を飾り、{ja}の勝利。",
                        "{en} adorns a {flowers_th} flower path and wins."
                    ),
                    Ending::Castles => {
                        say!(
                            "S-62",
                            "{castles}つ目の城を取り、{ja}の勝利。",
                            "{en} takes a {castles_th} castle and wins."
                        )
                    }
                    Ending::FlowersShared => say!(
                        "S-72",
                        "花道を{flowers}本以上飾った{ja}は、城も花道も手札も並び、勝利を分け合う。",
                        "{en} have {flowers} flower paths or more, and castles, flower paths and hands are all tied: they share the victory."
                    ),
                    Ending::MostCastles => say!(
                        "S-65",
                        "城の数で{ja}の勝利。",
                        "The battles are over. {en} wins by castles."
                    ),
                    Ending::MostFlowers => say!(
                        "S-66",
                        "城は並び、花道の数で{ja}の勝利。",
                        "The castles are tied. {en} wins by flower paths."
                    ),
                    Ending::Hands => say!(
                        "S-67",
                        "城も花道も並び、手札の戦力値で{ja}の勝利。",
                        "Castles and flower paths are tied. {en} wins by the strength in hand."
                    ),
                    Ending::FourthBattlefieldShared => say!(
                        "S-67",
                        "城も花道も手札も並び、{ja}が勝利を分け合う。",
                        "Castles, flower paths and hands are all tied. {en} share the victory."
                    ),
                }
            }
        }
    }
}
