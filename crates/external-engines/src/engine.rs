//! An external program that chooses actions, as its host manages it.

use std::sync::Arc;
use std::time::Instant;

use bots::{BotError, BotErrorKind};
use zashiki_core::{InputError, text};

use crate::error::{EngineError, cannot_start};
use crate::limits::{EngineLimits, START};
use crate::pool::{Pool, PooledProcess, Slot, SlotState};
use crate::process::Process;
use crate::protocol::{Introduction, NewGame, ToEngine};
use crate::requests::{diagnose, introduce, request_action, start_game};
use crate::stats::{Counter, EngineStats};

/// An external program that chooses actions. It may run as several processes.
pub struct Engine {
    name: String,
    command: Vec<String>,
    limits: EngineLimits,
    introduction: Introduction,
    counter: Counter,
    pool: Arc<Pool>,
}

/// Options to set in an engine's process, as names and values.
pub(crate) type Options = Vec<(String, String)>;

impl Engine {
    /// Starts a program once to read its introduction and check that it speaks the protocol. `name` is its
    /// name on this host, `command` the program and its arguments, and `games` the ids of all games of this
    /// host.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started, does not introduce itself, or names an unknown
    /// game.
    pub fn start(
        name: &str,
        command: Vec<String>,
        limits: EngineLimits,
        games: &[&str],
    ) -> Result<Arc<Engine>, InputError> {
        let mut process = Process::start(&command).map_err(|error| {
            let program = command.first().map(String::as_str).unwrap_or_default();
            InputError::from(cannot_start(name, program, &error))
        })?;
        let introduction = introduce(&process, START)
            .map_err(|error| diagnose(error, &mut process).message(name))?;
        let named = introduction.games.as_deref().unwrap_or_default();
        if let Some(game) = named.iter().find(|game| !games.contains(&game.as_str())) {
            let error = InputError::unknown_game(game, games.iter().copied());
            let error = error.text();
            return Err(text!("エンジン {name}: {error}", "Engine {name}: {error}", error).into());
        }
        let program = match introduction.name.as_str() {
            "" => command.first().cloned().unwrap_or_default(),
            given => given.to_owned(),
        };
        let introduction = Introduction { name: program, ..introduction };
        Ok(Arc::new(Engine {
            name: name.to_owned(),
            command,
            counter: Counter::new(name, &introduction.name),
            introduction,
            pool: Arc::new(Pool::new(limits.processes)),
            limits,
        }))
    }

    /// The name of the engine on this host.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The path or name of the program, and its arguments.
    pub fn command(&self) -> &[String] {
        &self.command
    }

    /// The time limit, failure policy and number of processes.
    pub fn limits(&self) -> &EngineLimits {
        &self.limits
    }

    /// The engine's own introduction.
    pub fn introduction(&self) -> &Introduction {
        &self.introduction
    }

    /// Statistics since the host started the engine.
    pub fn stats(&self) -> EngineStats {
        self.counter.stats()
    }

    pub(crate) fn counter(&self) -> &Counter {
        &self.counter
    }

    /// Counts a failure and returns it with its consequence for the seat.
    pub(crate) fn count_failure(&self, error: EngineError) -> BotError {
        let error = BotError {
            kind: error.kind,
            message: error.message(&self.name),
            stand_in: self.limits.stand_in,
        };
        self.counter.count_failure(&error);
        error
    }

    /// Starts a process for a locked slot, sets its options and starts the game in it.
    pub(crate) fn start_process(
        &self,
        slot: &Arc<Slot>,
        options: &Options,
        start: &NewGame,
    ) -> Result<PooledProcess, EngineError> {
        let mut pooled = self.pool.start(slot, || {
            Process::start(&self.command).map_err(|error| {
                let program = self.command.first().map(String::as_str).unwrap_or_default();
                EngineError::new(BotErrorKind::Ended, cannot_start(&self.name, program, &error))
            })
        })?;
        let process = &mut pooled.process;
        let started = introduce(process, START).and_then(|_| {
            for (name, value) in options.iter().cloned() {
                process.send(ToEngine::SetOption { name, value }.to_string());
            }
            start_game(process, start, START)
        });
        match started {
            Ok(()) => Ok(pooled),
            Err(error) => Err(diagnose(error, process)),
        }
    }

    /// Requests an action from the process in a slot; returns its notation. After a failure the slot is
    /// empty.
    pub(crate) fn request_action(
        &self,
        slot: &mut SlotState,
        position: String,
    ) -> Result<String, EngineError> {
        let process = &mut slot.process.as_mut().expect("the slot has a process").process;
        let answer = request_action(process, position, self.limits.time)
            .map_err(|error| diagnose(error, process));
        slot.last_used = Some(Instant::now());
        if answer.is_err() {
            slot.process = None;
        }
        answer
    }

    /// Announces that a process has answered and is idle, so it can be killed if another seat needs a
    /// process.
    pub(crate) fn notify_idle(&self) {
        self.pool.notify_idle();
    }
}

impl std::fmt::Debug for Engine {
    /// Formats only the settings on which the engine's choices depend.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (name, command, limits) = (&self.name, &self.command, &self.limits);
        out.debug_struct("Engine")
            .field("name", name)
            .field("command", command)
            .field("time", &limits.time)
            .field("stand_in", &limits.stand_in)
            .finish()
    }
}
