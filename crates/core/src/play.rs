//! Matches with their history: [`Match`] for one game, and the type-erased [`DynMatch`] for any game.

use std::any::Any;
use std::sync::Arc;

use serde::Serialize;
use serde_json::Value;
use ts_rs::TS;

use crate::{
    Action as _, Draft, Event as _, FrameRecorder, GameConfig as _, GameInfo, GameRng, GameState,
    IllegalAction, InfoState, InputError, InputErrorKind, Lang, LocalizedText, MatchStart, Outcome,
    PackedJson, PackedJsonWriter, Record, RecordedAction, RecordedOutcome, ReplayError, RuleId,
    Seat, SeatSet, Termination, Turn, Viewer, VisibleFrames, digest, load_position,
};

/// A match of one game with its history.
#[derive(Debug)]
pub struct Match<G: GameState> {
    config: Arc<G::Config>,
    /// Complete: with the rules version, and with the options of that version.
    beginning: MatchStart,
    /// The state before the first decision, if the match started from a given position.
    start: Option<G>,
    game: G,
    opening: Vec<G::Event>,
    steps: Vec<PlayedAction<G>>,
    conclusion: Option<Termination>,
}

// A derived `Clone` would require `G::Config: Clone`, although the configuration is shared.
impl<G: GameState> Clone for Match<G> {
    fn clone(&self) -> Match<G> {
        Match {
            config: self.config.clone(),
            beginning: self.beginning.clone(),
            start: self.start.clone(),
            game: self.game.clone(),
            opening: self.opening.clone(),
            steps: self.steps.clone(),
            conclusion: self.conclusion,
        }
    }
}

/// A decision that was played.
#[derive(Clone, Debug)]
pub struct PlayedAction<G: GameState> {
    /// The state before the decision.
    pub before: G,
    /// The seat that decided.
    pub seat: Seat,
    /// The action that it played.
    pub action: G::Action,
    /// The events that followed.
    pub events: Vec<G::Event>,
}

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
    /// The action with texts in this language alone, as by [`LocalizedText::only`].
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
    /// The score of each seat after the step.
    pub scores: Vec<i32>,
}

