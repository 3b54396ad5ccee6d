//! Episodes: the events of an action or a phase, told in one sentence.
//!
//! An episode begins with an event such as a step or a placed tile, and includes the events that follow
//! from it: movement by tiles, gems, the discard of a tile. Its sentence has one subject and a list of
//! clauses. In Japanese, a clause is the stem of a polite verb (移動し), to which the last one adds ました.

use zashiki_core::{Episode, LocalizedText, Seat, SeatSet, list, names, plural, sentences, text};

use super::describe::end_sentence;
use super::{Barrier, By, Event, Judged};
use crate::Config;
use crate::square::Square;
use crate::tile::{Kind, Piece, Tile};

impl Event {
    /// The episodes of consecutive events.
    pub(super) fn episodes(config: &Config, mut events: &[Event]) -> Vec<Episode> {
        let mut told = Vec::new();
        while !events.is_empty() {
            let episode = first_episode(config, events);
            events = &events[episode.events..];
            told.push(episode);
        }
        told
    }
}

/// The episode with which the events begin. There must be at least one event.
fn first_episode(config: &Config, events: &[Event]) -> Episode {
    match *events {
        [Event::Dealt { seat }, Event::StartingGem { .. }, ..] => {
            let text = text!(
                "スタートプレイヤーは{seat}です。ジェムを1個持って始めます。",
                "{seat} ⟦goes|go⟧ first and ⟦begins|begin⟧ with 1 gem.",
                seat
            );
            Episode::new(2, Some(seat), text)
        }
        [Event::Dealt { seat }, ..] => {
            let text = text!("スタートプレイヤーは{seat}です。", "{seat} ⟦goes|go⟧ first.", seat);
            Episode::new(1, Some(seat), text)
        }
        [Event::Round { round }, ..] => round_start(round, events),
        [Event::FloorShort { .. }, ..] => shortage(events),
        [Event::SkillTaken { seat, skill }, ..] => {
            let text = text!(
                "{seat}が「{skill}」を選びました。",
                "{seat} ⟦takes|take⟧ {skill}.",
                seat,
                skill
            );
            Episode::new(1, Some(seat), text)
        }
        [Event::Drafted { seat, tile, forced }, Event::Kept { .. }, ..] => {
            Episode::new(2, Some(seat), kept(seat, tile, forced))
        }
        [
            Event::Drafted { seat, tile, .. } | Event::Took { seat, tile },
            Event::HandFull { .. },
            ..,
        ] => {
            let text = text!(
                "{seat}が{name}を取りましたが、手札がいっぱいなので捨て札になりました。",
                "{seat} ⟦takes|take⟧ {name}, but the hand is full: the tile is discarded.",
                seat,
                name = tile.a()
            );
            Episode::new(2, Some(seat), text)
        }
        [Event::Took { seat, tile }, Event::Kept { .. }, ..] => {
            let text = text!(
                "{seat}がラインから{name}を取りました。",
                "{seat} ⟦takes|take⟧ {name} from the line.",
                seat,
                name = tile.a()
            );
            Episode::new(2, Some(seat), text)
        }
        // A tile that is drafted and used at once.
        [Event::Drafted { .. }, Event::Used { .. } | Event::Placed { .. }, ..] => {
            let used = first_episode(config, &events[1..]);
            Episode { events: used.events + 1, ..used }
        }
        [Event::Used { seat, square }, ..] => gem_tile(seat, square, events),
        [Event::Placed { seat, square, kind, facing }, ..] => {
            let tile = Piece::new(kind, facing).map_or_else(|| kind.a(), Piece::a);
            let clause = text!("{square}に{tile}を置き", "⟦places|place⟧ {tile} on {square}", tile);
            placement(seat, &clause, events)
        }
        [Event::Rotated { seat, square, kind, facing, .. }, ..] => {
            let name = kind.the();
            let turned = Piece::new(kind, facing).and_then(|piece| Some((piece, piece.way()?)));
            let Some((piece, way)) = turned else {
                let text = text!(
                    "{seat}がローテートで{square}の{name}を回しましたが、向きのないタイルなので何も変わりません。",
                    "{seat} ⟦uses|use⟧ Rotate on {name} on {square}, which changes nothing.",
                    seat,
                    name
                );
                return Episode::new(1, Some(seat), text);
            };
            let clause = text!(
                "ローテートで{square}のタイルを回して{piece}にし",
                "⟦uses|use⟧ Rotate and ⟦turns|turn⟧ {name} on {square}, now {way}",
                name,
                piece,
                way
            );
            placement(seat, &clause, events)
        }
        [Event::Crashed { seat, square, kind }, ..] => {
            let text = text!(
                "{seat}がクラッシュで{square}の{name}を取り除きました。",
                "{seat} ⟦uses|use⟧ Crash and ⟦removes|remove⟧ {name} from {square}.",
                seat,
                name = kind.the()
            );
            Episode::new(1, Some(seat), text)
        }
        [Event::Stole { seat, square, kind }, ref rest @ ..] => {
            let name = kind.the();
            let (events, text) = match rest {
                [Event::HandFull { .. }, ..] => (
                    2,
                    text!(
                        "{seat}がスティールで{square}の{name}を取りましたが、手札がいっぱいなので捨て札になりました。",
                        "{seat} ⟦uses|use⟧ Steal and ⟦takes|take⟧ {name} from {square}, but the hand is full: the tile is discarded.",
                        seat,
                        name
                    ),
                ),
                _ => (
                    if matches!(rest, [Event::Kept { .. }, ..]) { 2 } else { 1 },
                    text!(
                        "{seat}がスティールで{square}の{name}を手札に取りました。",
                        "{seat} ⟦uses|use⟧ Steal and ⟦takes|take⟧ {name} from {square}.",
                        seat,
                        name
                    ),
                ),
            };
            Episode::new(events, Some(seat), text)
        }
        [Event::Discarded { seat, tile }, Event::Moved { by: By::Return, .. }, ..] => {
            let clause = text!("{tile}を捨て", "⟦discards|discard⟧ {tile}", tile = tile.a());
            journey(seat, vec![clause], 1, events)
        }
        [Event::Moved { seat, .. }, ..] => journey(seat, Vec::new(), 0, events),
        [Event::LineEmpty { .. }, Event::TurnBegan { seat, points }, ..] => {
            let text = text!(
                "ラインが空になったので、タイルのドラフトはここまでです。最初は{seat}のターンで、行動点は{points}点です。",
                "The line is empty, so nobody takes more tiles now; {seat} ⟦has|have⟧ the first turn, with {points}.",
                seat,
                points = action_points(points)
            );
            Episode::new(2, Some(seat), text)
        }
        [Event::TurnBegan { seat, points }, ..] => {
            let text = text!(
                "ドラフトが終わり、最初は{seat}のターンです。行動点は{points}点です。",
                "All tiles are taken: {seat} ⟦has|have⟧ the first turn, with {points}.",
                seat,
                points = action_points(points)
            );
            Episode::new(1, Some(seat), text)
        }
        [Event::TurnEnded { seat }, ref rest @ ..] => turn_end(config, seat, rest),
        [ref event, ..] => Episode::new(1, None, zashiki_core::Event::describe(event, config).0),
        [] => Episode::new(0, None, LocalizedText::same("")),
    }
}

