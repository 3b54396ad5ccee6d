//! The text of each event for players, in Japanese and English, and its visibility.

use zashiki_core::{
    Episode, Localize as _, LocalizedText, ReceivedComponent, RuleId, ScoreChange, Seat, SeatSet,
    describe, list, names, plural, text,
};

use super::{Barrier, By, Event, Judged};
use crate::Config;
use crate::board::Reason;
use crate::list::List;
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

    fn score_changes(&self, _: &Config) -> Vec<ScoreChange> {
        match *self {
            Event::StartingGem { seat } => vec![ScoreChange { seat, amount: 1, cause: "start" }],
            Event::Gained { seat, gems, by, .. } => {
                vec![ScoreChange { seat, amount: gems.into(), cause: by.cause() }]
            }
            _ => Vec::new(),
        }
    }

    fn received(&self, _: &Config) -> Option<ReceivedComponent> {
        let (seat, component) = match *self {
            Event::Drafted { seat, tile, .. } | Event::Took { seat, tile } => (seat, tile.name()),
            Event::SkillTaken { seat, skill } => (seat, skill.name()),
            _ => return None,
        };
        Some(ReceivedComponent { seat, component })
    }

    fn begins_round(&self) -> Option<u16> {
        match self {
            Event::Round { round } => Some(u16::from(*round)),
            _ => None,
        }
    }

    fn narrate(config: &Config, events: &[Event]) -> Vec<Episode> {
        Event::episodes(config, events)
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
            describe!("X-32", "第{round}ラウンドが始まります。", "Round {round} begins.")
        }
        Event::GemTileRevealed { square } => {
            describe!(
                "X-32",
                "ジェムタイル{square}を公開しました。",
                "Gem tile {square} is turned up."
            )
        }
        Event::GemAppeared { square, count: 1, used } => describe!(
            if used { "X-86" } else { "X-32" },
            "{square}にジェムが置かれました。",
            "A gem appears on {square}."
        ),
        Event::GemAppeared { square, count, used } => describe!(
            if used { "X-86" } else { "X-32" },
            "{square}にジェムが置かれ、{count}個になりました。",
            "A gem appears on {square}, which now has {count}."
        ),
        Event::Gained { seat, square, gems, total, by } => describe!(
            if by.is_standing() { "X-29" } else { "X-28" },
            "{seat}が{square}でジェムを{gems}個獲得しました(計{total}個)。",
            "{seat} ⟦picks|pick⟧ up {gems} on {square} ({total} in all).",
            seat,
            gems = plural(gems, "gem", "gems")
        ),
        Event::GoalReached { seats, gems } => describe!(
            if config.seats == 3 { "X-22" } else { "X-21" },
            "{seats}のジェムが{gems}個に達しました。このラウンドでゲーム終了です。",
            "{seats} reached {gems}: this is the last round.",
            seats = names(seats.iter()),
            gems = plural(gems, "gem", "gems")
        ),
        Event::EmissionEnded => describe!(
            "X-33",
            "公開したジェムタイルを捨て札にしました。",
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
            "The floor deck is {lacking} short and there are no discards: this is the last round.",
            lacking = plural(lacking, "tile", "tiles")
        ),
        Event::FloorShort { lacking, discards } if discards < lacking => describe!(
            "X-40",
            "フロアタイルの山札が{lacking}枚足りず、捨て札を混ぜてもラインを補充しきれません。このラウンドでゲーム終了です。",
            "The floor deck is {lacking} short, and even with its discards the line stays short: this is the last round.",
            lacking = plural(lacking, "tile", "tiles")
        ),
        Event::FloorShort { lacking, discards: _ } => describe!(
            "X-38",
            "フロアタイルの山札が{lacking}枚足りません。捨て札を混ぜて補充し、このラウンドでゲーム終了です。",
            "The floor deck is {lacking} short: its discards are shuffled in, and this is the last round.",
            lacking = plural(lacking, "tile", "tiles")
        ),
        Event::LineRefilled { tiles } if tiles.is_empty() => {
            describe!("X-34", "ラインへの補充はありません。", "Nothing is added to the line.")
        }
        Event::LineRefilled { tiles } => describe!(
            "X-34",
            "ラインに{tiles}を補充しました。",
            "Added to the line: {tiles}.",
            tiles = list(tiles.iter())
        ),
        Event::SkillsRemoved { skills } if skills.is_empty() => {
            describe!("X-44", "除外されるスキルはありません。", "No skills are removed.")
        }
        Event::SkillsRemoved { skills } => describe!(
            "X-44",
            "このラウンドでは{skills}が除外されます。",
            "Out for this round: {skills}.",
            skills = list(skills.iter())
        ),
        Event::SkillTaken { seat, skill } => describe!(
            "X-47",
            "{seat}が「{skill}」を選びました。",
            "{seat} ⟦takes|take⟧ {skill}.",
            seat,
            skill
        ),
        Event::Drafted { seat, tile, forced: true } => describe!(
            "X-51",
            "ほかに選べないので、{seat}が{tile}をドラフトしました。",
            "{seat} ⟦takes|take⟧ {tile}, the only choice.",
            seat,
            tile = tile.the()
        ),
        Event::Drafted { seat, tile, forced: false } => describe!(
            "X-51",
            "{seat}が{tile}をドラフトしました。",
            "{seat} ⟦takes|take⟧ {tile}.",
            seat,
            tile = tile.a()
        ),
        Event::LineEmpty { seat: _ } => describe!(
            "X-55",
            "ラインが空になったので、タイルのドラフトはここまでです。",
            "The line is empty, so nobody takes more tiles now."
        ),
        Event::Kept { seat, tile } => describe!(
            "X-80",
            "{seat}が{tile}を手札に加えました。",
            "{seat} ⟦keeps|keep⟧ {tile} in hand.",
            seat,
            tile = tile.the()
        ),
        Event::HandFull { seat, tile } => describe!(
            "X-84",
            "{seat}の手札がいっぱいなので、{tile}は捨て札になりました。",
            "{seat}⟦'s|r⟧ hand is full: {tile} is discarded.",
            seat,
            tile = tile.the()
        ),
        Event::Used { seat, square } => describe!(
            "X-86",
            "{seat}がジェムタイル{square}を使いました。",
            "{seat} ⟦uses|use⟧ gem tile {square}.",
            seat
        ),
        Event::Placed { seat, square, kind, facing } => describe!(
            "X-89",
            "{seat}が{square}に{tile}を置きました。",
            "{seat} ⟦places|place⟧ {tile} on {square}.",
            seat,
            tile = Piece::new(kind, facing).map_or_else(|| kind.a(), Piece::a)
        ),
        Event::Endless { square, kind, judged: Judged::WithoutPawns, seats: _ } => describe!(
            "X-103",
            "移動がいつまでも終わらなくなるので、{square}の{kind}は捨て札になりました。",
            "Movement would never end, so {kind} on {square} is discarded.",
            kind = kind.the()
        ),
        Event::Endless { square, kind, judged: Judged::WithPawns, seats } => describe!(
            "X-103",
            "今のコマの位置では{seats}の移動がいつまでも終わらなくなるので、{square}の{kind}は捨て札になりました。",
            "With the pawns where they are, {seats} would never stop moving, so {kind} on {square} is discarded.",
            seats = names(seats.iter()),
            kind = kind.the()
        ),
        Event::TurnBegan { seat, points } => describe!(
            "X-58",
            "{seat}のターンです。行動点は{points}点です。",
            "{seat}⟦'s|r⟧ turn begins with {points}.",
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
            "移動が一巡したので、{seat}は{square}で止まりました。",
            "{seat} ⟦comes|come⟧ back to {square} the same way and ⟦stays|stay⟧ there.",
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
            "{seat}がラインから{tile}を取りました。",
            "{seat} ⟦takes|take⟧ {tile} from the line.",
            seat,
            tile = tile.a()
        ),
        Event::Crashed { seat, square, kind } => describe!(
            "X-135",
            "{seat}がクラッシュで{square}の{kind}を捨て札にしました。",
            "{seat} ⟦uses|use⟧ Crash: {kind} on {square} is discarded.",
            seat,
            kind = kind.the()
        ),
        Event::Rotated { seat, square, kind, facing, spin } => {
            describe_rotation(seat, square, Piece::new(kind, facing), kind, spin)
        }
        Event::Stole { seat, square, kind } => describe!(
            "X-146",
            "{seat}がスティールで{square}の{kind}を取りました。",
            "{seat} ⟦uses|use⟧ Steal: {kind} on {square} is taken.",
            seat,
            kind = kind.the()
        ),
        Event::TurnEnded { seat } => {
            describe!("X-59", "{seat}がターンを終えました。", "{seat} ⟦ends|end⟧ the turn.", seat)
        }
        Event::SecondPass => describe!(
            "X-76",
            "ラウンドの後半に入り、スキルとタイルのドラフト、ターンをもう一度行います。",
            "The second half of the round begins: everybody chooses a skill, takes tiles and has a turn once more."
        ),
        Event::StartSeat { seat, again: true } => describe!(
            "X-73",
            "キングを持っている{seat}が、引き続きスタートプレイヤーです。",
            "{seat} ⟦has|have⟧ King and ⟦stays|stay⟧ start player.",
            seat
        ),
        Event::StartSeat { seat, again: false } => describe!(
            "X-73",
            "キングを持っている{seat}がスタートプレイヤーになりました。",
            "{seat} ⟦has|have⟧ King and ⟦becomes|become⟧ start player.",
            seat
        ),
        Event::StartStays { seat } => describe!(
            "X-74",
            "誰もキングを持っていないので、スタートプレイヤーは{seat}のままです。",
            "Nobody has King, so {seat} ⟦stays|stay⟧ start player.",
            seat
        ),
        Event::Ended { reason, winners, tied, gems } => {
            (end_sentence(reason, winners, tied, &gems, config), end_rule(tied, config))
        }
    }
}

