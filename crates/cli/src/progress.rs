//! A progress bar on the standard error, while a person watches.

use std::io::{IsTerminal, Write, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How many characters the bar itself has.
const WIDTH: u64 = 40;
/// The least time between two drawings.
const EVERY: Duration = Duration::from_millis(100);

/// A progress bar; hidden where the standard error is not a terminal.
pub struct Bar {
    begun: Instant,
    /// When it was last drawn; none where it is hidden.
    drawn: Option<Mutex<Option<Instant>>>,
}

impl Bar {
    /// A bar that begins now.
    pub fn new() -> Bar {
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        let shown = stderr().is_terminal() && !dumb;
        Bar { begun: Instant::now(), drawn: shown.then(Mutex::default) }
    }

    /// Shows that `done` of `of` are done.
    pub fn set(&self, done: u64, of: u64) {
        let Some(Ok(mut drawn)) = self.drawn.as_ref().map(Mutex::lock) else { return };
        let now = Instant::now();
        if done < of && drawn.is_some_and(|drawn| now.duration_since(drawn) < EVERY) {
            return;
        }
        *drawn = Some(now);
        show(&line(done, of, now.duration_since(self.begun)));
    }

    /// Removes it from the screen.
    pub fn clear(&self) {
        if let Some(Ok(mut drawn)) = self.drawn.as_ref().map(Mutex::lock)
            && drawn.take().is_some()
        {
            show("");
        }
    }
}

/// Puts the line in the place of the one before. Who closed the standard error sees none.
fn show(line: &str) {
    let mut out = stderr().lock();
    let _ = write!(out, "\r{line}\x1b[K").and_then(|()| out.flush());
}

/// The bar, how much is done, how fast, and how long the rest takes at that rate.
fn line(done: u64, of: u64, took: Duration) -> String {
    let full = (WIDTH * done.min(of)).checked_div(of).unwrap_or(0) as usize;
    let (full, empty) = ("#".repeat(full), "-".repeat(WIDTH as usize - full));
    let mut line = format!("[{full}{empty}] {done}/{of}");
    if done > 0 {
        let rate = done as f64 / took.as_secs_f64().max(1e-9);
        let left = (of.saturating_sub(done) as f64 / rate).round() as u64;
        let (minutes, seconds) = (left / 60, left % 60);
        line += &format!(" ({rate:.1}/s, {minutes}:{seconds:02})");
    }
    line
}
