//! Review of a whole game: chances of winning, the chance that each decision gave away, and luck.
//!
//! Every decision is judged by what its seat could know when it took it: by its [`InfoState`] of that
//! moment and nothing else. The quantities are those of `docs/reference/review.md`.

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
    /// The bot that reviewed the game, with its budget for each decision.
    pub bot: String,
    /// The decisions between at least two choices, in order. The line of chances goes through
    /// [`before`](MoveReview::before) and [`after`](MoveReview::after) of each.
    pub decisions: Vec<MoveReview>,
    /// The result; `null` for an unfinished or aborted game.
    pub result: Option<Chances>,
    /// The greatest changes, in the order in which they came.
    pub turning_points: Vec<TurningPoint>,
    /// For each seat where its chances went.
    pub accounts: Vec<ChanceLedger>,
}

/// A decision and what it was worth.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "bots.ts")]
pub struct MoveReview {
    /// The step it was, from 1.
    #[ts(type = "number")]
    pub step: usize,
    /// The seat that decided.
    pub seat: Seat,
    /// The action taken.
    pub taken: LegalAction,
    /// Everybody's chances before, if the seat takes what is best as far as it can know.
    pub before: Chances,
    /// Everybody's chances after what it took, as far as it can know.
    pub after: Chances,
    /// A better action, as far as the seat could know; `null` if there was none.
    pub better: Option<Advised>,
}

impl MoveReview {
    /// The loss of the seat's own chance through the decision, in thousandths.
    pub fn given_away(&self) -> i32 {
        self.before.of(self.seat) - self.after.of(self.seat)
    }
}

/// A great change of chances.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "bots.ts")]
pub struct TurningPoint {
    /// The step that brought it.
    #[ts(type = "number")]
    pub step: usize,
    /// The seat whose chance changed most.
    pub seat: Seat,
    /// By how much, in thousandths.
    pub change: i32,
    /// True if it was drawn or shown, rather than decided.
    pub luck: bool,
    /// The event, in one sentence.
    pub text: LocalizedText,
}

/// Sources of the change of a seat's chance over the game, in thousandths: `start` and the changes add to
/// `end`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "bots.ts")]
pub struct ChanceLedger {
    /// The seat.
    pub seat: Seat,
    /// The chance before the first decision.
    pub start: i32,
    /// The result, or the chance after the last decision if no rule of the game ended it.
    pub end: i32,
    /// By its own decisions: nothing, or what they gave away.
    pub own: i32,
    /// By what the others' decisions gave away.
    pub others: i32,
    /// By what was drawn or shown.
    pub luck: i32,
    /// The rest: the next to decide knows other things, and chances are estimates.
    pub rest: i32,
    /// Number of its decisions between at least two choices.
    pub decisions: usize,
    /// In how many of them something else was better as far as it could know.
    pub bettered: usize,
}

/// Number of standard errors by which two values must differ to be called different.
const CLEARLY: f64 = 2.0;
/// A better action is named only if the loss is at least this, in thousandths: a smaller one would be shown
/// as 0.
const WORTH_SAYING: i32 = 10;
/// A change of a chance by less, in thousandths, turns nothing.
const LEAST_TURN: i32 = 80;
/// Maximum number of turning points.
const MOST_TURNS: usize = 6;

/// The default reviewer of a game: the bot that the game names, or else one with a budget with which a whole
/// game takes seconds.
pub fn reviewer_for<G: SearchHints>() -> &'static str {
    let suiting = || suiting(G::info(), ["alphabeta:nodes=4000", "ismcts:sims=200"]);
    G::assets().levels().reviewer().unwrap_or_else(suiting)
}

