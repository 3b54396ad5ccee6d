//! Balance study: effects of a game's rules and components, for game designers.

#[cfg(feature = "charts")]
mod actions;
#[cfg(feature = "charts")]
mod charts;
mod drama;
mod kinds;
mod measures;
#[cfg(feature = "charts")]
mod page;

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use bots::{Budget, Settings, Spec};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use zashiki_core::{EndReason, Game, GameInfo, InputError, Restriction, Seat, SeatSet};

use self::drama::{GameDrama, MOMENTS, Notes};
use self::kinds::{Use, kinds};
pub use self::measures::{CoursePoint, KindMeasures, Luck, Measure, Measures, Skill};
use crate::ladder::{Meeting, portion};
use crate::match_runner::{MatchRunner, Played, margin, spread};
use crate::ordered_parallel::Control;
use crate::simulate::{Tally, Won};
use crate::stats::{Mean, Sample, Share, holm};
use crate::work::{WorkMode, plays_in_order};

/// Configuration of a balance study.
#[derive(Clone, Debug)]
pub struct BalanceConfig {
    /// The game's id.
    pub game: String,
    /// Number of seats.
    pub seats: usize,
    /// Options; those left out have their defaults.
    pub options: Value,
    /// The text of a components file; `None` for the game's own.
    pub components: Option<String>,
    /// The bot of all seats.
    pub bot: String,
    /// Number of games with a recorded course; half as many deals are replayed, and each other question uses
    /// a quarter as many games.
    pub games: u64,
    /// The weaker of two searches that are compared has this many simulations, the stronger four
    /// times as many.
    pub sims: u32,
    /// Number of kinds of the second degree (`place 5`) that are denied: those that correlate most with
    /// winning or losing; all informative ones if there are fewer. Kinds of the first degree (`place`) are
    /// denied in addition.
    pub denied: usize,
    /// RNG seed.
    pub seed: u64,
}

/// All that was found: for programs as [measures](BalanceReport::measures), for a person as a page, where
/// that is built (feature `charts`).
#[cfg_attr(not(feature = "charts"), expect(dead_code, reason = "the page alone shows all of it"))]
pub struct BalanceReport {
    inquiry: BalanceConfig,
    info: &'static GameInfo,
    seats: u8,
    options: Value,
    sides: usize,
    by_seat: Vec<Won>,
    by_order: Vec<Won>,
    shared: u64,
    draws: u64,
    end_reasons: BTreeMap<&'static str, u64>,
    lengths: Vec<u64>,
    turns: Vec<u64>,
    /// Actions listed for a decision, those listed where there was more than one, and the share of
    /// decisions where there was.
    branching: Mean,
    deciding: Mean,
    free: f64,
    /// Number of listed actions, by phase of the game.
    choices: Vec<f64>,
    margins: Vec<i32>,
    lead_changes: Mean,
    drama: Mean,
    decided: Vec<f64>,
    decisiveness: Mean,
    comebacks: Share,
    /// Heuristic value for the winner and for the best of the others over the course of the game.
    course: Vec<(f64, f64)>,
    luck: Luck,
    skill: Skill,
    kinds: Vec<Kind>,
}

/// Statistics of one kind of action.
struct Kind {
    name: String,
    uses: Use,
    /// Parts of wins of the seats that did it, and of those that could have and did not.
    with: Sample,
    without: Sample,
    denied: Option<Denied>,
}

/// Effect of denying one side a kind of action where it has alternatives.
struct Denied {
    /// That side's part of the wins.
    won: Share,
    /// Probability of a deviation from a fair share at least this large by chance.
    p_value: f64,
    /// True if that is too unlikely even for one of all the kinds that were denied.
    shown: bool,
}

/// Fewer offers than this say nothing of a kind.
const OFFERS: u64 = 50;

impl Kind {
    fn is_detail(&self) -> bool {
        self.name.contains(' ')
    }

    /// Difference of the share of wins with and without it.
    fn gain(&self) -> f64 {
        self.with.mean() - self.without.mean()
    }

