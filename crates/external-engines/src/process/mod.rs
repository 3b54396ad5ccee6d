//! The process of an engine: its input, its output and its exit.
//!
//! An engine is the leader of a process group of its own. All processes of the group are killed when the
//! engine exits or is killed. The engine is waited for last, since its process id is then free for others.

#[cfg(unix)]
#[path = "group_unix.rs"]
mod group;
#[cfg(not(unix))]
#[path = "group_other.rs"]
mod group;

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use zashiki_core::without_mark;

/// Maximum length of a line from an engine, in bytes.
pub(crate) const LONGEST_LINE: usize = 64 * 1024;
/// Capacity of the queue of unread lines, in lines; when it is full, the engine blocks on writing.
const UNREAD_LINES: usize = 64;
/// Number of bytes that are kept of the end of an engine's standard error.
const STDERR_KEPT: usize = 2000;
/// Time to wait for the rest of an engine's standard error after the process has ended.
const STDERR_WAIT: Duration = Duration::from_millis(500);

/// A running engine. Dropping it kills the engine with its process group.
pub(crate) struct Process {
    child: Child,
    /// The exit status, once known. From then on the process id may belong to another process.
    ended: Option<ExitStatus>,
    /// The thread that kills the process group when the engine exits by itself.
    watch: Option<JoinHandle<()>>,
    input: Sender<String>,
    output: Receiver<Result<String, ReadError>>,
    /// The last bytes of the engine's standard error.
    stderr: Arc<Mutex<VecDeque<u8>>>,
    /// A channel that is closed once the engine's standard error is closed.
    stderr_closed: Receiver<()>,
}

/// The reason why no line could be read from an engine.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum ReadError {
    /// The engine has closed its output or exited.
    Ended,
    /// The engine wrote no line in time.
    Late,
    /// The line is longer than [`LONGEST_LINE`].
    TooLong,
    /// The line is not UTF-8.
    NotText,
}

impl Process {
    /// Starts a program with its arguments.
    ///
    /// # Errors
    /// Returns an error if the program cannot be started.
    pub(crate) fn start(command: &[String]) -> io::Result<Process> {
        let (program, arguments) = command
            .split_first()
            .ok_or_else(|| io::Error::new(io::ErrorKind::InvalidInput, "no program is named"))?;
        let mut command = Command::new(program);
        command.args(arguments);
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        // The settings of this program are secret: database addresses, keys.
        for (name, _) in std::env::vars_os() {
            if name.to_string_lossy().starts_with("ZASHIKI_") {
                command.env_remove(name);
            }
        }
        // In a group of its own it can be killed with all that it starts, and does not receive Ctrl-C.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command.spawn()?;
        let watch = group::watch(&child);
        let (input, output) = (writer(child.stdin.take()), reader(child.stdout.take()));
        let stderr = Arc::new(Mutex::new(VecDeque::new()));
        let stderr_closed = keep_stderr(child.stderr.take(), stderr.clone());
        Ok(Process { child, ended: None, watch, input, output, stderr, stderr_closed })
    }

    /// Sends a line to the engine. The line is lost if the engine has exited, which
    /// [`read_line`](Process::read_line) reports.
    pub(crate) fn send(&self, line: String) {
        let _ = self.input.send(line);
    }

    /// Reads the next line of the engine's output, waiting until this time at most.
    ///
    /// # Errors
    /// Returns the reason if there is no line.
    pub(crate) fn read_line(&self, until: Instant) -> Result<String, ReadError> {
        let left = until.saturating_duration_since(Instant::now());
        self.output.recv_timeout(left).unwrap_or_else(|error| {
            Err(match error {
                // A process that left the group may hold the output open.
                RecvTimeoutError::Timeout if self.has_ended() => ReadError::Ended,
                RecvTimeoutError::Timeout => ReadError::Late,
                RecvTimeoutError::Disconnected => ReadError::Ended,
            })
        })
    }

    /// Closes the input of the engine, as when its host exits.
    pub(crate) fn close_input(&mut self) {
        self.input = channel().0;
    }

    /// Returns true if the engine has exited.
    fn has_ended(&self) -> bool {
        self.ended.is_some() || group::has_ended(&self.child)
    }

    /// Kills the engine. Returns its exit status if it had already exited by itself, and the end of its
    /// standard error.
    pub(crate) fn kill(&mut self) -> (Option<ExitStatus>, String) {
        let by_itself = self.has_ended();
        self.end();
        // A process that left the group may hold the standard error open.
        let _ = self.stderr_closed.recv_timeout(STDERR_WAIT);
        let stderr = self.stderr.lock().unwrap_or_else(PoisonError::into_inner);
        let stderr: Vec<u8> = stderr.iter().copied().collect();
        (self.ended.filter(|_| by_itself), String::from_utf8_lossy(&stderr).trim().to_owned())
    }

    /// Kills the engine with its process group, and waits for it.
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

/// Kills every running engine of this program with its process group. A program that exits without dropping
/// its engines calls this first.
pub fn kill_all() {
    group::kill_all();
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Starts a thread that writes lines to the engine, so that an engine that does not read cannot block the
/// sender.
fn writer(input: Option<ChildStdin>) -> Sender<String> {
    let (sender, lines) = channel::<String>();
    let Some(mut input) = input else { return sender };
    thread::spawn(move || {
        for mut line in lines {
            line.push('\n');
            if input.write_all(line.as_bytes()).and_then(|()| input.flush()).is_err() {
                return;
            }
        }
    });
    sender
}

/// Starts a thread that reads the engine's lines. It ends at the first invalid line.
fn reader(output: Option<ChildStdout>) -> Receiver<Result<String, ReadError>> {
    let (sender, lines) = sync_channel(UNREAD_LINES);
    let Some(output) = output else { return lines };
    thread::spawn(move || read_lines(output, &sender));
    lines
}

fn read_lines(output: impl Read, sender: &SyncSender<Result<String, ReadError>>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let most = LONGEST_LINE as u64 + 1;
        let read = (&mut output).take(most).read_until(b'\n', &mut line);
        let complete = line.last() == Some(&b'\n');
        let line = match read {
            // A line without its end does not count.
            Err(_) => return,
            Ok(_) if !complete && line.len() as u64 == most => Err(ReadError::TooLong),
            Ok(_) if !complete => return,
            Ok(_) => match String::from_utf8(line) {
                Ok(line) => Ok(without_mark(&line).to_owned()),
                Err(_) => Err(ReadError::NotText),
            },
        };
        let invalid = line.is_err();
        if sender.send(line).is_err() || invalid {
            return;
        }
    }
}

/// Starts a thread that reads the engine's standard error and keeps its last bytes.
fn keep_stderr(error: Option<ChildStderr>, kept: Arc<Mutex<VecDeque<u8>>>) -> Receiver<()> {
    let (open, closed) = channel();
    let Some(mut error) = error else { return closed };
    thread::spawn(move || {
        let mut buffer = [0; 1024];
        while let Ok(count @ 1..) = error.read(&mut buffer) {
            let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
            kept.extend(&buffer[..count]);
            let excess = kept.len().saturating_sub(STDERR_KEPT);
            kept.drain(..excess);
        }
        drop(open);
    });
    closed
}

#[cfg(test)]
mod tests {
    use super::*;

    fn lines(output: &[u8]) -> Vec<Result<String, ReadError>> {
        let (sender, lines) = sync_channel(100);
        read_lines(output, &sender);
        drop(sender);
        lines.iter().collect()
    }

    #[test]
    fn reading_ends_at_the_first_invalid_line() {
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
