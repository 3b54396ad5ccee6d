//! An engine as its host has it: how it is started, asked and replaced.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError, Weak};
use std::time::{Duration, Instant};

use bots::{BotError, BotErrorKind};
use zashiki_core::{InputError, Level, LocalizedText, text};

use crate::process::{LONGEST_LINE, Process, ReadError};
use crate::protocol::{FromEngine, Introduction, NewGame, ToEngine, VERSION};
use crate::stats::{Counter, EngineStats};

/// Time an engine has to introduce itself, and to get ready for a game.
pub const START: Duration = Duration::from_secs(30);
/// Grace period for an answer after its time limit, on a busy machine.
pub(crate) const ON_ITS_WAY: Duration = Duration::from_millis(500);
/// Time to read from an engine that gave no answer, after its input is closed. Longer than an interpreter
/// takes to exit.
const HELD_BACK: Duration = Duration::from_secs(2);
/// Interval between checks for a free process, besides notifications.
const LOOK_AGAIN: Duration = Duration::from_millis(50);

/// On which terms engines play.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EngineLimits {
    /// Time limit of each decision.
    pub time: Duration,
    /// The bot that replaces a failed engine. `None`: the seat forfeits the game.
    pub stand_in: Option<Level>,
    /// Maximum number of processes per engine, at least one. At the limit, the process that was idle longest
    /// is ended, and its game continues with another one.
    pub processes: usize,
}

impl EngineLimits {
    /// Sets the time from a number of seconds.
    ///
    /// # Errors
    /// Returns an error with the expected form.
    pub fn set_time(&mut self, seconds: &str) -> Result<(), LocalizedText> {
        let read = seconds.parse::<f64>().ok().filter(|time| (0.01..=3600.0).contains(time));
        let time = read.ok_or(LocalizedText::fixed(
            "0.01から3600までの秒数",
            "a number of seconds from 0.01 to 3600",
        ));
        self.time = Duration::from_secs_f64(time?);
        Ok(())
    }

    /// Sets the consequence of a failure for the seat: `lose`, or `replace=` and a level.
    ///
    /// # Errors
    /// Returns an error with the expected forms.
    pub fn set_fault(&mut self, fault: &str) -> Result<(), LocalizedText> {
        let level = fault.strip_prefix("replace=").and_then(Level::from_id);
        if fault != "lose" && level.is_none() {
            let levels = Level::ALL.map(Level::id).join(", ");
            return Err(text!(
                "lose か、replace=レベル({levels})",
                "lose, or replace= and a level ({levels})"
            ));
        }
        self.stand_in = level;
        Ok(())
    }

    /// The consequence of a failure, in the form that [`set_fault`](EngineLimits::set_fault) reads.
    pub fn fault(&self) -> String {
        self.stand_in.map_or_else(|| "lose".to_owned(), |level| format!("replace={}", level.id()))
    }
}

impl Default for EngineLimits {
    fn default() -> EngineLimits {
        EngineLimits { time: Duration::from_secs(5), stand_in: None, processes: 8 }
    }
}

/// A program that plays.
pub struct Engine {
    name: String,
    command: Vec<String>,
    terms: EngineLimits,
    introduction: Introduction,
    counter: Counter,
    pool: Mutex<Pool>,
    /// Told when a process may have become free.
    freed: Condvar,
}

/// The options that are set for a process, by name.
pub(crate) type Options = Vec<(String, String)>;

/// The processes of an engine.
#[derive(Default)]
struct Pool {
    /// Number of running processes.
    running: usize,
    /// The slots of the seats that have a process.
    slots: Vec<Weak<Slot>>,
}

/// A process with its place among the most that there may be.
pub(crate) struct PooledProcess {
    process: Process,
    place: Place,
}

/// A place among the most processes that there may be. Dropping it makes room for another.
struct Place(Arc<Engine>);

impl Drop for Place {
    fn drop(&mut self) {
        self.0.pool().running -= 1;
        self.0.freed.notify_one();
    }
}

/// The process of one seat of one game between two decisions.
#[derive(Default)]
pub(crate) struct Slot(Mutex<SlotState>);

/// The process, if there is one, and since when it has not been asked.
#[derive(Default)]
pub(crate) struct SlotState {
    pub(crate) seated: Option<PooledProcess>,
    asked: Option<Instant>,
}

