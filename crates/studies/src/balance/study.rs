//! The execution of a balance study.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use bots::Spec;
use zashiki_core::{Game, InputError, Restriction, SeatSet};

use super::config::BalanceConfig;
use super::course::{BotTally, Courses};
use super::kind::{Denied, Kind, judge};
use super::report::{BalanceReport, Skill};
use crate::ladder::{Meeting, portion, search_of};
use crate::match_runner::{MatchRunner, spread};
use crate::measures::kinds::kinds;
use crate::measures::{GameFacts, Luck, OFFERS, Population, Twice, middle, play_game};
use crate::simulate::Tally;
use crate::stats::Sample;
use crate::work::{Control, WorkMode, games_in_order};

/// Runs the study. `None` if it was stopped.
pub(crate) fn balance<G: Game>(
    plan: &BalanceConfig,
    control: &Control<'_>,
) -> Result<Option<BalanceReport>, InputError> {
    Study::<G>::new(plan)?.run(control)
}

/// Names of the runs (series of games) of a study. The name of a run in which a kind of action is denied is
/// `DENIED` and the kind.
const COURSES: &str = "told";
const AGAIN: &str = "again";
const SKILL: &str = "skill";
const DENIED: &str = "denied ";

struct Study<'a, G: Game> {
    plan: &'a BalanceConfig,
    runner: MatchRunner<G>,
    population: Population<G>,
    /// The bot in the middle of the population, with its name.
    middle: (String, Spec),
}