impl Step {
    /// The step with texts in this language alone, as by [`LocalizedText::only`].
    #[must_use]
    pub fn only(self, lang: Option<Lang>) -> Step {
        let told = |told: DescribedEvent| DescribedEvent { text: told.text.only(lang), ..told };
        Step { told: self.told.into_iter().map(told).collect(), ..self }
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

/// The prompt for a seat that is to move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, TS)]
#[ts(export, export_to = "core.ts")]
pub struct Prompt {
    /// The prompt in words.
    #[ts(type = "LocalizedText | string")]
    pub text: LocalizedText,
    /// The rule that requires the decision.
    pub rule: RuleId,
}

impl Prompt {
    /// The prompt with its text in this language alone, as by [`LocalizedText::only`].
    #[must_use]
    pub fn only(self, lang: Option<Lang>) -> Prompt {
        Prompt { text: self.text.only(lang), ..self }
    }
}

/// An [`InfoState`] of some game. Only code for that game, such as its bots, can access the content.
pub struct DynInfoState(Box<dyn Any + Send>);

impl DynInfoState {
    /// Erases the game type of an information state.
    pub fn new<G: GameState>(seen: InfoState<G>) -> DynInfoState {
        DynInfoState(Box::new(seen))
    }

    /// The information state, if it is of the game `G`.
    pub fn of<G: GameState>(&self) -> Option<&InfoState<G>> {
        self.0.downcast_ref()
    }
}

impl<G: GameState> Match<G> {
    /// Starts a match with a fresh deal (see [`Match::begin`]).
    ///
    /// # Errors
    /// Returns an error if the game cannot be played with these seats, options or components.
    pub fn new(
        seats: usize,
        options: &Value,
        components: Option<&str>,
        seed: u64,
    ) -> Result<Match<G>, InputError> {
        Match::begin(&MatchStart {
            options: options.clone(),
            components: components.map(str::to_owned),
            ..MatchStart::dealt(seats, seed)
        })
    }

    /// Starts a match.
    ///
    /// # Errors
    /// Returns an error if the game cannot be played with these seats, options or components, or the
    /// position is invalid.
    pub fn begin(beginning: &MatchStart) -> Result<Match<G>, InputError> {
        let (config, beginning) = beginning.config::<G>()?;
        Match::begin_by(config, beginning)
    }

    /// Starts a match with a configuration that was already created from `beginning`.
    fn begin_by(config: Arc<G::Config>, beginning: MatchStart) -> Result<Match<G>, InputError> {
        let position = beginning.position.as_ref();
        let start = position
            .map(|position| load_position::<G>(&config, position, beginning.seed))
            .transpose()?;
        let mut opening = Vec::new();
        let game = match &start {
            Some(start) => start.clone(),
            None => G::deal(&config, GameRng::from_seed(beginning.seed), Some(&mut opening)),
        };
        let (steps, conclusion) = (Vec::new(), None);
        Ok(Match { config, beginning, start, game, opening, steps, conclusion })
    }

    /// Replays a recorded match and verifies every step.
    pub fn from_record(record: &Record) -> Result<Match<G>, ReplayError> {
        let info = G::info();
        if record.game != info.id {
            return Err(InputError::new(
                format!("これは「{}」ではなく「{}」の記録です。", info.id, record.game),
                format!("This is a record of \"{}\", not of \"{}\".", record.game, info.id),
            )
            .into());
        }
        let mut play = Match::<G>::begin(&record.beginning())?;
        if play.opening_check() != record.check {
            return Err(InputError::new(
                "記録の始まり(オプション、部品、シード、局面)が書き換えられています。元の記録を使ってください。",
                "What the record began with (options, components, seed or position) was altered; use the original.",
            )
            .of(InputErrorKind::Record)
            .into());
        }
        if let Some(deal) = &record.deal {
            deal.verify(record.seats, record.seed)?;
        }
        // Readers of a record know the players by their seats' names alone.
        let refused = |step, no: IllegalAction| {
            let LocalizedText { ja, en } = no.message.named(info.seat_names, None);
            ReplayError::at(step, &ja, &en)
        };
        for (index, recorded) in record.actions.iter().enumerate() {
            let step = index + 1;
            let action = G::Action::parse(&recorded.action).map_err(|no| refused(step, no))?;
            play.play(Seat(recorded.seat), action).map_err(|no| refused(step, no))?;
            if checksum(&play.game) != recorded.check {
                return Err(ReplayError::at(
                    step,
                    "局面が記録と一致しません。記録が書き換えられているか、別のルールで対局されたものです。",
                    "the position is not the recorded one; the record was altered or played by other rules.",
                ));
            }
        }
        if let Some(conclusion) = record.conclusion {
            let step = play.length() + 1;
            DynMatch::conclude(&mut play, conclusion).map_err(|no| refused(step, no))?;
        }
        if record.outcome.is_some() && record.outcome != play.recorded_outcome() {
            return Err(ReplayError::at(
                play.length(),
                "記録された結果と一致しません。手順が途中で切れているか、書き換えられています。",
                "the recorded outcome does not follow; the actions are cut off or were altered.",
            ));
        }
        Ok(play)
    }

    /// The digest of the start data and of the position before the first decision.
    fn opening_check(&self) -> String {
        let first = self.steps.first().map_or(&self.game, |step| &step.before);
        format!("{:08x}", digest(&(&self.beginning, first.position())))
    }

    /// Plays a legal action; on error the match is unchanged.
    pub fn play(&mut self, seat: Seat, action: G::Action) -> Result<(), IllegalAction> {
        self.not_concluded()?;
        self.game.is_legal(seat, action)?;
        let before = self.game.clone();
        let mut events = Vec::new();
        self.game.play_unchecked(seat, action, Some(&mut events));
        self.steps.push(PlayedAction { before, seat, action, events });
        Ok(())
    }

    /// The current state. It does not know of a [`Termination`]; [`outcome`](Match::outcome) does.
    pub fn game(&self) -> &G {
        &self.game
    }

    /// The events before the first decision.
    pub fn opening(&self) -> &[G::Event] {
        &self.opening
    }

    /// The decisions played so far.
    pub fn taken(&self) -> &[PlayedAction<G>] {
        &self.steps
    }

    /// The termination, if the match did not end by the game's rules.
    pub fn conclusion(&self) -> Option<Termination> {
        self.conclusion
    }

    /// The outcome, if the match is over.
    pub fn outcome(&self) -> Option<Outcome> {
        let concluded = self.conclusion.map(|conclusion| conclusion.outcome(&self.config.sides()));
        concluded.or(self.game.turn().outcome())
    }

    fn not_concluded(&self) -> Result<(), IllegalAction> {
        self.conclusion.map_or(Ok(()), |_| Err(IllegalAction::over()))
    }

    /// Returns an error if the match is over or the seat does not exist.
    fn sits(&self, seat: Seat) -> Result<(), IllegalAction> {
        self.outcome().map_or(Ok(()), |_| Err(IllegalAction::over()))?;
        if seat.0 < self.game.seats() { Ok(()) } else { Err(IllegalAction::not_awaited()) }
    }

    fn recorded_outcome(&self) -> Option<RecordedOutcome> {
        self.outcome().map(|outcome| RecordedOutcome {
            winners: outcome.winners.iter().map(|seat| seat.0).collect(),
            reason: outcome.reason.to_owned(),
            scores: self.game.scores(),
        })
    }

    fn told(&self, event: &G::Event, viewer: Viewer, after: Option<&G>) -> Option<DescribedEvent> {
        let event = event.for_viewer(viewer)?;
        let view = after.map(|game| PackedJson::of(&game.view(viewer)));
        Some(DescribedEvent { view, ..DescribedEvent::new::<G>(&self.config, &event) })
    }

    /// Builds the frames of a step. Consecutive equal views are serialized once.
    fn shown_as(
        &self,
        number: usize,
        seat: Option<Seat>,
        moments: &VisibleFrames<G>,
        view: &G::View,
    ) -> StepFrames {
        let mut out = PackedJsonWriter::default();
        let mut last: Option<(&G::View, PackedJson)> = None;
        let mut data = |view, out: &mut PackedJsonWriter| match &last {
            Some((known, data)) if *known == view => data.clone(),
            _ => last.insert((view, out.data(view))).1.clone(),
        };
        let told = moments.iter().map(|(event, after)| {
            let (text, rule) = event.describe(&self.config);
            let view = after.as_ref().map(|view| data(view, &mut out));
            DescribedEvent { event: out.data(event), text, rule: Some(rule), view }
        });
        let told = told.collect();
        let step = Step { number, seat, told, scores: self.after(number).scores() };
        StepFrames { step, view: data(view, &mut out) }
    }

    /// The final step of a terminated match.
    fn concluding(&self, number: usize, view: Option<Viewer>) -> Option<Step> {
        let conclusion = self.conclusion.filter(|_| number == self.steps.len() + 1)?;
        let (text, rule) = conclusion.describe(G::info());
        let view = view.map(|viewer| PackedJson::of(&self.game.view(viewer)));
        let told = vec![DescribedEvent { event: PackedJson::of(&conclusion), text, rule, view }];
        Some(Step { number, seat: conclusion.seat(), told, scores: self.game.scores() })
    }

    /// The state after a step.
    fn after(&self, number: usize) -> &G {
        self.steps.get(number).map_or(&self.game, |next| &next.before)
    }

    /// The acting seat and the events of a step; step 0 has no seat and contains the opening events.
    fn events(&self, number: usize) -> Option<(Option<Seat>, &[G::Event])> {
        match number.checked_sub(1) {
            None => Some((None, &self.opening)),
            Some(index) => {
                let taken = self.steps.get(index)?;
                Some((Some(taken.seat), &taken.events))
            }
        }
    }
}

/// The [`digest`] of the position, as eight hex digits.
fn checksum<G: GameState>(game: &G) -> String {
    format!("{:08x}", digest(&game.position()))
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

/// A match of any game, driven by text and JSON. Servers and tools hold a `Box<dyn DynMatch>` and are
/// independent of the game.
pub trait DynMatch: Send + Sync {
    /// Name, rules version, seats and options of the game.
    fn info(&self) -> &'static GameInfo;
    /// Number of seats.
    fn seats(&self) -> u8;
    /// The seats to move, or the outcome.
    fn turn(&self) -> Turn;
    /// All legal actions of the seat, or a selection of them (see [`lists_all`](DynMatch::lists_all)).
    fn legal(&self, seat: Seat) -> Vec<LegalAction>;
    /// At most `most` of the [legal](DynMatch::legal) actions, evenly spread over the list.
    fn sample_legal(&self, seat: Seat, most: usize) -> Vec<LegalAction>;
    /// Returns true if [`legal`](DynMatch::legal) lists all legal actions of the seat.
    fn lists_all(&self, seat: Seat) -> bool;
    /// Returns true if the decisions awaited now are simultaneous: hidden from the other seats after
    /// they are taken.
    fn is_simultaneous(&self) -> bool;
    /// The seat's time limit for the current decision in seconds, if there is one.
    fn time_limit(&self, seat: Seat) -> Option<u32>;
    /// Returns true if other seats may watch drafts of the current decisions.
    fn drafts_open(&self) -> bool;
    /// Parses an unfinished decision of the seat, or, if the game supports it, a query that the seat
    /// makes while others decide. The result is computed from the seat's information state, so that it
    /// reveals nothing hidden.
    ///
    /// # Errors
    /// Returns an error if the seat does not exist, the match is over, or the text is not a valid draft
    /// now.
    fn draft(&self, seat: Seat, draft: &str) -> Result<Draft, IllegalAction>;
    /// The seats that have already taken one of the simultaneous decisions, while others have not.
    fn decided(&self) -> SeatSet;
    /// The prompt for the seat, if it is to move.
    fn prompt(&self, seat: Seat) -> Option<Prompt>;
    /// Checks that the seat may play the action now.
    fn check(&self, seat: Seat, action: &str) -> Result<(), IllegalAction>;
    /// Previews an action: the events that are certain to follow, with the view after each until
    /// something hidden is revealed, and up to the first event after which the future depends on that
    /// (see [`FrameRecorder::certain`]). The preview is computed from the seat's information state, so
    /// that it reveals nothing hidden.
    ///
    /// # Errors
    /// Returns the error that [`play`](DynMatch::play) would return.
    fn preview(&self, seat: Seat, action: &str) -> Result<Vec<DescribedEvent>, IllegalAction>;
    /// Plays an action; on error the match is unchanged.
    fn play(&mut self, seat: Seat, action: &str) -> Result<(), IllegalAction>;
    /// Returns true if the seat may undo its last action (law 8); never after the end of the match.
    fn can_undo(&self, seat: Seat) -> bool;
    /// Undoes the seat's last action.
    fn undo(&mut self, seat: Seat) -> Result<(), IllegalAction>;
    /// Returns true if there is a decision of the seat to [rewind](DynMatch::rewind) to.
    fn can_rewind(&self, seat: Seat) -> bool;
    /// Returns to the state before the seat's last decision, regardless of later decisions and revealed
    /// information. For matches without human opponents; otherwise use the fair [`DynMatch::undo`].
    ///
    /// # Errors
    /// Returns an error if the seat has made no decision, or the match is over.
    fn rewind(&mut self, seat: Seat) -> Result<(), IllegalAction>;
    /// Checks that the match may be terminated in this way.
    ///
    /// # Errors
    /// Returns an error if the match is over, the seat does not exist, or the game has no such
    /// termination.
    fn check_conclusion(&self, conclusion: Termination) -> Result<(), IllegalAction>;
    /// Terminates the match permanently, as a step of its own. Callers make sure that the seats agreed,
    /// if that is required.
    ///
    /// # Errors
    /// As for [`check_conclusion`](DynMatch::check_conclusion).
    fn conclude(&mut self, conclusion: Termination) -> Result<(), IllegalAction>;
    /// The viewer's view, as JSON.
    fn view(&self, viewer: Viewer) -> PackedJson;
    /// The information state of the seat, for its bot.
    fn seen(&self, seat: Seat) -> DynInfoState;
    /// Number of steps after the opening: the decisions so far, without those undone, and the
    /// [`Termination`], if any.
    fn length(&self) -> usize;
    /// A step, 0 (the opening) to [`length`](DynMatch::length), as the viewer may know it.
    fn step(&self, number: usize, viewer: Viewer) -> Option<Step>;
    /// A step with the view after each event, for each of the viewers. Viewers with equal information
    /// share the result.
    fn shown(&self, number: usize, viewers: &[Viewer]) -> Option<StepForViewers>;
    /// A step with the view after each event, for one viewer.
    fn frames(&self, number: usize, viewer: Viewer) -> Option<Step> {
        let shown = self.shown(number, &[viewer])?.each.pop()?;
        Some(Arc::into_inner(shown)?.step)
    }
    /// Starts a new match with the same seats, options, components and rules version. The configuration
    /// is shared with this match.
    ///
    /// # Errors
    /// Returns an error if the position is invalid.
    fn restart(&self, seed: u64, position: Option<Value>) -> Result<Box<dyn DynMatch>, InputError>;
    /// The match after its first `number` steps (0: after the opening); `None` beyond its end.
    fn at_step(&self, number: usize) -> Option<Box<dyn DynMatch>>;
    /// The teams: every seat is in exactly one set.
    fn sides(&self) -> Vec<SeatSet>;
    /// The score of each seat so far.
    fn scores(&self) -> Vec<i32>;
    /// The components with their sources, as JSON.
    fn components(&self) -> Value;
    /// The complete state, as documented JSON. Secret: never send it to a player.
    fn truth(&self) -> Value;
    /// The record of the match so far. It contains the RNG seed: never send it to a player before the
    /// end.
    fn record(&self) -> Record;
}

impl<G: GameState> DynMatch for Match<G> {
    fn info(&self) -> &'static GameInfo {
        G::info()
    }

    fn seats(&self) -> u8 {
        self.game.seats()
    }

    fn turn(&self) -> Turn {
        self.outcome().map_or_else(|| self.game.turn(), Turn::Over)
    }

    fn legal(&self, seat: Seat) -> Vec<LegalAction> {
        self.sample_legal(seat, usize::MAX)
    }

    fn sample_legal(&self, seat: Seat, most: usize) -> Vec<LegalAction> {
        let actions = match self.conclusion {
            None => self.game.legal(seat),
            Some(_) => Vec::new(),
        };
        let offered = actions.len().min(most);
        (0..offered)
            .map(|place| actions[place * actions.len() / offered])
            .map(|action| LegalAction {
                action: action.to_string(),
                label: self.game.label(action),
                reading: self.game.reading(action),
            })
            .collect()
    }

    fn lists_all(&self, seat: Seat) -> bool {
        self.outcome().is_some() || self.game.lists_all(seat)
    }

    fn is_simultaneous(&self) -> bool {
        self.outcome().is_none() && self.game.is_simultaneous()
    }

    fn time_limit(&self, seat: Seat) -> Option<u32> {
        let awaited = self.turn().awaited().contains(seat);
        awaited.then(|| self.game.time_limit(seat)).flatten()
    }

    fn drafts_open(&self) -> bool {
        self.outcome().is_none() && self.game.drafts_open()
    }

    fn draft(&self, seat: Seat, draft: &str) -> Result<Draft, IllegalAction> {
        self.sits(seat)?;
        InfoState::new(&self.game, seat).draft(draft)
    }

    fn decided(&self) -> SeatSet {
        let now = self.turn().awaited();
        let (mut awaited, mut decided) = (now, SeatSet::EMPTY);
        let recent = if now.is_empty() { &[] } else { &self.steps[..] };
        for taken in recent.iter().rev() {
            // A simultaneous decision leaves the other awaited seats awaited, and no others.
            awaited.insert(taken.seat);
            if decided.contains(taken.seat) || taken.before.turn().awaited() != awaited {
                break;
            }
            if !now.contains(taken.seat) {
                decided.insert(taken.seat);
            }
        }
        decided
    }

    fn prompt(&self, seat: Seat) -> Option<Prompt> {
        self.game
            .prompt(seat)
            .filter(|_| self.conclusion.is_none())
            .map(|(text, rule)| Prompt { text, rule })
    }

    fn check(&self, seat: Seat, action: &str) -> Result<(), IllegalAction> {
        self.not_concluded()?;
        self.game.is_legal(seat, G::Action::parse(action)?)
    }

    fn preview(&self, seat: Seat, action: &str) -> Result<Vec<DescribedEvent>, IllegalAction> {
        self.not_concluded()?;
        let action = G::Action::parse(action)?;
        if seat.0 >= self.game.seats() {
            // The seat does not exist, so there is no information state for a preview.
            return Err(self
                .game
                .is_legal(seat, action)
                .err()
                .unwrap_or(IllegalAction::not_awaited()));
        }
        let foreseen = InfoState::new(&self.game, seat).preview(action)?;
        let told = foreseen.into_iter().map(|(event, view)| DescribedEvent {
            view: view.as_ref().map(PackedJson::of),
            ..DescribedEvent::new::<G>(&self.config, &event)
        });
        Ok(told.collect())
    }

    fn play(&mut self, seat: Seat, action: &str) -> Result<(), IllegalAction> {
        self.not_concluded()?;
        self.play(seat, G::Action::parse(action)?)
    }

    fn can_undo(&self, seat: Seat) -> bool {
        self.outcome().is_none()
            && self.steps.last().is_some_and(|last| {
                last.seat == seat && !last.events.iter().any(|event| event.reveals())
            })
    }

    fn undo(&mut self, seat: Seat) -> Result<(), IllegalAction> {
        if !self.can_undo(seat) {
            return Err(IllegalAction::no_undo());
        }
        if let Some(last) = self.steps.pop() {
            self.game = last.before;
        }
        Ok(())
    }

    fn can_rewind(&self, seat: Seat) -> bool {
        self.outcome().is_none() && self.steps.iter().any(|step| step.seat == seat)
    }

    fn rewind(&mut self, seat: Seat) -> Result<(), IllegalAction> {
        if !self.can_rewind(seat) {
            return Err(IllegalAction::no_undo());
        }
        while let Some(last) = self.steps.pop() {
            self.game = last.before;
            if last.seat == seat {
                break;
            }
        }
        Ok(())
    }

    fn check_conclusion(&self, conclusion: Termination) -> Result<(), IllegalAction> {
        conclusion.check(G::info())?;
        // The seat that terminates the match must exist; for agreements, seat 0 stands in.
        self.sits(conclusion.seat().unwrap_or_default())
    }

    fn conclude(&mut self, conclusion: Termination) -> Result<(), IllegalAction> {
        self.check_conclusion(conclusion)?;
        self.conclusion = Some(conclusion);
        Ok(())
    }

    fn view(&self, viewer: Viewer) -> PackedJson {
        PackedJson::of(&self.game.view(viewer))
    }

    fn seen(&self, seat: Seat) -> DynInfoState {
        DynInfoState::new(InfoState::new(&self.game, seat))
    }

    fn length(&self) -> usize {
        self.steps.len() + usize::from(self.conclusion.is_some())
    }

    fn step(&self, number: usize, viewer: Viewer) -> Option<Step> {
        if let Some(last) = self.concluding(number, None) {
            return Some(last);
        }
        let (seat, events) = self.events(number)?;
        let told = events.iter().filter_map(|event| self.told(event, viewer, None)).collect();
        Some(Step { number, seat, told, scores: self.after(number).scores() })
    }

    fn shown(&self, number: usize, viewers: &[Viewer]) -> Option<StepForViewers> {
        let mut frames = FrameRecorder(Vec::new());
        let seat = match number.checked_sub(1).map(|index| self.steps.get(index)) {
            Some(None) => {
                let last = |viewer: &Viewer| self.concluding(number, Some(*viewer));
                let shown = |step, viewer| Arc::new(StepFrames { step, view: self.view(viewer) });
                let each = viewers.iter().map(|viewer| Some(shown(last(viewer)?, *viewer)));
                // The termination is public.
                return Some(StepForViewers {
                    each: each.collect::<Option<_>>()?,
                    public: Some(0),
                });
            }
            None if self.start.is_some() => None,
            None => {
                G::deal(&self.config, GameRng::from_seed(self.beginning.seed), Some(&mut frames));
                None
            }
            Some(Some(taken)) => {
                taken.before.clone().play_unchecked(taken.seat, taken.action, Some(&mut frames));
                Some(taken.seat)
            }
        };
        let after = self.after(number);
        let mut known: Vec<(VisibleFrames<G>, G::View, Arc<StepFrames>)> = Vec::new();
        for viewer in viewers {
            let seen = |(event, after): &(G::Event, G)| {
                Some((event.for_viewer(*viewer)?, Some(after.view(*viewer))))
            };
            let moments: VisibleFrames<G> = frames.0.iter().filter_map(seen).collect();
            let view = after.view(*viewer);
            let same = known.iter().find(|known| known.0 == moments && known.1 == view);
            let shown = same.map_or_else(
                || Arc::new(self.shown_as(number, seat, &moments, &view)),
                |(_, _, shown)| shown.clone(),
            );
            known.push((moments, view, shown));
        }
        let public: Vec<G::Event> =
            frames.0.iter().filter_map(|(event, _)| event.for_viewer(Viewer::Spectator)).collect();
        let tells = |(moments, ..): &(VisibleFrames<G>, G::View, Arc<StepFrames>)| {
            moments.iter().map(|(event, _)| event).eq(&public)
        };
        let public = known.iter().position(tells);
        Some(StepForViewers {
            each: known.into_iter().map(|(_, _, shown)| shown).collect(),
            public,
        })
    }

    fn restart(&self, seed: u64, position: Option<Value>) -> Result<Box<dyn DynMatch>, InputError> {
        let beginning = MatchStart { seed, position, ..self.beginning.clone() };
        Ok(Box::new(Match::<G>::begin_by(self.config.clone(), beginning)?))
    }

    fn at_step(&self, number: usize) -> Option<Box<dyn DynMatch>> {
        if number > DynMatch::length(self) {
            return None;
        }
        let game = self.steps.get(number).map_or(&self.game, |next| &next.before);
        let steps = self.steps.iter().take(number).map(|taken| PlayedAction {
            before: taken.before.clone(),
            seat: taken.seat,
            action: taken.action,
            events: taken.events.clone(),
        });
        let play: Match<G> = Match {
            config: self.config.clone(),
            beginning: self.beginning.clone(),
            start: self.start.clone(),
            game: game.clone(),
            opening: self.opening.clone(),
            steps: steps.collect(),
            conclusion: self.conclusion.filter(|_| number > self.steps.len()),
        };
        Some(Box::new(play))
    }

    fn sides(&self) -> Vec<SeatSet> {
        self.config.sides()
    }

    fn scores(&self) -> Vec<i32> {
        self.game.scores()
    }

    fn components(&self) -> Value {
        self.config.components()
    }

    fn truth(&self) -> Value {
        serde_json::to_value(self.game.position()).expect("a position is plain data")
    }

    fn record(&self) -> Record {
        let after = self.steps.iter().skip(1).map(|next| &next.before).chain([&self.game]);
        let MatchStart { rules_version, seats: _, options, components, seed, position } =
            self.beginning.clone();
        Record {
            game: G::info().id.to_owned(),
            rules_version: rules_version.unwrap_or(G::info().rules_version),
            seats: self.game.seats(),
            options,
            components,
            seed,
            deal: None,
            position,
            check: self.opening_check(),
            actions: self
                .steps
                .iter()
                .zip(after)
                .map(|(step, after)| RecordedAction {
                    seat: step.seat.0,
                    action: step.action.to_string(),
                    check: checksum(after),
                })
                .collect(),
            conclusion: self.conclusion,
            outcome: self.recorded_outcome(),
            names: Vec::new(),
            times: Vec::new(),
            timing: None,
        }
    }
}
