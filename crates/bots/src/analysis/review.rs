//! Review of a game: the chances of winning, each decision's loss of chances, and the influence of luck.
//!
//! Every decision is evaluated only by the [`InfoState`] that its seat had at that step.
//! `docs/reference/review.md` defines the quantities.

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{
    Event as _, GameConfig as _, GameStateExt as _, InfoState, InputError, LegalAction, Level,
    LocalizedText, Match, SearchHints, Seat, SeatSet, Termination, Viewer, text,
};

use super::action_values::ActionValue;
use super::pooled::{Estimate, pool};
use super::scored::{Advised, MIN_LOSS, SEED, ScoredDecision, percentage_points, points, quoted};
use super::win_probability::{Chances, Scale};
use crate::catalog::suiting;
use crate::search::budget::Clock;
use crate::spec::Spec;

/// The review of a game.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "bots.ts")]
pub struct Review {
    /// The game's id.
    pub game: &'static str,
    /// The sides: seats that win together.
    pub sides: Vec<SeatSet>,
    /// The spec of the bot that reviewed the game, with its budget for each decision.
    pub bot: String,
    /// True if the chances use the measured difference between the levels of the bots that played; false if
    /// they assume players of equal strength.
    pub levels_differ: bool,
    /// The decisions between at least two choices, in order. A chart of the chances of winning has two points
    /// for each decision: [`before`](MoveReview::before) and [`after`](MoveReview::after).
    pub decisions: Vec<MoveReview>,
    /// The final chances of all seats, from the result of the game; `null` for an unfinished or aborted game.
    pub result: Option<Chances>,
    /// The largest changes of the seats' chances of winning, in the order of their steps.
    pub turning_points: Vec<TurningPoint>,
    /// For each seat, the sources of the change of its chance of winning.
    pub accounts: Vec<ChanceLedger>,
}

impl Review {
    /// The decisions that lost a large part of their seat's chance, the largest loss first.
    pub fn large_errors(&self) -> Vec<&MoveReview> {
        let large = |decision: &&MoveReview| decision.given_away() >= LARGE_ERROR;
        let mut errors: Vec<&MoveReview> = self.decisions.iter().filter(large).collect();
        errors.sort_by_key(|decision| (-decision.given_away(), decision.step));
        errors
    }
}

/// The review of one decision: the chances of winning before and after it, and a better action.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "bots.ts")]
pub struct MoveReview {
    /// The number of the step, from 1.
    #[ts(type = "number")]
    pub step: usize,
    /// The seat that decided.
    pub seat: Seat,
    /// The action taken.
    pub taken: LegalAction,
    /// The chances of all seats before the decision, if the seat chooses the best action as far as it can
    /// know.
    pub before: Chances,
    /// The chances of all seats after the action, as far as the seat can know.
    pub after: Chances,
    /// A better action, as far as the seat could know; `null` if there was none.
    pub better: Option<Advised>,
    /// The drawback of the action taken, if there was a better one: that a rival can win at once, or the next
    /// decision that the search expects; `null` if nothing is known.
    pub drawback: Option<LocalizedText>,
}

impl MoveReview {
    /// The loss of the seat's own chance of winning through the decision, in thousandths; 0 or more.
    pub fn given_away(&self) -> i32 {
        self.before.of(self.seat) - self.after.of(self.seat)
    }
}

/// A large change of a seat's chance of winning.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "bots.ts")]
pub struct TurningPoint {
    /// The number of the step, from 1.
    #[ts(type = "number")]
    pub step: usize,
    /// The seat whose chance of winning changed most.
    pub seat: Seat,
    /// The change of that chance, in thousandths; negative for a loss.
    pub change: i32,
    /// True if a random draw or a revealed secret caused the change; false if the seat's decision did.
    pub luck: bool,
    /// A description of the cause and the change.
    pub text: LocalizedText,
}