impl<'a, G: Game> Study<'a, G> {
    fn new(plan: &'a BalanceConfig) -> Result<Study<'a, G>, InputError> {
        let runner = MatchRunner::new(plan.seats, &plan.options, plan.components.as_deref())?;
        let population = Population::parse(&plan.population, G::info())?;
        let middle = middle(&plan.population, G::info())?;
        if plan.games < 8 {
            let games = plan.games;
            return Err(InputError::new(
                format!("{games}局では何も言えません。8局以上にしてください。"),
                format!("{games} games are too few for a report; request at least 8."),
            ));
        }
        if !(1..=1_000_000).contains(&plan.sims) {
            let sims = plan.sims;
            return Err(InputError::new(
                format!("探索の回数(sims)は1から1000000までです({sims}ではなく)。"),
                format!("The number of simulations must be 1 to 1000000, not {sims}."),
            ));
        }
        Ok(Study { plan, runner, population, middle })
    }

    fn run(self, control: &Control<'_>) -> Result<Option<BalanceReport>, InputError> {
        if let WorkMode::Part(part) = control.work {
            self.play_part(part.run(), control);
            return Ok(None);
        }
        let Some(courses) = self.play_games(control) else { return Ok(None) };
        let Some(again) = self.again(control) else { return Ok(None) };
        let twice: Twice = courses.winners.iter().copied().zip(again).collect();
        let luck = Luck::of(&twice);
        let Some(skill) = self.skill(control) else { return Ok(None) };
        let Some(kinds) = self.deny(courses.kinds, control) else { return Ok(None) };
        let Tally { by_seat, by_order, shared, draws, end_reasons, lengths, turns, .. } =
            courses.tally;
        Ok(Some(BalanceReport {
            plan: self.plan.clone(),
            info: G::info(),
            own_components: G::assets().components(),
            population: self.population.names(),
            middle: self.middle.0,
            seats: self.runner.seats,
            options: self.runner.options,
            sides: self.runner.sides.len(),
            by_seat: by_seat.won(1),
            by_order: by_order.won(1),
            shared,
            draws,
            end_reasons,
            lengths,
            turns,
            minutes: courses.minutes,
            measures: courses.measures.measures(),
            bots: courses.bots.into_iter().map(BotTally::measures).collect(),
            components: courses.components.measures(),
            choices: courses.choices.iter().map(Sample::mean).collect(),
            margins: courses.margins,
            decided: courses.decided,
            course: courses.course.iter().map(|(own, other)| (own.mean(), other.mean())).collect(),
            luck,
            skill,
            kinds,
            people: None,
        }))
    }

    /// Plays the games whose course is recorded, and collects their statistics. `None` if it was stopped.
    fn play_games(&self, control: &Control<'_>) -> Option<Courses> {
        let (seats, games) = (self.runner.seats, self.plan.games);
        let (sides, names) = (&self.runner.sides, self.population.names());
        let mut courses = Courses::new(seats, G::info(), sides, names, self.plan.time_model);
        let work = |number: u64| {
            let seed = spread(self.plan.seed, number);
            let players = self.population.table(number, seed, seats);
            play_game(&self.runner, &players, seed, seed, control.stop)
        };
        games_in_order(COURSES, 0..games, control, work, |number, facts: GameFacts| {
            let bots = self.population.seated(number, spread(self.plan.seed, number), seats);
            let Some(reason) = facts.reason::<G>() else { return ControlFlow::Break(()) };
            courses.add(number, facts, &bots, reason);
            (control.progress)(number + 1, games);
            ControlFlow::Continue(())
        });
        (courses.tally.games == games).then_some(courses)
    }

    /// Plays the requested part of a run for another process. Does nothing if there is no run of this name.
    fn play_part(&self, run: &str, control: &Control<'_>) {
        match (run, run.strip_prefix(DENIED)) {
            (COURSES, _) => drop(self.play_games(control)),
            (AGAIN, _) => drop(self.again(control)),
            (SKILL, _) => drop(self.skill(control)),
            (_, Some(kind)) => drop(self.denied(kind, control)),
            (_, None) => {}
        }
    }

    /// Plays half of the deals again, with other seeds of the bots; returns the winners. `None` if it was
    /// stopped.
    fn again(&self, control: &Control<'_>) -> Option<Vec<SeatSet>> {
        let deals = self.plan.games / 2;
        let mut winners = Vec::new();
        let work = |number: u64| {
            let seed = spread(self.plan.seed, number);
            let choices = spread(seed, u64::MAX);
            let bots = self.population.table(number, seed, self.runner.seats);
            let played = self.runner.play_with(seed, choices, &bots, control.stop, &mut ())?;
            Some(played.outcome.winners)
        };
        games_in_order(AGAIN, 0..deals, control, work, |number, won| {
            winners.push(won);
            (control.progress)(number + 1, deals);
            ControlFlow::Continue(())
        });
        (winners.len() as u64 == deals).then_some(winners)
    }

    /// Plays games of a search on one side against a search with a quarter of its simulations on the other
    /// sides.
    fn skill(&self, control: &Control<'_>) -> Option<Skill> {
        let weaker = self.plan.sims;
        let meeting = Meeting {
            run: SKILL.to_owned(),
            runner: &self.runner,
            bot: search_of(4 * weaker).into(),
            against: search_of(weaker).into(),
            seed: self.plan.seed,
        };
        let sides = self.runner.sides.len() as u64;
        let sample = meeting.play_all((self.plan.games / 4).max(sides), control)?;
        let (stronger, games) = (4 * weaker, sample.count() * sides);
        Some(Skill { weaker, stronger, games, share: sample.share(sides) })
    }

    /// Plays games in which one side is denied a kind of action, for all broad kinds and for the detailed
    /// kinds with the strongest correlation with the result. Returns all kinds, with the effects.
    fn deny(&self, kinds: BTreeMap<String, Kind>, control: &Control<'_>) -> Option<Vec<Kind>> {
        let mut kinds: Vec<Kind> = kinds.into_values().collect();
        kinds.sort_by(|one, other| other.weight().abs().total_cmp(&one.weight().abs()));
        let enough = |kind: &Kind| kind.uses.offered >= OFFERS && kind.uses.taken > 0;
        let details = kinds.iter().filter(|kind| kind.is_detail() && enough(kind));
        let details: Vec<String> =
            details.take(self.plan.denied).map(|kind| kind.name.clone()).collect();
        for kind in &mut kinds {
            if enough(kind) && (!kind.is_detail() || details.contains(&kind.name)) {
                kind.denied = Some(self.denied(&kind.name, control)?);
            }
        }
        judge(&mut kinds);
        Some(kinds)
    }

    fn denied(&self, kind: &str, control: &Control<'_>) -> Option<Denied> {
        let sides = &self.runner.sides;
        let each = sides.len() as u64;
        let by_side: Vec<MatchRunner<G>> = sides
            .iter()
            .map(|side| self.runner.restricted(avoiding(*side, kind)))
            .collect::<Option<_>>()?;
        let bots = vec![self.middle.1; self.runner.seats.into()];
        let games = (self.plan.games / 4).div_ceil(each) * each;
        let run = format!("{DENIED}{kind}");
        let (mut sample, mut deal, mut played) = (Sample::default(), 0.0, 0);
        let work = |number: u64| {
            let side = (number % each) as usize;
            let seed = spread(self.plan.seed, number / each);
            let played = by_side[side].play(seed, &bots, control.stop, &mut ())?;
            Some(portion(played.outcome, sides[side], sides))
        };
        games_in_order(&run, 0..games, control, work, |number, portion| {
            deal += portion;
            played = number + 1;
            if played.is_multiple_of(each) {
                sample.add(std::mem::take(&mut deal) / each as f64);
            }
            (control.progress)(played, games);
            ControlFlow::Continue(())
        });
        let fair = 1.0 / each as f64;
        (played == games).then(|| Denied {
            won: sample.share(each),
            p_value: sample.p_value(each, fair),
            shown: false,
        })
    }
}

/// A restriction of these seats' choices: they never take an action of this [kind](kinds) while they have
/// another choice.
fn avoiding(seats: SeatSet, kind: &str) -> Restriction {
    let kind = kind.to_owned();
    Restriction::new(seats, move |notation| kinds(notation).contains(&kind))
}

#[cfg(test)]
mod tests {
    use bots::Stop;
    use serde_json::Value;
    #[cfg(feature = "charts")]
    use zashiki_core::Lang;
    use zashiki_core::{GameStateExt as _, Seat};

