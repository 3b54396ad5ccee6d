//! A decision with the values of its actions, and the explanation of those values in sentences.

use std::cmp::Ordering;

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{
    Event as _, FrameRecorder, GameConfig as _, GameRng, GameStateExt as _, InfoState, LegalAction,
    Level, LocalizedText, SearchHints, Seat, Viewer, plural, text,
};

use super::action_values::{ActionValue, Adviser};
use super::ends::Ends;
use super::proof::{at_once, loses, wins};
use super::win_probability::{Chances, Scale};

/// RNG seed of the bots that advise and review. It is fixed, so the same view and budget give the same
/// result.
pub(super) const SEED: u64 = 0;

/// Minimum loss of chance that is a loss, in thousandths; smaller ones are displayed as 0.
pub(super) const MIN_LOSS: i32 = 10;
/// A win is proved only if the search gives at most this chance of anything else, and a loss likewise.
const PROBABLE: f64 = 0.25;

/// A recommended choice with the chances of winning after it and the reason.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "bots.ts")]
pub struct Advised {
    /// The recommended choice.
    #[serde(flatten)]
    #[ts(flatten)]
    pub choice: LegalAction,
    /// The chances of winning of all seats after the choice, as far as the deciding seat can know.
    pub chances: Chances,
    /// The reason: its certain consequence, the next decision to expect, and the difference from the other
    /// choices.
    pub why: LocalizedText,
    /// The number of steps, at most, until the end of the game if its result is proved, counting those of all
    /// seats and the choice itself; 0 if it is not.
    pub steps: u32,
    /// The seat's further decisions in the plan that begins with the choice, in words; empty if the bot does
    /// not plan whole turns.
    pub plan: Vec<LocalizedText>,
    /// Other choices that are exactly as good.
    pub equal: Vec<LegalAction>,
}

/// A decision with the values of its actions.
pub(super) struct ScoredDecision<G: SearchHints> {
    /// A state consistent with the seat's view (a determinization), for the texts about the actions.
    pub state: G,
    pub scale: Scale,
    pub weighed: Vec<ActionValue<G::Action>>,
}

impl<G: SearchHints> ScoredDecision<G> {
    pub fn new(
        adviser: &mut dyn Adviser<G>,
        info_state: &InfoState<G>,
        about: Option<G::Action>,
        levels: &[Option<Level>],
    ) -> ScoredDecision<G> {
        let state = info_state.determinize(&mut GameRng::from_seed(0));
        let scale = Scale::of::<G>(state.config().sides()).between::<G>(levels);
        let scale = scale.at(state.progress());
        let seat = info_state.seat();
        let mut weighed = adviser.action_values(info_state, about);
        for weighed in &mut weighed {
            if let Some(ends) = proved(info_state, weighed, &scale) {
                weighed.ends = ends;
            }
        }
        // A win is the better the sooner it comes, a loss the later.
        let key = |weighed: &ActionValue<G::Action>| {
            let chance = scale.chance(&weighed.ends, seat);
            let steps = weighed.ends.steps.map_or(0.0, f64::from);
            let soon = if chance >= 1.0 { -steps } else { steps };
            [chance, soon, weighed.values[seat.index()], weighed.share]
        };
        weighed.sort_by(|one, other| {
            let pairs = key(other).into_iter().zip(key(one));
            pairs
                .map(|(one, other)| one.total_cmp(&other))
                .find(|it| it.is_ne())
                .unwrap_or(Ordering::Equal)
        });
        ScoredDecision { scale, state, weighed }
    }

    /// The action with its label and the reading of that label.
    pub fn choice(&self, action: G::Action) -> LegalAction {
        LegalAction {
            action: action.to_string(),
            label: self.state.label(action),
            reading: self.state.reading(action),
        }
    }

    /// The chances of winning of all seats after an evaluated action.
    pub fn chances(&self, weighed: &ActionValue<G::Action>) -> Chances {
        self.scale.chances(&weighed.ends)
    }

    /// The standard error of a seat's chance after an evaluated action, from 0 to 1.
    pub fn error(&self, weighed: &ActionValue<G::Action>, seat: Seat) -> f64 {
        self.scale.error(&weighed.ends, seat, weighed.error)
    }