/// The value of one seat's decisions, and the sources of the change of its chance of winning over the game.
/// Chances and changes are in thousandths: `start` plus `own`, `others`, `luck` and `rest` is `end`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "bots.ts")]
pub struct ChanceLedger {
    /// The seat whose chance is explained.
    pub seat: Seat,
    /// The accuracy of the seat's decisions, in thousandths; 1000 if nothing was lost by any of them. `null`
    /// without decisions.
    pub accuracy: Option<i32>,
    /// The mean loss of the seat's own chance for each of its decisions.
    pub mean_loss: i32,
    /// Number of the seat's decisions that lost a large part of its chance.
    pub large_errors: usize,
    /// The chance before the first decision.
    pub start: i32,
    /// The final chance: by the result, or, if the game did not end by its own rules, after the last
    /// decision.
    pub end: i32,
    /// Change of the chance through the decisions of all seats: `own` plus `others`.
    pub decided: i32,
    /// Change of the chance through the seat's own decisions: a sum over the whole game, which others'
    /// decisions give back.
    pub own: i32,
    /// Change of the chance through the decisions of the other seats.
    pub others: i32,
    /// Change of the chance through random draws and revealed secrets.
    pub luck: i32,
    /// Change of the chance that is not explained: nothing was drawn or revealed, and the estimates do not
    /// differ by more than their sampling error.
    pub rest: i32,
    /// The standard error of the division between decisions and luck.
    pub error: i32,
    /// Number of the seat's decisions between at least two choices.
    pub decisions: usize,
    /// Number of the seat's decisions in which another action was better, as far as the seat could know.
    pub bettered: usize,
}

/// Minimum difference between two action values that counts as a difference, in standard errors.
const CLEARLY: f64 = 2.0;
/// Minimum change of a chance that makes a turning point, in thousandths.
const MIN_TURN: i32 = 80;
/// Minimum loss of chance that is a large error, in thousandths.
const LARGE_ERROR: i32 = 100;
/// Maximum number of turning points in a review.
const MAX_TURNS: usize = 6;

/// The spec of the default bot for reviews: the one that the game names, or else one whose budget allows the
/// review of a game within seconds.
pub fn reviewer_for<G: SearchHints>() -> &'static str {
    let suiting = || suiting(G::info(), ["alphabeta:nodes=4000", "ismcts:sims=200"]);
    G::assets().levels().reviewer().unwrap_or_else(suiting)
}

