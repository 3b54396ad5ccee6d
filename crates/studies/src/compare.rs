//! Comparison of variants of a game: the same deals are played with different components or options.

use std::ops::ControlFlow;

use external_engines::{EngineStats, Engines};
use serde::Serialize;
use serde_json::Value;
use zashiki_core::{
    COMMON_ENDINGS, Game, GameInfo, InputError, LocalizedText, Seat, SeatSet, text,
};

use crate::match_runner::{MatchRunner, Played, Player, for_seats, margin, players_of, spread};
use crate::stats::{Mean, Sample};
use crate::work::{Control, games_in_order};

/// Configuration of a comparison.
#[derive(Clone, Debug)]
pub struct CompareConfig {
    /// The game's id.
    pub game: String,
    /// Number of seats.
    pub seats: usize,
    /// At least two variants of the game. The first one is the reference.
    pub variants: Vec<Variant>,
    /// Bot specs separated by commas: one for each seat in order, or one for all seats.
    pub bots: String,
    /// Maximum number of games for each variant.
    pub games: u64,
    /// RNG seed of the whole study.
    pub seed: u64,
    /// Precision at which the study ends: half the width of the 95 % interval of every difference between
    /// shares, from 0 to 1.
    pub within: f64,
    /// External engines that `bots` may name.
    pub engines: Engines,
}

/// A variant of the game: other options or components under a name.
#[derive(Clone, Debug)]
pub struct Variant {
    /// The name of the variant.
    pub name: String,
    /// Options of the game; omitted ones have their default values.
    pub options: Value,
    /// The text of a components file; `None` for the game's own components.
    pub components: Option<String>,
}

/// Differences between variants, as documented JSON.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Comparison {
    /// The game's id.
    pub game: String,
    /// Number of seats.
    pub seats: u8,
    /// The spec of the bot of each seat.
    pub bots: Vec<String>,
    /// The RNG seed, in decimal.
    pub seed: String,
    /// The names of the variants.
    pub variants: Vec<String>,
    /// Number of games that were played of each variant.
    pub games: u64,
    /// True if every difference between shares has the requested precision.
    pub sure: bool,
    /// The compared figures.
    pub figures: Vec<Compared>,
    /// Statistics of the engines in this run; games that a checkpoint held are not included.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<EngineStats>,
}

/// One figure, such as the share of draws, in all variants.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Compared {
    /// Stable id of the figure.
    pub figure: String,
    /// Description of the figure.
    pub text: LocalizedText,
    /// True if the figure is a share of games, from 0 to 1.
    pub share: bool,
    /// The mean in each variant.
    pub means: Vec<Mean>,
    /// The difference of each variant after the first from the first one, computed from pairs of games with
    /// the same deal.
    pub differences: Vec<Mean>,
}

/// Minimum number of deals before the study may end early.
const FIRST_DEALS: u64 = 64;

