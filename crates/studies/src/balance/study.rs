//! The run of a balance study.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use bots::{Budget, Settings, Spec};
use serde::{Deserialize, Serialize};
use zashiki_core::{EndReason, Game, InputError, Restriction, Seat, SeatSet};

use super::config::BalanceConfig;
use super::course::Courses;
use super::drama::{GameDrama, Notes};
use super::kind::{Denied, Kind, OFFERS, judge};
use super::kinds::kinds;
use super::report::{BalanceReport, Luck, Skill};
use crate::ladder::{Meeting, portion};
use crate::match_runner::{MatchRunner, Played, margin, spread};
use crate::simulate::Tally;
use crate::stats::Sample;
use crate::work::{Control, WorkMode, plays_in_order};

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

impl<'a, G: Game> Study<'a, G> {
    fn new(inquiry: &'a BalanceConfig) -> Result<Study<'a, G>, InputError> {
        let series =
            MatchRunner::new(inquiry.seats, &inquiry.options, inquiry.components.as_deref())?;
        let spec = Spec::parse_for(&inquiry.bot, G::info())?;
        if inquiry.games < 8 {
            let games = inquiry.games;
            return Err(InputError::new(
                format!("{games}局では何も言えません。8局以上にしてください。"),
                format!("{games} games are too few for a report; request at least 8."),
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
        let luck = Luck::of(&told.winners[..again.len()], &again);
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
    fn play_games(&self, control: &Control<'_>) -> Option<Courses> {
        let (seats, games) = (self.series.seats, self.inquiry.games);
        let mut told = Courses::new(seats, G::info().end_reasons);
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
            told.add(story, winners);
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

#[cfg(test)]
mod tests {
    use bots::Stop;
    use serde_json::Value;
    use zashiki_core::GameStateExt as _;
    #[cfg(feature = "charts")]
    use zashiki_core::Lang;

    use super::*;
    #[cfg(feature = "charts")]
    use crate::balance::kinds::Use;
    use crate::match_runner::Watch;
    #[cfg(feature = "charts")]
    use crate::stats::Share;

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
