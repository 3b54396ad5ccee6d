//! The log of the server on standard error: its form, its level, and a summary instead of a line for
//! each repetition of the same fault.

use std::collections::HashMap;
use std::convert::Infallible;
use std::fmt::{Debug, Write as _};
use std::io::IsTerminal as _;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use server::{LIMITS, TRACES};
use tracing::callsite::Identifier;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Metadata};
use tracing_subscriber::filter::{FilterExt as _, LevelFilter, Targets};
use tracing_subscriber::layer::{Context, Filter};
use tracing_subscriber::{Layer, Registry};

use crate::settings::{LogFormat, Settings};

/// Interval of the summaries.
const WINDOW: Duration = Duration::from_secs(10);

/// Maximum number of different lines that one place in the program writes between two summaries.
const TEXTS: usize = 4;

/// Target of the summaries.
const REPEATED: &str = "zashiki::repeated";

/// The layer that writes the log. Of other crates only warnings and errors are written: some would log
/// what goes over the wire.
pub fn layer(settings: &Settings, repeats: Arc<Repeats>) -> impl Layer<Registry> + use<> {
    let level = settings.log_level;
    let ours = ["server", "zashiki"].map(|ours| (ours, level));
    let targets = Targets::new()
        .with_default(level.min(LevelFilter::WARN))
        .with_targets(ours)
        .with_target(TRACES, LevelFilter::OFF)
        // The server itself logs, once, whether NATS is connected.
        .with_target("async_nats", LevelFilter::OFF);
    // In a file or a journal, colours would be noise.
    let is_colored = std::io::stderr().is_terminal()
        && std::env::var_os("NO_COLOR").is_none_or(|no| no.is_empty());
    let lines = tracing_subscriber::fmt::layer().with_ansi(is_colored).with_writer(std::io::stderr);
    let lines = match settings.log_format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    lines.with_filter(targets.and(OncePerWindow(repeats)))
}

/// Warnings and errors that were written since the last summary, and how often they were repeated. It
/// has at most one entry for each place in the program that logs.
#[derive(Debug)]
pub struct Repeats(Mutex<Window>);

#[derive(Debug)]
struct Window {
    since: Instant,
    places: HashMap<Identifier, Place>,
}

/// A place in the program that logs.
#[derive(Debug)]
struct Place {
    level: Level,
    /// The message that is summarised, without its fields.
    message: String,
    /// The lines that were written, in full.
    written: Vec<String>,
    /// Number of lines that were left out since the last summary.
    left_out: u64,
}

impl Repeats {
    /// Nothing was written yet.
    pub fn new() -> Arc<Repeats> {
        Arc::new(Repeats(Mutex::new(Window { since: Instant::now(), places: HashMap::new() })))
    }

    /// Writes a summary every ten seconds, for as long as it is polled.
    pub async fn summarise_regularly(&self) -> Infallible {
        loop {
            tokio::time::sleep(WINDOW).await;
            self.summarise();
        }
    }

    /// Writes how many lines were left out since the last summary. Faults that were not repeated are
    /// forgotten: the next one is written again.
    pub fn summarise(&self) {
        let mut summaries = Vec::new();
        let seconds = {
            let mut window = self.window();
            window.places.retain(|_, place| {
                let more = std::mem::take(&mut place.left_out);
                if more > 0 {
                    summaries.push((place.level, more, place.message.clone()));
                }
                more > 0
            });
            std::mem::replace(&mut window.since, Instant::now()).elapsed().as_secs().max(1)
        };
        // Not under the lock, which each event takes.
        for (level, more, message) in summaries {
            if level == Level::ERROR {
                tracing::error!(target: REPEATED, more, "{more} more in the last {seconds} s: {message}");
            } else {
                tracing::warn!(target: REPEATED, more, "{more} more in the last {seconds} s: {message}");
            }
        }
    }

    /// Returns true if this event is to be written now; otherwise it is counted.
    fn admits(&self, event: &Event<'_>) -> bool {
        let metadata = event.metadata();
        // The summaries, and lines over limits, whose number is bounded where they are made and which
        // other programs count.
        if *metadata.level() > Level::WARN || [REPEATED, LIMITS].contains(&metadata.target()) {
            return true;
        }
        let mut words = Words::default();
        event.record(&mut words);
        let Words { message, fields } = words;
        let text = format!("{message}{fields}");
        let mut window = self.window();
        let place = window.places.entry(metadata.callsite()).or_insert_with(|| Place {
            level: *metadata.level(),
            message,
            written: Vec::new(),
            left_out: 0,
        });
        let is_new = place.written.len() < TEXTS && !place.written.contains(&text);
        if is_new {
            place.written.push(text);
        } else {
            place.left_out += 1;
        }
        is_new
    }

    /// What is behind this lock is whole at every moment, so a panic elsewhere does no harm.
    fn window(&self) -> MutexGuard<'_, Window> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// An event as text.
#[derive(Default)]
struct Words {
    message: String,
    fields: String,
}

impl Visit for Words {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            // Not in quotes, as other crates' messages would be.
            "message" => self.message.push_str(value),
            _ => self.record_debug(field, &value),
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let written = match field.name() {
            "message" => write!(self.message, "{value:?}"),
            name => write!(self.fields, " {name}={value:?}"),
        };
        written.expect("it is in memory");
    }
}

/// Lets the first of equal warnings and errors pass.
struct OncePerWindow(Arc<Repeats>);

impl<S> Filter<S> for OncePerWindow {
    fn enabled(&self, _: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        true
    }

    fn event_enabled(&self, event: &Event<'_>, _: &Context<'_, S>) -> bool {
        self.0.admits(event)
    }
}
