//! Comparison of variants of a game: the same deals are played with different components or options.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use bots::Stop;
use external_engines::{EngineStats, Engines};
use serde::Serialize;
use serde_json::Value;
use zashiki_core::{Game, InputError, LocalizedText, SeatSet, text};

use crate::beta::t_test;
use crate::ladder::{Meeting, search_of};
use crate::match_runner::{MatchRunner, for_seats, players_of, spread};
use crate::measures::{
    AGGREGATES, Aggregates, Figure, GameFacts, Luck, Population, TimeModel, Twice, aggregates,
    figures, play_game, seats_of,
};
use crate::paired::Paired;
use crate::stats::{Mean, holm};
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
    /// Bot specs separated by commas: a population, or one for each seat in order, or one for all seats.
    pub bots: String,
    /// True if `bots` is a population of several strengths, the weakest first.
    pub population: bool,
    /// Maximum number of games for each variant. A quarter of the games is played a second time, and a quarter
    /// of that number between two searches.
    pub games: u64,
    /// Number of simulations for each decision of the weaker of the two searches; the stronger one has four
    /// times this number. 0 if no searches are compared.
    pub sims: u32,
    /// RNG seed of the whole study.
    pub seed: u64,
    /// Precision at which the study ends: half the width of the 95 % interval of every difference between
    /// shares of games, from 0 to 1.
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
    /// The spec of the bot of each seat, or the bots of the population.
    pub bots: Vec<String>,
    /// True if `bots` is a population of several strengths.
    pub population: bool,
    /// The RNG seed, in decimal.
    pub seed: String,
    /// The names of the variants.
    pub variants: Vec<String>,
    /// Number of games that were played of each variant.
    pub games: u64,
    /// True if every difference between shares of games has the requested precision.
    pub sure: bool,
    /// The compared measures.
    pub figures: Vec<Compared>,
    /// The results of the seats that received a component, by its English name.
    pub components: Vec<Compared>,
    /// Statistics of the engines in this run; games that a checkpoint held are not included.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub engines: Vec<EngineStats>,
}

/// One figure, such as the share of draws, in all variants.
#[derive(Clone, PartialEq, Debug, Serialize)]
pub struct Compared {
    /// Stable name of the figure.
    pub figure: String,
    /// Description of the figure.
    pub text: LocalizedText,
    /// True if the figure is a share, from 0 to 1.
    pub share: bool,
    /// The mean in each variant; `null` if no game had a value.
    pub means: Vec<Option<Mean>>,
    /// The difference of each variant after the first from the first one, computed from pairs of games with
    /// the same deal; `null` if there is none.
    pub differences: Vec<Option<Difference>>,
}

/// A difference from the first variant.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Difference {
    /// The difference of the means.
    pub mean: f64,
    /// Lower end of the 95 % interval, which stands by itself.
    pub low: f64,
    /// Upper end of the 95 % interval.
    pub high: f64,
    /// Probability of a difference at least this large if there were none.
    pub p_value: f64,
    /// True if the difference is significant at 5 % after Holm's correction over all differences of the
    /// comparison.
    pub significant: bool,
}

/// Minimum number of deals before the study may end early.
const FIRST_DEALS: u64 = 100;
/// Minimum number of deals with a value in both variants for statements about a component.
const COMPONENT_DEALS: u64 = 30;

/// Plays the same deals under all variants until the differences are known to the requested precision, up to
/// a maximum number of games for each variant. The study ends by the rule of Chow and Robbins ("On the
/// Asymptotic Theory of Fixed-Width Sequential Confidence Intervals for the Mean", 1965), with the term 1/n.
/// `None` if it was stopped.
pub(crate) fn compare<G: Game>(
    plan: &CompareConfig,
    control: &Control<'_>,
) -> Result<Option<Comparison>, InputError> {
    check(plan)?;
    let study = Study::<G>::new(plan)?;
    let Some(mut found) = study.deals(control) else { return Ok(None) };
    let Some(lucks) = study.lucks(&found, control) else { return Ok(None) };
    let Some(skills) = study.skills(found.games, control) else { return Ok(None) };
    let mut figures = found.figures(&study.figures);
    figures.extend(found.aggregates());
    figures.extend(luck_of(&lucks));
    figures.extend(skills.map(|pairs| skill_of(plan.sims, &pairs)));
    let mut components = found.components(study.variants.len());
    correct(&mut figures, &mut components);
    Ok(Some(Comparison {
        game: plan.game.clone(),
        seats: study.variants[0].runner.seats,
        bots: study.variants[0].population.names(),
        population: plan.population,
        seed: plan.seed.to_string(),
        variants: plan.variants.iter().map(|variant| variant.name.clone()).collect(),
        games: found.games,
        sure: found.sure,
        figures,
        components,
        engines: plan.engines.stats(),
    }))
}

