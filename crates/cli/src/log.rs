//! The log of the server on standard error: its format and level, and the summaries that replace
//! repeated warnings and errors.

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

/// Time between two summaries of repeated lines.
const WINDOW: Duration = Duration::from_secs(10);

/// Maximum number of different lines that a call site writes between two summaries. The rest is only
/// counted.
const LINES: usize = 4;

/// The tracing target under which the summaries are logged.
const REPEATED: &str = "zashiki::repeated";

/// The layer that writes the log. Of other crates it logs only warnings and errors, because some crates
/// would log messages of players.
pub fn layer(settings: &Settings, repeats: Arc<Repeats>) -> impl Layer<Registry> + use<> {
    let level = settings.log_level;
    let own_crates = ["server", "zashiki"].map(|name| (name, level));
    let targets = Targets::new()
        .with_default(level.min(LevelFilter::WARN))
        .with_targets(own_crates)
        .with_target(TRACES, LevelFilter::OFF)
        // The server itself logs, once, whether NATS is connected.
        .with_target("async_nats", LevelFilter::OFF);
    // Not in files.
    let is_colored = std::io::stderr().is_terminal()
        && std::env::var_os("NO_COLOR").is_none_or(|no| no.is_empty());
    let lines = tracing_subscriber::fmt::layer().with_ansi(is_colored).with_writer(std::io::stderr);
    let lines = match settings.log_format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().boxed(),
    };
    lines.with_filter(targets.and(OncePerWindow(repeats)))
}

/// The warnings and errors since the last summary, and the number of their repetitions, for each call
/// site.
#[derive(Debug)]
pub struct Repeats(Mutex<Window>);

#[derive(Debug)]
struct Window {
    since: Instant,
    call_sites: HashMap<Identifier, CallSite>,
}

/// A place in the source code that logs warnings or errors.
#[derive(Debug)]
struct CallSite {
    level: Level,
    /// The message of the call site without its fields, for the summary.
    message: String,
    /// The lines, with fields, that were written since the last summary.
    written: Vec<String>,
    /// Number of lines that were not written since the last summary.
    omitted: u64,
}

impl Repeats {
    /// Creates an empty record of repetitions.
    pub fn new() -> Arc<Repeats> {
        Arc::new(Repeats(Mutex::new(Window { since: Instant::now(), call_sites: HashMap::new() })))
    }

    /// Logs the summary of omitted lines (see [`summarise`](Self::summarise)) every ten seconds. Never
    /// returns.
    pub async fn summarise_regularly(&self) -> Infallible {
        loop {
            tokio::time::sleep(WINDOW).await;
            self.summarise();
        }
    }

    /// Logs, for each call site, the number of lines omitted since the last summary. A call site without
    /// omitted lines is removed, so that its next line is written.
    pub fn summarise(&self) {
        let mut summaries = Vec::new();
        let seconds = {
            let mut window = self.window();
            window.call_sites.retain(|_, site| {
                let more = std::mem::take(&mut site.omitted);
                if more > 0 {
                    summaries.push((site.level, more, site.message.clone()));
                }
                more > 0
            });
            std::mem::replace(&mut window.since, Instant::now()).elapsed().as_secs().max(1)
        };
        // After the lock is released, because each event takes it.
        for (level, more, message) in summaries {
            if level == Level::ERROR {
                tracing::error!(target: REPEATED, more, "{more} more in the last {seconds} s: {message}");
            } else {
                tracing::warn!(target: REPEATED, more, "{more} more in the last {seconds} s: {message}");
            }
        }
    }

    /// Returns true if the event should be written. Otherwise counts it as omitted.
    fn admits(&self, event: &Event<'_>) -> bool {
        let metadata = event.metadata();
        // Summaries, and lines about exceeded limits: the server bounds their number, and other programs
        // count them.
        if *metadata.level() > Level::WARN || [REPEATED, LIMITS].contains(&metadata.target()) {
            return true;
        }
        let mut text = EventText::default();
        event.record(&mut text);
        let EventText { message, fields } = text;
        let text = format!("{message}{fields}");
        let mut window = self.window();
        let site = window.call_sites.entry(metadata.callsite()).or_insert_with(|| CallSite {
            level: *metadata.level(),
            message,
            written: Vec::new(),
            omitted: 0,
        });
        let is_new = site.written.len() < LINES && !site.written.contains(&text);
        if is_new {
            site.written.push(text);
        } else {
            site.omitted += 1;
        }
        is_new
    }

    /// Locks the data. It is consistent whenever the lock is released, so a lock that a panic has
    /// poisoned is used nevertheless.
    fn window(&self) -> MutexGuard<'_, Window> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The message and the fields of an event, as text.
#[derive(Default)]
struct EventText {
    message: String,
    fields: String,
}

impl Visit for EventText {
    fn record_str(&mut self, field: &Field, value: &str) {
        match field.name() {
            // Without the quotes of its Debug form.
            "message" => self.message.push_str(value),
            _ => self.record_debug(field, &value),
        }
    }

    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let written = match field.name() {
            "message" => write!(self.message, "{value:?}"),
            name => write!(self.fields, " {name}={value:?}"),
        };
        written.expect("writing to a String cannot fail");
    }
}

/// Filter that passes only the first of several equal warnings and errors until the next summary.
struct OncePerWindow(Arc<Repeats>);

impl<S> Filter<S> for OncePerWindow {
    fn enabled(&self, _: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        true
    }

    fn event_enabled(&self, event: &Event<'_>, _: &Context<'_, S>) -> bool {
        self.0.admits(event)
    }
}
