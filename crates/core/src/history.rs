//! [`Match`]: a match of one game with its history.

use std::sync::Arc;

use serde_json::Value;

use crate::{
    Action as _, DescribedEvent, Episode, Event as _, GameConfig as _, GameRng, GameState,
    GameStateExt as _, IllegalAction, InputError, InputErrorKind, LocalizedText, MatchStart,
    Outcome, PackedJson, PackedJsonWriter, Record, RecordedOutcome, ReplayError, Seat, Step,
    StepFrames, Termination, Viewer, VisibleFrames, configure, digest, episodes, load_position,
};

/// A match of one game with its history.
#[derive(Debug)]
pub struct Match<G: GameState> {
    pub(crate) config: Arc<G::Config>,
    /// The start data, completed with the rules version and all options of that version.
    pub(crate) start: MatchStart,
    /// The state before the first decision, if the match started from a given position.
    pub(crate) start_state: Option<G>,
    pub(crate) state: G,
    pub(crate) opening: Vec<G::Event>,
    pub(crate) played: Vec<PlayedAction<G>>,
    pub(crate) termination: Option<Termination>,
}

// A derived `Clone` would require `G::Config: Clone`, although the configuration is shared.
impl<G: GameState> Clone for Match<G> {
    fn clone(&self) -> Match<G> {
        Match {
            config: self.config.clone(),
            start: self.start.clone(),
            start_state: self.start_state.clone(),
            state: self.state.clone(),
            opening: self.opening.clone(),
            played: self.played.clone(),
            termination: self.termination,
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

impl<G: GameState> Match<G> {
    /// Starts a match with a fresh deal (see [`Match::start`]).
    ///
    /// # Errors
    /// Returns an error if the game cannot be played with these seats, options or components.
    pub fn new(
        seats: usize,
        options: &Value,
        components: Option<&str>,
        seed: u64,
    ) -> Result<Match<G>, InputError> {
        Match::start(&MatchStart {
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
    pub fn start(start: &MatchStart) -> Result<Match<G>, InputError> {
        let (config, start) = configure::<G>(start)?;
        Match::with_config(config, start)
    }

    /// Starts a match with a configuration that was already created from `start`.
    pub(crate) fn with_config(
        config: Arc<G::Config>,
        start: MatchStart,
    ) -> Result<Match<G>, InputError> {
        let position = start.position.as_ref();
        let start_state = position
            .map(|position| load_position::<G>(&config, position, start.seed))
            .transpose()?;
        let mut opening = Vec::new();
        let state = match &start_state {
            Some(state) => state.clone(),
            None => G::deal(&config, GameRng::from_seed(start.seed), Some(&mut opening)),
        };
        let (played, termination) = (Vec::new(), None);
        Ok(Match { config, start, start_state, state, opening, played, termination })
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
        let mut play = Match::<G>::start(&record.start())?;
        if play.opening_check() != record.check {
            return Err(InputError::new(
                "記録の始まり(オプション、内容物、シード、局面)が書き換えられています。元の記録を使ってください。",
                "The start data of the record (options, components, seed or position) were altered; use the original.",
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
            if checksum(&play.state) != recorded.check {
                return Err(ReplayError::at(
                    step,
                    "局面が記録と一致しません。記録が書き換えられているか、別のルールで対局されたものです。",
                    "the position is not the recorded one; the record was altered or played by other rules.",
                ));
            }
        }
        if let Some(termination) = record.conclusion {
            let step = play.length() + 1;
            play.terminate(termination).map_err(|no| refused(step, no))?;
        }
        if record.outcome.is_some() && record.outcome != play.recorded_outcome() {
            return Err(ReplayError::at(
                play.length(),
                "記録された結果と一致しません。手順が途中で切れているか、書き換えられています。",
                "the actions do not lead to the recorded outcome; some are missing or were altered.",
            ));
        }
        Ok(play)
    }

    /// The digest of the start data and of the position before the first decision.
    pub(crate) fn opening_check(&self) -> String {
        let first = self.played.first().map_or(&self.state, |step| &step.before);
        format!("{:08x}", digest(&(&self.start, first.position())))
    }

    /// Plays a legal action; on error the match is unchanged.
    pub fn play(&mut self, seat: Seat, action: G::Action) -> Result<(), IllegalAction> {
        self.check_not_terminated()?;
        self.state.is_legal(seat, action)?;
        let before = self.state.clone();
        let mut events = Vec::new();
        self.state.play_unchecked(seat, action, Some(&mut events));
        self.played.push(PlayedAction { before, seat, action, events });
        Ok(())
    }

    /// Checks that the match may be ended by this termination.
    ///
    /// # Errors
    /// Returns an error if the match is over, the seat does not exist, or the game has no such
    /// termination.
    pub fn check_termination(&self, termination: Termination) -> Result<(), IllegalAction> {
        termination.check(G::info())?;
        // The seat that terminates the match must exist; for agreements, seat 0 stands in.
        self.check_seat(termination.seat().unwrap_or_default())
    }

    /// Terminates the match permanently, as a step of its own. Callers make sure that the seats agreed,
    /// if that is required.
    ///
    /// # Errors
    /// As for [`check_termination`](Match::check_termination).
    pub fn terminate(&mut self, termination: Termination) -> Result<(), IllegalAction> {
        self.check_termination(termination)?;
        self.termination = Some(termination);
        Ok(())
    }

    /// The current state by the game's rules. A [`Termination`] does not change it; use
    /// [`outcome`](Match::outcome) to learn of one.
    pub fn state(&self) -> &G {
        &self.state
    }

    /// The events before the first decision.
    pub fn opening(&self) -> &[G::Event] {
        &self.opening
    }

    /// The decisions played so far.
    pub fn played(&self) -> &[PlayedAction<G>] {
        &self.played
    }

    /// Number of steps after the opening: the decisions, without those undone, and the [`Termination`], if
    /// any.
    pub fn length(&self) -> usize {
        self.played.len() + usize::from(self.termination.is_some())
    }

    /// The termination, if the match did not end by the game's rules.
    pub fn termination(&self) -> Option<Termination> {
        self.termination
    }

    /// The outcome, if the match is over.
    pub fn outcome(&self) -> Option<Outcome> {
        let terminated = self.termination.map(|it| it.outcome(&self.config.sides()));
        terminated.or(self.state.turn().outcome())
    }

    pub(crate) fn check_not_terminated(&self) -> Result<(), IllegalAction> {
        self.termination.map_or(Ok(()), |_| Err(IllegalAction::over()))
    }

    /// Returns an error if the match is over or the seat does not exist.
    pub(crate) fn check_seat(&self, seat: Seat) -> Result<(), IllegalAction> {
        self.outcome().map_or(Ok(()), |_| Err(IllegalAction::over()))?;
        if seat.0 < self.state.seats() { Ok(()) } else { Err(IllegalAction::not_awaited()) }
    }

    pub(crate) fn recorded_outcome(&self) -> Option<RecordedOutcome> {
        self.outcome().map(|outcome| RecordedOutcome {
            winners: outcome.winners.iter().map(|seat| seat.0).collect(),
            reason: outcome.reason.to_owned(),
            scores: self.state.scores(),
        })
    }

    /// Builds the frames of a step. Consecutive equal views are serialized once.
    pub(crate) fn build_frames(
        &self,
        number: usize,
        seat: Option<Seat>,
        frames: &VisibleFrames<G>,
        view: &G::View,
    ) -> StepFrames {
        let mut out = PackedJsonWriter::default();
        let mut last: Option<(&G::View, PackedJson)> = None;
        let mut data = |view, out: &mut PackedJsonWriter| match &last {
            Some((known, data)) if *known == view => data.clone(),
            _ => last.insert((view, out.data(view))).1.clone(),
        };
        let events = frames.iter().map(|(event, after)| {
            let (text, rule) = event.describe(&self.config);
            let view = after.as_ref().map(|view| data(view, &mut out));
            DescribedEvent { event: out.data(event), text, rule: Some(rule), view }
        });
        let told = events.collect();
        let known: Vec<G::Event> = frames.iter().map(|(event, _)| event.clone()).collect();
        let step = Step {
            number,
            seat,
            told,
            episodes: episodes::<G>(&self.config, &known),
            scores: self.state_after(number).scores(),
        };
        StepFrames { step, view: data(view, &mut out) }
    }

    /// The final step of a terminated match.
    pub(crate) fn termination_step(&self, number: usize, view: Option<Viewer>) -> Option<Step> {
        let termination = self.termination.filter(|_| number == self.played.len() + 1)?;
        let (text, rule) = termination.describe(G::info());
        let view = view.map(|viewer| PackedJson::of(&self.state.view(viewer)));
        let seat = termination.seat();
        let episodes = vec![Episode::new(1, seat, text.clone())];
        let told = vec![DescribedEvent { event: PackedJson::of(&termination), text, rule, view }];
        Some(Step { number, seat, told, episodes, scores: self.state.scores() })
    }

    /// The state after a step.
    pub(crate) fn state_after(&self, number: usize) -> &G {
        self.played.get(number).map_or(&self.state, |next| &next.before)
    }

    /// The acting seat and the events of a step; step 0 has no seat and contains the opening events.
    pub(crate) fn events(&self, number: usize) -> Option<(Option<Seat>, &[G::Event])> {
        match number.checked_sub(1) {
            None => Some((None, &self.opening)),
            Some(index) => {
                let taken = self.played.get(index)?;
                Some((Some(taken.seat), &taken.events))
            }
        }
    }
}

/// The [`digest`] of the position, as eight hex digits.
pub(crate) fn checksum<G: GameState>(game: &G) -> String {
    format!("{:08x}", digest(&game.position()))
}
