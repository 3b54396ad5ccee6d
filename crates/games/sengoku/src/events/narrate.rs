//! Episodes: each declaration, each placing with the paths and castles it settles, and each other turning
//! of the game in one or two sentences.

use zashiki_core::{
    Episode, Event as _, Localize, LocalizedText, Seat, capitalized, either, list, names, plural,
    sentences, text,
};

use super::words::{halves, ordinal, path_of};
use super::{Comparison, Event};
use crate::assets::ASSETS;
use crate::board::Ending;
use crate::glossary::battlefield;
use crate::{Config, Tile};

/// Number of paths from which a sentence says how many a seat takes instead of which.
const MANY: usize = 5;

pub(super) fn narrate(config: &Config, events: &[Event]) -> Vec<Episode> {
    events
        .chunk_by(|before, next| !begins(before, next))
        .flat_map(|these| {
            let (placing, end) = these.split_at(these.len() - length_of_end(these));
            [placing, end]
        })
        .filter(|these| !these.is_empty())
        .map(|these| Episode::new(these.len(), actor(&these[0]), sentence(config, these)))
        .collect()
}

/// Returns true if an episode begins with the event `next`.
fn begins(before: &Event, next: &Event) -> bool {
    match next {
        Event::Dealt { .. }
        | Event::Declared { .. }
        | Event::Lost { .. }
        | Event::Replaced { .. }
        | Event::Exhausted { .. } => true,
        Event::Placed { .. } => !matches!(before, Event::Replaced { .. }),
        Event::Round { .. } => !matches!(before, Event::Dealt { .. }),
        _ => false,
    }
}

/// Number of events of the castle that ends the game. It is an episode of its own, because it is the
/// reason of the result.
fn length_of_end(events: &[Event]) -> usize {
    if matches!(events, [.., Event::Castle { .. }, Event::Ended { .. }]) { 2 } else { 0 }
}

fn actor(event: &Event) -> Option<Seat> {
    match event {
        Event::Declared { seat, .. }
        | Event::Placed { seat, .. }
        | Event::Lost { seat, .. }
        | Event::Replaced { seat, .. } => Some(*seat),
        _ => None,
    }
}

fn sentence(config: &Config, events: &[Event]) -> LocalizedText {
    match events {
        [Event::Dealt { seat }, ..] => text!(
            "全員が手札を{hand}枚引きます。最初に出陣するのは{seat}です。",
            "Everybody draws {hand} tiles. {seat} ⟦declares|declare⟧ first.",
            seat,
            hand = config.components.hand.size
        ),
        [Event::Round { round, first: Some(seat) }, ..] => text!(
            "第{round}ラウンドです。最初に出陣するのは{seat}です。",
            "Round {round}: {seat} ⟦declares|declare⟧ first.",
            seat
        ),
        [Event::Declared { .. } | Event::Tied { .. } | Event::Order { .. }, ..] => {
            declaring(config, events)
        }
        [Event::Round { .. } | Event::Drew { .. }] => events[0].describe(config).0,
        _ => placing(config, events),
    }
}

/// A declaration and, if it is the last of the round, the order of placing.
fn declaring(config: &Config, events: &[Event]) -> LocalizedText {
    let mut parts: Vec<LocalizedText> = Vec::new();
    let mut declarer = None;
    for event in events {
        match event {
            Event::Declared { seat, tile, strength, forced } => {
                declarer = Some(*seat);
                parts.push(if *forced {
                    text!(
                        "{seat}が出せるのは{tile}（戦力値{strength}）だけです",
                        "{seat} ⟦has|have⟧ only {tile} left to declare (strength {strength})",
                        seat,
                        tile
                    )
                } else {
                    text!(
                        "{seat}が{tile}（戦力値{strength}）を出陣させます",
                        "{seat} ⟦declares|declare⟧ {tile} (strength {strength})",
                        seat,
                        tile
                    )
                });
            }
            Event::Tied { strength, seats } => parts.push(text!(
                "{seats}は戦力値{strength}で並び、×エリアに移ります",
                "{seats} tie at {strength} and move to ×",
                seats = names(seats)
            )),
            Event::Order { seats, tied } => match (&seats[..], *tied) {
                ([_], _) => {}
                ([first, _], 0) if declarer == Some(*first) => {
                    if let Some(said) = parts.last_mut() {
                        *said = text!(
                            "{said}。先に置くのも{first}です",
                            "{said} and ⟦places|place⟧ first",
                            said = said.clone(),
                            first
                        );
                    }
                }
                ([first, _], 0) => {
                    let said = parts.pop();
                    parts.push(match said {
                        Some(said) => text!(
                            "{said}。先に置くのは{first}です",
                            "{said}: {first} ⟦places|place⟧ first",
                            said,
                            first
                        ),
                        None => {
                            text!("先に置くのは{first}です", "{first} ⟦places|place⟧ first", first)
                        }
                    });
                }
                _ => parts.push(text!(
                    "置く順番は{ja}です",
                    "The order of placing is {seats}",
                    seats = list(seats),
                    ja = arrows(seats)
                )),
            },
            other => parts.push(other.describe(config).0),
        }
    }
    sentences(parts.into_iter().map(|said| text!("{said}。", "{said}.", said)))
}

