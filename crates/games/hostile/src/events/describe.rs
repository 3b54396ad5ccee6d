//! The text of each event for players, in Japanese and English, and its visibility.

use zashiki_core::{LocalizedText, RuleId, Seat, SeatSet, describe, list, names, plural};

use super::{Barrier, By, Event, Judged};
use crate::Config;
use crate::board::Reason;
use crate::square::Square;
use crate::tile::{Kind, Piece, Spin};

impl zashiki_core::Event<Config> for Event {
    fn reveals(&self) -> bool {
        matches!(
            self,
            Event::GemTileRevealed { .. }
                | Event::LineRefilled { .. }
                | Event::SkillsRemoved { .. }
        )
    }

    fn describe(&self, config: &Config) -> (LocalizedText, RuleId) {
        describe_event(self, config)
    }
}

/// The description of an event for players, and the rule that it cites.
fn describe_event(event: &Event, config: &Config) -> (LocalizedText, RuleId) {
    match *event {
        Event::Dealt { seat } => describe!(
            "X-13",
            "ゲームの準備ができました。スタートプレイヤーは{seat}です。",
            "The game is set up. {seat} ⟦is|are⟧ the start player.",
            seat
        ),
        Event::StartingGem { seat } => describe!(
            "X-16",
            "スタートプレイヤーの{seat}はジェムを1つ獲得します。",
            "{seat}, the start player, ⟦begins|begin⟧ with 1 gem.",
            seat
        ),
        Event::Round { round } => {
            describe!("X-32", "第{round}ラウンド開始。", "Round {round} begins.")
        }
        Event::GemTileRevealed { square } => {
            describe!("X-32", "ジェムタイル{square}を公開。", "Gem tile {square} is revealed.")
        }
        Event::GemAppeared { square, count: 1, used } => describe!(
            if used { "X-86" } else { "X-32" },
            "{square}にジェムが置かれました。",
            "A gem is put on {square}."
        ),
        Event::GemAppeared { square, count, used } => describe!(
            if used { "X-86" } else { "X-32" },
            "{square}にジェムが置かれ、{count}個になりました。",
            "A gem is put on {square}, where there are now {count}."
        ),
        Event::Gained { seat, square, gems, total, standing } => describe!(
            if standing { "X-29" } else { "X-28" },
            "{seat}が{square}でジェムを{gems}個獲得(計{total}個)。",
            "{seat} ⟦gains|gain⟧ {gems} on {square} ({total} in all).",
            seat,
            gems = plural(gems, "gem", "gems")
        ),
        Event::GoalReached { seats, gems } => describe!(
            if config.seats == 3 { "X-22" } else { "X-21" },
            "{seats}のジェムが{gems}個に達しました。このラウンドでゲーム終了です。",
            "{seats} reached {gems}: the game ends with this round.",
            seats = names(seats.iter()),
            gems = plural(gems, "gem", "gems")
        ),
        Event::EmissionEnded => describe!(
            "X-33",
            "公開したジェムタイルは捨て札に。",
            "The revealed gem tiles are discarded."
        ),
        Event::GemsReshuffled => describe!(
            "X-37",
            "ジェムタイルの捨て札を混ぜて新たな山札にしました。",
            "The discarded gem tiles are shuffled into a new deck."
        ),
        Event::FloorShort { lacking, discards: 0 } => describe!(
            "X-40",
            "フロアタイルの山札が{lacking}枚足りず、捨て札もありません。このラウンドでゲーム終了です。",
            "The floor deck is {lacking} short and there are no discards: the game ends with this round.",
            lacking = plural(lacking, "tile", "tiles")
        ),
        Event::FloorShort { lacking, discards } if discards < lacking => describe!(
            "X-40",
            "フロアタイルの山札が{lacking}枚足りず、捨て札を混ぜてもラインを補充しきれません。このラウンドでゲーム終了です。",
            "The floor deck is {lacking} short, and even with its discards the line stays short: the game ends with this round.",
            lacking = plural(lacking, "tile", "tiles")
        ),
        Event::FloorShort { lacking, discards: _ } => describe!(
            "X-38",
            "フロアタイルの山札が{lacking}枚足りません。捨て札を混ぜて補充し、このラウンドでゲーム終了です。",
            "The floor deck is {lacking} short: its discards are shuffled in, and the game ends with this round.",
            lacking = plural(lacking, "tile", "tiles")
        ),
        Event::LineRefilled { tiles } if tiles.is_empty() => {
            describe!("X-34", "ラインへの補充はありません。", "Nothing is added to the line.")
        }
        Event::LineRefilled { tiles } => describe!(
            "X-34",
            "ラインに補充: {tiles}。",
            "Added to the line: {tiles}.",
            tiles = list(tiles.iter())
        ),
        Event::SkillsRemoved { skills } if skills.is_empty() => {
            describe!("X-44", "除外されるスキルはありません。", "No skills are removed.")
        }
        Event::SkillsRemoved { skills } => describe!(
            "X-44",
            "このラウンドで除外されるスキル: {skills}。",
            "Skills removed for this round: {skills}.",
            skills = list(skills.iter())
        ),
        Event::SkillTaken { seat, skill } => describe!(
            "X-47",
            "{seat}がスキル「{skill}」を獲得。",
            "{seat} ⟦takes|take⟧ the skill {skill}.",
            seat,
            skill
        ),
        Event::Drafted { seat, tile, forced: true } => describe!(
            "X-51",
            "{seat}は{tile}をドラフト(ほかに選択肢なし)。",
            "{seat} ⟦drafts|draft⟧ {tile}, the only choice.",
            seat,
            tile = tile.the()
        ),
        Event::Drafted { seat, tile, forced: false } => describe!(
            "X-51",
            "{seat}が{tile}をドラフト。",
            "{seat} ⟦drafts|draft⟧ {tile}.",
            seat,
            tile = tile.a()
        ),
        Event::LineEmpty { seat } => describe!(
            "X-55",
            "ラインが空です。{seat}以降のドラフトはありません。",
            "The line is empty: {seat} and the players after draft no more tiles.",
            seat
        ),
        Event::Kept { seat, tile } => describe!(
            "X-80",
            "{tile}は{seat}の手札へ。",
            "{seat} ⟦adds|add⟧ {tile} to the hand.",
            seat,
            tile = tile.the()
        ),
        Event::HandFull { seat, tile } => describe!(
            "X-84",
            "{seat}の手札はいっぱいなので、{tile}は捨て札に。",
            "{seat}⟦'s|r⟧ hand is full: {tile} is discarded.",
            seat,
            tile = tile.the()
        ),
        Event::Used { seat, square } => describe!(
            "X-86",
            "{seat}がジェムタイル{square}を使用。",
            "{seat} ⟦uses|use⟧ gem tile {square}.",
            seat
        ),
        Event::Placed { seat, square, kind, facing } => describe!(
            "X-89",
            "{seat}が{square}に{tile}を配置。",
            "{seat} ⟦places|place⟧ {tile} on {square}.",
            seat,
            tile = Piece::new(kind, facing).map_or_else(|| kind.a(), Piece::a)
        ),
        Event::Endless { square, kind, judged: Judged::WithoutPawns, seats: _ } => describe!(
            "X-103",
            "移動効果が無限に終わらなくなるため、{square}の{kind}は捨て札に。",
            "Movement would never end: {kind} on {square} is discarded.",
            kind = kind.the()
        ),
        Event::Endless { square, kind, judged: Judged::WithPawns, seats } => describe!(
            "X-103",
            "今のコマの位置では{seats}の移動が無限に終わらなくなるため、{square}の{kind}は捨て札に。",
            "With the pawns where they stand, {seats} would never stop moving: {kind} on {square} is discarded.",
            seats = names(seats.iter()),
            kind = kind.the()
        ),
        Event::TurnBegan { seat, points } => describe!(
            "X-58",
            "{seat}のターン。行動点は{points}点です。",
            "{seat}⟦'s|r⟧ turn, with {points}.",
            seat,
            points = plural(points, "action point", "action points")
        ),
        Event::Moved { seat, from: _, to, by } => describe_move(seat, to, by),
        Event::Halted { seat, square, by, effect } => describe_halt(seat, square, by, effect),
        Event::Stopped { seat, square } => describe!(
            "X-123",
            "{seat}は{square}のストップに入り、このターンはもう動けません。",
            "{seat} entered the stop tile on {square} and cannot move any more this turn.",
            seat
        ),
        Event::Caught { seat, square } => describe!(
            "A-X15",
            "移動が一巡したので、{seat}は{square}で止まります。",
            "The movement has come full circle: {seat} ⟦stays|stay⟧ on {square}.",
            seat
        ),
        Event::Discarded { seat, tile } => describe!(
            "X-64",
            "{seat}が{tile}を捨てました。",
            "{seat} ⟦discards|discard⟧ {tile}.",
            seat,
            tile = tile.a()
        ),
        Event::Took { seat, tile } => describe!(
            "X-63",
            "{seat}がラインから{tile}を獲得。",
            "{seat} ⟦takes|take⟧ {tile} from the line.",
            seat,
            tile = tile.a()
        ),
        Event::Crashed { seat, square, kind } => describe!(
            "X-135",
            "{seat}のクラッシュ: {square}の{kind}を捨て札に。",
            "{seat}⟦'s|r⟧ Crash: {kind} on {square} is discarded.",
            seat,
            kind = kind.the()
        ),
        Event::Rotated { seat, square, kind, facing, spin } => {
            describe_rotation(seat, square, Piece::new(kind, facing), kind, spin)
        }
        Event::Stole { seat, square, kind } => describe!(
            "X-146",
            "{seat}のスティール: {square}の{kind}を取りました。",
            "{seat}⟦'s|r⟧ Steal: {kind} on {square} is taken.",
            seat,
            kind = kind.the()
        ),
        Event::TurnEnded { seat } => {
            describe!("X-59", "{seat}のターン終了。", "{seat}⟦'s|r⟧ turn ends.", seat)
        }
        Event::SecondPass => describe!(
            "X-76",
            "ドラフトとターンをもう一度行います。",
            "Drafts and turns are done once more."
        ),
        Event::StartSeat { seat, again: true } => describe!(
            "X-73",
            "キングを持っている{seat}が、引き続きスタートプレイヤーです。",
            "{seat} ⟦holds|hold⟧ King and ⟦remains|remain⟧ the start player.",
            seat
        ),
        Event::StartSeat { seat, again: false } => describe!(
            "X-73",
            "キングを持っている{seat}がスタートプレイヤーになりました。",
            "{seat} ⟦holds|hold⟧ King and ⟦becomes|become⟧ the start player.",
            seat
        ),
        Event::StartStays { seat } => describe!(
            "X-74",
            "キングは誰も持っていません。スタートプレイヤーは{seat}のままです。",
            "Nobody holds King: {seat} ⟦remains|remain⟧ the start player.",
            seat
        ),
        Event::Ended { reason, winners, tied } => describe_end(reason, winners, tied, config),
    }
}

