//! What happens in a play, as data and in words.

use serde::Serialize;
use table::{RuleId, Seat, SeatSet, Text};
use ts_rs::TS;

use crate::Setup;
use crate::list::List;
use crate::skill::{Skill, Skills};
use crate::square::Square;
use crate::tile::{Facing, Kind, Piece, Spin, Tile, a};
use crate::view::Reason;

/// The most tiles that one event names.
pub(crate) const MAX_SHOWN: usize = 16;

/// What moved a pawn.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "hostile.ts")]
pub enum By {
    /// An action point.
    Step,
    /// A slide, straight or diagonal.
    Slide,
    /// Ice.
    Ice,
    /// A spring, over a square.
    Spring,
    /// A spring whose target was forbidden, to the square before it.
    SpringShort,
    /// The return to the start for an action point and a tile.
    Return,
    /// リコール.
    Recall,
}

/// What a tile's movement ran against.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case")]
#[ts(export, export_to = "hostile.ts")]
pub enum Barrier {
    /// The edge of the board.
    Edge,
    /// Another pawn.
    Pawn,
    /// A start square that is not the pawn's own.
    Start,
    /// A closed side of a wall.
    Wall,
}

/// One thing that happened. All of them happen in the open.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, TS)]
#[serde(rename_all = "snake_case", tag = "event")]
#[ts(export, export_to = "hostile.ts")]
pub enum Event {
    /// The game is laid out; this seat holds the start player marker.
    Dealt {
        /// Who begins.
        seat: Seat,
    },
    /// Three seats: the start player begins with a gem.
    StartingGem {
        /// Who.
        seat: Seat,
    },
    /// A round begins.
    Round {
        /// Its number.
        round: u8,
    },
    /// A gem tile was revealed from the deck.
    GemTileRevealed {
        /// Its square.
        square: Square,
    },
    /// A gem was put on a square.
    GemAppeared {
        /// Where.
        square: Square,
        /// How many lie there now.
        count: u8,
    },
    /// A pawn's owner gained the gems of its square.
    Gained {
        /// Who.
        seat: Seat,
        /// Where.
        square: Square,
        /// How many.
        gems: u8,
        /// How many the seat has now.
        total: u16,
    },
    /// A side has reached its goal: the game ends with this round.
    GoalReached {
        /// The side.
        seats: SeatSet,
        /// Its gems.
        gems: u16,
    },
    /// The gem tiles revealed at the round's start were discarded.
    EmissionEnded,
    /// The gem deck was empty: its discards were shuffled into a new one.
    GemsReshuffled,
    /// The floor deck is short, so this is the last round; its discards are shuffled in.
    FloorShort {
        /// How many tiles the line still lacked.
        lacking: u8,
    },
    /// Tiles were added to the line.
    LineRefilled {
        /// Which, in order.
        #[ts(as = "Vec<Tile>")]
        tiles: List<Tile, MAX_SHOWN>,
    },
    /// Skill cards were drawn at random and removed for this round.
    SkillsRemoved {
        /// Which.
        skills: Skills,
    },
    /// A skill card was drafted.
    SkillTaken {
        /// By whom.
        seat: Seat,
        /// Which.
        skill: Skill,
    },
    /// A tile was drafted; what becomes of it comes next.
    Drafted {
        /// By whom.
        seat: Seat,
        /// Which.
        tile: Tile,
        /// Whether there was no other choice, so that nobody was asked.
        forced: bool,
    },
    /// The line is empty: this seat, and those after it, draft no more tiles.
    LineEmpty {
        /// Whose draft it was.
        seat: Seat,
    },
    /// A tile went to a hand.
    Kept {
        /// Whose.
        seat: Seat,
        /// Which.
        tile: Tile,
    },
    /// The hand was full, so a tile just acquired was discarded.
    HandFull {
        /// Whose.
        seat: Seat,
        /// Which.
        tile: Tile,
    },
    /// A gem tile was used and discarded.
    Used {
        /// By whom.
        seat: Seat,
        /// Its square.
        square: Square,
    },
    /// A floor tile was placed.
    Placed {
        /// By whom.
        seat: Seat,
        /// Where.
        square: Square,
        /// What.
        kind: Kind,
        /// How it is turned.
        facing: Option<Facing>,
    },
    /// The tile just placed or rotated made an endless place and was discarded.
    Endless {
        /// Where it lay.
        square: Square,
        /// What it was.
        kind: Kind,
    },
    /// A turn begins.
    TurnBegan {
        /// Whose.
        seat: Seat,
        /// Its action points.
        points: u8,
    },
    /// A pawn moved from one square to another.
    Moved {
        /// Whose.
        seat: Seat,
        /// From where.
        from: Square,
        /// To where.
        to: Square,
        /// What moved it.
        by: By,
    },
    /// A tile's movement ran against something, so the pawn stays.
    Halted {
        /// Whose.
        seat: Seat,
        /// Where it stays.
        square: Square,
        /// What is in the way.
        by: Barrier,
        /// Whose movement: the tile on that square.
        effect: Kind,
    },
    /// A pawn entered a stop tile and cannot move any more in this turn.
    Stopped {
        /// Whose.
        seat: Seat,
        /// Where.
        square: Square,
    },
    /// A pawn came round to where it had been in the same direction, and stays (A-X15).
    Caught {
        /// Whose.
        seat: Seat,
        /// Where.
        square: Square,
    },
    /// A hand tile was discarded to return to the start.
    Discarded {
        /// By whom.
        seat: Seat,
        /// Which.
        tile: Tile,
    },
    /// A tile was taken from the line; what becomes of it comes next.
    Took {
        /// By whom.
        seat: Seat,
        /// Which.
        tile: Tile,
    },
    /// クラッシュ: a placed tile was discarded.
    Crashed {
        /// By whom.
        seat: Seat,
        /// Where it lay.
        square: Square,
        /// What it was.
        kind: Kind,
    },
    /// ローテート: a placed tile was turned.
    Rotated {
        /// By whom.
        seat: Seat,
        /// Where it lies.
        square: Square,
        /// What it is.
        kind: Kind,
        /// How it is turned now.
        facing: Option<Facing>,
        /// Which way it was turned.
        spin: Spin,
    },
    /// スティール: a placed tile was taken up; what becomes of it comes next.
    Stole {
        /// By whom.
        seat: Seat,
        /// Where it lay.
        square: Square,
        /// What it was.
        kind: Kind,
    },
    /// A turn ended.
    TurnEnded {
        /// Whose.
        seat: Seat,
    },
    /// Two seats: drafts and turns are done once more.
    SecondPass,
    /// The holder of キング becomes the start player.
    StartSeat {
        /// Who.
        seat: Seat,
    },
    /// Nobody holds キング: the start player stays.
    StartStays {
        /// Who.
        seat: Seat,
    },
    /// The play has ended.
    Ended {
        /// Why.
        reason: Reason,
        /// Who won; nobody in a draw.
        winners: SeatSet,
    },
}

