//! A progress bar on standard error for commands that take long. It is shown only on a terminal.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// Width of the bar in characters.
const WIDTH: u64 = 40;
/// Minimum interval between two updates of the bar.
const INTERVAL: Duration = Duration::from_millis(100);

/// Runs work and shows a progress bar if standard error is a terminal. The work calls the function it is
/// given with the number of finished steps and the total number of steps. The bar is removed at the end.
pub fn with_bar<T>(work: impl FnOnce(&(dyn Fn(u64, u64) + Sync)) -> T) -> T {
    let bar = Bar::new();
    let result = work(&|finished, total| bar.update(finished, total));
    bar.remove();
    result
}

/// The progress bar of one command.
struct Bar {
    start: Instant,
    /// The time of the last update; `None` if standard error is not a terminal.
    updated: Option<Mutex<Option<Instant>>>,
}

impl Bar {
    fn new() -> Bar {
        let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let is_shown = stderr().is_terminal() && !is_dumb;
        Bar { start: Instant::now(), updated: is_shown.then(Mutex::default) }
    }

    fn update(&self, finished: u64, total: u64) {
        let Some(Ok(mut updated)) = self.updated.as_ref().map(Mutex::lock) else { return };
        let now = Instant::now();
        if finished < total && updated.is_some_and(|last| now.duration_since(last) < INTERVAL) {
            return;
        }
        *updated = Some(now);
        replace_line(&line(finished, total, now.duration_since(self.start)));
    }

    fn remove(&self) {
        if let Some(Ok(mut updated)) = self.updated.as_ref().map(Mutex::lock)
            && updated.take().is_some()
        {
            replace_line("");
        }
    }
}

/// Replaces the last line of the terminal by this line. Errors, for example of a closed terminal, are
/// ignored.
fn replace_line(line: &str) {
    let mut out = stderr().lock();
    let _ = write!(out, "\r{line}\x1b[K").and_then(|()| out.flush());
}

/// The text of the progress bar: the bar, the number of finished steps, their rate, and the estimated
/// time left.
fn line(finished: u64, total: u64, elapsed: Duration) -> String {
    let full = (WIDTH * finished.min(total)).checked_div(total).unwrap_or(0) as usize;
    let (full, empty) = ("#".repeat(full), "-".repeat(WIDTH as usize - full));
    let mut line = format!("[{full}{empty}] {finished}/{total}");
    if finished > 0 {
        let rate = finished as f64 / elapsed.as_secs_f64().max(1e-9);
        let left = (total.saturating_sub(finished) as f64 / rate).round() as u64;
        let (minutes, seconds) = (left / 60, left % 60);
        line += &format!(" ({rate:.1}/s, {minutes}:{seconds:02})");
    }
    line
}