fn describe_move(seat: Seat, to: Square, by: By) -> (LocalizedText, RuleId) {
    match by {
        By::Step => {
            describe!("X-61", "{seat}が{to}へ移動。", "{seat} ⟦moves|move⟧ to {to}.", seat)
        }
        By::Slide => describe!(
            "X-108",
            "{seat}はスライドで{to}へ。",
            "{seat} ⟦is|are⟧ carried to {to} by a slide.",
            seat
        ),
        By::Ice => describe!(
            "X-112",
            "{seat}はアイスで{to}へ滑ります。",
            "{seat} ⟦slides|slide⟧ over ice to {to}.",
            seat
        ),
        By::Spring => describe!(
            "X-116",
            "{seat}はスプリングで{to}へ跳びます。",
            "{seat} ⟦jumps|jump⟧ to {to} from a spring.",
            seat
        ),
        By::SpringShort => describe!(
            "X-120",
            "スプリングの先に入れないため、{seat}は手前の{to}へ。",
            "The spring's target is forbidden: {seat} ⟦moves|move⟧ to {to}, one square short.",
            seat
        ),
        By::Return => describe!(
            "X-64",
            "{seat}がスタート地点の{to}へ戻りました。",
            "{seat} ⟦returns|return⟧ to the start, {to}.",
            seat
        ),
        By::Recall => describe!(
            "X-142",
            "{seat}がリコールでスタート地点の{to}へ戻りました。",
            "{seat} ⟦returns|return⟧ to the start, {to}, by Recall.",
            seat
        ),
    }
}

