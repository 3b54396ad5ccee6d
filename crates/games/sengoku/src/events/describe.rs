//! The text of each event for players, in Japanese and English, and its visibility.

use zashiki_core::{Localize, LocalizedText, RuleId, Seat, Viewer, describe, list, names};

use super::{Comparison, Event};
use crate::Config;
use crate::board::Ending;
use crate::components::Victory;
use crate::glossary::{battlefield, line, tally};

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

    /// Returns true if the event reveals hidden information that can matter to other seats now. A
    /// drawn tile has no effect on them before it is declared.
    fn affects_later_events(&self) -> bool {
        !matches!(self, Event::Drew { .. }) && self.reveals()
    }

    fn describe(&self, config: &Config) -> (LocalizedText, RuleId) {
        describe_event(self, config)
    }
}

/// The description of an event for players, and the rule that it cites.
fn describe_event(event: &Event, config: &Config) -> (LocalizedText, RuleId) {
    let victory = &config.components.victory;
    let only = |forced: bool, ja, en| {
        if forced { LocalizedText::fixed(ja, en) } else { LocalizedText::fixed("", "") }
    };
    match event {
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
            ja = arrow_list(seats),
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
            sums = tally(sums.iter().map(|sum| format_halves(*sum))),
            seat
        ),
        Event::Line { field, line: number, sums, winner: None } => describe!(
            rule_without_winner(sums, "S-51", "S-52"),
            "{field}・{line}の花道は誰も獲得できない（{sums}）。",
            "Nobody takes {line} of {field} ({sums}).",
            field = battlefield(*field),
            line = line(*number),
            sums = tally(sums.iter().map(|sum| format_halves(*sum)))
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
            rule_without_winner(flowers, "S-59", "S-59"),
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
            Some(by) => describe_comparison(*ending, *by, names(winners), names(rivals), victory),
            None => describe_end(*ending, names(winners), victory),
        },
    }
}

/// Writes a sum that is given in halves as a decimal number.
fn format_halves(sum: u8) -> String {
    if sum.is_multiple_of(2) { (sum / 2).to_string() } else { format!("{}.5", sum / 2) }
}

/// An English ordinal number: "1st", "2nd", "3rd", "4th".
fn ordinal(number: u8) -> String {
    let ending = match (number % 10, number % 100) {
        (1, tens) if tens != 11 => "st",
        (2, tens) if tens != 12 => "nd",
        (3, tens) if tens != 13 => "rd",
        _ => "th",
    };
    format!("{number}{ending}")
}

/// The rule by which nobody wins a flower path or a castle. `counts` are the sums or the flower
/// paths of the seats: if all are 0, or only the tied seats have any, the rule is S-53; if all
/// seats tie, it is `tie`; if the next best seats tie too, it is `next`.
fn rule_without_winner(counts: &[u8], tie: &'static str, next: &'static str) -> &'static str {
    let best = counts.iter().copied().max().unwrap_or_default();
    match counts.iter().copied().filter(|count| *count < best).max() {
        _ if best == 0 => "S-53",
        None => tie,
        Some(0) => "S-53",
        Some(_) => next,
    }
}

/// A list of seats in their order, in Japanese only: 織田信長→武田信玄.
fn arrow_list(seats: &[Seat]) -> LocalizedText {
    let names: Vec<LocalizedText> = seats.iter().map(Localize::name).collect();
    LocalizedText::same(names.iter().map(|name| &*name.ja).collect::<Vec<_>>().join("→"))
}

/// The text for a game that one seat wins although others met the winning condition by the same
/// flower paths and castle (S-72). Castles are decided one at a time, so these others have enough
/// flower paths.
fn describe_comparison(
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

/// The text for the end of the game.
fn describe_end(
    ending: Ending,
    winners: LocalizedText,
    victory: &Victory,
) -> (LocalizedText, RuleId) {
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