fn action_points(points: u8) -> LocalizedText {
    plural(points, "action point", "action points")
}

fn number_of_gems(gems: u16) -> LocalizedText {
    plural(gems, "gem", "gems")
}

/// A sentence of these clauses about the seat. `then` follows as a second sentence.
fn sentence(seat: Seat, clauses: &[LocalizedText], then: Option<LocalizedText>) -> LocalizedText {
    let clauses = LocalizedText { ja: list(clauses).ja, en: names(clauses).en };
    let first = text!("{seat}が{clauses}ました。", "{seat} {clauses}.", seat, clauses);
    sentences([first].into_iter().chain(then))
}

/// The announcement that a side has reached its goal.
fn goal(seats: SeatSet, gems: u16) -> LocalizedText {
    text!(
        "これで{seats}は{gems}個になり、最終ラウンドです。",
        "That makes {gems} for {seats}: this is the last round.",
        seats = names(seats.iter())
    )
}

fn kept(seat: Seat, tile: Tile, forced: bool) -> LocalizedText {
    let name = tile.a();
    if forced {
        return text!(
            "ほかに選べないので、{seat}が{name}を手札に加えました。",
            "{seat} ⟦takes|take⟧ {name}: there is no other choice.",
            seat,
            name
        );
    }
    text!("{seat}が{name}を手札に加えました。", "{seat} ⟦takes|take⟧ {name}.", seat, name)
}