    /// By how many standard errors that differs from nothing.
    fn weight(&self) -> f64 {
        let error = |sample: &Sample| sample.variance() / sample.count().max(1) as f64;
        let both = error(&self.with) + error(&self.without);
        let few = self.with.count() < 20 || self.without.count() < 20;
        if few || both == 0.0 { 0.0 } else { self.gain() / both.sqrt() }
    }
}

/// Plays the game in several ways. `None` if it was stopped.
pub(crate) fn balance<G: Game>(
    inquiry: &BalanceConfig,
    control: &Control<'_>,
) -> Result<Option<BalanceReport>, InputError> {
    Study::<G>::new(inquiry)?.run(control)
}

/// Name of the runs of a study; a run in which a kind is denied has this name and the kind.
const TOLD: &str = "told";
const AGAIN: &str = "again";
const SKILL: &str = "skill";
const DENIED: &str = "denied ";

struct Study<'a, G: Game> {
    inquiry: &'a BalanceConfig,
    series: MatchRunner<G>,
    spec: Spec,
}

/// Summary of the courses of all games.
struct Told {
    tally: Tally,
    branching: Sample,
    deciding: Sample,
    free: Sample,
    choices: Vec<Sample>,
    margins: Vec<i32>,
    lead_changes: Sample,
    drama: Sample,
    decided: Vec<f64>,
    decisiveness: Sample,
    comebacks: Sample,
    course: Vec<(Sample, Sample)>,
    kinds: BTreeMap<String, Kind>,
    winners: Vec<SeatSet>,
}