    /// The places of the evaluated actions, best first, each with those that are exactly as good.
    pub fn groups(&self) -> Vec<Vec<usize>> {
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (place, weighed) in self.weighed.iter().enumerate() {
            match groups.last_mut() {
                Some(group) if alike(&self.weighed[group[0]], weighed) => group.push(place),
                _ => groups.push(vec![place]),
            }
        }
        groups
    }

    /// The first choice of a group of equal ones (by their places), with its reason.
    pub fn advised(&self, info_state: &InfoState<G>, group: &[usize]) -> Advised {
        let place = group[0];
        let weighed = &self.weighed[place];
        let why = [
            self.certain(info_state.seat(), place),
            self.expected(info_state.seat(), weighed),
            self.margin(info_state.seat(), place),
        ];
        Advised {
            choice: self.choice(weighed.action),
            chances: self.chances(weighed),
            why: joined(why.into_iter().flatten()),
            steps: weighed.ends.steps.unwrap_or(0),
            plan: self.plan(info_state.seat(), weighed),
            equal: group[1..]
                .iter()
                .map(|place| self.choice(self.weighed[*place].action))
                .collect(),
        }
    }

    /// The labels of the seat's further decisions in the plan, as far as they are legal in the state.
    fn plan(&self, seat: Seat, weighed: &ActionValue<G::Action>) -> Vec<LocalizedText> {
        let mut state = self.state.clone();
        let mut said = Vec::new();
        state.play_unchecked(seat, weighed.action, None);
        for action in &weighed.plan {
            if state.is_legal(seat, *action).is_err() {
                break;
            }
            said.push(state.label(*action));
            state.play_unchecked(seat, *action, None);
        }
        said
    }

    /// A sentence about what the action at index `place` allows: the end of the game, a win of the next seat at
    /// once, or the next decision that the search expects.
    pub fn drawback(&self, seat: Seat, place: usize) -> Option<LocalizedText> {
        let weighed = &self.weighed[place];
        let lost = weighed.ends.decides(seat) && self.scale.chance(&weighed.ends, seat) <= 0.0;
        if lost {
            return self.punished(seat, weighed).or_else(|| self.end(seat, weighed));
        }
        let (next, _) = weighed.next?;
        (next != seat).then(|| self.expected(seat, weighed)).flatten()
    }

    /// A sentence about the decision with which a rival wins at once after a lost action; `None` if there is
    /// none, or if it may depend on what the seat cannot see.
    fn punished(&self, seat: Seat, weighed: &ActionValue<G::Action>) -> Option<LocalizedText> {
        if G::info().private_information {
            return None;
        }
        let mut after = self.state.clone();
        after.play_unchecked(seat, weighed.action, None);
        let awaited = after.turn().awaited();
        let (rival, action) = awaited.iter().filter(|next| *next != seat).find_map(|next| {
            let wins = |action: &G::Action| {
                let mut end = after.clone();
                end.play_unchecked(next, *action, None);
                end.turn().outcome().is_some_and(|outcome| outcome.payoff(seat) < 0)
            };
            Some((next, after.legal(next).into_iter().find(wins)?))
        })?;
        let label = quoted(&after.label(action));
        Some(text!(
            "{rival}が次の{label}で勝てます。",
            "{rival} can then win at once: {label}.",
            rival,
            label
        ))
    }

    /// A sentence about the certain consequence of the action at index `place`: the end of the game, a change
    /// of the seat's score, or a further event that does not follow the action to compare it with as well.
    fn certain(&self, seat: Seat, place: usize) -> Option<LocalizedText> {
        let weighed = &self.weighed[place];
        if let Some(said) = self.end(seat, weighed) {
            return Some(said);
        }
        let said = self.consequence(seat, weighed.action)?;
        let other = self.compared(place).map(|other| self.weighed[other].action);
        let common = other.and_then(|other| self.consequence(seat, other));
        (common.as_ref() != Some(&said)).then_some(said)
    }