fn check(plan: &CompareConfig) -> Result<(), InputError> {
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
    if plan.sims > 1_000_000 {
        let sims = plan.sims;
        return Err(InputError::new(
            format!("探索の回数(sims)は0から1000000までです({sims}ではなく)。"),
            format!("The number of simulations must be 0 to 1000000, not {sims}."),
        ));
    }
    Ok(())
}

/// Sets `significant` of all differences, corrected for their number by Holm's method.
fn correct(figures: &mut [Compared], components: &mut [Compared]) {
    let all = figures.iter_mut().chain(components);
    let all: Vec<&mut Difference> =
        all.flat_map(|compared| compared.differences.iter_mut().flatten()).collect();
    let p_values: Vec<f64> = all.iter().map(|difference| difference.p_value).collect();
    for (difference, significant) in all.into_iter().zip(holm(&p_values)) {
        difference.significant = significant;
    }
}

struct Study<'a, G: Game> {
    plan: &'a CompareConfig,
    variants: Vec<Playable<G>>,
    figures: Vec<Figure>,
}

/// A variant with its bots.
struct Playable<G: Game> {
    runner: MatchRunner<G>,
    population: Population<G>,
}

impl<'a, G: Game> Study<'a, G> {
    fn new(plan: &'a CompareConfig) -> Result<Study<'a, G>, InputError> {
        // A game uses its value network only without a components file. For equal bots and measures in all
        // variants, the game's own components are then read from their file as well.
        let with_file = plan.variants.iter().any(|variant| variant.components.is_some());
        let own = if with_file { G::assets().components() } else { None };
        let playable = |variant: &Variant| {
            let Variant { name, options, components } = variant;
            let components = components.as_deref().or(own);
            let runner = MatchRunner::<G>::new(plan.seats, options, components);
            let runner = runner.map_err(|bad| bad.named(name))?;
            let bots = players_of(&plan.bots, &plan.engines, options, components)?;
            let population = if plan.population {
                Population::new(bots)
            } else {
                Population::of_seats(for_seats(bots, runner.seats)?)
            };
            Ok(Playable { runner, population })
        };
        let variants =
            plan.variants.iter().map(playable).collect::<Result<Vec<_>, InputError>>()?;
        let figures = figures(variants[0].runner.seats, G::info(), !plan.engines.is_empty());
        Ok(Study { plan, variants, figures })
    }

    /// Plays the deal with this number under one variant, with bots of these seeds.
    fn play(
        &self,
        variant: &Playable<G>,
        number: u64,
        choices: u64,
        stop: &Stop,
    ) -> Option<GameFacts> {
        let seed = spread(self.plan.seed, number);
        let Playable { runner, population } = variant;
        let players = population.table(number, seed, runner.seats);
        play_game(runner, &players, seed, choices, stop)
    }

    /// Plays the deals under all variants. `None` if it was stopped.
    fn deals(&self, control: &Control<'_>) -> Option<Found> {
        let (plan, stop) = (self.plan, control.stop);
        let mut found = Found::new(self.variants.len(), self.figures.len());
        let work = |number: u64| {
            let choices = spread(plan.seed, number);
            let played = |variant| self.play(variant, number, choices, stop);
            self.variants.iter().map(played).collect::<Option<Vec<GameFacts>>>()
        };
        let sides: Vec<&[SeatSet]> =
            self.variants.iter().map(|variant| &variant.runner.sides[..]).collect();
        games_in_order("deals", 0..plan.games, control, work, |number, games: Vec<GameFacts>| {
            found.add(number, &games, &sides, &self.figures);
            (control.progress)(number + 1, plan.games);
            let within = |(figure, paired): (&Figure, &Paired)| {
                !figure.is_binomial() || paired.half_width() <= plan.within
            };
            found.sure = found.games >= FIRST_DEALS
                && found.pairs.iter().all(|pairs| self.figures.iter().zip(pairs).all(within));
            if found.sure { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        (found.sure || found.games == plan.games).then_some(found)
    }

    /// Plays a quarter of the deals again with other seeds of the bots. `None` if it was stopped.
    fn lucks(&self, found: &Found, control: &Control<'_>) -> Option<Vec<Twice>> {
        let deals = found.games / 4;
        let stop = control.stop;
        let mut lucks: Vec<Twice> = vec![Vec::new(); self.variants.len()];
        let work = |number: u64| {
            let choices = spread(spread(self.plan.seed, number), u64::MAX);
            let again = |variant: &Playable<G>| {
                let seed = spread(self.plan.seed, number);
                let players = variant.population.table(number, seed, variant.runner.seats);
                let played = variant.runner.play_with(seed, choices, &players, stop, &mut ())?;
                Some(played.outcome.winners)
            };
            self.variants.iter().map(again).collect::<Option<Vec<SeatSet>>>()
        };
        let mut played = 0;
        games_in_order("again", 0..deals, control, work, |number, again: Vec<SeatSet>| {
            for ((twice, once), again) in lucks.iter_mut().zip(&found.winners).zip(again) {
                twice.push((once[number as usize], again));
            }
            played = number + 1;
            (control.progress)(played, deals);
            ControlFlow::Continue(())
        });
        (played == deals).then_some(lucks)
    }

    /// Plays a quarter of the number of games between two searches under every variant; returns the shares of
    /// the stronger one's wins, deal by deal, paired with those of the first variant. The inner value is
    /// `None` if no searches are compared, the outer one if it was stopped.
    #[allow(clippy::option_option, reason = "stopped, or nothing to play")]
    fn skills(&self, games: u64, control: &Control<'_>) -> Option<Option<Vec<Paired>>> {
        if self.plan.sims == 0 {
            return Some(None);
        }
        let mut shares: Vec<Vec<f64>> = Vec::new();
        for (number, variant) in self.variants.iter().enumerate() {
            let meeting = Meeting {
                run: format!("skill {number}"),
                runner: &variant.runner,
                bot: search_of(4 * self.plan.sims).into(),
                against: search_of(self.plan.sims).into(),
                seed: self.plan.seed,
            };
            shares.push(meeting.play_deals((games / 4).max(1), control)?);
        }
        let paired = |other: &Vec<f64>| {
            let mut paired = Paired::default();
            shares[0]
                .iter()
                .zip(other)
                .for_each(|(one, other)| paired.add(Some(*one), Some(*other)));
            paired
        };
        Some(Some(shares[1..].iter().map(paired).collect()))
    }
}

/// Running totals of the deals.
struct Found {
    games: u64,
    sure: bool,
    /// For each variant after the first, the figures paired with those of the first.
    pairs: Vec<Vec<Paired>>,
    aggregates: Vec<Aggregates>,
    /// For each component by its English name, the shares of the win of the seats that received it: for each
    /// variant after the first, paired with the first.
    components: BTreeMap<String, (LocalizedText, Vec<Paired>)>,
    /// The winners of all games, by variant.
    winners: Vec<Vec<SeatSet>>,
}

impl Found {
    fn new(variants: usize, figures: usize) -> Found {
        Found {
            games: 0,
            sure: false,
            pairs: vec![vec![Paired::default(); figures]; variants - 1],
            aggregates: (0..variants).map(|_| Aggregates::new()).collect(),
            components: BTreeMap::new(),
            winners: vec![Vec::new(); variants],
        }
    }

    /// Adds one deal, played under all variants.
    fn add(&mut self, number: u64, games: &[GameFacts], sides: &[&[SeatSet]], figures: &[Figure]) {
        let model = TimeModel::default();
        let seats = seats_of(sides[0]);
        for (at, figure) in figures.iter().enumerate() {
            let one = figure.of(&games[0], sides[0], &model);
            for (pairs, (game, sides)) in self.pairs.iter_mut().zip(games.iter().zip(sides).skip(1))
            {
                pairs[at].add(one, figure.of(game, sides, &model));
            }
        }
        for (variant, game) in games.iter().enumerate() {
            self.aggregates[variant].add(number, game, seats);
            self.winners[variant].push(game.winners);
        }
        self.add_components(games);
        self.games = number + 1;
    }

    fn add_components(&mut self, games: &[GameFacts]) {
        let mut in_deal: BTreeMap<&str, Vec<Option<f64>>> = BTreeMap::new();
        for (variant, game) in games.iter().enumerate() {
            for received in &game.received {
                let name: &str = &received.component.en;
                let new = || (received.component.clone(), vec![Paired::default(); games.len() - 1]);
                if !self.components.contains_key(name) {
                    self.components.insert(name.to_owned(), new());
                }
                let portions = received.seats.iter().map(|seat| game.portion(seat)).sum::<f64>();
                let values = in_deal.entry(name).or_insert_with(|| vec![None; games.len()]);
                values[variant] = Some(portions / f64::from(received.seats.len()));
            }
        }
        for (name, values) in in_deal {
            let Some((_, pairs)) = self.components.get_mut(name) else { continue };
            for (paired, other) in pairs.iter_mut().zip(&values[1..]) {
                paired.add(values[0], *other);
            }
        }
    }

    fn figures(&self, figures: &[Figure]) -> Vec<Compared> {
        let compared = |(at, figure): (usize, &Figure)| {
            let pairs: Vec<&Paired> = self.pairs.iter().map(|pairs| &pairs[at]).collect();
            let binomial = figure.is_binomial();
            of_pairs(figure.name.clone(), figure.text.clone(), figure.share, binomial, &pairs)
        };
        figures.iter().enumerate().map(compared).collect()
    }

    /// The components that came into play often enough under every variant.
    fn components(&mut self, variants: usize) -> Vec<Compared> {
        let enough = |pairs: &[Paired]| {
            let most = |paired: &Paired| paired.counts().into_iter().min().unwrap_or(0);
            pairs.len() + 1 == variants && pairs.iter().all(|it| most(it) >= COMPONENT_DEALS)
        };
        let components = self.components.iter().filter(|(_, (_, pairs))| enough(pairs));
        let compared = components.map(|(name, (component, pairs))| {
            let text = text!(
                "「{component}」を得た席の勝ち",
                "won by seats that received {component}",
                component
            );
            of_pairs(name.clone(), text, true, true, &pairs.iter().collect::<Vec<_>>())
        });
        compared.collect()
    }

    fn aggregates(&self) -> Vec<Compared> {
        let measured = |of: &Aggregates| {
            of.measured().map(|(mean, interval)| {
                let [low, high] = interval.unwrap_or([mean; 2]);
                Mean { mean, low, high }
            })
        };
        let means: Vec<[Mean; AGGREGATES]> = self.aggregates.iter().map(measured).collect();
        let differences: Vec<[(Mean, f64); AGGREGATES]> = self.aggregates[1..]
            .iter()
            .map(|other| self.aggregates[0].differences(other))
            .collect();
        let compared = |(at, (name, share, text)): (usize, (&'static str, bool, LocalizedText))| {
            let difference = |of: &[(Mean, f64); AGGREGATES]| by_error(of[at]);
            Compared {
                figure: name.to_owned(),
                text,
                share,
                means: means.iter().map(|of| Some(of[at])).collect(),
                differences: differences.iter().map(difference).collect(),
            }
        };
        aggregates().into_iter().enumerate().map(compared).collect()
    }
}

/// A figure in all variants, from the pairs of each variant after the first with the first.
fn of_pairs(
    figure: String,
    text: LocalizedText,
    share: bool,
    binomial: bool,
    pairs: &[&Paired],
) -> Compared {
    let first = pairs[0].first(binomial);
    let means = std::iter::once(first).chain(pairs.iter().map(|paired| paired.second(binomial)));
    let difference = |paired: &&Paired| {
        let Mean { mean, low, high } = paired.difference(binomial)?;
        let p_value = paired.p_value(binomial);
        Some(Difference { mean, low, high, p_value, significant: false })
    };
    let differences = pairs.iter().map(difference).collect();
    Compared { figure, text, share, means: means.collect(), differences }
}

/// A difference with its standard error from samples of groups of deals. `None` if nothing varies between
/// them, so that its precision is unknown.
fn by_error((Mean { mean, low, high }, error): (Mean, f64)) -> Option<Difference> {
    let p_value = t_test(mean / error, 63.0);
    (error > 0.0).then_some(Difference { mean, low, high, p_value, significant: false })
}

fn luck_of(lucks: &[Twice]) -> Option<Compared> {
    if lucks[0].len() < 2 {
        return None;
    }
    let mean = |twice: &Twice| {
        let Luck { kappa: mean, kappa_low: low, kappa_high: high, .. } = Luck::of(twice);
        Some(Mean { mean, low, high })
    };
    Some(Compared {
        figure: "Luck".to_owned(),
        text: LocalizedText::fixed(
            "配りの運(κ: 同じ配りで同じ席が勝つ、偶然を超える一致)",
            "luck of the deal (κ: the same deal has the same winners, beyond chance)",
        ),
        share: false,
        means: lucks.iter().map(mean).collect(),
        differences: lucks[1..]
            .iter()
            .map(|it| by_error(Luck::difference(&lucks[0], it)))
            .collect(),
    })
}

fn skill_of(sims: u32, pairs: &[Paired]) -> Compared {
    let strong = 4 * sims;
    let text = text!(
        "4倍考える側(ismcts:sims={strong})の、sims={sims}への勝ち",
        "wins of a search (ismcts:sims={strong}) with four times the thought, against sims={sims}"
    );
    of_pairs("SkillLadder".to_owned(), text, true, true, &pairs.iter().collect::<Vec<_>>())
}