impl<'a, G: Game> Study<'a, G> {
    fn new(inquiry: &'a BalanceConfig) -> Result<Study<'a, G>, InputError> {
        let series =
            MatchRunner::new(inquiry.seats, &inquiry.options, inquiry.components.as_deref())?;
        let spec = Spec::parse_for(&inquiry.bot, G::info())?;
        if inquiry.games < 8 {
            let games = inquiry.games;
            return Err(InputError::new(
                format!("{games}局では何も言えません。8局以上にしてください。"),
                format!("Nothing can be said of {games} games; ask for at least 8."),
            ));
        }
        if !(1..=1_000_000).contains(&inquiry.sims) {
            let sims = inquiry.sims;
            return Err(InputError::new(
                format!("探索の回数(sims)は1から1000000までです({sims}ではなく)。"),
                format!("The simulations are a number from 1 to 1000000, not {sims}."),
            ));
        }
        Ok(Study { inquiry, series, spec })
    }

    fn run(self, control: &Control<'_>) -> Result<Option<BalanceReport>, InputError> {
        if let WorkMode::Part(part) = control.work {
            self.play_part(part.run(), control);
            return Ok(None);
        }
        let Some(told) = self.play_games(control) else { return Ok(None) };
        let Some(again) = self.again(control) else { return Ok(None) };
        let luck = luck(&told.winners[..again.len()], &again);
        let Some(skill) = self.skill(control) else { return Ok(None) };
        let Some(kinds) = self.deny(told.kinds, control) else { return Ok(None) };
        let Tally { by_seat, by_order, shared, draws, end_reasons, lengths, turns, .. } =
            told.tally;
        Ok(Some(BalanceReport {
            inquiry: self.inquiry.clone(),
            info: G::info(),
            seats: self.series.seats,
            options: self.series.options,
            sides: self.series.sides.len(),
            by_seat: by_seat.won(1),
            by_order: by_order.won(1),
            shared,
            draws,
            end_reasons,
            lengths,
            turns,
            branching: told.branching.interval(),
            deciding: told.deciding.interval(),
            free: told.free.mean(),
            choices: told.choices.iter().map(Sample::mean).collect(),
            margins: told.margins,
            lead_changes: told.lead_changes.interval(),
            drama: told.drama.interval(),
            decided: told.decided,
            decisiveness: told.decisiveness.interval(),
            comebacks: told.comebacks.share(1),
            course: told.course.iter().map(|(own, other)| (own.mean(), other.mean())).collect(),
            luck,
            skill,
            kinds,
        }))
    }

    /// Plays the games and collects their statistics.
    fn play_games(&self, control: &Control<'_>) -> Option<Told> {
        let (seats, games) = (self.series.seats, self.inquiry.games);
        let mut told = Told {
            tally: Tally::new(seats, 1, G::info().end_reasons.iter()),
            branching: Sample::default(),
            deciding: Sample::default(),
            free: Sample::default(),
            choices: vec![Sample::default(); MOMENTS],
            margins: Vec::new(),
            lead_changes: Sample::default(),
            drama: Sample::default(),
            decided: Vec::new(),
            decisiveness: Sample::default(),
            comebacks: Sample::default(),
            course: vec![Default::default(); MOMENTS],
            kinds: BTreeMap::new(),
            winners: Vec::new(),
        };
        let bots = vec![self.spec; seats.into()];
        let work = |number: u64| {
            let mut notes = Notes::<G>::new(seats);
            let seed = spread(self.inquiry.seed, number);
            let played = self.series.play(seed, &bots, control.stop, &mut notes)?;
            let story = GameDrama::of(notes, &played, &self.series.sides);
            let Played { first, outcome, scores, turns, decisions, .. } = played;
            let winners = outcome.winners;
            let margin = margin(&self.series.sides, winners, &scores);
            let is_reason = |end: &EndReason| end.id == outcome.reason;
            let reason = G::info().end_reasons.iter().position(is_reason)?;
            Some((Brief { first, winners, reason, margin, turns, decisions }, story))
        };
        plays_in_order(TOLD, 0..games, control, work, |number, (brief, story)| {
            let Brief { first, winners, reason, margin, turns, decisions } = brief;
            let reason = G::info().end_reasons[reason].id;
            told.tally.add(number, first, winners, reason, turns, decisions);
            told.margins.push(margin);
            told.winners.push(winners);
            told.add(story, |seat| portion_of_seat(winners, seat));
            (control.progress)(number + 1, games);
            ControlFlow::Continue(())
        });
        (told.tally.games == games).then_some(told)
    }

    /// Plays the part of a run that another process wants. Of a run that there is not, nothing.
    fn play_part(&self, run: &str, control: &Control<'_>) {
        match (run, run.strip_prefix(DENIED)) {
            (TOLD, _) => drop(self.play_games(control)),
            (AGAIN, _) => drop(self.again(control)),
            (SKILL, _) => drop(self.skill(control)),
            (_, Some(kind)) => drop(self.denied(kind, control)),
            (_, None) => {}
        }
    }

    /// Plays deals again, the bots with other choices of their own; who won.
    fn again(&self, control: &Control<'_>) -> Option<Vec<SeatSet>> {
        let deals = self.inquiry.games / 2;
        let bots = vec![self.spec.into(); self.series.seats.into()];
        let mut winners = Vec::new();
        let work = |number: u64| {
            let seed = spread(self.inquiry.seed, number);
            let choices = spread(seed, u64::MAX);
            let played = self.series.play_with(seed, choices, &bots, control.stop, &mut ())?;
            Some(played.outcome.winners)
        };
        plays_in_order(AGAIN, 0..deals, control, work, |number, won| {
            winners.push(won);
            (control.progress)(number + 1, deals);
            ControlFlow::Continue(())
        });
        (winners.len() as u64 == deals).then_some(winners)
    }

    /// Four times the search against the search, on one side.
    fn skill(&self, control: &Control<'_>) -> Option<Skill> {
        let search = |sims: u32| {
            Spec::Ismcts(Settings { budget: Budget::Simulations(sims), ..Settings::default() })
        };
        let weaker = self.inquiry.sims;
        let meeting = Meeting {
            run: SKILL.to_owned(),
            series: &self.series,
            bot: search(4 * weaker).into(),
            against: search(weaker).into(),
            seed: self.inquiry.seed,
        };
        let sides = self.series.sides.len() as u64;
        let seen = meeting.play_all((self.inquiry.games / 4).max(sides), control)?;
        let (stronger, games) = (4 * weaker, seen.count() * sides);
        Some(Skill { weaker, stronger, games, share: seen.share(sides) })
    }

    /// Denies kinds of action to one side at a time: those of the first degree, and those of the
    /// second that seem to matter most.
    fn deny(&self, kinds: BTreeMap<String, Kind>, control: &Control<'_>) -> Option<Vec<Kind>> {
        let mut kinds: Vec<Kind> = kinds.into_values().collect();
        kinds.sort_by(|one, other| other.weight().abs().total_cmp(&one.weight().abs()));
        let enough = |kind: &Kind| kind.uses.offered >= OFFERS && kind.uses.taken > 0;
        let details = kinds.iter().filter(|kind| kind.is_detail() && enough(kind));
        let details: Vec<String> =
            details.take(self.inquiry.denied).map(|kind| kind.name.clone()).collect();
        for kind in &mut kinds {
            if enough(kind) && (!kind.is_detail() || details.contains(&kind.name)) {
                kind.denied = Some(self.denied(&kind.name, control)?);
            }
        }
        judge(&mut kinds);
        Some(kinds)
    }

    fn denied(&self, kind: &str, control: &Control<'_>) -> Option<Denied> {
        let sides = &self.series.sides;
        let each = sides.len() as u64;
        let by_side: Vec<MatchRunner<G>> = sides
            .iter()
            .map(|side| self.series.restricted(avoiding(*side, kind)))
            .collect::<Option<_>>()?;
        let bots = vec![self.spec; self.series.seats.into()];
        let games = (self.inquiry.games / 4).div_ceil(each) * each;
        let run = format!("{DENIED}{kind}");
        let (mut seen, mut deal, mut played) = (Sample::default(), 0.0, 0);
        let work = |number: u64| {
            let side = (number % each) as usize;
            let seed = spread(self.inquiry.seed, number / each);
            let played = by_side[side].play(seed, &bots, control.stop, &mut ())?;
            Some(portion(played.outcome, sides[side], sides))
        };
        plays_in_order(&run, 0..games, control, work, |number, portion| {
            deal += portion;
            played = number + 1;
            if played.is_multiple_of(each) {
                seen.add(std::mem::take(&mut deal) / each as f64);
            }
            (control.progress)(played, games);
            ControlFlow::Continue(())
        });
        let fair = 1.0 / each as f64;
        (played == games).then(|| Denied {
            won: seen.share(each),
            p_value: seen.p_value(each, fair),
            shown: false,
        })
    }
}

/// These seats never take an action of this [kind](kinds).
fn avoiding(seats: SeatSet, kind: &str) -> Restriction {
    let kind = kind.to_owned();
    Restriction::new(seats, move |notation| kinds(notation).contains(&kind))
}

/// Says of each kind that was denied whether that shows something, in view of how many were.
fn judge(kinds: &mut [Kind]) {
    let denied: Vec<&mut Denied> =
        kinds.iter_mut().filter_map(|kind| kind.denied.as_mut()).collect();
    let p_values: Vec<f64> = denied.iter().map(|denied| denied.p_value).collect();
    for (denied, shown) in denied.into_iter().zip(holm(&p_values)) {
        denied.shown = shown;
    }
}

/// Data of a game besides its drama.
#[derive(Serialize, Deserialize)]
struct Brief {
    first: Seat,
    winners: SeatSet,
    /// Its place in the game's list.
    reason: usize,
    margin: i32,
    turns: u64,
    decisions: u64,
}

fn portion_of_seat(winners: SeatSet, seat: usize) -> f64 {
    let won = winners.contains(zashiki_core::Seat(seat as u8));
    if won { 1.0 / f64::from(winners.len()) } else { 0.0 }
}

impl Told {
    fn add(&mut self, story: GameDrama, portion: impl Fn(usize) -> f64) {
        for (at, choices) in story.choices.iter().enumerate() {
            let choices = f64::from(*choices);
            self.branching.add(choices);
            self.free.add(f64::from(u8::from(choices > 1.0)));
            if choices > 1.0 {
                self.deciding.add(choices);
            }
            self.choices[at * MOMENTS / story.choices.len()].add(choices);
        }
        self.lead_changes.add(story.lead_changes);
        story.drama.into_iter().for_each(|drama| self.drama.add(drama));
        if let Some(decided) = story.decided {
            self.decided.push(decided);
            self.decisiveness.add(decided);
        }
        story.comeback.into_iter().for_each(|was| self.comebacks.add(f64::from(u8::from(was))));
        for ((own, other), samples) in story.course.into_iter().flatten().zip(&mut self.course) {
            samples.0.add(own);
            samples.1.add(other);
        }
        for (name, uses) in story.uses {
            let kind = self.kinds.entry(name).or_insert_with_key(|name| Kind {
                name: name.clone(),
                uses: Use::default(),
                with: Sample::default(),
                without: Sample::default(),
                denied: None,
            });
            for (seat, used) in uses.iter().enumerate().filter(|(_, used)| used.offered > 0) {
                kind.uses.offered += used.offered;
                kind.uses.taken += used.taken;
                let sample = if used.taken > 0 { &mut kind.with } else { &mut kind.without };
                sample.add(portion(seat));
            }
        }
    }
}

fn luck(once: &[SeatSet], again: &[SeatSet]) -> Luck {
    let deals = once.len() as u64;
    let same = once.iter().zip(again).filter(|(one, other)| one == other).count() as u64;
    let all: Vec<SeatSet> = once.iter().chain(again).copied().collect();
    // Share of pairs of games of any deals with the same winners.
    let mut shares: Vec<(SeatSet, f64)> = Vec::new();
    for winners in &all {
        match shares.iter_mut().find(|(known, _)| known == winners) {
            Some((_, count)) => *count += 1.0,
            None => shares.push((*winners, 1.0)),
        }
    }
    let by_chance: f64 = shares.iter().map(|(_, count)| (count / all.len() as f64).powi(2)).sum();
    let observed = same as f64 / deals as f64;
    let beyond = if by_chance < 1.0 { (observed - by_chance) / (1.0 - by_chance) } else { 0.0 };
    Luck { deals, again: Share::of(same, deals), kappa: beyond }
}

#[cfg(test)]
mod tests {
    use bots::Stop;
    #[cfg(feature = "charts")]
    use zashiki_core::Lang;
    use zashiki_core::Seat;