/// What a seat is called, in Japanese and in English.
pub(crate) fn seat_name(seat: Seat) -> (&'static str, &'static str) {
    const NAMES: [(&str, &str); 4] =
        [("赤", "Red"), ("青", "Blue"), ("黄", "Yellow"), ("緑", "Green")];
    NAMES[seat.index() % NAMES.len()]
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

fn names<T>(items: impl Iterator<Item = T>, name: impl Fn(T) -> Text) -> (String, String) {
    let names: Vec<Text> = items.map(name).collect();
    let [ja, en] = [
        names.iter().map(|name| &*name.ja).collect::<Vec<_>>().join("、"),
        names.iter().map(|name| &*name.en).collect::<Vec<_>>().join(", "),
    ];
    (ja, en)
}

/// Both languages of one sentence, from the same values.
macro_rules! say {
    ($rule:literal, $ja:literal, $en:literal) => {
        (Text::new(format!($ja), format!($en)), RuleId($rule))
    };
}

impl table::Event<Setup> for Event {
    fn reveals(&self) -> bool {
        matches!(
            self,
            Event::GemTileRevealed { .. }
                | Event::LineRefilled { .. }
                | Event::SkillsRemoved { .. }
        )
    }

    fn tell(&self, setup: &Setup) -> (Text, RuleId) {
        let teams = setup.seats == 4;
        match *self {
            Event::Dealt { seat } => {
                let (ja, en) = seat_name(seat);
                say!(
                    "X-13",
                    "ゲームを準備しました。スタートプレイヤーは{ja}です。",
                    "The game is set up. {en} is the start player."
                )
            }
            Event::StartingGem { seat } => {
                let (ja, en) = seat_name(seat);
                say!(
                    "X-16",
                    "スタートプレイヤーの{ja}はジェムを1つ持って始めます。",
                    "{en}, the start player, begins with a gem."
                )
            }
            Event::Round { round } => {
                say!("X-32", "第{round}ラウンド開始。", "Round {round} begins.")
            }
            Event::GemTileRevealed { square } => {
                say!("X-32", "ジェムタイル{square}を公開。", "Gem tile {square} is revealed.")
            }
            Event::GemAppeared { square, count: 1 } => {
                say!("X-32", "{square}にジェムが置かれました。", "A gem appears on {square}.")
            }
            Event::GemAppeared { square, count } => say!(
                "X-32",
                "{square}にジェムが置かれ、{count}個になりました。",
                "A gem appears on {square}: {count} lie there now."
            ),
            Event::Gained { seat, square, gems, total } => {
                let (ja, en) = seat_name(seat);
                let s = if gems == 1 { "" } else { "s" };
                say!(
                    "X-28",
                    "{ja}が{square}でジェムを{gems}個獲得(計{total}個)。",
                    "{en} gains {gems} gem{s} on {square} ({total} in all)."
                )
            }
            Event::GoalReached { seats, gems } => {
                let (ja, en) = seat_names(seats);
                say!(
                    "X-23",
                    "{ja}のジェムが{gems}個に達しました。このラウンドで終了です。",
                    "{en} reached {gems} gems: the game ends with this round."
                )
            }
            Event::EmissionEnded => say!(
                "X-33",
                "公開したジェムタイルは捨て札に。",
                "The revealed gem tiles are discarded."
            ),
            Event::GemsReshuffled => say!(
                "X-37",
                "ジェムタイルの捨て札を混ぜて新たな山札にしました。",
                "The discarded gem tiles are shuffled into a new deck."
            ),
            Event::FloorShort { lacking } => say!(
                "X-38",
                "フロアタイルの山札が{lacking}枚足りません。捨て札を混ぜます。このラウンドで終了です。",
                "The floor deck is {lacking} short; its discards are shuffled in and this is the last round."
            ),
            Event::LineRefilled { tiles } if tiles.is_empty() => {
                say!("X-34", "ラインへの補充はありません。", "Nothing is added to the line.")
            }
            Event::LineRefilled { tiles } => {
                let (ja, en) = names(tiles.iter(), |tile| tile.name());
                say!("X-34", "ラインに補充: {ja}。", "Added to the line: {en}.")
            }
            Event::SkillsRemoved { skills } => {
                let (ja, en) = names(skills.iter(), Skill::name);
                say!("X-44", "除外されたスキル: {ja}。", "Skills removed in this round: {en}.")
            }
            Event::SkillTaken { seat, skill } => {
                let ((ja, en), Text { ja: skill_ja, en: skill_en }) =
                    (seat_name(seat), skill.name());
                say!(
                    "X-47",
                    "{ja}がスキル「{skill_ja}」を獲得。",
                    "{en} takes the skill {skill_en}."
                )
            }
            Event::Drafted { seat, tile, forced } => {
                let ((ja, en), Text { ja: tile_ja, en: tile_en }) = (seat_name(seat), tile.name());
                if forced {
                    say!(
                        "X-51",
                        "{ja}は{tile_ja}をドラフト(ほかに選択肢なし)。",
                        "{en} drafts the {tile_en}, the only choice."
                    )
                } else {
                    let tile_en = a(&tile_en);
                    say!("X-51", "{ja}が{tile_ja}をドラフト。", "{en} drafts {tile_en}.")
                }
            }
            Event::LineEmpty { seat } => {
                let (ja, en) = seat_name(seat);
                say!(
                    "X-55",
                    "ラインが空です。{ja}以降のドラフトはありません。",
                    "The line is empty: {en} and those after draft no more tiles."
                )
            }
            Event::Kept { seat, tile } => {
                let ((ja, en), Text { ja: tile_ja, en: tile_en }) = (seat_name(seat), tile.name());
                say!("X-80", "{tile_ja}は{ja}の手札へ。", "The {tile_en} goes to {en}'s hand.")
            }
            Event::HandFull { seat, tile } => {
                let ((ja, en), Text { ja: tile_ja, en: tile_en }) = (seat_name(seat), tile.name());
                say!(
                    "X-84",
                    "{ja}の手札はいっぱいなので、{tile_ja}は捨て札に。",
                    "{en}'s hand is full: the {tile_en} is discarded."
                )
            }
            Event::Used { seat, square } => {
                let (ja, en) = seat_name(seat);
                say!("X-86", "{ja}がジェムタイル{square}を使用。", "{en} uses gem tile {square}.")
            }
            Event::Placed { seat, square, kind, facing } => {
                let (ja, en) = seat_name(seat);
                let Text { ja: tile_ja, en: tile_en } = piece_name(kind, facing);
                let tile_en = a(&tile_en);
                say!(
                    "X-89",
                    "{ja}が{square}に{tile_ja}を配置。",
                    "{en} places {tile_en} on {square}."
                )
            }
            Event::Endless { square, kind } => {
                let Text { ja, en } = kind.name();
                say!(
                    "X-103",
                    "移動効果が終わらなくなるため、{square}の{ja}は捨て札に。",
                    "Movement would never end: the {en} on {square} is discarded."
                )
            }
            Event::TurnBegan { seat, points } => {
                let (ja, en) = seat_name(seat);
                say!(
                    "X-58",
                    "{ja}のターン。行動点は{points}点です。",
                    "{en}'s turn, with {points} action points."
                )
            }
            Event::Moved { seat, from: _, to, by } => {
                let (ja, en) = seat_name(seat);
                match by {
                    By::Step => say!("X-61", "{ja}が{to}へ移動。", "{en} moves to {to}."),
                    By::Slide => say!(
                        "X-108",
                        "{ja}はスライドで{to}へ。",
                        "{en} is carried to {to} by a slide."
                    ),
                    By::Ice => {
                        say!(
                            "X-112",
                            "{ja}はアイスで{to}へ滑ります。",
                            "{en} slips on ice to {to}."
                        )
                    }
                    By::Spring => say!(
                        "X-116",
                        "{ja}はスプリングで{to}へ跳びます。",
                        "{en} jumps to {to} from a spring."
                    ),
                    By::SpringShort => say!(
                        "X-120",
                        "スプリングの先に入れないため、{ja}は手前の{to}へ。",
                        "The spring's target is forbidden: {en} moves to {to}, one short."
                    ),
                    By::Return => {
                        say!(
                            "X-64",
                            "{ja}がスタートの{to}へ戻りました。",
                            "{en} returns to the start, {to}."
                        )
                    }
                    By::Recall => say!(
                        "X-142",
                        "{ja}がリコールでスタートの{to}へ戻りました。",
                        "{en} goes back to the start, {to}, by Recall."
                    ),
                }
            }
            Event::Halted { seat, square, by, effect } => {
                let ((ja, en), Text { ja: tile_ja, en: tile_en }) =
                    (seat_name(seat), effect.name());
                let (by_ja, by_en) = match by {
                    Barrier::Edge => ("ボードの外", "off the board"),
                    Barrier::Pawn => ("ほかのコマのいるマス", "another pawn's square"),
                    Barrier::Start => ("ほかのスタート地点", "another start square"),
                    Barrier::Wall => ("ウォールの閉じた側", "the closed side of a wall"),
                };
                let rule = match (by, effect) {
                    (Barrier::Wall, _) => "X-132",
                    (_, Kind::Spring) => "X-121",
                    _ => "X-101",
                };
                let text = Text::new(
                    format!("{tile_ja}の先は{by_ja}なので、{ja}は{square}に留まります。"),
                    format!("The {tile_en} leads to {by_en}: {en} stays on {square}."),
                );
                (text, rule.into())
            }
            Event::Stopped { seat, square } => {
                let (ja, en) = seat_name(seat);
                say!(
                    "X-123",
                    "{ja}は{square}のストップに入り、このターンはもう動けません。",
                    "{en} entered the stop on {square} and cannot move any more in this turn."
                )
            }
            Event::Caught { seat, square } => {
                let (ja, en) = seat_name(seat);
                say!(
                    "X-103",
                    "移動が一巡したので、{ja}は{square}で止まります。",
                    "The movement has come full circle: {en} stays on {square}."
                )
            }
            Event::Discarded { seat, tile } => {
                let ((ja, en), Text { ja: tile_ja, en: tile_en }) = (seat_name(seat), tile.name());
                let tile_en = a(&tile_en);
                say!("X-64", "{ja}が{tile_ja}を捨てました。", "{en} discards {tile_en}.")
            }
            Event::Took { seat, tile } => {
                let ((ja, en), Text { ja: tile_ja, en: tile_en }) = (seat_name(seat), tile.name());
                let tile_en = a(&tile_en);
                say!(
                    "X-63",
                    "{ja}がラインから{tile_ja}を獲得。",
                    "{en} takes {tile_en} from the line."
                )
            }
            Event::Crashed { seat, square, kind } => {
                let ((ja, en), Text { ja: tile_ja, en: tile_en }) = (seat_name(seat), kind.name());
                say!(
                    "X-135",
                    "{ja}のクラッシュ: {square}の{tile_ja}を捨て札に。",
                    "{en}'s Crash: the {tile_en} on {square} is discarded."
                )
            }
            Event::Rotated { seat, square, kind, facing: _, spin } => {
                let ((ja, en), Text { ja: tile_ja, en: tile_en }) = (seat_name(seat), kind.name());
                let (spin_ja, spin_en) = spin.name();
                say!(
                    "X-138",
                    "{ja}のローテート: {square}の{tile_ja}を{spin_ja}に回しました。",
                    "{en}'s Rotate: the {tile_en} on {square} is turned to the {spin_en}."
                )
            }
            Event::Stole { seat, square, kind } => {
                let ((ja, en), Text { ja: tile_ja, en: tile_en }) = (seat_name(seat), kind.name());
                say!(
                    "X-146",
                    "{ja}のスティール: {square}の{tile_ja}を取りました。",
                    "{en}'s Steal: the {tile_en} on {square} is taken up."
                )
            }
            Event::TurnEnded { seat } => {
                let (ja, en) = seat_name(seat);
                say!("X-59", "{ja}のターン終了。", "{en}'s turn ends.")
            }
            Event::SecondPass => say!(
                "X-76",
                "ドラフトとターンをもう一度行います。",
                "Drafts and turns are done once more."
            ),
            Event::StartSeat { seat } => {
                let (ja, en) = seat_name(seat);
                say!(
                    "X-73",
                    "キングを持つ{ja}がスタートプレイヤーになりました。",
                    "{en} holds King and becomes the start player."
                )
            }
            Event::StartStays { seat } => {
                let (ja, en) = seat_name(seat);
                say!(
                    "X-74",
                    "キングは誰も持っていません。スタートプレイヤーは{ja}のままです。",
                    "Nobody holds King: {en} stays the start player."
                )
            }
            Event::Ended { reason, winners } => {
                let (why_ja, why_en) = match reason {
                    Reason::Gems => ("ジェムが必要数に達しました", "Enough gems are gained"),
                    Reason::Shortage => {
                        ("フロアタイルが足りませんでした", "The floor deck was short")
                    }
                    Reason::GemsAndShortage => (
                        "ジェムが必要数に達し、フロアタイルも足りませんでした",
                        "Enough gems are gained and the floor deck was short",
                    ),
                };
                if winners.is_empty() {
                    return say!("X-27", "{why_ja}。勝者はいません。", "{why_en}. Nobody wins.");
                }
                let (ja, en) = seat_names(winners);
                let s = if winners.len() == 1 { "s" } else { "" };
                let text = Text::new(
                    format!("{why_ja}。{ja}の勝ちです。"),
                    format!("{why_en}. {en} win{s}."),
                );
                (text, if teams { "X-26" } else { "X-25" }.into())
            }
        }
    }
}

/// A tile with its orientation in words.
fn piece_name(kind: Kind, facing: Option<Facing>) -> Text {
    Piece::new(kind, facing).map_or(kind.name(), Piece::name)
}