    /// A sentence about a certain change of the seat's score by an action, or about the last event that
    /// certainly follows it.
    fn consequence(&self, seat: Seat, action: G::Action) -> Option<LocalizedText> {
        let mut after = self.state.clone();
        let mut frames = FrameRecorder::<G>(Vec::new());
        after.play_unchecked(seat, action, Some(&mut frames));
        let certain = frames.certain(Viewer::Seat(seat));
        let open = |event: &G::Event| !event.reveals() && !event.affects_later_events();
        let known = frames.0.iter().take_while(|(event, _)| open(event));
        let last = known.last().map(|(_, after)| after.scores());
        let own = |scores: &[i32]| scores.get(seat.index()).copied().unwrap_or_default();
        let gained = last.map_or(0, |scores| own(&scores) - own(&self.state.scores()));
        if gained != 0 {
            let more = format!("{gained:+}");
            return Some(text!(
                "{seat}の得点が確実に{more}。",
                "{seat}⟦'s|r⟧ score certainly changes by {more}.",
                seat
            ));
        }
        let (event, _) = certain.last().filter(|_| certain.len() > 1)?;
        let (description, _) = event.describe(self.state.config());
        Some(text!(
            "確実に起こること:{description}",
            "Certain to follow: {description}",
            description
        ))
    }

    /// A sentence about the end of the game, if the game ends at once or its result is proved.
    fn end(&self, seat: Seat, weighed: &ActionValue<G::Action>) -> Option<LocalizedText> {
        let ends = &weighed.ends;
        let mut after = self.state.clone();
        after.play_unchecked(seat, weighed.action, None);
        let over = ends.part >= 1.0 && after.turn().outcome().is_some();
        let Some(steps) = ends.steps else {
            return over.then(|| {
                LocalizedText::fixed(
                    "ここで終わり、勝敗は運で決まります。",
                    "The game ends at once, and luck decides who wins.",
                )
            });
        };
        let wins = self.scale.chance(ends, seat) >= 1.0;
        if over && steps == 1 {
            return Some(match after.turn().outcome()?.payoff(seat) {
                0 => LocalizedText::fixed(
                    "勝者なしで終わります。",
                    "The game ends at once, and nobody wins.",
                ),
                1 if !wins => LocalizedText::fixed(
                    "勝ちを分け合って終わります。",
                    "The game ends at once, and the win is shared.",
                ),
                1 => text!("{seat}の勝ちが決まります。", "{seat} ⟦wins|win⟧ at once.", seat),
                _ => text!("{seat}の負けが決まります。", "{seat} ⟦loses|lose⟧ at once.", seat),
            });
        }
        let many = plural(steps, "move", "moves");
        Some(if wins {
            text!(
                "{seat}は、相手がどう応じても{steps}手以内に勝てます。",
                "{seat} ⟦wins|win⟧ by force within {many}, counting everybody's.",
                seat,
                steps,
                many
            )
        } else {
            text!(
                "{seat}は、最善を尽くされると{steps}手以内に負けます。",
                "{seat} ⟦loses|lose⟧ by force within {many}, counting everybody's.",
                seat,
                steps,
                many
            )
        })
    }

    /// A sentence about the next decision that the search expects after the action.
    fn expected(&self, seat: Seat, weighed: &ActionValue<G::Action>) -> Option<LocalizedText> {
        let (next, action) = weighed.next?;
        let mut after = self.state.clone();
        after.play_unchecked(seat, weighed.action, None);
        after.is_legal(next, action).ok()?;
        let label = quoted(&after.label(action));
        Some(if next == seat {
            text!("続く手の本命は{label}。", "Best followed by: {label}.", label)
        } else {
            text!(
                "予想される{next}の応手は{label}。",
                "{next}⟦'s|r⟧ likely answer: {label}.",
                next,
                label
            )
        })
    }

    /// The index of the action with which that at index `place` is compared: the best one, or for the best one
    /// the next best that is not equal.
    fn compared(&self, place: usize) -> Option<usize> {
        let differs = |other: &usize| !alike(&self.weighed[0], &self.weighed[*other]);
        if place == 0 { (1..self.weighed.len()).find(differs) } else { Some(0) }
    }