/// Seats in their order, in Japanese only: 織田信長→武田信玄.
pub(super) fn arrows(seats: &[Seat]) -> LocalizedText {
    let names: Vec<LocalizedText> = seats.iter().map(Localize::name).collect();
    LocalizedText::same(names.iter().map(|name| &*name.ja).collect::<Vec<_>>().join("→"))
}

/// A placing, a lost tile or an exhausted battlefield, and everything that it settles.
fn placing(config: &Config, events: &[Event]) -> LocalizedText {
    let seat = actor(&events[0]);
    // The events up to the next battlefield, then those of each battlefield that opens.
    let mut said = Vec::new();
    for (index, part) in events
        .chunk_by(|_, next| !matches!(next, Event::Field { .. } | Event::Ended { .. }))
        .enumerate()
    {
        let settled = settled(config, part);
        match &part[0] {
            Event::Ended { .. } => said.push(ended(config, &part[0])),
            Event::Field { field } => {
                said.push(opening(&battlefield(*field), &settled));
            }
            Event::Exhausted { field } => {
                said.push(text!(
                    "{field}に置けるタイルはもう残っていないので、残りの花道を今の合計で決めます。",
                    "No tile that is left fits in {field}, so its open paths go to the highest sums now.",
                    field = battlefield(*field)
                ));
                said.extend(gains(&settled, None));
            }
            Event::Lost { seat: owner, tile } => {
                said.push(no_place(*owner, *tile));
                said.extend(gains(&settled, None));
            }
            _ if index == 0 => said.push(placed(part, seat, &settled)),
            _ => said.extend(gains(&settled, None)),
        }
    }
    sentences(said)
}

/// The sentence about a domino that cannot be placed.
pub(super) fn no_place(owner: Seat, tile: Tile) -> LocalizedText {
    let tile = match tile.is_general() {
        true => ASSETS.glossary().name("general").clone(),
        false => tile.name(),
    };
    text!(
        "{owner}の{tile}は置ける場所がなく、ゲームから取り除かれます。",
        "There is no place for {owner}⟦'s|r⟧ {tile}, which leaves the game.",
        owner,
        tile
    )
}

/// A gain of a seat, or of nobody.
struct Gain {
    seat: Option<Seat>,
    items: Vec<LocalizedText>,
}

/// The awards of these events: a gain for each seat that takes something, then that which nobody takes.
fn settled(config: &Config, events: &[Event]) -> Vec<Gain> {
    let lines = || events.iter().filter(|event| matches!(event, Event::Line { .. })).count();
    let many = lines() >= MANY;
    let items = |wanted: Option<Seat>| -> Vec<LocalizedText> {
        let mut items = Vec::new();
        let mut paths = 0;
        for event in events {
            match event {
                Event::Line { winner, .. } if many && *winner == wanted => paths += 1,
                Event::Line { field, line, sums, winner } if *winner == wanted => {
                    let path = path_of(config, *field, *line);
                    items.push(text!(
                        "{path}（{reason}）",
                        "{path} ({reason})",
                        path,
                        reason =
                            reason(sums, *winner, |sum| LocalizedText::same(halves(sum)), halves)
                    ));
                }
                Event::Castle { field, flowers, winner } if *winner == wanted => {
                    let paths =
                        |count: u8| text!("花道{n}", "{n}", n = plural(count, "path", "paths"));
                    items.push(text!(
                        "{ja}の城（{reason}）",
                        "castle {number} ({reason})",
                        ja = battlefield(*field),
                        number = field + 1,
                        reason = reason(flowers, *winner, paths, |count| count.to_string())
                    ));
                }
                _ => {}
            }
        }
        if paths > 0 {
            items.insert(0, text!("花道{n}本", "{n}", n = plural(paths, "path", "paths")));
        }
        items
    };
    Seat::all(config.seats)
        .map(Some)
        .chain([None])
        .map(|seat| Gain { seat, items: items(seat) })
        .filter(|gain| !gain.items.is_empty())
        .collect()
}

