//! Steps of a match, legal actions and prompts, as sent to a viewer.

use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use crate::{
    Episode, Event as _, GameState, Lang, LocalizedText, PackedJson, RuleId, Seat, ShownSituation,
};

/// A legal action.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct LegalAction {
    /// The notation of the action.
    pub action: String,
    /// The action in words.
    #[ts(type = "LocalizedText | string")]
    pub label: LocalizedText,
    /// The meaning of the action as JSON in the game's own format, if its notation does not say it (see
    /// [`GameState::reading`]).
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(type = "unknown", optional)]
    pub reading: Option<Value>,
}

impl LegalAction {
    /// The action with its texts in the language `lang` alone (see [`LocalizedText::only`]).
    #[must_use]
    pub fn only(self, lang: Option<Lang>) -> LegalAction {
        LegalAction { label: self.label.only(lang), ..self }
    }
}

/// One step of a match as a viewer may know it. Step 0 is the opening.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct Step {
    /// Number of the step, from 0.
    #[ts(type = "number")]
    pub number: usize,
    /// The seat that acted; `None` for the opening.
    pub seat: Option<Seat>,
    /// The events of the step.
    pub told: Vec<DescribedEvent>,
    /// The same events in few sentences. Each episode covers the next events of `told`.
    pub episodes: Vec<Episode>,
    /// The score of each seat after the step.
    pub scores: Vec<i32>,
}

impl Step {
    /// The step with its texts in the language `lang` alone (see [`LocalizedText::only`]).
    #[must_use]
    pub fn only(self, lang: Option<Lang>) -> Step {
        let told = |told: DescribedEvent| DescribedEvent { text: told.text.only(lang), ..told };
        let episodes = self.episodes.into_iter().map(|episode| episode.only(lang));
        Step {
            told: self.told.into_iter().map(told).collect(),
            episodes: episodes.collect(),
            ..self
        }
    }
}

/// An event as a viewer may know it.
#[derive(Clone, PartialEq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct DescribedEvent {
    /// The event as JSON in the game's own format.
    #[ts(type = "unknown")]
    pub event: PackedJson,
    /// The event in words.
    #[ts(type = "LocalizedText | string")]
    pub text: LocalizedText,
    /// The rule that the event follows from.
    pub rule: Option<RuleId>,
    /// The view just after the event, if frames were requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[ts(optional, type = "unknown")]
    pub view: Option<PackedJson>,
}

impl DescribedEvent {
    /// Describes an event without a view. Callers first hide secrets by
    /// [`Event::for_viewer`](crate::Event::for_viewer).
    pub fn new<G: GameState>(config: &G::Config, event: &G::Event) -> DescribedEvent {
        let (text, rule) = event.describe(config);
        DescribedEvent { event: PackedJson::of(event), text, rule: Some(rule), view: None }
    }
}

/// The consequences of an action, as far as they are certain (see
/// [`DynMatch::preview`](crate::DynMatch::preview)).
#[derive(Clone, PartialEq, Debug)]
pub struct PreviewedAction {
    /// The events, in order.
    pub told: Vec<DescribedEvent>,
    /// The same events in few sentences.
    pub episodes: Vec<Episode>,
}

/// The prompt for a seat that is to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct Prompt {
    /// The prompt in words.
    #[ts(type = "LocalizedText | string")]
    pub text: LocalizedText,
    /// The rule that requires the decision.
    pub rule: RuleId,
    /// The situations that hold, for advice. Left out of the JSON if there are none.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<Vec<ShownSituation>>")]
    pub situations: Vec<ShownSituation>,
}

impl Prompt {
    /// The prompt with its text in the language `lang` alone (see [`LocalizedText::only`]).
    #[must_use]
    pub fn only(self, lang: Option<Lang>) -> Prompt {
        Prompt { text: self.text.only(lang), ..self }
    }
}

/// A step as a viewer may know it, with the view after each event and at the end of the step.
#[derive(Debug)]
pub struct StepFrames {
    /// The step, with a view in each event.
    pub step: Step,
    /// The view at the end of the step.
    pub view: PackedJson,
}

/// A step as several viewers may know it.
#[derive(Debug)]
pub struct StepForViewers {
    /// The frames for each viewer, in the order of the request. Viewers with equal information share one
    /// value.
    pub each: Vec<Arc<StepFrames>>,
    /// The index in `each` of frames that contain public information alone, if there are any.
    pub public: Option<usize>,
}