fn describe_move(seat: Seat, to: Square, by: By) -> (LocalizedText, RuleId) {
    match by {
        By::Step => {
            describe!("X-61", "{seat}が{to}へ移動しました。", "{seat} ⟦moves|move⟧ to {to}.", seat)
        }
        By::Slide => describe!(
            "X-108",
            "{seat}がスライドで{to}へ運ばれました。",
            "{seat} ⟦is|are⟧ carried to {to} by a slide.",
            seat
        ),
        By::Ice => describe!(
            "X-112",
            "{seat}がアイスで{to}へ滑りました。",
            "{seat} ⟦slides|slide⟧ over the ice to {to}.",
            seat
        ),
        By::Spring => describe!(
            "X-116",
            "{seat}がスプリングで{to}へ跳びました。",
            "{seat} ⟦jumps|jump⟧ from the spring to {to}.",
            seat
        ),
        By::SpringShort => describe!(
            "X-120",
            "スプリングの2マス先に入れないので、{seat}は手前の{to}へ動きました。",
            "The square two ahead is closed, so {seat} ⟦jumps|jump⟧ from the spring only to {to}.",
            seat
        ),
        By::Return => describe!(
            "X-64",
            "{seat}がスタート地点の{to}へ戻りました。",
            "{seat} ⟦returns|return⟧ to the start square {to}.",
            seat
        ),
        By::Recall => describe!(
            "X-142",
            "{seat}がリコールでスタート地点の{to}へ戻りました。",
            "{seat} ⟦uses|use⟧ Recall and ⟦returns|return⟧ to the start square {to}.",
            seat
        ),
    }
}

