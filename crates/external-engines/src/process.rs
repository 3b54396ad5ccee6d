//! The process of an engine: lines in, lines out, and its end.
//!
//! An engine is the leader of a process group of its own. Whatever it started there is killed when the
//! engine ends, whether it ends by itself or is ended: the group's number is only free for others once
//! the engine has been waited for, and that is done last.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use zashiki_core::without_mark;

/// The longest line that an engine may say, in bytes.
pub(crate) const LONGEST_LINE: usize = 64 * 1024;
/// Capacity of the queue of unread lines; beyond it the engine has to wait.
const LINES_WAITING: usize = 64;
/// So much of what it last wrote to its standard error is kept, in bytes.
const LAST_WORDS: usize = 2000;
/// Time to wait for the rest of the standard error after the process has ended.
const LISTEN_ON: Duration = Duration::from_millis(500);

/// A running engine. It is killed when this is dropped, with all that it started and that did not
/// leave its group.
pub(crate) struct Process {
    child: Child,
    /// The exit status, once known: from then on the process id may belong to another process.
    ended: Option<ExitStatus>,
    /// Kills what it leaves behind when it ends by itself. Over as soon as it has ended.
    watch: Option<JoinHandle<()>>,
    to: Sender<String>,
    from: Receiver<Result<String, ReadError>>,
    last_words: Arc<Mutex<VecDeque<u8>>>,
    /// Closed once its standard error is.
    told_all: Receiver<()>,
}

/// The reason why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReadError {
    /// It closed its output, or ended.
    Ended,
    /// There was none in time.
    Late,
    /// One was longer than [`LONGEST_LINE`].
    TooLong,
    /// One was not UTF-8.
    NotText,
}

impl Process {
    /// Starts a program with its arguments.
    ///
    /// # Errors
    /// Returns an error if it cannot be started.
    pub(crate) fn start(command: &[String]) -> io::Result<Process> {
        let (program, arguments) = command
            .split_first()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no program is named"))?;
        let mut starting = Command::new(program);
        starting.args(arguments);
        starting.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // What the operator told this program is not the engine's to know: databases, keys.
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("ZASHIKI_") {
                starting.env_remove(name);
            }
        }
        // Of its own group, it can be killed with all that it starts, and Ctrl-C is not for it.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut starting, 0);
        let mut child = starting.spawn()?;
        let watch = group::watch(&child);
        let (to, from) = (writer(child.stdin.take()), reader(child.stdout.take()));
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let told_all = listener(child.stderr.take(), last_words.clone());
        Ok(Process { child, ended: None, watch, to, from, last_words, told_all })
    }

    /// Says a line. Whether it is read is seen by what is answered.
    pub(crate) fn say(&self, line: String) {
        // The writer is gone when the engine is, which the next line to be heard tells.
        let _ = self.to.send(line);
    }

    /// The next line that it says before this moment.
    ///
    /// # Errors
    /// Why there is none.
    pub(crate) fn hear(&self, until: Instant) -> Result<String, ReadError> {
        let left = until.saturating_duration_since(Instant::now());
        self.from.recv_timeout(left).unwrap_or_else(|error| {
            Err(match error {
                // What left its group may hold its output open.
                RecvTimeoutError::Timeout if self.has_ended() => ReadError::Ended,
                RecvTimeoutError::Timeout => ReadError::Late,
                RecvTimeoutError::Disconnected => ReadError::Ended,
            })
        })
    }

    /// Closes what it reads, as when its host ends.
    pub(crate) fn close_input(&mut self) {
        self.to = channel().0;
    }

    /// Returns true if it has ended, by itself or not.
    fn has_ended(&self) -> bool {
        self.ended.is_some() || group::has_ended(&self.child)
    }

    /// Kills it. How it ended, if it did so by itself, and what it last wrote to its standard error.
    pub(crate) fn kill(&mut self) -> (Option<ExitStatus>, String) {
        let by_itself = self.has_ended();
        self.end();
        // What holds its standard error open may have left its group.
        let _ = self.told_all.recv_timeout(LISTEN_ON);
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        let words: Vec<u8> = words.iter().copied().collect();
        (self.ended.filter(|_| by_itself), String::from_utf8_lossy(&words).trim().to_owned())
    }

    /// Kills it with its group, and waits for it.
    fn end(&mut self) {
        if self.ended.is_some() {
            return;
        }
        group::kill(&self.child);
        let _ = self.child.kill();
        if let Some(watch) = self.watch.take() {
            let _ = watch.join();
        }
        self.ended = group::wait(&mut self.child);
    }
}

/// Kills every engine that this program has running, with what it started: for a program that exits
/// without dropping its engines.
pub fn kill_all() {
    group::kill_all();
}

/// The process groups of engines. Every number here is that of a child which has not been waited for,
/// so nobody else can have it.
#[cfg(unix)]
mod group {
    use std::collections::BTreeMap;
    use std::process::{Child, ExitStatus};
    use std::sync::{Mutex, MutexGuard, PoisonError};
    use std::thread::{self, JoinHandle};

    use rustix::io::Errno;
    use rustix::process::{Pid, Signal, WaitId, WaitIdOptions, kill_process_group, waitid};

    /// The groups of the engines that run, by the numbers of their leaders.
    static RUNNING: Mutex<BTreeMap<u32, Pid>> = Mutex::new(BTreeMap::new());

