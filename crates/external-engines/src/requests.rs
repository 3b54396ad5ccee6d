//! Requests to an engine's process and the answers to them.

use std::time::{Duration, Instant};

use bots::BotErrorKind;
use zashiki_core::text;

use crate::error::EngineError;
use crate::process::{Process, ReadError};
use crate::protocol::{FromEngine, Introduction, NewGame, ToEngine, VERSION};

/// Additional time for an answer beyond the engine's time limit, since the machine may be busy.
const GRACE: Duration = Duration::from_millis(500);
/// Time to read from an engine that gave no answer, after its input is closed. It is longer than an
/// interpreter takes to exit.
const FLUSH: Duration = Duration::from_secs(2);

/// Starts the protocol and reads the introduction, within `time`.
pub(crate) fn introduce(process: &Process, time: Duration) -> Result<Introduction, EngineError> {
    process.send(ToEngine::Zashiki(VERSION).to_string());
    let mut introduction = Introduction::default();
    wait_ready(process, Instant::now() + time, &mut |message| introduction.add(message))?;
    Ok(introduction)
}

/// Starts a game and waits until the engine is ready, up to `time`.
pub(crate) fn start_game(
    process: &Process,
    start: &NewGame,
    time: Duration,
) -> Result<(), EngineError> {
    process.send(ToEngine::NewGame(Box::new(start.clone())).to_string());
    wait_ready(process, Instant::now() + time, &mut |_| {})
}

/// Requests an action for a position, within `time`; returns its notation.
pub(crate) fn request_action(
    process: &Process,
    position: String,
    time: Duration,
) -> Result<String, EngineError> {
    process.send(ToEngine::Position(position).to_string());
    // Lines from before the request come before `ready`, so they do not count as its answer.
    wait_ready(process, Instant::now() + time + GRACE, &mut |_| {})?;
    process.send(ToEngine::Go(time).to_string());
    let until = Instant::now() + time + GRACE;
    loop {
        let line = process.read_line(until).map_err(EngineError::unreadable)?;
        match FromEngine::parse(&line) {
            Some(FromEngine::BestAction(notation)) => return Ok(notation),
            None | Some(FromEngine::Info(_)) => {}
            Some(_) => return Err(EngineError::nonsense(&line)),
        }
    }
}

/// Reads lines until the engine is ready. If it does not become ready, the error quotes the first unknown
/// line, if there was one: the program may not be an engine at all.
fn wait_ready(
    process: &Process,
    until: Instant,
    on_message: &mut dyn FnMut(FromEngine),
) -> Result<(), EngineError> {
    let mut unknown: Option<String> = None;
    loop {
        let line = match process.read_line(until) {
            Ok(line) => line,
            Err(error) => {
                return Err(match unknown.take() {
                    Some(line) if error != ReadError::TooLong => EngineError::nonsense(&line),
                    // `ready` needs no search, so a late one may be in a buffer.
                    _ => EngineError {
                        may_be_buffered: error == ReadError::Late,
                        ..EngineError::unreadable(error)
                    },
                });
            }
        };
        match FromEngine::parse(&line) {
            Some(FromEngine::Ready) => return Ok(()),
            Some(FromEngine::Error(_) | FromEngine::BestAction(_)) => {
                return Err(EngineError::nonsense(&line));
            }
            Some(message) => on_message(message),
            None if line.trim().is_empty() => {}
            None => {
                unknown.get_or_insert(line);
            }
        }
    }
}

/// Kills the process after a failure. Adds the known causes to the error: an answer in an unflushed buffer,
/// the exit status, and the end of the standard error.
pub(crate) fn diagnose(error: EngineError, process: &mut Process) -> EngineError {
    let EngineError { kind, mut why, may_be_buffered } = error;
    if may_be_buffered && answers_at_exit(process) {
        why = text!(
            "{why}。入力を閉じると答えました。出力がバッファーにたまっています。一行ごとにフラッシュしてください(Pythonなら print(…, flush=True))",
            "{why}, and answered only after its input was closed: its output stays in a buffer. Flush the output after each line (in Python: print(…, flush=True))",
            why
        );
    }
    let (status, stderr) = process.kill();
    if kind == BotErrorKind::Ended
        && let Some(status) = status
    {
        why = text!("{why}({status})", "{why} ({status})", why);
    }
    if !stderr.is_empty() {
        why = text!("{why}。標準エラー出力: {stderr}", "{why}; its standard error: {stderr}", why);
    }
    EngineError { kind, why, may_be_buffered }
}

/// Closes the input of an engine that gave no answer, and returns true if it then answers: programs flush
/// their buffers when they exit.
fn answers_at_exit(process: &mut Process) -> bool {
    process.close_input();
    let until = Instant::now() + FLUSH;
    while let Ok(line) = process.read_line(until) {
        if FromEngine::parse(&line).is_some() {
            return true;
        }
    }
    false
}
