//! What happens in a play, as data and in words.

use arrayvec::ArrayVec;
use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{Localize, LocalizedText, RuleId, Seat, Viewer, describe, list, names};

use crate::Config;
use crate::board::Ending;
use crate::components::Victory;
use crate::glossary::{battlefield, line, tally};
use crate::limits::MAX_SEATS;
use crate::square::Square;
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
        /// Number of strengths that several declared.
        tied: u8,
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
        /// Seats that reached the end by the same awards and lost the comparison (S-72).
        #[ts(as = "Vec<Seat>")]
        rivals: ArrayVec<Seat, MAX_SEATS>,
        /// Comparison that decided between the winner and the rivals; nothing without rivals, or if
        /// the victory is shared.
        by: Option<Comparison>,
    },
}

/// What is compared, in this order, when a play has to be decided between several seats (S-65 to
/// S-67, S-72).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "sengoku.ts")]
pub enum Comparison {
    /// The number of castles.
    Castles,
    /// The number of 花道.
    Flowers,
    /// The strengths in hand.
    Hands,
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

/// The statement by which nobody takes a 花道 or a castle: nobody has a mark or a 花道 in it
/// (S-53), all tie (`tie`), only those who tie have one (S-53), or the next best tie too (`next`).
fn why_nobody(counts: &[u8], tie: &'static str, next: &'static str) -> &'static str {
    let best = counts.iter().copied().max().unwrap_or_default();
    match counts.iter().copied().filter(|count| *count < best).max() {
        _ if best == 0 => "S-53",
        None => tie,
        Some(0) => "S-53",
        Some(_) => next,
    }
}

impl zashiki_core::Event<Config> for Event {
    fn for_viewer(&self, viewer: Viewer) -> Option<Event> {
        Some(match self {
            Event::Drew { seat, .. } if !viewer.knows(*seat) => {
                Event::Drew { seat: *seat, tile: None }
            }
            event => event.clone(),
        })
    }

    fn reveals(&self) -> bool {
        match self {
            Event::Declared { tile, .. } => !tile.is_general(),
            Event::Drew { .. } | Event::Ended { .. } => true,
            _ => false,
        }
    }

    /// What is drawn matters only when it is declared.
    fn affects_later_events(&self) -> bool {
        !matches!(self, Event::Drew { .. }) && self.reveals()
    }

