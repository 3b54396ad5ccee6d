//! Results of a balance study as numbers, for programs.

use std::collections::BTreeMap;

use serde::Serialize;
use serde_json::Value;
use zashiki_core::LocalizedText;

use super::kind::Kind;
use super::report::{BalanceReport, Luck, Skill};
use crate::simulate::Won;
use crate::stats::{Mean, Sample, Share};

/// The numbers of a balance page, as documented JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measures {
    /// The game's id.
    pub game: String,
    /// Number of seats.
    pub seats: u8,
    /// All options of the game, with defaults filled in.
    pub options: Value,
    /// The RNG seed, in decimal.
    pub seed: String,
    /// The spec of the bot that played all seats.
    pub bot: String,
    /// Number of games with a recorded course.
    pub games: u64,
    /// The share of the wins that each side would have if all sides were equal.
    pub fair: f64,
    /// Wins of each seat.
    pub by_seat: Vec<Won>,
    /// Wins of each place in the turn order, from the seat of the first decision.
    pub by_order: Vec<Won>,
    /// Number of games that several seats won together.
    pub shared: u64,
    /// Number of games without a winner.
    pub draws: u64,
    /// Number of games by end reason; every reason of the game is listed.
    pub end_reasons: BTreeMap<&'static str, u64>,
    /// Number of decisions in each game.
    pub decisions: Vec<u64>,
    /// Number of turns in each game; a turn is a run of consecutive decisions of one seat.
    pub turns: Vec<u64>,
    /// Lead of the best side at the end of each game, in points.
    pub margins: Vec<i32>,
    /// Measures of the game: means over all games, by the names of Ludii's metrics.
    pub measures: Vec<Measure>,
    /// Means at several points in the course of a game, from its start to its end.
    pub course: Vec<CoursePoint>,
    /// Influence of the random deal on the result.
    pub luck: Luck,
    /// Influence of search strength on the result.
    pub skill: Skill,
    /// Statistics of each kind of action.
    pub kinds: Vec<KindMeasures>,
}

/// A measured number about a game, and its 95 % interval if it has one.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Measure {
    /// The name of the measure; `docs/guides/lab.md` has the formulas.
    pub name: &'static str,
    /// Description of the measure, for people.
    pub text: LocalizedText,
    /// True if the value is a share, from 0 to 1.
    pub share: bool,
    /// The measured number.
    pub value: f64,
    /// Lower end of the 95 % interval, if there is one.
    pub low: Option<f64>,
    /// Upper end of the 95 % interval, if there is one.
    pub high: Option<f64>,
}

/// Means over all games at one point in their course.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct CoursePoint {
    /// Position in the game, from 0 (the first decision) to 1 (the last).
    pub at: f64,
    /// Mean number of listed actions.
    pub choices: f64,
    /// Mean heuristic value for the winner, from 0 (lost) to 1 (won).
    pub winner: f64,
    /// Mean heuristic value for the best of the other sides, from 0 (lost) to 1 (won).
    pub others: f64,
}

/// Statistics of one kind of action.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct KindMeasures {
    /// The kind: the first word of the actions' notation, or the first word with another one.
    pub kind: String,
    /// Number of decisions in which actions of this kind and of another kind were available.
    pub offered: u64,
    /// Number of these decisions in which an action of the kind was taken.
    pub taken: u64,
    /// Number of seats, over all games, that took such an action at least once in a game.
    pub seats_with: u64,
    /// Share of wins of the seats in `seats_with`; `null` if there are none.
    pub won_with: Option<f64>,
    /// Number of seats, over all games, that could have taken such an action in a game and did not.
    pub seats_without: u64,
    /// Share of wins of the seats in `seats_without`; `null` if there are none.
    pub won_without: Option<f64>,
    /// Share of wins of a side that never takes such an action while it has another choice; `null` if this
    /// was not tested.
    pub denied: Option<Share>,
}

impl Measure {
    fn exact(name: &'static str, share: bool, value: f64, text: LocalizedText) -> Measure {
        Measure { name, text, share, value, low: None, high: None }
    }

    fn share(name: &'static str, share: Share, text: LocalizedText) -> Measure {
        let Share { share: value, low, high } = share;
        Measure { name, text, share: true, value, low: Some(low), high: Some(high) }
    }

    fn mean(name: &'static str, mean: Mean, text: LocalizedText) -> Measure {
        let Mean { mean: value, low, high } = mean;
        Measure { name, text, share: false, value, low: Some(low), high: Some(high) }
    }
}

impl From<&Kind> for KindMeasures {
    fn from(kind: &Kind) -> KindMeasures {
        let won = |sample: &Sample| (sample.count() > 0).then(|| sample.mean());
        KindMeasures {
            kind: kind.name.clone(),
            offered: kind.uses.offered,
            taken: kind.uses.taken,
            seats_with: kind.with.count(),
            won_with: won(&kind.with),
            seats_without: kind.without.count(),
            won_without: won(&kind.without),
            denied: kind.denied.as_ref().map(|denied| denied.won),
        }
    }
}