/// The start of a round up to the skill cards that are removed, or up to the shortage of floor tiles.
fn round_start(round: u8, events: &[Event]) -> Episode {
    let (mut squares, mut gains, mut removed, mut last) = (Vec::new(), Vec::new(), None, None);
    let mut count = 1;
    for event in &events[1..] {
        match *event {
            Event::GemAppeared { square, .. } => squares.push(square),
            Event::Gained { seat, square, .. } => gains.push((seat, square)),
            Event::GoalReached { seats, gems } => last = Some(goal(seats, gems)),
            Event::SkillsRemoved { skills } => removed = Some(skills),
            Event::GemTileRevealed { .. }
            | Event::EmissionEnded
            | Event::GemsReshuffled
            | Event::LineRefilled { .. } => {}
            _ => break,
        }
        count += 1;
        if removed.is_some() {
            break;
        }
    }
    let mut text = match squares.len() {
        0 => text!("第{round}ラウンドが始まりました。", "Round {round} begins."),
        1 => text!(
            "第{round}ラウンド：{squares}にジェムが現れました。",
            "Round {round}: a gem appears on {squares}.",
            squares = names(squares)
        ),
        _ => text!(
            "第{round}ラウンド：{squares}にジェムが現れました。",
            "Round {round}: gems appear on {squares}.",
            squares = names(squares)
        ),
    };
    let gained = gains.into_iter().map(|(seat, square)| {
        text!(
            "{square}の1個は{seat}が獲得しました。",
            "{seat} ⟦picks|pick⟧ up the one on {square}.",
            seat
        )
    });
    let removed = removed.filter(|skills| !skills.is_empty()).map(|skills| {
        text!(
            "{skills}は今回使えません。",
            "{skills} {are} out this round.",
            skills = names(skills.iter()),
            are = LocalizedText::fixed("", if skills.len() == 1 { "is" } else { "are" })
        )
    });
    for more in gained.chain(last).chain(removed) {
        text = text!("{text}{more}", "{text} {more}", text, more);
    }
    Episode::new(count, None, text)
}

/// The shortage of floor tiles, with the rest of the round's start.
fn shortage(events: &[Event]) -> Episode {
    let mut text = LocalizedText::fixed(
        "フロアタイルの山札がなくなったので、これが最終ラウンドです。",
        "The floor tiles have run out: this is the last round.",
    );
    let mut count = 1;
    for event in &events[1..] {
        match *event {
            Event::LineRefilled { .. } => {}
            Event::SkillsRemoved { skills } if skills.is_empty() => {}
            Event::SkillsRemoved { skills } => {
                text = text!(
                    "{text}{skills}は今回使えません。",
                    "{text} {skills} {are} out.",
                    text,
                    skills = names(skills.iter()),
                    are = LocalizedText::fixed("", if skills.len() == 1 { "is" } else { "are" })
                );
            }
            _ => break,
        }
        count += 1;
    }
    Episode::new(count, None, text)
}

/// The use of a gem tile, and the gem that a pawn on its square gains.
fn gem_tile(seat: Seat, square: Square, events: &[Event]) -> Episode {
    let (mut count, mut gain, mut last, mut there) = (1, None, None, 1);
    for event in &events[1..] {
        match *event {
            Event::GemAppeared { count, .. } => there = count,
            Event::Gained { seat, gems, .. } => gain = Some((seat, gems)),
            Event::GoalReached { seats, gems } => last = Some(goal(seats, gems)),
            _ => break,
        }
        count += 1;
    }
    let used = text!("ジェムタイル{square}を使い", "⟦uses|use⟧ gem tile {square}");
    let text = match gain {
        Some((owner, gems)) if owner == seat => {
            sentence(seat, &[used, picks_up(gems.into())], last)
        }
        Some((owner, gems)) => {
            let gained = text!(
                "そこにいる{owner}がジェムを{gems}個獲得しました。",
                "{owner} ⟦stands|stand⟧ there and ⟦picks|pick⟧ up {gems}.",
                owner,
                gems = number_of_gems(gems.into())
            );
            let text =
                text!("{seat}が{used}、{gained}", "{seat} {used}: {gained}", seat, used, gained);
            match last {
                Some(last) => text!("{text}{last}", "{text} {last}", text, last),
                None => text,
            }
        }
        None if there > 1 => text!(
            "{seat}が{used}、{square}のジェムが{there}個になりました。",
            "{seat} {used}: it now has {there} gems.",
            seat,
            used
        ),
        None => text!(
            "{seat}が{used}、そこにジェムが現れました。",
            "{seat} {used}: a gem appears there.",
            seat,
            used
        ),
    };
    Episode::new(count, Some(seat), text)
}

