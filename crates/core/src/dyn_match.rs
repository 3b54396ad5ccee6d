//! [`DynMatch`]: a match of any game, driven by text and JSON.

use std::any::Any;
use std::sync::Arc;

use serde_json::Value;

use crate::history::checksum;
use crate::{
    Action as _, DescribedEvent, Draft, Drafts, Edition, Event as _, FrameRecorder,
    GameConfig as _, GameInfo, GameRng, GameState, GameStateExt as _, IllegalAction, InfoState,
    InputError, LegalAction, Match, MatchStart, PackedJson, PlayedAction, PreviewedAction, Prompt,
    Record, RecordedAction, Seat, SeatSet, Situation, Step, StepForViewers, StepFrames,
    Termination, Turn, Viewer, VisibleFrames, components, episodes,
};

/// An [`InfoState`] without its game type. Only code for the game itself, such as its bots, can access the
/// content.
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
    /// Previews an action: the events that are certain to follow. The list ends with the first event whose
    /// hidden outcome may affect later events, and events have views only until something hidden is revealed
    /// (see [`FrameRecorder::certain`]). The preview is computed from the seat's information state, so that
    /// it reveals nothing hidden.
    ///
    /// # Errors
    /// Returns the error that [`play`](DynMatch::play) would return.
    fn preview(&self, seat: Seat, action: &str) -> Result<PreviewedAction, IllegalAction>;
    /// Plays an action; on error the match is unchanged.
    fn play(&mut self, seat: Seat, action: &str) -> Result<(), IllegalAction>;
    /// Returns true if the seat may undo its last action (law 8); never after the end of the match.
    fn can_undo(&self, seat: Seat) -> bool;
    /// Undoes the seat's last action.
    fn undo(&mut self, seat: Seat) -> Result<(), IllegalAction>;
    /// Returns true if the seat has made a decision that [`rewind`](DynMatch::rewind) can take back.
    fn can_rewind(&self, seat: Seat) -> bool;
    /// Returns to the state before the seat's last decision, regardless of later decisions and revealed
    /// information. For matches without human opponents; otherwise use the fair [`DynMatch::undo`].
    ///
    /// # Errors
    /// Returns an error if the seat has made no decision, or the match is over.
    fn rewind(&mut self, seat: Seat) -> Result<(), IllegalAction>;
    /// Checks that the match may be ended by this termination.
    ///
    /// # Errors
    /// Returns an error if the match is over, the seat does not exist, or the game has no such
    /// termination.
    fn check_termination(&self, termination: Termination) -> Result<(), IllegalAction>;
    /// Terminates the match permanently, as a step of its own. Callers make sure that the seats agreed,
    /// if that is required.
    ///
    /// # Errors
    /// As for [`check_termination`](DynMatch::check_termination).
    fn terminate(&mut self, termination: Termination) -> Result<(), IllegalAction>;
    /// The viewer's view, as JSON.
    fn view(&self, viewer: Viewer) -> PackedJson;
    /// The information state of the seat, for its bot.
    fn info_state(&self, seat: Seat) -> DynInfoState;
    /// Number of steps after the opening: the decisions so far, without those undone, and the
    /// [`Termination`], if any.
    fn length(&self) -> usize;
    /// A step, 0 (the opening) to [`length`](DynMatch::length), as the viewer may know it.
    fn step(&self, number: usize, viewer: Viewer) -> Option<Step>;
    /// A step with the view after each event, for each of the viewers. Viewers with equal information
    /// share the result.
    fn frames_for(&self, number: usize, viewers: &[Viewer]) -> Option<StepForViewers>;
    /// A step with the view after each event, for one viewer.
    fn frames(&self, number: usize, viewer: Viewer) -> Option<Step> {
        let frames = self.frames_for(number, &[viewer])?.each.pop()?;
        Some(Arc::into_inner(frames)?.step)
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
    fn position(&self) -> Value;
    /// The record of the match so far. It contains the RNG seed: never send it to a player before the
    /// end.
    fn record(&self) -> Record;
    /// The edition of the match; `None` if its components are the built-in ones except for sources.
    fn edition(&self) -> Option<Edition>;
}