    use zashiki_core::GameStateExt as _;

    use super::*;
    use crate::match_runner::Watch;

    fn found(denied: usize) -> BalanceReport {
        let stop = Stop::default();
        let control =
            Control { threads: Some(1), stop: &stop, progress: &|_, _| {}, work: WorkMode::Local };
        let inquiry = BalanceConfig {
            game: "kokyu".to_owned(),
            seats: 2,
            options: Value::Null,
            components: None,
            bot: "random".to_owned(),
            games: 16,
            sims: 1,
            denied,
            seed: 3,
        };
        balance::<kokyu::Kokyu>(&inquiry, &control).unwrap().unwrap()
    }

    #[test]
    fn as_many_kinds_are_denied_as_are_asked_for() {
        let denied = |most: usize| -> Vec<String> {
            let kinds = found(most).kinds.into_iter();
            let denied = kinds.filter(|kind| kind.is_detail() && kind.denied.is_some());
            denied.map(|kind| kind.name).collect()
        };
        assert!(denied(0).is_empty());
        assert_eq!(denied(6).len(), 6);
        // Kinds 1 to 9 occur in every game; the others are too rare to be informative.
        let mut all = denied(1000);
        all.sort();
        assert_eq!(all, (1..=9).map(|card| format!("place {card}")).collect::<Vec<_>>());
    }

