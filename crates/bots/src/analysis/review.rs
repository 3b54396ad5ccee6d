//! Review of a game: the chances of winning, each decision's loss of chances, and the influence of luck.
//!
//! Every decision is evaluated only by the [`InfoState`] that its seat had at that step.
//! `docs/reference/review.md` defines the quantities.

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{
    Event as _, GameConfig as _, GameStateExt as _, InfoState, InputError, LegalAction,
    LocalizedText, Match, SearchHints, Seat, SeatSet, Termination, Viewer, plural, text,
};

use super::action_values::ActionValue;
use super::scored::{Advised, SEED, ScoredDecision, points};
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

/// Sources of the change of one seat's chance of winning over the game, in thousandths: `start` plus `own`,
/// `others`, `luck` and `rest` is `end`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "bots.ts")]
pub struct ChanceLedger {
    /// The seat whose chance is explained.
    pub seat: Seat,
    /// The seat's chance before the first decision.
    pub start: i32,
    /// The final chance: by the result, or, if the game did not end by its own rules, after the last
    /// decision.
    pub end: i32,
    /// Change of the chance through the seat's own decisions; never positive.
    pub own: i32,
    /// Change of the chance through the decisions of the other seats.
    pub others: i32,
    /// Change of the chance through random draws and revealed secrets.
    pub luck: i32,
    /// Change of the chance between decisions without a draw or a reveal: the next seat to decide has other
    /// information, and chances are estimates.
    pub rest: i32,
    /// Number of the seat's decisions between at least two choices.
    pub decisions: usize,
    /// Number of the seat's decisions in which another action was better, as far as the seat could know.
    pub bettered: usize,
}

/// Minimum difference between two action values that counts as a difference, in standard errors.
const CLEARLY: f64 = 2.0;
/// Minimum loss of chance for which the review names a better action, in thousandths; smaller ones are
/// displayed as 0.
const MIN_LOSS: i32 = 10;
/// Minimum change of a chance that makes a turning point, in thousandths.
const MIN_TURN: i32 = 80;
/// Maximum number of turning points in a review.
const MAX_TURNS: usize = 6;

/// The spec of the default bot for reviews: the one that the game names, or else one whose budget allows the
/// review of a game within seconds.
pub fn reviewer_for<G: SearchHints>() -> &'static str {
    let suiting = || suiting(G::info(), ["alphabeta:nodes=4000", "ismcts:sims=200"]);
    G::assets().levels().reviewer().unwrap_or_else(suiting)
}

/// Reviews a game with this bot. `progress` is called with the number of reviewed steps and the number of all
/// steps.
///
/// # Errors
/// Returns an error if the bot is unknown or cannot compare choices.
pub fn review<G: SearchHints>(
    match_: &Match<G>,
    bot: &str,
    clock: Clock,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Review, InputError> {
    let spec = Spec::parse_for(bot, G::info())?.with_seats::<G>(match_.state().seats())?;
    // Reports an unsuitable bot before the first decision, and for a game without decisions too.
    spec.adviser::<G>(SEED, clock)?;
    let scale = Scale::of::<G>(match_.state().config().sides());
    let taken = match_.played();
    let mut decisions = Vec::new();
    for (place, step) in taken.iter().enumerate() {
        progress(place, taken.len());
        if step.before.legal(step.seat).len() < 2 {
            continue;
        }
        // A new bot for each decision: a review does not depend on earlier decisions.
        let mut adviser = spec.adviser::<G>(SEED, clock)?;
        let info_state = InfoState::new(&step.before, step.seat);
        let scored = ScoredDecision::new(&mut *adviser, &info_state, Some(step.action));
        decisions.extend(review_decision(&scored, &info_state, place + 1, step.action));
    }
    progress(taken.len(), taken.len());
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
        turning_points: turning_points(&decisions, &changes),
        accounts: accounts(match_.state().seats(), &decisions, &changes, ended.as_ref()),
        decisions,
        result,
    })
}