    /// A sentence about the difference between the action at index `place` and the best one; for the best
    /// one, the difference from the next best that is not equal. Differences of less than a point are none.
    fn margin(&self, seat: Seat, place: usize) -> Option<LocalizedText> {
        let chance = |place: usize| Some(self.chances(self.weighed.get(place)?).of(seat));
        let other = self.compared(place)?;
        let difference = chance(place)? - chance(other)?;
        let points = if difference.abs() < MIN_LOSS { 0 } else { points(difference) };
        let label = quoted(&self.state.label(self.weighed[other].action));
        let many = percentage_points(points);
        Some(match points {
            // Two proved results differ by their length, which the reason has said.
            0 if self.weighed[place].ends.decides(seat) => return None,
            0 => text!("{label}とほぼ同じ見込み。", "About as good as: {label}.", label),
            1.. => text!(
                "{seat}の勝つ見込みが、次善の{label}より{many}ポイント高い。",
                "{seat}⟦'s|r⟧ chance of winning is {many} higher than with the next best: {label}.",
                seat,
                label,
                many
            ),
            _ => text!(
                "{seat}の勝つ見込みが、最善の{label}より{many}ポイント低い。",
                "{seat}⟦'s|r⟧ chance of winning is {many} lower than with the best: {label}.",
                seat,
                label,
                many
            ),
        })
    }
}

/// A bot's evaluation of a seat's action, as a review uses it: results and values; `None` if the bot has no
/// value for the action.
pub fn ends_after<G: SearchHints>(
    adviser: &mut dyn Adviser<G>,
    info_state: &InfoState<G>,
    action: G::Action,
) -> Option<Ends> {
    let scored = ScoredDecision::new(adviser, info_state, Some(action), &[]);
    scored.weighed.iter().find(|weighed| weighed.action == action).map(|weighed| weighed.ends)
}

/// The proved end of the game after an action: by the bot's own search, or by a [proof](super::proof)
/// where the search makes it probable.
fn proved<G: SearchHints>(
    info_state: &InfoState<G>,
    weighed: &ActionValue<G::Action>,
    scale: &Scale,
) -> Option<Ends> {
    let (seat, action) = (info_state.seat(), weighed.action);
    if let Some(ends) = at_once(info_state, action, scale) {
        return Some(ends);
    }
    if weighed.ends.steps.is_some() {
        return None;
    }
    let chance = scale.chance(&weighed.ends, seat);
    if chance >= 1.0 - PROBABLE {
        wins(info_state, action, scale)
    } else if chance <= PROBABLE {
        loses(info_state, action, scale)
    } else {
        None
    }
}

/// Returns true if two evaluations are exactly equal.
fn alike<A>(one: &ActionValue<A>, other: &ActionValue<A>) -> bool {
    if one.ends.steps.is_some() {
        return one.ends == other.ends;
    }
    one.ends == other.ends && one.error == 0.0 && other.error == 0.0
}

/// Converts thousandths to percentage points, rounded to whole ones.
pub(super) fn points(thousandths: i32) -> i32 {
    (f64::from(thousandths) / 10.0).round() as i32
}

/// A number of percentage points in words, without its sign. Games count points of their own, so a change
/// of a chance is never called "points" alone.
pub(super) fn percentage_points(points: i32) -> LocalizedText {
    plural(points.unsigned_abs(), "percentage point", "percentage points")
}

/// A label within a sentence: in Japanese in quotation marks, and its own within them as Japanese writes them.
pub(super) fn quoted(label: &LocalizedText) -> LocalizedText {
    let inner = label.ja.replace('「', "『").replace('」', "』");
    LocalizedText::new(format!("「{inner}」"), label.en.clone())
}

/// Joins the sentences into one text, with spaces in between in English.
fn joined(sentences: impl Iterator<Item = LocalizedText>) -> LocalizedText {
    let joined = sentences.reduce(|said, next| text!("{said}{next}", "{said} {next}", said, next));
    joined.unwrap_or(LocalizedText::fixed("", ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotations_within_quotations_have_their_own_marks() {
        let label = LocalizedText::fixed("「3+5」をJ5・J4に置く", "Place 3+5 on J5, J4");
        let quoted = quoted(&label);
        assert_eq!(
            (&*quoted.ja, &*quoted.en),
            ("「『3+5』をJ5・J4に置く」", "Place 3+5 on J5, J4")
        );
    }
}
