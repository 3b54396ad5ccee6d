//! Figures that every game has, such as its length. The names are those of Ludii's metrics where there are such.

use zashiki_core::{COMMON_ENDINGS, GameInfo, LocalizedText, Seat, SeatSet, text};

use super::facts::GameFacts;
use super::time_model::TimeModel;

/// A figure that is measured in every game.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    /// Stable name.
    pub(crate) name: String,
    /// Description for people.
    pub(crate) text: LocalizedText,
    /// True if the figure is from 0 to 1.
    pub(crate) share: bool,
    kind: Kind,
}

#[derive(Clone, Copy, Debug)]
enum Kind {
    /// The share of the win of the seat with this place in the turn order, from 0.
    Order(usize),
    /// The share of the win of the seat with this number.
    Seat(usize),
    Draw,
    Shared,
    /// The end reason with this index.
    End(usize),
    Decisions,
    Turns,
    Minutes,
    Branching,
    Deciding,
    Free,
    Margin,
    LeadChanges,
    Drama,
    Decisiveness,
    Comeback,
}

impl Figure {
    /// The value of the figure in a game; `None` if this game has none.
    pub(crate) fn of(&self, game: &GameFacts, sides: &[SeatSet], model: &TimeModel) -> Option<f64> {
        let seats = usize::from(seats_of(sides));
        let is = |what: bool| f64::from(u8::from(what));
        let choices = &game.drama.choices;
        let mean = |of: &mut dyn Iterator<Item = u32>| {
            let (sum, count) =
                of.fold((0.0, 0u32), |(sum, count), it| (sum + f64::from(it), count + 1));
            (count > 0).then(|| sum / f64::from(count))
        };
        let free = || choices.iter().copied().filter(|choices| *choices > 1);
        let value = match self.kind {
            Kind::Order(after) => game.portion(Seat(((game.first.index() + after) % seats) as u8)),
            Kind::Seat(seat) => game.portion(Seat(seat as u8)),
            Kind::Draw => is(game.winners.is_empty()),
            Kind::Shared => is(game.winners.len() > 1),
            Kind::End(reason) => is(game.reason_index() == reason),
            Kind::Decisions => game.decisions as f64,
            Kind::Turns => game.turns as f64,
            Kind::Minutes => model.seconds(choices) / 60.0,
            Kind::Branching => mean(&mut choices.iter().copied())?,
            Kind::Deciding => mean(&mut free())?,
            Kind::Free => free().count() as f64 / choices.len() as f64,
            Kind::Margin => game.margin.into(),
            Kind::LeadChanges => game.drama.lead_changes,
            Kind::Drama => game.drama.drama?,
            Kind::Decisiveness => game.drama.decided?,
            Kind::Comeback => is(game.drama.comeback?),
        };
        value.is_finite().then_some(value)
    }

    /// True if the figure is a share of games (or of their wins), so that its interval can be that of a share
    /// of successes. The mean of a number from 0 to 1, such as Drama, is no such share.
    pub(crate) fn is_binomial(&self) -> bool {
        self.share && !matches!(self.kind, Kind::Free)
    }
}

/// The number of seats of these sides.
pub(crate) fn seats_of(sides: &[SeatSet]) -> u8 {
    sides.iter().map(|side| side.len()).sum::<u32>() as u8
}

/// All figures. With engines, games may also end by their failures.
pub(crate) fn figures(seats: u8, info: &GameInfo, engines: bool) -> Vec<Figure> {
    let mut figures = Vec::new();
    let mut push = |name: String, share: bool, kind: Kind, text: LocalizedText| {
        figures.push(Figure { name, text, share, kind });
    };
    let fixed = LocalizedText::fixed;
    push(
        "AdvantageP1".to_owned(),
        true,
        Kind::Order(0),
        fixed("最初に決めた席の勝ち", "wins of the seat that decides first"),
    );
    for at in 1..seats.into() {
        let place = at + 1;
        let text = text!("手番順{place}の勝ち", "won by number {place} in turn order");
        push(format!("order_{at}"), true, Kind::Order(at), text);
    }
    for at in 0..seats.into() {
        let name = &info.seat_names[at];
        let text = text!("{name}の勝ち", "won by {name}", name);
        push(format!("seat_{at}"), true, Kind::Seat(at), text);
    }
    let draws = fixed("勝者のいない対局", "games that nobody won");
    push("Drawishness".to_owned(), true, Kind::Draw, draws);
    push("shared".to_owned(), true, Kind::Shared, fixed("勝利の分け合い", "shared wins"));
    for (at, reason) in info.end_reasons.iter().chain(COMMON_ENDINGS).enumerate() {
        let is_common = at >= info.end_reasons.len();
        if !is_common || (engines && reason.id == "forfeited") {
            let id = reason.id;
            let text = text!("終わり方 {id}", "ended by {id}");
            push(format!("end_{id}"), true, Kind::End(at), text);
        }
    }
    let mut push = |name: &str, share: bool, kind: Kind, ja: &'static str, en: &'static str| {
        push(name.to_owned(), share, kind, fixed(ja, en));
    };
    push("DurationMoves", false, Kind::Decisions, "一局の手数", "decisions in a game");
    push(
        "DurationTurns",
        false,
        Kind::Turns,
        "一局の手番数(同じ席が続けて決めるあいだを1と数える)",
        "turns in a game: runs of decisions of one seat",
    );
    push(
        "DurationMinutes",
        false,
        Kind::Minutes,
        "一局の分数の見積もり",
        "estimated minutes of a game",
    );
    push(
        "BranchingFactor",
        false,
        Kind::Branching,
        "一手の選択肢の数(TAGのaction space size)",
        "choices for a decision (TAG: action space size)",
    );
    push(
        "DecisionFactor",
        false,
        Kind::Deciding,
        "選択肢が2つ以上ある手での数",
        "the same where there were at least two",
    );
    push(
        "DecisionMoves",
        true,
        Kind::Free,
        "選択肢が2つ以上あった手の割合(答えが一つの手はエンジンが自動で行い、数えません)",
        "decisions with at least two choices (those with one possible answer are taken by the engine and not counted)",
    );
    push(
        "ScoreDifference",
        false,
        Kind::Margin,
        "終局時の点差の平均",
        "mean margin of scores at the end",
    );
    push(
        "LeadChange",
        false,
        Kind::LeadChanges,
        "一手ごとの首位交代",
        "changes of the lead for each decision",
    );
    push(
        "Drama",
        false,
        Kind::Drama,
        "勝者が遅れている間の、遅れの平方根の平均",
        "mean square root of by how much the winner was behind, while behind",
    );
    push(
        "DecisivenessMoves",
        false,
        Kind::Decisiveness,
        "勝者が、敗者のだれの最高よりもよく見えるようになってから残る部分",
        "part of the game left when the winner first looks better than any loser ever does",
    );
    push(
        "Comebacks",
        true,
        Kind::Comeback,
        "中ほどで遅れていた席が勝った対局",
        "games won by a side that was behind half way",
    );
    figures
}