/// Plays the same deals under all variants until the differences are known to the requested precision, up to
/// a maximum number of games for each variant. The study ends by the rule of Chow and Robbins ("On the
/// Asymptotic Theory of Fixed-Width Sequential Confidence Intervals for the Mean", 1965). `None` if it was
/// stopped.
pub(crate) fn compare<G: Game>(
    plan: &CompareConfig,
    control: &Control<'_>,
) -> Result<Option<Comparison>, InputError> {
    if plan.variants.len() < 2 {
        return Err(InputError::new(
            "比べるものを2つ以上指定してください。",
            "Give at least two variants to compare.",
        ));
    }
    if plan.games == 0 {
        return Err(InputError::new(
            "対局数が0です。1以上にしてください。",
            "The number of games must be at least 1.",
        ));
    }
    if !(plan.within > 0.0 && plan.within <= 1.0) {
        let within = plan.within;
        return Err(InputError::new(
            format!("--precision は0より大きく1以下の割合です({within}ではなく)。例: 0.02"),
            format!(
                "--precision must be a share of games above 0 and up to 1, such as 0.02, not {within}."
            ),
        ));
    }
    let named = |variant: &Variant| {
        let runner =
            MatchRunner::<G>::new(plan.seats, &variant.options, variant.components.as_deref());
        runner.map_err(|bad| {
            let (name, said) = (&variant.name, bad.text());
            InputError::from(text!("「{name}」: {said}", "\"{name}\": {said}", said)).of(bad.kind())
        })
    };
    let runner = plan.variants.iter().map(named).collect::<Result<Vec<_>, _>>()?;
    let seats = runner[0].seats;
    let mut names = Vec::new();
    let mut players: Vec<Vec<Player<G>>> = Vec::new();
    for Variant { options, components, .. } in &plan.variants {
        let each = players_of(&plan.bots, &plan.engines, options, components.as_deref())?;
        let (named, each) = for_seats(each, seats)?.into_iter().unzip();
        names = named;
        players.push(each);
    }
    let mut figures: Vec<Figure> = figures(seats, G::info(), !plan.engines.is_empty());
    let mut means = vec![vec![Sample::default(); figures.len()]; runner.len()];
    let mut differences = means[1..].to_vec();
    let mut sure = false;
    let mut games = 0;
    let work = |number: u64| {
        let seed = spread(plan.seed, number);
        let looked = |(runner, players): (&MatchRunner<G>, &Vec<Player<G>>)| {
            let played = runner.play_with(seed, seed, players, control.stop, &mut ())?;
            Some(figures.iter().map(|figure| figure.of(&played, &runner.sides)).collect())
        };
        runner.iter().zip(&players).map(looked).collect::<Option<Vec<Vec<f64>>>>()
    };
    games_in_order("deals", 0..plan.games, control, work, |number, of_variants| {
        for (variant, values) in of_variants.iter().enumerate() {
            for (at, value) in values.iter().enumerate() {
                means[variant][at].add(*value);
                if variant > 0 {
                    differences[variant - 1][at].add(value - of_variants[0][at]);
                }
            }
        }
        games = number + 1;
        (control.progress)(games, plan.games);
        let close = |(figure, sample): (&Figure, &Sample)| {
            !figure.kind.is_share() || sample.half_width() <= plan.within
        };
        sure = games >= FIRST_DEALS.min(plan.games)
            && differences.iter().all(|of_variant| figures.iter().zip(of_variant).all(close));
        if sure { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    if !sure && games < plan.games {
        return Ok(None);
    }
    let compared = figures.drain(..).enumerate().map(|(at, figure)| Compared {
        share: figure.kind.is_share(),
        figure: figure.id,
        text: figure.text,
        means: means.iter().map(|of_variant| of_variant[at].interval()).collect(),
        differences: differences.iter().map(|of_variant| of_variant[at].interval()).collect(),
    });
    Ok(Some(Comparison {
        game: plan.game.clone(),
        seats,
        bots: names,
        seed: plan.seed.to_string(),
        variants: plan.variants.iter().map(|variant| variant.name.clone()).collect(),
        games,
        sure,
        figures: compared.collect(),
        engines: plan.engines.stats(),
    }))
}

/// A figure that is measured in every game, such as the share of draws.
struct Figure {
    id: String,
    text: LocalizedText,
    kind: Kind,
}

#[derive(Clone, Copy)]
enum Kind {
    /// The share of the win of the seat with this place in the turn order, from 0.
    Order(usize),
    /// The share of the win of the seat with this number.
    Seat(usize),
    Draw,
    Shared,
    End(&'static str),
    Decisions,
    Turns,
    Margin,
}

impl Kind {
    fn is_share(self) -> bool {
        !matches!(self, Kind::Decisions | Kind::Turns | Kind::Margin)
    }
}

impl Figure {
    fn of(&self, played: &Played, sides: &[SeatSet]) -> f64 {
        let winners = played.outcome.winners;
        let part = |seat: usize| {
            let won = winners.contains(Seat(seat as u8));
            if won { 1.0 / f64::from(winners.len()) } else { 0.0 }
        };
        let seats = played.scores.len();
        let is = |what: bool| f64::from(u8::from(what));
        match self.kind {
            Kind::Order(after) => part((played.first.index() + after) % seats),
            Kind::Seat(seat) => part(seat),
            Kind::Draw => is(winners.is_empty()),
            Kind::Shared => is(winners.len() > 1),
            Kind::End(reason) => is(played.outcome.reason == reason),
            Kind::Decisions => played.decisions as f64,
            Kind::Turns => played.turns as f64,
            Kind::Margin => margin(sides, winners, &played.scores).into(),
        }
    }
}

/// All figures that a comparison measures; with engines, also the rate of engine failures.
fn figures(seats: u8, info: &GameInfo, engines: bool) -> Vec<Figure> {
    let mut figures = Vec::new();
    let mut push =
        |id: String, text: LocalizedText, kind: Kind| figures.push(Figure { id, text, kind });
    for at in 0..seats.into() {
        let place = at + 1;
        let text = text!("手番順{place}の勝ち", "won by number {place} in turn order");
        push(format!("order_{at}"), text, Kind::Order(at));
    }
    for at in 0..seats.into() {
        let name = &info.seat_names[at];
        push(format!("seat_{at}"), text!("{name}の勝ち", "won by {name}", name), Kind::Seat(at));
    }
    push("draws".to_owned(), LocalizedText::fixed("勝者なし", "nobody won"), Kind::Draw);
    push("shared".to_owned(), LocalizedText::fixed("勝利の分け合い", "shared wins"), Kind::Shared);
    let forfeits = COMMON_ENDINGS.iter().filter(|reason| engines && reason.id == "forfeited");
    for reason in info.end_reasons.iter().chain(forfeits) {
        let id = reason.id;
        push(format!("end_{id}"), text!("終わり方 {id}", "ended by {id}"), Kind::End(id));
    }
    push("decisions".to_owned(), LocalizedText::fixed("手数", "decisions"), Kind::Decisions);
    push("turns".to_owned(), LocalizedText::fixed("手番数", "turns"), Kind::Turns);
    push("margin".to_owned(), LocalizedText::fixed("点差", "margin of scores"), Kind::Margin);
    figures
}