/// A tile that is placed or turned, and its discard if it makes a movement endless.
fn placement(seat: Seat, clause: &LocalizedText, events: &[Event]) -> Episode {
    let Some(Event::Endless { judged, seats, .. }) = events.get(1) else {
        return Episode::new(1, Some(seat), sentence(seat, std::slice::from_ref(clause), None));
    };
    let moved = match judged {
        Judged::WithoutPawns => LocalizedText::fixed("移動", "a pawn"),
        Judged::WithPawns => {
            text!("{seats}の移動", "{seats}", seats = names(seats.iter()))
        }
    };
    let text = text!(
        "{seat}が{clause}ましたが、{moved}がいつまでも終わらなくなるので、タイルは捨て札になりました。",
        "{seat} {clause}, but there it would keep {moved} moving without end: the tile is discarded.",
        seat,
        clause,
        moved
    );
    Episode::new(2, Some(seat), text)
}

fn picks_up(gems: u16) -> LocalizedText {
    text!("ジェムを{gems}個獲得し", "⟦picks|pick⟧ up {gems}", gems = number_of_gems(gems))
}

/// A pawn's movement and everything that tiles do to the pawn. The first `before` events are those of
/// `clauses`.
fn journey(
    seat: Seat,
    mut clauses: Vec<LocalizedText>,
    before: usize,
    events: &[Event],
) -> Episode {
    let (mut carried, mut gems, mut end, mut last) = (Vec::new(), 0, None, None);
    let mut to = None;
    let mut count = before;
    for event in &events[before..] {
        match *event {
            Event::Moved { to: square, by, .. } if count == before => {
                clauses.push(first_move(square, by));
                to = Some(square);
            }
            Event::Moved { seat: pawn, to: square, by, .. } if pawn == seat => {
                carried.push(by);
                to = Some(square);
            }
            Event::Gained { gems: gained, .. } => gems += u16::from(gained),
            Event::GoalReached { seats, gems } => last = Some(goal(seats, gems)),
            Event::Halted { by, effect, .. } => end = Some(halted(by, effect)),
            Event::Stopped { .. } => {
                end = Some(LocalizedText::fixed(
                    "ストップに入ってこのターンは動けなくなり",
                    "⟦is|are⟧ stopped there for this turn",
                ));
            }
            Event::Caught { square, .. } => {
                end = Some(text!(
                    "一周して{square}で止まり",
                    "⟦stops|stop⟧ on {square} after coming full circle"
                ));
            }
            _ => break,
        }
        count += 1;
    }
    clauses.extend(to.and_then(|to| carriage(&carried, to)));
    clauses.extend((gems > 0).then(|| picks_up(gems)));
    clauses.extend(end);
    Episode::new(count, Some(seat), sentence(seat, &clauses, last))
}

/// The movement that the player chose.
fn first_move(to: Square, by: By) -> LocalizedText {
    match by {
        By::Recall => text!(
            "リコールでスタート地点の{to}へ戻り",
            "⟦uses|use⟧ Recall to return to the start square {to}"
        ),
        By::Return => {
            text!("スタート地点の{to}へ戻り", "⟦returns|return⟧ to the start square {to}")
        }
        _ => text!("{to}へ移動し", "⟦moves|move⟧ to {to}"),
    }
}

