//! How the house is doing, for Prometheus. Nothing here names a table, a guest or an address, and
//! what is counted on the way of a move is counted by adding one.

use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::{Histogram, exponential_buckets};
use prometheus_client::metrics::info::Info;
use prometheus_client::registry::Registry;

use crate::program;

/// What one label tells apart.
type Label = [(&'static str, &'static str); 1];

/// What is counted as it happens, and the register of it all.
#[derive(Debug)]
pub(crate) struct Metrics {
    registry: Registry,
    /// TCP connections.
    pub(crate) connections: Gauge,
    /// Sockets at tables.
    pub(crate) sockets: Gauge,
    /// Changes that were committed and told: of people and bots.
    pub(crate) accepted: Counter,
    /// What people asked for at tables and were refused.
    pub(crate) declined: Counter,
    /// Tables that were opened.
    pub(crate) openings: Counter,
    /// What the messages at tables said, in bytes.
    pub(crate) sent: Counter,
    /// Clients that were let go since they did not read.
    pub(crate) let_go: Counter,
    limits: Family<Label, Counter>,
    groups: Histogram,
    commits: Histogram,
    failed: Counter,
    backups: Family<Label, Counter>,
    last_backup: Gauge,
    tables: Gauge,
    home: Gauge,
    servers: Gauge,
    queues: Family<Label, Gauge>,
    thinking: Gauge,
}

/// What is looked up when somebody asks for the metrics.
pub(crate) struct Now {
    pub(crate) tables: usize,
    /// Of these, how many are at home with this server.
    pub(crate) home: usize,
    /// How many servers of this cluster are open, as far as this one knows.
    pub(crate) servers: usize,
    pub(crate) waiting_writes: usize,
    pub(crate) bots_thinking: usize,
    pub(crate) bots_waiting: usize,
}

impl Metrics {
    /// Nothing has happened yet.
    pub(crate) fn new() -> Metrics {
        let moves = Family::<Label, Counter>::default();
        let of = |result| moves.get_or_create(&[("result", result)]).clone();
        let (accepted, declined) = (of("accepted"), of("refused"));
        let mut metrics = Metrics {
            registry: Registry::with_prefix("zashiki"),
            connections: Gauge::default(),
            sockets: Gauge::default(),
            accepted,
            declined,
            openings: Counter::default(),
            sent: Counter::default(),
            let_go: Counter::default(),
            limits: Family::default(),
            // 1 to 256 at once; 0.25 ms to 8 s.
            groups: Histogram::new(exponential_buckets(1.0, 2.0, 9)),
            commits: Histogram::new(exponential_buckets(0.000_25, 2.0, 16)),
            failed: Counter::default(),
            backups: Family::default(),
            last_backup: Gauge::default(),
            tables: Gauge::default(),
            home: Gauge::default(),
            servers: Gauge::default(),
            queues: Family::default(),
            thinking: Gauge::default(),
        };
        let all = &mut metrics.registry;
        all.register("connections", "TCP connections open now", metrics.connections.clone());
        all.register("sockets", "Sockets at tables open now", metrics.sockets.clone());
        all.register("tables", "Tables in memory", metrics.tables.clone());
        all.register("tables_home", "Tables at home with this server", metrics.home.clone());
        all.register("servers", "Servers of this cluster that are open", metrics.servers.clone());
        all.register("moves", "Changes of plays: accepted from anybody, refused to people", moves);
        all.register("openings", "Tables opened", metrics.openings.clone());
        all.register("sent_bytes", "What messages at tables said", metrics.sent.clone());
        all.register("let_go", "Clients let go that did not read", metrics.let_go.clone());
        all.register("refusals", "Requests over a limit, by limit", metrics.limits.clone());
        all.register("commit_entries", "What was committed together", metrics.groups.clone());
        all.register("commit_seconds", "How long a commit took", metrics.commits.clone());
        all.register("failed_writes", "What could not be written", metrics.failed.clone());
        all.register("backups", "Timed backups, by result", metrics.backups.clone());
        all.register(
            "backup_timestamp_seconds",
            "When the newest timed backup was made, in seconds since 1970; 0 without one",
            metrics.last_backup.clone(),
        );
        all.register(
            "build",
            "The version of the program",
            Info::new([("version", program::version())]),
        );
        all.register("queue", "What waits, by queue", metrics.queues.clone());
        all.register("bots_thinking", "Bots thinking now", metrics.thinking.clone());
        metrics
    }

    /// Counts a request over a limit.
    pub(crate) fn over(&self, limit: &'static str) {
        self.limits.get_or_create(&[("limit", limit)]).inc();
    }

    /// Counts what was committed together, and how long that took.
    pub(crate) fn committed(&self, entries: usize, failed: usize, took: Duration) {
        if entries == 0 {
            return;
        }
        self.groups.observe(entries as f64);
        self.commits.observe(took.as_secs_f64());
        self.failed.inc_by(failed as u64);
    }

    /// Counts a timed backup that was made, or failed.
    pub(crate) fn backed_up(&self, made: bool) {
        let result = if made { "made" } else { "failed" };
        self.backups.get_or_create(&[("result", result)]).inc();
    }

    /// Notes when the newest backup was made, in milliseconds since 1970.
    pub(crate) fn found_backup(&self, made: Option<i64>) {
        self.last_backup.set(made.unwrap_or_default() / 1000);
    }

    /// All of it as text.
    pub(crate) fn text(&self, now: &Now) -> String {
        let set = |gauge: &Gauge, value: usize| gauge.set(value.try_into().unwrap_or(i64::MAX));
        set(&self.tables, now.tables);
        set(&self.home, now.home);
        set(&self.servers, now.servers);
        set(&self.thinking, now.bots_thinking);
        for (queue, waiting) in [("writes", now.waiting_writes), ("bots", now.bots_waiting)] {
            set(&self.queues.get_or_create(&[("queue", queue)]), waiting);
        }
        let mut text = String::new();
        encode(&mut text, &self.registry).expect("memory takes every byte");
        text
    }
}

/// One of something that is open; dropping it closes it.
pub(crate) struct Open(Gauge);

impl Open {
    /// Opens one.
    pub(crate) fn new(of: &Gauge) -> Open {
        of.inc();
        Open(of.clone())
    }
}

impl Drop for Open {
    fn drop(&mut self) {
        self.0.dec();
    }
}