fn describe_halt(seat: Seat, square: Square, by: Barrier, effect: Kind) -> (LocalizedText, RuleId) {
    if effect == Kind::Spring {
        return describe!(
            "X-121",
            "スプリングの先のマスにも手前のマスにも入れないため、{seat}は{square}に留まります。",
            "Neither square the spring leads to can be entered: {seat} ⟦stays|stay⟧ on {square}.",
            seat
        );
    }
    describe!(
        if by == Barrier::Wall { "X-132" } else { "X-101" },
        "{effect}の先は{barrier}なので、{seat}は{square}に留まります。",
        "The {effect} leads {barrier}: {seat} ⟦stays|stay⟧ on {square}.",
        seat,
        effect,
        barrier = match by {
            Barrier::Edge => LocalizedText::fixed("ボードの外", "over the edge of the board"),
            Barrier::Pawn => {
                LocalizedText::fixed("ほかのコマのいるマス", "to a square with another pawn")
            }
            Barrier::Start => {
                LocalizedText::fixed(
                    "自分以外のスタート地点",
                    "to a start that is not the pawn's own",
                )
            }
            Barrier::Wall => {
                LocalizedText::fixed("ウォールの閉じた側", "against the closed side of a wall")
            }
        }
    )
}

fn describe_rotation(
    seat: Seat,
    square: Square,
    piece: Option<Piece>,
    kind: Kind,
    spin: Spin,
) -> (LocalizedText, RuleId) {
    // Ice, stop and Box tiles look the same from all sides.
    let rule = "X-138";
    let name = kind.the();
    match piece.and_then(Piece::way) {
        None => describe!(
            rule,
            "{seat}のローテート: {square}の{name}を{spin}に回しました(向きのないタイルなので変化なし)。",
            "{seat}⟦'s|r⟧ Rotate: {name} on {square} is turned to the {spin}, which changes nothing.",
            seat,
            name,
            spin
        ),
        Some(way) => describe!(
            rule,
            "{seat}のローテート: {square}の{name}を{spin}に回し、{way}にしました。",
            "{seat}⟦'s|r⟧ Rotate: {name} on {square} is turned to the {spin}, now {way}.",
            seat,
            name,
            spin,
            way
        ),
    }
}