    fn describe(&self, config: &Config) -> (LocalizedText, RuleId) {
        let victory = &config.components.victory;
        let only = |forced: bool, ja, en| {
            if forced { LocalizedText::fixed(ja, en) } else { LocalizedText::fixed("", "") }
        };
        match self {
            Event::Dealt { seat } => describe!(
                "S-9",
                "準備が整い、全員が手札を引いた。親は{seat}。",
                "The table is laid and the hands are drawn. {seat} ⟦declares|declare⟧ first.",
                seat
            ),
            Event::Round { round } => describe!("S-13", "第{round}ラウンド。", "Round {round}."),
            Event::Declared { seat, tile, strength, forced } => describe!(
                if tile.is_general() { "S-39" } else { "S-10" },
                "{seat}は{tile}を出陣、戦力値{strength}{only}。",
                "{seat} ⟦declares|declare⟧ {tile}, strength {strength}{only}.",
                seat,
                tile,
                only = only(*forced, "（ほかに出せるものはない）", ", having no choice")
            ),
            Event::Tied { strength, seats } => describe!(
                if *strength == 1 { "S-17" } else { "S-15" },
                "戦力値{strength}が重なり、{seats}の花トークンは×エリアへ。",
                "{seats} declared the same strength {strength}: ⟦their|your⟧ tokens go to ×.",
                seats = names(seats)
            ),
            Event::Order { seats, tied } => describe!(
                match tied {
                    0 => "S-14",
                    1 => "S-16",
                    _ => "S-18",
                },
                "配置の順番: {ja}{later}。",
                "The order of placing: {seats}{later}.",
                seats = list(seats),
                ja = in_order(seats),
                later = match tied {
                    0 => LocalizedText::fixed("", ""),
                    _ => LocalizedText::fixed(
                        "（×エリアでは、あとから宣言した人が先）",
                        "; on × the later declaration goes first",
                    ),
                }
            ),
            Event::Placed { seat, tile, low, high, straddles, forced } => {
                let over = only(*straddles, "（またぎ置き）", ", straddling the border");
                let only = only(*forced, "（ほかに置き方はない）", ", the only way");
                match tile.marks() {
                    Some((a, b)) => describe!(
                        if *straddles { "S-20" } else { "S-19" },
                        "{seat}は{a}を{low}、{b}を{high}に置いた{over}{only}。",
                        "{seat} ⟦places|place⟧ the {a} on {low}, the {b} on {high}{over}{only}.",
                        seat,
                        over,
                        only
                    ),
                    None => describe!(
                        "S-36",
                        "{seat}は総大将を{low}と{high}に置いた{over}{only}。",
                        "{seat} ⟦places|place⟧ the general on {low} and {high}{over}{only}.",
                        seat,
                        over,
                        only
                    ),
                }
            }
            Event::Lost { seat, tile } => describe!(
                if tile.is_general() { "S-41" } else { "S-31" },
                "{seat}の{tile}は置く場所がなく、ゲームから取り除かれた。",
                "{seat} ⟦has|have⟧ no place for {tile}: it leaves the game.",
                seat,
                tile
            ),
            Event::Replaced { seat, tile } => describe!(
                "S-37",
                "{seat}は{tile}をゲームから取り除き、代わりに総大将を出す。",
                "{seat} ⟦takes|take⟧ {tile} out of the game and ⟦brings|bring⟧ the general instead.",
                seat,
                tile
            ),
            Event::Drew { seat, tile: Some(tile) } => describe!(
                "S-44",
                "{seat}は{tile}を補充した。",
                "{seat} ⟦draws|draw⟧ {tile}.",
                seat,
                tile
            ),
            Event::Drew { seat, tile: None } => {
                describe!("S-44", "{seat}は1枚補充した。", "{seat} ⟦draws|draw⟧ a tile.", seat)
            }
            Event::Line { field, line: number, sums, winner: Some(seat) } => describe!(
                if sums.iter().max() == sums.get(seat.index()) { "S-50" } else { "S-51" },
                "{field}・{line}の花道は{seat}が獲得（{sums}）。",
                "{seat} ⟦takes|take⟧ {line} of {field} ({sums}).",
                field = battlefield(*field),
                line = line(*number),
                sums = tally(sums.iter().map(|sum| halves(*sum))),
                seat
            ),
            Event::Line { field, line: number, sums, winner: None } => describe!(
                why_nobody(sums, "S-51", "S-52"),
                "{field}・{line}の花道は誰も獲得できない（{sums}）。",
                "Nobody takes {line} of {field} ({sums}).",
                field = battlefield(*field),
                line = line(*number),
                sums = tally(sums.iter().map(|sum| halves(*sum)))
            ),
            Event::Castle { field, flowers, winner: Some(seat) } => describe!(
                if flowers.iter().max() == flowers.get(seat.index()) { "S-58" } else { "S-59" },
                "{field}の城は{seat}が取った（花道: {flowers}）。",
                "{seat} ⟦takes|take⟧ the castle of {field} (flower paths: {flowers}).",
                field = battlefield(*field),
                flowers = tally(flowers),
                seat
            ),
            Event::Castle { field, flowers, winner: None } => describe!(
                why_nobody(flowers, "S-59", "S-59"),
                "{field}の城は誰も取れない（花道: {flowers}）。",
                "Nobody takes the castle of {field} (flower paths: {flowers}).",
                field = battlefield(*field),
                flowers = tally(flowers)
            ),
            Event::Field { field } => {
                describe!("S-60", "{field}へ進む。", "On to {field}.", field = battlefield(*field))
            }
            Event::Exhausted { field } => describe!(
                "S-71",
                "{field}には、もう誰もタイルを置けない。残りの花道は今の状態で判定する。",
                "Nobody can place anything in {field} any more: its open flower paths are awarded as they stand.",
                field = battlefield(*field)
            ),
            Event::Ended { ending, winners, rivals, by } => match by {
                Some(by) => tell_comparison(*ending, *by, names(winners), names(rivals), victory),
                None => tell_end(*ending, names(winners), victory),
            },
        }
    }
}