/// Reviews a game with this bot. `levels` are those of the bots that played, by seat, `None` for other
/// players. `progress` is called with the number of reviewed steps and the number of all steps.
///
/// # Errors
/// Returns an error if the bot is unknown or cannot compare choices.
pub fn review<G: SearchHints>(
    match_: &Match<G>,
    bot: &str,
    levels: &[Option<Level>],
    clock: Clock,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Review, InputError> {
    let spec = Spec::parse_for(bot, G::info())?.with_seats::<G>(match_.state().seats())?;
    // Reports an unsuitable bot before the first decision, and for a game without decisions too.
    spec.adviser::<G>(SEED, clock)?;
    let scale = Scale::of::<G>(match_.state().config().sides()).between::<G>(levels);
    let taken = match_.played();
    let (mut decisions, mut estimates) = (Vec::new(), Vec::new());
    for (place, step) in taken.iter().enumerate() {
        progress(place, taken.len());
        if step.before.legal(step.seat).len() < 2 {
            continue;
        }
        // A new bot for each decision: a review does not depend on earlier decisions.
        let mut adviser = spec.adviser::<G>(SEED, clock)?;
        let info_state = InfoState::new(&step.before, step.seat);
        let scored = ScoredDecision::new(&mut *adviser, &info_state, Some(step.action), levels);
        if let Some((decision, estimate)) =
            review_decision(&scored, &info_state, place + 1, step.action)
        {
            decisions.push(decision);
            estimates.push(estimate);
        }
    }
    progress(taken.len(), taken.len());
    if !G::info().private_information {
        pool_estimates(match_, &scale, &mut decisions, &mut estimates);
    }
    let errors: Vec<f64> = estimates.iter().map(|estimate| 1000.0 * estimate.error).collect();
    // An aborted game has no result.
    let outcome = match_.outcome().filter(|_| match_.termination() != Some(Termination::Abandoned));
    let result = outcome.map(|outcome| scale.result(outcome));
    // Resignation and loss on time are neither luck nor a decision of the game.
    let ended = if match_.termination().is_some() { None } else { result.clone() };
    let changes = changes(match_, &decisions, ended.as_ref());
    Ok(Review {
        game: G::info().id,
        sides: scale.sides().to_vec(),
        bot: bot.to_owned(),
        levels_differ: scale.levels_differ(),
        turning_points: turning_points(&decisions, &changes),
        accounts: Course {
            private: G::info().private_information,
            decisions: &decisions,
            errors: &errors,
            changes: &changes,
            ended: ended.as_ref(),
        }
        .ledgers(match_.state().seats()),
        decisions,
        result,
    })
}

/// The review of one decision, and its chances before they are rounded; `None` if the bot has no value for the
/// action.
fn review_decision<G: SearchHints>(
    scored: &ScoredDecision<G>,
    info_state: &InfoState<G>,
    step: usize,
    action: G::Action,
) -> Option<(MoveReview, Estimate)> {
    let place = scored.weighed.iter().position(|weighed| weighed.action == action)?;
    let (best, taken) = (&scored.weighed[0], &scored.weighed[place]);
    let (reached, after) = (scored.chances(best), scored.chances(taken));
    let given_away = reached.of(info_state.seat()) - after.of(info_state.seat());
    let better = given_away >= MIN_LOSS && clearly_better(best, taken, info_state.seat());
    let review = MoveReview {
        step,
        seat: info_state.seat(),
        taken: scored.choice(action),
        before: if better { reached } else { after.clone() },
        after,
        better: better.then(|| scored.advised(info_state, &[0])),
        drawback: better.then(|| scored.drawback(info_state.seat(), place)).flatten(),
    };
    let chances = |weighed: &ActionValue<G::Action>| scored.scale.side_chances(&weighed.ends);
    let estimate = Estimate {
        before: chances(if better { best } else { taken }),
        after: chances(taken),
        error: scored.error(taken, info_state.seat()),
        linked: false,
    };
    Some((review, estimate))
}

/// Replaces the estimates of the same chance by their mean, in a game without private information: those
/// between which nothing was drawn or revealed.
fn pool_estimates<G: SearchHints>(
    match_: &Match<G>,
    scale: &Scale,
    decisions: &mut [MoveReview],
    estimates: &mut [Estimate],
) {
    for place in 1..decisions.len() {
        let (step, next) = (decisions[place - 1].step, decisions[place].step);
        estimates[place - 1].linked = last_shown(match_, step, next - 1).is_none();
    }
    pool(estimates, CLEARLY);
    for (decision, estimate) in decisions.iter_mut().zip(estimates) {
        decision.before = scale.rounded(&estimate.before);
        decision.after = scale.rounded(&estimate.after);
        if let Some(better) = &mut decision.better {
            better.chances = decision.before.clone();
        }
    }
}

/// Returns true if the first action is better for the seat than the other, by more than sampling error
/// explains. A proved result is better than anything else.
fn clearly_better<A>(one: &ActionValue<A>, other: &ActionValue<A>, seat: Seat) -> bool {
    if one.ends.decides(seat) != other.ends.decides(seat) {
        return true;
    }
    let difference = one.values[seat.index()] - other.values[seat.index()];
    let error = (one.error.powi(2) + other.error.powi(2)).sqrt();
    difference > 0.0 && difference > CLEARLY * error
}

/// The change of all seats' chances between a reviewed decision and the next one, or the end of the game.
struct Change {
    /// The last step at which something was drawn or revealed, and the description of that event; `None` if
    /// there was none.
    shown: Option<(usize, LocalizedText)>,
    /// The change for each seat, in thousandths.
    by: Vec<i32>,
}

/// The change after each reviewed decision; `ended` are the chances by the result, if the game has one.
fn changes<G: SearchHints>(
    match_: &Match<G>,
    decisions: &[MoveReview],
    ended: Option<&Chances>,
) -> Vec<Change> {
    let config = match_.state().config();
    let mut changes = Vec::new();
    for (place, decision) in decisions.iter().enumerate() {
        let next = decisions.get(place + 1);
        let until = next.map_or(match_.played().len(), |next| next.step - 1);
        let Some(then) = next.map(|next| &next.before).or(ended) else { break };
        let between = last_shown(match_, decision.step, until).and_then(|(step, shown)| {
            // The game is over, so hidden information can be shown.
            Some((step, shown.for_viewer(Viewer::Omniscient)?.describe(config).0))
        });
        let by = then.by_seat().iter().zip(decision.after.by_seat());
        changes.push(Change { shown: between, by: by.map(|(then, after)| then - after).collect() });
    }
    changes
}

/// The last event of the steps from `first` to `last` by which something was drawn or revealed, and its step.
fn last_shown<G: SearchHints>(
    match_: &Match<G>,
    first: usize,
    last: usize,
) -> Option<(usize, &G::Event)> {
    (first..=last).rev().find_map(|step| {
        let events = &match_.played()[step - 1].events;
        Some((step, events.iter().rfind(|event| event.reveals())?))
    })
}

fn turning_points(decisions: &[MoveReview], changes: &[Change]) -> Vec<TurningPoint> {
    let mut turns: Vec<TurningPoint> = decisions
        .iter()
        .filter_map(|decision| {
            let (seat, lost) = (decision.seat, decision.given_away());
            let better = quoted(&decision.better.as_ref()?.choice.label);
            let taken = quoted(&decision.taken.label);
            let many = percentage_points(points(lost));
            Some(TurningPoint {
                step: decision.step,
                seat,
                change: -lost,
                luck: false,
                text: text!(
                    "{seat}の{taken}で、勝つ見込みが{many}ポイント下がりました。{better}が優っていました。",
                    "{seat}⟦'s|r⟧ chance of winning falls by {many} with: {taken}. Better: {better}.",
                    seat,
                    many,
                    taken,
                    better
                ),
            })
        })
        .collect();
    turns.extend(changes.iter().filter_map(|change| {
        let (step, shown) = change.shown.clone()?;
        let (place, change) = (0..).zip(&change.by).max_by_key(|(_, by)| by.abs())?;
        let (seat, change) = (Seat(place), *change);
        let (ja, en) = if change > 0 {
            ("上がりました", "rises")
        } else {
            ("下がりました", "falls")
        };
        let many = percentage_points(points(change));
        Some(TurningPoint {
            step,
            seat,
            change,
            luck: true,
            text: text!(
                "{shown}{seat}の勝つ見込みが{many}ポイント{ja}。",
                "{shown} {seat}⟦'s|r⟧ chance of winning {en} by {many}.",
                shown,
                seat,
                many
            ),
        })
    }));
    turns.retain(|turn| turn.change.abs() >= MIN_TURN);
    turns.sort_by_key(|turn| (-turn.change.abs(), turn.step));
    turns.truncate(MAX_TURNS);
    turns.sort_by_key(|turn| (turn.step, turn.luck));
    turns
}

/// The course of a game, from which the ledgers are computed.
struct Course<'a> {
    /// True if seats have private information, so that two seats' chances at the same moment differ.
    private: bool,
    decisions: &'a [MoveReview],
    /// The standard error of the deciding seat's chance after each decision, in thousandths.
    errors: &'a [f64],
    /// The change after each decision but the last one of an unfinished game.
    changes: &'a [Change],
    ended: Option<&'a Chances>,
}