impl BalanceReport {
    /// All numbers of the balance page.
    pub fn measures(&self) -> Measures {
        let last = (self.course.len() - 1) as f64;
        let moment =
            |(at, (choices, (winner, others))): (usize, (&f64, &(f64, f64)))| CoursePoint {
                at: at as f64 / last,
                choices: *choices,
                winner: *winner,
                others: *others,
            };
        Measures {
            game: self.plan.game.clone(),
            seats: self.seats,
            options: self.options.clone(),
            seed: self.plan.seed.to_string(),
            bot: self.plan.bot.clone(),
            games: self.plan.games,
            fair: 1.0 / self.sides as f64,
            by_seat: self.by_seat.clone(),
            by_order: self.by_order.clone(),
            shared: self.shared,
            draws: self.draws,
            end_reasons: self.end_reasons.clone(),
            decisions: self.lengths.clone(),
            turns: self.turns.clone(),
            margins: self.margins.clone(),
            measures: self.figures(),
            course: self.choices.iter().zip(&self.course).enumerate().map(moment).collect(),
            luck: self.luck,
            skill: self.skill,
            kinds: self.kinds.iter().map(KindMeasures::from).collect(),
        }
    }

    /// The measures that the balance page lists, in the order of the page.
    pub(super) fn figures(&self) -> Vec<Measure> {
        let mean = |numbers: &[u64]| numbers.iter().sum::<u64>() as f64 / numbers.len() as f64;
        let portions = self.by_order.iter().map(|won| won.portion.share);
        let (least, most) = portions.fold((1.0, 0.0), |(least, most), share| {
            (f64::min(least, share), f64::max(most, share))
        });
        let margins = self.margins.iter().map(|margin| f64::from(*margin));
        let margin = margins.sum::<f64>() / self.margins.len() as f64;
        vec![
            Measure::share(
                "AdvantageP1",
                self.by_order[0].portion,
                LocalizedText::fixed("最初に決めた席の勝ち", "wins of the seat that decides first"),
            ),
            Measure::exact(
                "Balance",
                true,
                1.0 - (most - least),
                LocalizedText::fixed(
                    "1から、手番順による勝ちの最大の差を引いたもの",
                    "1 less the largest difference of wins by turn order",
                ),
            ),
            Measure::share(
                "Drawishness",
                Share::of(self.draws, self.plan.games),
                LocalizedText::fixed("勝者のいない対局", "games that nobody won"),
            ),
            Measure::exact(
                "DurationMoves",
                false,
                mean(&self.lengths),
                LocalizedText::fixed("一局の手数: 平均", "decisions in a game: mean"),
            ),
            Measure::exact(
                "DurationTurns",
                false,
                mean(&self.turns),
                LocalizedText::fixed(
                    "一局の手番数(同じ席が続けて決めるあいだを1と数える)",
                    "turns in a game: runs of decisions of one seat",
                ),
            ),
            Measure::mean(
                "BranchingFactor",
                self.branching,
                LocalizedText::fixed(
                    "一手の選択肢の数(TAGのaction space size)",
                    "choices for a decision (TAG: action space size)",
                ),
            ),
            Measure::mean(
                "DecisionFactor",
                self.deciding,
                LocalizedText::fixed(
                    "選択肢が2つ以上ある手での数",
                    "the same where there were at least two",
                ),
            ),
            Measure::exact(
                "DecisionMoves",
                true,
                self.free,
                LocalizedText::fixed(
                    "選択肢が2つ以上あった手の割合(答えが一つの手はエンジンが自動で行い、数えません)",
                    "decisions with at least two choices (those with one possible answer are taken by the engine and not counted)",
                ),
            ),
            Measure::exact(
                "ScoreDifference",
                false,
                margin,
                LocalizedText::fixed("終局時の点差の平均", "mean margin of scores at the end"),
            ),
            Measure::mean(
                "LeadChange",
                self.lead_changes,
                LocalizedText::fixed("一手ごとの首位交代", "changes of the lead for each decision"),
            ),
            Measure::mean(
                "Drama",
                self.drama,
                LocalizedText::fixed(
                    "勝者が遅れている間の、遅れの平方根の平均",
                    "mean square root of by how much the winner was behind, while behind",
                ),
            ),
            Measure::mean(
                "DecisivenessMoves",
                self.decisiveness,
                LocalizedText::fixed(
                    "勝者が、敗者のだれの最高よりもよく見えるようになってから残る部分",
                    "part of the game left when the winner first looks better than any loser ever does",
                ),
            ),
            Measure::share(
                "Comebacks",
                self.comebacks,
                LocalizedText::fixed(
                    "中ほどで遅れていた席が勝った対局",
                    "games won by a side that was behind half way",
                ),
            ),
        ]
    }
}