fn describe_end(
    reason: Reason,
    winners: SeatSet,
    tied: Option<u16>,
    config: &Config,
) -> (LocalizedText, RuleId) {
    let why = reason.why();
    let seats = names(winners.iter());
    let wins = if winners.len() == 1 { "⟦wins|win⟧" } else { "win" };
    match tied {
        Some(0) => describe!(
            "X-27",
            "{why}。誰もジェムを持っていないので、勝者はいません。",
            "{why}. Nobody has a gem, so nobody wins.",
            why
        ),
        Some(gems) if winners.is_empty() => describe!(
            "X-27",
            "{why}。{gems}個の同数で、先に達した側が分からないため、勝者はいません。",
            "{why}. It is a tie at {gems}, and who came to it first is not known, so nobody wins.",
            why
        ),
        Some(gems) => describe!(
            "X-27",
            "{why}。{gems}個の同数ですが、先に達した{seats}の勝ちです。",
            "{why}. It is a tie at {gems}; {seats} came to it first and {wins}.",
            why,
            seats
        ),
        None => describe!(
            if config.seats == 4 { "X-26" } else { "X-25" },
            "{why}。{seats}の勝ちです。",
            "{why}. {seats} {wins}.",
            why,
            seats
        ),
    }
}

impl Reason {
    /// The reason for the end, as the beginning of a sentence.
    fn why(self) -> LocalizedText {
        match self {
            Reason::Gems => {
                LocalizedText::fixed("ジェムが必要数に達しました", "The goal was reached")
            }
            Reason::Shortage => LocalizedText::fixed(
                "フロアタイルの山札が足りませんでした",
                "The floor deck was short",
            ),
            Reason::GemsAndShortage => LocalizedText::fixed(
                "ジェムが必要数に達し、フロアタイルの山札も足りませんでした",
                "The goal was reached and the floor deck was short",
            ),
        }
    }
}