impl<G: Drafts> DynMatch for Match<G> {
    fn info(&self) -> &'static GameInfo {
        G::info()
    }

    fn seats(&self) -> u8 {
        self.state.seats()
    }

    fn turn(&self) -> Turn {
        self.outcome().map_or_else(|| self.state.turn(), Turn::Over)
    }

    fn legal(&self, seat: Seat) -> Vec<LegalAction> {
        self.sample_legal(seat, usize::MAX)
    }

    fn sample_legal(&self, seat: Seat, most: usize) -> Vec<LegalAction> {
        let actions = match self.termination {
            None => self.state.legal(seat),
            Some(_) => Vec::new(),
        };
        let offered = actions.len().min(most);
        (0..offered)
            .map(|place| actions[place * actions.len() / offered])
            .map(|action| LegalAction {
                action: action.to_string(),
                label: self.state.label(action),
                reading: self.state.reading(action),
            })
            .collect()
    }

    fn lists_all(&self, seat: Seat) -> bool {
        self.outcome().is_some() || self.state.lists_all(seat)
    }

    fn is_simultaneous(&self) -> bool {
        self.outcome().is_none() && self.state.is_simultaneous()
    }

    fn time_limit(&self, seat: Seat) -> Option<u32> {
        let awaited = self.turn().awaited().contains(seat);
        awaited.then(|| self.state.time_limit(seat)).flatten()
    }

    fn drafts_open(&self) -> bool {
        self.outcome().is_none() && self.state.drafts_open()
    }

    fn draft(&self, seat: Seat, draft: &str) -> Result<Draft, IllegalAction> {
        self.check_seat(seat)?;
        InfoState::new(&self.state, seat).draft(draft)
    }

    fn decided(&self) -> SeatSet {
        let now = self.turn().awaited();
        let (mut awaited, mut decided) = (now, SeatSet::EMPTY);
        let recent = if now.is_empty() { &[] } else { &self.played[..] };
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
        let (text, rule) = self.state.prompt(seat).filter(|_| self.termination.is_none())?;
        let situations = self.state.situations(seat).into_iter().map(Situation::shown).collect();
        Some(Prompt { text, rule, situations })
    }

    fn check(&self, seat: Seat, action: &str) -> Result<(), IllegalAction> {
        self.check_not_terminated()?;
        self.state.is_legal(seat, G::Action::parse(action)?)
    }

    fn preview(&self, seat: Seat, action: &str) -> Result<PreviewedAction, IllegalAction> {
        self.check_not_terminated()?;
        let action = G::Action::parse(action)?;
        if seat.0 >= self.state.seats() {
            // The seat does not exist, so there is no information state for a preview.
            return Err(self
                .state
                .is_legal(seat, action)
                .err()
                .unwrap_or(IllegalAction::not_awaited()));
        }
        let foreseen = InfoState::new(&self.state, seat).preview(action)?;
        let told = foreseen.iter().map(|(event, view)| DescribedEvent {
            view: view.as_ref().map(PackedJson::of),
            ..DescribedEvent::new::<G>(&self.config, event)
        });
        let told = told.collect();
        let known: Vec<G::Event> = foreseen.into_iter().map(|(event, _)| event).collect();
        Ok(PreviewedAction { told, episodes: episodes::<G>(&self.config, &known) })
    }

    fn play(&mut self, seat: Seat, action: &str) -> Result<(), IllegalAction> {
        self.check_not_terminated()?;
        self.play(seat, G::Action::parse(action)?)
    }

    fn can_undo(&self, seat: Seat) -> bool {
        self.outcome().is_none()
            && self.played.last().is_some_and(|last| {
                last.seat == seat && !last.events.iter().any(|event| event.reveals())
            })
    }

    fn undo(&mut self, seat: Seat) -> Result<(), IllegalAction> {
        if !self.can_undo(seat) {
            return Err(IllegalAction::no_undo());
        }
        if let Some(last) = self.played.pop() {
            self.state = last.before;
        }
        Ok(())
    }

    fn can_rewind(&self, seat: Seat) -> bool {
        self.outcome().is_none() && self.played.iter().any(|step| step.seat == seat)
    }

    fn rewind(&mut self, seat: Seat) -> Result<(), IllegalAction> {
        if !self.can_rewind(seat) {
            return Err(IllegalAction::no_undo());
        }
        while let Some(last) = self.played.pop() {
            self.state = last.before;
            if last.seat == seat {
                break;
            }
        }
        Ok(())
    }

    fn check_termination(&self, termination: Termination) -> Result<(), IllegalAction> {
        Match::check_termination(self, termination)
    }

    fn terminate(&mut self, termination: Termination) -> Result<(), IllegalAction> {
        Match::terminate(self, termination)
    }

    fn view(&self, viewer: Viewer) -> PackedJson {
        PackedJson::of(&self.state.view(viewer))
    }

    fn info_state(&self, seat: Seat) -> DynInfoState {
        DynInfoState::new(InfoState::new(&self.state, seat))
    }

    fn length(&self) -> usize {
        Match::length(self)
    }

    fn step(&self, number: usize, viewer: Viewer) -> Option<Step> {
        if let Some(last) = self.termination_step(number, None) {
            return Some(last);
        }
        let (seat, events) = self.events(number)?;
        let known: Vec<G::Event> =
            events.iter().filter_map(|event| event.for_viewer(viewer)).collect();
        let described = known.iter().map(|event| DescribedEvent::new::<G>(&self.config, event));
        Some(Step {
            number,
            seat,
            told: described.collect(),
            episodes: episodes::<G>(&self.config, &known),
            scores: self.state_after(number).scores(),
        })
    }

    fn frames_for(&self, number: usize, viewers: &[Viewer]) -> Option<StepForViewers> {
        let mut frames = FrameRecorder(Vec::new());
        let seat = match number.checked_sub(1).map(|index| self.played.get(index)) {
            Some(None) => {
                let last = |viewer: &Viewer| self.termination_step(number, Some(*viewer));
                let shown = |step, viewer| Arc::new(StepFrames { step, view: self.view(viewer) });
                let each = viewers.iter().map(|viewer| Some(shown(last(viewer)?, *viewer)));
                // The termination is public.
                return Some(StepForViewers {
                    each: each.collect::<Option<_>>()?,
                    public: Some(0),
                });
            }
            None if self.start_state.is_some() => None,
            None => {
                G::deal(&self.config, GameRng::from_seed(self.start.seed), Some(&mut frames));
                None
            }
            Some(Some(taken)) => {
                taken.before.clone().play_unchecked(taken.seat, taken.action, Some(&mut frames));
                Some(taken.seat)
            }
        };
        let after = self.state_after(number);
        let mut known: Vec<(VisibleFrames<G>, G::View, Arc<StepFrames>)> = Vec::new();
        for viewer in viewers {
            let seen = |(event, after): &(G::Event, G)| {
                Some((event.for_viewer(*viewer)?, Some(after.view(*viewer))))
            };
            let moments: VisibleFrames<G> = frames.0.iter().filter_map(seen).collect();
            let view = after.view(*viewer);
            let same = known.iter().find(|known| known.0 == moments && known.1 == view);
            let shown = same.map_or_else(
                || Arc::new(self.build_frames(number, seat, &moments, &view)),
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
        let start = MatchStart { seed, position, ..self.start.clone() };
        Ok(Box::new(Match::<G>::with_config(self.config.clone(), start)?))
    }

    fn at_step(&self, number: usize) -> Option<Box<dyn DynMatch>> {
        if number > DynMatch::length(self) {
            return None;
        }
        let game = self.played.get(number).map_or(&self.state, |next| &next.before);
        let steps = self.played.iter().take(number).map(|taken| PlayedAction {
            before: taken.before.clone(),
            seat: taken.seat,
            action: taken.action,
            events: taken.events.clone(),
        });
        let play: Match<G> = Match {
            config: self.config.clone(),
            start: self.start.clone(),
            start_state: self.start_state.clone(),
            state: game.clone(),
            opening: self.opening.clone(),
            played: steps.collect(),
            termination: self.termination.filter(|_| number > self.played.len()),
        };
        Some(Box::new(play))
    }

    fn sides(&self) -> Vec<SeatSet> {
        self.config.sides()
    }

    fn scores(&self) -> Vec<i32> {
        self.state.scores()
    }

    fn components(&self) -> Value {
        self.config.components()
    }

    fn position(&self) -> Value {
        serde_json::to_value(self.state.position()).expect("a position is plain data")
    }

    fn edition(&self) -> Option<Edition> {
        self.start.components.as_deref().and_then(components::edition::<G>)
    }

    fn record(&self) -> Record {
        let after = self.played.iter().skip(1).map(|next| &next.before).chain([&self.state]);
        let MatchStart { rules_version, seats: _, options, components, seed, position } =
            self.start.clone();
        Record {
            game: G::info().id.to_owned(),
            rules_version: rules_version.unwrap_or(G::info().rules_version),
            seats: self.state.seats(),
            options,
            components,
            seed,
            deal: None,
            position,
            check: self.opening_check(),
            actions: self
                .played
                .iter()
                .zip(after)
                .map(|(step, after)| RecordedAction {
                    seat: step.seat.0,
                    action: step.action.to_string(),
                    check: checksum(after),
                })
                .collect(),
            conclusion: self.termination,
            outcome: self.recorded_outcome(),
            names: Vec::new(),
            times: Vec::new(),
            timing: None,
        }
    }
}
