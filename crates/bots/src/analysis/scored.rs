//! A decision with the values of its actions, and the explanation of those values in sentences.

use serde::Serialize;
use ts_rs::TS;
use zashiki_core::{
    Event as _, FrameRecorder, GameConfig as _, GameRng, InfoState, LegalAction, LocalizedText,
    SearchHints, Seat, Turn, Viewer, plural, text,
};

use super::action_values::{ActionValue, Adviser};
use super::win_probability::{Chances, Scale};

/// RNG seed of the bots that advise and review. It is fixed, so the same view and budget give the same
/// result.
pub(super) const SEED: u64 = 0;

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
    ) -> ScoredDecision<G> {
        let state = info_state.determinize(&mut GameRng::from_seed(0));
        let scale = Scale::of::<G>(state.config().sides());
        ScoredDecision { scale, state, weighed: adviser.action_values(info_state, about) }
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
        self.scale.chances(&weighed.values)
    }

    /// The choice at index `place` of the evaluated actions, best first, with its reason.
    pub fn advised(&self, info_state: &InfoState<G>, place: usize) -> Advised {
        let weighed = &self.weighed[place];
        let why = [
            self.certain(info_state.seat(), weighed.action),
            self.expected(info_state.seat(), weighed),
            self.margin(info_state.seat(), place),
        ];
        Advised {
            choice: self.choice(weighed.action),
            chances: self.chances(weighed),
            why: joined(why.into_iter().flatten()),
        }
    }

    /// A sentence about the certain consequence of an action: the end of the game, a change of the seat's
    /// score, or a further event.
    fn certain(&self, seat: Seat, action: G::Action) -> Option<LocalizedText> {
        let mut after = self.state.clone();
        let mut frames = FrameRecorder::<G>(Vec::new());
        after.play_unchecked(seat, action, Some(&mut frames));
        let certain = frames.certain(Viewer::Seat(seat));
        let whole = frames.0.iter().all(|(event, _)| !event.affects_later_events());
        if let (Turn::Over(outcome), true) = (after.turn(), whole) {
            return Some(match outcome.payoff(seat) {
                1 => text!("{seat}の勝ちが決まります。", "{seat} ⟦wins|win⟧ at once.", seat),
                0 => LocalizedText::fixed(
                    "勝者なしで終わります。",
                    "The game ends at once, and nobody wins.",
                ),
                _ => text!("{seat}の負けが決まります。", "{seat} ⟦loses|lose⟧ at once.", seat),
            });
        }
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

    /// A sentence about the next decision that the search expects after the action.
    fn expected(&self, seat: Seat, weighed: &ActionValue<G::Action>) -> Option<LocalizedText> {
        let (next, action) = weighed.next?;
        let mut after = self.state.clone();
        after.play_unchecked(seat, weighed.action, None);
        after.is_legal(next, action).ok()?;
        let label = after.label(action);
        Some(if next == seat {
            text!("続く手の本命は「{label}」。", "Best followed by: {label}.", label)
        } else {
            text!(
                "予想される{next}の応手は「{label}」。",
                "The answer to expect of {next}: {label}.",
                next,
                label
            )
        })
    }

    /// A sentence about the difference between the action at index `place` and the best one; for the best
    /// one, the difference from the second best.
    fn margin(&self, seat: Seat, place: usize) -> Option<LocalizedText> {
        let chance = |place: usize| Some(self.chances(self.weighed.get(place)?).of(seat));
        let other = if place == 0 { 1 } else { 0 };
        let points = points(chance(place)? - chance(other)?);
        let label = self.state.label(self.weighed[other].action);
        let many = points.unsigned_abs();
        let many = plural(many, "point", "points");
        Some(match points {
            0 => text!("「{label}」とほぼ同じ見込み。", "About as good as: {label}.", label),
            1.. => text!(
                "次善の「{label}」より見込みが{many}ポイント高い。",
                "A chance of winning {many} higher than with the next best: {label}.",
                label,
                many
            ),
            _ => text!(
                "最善の「{label}」より見込みが{many}ポイント低い。",
                "A chance of winning {many} lower than with the best: {label}.",
                label,
                many
            ),
        })
    }
}

/// Converts thousandths to percentage points, rounded to whole ones.
pub(super) fn points(thousandths: i32) -> i32 {
    (f64::from(thousandths) / 10.0).round() as i32
}

/// Joins the sentences into one text, with spaces in between in English.
fn joined(sentences: impl Iterator<Item = LocalizedText>) -> LocalizedText {
    let joined = sentences.reduce(|said, next| text!("{said}{next}", "{said} {next}", said, next));
    joined.unwrap_or(LocalizedText::fixed("", ""))
}