    use super::*;
    #[cfg(feature = "charts")]
    use crate::balance::report::Origin;
    use crate::match_runner::Watch;
    use crate::measures::TimeModel;
    #[cfg(feature = "charts")]
    use crate::measures::kinds::Use;
    #[cfg(feature = "charts")]
    use crate::stats::Share;

    fn report(denied: usize) -> BalanceReport {
        let stop = Stop::default();
        let control =
            Control { threads: Some(1), stop: &stop, progress: &|_, _| {}, work: WorkMode::Local };
        let plan = BalanceConfig {
            game: "kokyu".to_owned(),
            seats: 2,
            options: Value::Null,
            components: None,
            population: "random".to_owned(),
            games: 16,
            sims: 1,
            denied,
            seed: 3,
            time_model: TimeModel::default(),
        };
        balance::<kokyu::Kokyu>(&plan, &control).unwrap().unwrap()
    }

    #[test]
    fn the_requested_number_of_kinds_is_denied() {
        let denied = |most: usize| -> Vec<String> {
            let kinds = report(most).kinds.into_iter();
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
    fn the_page_lists_every_kind() {
        let mut report = report(0);
        let kind = |number: u64| Kind {
            name: format!("place x{number}"),
            uses: Use { offered: OFFERS + number, taken: 0 },
            with: Sample::default(),
            without: Sample::default(),
            denied: None,
        };
        // More than fit into a short list or table.
        report.kinds.extend((0..100).map(kind));
        assert!(report.kinds.iter().filter(|kind| kind.uses.offered > 0).count() > 110);
        for lang in [Lang::Ja, Lang::En] {
            let page = report.page(lang, &Origin::default());
            for kind in report.kinds.iter().filter(|kind| kind.uses.offered > 0) {
                let row = format!("<td><code>{}</code></td>", kind.name.replace('>', "&gt;"));
                assert!(page.contains(&row), "{row}");
            }
            for dead in report.kinds.iter().filter(|kind| kind.uses.is_dead()) {
                let named = format!("<code class=\"mark\">{}</code>", dead.name);
                assert!(page.contains(&named), "{named}");
            }
        }
    }

    #[test]
    #[cfg(feature = "charts")]
    fn significance_is_corrected_for_the_number_of_kinds() {
        let mut report = report(1000);
        let shown = |report: &BalanceReport| -> Vec<String> {
            let kinds = report
                .kinds
                .iter()
                .filter(|kind| kind.denied.as_ref().is_some_and(|denied| denied.shown));
            kinds.map(|kind| kind.name.clone()).collect()
        };
        let narrow = |p_value: f64| Denied { won: Share::of(40, 100), p_value, shown: false };
        for kind in &mut report.kinds {
            kind.denied = kind.is_detail().then(|| narrow(0.02));
        }
        judge(&mut report.kinds);
        assert_eq!(shown(&report), [""; 0]);
        let page = report.page(Lang::En, &Origin::default());
        assert!(page.contains("Missed when denied</strong>: none"));
        assert!(page.contains("40.0 % (30.9–49.8)"), "the table has plain intervals");
        // As the only denied kind it is significant.
        for kind in &mut report.kinds {
            kind.denied = (kind.name == "place 5").then(|| narrow(0.02));
        }
        judge(&mut report.kinds);
        assert_eq!(shown(&report), ["place 5"]);
        let named = "Missed when denied</strong>: <code class=\"mark\">place 5</code>";
        assert!(report.page(Lang::En, &Origin::default()).contains(named));
    }

    const KIND: &str = "place 7";

    /// For each seat, true if it took an action of the kind although it had another choice.
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
    fn a_restricted_seat_avoids_the_kind_and_the_others_do_not() {
        let plain = MatchRunner::<kokyu::Kokyu>::new(2, &Value::Null, None).unwrap();
        let runner = plain.restricted(avoiding(SeatSet::one(Seat(1)), KIND)).unwrap();
        let mut did = Did::default();
        for spec in ["greedy:worlds=1", "ismcts:sims=10", "random"] {
            let bots = [Spec::parse(spec).unwrap(); 2];
            runner.play(7, &bots, &Stop::default(), &mut did).unwrap();
        }
        assert_eq!(did.0, [true, false]);
    }
}