    #[test]
    #[cfg(feature = "charts")]
    fn the_page_leaves_no_kind_out() {
        let mut found = found(0);
        let kind = |number: u64| Kind {
            name: format!("place x{number}"),
            uses: Use { offered: OFFERS + number, taken: 0 },
            with: Sample::default(),
            without: Sample::default(),
            denied: None,
        };
        // More than there is room for in a short list or table.
        found.kinds.extend((0..100).map(kind));
        assert!(found.kinds.iter().filter(|kind| kind.uses.offered > 0).count() > 110);
        for page in [found.page(Lang::Ja), found.page(Lang::En)] {
            for kind in found.kinds.iter().filter(|kind| kind.uses.offered > 0) {
                let row = format!("<td><code>{}</code></td>", kind.name.replace('>', "&gt;"));
                assert!(page.contains(&row), "{row}");
            }
            for dead in found.kinds.iter().filter(|kind| kind.is_dead()) {
                let named = format!("<code class=\"mark\">{}</code>", dead.name);
                assert!(page.contains(&named), "{named}");
            }
        }
    }

    #[test]
    #[cfg(feature = "charts")]
    fn what_one_interval_says_may_be_an_accident_among_many() {
        let mut found = found(1000);
        let shown = |found: &BalanceReport| -> Vec<String> {
            let kinds = found
                .kinds
                .iter()
                .filter(|kind| kind.denied.as_ref().is_some_and(|denied| denied.shown));
            kinds.map(|kind| kind.name.clone()).collect()
        };
        let narrow = |p_value: f64| Denied { won: Share::of(40, 100), p_value, shown: false };
        for kind in &mut found.kinds {
            kind.denied = kind.is_detail().then(|| narrow(0.02));
        }
        judge(&mut found.kinds);
        assert_eq!(shown(&found), [""; 0]);
        let page = found.page(Lang::En);
        assert!(page.contains("Missed when denied</strong>: none"));
        assert!(page.contains("40.0 % (30.9–49.8)"), "the table has plain intervals");
        // Alone it would be shown.
        for kind in &mut found.kinds {
            kind.denied = (kind.name == "place 5").then(|| narrow(0.02));
        }
        judge(&mut found.kinds);
        assert_eq!(shown(&found), ["place 5"]);
        let named = "Missed when denied</strong>: <code class=\"mark\">place 5</code>";
        assert!(found.page(Lang::En).contains(named));
    }