/// A moment at which a seat's chance was estimated: before and after a decision.
#[derive(Clone, Copy)]
struct Moment {
    before: i32,
    after: i32,
    error: f64,
    /// True if the decision was the seat's own.
    own: bool,
}

/// The events between two moments: the changes of a seat's chance by the others' decisions, as those
/// seats saw them, and whether something was drawn or revealed.
#[derive(Clone, Copy, Default)]
struct Between {
    others: i32,
    drawn: bool,
}

/// The parts of the change of a seat's chance.
#[derive(Clone, Copy, Default)]
struct Parts {
    own: i32,
    others: i32,
    luck: i32,
    rest: i32,
    /// The sum of the squared errors of the estimates at which the kind of the change alters: where it does
    /// not, an estimate's error cancels out.
    squares: f64,
}

impl Course<'_> {
    fn ledgers(&self, seats: u8) -> Vec<ChanceLedger> {
        if self.decisions.is_empty() {
            return Vec::new();
        }
        Seat::all(seats).map(|seat| self.ledger(seat)).collect()
    }

    fn ledger(&self, seat: Seat) -> ChanceLedger {
        let own = || self.decisions.iter().filter(move |decision| decision.seat == seat);
        let losses: Vec<i32> = own().map(MoveReview::given_away).collect();
        let count = losses.len();
        let mean = |sum: f64| if count > 0 { (sum / count as f64).round() as i32 } else { 0 };
        let start = self.decisions[0].before.of(seat);
        let end = self.ended.unwrap_or(&self.decisions[self.decisions.len() - 1].after).of(seat);
        let Parts { own: by_own, others, luck, rest, squares } = self.parts(seat, start, end);
        ChanceLedger {
            seat,
            accuracy: (count > 0).then(|| mean(losses.iter().map(|loss| accuracy(*loss)).sum())),
            mean_loss: mean(losses.iter().map(|loss| f64::from(*loss)).sum()),
            large_errors: losses.iter().filter(|loss| **loss >= LARGE_ERROR).count(),
            start,
            end,
            decided: by_own + others,
            own: by_own,
            others,
            luck,
            rest,
            error: squares.sqrt().round() as i32,
            decisions: count,
            bettered: own().filter(|decision| decision.better.is_some()).count(),
        }
    }

    /// The parts of the change of a seat's chance from `start` to `end`.
    ///
    /// The chance is followed from one moment to the next at which it was estimated with the same knowledge:
    /// if seats have private information, at the seat's own decisions; otherwise at all decisions.
    fn parts(&self, seat: Seat, start: i32, end: i32) -> Parts {
        let mut parts = Parts::default();
        let mut last = Moment { before: start, after: start, error: self.errors[0], own: false };
        let mut between = Between::default();
        let mut was_luck = None;
        for (place, decision) in self.decisions.iter().enumerate() {
            let own = decision.seat == seat;
            let (before, after) = (decision.before.of(seat), decision.after.of(seat));
            if own || !self.private {
                let moment = Moment { before, after, error: self.errors[place], own };
                self.add(&mut parts, &mut was_luck, last, between, moment);
                (last, between) = (moment, Between::default());
            } else {
                between.others += after - before;
            }
            between.drawn |= self.changes.get(place).is_some_and(|change| change.shown.is_some());
        }
        let end = Moment { before: end, after: end, error: 0.0, own: false };
        self.add(&mut parts, &mut was_luck, last, between, end);
        parts
    }

    /// Adds the change from the end of one moment to the end of the next.
    fn add(
        &self,
        parts: &mut Parts,
        was_luck: &mut Option<bool>,
        last: Moment,
        between: Between,
        next: Moment,
    ) {
        let by_next = next.after - next.before;
        *(if next.own { &mut parts.own } else { &mut parts.others }) += by_next;
        let change = next.before - last.after;
        // What the others' decisions changed as they saw them; the rest is due to what happened in between.
        let unseen = change - between.others;
        parts.others += between.others;
        let noise = CLEARLY * last.error.hypot(next.error);
        if between.drawn {
            parts.luck += unseen;
        } else if f64::from(unseen.abs()) <= noise {
            parts.rest += unseen;
        } else if last.own {
            // Nothing else happened: the later estimate tells more of the decision than the earlier one.
            parts.own += unseen;
        } else {
            parts.others += unseen;
        }
        if was_luck.is_some_and(|was| was != between.drawn) {
            parts.squares += last.error.powi(2);
        }
        *was_luck = Some(between.drawn);
    }
}