/// Reviews a game with this bot. `progress` gets the number of finished steps and of all steps.
///
/// # Errors
/// Returns an error if there is no such bot, or it cannot weigh choices.
pub fn review<G: SearchHints>(
    play: &Match<G>,
    bot: &str,
    clock: Clock,
    progress: &mut dyn FnMut(usize, usize),
) -> Result<Review, InputError> {
    let spec = Spec::parse_for(bot, G::info())?.with_seats::<G>(play.state().seats())?;
    // Reports an unsuitable bot before the first decision, and for a game without decisions too.
    spec.adviser::<G>(SEED, clock)?;
    let scale = Scale::of::<G>(play.state().config().sides());
    let taken = play.played();
    let mut decisions = Vec::new();
    for (place, step) in taken.iter().enumerate() {
        progress(place, taken.len());
        if step.before.legal(step.seat).len() < 2 {
            continue;
        }
        // A new bot for each decision: a review does not depend on earlier decisions.
        let mut adviser = spec.adviser::<G>(SEED, clock)?;
        let seen = InfoState::new(&step.before, step.seat);
        let considered = ScoredDecision::new(&mut *adviser, &seen, Some(step.action));
        decisions.extend(judged(&considered, &seen, place + 1, step.action));
    }
    progress(taken.len(), taken.len());
    // An aborted game has no result.
    let outcome = play.outcome().filter(|_| play.termination() != Some(Termination::Abandoned));
    let result = outcome.map(|outcome| scale.result(outcome));
    // Giving up and time that has run out are neither luck nor a decision of the game.
    let ended = if play.termination().is_some() { None } else { result.clone() };
    let changes = changes(play, &decisions, ended.as_ref());
    Ok(Review {
        game: G::info().id,
        sides: scale.sides().to_vec(),
        bot: bot.to_owned(),
        turning_points: turning_points(&decisions, &changes),
        accounts: accounts(play.state().seats(), &decisions, &changes, ended.as_ref()),
        decisions,
        result,
    })
}

/// Judges what was taken; nothing if the bot could not weigh it.
fn judged<G: SearchHints>(
    considered: &ScoredDecision<G>,
    seen: &InfoState<G>,
    step: usize,
    action: G::Action,
) -> Option<MoveReview> {
    let place = considered.weighed.iter().position(|weighed| weighed.action == action)?;
    let (best, taken) = (&considered.weighed[0], &considered.weighed[place]);
    let (reached, after) = (considered.chances(best), considered.chances(taken));
    let given_away = reached.of(seen.seat()) - after.of(seen.seat());
    let better = given_away >= WORTH_SAYING && clearly_better(best, taken, seen.seat());
    Some(MoveReview {
        step,
        seat: seen.seat(),
        taken: considered.choice(action),
        before: if better { reached } else { after.clone() },
        after,
        better: better.then(|| considered.advised(seen, 0)),
    })
}

/// Returns true if one choice is better for the seat than another by more than chance in the samples
/// explains.
fn clearly_better<A>(one: &ActionValue<A>, other: &ActionValue<A>, seat: Seat) -> bool {
    let difference = one.values[seat.index()] - other.values[seat.index()];
    let error = (one.error.powi(2) + other.error.powi(2)).sqrt();
    difference > 0.0 && difference > CLEARLY * error
}

/// The change between a reviewed decision and the next, or the end.
struct Change {
    /// The step in which something was drawn or shown, and what; nothing if nothing was.
    shown: Option<(usize, LocalizedText)>,
    /// By seat, in thousandths.
    by: Vec<i32>,
}

/// The changes after each judged decision.
fn changes<G: SearchHints>(
    play: &Match<G>,
    decisions: &[MoveReview],
    ended: Option<&Chances>,
) -> Vec<Change> {
    let config = play.state().config();
    let mut changes = Vec::new();
    for (place, judged) in decisions.iter().enumerate() {
        let next = decisions.get(place + 1);
        let until = next.map_or(play.played().len(), |next| next.step - 1);
        let Some(then) = next.map(|next| &next.before).or(ended) else { break };
        let between = (judged.step..=until).rev().find_map(|step| {
            let shown = play.played()[step - 1].events.iter().rfind(|event| event.reveals())?;
            // The play is over, so that all may know what any of them knew.
            Some((step, shown.for_viewer(Viewer::Omniscient)?.describe(config).0))
        });
        let by = then.by_seat().iter().zip(judged.after.by_seat());
        changes.push(Change { shown: between, by: by.map(|(then, after)| then - after).collect() });
    }
    changes
}

fn turning_points(decisions: &[MoveReview], changes: &[Change]) -> Vec<TurningPoint> {
    let mut turns: Vec<TurningPoint> = decisions
        .iter()
        .filter_map(|judged| {
            let (seat, lost) = (judged.seat, judged.given_away());
            let (better, taken) = (&judged.better.as_ref()?.choice.label, &judged.taken.label);
            let many = plural(points(lost), "point", "points");
            Some(TurningPoint {
                step: judged.step,
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
    turns.retain(|turn| turn.change.abs() >= LEAST_TURN);
    turns.sort_by_key(|turn| (-turn.change.abs(), turn.step));
    turns.truncate(MOST_TURNS);
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
        let by = |judged: &MoveReview| judged.after.of(seat) - judged.before.of(seat);
        let own = || decisions.iter().filter(move |judged| judged.seat == seat);
        let others = decisions.iter().filter(|judged| judged.seat != seat);
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
            bettered: own().filter(|judged| judged.better.is_some()).count(),
        }
    };
    Seat::all(seats).map(account).collect()
}
