//! The text of each event for players, in Japanese and English, and its visibility.

use zashiki_core::{
    Episode, Localize as _, LocalizedText, ReceivedComponent, RuleId, ScoreChange, Seat, Viewer,
    describe, list, names,
};

use super::narrate::{arrows, narrate, no_place};
use super::words::{halves, ordinal, path_of};
use super::{Comparison, Event};
use crate::Config;
use crate::board::Ending;
use crate::components::Victory;
use crate::glossary::{battlefield, tally};
use crate::info::CASTLE;

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

    /// The tile that a seat draws. The tiles of the first hand are counted when they are declared, since no
    /// event names them before.
    fn received(&self, _: &Config) -> Option<ReceivedComponent> {
        let (seat, tile) = match *self {
            Event::Drew { seat, tile } => (seat, tile?),
            Event::Declared { seat, tile, .. } if !tile.is_general() => (seat, tile),
            _ => return None,
        };
        Some(ReceivedComponent { seat, component: tile.name() })
    }

    fn describe(&self, config: &Config) -> (LocalizedText, RuleId) {
        describe_event(self, config)
    }

    fn score_changes(&self, _: &Config) -> Vec<ScoreChange> {
        let change = |seat: Option<Seat>, amount: u16, cause| {
            seat.map(|seat| ScoreChange { seat, amount: i32::from(amount), cause })
        };
        let change = match self {
            Event::Line { winner, .. } => change(*winner, 1, "flowers"),
            Event::Castle { winner, .. } => change(*winner, CASTLE, "castles"),
            _ => None,
        };
        change.into_iter().collect()
    }

    fn begins_round(&self) -> Option<u16> {
        match self {
            Event::Round { round, .. } => Some(u16::from(*round)),
            _ => None,
        }
    }

    fn narrate(config: &Config, events: &[Event]) -> Vec<Episode> {
        narrate(config, events)
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
            "全員が手札を引きます。最初に出陣するのは{seat}です。",
            "All hands are drawn. {seat} ⟦declares|declare⟧ first.",
            seat
        ),
        Event::Round { round, first: Some(seat) } => describe!(
            "S-13",
            "第{round}ラウンドです。最初に出陣するのは{seat}です。",
            "Round {round}: {seat} ⟦declares|declare⟧ first.",
            seat
        ),
        Event::Round { round, first: None } => describe!(
            "S-13",
            "第{round}ラウンドです。タイルの残っている人はいません。",
            "Round {round}: nobody has a tile left."
        ),
        Event::Declared { seat, tile, strength, forced } => describe!(
            if tile.is_general() { "S-39" } else { "S-10" },
            "{seat}が{tile}を出陣させます。戦力値は{strength}です{only}。",
            "{seat} ⟦declares|declare⟧ {tile}, strength {strength}{only}.",
            seat,
            tile,
            only = only(*forced, "（ほかに出せるタイルがありません）", ", the only tile left")
        ),
        Event::Tied { strength, seats } => describe!(
            if *strength == 1 { "S-17" } else { "S-15" },
            "{seats}は戦力値{strength}で並び、花トークンが×エリアに移ります。",
            "{seats} tie at strength {strength}: ⟦their|your⟧ tokens move to ×.",
            seats = names(seats)
        ),
        Event::Order { seats, tied } => describe!(
            match tied {
                0 => "S-14",
                1 => "S-16",
                _ => "S-18",
            },
            "置く順番は{ja}です{later}。",
            "The order of placing is {seats}{later}.",
            seats = list(seats),
            ja = arrows(seats),
            later = match tied {
                0 => LocalizedText::fixed("", ""),
                _ => LocalizedText::fixed(
                    "（×エリアでは、後から出陣させた人が先）",
                    "; on × the later declaration goes first",
                ),
            }
        ),
        Event::Placed { seat, tile, low, high, straddles, forced } => {
            let over = only(*straddles, "（またぎ置き）", ", across the border");
            let only = only(*forced, "（唯一の場所）", ", the only place");
            match tile.marks() {
                Some((a, b)) => describe!(
                    if *straddles { "S-20" } else { "S-19" },
                    "{seat}が{a}を{low}、{b}を{high}に置きます{over}{only}。",
                    "{seat} ⟦places|place⟧ {a} on {low} and {b} on {high}{over}{only}.",
                    seat,
                    over,
                    only
                ),
                None => describe!(
                    "S-36",
                    "{seat}が総大将を{low}と{high}に置きます{over}{only}。",
                    "{seat} ⟦places|place⟧ the general on {low} and {high}{over}{only}.",
                    seat,
                    over,
                    only
                ),
            }
        }
        Event::Lost { seat, tile } => {
            (no_place(*seat, *tile), RuleId(if tile.is_general() { "S-41" } else { "S-31" }))
        }
        Event::Replaced { seat, tile } => describe!(
            "S-37",
            "{seat}は{tile}をゲームから取り除き、代わりに総大将を出します。",
            "{seat} ⟦gives|give⟧ up {tile} and ⟦uses|use⟧ the general instead.",
            seat,
            tile
        ),
        Event::Drew { seat, tile: Some(tile) } => describe!(
            "S-44",
            "{seat}が{tile}を引きます。",
            "{seat} ⟦draws|draw⟧ {tile}.",
            seat,
            tile
        ),
        Event::Drew { seat, tile: None } => {
            describe!("S-44", "{seat}がタイルを1枚引きます。", "{seat} ⟦draws|draw⟧ a tile.", seat)
        }
        Event::Line { field, line: number, sums, winner: Some(seat) } => describe!(
            if sums.iter().max() == sums.get(seat.index()) { "S-50" } else { "S-51" },
            "{seat}が{path}を取ります（{sums}）。",
            "{seat} ⟦takes|take⟧ {path} ({sums}).",
            path = path_of(config, *field, *number),
            sums = tally(sums.iter().map(|sum| halves(*sum))),
            seat
        ),
        Event::Line { field, line: number, sums, winner: None } => describe!(
            rule_without_winner(sums, "S-51", "S-52"),
            "{path}は誰も取れません（{sums}）。",
            "Nobody takes {path} ({sums}).",
            path = path_of(config, *field, *number),
            sums = tally(sums.iter().map(|sum| halves(*sum)))
        ),
        Event::Castle { field, flowers, winner: Some(seat) } => describe!(
            if flowers.iter().max() == flowers.get(seat.index()) { "S-58" } else { "S-59" },
            "{seat}が{field}の城を取ります（花道: {flowers}）。",
            "{seat} ⟦takes|take⟧ castle {number} (paths: {flowers}).",
            field = battlefield(*field),
            number = field + 1,
            flowers = tally(flowers),
            seat
        ),
        Event::Castle { field, flowers, winner: None } => describe!(
            rule_without_winner(flowers, "S-59", "S-59"),
            "{field}の城は誰も取れません（花道: {flowers}）。",
            "Nobody takes castle {number} (paths: {flowers}).",
            field = battlefield(*field),
            number = field + 1,
            flowers = tally(flowers)
        ),
        Event::Field { field } => {
            describe!(
                "S-60",
                "次は{field}です。",
                "The next is {field}.",
                field = battlefield(*field)
            )
        }
        Event::Exhausted { field } => describe!(
            "S-71",
            "{field}に置けるタイルはもう残っていないので、残りの花道を今の合計で決めます。",
            "No tile that is left fits in {field}, so its open paths go to the highest sums now.",
            field = battlefield(*field)
        ),
        Event::Ended { ending, winners, rivals, by, .. } => match by {
            Some(by) => describe_comparison(*ending, *by, names(winners), names(rivals), victory),
            None => describe_end(*ending, names(winners), victory),
        },
    }
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
            "{castles}つ目の城で、{winners}の勝ちです。{rivals}も同時に花{flowers}個に届きましたが、城の数を先に比べます。",
            "{winners} ⟦wins|win⟧ with the {th} castle. {rivals} reached {flowers} flowers at the same time, but castles are compared first.",
            winners,
            rivals,
            th = ordinal(castles)
        );
    }
    describe!(
        "S-72",
        "{winners}と{rivals}が同時に花{flowers}個に届きました。{by}{winners}の勝ちです。",
        "{winners} and {rivals} reach {flowers} flowers at the same time. {winners} ⟦wins|win⟧ {by}.",
        winners,
        rivals,
        by = match by {
            Comparison::Castles => LocalizedText::fixed("城の数で", "by castles"),
            Comparison::Flowers => {
                LocalizedText::fixed("城の数が並び、花の数で", "by flowers, castles being equal")
            }
            Comparison::Hands => LocalizedText::fixed(
                "城も花も並び、手札の戦力値で",
                "by the strength in hand, castles and flowers being equal",
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
            "{flowers}個目の花で、{winners}の勝ちです。",
            "With the {th} flower, {winners} ⟦wins|win⟧.",
            winners,
            th = ordinal(flowers)
        ),
        Ending::FlowersShared => describe!(
            "S-72",
            "{winners}が同時に花{flowers}個に届き、城も花も手札も並んだので、勝利を分け合います。",
            "{winners} reach {flowers} flowers together and share the win: castles, flowers and hands are equal.",
            winners
        ),
        Ending::Castles => describe!(
            "S-62",
            "{castles}つ目の城で、{winners}の勝ちです。",
            "With the {th} castle, {winners} ⟦wins|win⟧.",
            winners,
            th = ordinal(castles)
        ),
        Ending::MostCastles => describe!(
            "S-65",
            "最後の戦場が終わり、城の数で{winners}の勝ちです。",
            "The last battlefield is over. {winners} ⟦wins|win⟧ by castles.",
            winners
        ),
        Ending::MostFlowers => describe!(
            "S-66",
            "最後の戦場が終わりました。城の数が並び、花の数で{winners}の勝ちです。",
            "The last battlefield is over. Castles are equal, and {winners} ⟦wins|win⟧ by flowers.",
            winners
        ),
        Ending::Hands => describe!(
            "S-67",
            "最後の戦場が終わりました。城も花も並び、手札の戦力値で{winners}の勝ちです。",
            "The last battlefield is over. Castles and flowers are equal, and {winners} ⟦wins|win⟧ by the strength in hand.",
            winners
        ),
        Ending::FourthBattlefieldShared => describe!(
            "S-67",
            "最後の戦場が終わりました。城も花も手札も並んだので、{winners}が勝利を分け合います。",
            "The last battlefield is over. Castles, flowers and hands are equal, so {winners} share the win.",
            winners
        ),
    }
}