fn describe_halt(seat: Seat, square: Square, by: Barrier, effect: Kind) -> (LocalizedText, RuleId) {
    if effect == Kind::Spring {
        return describe!(
            "X-121",
            "スプリングの先のどちらのマスにも入れないので、{seat}は{square}に留まります。",
            "Both squares ahead of the spring are closed, so {seat} ⟦stays|stay⟧ on {square}.",
            seat
        );
    }
    describe!(
        if by == Barrier::Wall { "X-132" } else { "X-101" },
        "{effect}の先は{barrier}なので、{seat}は{square}に留まります。",
        "The {effect} leads {barrier}, so {seat} ⟦stays|stay⟧ on {square}.",
        seat,
        effect,
        barrier = match by {
            Barrier::Edge => LocalizedText::fixed("ボードの外", "off the board"),
            Barrier::Pawn => {
                LocalizedText::fixed("ほかのコマのいるマス", "to a square with another pawn")
            }
            Barrier::Start => {
                LocalizedText::fixed(
                    "自分以外のスタート地点",
                    "to a start square that is closed to this pawn",
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
            "{seat}がローテートで{square}の{name}を{spin}に回しましたが、向きのないタイルなので何も変わりません。",
            "{seat} ⟦uses|use⟧ Rotate: {name} on {square} is turned to the {spin}, which changes nothing.",
            seat,
            name,
            spin
        ),
        Some(way) => describe!(
            rule,
            "{seat}がローテートで{square}の{name}を{spin}に回しました。今は{way}です。",
            "{seat} ⟦uses|use⟧ Rotate: {name} on {square} is turned to the {spin}, now {way}.",
            seat,
            name,
            spin,
            way
        ),
    }
}

/// The result in one sentence: why the game ended, who wins and by how much.
pub(super) fn end_sentence(
    reason: Reason,
    winners: SeatSet,
    tied: Option<u16>,
    gems: &List<u16, 4>,
    config: &Config,
) -> LocalizedText {
    let goal = config.goal();
    let why = match reason {
        Reason::Gems => {
            text!("ジェムが{goal}個に達したラウンドが終わり", "The goal of {goal} gems is reached")
        }
        Reason::Shortage => LocalizedText::fixed(
            "フロアタイルの山札がなくなったラウンドが終わり",
            "The floor tiles have run out",
        ),
        Reason::GemsAndShortage => text!(
            "ジェムが{goal}個に達し、フロアタイルの山札もなくなったラウンドが終わり",
            "The goal of {goal} gems is reached, and the floor tiles have run out"
        ),
    };
    let seats = names(winners.iter());
    let wins = if winners.len() == 1 { "⟦wins|win⟧" } else { "win" };
    let score = |between: &str| {
        let numbers: Vec<String> = gems.iter().map(ToString::to_string).collect();
        numbers.join(between)
    };
    let score = LocalizedText::new(score("対"), score("–"));
    match tied {
        Some(0) => text!(
            "{why}ましたが、誰もジェムを持っていないので、勝者はいません。",
            "{why}, but nobody has a gem, so nobody wins.",
            why
        ),
        Some(_) if winners.is_empty() => text!(
            "{why}、{score}の同点です。先に達した側が分からないので、勝者はいません。",
            "{why}. It is a tie at {score}, and it is not known who had that number first, so nobody wins.",
            why,
            score
        ),
        Some(_) => text!(
            "{why}、{score}の同点ですが、先に達した{seats}の勝ちです。",
            "{why}. It is a tie at {score}, but {seats} had that number first and {wins}.",
            why,
            score,
            seats
        ),
        None => text!(
            "{why}、{score}で{seats}の勝ちです。",
            "{why}: {seats} {wins} {score}.",
            why,
            score,
            seats
        ),
    }
}

/// The rule that decides the result.
fn end_rule(tied: Option<u16>, config: &Config) -> RuleId {
    RuleId(match tied {
        Some(_) => "X-27",
        None if config.seats == 4 => "X-26",
        None => "X-25",
    })
}