/// The reason of an award: the winner's count and the next highest, or the ties that exclude seats.
/// `first` is the count that a sentence names first, `more` any other.
fn reason(
    counts: &[u8],
    winner: Option<Seat>,
    first: impl Fn(u8) -> LocalizedText,
    more: fn(u8) -> String,
) -> LocalizedText {
    let below = |limit: u8| counts.iter().copied().filter(|count| *count < limit).max();
    let best = counts.iter().copied().max().unwrap_or_default();
    let next = below(best).unwrap_or_default();
    let tied =
        |at: u8| names(Seat::all(counts.len() as u8).filter(|seat| counts[seat.index()] == at));
    match winner.map(|seat| counts[seat.index()]) {
        None if best == 0 => LocalizedText::fixed("なし", "empty"),
        Some(own) if own == best => {
            text!("{own}対{next}", "{own} to {next}", own = first(own), next = more(next))
        }
        Some(own) => text!(
            "{own}、{seats}は{best}で同点",
            "{own}, as {seats} tie at {best}",
            own = first(own),
            seats = tied(best),
            best = more(best)
        ),
        None if counts.len() == 2 => {
            text!("{own}対{best}", "{own} to {best}", own = first(best), best = more(best))
        }
        None if next == 0 => text!(
            "{seats}が{best}で同点",
            "{seats} tie at {best}",
            seats = tied(best),
            best = first(best)
        ),
        None => text!(
            "{seats}が{best}、{others}が{next}で同点",
            "{seats} tie at {best}, {others} at {next}",
            seats = tied(best),
            best = first(best),
            others = tied(next),
            next = more(next)
        ),
    }
}

/// The clause about one gain.
fn clause(gain: &Gain) -> LocalizedText {
    match gain.seat {
        Some(seat) => text!(
            "{seat}は{ja}を取ります",
            "{seat} ⟦takes|take⟧ {items}",
            seat,
            items = names(&gain.items),
            ja = list(&gain.items)
        ),
        None => text!(
            "{ja}は誰も取れません",
            "nobody takes {items}",
            items = either(&gain.items),
            ja = list(&gain.items)
        ),
    }
}

/// The clauses about the gains of all seats but one, as the end of a sentence.
fn clauses(gains: &[Gain], but: Option<Seat>) -> Option<LocalizedText> {
    let parts: Vec<LocalizedText> =
        (gains.iter()).filter(|gain| gain.seat.is_none() || gain.seat != but).map(clause).collect();
    let said = |of: fn(&LocalizedText) -> &str| parts.iter().map(of).collect::<Vec<_>>();
    (!parts.is_empty()).then(|| {
        LocalizedText::new(said(|part| &part.ja).join("。"), said(|part| &part.en).join("; "))
    })
}

/// The gains of all seats but one as a sentence.
fn gains(gains: &[Gain], but: Option<Seat>) -> Option<LocalizedText> {
    clauses(gains, but).map(|said| {
        LocalizedText::new(format!("{}。", said.ja), format!("{}.", capitalized(&said.en)))
    })
}

/// The sentence about a battlefield that opens, and the paths that are settled in it at once.
fn opening(field: &LocalizedText, settled: &[Gain]) -> LocalizedText {
    match clauses(settled, None) {
        None => text!("次は{field}です。", "The next is {field}.", field),
        Some(said) => {
            text!("次は{field}です。{said}。", "The next is {field}, where {said}.", field, said)
        }
    }
}