/// The accuracy of a decision that loses this much of the seat's chance (both in thousandths): an exponential
/// function of the loss, fitted by lichess to make the mean accuracy of its games readable
/// (<https://lichess.org/page/accuracy>).
fn accuracy(loss: i32) -> f64 {
    let points = f64::from(loss) / 10.0;
    (1031.668 * (-0.04354 * points).exp() - 31.669).clamp(0.0, 1000.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn accuracy_falls_with_the_loss() {
        let of = |loss| accuracy(loss).round() as i32;
        assert_eq!([of(0), of(100), of(500), of(1000)], [1000, 636, 85, 0]);
    }

    /// Decisions of two seats in turn: the chances of the first seat before and after each.
    fn course(chances: &[(u8, i32, i32)], draws: &[usize]) -> (Vec<MoveReview>, Vec<Change>) {
        let both = |chance: i32| Chances::of_two(chance);
        let decisions = chances.iter().zip(1..).map(|((seat, before, after), step)| MoveReview {
            step,
            seat: Seat(*seat),
            taken: LegalAction {
                action: String::new(),
                label: LocalizedText::fixed("", ""),
                reading: None,
            },
            before: both(*before),
            after: both(*after),
            better: None,
            drawback: None,
        });
        let change = |place| Change {
            shown: draws.contains(&place).then(|| (place, LocalizedText::fixed("", ""))),
            by: Vec::new(),
        };
        (decisions.collect(), (0..chances.len()).map(change).collect())
    }

    fn ledger(
        private: bool,
        chances: &[(u8, i32, i32)],
        draws: &[usize],
        error: f64,
    ) -> ChanceLedger {
        let (decisions, changes) = course(chances, draws);
        let errors = vec![error; decisions.len()];
        let ended = Chances::of_two(1000);
        let course = Course {
            private,
            decisions: &decisions,
            errors: &errors,
            changes: &changes,
            ended: Some(&ended),
        };
        let ledgers = course.ledgers(2);
        for it in &ledgers {
            assert_eq!(it.start + it.own + it.others + it.luck + it.rest, it.end, "{it:?}");
            assert_eq!(it.decided, it.own + it.others);
        }
        ledgers[0].clone()
    }

    #[test]
    fn without_draws_decisions_explain_everything() {
        let chances = [(0, 500, 450), (1, 480, 480), (0, 470, 470), (1, 700, 900)];
        let it = ledger(false, &chances, &[], 0.0);
        // Own: −50, and +30 and +230 seen later; others: −10, 200 and the end.
        assert_eq!((it.own, it.others, it.luck, it.rest), (210, 290, 0, 0));
        assert_eq!((it.decisions, it.mean_loss, it.large_errors), (2, 25, 0));
    }

    #[test]
    fn two_seats_that_know_different_things_do_not_swing_the_account() {
        // Each seat thinks that it is ahead, again and again; every second decision is followed by a draw.
        let swing: Vec<_> =
            (0..20).map(|at| (at % 2, if at % 2 == 0 { 600 } else { 400 })).collect();
        let chances: Vec<_> =
            swing.iter().map(|(seat, chance)| (*seat, *chance, *chance)).collect();
        let draws: Vec<usize> = (0..20).step_by(2).collect();
        let apart = ledger(false, &chances, &draws, 0.0);
        assert_eq!(apart.luck, -2000, "{apart:?}");
        let same = ledger(true, &chances, &draws, 0.0);
        assert_eq!((same.luck, same.decided), (400, 0), "{same:?}");
    }

    #[test]
    fn changes_within_the_sampling_error_are_not_explained() {
        let chances = [(0, 500, 500), (1, 510, 510), (0, 490, 490)];
        let it = ledger(false, &chances, &[2], 20.0);
        assert_eq!((it.own, it.others, it.luck, it.rest), (0, 0, 510, -10));
        assert_eq!(it.error, 20);
    }
}