impl Slot {
    pub(crate) fn lock(&self) -> MutexGuard<'_, SlotState> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Engine {
    /// Starts a program, to learn who it is and whether it speaks the protocol. `name` is what it is
    /// called here, `command` the program and its arguments, `games` the ids of all games that there are.
    ///
    /// # Errors
    /// Returns an error if it cannot be started, does not introduce itself, or names a game that is not
    /// there.
    pub fn start(
        name: &str,
        command: Vec<String>,
        terms: EngineLimits,
        games: &[&str],
    ) -> Result<Arc<Engine>, InputError> {
        let process = Process::start(&command).map_err(|error| {
            let program = command.first().map(String::as_str).unwrap_or_default();
            cannot_start(name, program, &error)
        });
        let mut process = process.map_err(InputError::from)?;
        let introduction =
            introduced(&process, START).map_err(|broken| broken.after(&mut process).text(name))?;
        let named = introduction.games.as_deref().unwrap_or_default();
        if let Some(game) = named.iter().find(|game| !games.contains(&game.as_str())) {
            let bad = InputError::unknown_game(game, games.iter().copied());
            let bad = bad.text();
            return Err(text!("エンジン {name}: {bad}", "Engine {name}: {bad}", bad).into());
        }
        let program = match introduction.name.as_str() {
            "" => command.first().cloned().unwrap_or_default(),
            called => called.to_owned(),
        };
        let introduction = Introduction { name: program, ..introduction };
        Ok(Arc::new(Engine {
            name: name.to_owned(),
            command,
            counter: Counter::new(name, &introduction.name),
            introduction,
            pool: Mutex::default(),
            freed: Condvar::new(),
            terms: EngineLimits { processes: terms.processes.max(1), ..terms },
        }))
    }

    /// The name of the engine on this host.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The program and its arguments.
    pub fn command(&self) -> &[String] {
        &self.command
    }

    /// On which terms it plays.
    pub fn terms(&self) -> &EngineLimits {
        &self.terms
    }

    /// The engine's own introduction.
    pub fn introduction(&self) -> &Introduction {
        &self.introduction
    }

    /// Statistics of the engine.
    pub fn tally(&self) -> EngineStats {
        self.counter.tally()
    }

    pub(crate) fn counter(&self) -> &Counter {
        &self.counter
    }

    /// The consequence of a failure for its seat.
    pub(crate) fn fault(&self, broken: EngineError) -> BotError {
        let fault = BotError {
            kind: broken.kind,
            said: broken.text(&self.name),
            stand_in: self.terms.stand_in,
        };
        self.counter.fault(&fault);
        fault
    }

    /// A process that has been sent the start of the game, for a locked slot.
    pub(crate) fn seat(
        self: &Arc<Engine>,
        slot: &Arc<Slot>,
        options: &Options,
        begun: &NewGame,
    ) -> Result<PooledProcess, EngineError> {
        let mut seated = self.process(slot, options)?;
        match seated.begin(begun) {
            Ok(()) => Ok(seated),
            Err(broken) => Err(broken.after(&mut seated.process)),
        }
    }

    /// A new process with these options.
    fn process(
        self: &Arc<Engine>,
        slot: &Arc<Slot>,
        options: &Options,
    ) -> Result<PooledProcess, EngineError> {
        let (place, gone) = self.room(slot);
        // Killed outside the lock, for that takes a moment.
        drop(gone);
        let process = Process::start(&self.command).map_err(|error| {
            let program = self.command.first().map(String::as_str).unwrap_or_default();
            EngineError::new(BotErrorKind::Ended, cannot_start(&self.name, program, &error))
        })?;
        let mut seated = PooledProcess { process, place };
        if let Err(broken) = introduced(&seated.process, START) {
            return Err(broken.after(&mut seated.process));
        }
        for (name, value) in options {
            let (name, value) = (name.clone(), value.clone());
            seated.process.say(ToEngine::SetOption { name, value }.to_string());
        }
        Ok(seated)
    }