/// The movement by tiles up to this square; `None` if no tile moved the pawn.
fn carriage(carried: &[By], to: Square) -> Option<LocalizedText> {
    Some(match carried {
        [] => return None,
        [By::Ice] => text!("アイスで{to}まで滑り", "⟦slides|slide⟧ over the ice to {to}"),
        [By::Spring] => {
            text!("スプリングで{to}へ跳び", "⟦jumps|jump⟧ from the spring to {to}")
        }
        [By::SpringShort] => text!(
            "スプリングで1マスだけ跳んで{to}に着き",
            "⟦jumps|jump⟧ just one square from the spring, to {to}"
        ),
        [_] => text!("スライドで{to}へ運ばれ", "⟦is|are⟧ carried by the slide to {to}"),
        _ => text!(
            "{tiles}で{to}まで運ばれ",
            "⟦is|are⟧ carried by {tiles} to {to}",
            tiles = names(carried.iter().map(|by| match by {
                By::Ice => LocalizedText::fixed("アイス", "ice"),
                By::Spring | By::SpringShort => LocalizedText::fixed("スプリング", "a spring"),
                _ => LocalizedText::fixed("スライド", "a slide"),
            }))
        ),
    })
}

/// A tile that cannot move the pawn because of an obstacle.
fn halted(by: Barrier, effect: Kind) -> LocalizedText {
    let why = match (effect, by) {
        (Kind::Spring, _) => LocalizedText::fixed(
            "スプリングの先のどちらのマスにも入れないので",
            "because both squares ahead of the spring are closed",
        ),
        (_, Barrier::Edge) => {
            text!(
                "{effect}の先がボードの外なので",
                "because the {effect} leads off the board",
                effect
            )
        }
        (_, Barrier::Pawn) => text!(
            "{effect}の先にほかのコマがいるので",
            "because another pawn is in the way of the {effect}",
            effect
        ),
        (_, Barrier::Start) => text!(
            "{effect}の先が自分以外のスタート地点なので",
            "because the {effect} leads to a closed start square",
            effect
        ),
        (_, Barrier::Wall) => {
            text!("{effect}の先が壁なので", "because the {effect} leads into a wall", effect)
        }
    };
    text!("{why}そこで止まり", "⟦stays|stay⟧ there {why}", why)
}

/// The end of a turn, with the next turn, the second half of the round or the end of the round.
fn turn_end(config: &Config, seat: Seat, rest: &[Event]) -> Episode {
    let ended = text!("{seat}がターンを終えました。", "{seat} ⟦ends|end⟧ the turn", seat);
    let (events, text) = match *rest {
        [Event::TurnBegan { seat: next, points }, ..] => (
            2,
            text!(
                "{ended}次は{next}のターンで、行動点は{points}点です。",
                "{ended}; {next} ⟦is|are⟧ next, with {points}.",
                ended,
                next,
                points = action_points(points)
            ),
        ),
        [Event::SecondPass, ..] => (
            2,
            text!(
                "{ended}ラウンドの後半に入り、もう一度ドラフトします。",
                "{ended}, and the second half of the round begins: choose a skill and take tiles again.",
                ended
            ),
        ),
        [
            Event::StartSeat { .. } | Event::StartStays { .. },
            Event::Ended { reason, winners, tied, gems },
            ..,
        ] => (3, end_sentence(reason, winners, tied, &gems, config)),
        [Event::StartSeat { seat: next, again }, ..] => (
            2,
            text!(
                "{ended}次のラウンドは、キングを持つ{next}が{again}スタートプレイヤーです。",
                "{ended}. {next} ⟦has|have⟧ King and ⟦goes|go⟧ first {again}.",
                ended,
                next,
                again = if again {
                    LocalizedText::fixed("引き続き", "again")
                } else {
                    LocalizedText::fixed("", "in the next round")
                }
            ),
        ),
        [Event::StartStays { seat: next }, ..] => (
            2,
            text!(
                "{ended}誰もキングを持っていないので、次のラウンドも{next}がスタートプレイヤーです。",
                "{ended}. Nobody has King, so {next} ⟦goes|go⟧ first again.",
                ended,
                next
            ),
        ),
        _ => (1, text!("{ended}", "{ended}.", ended)),
    };
    Episode::new(events, Some(seat), text)
}