    #[test]
    fn luck_is_what_the_deal_gives_beyond_chance() {
        let of =
            |seats: &[u8]| seats.iter().map(|seat| SeatSet::one(Seat(*seat))).collect::<Vec<_>>();
        assert_eq!(luck(&of(&[0, 1, 0, 1]), &of(&[0, 1, 0, 1])).kappa, 1.0);
        assert!(luck(&of(&[0, 1, 0, 1]), &of(&[0, 0, 1, 1])).kappa.abs() < 1e-9);
        // Always the same seat: nothing is due to the deal.
        assert_eq!(luck(&of(&[1, 1]), &of(&[1, 1])).kappa, 0.0);
    }

    const KIND: &str = "place 7";

    /// True if anybody did it, by seat, where they could do something else.
    #[derive(Default)]
    struct Did([bool; 2]);

    impl<G: Game> Watch<G> for Did {
        fn deciding(&mut self, game: &G, seat: Seat, action: G::Action) {
            let of_kind =
                |action: &G::Action| kinds(&action.to_string()).contains(&KIND.to_owned());
            let all = game.legal(seat);
            self.0[seat.index()] |= of_kind(&action) && !all.iter().all(of_kind);
        }
    }

    #[test]
    fn who_avoids_a_kind_does_something_else_and_the_others_as_before() {
        let plain = MatchRunner::<kokyu::Kokyu>::new(2, &Value::Null, None).unwrap();
        let series = plain.restricted(avoiding(SeatSet::one(Seat(1)), KIND)).unwrap();
        let mut did = Did::default();
        for spec in ["greedy:worlds=1", "ismcts:sims=10", "random"] {
            let bots = [Spec::parse(spec).unwrap(); 2];
            series.play(7, &bots, &Stop::default(), &mut did).unwrap();
        }
        assert_eq!(did.0, [true, false]);
    }
}