    fn running() -> MutexGuard<'static, BTreeMap<u32, Pid>> {
        RUNNING.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Watches over an engine from its start on: what it leaves behind is killed at once, and so does
    /// not hold its output open either.
    pub(super) fn watch(child: &Child) -> Option<JoinHandle<()>> {
        let leader = Pid::from_child(child);
        running().insert(child.id(), leader);
        let watching = move || {
            let ended = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT;
            while matches!(waitid(WaitId::Pid(leader), ended), Err(Errno::INTR)) {}
            // Who waits for it waits for this first.
            let _ = kill_process_group(leader, Signal::KILL);
        };
        thread::Builder::new().spawn(watching).ok()
    }

    pub(super) fn has_ended(child: &Child) -> bool {
        let look = WaitIdOptions::EXITED | WaitIdOptions::NOWAIT | WaitIdOptions::NOHANG;
        matches!(waitid(WaitId::Pid(Pid::from_child(child)), look), Ok(Some(_)))
    }

    pub(super) fn kill(child: &Child) {
        let _ = kill_process_group(Pid::from_child(child), Signal::KILL);
    }

    /// Waits for an engine that was killed, which frees its number.
    pub(super) fn wait(child: &mut Child) -> Option<ExitStatus> {
        let mut running = running();
        running.remove(&child.id());
        child.wait().ok()
    }

    pub(super) fn kill_all() {
        // None of them is waited for as long as this is locked.
        for leader in running().values() {
            let _ = kill_process_group(*leader, Signal::KILL);
        }
    }
}

/// Without process groups an engine is killed alone.
#[cfg(not(unix))]
mod group {
    use std::process::{Child, ExitStatus};
    use std::thread::JoinHandle;

    pub(super) fn watch(_: &Child) -> Option<JoinHandle<()>> {
        None
    }

    pub(super) fn has_ended(_: &Child) -> bool {
        false
    }

    pub(super) fn kill(_: &Child) {}

    pub(super) fn wait(child: &mut Child) -> Option<ExitStatus> {
        child.wait().ok()
    }

    pub(super) fn kill_all() {}
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Writes lines in a thread of its own: an engine that does not read must not block the sender.
fn writer(input: Option<ChildStdin>) -> Sender<String> {
    let (to, lines) = channel::<String>();
    let Some(mut input) = input else { return to };
    thread::spawn(move || {
        for mut line in lines {
            line.push('\n');
            if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                return;
            }
        }
    });
    to
}

/// Reads lines, none of them longer than it may be. The thread ends with the first that is wrong.
fn reader(output: Option<ChildStdout>) -> Receiver<Result<String, ReadError>> {
    let (say, from) = sync_channel(LINES_WAITING);
    let Some(output) = output else { return from };
    thread::spawn(move || read_lines(output, &say));
    from
}

fn read_lines(output: impl Read, say: &SyncSender<Result<String, ReadError>>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let most = LONGEST_LINE as u64 + 1;
        let read = (&mut output).take(most).read_until(b'\n', &mut line);
        let whole = line.last() == Some(&b'\n');
        let heard = match read {
            // A line that its end cut off was not said.
            Err(_) => return,
            Ok(_) if !whole && line.len() as u64 == most => Err(ReadError::TooLong),
            Ok(_) if !whole => return,
            Ok(_) => match String::from_utf8(line) {
                Ok(line) => Ok(without_mark(&line).to_owned()),
                Err(_) => Err(ReadError::NotText),
            },
        };
        let last = heard.is_err();
        if say.send(heard).is_err() || last {
            return;
        }
    }
}

/// Keeps what it last wrote to its standard error.
fn listener(error: Option<ChildStderr>, words: Arc<Mutex<VecDeque<u8>>>) -> Receiver<()> {
    let (open, told_all) = channel();
    let Some(mut error) = error else { return told_all };
    thread::spawn(move || {
        let mut some = [0; 1024];
        while let Ok(count @ 1..) = error.read(&mut some) {
            let mut words = words.lock().unwrap_or_else(PoisonError::into_inner);
            words.extend(&some[..count]);
            let more = words.len().saturating_sub(LAST_WORDS);
            words.drain(..more);
        }
        drop(open);
    });
    told_all
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(output: &[u8]) -> Vec<Result<String, ReadError>> {
        let (say, from) = sync_channel(100);
        read_lines(output, &say);
        drop(say);
        from.iter().collect()
    }

    #[test]
    fn lines_are_read_until_one_is_wrong() {
        let line = |text: &str| Ok(text.to_owned());
        assert_eq!(lines(b"ready\nbestaction 1\r\n"), [line("ready\n"), line("bestaction 1\r\n")]);
        assert_eq!(lines("\u{feff}ready\n".as_bytes()), [line("ready\n")]);
        assert_eq!(lines(b"ready\ncut o"), [line("ready\n")]);
        assert_eq!(lines(b"\xff\nready\n"), [Err(ReadError::NotText)]);
        let long = vec![b'x'; LONGEST_LINE];
        assert_eq!(lines(&[&long[..], b"\n"].concat()).len(), 1);
        assert!(lines(&[&long[..], b"\n"].concat())[0].is_ok());
        assert_eq!(lines(&[&long[..], b"x\nready\n"].concat()), [Err(ReadError::TooLong)]);
        assert_eq!(lines(&[&long[..], b"x"].concat()), [Err(ReadError::TooLong)]);
    }
}