    /// Room for a process: a place that is free, becomes free, or was that of a process that is to be
    /// ended.
    fn room(self: &Arc<Engine>, slot: &Arc<Slot>) -> (Place, Option<Process>) {
        let mut pool = self.pool();
        pool.slots.retain(|slot| slot.strong_count() > 0);
        if !pool.slots.iter().any(|known| std::ptr::eq(known.as_ptr(), Arc::as_ptr(slot))) {
            pool.slots.push(Arc::downgrade(slot));
        }
        loop {
            if pool.running < self.terms.processes {
                pool.running += 1;
                return (Place(self.clone()), None);
            }
            if let Some(PooledProcess { process, place }) = longest_unasked(&pool.slots) {
                return (place, Some(process));
            }
            let waited = self.freed.wait_timeout(pool, LOOK_AGAIN);
            pool = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// A process has answered: it can be ended if another needs its place.
    pub(crate) fn has_answered(&self) {
        self.freed.notify_one();
    }

    fn pool(&self) -> MutexGuard<'_, Pool> {
        self.pool.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl std::fmt::Debug for Engine {
    /// The settings that its choices depend on.
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (name, command, terms) = (&self.name, &self.command, &self.terms);
        out.debug_struct("Engine")
            .field("name", name)
            .field("command", command)
            .field("time", &terms.time)
            .field("stand_in", &terms.stand_in)
            .finish()
    }
}

/// The process that has not been asked for longest, of those that are not being asked.
fn longest_unasked(slots: &[Weak<Slot>]) -> Option<PooledProcess> {
    let slots: Vec<Arc<Slot>> = slots.iter().filter_map(Weak::upgrade).collect();
    let sitting = slots.iter().filter_map(|slot| slot.0.try_lock().ok());
    let longest = sitting.filter(|sitting| sitting.seated.is_some()).min_by_key(|it| it.asked);
    longest.and_then(|mut sitting| sitting.seated.take())
}

impl SlotState {
    /// Asks the process that sits here for an action, in notation.
    pub(crate) fn ask(&mut self, position: String, time: Duration) -> Result<String, EngineError> {
        let seated = self.seated.as_mut().expect("a process was seated here");
        let answer =
            ask(&seated.process, position, time).map_err(|it| it.after(&mut seated.process));
        self.asked = Some(Instant::now());
        if answer.is_err() {
            self.seated = None;
        }
        answer
    }
}

impl PooledProcess {
    fn begin(&mut self, begun: &NewGame) -> Result<(), EngineError> {
        self.process.say(ToEngine::NewGame(Box::new(begun.clone())).to_string());
        until_ready(&self.process, START)
    }
}

/// Asks a process for an action, in notation.
pub(crate) fn ask(
    process: &Process,
    position: String,
    time: Duration,
) -> Result<String, EngineError> {
    process.say(ToEngine::Position(position).to_string());
    // What it said unasked comes before it is ready, and is not taken for its answer.
    ready_by(process, Instant::now() + time + ON_ITS_WAY, &mut |_| {})?;
    process.say(ToEngine::Go(time).to_string());
    let until = Instant::now() + time + ON_ITS_WAY;
    loop {
        let line = process.hear(until).map_err(EngineError::silent)?;
        match FromEngine::parse(&line) {
            Some(FromEngine::BestAction(notation)) => return Ok(notation),
            None | Some(FromEngine::Info(_)) => {}
            Some(_) => return Err(EngineError::nonsense(&line)),
        }
    }
}

/// Says hello and hears who it is, in so much time.
pub(crate) fn introduced(process: &Process, time: Duration) -> Result<Introduction, EngineError> {
    process.say(ToEngine::Zashiki(VERSION).to_string());
    let mut introduction = Introduction::default();
    let until = Instant::now() + time;
    ready_by(process, until, &mut |said| introduction.hear(said))?;
    Ok(introduction)
}

/// Waits until the engine is ready for a game, up to `time`.
pub(crate) fn until_ready(process: &Process, time: Duration) -> Result<(), EngineError> {
    ready_by(process, Instant::now() + time, &mut |_| {})
}

/// Reads lines until the engine is ready. If nothing else arrives, the error quotes the first unknown line:
/// it may be another program altogether.
fn ready_by(
    process: &Process,
    until: Instant,
    hear: &mut dyn FnMut(FromEngine),
) -> Result<(), EngineError> {
    let mut strange: Option<String> = None;
    loop {
        let line = match process.hear(until) {
            Ok(line) => line,
            Err(silence) => {
                return Err(match strange.take() {
                    Some(line) if silence != ReadError::TooLong => EngineError::nonsense(&line),
                    // To be ready takes no thought: what does not come may have been said.
                    _ => EngineError {
                        held_back: silence == ReadError::Late,
                        ..EngineError::silent(silence)
                    },
                });
            }
        };
        match FromEngine::parse(&line) {
            Some(FromEngine::Ready) => return Ok(()),
            Some(FromEngine::Error(_) | FromEngine::BestAction(_)) => {
                return Err(EngineError::nonsense(&line));
            }
            Some(said) => hear(said),
            None if line.trim().is_empty() => {}
            None => {
                strange.get_or_insert(line);
            }
        }
    }
}

/// Returns true if an engine that gave no answer gives one when its input is closed: programs flush their
/// buffers when they end.
fn answers_at_the_end(process: &mut Process) -> bool {
    process.close_input();
    let until = Instant::now() + HELD_BACK;
    while let Ok(line) = process.hear(until) {
        if FromEngine::parse(&line).is_some() {
            return true;
        }
    }
    false
}

/// A failure of an engine.
#[derive(Debug)]
pub(crate) struct EngineError {
    pub(crate) kind: BotErrorKind,
    /// The event, as a sentence's predicate.
    pub(crate) why: LocalizedText,
    /// True if an answer may be waiting in a buffer of the engine's that it did not flush.
    held_back: bool,
}

impl EngineError {
    pub(crate) fn new(kind: BotErrorKind, why: LocalizedText) -> EngineError {
        EngineError { kind, why, held_back: false }
    }

    fn silent(silence: ReadError) -> EngineError {
        let (kind, why) = match silence {
            ReadError::Ended => {
                (BotErrorKind::Ended, LocalizedText::fixed("終了しました", "it has ended"))
            }
            ReadError::Late => (
                BotErrorKind::Late,
                LocalizedText::fixed("時間内に答えませんでした", "it gave no answer in time"),
            ),
            ReadError::TooLong => (
                BotErrorKind::Nonsense,
                text!(
                    "{LONGEST_LINE}バイトより長い行を書きました",
                    "it wrote a line of more than {LONGEST_LINE} bytes"
                ),
            ),
            ReadError::NotText => (
                BotErrorKind::Nonsense,
                LocalizedText::fixed(
                    "UTF-8ではない行を書きました",
                    "it wrote a line that is not UTF-8",
                ),
            ),
        };
        EngineError::new(kind, why)
    }

    pub(crate) fn nonsense(line: &str) -> EngineError {
        let said = short(line);
        let why = text!(
            "答えではないこと(「{said}」)を書きました",
            "it said \"{said}\", which is no answer"
        );
        EngineError::new(BotErrorKind::Nonsense, why)
    }

    pub(crate) fn illegal(notation: &str, why: &LocalizedText) -> EngineError {
        let said = short(notation);
        let why = text!(
            "できない行動「{said}」を答えました({why})",
            "it answered \"{said}\": {why}",
            why
        );
        EngineError::new(BotErrorKind::IllegalAction, why)
    }

    /// With how its process ended and what it last wrote.
    pub(crate) fn after(self, process: &mut Process) -> EngineError {
        let mut why = self.why;
        if self.held_back && answers_at_the_end(process) {
            why = text!(
                "{why}。入力を閉じると答えました。出力がバッファーにたまっています。一行ごとにフラッシュしてください(Pythonなら print(…, flush=True))",
                "{why}, and then answered when its input was closed: what it says stays in a buffer. Flush its output after each line (in Python: print(…, flush=True))",
                why
            );
        }
        let (status, words) = process.kill();
        if self.kind == BotErrorKind::Ended
            && let Some(status) = status
        {
            why = text!("{why}({status})", "{why} ({status})", why);
        }
        if !words.is_empty() {
            why =
                text!("{why}。標準エラー出力: {words}", "{why}; its standard error: {words}", why);
        }
        EngineError { why, ..self }
    }

    /// The same of an engine that is called so, with what to do.
    pub(crate) fn text(&self, name: &str) -> LocalizedText {
        let LocalizedText { ja, en } = &self.why;
        let (ja, en) = (ja.trim_end_matches('。'), en.trim_end_matches('.'));
        LocalizedText::new(
            format!(
                "エンジン {name} が失敗しました: {ja}。`zashiki engine --check` で確かめられます。"
            ),
            format!("Engine {name} failed: {en}. `zashiki engine --check` finds the cause."),
        )
    }
}

/// The message about a program that cannot be started.
pub(crate) fn cannot_start(name: &str, program: &str, error: &std::io::Error) -> LocalizedText {
    let program = short(program);
    let why = match error.kind() {
        std::io::ErrorKind::NotFound => LocalizedText::fixed("見つかりません", "it is not found"),
        std::io::ErrorKind::PermissionDenied => {
            LocalizedText::fixed("実行する権限がありません", "it may not be run")
        }
        _ => LocalizedText::same(error.to_string()),
    };
    text!(
        "エンジン {name} のプログラム「{program}」を起動できません({why})。パスと権限を確かめてください。",
        "The program \"{program}\" of engine {name} cannot be started ({why}); check its path and permissions.",
        why
    )
}

/// The beginning of what a stranger said, in one line.
fn short(said: &str) -> String {
    let plain = said.trim().chars().map(|c| if c.is_control() { ' ' } else { c });
    plain.take(120).collect()
}