/// Seats one after the other: 織田信長→武田信玄.
fn in_order(seats: &[Seat]) -> LocalizedText {
    let names: Vec<LocalizedText> = seats.iter().map(Localize::name).collect();
    LocalizedText::same(names.iter().map(|name| &*name.ja).collect::<Vec<_>>().join("→"))
}

/// The end for one winner when others reached it by the same awards (S-72). One castle is awarded
/// at a time, so these others have the flowers.
fn tell_comparison(
    ending: Ending,
    by: Comparison,
    winners: LocalizedText,
    rivals: LocalizedText,
    victory: &Victory,
) -> (LocalizedText, RuleId) {
    let (castles, flowers) = (victory.castles, victory.flowers);
    if ending == Ending::Castles {
        return describe!(
            "S-72",
            "{castles}つ目の城を取り、{winners}の勝利。同時に{rivals}も花道を{flowers}本以上飾ったが、先に城の数を比べる。",
            "{winners} ⟦takes|take⟧ a {th} castle and ⟦wins|win⟧. The same awards brought {rivals} to {flowers} flower paths or more, but castles are compared first.",
            winners,
            rivals,
            th = ordinal(castles)
        );
    }
    describe!(
        "S-72",
        "{winners}と{rivals}が同時に花道を{flowers}本以上飾った。{by}{winners}の勝利。",
        "The same awards brought {winners} and {rivals} to {flowers} flower paths or more. {winners} ⟦wins|win⟧ {by}.",
        winners,
        rivals,
        by = match by {
            Comparison::Castles => LocalizedText::fixed("城の数で", "by castles"),
            Comparison::Flowers => {
                LocalizedText::fixed(
                    "城の数が並び、花道の数で",
                    "by flower paths, castles being tied",
                )
            }
            Comparison::Hands => LocalizedText::fixed(
                "城も花道も並び、手札の戦力値で",
                "by the strength in hand, castles and flower paths being tied",
            ),
        }
    )
}

/// How it ended, in words.
fn tell_end(ending: Ending, winners: LocalizedText, victory: &Victory) -> (LocalizedText, RuleId) {
    let (castles, flowers) = (victory.castles, victory.flowers);
    match ending {
        Ending::Flowers => describe!(
            "S-63",
            "{flowers}本目の花道を飾り、{winners}の勝利。",
            "{winners} ⟦adorns|adorn⟧ a {th} flower path and ⟦wins|win⟧.",
            winners,
            th = ordinal(flowers)
        ),
        Ending::FlowersShared => describe!(
            "S-72",
            "花道を{flowers}本以上飾った{winners}は、城も花道も手札も並び、勝利を分け合う。",
            "{winners} have {flowers} flower paths or more, and castles, flower paths and hands are all tied: ⟦they|you⟧ share the victory.",
            winners
        ),
        Ending::Castles => describe!(
            "S-62",
            "{castles}つ目の城を取り、{winners}の勝利。",
            "{winners} ⟦takes|take⟧ a {th} castle and ⟦wins|win⟧.",
            winners,
            th = ordinal(castles)
        ),
        Ending::MostCastles => describe!(
            "S-65",
            "城の数で{winners}の勝利。",
            "The battles are over. {winners} ⟦wins|win⟧ by castles.",
            winners
        ),
        Ending::MostFlowers => describe!(
            "S-66",
            "城の数が並び、花道の数で{winners}の勝利。",
            "The castles are tied. {winners} ⟦wins|win⟧ by flower paths.",
            winners
        ),
        Ending::Hands => describe!(
            "S-67",
            "城も花道も並び、手札の戦力値で{winners}の勝利。",
            "Castles and flower paths are tied. {winners} ⟦wins|win⟧ by the strength in hand.",
            winners
        ),
        Ending::FourthBattlefieldShared => describe!(
            "S-67",
            "城も花道も手札も並び、{winners}が勝利を分け合う。",
            "Castles, flower paths and hands are all tied. {winners} share the victory.",
            winners
        ),
    }
}