/// The sentence about a placing and what it settles. `part` begins with the placing.
fn placed(part: &[Event], seat: Option<Seat>, settled: &[Gain]) -> LocalizedText {
    let given_up = part.iter().find_map(|event| match event {
        Event::Replaced { tile, .. } => Some(*tile),
        _ => None,
    });
    let domino = part.iter().find_map(|event| match event {
        Event::Placed { tile, low, high, forced, .. } => Some((*tile, *low, *high, *forced)),
        _ => None,
    });
    let Some(seat) = seat else {
        // The placing itself is not among the events.
        return gains(settled, None).unwrap_or_else(|| LocalizedText::fixed("", ""));
    };
    let Some((tile, low, high, forced)) = domino else {
        return text!(
            "{seat}は{tile}をあきらめ、代わりに総大将を出します。",
            "{seat} ⟦gives|give⟧ up {tile} and ⟦uses|use⟧ the general instead.",
            seat,
            tile = given_up.unwrap_or(Tile::GENERAL)
        );
    };
    let nothing = || LocalizedText::fixed("", "");
    let lead = text!(
        "{seat}が{instead}{tile}を{low}・{high}{only}に",
        "{seat} ⟦places|place⟧ {tile} on {low}–{high}{instead}{only}",
        seat,
        tile,
        instead = given_up.map_or_else(nothing, |tile| text!(
            "{tile}の代わりに",
            " instead of {tile}",
            tile
        )),
        only = if forced {
            LocalizedText::fixed("（唯一の場所）", " (the only place)")
        } else {
            nothing()
        }
    );
    let own = settled.iter().find(|gain| gain.seat == Some(seat));
    let lead = match own {
        None => text!("{lead}置きます", "{lead}", lead),
        Some(own) => text!(
            "{lead}置き、{ja}を取ります",
            "{lead} and ⟦takes|take⟧ {items}",
            lead,
            items = names(&own.items),
            ja = list(&own.items)
        ),
    };
    match clauses(settled, Some(seat)) {
        None => text!("{lead}。", "{lead}.", lead),
        Some(rest) => text!(
            "{lead}。{rest}。",
            "{lead}{mark} {rest}.",
            lead,
            rest,
            mark = if own.is_some() { ";" } else { ":" }
        ),
    }
}

/// The sentence about the end of the game.
fn ended(config: &Config, event: &Event) -> LocalizedText {
    let Event::Ended { ending, winners, rivals, by, counts } = event else {
        return event.describe(config).0;
    };
    let victory = &config.components.victory;
    let [own, other] = counts.unwrap_or_default();
    let all = names(winners.iter().chain(rivals));
    let winner = names(winners);
    let by = by.or(match ending {
        Ending::MostCastles => Some(Comparison::Castles),
        Ending::MostFlowers => Some(Comparison::Flowers),
        Ending::Hands => Some(Comparison::Hands),
        _ => None,
    });
    let ahead = match by {
        Some(Comparison::Castles) => {
            text!("城の数{n}対{other}で", "{n} to {other}", n = plural(own, "castle", "castles"))
        }
        Some(Comparison::Flowers) => text!(
            "城の数は並び、花の数{n}対{other}で",
            "{n} to {other}, castles being equal",
            n = plural(own, "flower", "flowers")
        ),
        Some(Comparison::Hands) => text!(
            "城も花も並び、手札の戦力値{own}対{other}で",
            "a hand of strength {own} to {other}, castles and flowers being equal"
        ),
        None => LocalizedText::fixed("", ""),
    };
    match (ending, rivals.is_empty()) {
        (Ending::Castles, true) => text!(
            "{n}つ目の城で、{winner}の勝ちです。",
            "With the {th} castle, {winner} ⟦wins|win⟧.",
            winner,
            n = victory.castles,
            th = ordinal(victory.castles)
        ),
        (Ending::Castles, false) => text!(
            "{all}が同時に勝利の条件に届きましたが、{n}つ目の城が優先し、{winner}の勝ちです。",
            "{all} reach the goal together, but the {th} castle counts first: {winner} ⟦wins|win⟧.",
            all,
            winner,
            n = victory.castles,
            th = ordinal(victory.castles)
        ),
        (Ending::Flowers, true) => text!(
            "{n}個目の花で、{winner}の勝ちです。",
            "With the {th} flower, {winner} ⟦wins|win⟧.",
            winner,
            n = victory.flowers,
            th = ordinal(victory.flowers)
        ),
        (Ending::Flowers, false) => text!(
            "{all}が同時に花{n}個に届き、{ahead}{winner}の勝ちです。",
            "{all} reach {n} flowers together: {winner} ⟦wins|win⟧ with {ahead}.",
            all,
            winner,
            ahead,
            n = victory.flowers
        ),
        (Ending::FlowersShared, _) => text!(
            "{winner}が同時に花{n}個に届き、城も花も手札も並んだので、勝利を分け合います。",
            "{winner} reach {n} flowers together and share the win: castles, flowers and hands are equal.",
            winner,
            n = victory.flowers
        ),
        (Ending::FourthBattlefieldShared, _) => text!(
            "最後の戦場が終わり、城も花も手札も並んだので、{winner}が勝利を分け合います。",
            "The last battlefield is over, and {winner} share the win: castles, flowers and hands are equal.",
            winner
        ),
        (Ending::MostCastles | Ending::MostFlowers | Ending::Hands, _) => text!(
            "最後の戦場が終わり、{ahead}{winner}の勝ちです。",
            "The last battlefield is over: {winner} ⟦wins|win⟧ with {ahead}.",
            winner,
            ahead
        ),
    }
}
