//! The process of an engine: lines in, lines out, and its end.

use std::collections::VecDeque;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::{Child, ChildStderr, ChildStdin, ChildStdout, Command, ExitStatus, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

/// The longest line that an engine may say, in bytes.
pub(crate) const LONGEST_LINE: usize = 64 * 1024;
/// So many lines wait to be read before the engine has to wait.
const LINES_WAITING: usize = 64;
/// So much of what it last wrote to its standard error is kept, in bytes.
const LAST_WORDS: usize = 2000;
/// How long its last words are waited for once it has ended.
const LISTEN_ON: Duration = Duration::from_millis(500);

/// A running engine. It is killed when this is dropped, with all that it started and that did not
/// leave its group.
pub(crate) struct Process {
    child: Child,
    to: Sender<String>,
    from: Receiver<Result<String, Silence>>,
    last_words: Arc<Mutex<VecDeque<u8>>>,
    /// Closed once its standard error is.
    told_all: Receiver<()>,
}

/// Why there is no line.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Silence {
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
    /// When it cannot be started.
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
        let (to, from) = (writer(child.stdin.take()), reader(child.stdout.take()));
        let last_words = Arc::new(Mutex::new(VecDeque::new()));
        let told_all = listener(child.stderr.take(), last_words.clone());
        Ok(Process { child, to, from, last_words, told_all })
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
    pub(crate) fn hear(&self, until: Instant) -> Result<String, Silence> {
        let left = until.saturating_duration_since(Instant::now());
        self.from.recv_timeout(left).unwrap_or_else(|error| {
            Err(match error {
                RecvTimeoutError::Timeout => Silence::Late,
                RecvTimeoutError::Disconnected => Silence::Ended,
            })
        })
    }

    /// Closes what it reads, as when its host ends.
    pub(crate) fn close_input(&mut self) {
        self.to = channel().0;
    }

    /// Kills it. How it ended, if it did so by itself, and what it last wrote to its standard error.
    pub(crate) fn kill(&mut self) -> (Option<ExitStatus>, String) {
        let status = self.child.try_wait().ok().flatten();
        self.end();
        // What holds its standard error open may have left its group.
        let _ = self.told_all.recv_timeout(LISTEN_ON);
        let words = self.last_words.lock().unwrap_or_else(PoisonError::into_inner);
        let words: Vec<u8> = words.iter().copied().collect();
        (status, String::from_utf8_lossy(&words).trim().to_owned())
    }

    fn end(&mut self) {
        #[cfg(unix)]
        if let Ok(None) = self.child.try_wait()
            && let Ok(group) = i32::try_from(self.child.id())
            && let Some(group) = rustix::process::Pid::from_raw(group)
        {
            // Not yet waited for, so that nobody else can have its number.
            let _ = rustix::process::kill_process_group(group, rustix::process::Signal::KILL);
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Drop for Process {
    fn drop(&mut self) {
        self.end();
    }
}

/// Writes lines in a thread of its own: one that is not read must not hold up whoever says it.
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
fn reader(output: Option<ChildStdout>) -> Receiver<Result<String, Silence>> {
    let (say, from) = sync_channel(LINES_WAITING);
    let Some(output) = output else { return from };
    thread::spawn(move || read_lines(output, &say));
    from
}

fn read_lines(output: impl Read, say: &SyncSender<Result<String, Silence>>) {
    let mut output = BufReader::new(output);
    loop {
        let mut line = Vec::new();
        let most = LONGEST_LINE as u64 + 1;
        let read = (&mut output).take(most).read_until(b'\n', &mut line);
        let whole = line.last() == Some(&b'\n');
        let heard = match read {
            // A line that its end cut off was not said.
            Err(_) => return,
            Ok(_) if !whole && line.len() as u64 == most => Err(Silence::TooLong),
            Ok(_) if !whole => return,
            Ok(_) => String::from_utf8(line).map_err(|_| Silence::NotText),
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

    fn lines(output: &[u8]) -> Vec<Result<String, Silence>> {
        let (say, from) = sync_channel(100);
        read_lines(output, &say);
        drop(say);
        from.iter().collect()
    }

    #[test]
    fn lines_are_read_until_one_is_wrong() {
        let line = |text: &str| Ok(text.to_owned());
        assert_eq!(lines(b"ready\nbestaction 1\r\n"), [line("ready\n"), line("bestaction 1\r\n")]);
        assert_eq!(lines(b"ready\ncut o"), [line("ready\n")]);
        assert_eq!(lines(b"\xff\nready\n"), [Err(Silence::NotText)]);
        let long = vec![b'x'; LONGEST_LINE];
        assert_eq!(lines(&[&long[..], b"\n"].concat()).len(), 1);
        assert!(lines(&[&long[..], b"\n"].concat())[0].is_ok());
        assert_eq!(lines(&[&long[..], b"x\nready\n"].concat()), [Err(Silence::TooLong)]);
        assert_eq!(lines(&[&long[..], b"x"].concat()), [Err(Silence::TooLong)]);
    }
}