/// The review of one decision; `None` if the bot has no value for the action.
fn review_decision<G: SearchHints>(
    scored: &ScoredDecision<G>,
    info_state: &InfoState<G>,
    step: usize,
    action: G::Action,
) -> Option<MoveReview> {
    let place = scored.weighed.iter().position(|weighed| weighed.action == action)?;
    let (best, taken) = (&scored.weighed[0], &scored.weighed[place]);
    let (reached, after) = (scored.chances(best), scored.chances(taken));
    let given_away = reached.of(info_state.seat()) - after.of(info_state.seat());
    let better = given_away >= MIN_LOSS && clearly_better(best, taken, info_state.seat());
    Some(MoveReview {
        step,
        seat: info_state.seat(),
        taken: scored.choice(action),
        before: if better { reached } else { after.clone() },
        after,
        better: better.then(|| scored.advised(info_state, 0)),
    })
}

/// Returns true if the first action is better for the seat than the other, by more than sampling error
/// explains.
fn clearly_better<A>(one: &ActionValue<A>, other: &ActionValue<A>, seat: Seat) -> bool {
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
        let between = (decision.step..=until).rev().find_map(|step| {
            let shown = match_.played()[step - 1].events.iter().rfind(|event| event.reveals())?;
            // The game is over, so hidden information can be shown.
            Some((step, shown.for_viewer(Viewer::Omniscient)?.describe(config).0))
        });
        let by = then.by_seat().iter().zip(decision.after.by_seat());
        changes.push(Change { shown: between, by: by.map(|(then, after)| then - after).collect() });
    }
    changes
}

fn turning_points(decisions: &[MoveReview], changes: &[Change]) -> Vec<TurningPoint> {
    let mut turns: Vec<TurningPoint> = decisions
        .iter()
        .filter_map(|decision| {
            let (seat, lost) = (decision.seat, decision.given_away());
            let (better, taken) = (&decision.better.as_ref()?.choice.label, &decision.taken.label);
            let many = plural(points(lost), "point", "points");
            Some(TurningPoint {
                step: decision.step,
                seat,
                change: -lost,
                luck: false,
                text: text!(
                    "{seat}の「{taken}」で見込みが{many}ポイント減りました。「{better}」が優っていました。",
                    "{seat} ⟦gives|give⟧ away {many} by: {taken}. Better was: {better}.",
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
        let (ja, en) =
            if change > 0 { ("増えました", "gains") } else { ("減りました", "loses") };
        let plain = if change > 0 { "gain" } else { "lose" };
        let many = plural(points(change.abs()), "point", "points");
        Some(TurningPoint {
            step,
            seat,
            change,
            luck: true,
            text: text!(
                "{shown}{seat}の見込みが{many}ポイント{ja}。",
                "{shown} {seat} ⟦{en}|{plain}⟧ {many}.",
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

fn accounts(
    seats: u8,
    decisions: &[MoveReview],
    changes: &[Change],
    ended: Option<&Chances>,
) -> Vec<ChanceLedger> {
    let (Some(first), Some(last)) = (decisions.first(), decisions.last()) else {
        return Vec::new();
    };
    let end = ended.unwrap_or(&last.after);
    let account = |seat: Seat| {
        let by = |decision: &MoveReview| decision.after.of(seat) - decision.before.of(seat);
        let own = || decisions.iter().filter(move |decision| decision.seat == seat);
        let others = decisions.iter().filter(|decision| decision.seat != seat);
        let between = |lucky: bool| -> i32 {
            let which = changes.iter().filter(|change| change.shown.is_some() == lucky);
            which.map(|change| change.by[seat.index()]).sum()
        };
        ChanceLedger {
            seat,
            start: first.before.of(seat),
            end: end.of(seat),
            own: own().map(by).sum(),
            others: others.map(by).sum(),
            luck: between(true),
            rest: between(false),
            decisions: own().count(),
            bettered: own().filter(|decision| decision.better.is_some()).count(),
        }
    };
    Seat::all(seats).map(account).collect()
}
